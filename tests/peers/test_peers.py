"""The real peers and our strategies on the same seeded histories: the same messages are kept, with the same texts.

Run with `pytest -m peers` where the extra `peers` is installed; what is not installed is skipped. Token counts are
ours on both sides, so that one thing is compared at a time: the rule.
"""

import importlib

import pytest

import seeded_histories as seeded
import trimscope as ts
from peer_runs.records import sent
from peer_runs.sizes import ADAPTERS, SWEEPS
from trimscope import strategies

pytestmark = [pytest.mark.peers, pytest.mark.filterwarnings("ignore")]

HISTORIES = seeded.histories()
EVERY_SIZE = 12
"""Histories on which every size is tried; the others take the sizes in turn."""

CASES = [(package, name) for package, sweep in SWEEPS.items() for name in sweep]


def peer(package):
    pytest.importorskip(package, reason=f"{package} is not installed: pip install 'trimscope[peers]'")
    return importlib.import_module(f"peer_runs.{ADAPTERS[package]}").PEERS


def runs(package, name):
    sweep = SWEEPS[package][name]
    for number, records in enumerate(HISTORIES):
        for params in sweep if number < EVERY_SIZE else sweep[number % len(sweep) :][:1]:
            yield records, params


def ours(records, name, params):
    policy = ts.Policy(strategy=name, params=params, window=10_000_000)
    return [sent(record) for record in ts.plan(ts.load({"messages": records}), policy).messages]


def with_defaults(name, params):
    """All parameters: what the peer's own defaults may not be."""
    return {key: each.default for key, each in strategies.strategy(name).params.items()} | params


def rounds_otherwise(records, params):
    """Inspect computes the start of the share in floats: a whole number may come out as the one before it."""
    first = next(i for i, record in enumerate(records) if record["role"] == "user")
    later = len(records) - 1 - first
    thousandths = round(params["preserve"] * 1000)
    return int(later * (1 - params["preserve"])) != later * (1000 - thousandths) // 1000


@pytest.mark.parametrize(("package", "name"), CASES, ids=[f"{p}-{n}" for p, n in CASES])
def test_the_peer_and_the_strategy_keep_the_same(package, name):
    real = peer(package)[name]
    trimmed = 0
    for records, params in runs(package, name):
        expected, got = real(records, with_defaults(name, params)), ours(records, name, params)
        if name == "langchain_summary":  # what a model would write stands there in brackets
            got = [(x, text.partition("[a model")[0] if x is None else text, calls) for x, text, calls in got]
        if name == "inspect_trim" and rounds_otherwise(records, params):
            assert set(got) <= set(expected)
            continue
        assert got == expected, params
        trimmed += got != [sent(record) for record in records]
    assert trimmed  # the sizes do something
