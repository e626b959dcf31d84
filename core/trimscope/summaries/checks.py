"""Is a summary true to what it covers? Each check has a code, passes or not, and names its evidence.

The third source article, 11.4: key entities of the original are in the summary; the executed effects are the same set,
the unfinished ones too; the range is contiguous and covers nothing twice; the sources can be traced back; and a summary
that claims an effect no successful result speaks for is refused. All of it is decided by names, ids and outcomes that
stand in the transcript. What a sentence means is not decided: a wrong fact without an id in it passes.

Key entities are the ids a person typed and those the agent handed to tools: what a later step has to name again. An id
that only stood in a result (one of a hundred search hits) may go with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from trimscope.errors import LoadError
from trimscope.source import reading
from trimscope.summaries.summary import LISTS, REQUIRED, Check, Given, words_of
from trimscope.summaries.told_effects import Told, claimed, misplaced, missing
from trimscope.texts import stub
from trimscope.texts.matching_lines import ascii_lower
from trimscope.transcript import Message
from trimscope.values.occurrence import occurs

MOST_EVIDENCE = 8
"""Pieces of evidence a check names: enough to see what is wrong, few enough to read."""

LONGEST_EVIDENCE = 80
"""Characters of one piece of evidence: a line."""


@dataclass(frozen=True)
class Original:
    """What a summary is held against."""

    covered: Sequence[Message]
    kept: Sequence[Message]
    """messages that are sent beside it: what they hold, it may name"""
    earlier: Mapping[str, Any] | None
    """the summary that it carries on"""
    told: Told
    actual: Mapping[str, Any]
    """covers, version and checksum as they are"""
    overlaps: bool
    """the covered messages begin with those that the earlier summary covers already"""


_NUMBER = re.compile(r"[0-9]{1,9}")
_PEOPLE = ("user", "system", "用户", "系统", "goal", "目标")


def check(value: Mapping[str, Any], given: Given, original: Original) -> tuple[Check, ...]:
    """All checks of a summary but its size, in a fixed order. `value` is what would be sent, `given` what was handed
    in. Time is linear in the covered text, times the number of ids the summary names."""
    items = {name: tuple(value.get(name, ())) for name in LISTS}
    own = {name: tuple(given.fields.get(name, ())) for name in LISTS}
    said = "\n".join((str(value.get("goal", "")), *(item for name in LISTS for item in items[name])))
    return (
        _fields(given),
        *_stated(given, original),
        _made("overlap", ["1"] if original.overlaps else []),
        _made("entities", (each for each in entities(original.covered) if not occurs(each, said))),
        _made("invented", _invented(value, own, original)),
        _made("effects_missing", missing(items, original.told)),
        _made("effects_claimed", claimed(own, original.told)),
        _made("unfinished", misplaced(items, own, original.told)),
        _made("sources", _untraced(own["sources"], original)),
    )


def entities(messages: Iterable[Message]) -> tuple[str, ...]:
    """Ids that a person typed in these messages or that were handed to a tool, in order of appearance."""
    found: dict[str, None] = {}
    for message in messages:
        if message.role == "user" and not message.injected:
            found.update(dict.fromkeys(map(str, stub.ids_in(message.text))))
        for call in message.calls:
            found.update(dict.fromkeys(map(str, stub.ids_in(_parsed(call.arguments)))))
    return tuple(found)


def _made(code: str, wrong: Iterable[str]) -> Check:
    found = tuple(dict.fromkeys(each[:LONGEST_EVIDENCE] for each in wrong))
    return Check(code, not found, found[:MOST_EVIDENCE])


def _fields(given: Given) -> Check:
    missing = [name for name in REQUIRED if name not in given.fields]
    empty = ["goal"] if given.fields.get("goal") == "" else []
    return _made("fields", (*missing, *empty, *given.unread))


def _stated(given: Given, original: Original) -> Iterator[Check]:
    """What the summary says of itself against what is: a text made for another range is no summary of this one."""
    stated, actual = given.stated.get("covers"), original.actual["covers"]
    wrong = stated is not None and (
        not isinstance(stated, Mapping) or any(stated.get(key, actual[key]) != actual[key] for key in actual)
    )
    yield _made("range", [f"{actual['first']}-{actual['last']}"] if wrong else [])
    for key in ("version", "checksum"):
        other = key in given.stated and given.stated[key] != original.actual[key]
        yield _made(key, [str(original.actual[key])] if other else [])


def _invented(value: Mapping[str, Any], own: Mapping[str, Sequence[str]], original: Original) -> Iterator[str]:
    """Ids that stand nowhere in the original."""
    texts = (str(value.get("goal", "")), *(item for name in LISTS if name != "sources" for item in own[name]))
    named = dict.fromkeys(str(each) for text in texts for each in stub.ids_in(text))
    if named:
        source = "\n".join((*map(words_of, (*original.covered, *original.kept)), *original.told.tools))
        source += str(original.earlier or "")
        yield from (each for each in named if not occurs(each, source))


def _untraced(sources: Sequence[str], original: Original) -> Iterator[str]:
    """Sources that name no tool, call, person or message of what is covered."""
    numbers = {message.index for message in original.covered}
    calls = {call.name for message in original.covered for call in message.calls}
    for source in sources:
        lower = ascii_lower(source)
        by_number = any(int(number) in numbers for number in _NUMBER.findall(source))
        if by_number or any(word in lower for word in _PEOPLE) or any(occurs(name, source) for name in calls):
            continue
        stem = re.split(r"[_.\- ]", lower, maxsplit=1)[0]
        if not any(stem and stem in ascii_lower(name) for name in calls) and not _stands_in(source, original):
            yield source


def _stands_in(source: str, original: Original) -> bool:
    return any(occurs(source, words_of(message)) for message in (*original.covered, *original.kept))


def _parsed(arguments: str) -> Any:
    try:
        return reading.parse(arguments)
    except LoadError:
        return arguments
