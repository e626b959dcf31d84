"""Content of a line of Claude's tools: found, and brought to what the API takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.source import canonical


def content_of(line: Mapping[str, Any]) -> Any:
    """The content of a line's message, text or a list; None where there is none."""
    message = line.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    return content if isinstance(content, str | list) else None


def has_results(content: Any) -> bool:
    """True where some block is a tool result."""
    if isinstance(content, list):
        for block in content:
            if isinstance(block, dict) and block.get("type") == "tool_result":
                return True
    return False


def only_results(content: Any) -> bool:
    """True where every block is a tool result."""
    return isinstance(content, list) and all(
        isinstance(block, dict) and block.get("type") == "tool_result" for block in content
    )


def texts_of(content: Any) -> list[str]:
    """The texts of a content, results left out."""
    if isinstance(content, str):
        return [content] if _says(content) else []
    texts = [block.get("text") for block in content if isinstance(block, dict) and block.get("type") == "text"]
    return [text for text in texts if isinstance(text, str) and _says(text)]


def _says(text: str) -> bool:
    return bool(text) and not text.isspace()  # strip() would copy a long text


def cleaned(content: Any) -> tuple[Any, int]:
    """The content with blocks that the API takes, and how many blocks were no such thing.

    The same object where nothing is wrong with it.
    """
    if isinstance(content, str):
        return content, 0
    blocks: list[Any] = []
    same = True
    for block in content:
        if isinstance(block, dict):
            taken = _result(block) if block.get("type") == "tool_result" else block
            same = same and taken is block
            blocks.append(taken)
        elif isinstance(block, str):
            blocks.append({"type": "text", "text": block})
            same = False
        else:
            same = False
    return (content if same else blocks), len(content) - len(blocks)


def _result(block: dict[str, Any]) -> dict[str, Any]:
    """A result whose content is text or blocks; a value of another shape becomes its text."""
    content = block.get("content")
    if content is None or isinstance(content, str):
        return block
    if isinstance(content, list) and all(isinstance(part, dict) and "type" in part for part in content):
        return block
    if isinstance(content, list):
        return {**block, "content": [_part(part) for part in content]}
    return {**block, "content": _answer(content)}


def _part(part: Any) -> dict[str, Any]:
    if isinstance(part, dict) and "type" in part:
        return part
    return {"type": "text", "text": part if isinstance(part, str) else canonical.readable(part)}


def _answer(content: Any) -> str:
    """The text inside a function response that a fork of the tool nests in its results, else the value's JSON."""
    parts = content.get("responseParts", content) if isinstance(content, dict) else content
    for part in parts if isinstance(parts, list) else [parts]:
        response = part.get("functionResponse") if isinstance(part, dict) else None
        inner = response.get("response") if isinstance(response, dict) else None
        for key in ("output", "error"):
            if isinstance(inner, dict) and isinstance(inner.get(key), str):
                text: str = inner[key]
                return text
    return canonical.readable(content)
