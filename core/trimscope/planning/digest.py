"""Digests that are equal wherever the same plan is computed: SHA-256 over canonical JSON, integers and codes only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from trimscope.budgets.window import Window
from trimscope.planning.decision import GONE, Decision
from trimscope.planning.placing import Written
from trimscope.planning.view import Change
from trimscope.policies.policy import Policy
from trimscope.source import canonical
from trimscope.source.edits import Drop
from trimscope.tokens import Counts
from trimscope.transcript import Media, Message, Pointer, Text, Thinking, ToolCall, ToolResult, Transcript


def of_plan(
    policy: Policy, profile: str, window: Window, decisions: Iterable[Decision], moment: Mapping[str, int | str]
) -> str:
    """Hex SHA-256 over policy, profile with version, window, decisions, and what of the `moment` (tokens spent,
    retries, what a hook summarised) is not 0."""
    return canonical.sha256(
        {
            "policy": policy.integral(),
            "profile": profile,
            "window": [window.limit, window.reserve, window.margin, window.budget],
            "decisions": [[d.message, d.at, d.action, d.reason, d.before, d.after] for d in decisions],
        }
        | {name: number for name, number in moment.items() if number}
    )


def of_messages(
    transcript: Transcript,
    counts: Counts,
    decisions: Iterable[Decision],
    changes: Mapping[int, Change],
    written: Iterable[Written],
) -> str:
    """Hex SHA-256 over the messages that would be sent, each entering as its own SHA-256."""
    hashes = counts.remembered("hashes", (), lambda: tuple(of_message(m) for m in transcript.messages))
    ours: dict[tuple[bool, int], list[Written]] = {}
    for each in written:
        ours.setdefault((each.inserted, each.at), []).append(each)
    sent: list[Any] = []
    for decision in decisions:
        if decision.action in GONE:
            continue
        if decision.message is None:
            here = ours.get((True, decision.at or 0), ())
            texts = [each.text for each in here if each.reason == decision.reason]
            sent.append([decision.action, decision.reason, texts])
        elif decision.action == "merge" and (False, decision.message) in ours:
            texts = [each.text for each in ours[False, decision.message]]
            sent.append([hashes[decision.message], texts])
        elif decision.message in changes and changes[decision.message].texts:
            message = transcript.messages[decision.message]
            sent.append(of_message(message, changes[decision.message].texts))
        elif decision.action == "filter":
            gone = [list(edit.at) for edit in changes[decision.message].edits if isinstance(edit, Drop)]
            sent.append([hashes[decision.message], decision.action, decision.reason, gone])
        elif decision.message in changes:
            sent.append([hashes[decision.message], decision.action, decision.reason])
        else:
            sent.append(hashes[decision.message])
    return canonical.sha256(sent)


def of_message(message: Message, texts: Mapping[Pointer, str | None] | None = None) -> str:
    """Hex SHA-256 of one neutral message, with some of its texts replaced."""
    new = texts or {}
    parts = [_part(part, new) for part in message.parts]
    return canonical.sha256([message.role, [part for part in parts if part is not None]])


def _part(part: Any, new: Mapping[Pointer, str | None]) -> Any:
    if isinstance(part, Text):
        text = new.get(part.at, part.text)
        return None if text is None else ["text", text]
    if isinstance(part, Thinking):
        return ["thinking", part.text]
    if isinstance(part, ToolCall):
        return ["call", part.id, part.name, part.arguments]
    if isinstance(part, ToolResult):
        texts = [new.get(text.at, text.text) for text in part.texts]
        kept = [text for text in texts if text is not None]
        return ["result", part.call_id, kept, [_part(media, new) for media in part.media], part.is_error]
    assert isinstance(part, Media)
    return ["media", part.kind, part.size]
