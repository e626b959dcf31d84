"""The constants of one estimator, as they lie in its file."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from trimscope.estimators import vocabulary, wide
from trimscope.estimators.packing import join, split
from trimscope.estimators.scripts import Script
from trimscope.estimators.vocabulary import Hashed, Known
from trimscope.estimators.wide import Wide

FIELDS = len(Script._fields)


@dataclass(frozen=True)
class Table:
    """What an estimator knows."""

    known: Known | Hashed
    whole: bool
    """the vocabulary is whole: characters of all scripts are priced by it"""
    cells: bytes
    """factor of each correction cell, in 64ths (`cells`)"""
    scripts: tuple[Script, ...]
    """prices by block (`scripts`)"""
    wide: Wide
    runs: bytes
    """by ASCII character: tokens of it repeated 1,024 times, at most 255"""


def pack(
    known: bytes, whole: bool, cells: bytes, scripts: Sequence[Script], own: Mapping[str, int], shared: Sequence[int],
    runs: bytes,
) -> bytes:  # fmt: skip
    """The file of an estimator; `known` is a packed vocabulary, `own` and `shared` are classes (`wide`)."""
    prices = b"".join(price.to_bytes(2, "big") for script in scripts for price in script)
    sections = (zlib.compress(section, 9) for section in (cells, prices, runs))
    return join([bytes([whole]), known, *sections, wide.pack(own, shared)])


def unpack(packed: bytes) -> Table:
    """The constants in an estimator's file."""
    whole, known, *sections, classes = split(packed)
    cells, prices, runs = map(zlib.decompress, sections)
    numbers = [int.from_bytes(prices[at : at + 2], "big") for at in range(0, len(prices), 2)]
    scripts = tuple(Script(*numbers[at : at + FIELDS]) for at in range(0, len(numbers), FIELDS))
    tokens = Hashed(vocabulary.hashes(known)) if whole[0] else Known(vocabulary.strings(known))
    return Table(tokens, bool(whole[0]), cells, scripts, wide.unpack(classes), runs)
