"""The memory block: what a run has found out so far, collected by rules from calls and results (second source article).

    {"goal": "book a suite in Xi'an", "hotel_ids": ["HT-001", "HT-002"], "rejected_trials": [], "booked_record": null}

Goal, ids by rule (a newer result of the tool replaces them: yesterday's city must not haunt today's booking), calls
that were refused, and the final record. Values only, never prose from results. A block belongs to one transcript:
nothing is kept anywhere else, and a run that was broken off goes on from what it saved (`memory.saved`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from trimscope.carried.effects import arguments_of, said
from trimscope.carried.memory_form import GOAL, IDS, RECENT, TRIALS, fitted, from_mapping, sound
from trimscope.carried.memory_sources import MISSING, begun, told
from trimscope.carried.memory_sources import found as noted
from trimscope.carried.outcomes import DONE, FAILED, of_results, outcome
from trimscope.carried.rejections import trial
from trimscope.carried.tool_classes import class_of
from trimscope.carried.tool_names import matches_any, words_of
from trimscope.errors import LoadError, PolicyError
from trimscope.policies.sections import memory as memory_section
from trimscope.source import canonical, reading
from trimscope.structure import rings as grouping
from trimscope.structure.anchors import is_typed
from trimscope.structure.rings import Pair
from trimscope.texts import graphemes, notices, stub, tombstone
from trimscope.transcript import Text, ToolCall, ToolResult, Transcript
from trimscope.values import json_paths
from trimscope.values.short_values import LONGEST_VALUE, is_short, short_values, without_secrets

GOAL_CAP = 200
"""Characters of the goal; the message itself stays in the request, this is to find it again."""

MOST_IDS = 20
"""Ids of one field: a page of search results; more would be a second copy of the result (as in stubs)."""

MOST_TOOLS = 8
"""Tools whose ids are carried without rules, the newest ones: the sources of the next step."""

LONGEST_NUMBER = 9
"""Digits of the number of a mark: no transcript has a billion calls."""

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
    indexes = transcript.call_indexes
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
    value |= begun([field for _, fields in _rules(section) for field in fields], base)
    if section["goal"]:
        value[GOAL] = base.get(GOAL) or (section["saved"] or {}).get(GOAL) or _goal(transcript, history)
    answered = _answered(transcript, pairs, only)
    marks = [_mark(call) for _, call, _ in answered]
    recent = base.get(RECENT)
    names = () if section["ids"] else dict.fromkeys(call.name for _, call, _ in answered)
    readers = {name for name in names if class_of(name, classes) == "query"}  # a name once: the patterns are many
    for _, call, results in answered[_known(marks, recent) :]:
        _learn(value, section, call, results)
        if call.name in readers:
            _learn_ids(value, call, results)
    value[RECENT] = _newest(marks) or recent
    return fitted(told(value if value[RECENT] else {name: value[name] for name in value if name != RECENT}), section)


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
    return not any(item for name, item in value.items() if name not in (RECENT, MISSING))


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


def _goal(transcript: Transcript, history: Sequence[int]) -> str:
    """The first thing a person typed, in one line, without what an earlier trim put behind it."""
    typed = (transcript.messages[index] for index in history if is_typed(transcript.messages[index]))
    first = next(typed, None)
    if first is None:
        return ""
    texts = (part.text for part in first.parts if isinstance(part, Text))
    own = "".join(text for text in texts if tombstone.read(text) is None and notices.read(text) is None)
    line = " ".join(own[: 4 * GOAL_CAP].replace("\t", " ").replace("\r", " ").replace("\n", " ").split(" "))
    return line if len(line) <= GOAL_CAP else line[: graphemes.cut(line, GOAL_CAP - 1)] + "…"


Answered = tuple[tuple[int, int], ToolCall, list[ToolResult]]


def _answered(transcript: Transcript, pairs: Sequence[Pair], only: Collection[int]) -> list[Answered]:
    """The calls that have results, in order, with those results. A call id used twice in one message counts once,
    and a result that a repair made up is none."""
    results: dict[tuple[int, str], list[ToolResult]] = {}
    for pair in pairs:
        part = transcript.messages[pair.result].parts[pair.result_part]
        if isinstance(part, ToolResult) and said(part, pair.tool) not in stub.NO_RESULT.values():
            results.setdefault((pair.call, part.key), []).append(part)
    found: list[Answered] = []
    for message in transcript.messages:
        if message.index in only:
            for position, part in enumerate(message.parts):
                mine = results.pop((message.index, part.key), None) if isinstance(part, ToolCall) else None
                if isinstance(part, ToolCall) and mine:
                    found.append(((message.index, position), part, mine))
    return found


def read_up_to(
    transcript: Transcript, value: Mapping[str, Any], only: Collection[int], pairs: Sequence[Pair]
) -> dict[str, Any]:
    """The block, saying up to which call it has read in terms of the messages `only` that are sent: it has read all of
    those, and what comes later is new."""
    recent = _newest([_mark(call) for _, call, _ in _answered(transcript, pairs, only)])
    others = {name: item for name, item in value.items() if name != RECENT}
    return others if recent is None or RECENT not in value else others | {RECENT: recent}


def _mark(call: ToolCall) -> str:
    """What names a call: its id and a hash of its tool's name, for ids may be given anew (57 characters at most)."""
    return f"{(call.id or '')[:48]}:{hashlib.sha256(call.name.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"


