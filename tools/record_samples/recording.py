"""Writes a run down in the shape a provider's API takes: OpenAI chat or Anthropic messages.

The agent's words are ours; the results of its calls are whatever the tools really returned.
Ids and thinking signatures are made from a hash, so that a new recording differs only where a tool's output does.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

Arguments = dict[str, Any]
Call = tuple[str, Arguments]
Answer = tuple[str, bool]                # the text of a result, and whether it is an error
Tool = Callable[[str, Arguments], Answer]


class Ids:
    """Ids that look like a provider's and are the same at every recording."""

    def __init__(self, seed: str, prefix: str) -> None:
        self._seed, self._prefix, self._count = seed, prefix, 0

    def next(self, length: int = 24) -> str:
        """The next id: the prefix and `length` letters and digits."""
        self._count += 1
        digest = hashlib.sha256(f"{self._seed}/{self._count}".encode()).digest()
        text = base64.b64encode(digest).decode().replace("+", "k").replace("/", "Q").rstrip("=")
        return self._prefix + text[:length]


class OpenAIRun:
    """An OpenAI chat request, grown message by message."""

    def __init__(self, seed: str, model: str, system: str, tools: list[dict[str, Any]], run: Tool) -> None:
        self._ids, self._run = Ids(seed, "call_"), run
        self.document: dict[str, Any] = {
            "model": model,
            "messages": [{"role": "system", "content": system}],
            "tools": [{"type": "function", "function": tool} for tool in tools],
            "parallel_tool_calls": True,
        }

    @property
    def messages(self) -> list[dict[str, Any]]:
        """The messages so far."""
        messages: list[dict[str, Any]] = self.document["messages"]
        return messages

    def user(self, text: str) -> None:
        """What a person typed."""
        self.messages.append({"role": "user", "content": text})

    def say(self, text: str) -> None:
        """What the assistant says without calling a tool."""
        self.messages.append({"role": "assistant", "content": text})

    def call(self, text: str | None, *calls: Call) -> list[str]:
        """One assistant message with its tool calls, and a tool message for each; the results' texts."""
        made = [{"id": self._ids.next(), "type": "function",
                 "function": {"name": name, "arguments": json.dumps(arguments, ensure_ascii=False)}}
                for name, arguments in calls]
        self.messages.append({"role": "assistant", "content": text, "tool_calls": made})
        results = []
        for (name, arguments), call in zip(calls, made, strict=True):
            answer, _ = self._run(name, arguments)
            self.messages.append({"role": "tool", "tool_call_id": call["id"], "content": answer})
            results.append(answer)
        return results


class AnthropicRun:
    """An Anthropic Messages request with thinking, grown message by message."""

    def __init__(self, seed: str, model: str, system: str, tools: list[dict[str, Any]], run: Tool) -> None:
        self._ids, self._signatures, self._run = Ids(seed, "toolu_01"), Ids(seed + "/thinking", "Er"), run
        self.document: dict[str, Any] = {
            "model": model,
            "max_tokens": 2000,
            "thinking": {"type": "enabled", "budget_tokens": 1024},
            "system": [{"type": "text", "text": system, "cache_control": {"type": "ephemeral"}}],
            "tools": [{"name": tool["name"], "description": tool["description"],
                       "input_schema": tool["parameters"]} for tool in tools],
            "messages": [],
        }

    def user(self, text: str) -> None:
        """What a person typed."""
        self.document["messages"].append({"role": "user", "content": text})

    def say(self, text: str) -> None:
        """What the assistant says without calling a tool."""
        self._assistant([{"type": "text", "text": text}])

    def call(self, thinking: str | None, text: str | None, *calls: Call) -> list[str]:
        """One assistant message (thinking, text, tool calls) and the user message with all results."""
        blocks: list[dict[str, Any]] = []
        if thinking:
            signature = "".join(self._signatures.next(43) for _ in range(3)) + "=="
            blocks.append({"type": "thinking", "thinking": thinking, "signature": signature})
        if text:
            blocks.append({"type": "text", "text": text})
        made = [{"type": "tool_use", "id": self._ids.next(22), "name": name, "input": arguments}
                for name, arguments in calls]
        self._assistant(blocks + made)
        results, texts = [], []
        for call in made:
            answer, is_error = self._run(call["name"], call["input"])
            result = {"type": "tool_result", "tool_use_id": call["id"], "content": answer}
            results.append(result | {"is_error": True} if is_error else result)
            texts.append(answer)
        self.document["messages"].append({"role": "user", "content": results})
        return texts

    def _assistant(self, blocks: Sequence[dict[str, Any]]) -> None:
        self.document["messages"].append({"role": "assistant", "content": list(blocks)})


def tool(name: str, description: str, required: Sequence[str] = (), /, **properties: Any) -> dict[str, Any]:
    """A tool's schema. A property is a description (a string) or a JSON schema."""
    shapes = {key: {"type": "string", "description": value} if isinstance(value, str) else value
              for key, value in properties.items()}
    return {"name": name, "description": description,
            "parameters": {"type": "object", "properties": shapes, "required": list(required)}}


def write(path: Path, document: Any) -> None:
    """Writes a sample as readable JSON, and says how big it is."""
    text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    path.write_text(text, encoding="utf-8")
    print(f"{path.name}: {len(text.encode()):,} bytes")
