"""Text in tool results that reads like an instruction to the model: listed for a person to look at, never proof.

A result is an observation. A page, a mail or a database field may still say "ignore all previous instructions",
and a model may obey it. What is found here is text of a form that such attacks have; a harmless text may have it
too (an article about them), and an attack may have another form. Nothing is changed or refused because of it.

A phrase is a literal start and a pattern for what has to follow, in which everything repeats at most a fixed number
of times: the time is linear in the text. Case is ignored for ASCII letters only, which is the same on every Python.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from trimscope.texts import graphemes
from trimscope.texts.matching_lines import ascii_lower
from trimscope.transcript import ToolResult, Transcript, loaded

SHOWN = 120
"""Characters of the line that a finding quotes: a line of a terminal, and enough to judge by."""

BEFORE = 40
"""Characters quoted in front of the words that were found, where the line is longer than what is shown: a third, so
that most of the room is for the words and what follows them."""

_WORD = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_")
_GAP = r"[ \t\r\n]{1,8}"
_OLD = rf"(?:(?:previous|prior|earlier|above|preceding|foregoing|former|original|system){_GAP})"
_ANY = rf"(?:(?:all|any|every|of|the|your|my|our|these|those|this|and|other|existing|safety){_GAP})"
_RULES = r"(?:instruction|rule|prompt|guideline|directive|polic(?:y|ies)|command|constraint|message|order)s?\b"
_HIDDEN = rf"(?:system|hidden|initial){_GAP}(?:prompt|instructions?|message)\b"
_USER = rf"(?:this{_GAP}to{_GAP})?(?:the{_GAP})?(?:user|human)\b"
_ZH_OLD = "(?:之前|以前|此前|先前|前面|上面|以上|上述|原有|原来|原來|所有|全部|一切|任何|系统|系統|你的|您的)"
_ZH_RULES = "(?:规则|規則|指令|指示|提示|约束|約束|限制|要求|命令|设定|設定|规定|規定|策略)"
_ZH_SOME = "[^\n。！？，；]{0,6}"


@dataclass(frozen=True, slots=True)
class Phrase:
    """One form of instruction: it begins with one of `starts` (lower case) and goes on as `rest` says."""

    kind: str
    starts: tuple[str, ...]
    rest: re.Pattern[str]


def _phrase(kind: str, starts: str, rest: str) -> Phrase:
    return Phrase(kind, tuple(starts.split("|")), re.compile(rest, re.ASCII))


PHRASES = (
    _phrase(
        "override",
        "ignore|disregard|forget|override|bypass|not follow|n't follow|n’t follow",
        rf"{_GAP}(?:{_ANY}{{0,4}}{_OLD}{{1,3}}{_ANY}{{0,2}}|(?:all|any|every|your){_GAP}{_ANY}{{0,3}}){_RULES}",
    ),
    _phrase(
        "override",
        "ignore|disregard|forget",
        rf"{_GAP}(?:everything|all|anything){_GAP}(?:above|before|you{_GAP}(?:were|have))\b",
    ),
    _phrase(
        "override",
        "忽略|无视|無視|忘记|忘記|忘掉|抛开|拋開|绕过|繞過|不要遵守|不要遵循|不必遵守|不要理会|不要理會",
        _ZH_SOME + _ZH_OLD + _ZH_SOME + _ZH_RULES,
    ),
    _phrase("role", "you are now", rf"{_GAP}(?:an?|in|the|my|going|no{_GAP}longer)\b"),
    _phrase("role", "from now on", rf",?{_GAP}you{_GAP}(?:are|will|must|should)\b"),
    Phrase(
        "role",
        ("<|im_start|>", "<|start_header_id|>", "<|system|>", "[inst]", "[/inst]", "<system>", "</system>"),
        re.compile(""),
    ),
    _phrase("role", "你现在是|你現在是|从现在起|从现在开始|從現在起|從現在開始", "[，,]?(?:你|您|请|請|一)"),
    _phrase(
        "reveal",
        "reveal|print|show|repeat|output|leak|disclose|display",
        rf"{_GAP}{_ANY}{{0,3}}{_HIDDEN}",
    ),
    _phrase(
        "reveal",
        "泄露|泄漏|洩漏|输出|輸出|显示|顯示|打印|复述|複述|告诉我|告訴我",
        _ZH_SOME + "(?:系统|系統|隐藏|隱藏)(?:提示|指令|消息|訊息)",
    ),
    _phrase(
        "conceal",
        "not|n't|n’t|never|without",
        rf"{_GAP}(?:tell|inform|notify|mention|ask|alert)(?:ing)?{_GAP}{_USER}",
    ),
    _phrase(
        "conceal", "不要|不得|切勿|无需|無需|别|別", "(?:告诉|告訴|告知|通知|提醒|询问|詢問|让)(?:用户|用戶|使用者)"
    ),
    _phrase("order", "new|updated|important|urgent", rf"{_GAP}(?:system{_GAP})?instructions?[ \t]{{0,3}}:"),
    _phrase(
        "order",
        "execute|follow|obey",
        rf"{_GAP}(?:the|these){_GAP}(?:(?:following|new){_GAP}){{1,2}}(?:instructions?|commands?)\b",
    ),
    _phrase(
        "order",
        "执行|執行|遵循|遵守|按照|服从|服從",
        "(?:以下|下面|下列|新)的?(?:新)?(?:指令|指示|命令|规则|規則)",
    ),
)
"""By kind: an order to break the rules, a new role or a forged mark of one, the system prompt asked for, something
kept from the user, an order of its own. The phrases are those of published prompt injections and of the third source
article's example, in English and Chinese (both scripts)."""

