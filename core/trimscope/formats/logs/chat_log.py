"""An OpenAI chat request that grows while a log is read, each record with its place in the file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from trimscope.formats.logs import entries
from trimscope.formats.source import Conversation, Mark, made
from trimscope.source import canonical
from trimscope.transcript import Pointer


class ChatLog:
    """The records so far; `add_calls` and `add_result` give ids to calls that have none."""

    def __init__(self) -> None:
        self.records: list[dict[str, Any]] = []
        self.marks: dict[int, Mark] = {}
        self._open: list[str] = []

    def add(self, record: dict[str, Any], at: Pointer, **known: Any) -> None:
        """Add a record that is OpenAI chat already."""
        self.marks[len(self.records)] = Mark(origin=(at,), **known)
        self.records.append(record)

    def say(self, role: str, content: Any, at: Pointer, **known: Any) -> None:
        """Add what somebody said: text or content parts; nothing where it is empty."""
        if content is not None and not isinstance(content, str | list):
            content = canonical.readable(content)
        if content:
            self.add({"role": role, "content": content}, at, **known)

    def add_calls(self, calls: Sequence[tuple[Any, Any, Any]], at: Pointer, text: Any = None, **known: Any) -> None:
        """Add an assistant message with calls, each (id, name, arguments), and what it said beside them."""
        listed: list[dict[str, Any]] = []
        for position, (identity, name, arguments) in enumerate(calls):
            named = str(identity) if isinstance(identity, str | int) and str(identity) else ""
            named = named or f"call_{len(self.records)}_{position}"
            self._open.append(named)
            written = arguments if isinstance(arguments, str) else canonical.readable(arguments or {})
            function = {"name": str(name or "?"), "arguments": written}
            listed.append({"id": named, "type": "function", "function": function})
        record: dict[str, Any] = {"role": "assistant", "content": text if isinstance(text, str) and text else None}
        self.add({**record, "tool_calls": listed}, at, **known)

    def add_result(self, identity: Any, content: Any, at: Pointer, name: Any = None) -> None:
        """Add a result: for its id, else for the first call that still waits."""
        named = identity if isinstance(identity, str) and identity else self._open[0] if self._open else ""
        if named in self._open:
            self._open.remove(named)
        if content is not None and not isinstance(content, str | list):
            content = canonical.readable(content)
        record = {"role": "tool", "tool_call_id": named, "content": content or ""}
        self.add({**record, "name": name} if isinstance(name, str) and name else record, at)

    @property
    def waits(self) -> bool:
        """Whether a call has no result yet."""
        return bool(self._open)

    def made(self, name: str, title: str = "", **request: Any) -> Conversation | None:
        """The conversation; None when nothing was said in it."""
        if not self.records:
            return None
        body = {key: value for key, value in request.items() if value}
        first = next((each for each in self.records if each["role"] == "user"), None)
        title = title or (entries.text_of(first["content"]) if first else "")
        return made("openai-chat", name, {**body, "messages": self.records}, self.marks, title=entries.title_of(title))
