"""The records of an OpenAI chat request while a log is read into them, with a mark for each.

For logs whose model was spoken to in that shape, or in none that their files still show.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from trimscope.formats import common
from trimscope.formats.logs import entries
from trimscope.formats.source import Conversation, Mark, made
from trimscope.source import canonical
from trimscope.transcript import Pointer, Usage

DIALECT = "openai-chat"


class ChatRecords:
    """Records in the order in which they were sent; `conversation` closes the list."""

    def __init__(self) -> None:
        self.records: list[dict[str, Any]] = []
        self.marks: dict[int, Mark] = {}
        self.model: str | None = None
        self.tools: list[Any] = []

    def system(self, at: Pointer, content: Any, *, id: str | None = None) -> None:
        """Add a system record; none where there is no text."""
        if content:
            self._append({"role": "system", "content": content}, Mark((at,), id=id))

    def say(
        self,
        at: Pointer,
        content: Any,
        *,
        injected: bool | None = None,
        epoch: bool = False,
        id: str | None = None,
    ) -> None:
        """Add a user record; none where there is no content."""
        if content:
            self._append({"role": "user", "content": content}, Mark((at,), injected=injected, epoch=epoch, id=id))

    def answer(
        self,
        at: Pointer,
        content: Any,
        calls: Iterable[Mapping[str, Any]] = (),
        *,
        thinking: str = "",
        usage: Usage | None = None,
        id: str | None = None,
    ) -> None:
        """Add an assistant record; none where it has neither content nor calls nor reasoning."""
        asked = list(calls)
        if not content and not asked and not thinking:
            return
        record: dict[str, Any] = {"role": "assistant", "content": content or None}
        if thinking:
            record["reasoning_content"] = thinking
        if asked:
            record["tool_calls"] = asked
        self._append(record, Mark((at,), usage=usage, id=id))

    def result(self, at: Pointer, call_id: str, content: Any, *, id: str | None = None) -> None:
        """Add the result of a call: text, parts, or a value that becomes its JSON text."""
        self._append({"role": "tool", "tool_call_id": call_id, "content": result_content(content)}, Mark((at,), id=id))

    def copy(self, number: int, *, epoch: bool = False) -> None:
        """Add a record once more: it was kept where the history was begun anew."""
        mark = self.marks[number]
        self._append(self.records[number], Mark(mark.origin, mark.injected, None, mark.id, epoch))

    def _append(self, record: dict[str, Any], mark: Mark) -> None:
        self.marks[len(self.records)] = mark
        self.records.append(record)

    def conversation(
        self, name: str, *, title: str = "", notes: tuple[Mapping[str, str], ...] = ()
    ) -> Conversation | None:
        """The whole request; None where no record came together."""
        if not self.records:
            return None
        request: dict[str, Any] = {"model": self.model} if self.model else {}
        if self.tools:
            request["tools"] = self.tools
        request["messages"] = self.records
        return made(DIALECT, name, request, self.marks, title=title or self._title(), notes=notes)

    def _title(self) -> str:
        """The first line that a person said."""
        said = (
            entries.title_of(entries.text_of(record.get("content")))
            for number, record in enumerate(self.records)
            if record.get("role") == "user" and not self.marks[number].injected
        )
        return next((text for text in said if text), "")


def call(identity: Any, name: Any, arguments: Any) -> dict[str, Any]:
    """A tool call as a record holds it."""
    function = {"name": str(name or "?"), "arguments": common.arguments_text(arguments)}
    return {"id": str(identity or ""), "type": "function", "function": function}


def tool(name: Any, description: Any, parameters: Any = None) -> dict[str, Any]:
    """A tool definition as a request holds it."""
    function: dict[str, Any] = {"name": str(name or "?"), "description": str(description or "")}
    if parameters:
        function["parameters"] = parameters
    return {"type": "function", "function": function}


def result_content(value: Any) -> Any:
    """A result as the content of a record: text and lists of parts as they are, any other value as JSON text."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    parts = isinstance(value, list) and bool(value) and all(isinstance(part, dict) and "type" in part for part in value)
    return value if parts else canonical.readable(value)


def picture(url: Any) -> dict[str, Any]:
    """A picture as a content part."""
    return {"type": "image_url", "image_url": {"url": url}}


def usage_of(reported: Any) -> Usage | None:
    """Usage in OpenAI's names, as litellm writes it for every provider: `prompt_tokens` is the whole input.
    DeepSeek calls the cached part `prompt_cache_hit_tokens`."""
    if not isinstance(reported, Mapping):
        return None
    details = reported.get("prompt_tokens_details")
    details = details if isinstance(details, Mapping) else {}
    cached = (
        count(details.get("cached_tokens"))
        or count(reported.get("cache_read_input_tokens"))
        or count(reported.get("cached_tokens"))
        or count(reported.get("prompt_cache_hit_tokens"))
    )
    context, written = count(reported.get("prompt_tokens")), count(reported.get("cache_creation_input_tokens"))
    return Usage(context, cached, written, count(reported.get("completion_tokens"))) if context else None


def count(value: Any) -> int:
    """A number of tokens: 0 for anything that is none."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def text(value: Any) -> str:
    """A string as it is, anything else as no text."""
    return value if isinstance(value, str) else ""


def found(*conversations: Conversation | None) -> tuple[Conversation, ...]:
    """The conversations that came together."""
    return tuple(each for each in conversations if each)
