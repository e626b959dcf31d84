"""Every control: what it does to the policy, and that gauge, rows and preview are the core's numbers at once."""

import functools

import pytest

import trimscope as ts
from trimscope_app.i18n import tr
from trimscope_app.options import preset_title

from .expected import decision_of, shortened, tokens_line


def slide(name, key="ArrowRight"):
    return lambda app: app.slide(name, key)


def choose(name, option):
    return lambda app: app.choose(name, option)


def push(name):
    return lambda app: app.push(name)


def switch(name):
    return lambda app: app.switch(name)


def tombstone(**changes):
    return {"tombstone": {"style": "counted", "lang": "en", "place": "own_message"} | changes}


AT_WATERMARK = (push("watermark_trigger"), {"trigger": "watermark"})

# What is done, and what it changes in the policy of the coding sample. Names are keys of the interface's words.
MOVES = {
    "rounds kept, one more": [(slide("keep_rounds"), {"keep_rounds": 7})],
    "rounds kept, none": [(slide("keep_rounds", "Home"), {"keep_rounds": 0})],
    "old rounds": [(push(way), {"old_rounds": way}) for way in ("compact", "clear", "keep", "drop")],
    "when old rounds go": [AT_WATERMARK, (push("always"), {"trigger": "always"})],
    "longest result, a step less": [(slide("result_limit", "ArrowLeft"), {"result_limit": 3000})],
    "longest result, no limit": [(slide("result_limit", "End"), {"result_limit": None})],
    "head share": [(slide("head"), {"head": 0.65}), (slide("head", "Home"), {"head": 0.0})],
    "window": [(slide("window_size"), {"window": 16_384}), (slide("window_size", "Home"), {"window": 2_048})],
    "model": [
        (choose("model", "gpt-4"), {"model": "gpt-4", "window": 0}),
        (choose("model", "Custom window"), {"model": None, "window": 8_192}),
    ],
    "watermark": [(slide("watermark"), {"watermark": 0.8})],
    "target": [AT_WATERMARK, (slide("target", "ArrowLeft"), {"target": 0.45})],
    "output reserve": [
        (slide("output_reserve"), {"output_reserve": 0}),
        (slide("output_reserve"), {"output_reserve": 256}),
    ],
    "safety margin": [(slide("safety_margin"), {"safety_margin": 0}), (slide("safety_margin"), {"safety_margin": 64})],
    "anchor: system": [(switch("protect_system"), {"protect_system": False})],
    "anchor: goal": [(switch("protect_first_user"), {"protect_first_user": False})],
    "anchor: newest": [(switch("protect_last_user"), {"protect_last_user": False})],
    "what a round is": [(choose("round_unit", "Turn"), {"round_unit": "turn"})],
    "broken pairing": [(choose("on_pairing_fault", "Repair"), {"on_pairing_fault": "repair"})],
    "over budget": [
        (choose("on_over_budget", "Anchors and newest ring only"), {"on_over_budget": "extreme_then_fail"}),
        (choose("on_over_budget", "Leave out the tools"), {"on_over_budget": "drop_tools_schema_then_fail"}),
    ],
    "tombstone's style": [
        (choose("tombstone_style", "constant text (cache)"), tombstone(style="stable")),
        (choose("tombstone_style", "none"), tombstone(style="off")),
    ],
    "tombstone's language": [(choose("tombstone_lang", "中文"), tombstone(lang="zh"))],
}


@pytest.mark.parametrize("name", MOVES)
def test_a_control_moves_everything_to_the_cores_numbers(app, name):
    transcript, plan = app.transcript, app.plan
    index = shortened(plan)
    app.select(f"row-{index}")
    app.unfold_controls()
    app.mark()
    settings = plan.policy.to_mapping(defaults=True)
    for move, change in MOVES[name]:
        move(app)
        settings |= change
        expected = ts.plan(transcript, ts.Policy.from_mapping(settings))
        app.shows(expected)
        assert ts.Policy.from_mapping(app.policy()) == expected.policy
        decision = decision_of(expected, index)
        app.until(functools.partial(app.text, "preview-why"), ts.words.reason(decision.reason, "en"))
        assert tokens_line(decision) in app.text("preview")
    # Nothing was reloaded or drawn anew: the rows that were there are the very same elements. Another model may read
    # with another tokenizer: then everything is counted, and drawn, anew.
    if name != "model":
        assert [each for each in app.unmarked() if each.startswith("row-") and each != "row-tombstone"] == []
    assert app.is_selected(f"row-{index}")


