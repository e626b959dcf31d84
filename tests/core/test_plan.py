"""Order of work, statuses, units, triggers, the budget."""

import copy

import pytest

import trimscope as ts
from small import GOAL, SYSTEM, answer, call_ids, calls, plan, ring, rings, says, user

LONG = "bolt " * 200
BY_HAND = {"profile": "patchcat"}  # 0.27 tokens a character: sums one can work out


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 5, 9])
@pytest.mark.parametrize("keep", [0, 1, 3, 4])
def test_exactly_the_newest_rounds_stay(count, keep):
    records = [SYSTEM, GOAL, *rings(count), says("done")]
    expected = [f"c{i}" for i in range(1, count + 1)][max(0, count - keep) :]
    sent = plan(records, keep_rounds=keep)
    assert call_ids(sent.messages) == expected
    assert (sent.tombstone.rounds if sent.tombstone else 0) == count - len(expected)


def test_the_open_turn_stays_also_at_zero_and_uses_a_slot_otherwise():
    records = [SYSTEM, GOAL, *rings(3)]  # the model has not seen c3's result yet
    assert call_ids(plan(records, keep_rounds=0).messages) == ["c3"]
    assert call_ids(plan(records, keep_rounds=1).messages) == ["c3"]
    assert call_ids(plan([*records, calls("p")], keep_rounds=1).messages) == ["p"]


def test_rounds_age_by_their_last_message():
    records = [SYSTEM, GOAL, calls("slow"), answer("slow", "started"), *rings(2), answer("slow", "done"), says("so")]
    assert call_ids(plan(records, keep_rounds=1, on_pairing_fault="repair").messages)
    rounds = ts.group(ts.load(records)).rounds
    assert max((r for r in rounds if r.ring), key=lambda r: r.last).messages == (2, 3, 8)


def test_plain_messages_are_left_alone_by_ring_and_counted_by_turn():
    records = [SYSTEM, GOAL, says("one"), *rings(2), says("two")]
    assert says("one") in plan(records, keep_rounds=1).messages
    sent = plan(records, keep_rounds=2, round_unit="turn").messages
    assert says("one") not in sent and says("two") in sent and call_ids(sent) == ["c2"]


def test_a_user_turn_is_a_user_message_and_all_up_to_the_next():
    records = [SYSTEM, GOAL, *rings(1), user("two"), *ring("d"), says("so"), user("three"), *ring("e"), says("end")]
    sent = plan(records, keep_rounds=1, round_unit="user_turn").messages
    assert call_ids(sent) == ["e"] and user("two") not in sent and says("so") not in sent


def test_a_unit_that_occurs_nowhere_is_said():
    assert "nothing_to_count" in plan([SYSTEM, GOAL, says("hi")]).notes
    assert plan([SYSTEM, GOAL, *rings(1)]).notes == ()


def test_the_naive_unit_breaks_a_ring_and_is_shown_as_refused():
    sent = plan([SYSTEM, GOAL, *rings(2), says("x"), says("y")], keep_rounds=3, round_unit="message")
    assert sent.status == "refused" and "orphan_result" in {f.code for f in sent.sent_faults}


def test_truncation_comes_before_the_trigger_is_judged():
    records = [SYSTEM, GOAL, *rings(6, LONG), says("so")]
    sent = plan(records, trigger="watermark", token_budget=1500, result_limit=300, keep_rounds=1)
    assert sent.tombstone is None and sent.status == "fine"


def test_a_watermark_trim_goes_oldest_first_down_to_the_target():
    records = [SYSTEM, GOAL, *rings(8, LONG), says("so")]
    sent = plan(records, trigger="watermark", token_budget=3000, keep_rounds=1, result_limit=None, **BY_HAND)
    left = call_ids(sent.messages)
    assert left == [f"c{i}" for i in range(9 - len(left), 9)] and 1 < len(left) < 8
    assert sent.tokens.sent <= sent.window.target == 1500
    one_more = ts.plan(ts.load(records), sent.policy.replace(trigger="always", keep_rounds=len(left) + 1))
    assert one_more.tokens.sent > 1500


