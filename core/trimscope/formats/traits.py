"""What stands in a file's records, looked at once: the dialects that share OpenAI's shape ask about the same things.

Looking at every record again for each of them took as long as reading the file.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from trimscope.formats import shape
from trimscope.formats.source import Source


@dataclass(frozen=True, slots=True)
class Traits:
    """The sets are for asking only: their order means nothing."""

    chat: bool
    """every record is an object with a role that is text, and there is one at least"""
    roles: frozenset[Any]
    """of the objects among the records; None where one has none"""
    keys: frozenset[str]
    """of the records"""
    kinds: frozenset[str]
    """the `type` of the blocks in lists of content"""


NOTHING = Traits(False, frozenset(), frozenset(), frozenset())


def of(source: Source) -> Traits:
    """The traits of the file's first conversation, in the shape of a chat request (`shape.requests`)."""
    return source.once("traits", lambda: _of(source))


def _of(source: Source) -> Traits:
    found = shape.requests(source)
    return of_records(found[0].records) if found else NOTHING


def of_records(records: list[Any]) -> Traits:
    """The traits of some records."""
    roles: set[Any] = set()
    keys: set[str] = set()
    kinds: set[str] = set()
    chat = bool(records)
    for record in records:
        if not isinstance(record, dict):
            chat = False
            continue
        keys.update(record)
        role = record.get("role")
        if isinstance(role, str):
            roles.add(role)
        else:
            roles.add(None)
            chat = False
        content = record.get("content")
        if isinstance(content, list):
            for block in content:
                kind = block.get("type") if isinstance(block, dict) else None
                if isinstance(kind, str):
                    kinds.add(kind)
    return Traits(chat, frozenset(roles), frozenset(keys), frozenset(kinds))
