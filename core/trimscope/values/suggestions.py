"""A field whitelist learned from a run: what of each tool's JSON results was used, and what was only carried along.

The second source article asks of every field: does the next tool call or the final answer need it? Here the run
answers. A field stays when a value of it stood in the arguments of a later call, or in what the model later said to
the user, when its name is one of an id, or when a tool of the request has a parameter of that name. What no rule holds
may go. It is a suggestion: a field that this run did not use may matter in the next one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from trimscope import tokens
from trimscope.carried.outcomes import is_error
from trimscope.source import canonical
from trimscope.structure import rings
from trimscope.texts import stub
from trimscope.tokens import Profile
from trimscope.transcript import Message, ToolResult, Transcript, loaded
from trimscope.values import json_paths
from trimscope.values.json_paths import Every, Path
from trimscope.values.leaf_values import Holders, Wanted, as_value, leaves

MOST_FIELDS = 300
"""Fields listed of one tool: a result of more different ones is a table with names for keys, no record."""

MOST_USES = 20
"""Calls named for one field: enough to look them up; the first use decides already."""

MOST_KEYS = 2
"""Keys of an object from which on keys that are all ids count as one field: `*`."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a tool's results, whatever item or id it stands under."""

    path: str
    times: int
    """how often it stands there"""
    tokens: int
    """what all of them cost, name included"""
    used_by: tuple[int, ...]
    """indexes of the messages whose calls used a value of it, the first ones"""
    answered: bool
    """a later plain message of the model holds a value of it"""
    is_id: bool
    in_next_schema: bool

    @property
    def stays(self) -> bool:
        """Whether the suggestion keeps it."""
        return bool(self.used_by) or self.answered or self.is_id or self.in_next_schema


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What one tool's results are made of, in order of appearance, and what of it a whitelist could keep."""

    tool: str
    results: int
    """JSON results that were looked at; errors and what is no JSON are not"""
    fields: tuple[Field, ...]

    @property
    def whitelist(self) -> tuple[str, ...]:
        """Paths to keep; empty where nothing or everything would go, for then a whitelist is no help."""
        kept = tuple(each.path for each in self.fields if each.stays)
        return kept if len(kept) < len(self.fields) else ()

    @property
    def tokens(self) -> int:
        """Tokens of all fields."""
        return sum(each.tokens for each in self.fields)

    @property
    def saved(self) -> int:
        """Tokens of the fields that would go."""
        return sum(each.tokens for each in self.fields if not each.stays) if self.whitelist else 0


def suggest_whitelist(transcript: Transcript, profile: str = tokens.DEFAULT_PROFILE) -> tuple[Suggestion, ...]:
    """What could be kept of each tool's JSON results, tools in order of their first result. Linear in the text.

    Raises PolicyError for an unknown estimator profile.
    """
    wanted, uses = _arguments(loaded(transcript).messages)
    answers = _answers(transcript.messages)
    names = set(_parameters(transcript))
    pricing = tokens.profile_for(transcript, profile)
    found: dict[str, _Tool] = {}
    for index, tool, value in _results(transcript):
        mine = found.setdefault(tool, _Tool())
        mine.results += 1
        for path, leaf in _fields(value):
            if path not in mine.fields and len(mine.fields) == MOST_FIELDS:
                continue
            seen = mine.fields.setdefault(path, _Seen())
            seen.add(_name(path), leaf, pricing)
            text = leaf if isinstance(leaf, str) else as_value(leaf)
            if text is not None:
                users = (use for each in wanted.found_in(text) for use in _after(uses[each], index))
                seen.used.update(dict.fromkeys(users))
            own = as_value(leaf)
            seen.answered = seen.answered or (own is not None and answers.last(own) > index)
    return tuple(each.suggestion(tool, names) for tool, each in found.items())


def field_sizes(transcript: Transcript, tool: str, profile: str = tokens.DEFAULT_PROFILE) -> tuple[Field, ...]:
    """The fields of one tool's JSON results with their sizes, largest first."""
    found = (each.fields for each in suggest_whitelist(transcript, profile) if each.tool == tool)
    return tuple(sorted(next(found, ()), key=lambda each: -each.tokens))


