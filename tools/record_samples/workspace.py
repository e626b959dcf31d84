"""A folder with a real project in it, and the tools an agent has there. Everything they return was really run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SHOWN_ROOT = "/home/dev/cronplan"       # what the transcript says instead of the recorder's temporary folder

# The project's history: (author, date, message). Fixed, so that the commit hashes are the same at every recording.
MIRA, JON = ("Mira Lindqvist", "mira@cronplan.example"), ("Jon Abara", "jon@cronplan.example")


class Workspace:
    """A git checkout of `cronplan` in a temporary folder.

    bash(command)          output of a shell command (stdout and stderr, as an agent sees them), and its exit code
    read_file(path)        a file with numbered lines
    edit_file(path, ...)   replaces one exact piece of text
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self._commits = 0
        self._env = {
            "PATH": f"{Path(sys.executable).parent}:{os.environ.get('PATH', '/usr/bin:/bin')}",
            "HOME": str(root.parent), "LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONPATH": str(root), "COLUMNS": "80", "GIT_PAGER": "cat", "GIT_CONFIG_NOSYSTEM": "1",
        }

    def build_history(self) -> None:
        """Makes the repository: three weeks of commits, the last two of which matter."""
        shutil.copytree(HERE / "cronplan", self.root, ignore=shutil.ignore_patterns("__pycache__"))
        final = {path.relative_to(self.root): path.read_text() for path in self.root.rglob("*") if path.is_file()}
        schedule, changelog = Path("cronplan/schedule.py"), Path("CHANGELOG.md")
        tests, fields, cli = Path("tests/test_schedule.py"), Path("cronplan/fields.py"), Path("cronplan/cli.py")
        for path in final:
            (self.root / path).unlink()
        self._git("init", "-q", "-b", "main")
        before = (HERE / "history" / "schedule_before.py").read_text()
        production = final[tests].index("FROM_PRODUCTION = [")
        after_production = final[tests].index("CASES = EVERY_DAY")
        old_tests = final[tests][:production] + final[tests][after_production:].replace(" + FROM_PRODUCTION", "", 1)
        old_changes = final[changelog].replace(
            "* Whole months are skipped at once: yearly expressions are found about 30 times faster.\n", "")
        older = old_changes.split("## 0.4.0")[0] + "## 0.3.1" + old_changes.split("## 0.3.1")[1]
        self._commit(MIRA, "2026-01-12T09:14:00+01:00", "Read the five fields of a cron expression",
                     {fields: final[fields].replace("last = field.high if slash else first", "last = first"),
                      Path("cronplan/__init__.py"): '"""Cron expressions."""\n',
                      Path("tests/test_fields.py"): final[Path("tests/test_fields.py")],
                      Path("README.md"): "# cronplan\n"})
        self._commit(MIRA, "2026-01-14T16:40:00+01:00", "Find the next run, field by field",
                     {schedule: before, tests: old_tests,
                      Path("cronplan/__init__.py"): final[Path("cronplan/__init__.py")]})
        self._commit(JON, "2026-01-19T11:02:00+01:00", "Add the command line",
                     {cli: final[cli].replace("  %a", ""), changelog: older})
        self._commit(JON, "2026-01-20T10:31:00+01:00", "Print the weekday beside each run", {cli: final[cli]})
        self._commit(MIRA, "2026-01-22T15:20:00+01:00", "Let a number with a step run to the end of the field",
                     {fields: final[fields], changelog: old_changes})
        self._commit(JON, "2026-01-27T17:48:00+01:00", "Jump over whole months\n\nA yearly expression took 300 steps "
                     "through the days of months that can never\nmatch. Now it takes one step a month that may.",
                     {schedule: final[schedule], changelog: final[changelog]})
        self._commit(JON, "2026-01-29T09:05:00+01:00", "Show an example in the README",
                     {Path("README.md"): final[Path("README.md")]})
        self._commit(MIRA, "2026-02-03T08:55:00+01:00", "Test the expressions of our production crontab",
                     {tests: final[tests]})

    def bash(self, command: str) -> tuple[str, int]:
        """Runs a command in the project and returns what it printed and its exit code."""
        done = subprocess.run(["bash", "-c", command], cwd=self.root, env=self._env, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, check=False)
        return self._scrub(done.stdout).rstrip("\n"), done.returncode

    def read_file(self, path: str) -> str:
        """A file's lines, numbered from 1."""
        lines = (self.root / path).read_text().splitlines()
        return "\n".join(f"{number:>4}  {line}".rstrip() for number, line in enumerate(lines, 1))

    def edit_file(self, path: str, old: str, new: str) -> str:
        """Replaces `old` by `new`; it must stand in the file exactly once. Answers with the lines around it."""
        text = (self.root / path).read_text()
        if text.count(old) != 1:
            raise ValueError(f"{path}: the text to replace stands there {text.count(old)} times, not once")
        (self.root / path).write_text(text.replace(old, new))
        first = text[:text.index(old)].count("\n") + 1
        shown = self.read_file(path).splitlines()[max(0, first - 3):first + new.count("\n") + 3]
        return f"{path}: 1 replacement at line {first}\n" + "\n".join(shown)

    def _commit(self, author: tuple[str, str], date: str, message: str, files: dict[Path, str]) -> None:
        for path, text in files.items():
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).write_text(text)
        self._as(author, date)
        self._git("add", "-A")
        self._git("commit", "-q", "-m", message)

    def _as(self, author: tuple[str, str], date: str) -> None:
        for role in ("AUTHOR", "COMMITTER"):
            self._env |= {f"GIT_{role}_NAME": author[0], f"GIT_{role}_EMAIL": author[1], f"GIT_{role}_DATE": date}

    def work_as(self, name: str, email: str, date: str) -> None:
        """Whose name and which clock the agent's own commits carry."""
        self._as((name, email), date)

    def _git(self, *words: str) -> None:
        subprocess.run(["git", *words], cwd=self.root, env=self._env, check=True, stdout=subprocess.DEVNULL)

    def _scrub(self, text: str) -> str:
        return text.replace(str(self.root), SHOWN_ROOT).replace(sys.executable, "/usr/bin/python3")
