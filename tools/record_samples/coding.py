"""The sample "coding": an agent finds out why the tests of `cronplan` are red, and mends it (Anthropic Messages)."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from recording import Answer, AnthropicRun, Arguments, tool
from workspace import Workspace

SYSTEM = """You are a coding agent working in a git checkout at /home/dev/cronplan, on the branch main.

How to work
- Read the code before you change it. Make the smallest change that fixes the cause, not the symptom.
- Run the whole test suite before and after a change. A red run's verdict stands at the end of its log.
- Never edit a test to make it pass.
- When you commit, name the commit that brought the fault in, and add a line to CHANGELOG.md.
- Before each tool call say in one sentence what you are about to do. Keep final answers short.

Environment
- Python 3.11, pytest. Run the tests with `python -m pytest`.
- No network. Do not push."""

TOOLS = [
    tool("bash", "Runs a command with bash in the project folder and returns stdout and stderr together. "
         "Long output is returned whole: pipe it through tail or grep if you need only a part.",
         ["command"], command="The command to run."),
    tool("read_file", "Returns a text file with numbered lines.", ["path"], path="Path relative to the project."),
    tool("edit_file", "Replaces one exact piece of text in a file. The old text must stand there exactly once.",
         ["path", "old", "new"], path="Path relative to the project.", old="The text to replace.",
         new="The text that takes its place."),
]

LATER_OLD = "            return candidate.replace(month=later[0], day=1)\n"
LATER_NEW = "            return candidate.replace(month=later[0], day=1, hour=0, minute=0)\n"
WHOLE_OLD = '''        later = [month for month in self.months if month > candidate.month]
        if later:
            return candidate.replace(month=later[0], day=1, hour=0, minute=0)
        return candidate.replace(year=candidate.year + 1, month=self.months[0], day=1)
'''
WHOLE_NEW = '''        later = [month for month in self.months if month > candidate.month]
        beginning = candidate.replace(day=1, hour=0, minute=0)
        if later:
            return beginning.replace(month=later[0])
        return beginning.replace(year=candidate.year + 1, month=self.months[0])
'''
TEST_OLD = '@pytest.mark.parametrize("expression", ["0 0 31 2 *"'
TEST_NEW = '''@pytest.mark.parametrize("clock", ["00:00", "06:29", "18:00", "23:59"])
@pytest.mark.parametrize("month", [1, 2, 3, 11, 12])
def test_a_month_jump_does_not_depend_on_the_clock(month, clock):
    after = datetime.fromisoformat(f"2026-{month:02}-20T{clock}")
    found = Schedule.parse("30 6 1 3 *").next_after(after)
    assert found == datetime(2026 if month < 3 else 2027, 3, 1, 6, 30)


@pytest.mark.parametrize("expression", ["0 0 31 2 *"'''
CHANGE_OLD = "* Whole months are skipped at once: yearly expressions are found about 30 times faster.\n"


def record() -> Any:
    """Runs the agent's tools in a fresh checkout; the request that came out."""
    with tempfile.TemporaryDirectory() as folder:
        workspace = Workspace(Path(folder) / "cronplan")
        workspace.build_history()
        workspace.work_as("cronplan agent", "agent@cronplan.example", "2026-02-03T10:12:00+01:00")

        def run(name: str, arguments: Arguments) -> Answer:
            if name == "bash":
                output, code = workspace.bash(arguments["command"])
                return (f"{output}\n[exit code {code}]" if code else output), code != 0
            if name == "read_file":
                return workspace.read_file(arguments["path"]), False
            return workspace.edit_file(arguments["path"], arguments["old"], arguments["new"]), False

        return _play(AnthropicRun("coding", "claude-sonnet-4-5", SYSTEM, TOOLS, run)).document


