"""Files that are recognised but hold no conversation that can be read: one sentence says what each is.

Tried last, when no format module took the file. A table: what it is, how it is known, what to do instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from trimscope.formats import nearly

Rows = list[Any]


@dataclass(frozen=True, slots=True)
class Named:
    """A kind of file. `test` is given the document's entries (of a list, or the one object) and never raises."""

    name: str
    test: Callable[[Rows], bool]
    sentence: str


def _keys(*wanted: str) -> Callable[[Rows], bool]:
    """Every entry is an object with these keys."""
    return lambda rows: all(isinstance(row, Mapping) and all(key in row for key in wanted) for row in rows)


def _texts(*starts: str) -> Callable[[Rows], bool]:
    """Every entry is a text, and one begins as these."""
    return lambda rows: all(isinstance(row, str) for row in rows) and any(row.startswith(starts) for row in rows)


REPRS = ("ModelRequest(", "ModelResponse(", "ActionStep(", "TaskStep(", "PlanningStep(", "HumanMessage(", "AIMessage(")
"""Classes of agent libraries whose `repr` people have saved in place of data."""


def _steps_as_repr(rows: Rows) -> bool:
    for row in rows:
        steps = row.get("intermediate_steps") if isinstance(row, Mapping) else None
        if isinstance(steps, list) and any(isinstance(step, str) and step.startswith(REPRS) for step in steps):
            return True
    return False


def _interface_log(rows: Rows) -> bool:
    return all(isinstance(row, Mapping) and "ts" in row and row.get("type") in ("say", "ask") for row in rows)


def _opencode_piece(rows: Rows) -> bool:
    row = rows[0] if len(rows) == 1 and isinstance(rows[0], Mapping) else {}
    identity = row.get("id")
    return isinstance(identity, str) and identity[:4] in ("ses_", "msg_", "prt_") and any(key in row for key in OWNERS)


OWNERS = ("projectID", "sessionID", "messageID")
"""What the pieces of opencode's storage say they belong to."""


def _within(key: str, *wanted: str) -> Callable[[Rows], bool]:
    """The one object holds an object, or a list of objects, that has these keys."""

    def test(rows: Rows) -> bool:
        value = rows[0].get(key) if len(rows) == 1 and isinstance(rows[0], Mapping) else None
        first = value[0] if isinstance(value, list) and value else value
        return isinstance(first, Mapping) and all(name in first for name in wanted)

    return test


TABLE: tuple[Named, ...] = (
    Named(
        "cline-ui-messages",
        _interface_log,
        "This is the interface log of Cline or Roo Code (ui_messages.json), not what the model was sent: load "
        "api_conversation_history.json from the same folder.",
    ),
    Named(
        "nock-recording",
        _keys("scope", "path", "response"),
        "This is a recording of HTTP calls made with nock: load the 'body' of the last call to the model.",
    ),
    Named(
        "har",
        _within("log", "entries"),
        "This is a HAR file of a browser: take request.postData.text of the last call to the model and load that.",
    ),
    Named(
        "http-exchanges",
        _within("exchanges", "request"),
        "This is a capture of HTTP exchanges: take request.body.value of the last call to the model and load that.",
    ),
    Named(
        "python-repr",
        _texts(*REPRS),
        "These messages are Python's printed form (repr), not data: save them with the library's own JSON dump (for "
        "pydantic-ai ModelMessagesTypeAdapter.dump_json) and load that.",
    ),
    Named(
        "gaia-repr-rows",
        _steps_as_repr,
        "These are GAIA results whose steps are Python's printed form (repr), not data: save the agent's memory with "
        "agent.memory.get_full_steps() as JSON and load that.",
    ),
    Named(
        "tau-few-shot",
        _keys("messages_display"),
        "These are few-shot examples of tau-bench, whole dialogues as one text each: load a results file (runs with "
        "'traj') instead.",
    ),
    Named(
        "opencode-storage",
        _opencode_piece,
        "This is one piece of opencode's storage (a session, message or part): run 'opencode export' for the session "
        "and load what it writes.",
    ),
    Named(
        "tarko-session",
        _within("history", "type", "data"),
        "This is an old session file of UI-TARS: take data.request of the last entry of 'history' whose type is "
        "'request' and load that.",
    ),
    Named(
        "tarko-trace",
        lambda rows: all(isinstance(row, Mapping) and row.get("type") in ("START", "UPDATE", "END") for row in rows),
        "These are span events of a UI-TARS agent trace, without the messages: load the event stream of the same run.",
    ),
    Named(
        "cohere-v1",
        _keys("chat_history"),
        "This is a request to Cohere's v1 API: bring 'chat_history' into the form of v2 ('messages' with 'role' and "
        "'content') and load that.",
    ),
    Named(
        "chat-completion",
        lambda rows: all(isinstance(row, Mapping) and row.get("object") == "chat.completion" for row in rows),
        "This is an answer of OpenAI's chat API, not the history: load the request's 'messages' with the answer's "
        "message behind them.",
    ),
    Named(
        "gemini-response",
        _keys("candidates"),
        "This is an answer of the Gemini API, not the history: load the request's 'contents' with the answer's "
        "content behind them.",
    ),
    Named(
        "batch-output",
        _keys("custom_id", "response"),
        "These are the answers of a batch; what was sent is in the batch's input file: load that.",
    ),
    Named(
        "stage-trace",
        _within("traces", "steps"),
        "This is a program's own trace of its stages, without messages: load the request of its last call to the "
        "model, or the spans of its telemetry.",
    ),
    Named(
        "json-in-a-string",
        lambda rows: len(rows) == 1 and isinstance(rows[0], str) and rows[0].lstrip()[:1] in ("{", "["),
        "This is JSON inside a JSON string (encoded twice): decode it once more and load what comes out.",
    ),
)


