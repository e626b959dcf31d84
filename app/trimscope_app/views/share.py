"""The words of the share dialog."""

from __future__ import annotations

from typing import Any, Final

from trimscope.scenarios.redaction import KINDS
from trimscope_app.i18n import tr
from trimscope_app.links.making import SIZES
from trimscope_app.views.loaded import Loaded

WORDS: Final = ("title", "what", "chars", "long", "file", "copy", "copied", "save", "frame", "link", "secrets",
                "no_secrets", "secrets_note", "times", "wait", "private")


def share_view(loaded: Loaded | None, lang: str) -> dict[str, Any]:
    """{ready, load, words, sizes, kinds, close}: `load` changes with the transcript; numbers are filled into the words
    in the browser, at {chars} and {times}."""
    return {
        "ready": loaded is not None,
        "load": loaded.id if loaded else "",
        "close": tr(lang, "close"),
        "words": {key: tr(lang, f"share.{key}", chars="{chars}", times="{times}") for key in WORDS},
        "sizes": [
            {"id": each, "name": tr(lang, f"share.size.{each}"), "note": tr(lang, f"share.note.{each}")}
            for each in SIZES
        ],
        "kinds": {kind: tr(lang, f"share.kind.{kind}") for kind in KINDS},
    }
