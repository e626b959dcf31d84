"""The summary that stands for the middle of a history: its fields, how it is read, what joins it to an earlier one.

A summary is a transfer of state, not an essay (third source article, 6.5): goal, decisions, done, open, constraints,
facts, what is uncertain, what has to be confirmed, where it comes from. Beside these stands which messages it covers,
how often it was renewed (version) and a checksum over what it covers, so that everybody who has the transcript can
tell whether it is the summary of it (`checksum`). Whether it is true is looked at by `trimscope.summaries.checks`.

A summary of a summary would lose facts unnoticed: an earlier one is never covered by a later one. Its items are carried
on word for word, the later one adds to them, the version goes up by one and the range covers both.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from trimscope.errors import LoadError
from trimscope.planning.digest import of_message
from trimscope.source import canonical, reading
from trimscope.texts.matching_lines import ascii_lower
from trimscope.transcript import Message, Transcript

LISTS = ("decisions", "done", "open", "constraints", "facts", "uncertain", "to_confirm", "sources")
"""Fields that are lists of items, in the order in which they are written."""

FIELDS = ("goal", *LISTS)

REQUIRED = ("goal", "done", "open", "constraints", "facts")
"""Fields a summary has to state, be it as empty (third source article, baseline contract, point 11)."""

NAMES: Mapping[str, str] = {
    "目标": "goal",
    "决定": "decisions",
    "决策": "decisions",
    "已完成": "done",
    "未完成": "open",
    "约束": "constraints",
    "事实": "facts",
    "不确定": "uncertain",
    "不确定性": "uncertain",
    "待确认": "to_confirm",
    "来源": "sources",
    "to confirm": "to_confirm",
    "user goal": "goal",
    "tools already executed": "done",
    "open questions": "open",
}
"""Further names of fields in lines of text: those of the third and the first source article, and with a blank."""

NONE = ("", "-", "none", "n/a", "nothing", "无", "没有")
"""What states a field as empty."""

_LINE = re.compile(
    r"[ \t]*(?:[-*•][ \t]+)?([A-Za-z_ ]{2,24}|[\u4e00-\u9fff]{2,5})[ \t]*(?:\([^)]*\)[ \t]*)?[:：](.*)", re.DOTALL
)
_ITEM = re.compile(r"[ \t]*[-*•][ \t]+(.*)", re.DOTALL)
_HEADING = re.compile(r"[ \t]*\[[^\]\n]*\][ \t]*")


@dataclass(frozen=True)
class Given:
    """A summary as it was given: its fields, what it says of itself, and what could not be read of it."""

    fields: Mapping[str, Any] = field(default_factory=dict)
    """goal: text; every other field: a tuple of texts. Only those that are stated"""
    stated: Mapping[str, Any] = field(default_factory=dict)
    """covers, version and checksum, where it names them"""
    unread: tuple[str, ...] = ()
    """names of fields there are none of, or the place at which it is no JSON"""


@dataclass(frozen=True, slots=True)
class Check:
    """One check of a summary. `evidence` names what was found missing or wrong, at most a few of many."""

    code: str
    passed: bool
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True)
class Report:
    """What became of the summary of a plan."""

    status: Literal["used", "failed", "refused"]
    """failed: none came (see `codes`); refused: checks did not pass; both leave the middle as it was"""
    codes: tuple[str, ...]
    """why it failed, or which checks refused it"""
    checks: tuple[Check, ...]
    covered: tuple[int, ...]
    """indexes of the messages it stands for, or would"""
    before: int
    """tokens of those messages as they would be sent without it"""
    after: int
    """tokens the summary adds; 0 where it is not used"""
    value: Mapping[str, Any] | None = None
    """the summary with range, version and checksum, where there is one to look at"""
    asked: Literal["text", "hook"] = "text"


def read(given: str | Mapping[str, Any]) -> Given:
    """Read a summary: a JSON object (or its text), or lines of `field: text` with `- item` lines below a field."""
    if isinstance(given, Mapping):
        return _from_mapping(given)
    if given.lstrip(" \t\r\n").startswith("{"):
        try:
            return _from_mapping(reading.parse(given))
        except LoadError as error:
            return Given(unread=(str(error),))
    return _from_lines(given)


def merged(earlier: Mapping[str, Any] | None, fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a summary with those of an earlier one carried on: items word for word, each once; what was open
    and is now done is open no more."""
    old = earlier or {}
    value: dict[str, Any] = {"goal": fields.get("goal") or old.get("goal", "")}
    for name in LISTS:
        items = dict.fromkeys((*_texts(old.get(name, ())), *fields.get(name, ())))
        if name == "open":
            items = {item: None for item in items if item not in value["done"]}
        if items or name in REQUIRED:
            value[name] = list(items)
    return value


