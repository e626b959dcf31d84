"""What can be downloaded, as text, and the buttons for it."""

from __future__ import annotations

import json
from typing import Any, Final

import trimscope as ts
from trimscope.measures.prometheus import exposition
from trimscope.source.output import to_text
from trimscope_app.i18n import tr
from trimscope_app.views.loaded import Loaded
from trimscope_app.views.titles import name_of
from trimscope_app.views.topbar import is_rewritten

LONGEST_STEM: Final = 80  # characters of a download's name: file systems take about 255 bytes, three a character


def exporter_view(loaded: Loaded | None, plan: ts.Plan | None, lang: str) -> dict[str, Any]:
    """{words, can_send, can_measure}."""
    names = ("messages", "policy", "metrics", "metrics_title", "verb", "note")
    words = {name: tr(lang, f"export.{name}") for name in names}
    if loaded is not None and is_rewritten(loaded.transcript):
        words["note"] = tr(lang, "export.note_log", dialect=name_of(loaded.transcript.dialect))
    return {"words": words, "can_send": plan is not None and plan.status in ("fine", "above_watermark"),
            "can_measure": plan is not None}


def download(what: str, loaded: Loaded | None, plan: ts.Plan | None, policy: ts.Policy) -> dict[str, str]:
    """`{name, mime, text}`: the trimmed `messages` of the plan, its `metrics`, or the `policy`."""
    if what == "policy":
        return {"name": "trimscope-policy.json", "mime": "application/json", "text": policy_text(policy)}
    assert plan is not None
    if what == "metrics":
        text = exposition(ts.metrics(plan))
        return {"name": f"{_stem(loaded)}.prom", "mime": "text/plain", "text": text}
    text, ending = trimmed_text(plan)
    return {"name": f"{_stem(loaded)}.trimmed.{ending}", "mime": "application/json", "text": text}


def _stem(loaded: Loaded | None) -> str:
    """What a download of a transcript is called before its ending."""
    stem = (loaded.sample or loaded.title or "transcript") if loaded else "transcript"
    stem = stem.rsplit(".", 1)[0][:LONGEST_STEM] or "transcript"
    return f"{stem}.{loaded.chosen}" if loaded and loaded.transcript.conversations else stem


def policy_text(policy: ts.Policy) -> str:
    """The policy as JSON, what differs from the defaults only: `trimscope trim --policy` reads it."""
    return json.dumps(policy.to_mapping(), ensure_ascii=False, indent=2) + "\n"


def trimmed_text(plan: ts.Plan) -> tuple[str, str]:
    """The trimmed document in the source's own format, and the file ending: JSON Lines stay JSON Lines."""
    layout = plan.transcript.layout
    return to_text(plan.document, layout), layout
