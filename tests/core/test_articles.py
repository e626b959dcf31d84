"""The source articles' own examples: a sliding window end to end, the 8,000-token budget, growth with N² / 2."""

import json

import pytest

import trimscope as ts
from small import GOAL, SYSTEM, answer, call_ids, calls, rings, says
from trimscope.tokens import count_tokens

# -- fourth article: three calculator rings, a window of two turns, the fourth call drops the first


def calculator(count):
    worked = "".join(f"step {i}: carry the digit and add the next column\n" for i in range(20))
    records = [SYSTEM, GOAL]
    for i in range(1, count + 1):
        records += [calls(f"calc{i}", tool="calc", n=i), answer(f"calc{i}", worked + f"result {i}")]
    return records


WINDOW = ts.preset("patchcat").replace(keep_rounds=2)


def test_the_fourth_call_drops_the_first_of_three_rings():
    records = calculator(3)
    plans = list(ts.run(ts.load(records), WINDOW))
    assert [len(call_ids(plan.messages)) for plan in plans] == [0, 1, 2, 2]
    assert [ts.metrics(plan).is_pruned for plan in plans] == [False, False, False, True]
    fourth = plans[-1]
    assert call_ids(fourth.messages) == ["calc2", "calc3"] and fourth.tombstone.rounds == 1
    assert fourth.tokens.saved > 100 and fourth.messages[:2] == records[:2] and fourth.messages[2]["role"] == "user"
    assert ts.metrics(fourth).to_mapping()["totalTokensSavedByPruning"] == fourth.tokens.saved


def test_what_is_sent_is_bounded_by_the_window_however_long_the_run():
    for plan in ts.run(ts.load(calculator(30)), WINDOW):
        assert len(plan.messages) <= 2 + 1 + 2 * 2 and plan.messages[:2] == [SYSTEM, GOAL]
        assert plan.status == "fine"


# -- second article: without trimming the tokens of a run grow with the square of its calls


def test_a_run_costs_half_the_square_of_its_calls_and_a_trimmed_one_a_multiple():
    def spent(count, **keys):
        policy = ts.Policy(result_limit=None, profile="patchcat", **keys)
        return sum(plan.tokens.sent for plan in ts.run(ts.load([SYSTEM, GOAL, *rings(count, "bolt " * 80)]), policy))

    ring = ts.count(ts.load(rings(1, "bolt " * 80)), "patchcat").total
    whole = {n: spent(n, old_rounds="keep") for n in (20, 40)}
    for n, tokens in whole.items():
        start = ts.count(ts.load([SYSTEM, GOAL]), "patchcat").total * (n + 1)
        assert tokens == start + ring * n * (n + 1) // 2
    trimmed = {n: spent(n, keep_rounds=2) for n in (20, 40)}
    assert 3.5 < whole[40] / whole[20] < 4 and 1.9 < trimmed[40] / trimmed[20] < 2.2
    assert trimmed[40] * 5 < whole[40]


# -- third article, 6.4: 13,200 tokens for a budget of 8,000, and four steps that bring them to 8,050


