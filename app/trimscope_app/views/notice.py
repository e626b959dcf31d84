"""What stands in the way: a failed load, a setting that cannot be, pairing faults."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import trimscope as ts
from trimscope.structure.providers import PROVIDERS
from trimscope_app.i18n import tr
from trimscope_app.views.checks import PAIRING
from trimscope_app.views.faults import blocking, calls_of, grouped
from trimscope_app.views.loaded import Loaded
from trimscope_app.views.titles import title
from trimscope_app.views.trouble import Trouble

SHOWN: Final = 8  # faults listed; more would push the page out of sight, their number is told


def notice_view(
    loaded: Loaded | None, plan: ts.Plan | None, trouble: Trouble | None, lang: str,
    *, aside: tuple[str, dict[str, Any]] | None = None,
) -> dict[str, Any]:
    """{boxes: [...]}: what failed, the faults, and notes; `aside` is the key and values of a note of our own."""
    boxes: list[dict[str, Any]] = []
    if trouble:
        boxes.append(_box("error", "bad", trouble.box(lang), close=tr(lang, "close")))
    if loaded is not None and plan is not None and plan.status == "refused":
        faults = grouped(blocking(plan))
        items = [{"message": each[0].message, "text": _place(loaded, each, lang)} for each in faults[:SHOWN]]
        more = tr(lang, "fault.more", n=len(faults) - SHOWN) if len(faults) > SHOWN else ""
        provider = PROVIDERS[loaded.transcript.provider].title
        text = tr(lang, f"fault.{kind_of(blocking(plan))}", provider=provider)
        boxes.append(_box("faults", "bad", {"title": tr(lang, "fault.title"), "text": text, "more": more}, items))
    if loaded is not None and aside is not None:
        boxes.append(_box("aside", "info", {"text": tr(lang, aside[0], **aside[1])}))
    for position, note in enumerate(loaded.transcript.notes if loaded else ()):
        if loaded is not None and position == 0 and loaded.transcript.conversations:
            # The core's note tells how to choose in Python; on the page there is a button for it.
            count = len(loaded.transcript.conversations)
            note = {lang: tr(lang, "note.several", n=count, number=loaded.chosen)}
        boxes.append(_box("note", "info", {"text": note.get(lang) or note["en"]}))
    for code in plan.notes if plan is not None else ():
        if code != "nothing_to_count":  # said beside keep_rounds itself
            boxes.append(_box("note", "info", {"text": ts.words.note(code, lang)}))
    return {"boxes": boxes}


def _box(
    testid: str, tone: str, words: dict[str, Any], items: Sequence[dict[str, Any]] = (), close: str = ""
) -> dict[str, Any]:
    """One box; `words`: title, lead, text (its language where it is another: `text_lang`), more (after the items)."""
    blank = {"title": "", "lead": "", "text": "", "text_lang": "", "more": ""}
    return {"testid": testid, "tone": tone, **blank, **words, "items": list(items), "close": close}


def kind_of(faults: list[ts.Fault]) -> str:
    """Which words introduce them: a broken pairing, another rule of the provider's, or what a repair left."""
    if not faults:
        return "left"
    return "text" if all(fault.code in PAIRING for fault in faults) else "rules"


def _place(loaded: Loaded, faults: Sequence[ts.Fault], lang: str) -> str:
    words = ts.words.fault(faults[0].code, lang)
    name = title(loaded, loaded.transcript.messages[faults[0].message], lang)
    calls = calls_of(faults, lang)
    place = tr(lang, "fault.place", fault=words, index=faults[0].message, title=name)
    return f"{place} · {calls}" if calls else place
