"""The ring map: a row a message, results joined to their call by lanes, stored beside sent."""

from __future__ import annotations

from typing import Any, Final

import trimscope as ts
from trimscope.report import all_faults
from trimscope_app.i18n import number, tr
from trimscope_app.views.loaded import Loaded
from trimscope_app.views.titles import snippet, title

LANES: Final = 4  # rings drawn side by side; more than this many overlapping ones share the last lane
FULL_BAR: Final = 90  # percentile of message sizes that fills a bar where one huge message would flatten all others


def rows_view(loaded: Loaded, lang: str) -> dict[str, Any]:
    """The rows, without anything a policy decides: {id, transcript, rows, links, lanes}."""
    lanes, width = _lanes(loaded)
    rows = []
    for message, (_, kind, ring) in zip(loaded.transcript.messages, loaded.kinds, strict=True):
        before = loaded.counts.messages[message.index]
        name = title(loaded, message, lang)
        rows.append({
            "i": message.index,
            "title": name,
            "text": snippet(message),
            "kind": kind,
            "ring": ring is not None,
            "lanes": lanes.get(message.index, [""] * width),
            "before": before,
            "before_text": number(before),
            "ring_text": tr(lang, "ring", n=ring) if ring else "",
        })
    links = {str(index): list(others) for index, others in loaded.links.items()}
    return {"id": f"{loaded.id}-{lang}", "transcript": loaded.id, "rows": rows, "links": links, "lanes": width}


def _lanes(loaded: Loaded) -> tuple[dict[int, list[str]], int]:
    """Marks of the lines that join a call to its results, by message index, and how many lanes there are."""
    rings = [each for each in loaded.rings.rounds if each.ring and len(each.messages) > 1]
    ends: list[int] = []  # last message of the ring now in each lane
    placed: list[tuple[int, tuple[int, ...]]] = []
    for each in rings:
        first, last = each.messages[0], each.messages[-1]
        free = next((lane for lane, end in enumerate(ends) if end < first), None)
        if free is None and len(ends) < LANES:
            free = len(ends)
            ends.append(last)
        lane = LANES - 1 if free is None else free
        ends[lane] = max(ends[lane], last)
        placed.append((lane, each.messages))
    width = max(1, len(ends))
    marks: dict[int, list[str]] = {}
    for lane, members in placed:
        inside = set(members)
        for index in range(members[0], members[-1] + 1):
            mark = ("first" if index == members[0] else "last" if index == members[-1]
                    else "branch" if index in inside else "pass")
            marks.setdefault(index, [""] * width)[lane] = mark
    return marks, width


def plan_view(loaded: Loaded, plan: ts.Plan, lang: str, head: float = 0.6) -> dict[str, Any]:
    """What the plan did to each row: {actions, after, after_text, inserted, words, faults, scale, ...}."""
    size = len(loaded.transcript.messages)
    actions, after = ["keep"] * size, list(loaded.counts.messages)
    inserted = inserted_of(plan)
    for decision in plan.decisions:
        if decision.message is not None:
            actions[decision.message], after[decision.message] = decision.action, decision.after
    refused = plan.status == "refused"
    scale = _scale(loaded.counts.messages)
    codes = sorted({decision.action for decision in plan.decisions} | {"keep"})
    faults = {str(fault.message): tr(lang, "fault.badge") for fault in all_faults(plan) if fault.severity == "refused"}
    return {
        "lang": lang,
        "actions": actions,
        "after": after,
        "after_text": [number(value) for value in after],
        "inserted": [_inserted(decision, plan, scale, lang) for decision in inserted],
        "words": {code: ts.words.action(code, lang) for code in codes},
        "faults": faults,
        "scale": scale,
        "head": head,
        "refused": refused,
        "head_words": {
            "what": tr(lang, "map.title"),
            "stored": tr(lang, "stored"),
            "sent": tr(lang, "sent"),
            "aria": tr(lang, "map.aria"),
        },
    }


def _scale(tokens: tuple[int, ...]) -> int:
    """Tokens that fill a bar: the largest message, unless it is over four times the ninetieth percentile."""
    ordered = sorted(tokens)
    if not ordered:
        return 1
    high = ordered[min(len(ordered) - 1, len(ordered) * FULL_BAR // 100)]
    return max(1, min(ordered[-1], 4 * max(1, high)))


def inserted_of(plan: ts.Plan) -> list[ts.Decision]:
    """The inserted messages in order; the n-th is selected as -1 - n."""
    return [decision for decision in plan.decisions if decision.message is None]


def is_tombstone(decision: ts.Decision) -> bool:
    """Whether an inserted message is the tombstone (a repair inserts results)."""
    return decision.reason == "tombstone"


def _inserted(decision: ts.Decision, plan: ts.Plan, scale: int, lang: str) -> dict[str, Any]:
    tomb = is_tombstone(decision)
    name = tr(lang, "title.tombstone" if tomb else "title.tool")
    text = plan.tombstone.text if tomb and plan.tombstone else ts.words.reason(decision.reason, lang)
    return {
        "at": decision.at or 0,
        "testid": "row-tombstone" if tomb else "row-inserted",
        "title": name,
        "text": text,
        "badge": ts.words.action(decision.action, lang),
        "after": decision.after,
        "after_text": number(decision.after),
        "share": decision.after / scale,
    }
