"""The sample "broken": release notes for `cronplan`, with two lines of the log lost (OpenAI chat).

The agent's process died and its log was patched together again. One call lost its result while the run went on, and
one result lost the assistant message that asked for it. A provider answers such a request with HTTP 400, so with
`on_pairing_fault: fail` nothing is sent.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from recording import Answer, Arguments, OpenAIRun, tool
from workspace import Workspace

SYSTEM = """You write release notes for the project cronplan, checked out at /home/dev/cronplan.

Rules
- Read the commits since the last release and the code they touch; do not trust commit titles alone.
- Notes are for users: what they can do now, what behaves differently, what was mended. No file names.
- Mention who contributed.
- Save intermediate drafts with `save_draft` so that a restart does not lose them."""

TOOLS = [
    tool("git", "Runs a read-only git command in the project and returns its output.", ["arguments"],
         arguments="Everything after `git`, for example: log --oneline -5"),
    tool("read_file", "Returns a text file with numbered lines.", ["path"], path="Path relative to the project."),
    tool("save_draft", "Saves the draft of the notes and returns its size.", ["text"], text="The draft in Markdown."),
]

DRAFT = """# cronplan 0.4.0

* `5/20` in a field runs to the end of the field: minutes 5, 25 and 45. It used to mean 5 only.
* `cronplan next` prints the weekday beside each run.
* Expressions that are restricted to a few months are found about 30 times faster.
"""


def record() -> Any:
    """Runs the agent's tools in a fresh checkout and loses two messages; the request that is left."""
    with tempfile.TemporaryDirectory() as folder:
        workspace = Workspace(Path(folder) / "cronplan")
        workspace.build_history()

        def run(name: str, arguments: Arguments) -> Answer:
            if name == "git":
                output, code = workspace.bash(f"git {arguments['arguments']}")
                return output, code != 0
            if name == "read_file":
                return workspace.read_file(arguments["path"]), False
            draft = Path(folder) / "draft.md"
            draft.write_text(arguments["text"])
            return f"saved: {draft.stat().st_size} bytes, {len(arguments['text'].splitlines())} lines", False

        return _lose_two(_play(OpenAIRun("broken", "gpt-4o-mini", SYSTEM, TOOLS, run))).document


def _play(run: OpenAIRun) -> OpenAIRun:
    """The run as it was before the log was damaged."""
    run.user("Draft the release notes for 0.4.0. The last release was 0.3.1, just before the command line was added.")
    log, = run.call("I'll list the commits.", ("git", {"arguments": "log --format='%h %as %an: %s'"}))
    hashes = {line.split(": ", 1)[1]: line.split()[0] for line in log.splitlines()}
    run.call("Two of them change behaviour; I'll read both.",
             ("git", {"arguments": f"show {hashes['Let a number with a step run to the end of the field']}"}),
             ("git", {"arguments": f"show {hashes['Jump over whole months']}"}))
    run.call("The changelog, and the tests that came last.",
             ("read_file", {"path": "CHANGELOG.md"}),
             ("git", {"arguments": f"show {hashes['Test the expressions of our production crontab']}"}))
    run.call("How an expression is split and read, to describe `5/20` exactly.",
             ("read_file", {"path": "cronplan/fields.py"}))
    run.call("A first draft, saved.", ("save_draft", {"text": DRAFT}))
    run.user("Your process was restarted and the session reloaded from its log. Please go on.")
    run.call("I'll check the search for the next run, which the draft calls faster.",
             ("read_file", {"path": "cronplan/schedule.py"}))
    run.call("And who contributed.", ("git", {"arguments": "shortlog -sn HEAD"}))
    run.say("The draft stands. Before release, please look at the jump over months: it keeps the time of day of the "
            "search, so a run earlier that day seems to be missed. Mira Lindqvist's newest tests are about exactly that.")
    run.user("Thanks. Leave the speed claim out until that is mended, and show me the final text.")
    return run


def _lose_two(run: OpenAIRun) -> OpenAIRun:
    """Takes two messages out: one result of a pair of parallel calls, and one assistant message with a call."""
    messages = run.messages
    lost_result = next(index for index, message in enumerate(messages)
                       if message["role"] == "tool" and "Jump over whole months" in message["content"]
                       and message["content"].startswith("commit "))
    lost_call = next(index for index, message in enumerate(messages)
                     if message["role"] == "assistant" and str(message["content"]).startswith("How an expression"))
    for index in sorted((lost_result, lost_call), reverse=True):
        del messages[index]
    return run
