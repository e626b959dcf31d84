"""The controls: every one is a setting, in words, and settings changed elsewhere come back to it."""

import json

import pytest
from param.parameterized import edit_constant

import trimscope as ts
from trimscope_app.controls import LIVE, Controls
from trimscope_app.playground import Playground
from trimscope_app.samples import samples

from .views import GOAL, SYSTEM, rings


@pytest.fixture
def controls():
    playground = Playground()
    playground.load_sample(samples()[0].id)
    return Controls(playground)


MOVES = {
    "keep_rounds": 1, "old_rounds": "keep", "trigger": "watermark", "result_limit": 600, "head": 0.25, "window": 32_768,
    "model": "gpt-4o", "watermark": 0.9, "target": 0.4, "output_reserve": 1_024, "safety_margin": 64,
    "protect_system": False, "protect_first_user": False, "protect_last_user": False, "tombstone.style": "stable",
    "tombstone.lang": "zh", "round_unit": "turn", "on_pairing_fault": "repair",
    "on_over_budget": "extreme_then_fail", "calibrate": True,
}


@pytest.mark.parametrize("key", MOVES)
def test_a_moved_control_is_a_changed_policy(controls, key):
    controls.all[key].widget.value = MOVES[key]
    policy = controls.playground.policy
    table, _, inner = key.partition(".")
    assert (getattr(policy, table)[inner] if inner else getattr(policy, key)) == MOVES[key]
    assert controls.playground.plan.policy == policy


def test_no_control_is_forgotten_here(controls):
    assert set(controls.all) == {*MOVES, "profile", "preset"}


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.id)
def test_controls_follow_a_loaded_policy(controls, sample):
    controls.playground.load_sample(sample.id)
    policy = ts.Policy.from_mapping(sample.policy)
    for key in ("keep_rounds", "old_rounds", "result_limit", "window", "watermark", "target", "trigger"):
        assert controls.all[key].widget.value == getattr(policy, key), key


def test_a_value_between_the_steps_stays_reachable(controls):
    controls.playground.change("result_limit", 1_234)
    limit = controls.all["result_limit"].widget
    assert limit.value == 1_234
    controls.all["result_limit"].widget.value = 600
    assert 1_234 in limit.options.values()


def test_no_limit_is_the_end_of_the_slider(controls):
    limit = controls.all["result_limit"].widget
    limit.value = None
    assert controls.playground.policy.result_limit is None
    assert list(limit.options.values())[-1] is None


def test_the_automatic_reserve_names_what_the_core_takes(controls):
    window = controls.playground.plan.window
    reserve = controls.all["output_reserve"].widget
    assert f"auto ({window.reserve:,})" in reserve.options
    assert f"auto ({window.margin:,})" in controls.all["safety_margin"].widget.options


def test_both_languages_name_every_control_and_option(controls):
    names = {}
    for lang in ("en", "zh"):
        controls.playground.speak(lang)
        names[lang] = [each.widget.label for each in controls.all.values()]
        for each in controls.all.values():
            assert each.widget.label
            if each.spec.offer:
                assert each.widget.value in each.widget.options.values()
                assert len(set(each.widget.options)) == len(each.widget.options)
    assert all(en != zh for en, zh in zip(names["en"], names["zh"], strict=True))


def test_a_preset_is_taken_whole_but_for_what_is_the_users_own(controls):
    playground, preset = controls.playground, controls.all["preset"]
    playground.change("window", 32_768)
    playground.pin(4)
    pins = playground.policy.pins
    assert pins and preset.widget.value == ""
    preset.widget.value = "patchcat"
    assert playground.policy == ts.preset("patchcat").replace(window=32_768, pins=list(pins))
    assert preset.help.text == ts.presets()["patchcat"].words["en"]
    playground.change("keep_rounds", 7)
    assert preset.widget.value == ""
    preset.widget.value = "assembler"  # it names a window of its own
    assert playground.policy.window == 128_000


@pytest.mark.parametrize("name", ts.presets())
def test_every_preset_is_known_again(controls, name):
    controls.all["preset"].widget.value = name
    assert controls.all["preset"].widget.value == name
    for key, value in ts.preset(name).to_mapping().items():
        assert controls.playground.policy.to_mapping(defaults=True)[key] == value


def test_settings_of_ones_own_cannot_be_chosen(controls):
    preset = controls.all["preset"]
    preset.widget.value = "default"
    before = controls.playground.policy
    preset.widget.value = ""
    assert controls.playground.policy == before
    assert preset.widget.value == "default"


def test_without_rings_keep_rounds_says_that_it_counts_nothing(controls):
    controls.playground.load_source("plain.json", json.dumps([SYSTEM, GOAL]))
    assert controls.all["keep_rounds"].help.text.startswith("This transcript has no tool rings")


def test_a_long_transcript_waits_until_the_slider_is_let_go(controls):
    controls.playground.load_source("long.json", json.dumps([SYSTEM, GOAL, *rings(LIVE)]))
    kept = controls.all["keep_rounds"].widget
    before = controls.playground.policy.keep_rounds
    kept.value = before + 3
    assert controls.playground.policy.keep_rounds == before
    with edit_constant(kept):
        kept.value_throttled = before + 3
    assert controls.playground.policy.keep_rounds == before + 3


@pytest.mark.parametrize(("key", "there"), [("keep_rounds", 9), ("head", 0.25)])
def test_a_slider_let_go_twice_at_one_place_moves_twice(controls, key, there):
    playground = controls.playground
    playground.load_source("long.json", json.dumps([SYSTEM, GOAL, *rings(LIVE)]))
    slider, before = controls.all[key].widget, getattr(playground.policy, key)
    for _ in range(2):
        events = []
        watcher = slider.param.watch(events.append, "value_throttled")
        with edit_constant(slider):
            slider.param.update(value=there, value_throttled=there)
        slider.param.unwatch(watcher)
        assert events, "letting go is an event"
        assert getattr(playground.policy, key) == there
        playground.change(key, before)
        assert slider.value == before
