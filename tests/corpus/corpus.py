"""What the tests over real files share: where the files lie, what their log says of them, the policies they are under.

The log (`LOG.tsv`) was written when the files were collected, by quick scripts of its own: a second count to hold
ours against. A test explains where the two differ.
"""

import csv
import os
from functools import cache
from pathlib import Path

import trimscope as ts
from small import REPOSITORY

FOLDER = Path(os.environ.get("TRIMSCOPE_SHARED", REPOSITORY.parent / "shared")) / "transcripts"

POLICIES = {
    "default": {},
    "compact": {"old_rounds": "compact", "keep_rounds": 1, "result_limit": 500},
    "watermark": {"trigger": "watermark", "token_budget": 3000, "keep_rounds": 1, "round_unit": "turn"},
    "tight": {"token_budget": 400, "keep_rounds": 2, "round_unit": "user_turn", "old_rounds": "clear"},
}

MISSING = {"missing_result", "pending_call"}
LOST = {"orphan_result", "result_before_call", "unknown_call"}


def files(*formats, without=()):
    """The files of some formats, in order; none where the folder is absent (a test of each module then skips)."""
    found = (path for name in formats if (FOLDER / name).is_dir() for path in sorted((FOLDER / name).iterdir()))
    return [path for path in found if path.name not in without]


@cache
def _log():
    with (FOLDER / "LOG.tsv").open(encoding="utf-8", newline="") as lines:
        return {row["file"]: row for row in csv.DictReader(lines, delimiter="\t")}


def log_of(path):
    """The log's row of a file."""
    return _log()[f"{path.parent.name}/{path.name}"]


def tally(transcripts):
    """Calls, results, and those of each without the other, over all conversations of a file, by the log's names."""
    codes = [fault.code for each in transcripts for fault in ts.group(each).faults]
    messages = [message for each in transcripts for message in each.messages]
    return {
        "n_tool_calls": sum(len(message.calls) for message in messages),
        "n_tool_results": sum(len(message.results) for message in messages),
        "calls_without_result": sum(code in MISSING for code in codes),
        "results_without_call": sum(code in LOST for code in codes),
    }


def logged(path):
    """The same four numbers as the log has them."""
    names = ("n_tool_calls", "n_tool_results", "calls_without_result", "results_without_call")
    return {name: int(log_of(path)[name]) for name in names}
