"""Estimating the tokens of a text: cut it, price each piece once, add."""

from __future__ import annotations

import re

from trimscope.estimators.pieces import BLANK_RUNS, WIDE_OR_BETWEEN, may_be_wide
from trimscope.estimators.prices import EVERY, Behind, Pieces, Start
from trimscope.estimators.pricing import RUN, SAMPLE, TOKEN
from trimscope.estimators.table import Table

MOST_PARTS = 8_192
"""Parts between wide characters from which on one in `EVERY` is priced: a text of 100,000 characters or more."""

DIFFERENT = 700
"""Of a thousand of so many chunks, so many are different in lists of keys or hashes; in real text of that length fewer
than half are (measured)."""

STRETCH = 61
"""Chunks behind each other that are priced, and three times as many not: a prime, so that rows of a table, which have
a few columns, do not show the same one each time."""

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
REPLACEMENT = "\ufffd"
"""What stands for half a surrogate pair, which no tokenizer can be given: they replace it by this as well."""


class Estimator:
    """One table with the prices it has worked out so far."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._pieces = Pieces(table)
        self._behind = Behind(self._pieces, table)
        self._start = Start(self._pieces)

    def milli(self, text: str) -> int:
        """Thousandths of a token of a text, any text; 0 for none."""
        # a single blank belongs to what stands behind it; behind the last one stands nothing
        last = TOKEN if text.endswith(" ") and not text.endswith("  ") else 0
        if text.isascii():
            return last + self._narrow(text)
        text = without_surrogates(text)
        if self.table.whole or not may_be_wide(text.encode()):
            return last + self._narrow(text)
        return last + self._mixed(text)

    def _mixed(self, text: str) -> int:
        """A text that may have wide characters, which are priced apart from what stands between them."""
        parts = WIDE_OR_BETWEEN.split(text)
        if len(parts) == 1:
            return self._narrow(text)
        wide = "".join(parts[1::2])
        price = self.table.wide.price(wide)
        if len(wide) > RUN and wide.count(wide[0]) == len(wide):  # of a flood of one, no two share a token
            price = max(price, TOKEN * len(wide))
        between = list(filter(None, parts[::2]))
        if len(between) < MOST_PARTS:
            return price + self._parts(between)
        seen = between[::EVERY]
        return price + self._parts(seen) * sum(map(len, between)) // sum(map(len, seen))

    def _parts(self, parts: list[str]) -> int:
        start, narrow = self._start, self._narrow
        return sum([narrow(part) if " " in part else start[part] for part in parts])

    def _chunks(self, chunks: list[str]) -> int:
        """Chunks that stand behind a blank each. In a long list of mostly different ones (keys, hashes) none was priced
        before; stretches of it are, and the others are taken to be like them."""
        seen = chunks
        if len(chunks) >= MOST_PARTS and len(set(chunks)) * 1_000 >= len(chunks) * DIFFERENT:
            stretches = range(0, len(chunks), STRETCH * EVERY)
            seen = [chunk for at in stretches for chunk in chunks[at : at + STRETCH]]
        price = sum(map(self._behind.__getitem__, seen))
        if seen is chunks:
            return price
        return price * (len(chunks) + sum(map(len, chunks))) // (len(seen) + sum(map(len, seen)))

    def _narrow(self, text: str) -> int:
        """A text without wide characters (under the whole vocabulary: any)."""
        start, *chunks = text.split(" ")
        total = self._start[start] + self._chunks(list(filter(None, chunks)))
        if "  " in text:
            runs = BLANK_RUNS.findall(text)
            # a run of blanks is a token, unless it joins the tab before it or the line end behind it
            total += TOKEN * (len(runs) - text.count("\t  ") - text.count("  \n"))
            if " " * SAMPLE in text:
                total += TOKEN * sum(len(run) // SAMPLE for run in runs)
        return total


def without_surrogates(text: str) -> str:
    """The text as it is priced, as long as before."""
    try:
        text.encode()  # twenty times as fast as looking for them
    except UnicodeEncodeError:
        return _LONE_SURROGATE.sub(REPLACEMENT, text)
    return text