def test_the_floor_holds_above_the_target():
    records = [SYSTEM, GOAL, *rings(4, LONG), says("so")]
    sent = plan(records, trigger="watermark", token_budget=1400, keep_rounds=4, result_limit=None, **BY_HAND)
    assert len(call_ids(sent.messages)) == 4 and sent.status == "above_watermark"


def test_at_the_watermark_counts_as_over():
    records = [SYSTEM, GOAL, *rings(4, LONG)]
    total = ts.count(ts.load(records)).total
    keys = {"watermark": 1.0, "target": 0.1, "trigger": "watermark", "keep_rounds": 1, "result_limit": None}
    assert plan(records, token_budget=total, **keys).tombstone is not None
    assert plan(records, token_budget=total + 1, **keys).tombstone is None


def test_over_budget_rings_go_before_plain_messages_and_never_the_newest():
    records = [SYSTEM, GOAL, says("note " * 40), *rings(3, LONG), says("so")]
    sent = plan(records, token_budget=480, result_limit=None, keep_rounds=4)
    assert call_ids(sent.messages) == ["c3"] and says("note " * 40) in sent.messages
    tighter = plan(records, token_budget=1, result_limit=None)
    assert call_ids(tighter.messages) == ["c3"] and tighter.status == "over_budget"
    assert says("note " * 40) not in tighter.messages and GOAL in tighter.messages


def test_old_media_go_before_text():
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64," + "A" * 90}}
    old = {"role": "user", "content": [{"type": "text", "text": "see"}, picture]}
    records = [SYSTEM, GOAL, says("hm"), old, says("I see"), user("go on")]
    sent = plan(records, token_budget=600)
    assert sent.messages[3]["content"][1] == {"type": "text", "text": "[media removed to fit the budget]"}
    assert sent.status == "fine" and len(sent.messages) == len(records)


def test_the_last_step_over_budget_is_the_policys_choice():
    document = {"messages": [SYSTEM, GOAL, *rings(1, LONG)], "tools": [{"type": "function", "big": "x " * 400}]}
    keys = {"token_budget": 400, "result_limit": None}
    assert plan(document, **keys).status == "over_budget"
    sent = plan(document, on_over_budget="drop_tools_schema_then_fail", **keys)
    assert sent.status != "over_budget" and "tools" not in sent.document
    assert sent.notes == ("tools_dropped",) and "no tool" in ts.words.note("tools_dropped", "en")
    assert "tools_dropped" not in plan(document, **keys).notes


def test_excluded_tools_stay_and_exclusion_wins():
    records = [SYSTEM, GOAL, *ring("m", tool="load_memory"), *rings(3), says("so")]
    assert call_ids(plan(records, keep_rounds=1, exclude_tools=["load_memory"]).messages) == ["m", "c3"]
    keys = {"keep_rounds": 1, "include_tools": ["load_memory"]}
    assert call_ids(plan(records, **keys).messages) == ["c1", "c2", "c3"]
    assert len(call_ids(plan(records, exclude_tools=["load_memory"], **keys).messages)) == 4


def test_the_newest_errors_of_old_rounds_can_stay():
    records = [SYSTEM, GOAL, *ring("e1", "Error: a"), *ring("e2", "Error: b"), *rings(2), says("so")]
    assert call_ids(plan(records, keep_rounds=1, keep_errors=1).messages) == ["e2", "c2"]
    huge = [SYSTEM, GOAL, *ring("e1", "Error: a" * 900), *rings(2), says("so")]
    assert call_ids(plan(huge, keep_rounds=1, keep_errors=1, result_limit=None).messages) == ["c2"]