def snippet(found: Iterable[Suggestion]) -> dict[str, dict[str, list[str]]]:
    """The suggestions as policy keys."""
    return {"field_whitelist": {each.tool: list(each.whitelist) for each in found if each.whitelist}}


@dataclass(slots=True)
class _Seen:
    times: int = 0
    tokens: int = 0
    used: dict[int, None] = field(default_factory=dict)
    answered: bool = False

    def add(self, name: str, leaf: Any, pricing: Profile) -> None:
        self.times += 1
        text = canonical.readable(leaf)
        self.tokens += pricing.text(f'"{name}": {text}' if name else text)


@dataclass(slots=True)
class _Tool:
    results: int = 0
    fields: dict[Path, _Seen] = field(default_factory=dict)

    def suggestion(self, tool: str, parameters: set[str]) -> Suggestion:
        return Suggestion(
            tool,
            self.results,
            tuple(
                Field(
                    json_paths.write(path),
                    seen.times,
                    seen.tokens,
                    tuple(sorted(seen.used))[:MOST_USES],
                    seen.answered,
                    stub.is_id_name(_name(path)),
                    _name(path) in parameters,
                )
                for path, seen in self.fields.items()
            ),
        )


def _results(transcript: Transcript) -> Iterator[tuple[int, str, Any]]:
    """Message index, tool and JSON value of every result that is JSON and no error."""
    for pair in rings.group(transcript).pairs:
        result = transcript.messages[pair.result].parts[pair.result_part]
        if isinstance(result, ToolResult):
            text = "".join(each.text for each in result.texts)
            value = None if stub.is_stub(text) or is_error(result, text) else stub.json_of(text)
            if value is not None:
                yield pair.result, pair.tool, value


def _fields(value: Any) -> Iterator[tuple[Path, Any]]:
    """Every leaf with its path, all items of a list under one path, and all keys of an object of ids."""
    stack: list[tuple[Path, Any]] = [((), value)]
    while stack:
        path, node = stack.pop()
        if isinstance(node, dict) and node:
            every = len(node) >= MOST_KEYS and all(_is_id(key) for key in node)
            stack.extend(((*path, Every.KEY if every else key), item) for key, item in reversed(node.items()))
        elif isinstance(node, list) and node:
            stack.extend(((*path, Every.ITEM), item) for item in reversed(node))
        else:
            yield path, node


def _is_id(key: str) -> bool:
    return (key.isascii() and key.isdigit()) or stub.ids_in(key) == [key]


def _name(path: Path) -> str:
    """The last key of a path, its items left aside; "" where there is none."""
    return next((step for step in reversed(path) if isinstance(step, str)), "")


def _arguments(messages: Iterable[Message]) -> tuple[Wanted, Mapping[str, list[int]]]:
    """The values of all calls' arguments, and for each the messages that use it, ascending."""
    wanted = Wanted()
    uses: dict[str, list[int]] = {}
    for message in messages:
        for call in message.calls:
            for leaf in leaves(stub.json_of(call.arguments)):
                value = as_value(leaf)
                if value is not None:
                    wanted.add(value)
                    uses.setdefault(value, []).append(message.index)
    return wanted, uses


def _after(indexes: list[int], index: int) -> list[int]:
    """The first few of ascending indexes that are behind one."""
    start = bisect_right(indexes, index)
    return indexes[start : start + MOST_USES]


def _answers(messages: Iterable[Message]) -> Holders:
    """What the model said to the user: its messages without calls."""
    return Holders([(m.index, m.text) for m in messages if m.role == "assistant" and not m.calls and m.text])


def _parameters(transcript: Transcript) -> Iterator[str]:
    """Names of the parameters of all tools of the request."""
    stack = [stub.json_of(tool.text) for tool in transcript.tools]
    while stack:
        node = stack.pop()
        if isinstance(node, dict):
            inner = node.get("properties")
            if isinstance(inner, dict):
                yield from inner
            stack.extend(node.values())
        elif isinstance(node, list):
            stack.extend(node)