def _newest(marks: Sequence[str]) -> str | None:
    """The mark of the newest call, with its number where several have one mark."""
    if not marks:
        return None
    number = marks.count(marks[-1])
    return marks[-1] if number == 1 else f"{marks[-1]}#{number}"


def _known(marks: Sequence[str], recent: str | None) -> int:
    """How many of the calls a block has read already, by the mark of the newest one; none where that call is gone."""
    mark, _, number = (recent or "").partition("#")
    places = [at for at, each in enumerate(marks) if each == mark]
    wanted = int(number) if number.isascii() and number.isdigit() and len(number) < LONGEST_NUMBER else 1
    return places[wanted - 1] + 1 if 0 < wanted <= len(places) else 0


def _learn(value: dict[str, Any], section: Mapping[str, Any], call: ToolCall, results: list[ToolResult]) -> None:
    """Take over what one call and its results say."""
    texts = [said(result, call.name) for result in results]
    went = of_results(list(zip(results, texts, strict=True)), words_of(call.name))
    given = arguments_of(call)
    tool, shown = call.name[:LONGEST_VALUE], short_values(given)
    if went == FAILED and is_short(tool) and matches_any(section["rejected"], call.name):
        new = trial(tool, shown, texts[-1])
        value[TRIALS] = [each for each in value[TRIALS] if each != new] + [new]
    if went != DONE or stub.is_stub(texts[-1]):
        return
    value[TRIALS] = [each for each in value[TRIALS] if (each["tool"], each.get("args", {})) != (tool, shown)]
    answer = stub.json_of(texts[-1])
    for field, path in section["ids"].get(call.name, {}).items():
        found = _at(path, answer, given)
        if found is not None:
            value[field] = [item for item in found if is_short(item)][:MOST_IDS]
            noted(value, field, call, _is_claimed(path))
    for field, path in section["record"].get(call.name, {}).items():
        found = _at(path, answer, given)
        if found is not None:
            value[field] = _record(found)
            noted(value, field, call, _is_claimed(path))


def _learn_ids(value: dict[str, Any], call: ToolCall, results: list[ToolResult]) -> None:
    """Without rules: the ids in the newest result of a tool that reads, under fields named like ids."""
    text, tool = said(results[-1], call.name), call.name[:LONGEST_VALUE]
    answer = None if stub.is_stub(text) else stub.json_of(text)
    if answer is None or not is_short(tool) or outcome(text, results[-1].is_error, words_of(call.name)) != DONE:
        return
    ids = [item for item in stub.named_ids(without_secrets(answer)) if is_short(item)][:MOST_IDS]
    others = {name: item for name, item in value[IDS].items() if name != tool}
    value[IDS] = dict(list((others | ({tool: ids} if ids else {})).items())[-MOST_TOOLS:])


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
