"""How far two requests begin alike: the part a provider's cache can serve.

>>> goal, old, new = Block("goal", 100), Block("call 1", 40), Block("call 2", 60)
>>> common_prefix([goal, old], [goal, old, new])
Prefix(blocks=2, tokens=140)
>>> common_prefix([goal, old], [goal, new])
Prefix(blocks=1, tokens=100)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

Kind = Literal["message", "anchor", "tombstone", "stub", "cleared", "cut", "summary", "memory", "ledger"]
"""What a block is: as it was loaded (`message`), never touched (`anchor`), inserted (tombstone, summary, memory,
ledger) or rewritten (stub, cleared, cut)."""


@dataclass(frozen=True, slots=True)
class Block:
    """One piece of a request, whole or not at all: a message, a tool definition, the system text.

    `hash` stands for the content: equal hashes, equal content. `tokens`: its estimate. `shape`: hash of the
    content with its digits left out, "" where nobody took it; two contents of one shape differ in numbers only.
    """

    hash: str | int | bytes
    tokens: int
    kind: Kind = "message"
    shape: str | int | bytes = ""


class Prefix(NamedTuple):
    """A common beginning: how many blocks, and the tokens in them."""

    blocks: int
    tokens: int


def common_prefix(before: Sequence[Block], after: Sequence[Block], known: int = 0) -> Prefix:
    """The longest common beginning of two requests, in blocks and in tokens of `after`.

    The first `known` blocks are taken as equal without looking. Only hashes are compared: a block whose kind
    alone differs (a goal that was the newest user message, and is not any more) is sent as the same text.
    """
    shorter = min(len(before), len(after))
    at = min(known, shorter)
    while at < shorter and before[at].hash == after[at].hash:
        at += 1
    return Prefix(at, sum(block.tokens for block in after[:at]))