def test_a_limit_can_differ_by_tool():
    records = [SYSTEM, GOAL, *ring("a", LONG, tool="grep"), *ring("b", LONG, tool="read")]
    sent = plan(records, result_limit=300, tool_limits={"grep": None})
    assert [len(m["content"]) for m in sent.messages if m["role"] == "tool"] == [1000, 300]


def test_compaction_never_undoes_a_truncation_of_the_same_turn():
    from small import results, turns, uses

    blocks = [*results("a", text=LONG)["content"], *results("b", text="Error: x " * 60)["content"]]
    records = turns(GOAL, uses("a", "b"), {"role": "user", "content": blocks}, uses("z"), results("z"))
    sent = plan(records, keep_rounds=1, old_rounds="compact", result_limit=250)
    assert all(len(block["content"]) <= 250 for block in sent.messages[2]["content"])


def test_compact_and_clear_keep_every_call_and_id():
    records = [SYSTEM, GOAL, *rings(4, LONG), says("so")]
    for how in ("compact", "clear"):
        sent = plan(records, keep_rounds=1, old_rounds=how)
        assert call_ids(sent.messages) == ["c1", "c2", "c3", "c4"] and sent.tombstone is None
        assert sent.messages[-2]["content"] == LONG and sent.tokens.saved > 0


def test_a_refused_transcript_is_left_as_it_is():
    records = [SYSTEM, GOAL, *rings(6, LONG), answer("ghost")]
    sent = plan(records)
    assert sent.status == "refused" and sent.messages == records and sent.tokens.saved == 0
    with pytest.raises(ts.PairingError, match="ghost"):
        ts.assemble(ts.load(records))


def test_repair_stands_in_for_what_is_missing_and_says_so():
    records = [SYSTEM, GOAL, calls("a", "b"), answer("a"), user("go on"), answer("ghost"), *rings(1)]
    sent = plan(records, on_pairing_fault="repair")
    assert sent.status == "fine" and {d.reason for d in sent.decisions} >= {"synthesised_result", "orphan_result"}
    assert answer("a") in sent.messages and answer("ghost") not in sent.messages


def test_drop_ring_takes_the_dead_ring_whole_with_its_thinking():
    dead = calls("a", "b") | {"reasoning_content": "I will ask twice"}
    records = [SYSTEM, GOAL, dead, answer("a"), user("go on"), *rings(1)]
    sent = plan(records, on_pairing_fault="drop_ring")
    assert sent.status == "fine" and call_ids(sent.messages) == ["c1"] and dead not in sent.messages


def test_a_moved_result_is_cut_like_any_other():
    records = [SYSTEM, GOAL, calls("a"), user("wait"), answer("a", LONG), says("so")]
    sent = plan(records, on_pairing_fault="repair", result_limit=300)
    assert [m["role"] for m in sent.messages] == ["system", "user", "assistant", "tool", "user", "assistant"]
    assert len(sent.messages[3]["content"]) == 300 and sent.tokens.sent == ts.count(ts.load(sent.document)).total


def test_assemble_raises_over_budget_and_gives_the_messages_otherwise():
    transcript = ts.load([SYSTEM, GOAL, *rings(6)])
    with pytest.raises(ts.BudgetError, match="input budget"):
        ts.assemble(transcript, ts.Policy(token_budget=1))
    assert ts.assemble(transcript, ts.Policy(keep_rounds=2)) == ts.plan(transcript, ts.Policy(keep_rounds=2)).messages


def test_saved_may_be_negative_and_is_then_said():
    sent = plan([SYSTEM, GOAL, says("k"), *ring("a", ""), *rings(1), says("so")], keep_rounds=1)
    assert sent.tokens.saved < 0 and sent.tombstone.rounds == 1


def test_nothing_left_to_send_is_refused():
    off = {"protect_first_user": False, "protect_last_user": False, "tombstone": "off"}
    sent = plan([GOAL, says("done")], token_budget=1, **off)
    assert sent.messages == [] and sent.status == "refused"
    assert [f.code for f in sent.sent_faults] == ["empty_request"]


