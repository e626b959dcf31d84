"""Buckets in the gauge, texts of ours in the list, and cuts that any stage made: all are the plan's own."""

import json

import pytest

import trimscope as ts
from trimscope.budgets.buckets import RESERVED
from trimscope_app.views.cuts import shortened
from trimscope_app.views.filtered import gone
from trimscope_app.views.gauge import gauge_view
from trimscope_app.views.inserted import ours_of, text_of
from trimscope_app.views.preview import preview_view
from trimscope_app.views.ringmap import plan_view
from trimscope_app.views.segments import sent_segments, stored_segments

from .views import GOAL, SYSTEM, answer, calls, loaded, planned, ring, rings

LONG = "one more shelf of bolts, counted twice. " * 200
SENT = [calls("m1", tool="send_mail", arguments='{"to": "ann"}'), answer("m1", '{"ok": true, "id": "M-77"}')]

MANY = {
    "plain": {},
    "everything carried": {"keep_rounds": 1, "ledger": True, "memory": True},
    "memory last": {"memory": {"place": "last"}, "keep_rounds": 1},
    "buckets": {"buckets": {"recent": 500, "results": 100}, "old_rounds": "keep"},
    "summary": {"old_rounds": "keep", "summary": {"text": "goal: Count the bolts in every bin and report the total.\n"
                "done: send_mail M-77\nopen: none\nconstraints: none\nfacts: none", "trigger_ratio": 0.0}},
    "framed": {"observations": True},
    "refused": {"strategy": "last_messages", "params": {"n": 2}},
}  # fmt: skip
RECORDS = [SYSTEM, GOAL, *SENT, *rings(6, LONG)]


def gauge(plan, found, lang="en"):
    return gauge_view(found, plan, plan.policy.to_mapping(defaults=True), lang)


@pytest.mark.parametrize("name", MANY)
def test_bar_and_shares_are_the_plans(name):
    found, plan = planned(RECORDS, **MANY[name])
    shown = gauge(plan, found)
    buckets = {each.bucket: each for each in ts.buckets(plan) if each.bucket not in RESERVED}
    for bar, total in (("stored", plan.tokens.stored), ("sent", plan.tokens.sent)):
        if plan.status == "refused" and bar == "sent":
            assert shown[bar]["segments"] == []
            continue
        assert sum(piece["tokens"] for piece in shown[bar]["segments"]) == total
        pieces = (stored_segments if bar == "stored" else sent_segments)(found, plan, 1, "en")  # none is too small
        sums = {}
        for piece in pieces:
            kind = piece["kind"].removesuffix("2")
            sums[kind] = sums.get(kind, 0) + piece["tokens"]
        assert sums == {key: getattr(each, bar) for key, each in buckets.items() if getattr(each, bar)}
    assert [each["bucket"] for each in shown["shares"]] == [
        key for key, each in buckets.items() if each.stored or each.sent or each.limit is not None
    ]