@pytest.mark.parametrize("name", ["default", "handmade", "patchcat"])
def test_a_preset_is_the_cores_policy_under_the_window_that_was_there(app, name):
    window = app.plan.policy.window
    app.choose("preset", preset_title(name, "en"))
    expected = ts.preset(name).replace(window=window)
    app.shows(ts.plan(app.transcript, expected))
    assert ts.Policy.from_mapping(app.policy()) == expected
    assert app.page.get_by_text(ts.presets()[name].words["en"], exact=True).count() == 1


def test_rows_that_do_not_change_are_not_touched(app):
    transcript, plan = app.transcript, app.plan
    app.page.evaluate(
        """() => {
          window.trimscopeTouched = new Set()
          const walk = (root) => {
            for (const node of root.querySelectorAll("*")) {
              if (node.dataset?.testid?.startsWith("row-")) {
                new MutationObserver(() => window.trimscopeTouched.add(node.dataset.testid))
                  .observe(node, {childList: true, characterData: true, subtree: true})
              }
              if (node.shadowRoot) walk(node.shadowRoot)
            }
          }
          walk(document)
        }"""
    )
    after = ts.plan(transcript, plan.policy.replace(keep_rounds=plan.policy.keep_rounds - 1))
    app.slide("keep_rounds", "ArrowLeft")
    app.shows(after)
    pairs = zip(plan.decisions, after.decisions, strict=True)
    changed = {f"row-{new.message}" for old, new in pairs if new.message is not None and old != new}
    touched = set(app.page.evaluate("[...window.trimscopeTouched]"))
    assert changed <= touched
    assert touched <= changed | {"row-tombstone"}


@pytest.mark.parametrize(("name", "key"), [("watermark", "Home"), ("target", "End")])
def test_watermark_and_target_push_each_other_rather_than_break(app, name, key):
    app.push("watermark_trigger")
    app.slide(name, key)
    app.until(lambda: app.policy().get(name) not in (None, 0.75, 0.5) or app.test_id("error").count(), True)
    assert app.test_id("error").count() == 0
    policy = ts.Policy.from_mapping(app.policy())
    assert policy.target < policy.watermark
    app.shows(ts.plan(app.transcript, policy))


def test_the_output_reserve_at_its_end_still_leaves_a_budget(app):
    app.unfold_controls()
    app.slide("output_reserve", "End")
    app.until(lambda: app.policy().get("output_reserve"), 8_192)
    app.slide("window_size", "Home")
    app.until(lambda: app.policy().get("window"), 2_048)
    assert app.test_id("error").count() == 0
    app.shows(ts.plan(app.transcript, ts.Policy.from_mapping(app.policy())))


def test_reset_brings_the_samples_policy_back(app):
    assert not app.test_id("reset").is_visible()
    app.slide("keep_rounds", "Home")
    app.until(lambda: app.text("origin"), tr("en", "origin.yours"))
    app.test_id("reset").click()
    app.shows(app.plan)
    assert app.policy() == app.plan.policy.to_mapping()
    app.until(app.test_id("reset").is_visible, False)


def test_every_control_has_a_name(app):
    app.unfold_controls()
    for role in ("slider", "combobox", "switch", "button"):
        for control in app.page.get_by_role(role).all():
            name = control.evaluate(
                """node => node.ariaLabel || node.labels?.[0]?.textContent || node.textContent
                  || node.getRootNode().getElementById(node.getAttribute("aria-labelledby") ?? "")?.textContent"""
            )
            assert name and name.strip(), control.evaluate("node => node.outerHTML")
