"""LiteLLM: `trim_messages`.

Read from litellm 1.110.2 (`utils.py`). System messages are merged to the front and cut in the middle where they alone
are too long. Trailing results are set aside, do not count, and come back at the end, also when their call went. The
others are taken newest first; the first that does not fit is cut to what room is left, 50/50 around "..", and the walk
goes on while more than three tokens are left. Nothing knows of pairing.

Sizes are of this page's estimator, so texts are cut at other places than by its tokenizer. A text of which no half is
left grows by the mark, there and here (`content[-0:]` is all of it). Not taken over: where the original catches an
exception of its own (content that is no string) and returns everything untrimmed, this cuts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from trimscope.strategies.blocks import is_system
from trimscope.strategies.declared import Strategy, both
from trimscope.strategies.kept import NOTHING, Kept, Rewritten
from trimscope.strategies.sizes import count_param
from trimscope.transcript import Message, Pointer, Text

if TYPE_CHECKING:
    from trimscope.planning.view import View

LEAST_ROOM = 3
"""Tokens: with no more than this left the original looks at no further message."""

ATTEMPTS = 10
"""How often the original cuts one text again before it gives up on fitting it."""

MARK = ".."
"""What stands in the hole of a cut text."""


def trim(view: View, params: Mapping[str, Any]) -> Kept:
    """Merge the system messages, set trailing results aside, take the others newest first, cut the one at the edge."""
    messages, tokens = list(view.messages), view.counts.messages
    tail = len(messages)
    while tail and messages[tail - 1].role == "tool":
        tail -= 1
    limit = params["max_tokens"]
    if sum(tokens[m.index] for m in messages[:tail]) < limit:
        return NOTHING
    system = [m for m in messages[:tail] if is_system(m)]
    dropped: dict[int, str] = {}
    rewritten: dict[int, Rewritten] = {}
    if system:
        limit = _merge(view, system, limit, dropped, rewritten)
        if limit == 0:  # only when it is exactly spent; otherwise the trailing results still come back
            return Kept({m.index: "outside_size" for m in messages if m is not system[0]}, rewritten)
    for message in reversed([m for m in messages[:tail] if not is_system(m)]):
        used, cut = tokens[message.index], None
        if limit > LEAST_ROOM and used > limit:
            cut, used = _fitted(view, message, limit)
        if limit <= LEAST_ROOM or used > limit:
            dropped[message.index] = "outside_size"
            continue
        limit -= used
        if cut is not None:
            rewritten[message.index] = cut
    return Kept(dict(sorted(dropped.items())), dict(sorted(rewritten.items())))


def _merge(
    view: View, system: Sequence[Message], limit: int, dropped: dict[int, str], rewritten: dict[int, Rewritten]
) -> int:
    """Put all system texts into the first one, cut to the limit; returns the tokens that are left."""
    first, pricing = system[0], view.counts.profile
    whole = "\n".join(m.text for m in system)
    text = _shortened(view, whole, limit, pricing.message)
    if text != first.text and _texts(first):
        texts: dict[Pointer, str | None] = {part.at: None for part in _texts(first)}
        texts[_texts(first)[0].at] = text
        rewritten[first.index] = Rewritten("merge" if text == whole else "truncate", "merged_system", texts)
    dropped |= {m.index: "merged_system" for m in system[1:]}
    return limit - pricing.message - pricing.text(text)


def _fitted(view: View, message: Message, limit: int) -> tuple[Rewritten | None, int]:
    """The message with its text cut so that it is at most `limit` tokens, and its tokens then. Several results in one
    message (the original has a message each) share the room by their size."""
    pieces = [piece for piece in (_texts(message), *(list(result.texts) for result in message.results)) if piece]
    used, pricing = view.counts.messages[message.index], view.counts.profile
    sizes = [sum(pricing.text(text.text) for text in piece) for piece in pieces]
    others = used - sum(sizes)
    if not sum(sizes):
        return None, used
    new: dict[Pointer, str | None] = {}
    after = others
    for piece, size in zip(pieces, sizes, strict=True):
        whole = "".join(text.text for text in piece)
        alone = len(pieces) == 1
        room = limit if alone else max(0, limit - others) * size // sum(sizes)
        short = _shortened(view, whole, room, others if alone else 0)
        new |= {text.at: None for text in piece}
        new[piece[0].at] = short
        after += pricing.text(short)
    return Rewritten("truncate", "cut_to_fit", new), after


def _shortened(view: View, text: str, limit: int, others: int) -> str:
    """Head and tail of a text, 50/50 around the mark, so that with `others` (tokens of the rest of its message) it is
    at most `limit` tokens where that can be: each time the text's share of the limit, as if all of it were text."""
    for _ in range(ATTEMPTS):
        tokens = others + view.counts.profile.text(text)
        if tokens <= limit:
            break
        half = max(0, len(text) * limit // tokens - 1) // 2
        text = text[:half] + MARK + text[-half:]  # as there: without a half to keep, all of it, and the mark
    return text


def _texts(message: Message) -> list[Text]:
    return [part for part in message.parts if isinstance(part, Text)]


STRATEGIES = (
    Strategy(
        "litellm_trim",
        both(
            "LiteLLM trim_messages: the newest messages that fit, the one at the edge cut in "
            "its middle. Trailing results "
            "always come back, whether their call is there or not; results without a call are the rule.",
            "LiteLLM trim_messages：保留放得下的最新消息，边缘那条从中间截断。末尾的结果总会放回，"
            "无论其调用还在不在；常出现没有调用的结果。",
        ),
        {
            "max_tokens": count_param(
                6144,
                "tokens of the messages (this page's estimate); 0.75 of 8,192 is 6,144",
                "消息的 token 数（本页估算）；8,192 的 0.75 即 6,144",
                0,
            )
        },
        trim,
    ),
)
