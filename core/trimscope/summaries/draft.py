"""A summary from rules alone: what a person or a hook may start from, and what stands for the middle without either.

It holds the goal and what else a person typed (their own words, cut), effects by tool and id, ids, and counts. Never a
sentence out of a result: that is somebody else's text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from trimscope.carried.effects import section_of
from trimscope.carried.outcomes import is_error
from trimscope.errors import PolicyError
from trimscope.policies.policy import Policy
from trimscope.structure.anchors import is_typed
from trimscope.structure.rings import Pair, group
from trimscope.summaries.checks import entities
from trimscope.summaries.summary import LISTS, checksum_of, covers, version
from trimscope.summaries.told_effects import Act, acts_of, unfinished
from trimscope.transcript import Message, ToolResult, Transcript
from trimscope.values.occurrence import occurs

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


def draft_summary(transcript: Transcript, messages: Sequence[int], policy: Policy | None = None) -> dict[str, Any]:
    """A summary of the messages of these indexes, from rules: fields, range, version and checksum, ready to be edited
    and given as `summary.text`. `messages` may be a `range`, or what a plan says it would cover (`plan.summary`).

    `policy` gives the language and the classes of tools. Raises PolicyError for an index that is not there and for a
    range that cuts a tool ring.
    """
    policy = policy or Policy()
    indexes = sorted(dict.fromkeys(messages))
    if not indexes or not 0 <= indexes[0] <= indexes[-1] < len(transcript.messages):
        raise PolicyError(f"messages: choose indexes from 0 to {len(transcript.messages) - 1}, at least one.")
    chosen = set(indexes)
    rings = group(transcript)
    for each in rings.rounds:
        if not chosen.isdisjoint(each.messages) and not chosen.issuperset(each.messages):
            raise PolicyError(f"messages: the range cuts the tool ring of message {each.messages[0]}; take it whole.")
    acts = acts_of(transcript, section_of(policy), range(len(transcript.messages)), rings.pairs)
    inside = [act for index, act in acts if index in chosen]
    goal = next((message.text for message in transcript.messages if is_typed(message)), "")
    covered = [transcript.messages[index] for index in indexes]
    return {
        **draft(covered, inside, goal, policy.tombstone["lang"], rings.pairs),
        "covers": covers(None, indexes[0], indexes[-1], len(indexes)),
        "version": version(None),
        "checksum": checksum_of(transcript, indexes),
    }


def draft(
    messages: Sequence[Message], acts: Sequence[Act], goal: str, lang: str, pairs: Sequence[Pair]
) -> dict[str, Any]:
    """The fields of a summary of these messages; `acts` are the acts in them, `pairs` those of the transcript."""
    words, counted = _WORDS[lang], _counts(messages, pairs)
    value: dict[str, Any] = {"goal": _cut(goal, GOAL_CHARS), **{name: [] for name in LISTS}}
    value["done"] = list(dict.fromkeys(_label(act) for act in acts if act.outcome == "done"))
    for act in unfinished(acts):
        field = "open" if act.outcome == "failed" else "uncertain"
        value[field].append(words["failed" if act.outcome == "failed" else "unknown"].format(act=_label(act)))
    typed = (message.text for message in messages if message.role == "user" and not message.injected)
    value["constraints"] = [_cut(text, WISH_CHARS) for text in typed if text]
    value["facts"] = [
        words["calls"].format(tool=tool, count=count, failed=failed) for tool, (count, failed) in counted.items()
    ]
    value["sources"] = list(counted)
    said = "\n".join((value["goal"], *(item for name in LISTS for item in value[name])))
    ids = [each for each in entities(messages) if not occurs(each, said)]
    if ids:
        value["facts"].append(words["ids"].format(ids=", ".join(ids)))
    return value


def _counts(messages: Sequence[Message], pairs: Sequence[Pair]) -> Mapping[str, tuple[int, int]]:
    """Calls and failed calls by tool, in order of appearance."""
    by_index = {message.index: message for message in messages}
    counted: dict[str, tuple[int, int]] = {}
    for message in messages:
        for call in message.calls:
            counted[call.name] = counted.get(call.name, (0, 0))[0] + 1, 0
    for pair in pairs:
        result = by_index[pair.result].parts[pair.result_part] if pair.result in by_index else None
        if (
            isinstance(result, ToolResult)
            and pair.tool in counted
            and is_error(result, "".join(text.text for text in result.texts))
        ):
            calls, failed = counted[pair.tool]
            counted[pair.tool] = calls, failed + 1
    return counted


def _label(act: Act) -> str:
    return " ".join((act.tool, *act.marks))


def _cut(text: str, most: int) -> str:
    line = " ".join(text[: 4 * most].split())
    return line if len(line) <= most else line[: most - 1] + "…"
