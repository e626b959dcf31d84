"""Whatever a file has become: loading, planning and reporting raise the project's own error, or nothing."""

import json
import re
import time
from pathlib import Path
from random import Random

import pytest

import trimscope as ts
from mutations import damaged, places, read
from small import outside
from trimscope.command import list_report, report
from trimscope.source import output
from trimscope.texts.printable import printable

SEEDS = sorted((Path(__file__).parent / "seeds").iterdir())
"""Small good files, written for this, one to three a format: `<format>.<number>.json` or `.jsonl`."""

POLICIES = tuple(
    ts.Policy(**keys)
    for keys in (
        {},
        {"old_rounds": "compact", "keep_rounds": 1, "result_limit": 20, "on_pairing_fault": "repair"},
        {"old_rounds": "clear", "keep_rounds": 0, "round_unit": "turn", "on_pairing_fault": "drop_ring"},
        {"trigger": "watermark", "token_budget": 200, "keep_rounds": 1, "tombstone": {"place": "append_to_goal"}},
        {"keep_rounds": 0, "round_unit": "message", "result_limit": 0, "limit_unit": "tokens", "calibrate": True},
        {"keep_rounds": 1, "round_unit": "user_turn", "keep_errors": 2, "on_over_budget": "extreme_then_fail"},
    )
)
NIGHTLY = 200_000
"""Damaged files of the long run."""

SLICE_SECONDS = 50
"""How long CI looks; on any machine, so the number of files differs."""

LONGEST = 400
"""Characters of an error: one sentence that can be read at once."""

INSIDE = re.compile(r"Traceback|<class|object at 0x|NoneType|KeyError|TypeError|ValueError|IndexError|RecursionError")
"""What must not be seen of the program in a sentence for a person."""


def test_every_format_has_a_good_file_to_be_damaged():
    found = {path.name.split(".")[0]: ts.load(path.read_bytes()).format for path in SEEDS}
    assert found == {name: name for name in ts.formats.names()}


def look(source, rng):
    """Everything that is done with a file. Raises what leaves it, the project's own error apart."""
    try:
        if rng.random() < 0.2:
            assert list_report.list_text(ts.entries(source), "en").encode()
        format = rng.choice(ts.formats.names()) if rng.random() < 0.1 else None
        transcripts = ts.load_all(source, format=format)[:2] if rng.random() < 0.3 else [ts.load(source, format=format)]
        for transcript in transcripts:
            plan = ts.plan(transcript, rng.choice(POLICIES), model=rng.choice((None, "gpt-4o")))
            output.to_text(plan.document, transcript.layout).encode()
            json.dumps([report.trim_json(plan), report.inspect_json(plan.view)], allow_nan=False)
            lang = rng.choice(ts.words.LANGS)
            assert (report.trim_text(plan, lang) + report.inspect_text(plan.view, lang)).encode()
    except ts.TrimscopeError as error:
        said = str(error)
        assert said.strip() == said and said.endswith((".", "`.")) and "\n" not in said, said
        assert printable(said) == said and said.encode() and len(said) <= LONGEST and not INSIDE.search(said), said


def run(files, numbers, seconds=float("inf")):
    """Damages and looks, one number after the other; the number tells the seed, so a fault can be had again."""
    sources = [path.read_bytes() for path in files]
    values = [read(source)[0] for source in sources]
    end, faults = time.monotonic() + seconds, []
    for number in numbers:
        if time.monotonic() > end:
            break
        rng = Random(number)
        position = number % len(files)
        source = damaged(sources[position], values, rng)
        try:
            look(source, rng)
        except Exception as error:
            trace = error.__traceback__
            while trace.tb_next:
                trace = trace.tb_next
            place = f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"
            faults.append(f"{number} {files[position].name}: {type(error).__name__} at {place}: {str(error)[:200]}")
    return faults


def test_no_other_error_leaves_a_damaged_file():
    assert run(SEEDS, range(NIGHTLY), SLICE_SECONDS) == []


@pytest.mark.parametrize("path", SEEDS, ids=lambda path: path.name)
def test_a_number_may_stand_in_the_place_of_any_list_or_object(path):
    value, _ = read(path.read_bytes())
    for container, key in places(value):
        kept = container[key]
        if isinstance(kept, list | dict):
            container[key] = 2.5
            look(value, Random(0))
            container[key] = kept


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(20))
def test_no_other_error_leaves_many_damaged_files(part):
    share = NIGHTLY // 20
    assert run(SEEDS, range(part * share, (part + 1) * share)) == []


@pytest.mark.nightly
def test_no_other_error_leaves_damaged_real_files():
    small = [path for path in sorted(outside("transcripts").glob("*/*.json*")) if path.stat().st_size < 60_000]
    files = [path for path in small if readable(path)]
    assert run(files, range(len(files) * 60)) == []


def readable(path):
    try:
        read(path.read_bytes())
    except ValueError:
        return False
    return True
