"""Head/tail truncation: one tool result shortened to its beginning, a banner, and its end.

The banner counts inside the cap, its numbers are true, the result is never longer than the input, and
truncating it again with the same settings changes nothing.

>>> cut = truncate("0123456789" * 20, 100, count=len)
>>> cut.text
'0123456789012345678901234567890123456789[... 133 characters left out ...]345678901234567890123456789'
>>> cut.kind, cut.head_end, cut.tail_start
('short', 40, 173)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypedDict, Unpack

from trimscope.texts import banner as banners
from trimscope.texts.banner import Form, Numbers
from trimscope.texts.matching_lines import needles, rescue
from trimscope.texts.rulers import Ruler, Unit, ruler

Kind = Literal["none", "full", "short", "plain"]

_ROOM_TRIES = 8
"""How often a form is tried again with less room where a counter does not add up (real tokenizers: one or
two)."""

_KEEP_ROUNDS = 8
"""How often room that rescued lines did not need goes back to head and tail: it settles in two or three."""

_DIGITS = 4
"""By how much a banner can grow when head and tail grow a little: a digit and a comma each."""


@dataclass(frozen=True, slots=True)
class Cut:
    """What became of one text. Offsets are code points of the original, `omitted_tokens` is about.

    ``text`` is head + banner + kept lines + tail; head and tail are ``original[:head_end]`` and
    ``original[tail_start:]``. `kept` are whole lines rescued from the hole (one that reaches into head or
    tail is given whole). ``kind == "none"``: nothing was cut, `head` is the text itself.
    """

    kind: Kind
    head: str
    banner: str
    tail: str
    kept: tuple[str, ...]
    head_end: int
    tail_start: int
    omitted_chars: int
    omitted_tokens: int

    @property
    def text(self) -> str:
        """The shortened text; the very same object where nothing was cut."""
        return self.head if self.kind == "none" else self.head + self.middle + self.tail

    @property
    def middle(self) -> str:
        """What stands in place of the hole: the banner and the rescued lines."""
        return self.banner + "".join(line + "\n" for line in self.kept)


def truncate(
    text: str,
    limit: int | None,
    *,
    count: Callable[[str], int],
    head: float = 0.6,
    unit: Unit = "chars",
    banner: Literal["inside", "outside"] = "inside",
    tool: str = "",
    keep: str | None = None,
    lang: str = "en",
    total: int | None = None,
) -> Cut:
    """`text` shortened to `limit`, or as it is where it fits. Never an error, however small the limit.

    Args:
        limit: cap in `unit`; None switches it off; below 0 counts as 0.
        count: tokens of a text; used for the banner's number, and for the cap where `unit` is "tokens".
        head: share (0 to 1, in steps of 0.001) of what is kept that comes from the front, rounded down.
        unit: "chars" (code points), "tokens", or "lines" (whole lines, the banner's own line counted).
        banner: "inside" the cap; "outside" adds it on top (PatchCat) and leaves a text alone that is over
            the cap by no more than the longest banner, so that nothing ever grows and a second run finds
            nothing to do.
        tool: named in the banner. `lang`: "en" or "zh".
        keep: literals separated by "|": matching lines of the hole follow the banner, first ones first (the
            first error is mostly the cause, and the last ones are in the tail already), in at most half of
            the room.
        total: tokens of `text` where they are known already; saves counting it.

    A banner is used only where at least half of the cap remains for text: a notice longer than what it is
    about helps nobody. Too little room for the full one: the short one; still too little: head and tail
    alone.
    """
    if limit is None:
        return _whole(text)
    job = _Job(
        text=text,
        limit=max(0, limit),
        per_mille=min(1000, max(0, round(head * 1000))),
        ruler=ruler(unit, count),
        count=count,
        own_line=unit == "lines",
        inside=banner == "inside",
        tool=banners.tool_name(tool),
        needles=needles(keep),
        lang=lang,
        known_total=[] if total is None else [total],
    )
    if job.fits():
        return _whole(text)
    forms: tuple[Form, ...] = ("full", "short", "plain") if job.inside else ("full",)
    return next((cut for form in forms if (cut := _attempt(job, form))), None) or _whole(text)


@dataclass(frozen=True, slots=True)
class _Job:
    text: str
    limit: int
    per_mille: int  # of what is kept, from the front: an integer, so that no float takes part in a result
    ruler: Ruler
    count: Callable[[str], int]
    own_line: bool
    inside: bool
    tool: str
    needles: tuple[str, ...]
    lang: str
    known_total: list[int]  # empty until somebody asks

    def total(self) -> int:
        """Tokens of the whole text, counted when first asked for."""
        if not self.known_total:
            self.known_total.append(self.count(self.text))
        return self.known_total[0]

    def fits(self) -> bool:
        """Whether the text is within the cap (outside: within the cap and the longest banner)."""
        allowed = self.limit
        if not self.inside:
            allowed += self.ruler.measure(self.longest_banner("full", 10**12))
        if self.ruler.is_tokens and self.known_total:
            return self.total() <= allowed
        return self.ruler.fits(self.text, allowed)

    def longest_banner(self, form: Form, number: int | None = None) -> str:
        """The banner with its numbers at their widest: what has to be reserved before they are known."""
        size = len(self.text) if number is None else number
        tokens = self.total() if number is None else number
        numbers = Numbers(size, tokens, size, size, size, size if self.needles else 0)
        words = banners.words(form, numbers, tool=self.tool, lang=self.lang)
        return banners.between(form, words, "x", "x", own_line=self.own_line)


def _whole(text: str) -> Cut:
    return Cut("none", text, "", "", (), len(text), len(text), 0, 0)


def _attempt(job: _Job, form: Form) -> Cut | None:
    """The cut with this form of banner, or None where it does not fit."""
    room = job.limit
    if job.inside and form != "plain":
        room -= job.ruler.measure(job.longest_banner(form))
        if 2 * room < job.limit or room < 1:
            return None
    for _ in range(_ROOM_TRIES):
        draft = _cut(job, form, room, counted=job.ruler.is_tokens)
        over = job.ruler.measure(draft.text) - job.limit if job.inside else 0
        if over <= 0:
            cut = _finished(job, form, room, -over) or (draft if job.ruler.is_tokens else _cut(job, form, room))
            # A cut that saves nothing is none; the plain one has no banner and is always shorter.
            return cut if len(cut.text) < len(job.text) or form == "plain" else None
        if room == 0:
            break
        room = max(0, room - over)
    return _cut(job, form, 0) if form == "plain" else None


def _finished(job: _Job, form: Form, room: int, slack: int) -> Cut | None:
    """The cut with what the banner did not use of its reserved width given to the text, if that is any."""
    if form == "plain" or not job.inside:
        return None
    for more in (slack, slack - _DIGITS):
        if more > 0:
            cut = _cut(job, form, room + more)
            if job.ruler.measure(cut.text) <= job.limit:
                return cut
    return None


def _cut(job: _Job, form: Form, room: int, *, counted: bool = True) -> Cut:
    """Head, banner, rescued lines and tail with `room` units for all but the banner.

    Without `counted` it is a draft: its number of tokens is the widest there can be, and nothing is counted.
    """
    text = job.text
    rescued: list[tuple[int, int]] = []
    spent = 0
    if job.needles and form == "full":
        spent = room // 2  # so that a pattern that matches everything cannot push head and tail out
        head_end, tail_start = job.ruler.split(text, room - spent, job.per_mille)
        rescued, spent = rescue(text, job.needles, (head_end, tail_start), spent, job.ruler.measure)
    head_end, tail_start = job.ruler.split(text, room - spent, job.per_mille)
    for _ in range(_KEEP_ROUNDS):
        still = [(a, b) for a, b in rescued if b > head_end and a < tail_start]
        if len(still) == len(rescued):
            break
        rescued = still  # the others are whole in head or tail now: their room goes to head and tail
        spent = job.ruler.measure("".join(text[a:b] + "\n" for a, b in rescued))
        head_end, tail_start = job.ruler.split(text, room - spent, job.per_mille)
    rescued = [(a, b) for a, b in rescued if b > head_end and a < tail_start]
    head, tail = text[:head_end], text[tail_start:]
    kept = tuple(text[a:b] for a, b in rescued)
    shown = sum(min(b, tail_start) - max(a, head_end) for a, b in rescued)
    omitted = tail_start - head_end - shown
    seen = sum(job.count(part) for part in (head, tail, *kept) if part) if counted else 0
    tokens = max(0, job.total() - seen)
    numbers = Numbers(omitted, tokens, len(head), len(tail), len(text), len(kept))
    words = banners.words(form, numbers, tool=job.tool, lang=job.lang)
    mark = banners.between(form, words, head, "\n" if kept else tail, own_line=job.own_line)
    return Cut(form, head, mark, tail, kept, head_end, tail_start, omitted, tokens)


class Settings(TypedDict, total=False):
    """The settings of `truncate` that have a default, by name."""

    head: float
    unit: Unit
    banner: Literal["inside", "outside"]
    tool: str
    keep: str | None
    lang: str
    total: int | None


def truncate_parts(
    texts: Sequence[str], limit: int | None, *, count: Callable[[str], int], **settings: Unpack[Settings]
) -> tuple[Cut, tuple[str | None, ...]]:
    """One cap over all text parts of a result together, as if they were one text; settings as in `truncate`.

    Returns the `Cut` of the joined text, and the new text of each part: the same object where the part is
    untouched, None where it lies wholly in the hole and goes. The banner (and rescued lines) goes to the end
    of the part that holds the head's end, or to the first part where there is no head; that part stays, even
    empty.
    """
    cut = truncate(texts[0] if len(texts) == 1 else "".join(texts), limit, count=count, **settings)
    if cut.kind == "none":
        return cut, tuple(texts)
    parts: list[str | None] = []
    start, placed = 0, False
    for text in texts:
        end = start + len(text)
        if not placed and (start < cut.head_end <= end or cut.head_end == 0):
            placed = True
            parts.append(text[: cut.head_end - start] + cut.middle + text[max(0, cut.tail_start - start) :])
        elif end <= cut.head_end or start >= cut.tail_start:
            parts.append(text)
        elif end <= cut.tail_start:
            parts.append(None)
        else:
            parts.append(text[cut.tail_start - start :])
        start = end
    return cut, tuple(parts)
