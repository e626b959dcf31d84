"""Whether a tool call worked, told from its result: done, failed, or unknown.

Careful in one direction: a call counts as done only where its result says nothing else. A write that timed out, was
broken off, or whose result is not there to be read is unknown, for it may have had its effect (third source article,
11.2: a timed-out request is looked up before it is repeated).

>>> outcome('{"status": "ok"}'), outcome("Error: no such room"), outcome("Error: request timed out")
('done', 'failed', 'unknown')
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from trimscope.errors import LoadError
from trimscope.source import reading
from trimscope.texts import stub
from trimscope.texts.matching_lines import ascii_lower
from trimscope.transcript import ToolResult

DONE, FAILED, UNKNOWN = "done", "failed", "unknown"

JUDGED = 200
"""Characters at a result's start that are looked at: a failure is said first, what comes later is content."""

OPENING = 60
"""Of these, characters in which a plain text says that it is no answer at all: such a text is one short sentence."""

ERROR_STARTS = (
    "error", "traceback", "exception", "fatal", "failed to ", "failure:", "command failed", "request failed",
    "unable to ", "cannot ", "could not ", "permission denied", "access denied", "not found", "no such file",
    "<tool_use_error>", "unauthorized", "forbidden", "错误", "失败", "异常", "无法",
)  # fmt: skip
"""First words of results that are errors in dialects without an error flag, as tools and frameworks write them."""

LONGEST_ERROR = 4_000
"""Characters up to which a JSON result is read to see whether it is an error: errors are short, and whoever asks for
every result of a long run must not read all of its text. The outcome of a write is read from all of it."""

_EXIT = re.compile(r"exit(?:ed with)?(?: code| status)?:? ?[1-9]|http[/ ](?:[0-9.]{1,3} )?[45][0-9][0-9]")
"""A shell that left with a code, an HTTP status of failure (lowered text)."""

_BROKEN_OFF = re.compile(
    r"timed[ -]?out|time-?out|deadline|no response|connection (?:was )?(?:reset|closed|lost|aborted)|econnreset|"
    r"socket hang up|broken pipe|gateway|(?<![0-9])(?:50[0-9]|408|499)(?![0-9])|interrupted|aborted|"
    r"(?:was|been|request|operation|call|task) cancell?ed|cancell?ed by|超时|中断|中止|已取消"
)
"""Words of an error after which nobody knows whether the call had its effect. HTTP 5xx, 408 and 499 are among them:
the server may have acted before it failed to say so."""

_NO_ANSWER = re.compile(
    r"\[?(?:request |operation |tool call |execution |command )?(?:timed[ -]out|timeout|interrupted|aborted|"
    r"cancell?ed|was cancell?ed|超时|中断|中止|已取消|请求超时)"
)
"""How a plain text begins that says the call was broken off."""

ENDING_WORDS = ("cancel", "abort", "stop", "terminate", "interrupt", "kill")
"""Words in the name of a tool whose success is to break something off: its "cancelled" is no failure."""

FAILED_WORDS = (
    "error", "errored", "fail", "failed", "failure", "rejected", "denied", "refused", "invalid", "declined",
    "unauthorized", "forbidden", "not_found", "conflict", "失败", "错误", "拒绝",
)  # fmt: skip
OPEN_WORDS = (
    "timeout", "timed_out", "pending", "queued", "processing", "in_progress", "running", "unknown", "超时", "处理中",
    "未知",
)  # fmt: skip
ENDED_WORDS = ("cancelled", "canceled", "aborted", "interrupted", "已取消", "中断")
"""What a field `status` (or `state`, `result`) says of a call that failed, is not over, or was broken off."""

_ENVELOPES = ("output", "result", "data", "response", "content")
"""Single fields that dialects and servers wrap a result into."""

_BANNER = re.compile(r"\[\.\.\. [^\n\[\]]{0,600} \.\.\.\]")
"""Where a truncation left something out."""

_SAYS_FAILED = re.compile(
    r'"(?:success|ok)": ?false|"is_?error": ?true|"(?:status|state)": ?"(?:error|fail|reject|denied|declin)|'
    r'^[ \t\r\n]*\{ ?"error": ?(?!null|false|""|\[\]|\{\})'
)
_SAYS_DONE = re.compile(
    r'"(?:success|ok)": ?true|"(?:status|state)": ?"(?:ok|success|done|complete|confirmed|booked|created|sent)'
)
"""What is left of a JSON result that was cut in the middle may still say how the call went (lowered text)."""


def is_error(result: ToolResult, text: str) -> bool:
    """Whether a result saying `text` says that the call failed: by its flag, its first words, or its fields."""
    if result.is_error or _starts_as_error(text):
        return True
    judged = _judged_as_json(text, ()) if len(text) <= LONGEST_ERROR else None
    return judged == FAILED or (judged is None and _SAYS_FAILED.search(ascii_lower(text[:JUDGED])) is not None)


def is_cut(text: str) -> bool:
    """Whether a truncation left something of this text out."""
    return _BANNER.search(text) is not None


