"""Answers of ToolBench: a search tree, and the path it took as training messages.

The messages are kept once a step, each time with all steps before: the last list is the whole path. Calls are
OpenAI's legacy `function_call`, without ids.
"""

from __future__ import annotations

from typing import Any

from trimscope.formats.logs import entries
from trimscope.formats.source import Conversation, Mark, Source, made
from trimscope.transcript import Pointer

NAME = "toolbench-answer"


def detect(source: Source) -> str | None:
    """Why this is an answer of ToolBench, or None."""
    answer = source.top.get("answer_generation")
    if isinstance(answer, dict) and ("train_messages" in answer or "query" in answer):
        return "'answer_generation'"
    return None


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The path that the search took; the bare question where it took none."""
    answer = source.top.get("answer_generation")
    if not isinstance(answer, dict):
        return ()
    snapshots = answer.get("train_messages")
    at: Pointer = ("answer_generation", "train_messages")
    listed = snapshots if isinstance(snapshots, list) else []
    lists = [(n, each) for n, each in enumerate(listed) if isinstance(each, list) and each]
    number, records = max(lists, key=lambda item: (len(item[1]), item[0]), default=(0, []))
    marks = {n: Mark(origin=((*at, number, n),)) for n in range(len(records))}
    if not records and isinstance(answer.get("query"), str):
        records = [{"role": "user", "content": answer["query"]}]
        marks = {0: Mark(origin=(("answer_generation", "query"),))}
    request: dict[str, Any] = {"messages": records}
    if isinstance(answer.get("function"), list):
        request = {"functions": answer["function"], **request}
    title = answer.get("query")
    return (made("openai-chat", "0", request, marks, title=entries.title_of(title if isinstance(title, str) else "")),)
