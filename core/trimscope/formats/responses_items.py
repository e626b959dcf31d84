"""One item of OpenAI's Responses API as neutral parts, and whose turn it belongs to.

Names are told apart by their endings, as the API forms them: `…_call` asks for something, `…_output` answers it.
A `…_call` with a `call_id` waits for an answer; one without (web search, MCP, code interpreter) was run by the
provider and holds its own result: a closed ring in one item.
Source: OpenAI's API reference (Responses, Conversations), recorded requests and answers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal

from trimscope.errors import LoadError
from trimscope.formats import common
from trimscope.transcript import Media, Part, Pointer, Role, Text, Thinking, ToolCall, ToolResult

Side = Literal["system", "developer", "user", "assistant", "tool", "compaction"]

ROLES: Mapping[str, Role] = {
    "system": "system",
    "developer": "developer",
    "user": "user",
    "assistant": "assistant",
    "critic": "assistant",
    "discriminator": "assistant",
}
"""Roles of messages; the last two only stand in Conversations."""

COMPACTIONS = ("compaction", "compaction_summary", "context_compaction")
"""The API's compaction item, and the names under which Codex writes it."""

PICTURES = ("input_image", "input_file", "input_audio", "output_audio", "image", "computer_screenshot")
HOSTED = ("container_auto", "container_reference")
"""Environments of a shell call that the provider runs itself."""

ARGUMENTS = ("arguments", "input", "action", "operation", "queries", "code")
"""Where a call says what it asks for: function, custom tool, computer and shell, patch, search, interpreter."""

_EXIT = re.compile(r'"exit_code":\s*(-?[0-9]+)')
_EXIT_LINE = re.compile(r"(?:Exit code: |Process exited with code )(-?[0-9]+)")
REPORT = 200
"""Characters of a shell result's start or end in which Codex states the exit code."""


def kind_of(item: Mapping[str, Any]) -> str | None:
    """The item's type; a record with a role and no type is a message."""
    kind = item.get("type")
    if isinstance(kind, str):
        return kind
    return "message" if isinstance(item.get("role"), str) else None


def kind_and_side(item: Mapping[str, Any], number: int = 0) -> tuple[str, Side]:
    """The item's type, and whose turn it belongs to. Raises LoadError for one that does not tell."""
    kind = kind_of(item)
    if kind is None:
        raise LoadError(f"Item {number}: it has neither a 'type' nor a 'role'.")
    return kind, _side(kind, item, number)


def _side(kind: str, item: Mapping[str, Any], number: int) -> Side:
    if kind in COMPACTIONS:
        return "compaction"
    role = item.get("role")
    if kind == "message" or role is not None:
        side = ROLES.get(role) if isinstance(role, str) else None
        if side is None:
            raise LoadError(f"Item {number}: the role {str(role)[:40]!r} is not one of {', '.join(ROLES)}.")
        return side
    if kind == "mcp_approval_response":
        return "tool"
    return "tool" if kind.endswith("_output") and item.get("execution") != "server" else "assistant"


def is_hosted(item: Mapping[str, Any]) -> bool:
    """Whether a call that has an answer of its own is run by the provider."""
    environment = item.get("environment")
    kind = environment.get("type") if isinstance(environment, dict) else None
    return item.get("execution") == "server" or kind in HOSTED


def texts_of(content: Any, at: Pointer, number: int) -> list[Any]:
    """Text and media of a message's content, or of a list of output parts."""
    if content is None or content == "":
        return []
    if isinstance(content, str):
        return [Text(content, at)]
    if not isinstance(content, list):
        raise LoadError(f"Item {number}: '{at[-1]}' is a {common.kind_of(content)}, text or a list was expected.")
    parts: list[Any] = []
    for position, part in enumerate(content):
        here = (*at, position)
        if isinstance(part, str):
            parts += common.strings_of(part, here)
        elif not isinstance(part, dict):
            raise LoadError(f"Item {number}: part {position} of '{at[-1]}' is a {common.kind_of(part)}.")
        elif fields := [field for field in ("text", "refusal", "stdout", "stderr", "logs") if field in part]:
            for field in fields:
                parts += common.strings_of(part[field], (*here, field))
        else:
            parts.append(_media(str(part.get("type") or "part"), part, here))
    return parts


