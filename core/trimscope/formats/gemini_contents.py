"""Gemini generateContent: `contents` of parts, calls in the model's turn, responses in the user's.

Source: Google's API reference, recorded requests, and saved chats and error reports of the Gemini CLI. Ids are
optional and often on one side only, so calls and responses pair by turn and position. Every field has a
snake_case twin (Python SDK, ADK).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.errors import LoadError
from trimscope.formats import by_order, common, shape, splitting
from trimscope.formats.source import Conversation, Parsed, Source
from trimscope.source import canonical
from trimscope.transcript import Media, Message, Part, Pointer, Role, Text, Thinking, ToolCall, ToolResult, ToolSpec

NAME = "gemini-contents"
PROVIDER = "gemini"
CONTENT = "parts"

ROLES: Mapping[str, Role] = {"user": "user", "model": "assistant", "function": "user", "tool": "user"}
"""`function` and `tool` were taken for the user's turn with responses by older versions of the API."""

KEYS = ("contents", "context")
"""Where the list lies: a request; an error report of the Gemini CLI."""

PARTS: Mapping[str, str] = {
    "text": "text",
    "functionCall": "function_call",
    "functionResponse": "function_response",
    "inlineData": "inline_data",
    "fileData": "file_data",
    "executableCode": "executable_code",
    "codeExecutionResult": "code_execution_result",
    "toolCall": "tool_call",
    "toolResponse": "tool_response",
    "thoughtSignature": "thought_signature",
}
"""The kinds of parts, and their twins."""

PLAIN_KEYS = ("output", "result", "error", "response", "return_value")
"""Keys under which a response of one string is that string. Any other value is read as its JSON text."""

hollow = common.hollow_parts


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The conversations of a file: a list of contents, a request body, a saved chat, an error report."""
    found = (shape.requests(source, key) for key in KEYS)
    return next((each for each in found if each), ())


def detect(source: Source) -> str | None:
    """Why this is Gemini, or None: records with `parts` that name their kind by their key."""
    found = conversations(source)
    records = found[0].records if found else []
    if not records or not all(_is_content(record) for record in records):
        return None
    if not any(record["parts"] for record in records):
        return None
    base = found[0].base
    return f"'{base[-1]}' with 'parts'" if base else "a list of contents with 'parts'"


def _is_content(record: Any) -> bool:
    if not isinstance(record, dict) or not isinstance(record.get("parts"), list):
        return False
    if record.get("role", "user") not in tuple(ROLES):
        return False
    return all(isinstance(part, dict) and "type" not in part and _kind(part) for part in record["parts"])


def _kind(part: Mapping[str, Any]) -> tuple[str, str] | None:
    """The kind of a part and the key it stands under; keys without a value (ADK writes them) do not count."""
    for kind, twin in PARTS.items():
        for key in (kind, twin):
            if part.get(key) is not None:
                return kind, key
    return None


def user_record(text: str) -> dict[str, Any]:
    """A user content (the API merges neighbours of one role, so it may follow another)."""
    return {"role": "user", CONTENT: [{"text": text}]}


def text_part(text: str) -> dict[str, Any]:
    """A text part."""
    return {"text": text}


def result_record(call_id: str | None, text: str) -> dict[str, Any]:
    """A user content with one error response, where only the call's id is known."""
    return _response({"id": call_id} if call_id else {}, text)


def answer(call: Mapping[str, Any], text: str) -> dict[str, Any]:
    """A user content with one error response for a call's own part: the response repeats its name and id."""
    found = _kind(call)
    body = call[found[1]] if found else {}
    return _response({key: body[key] for key in ("id", "name") if body.get(key)}, text)


def _response(named: dict[str, Any], text: str) -> dict[str, Any]:
    return {"role": "user", CONTENT: [{"functionResponse": {**named, "response": {"error": text}}}]}


def parse(conversation: Conversation) -> Parsed:
    """Read the conversation. Raises LoadError naming the content that cannot be read."""
    request, base = conversation.request, conversation.base
    messages: list[Message] = []
    for number, record in enumerate(conversation.records):
        at = (*base, number)
        if not isinstance(record, dict):
            raise LoadError(f"Message {number}: an object was expected, here stands a {common.kind_of(record)}.")
        said = record.get("role") or "user"
        role = ROLES.get(said) if isinstance(said, str) else None
        if role is None:
            raise LoadError(f"Message {number}: the role '{str(said)[:40]}' is not one of {', '.join(ROLES)}.")
        for neutral, parts, where in splitting.split(role, at, _blocks(record.get(CONTENT), at, number)):
            messages.append(Message(len(messages), neutral, parts, where, id=common.id_of(record)))
    config = request.get("config")
    inner = config if isinstance(config, dict) and "tools" not in request else {}
    holder, path = (inner, conversation.key("config")) if inner else (request, base[:-1])
    model = request.get("model")
    tools = holder.get("tools")
    return Parsed(
        by_order.paired(messages),
        system=_system(holder, path) if base else (),
        tools=_tools(tools),
        tools_at=(*path, "tools") if base and isinstance(tools, list) and tools else None,
        model=model.removeprefix("models/") if isinstance(model, str) else None,
    )


