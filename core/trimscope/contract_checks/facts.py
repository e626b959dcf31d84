"""The points about facts: key entities, what a summary carries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from trimscope.contract_checks.check import Found
from trimscope.contract_checks.sent import Sent
from trimscope.errors import TrimscopeError
from trimscope.source import reading
from trimscope.structure.anchors import COMPACTIONS
from trimscope.summaries.summary import REQUIRED
from trimscope.texts.stub import LONGEST, SHORTEST, SMALLEST_NUMBER
from trimscope.transcript import Media, Message, ToolCall
from trimscope.values.occurrence import occurs

MOST_ENTITIES = 200
"""Key entities that are looked for, the newest: each costs one search through what is sent."""

SUMMARY_FIELDS = (*(name for name in REQUIRED if name != "goal"), "covers")
"""What the contract wants in a summary, as our notice names it: done, open, constraints, facts, and its range."""


def entities(sent: Sent) -> Found:
    """3. Key entities are kept as state or in a summary. A key entity is here a value that two or more model calls
    used as an argument; it is lost when what is sent names it nowhere."""
    users: dict[str, list[int]] = {}
    for message in sent.history:
        for value in dict.fromkeys(value for call in message.calls for value in values(call)):
            users.setdefault(value, []).append(message.index)
    key = {value: indexes for value, indexes in users.items() if len(indexes) > 1}
    if not key:
        return Found("undecidable", "no_key_entities")
    gone = [(value, at) for value, at in key.items() if not any(sent.stays(index) for index in at)]
    newest = sorted(gone, key=lambda item: -item[1][-1])[:MOST_ENTITIES]
    lost = [at[-1] for value, at in newest if not any(occurs(value, text) for text in sent.texts)]
    if lost:
        return Found("fail", "entities_lost", tuple(sorted(set(lost))), {"count": len(lost), "of": len(key)})
    if sent.notices("memory") or sent.notices("summary"):
        return Found("pass", "entities_carried", (), {"of": len(key)})
    return Found("undecidable", "entities_in_messages", (), {"of": len(key)})


def summary(sent: Sent) -> Found:
    """11. A summary says what is done, open, binding and known, and what it covers."""
    found = sent.notices("summary")
    lacking = {name for each in found for name in SUMMARY_FIELDS if name not in each.value}
    if lacking:
        return Found("fail", "summary_lacks", (), {"count": len(lacking)})
    if found:
        return Found("pass", "summary_complete", (), {"count": len(found)})
    sealed = tuple(m.index for m in sent.history if _is_sealed(m) and sent.stays(m.index))
    return Found("undecidable", "summary_sealed", sealed) if sealed else Found("pass", "no_summary")


def values(call: ToolCall) -> Iterator[str]:
    """The values a tool call used: leaves of its arguments, texts of 4 to 200 characters and numbers of 100 or more
    (up to the sign), as they are written."""
    try:
        arguments = reading.parse(call.arguments)
    except TrimscopeError:
        return
    yield from _leaves(arguments)


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _leaves(item)
    elif isinstance(value, str):
        if SHORTEST <= len(value) <= LONGEST:
            yield value
    elif isinstance(value, int | float) and not isinstance(value, bool) and abs(value) >= SMALLEST_NUMBER:
        yield repr(value)


def _is_sealed(message: Message) -> bool:
    """Whether a message holds a summary that only the provider can read."""
    return any(isinstance(part, Media) and part.kind in COMPACTIONS for part in message.parts)
