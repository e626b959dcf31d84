"""A result that stands again later is sent once (`dedupe`): the newest copy stays, older ones give way to one line.

Why the newest: every stage behind this one takes what is old first, and the newest rounds stay whole, so the copy
that stays is the one that is sent longest; an older line that names a later call never loses what it names to age.
Where something else takes the copy that stays (a tool that is excluded, a selection by value), `results.settle`
gives the next older one its text back. The same error counts the same way, and its line says how often it came.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from trimscope.carried.outcomes import is_error
from trimscope.planning.view import View
from trimscope.stages import filtering
from trimscope.texts.repeats import Repeat
from trimscope.texts.rulers import ruler
from trimscope.texts.stub import is_stub
from trimscope.transcript import Message, ToolResult

Place = tuple[int, int]
"""A result: index of its message, and position among the message's parts."""

Tools = Mapping[Place, str]
"""Tool name of each result."""

SHORTEST = 30
"""Characters of the shortest line that could stand for a result: what is no longer than that is left alone."""


@dataclass(frozen=True, slots=True)
class Copies:
    """Results of one tool that say the same, oldest round first."""

    tool: str
    error: bool
    text: str
    tokens: int
    places: tuple[Place, ...]


def groups(view: View, tools: Tools, gone: frozenset[Place]) -> tuple[Copies, ...]:
    """All results that stand more than once, `gone` ones (by a repair) not counted. Found once for each whitelist."""
    policy = view.policy
    key = (view.history, tuple(policy.field_whitelist.items()), policy.observations, gone)
    return view.counts.remembered("copies", key, partial(_groups, view, tools, gone))


def lines(view: View, found: tuple[Copies, ...], stands: Callable[[Place], bool]) -> dict[Place, Repeat]:
    """What stands for each copy that gives way, by its place.

    `stands(place)` says whether a result is sent as one: only such a copy can be the one that is named, or give way.
    Anchors and pins can be named, and are never replaced.
    """
    ids = _call_ids(view) if found else {}
    given: dict[Place, Repeat] = {}
    for copies in found:
        standing = [place for place in copies.places if stands(place)]
        named = standing[-1] if len(standing) > 1 else None
        if named is None:
            continue
        repeat = Repeat(copies.tool, len(copies.text), len(copies.places), copies.error, ids.get(named))
        if _is_less(view, repeat, copies):
            given |= {place: repeat for place in standing[:-1] if not view.is_protected(place[0])}
    return given


def _groups(view: View, tools: Tools, gone: frozenset[Place]) -> tuple[Copies, ...]:
    age = {index: each.last for each in view.rings.rounds for index in each.messages}
    found: dict[tuple[str, bool, str], list[Place]] = {}
    for message in (each for each in view.messages if each.index in age):  # a repair may have taken some away
        for position, result in enumerate(message.parts):
            place = (message.index, position)
            if not isinstance(result, ToolResult) or not result.texts or result.media or place in gone:
                continue
            tool = tool_of(tools, message, position)
            read = filtering.read(view, *place, tool)
            text = read.whole
            if len(text) > SHORTEST and not is_stub(text):
                found.setdefault((tool, read.failed or is_error(result, text), text), []).append(place)
    return tuple(
        Copies(*key, view.counts.text(key[2]), tuple(sorted(places, key=lambda place: (age[place[0]], place))))
        for key, places in found.items()
        if len(places) > 1
    )


def tool_of(tools: Tools, message: Message, position: int) -> str:
    """The tool whose result it is: by its call, else by its own word."""
    result = message.parts[position]
    own = result.name if isinstance(result, ToolResult) else None
    return tools.get((message.index, position)) or own or "tool"


def _call_ids(view: View) -> dict[Place, str | None]:
    return {(pair.result, pair.result_part): pair.call_id for pair in view.rings.pairs}


def _is_less(view: View, repeat: Repeat, copies: Copies) -> bool:
    """Whether the line is shorter than the text, in characters and tokens, and within the tool's limit."""
    policy, pricing = view.policy, view.counts.profile
    line = repeat.text(policy.tombstone["lang"])
    limit = policy.limit_for(copies.tool)
    if limit is not None and not ruler(policy.limit_unit, pricing.text).fits(line, limit):
        return False
    return len(line) < len(copies.text) and pricing.text(line) < copies.tokens
