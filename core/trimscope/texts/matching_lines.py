"""Lines of a text that hold one of some literals: what `keep_matching` rescues from a hole, and likely
errors.

Never a regular expression: a hostile pattern must not hang a shared page, and character classes differ
between Python builds. Case is ignored for ASCII letters only, for the same reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from trimscope.texts.rulers import LINE_CAP

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

_HARMLESS = ("no ", "zero ", "without ", "no test ", "0 test ", "non-", "无", "没有")
"""Directly before a mark these turn it round, as a count of 0 does: "no errors"."""

_IN_NAMES = ("error", "exception")
"""Marks that end names made of several words (`TypeError`); every other mark begins a word of its own."""

_ENDINGS = ("s", "ed", "ked", "ing")
"""Letters that may follow a mark in the same word: errors, errored, panicked. With others it is another word."""

_PASSES = (" passed", " ok", "\tok", "... pass", " pass", "通过")
"""How a line ends that says a test passed, whatever its name says: then only counts ("1 failed") are failures."""

_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz")

_DIGITS = frozenset("0123456789")
_IN_NUMBER = _DIGITS | {",", "."}


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
    """Whether a mark stands in `line` (lowered) as a word, with nothing around it that turns it round."""
    passes = _passes(line)
    for mark in ERROR_MARKS:
        at = line.find(mark)
        while at >= 0:
            end = at + len(mark)
            before = line[max(0, at - 10) : at]
            count = before.rstrip(" 个")
            zero = count.endswith("0") and count[-2:-1] not in _IN_NUMBER
            none = zero or before.endswith(_HARMLESS) or _counts_none(line[end : end + 6])
            counted = count[-1:] in _DIGITS and not zero
            if _is_word(line, mark, at) and not none and (counted or not passes):
                return True
            at = line.find(mark, end)
    return False


def _passes(line: str) -> bool:
    """Whether the line says that a test passed; pytest adds how far it is (`[ 25%]`), Go says it in front."""
    end = line[-40:].rstrip("\r ")
    if end.endswith("%]"):
        end = end[: end.rfind("[")].rstrip(" ")
    return end.endswith(_PASSES) or line[:20].lstrip(" ").startswith(("--- pass", "passed ", "ok ", "pass "))


def _is_word(line: str, mark: str, at: int) -> bool:
    """Whether the mark at this place is a word, or the end of a name: not `terror`, not `errorless`."""
    end = at + len(mark)
    if mark[0] not in _LETTERS:
        return True  # Chinese has no spaces between words
    if line[max(0, at - 1) : at] in _LETTERS:
        terror = line[at - 1] == "t" and line[max(0, at - 2) : at - 1] not in _LETTERS
        if mark not in _IN_NAMES or terror:
            return False
    after = line[end : end + 4]
    letters = after[: next((n for n, char in enumerate(after) if char not in _LETTERS), len(after))]
    return mark.endswith(" ") or not letters or letters in _ENDINGS


def _counts_none(after: str) -> bool:
    """Whether what follows a mark counts none of it: `errors: 0`, `failed=0`."""
    number = after.removeprefix("s").lstrip(" ")
    if number[:1] not in (":", "="):
        return False
    number = number[1:].lstrip(" ")
    return number[:1] == "0" and number[1:2] not in _DIGITS and number[2:3] not in _DIGITS
