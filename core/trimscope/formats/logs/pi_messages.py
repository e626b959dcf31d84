"""Messages as pi and OpenClaw keep them, as records of a request: Anthropic's where its API was spoken, else OpenAI's.

Roles: user, assistant (blocks `text`, `thinking`, `toolCall`), toolResult, and messages that the tool puts in by
itself (a shell command's output, a summary, a note), which a model reads as the user's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.formats import common
from trimscope.formats.logs import entries
from trimscope.formats.source import Mark
from trimscope.transcript import Pointer, Usage

ANTHROPIC, OPENAI = "anthropic-messages", "openai-chat"


def dialect_of(message: Mapping[str, Any] | None) -> str:
    """The dialect of the API that an assistant message names."""
    api = message.get("api") if message else None
    return ANTHROPIC if isinstance(api, str) and api.startswith("anthropic") else OPENAI


class Records:
    """The records of one conversation while they are built, with a mark for each."""

    def __init__(self, dialect: str) -> None:
        self.dialect = dialect
        self.records: list[dict[str, Any]] = []
        self.marks: dict[int, Mark] = {}
        self.empty = 0
        """assistant messages without any content: aborted before a word came"""

    def take(self, at: Pointer, message: Mapping[str, Any]) -> None:
        """Add one message."""
        role, content = message.get("role"), _blocks(message.get("content"))
        if role == "user":
            self.say(at, self._parts(content), injected=None)
        elif role == "assistant":
            self._assistant(at, message, content)
        elif role == "toolResult":
            self._result(at, message, content)
        elif role == "bashExecution":
            text = f"Ran `{message.get('command')}`\n{message.get('output') or ''}"
            self.say(at, text, injected=True)
        else:
            text = entries.text_of(message.get("content")) or str(message.get("summary") or "")
            self.say(at, text, injected=True)

    def say(self, at: Pointer, content: Any, *, injected: bool | None, epoch: bool = False) -> None:
        """Add a user record."""
        if content:
            self._append({"role": "user", "content": content}, Mark((at,), injected=injected, epoch=epoch))

    def _append(self, record: dict[str, Any], mark: Mark) -> None:
        self.marks[len(self.records)] = mark
        self.records.append(record)

    def _assistant(self, at: Pointer, message: Mapping[str, Any], content: list[dict[str, Any]]) -> None:
        if not content:
            self.empty += 1
            return
        mark = Mark((at,), usage=usage_of(message.get("usage")))
        if self.dialect == ANTHROPIC:
            blocks = [block for each in content for block in _anthropic(each)]
            self._append({"role": "assistant", "content": blocks}, mark)
            return
        texts = [{"type": "text", "text": each["text"]} for each in content if isinstance(each.get("text"), str)]
        record: dict[str, Any] = {"role": "assistant", "content": _one(texts)}
        thinking = [each["thinking"] for each in content if isinstance(each.get("thinking"), str)]
        if thinking:
            record["reasoning_content"] = "\n".join(thinking)
        calls = [_openai_call(each) for each in content if each.get("type") == "toolCall"]
        if calls:
            record["tool_calls"] = calls
        self._append(record, mark)

    def _result(self, at: Pointer, message: Mapping[str, Any], content: list[dict[str, Any]]) -> None:
        identity = str(message.get("toolCallId") or "")
        parts = self._parts(content) or ""
        if self.dialect == ANTHROPIC:
            block: dict[str, Any] = {"type": "tool_result", "tool_use_id": identity, "content": parts}
            if message.get("isError") is True:
                block["is_error"] = True
            self._append({"role": "user", "content": [block]}, Mark((at,)))
        else:
            self._append({"role": "tool", "tool_call_id": identity, "content": parts}, Mark((at,)))

    def _parts(self, content: list[dict[str, Any]]) -> Any:
        """Text and pictures in the dialect's form; one text alone as a string."""
        return _one([self._part(block) for block in content if not _is_hollow(block)])

    def _part(self, block: dict[str, Any]) -> dict[str, Any]:
        if isinstance(block.get("text"), str):
            return {"type": "text", "text": block["text"]}
        data, kind = block.get("data"), block.get("mimeType")
        if block.get("type") != "image" or not isinstance(data, str):
            return block
        if self.dialect == ANTHROPIC:
            return {"type": "image", "source": {"type": "base64", "media_type": kind, "data": data}}
        return {"type": "image_url", "image_url": {"url": f"data:{kind};base64,{data}"}}


def usage_of(reported: Any) -> Usage | None:
    """The usage of one message: `input` leaves out what was cached. None where all is zero (an aborted call)."""
    if not isinstance(reported, Mapping):
        return None
    fresh, cached, written, output = (_count(reported, key) for key in ("input", "cacheRead", "cacheWrite", "output"))
    context = fresh + cached + written
    return Usage(context, cached, written, output) if context else None


def _count(fields: Mapping[str, Any], key: str) -> int:
    value = fields.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def _blocks(content: Any) -> list[dict[str, Any]]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}] if content else []
    return [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []


def _is_hollow(block: Mapping[str, Any]) -> bool:
    """True for a text block without a text."""
    return block.get("type") == "text" and not isinstance(block.get("text"), str)


def _one(parts: list[dict[str, Any]]) -> Any:
    """The parts, a single text as a string, nothing as None."""
    if len(parts) == 1 and parts[0].get("type") == "text":
        return parts[0]["text"]
    return parts or None


def _anthropic(block: dict[str, Any]) -> list[dict[str, Any]]:
    if block.get("type") == "toolCall":
        name, arguments = block.get("name"), block.get("arguments")
        return [{"type": "tool_use", "id": block.get("id"), "name": name, "input": arguments}]
    if isinstance(block.get("thinking"), str):
        signature = block.get("thinkingSignature")
        signed = {"signature": signature} if isinstance(signature, str) else {}
        return [{"type": "thinking", "thinking": block["thinking"], **signed}]
    if isinstance(block.get("text"), str):
        return [{"type": "text", "text": block["text"]}] if block["text"] else []
    return [block]


def _openai_call(block: dict[str, Any]) -> dict[str, Any]:
    arguments = common.arguments_text(block.get("arguments"))
    return {"id": block.get("id"), "type": "function", "function": {"name": block.get("name"), "arguments": arguments}}
