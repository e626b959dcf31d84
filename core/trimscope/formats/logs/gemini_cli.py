"""Sessions of the Gemini CLI: one object with `messages`, or JSON Lines of metadata, messages and updates.

A message of type `gemini` holds its tool calls together with their results; as a request that is a model content
and the user content behind it. Thoughts are summaries for the screen, which the CLI does not send back.
In the JSON Lines variant a known id replaces the earlier message, `$rewindTo` takes a message and all behind it
away, and `$set` updates the metadata.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from trimscope.formats.logs import entries
from trimscope.formats.source import Conversation, Mark, Source, made
from trimscope.transcript import Pointer, Usage

NAME = "gemini-cli-session"
TOLERANT = True

SPOKEN = ("user", "gemini")
"""Types that are part of the conversation; info, warning and error are the screen's."""
SHOWN = ("info", "warning", "error")

Place = tuple[Pointer, Mapping[str, Any]]


def detect(source: Source) -> str | None:
    """Why this is a session of the Gemini CLI, or None."""
    top = source.top
    if "sessionId" in top and "projectHash" in top and isinstance(top.get("messages"), list):
        return "'sessionId' and 'projectHash' beside 'messages'"
    if _is_message(top) and top["type"] == "gemini":
        return "a message of type 'gemini'"
    if not isinstance(source.document, list) or not source.lines:
        return None
    first = source.lines[0]
    if "sessionId" in first and "projectHash" in first and "startTime" in first:
        return "a first line with 'sessionId' and 'projectHash'"
    messages = all(_is_message(line) for line in source.lines)
    return "messages of type 'gemini'" if messages and any(_is_gemini(line) for line in source.lines) else None


def _is_message(line: Mapping[str, Any]) -> bool:
    return line.get("type") in (*SPOKEN, *SHOWN) and "timestamp" in line and ("content" in line or "toolCalls" in line)


def _is_gemini(line: Mapping[str, Any]) -> bool:
    return line.get("type") == "gemini"


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The one conversation of the session."""
    top = source.top
    if isinstance(top.get("messages"), list):
        places: Iterable[Place] = entries.enumerate_objects(top["messages"], ("messages",))
    else:
        places = _replayed(source)
    contents: list[dict[str, Any]] = []
    marks: dict[int, Mark] = {}
    model = ""
    for at, message in places:
        if message.get("type") not in SPOKEN:
            continue
        said = message.get("model")
        model = said if isinstance(said, str) and said else model
        for role, parts, usage in _contents(message):
            identity = message.get("id")
            named = identity if isinstance(identity, str) else None
            marks[len(contents)] = Mark(origin=(at,), usage=usage, id=named)
            contents.append({"role": role, "parts": parts})
    if not contents:
        return ()
    request = ({"model": model} if model else {}) | {"contents": contents}
    return (made("gemini-contents", _name(source), request, marks),)


def _name(source: Source) -> str:
    session = source.top.get("sessionId") or (source.lines[0].get("sessionId") if source.lines else None)
    return session if isinstance(session, str) else "0"


def _replayed(source: Source) -> list[Place]:
    """The messages that stand at the end of a JSON Lines session, in order."""
    kept: dict[str, Place] = {}
    for at, line in entries.objects(source):
        target = line.get("$rewindTo")
        update = line.get("$set")
        if isinstance(target, str):
            names = list(kept)
            for name in names[names.index(target) :] if target in kept else ():
                del kept[name]
        elif isinstance(update, Mapping) and isinstance(update.get("messages"), list):
            kept = {}  # the whole list was written anew
            for place, message in entries.enumerate_objects(update["messages"], (*at, "$set", "messages")):
                kept[_key(message, len(kept))] = (place, message)
        elif _is_message(line):
            kept[_key(line, len(kept))] = (at, line)
    return list(kept.values())


def _key(message: Mapping[str, Any], number: int) -> str:
    identity = message.get("id")
    return identity if isinstance(identity, str) and identity else f"\x00{number}"


def _contents(message: Mapping[str, Any]) -> Iterable[tuple[str, list[Any], Usage | None]]:
    """A message as contents of a request: role, parts, usage."""
    parts = _parts(message.get("content"))
    if message["type"] == "user":
        if parts:
            yield "user", parts, None
        return
    answers: list[Any] = []
    calls = message.get("toolCalls")
    for call in calls if isinstance(calls, list) else ():
        if isinstance(call, dict):
            parts.append({"functionCall": {key: call[key] for key in ("id", "name", "args") if key in call}})
            answers += _answer(call)
    if parts:
        yield "model", parts, _usage(message.get("tokens"))
    if answers:
        yield "user", answers, None


def _parts(content: Any) -> list[Any]:
    if isinstance(content, str):
        return [{"text": content}] if content else []
    parts = content if isinstance(content, list) else [content] if isinstance(content, dict) else []
    wrapped = ({"text": part} if isinstance(part, str) else part for part in parts)
    return [part for part in wrapped if isinstance(part, dict) and part]


def _answer(call: Mapping[str, Any]) -> list[Any]:
    """The result of a call as parts: the log's own response parts, or text put into one."""
    result = call.get("result")
    parts = _parts(result)
    if not parts:
        return []
    if any("functionResponse" in part for part in parts):
        return parts
    texts = [part["text"] for part in parts if isinstance(part.get("text"), str)]
    named = {key: call[key] for key in ("id", "name") if key in call}
    key = "output" if call.get("status") == "success" else "error"
    rest = [part for part in parts if not isinstance(part.get("text"), str)]
    return [{"functionResponse": {**named, "response": {key: "\n".join(texts)}}}, *rest]


def _usage(tokens: Any) -> Usage | None:
    """The CLI's own names: `input` is the whole prompt, the cached part included; thoughts are output."""
    if not isinstance(tokens, Mapping) or not isinstance(tokens.get("input"), int):
        return None
    numbers = {key: value for key, value in tokens.items() if isinstance(value, int)}
    output = numbers.get("output", 0) + numbers.get("thoughts", 0)
    return Usage(numbers["input"], cached=numbers.get("cached", 0), output=output)
