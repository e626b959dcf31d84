"""One record whose blocks hold results and content of its own, as one or two neutral messages.

Gemini and Bedrock put results into the user's records. Blocks that are no part of any message (cache points,
empty texts) go with the block before them, so that dropping both messages leaves nothing behind.
"""

from __future__ import annotations

from collections.abc import Sequence

from trimscope.transcript import Part, Pointer, Role, ToolResult

Piece = tuple[Role, tuple[Part, ...], tuple[Pointer, ...]]


def split(role: Role, record: Pointer, blocks: Sequence[tuple[Pointer, Sequence[Part]]]) -> list[Piece]:
    """The messages of a record, each with the nodes that are it. `blocks` are its content blocks in order, each
    with its pointer and the parts read from it; a block is all results or none."""
    parts = tuple(part for _, found in blocks for part in found)
    results = tuple(part for part in parts if isinstance(part, ToolResult))
    if role != "user" or not results:
        return [(role, parts, (record,))]
    own = tuple(part for part in parts if not isinstance(part, ToolResult))
    if not own:
        return [("tool", results, (record,))]
    kinds = [bool(found) and isinstance(found[0], ToolResult) for _, found in blocks]
    first = next(position for position, (_, found) in enumerate(blocks) if found)
    current = kinds[first]
    where: dict[bool, list[Pointer]] = {True: [], False: []}
    for position, (at, found) in enumerate(blocks):
        current = kinds[position] if found else current
        where[current].append(at)
    last_result = max(position for position, kind in enumerate(kinds) if kind)
    tool: Piece = ("tool", results, tuple(where[True]))
    user: Piece = ("user", own, tuple(where[False]))
    own_before = any(found and not kinds[position] for position, (_, found) in enumerate(blocks[:last_result]))
    # content before a result is a fault of the record: the order of the neutral messages must show it
    return [user, tool] if own_before else [tool, user]
