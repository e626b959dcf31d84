"""The selected message: what is stored, what is sent of it, and why."""

from __future__ import annotations

from typing import Any

import trimscope as ts
from trimscope.structure.anchors import pin_for
from trimscope_app.i18n import number, tr
from trimscope_app.views.faults import blocking, lesser
from trimscope_app.views.inserted import is_tombstone, ours_of, text_of, title_of
from trimscope_app.views.loaded import Loaded
from trimscope_app.views.outside import CODES, outside_codes
from trimscope_app.views.pieces import blocks_of, text_block
from trimscope_app.views.pins import pins_of
from trimscope_app.views.ringmap import badge_of
from trimscope_app.views.titles import title
from trimscope_app.views.uses import uses_view


def preview_view(loaded: Loaded, plan: ts.Plan, selected: int | None, lang: str) -> dict[str, Any]:
    """Everything the preview draws; `{heading, hint}` where nothing is selected.

    `selected` is a message index, or -1 - n for the n-th inserted message.
    """
    heading = tr(lang, "preview.heading")
    ours = ours_of(plan)
    if selected is not None and -len(ours) <= selected < 0:
        return {"heading": heading} | _inserted(plan, ours[-1 - selected], lang)
    if selected is None or not 0 <= selected < len(loaded.transcript.messages):
        return {"heading": heading, "hint": tr(lang, "preview.hint")}
    message = loaded.transcript.messages[selected]
    decision = next((each for each in plan.decisions if each.message == selected), None)
    if decision is None:
        code = outside_codes(plan)[selected]
        decision = ts.Decision(selected, code, code, loaded.counts.messages[selected], 0)
    fault = next((each for each in blocking(plan) if each.message == selected), None)
    ring = loaded.ring_of(selected)
    position = tr(lang, "preview.position_ring" if ring else "preview.position", index=selected, ring=ring)
    outside = decision.action in CODES
    action = tr(lang, f"map.{decision.action}") if outside else ts.words.action(decision.action, lang)
    badge = ("fault", badge_of(fault, lang)) if fault else (decision.action, action)
    why = tr(lang, f"preview.{decision.action}") if outside else ts.words.reason(decision.reason, lang)
    if fault:
        why = tr(lang, "preview.fault_why", fault=ts.words.fault(fault.code, lang))
    change = plan.changes.get(selected)
    chars = loaded.counts.chars[selected]
    sent_chars = 0 if outside else chars if change is None else change.chars
    return {
        "heading": heading,
        "key": f"{loaded.id}/{selected}",
        "title": title(loaded, message, lang),
        "badges": [("", position), badge],
        "tone": "fault" if fault else decision.action,
        "why": why,
        "also": [ts.words.fault(each.code, lang) for each in lesser(plan) if each.message == selected],
        "pin": {} if outside else _pin(loaded, plan, decision, lang),
        "facts": [
            (tr(lang, "preview.chars"), _change(chars, sent_chars, lang)),
            (tr(lang, "preview.tokens"), _change(decision.before, decision.after, lang)),
        ],
        **_links(loaded, message, lang),
        "uses": uses_view(loaded, selected, lang),
        "blocks": blocks_of(loaded, plan, message, decision.action, lang),
    }


def _pin(loaded: Loaded, plan: ts.Plan, decision: ts.Decision, lang: str) -> dict[str, Any]:
    """The button that pins the message with its ring, or unpins it; none at an anchor, which needs no pin."""
    assert decision.message is not None
    pinned = bool(pins_of(loaded, plan.policy, decision.message))
    if not pinned and plan.view.is_protected(decision.message):
        return {}
    name = pin_for(loaded.transcript.messages[decision.message], loaded.transcript)
    key = "ring" if loaded.ring_of(decision.message) else "message"
    text = tr(lang, "preview.unpin" if pinned else "preview.pin")
    return {"message": decision.message, "pressed": pinned, "text": text,
            "title": tr(lang, f"preview.pin_{key}", pin=name)}


def _change(before: int, after: int, lang: str) -> str:
    key = "preview.same" if before == after else "preview.change"
    return tr(lang, key, before=before, after=after)


def _links(loaded: Loaded, message: ts.Message, lang: str) -> dict[str, Any]:
    """Its call, or its results: buttons that select them."""
    others = loaded.links.get(message.index, ())
    call = bool(message.calls)
    wanted = [index for index in others if call or loaded.transcript.messages[index].calls]
    links = [{"message": index,
              "text": tr(lang, "preview.link", index=index,
                         title=title(loaded, loaded.transcript.messages[index], lang))}
             for index in wanted]
    return {"links": links, "links_title": tr(lang, "preview.links_results" if call else "preview.links_call")}


def _inserted(plan: ts.Plan, decision: ts.Decision, lang: str) -> dict[str, Any]:
    text = text_of(plan, decision)
    facts = [(tr(lang, "preview.tokens"), number(decision.after))]
    if text:
        facts.insert(0, (tr(lang, "preview.chars"), number(len(text))))
    why = tr(lang, "preview.inserted_why") if is_tombstone(decision) else ts.words.reason(decision.reason, lang)
    return {
        "key": f"inserted/{decision.reason}/{decision.at}",
        "title": title_of(decision, lang),
        "badges": [("insert", ts.words.action(decision.action, lang))],
        "tone": "insert",
        "why": why,
        "facts": facts,
        "links": [],
        "links_title": "",
        "blocks": [text_block(tr(lang, "preview.inserted"), text, "insert", lang)]
        if text else [],
    }
