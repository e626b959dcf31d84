"""The memory block: what a run has found out so far, collected by rules from calls and results (second source article).

    {"goal": "book a suite in Xi'an", "hotel_ids": ["HT-001", "HT-002"], "rejected_trials": [], "booked_record": null}

Goal, ids by rule (a newer result of the tool replaces them: yesterday's city must not haunt today's booking), calls
that were refused, and the final record. Values only, never prose from results. A block belongs to one transcript:
nothing is kept anywhere else, and a run that was broken off goes on from what it saved (`memory.saved`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from trimscope.carried.effects import arguments_of, said
from trimscope.carried.memory_form import GOAL, IDS, RECENT, SOURCE, TRIALS, fitted, from_mapping, sound
from trimscope.carried.memory_goal import goal_of, place_of
from trimscope.carried.memory_marks import Answered, answered, known, newest
from trimscope.carried.memory_sources import CLAIMED, MISSING, READ, SAID, SOURCES, begun, source, told
from trimscope.carried.memory_sources import found as noted
from trimscope.carried.outcomes import DONE, FAILED, of_results, outcome
from trimscope.carried.rejections import trial
from trimscope.carried.tool_classes import class_of
from trimscope.carried.tool_names import matches_any, words_of
from trimscope.errors import LoadError, PolicyError
from trimscope.policies.sections import memory as memory_section
from trimscope.source import canonical, reading
from trimscope.structure import rings as grouping
from trimscope.structure.rings import Pair
from trimscope.texts import stub
from trimscope.transcript import Transcript, loaded
from trimscope.values import json_paths
from trimscope.values.short_values import LONGEST_VALUE, is_short, short_values, without_secrets

MOST_IDS = 20
"""Ids of one field: a page of search results; more would be a second copy of the result (as in stubs)."""

MOST_TOOLS = 8
"""Tools whose ids are carried without rules, the newest ones: the sources of the next step."""

ARGUMENTS = "args"
"""First step of a path that leads into the call's arguments."""


def remember(
    transcript: Transcript, section: Mapping[str, Any] | None = None, call: int | None = None
) -> dict[str, Any]:
    """What the memory block holds before model call `call` (from 1; None: the next one after the last message).

    `section` is a policy's `memory` (default: every key at its default). Raises PolicyError for a call that is not
    there and for a saved memory of another form. Linear in the text of the results it reads.
    """
    section = memory_section().check("memory", True) if section is None else section
    indexes = loaded(transcript).call_indexes
    if call is not None and not 1 <= call <= len(indexes) + 1:
        raise PolicyError(f"call: {call} is not there; the run has {len(indexes)} model calls, and the next one.")
    end = len(transcript.messages) if call is None or call > len(indexes) else indexes[call - 1]
    start = max((epoch for epoch in transcript.epochs if epoch < end), default=0)
    return collect(transcript, section, range(start, end), None)


