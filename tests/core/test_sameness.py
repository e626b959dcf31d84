"""One plan, one digest: whatever the hash seed, whatever the Python."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from small import GOAL, REPOSITORY, SYSTEM, plan, rings

SCRIPT = """
import hashlib, sys
from random import Random
import histories, trimscope as ts
seen = hashlib.sha256()
for seed in range(120):
    rng = Random(seed)
    format = histories.FORMATS[seed % 2]
    document = histories.render(histories.events(rng), format)
    policy = histories.policy(rng, pins=())
    if not document["messages"] or not histories.has_budget(policy):
        continue
    plan = ts.plan(ts.load(document, format=format), policy)
    seen.update((plan.plan_digest + plan.messages_digest + str(plan.tokens)).encode())
try:
    ts.load('{"a": [1, 2')
except ts.LoadError as error:
    seen.update(str(error).encode())
print(seen.hexdigest())
"""
STUB = "class st:\n    SearchStrategy = dict\n    def __init__(self): pass\nstrategies = st\n"
"""Stands for Hypothesis where an interpreter has none: the generators need only chance."""


def digest(python, tmp_path, seed="0"):
    (tmp_path / "hypothesis.py").write_text(STUB)
    (tmp_path / "script.py").write_text(SCRIPT)
    paths = os.pathsep.join(map(str, (tmp_path, REPOSITORY / "core", REPOSITORY / "tests")))
    env = {"PYTHONPATH": paths, "PYTHONHASHSEED": seed, "PYTHONDONTWRITEBYTECODE": "1", "PATH": os.defpath}
    command = [str(python), str(tmp_path / "script.py")]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout.strip()


def test_digests_do_not_depend_on_the_hash_seed(tmp_path):
    assert len({digest(sys.executable, tmp_path, seed) for seed in ("0", "1", "4711")}) == 1


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_digests_are_equal_on_every_python(version, tmp_path):
    found = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
    if not found:
        pytest.skip(f"no Python {version} under ~/.pyenv/versions")
    assert digest(found[-1], tmp_path) == digest(sys.executable, tmp_path)


def test_digests_tell_plans_and_messages_apart():
    records = [SYSTEM, GOAL, *rings(3)]
    one, two = plan(records, keep_rounds=1), plan(records, keep_rounds=2)
    assert one.plan_digest != two.plan_digest and one.messages_digest != two.messages_digest
    lang = plan(records, keep_rounds=1, tombstone={"lang": "zh"})
    assert lang.messages_digest != one.messages_digest
    same = plan(records, keep_rounds=1, keep_errors=1)
    assert same.messages_digest == one.messages_digest and same.plan_digest != one.plan_digest


def test_where_in_a_file_the_messages_lie_does_not_change_the_digest():
    records = [SYSTEM, GOAL, *rings(3, "x" * 5000)]
    bare, inside = plan(records, keep_rounds=2), plan({"messages": records}, keep_rounds=2)
    assert bare.messages_digest == inside.messages_digest
