"""Sessions of the Cline SDK (`*.messages.json`, `*.compaction.json`): Anthropic blocks with a few kinds of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.formats.logs import claude_blocks, entries
from trimscope.formats.source import Conversation, Mark, Source, made
from trimscope.transcript import Usage

NAME = "cline-sdk-messages"

SUMMARY = "compaction_summary"
"""The kind of message that stands for earlier ones."""


def detect(source: Source) -> str | None:
    """Why this is a Cline SDK session, or None."""
    marks = all(key in source.top for key in ("agent", "sessionId", "messages"))
    if marks and ("system_prompt" in source.top or "updated_at" in source.top) and conversations(source):
        return "'agent', 'sessionId' and 'messages'"
    return None


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The one conversation of the session."""
    records: list[dict[str, Any]] = []
    marks: dict[int, Mark] = {}
    model: str | None = None
    title = ""
    for at, message in entries.enumerate_objects(source.top.get("messages"), ("messages",)):
        role, content = message.get("role"), message.get("content")
        if role not in ("user", "assistant") or not isinstance(content, str | list):
            return ()
        metadata, used = message.get("metadata"), message.get("modelInfo")
        summary = isinstance(metadata, dict) and metadata.get("kind") == SUMMARY
        if isinstance(used, dict) and isinstance(used.get("id"), str):
            model = used["id"]
        identity = message.get("id") if isinstance(message.get("id"), str) else None
        usage = _usage(message.get("metrics")) if role == "assistant" else None
        marks[len(records)] = Mark((at,), injected=True if summary else None, usage=usage, id=identity, epoch=summary)
        records.append({"role": role, "content": _content(content)})
        if not title and role == "user" and not summary:
            title = entries.title_of(entries.text_of(content))
    request: dict[str, Any] = {"model": model}
    if isinstance(source.top.get("system_prompt"), str):
        request["system"] = source.top["system_prompt"]
    name = str(source.top.get("sessionId"))
    body = {**request, "messages": records}
    return (made("anthropic-messages", name, body, marks, title=title),) if records else ()


def _content(content: Any) -> Any:
    cleaned, _ = claude_blocks.cleaned(content)
    return cleaned if isinstance(cleaned, str) else [_block(block) for block in cleaned]


def _block(block: dict[str, Any]) -> dict[str, Any]:
    """A block as the API takes it: an attached file becomes a document of plain text."""
    if block.get("type") == "file" and isinstance(block.get("content"), str):
        text = {"type": "text", "media_type": "text/plain", "data": block["content"]}
        return {"type": "document", "source": text, "title": block.get("path")}
    return (
        {key: value for key, value in block.items() if key != "name"} if block.get("type") == "tool_result" else block
    )


def _usage(metrics: Any) -> Usage | None:
    """`inputTokens` is the whole input: measured, it goes on from what the call before had cached."""
    if not isinstance(metrics, Mapping):
        return None
    keys = ("inputTokens", "cacheReadTokens", "cacheWriteTokens", "outputTokens")
    context, cached, written, output = (_count(metrics.get(key)) for key in keys)
    return Usage(context, cached, written, output) if context else None


def _count(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0