def test_a_call_of_the_run_sees_the_history_before_it():
    records = [SYSTEM, GOAL, *rings(3), says("done")]
    transcript = ts.load(records)
    third = ts.plan(transcript, ts.Policy(keep_rounds=1), call=3)
    assert third.messages == ts.plan(ts.load(records[:6]), ts.Policy(keep_rounds=1)).messages
    assert ts.plan(transcript).call == 5
    for call in (0, 6, -1):
        with pytest.raises(ts.PolicyError, match="call"):
            ts.plan(transcript, call=call)


def test_what_was_dropped_at_an_earlier_call_stays_dropped():
    records = [SYSTEM, GOAL, *rings(8, LONG), says("so")]
    transcript = ts.load(records)
    policy = ts.Policy(trigger="watermark", token_budget=1500, result_limit=None, keep_rounds=1)
    before, breaks = None, 0
    gone: set[int] = set()
    for call in range(1, 11):
        now = ts.plan(transcript, policy, call=call, before=before)
        dropped = {d.message for d in now.decisions if d.action == "drop"}
        assert gone <= dropped
        breaks += dropped != gone
        gone, before = dropped, now
        assert now.tombstone is None or now.tombstone.rounds == len(gone) // 2
    assert 0 < breaks < 5  # not at every call: the gap between trigger and target is there for that


def test_a_picture_is_taken_away_once_along_a_run():
    picture = {"type": "image_url", "image_url": {"url": "data:,x"}}
    old = {"role": "user", "content": [{"type": "text", "text": "see"}, picture]}
    records = [SYSTEM, GOAL, says("hm"), old, says("I see"), user("go on"), says("a"), user("b"), says("c")]
    transcript, before = ts.load(records), None
    policy = ts.Policy(token_budget=300, history="persisted")
    for call in range(1, 6):
        before = ts.plan(transcript, policy, call=call, before=before)
        if before.messages:
            assert before.tokens.sent == ts.count(ts.load(copy.deepcopy(before.document))).total


def test_of_two_answers_in_one_turn_a_repair_takes_the_second_only():
    from small import results, turns, uses

    picture = [{"type": "image", "source": {"type": "base64", "data": "A" * 90}}]
    blocks = [*results("a", text="first")["content"], *results("a", text=picture)["content"], *results("b")["content"]]
    records = turns(GOAL, uses("a", "b"), {"role": "user", "content": blocks})
    sent = plan(records, on_pairing_fault="repair")
    assert sent.status == "fine" and sent.messages[2]["content"] == [blocks[0], blocks[2]]
    assert sent.tokens.sent == ts.count(ts.load(copy.deepcopy(sent.document))).total


@pytest.mark.parametrize("wrong", [[GOAL], {"messages": [GOAL]}, "[]", None])
def test_what_was_not_loaded_is_refused_with_the_way_to_do_it(wrong):
    for what in (ts.plan, ts.assemble):
        with pytest.raises(ts.PolicyError, match=r"load them first with ts\.load"):
            what(wrong)


@pytest.mark.parametrize(
    "use",
    [
        lambda given: list(ts.run(given, ts.Policy())),
        lambda given: ts.exit_of(given, ts.Policy()),
        lambda given: ts.replay(given, ts.Policy()),
        lambda given: ts.sweep(given, {"keep_rounds": [1]}),
        lambda given: ts.scenario(given, ts.Policy()),
        ts.count,
        ts.group,
        ts.effects,
        ts.remember,
        ts.instruction_like,
        ts.suggest_whitelist,
        lambda given: ts.reconcile(given, ts.count(ts.load(given))),
    ],
)
def test_messages_that_were_not_loaded_are_said_to_be_everywhere(use):
    with pytest.raises(ts.PolicyError, match=r"load them first with ts\.load"):
        use([GOAL, says("x")])
