"""Where a message is used later: the tool calls after it whose arguments hold a value that stands in it."""

from __future__ import annotations

from typing import Any, Final

from trimscope_app.i18n import tr
from trimscope_app.views.loaded import Loaded
from trimscope_app.views.titles import short
from trimscope_app.views.users import SHOWN

VALUES: Final = 2  # values named for one call
VALUE: Final = 32  # characters of a value


def uses(loaded: Loaded, index: int) -> list[tuple[int, list[str]]]:
    """(message with the call, values) of every later call that uses the message, in order."""
    found = loaded.call_values
    standing = set(found.in_message(index))
    used = []
    for at, calls in found.calls.items():
        if at > index:
            numbers = dict.fromkeys(number for _, each in calls for number in each if number in standing)
            if numbers:
                used.append((at, [found.index.values[number] for number in numbers]))
    return sorted(used)


def uses_view(loaded: Loaded, index: int, lang: str) -> dict[str, Any]:
    """{title, links: [{message, text}], more}; no links where nothing is used."""
    found = uses(loaded, index)
    links = [{"message": at, "text": tr(lang, "preview.use", index=at, values=_named(values))}
             for at, values in found[:SHOWN]]
    more = tr(lang, "preview.more_uses", n=len(found) - SHOWN) if len(found) > SHOWN else ""
    return {"title": tr(lang, "preview.uses"), "links": links, "more": more}


def _named(values: list[str]) -> str:
    named = ", ".join(short(value, VALUE) for value in values[:VALUES])
    return f"{named}, …" if len(values) > VALUES else named
