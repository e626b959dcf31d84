"""Side effects of a run: which tool calls changed something, on what, and whether they worked.

Taken from the calls and results themselves, never from what anybody says about them (first source article: the ledger
of the executing layer decides, a summary only tells). Calls that only read are no effects. What nobody classified (a
shell) is listed apart. Prose never enters: ids, numbers and short values only.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from trimscope.carried.outcomes import DONE, UNKNOWN, is_cut, of_results
from trimscope.carried.tool_classes import UNKNOWN as UNCLASSIFIED
from trimscope.carried.tool_classes import class_of, defaults
from trimscope.carried.tool_names import words_of
from trimscope.errors import LoadError
from trimscope.policies.policy import Policy
from trimscope.source import canonical, reading
from trimscope.stages.observing import unframed
from trimscope.structure import rings as grouping
from trimscope.structure.rings import Pair
from trimscope.texts import stub
from trimscope.transcript import Pointer, ToolCall, ToolResult, Transcript
from trimscope.values.short_values import Value, is_id, is_plain, is_short, short_values, without_secrets

NAME_CAP = 64
"""Characters of a tool's name: the providers' own limit (OpenAI and Anthropic both allow 64)."""

MOST_IDS = 4
"""Ids named of one call beside its arguments: enough to tell two calls apart, few enough that fifty stay small."""

VERBS = ("command", "action", "operation", "method")
"""Arguments that say what a tool of many uses is to do (editors, HTTP clients, services)."""

VERB = re.compile(r"[A-Za-z][A-Za-z_]{1,30}")
"""One word; a whole command line tells nothing for certain."""

LONGEST_KEY = 100
"""Characters of an idempotency key that is carried as it is (a UUID has 36); of a longer one a hash stands for it."""


@dataclass(frozen=True, slots=True)
class Effect:
    """One call that changed something, or may have."""

    tool: str
    kind: str
    """class of the tool: retryable, once, confirm (or unknown: nobody classified it)"""
    outcome: str
    """done | failed | unknown"""
    key: str | None
    """idempotency key of its arguments"""
    ids: tuple[str | int, ...]
    """ids of what it touched, from arguments and result, that are no argument shown below"""
    arguments: Mapping[str, Value]
    """its short arguments; texts of up to 60 characters, no prose, no secrets"""
    message: int
    """index of the message that holds the call"""
    position: int
    """position of the call among that message's parts"""
    answers: tuple[tuple[int, int], ...]
    """where its results stand: (message index, part position)"""
    asked: str
    """SHA-256 of its arguments as they are written: two calls that ask for the very same"""
    reads: str = "said"
    """how its result reads in the transcript: said; none; blank; cut (what is left of it does not say how it went);
    stub (an earlier trim took its text away)"""


def effects(transcript: Transcript, section: Mapping[str, Any] | None = None) -> tuple[Effect, ...]:
    """The effects of a transcript in order, calls of one idempotency key as one; calls of classified tools only.

    `section` is a policy's `ledger` (default: every key at its default). A retry that succeeds makes its effect done,
    whatever the first attempt said. Linear in the text of arguments and of results of tools that write.
    """
    found = calls(transcript, section)
    return tuple(decisive(group) for group in grouped([each for each in found if each.kind != UNCLASSIFIED]))


def calls(
    transcript: Transcript,
    section: Mapping[str, Any] | None = None,
    only: Collection[int] | None = None,
    pairs: Sequence[Pair] | None = None,
) -> tuple[Effect, ...]:
    """Every call that does not only read, one by one, those of unclassified tools included; `only`: message indexes."""
    section = defaults() if section is None else section
    if pairs is None:
        pairs = grouping.group(transcript, only).pairs
    answers = _answers(transcript, pairs)
    kinds: dict[str, str] = {}
    found: list[Effect] = []
    for message in transcript.messages:
        if only is not None and message.index not in only:
            continue
        asked = Counter(call.key for call in message.calls)
        taken: dict[str, int] = {}
        for position, part in enumerate(message.parts):
            if not isinstance(part, ToolCall):
                continue
            if part.name not in kinds:
                kinds[part.name] = class_of(part.name, section)
            number = taken.get(part.key, 0)
            taken[part.key] = number + 1
            kind = _kind(part, kinds[part.name], section)
            if kind != "query":
                mine = answers.get((message.index, part.key), [])
                mine = mine[number:] if number + 1 == asked[part.key] else mine[number : number + 1]
                found.append(_effect(transcript, section, part, kind, (message.index, position), tuple(mine)))
    return tuple(found)


def _kind(call: ToolCall, kind: str, section: Mapping[str, Any]) -> str:
    """The class of one call: where a tool's arguments say in one word what to do (view, GET, cancel), that word tells;
    of a tool that writes it can only tell that this call reads."""
    if kind not in (UNCLASSIFIED, "retryable") or call.name in section["tools"]:
        return kind
    given = arguments_of(call)
    word = next((given[name] for name in VERBS if name in given), None)
    told = class_of(word, section) if isinstance(word, str) and VERB.fullmatch(word) else UNCLASSIFIED
    return told if told == "query" or kind == UNCLASSIFIED else kind


