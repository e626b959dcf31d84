"""What a file that is no picture costs: a guess from its size in bytes, bounded, and called a guess.

Providers charge documents by the page and recordings by the second, and neither stands in the first bytes. So pages and
seconds are guessed from the size, and no guess is below one page or second or above what a request may hold.
"""

from __future__ import annotations

from dataclasses import dataclass

PAGE_OCTETS = 75_000
"""Bytes a page of a PDF: between text alone (about 30 KB a page) and scans (200 KB and more)."""

MOST_PAGES = 100
"""Pages a request may hold (Anthropic's documentation)."""

SECOND_OCTETS = 16_000
"""Bytes a second of a recording: MP3 at 128 kbit/s; uncompressed speech (16 bit, 16 kHz) has twice that."""

FILM_OCTETS = 250_000
"""Bytes a second of a film: 2 Mbit/s, usual for 720 lines."""

MOST_SECONDS = 3_600
"""Seconds guessed at most: an hour is what providers take inline and more."""

CHARACTERS = 4
"""Bytes of a plain text file a token: the rule of thumb of provider documentation."""

MOST_TEXT = 200_000
"""Tokens guessed for a text file at most: a window."""

UNKNOWN = 1_000
"""Tokens of a file that nothing is known of: what a picture or half a page of scan costs."""


@dataclass(frozen=True, slots=True)
class FileRule:
    """Tokens a page of a document, a second of sound and of film."""

    page: int
    second: int
    film: int

    def tokens(self, kind: str, octets: int) -> int:
        """Tokens of a file of `octets` bytes; 0 where its size is not known."""
        if not octets:
            return self.page if kind == "pdf" else UNKNOWN
        if kind == "pdf":
            return self.page * min(MOST_PAGES, 1 + octets // PAGE_OCTETS)
        if kind == "audio":
            return self.second * min(MOST_SECONDS, 1 + octets // SECOND_OCTETS)
        if kind == "video":
            return self.film * min(MOST_SECONDS, 1 + octets // FILM_OCTETS)
        if kind == "text":
            return min(MOST_TEXT, 1 + octets // CHARACTERS)
        return UNKNOWN
