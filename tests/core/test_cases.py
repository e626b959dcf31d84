"""Public reports of trimming gone wrong, each as a statement about what is sent here.

The inputs lie outside the repository; what is right is written by hand below, `checks` name the kind of fault.
"""

import copy
import json

import pytest

import trimscope as ts
from small import call_ids, outside, result_ids

LATER = {
    "37": "a statement about a whole run: it stands with the replay's (test_replay.py)",
    "43": "needs the sweep over settings: a row each with what goes; its sums are stated below",
}
KEYS = {
    "01": {"token_budget": 45, "keep_rounds": 1},
    "03": {"keep_rounds": 2, "round_unit": "turn", "on_pairing_fault": "repair"},
    "05": {"strategy": "semantic_kernel_truncation", "params": {"target_count": 3}},
    "07": {"on_pairing_fault": "drop_ring"},
    "09": {"on_pairing_fault": "repair"},
    "11": {"keep_rounds": 1},
    "13": {"keep_rounds": 1},
    "17": {"keep_rounds": 1},
    "19": {"keep_rounds": 1},
    "21": {"keep_rounds": 2},
    "23": {"keep_rounds": 1},
    "25": {"result_limit": 40, "head": 0.6},
    "27": {"result_limit": 200, "head": 0.6},
    "29": {"result_limit": 120, "head": 0.6},
    "31": {"result_limit": 200, "token_budget": 250, "keep_rounds": 4},
    "33": {},
    "35": {"token_budget": 100_000, "keep_rounds": 10},
    "39": {"keep_rounds": 2},
    "41": {"keep_rounds": 1, "old_rounds": "clear", "exclude_tools": ["load_memory"]},
    "45": {"keep_rounds": 1, "pins": ["call:pin1"]},
    "47": {"keep_rounds": 1, "on_pairing_fault": "repair"},
}


def case(number):
    folder = outside("cases")
    return json.loads(next(folder.glob(f"{number}-*.json")).read_text(encoding="utf-8"))


def numbers():
    return sorted({*KEYS, *LATER})


def trimmed(number, **more):
    data = case(number)
    format = {"anthropic": "anthropic-messages"}.get(data["format"], data["format"])
    data.setdefault("messages", data.get("items"))
    transcript = ts.load(copy.deepcopy(data["messages"]), format=format)
    return data, ts.plan(transcript, ts.Policy.from_mapping(KEYS.get(number, {}) | more))


def test_no_case_is_forgotten():
    there = {path.name[:2] for path in outside("cases").glob("[0-9]*.json")}
    assert there == {*KEYS, *LATER}


@pytest.mark.parametrize("number", sorted(LATER))
def test_cases_of_later_work_are_named(number):
    pytest.skip(LATER[number])


@pytest.mark.parametrize("number", ["03", "05"])
def test_the_window_of_messages_of_the_report_is_refused_as_it_was_there(number):
    reported = {"strategy": "langchain_summary", "params": {"keep": 3}}
    naive = {"strategy": "last_messages", "params": {"n": 3}}
    for keys in (naive, reported) if number == "03" else (naive,):
        plan = ts.plan(ts.load(copy.deepcopy(case(number)["messages"])), ts.Policy.from_mapping(keys))
        assert plan.status == "refused" and "orphan_result" in {fault.code for fault in plan.sent_faults}


def test_43_each_setting_is_seen_before_it_is_done():
    data = case("43")
    transcript = ts.load(copy.deepcopy(data["messages"]))
    sent = [ts.plan(transcript, ts.Policy(keep_rounds=keep)).tokens.sent for keep in data["limits"]["keep_rounds"]]
    assert sent == sorted(sent) and len(set(sent)) == 4 and transcript.document == data["messages"]


@pytest.mark.parametrize("number", ["03", "05"])
def test_a_window_that_cuts_between_any_two_messages_never_leaves_half_a_ring(number):
    data = case(number)
    transcript = ts.load(copy.deepcopy(data["messages"]))
    for keep in range(4):
        plan = ts.plan(transcript, ts.Policy(keep_rounds=keep, round_unit="turn", on_pairing_fault="repair"))
        assert sorted(call_ids(plan.messages)) == sorted(result_ids(plan.messages))
        assert plan.status == "fine"
    if number == "03":  # loosely ordered: the provider rejects the input itself, and so does the check
        assert ts.group(transcript).refused


