"""Code taken along from a plan: the script makes the same plan; others' settings say what differs."""

import ast
import json
import os
import subprocess
import sys

import pytest

import trimscope as ts
from small import GOAL, REPOSITORY, SYSTEM, answer, calls, rings
from trimscope.exporting.code import KINDS, code

LONG = [SYSTEM, GOAL, *rings(8, "x" * 6000)]


def planned(records=LONG, policy=None, **options):
    return ts.plan(ts.load(json.dumps(records)), policy or ts.Policy(window=16_000, keep_rounds=2), **options)


def settings(text, name):
    """Keyword arguments of the call of that name in the code."""
    (found,) = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)
                and getattr(node.func, "id", getattr(node.func, "attr", "")) == name]
    return {each.arg: each.value for each in found.keywords}


def ran(tmp_path, script, records):
    (tmp_path / "plan.py").write_text(script, encoding="utf-8")
    (tmp_path / "run.json").write_text(json.dumps(records), encoding="utf-8")
    return subprocess.run([sys.executable, "plan.py", "run.json"], cwd=tmp_path, capture_output=True, text=True,
                          env=os.environ | {"PYTHONPATH": str(REPOSITORY / "core"), "PYTHONUTF8": "1"}, check=False)


@pytest.mark.parametrize("options", [{}, {"call": 5}, {"spent": 100, "retry": 1}])
def test_the_script_makes_the_same_plan(tmp_path, options):
    policy = ts.Policy(window=16_000, keep_rounds=2, keep_matching="错误|\u202eerror", ledger=True)
    plan = planned(policy=policy, **options)
    done = ran(tmp_path, code(plan, "python", "zh"), LONG)
    assert done.returncode == 0, done.stderr
    assert plan.plan_digest in done.stdout
    assert plan.messages_digest in done.stdout


def test_the_script_says_when_the_plan_is_another(tmp_path):
    done = ran(tmp_path, code(planned(), "python"), [SYSTEM, GOAL, *rings(3, "y" * 6000)])
    assert done.returncode == 1, done.stderr


def test_the_function_of_the_script_trims_for_an_agent():
    plan = planned()
    space = {"__name__": "plan"}
    exec(code(plan, "python"), space)  # noqa: S102
    assert space["trim"](LONG) == plan.messages


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_preset_gives_code_that_compiles_and_says_what_differs(kind, lang):
    transcript = ts.load(json.dumps(LONG))
    for name in ts.presets():
        text = code(ts.plan(transcript, ts.preset(name)), kind, lang)
        compile(text, name, "exec")
        assert text.startswith("# ")


def test_anthropic_takes_trigger_keep_and_what_is_excluded():
    policy = ts.Policy(window=100_000, watermark_of="window", watermark=0.6, trigger="watermark", old_rounds="clear",
                       keep_rounds=5, exclude_tools=("web",), clear_at_least=900, clear_tool_inputs=True)
    text = code(planned(policy=policy), "anthropic")
    (made,) = [node for node in ast.parse(text).body if isinstance(node, ast.Assign)
               and node.targets[0].id == "CONTEXT_MANAGEMENT"]
    assert ast.literal_eval(made.value) == {"edits": [{
        "type": "clear_tool_uses_20250919", "trigger": {"type": "input_tokens", "value": 60_000},
        "keep": {"type": "tool_uses", "value": 5}, "clear_at_least": {"type": "input_tokens", "value": 900},
        "exclude_tools": ["web"], "clear_tool_inputs": True}]}
    assert "no counterpart" not in text


def test_langchain_gets_back_the_numbers_of_its_own_presets():
    found = settings(code(planned(policy=ts.preset("langchain_clear")), "langchain"), "ClearToolUsesEdit")
    assert {key: ast.literal_eval(found[key]) for key in ("trigger", "keep", "placeholder")} == {
        "trigger": 100_000, "keep": 3, "placeholder": "[cleared]"}
    found = settings(code(planned(policy=ts.preset("langchain_trim_human")), "langchain"), "trim_messages")
    assert ast.literal_eval(found["max_tokens"]) == 20
    assert found["token_counter"].id == "len"
    assert ast.literal_eval(found["start_on"]) == "human"
    found = settings(code(planned(policy=ts.preset("langchain_summary")), "langchain"), "SummarizationMiddleware")
    assert ast.literal_eval(found["keep"]) == ("messages", 20)


def test_openai_truncates_only_where_history_may_go():
    for old_rounds, meant in (("drop", "auto"), ("clear", "auto"), ("keep", "disabled")):
        found = settings(code(planned(policy=ts.Policy(old_rounds=old_rounds)), "openai"), "create")
        assert ast.literal_eval(found["truncation"]) == meant


def test_what_has_no_counterpart_is_named():
    policy = ts.Policy(dedupe=True, ledger=True, result_limit=None)
    for kind in ("anthropic", "langchain", "openai"):
        text = code(planned(policy=policy), kind)
        assert "dedupe, ledger" in text
        assert "limit for one result" not in text
        assert "limit for one result" in code(planned(), kind)


def test_names_from_a_file_stay_inside_of_their_quotes():
    name = '"""\n__import__("os")\u2028#'
    records = [SYSTEM, GOAL, calls("c1", tool=name), answer("c1")]
    policy = ts.Policy(exclude_tools=(name,), tool_limits={name: 3}, model=name)
    for kind in KINDS:
        text = code(planned(records, policy), kind, file=name)
        named = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)]
        assert not any(node.id == "__import__" for node in named)


def test_another_kind_is_refused():
    with pytest.raises(ts.PolicyError, match="python, anthropic, langchain, openai"):
        code(planned(), "cobol")
