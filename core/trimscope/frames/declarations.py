"""A tool definition as OpenAI's models are shown it: a function type in a TypeScript namespace.

Source: npm openai-chat-tokens 0.2.8, which worked it out of what the models said of their own instructions. Measured
against recorded usage, with the fixed part of `tables`: 4 to 12 % off on gpt-4 to gpt-4.1, 1.4 tokens on gpt-5.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

DEPTH = 16
"""Objects within objects that are written out: schemas in use have a handful, and what lies deeper is `object`."""

_TYPES = {"string": "string", "number": "number", "integer": "number", "boolean": "boolean", "null": "null"}


def namespace() -> str:
    """What stands before and behind all declarations of a request."""
    return "namespace functions {\n\n} // namespace functions"


def declaration(name: str, description: str, schema: Mapping[str, Any]) -> str:
    """One function: its description as comments, its parameters as an object type."""
    comment = "".join(f"// {line}\n" for line in description.split("\n")) if description else ""
    properties = schema.get("properties")
    if not isinstance(properties, dict) or not properties:
        return f"{comment}type {name} = () => any;\n\n"
    return f"{comment}type {name} = (_: {{\n{_fields(schema, 0)}\n}}) => any;\n\n"


def _fields(schema: Mapping[str, Any], depth: int) -> str:
    """The properties of an object, one a line, each behind its comment."""
    properties, required = schema.get("properties"), schema.get("required")
    needed = required if isinstance(required, list) else []
    lines: list[str] = []
    for name, field in properties.items() if isinstance(properties, dict) else ():
        description = field.get("description") if isinstance(field, dict) else None
        if isinstance(description, str) and description:
            lines += [f"// {line}" for line in description.split("\n")]
        lines.append(f"{name}{'' if name in needed else '?'}: {_type(field, depth)},")
    return "\n".join(lines)


def _type(field: Any, depth: int) -> str:
    if not isinstance(field, dict) or depth >= DEPTH:
        return "any" if depth < DEPTH else "object"
    choices = field.get("enum")
    if isinstance(choices, list) and choices:
        return " | ".join(f'"{choice}"' if isinstance(choice, str) else str(choice) for choice in choices)
    for key in ("anyOf", "oneOf"):
        if isinstance(field.get(key), list) and field[key]:
            return " | ".join(_type(choice, depth + 1) for choice in field[key])
    kind = field.get("type")
    if isinstance(kind, list):
        return " | ".join(_type({**field, "type": each}, depth + 1) for each in kind) or "any"
    word = str(kind).lower() if isinstance(kind, str) else ""
    if word == "array":
        return f"{_type(field['items'], depth + 1)}[]" if "items" in field else "any[]"
    if word == "object":
        return f"{{\n{_fields(field, depth + 1)}\n}}" if field.get("properties") else "object"
    return _TYPES.get(word, "any")