def section_of(policy: Policy) -> Mapping[str, Any] | None:
    """The ledger section that holds under a policy; the first article's pin `side_effect_ledger` switches it on."""
    if policy.ledger is None and "side_effect_ledger" in policy.pins:
        return defaults()
    return policy.ledger


def grouped(found: Sequence[Effect]) -> Iterator[tuple[Effect, ...]]:
    """Calls that are one effect, in order of their first call: those of one tool and idempotency key, and a retryable
    write asked for again in the very same words after nobody knew whether it had worked."""
    groups: dict[object, list[Effect]] = {}
    for number, each in enumerate(found):
        same: object = (each.tool, "key", each.key)
        if each.key is None:
            same = (each.tool, "asked", each.asked) if each.kind == "retryable" else number
        groups.setdefault(same, []).append(each)
    for group in groups.values():
        yield tuple(group)


def decisive(group: Sequence[Effect]) -> Effect:
    """The call that says how an effect went: a done one, else one of unknown outcome, else the last that failed."""
    for outcome in (DONE, UNKNOWN):
        found = [each for each in group if each.outcome == outcome]
        if found:
            return found[-1]
    return group[-1]


def _answers(transcript: Transcript, pairs: Sequence[Pair]) -> dict[tuple[int, str], list[tuple[int, int]]]:
    """Places of results by the message and key of the call they answer."""
    found: dict[tuple[int, str], list[tuple[int, int]]] = {}
    for pair in pairs:
        result = transcript.messages[pair.result].parts[pair.result_part]
        if isinstance(result, ToolResult):
            found.setdefault((pair.call, result.key), []).append((pair.result, pair.result_part))
    return found


def _effect(
    transcript: Transcript,
    section: Mapping[str, Any],
    call: ToolCall,
    kind: str,
    at: tuple[int, int],
    answers: tuple[tuple[int, int], ...],
) -> Effect:
    given = arguments_of(call)
    key = next((text for name in section["keys"] if (text := _key(given.get(name))) is not None), None)
    shown = short_values(given, leave_out=section["keys"])
    made = Effect(
        call.name[:NAME_CAP], kind, UNKNOWN, key, (), shown, *at, answers, canonical.sha256(call.arguments), "none"
    )
    results = [part for index, n in answers if isinstance(part := transcript.messages[index].parts[n], ToolResult)]
    texts = [said(result, call.name) for result in results]
    outcome = of_results(list(zip(results, texts, strict=True)), words_of(call.name))
    answered = texts[-1] if outcome == DONE and texts else ""
    reads = how_read(texts[-1], outcome) if results else "none"
    if results and reads == "blank" and results[-1].media and not results[-1].is_error:
        outcome, reads = DONE, "said"  # a picture is an answer too
    ids = _ids(given, shown, key, answered)
    return replace(made, outcome=outcome, ids=ids, reads=reads)


def said(result: ToolResult, tool: str, new: Mapping[Pointer, str | None] | None = None) -> str:
    """What a result of a tool says: its text parts together, without the frames an earlier trim put around them; `new`
    are texts that a plan puts in their places."""
    texts = (text.text if new is None else new.get(text.at, text.text) or "" for text in result.texts)
    return "".join(text if (bare := unframed(text, tool, result.call_id)) is None else bare for text in texts)


def how_read(text: str, outcome: str) -> str:
    """How a result with this text reads, which says this outcome: said, blank, cut, or stub (what it said is gone)."""
    if stub.is_stub(text) and text not in stub.NO_RESULT.values():
        return "stub"
    if not text.strip(" \t\r\n"):
        return "blank"
    return "cut" if outcome == UNKNOWN and is_cut(text) else "said"


def arguments_of(call: ToolCall) -> dict[str, Any]:
    """A call's arguments as an object; empty where they are none."""
    return _object(call.arguments)


def _object(arguments: str) -> dict[str, Any]:
    try:
        value = reading.parse(arguments)
    except LoadError:
        return {}
    return value if isinstance(value, dict) else {}


def _key(value: Any) -> str | None:
    """An idempotency key as it is carried."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value) if is_short(value) else ""
    if not isinstance(value, str) or not value:
        return None
    if len(value) <= LONGEST_KEY and is_plain(value):
        return value
    return "sha256:" + hashlib.sha256(value.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _ids(given: dict[str, Any], shown: Mapping[str, Value], key: str | None, answered: str) -> tuple[str | int, ...]:
    """Ids in the arguments that are not shown with them, then those in the result: first what stands there under a
    field named `id`, however short, for a change is found again by it."""
    known: dict[Any, None] = dict.fromkeys((*shown.values(), key))
    found: list[str | int] = []
    answer = stub.json_of(answered)
    read: Any = answered if answer is None else without_secrets(answer)
    for each in (*stub.ids_in(without_secrets(given)), *stub.explicit_ids(read), *stub.ids_in(read)):
        if each not in known and is_id(each) and len(found) < MOST_IDS:
            known[each] = None
            found.append(each)
    return tuple(found)
