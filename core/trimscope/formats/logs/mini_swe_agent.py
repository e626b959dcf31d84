"""Trajectories of mini-swe-agent: chat messages, with the harness's own copies in `extra`.

Version 1 writes a bare list (or `info` and `messages`); its actions are bash blocks of the answer's text, its
observations user messages. Version 2 calls tools. Its last message, of role `exit`, was sent to nobody.
"""

from __future__ import annotations

from typing import Any

from trimscope.formats.logs import chat_records, entries
from trimscope.formats.logs.chat_records import ChatRecords, text
from trimscope.formats.source import Conversation, Mark, Source
from trimscope.transcript import Usage

NAME = "mini-swe-agent-traj"

BLOCK = "```mswea_bash_command"
"""The fence of an action that only this agent asks for."""
ROLES = ("system", "user", "assistant", "tool")


def detect(source: Source) -> str | None:
    """Why this is a mini-swe-agent trajectory, or None."""
    top = source.top
    if text(top.get("trajectory_format")).startswith("mini-swe"):
        return "'trajectory_format' mini-swe-agent"
    info = top.get("info")
    if isinstance(top.get("messages"), list) and isinstance(info, dict) and "exit_status" in info:
        return "'messages' beside 'info' with 'exit_status'"
    if source.layout != "json" or not isinstance(source.document, list):
        return None
    records = source.document
    chat = all(isinstance(record, dict) and isinstance(record.get("role"), str) for record in records)
    if chat and any(record["role"] == "assistant" and BLOCK in text(record.get("content")) for record in records):
        return f"answers with {BLOCK} blocks"
    return None


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The one conversation."""
    bare = isinstance(source.document, list)
    messages, base = (source.document, ()) if bare else (source.top.get("messages"), ("messages",))
    chat = ChatRecords()
    answered = False
    for at, message in entries.enumerate_objects(messages, base):
        role = message.get("role")
        if role not in ROLES:
            continue
        record = {key: value for key, value in message.items() if key != "extra" and value is not None}
        mark = Mark((at,))
        if role == "assistant":
            answered = True
            usage, model = _response(message.get("extra"))
            mark = Mark((at,), usage=usage)
            chat.model = model or chat.model
        elif role == "user":
            mark = Mark((at,), injected=answered)
        chat.marks[len(chat.records)] = mark
        chat.records.append(record)
    return chat_records.found(chat.conversation(text(source.top.get("instance_id")) or "0"))


def _response(extra: Any) -> tuple[Usage | None, str]:
    response = extra.get("response") if isinstance(extra, dict) else None
    if not isinstance(response, dict):
        return None, ""
    return chat_records.usage_of(response.get("usage")), text(response.get("model"))
