"""OpenAI Agents SDK: `ToolOutputTrimmer`.

Read from openai-agents 0.24.0 (`extensions/tool_output_trimmer.py`). Results older than the newest user messages are
cut to a short preview from their front, if that makes them shorter. Nothing goes, pairing is never broken; an error at
the end of a long output is out of sight.

A result in several text parts is taken as one text here; there it has a note of its own wording.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from trimscope.policies.settings import Names
from trimscope.strategies.declared import Strategy, both, param
from trimscope.strategies.kept import NOTHING, Kept, Rewritten
from trimscope.strategies.sizes import count_param
from trimscope.transcript import Pointer

if TYPE_CHECKING:
    from trimscope.planning.view import View


def trim_outputs(view: View, params: Mapping[str, Any]) -> Kept:
    """Cut older long results to a preview."""
    users = [m.index for m in view.messages if m.role == "user"]
    if len(users) < params["recent_turns"]:
        return NOTHING
    boundary = users[-params["recent_turns"]]
    names: dict[str, str] = {}
    rewritten: dict[int, Rewritten] = {}
    for message in view.messages:
        names |= {call.key: call.name for call in message.calls}
        if message.index >= boundary:
            break
        texts: dict[Pointer, str | None] = {}
        for result in message.results:
            old, tool = "".join(text.text for text in result.texts), names.get(result.key) or ""
            new = _preview(old, tool, params)
            if new is not None:
                texts |= {text.at: None for text in result.texts}
                texts[result.texts[0].at] = new
        if texts:
            rewritten[message.index] = Rewritten("truncate", "previewed", texts)
    return Kept(rewritten=rewritten)


def _preview(old: str, tool: str, params: Mapping[str, Any]) -> str | None:
    """The preview of a result; None where it stays."""
    allowed = params["trimmable_tools"]
    if len(old) <= params["max_output_chars"] or (allowed is not None and tool not in allowed):
        return None
    size = params["preview_chars"]
    head = f"[Trimmed: {tool or 'unknown_tool'} output — {len(old)} chars → {size} char preview]"
    new = f"{head}\n{old[:size]}..."
    return new if len(new) < len(old) else None


STRATEGIES = (
    Strategy(
        "agents_sdk_outputs",
        both(
            "OpenAI Agents SDK ToolOutputTrimmer: long results before the newest user messages become a preview from "
            "their front. Never grows, never drops.",
            "OpenAI Agents SDK ToolOutputTrimmer：最近几条用户消息之前的长结果缩为开头预览。不会变长，也不丢弃消息。",
        ),
        {
            "recent_turns": count_param(
                2,
                "newest user messages; results after the oldest of them are left alone",
                "最近的用户消息条数；其后的结果不动",
            ),
            "max_output_chars": count_param(
                500, "characters up to which a result is left alone", "不超过此字符数的结果不动"
            ),
            "preview_chars": count_param(200, "characters of the preview", "预览字符数", 0),
            "trimmable_tools": param(
                Names(optional=True),
                None,
                "only results of these tools; null: of all",
                "只处理这些工具的结果；null 为全部",
            ),
        },
        trim_outputs,
    ),
)
