"""Claude Code's session files: JSON Lines in the order of the file, sub-agents as conversations of their own.

The tree of `parentUuid` is not walked from leaf to root: parallel calls fork it, so that walk loses results. It
only tells which sub-agent a line belongs to, and where a person went back and typed something else.
Forks of the tool that write the same lines (iFlow) are read here as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from trimscope.formats.logs import claude_blocks, claude_notes, entries
from trimscope.formats.logs.claude_turns import Turns, is_typed
from trimscope.formats.source import Conversation, Source, made
from trimscope.transcript import Pointer

NAME = "claude-code-jsonl"
TOLERANT = True

BOUNDARIES = ("compact_boundary", "microcompact_boundary")
Line = tuple[Pointer, dict[str, Any]]
Key = tuple[str, str]
"""Which conversation a line belongs to: "main" and the session, or "side" and the sub-agent."""


def detect(source: Source) -> str | None:
    """Why this is a session file, or None."""
    found = any(_is_entry(line) for _, line in entries.objects(source))
    return "lines with 'uuid', 'sessionId' and 'message'" if found else None


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The sessions of the file, then what was abandoned by going back, then the sub-agents."""
    return from_lines(entries.objects(source))


def from_lines(lines: Iterable[Line]) -> tuple[Conversation, ...]:
    """The conversations in some lines, each line with its pointer in the file."""
    main: list[Conversation] = []
    rewound: list[Conversation] = []
    side: list[Conversation] = []
    for (kind, name), chain in _chains(lines).items():
        if kind == "side":
            side += _made(name or f"sub-agent-{len(side) + 1}", chain)
            continue
        active, abandoned = _without_rewound(chain)
        main += _made(name or "main", active)
        for each in abandoned:
            rewound += _made(f"{name or 'main'}-rewound-{len(rewound) + 1}", each)
    return (*main, *rewound, *side)


def _is_entry(line: Mapping[str, Any]) -> bool:
    message = line.get("message")
    return (
        line.get("type") in ("user", "assistant")
        and "uuid" in line
        and ("sessionId" in line or "parentUuid" in line)
        and isinstance(message, dict)
        and "content" in message
        and "parts" not in message
    )


def _chains(lines: Iterable[Line]) -> dict[Key, list[Line]]:
    """The lines that say something, by conversation, in the order of the file."""
    chains: dict[Key, list[Line]] = {}
    owner: dict[str, Key] = {}
    latest: Key | None = None
    for entry in lines:
        line = entry[1]
        parent = owner.get(str(line.get("parentUuid")))
        if line.get("isSidechain") is True:
            key = latest = _side(line, parent, latest, len(owner))
        else:
            key = parent if parent and parent[0] == "main" else ("main", str(line.get("sessionId") or ""))
        uuid, kind = line.get("uuid"), line.get("type")
        if isinstance(uuid, str):
            owner[uuid] = key
        if kind in ("user", "assistant") or (kind == "system" and line.get("subtype") in BOUNDARIES):
            chains.setdefault(key, []).append(entry)
    return chains


def _side(line: Mapping[str, Any], parent: Key | None, latest: Key | None, seen: int) -> Key:
    """The sub-agent of a line: named, or that of its parent, or a new one where the chain begins."""
    if isinstance(line.get("agentId"), str):
        return "side", line["agentId"]
    if parent and parent[0] == "side":
        return parent
    if line.get("parentUuid") is not None and latest:
        return latest
    return "side", str(line.get("uuid") or seen)


def _without_rewound(chain: list[Line]) -> tuple[list[Line], list[list[Line]]]:
    """The chain as it stands at its end, and each chain that was left when a person went back.

    They went back where two lines that a person typed have one parent: what came of the first one is abandoned.
    """
    active: list[Line] = []
    abandoned: list[list[Line]] = []
    typed: dict[str, str] = {}
    for entry in chain:
        line = entry[1]
        if is_typed(line):
            parent, uuid = line.get("parentUuid"), line.get("uuid")
            if isinstance(parent, str) and isinstance(uuid, str):
                earlier = typed.get(parent)
                if earlier and earlier != uuid:
                    kept = _without_descendants(active, earlier)
                    abandoned = [*abandoned[1 - entries.BRANCHES :], active]
                    active = kept
                typed[parent] = uuid
        active.append(entry)
    return active, abandoned


def _without_descendants(lines: list[Line], root: str) -> list[Line]:
    gone = {root}
    kept: list[Line] = []
    for at, line in lines:
        if line.get("uuid") == root or str(line.get("parentUuid")) in gone:
            gone.add(str(line.get("uuid")))
        else:
            kept.append((at, line))
    return kept


def _made(name: str, chain: list[Line]) -> list[Conversation]:
    """The conversation in a chain of lines; none where no line says anything."""
    turns = Turns()
    for at, line in chain:
        turns.take(at, line)
    if not turns.records:
        return []
    typed = next((line for _, line in chain if is_typed(line)), None)
    title = entries.title_of("\n".join(claude_blocks.texts_of(claude_blocks.content_of(typed)))) if typed else ""
    request = {"model": turns.model, "messages": turns.records}
    notes = claude_notes.notes_on(turns)
    return [made("anthropic-messages", name, request, turns.marks, title=title or name, notes=notes)]
