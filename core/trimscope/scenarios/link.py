"""A scenario in the address of a page: `#v1.` + raw deflate + base64url of its document.

What a link brings comes from anybody: its length, what it inflates to and how deep it is nested are capped before
anything of it is looked at.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Mapping
from typing import Any

from trimscope.errors import LoadError
from trimscope.scenarios.scenario import ScenarioError
from trimscope.source import reading

PREFIX = "v1."

LONG = 8_000
"""Characters of a link from which on some programs cut it off (mail, chats, old servers): a warning."""

LONGEST = 32_000
"""Characters of a link from which on it is a file instead: several browsers and chats go no further."""

MOST_READ = 200_000
"""Characters of a link that is read at all: whoever wrote a longer one by hand wants a file."""

MOST_BYTES = 4_000_000
"""Bytes that a link may inflate to: 32,000 characters of text hold less than 1 MB, and a bomb 24 MB."""

_SAFE = re.compile(r"[A-Za-z0-9_-]+")
_VERSION = re.compile(r"#?v([0-9]{1,6})\.")

NO_LINK = "The link is damaged or cut off: ask for it again, or for a file."


def to_link(document: Mapping[str, Any]) -> str:
    """The document as the part of an address behind the page's own, with its `#`."""
    text = json.dumps(document, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    data = squeezer.compress(text.encode("ascii")) + squeezer.flush()
    return f"#{PREFIX}{base64.urlsafe_b64encode(data).decode('ascii').rstrip('=')}"


def from_link(link: str) -> dict[str, Any]:
    """The document of a link (with or without `#`). Raises ScenarioError with one sentence."""
    version = _VERSION.match(link[:16])
    if version and int(version[1]) > 1:
        raise ScenarioError(f"The link is of version {version[1]}, and this page reads version 1: use a newer one.")
    body = link.removeprefix("#").removeprefix(PREFIX)
    if len(link) > MOST_READ:
        raise ScenarioError(f"The link has {len(link):,} characters; at most {MOST_READ:,} are read.")
    if version is None or not _SAFE.fullmatch(body):
        raise ScenarioError(NO_LINK)
    try:
        data = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
        inflater = zlib.decompressobj(-zlib.MAX_WBITS)
        text = inflater.decompress(data, MOST_BYTES + 1)
    except (binascii.Error, ValueError, zlib.error):
        raise ScenarioError(NO_LINK) from None
    if len(text) > MOST_BYTES:
        raise ScenarioError(f"The link holds more than {MOST_BYTES:,} bytes: ask for a file.")
    if not inflater.eof:
        raise ScenarioError(NO_LINK)
    try:
        document = reading.parse(text.decode("ascii"))
    except (LoadError, UnicodeDecodeError):
        raise ScenarioError(NO_LINK) from None
    if not isinstance(document, dict):
        raise ScenarioError(NO_LINK)
    return document
