"""Links from evidence to the messages it rests on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from trimscope_app.i18n import tr

SHOWN: Final = 8  # links in a row; more would be no evidence to look at one by one, their number is told


def links(messages: Sequence[int]) -> list[dict[str, Any]]:
    """{text, message} of the first few."""
    return [{"text": str(index), "message": index} for index in messages[:SHOWN]]


def more(messages: Sequence[int], lang: str) -> str:
    """How many are not named."""
    return tr(lang, "fault.more", n=len(messages) - SHOWN) if len(messages) > SHOWN else ""


def cell(messages: Sequence[int], lang: str) -> Any:
    """A table's cell with links."""
    shown = links(messages)
    return {"text": more(messages, lang), "links": shown} if shown else "–"
