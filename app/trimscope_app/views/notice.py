"""What stands in the way: a failed load, a setting that cannot be, pairing faults."""

from __future__ import annotations

from typing import Any, Final

import trimscope as ts
from trimscope.providers import PROVIDERS
from trimscope_app.i18n import tr
from trimscope_app.views.checks import PAIRING
from trimscope_app.views.faults import blocking
from trimscope_app.views.loaded import Loaded
from trimscope_app.views.titles import title

SHOWN: Final = 8  # faults listed; more would push the page out of sight, their number is told


def notice_view(loaded: Loaded | None, plan: ts.Plan | None, error: str, lang: str) -> dict[str, Any]:
    """{boxes: [...]}: at most the error and the faults."""
    boxes: list[dict[str, Any]] = []
    if error:
        title_text = tr(lang, "error.title" if loaded is None else "error.title_kept")
        boxes.append({"testid": "error", "tone": "bad", "title": title_text, "text": error, "items": [],
                      "close": tr(lang, "close")})
    if loaded is not None and plan is not None and plan.status == "refused":
        faults = blocking(plan)
        items = [{"message": fault.message, "text": _place(loaded, fault, lang)} for fault in faults[:SHOWN]]
        more = tr(lang, "fault.more", n=len(faults) - SHOWN) if len(faults) > SHOWN else ""
        provider = PROVIDERS[loaded.transcript.provider].title
        text = tr(lang, f"fault.{kind_of(faults)}", provider=provider)
        boxes.append({"testid": "faults", "tone": "bad", "title": tr(lang, "fault.title"),
                      "text": f"{text} {more}".strip(),
                      "items": items, "close": ""})
    for position, note in enumerate(loaded.transcript.notes if loaded else ()):
        if loaded is not None and position == 0 and loaded.transcript.conversations:
            # The core's note tells how to choose in Python; on the page there is a button for it.
            count = len(loaded.transcript.conversations)
            note = {lang: tr(lang, "note.several", n=count, number=loaded.chosen)}
        boxes.append({"testid": "note", "tone": "info", "title": "", "text": note.get(lang) or note["en"], "items": [],
                      "close": ""})
    return {"boxes": boxes}


def kind_of(faults: list[ts.Fault]) -> str:
    """Which words introduce them: a broken pairing, another rule of the provider's, or what a repair left."""
    if not faults:
        return "left"
    return "text" if all(fault.code in PAIRING for fault in faults) else "rules"


def _place(loaded: Loaded, fault: ts.Fault, lang: str) -> str:
    words = ts.words.fault(fault.code, lang)
    name = title(loaded, loaded.transcript.messages[fault.message], lang)
    call = f" · {fault.call_id}" if fault.call_id else ""
    return tr(lang, "fault.place", fault=words, index=fault.message, title=name) + call