def _play(run: AnthropicRun) -> AnthropicRun:
    """The run, message by message."""
    run.user(
        "CI has been red since this morning, and the log is too long for me to see why. Worse: finance says the yearly "
        "report (`30 6 1 3 *`) is planned for 2027 instead of this March. Find the cause, fix it, and commit the fix. "
        "In the commit message name the commit that broke it.")
    log, _ = run.call(
        "Two symptoms that may be one. I want the recent history and the layout first; both are cheap.",
        "I'll look at the recent history and the files.",
        ("bash", {"command": "git log --format='%h  %ad  %an  %s' --date=short"}),
        ("bash", {"command": "git ls-files | xargs wc -l"}))
    culprit = next(line.split()[0] for line in log.splitlines() if "Jump over whole months" in line)
    run.call(
        "Reproduce finance's case with the command line before trusting any test.",
        "I'll reproduce the finance report's date, and read the code that finds the next run.",
        ("bash", {"command": 'python -m cronplan.cli next "30 6 1 3 *" --after 2026-01-31T18:00 -n 2\n'
                             'python -m cronplan.cli next "30 6 1 3 *" --after 2026-01-31T05:00 -n 2'}),
        ("read_file", {"path": "cronplan/schedule.py"}))
    run.call(
        "The same day, another clock time, another year. So the time of day leaks into the date. Before I look "
        "closer: the whole suite, as the rules say.",
        "The answer depends on the time of day one asks at. Now the whole suite, for the state before any change.",
        ("bash", {"command": "python -m pytest -v -p no:cacheprovider"}))
    run.call(
        "Five failures, all in FROM_PRODUCTION, all with a restricted month. The fields could still be parsed wrongly, "
        "so rule that out: read fields.py and list where datetimes are replaced.",
        "All five failures restrict the month. I'll rule out the field parser and find every place that replaces "
        "parts of a datetime.",
        ("read_file", {"path": "cronplan/fields.py"}),
        ("bash", {"command": "grep -n 'replace(\\|timedelta(' -r cronplan"}))
    run.call(
        f"fields.py is fine. In schedule.py the day step resets hour and minute, the month step does not. {culprit} "
        "brought _next_month in; check that the line was right before.",
        f"The parser is fine. `_next_month` keeps the hour and minute; I'll see what {culprit} changed.",
        ("bash", {"command": f"git show {culprit}"}))
    run.call(
        "Confirmed: the old code stepped by days and reset the clock. Reset it in the jump.",
        "Confirmed: before that commit every step reset the clock. I'll reset it in the jump.",
        ("edit_file", {"path": "cronplan/schedule.py", "old": LATER_OLD, "new": LATER_NEW}))
    run.call(
        None,
        "Now the whole suite again.",
        ("bash", {"command": "python -m pytest -v -p no:cacheprovider --tb=short"}))
    run.call(
        "One is left: `0 5 1 jan *`, after November. That is the other branch, the turn of the year. I mended one of "
        "two returns. Reset once, above both.",
        "One failure is left at the very end of the log: the turn of the year takes the other branch, which I missed. "
        "I'll reset the clock once, for both.",
        ("edit_file", {"path": "cronplan/schedule.py", "old": WHOLE_OLD, "new": WHOLE_NEW}))
    run.call(
        None,
        "Both of finance's questions again, and one across the turn of the year.",
        ("bash", {"command": 'python -m cronplan.cli next "30 6 1 3 *" --after 2026-01-31T18:00 -n 2\n'
                             'python -m cronplan.cli next "0 5 1 jan *" --after 2026-11-23T14:05 -n 2'}))
    run.say("The report is planned for 2026-03-01 06:30 again, and the turn of the year is right as well. The month "
            "jump can stay; it only forgot the clock. Shall I add a test of its own, or is the production table enough?")
    run.user("Please add a test that does not depend on our crontab. Then run everything once more and commit.")
    run.call(
        "A property: asking at any clock time of a day gives the same next run. Both branches: months before and after.",
        "I'll add a test that asks at four times of day, before and after the turn of the year, and the changelog's line.",
        ("edit_file", {"path": "tests/test_schedule.py", "old": TEST_OLD, "new": TEST_NEW}),
        ("edit_file", {"path": "CHANGELOG.md", "old": CHANGE_OLD,
                       "new": CHANGE_OLD + "* The jump to another month begins at 00:00; it kept the time of day.\n"}))
    run.call(
        None,
        "The whole suite, with the new test.",
        ("bash", {"command": "python -m pytest -v -p no:cacheprovider"}))
    run.call(
        f"Green: 125. Commit, naming {culprit}.",
        "All green. I'll look over the change once and commit it.",
        ("bash", {"command": "git diff"}),
        ("bash", {"command": "git commit -q -a -m 'Begin at midnight after a jump over months' "
                             "-m 'The jump kept the hour and minute of the search, so a run earlier in the day was "
                             f"missed,\nby a month or by a year. Fault brought in by {culprit}.' "
                             "&& git log --stat -1"}))
    run.say(f"Fixed and committed. Cause: `_next_month`, added in {culprit} (\"Jump over whole months\"), kept the time "
            "of day of the search. Asked at 18:00, it jumped to 1 March 18:00, past the 06:30 run, and so on to the next "
            "year. The jump now begins at midnight in both branches. 125 tests pass, 20 of them new; no existing test "
            "was touched.")
    return run
