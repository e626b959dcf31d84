"""Two hundred seeded histories, swept over sizes: our own policies break nothing and lose no anchor.

The measure is `seeded_histories.broken`, which shares no code with the core; `bench/peers.py` prints the same figures
for the peers.
"""

import itertools

import pytest

import seeded_histories as seeded
import trimscope as ts

HISTORIES = [(records, ts.load({"messages": records})) for records in seeded.histories()]
COUNTED = [(records, transcript, ts.count(transcript)) for records, transcript in HISTORIES]

SWEEPS = {
    "drop": [{"keep_rounds": n} for n in (0, 1, 2, 4)],
    "drop, any turn": [{"keep_rounds": n, "round_unit": "turn"} for n in (0, 1, 3)],
    "drop, user turns": [{"keep_rounds": n, "round_unit": "user_turn"} for n in (0, 1, 2)],
    "compact": [{"keep_rounds": n, "old_rounds": "compact"} for n in (0, 1, 3)],
    "clear": [{"keep_rounds": n, "old_rounds": "clear", "clear_tool_inputs": True} for n in (0, 1, 3)],
    "watermark": [{"trigger": "watermark", "window": w, "keep_rounds": 1} for w in (300, 700, 1500, 3000)],
    "budget": [
        {"token_budget": b, "keep_rounds": 4, "on_over_budget": last}
        for b in (40, 200, 600, 1500)
        for last in ("fail", "extreme_then_fail")
    ],
    "by value": [{"select_by_value": {}, "trigger": "watermark", "window": w} for w in (600, 1500)],
    "limits": [{"result_limit": n, "keep_rounds": 3} for n in (0, 20, 300)],
    "articles": [{**ts.preset(name).to_mapping()} for name in ("assembler", "handmade", "budgeted")],
    "default": [{}],
}


def breaks(records, transcript, counts, keys):
    """What a plan breaks; None where it leaves everything as it is."""
    result = ts.plan(transcript, ts.Policy(**keys), counts=counts)
    if all(decision.action in ("anchor", "keep") for decision in result.decisions):
        return None
    found = seeded.broken(records, result.messages) - {"only_system"}
    if result.tokens.sent > result.window.budget and result.status not in ("over_budget", "refused"):
        found.add("over_budget_unreported")
    if result.status == "refused":
        found.add("refused")
    return found


@pytest.mark.parametrize("name", SWEEPS)
def test_nothing_is_broken_and_no_anchor_lost(name):
    trimmed = 0
    for (records, transcript, counts), keys in itertools.product(COUNTED, SWEEPS[name]):
        found = breaks(records, transcript, counts, keys)
        assert not found, (keys, records[0]["content"])
        trimmed += found is not None
    assert trimmed >= 20  # the sizes do something


def test_the_measure_can_tell():
    records = seeded.histories(1)[0]
    assert seeded.broken(records, records) == set()
    assert seeded.broken(records, records[:1]) == {"only_system", "first_user_lost", "newest_user_lost"}
    ring = next(i for i, record in enumerate(records) if record.get("tool_calls"))
    assert seeded.broken(records, [*records[:ring], *records[ring + 1 :]]) == {"orphan_result"}
    assert seeded.broken(records, [*records[: ring + 1], *records[ring + 2 :]]) == {"dangling_call"}
    assert "system_lost" in seeded.broken(records, records[1:])
    assert "first_not_user" in seeded.broken(records, [records[0], *records[ring:]])


def test_the_histories_are_valid_and_as_they_are_said_to_be():
    turns = [sum(record["role"] == "user" for record in records) for records, _ in HISTORIES]
    batches = [len(record.get("tool_calls", ())) for records, _ in HISTORIES for record in records]
    assert len(HISTORIES) == 200 and set(turns) == {1, 2, 3, 4} and set(batches) == {0, 1, 2, 3}
    assert not any(ts.group(transcript).faults for _, transcript in HISTORIES)
