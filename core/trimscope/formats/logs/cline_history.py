"""`api_conversation_history.json` of Cline, Roo Code and Kilo: Anthropic records with a time and some fields more.

Three conventions are met: calls as XML in the text with results as text (rounds of plain messages: no call is made
up); calls as `tool_use` blocks with results still as text `[tool for 'x'] Result:` (such a text becomes the result
of the next open call of that tool); calls and results as blocks.
"""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Mapping
from typing import Any

from trimscope.formats.logs import claude_blocks, entries
from trimscope.formats.source import Conversation, Mark, Source, made
from trimscope.structure.injected import is_wrapped

NAME = "cline-api-history"

RESULT = re.compile(r"\[([A-Za-z_][\w.-]*)(?: [^\n]*)?\] Result:")
SKIPPED = re.compile(r"Tool \[([A-Za-z_][\w.-]*)\] was not executed")
"""How a result begins where it is text, and what stands in place of one that was refused."""

TYPED = re.compile(r"<(?:task|feedback|answer|user_message)>")
"""Tags around what a person wrote."""

OWN = ("isSummary", "condenseParent", "condenseId", "truncationParent", "isTruncationMarker", "modelInfo", "metrics")
"""Fields that these tools add to a record."""

LOOSE = ("modelInfo", "metrics")
"""Those that others might use as well: sure only beside a time."""


def detect(source: Source) -> str | None:
    """Why this is such a history, or None: records with times, and a mark that only these tools leave."""
    records = source.document if isinstance(source.document, list) else ()
    timed = False
    mark = ""
    for record in records:
        if not isinstance(record, dict) or record.get("role") not in ("user", "assistant"):
            return None
        content = record.get("content")
        if not isinstance(content, str | list) or "message" in record or "type" in record:
            return None
        timed = timed or isinstance(record.get("ts"), int)
        mark = mark or next((key for key in OWN if key in record), "")
        if not mark and record["role"] == "user":
            texts = claude_blocks.texts_of(content)
            mark = "environment_details" if any("<environment_details>" in text for text in texts) else ""
    if not mark or (not timed and mark in LOOSE):
        return None
    return f"records with 'ts' and '{mark}'" if timed else f"'{mark}' in user records"


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The one conversation of the task."""
    records: list[dict[str, Any]] = []
    marks: dict[int, Mark] = {}
    open_calls: dict[str, deque[str]] = defaultdict(deque)
    hidden, title = 0, ""
    for at, record in entries.enumerate_objects(source.document):
        role, content = record.get("role"), record.get("content")
        if role not in ("user", "assistant") or not isinstance(content, str | list):
            return ()
        content, _ = claude_blocks.cleaned(content)
        summary = record.get("isSummary") is True
        hidden += "truncationParent" in record
        injected = None
        if role == "assistant":
            open_calls = _calls(content)
        else:
            injected = True if summary or _is_added(content) else None
            content = _with_results(content, open_calls)
            if not title and injected is None:
                title = entries.title_of(TYPED.sub("", entries.text_of(content)))
        if not content:
            continue
        marks[len(records)] = Mark((at,), injected=injected, epoch=summary)
        records.append({"role": role, "content": content})
    notes = (_hidden_note(hidden),) if hidden else ()
    request = {"model": None, "messages": records}
    return (made("anthropic-messages", "0", request, marks, title=title, notes=notes),) if records else ()


def _calls(content: Any) -> dict[str, deque[str]]:
    """Ids of the calls of an assistant record by tool, in order."""
    found: dict[str, deque[str]] = defaultdict(deque)
    for block in content if isinstance(content, list) else ():
        if block.get("type") == "tool_use" and isinstance(block.get("id"), str):
            found[str(block.get("name"))].append(block["id"])
    return found


def _with_results(content: Any, open_calls: Mapping[str, deque[str]]) -> Any:
    """The content with texts that answer an open call as its result blocks, results first."""
    if isinstance(content, str) or claude_blocks.has_results(content):
        return content
    results: list[dict[str, Any]] = []
    rest: list[dict[str, Any]] = []
    current: list[dict[str, Any]] | None = None
    for block in content:
        text = block.get("text")
        text = text if block.get("type") == "text" and isinstance(text, str) else ""
        found = RESULT.match(text) or SKIPPED.match(text)
        waiting = open_calls.get(found[1]) if found else None
        if waiting:
            current = [block]
            results.append({"type": "tool_result", "tool_use_id": waiting.popleft(), "content": current})
        elif current is not None and not found and not is_wrapped(text) and not TYPED.match(text):
            current.append(block)
        else:
            current = None
            rest.append(block)
    return [*results, *rest] if results else content


def _is_added(content: Any) -> bool:
    """True where a user record holds results and wrappers only."""
    texts = claude_blocks.texts_of(content)
    begins = bool(texts) and any(RESULT.match(text) or SKIPPED.match(text) for text in texts)
    return begins and not any(TYPED.search(text) for text in texts)


def _hidden_note(count: int) -> dict[str, str]:
    return {
        "en": f"{count} record(s) are marked as cut off by the tool itself: it did not send them any more.",
        "zh": f"有 {count} 条记录被该工具标记为已截去：之后不再发送。",
    }