def text_of(tokens):
    """Words that the estimator takes for exactly this many tokens."""
    text = ("still on the way " * (tokens // 4 + 1))[: tokens * 100 // 27]
    assert count_tokens(text, "patchcat") == tokens
    return text


def fitted(make, target):
    """`make(text)` with a text for which its estimate is the target: one more character is never a token too many."""
    rest = target - make("")[1]
    made, size = make(text_of(rest))
    while size != target:
        rest += target - size
        made, size = make(text_of(rest))
    return made


def message(record, target):
    """A record of exactly so many tokens, its content filled up."""

    def make(text):
        full = {**record, "content": text}
        return full, ts.count(ts.load([full]), "patchcat").messages[0]

    return fitted(make, target)


def result(identity, kept, before, after):
    """A JSON result of `before` tokens as it comes and of `after` with only the fields that are needed."""
    frame = 4 + 2  # of the message and of its call's id

    def short(text):
        value = kept | {"note": text}
        return value, frame + count_tokens(json.dumps(value, ensure_ascii=False), "patchcat")

    value = fitted(short, after)

    def long(text):
        record = answer(identity, json.dumps(value | {"events": text}, ensure_ascii=False))
        return record, frame + count_tokens(record["content"], "patchcat")

    return fitted(long, before)


PARCEL = {
    "order_id": "A100",
    "current_status": "delayed",
    "last_event": {"time": "2026-08-31T18:20:00+08:00", "location": "杭州转运中心"},
    "next_eta": None,
    "source": "logistics_api",
    "observed_at": "2026-09-01T08:10:00+08:00",
}
CLAUSE = {"clause": "暴雨预警期间可能延迟 24 小时；只能解释可能原因，不得承诺具体到达时间。", "source": "manual"}
PLANS = (says("我先查询订单的物流。"), says("我现在查询仓库说明。"))
"""Announcements of calls that were then made: what the second step takes away."""


def share_of(plan):
    return {each.bucket: each for each in ts.buckets(plan)}


def worked_example():
    tool = {"type": "function", "function": {"name": "get_parcel", "description": ""}}

    def tools(text):
        made = [{**tool, "function": {**tool["function"], "description": text}}]
        return made, ts.count(ts.load({"messages": [GOAL], "tools": made}), "patchcat").tools

    parcel, manual = calls("p", tool="get_parcel"), calls("k", tool="search_manual")
    asked = sum(ts.count(ts.load([record]), "patchcat").total for record in (parcel, manual, *PLANS))
    told = [message(says(""), 600) for _ in range(5)]
    rest = message(says(""), 3_200 - 5 * 600 - asked)
    recent = [calls("r1"), message(answer("r1"), 1_400), calls("r2"), message(answer("r2"), 1_400)]
    recent[-1] = message(answer("r2"), 1_600 - 2 * ts.count(ts.load(recent[:1]), "patchcat").total)
    return {
        "messages": [
            message(SYSTEM, 1_200),
            message(GOAL, 300),
            *told,
            rest,
            PLANS[0],
            parcel,
            result("p", PARCEL, 1_400, 450),
            PLANS[1],
            manual,
            result("k", CLAUSE, 1_800, 300),
            *recent,
        ],
        "tools": fitted(tools, 1_600),
    }


def budgeted(**keys):
    whitelist = {"get_parcel": [*PARCEL, "note"], "search_manual": [*CLAUSE, "note"]}
    return ts.Policy(
        window=8_000,
        output_reserve=0,
        safety_margin=700,
        keep_rounds=2,
        include_tools=[],  # no call's ring may go: what is left of them is needed
        result_limit=None,
        old_rounds="keep",
        field_whitelist=whitelist,
        profile="patchcat",
        **keys,
    )


def test_the_worked_example_starts_at_13200_tokens():
    policy = ts.Policy(window=8_000, safety_margin=700, keep_rounds=2, profile="patchcat")
    found = share_of(ts.plan(ts.load(worked_example()), policy))
    stored = {name: found[name].stored for name in found if found[name].stored}
    assert stored == {
        "policy": 1_200, "tools": 1_600, "task": 300, "recent": 3_000, "history": 3_200, "knowledge": 1_800,
        "results": 1_400,
    }  # fmt: skip
    assert sum(stored.values()) + found["margin"].limit == 13_200


def summary(tokens):
    return json.dumps(
        {
            "goal": "explain the delay of order A100",
            "decisions": [],
            "done": ["order and parcel looked up"],
            "open": ["the cause is not told yet"],
            "constraints": ["promise no time of arrival"],
            "facts": ["shipped", text_of(tokens)],
            "uncertain": ["the storm as the cause"],
            "to_confirm": [],
            "sources": ["get_parcel", "search_manual"],
        }
    )


def after_four_steps(words):
    """Fields of the parcel and of the manual, fulfilled plans, and a summary with so many tokens of words."""
    limits = {"delete": 6_945, "summarise": 6_000, "retrieve": None, "ask": None}
    policy = budgeted(courtesies=True, soft_limits=limits, summary={"text": summary(words), "trigger_ratio": 1})
    return ts.plan(ts.load(worked_example()), policy)


def of_history(plan):
    """What stands for the older history: what is left of it, the summary, and the tombstone of what was deleted."""
    found = share_of(plan)
    return sum(found[name].sent for name in ("history", "summary", "state"))


def test_four_steps_bring_it_to_8050_which_is_still_50_over():
    words = 300
    words += 500 - of_history(after_four_steps(words))
    plan = after_four_steps(words)
    found = share_of(plan)
    assert (found["results"].sent, found["knowledge"].sent, of_history(plan)) == (450, 300, 500)
    assert [found[name].sent for name in ("policy", "tools", "task", "recent")] == [1_200, 1_600, 300, 3_000]
    reasons = [decision.reason for decision in plan.decisions if decision.action in ("filter", "drop", "summarise")]
    assert sorted(set(reasons)) == ["fulfilled_plan", "in_summary", "whitelisted"]
    assert reasons.count("fulfilled_plan") == 2 and plan.summary.status == "used"
    report = ts.budget_report(plan)
    assert sum(line.tokens for line in report.lines) == 8_050 and report.over == 50
    assert plan.status == "over_budget" and report.verdicts == ("over_budget",)
    assert report.ways_out == ("shorten_recent", "fewer_tools", "raise_budget", "stop")
    with pytest.raises(ts.BudgetError, match="50 too many"):
        ts.assemble(plan.transcript, plan.policy)


def test_each_of_the_articles_ways_out_leads_out():
    words = 300 + 500 - of_history(after_four_steps(300))
    over = after_four_steps(words)
    for keys in ({"buckets": {"recent": 2_900}}, {"safety_margin": 640}, {"window": 8_060}):
        assert ts.plan(over.transcript, over.policy.replace(**keys)).status == "above_watermark"
    fewer = worked_example() | {"tools": []}
    assert ts.plan(ts.load(fewer), over.policy).status == "above_watermark"
