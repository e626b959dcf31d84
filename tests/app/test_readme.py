"""The README keeps its word: its commands run, its examples hold, the files it names are there."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from trimscope import formats
from trimscope_app.cli import main

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("code", blocks("python"))
def test_the_python_examples_run(code: str) -> None:
    exec(compile(code, "README.md", "exec"), {})  # noqa: S102 - our own text


CONSOLE = [line[2:] for block in blocks("console") for line in block.splitlines() if line]


@pytest.mark.parametrize("line", CONSOLE)
def test_the_console_examples_run(line: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program, *args = shlex.split(line)
    assert program == "trimscope"
    args = [str(ROOT / arg) if (ROOT / arg).is_file() else arg for arg in args]
    monkeypatch.chdir(tmp_path)
    for name in args:  # what an earlier line wrote
        for earlier in (each for each in CONSOLE if f"-o {name}" in each and each != line):
            main([str(ROOT / arg) if (ROOT / arg).is_file() else arg for arg in shlex.split(earlier)[1:]])
    assert main(args) in (0, 1)
    written = args[args.index("-o") + 1] if "-o" in args else "-"
    assert written == "-" or (tmp_path / written).is_file()


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.py")), ids=lambda path: path.name)
def test_the_examples_run_without_a_key(path: Path) -> None:
    assert f"examples/{path.name}" in README
    env = {"PYTHONPATH": str(ROOT / "core"), "PATH": os.environ["PATH"], "PYTHONIOENCODING": "utf-8"}
    ran = subprocess.run([sys.executable, str(path)], env=env, capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 0, ran.stderr
    assert "dropped" in ran.stdout and "one more ring goes" in ran.stdout and "full" in ran.stdout


def test_the_files_of_the_tour_are_there() -> None:
    tour = next(block for block in re.findall(r"```text\n(.*?)```", README, re.DOTALL) if "core/trimscope/" in block)
    base = ROOT
    for line in tour.splitlines():
        names = re.split(r"\s{2,}", line.strip())[0].split()
        if not line.startswith(" "):
            base = ROOT / names[0]
            names = names[:1]
        for name in names:
            assert (ROOT / name).exists() or (base / name).exists(), name


def test_every_format_is_listed_and_every_listed_one_is_read() -> None:
    table = README.split("## Formats")[1].split("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("|") and "Named, not read" not in line]
    assert sorted(re.findall(r"`([^`]+)`", "\n".join(rows))) == sorted(formats.names())
    dialects = next(row for row in rows if "dialects" in row)
    assert set(re.findall(r"`([^`]+)`", dialects)) == set(formats.DIALECTS)


def test_the_options_that_are_named_are_there(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("inspect", "trim", "replay", "sweep", "scenario", "verify"):
        with pytest.raises(SystemExit):
            main([command, "--help"])
    helped = capsys.readouterr().out
    section = README.split("## On the command line")[1].split("\n## ")[0]
    assert all(option in helped for option in re.findall(r"--[a-z]+", section) if option != "--help")


def test_the_picture_and_the_links_are_there() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / target).is_file(), target


def test_ci_runs_the_readme_s_test_command() -> None:
    assert "make test" in blocks("sh")[0]
    assert re.search(r"^exec make test\b", (ROOT / ".ci" / "run").read_text(), re.MULTILINE)


@pytest.mark.skipif(
    Path(sys.prefix) != ROOT / ".venv", reason="`make serve` is run where `make` set the environment up (.venv)"
)
def test_make_serve_opens_the_app() -> None:
    port = "5917"
    env = os.environ | {"CI": "true"}
    with subprocess.Popen(
        ["make", "serve", f"PORT={port}"],
        cwd=ROOT,
        env=env,
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as server:
        try:
            for _ in range(240):
                try:
                    with urllib.request.urlopen(f"http://localhost:{port}/", timeout=10) as answer:
                        assert b"Trimscope" in answer.read()
                        return
                except (urllib.error.URLError, ConnectionError):
                    time.sleep(0.5)
            raise AssertionError("the app did not answer")
        finally:
            os.killpg(server.pid, 15)
