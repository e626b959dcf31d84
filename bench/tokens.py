"""How near the token estimators come to the real tokenizer, and how fast they are, as ratios that mean the same on
every machine.

Run: PYTHONPATH=core python bench/tokens.py, or node bench/pyodide.mjs tokens.py. The truth is tiktoken's o200k_base,
from the folder TIKTOKEN_CACHE_DIR; the texts are those of the transcripts in the folder TRIMSCOPE_TRANSCRIPTS, one
format a sub-folder (JSON or JSONL in any format that `load` reads). None of them may be among what the tables were
fitted on (`fit_packages`). What is missing is said, and what can be measured without it is: throughput over made-up
text, table sizes, load times, and a fingerprint that shows whether another Python gives the same numbers.
"""

from __future__ import annotations

import hashlib
import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import trimscope as ts
from message_texts import texts_of
from tokens_hostile import FLOOD, hostile
from tokens_others import langchain, tokenx
from trimscope import tokens
from trimscope.estimators import exact, tabled
from trimscope.estimators.estimator import Estimator
from trimscope.estimators.table import unpack

Count = Callable[[str], int]

ROUNDS = 5
"""Repetitions; the best one counts, because noise only ever adds."""
LEAST = 400
"""Characters of a transcript from which on it counts: below, one token more or less is a large error."""
LARGEST = 12_000_000
"""Bytes of a file that is read."""
WIDE_SHARE = 0.03
"""Of a file's characters, so many are Chinese, Japanese or Korean in one that counts as such."""
TABLES = ("light", "fine")
RATIOS = ("glance", "patchcat", "chars4")


@dataclass(frozen=True)
class Sample:
    """One transcript: its texts, their true tokens, and what it is."""

    name: str
    texts: tuple[str, ...]
    true: int
    east: bool

    @property
    def format(self) -> str:
        return self.name.split("/")[0]


