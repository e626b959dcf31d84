"""opencode's messages as records of a request: a message is several steps, a step one call of the model.

A tool part holds a call and its result together. Text is `synthetic` where opencode put it in, and `ignored`
where the model never saw it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from trimscope.formats.logs.chat_records import text
from trimscope.formats.logs.pi_messages import ANTHROPIC, OPENAI, Records
from trimscope.formats.source import Conversation, Mark, made
from trimscope.transcript import Pointer

ASKED = "What did we do so far?"
"""What opencode sends in place of a `compaction` part, ahead of the summary that answers it."""
REDACTED = "[redacted:"

Message = tuple[Pointer, Mapping[str, Any], list[dict[str, Any]]]
"""Place, info and parts of a message."""


def conversation(
    name: str,
    title: str,
    messages: Iterable[Message],
    system: tuple[Pointer, str] | None = None,
    tools: list[dict[str, Any]] | None = None,
) -> Conversation | None:
    """The conversation of one session, its system prompt given with its place; None where it has no message."""
    listed = list(messages)
    answers = [info for _, info, _ in listed if info.get("role") == "assistant" and text(info.get("modelID"))]
    provider = text(answers[-1].get("providerID")) if answers else ""
    built = Records(ANTHROPIC if "anthropic" in provider else OPENAI)
    request: dict[str, Any] = {"model": answers[-1]["modelID"]} if answers else {}
    if system and built.dialect == ANTHROPIC:
        request["system"] = system[1]
    elif system:
        built.marks[0] = Mark((system[0],))
        built.records.append({"role": "system", "content": system[1]})
    if tools:
        request["tools"] = tools
    start, cleared, redacted = len(built.records), 0, 0
    for at, info, parts in listed:
        if info.get("role") == "user":
            _user(built, at, parts)
        else:
            _assistant(built, at, info, parts)
        states = [_mapping(part.get("state")) for part in parts]
        cleared += sum(1 for state in states if _mapping(state.get("time")).get("compacted"))
        redacted += sum(1 for state in states if text(state.get("output")).startswith(REDACTED))
    if len(built.records) == start:
        return None
    request["messages"] = built.records
    notes = ((_cleared(cleared),) if cleared else ()) + ((_redacted(redacted),) if redacted else ())
    return made(built.dialect, name, request, built.marks, title=title, notes=notes)


def _user(built: Records, at: Pointer, parts: list[dict[str, Any]]) -> None:
    if any(part.get("type") == "compaction" for part in parts):
        built.say(at, ASKED, injected=True, epoch=True)
        return
    shown = [part for part in parts if part.get("type") in ("text", "file") and not part.get("ignored")]
    typed = any(part.get("type") == "file" or not part.get("synthetic") for part in shown)
    content = [block for part in shown for block in _block(part)]
    before = len(built.records)
    built.take(at, {"role": "user", "content": content})
    if not typed and len(built.records) > before:
        built.records.pop()
        del built.marks[before]
        built.say(at, "\n".join(text(part.get("text")) for part in shown), injected=True)


def _assistant(built: Records, at: Pointer, info: Mapping[str, Any], parts: list[dict[str, Any]]) -> None:
    """Step by step: what was said and called, then the results."""
    step: list[dict[str, Any]] = []
    tokens: Any = None
    ends = [number for number, part in enumerate(parts) if part.get("type") == "step-finish"]
    last = ends[-1] if ends else -1
    for part in parts:
        kind = part.get("type")
        if kind == "step-start":
            _step(built, at, step, tokens)
            step, tokens = [], None
        elif kind == "step-finish":
            tokens = part.get("tokens")
        else:
            step.append(part)
    _step(built, at, step, tokens if last >= 0 else info.get("tokens"))


def _step(built: Records, at: Pointer, parts: list[dict[str, Any]], tokens: Any) -> None:
    content = [block for part in parts for block in _block(part)]
    if not content:
        return
    built.take(at, {"role": "assistant", "content": content, "usage": _usage(tokens)})
    for part in parts:
        state = _mapping(part.get("state"))
        status = state.get("status")
        if part.get("type") == "tool" and status in ("completed", "error"):
            told = text(state.get("output" if status == "completed" else "error"))
            more = state.get("attachments")
            files = [block for each in more for block in _block(each)] if isinstance(more, list) else []
            shown: Any = [{"type": "text", "text": told}, *files] if files else told
            result = {"role": "toolResult", "toolCallId": part.get("callID"), "content": shown}
            built.take(at, {**result, "isError": status == "error"})


def _block(part: Any) -> list[dict[str, Any]]:
    """A part as the block that `Records` takes; nothing for what is no content (snapshots, patches, agents)."""
    if not isinstance(part, dict):
        return []
    kind = part.get("type")
    if kind == "text":
        return [{"type": "text", "text": part["text"]}] if text(part.get("text")) else []
    if kind == "reasoning":
        return [{"type": "thinking", "thinking": part["text"]}] if text(part.get("text")) else []
    if kind == "tool":
        arguments = _mapping(part.get("state")).get("input")
        return [{"type": "toolCall", "id": part.get("callID"), "name": part.get("tool"), "arguments": arguments}]
    if kind == "file":
        mime, head, data = text(part.get("mime")), *_split(text(part.get("url")))
        if head and mime.startswith("image/"):
            return [{"type": "image", "mimeType": mime, "data": data}]
        return [{"type": "file", "file": {"filename": part.get("filename"), "file_data": part.get("url")}}]
    return []


def _split(url: str) -> tuple[str, str]:
    """Head and data of a `data:` address; no head for any other."""
    head, _, data = url.partition(",")
    return (head, data) if url.startswith("data:") and head.endswith(";base64") else ("", url)


def _usage(tokens: Any) -> dict[str, Any]:
    """The tokens of a step in pi's names, which `Records` reads: both leave what was cached out of `input`."""
    told = _mapping(tokens)
    cache = _mapping(told.get("cache"))
    output, reasoning = told.get("output"), told.get("reasoning")
    if isinstance(output, int) and isinstance(reasoning, int):
        output += reasoning
    return {
        "input": told.get("input"),
        "cacheRead": cache.get("read"),
        "cacheWrite": cache.get("write"),
        "output": output,
    }


def _cleared(count: int) -> dict[str, str]:
    return {
        "en": f"opencode itself had cleared {count} tool output(s) from what it sent; here they stand in full.",
        "zh": f"opencode 在发送时已自行清除 {count} 个工具输出；此处为完整内容。",
    }


def _redacted(count: int) -> dict[str, str]:
    return {
        "en": f"{count} tool output(s) were redacted in this export: their sizes say nothing.",
        "zh": f"该导出中有 {count} 个工具输出已被隐去：其大小没有意义。",
    }


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