def covers(earlier: Mapping[str, Any] | None, first: int, last: int, count: int) -> dict[str, int]:
    """The range of a summary: numbers of its first and last message, and how many it covers. An earlier summary's
    range is joined: the first number is its own."""
    before = earlier.get("covers") if earlier else None
    if not isinstance(before, Mapping):
        return {"first": first, "last": last, "messages": count}
    return {
        "first": _number(before.get("first"), first),
        "last": last,
        "messages": _number(before.get("messages"), 0) + count,
    }


def version(earlier: Mapping[str, Any] | None) -> int:
    """1, or one more than the earlier summary's."""
    return 1 + (_number(earlier.get("version"), 0) if earlier else 0)


def checksum(hashes: Iterable[str], earlier: Mapping[str, Any] | None = None) -> str:
    """`sha256:` and a chained SHA-256 over the hashes of the covered messages, going on from an earlier summary's: so
    that the checksum of a joined range is that of its messages, however often it was renewed."""
    chain = str(earlier.get("checksum", "")).removeprefix("sha256:") if earlier else ""
    for each in hashes:
        chain = hashlib.sha256(f"{chain}{each}".encode("utf-8", "surrogatepass")).hexdigest()
    return f"sha256:{chain}"


def checksum_of(transcript: Transcript, indexes: Sequence[int]) -> str:
    """The checksum a summary of these messages has; to compare a summary with the transcript it is said to be of."""
    return checksum(of_message(transcript.messages[index]) for index in indexes)


def text_of(value: Mapping[str, Any]) -> str:
    """All that a summary's fields say, one item a line."""
    return "\n".join((str(value.get("goal", "")), *(item for name in LISTS for item in _texts(value.get(name, ())))))


def words_of(message: Message) -> str:
    """All text of a message: what it says, calls with their arguments, results."""
    return "\n".join(_words(message))


def _words(message: Message) -> Iterable[str]:
    yield message.text
    for call in message.calls:
        yield f"{call.name} {call.arguments}"
    for result in message.results:
        yield "".join(text.text for text in result.texts)


def _from_mapping(given: Mapping[str, Any]) -> Given:
    fields: dict[str, Any] = {}
    unread: list[str] = []
    stated = {key: given[key] for key in ("covers", "version", "checksum") if key in given}
    for key, value in given.items():
        name = NAMES.get(key, key) if isinstance(key, str) else str(key)
        if name == "goal":
            fields["goal"] = value.strip() if isinstance(value, str) else canonical.readable(value)
        elif name in LISTS:
            fields[name] = tuple(item for item in _texts(value) if ascii_lower(item) not in NONE)
        elif name not in stated:
            unread.append(name[:40])
    return Given(fields, stated, tuple(unread))


def _from_lines(given: str) -> Given:
    fields: dict[str, list[str]] = {}
    unread: list[str] = []
    current: list[str] | None = None
    for line in given.split("\n"):
        line = line.rstrip(" \t\r")
        found = _LINE.fullmatch(line)
        name = _field(found[1]) if found else None
        item = _ITEM.fullmatch(line)
        if found and name:
            current = fields.setdefault(name, [])
            current.extend(_pieces(found[2]))
        elif not line or _HEADING.fullmatch(line):
            continue
        elif current is None:
            unread.append(line[:40])
        else:
            current.append((item[1] if item else line).strip(" \t"))
    values = {name: [item for item in items if ascii_lower(item) not in NONE] for name, items in fields.items()}
    goal = {"goal": " ".join(values.pop("goal"))} if "goal" in values else {}
    return Given({**goal, **{name: tuple(items) for name, items in values.items()}}, {}, tuple(unread))


def _field(name: str) -> str | None:
    name = ascii_lower(name.strip(" "))
    return NAMES.get(name) or (name if name in FIELDS else None)


def _pieces(text: str) -> list[str]:
    """The items in one line: what stands between semicolons."""
    return [piece for piece in (piece.strip(" \t") for piece in re.split("[;；]", text)) if piece]


def _texts(value: Any) -> tuple[str, ...]:
    """Items as texts: one text is one item, whatever is no text is its JSON."""
    if value is None:
        return ()
    items = value if isinstance(value, list | tuple) else (value,)
    return tuple(item.strip() if isinstance(item, str) else canonical.readable(item) for item in items)


def _number(value: Any, otherwise: int) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**9 else otherwise