def sentence(document: Any) -> str | None:
    """What a parsed file is, when it is one of the kinds that are only named."""
    rows = [row for row in document if row is not None] if isinstance(document, list) else [document]
    told = next((kind.sentence for kind in TABLE if rows and kind.test(rows)), None)
    return told or nearly.sentence(document)


MAGIC: tuple[tuple[bytes, str], ...] = (
    (
        b"SQLite format 3\x00",
        "This is an SQLite database: let the tool that wrote it export the session as JSON and load that.",
    ),
    (b"\x1f\x8b", "This file is packed with gzip: unpack it and load the transcript inside."),
    (b"\x28\xb5\x2f\xfd", "This file is packed with Zstandard: unpack it and load the transcript inside."),
    (b"PAR1", "This is a Parquet table: save its rows as JSON Lines and load those."),
    (b"%PDF", "This is a PDF, no transcript: load the session's JSON."),
)
"""First bytes of files that are no text."""

TEXTS: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(r"\s*[\"'<]?(?:https?|file|ftp)://\S*\s*\Z", re.IGNORECASE),
        "This is an address, and nothing is fetched from the network: paste the content, not its address.",
    ),
    (
        re.compile(r"\s*\[?\s*(?:" + "|".join(re.escape(start) for start in REPRS) + ")"),
        "These messages are Python's printed form (repr), not data: save them with the library's own JSON dump and "
        "load that.",
    ),
    (
        re.compile(r"\s*\[?\s*\{'(?:role|messages|content|type|id)'\s*:"),
        "This is Python's printed form of a value (repr, with single quotes), not JSON: save it with json.dumps and "
        "load that.",
    ),
    (
        re.compile(r"(?:event:[^\n]*\n)?data:\s*[\[{]"),
        "This is the recorded stream of one answer (server-sent events), not the history: load the request's messages.",
    ),
    (
        re.compile(r"(?:---\s*\n)?(?:interactions:|http_interactions:|version: 1\ninteractions:)"),
        "This is an HTTP cassette in YAML: install trimscope with its yaml extra, or save the cassette as JSON.",
    ),
)
"""How texts begin that are no JSON."""

SHOWN = 4096
"""Characters of a text that are looked at: all of these show themselves in the first line."""


def unreadable(source: bytes | str) -> str | None:
    """What a file that is no JSON is, when its beginning says so."""
    if isinstance(source, bytes):
        for magic, told in MAGIC:
            if source.startswith(magic):
                return told
        source = source[:SHOWN].decode("utf-8", "replace")
    start = source[:SHOWN].removeprefix("\ufeff")
    return next((told for pattern, told in TEXTS if pattern.match(start)), None)