@pytest.mark.parametrize("number", sorted(KEYS))
def test_every_check_of_the_case_holds(number):
    data, plan = trimmed(number)
    for check in data["checks"]:
        name = check["check"]
        if name in CHECKS:
            CHECKS[name](data, plan, check)
        else:
            assert name in BY_HAND, f"nothing here checks {name}"


def test_01_the_newest_ring_stays_and_is_reported_as_over_budget():
    _, plan = trimmed("01")
    assert plan.status == "over_budget" and call_ids(plan.messages) == result_ids(plan.messages) == ["c1"]


def test_11_a_server_tool_goes_with_its_result_or_not_at_all():
    _, plan = trimmed("11")
    text = json.dumps(plan.messages)
    assert ("server_tool_use" in text) == ("web_search_tool_result" in text) == (text.count("srv_1") == 2)
    assert "tu_2" in text and plan.status == "fine"


def test_17_the_system_message_stays_first_and_equal():
    data, plan = trimmed("17")
    assert plan.messages[0] == data["messages"][0] and plan.decisions[0].action == "anchor"


def test_19_a_greeting_does_not_hide_the_goal_also_behind_two_system_messages():
    data, _ = trimmed("19")
    for extra in ([], [{"role": "developer", "content": "Be brief."}]):
        plan = ts.plan(ts.load([*extra, *data["messages"]]), ts.Policy(keep_rounds=1))
        assert data["messages"][2] in plan.messages
        assert plan.messages[: len(extra) + 1] == [*extra, data["messages"][0]]


def test_21_an_old_tombstone_is_added_up_and_takes_no_slot():
    _, plan = trimmed("21")
    assert plan.tombstone.rounds == 4 and call_ids(plan.messages) == ["c5", "c6"]
    assert sum("trim note" in str(m["content"]) for m in plan.messages) == 1


def test_27_the_numbers_in_the_banner_are_what_was_really_kept():
    data, plan = trimmed("27")
    stored, sent = data["messages"][-1]["content"], plan.messages[-1]["content"]
    assert len(sent) <= 200 and len(sent) < len(stored)
    left_out = len(stored) - sent.count("L")
    assert f"{left_out} characters left out" in sent or f"{left_out} characters" in sent


def test_23_one_user_message_is_no_reason_to_give_up_and_roles_still_alternate():
    data, plan = trimmed("23")
    assert plan.status == "fine" and plan.tombstone.rounds == 4
    assert plan.messages[1:] == data["messages"][-2:] and plan.messages[0]["role"] == "user"
    for keep in range(5):
        sent = trimmed("23", keep_rounds=keep)[1].messages
        assert [record["role"] for record in sent] == ["user", *["assistant", "user"] * max(keep, 1)]


@pytest.mark.parametrize("unit,limit", [("chars", 120), ("lines", 1)])
def test_29_head_and_tail_survive_in_characters_and_in_lines(unit, limit):
    _, plan = trimmed("29", limit_unit=unit, result_limit=limit)
    sent = plan.messages[-1]["content"]
    assert "RESULT: 3 failed" in sent and (unit == "lines" or sent.startswith("build started"))


def test_31_truncation_comes_first_and_nothing_has_to_be_dropped():
    _, plan = trimmed("31")
    assert plan.tombstone is None and plan.status in ("fine", "above_watermark")
    assert call_ids(plan.messages) == ["o1", "o2"]


def test_33_wide_scripts_cost_about_a_token_a_character():
    data, _ = trimmed("33")
    for record in data["messages"][1:]:
        assert 0.6 <= ts.count_tokens(record["content"]) / len(record["content"]) <= 1.5
    assert ts.count_tokens("𠀀𠀁", "patchcat") == 3


def test_39_nothing_vanishes_uncounted():
    data, plan = trimmed("39")
    again = ts.plan(ts.load([*plan.messages, *data["append"]]), ts.Policy(keep_rounds=2))
    assert call_ids(again.messages) == ["c4", "c5"] and again.tombstone.rounds == 3


def test_41_an_excluded_tool_is_not_cleared_and_the_calls_stay():
    data, plan = trimmed("41")
    sent = {m.get("tool_call_id"): m["content"] for m in plan.messages}
    stored = {m.get("tool_call_id"): m["content"] for m in data["messages"]}
    assert sent["v1"] == stored["v1"] and sent["v3"] == stored["v3"]
    assert sent["v2"] == f"[tool result cleared: read_shelf, {len(stored['v2'])} chars]"
    assert call_ids(plan.messages) == ["v1", "v2", "v3"]
    assert [d.message for d in plan.decisions if d.action == "clear"] == [4]


