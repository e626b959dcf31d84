"""The texts of a message that are counted, each under the name the preview gives it; and what else it costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import trimscope as ts
from trimscope.planning.decision import GONE
from trimscope.transcript import Pointer, Text, Thinking, ToolCall, ToolResult
from trimscope_app.i18n import tr
from trimscope_app.views.inserted import ours_of, text_of, title_of
from trimscope_app.views.loaded import Loaded
from trimscope_app.views.titles import short, title

NAME: Final = 60  # characters of a tool's name in a heading


@dataclass(frozen=True)
class Counted:
    """What is counted of a message, or of a text of ours."""

    title: str
    sent: bool
    """whether the texts are those that are sent in place of the stored ones"""
    texts: tuple[tuple[str, str], ...]
    """(name, text), none of them empty"""
    tokens: int
    """all of it, with what is no text: frames, pictures"""


def counted(loaded: Loaded, plan: ts.Plan, selected: int | None, lang: str) -> Counted | None:
    """What is counted of the selected message (-1 - n: of the n-th text of ours); what is sent of it where that
    differs, else what is stored. None where nothing is selected."""
    ours = ours_of(plan)
    if selected is not None and -len(ours) <= selected < 0:
        decision = ours[-1 - selected]
        text = text_of(plan, decision)
        texts = ((tr(lang, "preview.inserted"), text),) if text else ()
        return Counted(title_of(decision, lang), True, texts, decision.after)
    if selected is None or not 0 <= selected < len(loaded.transcript.messages):
        return None
    message = loaded.transcript.messages[selected]
    change = plan.changes.get(selected)
    sent = change is not None and bool(change.texts) and change.action not in GONE
    new = change.texts if change is not None and sent else {}
    texts = tuple((name, text) for name, text in _texts(loaded, message, new, lang) if text)
    tokens = change.tokens if change is not None and sent else plan.view.counts.messages[selected]
    return Counted(title(loaded, message, lang), sent, texts, tokens)


def _texts(
    loaded: Loaded, message: ts.Message, new: Mapping[Pointer, str | None], lang: str
) -> Iterator[tuple[str, str]]:
    """The texts the estimator is given, one by one."""
    for position, part in enumerate(message.parts):
        if isinstance(part, Text):
            yield tr(lang, "preview.text"), new.get(part.at, part.text) or ""
        elif isinstance(part, Thinking):
            yield tr(lang, "preview.thinking"), part.text
        elif isinstance(part, ToolCall):
            name = short(part.name, NAME)
            yield tr(lang, "tokens.call_name", tool=name), part.name
            yield tr(lang, "tokens.call_arguments", tool=name), part.arguments
        elif isinstance(part, ToolResult):
            name = tr(lang, "preview.result", tool=short(loaded.tool_of(message, position), NAME))
            for text in part.texts:
                yield name, new.get(text.at, text.text) or ""
        else:
            yield tr(lang, "preview.media", kind=short(part.kind, NAME)), part.text