def of_results(results: Sequence[tuple[ToolResult, str]], tool_words: Sequence[str] = ()) -> str:
    """The outcome of a call from all its results and what each says; the newest that is known decides."""
    known = [outcome(text, result.is_error, tool_words) for result, text in results]
    return next((each for each in reversed(known) if each != UNKNOWN), UNKNOWN)


def outcome(text: str, flagged: bool = False, tool_words: Sequence[str] = ()) -> str:
    """The outcome that a result's text says: done, failed or unknown.

    `flagged`: the dialect marks the result as an error; `tool_words` are the words of the tool's name.
    """
    if not text.strip(" \t\r\n") or stub.is_stub(text):
        missing = text in stub.NO_RESULT.values() or not flagged
        return UNKNOWN if missing else FAILED
    start = ascii_lower(text[:JUDGED]).lstrip(" \t\r\n")
    hole = _BANNER.search(text)
    if flagged or _starts_as_error(text):
        unsaid = hole is not None and hole.start() < JUDGED
        return UNKNOWN if unsaid or _broken_off(start, tool_words) else FAILED
    judged = _judged_as_json(text, tool_words)
    if judged is not None:
        return judged
    if text.lstrip(" \t\r\n")[:1] in ("{", "[") and hole is not None:
        left = ascii_lower(text)
        return FAILED if _SAYS_FAILED.search(left) else DONE if _SAYS_DONE.search(left) else UNKNOWN
    if hole is not None and hole.start() < OPENING:
        return UNKNOWN
    return UNKNOWN if _NO_ANSWER.match(start) and not _ends_something(tool_words) else DONE


def _starts_as_error(text: str) -> bool:
    start = ascii_lower(text[:JUDGED]).lstrip(" \t\r\n")
    return start.startswith(ERROR_STARTS) or _EXIT.match(start) is not None


def _broken_off(start: str, tool_words: Sequence[str]) -> bool:
    found = _BROKEN_OFF.search(start)
    return found is not None and not ("cancel" in found[0] and _ends_something(tool_words))


def _ends_something(tool_words: Sequence[str]) -> bool:
    return any(word.startswith(ENDING_WORDS) for word in tool_words)


def _judged_as_json(text: str, tool_words: Sequence[str]) -> str | None:
    """The outcome that the fields of a JSON object say; None for any other text."""
    if text.lstrip(" \t\r\n")[:1] != "{":
        return None
    try:
        value = reading.parse(text)
    except LoadError:
        return None
    while isinstance(value, dict) and len(value) == 1 and isinstance(inner := _only(value), dict):
        value = inner
    return _said_by(value, tool_words) if isinstance(value, dict) else DONE


def _only(value: dict[str, Any]) -> Any:
    """What a single field wraps; None for another field."""
    ((name, inner),) = value.items()
    return inner if name in _ENVELOPES else None


def _said_by(value: dict[str, Any], tool_words: Sequence[str]) -> str:
    status = [_status(value.get(name), tool_words) for name in ("status", "state", "result", "outcome")]
    code = [_http(value.get(name)) for name in ("status", "status_code", "statusCode", "http_status")]
    exits = [value.get(name) for name in ("exit_code", "exitCode", "returncode")]
    failed = (
        any(_is_said(value.get(name)) for name in ("error", "errors", "exception"))
        or any(value.get(name) is False for name in ("success", "ok", "succeeded"))
        or any(value.get(name) is True for name in ("is_error", "isError", "failed"))
        or any(isinstance(each, int) and each != 0 for each in exits)
    )
    if UNKNOWN in (*status, *code) or any(value.get(name) is True for name in ("timed_out", "timedOut", "timeout")):
        return UNKNOWN
    if failed or FAILED in (*status, *code):
        words = " ".join(item for item in _texts(value) if item)
        return UNKNOWN if _broken_off(ascii_lower(words[:JUDGED]), tool_words) else FAILED
    return DONE


def _texts(value: dict[str, Any]) -> list[str]:
    """What the fields of an error say in words, its own fields included."""
    inner = value.get("error")
    sources = [value, inner] if isinstance(inner, dict) else [value]
    names = ("error", "code", "type", "message", "reason", "detail")
    return [item for source in sources for name in names if isinstance(item := source.get(name), str)]


def _is_said(value: Any) -> bool:
    """Whether a field for errors holds one."""
    return bool(value) and not (isinstance(value, str) and ascii_lower(value[:8]) in ("none", "null", "no", "false"))


def _status(value: Any, tool_words: Sequence[str]) -> str:
    if not isinstance(value, str):
        return DONE
    word = ascii_lower(value[:40]).replace(" ", "_").replace("-", "_")
    if word in FAILED_WORDS:
        return FAILED
    ended = word in ENDED_WORDS and not _ends_something(tool_words)
    return UNKNOWN if word in OPEN_WORDS or ended else DONE


def _http(value: Any) -> str:
    """What an HTTP status says; 408, 499 and 5xx leave open whether the server acted."""
    if not isinstance(value, int) or isinstance(value, bool) or not 400 <= value <= 599:
        return DONE
    return UNKNOWN if value >= 500 or value in (408, 499) else FAILED
