"""Edits address nodes of the source document; applying them copies only the containers on an edited path.

Because the document is edited and never rebuilt, unknown fields, ids and the order of keys survive by
themselves, and no edits means the very same object.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from trimscope.transcript import Pointer


@dataclass(frozen=True, slots=True)
class Drop:
    """Take the node at `at` away. A list that this leaves empty goes too, where the format says so."""

    at: Pointer


@dataclass(frozen=True, slots=True)
class Set:
    """Put `value` in place of the node at `at`."""

    at: Pointer
    value: Any


@dataclass(frozen=True, slots=True)
class Insert:
    """Put `value` into the list at `into`, before its element number `before` (of the document as loaded)."""

    into: Pointer
    before: int
    value: Any


@dataclass(frozen=True, slots=True)
class Moved:
    """Inside an inserted value: stands for the node at `at`, with whatever edits were made below it."""

    at: Pointer


Edit = Drop | Set | Insert


@dataclass(slots=True)
class _Node:
    """What happens at and below one pointer."""

    dropped: bool = False
    replaced: bool = False
    value: Any = None
    inserts: dict[int, list[Any]] = field(default_factory=dict)
    below: dict[str | int, _Node] = field(default_factory=dict)


_GONE = object()


def apply(document: Any, edits: Iterable[Edit], hollow: Callable[[Pointer], bool] = lambda at: False) -> Any:
    """Return the document with the edits made; the document itself when there are none.

    `hollow(pointer)` says whether a list that lost all its elements takes its parent with it (a record whose
    `content` is empty is refused by providers). Pointers refer to the document as it was loaded, so the order
    of the edits does not matter, but for several inserts at one place: those keep their order.
    """
    root = _Node()
    for edit in edits:
        node = _descend(root, edit.into if isinstance(edit, Insert) else edit.at)
        if isinstance(edit, Drop):
            node.dropped = True
        elif isinstance(edit, Set):
            node.replaced, node.value = True, edit.value
        else:
            node.inserts.setdefault(edit.before, []).append(edit.value)
    for node in _with_inserts(root):
        node.inserts = {
            before: [_filled(value, document, root, hollow) for value in values]
            for before, values in node.inserts.items()
        }
    return _apply(document, root, (), hollow)


def _with_inserts(node: _Node) -> list[_Node]:
    below = [found for child in node.below.values() for found in _with_inserts(child)]
    return [node, *below] if node.inserts else below


def _filled(value: Any, document: Any, root: _Node, hollow: Callable[[Pointer], bool]) -> Any:
    """The value with the edited nodes in place of what stands for them."""
    if isinstance(value, Moved):
        node, source = root, document
        for step in value.at:
            node, source = node.below[step], source[step]
        return _apply(source, replace(node, dropped=False), value.at, hollow)
    if isinstance(value, list):
        return [_filled(item, document, root, hollow) for item in value]
    if isinstance(value, dict):
        return {key: _filled(item, document, root, hollow) for key, item in value.items()}
    return value


def _descend(node: _Node, at: Pointer) -> _Node:
    for step in at:
        node = node.below.setdefault(step, _Node())
    return node


def _apply(value: Any, node: _Node, at: Pointer, hollow: Callable[[Pointer], bool]) -> Any:
    if node.dropped:
        return _GONE
    if node.replaced:
        return node.value
    if not node.below and not node.inserts:
        return value
    if isinstance(value, dict):
        changed: dict[str, Any] = {}
        for key, old in value.items():
            new = _apply(old, node.below[key], (*at, key), hollow) if key in node.below else old
            if new is _GONE and not node.below[key].dropped:
                return _GONE  # a list below was emptied, and this record with it
            if new is not _GONE:
                changed[key] = new
        return changed
    items: list[Any] = []
    for position, old in enumerate(value):
        items.extend(node.inserts.get(position, ()))
        new = _apply(old, node.below[position], (*at, position), hollow) if position in node.below else old
        if new is not _GONE:
            items.append(new)
    for position in sorted(position for position in node.inserts if position >= len(value)):
        items.extend(node.inserts[position])
    return _GONE if not items and value and hollow(at) else items
