"""The top bar: what is loaded, and the words of its buttons."""

from __future__ import annotations

from typing import Any, Final

import trimscope as ts
from trimscope_app.i18n import tr
from trimscope_app.samples import Sample
from trimscope_app.views.loaded import Loaded
from trimscope_app.views.titles import name_of, visible

CAP_BYTES: Final = 64 * 1024 * 1024  # the page's limit: base64 of it still fits one message to the server or worker
WORDS: Final = ("page_title", "open", "paste", "samples", "other_language", "dark", "paste_title", "paste_label",
                "cancel", "load", "drop", "controls", "tagline", "busy", "lost", "reload", "share", "lessons")


def topbar_view(loaded: Loaded | None, samples: tuple[Sample, ...], lang: str) -> dict[str, Any]:
    """Everything the top bar draws."""
    view: dict[str, Any] = {
        "lang": lang,
        "cap_bytes": CAP_BYTES,
        "words": {key: tr(lang, f"top.{key}") for key in WORDS},
        "samples": [{"id": each.id, "title": each.title[lang], "note": each.note[lang]} for each in samples],
        "sample": loaded.sample if loaded else None,
        "title": "", "facts": "", "format": "", "format_why": "", "written": "", "written_why": "", "choose": "",
    }
    if loaded:
        transcript = loaded.transcript
        view |= {
            "title": title_of(loaded, samples, lang),
            "facts": " · ".join((tr(lang, "top.messages", n=len(transcript.messages)),
                                 tr(lang, "top.rings", n=len(loaded.ring_number)))),
            "load": loaded.id,
            "format": name_of(transcript.format),
            "format_why": tr(lang, "top.format_why", why=transcript.why),
        }
        if is_rewritten(transcript):
            dialect = name_of(transcript.dialect)
            view |= {"written": tr(lang, "top.written", dialect=dialect),
                     "written_why": tr(lang, "top.written_why", format=view["format"], dialect=dialect)}
        count = len(transcript.conversations)
        if count > 1:
            view["choose"] = tr(lang, "top.choose", number=loaded.chosen, n=count)
            view["choose_why"] = tr(lang, "top.choose_why")
    return view


def is_rewritten(transcript: ts.Transcript) -> bool:
    """Whether the trimmed output is called otherwise than what was loaded: a log is written as a request."""
    return name_of(transcript.format) != name_of(transcript.dialect)


def title_of(loaded: Loaded, samples: tuple[Sample, ...], lang: str) -> str:
    """The sample's title in the user's language, else the file's name."""
    for sample in samples:
        if sample.id == loaded.sample:
            return sample.title[lang]
    return visible(loaded.title) or tr(lang, "top.pasted")
