"""Courtesies: plain messages that say nothing a later call needs. Announcements of calls that were then made, thanks,
and acknowledgements.

Third source article, 6.2 (fifth layer) and 6.4 (second step): "let me look up the order" is fulfilled once the result
of that call is there, and goes before anything that carries a fact. What counts is said by closed lists of phrases in
both languages, and only where a whole text is made of them: one word more, and the text is content. A person's "ok" is
an answer where a question stands before it, and a go-ahead where a call follows it; both are content.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from trimscope.structure.rings import Rings
from trimscope.texts.matching_lines import ascii_lower
from trimscope.transcript import Message, Text

MOST_CHARS = 240
"""Characters of a courtesy at most: two or three sentences; what is longer says more than what it will do next."""

THANKS = frozenset(
    (
        *("thanks", "thank you", "thanks a lot", "many thanks", "thank you very much", "thank you so much", "thx"),
        *("you are welcome", "you're welcome"),
        *("glad to help", "happy to help", "my pleasure", "no problem", "anytime", "🙏"),
        *("谢谢", "多谢", "谢谢你", "谢谢您", "非常感谢", "感谢", "感谢您", "太感谢了", "谢了", "辛苦了"),
        *("不客气", "不用谢", "不用客气", "很高兴为您服务", "很高兴能帮到您", "很高兴能帮到你", "乐意效劳"),
    )
)
"""Thanks, and what is said in return, as whole texts or as whole pieces between punctuation marks."""

ACKNOWLEDGEMENTS = frozenset(
    (
        *("ok", "okay", "got it", "understood", "i see", "noted", "alright", "all right", "great", "perfect", "cool"),
        *("nice", "sounds good", "sure", "will do", "very good", "👍", "👌"),
        *("ok thanks", "ok thank you", "okay thanks", "great thanks", "好的谢谢"),
        *("好", "好的", "好的好的", "嗯", "嗯嗯", "收到", "明白", "明白了", "知道了"),
        *("了解", "了解了", "没问题", "ok的"),
    )
)
"""Acknowledgements. "Yes", "no", "continue" and their Chinese twins are answers and orders, and stand in no list."""

_LEAD = "(?:(?:ok|okay|sure|great|perfect|alright|understood|got it|好的|好|没问题|明白了|收到)[,，.!！、 ]{1,3})?"
_FIRST = "(?:(?:now|next|first|then|to start|to begin|to begin with|首先|接下来|下面|现在|然后|那么)[,，]?[ ]?)?"
_EN = (
    "i will|i'll|i’ll|i am going to|i'm going to|i’m going to|let me|let us|let's|let’s|"
    "i need to|i shall|i want to|i now|i first|looking (?:at|for|up|into|in)|"
    "checking|searching|reading|opening|fetching|querying"
)
_ZH = (
    "我(?:先|现在|来|将|会|去|再|马上|这就|首先|接下来|需要先|现在就|先来|将会|要先)|让我|我们(?:先|来|现在)|"
    "接下来我|下面我|现在我|正在|请稍等|稍等|请稍候"
)
_ANNOUNCING = re.compile(rf"{_LEAD}{_FIRST}(?:(?:{_EN})(?![a-z])|{_ZH})")
"""How a sentence begins that only says what its speaker does next."""

_ASSERTS = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|not|cannot|because|since|which|but|however|although|unless|if|instead)\b"
    r"|n['’]t\b|[已了不没未是但]|因为|由于|如果|所以",
    re.ASCII,
)
"""What a sentence says besides what comes next: a fact, a reason, a condition."""

_SENTENCE_END = re.compile(r"(?<=[a-z0-9\"'”’)\]])[.!](?=[ \t\n]|$)|[。！\n]|\.\.\.|…")
_PIECE = re.compile(r"[,，。.!！~～、;；\n]+")
_ASKS = re.compile(r"[?？]|confirm|shall i|may i|should i|do you want|would you like|确认|是否|要不要|可以吗|吗$")
"""What makes a text a question or a request for consent."""


def is_announcement(text: str) -> bool:
    """Whether every sentence of a text says only what its speaker does next, and asks nothing."""
    if len(text) > MOST_CHARS:
        return False
    lower = ascii_lower(text)
    if _ASKS.search(lower):
        return False
    sentences = [piece.strip(" \t\r\n:：") for piece in _SENTENCE_END.split(lower)]
    spoken = [piece for piece in sentences if piece]
    return bool(spoken) and all(map(_announces, spoken))


def _announces(sentence: str) -> bool:
    start = _ANNOUNCING.match(sentence)
    return start is not None and _ASSERTS.search(sentence, start.end()) is None and not re.search("[:：]", sentence)


def phrase(text: str) -> str | None:
    """`thanks` or `acknowledgement` where a whole text is made of such phrases, else None."""
    if len(text) > MOST_CHARS:
        return None
    pieces = [" ".join(piece.split()) for piece in _PIECE.split(ascii_lower(text))]
    pieces = [piece for piece in pieces if piece]
    if not pieces or not all(piece in THANKS or piece in ACKNOWLEDGEMENTS for piece in pieces):
        return None
    return "acknowledgement" if any(piece in ACKNOWLEDGEMENTS for piece in pieces) else "thanks"


def asks(text: str) -> bool:
    """Whether a text asks something or wants consent: what answers it is content."""
    return _ASKS.search(ascii_lower(text[-2_000:])) is not None


def find(messages: Sequence[Message], rings: Rings) -> Mapping[int, str]:
    """The courtesies among plain messages, by index: fulfilled_plan, thanks or acknowledgement.

    `messages` are those of a history, in order. Time is linear in the number of messages: of a text no more than
    MOST_CHARS characters are read.
    """
    answered = {pair.call for pair in rings.pairs}
    found: dict[int, str] = {}
    for position, message in enumerate(messages):
        if message.role not in ("user", "assistant") or message.injected or not _is_plain(message):
            continue
        before = messages[position - 1] if position else None
        after = messages[position + 1] if position + 1 < len(messages) else None
        code = phrase(message.text)
        if code is not None and message.role == "user":
            asked = before is not None and before.role == "assistant" and (asks(before.text) or bool(before.calls))
            code = None if asked or (after is not None and bool(after.calls)) else code
        fulfilled = after is not None and after.index in answered
        if code is None and message.role == "assistant" and fulfilled and is_announcement(message.text):
            code = "fulfilled_plan"
        if code is not None and after is not None:
            found[message.index] = code
    return found


def announcing_texts(message: Message) -> tuple[Text, ...]:
    """The texts that stand beside calls in one assistant message and only announce them; none where it also thinks:
    what a provider signed together stays together."""
    texts = tuple(part for part in message.parts if isinstance(part, Text) and part.text)
    if not message.calls or len(texts) + len(message.calls) != len(message.parts):
        return ()
    return texts if texts and all(is_announcement(text.text) for text in texts) else ()


def _is_plain(message: Message) -> bool:
    return bool(message.parts) and all(isinstance(part, Text) for part in message.parts)
