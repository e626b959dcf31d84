"""Damage: what files become when they are cut, edited by hand, converted by a script, or made to hurt.

`damaged` takes the bytes of a good file and a seeded source of randomness; the same seed gives the same damage.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 3, 1.5, -0.0, 1e308, 2**63, 10**30, "", " ", "x", "null", "[]", "{}", "\x00", "\ud800",
    "\u2028", "a\nb", "é" * 300, "A" * 400, "tool", "user", "assistant", "system", "function", "text",
    [], {}, [[]], [None],
    [1, "a", {}], {"": 0}, {"type": "text"}, {"type": 3}, {"role": []}, {"text": {}}, {"content": [0]}, {"id": {}},
)  # fmt: skip
"""What may stand where something else was expected."""

TOKENS = (
    b"1e999",
    b"NaN",
    b"-Infinity",
    b"9" * 5000,
    b"0.1e-999",
    b"01",
    b"'",
    b"\\u12",
    b"\xff",
    b"\x00",
    b"\xed\xa0\x80",
)
TOKENS += (
    b"[" * 300,
    b'{"a":' * 150,
    b'"',
    b"\n",
    b",",
    b"}",
    b"]",
    b"\\",
    b"\xef\xbb\xbf",
    b"undefined",
    b"// note\n",
)
"""Pieces of text that are no JSON, or hardly."""

ENCODINGS = ("utf-16", "utf-16-le", "utf-32", "latin-1", "utf-8-sig", "cp1252", "shift_jis", "utf-7")


def read(source: bytes) -> tuple[Any, bool]:
    """The value of a good file, and whether it is JSON Lines."""
    try:
        return json.loads(source), False
    except ValueError:
        return [json.loads(line) for line in source.splitlines() if line.strip()], True


def damaged(source: bytes, others: list[Any], rng: Random) -> Any:
    """A damaged copy of a file, as bytes, as text or as a parsed value; `others` are values of other files."""
    value, lines = read(source)
    for _ in range(rng.choice((0, 1, 1, 1, 2, 2, 3, 6))):
        try:
            value = _change(value, others, rng)
        except RecursionError:  # deep enough
            break
    form = rng.random()
    if form < 0.05 and (found := places(value)):
        container, key = rng.choice(found)
        container[key] = rng.choice((float("nan"), float("inf"), (1, 2), {1: 2}, b"x", {"a"}, {None: 1}, object()))
    if form < 0.35:
        return value
    try:
        text = _written(value, lines and isinstance(value, list), rng)
    except (ValueError, RecursionError):  # a value that holds itself, or is too deep to be written
        return value
    if form < 0.5:
        return text
    data = text.encode("utf-8", "surrogatepass")
    for _ in range(rng.choice((0, 1, 1, 2))):
        data = _hurt(data, rng)
    return data if form < 0.97 else _encoded(text, rng)


def _written(value: Any, lines: bool, rng: Random) -> str:
    ascii_only = rng.random() < 0.5
    if lines and rng.random() < 0.9:
        return rng.choice(("\n", "\n", "\r\n", "\n\n")).join(
            json.dumps(line, ensure_ascii=ascii_only) for line in value
        )
    return json.dumps(value, ensure_ascii=ascii_only, indent=rng.choice((None, 1)))


def _encoded(text: str, rng: Random) -> bytes:
    return text.encode(rng.choice(ENCODINGS), "replace")


def _hurt(data: bytes, rng: Random) -> bytes:
    """One wound to the bytes: cut off, a piece lost, doubled, overwritten or put in."""
    if not data:
        return data
    at = rng.randrange(len(data))
    end = min(len(data), at + rng.choice((1, 1, 3, 40, 400)))
    kind = rng.randrange(6)
    if kind == 0:
        return data[:at]
    if kind == 1:
        return data[:at] + data[end:]
    if kind == 2:
        return data[:end] + data[at:]
    if kind == 3:
        return data[:at] + bytes(rng.randrange(256) for _ in range(end - at if end - at < 8 else 2)) + data[end:]
    if kind == 4:
        return data[at:]
    return data[:at] + rng.choice(TOKENS) + data[at:]


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every container with every key or position in it."""
    found: list[tuple[Any, Any]] = []
    stack = [value]
    while stack and len(found) < 5_000:
        node = stack.pop()
        keys = list(node) if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else ()
        for key in keys:
            found.append((node, key))
            if isinstance(node[key], dict | list):
                stack.append(node[key])
    return found


def _copy(value: Any) -> Any:
    return json.loads(json.dumps(value))


def _change(value: Any, others: list[Any], rng: Random) -> Any:
    """One change to a value: its copy, changed."""
    value = _copy(value)
    found = places(value)
    if not found or rng.random() < 0.03:
        return _instead(value, others, rng)
    container, key = rng.choice(found)
    kind = rng.randrange(8)
    if kind == 0:
        del container[key]
    elif kind == 1 and isinstance(container, list):
        container.insert(rng.randrange(len(container) + 1), _copy(container[key]))
    elif kind == 2 and isinstance(container, list):
        rng.shuffle(container)
    elif kind == 3 and isinstance(container, dict):
        named = rng.choice(
            [each for _, each in found if isinstance(each, str)] + ["", "role", "content", "\ud800", "é"]
        )
        container[named] = container.pop(key)
    elif kind == 4:
        other, place = rng.choice(found)
        container[key] = _copy(other[place])
    else:
        container[key] = _instead(container[key], others, rng)
    return value


def _instead(node: Any, others: list[Any], rng: Random) -> Any:
    """What stands in the place of a node: an odd value, a piece of another file, or the node in another shape."""
    kind = rng.randrange(8)
    if kind == 0 and isinstance(node, dict):
        return [*node.values()] if rng.random() < 0.5 else [[each, item] for each, item in node.items()]
    if kind == 0 and isinstance(node, list):
        return {str(number): item for number, item in enumerate(node)}
    if kind == 1:
        return json.dumps(node)
    if kind == 2:
        return [node] if rng.random() < 0.5 else {rng.choice(("content", "text", "type", "message", "data")): node}
    if kind == 3:
        deep, depth = node, rng.choice((3, 30, 198, 250, 3_000))
        for level in range(depth):
            deep = [deep] if level % 2 else {"content": deep}
        return deep
    if kind == 4:
        other = rng.choice(others)
        found = places(other)
        if found:
            container, key = rng.choice(found)
            return _copy(container[key])
    if kind == 5 and isinstance(node, str):
        return rng.choice((node[: len(node) // 2], node * 3, node + "\ud800", node.upper(), node[::-1]))
    return _copy(rng.choice(ODD))
