"""Logs of Inspect: one conversation a sample. `.eval` archives are opened by `trimscope.source.archive` before.

Inspect's messages are its own: a call's function is a name with an object of arguments, long strings lie in
`attachments`, the reasoning is a part of the content. Where a tool failed, its error is what the model was sent.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from trimscope.errors import LoadError
from trimscope.formats.logs import chat_records, entries
from trimscope.formats.logs.chat_records import ChatRecords, text
from trimscope.formats.source import Conversation, Source
from trimscope.transcript import Pointer, Usage

NAME = "inspect-log"

ATTACHMENT = re.compile(r"(?:attachment|tc)://([0-9a-f]{32})")
"""The stand-in for a long string: the MD5 of it. `tc` is its older name."""

MOST_RESOLVED = 200_000_000
"""Characters that the stand-ins of one sample may become, far above any real sample: one long string named a
million times must not fill the memory."""

FAULT = "The attachments of an Inspect sample stand for more than 200 million characters: the log is damaged."


def detect(source: Source) -> str | None:
    """Why this is an Inspect log, or None."""
    top = source.top
    if isinstance(top.get("eval"), dict) and "status" in top and ("samples" in top or "plan" in top):
        return "'eval' and 'samples'"
    if isinstance(top.get("messages"), list) and "epoch" in top and "target" in top and "input" in top:
        return "a sample with 'epoch', 'input' and 'target'"
    return None


def conversations(source: Source) -> tuple[Conversation, ...]:
    """One conversation a sample."""
    top = source.top
    if "epoch" in top:
        return chat_records.found(_sample(top, (), ""))
    samples = [*entries.enumerate_objects(top.get("samples"), ("samples",))]
    if not samples:
        raise LoadError("This Inspect log holds no samples (only its header was kept): there is nothing to trim in it.")
    evaluated = top.get("eval")
    model = text(evaluated.get("model")) if isinstance(evaluated, Mapping) else ""
    return chat_records.found(*(_sample(sample, at, model) for at, sample in samples))


def _sample(sample: Mapping[str, Any], at: Pointer, model: str) -> Conversation | None:
    attached = sample.get("attachments")
    resolve = _Resolver(attached if isinstance(attached, Mapping) else {})
    usages = _usages(sample)
    chat = ChatRecords()
    chat.model = model or None
    last = len(sample["messages"]) - 1 if isinstance(sample.get("messages"), list) else -1
    for place, message in entries.enumerate_objects(sample.get("messages"), (*at, "messages")):
        role, identity = message.get("role"), text(message.get("id")) or None
        content, thinking = _content(resolve(message.get("content")))
        if role == "user":
            chat.say(place, content, id=identity)
        elif role == "assistant":
            calls = [
                chat_records.call(each.get("id"), each.get("function"), resolve(each.get("arguments")))
                for _, each in entries.enumerate_objects(message.get("tool_calls"))
            ]
            usage = usages.get(identity or ("" if place[-1] == last else "-"))
            chat.answer(place, content, calls, thinking=thinking, usage=usage, id=identity)
        elif role == "tool":
            error = message.get("error")
            told = text(resolve(error.get("message"))) if isinstance(error, Mapping) else ""
            chat.result(place, str(message.get("tool_call_id") or ""), told or content, id=identity)
        elif role == "system":
            chat.system(place, content, id=identity)
    if "epoch" in sample:
        return chat.conversation(f"{sample.get('id')}_epoch_{sample.get('epoch')}")
    return chat.conversation(str(sample.get("id", "0")))


class _Resolver:
    """Puts the long strings back in where their stand-ins are."""

    def __init__(self, attachments: Mapping[str, Any]) -> None:
        self.attachments = attachments
        self.resolved = 0

    def __call__(self, value: Any) -> Any:
        if isinstance(value, str):
            return ATTACHMENT.sub(self._one, value) if "://" in value else value
        if isinstance(value, list):
            return [self(item) for item in value]
        if isinstance(value, dict):
            return {key: self(item) for key, item in value.items()}
        return value

    def _one(self, found: re.Match[str]) -> str:
        kept = self.attachments.get(found[1])
        if not isinstance(kept, str):
            return found[0]
        self.resolved += len(kept)
        if self.resolved > MOST_RESOLVED:
            raise LoadError(FAULT)
        return kept


def _content(content: Any) -> tuple[Any, str]:
    """The content as OpenAI's parts, one text alone as a string; and the reasoning that stood in it."""
    if not isinstance(content, list):
        return (content if isinstance(content, str) else ""), ""
    parts: list[dict[str, Any]] = []
    thinking: list[str] = []
    for part in content:
        kind = part.get("type") if isinstance(part, dict) else None
        if kind == "reasoning" and not part.get("redacted"):
            thinking.append(text(part.get("reasoning")))
        elif kind == "text":
            parts += [{"type": "text", "text": part["text"]}] if text(part.get("text")) else []
        elif kind == "image":
            parts.append({"type": "image_url", "image_url": {"url": part.get("image"), "detail": part.get("detail")}})
        elif kind == "audio":
            audio = {"data": part.get("audio"), "format": part.get("format")}
            parts.append({"type": "input_audio", "input_audio": audio})
        elif kind:
            parts.append(part)
    alone = parts[0]["text"] if len(parts) == 1 and parts[0]["type"] == "text" else parts
    return alone, "\n".join(each for each in thinking if each)


def _usages(sample: Mapping[str, Any]) -> dict[str, Usage]:
    """Usage of each answer, by its message's id; that of the last call without one under an empty id."""
    found: dict[str, Usage] = {}
    events = [each.get("output") for _, each in entries.enumerate_objects(sample.get("events"))]
    for output in (*events, sample.get("output")):
        usage = _usage(output.get("usage")) if isinstance(output, Mapping) else None
        choices = output.get("choices") if isinstance(output, Mapping) else None
        for _, choice in entries.enumerate_objects(choices):
            message = choice.get("message")
            if usage and isinstance(message, Mapping):
                found[text(message.get("id"))] = usage
    return found


def _usage(reported: Any) -> Usage | None:
    """Inspect leaves what was cached out of `input_tokens` for some providers; the total always holds it."""
    if not isinstance(reported, Mapping):
        return None
    names = ("total_tokens", "input_tokens", "output_tokens", "input_tokens_cache_read", "input_tokens_cache_write")
    total, fresh, output, cached, written = (chat_records.count(reported.get(name)) for name in names)
    context = max(total - output, fresh)
    return Usage(context, cached, written, output) if context else None
