"""A summary from rules alone: what a person or a hook may start from, and what stands for the middle without either.

It holds the goal and what else a person typed (their own words, cut), effects by tool and id, ids, and counts. Never a
sentence out of a result: that is somebody else's text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from trimscope.occurrence import occurs
from trimscope.rings import group
from trimscope.summary import LISTS
from trimscope.summary_checks import entities
from trimscope.summary_effects import Act, unfinished
from trimscope.transcript import Message, Transcript

GOAL_CHARS = 300
"""Characters of the goal that are quoted: a task is told in a few sentences, and the goal itself is an anchor."""

WISH_CHARS = 200
"""Characters of each further thing a person typed."""

_WORDS = {
    "en": {
        "calls": "{tool}: {count} calls, {failed} failed",
        "ids": "ids: {ids}",
        "failed": "{act}: failed",
        "unknown": "{act}: outcome unknown, ask before repeating",
    },
    "zh": {
        "calls": "{tool}：调用 {count} 次，失败 {failed} 次",
        "ids": "标识：{ids}",
        "failed": "{act}：失败",
        "unknown": "{act}：结果未知，重复之前先询问",
    },
}


def draft(
    transcript: Transcript, messages: Sequence[Message], acts: Sequence[Act], goal: str, lang: str
) -> dict[str, Any]:
    """The fields of a summary of these messages; `acts` are the acts in them."""
    words = _WORDS[lang]
    value: dict[str, Any] = {"goal": _cut(goal, GOAL_CHARS), **{name: [] for name in LISTS}}
    value["done"] = list(dict.fromkeys(_label(act) for act in acts if act.outcome == "done"))
    for act in unfinished(acts):
        field = "open" if act.outcome == "failed" else "uncertain"
        value[field].append(words["failed" if act.outcome == "failed" else "unknown"].format(act=_label(act)))
    typed = (message.text for message in messages if message.role == "user" and not message.injected)
    value["constraints"] = [_cut(text, WISH_CHARS) for text in typed if text]
    value["facts"] = [
        words["calls"].format(tool=tool, count=count, failed=failed)
        for tool, (count, failed) in _counts(transcript, messages).items()
    ]
    value["sources"] = list(_counts(transcript, messages))
    said = "\n".join((value["goal"], *(item for name in LISTS for item in value[name])))
    ids = [each for each in entities(messages) if not occurs(each, said)]
    if ids:
        value["facts"].append(words["ids"].format(ids=", ".join(ids)))
    return value


def _counts(transcript: Transcript, messages: Sequence[Message]) -> Mapping[str, tuple[int, int]]:
    """Calls and failed calls by tool, in order of appearance."""
    counted: dict[str, tuple[int, int]] = {}
    for message in messages:
        for call in message.calls:
            calls, failed = counted.get(call.name, (0, 0))
            counted[call.name] = calls + 1, failed
    for pair in group(transcript, {message.index for message in messages}).pairs:
        result = transcript.messages[pair.result].parts[pair.result_part]
        if getattr(result, "is_error", False) and pair.tool in counted:
            calls, failed = counted[pair.tool]
            counted[pair.tool] = calls, failed + 1
    return counted


def _label(act: Act) -> str:
    return " ".join((act.tool, *act.marks))


def _cut(text: str, most: int) -> str:
    line = " ".join(text[: 4 * most].split())
    return line if len(line) <= most else line[: most - 1] + "…"
