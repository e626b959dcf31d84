"""Which format a file is of: the modules of the registry are asked in order, the first sure one reads it."""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType
from typing import Any

from trimscope.errors import LoadError
from trimscope.formats import common, named
from trimscope.formats.registry import FORMATS
from trimscope.formats.source import Conversation, Source
from trimscope.source import archive, reading


def names() -> tuple[str, ...]:
    """Names of all formats, as `--format` takes them."""
    return tuple(module.NAME for module in FORMATS)


def find(source: Any, format: str | None) -> tuple[ModuleType, str, tuple[Conversation, ...]]:
    """The module that reads a file, why, and the conversations it finds."""
    if isinstance(source, bytes) and archive.is_archive(source):
        read = Source(archive.unpacked(source), "json")
    elif isinstance(source, bytes | str):
        read = _text(source)
    else:
        reading.check_value(source)
        read = Source(source, "json")
    if read.document == []:
        raise LoadError("The list is empty: a transcript needs at least one message.")
    for module in (_module(format),) if format else FORMATS:
        if read.broken and not getattr(module, "TOLERANT", False):
            continue
        why = module.detect(read)
        if why or format:
            found = module.conversations(read)
            if not found:
                raise LoadError(f"This is no {module.NAME} transcript: its messages are not where they should be.")
            if read.broken:
                note = common.broken_note(tuple(read.broken))
                found = tuple(replace(each, notes=(*each.notes, note)) for each in found)
            found = tuple([replace(each, loaded=read.document) for each in found])
            return module, (why or "chosen by hand") + _a_line(read, module, found), found
    for error in read.broken.values():
        raise error
    told = named.sentence(read.document)
    if told:
        raise LoadError(told)
    raise LoadError(
        "This is JSON, but no transcript of a known format: a list of messages with 'role', or an object with "
        "'messages', 'input' or 'contents', was expected; --format names one where it is not detected."
    )


def _a_line(read: Source, module: ModuleType, found: tuple[Conversation, ...]) -> str:
    """What one line of a JSON Lines file of a dialect is: data sets come both ways."""
    if read.layout != "jsonl" or not hasattr(module, "parse"):
        return ""
    return ", one message a line" if found[0].layout == "jsonl" else ", one conversation a line"


def _text(source: bytes | str) -> Source:
    """JSON or JSON Lines; what is neither is named where its beginning says what it is."""
    try:
        return Source(*reading.read_damaged(source))
    except LoadError:
        told = named.unreadable(source)
        if told:
            raise LoadError(told) from None
        raise


def _module(name: str) -> ModuleType:
    for module in FORMATS:
        if name == module.NAME:
            return module
    raise LoadError(f"The format '{name}' is not known: choose one of {', '.join(names())}.")
