"""The pieces of a message as the preview shows them: whole, or head, banner, hole and tail, or new beside original.

What stands in place of a text is what the plan's own change holds, so that the pieces shown are the pieces sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import trimscope as ts
from trimscope.planning.decision import GONE
from trimscope.stages.results import before_cut
from trimscope.texts.matching_lines import error_lines
from trimscope.transcript import Media, Pointer, Text, Thinking, ToolCall, ToolResult
from trimscope.words.counting import priced_as
from trimscope_app.i18n import number, tr
from trimscope_app.views.cuts import Shortened, shortened
from trimscope_app.views.filtered import gone
from trimscope_app.views.loaded import Loaded
from trimscope_app.views.titles import NAME

SHOWN: Final = 20_000  # characters of one text on screen; more is not read there, and megabytes would stall the page
ERROR_LINES: Final = 6  # lines of a hole that look like errors: enough to see whether something was lost
ERROR_LINE: Final = 300  # characters of such a line

Block = dict[str, Any]
"""{title, size, pieces: [{kind, text, label, ...}], note}"""


def blocks_of(loaded: Loaded, plan: ts.Plan, message: ts.Message, action: str, lang: str) -> list[Block]:
    """One block a part of the message, in order; two where a text gives way to another."""
    change = plan.changes.get(message.index)
    texts = change.texts if change else {}
    style = "struck" if action in GONE else "plain"
    blocks: list[Block] = []
    for position, part in enumerate(message.parts):
        if isinstance(part, Text):
            blocks += _changed(tr(lang, "preview.text"), (part,), texts, (action, style), lang)
        elif isinstance(part, Thinking):
            blocks.append(text_block(tr(lang, "preview.thinking"), part.text, style, lang))
        elif isinstance(part, ToolCall):
            blocks.append(text_block(tr(lang, "preview.call", tool=part.name[:NAME]), part.arguments, style, lang))
        elif isinstance(part, ToolResult):
            tool = loaded.tool_of(message, position)
            title = tr(lang, "preview.result_error" if part.is_error else "preview.result", tool=tool[:NAME])
            cut = shortened(plan, message, position, tool, texts) if action == "truncate" else None
            if cut is not None:
                blocks.append(_cut_block(title, cut, lang))
            else:
                blocks += _changed(title, part.texts, texts, (action, style), lang)
            stored = "".join(text.text for text in part.texts)
            if stored and action in ("filter", "truncate", "frame") and tool in plan.policy.field_whitelist:
                blocks += _gone_block(stored, "".join(before_cut(plan.view, message.index, position, tool)), lang)
            blocks += [media_block(media, plan, lang) for media in part.media]
        else:
            blocks.append(media_block(part, plan, lang))
    return blocks


def text_block(title: str, text: str, style: str, lang: str) -> Block:
    """One titled block with one piece of text, cut at `SHOWN` characters with a note that says so."""
    note = tr(lang, "preview.capped", n=SHOWN, all=len(text)) if len(text) > SHOWN else ""
    pieces = [{"kind": style, "text": text[:SHOWN], "label": title}] if text else []
    return {"title": title, "size": tr(lang, "preview.size", n=len(text)), "pieces": pieces,
            "note": note or ("" if text else tr(lang, "preview.empty"))}


def media_block(media: Media, plan: ts.Plan, lang: str) -> Block:
    """A picture or file: named, never shown; what it costs and on what ground."""
    return {"title": tr(lang, "preview.media", kind=media.kind[:NAME]),
            "size": priced_as(media, plan.view.counts.profile, lang), "pieces": [],
            "note": tr(lang, "preview.media_size", n=media.size)}


def _changed(
    title: str, parts: tuple[Text, ...], texts: Mapping[Pointer, str | None], how: tuple[str, str], lang: str
) -> list[Block]:
    """The text as it is; where a stub, placeholder or other text is sent instead, that first."""
    action, style = how
    original = "".join(part.text for part in parts)
    if not any(part.at in texts for part in parts):
        return [text_block(title, original, style, lang)]
    sent = "".join(texts.get(part.at, part.text) or "" for part in parts)
    kind = {"compact": "stub", "clear": "clear", "dedupe": "clear"}.get(action, "insert")
    return [text_block(f"{title} · {tr(lang, 'preview.sent_as')}", sent, kind, lang),
            text_block(tr(lang, "preview.original"), original, "struck", lang)]


def _cut_block(title: str, cut: Shortened, lang: str) -> Block:
    hole = cut.hole
    first_line = cut.text.count("\n", 0, len(cut.head)) + 1
    errors = [(line, words[:ERROR_LINE]) for line, words in error_lines(hole, ERROR_LINES, first_line=first_line)]
    pieces: list[dict[str, Any]] = []
    if cut.head:
        pieces.append({"kind": "head", "text": cut.head[:SHOWN], "label": tr(lang, "preview.head", n=len(cut.head))})
    if cut.middle:
        pieces.append({"kind": "banner", "text": cut.middle.strip("\n"), "label": tr(lang, "preview.banner")})
    pieces.append({
        "kind": "hole",
        "summary": tr(lang, "preview.hole" if errors else "preview.hole_calm", n=len(hole)),
        "text": hole[:SHOWN],
        "note": tr(lang, "preview.hole_capped", n=SHOWN) if len(hole) > SHOWN else "",
        "errors": errors,
        "errors_title": tr(lang, "preview.errors"),
    })
    if cut.tail:
        pieces.append({"kind": "tail", "text": cut.tail[-SHOWN:], "label": tr(lang, "preview.tail", n=len(cut.tail))})
    size = f"{number(len(cut.text))} → {tr(lang, 'preview.size', n=cut.sent)}"
    return {"title": title, "size": size, "pieces": pieces, "note": tr(lang, "preview.framed") if cut.framed else ""}


def _gone_block(stored: str, kept: str, lang: str) -> list[Block]:
    """What a whitelist took of a JSON result, the largest field first."""
    fields = gone(stored, kept)
    if not fields:
        return []
    rows = [[path[:NAME], number(times), number(chars)] for path, times, chars in fields]
    columns = [tr(lang, f"preview.gone.{name}") for name in ("field", "times", "chars")]
    return [{"title": tr(lang, "preview.gone"), "size": "", "pieces": [{"kind": "table", "columns": columns,
                                                                       "rows": rows}], "note": ""}]
