"""Every estimator gives the same number on every Python, and in the browser's."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from small import REPOSITORY

SCRIPT = "tests/core/estimator_numbers.py"
KINDS, COLUMNS = 8, 7


def numbers(python):
    env = {"PYTHONPATH": str(REPOSITORY / "core"), "PYTHONDONTWRITEBYTECODE": "1", "PYTHONIOENCODING": "utf-8",
           "PATH": os.defpath, "LC_ALL": "C"}  # fmt: skip
    done = subprocess.run([str(python), SCRIPT], cwd=REPOSITORY, env=env, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def here():
    return numbers(sys.executable)


def test_the_numbers_tell_texts_and_estimators_apart(here):
    assert len(here) == len(set(here)) == KINDS * COLUMNS


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_numbers_are_equal_on_every_python(version, here):
    found = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
    if not found:
        pytest.skip(f"no Python {version} under ~/.pyenv/versions")
    assert numbers(found[-1]) == here


def test_numbers_are_equal_in_pyodide(here):
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node here")
    runner = [node, "bench/pyodide.mjs", f"../{SCRIPT}"]
    done = subprocess.run(runner, cwd=REPOSITORY, capture_output=True, text=True, check=True)
    if done.stdout.startswith("skipped"):
        pytest.skip(done.stdout.strip())
    assert done.stdout.splitlines() == here