ESTIMATORS: dict[str, Count] = {
    **{name: tokens.PROFILES[name].text for name in (*TABLES, *RATIOS)},
    "utf8 bytes/4": lambda text: -(-len(text.encode("utf-8", "surrogatepass")) // 4),
}
"""What is compared: our profiles, and the rule of a tool; those of `tokens_others` are added where they are there."""


def samples(folder: Path, true: Count | None) -> list[Sample]:
    """The transcripts of a folder; files that are none are passed over."""
    found = []
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or path.stat().st_size > LARGEST:
            continue
        try:
            transcript = ts.load(path.read_bytes())
        except ts.TrimscopeError:
            continue
        texts = [text for message in transcript.messages for text in texts_of(message.parts)]
        characters = "".join(texts)
        if len(characters) >= LEAST:
            east = sum("\u3040" <= letter <= "\u9fff" or "\uac00" <= letter <= "\ud7af" for letter in characters)
            name = path.relative_to(folder).as_posix()
            total = sum(map(true, texts)) if true else 0
            found.append(Sample(name, tuple(texts), total, east > len(characters) * WIDE_SHARE))
    return found


def error(sample: Sample, count: Count) -> float:
    """Signed error of a whole transcript, in percent."""
    return (sum(map(count, sample.texts)) / sample.true - 1) * 100


def line(name: str, errors: Sequence[float]) -> str:
    """Bias, mean absolute error, 95th percentile and worst."""
    sizes = sorted(map(abs, errors))
    p95 = sizes[min(len(sizes) - 1, round(0.95 * (len(sizes) - 1)))]
    mean = statistics.mean(sizes)
    return f"  {name:14s} bias {statistics.mean(errors):+6.2f}  MAPE {mean:6.2f}  p95 {p95:6.2f}  max {sizes[-1]:6.1f}"


def others(found: Sequence[Sample]) -> dict[str, list[float]]:
    """Errors of the estimators of others; one line says which cannot be asked."""
    errors = {}
    counted = langchain()
    if counted is None:
        print("skipped: LangChain's count_tokens_approximately; langchain-core is not installed")
    else:
        errors["langchain"] = [error(sample, counted) for sample in found]
    answer = tokenx([text for sample in found for text in sample.texts])
    if isinstance(answer, str):
        print(f"skipped: tokenx; {answer}")
        return errors
    numbers, spent = iter(answer[0]), answer[1]
    sums = [sum(next(numbers) for _ in sample.texts) for sample in found]
    errors["tokenx"] = [(total / sample.true - 1) * 100 for total, sample in zip(sums, found, strict=True)]
    size = sum(len(text) for sample in found for text in sample.texts) / 1e6
    print(f"tokenx takes {size / spent:.1f} million characters a second in Node")
    return errors


def accuracy(found: Sequence[Sample]) -> None:
    """Errors over files: all, by language, by format."""
    errors = {name: [error(sample, count) for sample in found] for name, count in ESTIMATORS.items()}
    errors |= others(found)
    groups: dict[str, list[int]] = {"all": list(range(len(found)))}
    for number, sample in enumerate(found):
        groups.setdefault("CJK-heavy" if sample.east else "others", []).append(number)
    for group, members in groups.items():
        print(f"Error per file in percent, {group} ({len(members)} files)")
        for name, signed in errors.items():
            print(line(name, [signed[number] for number in members]))
    formats = sorted({sample.format for sample in found})
    print(f"{'MAPE by format':28s}" + "".join(f"{name:>14s}" for name in errors))
    for form in formats:
        members = [number for number, sample in enumerate(found) if sample.format == form]
        means = [statistics.mean(abs(signed[number]) for number in members) for signed in errors.values()]
        print(f"{f'{form} ({len(members)})':28s}" + "".join(f"{mean:14.2f}" for mean in means))


def seconds(count: Count, texts: Sequence[str]) -> float:
    """CPU seconds of counting all texts once."""
    start = time.process_time()
    for text in texts:
        count(text)
    return time.process_time() - start


def speed(label: str, texts: Sequence[str], true: Count | None) -> None:
    """Throughput of each estimator, cold (nothing remembered) and warm, beside the tokenizer's where it is here."""
    size = sum(map(len, texts)) / 1e6
    best: dict[str, float] = {}

    def note(name: str, spent: float) -> None:
        best[name] = min(best.get(name, spent), max(spent, 1e-9))

    for _ in range(ROUNDS):  # in turn, so that a slow moment meets all
        if true:
            note("tiktoken", seconds(true, texts))
        for name in TABLES:
            fresh = Estimator(tabled.estimator(name).table)  # an estimator that remembers nothing
            note(f"{name} cold", seconds(fresh.milli, texts))
            note(f"{name} warm", seconds(fresh.milli, texts))
        for name in RATIOS:
            note(name, seconds(tokens.PROFILES[name].text, texts))
    print(f"Speed over {label} ({size:.2f} million characters)")
    for name, spent in best.items():
        ratio = f"  {best['tiktoken'] / spent:7.2f} x tiktoken" if true else ""
        print(f"  {name:14s} {size / spent:9.1f} million characters a second{ratio}")


def sizes() -> None:
    """Bytes of each table, and what loading it takes."""
    print("Tables")
    for name in TABLES:
        packed = (Path(tabled.__file__).parent / f"{name}.bin").read_bytes()
        spent = []
        for _ in range(ROUNDS):
            start = time.process_time()
            unpack(packed)
            spent.append(time.process_time() - start)
        print(f"  {name:14s} {len(packed):9,d} bytes, read in {min(spent) * 1_000:.0f} ms")


def floods(true: Count) -> None:
    """Estimate and time against the tokenizer's, on hostile texts."""
    print(f"Hostile texts of {FLOOD:,} characters: estimate / true, and time / tiktoken's")
    print(f"  {'':18s} {'true':>8s}" + "".join(f"{name:>14s}" for name in (*TABLES, *RATIOS)))
    for name, text in hostile().items():
        took, right = seconds(true, [text]), true(text)
        told = []
        for table in TABLES:
            fresh = Estimator(tabled.estimator(table).table)  # an estimator that remembers nothing
            spent = seconds(fresh.milli, [text])
            told.append((fresh.milli(text) / 1_000 / right, spent / took))
        for ratio in RATIOS:
            count = tokens.PROFILES[ratio].text
            told.append((count(text) / right, seconds(count, [text]) / took))
        print(f"  {name:18s} {right:8d}" + "".join(f"{estimate:8.2f}{time:6.2f}" for estimate, time in told))


def numbers() -> None:
    """A fingerprint of what the tables make of all sorts of text: the same on every Python, and in the browser."""
    told = []
    for table in TABLES:
        found = [tabled.estimator(table).milli(text) for text in (*made_up(), *hostile().values())]
        told.append(f"{table} {hashlib.sha256(repr(found).encode()).hexdigest()[:16]}")
    print(f"Numbers: {', '.join(told)} (Python {sys.version.split()[0]})")


def made_up() -> list[str]:
    """Text for where no transcripts are: words, signs and numbers as tool results have them."""
    chance = random.Random(1)
    words = ["".join(chance.choices("etaoinshrdlucmfw", k=chance.randrange(2, 9))) for _ in range(6_000)]
    return [
        "\n".join(f'{number}:  {chance.choice(words)}("{chance.choice(words)}", {" ".join(chance.choices(words, k=8))})'
                  for number in range(40))
        for _ in range(400)
    ]  # fmt: skip


def main() -> None:
    """Print everything that can be measured here."""
    lacking = exact.missing()
    true = None if lacking else exact.exact
    if lacking:
        print(f"skipped: accuracy, hostile texts and ratios; the tokenizer needs {lacking}")
    folder = os.environ.get("TRIMSCOPE_TRANSCRIPTS")
    if folder:
        found = samples(Path(folder), true)
        if true and sys.platform != "emscripten":  # the numbers are the same there
            accuracy(found)
        speed("transcripts", [text for sample in found for text in sample.texts], true)
        east = [text for sample in found if sample.east for text in sample.texts]
        speed("CJK-heavy transcripts", east, true)
    else:
        print("skipped: accuracy over transcripts; TRIMSCOPE_TRANSCRIPTS does not name a folder of them")
        speed("made-up text", made_up(), true)
    if true and sys.platform != "emscripten":
        floods(true)
    sizes()
    numbers()


if __name__ == "__main__":
    main()
