"""The conversations of a file that holds several, to choose one from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import trimscope as ts
from trimscope_app.i18n import number, tr
from trimscope_app.views.loaded import Loaded

NAME: Final = 200  # characters of a name or title: more than a row shows at the dialog's full width


def chooser_view(loaded: Loaded | None, lang: str) -> dict[str, Any]:
    """The dialog's words, and which conversation is open. `key` tells files apart; empty where there is no choice."""
    count = len(loaded.transcript.conversations) if loaded else 0
    if loaded is None or count < 2:
        return {"key": ""}
    return {
        "key": loaded.file,
        "current": loaded.chosen,
        "heading": tr(lang, "chooser.title", n=count),
        "search": tr(lang, "chooser.search"),
        "list": tr(lang, "chooser.list"),
        "columns": [tr(lang, f"chooser.{name}") for name in ("conversation", "messages", "calls", "tokens")],
        "open": tr(lang, "chooser.open"),
        "wait": tr(lang, "chooser.wait", n=count),
        "none": tr(lang, "chooser.none"),
        "shown": tr(lang, "chooser.shown"),
        "close": tr(lang, "close"),
    }


def entry_rows(entries: Sequence[ts.Entry]) -> list[dict[str, Any]]:
    """One row a conversation: {n, name, title, numbers, error}."""
    return [
        {
            "n": each.number,
            "name": each.name[:NAME],
            "title": (each.title or each.name)[:NAME],
            "numbers": [number(value) for value in (each.messages, each.calls, each.tokens)],
            "error": each.error,
        }
        for each in entries
    ]
