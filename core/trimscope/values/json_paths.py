"""Paths into JSON values: which places of a result are meant, and a value with only those places left.

`hotels[*].id`: key `hotels`, every item of that list, key `id` of each. `[0]` is one item, `*` every key of an
object, `["a b"]` a key that is no plain word; a leading `$` stands for the whole value and may be left out.

>>> page = {"hotels": [{"id": "HT-001", "text": "long"}, {"id": "HT-002"}], "total": 2}
>>> values(page, parse("hotels[*].id"))
['HT-001', 'HT-002']
>>> kept(page, [parse("$.hotels[*].id")])
{'hotels': [{'id': 'HT-001'}, {'id': 'HT-002'}]}
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from trimscope.errors import LoadError, PolicyError
from trimscope.source import canonical, reading


class Every(Enum):
    """A step to all members at once."""

    ITEM = "[*]"
    KEY = "*"


Step = str | int | Every
"""A key, the number of an item from 0, or all items or keys."""

Path = tuple[Step, ...]
"""Steps from the whole value to the places that are meant; the empty path is the whole value."""

LONGEST_INDEX = 9
"""Digits of an item's number: no list that can be loaded has a billion items."""

_PLAIN = re.compile(r"[^.\[\]\"'*\x00-\x20]+")
"""A key that needs no quotes."""

_INDEX = re.compile(rf"\[([0-9]{{1,{LONGEST_INDEX}}})\]")
_QUOTED = re.compile(r"""\[("(?:[^"\\]|\\.)*"|'[^'\\]*')\]""", re.DOTALL)


def parse(path: str) -> Path:
    """The steps of a path as people write it. Raises PolicyError naming the path and what is wrong with it."""
    text = path.strip(" \t\r\n")
    if text == "$":
        return ()
    if not text:
        raise PolicyError("The empty path leads nowhere; '$' is the whole value.")
    at = 1 if text[0] == "$" and text[1:2] in (".", "[") else 0
    steps: list[Step] = []
    while at < len(text):
        step, at = _step(path, text, at, first=at == 0)
        steps.append(step)
    return tuple(steps)


def write(path: Path) -> str:
    """The path as text, such that `parse` gives the same steps."""
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        elif step is Every.ITEM:
            text += "[*]"
        elif isinstance(step, str) and not (_PLAIN.fullmatch(step) and not (step[0] == "$" and not text)):
            text += f"[{canonical.readable(step)}]"
        else:
            text += ("." if text else "") + (step if isinstance(step, str) else step.value)
    return text or "$"


def values(value: Any, path: Path) -> list[Any]:
    """The values a path leads to, in document order; none where it leads nowhere. Linear in what it passes."""
    found = [value]
    for step in path:
        below: list[Any] = []
        for each in found:
            below.extend(_members(each, step))
        found = below
    return found


def kept(value: Any, paths: Iterable[Path]) -> Any:
    """The value with only the places that some path leads to; everything on the way there stays as structure.

    Keys keep their order. Lists keep their positions: an item no path leads into stands as an empty object or
    list, or as null, and only items behind the last one meant go; so keeping twice is keeping once. Where a path
    goes on below a value that has nothing below it, null and the empty stay and any other leaf goes.
    Linear in the value for each path.
    """
    root = _Branch()
    for path in paths:
        branch = root
        for step in path:
            branch = branch.below.setdefault(step, _Branch())
        branch.whole = True
    return _kept(value, (root,))


@dataclass(slots=True)
class _Branch:
    """The paths with one beginning: whether it is one itself, and how they go on."""

    whole: bool = False
    below: dict[Step, _Branch] = field(default_factory=dict)


def _step(path: str, text: str, at: int, *, first: bool) -> tuple[Step, int]:
    """One step and where the next begins."""
    if text.startswith("[*]", at):
        return Every.ITEM, at + 3
    if index := _INDEX.match(text, at):
        return int(index[1]), index.end()
    if quoted := _QUOTED.match(text, at):
        return _unquoted(path, quoted[1]), quoted.end()
    if text[at] == "[":
        raise PolicyError(
            f"Path '{path[:120]}': after {at} characters stands no step; in brackets go [*], [0] or [\"a key\"]."
        )
    if not first:
        if text[at] != ".":
            raise PolicyError(f"Path '{path[:120]}': after {at} characters '.' or '[' is expected.")
        at += 1
    if text.startswith("*", at):
        return Every.KEY, at + 1
    plain = _PLAIN.match(text, at)
    if plain is None:
        raise PolicyError(
            f"Path '{path[:120]}': after {at} characters a key is expected; write an odd one as [\"a b\"]."
        )
    return plain[0], plain.end()


def _unquoted(path: str, quoted: str) -> str:
    if quoted[0] == "'":
        return quoted[1:-1]
    try:
        key = reading.parse(quoted)
    except LoadError:
        key = None
    if not isinstance(key, str):
        raise PolicyError(f"Path '{path[:120]}': {quoted[:80]} is no text in JSON's form.")
    return key


def _members(value: Any, step: Step) -> Sequence[Any]:
    """What a step leads to from one value."""
    if isinstance(value, dict):
        if isinstance(step, str):
            return (value[step],) if step in value else ()
        return tuple(value.values()) if step is Every.KEY else ()
    if isinstance(value, list):
        if isinstance(step, int):
            return value[step : step + 1]
        return value if step is Every.ITEM else ()
    return ()


def _kept(value: Any, branches: tuple[_Branch, ...]) -> Any:
    """The value with what the branches lead to; they all begin here."""
    if any(branch.whole for branch in branches):
        return value
    if isinstance(value, dict):
        return _object(value, branches)
    return _list(value, branches) if isinstance(value, list) else None


def _object(value: dict[str, Any], branches: tuple[_Branch, ...]) -> dict[str, Any]:
    left: dict[str, Any] = {}
    for key, item in value.items():
        onward = _onward(branches, key, Every.KEY)
        if onward and not (_is_leaf(item) and item is not None and not any(branch.whole for branch in onward)):
            left[key] = _kept(item, onward)
    return left


def _list(value: list[Any], branches: tuple[_Branch, ...]) -> list[Any]:
    every = any(Every.ITEM in branch.below for branch in branches)
    indexes = [step for branch in branches for step in branch.below if isinstance(step, int) and step < len(value)]
    end = len(value) if every else max(indexes, default=-1) + 1
    return [_kept(item, _onward(branches, index, Every.ITEM)) for index, item in enumerate(value[:end])]


def _onward(branches: tuple[_Branch, ...], step: Step, every: Every) -> tuple[_Branch, ...]:
    return tuple(branch.below[each] for branch in branches for each in (step, every) if each in branch.below)


def _is_leaf(value: Any) -> bool:
    return not isinstance(value, dict | list)
