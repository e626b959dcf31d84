"""Opening the one archive that is a transcript: Inspect's `.eval`, a ZIP of JSON members.

An archive can be a bomb (a few kilobytes that become terabytes): what is inflated is capped, whatever sizes the
archive itself claims.
"""

from __future__ import annotations

import io
import re
import zipfile
from typing import Any

from trimscope.errors import LoadError
from trimscope.source import reading

MAGIC = b"PK\x03\x04"
MOST_INFLATED = 256 * 1024 * 1024
"""Bytes that all members read may have together: the largest real log measured inflates to well under it, and a
browser's interpreter has no more than about 2 GB in which the parsed value takes several times the bytes."""
MOST_MEMBERS = 100_000
"""Members an archive may list: one a sample; far above any real log."""

METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, 93)
"""Ways of packing that Inspect uses: 93 is Zstandard, which CPython knows from 3.14 on."""

SAMPLE = re.compile(r"samples/[^/]+\.json")
_DIGITS = re.compile(r"([0-9]+)")


def is_archive(source: bytes) -> bool:
    """Whether the bytes are a ZIP archive."""
    return source.startswith(MAGIC)


def unpacked(source: bytes) -> dict[str, Any]:
    """The log of an `.eval` archive as the one object that Inspect writes as JSON.

    Raises LoadError for another archive, a damaged one, one that inflates too far, and members packed in a way
    that this Python cannot read.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(source)) as archive:
            return _log(archive)
    except LoadError:
        raise
    except NotImplementedError:
        raise LoadError(
            "The archive is packed in a way this Python cannot read (Zstandard needs Python 3.14): save the log as "
            "JSON with `inspect log convert --to json`."
        ) from None
    except Exception:  # a damaged archive makes the library raise nearly anything (BadZipFile, struct.error, zlib's)
        raise LoadError("The archive is damaged, or locked with a password: it cannot be read.") from None


def _log(archive: zipfile.ZipFile) -> dict[str, Any]:
    names = archive.namelist()
    if len(names) > MOST_MEMBERS:
        raise LoadError(f"The archive lists {len(names)} members: that is no Inspect log.")
    samples = sorted((name for name in names if SAMPLE.fullmatch(name)), key=_natural)
    header = next((name for name in ("header.json", "_journal/start.json") if name in names), None)
    if header is None:
        raise LoadError("This archive is no Inspect log ('.eval'): unpack it and load the transcript inside.")
    room = MOST_INFLATED
    log, room = _member(archive, header, room)
    if not isinstance(log, dict):
        raise LoadError(f"{header} of the archive is no object: that is no Inspect log.")
    read = []
    for name in samples:
        sample, room = _member(archive, name, room)
        read.append(sample)
    return {"status": "started", **log, "samples": read}


def _member(archive: zipfile.ZipFile, name: str, room: int) -> tuple[Any, int]:
    """A member's value, and the bytes that may still be inflated."""
    if archive.getinfo(name).compress_type not in METHODS:
        raise NotImplementedError
    with archive.open(name) as member:
        content = member.read(room + 1)
    if len(content) > room:
        raise LoadError(f"The archive inflates to more than {MOST_INFLATED // 1024 // 1024} MB: it is not opened.")
    try:
        value, _ = reading.read(content)
    except LoadError as error:
        raise LoadError(f"{name[:80]} of the archive: {error}") from None
    return value, room - len(content)


def _natural(name: str) -> list[tuple[int, int, str]]:
    """Order of names in which 10 comes after 9."""
    parts = _DIGITS.split(name)
    return [(1, int(part[:18]), part) if number % 2 else (0, 0, part) for number, part in enumerate(parts)]