KINDS = tuple(dict.fromkeys(phrase.kind for phrase in PHRASES))


@dataclass(frozen=True, slots=True)
class Finding:
    """One place in a tool result. `message` is its index, `part` the position of the result among its parts."""

    message: int
    part: int
    kind: str
    """one of `KINDS`"""
    excerpt: str
    """the line it stands in, at most 120 characters around the words that were found"""


def instruction_like(transcript: Transcript, only: Collection[int] | None = None) -> tuple[Finding, ...]:
    """The places in tool results that read like instructions, in order; with `only`, in those messages alone.

    Never proof: see the module's words. Time is linear in the text of the results.
    """
    return tuple(
        Finding(message.index, position, kind, excerpt)
        for message in loaded(transcript).messages
        if only is None or message.index in only
        for position, part in enumerate(message.parts)
        if isinstance(part, ToolResult)
        for text in part.texts
        for kind, excerpt in scan(text.text)
    )


def scan(text: str) -> Iterator[tuple[str, str]]:
    """The places in one text, each as (kind, excerpt), left to right and without overlap."""
    lowered = ascii_lower(text)
    behind = 0
    for start, end, kind in sorted(_found(lowered)):
        if start >= behind:
            behind = end
            yield kind, _excerpt(text, start, end)


def _found(lowered: str) -> Iterator[tuple[int, int, str]]:
    """Each place as (start, end, kind), in no order."""
    for phrase in PHRASES:
        for opening in phrase.starts:
            at = lowered.find(opening)
            while at >= 0:
                found = None
                if not (at and _inside_a_word(lowered[at - 1], opening)):
                    found = phrase.rest.match(lowered, at + len(opening))
                if found is not None:
                    yield at, found.end(), phrase.kind
                at = lowered.find(opening, at + len(opening))


def _inside_a_word(before: str, opening: str) -> bool:
    """Whether a start stands in the middle of a word; `n't` always does."""
    return before in _WORD and opening[0] in _WORD and not opening.startswith(("n't", "n’t"))


def _excerpt(text: str, start: int, end: int) -> str:
    """The line around a place, cut to what is shown between grapheme clusters."""
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    line_end = len(text) if last < 0 else last
    if line_end - first > SHOWN:
        first = max(first, start - BEFORE)
        line_end = min(line_end, first + SHOWN)
    window = text[first:line_end]
    return window[: graphemes.cut(window, SHOWN)].strip(" \t\r\n")