@pytest.mark.parametrize("half", ["call:pin1", "id:none", 3])
def test_45_pinning_one_half_of_a_ring_pins_the_other(half):
    if half == "id:none":
        with pytest.raises(ts.PolicyError, match="pins"):
            trimmed("45", pins=[half])
        return
    _, plan = trimmed("45", pins=[half])
    assert call_ids(plan.messages) == ["pin1", "q4"] == result_ids(plan.messages)


def test_47_an_interim_answer_and_the_final_one_belong_to_one_ring():
    data, _ = trimmed("47")
    rings = ts.group(ts.load(data["messages"]))
    assert [r.messages for r in rings.rounds if r.ring] == [(2, 3, 6), (4, 5)]
    assert ("duplicate_result", "j1") in {(f.code, f.call_id) for f in rings.faults}


def no_orphans(data, plan, check):
    assert not {f.code for f in plan.sent_faults} & {"orphan_result", "missing_result", "result_before_call"}


def first_user(data, plan, check):
    goal = next(m for m in data["messages"] if m["role"] == "user")
    behind = [{"text": plan.tombstone.text}] if plan.tombstone else []
    # where roles must alternate the tombstone is a part behind the goal
    grown = {**goal, "content": goal["content"] + behind} if isinstance(goal["content"], list) else goal
    assert goal in plan.messages or grown in plan.messages


def system(data, plan, check):
    stored = [m for m in data["messages"] if m["role"] == "system"]
    assert plan.messages[: len(stored)] == stored


def whole(data, plan, check):
    for identity in check["ids"]:
        stored = call_ids(data["messages"]).count(identity), result_ids(data["messages"]).count(identity)
        sent = call_ids(plan.messages).count(identity), result_ids(plan.messages).count(identity)
        assert sent in (stored, (0, 0)) or plan.policy.on_pairing_fault == "repair"


def idempotent(data, plan, check):
    assert ts.plan(ts.load(copy.deepcopy(plan.document)), plan.policy).document == plan.document


def identity(data, plan, check):
    assert plan.document is plan.transcript.document and plan.messages == data["messages"]


def longest_result(data, plan, check):
    assert max(len(m["content"]) for m in plan.messages if m["role"] == "tool") <= check["n"]


def reports(data, plan, check):
    for identity in check["ids"]:
        assert (check["code"], identity) in {(f.code, f.call_id) for f in plan.faults}


CHECKS = {
    "no_orphan_results": no_orphans,
    "no_dangling_calls": no_orphans,
    "keeps_anchor_system": system,
    "anchors_unchanged": system,
    "keeps_first_user": first_user,
    "keeps_last_ring": lambda data, plan, check: whole(data, plan, check),
    "ring_whole": whole,
    "trimmed": lambda data, plan, check: not_in(plan.messages, [data["messages"]]),
    "idempotent": idempotent,
    "identity": identity,
    "max_result_chars": longest_result,
    "validator_reports": reports,
    "absent": lambda data, plan, check: not_in(check["id"], json.dumps(plan.messages)),
    "keeps_call": lambda data, plan, check: [call_ids(plan.messages).index(i) for i in check["ids"]],
    "kept_text_contains": lambda data, plan, check: json.dumps(plan.messages).index(check["text"]),
    "kept_text_lacks": lambda data, plan, check: not_in(check["text"], json.dumps(plan.messages)),
    "utf8_encodable": lambda data, plan, check: json.dumps(plan.messages, ensure_ascii=False).encode("utf-8"),
}
BY_HAND = {
    "kept_rounds", "tombstones", "tombstone_reports", "accounting_total", "not_longer_than_input",
    "banner_counts_true", "no_split_grapheme", "estimate_between", "result_equals_input", "result_cleared",
}  # fmt: skip


def not_in(text, whole_text):
    assert text not in whole_text


def test_25_neither_edge_of_a_cut_splits_what_is_read_as_one_character():
    _, plan = trimmed("25")
    sent = plan.messages[-1]["content"]
    assert sent.count("🇩") == sent.count("🇪") == sent.count("🇩🇪") and "\ufffd" not in sent
    assert "👨" not in sent or "👨‍👩‍👧" in sent