def collect(
    transcript: Transcript,
    section: Mapping[str, Any],
    history: Sequence[int],
    earlier: Mapping[str, Any] | None,
    pairs: Sequence[Pair] | None = None,
    classes: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The block for the messages of a history; `earlier` is one that a request holds already: it is gone on from.

    `pairs` are the history's, `classes` is the ledger section that tells which tools only read (default: its defaults).
    """
    only = set(history)
    pairs = grouping.group(transcript, only).pairs if pairs is None else pairs
    base = from_mapping(section["saved"], "memory.saved") if earlier is None else sound(earlier)
    value = _empty(section) | {name: item for name, item in base.items() if name != RECENT}
    fields = [field for _, fields in _rules(section) for field in fields]
    value |= begun(fields, base)
    if section["goal"]:
        value[GOAL] = base.get(GOAL) or (section["saved"] or {}).get(GOAL) or goal_of(transcript, history)
        place = place_of(transcript, history)
        if not base and place >= 0 and transcript.times:  # that a person said it, the field's name says
            value[SOURCES][GOAL] = source(transcript, place, SAID)
    calls = answered(transcript, pairs, only)
    marks = [each.mark for each in calls]
    recent = base.get(RECENT)
    names = () if section["ids"] else dict.fromkeys(each.call.name for each in calls)
    readers = {name for name in names if class_of(name, classes) == "query"}  # a name once: the patterns are many
    for each in calls[known(marks, recent) :]:
        read = source(transcript, each.told, READ, each.call)
        _learn(value, section, each, read, source(transcript, each.asked, CLAIMED, each.call))
        if each.call.name in readers:
            _learn_ids(value, each, read)
    value[RECENT] = newest(marks) or recent
    value = told(value, (GOAL, *fields, *map(_ids_of, value.get(IDS) or ())))
    return fitted(value if value[RECENT] else {name: value[name] for name in value if name != RECENT}, section)


def to_json(value: Mapping[str, Any]) -> str:
    """A memory as JSON text, to be saved when a run is broken off."""
    return canonical.readable(value)


def from_json(text: str) -> dict[str, Any]:
    """A saved memory, for `memory.saved`. Raises PolicyError for a text that is no memory of this form."""
    try:
        value = reading.parse(text)
    except LoadError as error:
        raise PolicyError(f"A saved memory is JSON text: {error}") from None
    return from_mapping(value, "saved memory")


def is_empty(value: Mapping[str, Any]) -> bool:
    """Whether a block says nothing yet."""
    return not any(item for name, item in value.items() if name not in (RECENT, MISSING, SOURCES))


def _rules(section: Mapping[str, Any]) -> list[tuple[str, Mapping[str, str]]]:
    """The rules of ids and of the record: tool, and its fields."""
    return [*section["ids"].items(), *section["record"].items()]


def _empty(section: Mapping[str, Any]) -> dict[str, Any]:
    """The block of a run that has found nothing yet, its fields in the order of the article."""
    value: dict[str, Any] = {GOAL: ""} if section["goal"] else {}
    if section["ids"]:
        value |= {field: [] for fields in section["ids"].values() for field in fields}
    else:
        value[IDS] = {}
    value[TRIALS] = []
    return value | {field: None for fields in section["record"].values() for field in fields}


def read_up_to(
    transcript: Transcript, value: Mapping[str, Any], only: Collection[int], pairs: Sequence[Pair]
) -> dict[str, Any]:
    """The block, saying up to which call it has read in terms of the messages `only` that are sent: it has read all of
    those, and what comes later is new."""
    recent = newest([each.mark for each in answered(transcript, pairs, only)])
    others = {name: item for name, item in value.items() if name != RECENT}
    return others if recent is None or RECENT not in value else others | {RECENT: recent}


def _learn(
    value: dict[str, Any],
    section: Mapping[str, Any],
    each: Answered,
    read: Mapping[str, Any],
    claimed: Mapping[str, Any],
) -> None:
    """Take over what one call and its results say; `read` and `claimed` are where results and arguments stand."""
    call = each.call
    texts = [said(result, call.name) for result in each.results]
    went = of_results(list(zip(each.results, texts, strict=True)), words_of(call.name))
    given = arguments_of(call)
    tool, shown = call.name[:LONGEST_VALUE], short_values(given)
    if went == FAILED and is_short(tool) and matches_any(section["rejected"], call.name):
        new = trial(tool, shown, texts[-1])
        others = [old for old in value[TRIALS] if {name: old[name] for name in old if name != SOURCE} != new]
        value[TRIALS] = [*others, {**new, SOURCE: {name: read[name] for name in read if name != "tool"}}]
    if went != DONE or stub.is_stub(texts[-1]):
        return
    value[TRIALS] = [old for old in value[TRIALS] if (old["tool"], old.get("args", {})) != (tool, shown)]
    answer = stub.json_of(texts[-1])
    for field, path in section["ids"].get(call.name, {}).items():
        found = _at(path, answer, given)
        if found is not None:
            value[field] = [item for item in found if is_short(item)][:MOST_IDS]
            noted(value, field, claimed if _is_claimed(path) else read)
    for field, path in section["record"].get(call.name, {}).items():
        found = _at(path, answer, given)
        if found is not None:
            value[field] = _record(found)
            noted(value, field, claimed if _is_claimed(path) else read)


def _learn_ids(value: dict[str, Any], each: Answered, read: Mapping[str, Any]) -> None:
    """Without rules: the ids in the newest result of a tool that reads, under fields named like ids."""
    name, result = each.call.name, each.results[-1]
    text, tool = said(result, name), name[:LONGEST_VALUE]
    answer = None if stub.is_stub(text) else stub.json_of(text)
    if answer is None or not is_short(tool) or outcome(text, result.is_error, words_of(name)) != DONE:
        return
    ids = [item for item in stub.named_ids(without_secrets(answer)) if is_short(item)][:MOST_IDS]
    others = {name: item for name, item in value[IDS].items() if name != tool}
    value[IDS] = dict(list((others | ({tool: ids} if ids else {})).items())[-MOST_TOOLS:])
    value[SOURCES] = {**value[SOURCES], _ids_of(tool): dict(read)}


def _ids_of(tool: str) -> str:
    """The name under which the source of a tool's ids stands."""
    return f"{IDS}.{tool}"


def _is_claimed(path: str) -> bool:
    """Whether a path leads into the call's arguments: what it finds there the model has said, and no tool."""
    steps = json_paths.parse(path)
    return steps[:1] == (ARGUMENTS,) and len(steps) > 1


def _at(path: str, answer: Any, given: Mapping[str, Any]) -> list[Any] | None:
    """What a path leads to; None where the result is no JSON (cut, or plain text): then what was known stays."""
    steps = json_paths.parse(path)
    if _is_claimed(path):
        return json_paths.values(dict(given), steps[1:])
    return None if answer is None else json_paths.values(answer, steps)


def _record(found: list[Any]) -> Any:
    """A record's values: one as it is, several as a list; of an object its short members."""
    kept = [short_values(item) if isinstance(item, dict) else item for item in found]
    kept = [item for item in kept if isinstance(item, dict) or is_short(item)][:MOST_IDS]
    return kept[0] if len(kept) == 1 else kept or None