def _system(holder: Mapping[str, Any], path: Pointer) -> tuple[Text, ...]:
    for key in ("systemInstruction", "system_instruction"):
        node, at = holder.get(key), (*path, key)
        if isinstance(node, dict):
            node, at = node.get(CONTENT), (*at, CONTENT)
        if isinstance(node, dict):  # one part where a list belongs: the API takes it
            return common.strings_of(node.get("text"), (*at, "text"))
        if isinstance(node, str):
            return common.strings_of(node, at)
        if isinstance(node, list):
            found: list[Text] = []
            for position, part in enumerate(node):
                if isinstance(part, dict):
                    found += common.strings_of(part.get("text"), (*at, position, "text"))
                else:
                    found += common.strings_of(part, (*at, position))
            return tuple(found)
    return ()


def _tools(tools: Any) -> tuple[ToolSpec, ...]:
    """One specification a function; a built-in tool is named by its key."""
    specs: list[ToolSpec] = []
    for tool in tools if isinstance(tools, list) else ():
        if not isinstance(tool, dict):
            specs += common.tool_specs([tool])
            continue
        for key, value in tool.items():
            if key in ("functionDeclarations", "function_declarations") and isinstance(value, list):
                specs += common.tool_specs(value)
            else:
                specs.append(ToolSpec(key, canonical.readable({key: value})))
    return tuple(specs)


def _blocks(parts: Any, at: Pointer, number: int) -> list[tuple[Pointer, list[Part]]]:
    here = (*at, CONTENT)
    if parts is None:
        return []
    if isinstance(parts, dict):  # one part where a list belongs: the API takes it
        return [(here, _part(parts, here, number))]
    if not isinstance(parts, list):
        raise LoadError(f"Message {number}: 'parts' is a {common.kind_of(parts)}, a list was expected.")
    blocks: list[tuple[Pointer, list[Part]]] = []
    for position, part in enumerate(parts):
        where = (*here, position)
        if isinstance(part, str):
            blocks.append((where, list(common.strings_of(part, where))))
        elif isinstance(part, dict):
            blocks.append((where, _part(part, where, number)))
        else:
            raise LoadError(f"Message {number}: part {position} is a {common.kind_of(part)}, an object was expected.")
    return blocks


def _part(part: dict[str, Any], at: Pointer, number: int) -> list[Part]:
    kind, key = _kind(part) or ("part", "")
    if kind == "thoughtSignature":
        return []  # an empty part that carries the signature of what stands before it
    value = part.get(key)
    if kind == "text":
        if isinstance(value, str) and value and part.get("thought") is True:
            return [Thinking(value, (*at, key))]
        return list(common.strings_of(value, (*at, key)))
    if kind in ("inlineData", "fileData"):
        return [common.picture(kind, part, at)]
    if kind in ("functionCall", "functionResponse", "toolCall", "toolResponse"):
        if not isinstance(value, dict):
            raise LoadError(f"Message {number}: '{key}' is a {common.kind_of(value)}, an object was expected.")
        identity = value.get("id")
        identity = identity if isinstance(identity, str) and identity else None
        name = value.get("name") or value.get("toolType") or value.get("tool_type")
        name = name if isinstance(name, str) else None
        server = kind.startswith("tool")
        pair = identity or f"\x00{number}.{name}"
        if kind in ("functionCall", "toolCall"):
            arguments = common.arguments_text(value.get("args"))
            return [ToolCall(pair, identity, name or "?", arguments, at, server=server)]
        if server:  # the provider's own result, handed back as it is
            body = common.media(kind, value.get("response"), (*at, key, "response"))
            return [ToolResult(pair, identity, name, (), (body,), False, at)]
        return [_result(value, identity, name, at, key)]
    return [common.media(kind, part, at)]


def _result(value: dict[str, Any], identity: str | None, name: str | None, at: Pointer, key: str) -> ToolResult:
    response, here = value.get("response"), (*at, key, "response")
    failed = isinstance(response, dict) and bool(response.get("error"))
    texts: tuple[Text, ...] = ()
    only = next(iter(response.items())) if isinstance(response, dict) and len(response) == 1 else (None, None)
    if isinstance(response, str):
        texts = common.strings_of(response, here)
    elif isinstance(only[1], str):
        text = only[1]
        if only[0] in PLAIN_KEYS:
            texts = common.strings_of(text, (*here, str(only[0])))
        elif text:
            texts = (Text(text, here, ((str(only[0]), None),)),)
    elif response:
        texts = (Text(canonical.readable(response), here, (("error" if failed else "output", None),)),)
    media: list[Media] = []
    inner = value.get(CONTENT)
    for position, part in enumerate(inner if isinstance(inner, list) else ()):
        media.append(common.picture("part", part, (*at, key, CONTENT, position)))
    return ToolResult("", identity, name, texts, tuple(media), failed, at)
