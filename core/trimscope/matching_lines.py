"""Lines of a text that hold one of some literals: what `keep_matching` rescues from a hole, and likely
errors.

Never a regular expression: a hostile pattern must not hang a shared page, and character classes differ
between Python builds. Case is ignored for ASCII letters only, for the same reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from trimscope.rulers import LINE_CAP

MAX_NEEDLES = 32
"""Alternatives in one pattern: each costs one pass over the text, and a pattern can arrive in a link."""

MAX_NEEDLE = 200
"""Characters of one alternative: longer than any line prefix or error name worth keeping."""

SHOWN_LINE = 500
"""Characters of a line that `error_lines` returns: a few rows on a screen."""

ERROR_MARKS = (
    "error", "exception", "traceback", "failed", "failure", "fatal", "panic", "denied", "not found",
    "no such file", "undefined", "cannot ", "timed out", "refused",
    "错误", "失败", "异常", "致命", "拒绝", "超时", "未找到",
)  # fmt: skip
"""Literals that mark a line as a likely error, in the languages of the page. Coarse on purpose: it is a
hint."""

_HARMLESS = ("no ", "0 ", "without ", "无", "没有")
"""Directly before a mark these turn it round: "no errors", "0 failed". (`10 failed` is still a failure.)"""

_IN_NUMBER = frozenset("0123456789,.")


def ascii_lower(text: str) -> str:
    """`text` with A-Z lowered and nothing else changed, so that offsets stay (``str.lower`` moves them)."""
    return text.encode("utf-8", "surrogatepass").lower().decode("utf-8", "surrogatepass")


def needles(pattern: str | None) -> tuple[str, ...]:
    """The alternatives of `pattern` ("a|b"), lowered; empty ones and ones that hold a line end match
    nothing."""
    found = (ascii_lower(part[:MAX_NEEDLE]) for part in (pattern or "").split("|", MAX_NEEDLES)[:MAX_NEEDLES])
    return tuple(dict.fromkeys(part for part in found if part and "\n" not in part))


def spans(lowered: str, marks: Sequence[str], start: int, end: int) -> Iterator[tuple[int, int, int]]:
    """(line start, line end, place of the first mark) of each matching line that begins in `start:end`, in
    order.

    `lowered` is from `ascii_lower`, `start` a line's start; the line end is without its newline. One pass
    per mark.
    """
    places = [lowered.find(mark, start, end) for mark in marks]
    while hits := [place for place in places if place >= 0]:
        hit = min(hits)
        first = lowered.rfind("\n", start, hit) + 1 or start
        last = lowered.find("\n", hit, end)
        last = end if last < 0 else last
        yield first, last, hit
        places = [
            lowered.find(mark, last, end) if 0 <= place < last else place
            for mark, place in zip(marks, places, strict=True)
        ]


def rescue(
    text: str, marks: Sequence[str], hole: tuple[int, int], room: int, measure: Callable[[str], int]
) -> tuple[list[tuple[int, int]], int]:
    """The first matching lines that `hole` takes anything from, as many as `room` holds.

    Returns their offsets in `text` and their size together, by `measure`, each with a newline. A line that
    is too long for what is left, or over `LINE_CAP`, is passed over.
    """
    start = text.rfind("\n", 0, hole[0]) + 1
    end = text.find("\n", hole[1])
    end = len(text) if end < 0 else end
    found: list[tuple[int, int]] = []
    spent = 0
    for a, b, _ in spans(ascii_lower(text[start:end]), marks, 0, end - start):
        if room - spent < 1:
            break
        first, last = start + a, start + b
        if last <= hole[0] or first >= hole[1] or last - first > LINE_CAP:
            continue
        size = measure(text[first:last] + "\n")
        if spent + size <= room:
            found.append((first, last))
            spent += size
    return found, spent


def error_lines(text: str, limit: int = 20, *, first_line: int = 1) -> list[tuple[int, str]]:
    """The first `limit` lines of `text` that look like errors, as (line number, line).

    Args:
        text: usually the hole of a cut, ``original[cut.head_end:cut.tail_start]``.
        first_line: number of the text's first line, so that the numbers can be those of the whole result.

    Lines come without their line end and at most 500 characters long.
    """
    lowered = ascii_lower(text)
    found: list[tuple[int, str]] = []
    line, counted = first_line, 0
    for start, end, _ in spans(lowered, ERROR_MARKS, 0, len(lowered)):
        if len(found) >= limit:
            break
        if not _looks_wrong(lowered[start:end]):
            continue
        line += text.count("\n", counted, start)
        counted = start
        found.append((line, text[start : min(end, start + SHOWN_LINE)].rstrip("\r")))
    return found


def _looks_wrong(line: str) -> bool:
    """Whether a mark stands in `line` (lowered) with nothing before it that turns it round."""
    for mark in ERROR_MARKS:
        at = line.find(mark)
        while at >= 0:
            before = line[max(0, at - 10) : at]
            a_number = before.endswith("0 ") and before[-3:-2] in _IN_NUMBER  # "10 failed", "1,000 failed"
            if a_number or not before.endswith(_HARMLESS):
                return True
            at = line.find(mark, at + len(mark))
    return False
