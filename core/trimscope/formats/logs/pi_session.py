"""Session files of the pi coding agent: JSON Lines, in newer versions a tree (`id`, `parentId`).

A compaction names the first entry it kept. Here its summary stands before that entry, as the model reads it; so
the kept messages are told once, behind the summary.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.formats.logs import entries
from trimscope.formats.logs.pi_messages import Records, dialect_of
from trimscope.formats.source import Conversation, Source, made
from trimscope.transcript import Pointer

NAME = "pi-session-jsonl"
TOLERANT = True

Line = tuple[Pointer, dict[str, Any]]


def detect(source: Source) -> str | None:
    """Why this is a pi session, or None."""
    kinds = set()
    for _, line in entries.objects(source):
        message = line.get("message")
        if line.get("type") == "session" and isinstance(line.get("id"), str):
            kinds.add("session")
        elif line.get("type") == "message" and isinstance(message, dict) and isinstance(message.get("role"), str):
            kinds.add("message")
        if len(kinds) == 2:
            return "lines of type 'session' and 'message'"
    return None


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The branch that the session ended on, then every other branch."""
    lines = list(entries.objects(source))
    found = [_made(name, branch) for name, branch in _branches(lines)]
    return tuple(each for each in found if each)


def _branches(lines: list[Line]) -> list[tuple[str, list[Line]]]:
    """The paths of the tree from its leaves, the last leaf first; the file as it is where it holds no tree."""
    nodes = {line["id"]: (at, line) for at, line in lines if "parentId" in line and isinstance(line.get("id"), str)}
    if not nodes:
        return [("0", lines)]
    parents = {str(line["parentId"]) for _, line in nodes.values()}
    leaves = [identity for identity in nodes if identity not in parents][-entries.BRANCHES :]
    branches = [(leaf, _path(nodes, leaf)) for leaf in reversed(leaves)]
    return [(leaf, path) for leaf, path in branches if any(line.get("type") == "message" for _, line in path)]


def _path(nodes: Mapping[str, Line], leaf: str) -> list[Line]:
    path: list[Line] = []
    seen: set[str] = set()
    at: Any = leaf
    while isinstance(at, str) and at in nodes and at not in seen:
        seen.add(at)
        path.append(nodes[at])
        at = nodes[at][1]["parentId"]
    return path[::-1]


def _made(name: str, branch: list[Line]) -> Conversation | None:
    answers = [line["message"] for _, line in branch if _role(line) == "assistant"]
    dialect = dialect_of(answers[-1] if answers else None)
    summaries = _summaries(branch)
    built = Records(dialect)
    title = ""
    for position, (at, line) in enumerate(branch):
        for place, summary in summaries.get(position, ()):
            built.say(place, summary, injected=True, epoch=True)
        if line.get("type") == "message" and isinstance(line.get("message"), dict):
            built.take((*at, "message"), line["message"])
            if not title and _role(line) == "user":
                title = entries.title_of(entries.text_of(line["message"].get("content")))
        elif line.get("type") == "branch_summary":
            built.say(at, line.get("summary"), injected=True)
        elif line.get("type") == "custom_message":
            built.say(at, entries.text_of(line.get("content")), injected=True)
    if not built.records:
        return None
    request = {"model": answers[-1].get("model") if answers else None, "messages": built.records}
    notes = (_empty_note(built.empty),) if built.empty else ()
    return made(dialect, name, request, built.marks, title=title or name, notes=notes)


def _summaries(branch: list[Line]) -> dict[int, list[tuple[Pointer, str]]]:
    """Summaries by the position of the entry they stand before: the first one kept, else their own."""
    by_id = {str(line.get("id")): position for position, (_, line) in enumerate(branch)}
    by_number = {at[0]: position for position, (at, _) in enumerate(branch) if at}
    found: dict[int, list[tuple[Pointer, str]]] = {}
    for position, (at, line) in enumerate(branch):
        if line.get("type") != "compaction" or not isinstance(line.get("summary"), str):
            continue
        kept = by_id.get(str(line["firstKeptEntryId"])) if line.get("firstKeptEntryId") else None
        if kept is None and isinstance(line.get("firstKeptEntryIndex"), int):
            kept = by_number.get(line["firstKeptEntryIndex"])
        found.setdefault(position if kept is None else min(kept, position), []).append((at, line["summary"]))
    return found


def _role(line: Mapping[str, Any]) -> str | None:
    message = line.get("message")
    role = message.get("role") if line.get("type") == "message" and isinstance(message, dict) else None
    return role if isinstance(role, str) else None


def _empty_note(count: int) -> dict[str, str]:
    return {
        "en": f"{count} assistant message(s) without any content, aborted at once, were left out.",
        "zh": f"已略过 {count} 条没有任何内容的 assistant 消息（一开始就被中止）。",
    }
