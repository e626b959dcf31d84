"""A replay is the plan at every call of a run: equal to planning each from scratch, and to the fold of its own steps."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import histories
import trimscope as ts
from small import GOAL, SYSTEM, answer, calls, counted, outside, rings, says, turns, user
from trimscope.replaying import planned_steps
from trimscope.replaying.steady import running

LONG = "bolt " * 60

POLICIES = st.fixed_dictionaries(
    {"keep_rounds": st.sampled_from([0, 1, 2, 4, 99])},
    optional={
        "old_rounds": st.sampled_from(["drop", "compact", "clear", "keep"]),
        "round_unit": st.sampled_from(["ring", "turn"]),
        "trigger": st.sampled_from(["always", "watermark"]),
        "history": st.sampled_from(["raw", "persisted"]),
        "token_budget": st.sampled_from([60, 150, 300, 600, 1200]),
        "watermark": st.sampled_from([0.75, 0.9]),
        "target": st.sampled_from([0.1, 0.5]),
        "result_limit": st.sampled_from([40, 200]),
        "observations": st.just(True),
        "field_whitelist": st.just({"read": ["hotels[*].id"]}),
        "clear_tool_inputs": st.just(True),
        "exclude_tools": st.just(["read"]),
        "protect_last_user": st.just(False),
        "protect_system": st.just(False),
        "pins": st.sampled_from([[1], [3], ["first_user_message"]]),
        "max_turns": st.just(3),
        "run_token_budget": st.just(2000),
        "on_over_budget": st.sampled_from(["extreme_then_fail", "drop_tools_schema_then_fail"]),
        "profile": st.sampled_from(["patchcat", "chars4"]),
        "tombstone": st.sampled_from([{"style": "stable"}, {"style": "off"}, {"place": "append_to_goal"}, {"lang": "zh"}]),
    },
)


@st.composite
def runs(draw):
    """A well-formed run: user messages, answers, rings with one or more calls, of all sizes."""
    records = [*([SYSTEM] if draw(st.booleans()) else []), GOAL]
    for number in range(draw(st.integers(1, 14))):
        kind = draw(st.sampled_from(["ring", "ring", "ring", "ring", "two", "user", "says", "injected"]))
        text = draw(st.sampled_from(["ok", "x", LONG, LONG * 4, histories.TEXTS[1] * 20, '{"hotels": [{"id": "HT-1"}]}']))
        if kind == "user":
            records += [user(text)] * draw(st.integers(1, 2))
        elif kind == "injected":
            records.append(user(histories.WRAPPED))
        elif kind == "says":
            records.append(says(text))
        else:
            ids = [f"c{number}{i}" for i in range(2 if kind == "two" else 1)]
            tool = draw(st.sampled_from(["read", "grep"]))
            records += [calls(*ids, tool=tool, bin=number), *(answer(each, text) for each in ids)]
    return {"messages": [*records, says("so")], "tools": [histories._tool()]}


def told(steps):
    """What steps say, with the forms of all messages at each call written out."""
    forms, found = {}, []
    for step in steps:
        forms = {**({} if step.fresh else forms), **step.forms}
        said = {name: getattr(step, name) for name in step.__slots__ if name != "forms"}
        sent = {i: (f.gone, f.tokens, f.touched and dict(f.change.texts), f.touched and f.change.edits) for i, f in forms.items()}
        found.append((said, sent))
    return found


@settings(max_examples=400)
@given(runs(), POLICIES)
def test_a_run_told_by_levels_is_the_run_planned_call_by_call(document, keys):
    try:
        transcript, policy = ts.load(document), ts.Policy(**keys)
        counts = ts.count(transcript, policy.profile)
        expected = told(planned_steps.steps(transcript, policy, counts))
    except ts.PolicyError:
        return
    found = running.steps(transcript, policy, counts)
    if found is not None:
        for (said, sent), (wanted, forms) in zip(told(found), expected, strict=True):
            assert said == wanted
            assert sent == forms
