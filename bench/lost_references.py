"""How many of the values that agents really used in a tool call a policy would have hidden from them, per cent.

Run: PYTHONPATH=core python bench/lost_references.py [FOLDER ...]. Transcripts are those of the folder
TRIMSCOPE_TRANSCRIPTS, one format a sub-folder. First the runs of `tau-bench-results` under the definition of the first
measurement of this idea, then under the product's own, then every other sub-folder (or those named) under the
product's own.

First definition: leaves that are strings of 4 or more characters or numbers of absolute value 100 or more, distinct
for each call; a source is any earlier message whose content, call names or arguments contain the text; in sight are
the system prompt, the first user message and the newest K rounds by adjacency (an assistant message with its results,
or any other message); no newest user message, no tombstone. The product's own: `trimscope.replaying.references`.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import trimscope as ts
from trimscope.replaying.replay import steps
from trimscope.replaying.sent_texts import texts_of
from trimscope.values.leaf_values import leaves

KEEP = (4, 6, 8, 12, 20)
LONG_KEEP = (4, 8, 16, 32)
TAU = "tau-bench-results"
LEAST_CALLS = 10
"""Model calls of a run that is counted among the other agents: a shorter one has nothing old."""
LARGEST = 20_000_000
"""Bytes of a file that is read."""

OURS = {
    "drop, tombstone": {},
    "drop, ledger": {"ledger": {}},
    "drop, memory": {"memory": {}},
    "clear": {"old_rounds": "clear"},
    "compact with ids": {"old_rounds": "compact"},
    "turns, drop": {"round_unit": "turn"},
    "watermark 8,000": {"trigger": "watermark", "token_budget": 8_000},
}
"""Policies of the product's table: `keep_rounds` is the column; no result is cut, so that only old rounds tell."""


PLAIN = {"result_limit": None, "window": 10_000_000, "on_pairing_fault": "repair"}
"""Of all policies. Sessions that somebody interrupted hold calls without a result; unrepaired they would be refused,
and nothing of them dropped."""


def main() -> None:
    folder = Path(os.environ.get("TRIMSCOPE_TRANSCRIPTS", "transcripts"))
    if not folder.is_dir():
        sys.exit("TRIMSCOPE_TRANSCRIPTS names no folder: nothing to measure.")
    wanted = sys.argv[1:] or [path.name for path in sorted(folder.iterdir()) if path.is_dir()]
    if TAU in wanted:
        runs = [run for path in sorted((folder / TAU).iterdir()) for run in ts.load_all(path.read_bytes())]
        print(f"{TAU}: {len(runs)} runs")
        _table("first definition", KEEP, [("last K rounds", [first_definition(runs, keep) for keep in KEEP])])
        values = [ts.CallValues(run) for run in runs]
        _table("the product's own", KEEP, ((name, _lost(runs, values, KEEP, keys)) for name, keys in OURS.items()))
    for name in wanted:
        if name != TAU:
            _folder(folder / name)


def _folder(folder: Path) -> None:
    """The table of one sub-folder, where it has runs that are long enough."""
    runs = list(_runs(folder))
    values = [ts.CallValues(run) for run in runs]
    if runs:
        some = ("drop, tombstone", "compact with ids")
        title = f"{folder.name}: {len(runs)} runs, {sum(len(run.call_indexes) for run in runs)} calls"
        _table(title, LONG_KEEP, ((name, _lost(runs, values, LONG_KEEP, OURS[name])) for name in some))


def _runs(folder: Path) -> Iterator[ts.Transcript]:
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or path.stat().st_size > LARGEST:
            continue
        try:
            found = ts.load_all(path.read_bytes())
        except ts.TrimscopeError:
            continue
        yield from (run for run in found if len(run.call_indexes) >= LEAST_CALLS)


Count = tuple[int, int]
"""Lost, and all that have a source."""


def first_definition(runs: list[ts.Transcript], keep: int) -> Count:
    """Lost and grounded values under the first definition."""
    policy = ts.Policy(
        keep_rounds=keep, round_unit="turn", protect_last_user=False, result_limit=None, tombstone={"style": "off"}
    )
    lost = grounded = 0
    for run in runs:
        texts = ["\n".join(texts_of(message)) for message in run.messages]
        gone: set[int] = set()
        for step in steps(run, policy, ts.count(run, policy.profile)):
            for index, form in step.forms.items():
                (gone.add if form.gone else gone.discard)(index)
            for call in run.messages[step.message].calls:
                for value in dict.fromkeys(_plain(call.arguments)):
                    sources = [index for index in range(step.message) if value in texts[index]]
                    grounded += bool(sources)
                    lost += bool(sources) and gone.issuperset(sources)
    return lost, grounded


def _plain(arguments: str) -> Iterator[str]:
    for leaf in leaves(json.loads(arguments)):
        if isinstance(leaf, str) and len(leaf) >= 4:
            yield leaf
        elif isinstance(leaf, int | float) and not isinstance(leaf, bool) and abs(leaf) >= 100:
            yield str(leaf)


def _lost(runs: list[ts.Transcript], values: list[ts.CallValues], keep: tuple[int, ...], keys: dict) -> list[Count]:
    found = []
    for rounds in keep:
        policy = ts.Policy(**{**PLAIN, "keep_rounds": rounds, **keys})
        sums = [ts.replay(run, policy, values=known).totals for run, known in zip(runs, values, strict=True)]
        found.append((sum(each.lost for each in sums), sum(each.grounded for each in sums)))
    return found


def _table(title: str, keep: tuple[int, ...], rows: object) -> None:
    print(f"\n{title}\n{'rounds kept':24}" + "".join(f"{rounds:>8}" for rounds in keep))
    for name, counts in rows:
        shares = "".join(f"{100 * lost / max(1, all_):>8.1f}" for lost, all_ in counts)
        print(f"{name:24}{shares}   of {counts[0][1]:,} values", flush=True)


if __name__ == "__main__":
    main()