def test_a_limit_is_drawn_and_told():
    found, plan = planned(RECORDS, buckets={"recent": 500}, old_rounds="keep")
    share = next(each for each in gauge(plan, found)["shares"] if each["bucket"] == "recent")
    sent = next(each.sent for each in ts.buckets(plan) if each.bucket == "recent")
    assert share["text"] == f"{sent:,} / 500"
    assert share["fill"] == min(100, 100 * sent // 500)
    assert share["state"] == ("over" if sent > 500 else "")


def test_over_budget_says_why_and_what_can_be_done():
    found, plan = planned([SYSTEM | {"content": LONG * 9}, GOAL, *rings(2)])
    assert plan.status == "over_budget"
    verdict = gauge(plan, found)["verdicts"][0]
    report = ts.budget_report(plan)
    assert verdict["codes"] == list(report.verdicts)
    assert verdict["ways"] == [ts.words.way_out(way, "en") for way in report.ways_out]
    assert gauge(planned(RECORDS)[1], found=planned(RECORDS)[0])["verdicts"] == []


@pytest.mark.parametrize("name", MANY)
def test_every_text_of_ours_has_its_place_and_its_words(name):
    found, plan = planned(RECORDS, **MANY[name])
    view = plan_view(found, plan, "en")
    assert [each["after"] for each in view["inserted"]] == [
        each.after for each in plan.decisions if each.message is None and each.action == "insert"
    ]
    for n, decision in enumerate(ours_of(plan)):
        text = text_of(plan, decision)
        shown = preview_view(found, plan, -1 - n, "en")
        assert shown["title"] and shown["why"]
        assert text and shown["blocks"][0]["pieces"][0]["text"] == text
        assert any(text == written.text for written in plan.written)


def test_notices_are_called_what_they_are():
    found, plan = planned(RECORDS, keep_rounds=1, ledger=True, memory={"place": "last"})
    kinds = {each["kind"]: each["title"] for each in plan_view(found, plan, "en")["inserted"]}
    assert kinds == {"insert": "tombstone", "ledger": "side-effect ledger", "memory": "memory"}


def test_a_text_behind_the_top_level_system_prompt_is_a_button_there():
    body = {"model": "claude-sonnet-4-5", "system": "You keep a stock room.", "max_tokens": 100, "messages": [
        {"role": "user", "content": "Count the bolts."},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "list_bins", "input": {}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1",
                                      "content": '{"bin_id": "BIN-0042"}'}]},
    ]}  # fmt: skip
    found = loaded(body)
    plan = ts.plan(found.transcript, ts.Policy(window=8_000, memory=True), counts=found.counts)
    view = plan_view(found, plan, "en")
    system = view["fixed"]["system"]
    assert system["badge"] == "+ memory"
    assert system["after"] > found.counts.system
    assert "BIN-0042" in preview_view(found, plan, system["select"], "en")["blocks"][0]["pieces"][0]["text"]
    sent = sum(each.after for each in plan.decisions if each.message is not None)
    assert sum(each["after"] for each in view["fixed"].values()) + sent == plan.tokens.sent


CUTS = {
    "limit": {"result_limit": 700},
    "limit in a frame": {"result_limit": 700, "observations": True},
    "bucket": {"buckets": {"recent": 900}, "result_limit": None},
    "no banner fits": {"result_limit": 20},
    "outside": {"result_limit": 700, "banner": "outside"},
}


@pytest.mark.parametrize("name", CUTS)
def test_the_pieces_shown_are_the_pieces_sent(name):
    lines = "\n".join(f"line {n}: bolts {n * 7}" for n in range(400))
    found, plan = planned([SYSTEM, GOAL, *ring("c1", lines)], **CUTS[name])
    decision = next(each for each in plan.decisions if each.message == 3)
    assert decision.action == "truncate"
    message, texts = found.transcript.messages[3], plan.changes[3].texts
    cut = shortened(plan, message, 0, "count_bin", texts)
    sent = plan.messages[3]["content"]
    assert cut.head + cut.middle + cut.tail in sent
    assert cut.framed == ("observations" in CUTS[name])
    if not cut.framed:
        assert cut.head + cut.middle + cut.tail == sent
    assert cut.text == lines
    assert lines == cut.head + cut.hole + cut.tail
    assert len(cut.hole) > len(cut.middle) or CUTS[name]["result_limit"] == 20
    block = preview_view(found, plan, 3, "en")["blocks"][0]
    shown = {piece["kind"]: piece.get("text") for piece in block["pieces"]}
    assert shown.get("head", "") == cut.head and shown.get("tail", "") == cut.tail


def test_fields_that_a_whitelist_took_are_listed_the_largest_first():
    stored = {"hotels": [{"id": "a", "blurb": "x" * 50, "tags": ["q", "r"]}, {"id": "b", "blurb": "y" * 30}]}
    kept = {"hotels": [{"id": "a"}, {"id": "b"}]}
    fields = gone(json.dumps(stored), json.dumps(kept))
    assert [(path, times) for path, times, _ in fields] == [("hotels[*].blurb", 2), ("hotels[*].tags[*]", 2)]
    assert fields[0][2] == 84
    assert gone("no json", "{}") == []


def test_the_preview_lists_what_went():
    text = json.dumps({"hotels": [{"id": "HT-1", "blurb": "long " * 60}]})
    records = [SYSTEM, GOAL, *ring("c1", text, tool="search")]
    found, plan = planned(records, field_whitelist={"search": ["hotels[*].id"]})
    blocks = preview_view(found, plan, 3, "en")["blocks"]
    table = blocks[-1]["pieces"][0]
    assert table["kind"] == "table"
    assert [row[0] for row in table["rows"]] == ["hotels[*].blurb"]
    assert blocks[0]["pieces"][0]["text"] == plan.messages[3]["content"]
