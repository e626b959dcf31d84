"""Over the input budget: what goes in which order, and a hard limit that says what takes how much."""

import json

import pytest

import trimscope as ts
from small import GOAL, SYSTEM, answer, calls, plan, results, rings, says, turns, uses
from trimscope.command.cli import main

LONG = "bolt " * 200
PICTURE = {"type": "image_url", "image_url": {"url": "data:image/png;base64," + "A" * 90}}
NOTE = "[media removed to fit the budget]"
TOOLS = [{"type": "function", "function": {"name": "count_bin", "description": "counts " * 150}}]


def seen(text):
    return [{"type": "text", "text": text}, PICTURE]


def verdicts(plan):
    return plan.verdicts, ts.budget_report(plan).ways_out


def test_old_media_in_tool_results_go_before_text_and_the_open_turn_keeps_its_own():
    records = [SYSTEM, GOAL, calls("a"), answer("a", seen("bin 1")), calls("b"), answer("b", seen("bin 2"))]
    sent = plan(records, token_budget=1200, exclude_tools=["count_bin"])
    assert sent.messages[3]["content"] == [{"type": "text", "text": "bin 1"}, {"type": "text", "text": NOTE}]
    assert sent.messages[5] == records[5] and sent.status == "above_watermark"
    assert [d.reason for d in sent.decisions][3] == "media_over_budget"
    assert sent.tokens.sent == ts.count(ts.load(sent.document)).total
    again = ts.plan(ts.load(sent.document), sent.policy)
    assert again.tokens.saved == 0 and again.document == sent.document


def test_a_result_that_is_only_a_picture_becomes_the_note():
    image = [{"type": "image", "source": {"type": "base64", "data": "A" * 90}}]
    records = turns(GOAL, uses("a"), results("a", text=image), uses("b"), results("b"), says("so"))
    sent = plan(records, token_budget=300, exclude_tools=["count_bin"])
    assert sent.messages[2]["content"][0]["content"] == [{"type": "text", "text": NOTE}] and sent.status == "fine"
    again = ts.plan(ts.load(sent.document), sent.policy.replace(result_limit=1))
    assert again.messages[2] == sent.messages[2]


def test_a_cut_result_loses_its_picture_and_keeps_its_cut():
    records = [SYSTEM, GOAL, calls("a"), answer("a", seen(LONG)), *rings(1), says("so")]
    sent = plan(records, token_budget=300, result_limit=400, exclude_tools=["count_bin"])
    (text,) = sent.messages[3]["content"]
    assert len(text["text"]) == 400 and sent.tokens.sent == ts.count(ts.load(sent.document)).total
    again = ts.plan(ts.load(sent.document), sent.policy)
    assert again.document == sent.document


def test_what_is_fixed_alone_over_the_budget_is_its_own_verdict():
    document = {"messages": [SYSTEM, GOAL, *rings(2, LONG)], "tools": TOOLS}
    sent = plan(document, token_budget=200)
    codes, ways = verdicts(sent)
    assert sent.status == "over_budget" and codes == ("fixed_over_budget",)
    assert ways == ("fewer_tools", "shorter_descriptions", "split_agent", "smaller_task", "larger_window")


def test_what_may_not_go_is_the_other_verdict_with_the_articles_four_ways_out():
    sent = plan([SYSTEM, GOAL, *rings(2, LONG)], token_budget=200, result_limit=None)
    assert verdicts(sent) == (("over_budget",), ("shorten_recent", "fewer_tools", "raise_budget", "stop"))


def test_a_plan_within_its_budget_has_no_verdict():
    sent = plan([SYSTEM, GOAL, *rings(2)])
    assert verdicts(sent) == ((), ()) and ts.budget_report(sent).over == 0


def test_the_report_says_what_takes_how_much():
    sent = plan({"messages": [SYSTEM, GOAL, *rings(2, LONG)], "tools": TOOLS}, token_budget=200, profile="patchcat")
    report = ts.budget_report(sent)
    assert sum(line.tokens for line in report.lines) == report.sent == sent.tokens.sent
    assert report.over == report.sent - 200 and report.largest[0].bucket == "tools"
    assert all(line.share == line.tokens * 1000 // 200 for line in report.lines)
    kept_free = {line.bucket: line.tokens for line in ts.budget_report(plan([GOAL], window=8000)).lines}
    assert (kept_free["output"], kept_free["margin"]) == (1000, 125)


def test_the_error_of_an_agents_loop_names_the_three_largest():
    document = {"messages": [SYSTEM, GOAL, *rings(2, LONG)], "tools": TOOLS}
    with pytest.raises(ts.BudgetError) as caught:
        ts.assemble(ts.load(document), ts.Policy(token_budget=200, profile="patchcat"))
    said = str(caught.value)
    assert "input budget is 200" in said and "tool definitions" in said and "larger window" in said
    largest = ts.budget_report(ts.plan(ts.load(document), ts.Policy(token_budget=200, profile="patchcat"))).largest
    assert [line.bucket for line in largest[:2]] == ["tools", "recent"] and len(largest) > 3
    places = [said.index(f"{ts.words.bucket(line.bucket)} {line.tokens:,}") for line in largest[:3]]
    assert places == sorted(places) and ts.words.bucket(largest[3].bucket) not in said


def test_the_command_line_prints_the_report_only_over_budget(tmp_path, capsys):
    path = tmp_path / "run.json"
    path.write_text(json.dumps([SYSTEM, GOAL, *rings(2, LONG)]), encoding="utf-8")
    over = ["trim", str(path), "--set", "token_budget=200", "--set", "result_limit=null"]
    assert main(over) == 1
    said = capsys.readouterr().out
    assert "recent messages" in said and "-> stop, and report" in said
    assert main([*over, "--json", "--lang", "zh"]) == 1
    report = json.loads(capsys.readouterr().out)["budget_report"]
    assert report["verdicts"] == ["over_budget"] and report["over"] == report["sent"] - 200
    assert main(["trim", str(path), "--json"]) == 0
    assert "budget_report" not in json.loads(capsys.readouterr().out)


def test_the_command_line_takes_what_was_spent_and_the_retries(tmp_path, capsys):
    path = tmp_path / "run.json"
    path.write_text(json.dumps([SYSTEM, GOAL, *rings(3)]), encoding="utf-8")
    assert main(["trim", str(path), "--set", "run_token_budget=9", "--spent", "9"]) == 1
    assert "spent its token budget" in capsys.readouterr().out
    assert main(["trim", str(path), "--retry", "1", "--json"]) == 0
    reasons = [d["reason"] for d in json.loads(capsys.readouterr().out)["decisions"]]
    assert reasons.count("retry_tightening") == 2
    assert main(["trim", str(path), "--retry", "3"]) == 2
