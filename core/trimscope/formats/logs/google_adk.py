"""Sessions of Google's Agent Development Kit, and its evaluation sets.

A session is a list of events; those with `content` are the conversation. Partial events are pieces of a later
whole one. An evaluation set holds several conversations: what was asked and answered. The tool calls that it
expects have no results, so they are no history and stay out; where it holds results too, both come in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from trimscope.formats.logs import entries
from trimscope.formats.logs.gemini_usage import usage_of
from trimscope.formats.source import Conversation, Mark, Source, made
from trimscope.transcript import Pointer

NAME = "google-adk-session"

EXPECTED_NOTE = {
    "en": "This is an evaluation set: the tool calls it expects have no results, so they are left out.",
    "zh": "这是评测集：其中期望的工具调用没有结果，因此未纳入对话。",
}


def detect(source: Source) -> str | None:
    """Why this is a session or an evaluation set of the ADK, or None."""
    top = source.top
    if isinstance(top.get("events"), list) and ("app_name" in top or "appName" in top):
        return "'events' beside 'app_name'"
    if isinstance(top.get("eval_cases"), list):
        return "'eval_cases'"
    document = source.document
    if isinstance(document, list) and document and all(_is_query(item) for item in document):
        return "queries with 'expected_tool_use'"
    return None


def _is_query(item: Any) -> bool:
    return isinstance(item, dict) and isinstance(item.get("query"), str) and "expected_tool_use" in item


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The session's one conversation, or one for each case of an evaluation set."""
    top = source.top
    if isinstance(top.get("events"), list):
        found = [_session(top)]
    elif isinstance(top.get("eval_cases"), list):
        found = [_case(at, case) for at, case in entries.enumerate_objects(top["eval_cases"], ("eval_cases",))]
    else:
        found = [_queries(source)]
    return tuple(each for each in found if each is not None)


class _Log:
    """The contents while they are built."""

    def __init__(self) -> None:
        self.contents: list[Any] = []
        self.marks: dict[int, Mark] = {}

    def add(self, content: Any, at: Pointer, **more: Any) -> None:
        """Add a content that has parts."""
        if isinstance(content, dict) and isinstance(content.get("parts"), list) and content["parts"]:
            self.marks[len(self.contents)] = Mark(origin=(at,), **more)
            self.contents.append(content)

    def made(self, name: str, title: str = "", notes: tuple[Mapping[str, str], ...] = ()) -> Conversation | None:
        """The conversation; None when nothing was said in it."""
        if not self.contents:
            return None
        return made("gemini-contents", name, {"contents": self.contents}, self.marks, title=title, notes=notes)


def _session(top: Mapping[str, Any]) -> Conversation | None:
    log = _Log()
    for at, event in entries.enumerate_objects(top["events"], ("events",)):
        actions = event.get("actions")
        compaction = actions.get("compaction") if isinstance(actions, dict) else None
        if isinstance(compaction, dict):  # a summary in place of earlier events
            summary = compaction.get("compacted_content") or compaction.get("compactedContent")
            if isinstance(summary, dict):
                log.add({**summary, "role": "user"}, at, injected=True, epoch=True)
        if event.get("partial") is True:
            continue
        usage = usage_of(event.get("usage_metadata") or event.get("usageMetadata"))
        identity = event.get("id")
        log.add(event.get("content"), at, usage=usage, id=identity if isinstance(identity, str) else None)
    name = top.get("id")
    return log.made(name if isinstance(name, str) and name else "0")


def _case(at: Pointer, case: Mapping[str, Any]) -> Conversation | None:
    log = _Log()
    left_out = False
    for place, turn in entries.enumerate_objects(case.get("conversation"), (*at, "conversation")):
        log.add(_said(turn.get("user_content"), "user"), (*place, "user_content"))
        data = turn.get("intermediate_data")
        data = data if isinstance(data, dict) else {}
        calls, responses = _list(data.get("tool_uses")), _list(data.get("tool_responses"))
        if calls and len(calls) == len(responses):
            log.add(_parts("model", "function_call", calls), (*place, "intermediate_data"))
            log.add(_parts("user", "function_response", responses), (*place, "intermediate_data"))
        left_out = left_out or len(calls) != len(responses)
        log.add(_said(turn.get("final_response"), "model"), (*place, "final_response"))
    name = case.get("eval_id")
    title = entries.title_of(entries.text_of(log.contents[0]["parts"])) if log.contents else ""
    named = name if isinstance(name, str) and name else str(at[-1])
    return log.made(named, title, (EXPECTED_NOTE,) if left_out else ())


def _queries(source: Source) -> Conversation | None:
    log = _Log()
    for at, item in entries.objects(source):
        if not _is_query(item):
            continue
        log.add({"role": "user", "parts": [{"text": item["query"]}]}, (*at, "query"))
        if isinstance(item.get("reference"), str) and item["reference"]:
            log.add({"role": "model", "parts": [{"text": item["reference"]}]}, (*at, "reference"))
    return log.made("0", notes=(EXPECTED_NOTE,))


def _list(value: Any) -> list[Any]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _said(content: Any, role: str) -> Any:
    return content if not isinstance(content, dict) or content.get("role") else {**content, "role": role}


def _parts(role: str, key: str, bodies: Iterable[Any]) -> dict[str, Any]:
    return {"role": role, "parts": [{key: body} for body in bodies]}
