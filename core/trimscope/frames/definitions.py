"""Tool definitions of any dialect as name, description and schema, and the text a provider makes of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from trimscope.frames.declarations import declaration, namespace
from trimscope.frames.frames import Tools
from trimscope.transcript import ToolSpec

WRAPPERS = ("function", "toolSpec", "tool_spec", "custom")
"""Keys under which dialects put the definition itself."""

SCHEMAS = ("parameters", "input_schema", "inputSchema", "parametersJsonSchema", "parameters_json_schema",
           "parameters_schema")  # fmt: skip
"""Keys under which it has its parameters: a JSON schema."""

_MINIFIED = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)


@dataclass(frozen=True, slots=True)
class Definition:
    """One function that the model may call."""

    name: str
    description: str
    schema: Mapping[str, Any]


def texts_of(tools: tuple[ToolSpec, ...], form: Tools) -> tuple[str, ...]:
    """The texts that reach the model for these tools, to be counted one by one."""
    if form.form == "stored":
        return tuple(tool.text for tool in tools)
    texts: list[str] = []
    declared = False
    for tool in tools:
        found = definition(tool)
        if found is None:
            texts.append(tool.text)
        elif form.form == "typescript":
            declared = True
            texts.append(declaration(found.name, found.description, found.schema))
        else:
            fields = {"name": found.name, "description": found.description, "input_schema": found.schema}
            texts.append(_MINIFIED.encode({key: value for key, value in fields.items() if value}))
    return (*((namespace(),) if declared else ()), *texts)


def definition(tool: ToolSpec) -> Definition | None:
    """What a tool's JSON defines; None where it is a built-in tool, or no JSON."""
    try:
        node = json.loads(tool.text)
    except ValueError:
        return None
    for wrapper in WRAPPERS:
        if isinstance(node, dict) and isinstance(node.get(wrapper), dict):
            node = node[wrapper]
    if not isinstance(node, dict) or not isinstance(node.get("name"), str):
        return None
    schema = next((node[key] for key in SCHEMAS if isinstance(node.get(key), dict)), None)
    description = node.get("description")
    if schema is None and not isinstance(description, str):
        return None
    inner = schema.get("json") if schema is not None else None  # Bedrock wraps its schema once more
    return Definition(
        node["name"],
        description if isinstance(description, str) else "",
        inner if isinstance(inner, dict) else schema or {},
    )
