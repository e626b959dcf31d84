"""The ring map: a row a message, results joined to their call by lanes, stored beside sent."""

from __future__ import annotations

from typing import Any, Final

import trimscope as ts
from trimscope_app.i18n import number, tr
from trimscope_app.views.checks import PAIRING
from trimscope_app.views.faults import blocking, lesser
from trimscope_app.views.inserted import behind_system, inserted_of, is_tombstone, kind_of, text_of, title_of
from trimscope_app.views.loaded import Loaded
from trimscope_app.views.outside import CODES, outside_codes
from trimscope_app.views.titles import SNIPPET, short, snippet, title, tool_names

LANES: Final = 4  # rings drawn side by side; more than this many overlapping ones share the last lane
FULL_BAR: Final = 90  # percentile of message sizes that fills a bar where one huge message would flatten all others


def rows_view(loaded: Loaded, lang: str) -> dict[str, Any]:
    """The rows, without anything a policy decides: {id, transcript, rows, fixed, links, lanes}."""
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
    return {"id": f"{loaded.id}-{lang}", "transcript": loaded.id, "rows": rows, "fixed": _fixed(loaded, lang),
            "links": links, "lanes": width}


def _fixed(loaded: Loaded, lang: str) -> list[dict[str, Any]]:
    """What is sent with every request and is no message: the top-level system prompt, the tools, the frame, and what
    was reported beyond the file where that scales the estimate."""
    transcript, counts = loaded.transcript, loaded.counts
    system = short(" ".join(text.text[: SNIPPET * 4] for text in transcript.system[:SNIPPET]), SNIPPET)
    tools = short(tool_names([tool.name for tool in transcript.tools[:SNIPPET]]), SNIPPET)
    unseen = counts.profile.unseen
    rows = (("system", counts.system, system), ("tools", counts.tools, tools), ("frame", counts.frame - unseen, ""),
            ("unseen", unseen, ""))
    return [{"code": code, "title": tr(lang, f"map.fixed.{code}", n=len(transcript.tools)), "text": text,
             "before": tokens, "before_text": number(tokens)}
            for code, tokens, text in rows if tokens]


def _fixed_after(loaded: Loaded, plan: ts.Plan, after: list[int], lang: str) -> dict[str, dict[str, Any]]:
    """What is sent of each of them: tools can be left out, and a text of ours may stand behind the system prompt."""
    behind = behind_system(plan)
    added = sum(each.after for each in behind)
    inside = sum(after[index] for index in plan.view.history) + sum(each.after for each in inserted_of(plan))
    counts = loaded.counts
    tools = max(0, plan.tokens.sent - inside - added - counts.system - counts.frame)
    views = {code: {"after": tokens, "text": number(tokens)} for code, tokens in
             (("system", counts.system + added), ("tools", tools), ("frame", counts.frame - counts.profile.unseen),
              ("unseen", counts.profile.unseen))}
    if behind:
        names = dict.fromkeys(title_of(each, lang) for each in behind)
        whys = dict.fromkeys(ts.words.reason(each.reason, lang) for each in behind)
        views["system"] |= {"badge": f"+ {', '.join(names)}", "why": " ".join(whys),
                            "select": -1 - len(inserted_of(plan))}
    return views


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
    actions, after = outside_codes(plan), [0] * size
    inserted = inserted_of(plan)
    for decision in plan.decisions:
        if decision.message is not None:
            actions[decision.message], after[decision.message] = decision.action, decision.after
    refused = plan.status == "refused"
    scale = _scale(loaded.counts.messages)
    codes = sorted({decision.action for decision in plan.decisions} | {"keep"})
    faults = {str(fault.message): badge_of(fault, lang) for fault in reversed(blocking(plan))}
    return {
        "lang": lang,
        "actions": actions,
        "after": after,
        "after_text": [number(value) for value in after],
        "inserted": [_inserted(decision, plan, scale, lang) for decision in inserted],
        "words": {code: ts.words.action(code, lang) for code in codes}
        | {code: tr(lang, f"map.{code}") for code in CODES},
        "faults": faults,
        "warnings": _warnings(plan, lang),
        "fixed": _fixed_after(loaded, plan, after, lang),
        "scale": scale,
        "head": head,
        "refused": refused,
        "head_words": {
            "what": tr(lang, "map.title"),
            "stored": tr(lang, "stored"),
            "sent": tr(lang, "sent"),
            "aria": tr(lang, "map.aria"),
            "fixed": tr(lang, "map.fixed"),
        },
    }


def badge_of(fault: ts.Fault, lang: str) -> str:
    """What a row with a fault is marked with: a broken pairing, or another rule of the provider's."""
    return tr(lang, "fault.badge" if fault.code in PAIRING else "fault.badge_rule")


def _warnings(plan: ts.Plan, lang: str) -> dict[str, dict[str, str]]:
    """By message index, the mark of a fault that stops nothing, and what it is in words."""
    found: dict[str, dict[str, str]] = {}
    for fault in lesser(plan):
        words = ts.words.fault(fault.code, lang)
        mended = fault.severity == "refused" and plan.status != "refused"
        badge = tr(lang, "fault.mended" if mended else "fault.warning")
        kept = found.setdefault(str(fault.message), {"badge": badge, "text": words})
        if words not in kept["text"]:
            kept["text"] += f" {words}"
    return found


def _scale(tokens: tuple[int, ...]) -> int:
    """Tokens that fill a bar: the largest message, unless it is over four times the ninetieth percentile."""
    ordered = sorted(tokens)
    if not ordered:
        return 1
    high = ordered[min(len(ordered) - 1, len(ordered) * FULL_BAR // 100)]
    return max(1, min(ordered[-1], 4 * max(1, high)))


def _inserted(decision: ts.Decision, plan: ts.Plan, scale: int, lang: str) -> dict[str, Any]:
    text = text_of(plan, decision)
    return {
        "at": decision.at or 0,
        "testid": "row-tombstone" if is_tombstone(decision) else "row-inserted",
        "kind": kind_of(decision),
        "title": title_of(decision, lang),
        "text": short(text, SNIPPET) if text else ts.words.reason(decision.reason, lang),
        "badge": ts.words.action(decision.action, lang),
        "after": decision.after,
        "after_text": number(decision.after),
        "share": decision.after / scale,
    }
