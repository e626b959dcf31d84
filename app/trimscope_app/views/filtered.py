"""What a whitelist took away of one JSON result: fields by path, with their sizes in characters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from trimscope.errors import LoadError
from trimscope.source import canonical, reading

SHOWN: Final = 40  # fields listed; a result of more is a table, and its largest are what matters

Path = tuple[str, ...]


def gone(stored: str, sent: str) -> list[tuple[str, int, int]]:
    """(path, how many values, characters) of the fields of a stored JSON text that are not in the sent one, the
    largest first; none where either is no JSON. Items of a list stand under one path."""
    try:
        before, after = reading.parse(stored), reading.parse(sent)
    except LoadError:
        return []
    kept = {path for path, _ in _leaves(after)}
    found: dict[Path, tuple[int, int]] = {}
    for path, value in _leaves(before):
        if path not in kept:
            times, chars = found.get(path, (0, 0))
            found[path] = times + 1, chars + len(canonical.readable(value))
    ordered = sorted(found.items(), key=lambda each: (-each[1][1], each[0]))
    return [(_name(path), times, chars) for path, (times, chars) in ordered[:SHOWN]]


def _leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    inner: Iterator[tuple[str, Any]] | None = None
    if isinstance(value, dict) and value:
        inner = iter(value.items())
    elif isinstance(value, list) and value:
        inner = (("[*]", item) for item in value)
    if inner is None:
        yield path, value
    else:
        for key, item in inner:
            yield from _leaves(item, (*path, key))


def _name(path: Path) -> str:
    return ".".join(path).replace(".[*]", "[*]")