def thinking(item: Mapping[str, Any], at: Pointer) -> Thinking:
    """A reasoning item: its summary and its text, as far as they are readable."""
    found: list[str] = []
    for field in ("summary", "content"):
        parts = item.get(field)
        for part in parts if isinstance(parts, list) else ():
            if isinstance(part, dict) and isinstance(part.get("text"), str):
                found.append(part["text"])
    return Thinking("\n".join(found), at)


def call(item: Mapping[str, Any], at: Pointer, key: str, identity: str | None, *, server: bool) -> ToolCall:
    """A call, whatever its kind; where it names no tool, its own kind is the name."""
    kind = str(kind_of(item))
    name = item.get("name")
    asked = item.get("arguments")
    if asked is None:
        asked = next((item[field] for field in ARGUMENTS if item.get(field) is not None), None)
    name = name if isinstance(name, str) and name else kind.removesuffix("_call")
    return ToolCall(key, identity, name, common.arguments_text(asked), at, server=server)


def closed(item: Mapping[str, Any], at: Pointer, number: int) -> list[Part]:
    """A call that the provider ran, and the result in the same item."""
    key, identity = f"\x00{number}", common.id_of(item)
    own = call(item, at, key, identity, server=True)
    found: list[Any] = []
    for field in ("output", "outputs", "results"):
        value = item.get(field)
        if isinstance(value, str | list):
            found += texts_of(value, (*at, field), number)
    error = item.get("error")
    if isinstance(error, str):
        found += common.strings_of(error, (*at, "error"))
    elif error is not None:
        found.append(common.media("error", error, (*at, "error")))
    if item.get("result") is not None:  # a generated picture
        found.append(_media(str(kind_of(item)), {"type": "image"}, (*at, "result")))
    texts = tuple(part for part in found if isinstance(part, Text))
    other = tuple(part for part in found if isinstance(part, Media))
    failed = error is not None or item.get("status") == "failed"
    return [own, ToolResult(key, identity, own.name, texts, other, failed, at)]


def result(item: Mapping[str, Any], at: Pointer, key: str, identity: str | None, number: int) -> ToolResult:
    """An item that answers a call: `…_output`, or the answer to an approval request."""
    output = item.get("output")
    failed = item.get("status") in ("failed", "incomplete")
    if isinstance(output, str):  # nearly all results
        whole = common.strings_of(output, (*at, "output"))
        return ToolResult(key, identity, None, whole, (), failed or _says_failed(output), at)
    found: list[Any] = []
    if isinstance(output, dict):
        if isinstance(output.get("content"), str):  # early Codex: {content, success}
            found += common.strings_of(output["content"], (*at, "output", "content"))
            failed = failed or output.get("success") is False
        else:
            found.append(_media(str(output.get("type") or "output"), output, (*at, "output")))
    elif output is not None:
        found += texts_of(output, (*at, "output"), number)
        failed = failed or any(map(_exit_of, output))
    elif item.get("tools") is not None:
        found.append(common.media("tools", item["tools"], (*at, "tools")))
    elif kind_of(item) == "mcp_approval_response":
        found += common.strings_of(item.get("reason"), (*at, "reason"))
        failed = item.get("approve") is False
    texts = tuple(part for part in found if isinstance(part, Text))
    other = tuple(part for part in found if isinstance(part, Media))
    return ToolResult(key, identity, None, texts, other, failed, at)


def opaque(item: Mapping[str, Any], at: Pointer) -> Media:
    """An item that is nothing to pair or cut: tool lists, references, compaction, kinds yet to come."""
    return _media(str(kind_of(item)), item, at)


def _media(kind: str, node: Any, at: Pointer) -> Media:
    return common.picture(kind, node, at) if kind in PICTURES else common.media(kind, node, at)


def _exit_of(part: Any) -> bool:
    """Whether one command of a shell result failed."""
    outcome = part.get("outcome") if isinstance(part, dict) else None
    return isinstance(outcome, dict) and (outcome.get("type") == "timeout" or bool(outcome.get("exit_code")))


def _says_failed(output: str) -> bool:
    """Whether a shell result in one of Codex's two text forms states an exit code other than 0."""
    if output.startswith('{"output":'):
        stated = _EXIT.search(output, max(0, len(output) - REPORT))
    else:
        stated = _EXIT_LINE.search(output[:REPORT]) if output.startswith(("Exit code: ", "Chunk ID: ")) else None
    return stated is not None and int(stated[1]) != 0
