"""The one state: loading, settings, and that what is on screen stays when something fails."""

import base64
import itertools
import json
import subprocess
import sys

import pytest

import trimscope as ts
from trimscope import formats
from trimscope_app.i18n import tr
from trimscope_app.page import create
from trimscope_app.playground import Playground
from trimscope_app.samples import samples
from trimscope_app.views.titles import FORMATS
from trimscope_app.views.topbar import CAP_BYTES

from .views import GOAL, SYSTEM, calls, ring, rings


def upload(playground, data, name="run.json"):
    playground.load_upload({"name": name, "base64": base64.b64encode(data).decode(), "n": 1})


@pytest.fixture
def playground():
    made = Playground()
    made.load_sample(samples()[0].id)
    return made


def on_screen(playground):
    return {name: getattr(playground, name) for name in ("topbar", "gauge", "rows", "plan_rows", "preview")}


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.id)
def test_a_sample_brings_its_policy_and_is_named_in_both_languages(sample):
    playground = Playground()
    playground.load_sample(sample.id)
    assert playground.policy == ts.Policy.from_mapping(sample.policy)
    for lang in ("zh", "en"):
        playground.speak(lang)
        assert playground.topbar["title"] == sample.title[lang]
        assert playground.topbar["sample"] == sample.id


@pytest.mark.parametrize("data", [b"", b"{", b"hello", b"[1, 2]", b"[" * 10_000, b"\xff\xfe\x00", b"[NaN]", b"null"])
def test_what_cannot_be_loaded_gives_one_sentence_and_the_rest_stays(playground, data):
    before = on_screen(playground)
    upload(playground, data)
    (box,) = playground.notice["boxes"]
    assert box["testid"] == "error"
    assert box["text"].count("\n") == 0
    assert box["text"].strip()
    assert on_screen(playground) == before


def test_a_file_over_the_cap_is_told_its_size(playground):
    playground.load_upload({"name": "huge.json", "error": "too_big", "bytes": CAP_BYTES + 1, "n": 1})
    assert "65 MB" in playground.notice["boxes"][0]["text"]
    assert "64 MB" in playground.notice["boxes"][0]["text"]


def test_a_good_load_takes_the_error_away(playground):
    upload(playground, b"{")
    upload(playground, json.dumps([SYSTEM, GOAL, *rings(2)]).encode(), "good.json")
    assert playground.notice["boxes"] == []
    assert playground.topbar["title"] == "good.json"


def test_a_loaded_file_keeps_the_settings(playground):
    playground.change("keep_rounds", 3)
    upload(playground, json.dumps([SYSTEM, GOAL, *rings(5)]).encode())
    assert playground.policy.keep_rounds == 3
    assert playground.plan.policy == playground.policy


def test_every_change_plans_anew_to_the_cores_numbers(playground):
    for key, value in [("keep_rounds", 2), ("old_rounds", "compact"), ("result_limit", 1_000), ("head", 0.3),
                       ("window", 9_000), ("tombstone.lang", "zh"), ("protect_first_user", False)]:
        playground.change(key, value)
        expected = ts.plan(playground.loaded.transcript, playground.policy)
        assert playground.gauge["sent"]["tokens"] == expected.tokens.sent
        assert playground.plan.plan_digest == expected.plan_digest


def test_the_target_stays_below_the_watermark(playground):
    playground.change("watermark", 0.3)
    assert playground.policy.target < playground.policy.watermark == 0.3
    playground.change("target", 0.9)
    assert playground.policy.target == 0.9 < playground.policy.watermark


@pytest.mark.parametrize(("key", "value"), [("watermark", 0.0), ("target", 1.0), ("watermark", 0.15000000000000002)])
def test_watermark_and_target_make_room_for_each_other_at_the_ends(playground, key, value):
    playground.change(key, value)
    assert playground.notice["boxes"] == []
    assert 0 <= playground.policy.target < playground.policy.watermark <= 1


def test_a_model_brings_its_window_and_a_moved_window_leaves_the_model(playground):
    playground.change("model", "gpt-4o")
    assert (playground.plan.window.limit, playground.plan.window.source) == (128_000, "model")
    playground.change("model", "")
    assert (playground.plan.window.limit, playground.policy.model) == (128_000, None)
    playground.change("model", "gpt-4o")
    playground.change("window", 12_288)
    assert (playground.plan.window.limit, playground.policy.model) == (12_288, None)


def test_settings_that_cannot_be_are_not_taken_and_said_so(playground):
    before, settings, policy = on_screen(playground), playground.settings, playground.export("policy")
    playground.change("keep_rounds", -1)
    (box,) = playground.notice["boxes"]
    assert (box["title"], "keep_rounds" in box["text"]) == (tr("en", "error.setting"), True)
    assert on_screen(playground) == before
    assert (playground.settings, playground.export("policy")) == (settings, policy)
    playground.change("keep_rounds", 2)
    assert playground.notice["boxes"] == []


ENDS = {"window": (1, 2_048, 2_000_000), "output_reserve": (0, 65_536, 100_000_000), "safety_margin": (0, 4_096, 10**8),
        "watermark": (0.0, 1.0), "target": (0.0, 1.0)}  # fmt: skip


@pytest.mark.parametrize("start", [{}, {"watermark_of": "window"}, {"model": "gpt-4"}, {"window": 2_048}])
@pytest.mark.parametrize(("one", "other"), [*itertools.permutations(ENDS, 2)])
def test_controls_at_their_ends_push_each_other_and_never_contradict(playground, start, one, other):
    for key, value in start.items():
        playground.change(key, value)
    for first, second in itertools.product(ENDS[one], ENDS[other]):
        for key, value in ((one, first), (other, second)):
            playground.change(key, value)
            assert playground.notice["boxes"] == [], (key, value)
            assert playground.plan.policy == playground.policy == ts.Policy.from_mapping(playground.settings)
            assert ts.Policy.from_mapping(json.loads(playground.export("policy")["text"])) == playground.policy


def test_a_moved_reserve_stops_at_the_window_and_a_small_window_takes_it_along(playground):
    playground.change("output_reserve", 65_536)
    assert playground.policy.output_reserve == 8_192  # the largest step that leaves an eighth of 16,000
    playground.change("window", 4_096)
    assert (playground.policy.window, playground.policy.output_reserve) == (4_096, 2_048)


@pytest.mark.parametrize("settings", [
    {"pins": ["call:nowhere"]}, {"window": 2_048, "output_reserve": 65_536}, {"target": 0.9}, {"profile": "nobody's"},
])
def test_no_settings_keep_a_file_from_being_loaded(playground, settings):
    playground.change("keep_rounds", 3)
    playground.settings = playground.settings | settings
    upload(playground, json.dumps([SYSTEM, GOAL, *rings(2)]).encode(), "good.json")
    assert (playground.notice["boxes"], playground.topbar["title"]) == ([], "good.json")
    assert playground.plan.policy == playground.policy == ts.Policy.from_mapping(playground.settings)


# Where the settings come from


def test_a_sample_sets_the_policy_and_reset_brings_it_back(playground):
    policy = playground.policy
    assert playground.source == {"code": "sample", "text": tr("en", "origin.sample"), "reset": ""}
    playground.change("keep_rounds", 1)
    playground.change("window", 2_048)
    assert playground.source["code"] == "yours"
    assert playground.source["reset"] == tr("en", "origin.reset_sample")
    playground.reset()
    assert (playground.policy, playground.plan.policy) == (policy, policy)
    assert playground.source["code"] == "sample"


def test_a_file_of_ones_own_starts_from_the_default_policy_in_its_models_window(playground):
    body = {"model": "gpt-4o", "messages": [SYSTEM, GOAL, *rings(2)]}
    upload(playground, json.dumps(body).encode())
    assert playground.policy == ts.Policy()
    assert (playground.plan.window.limit, playground.plan.window.source) == (128_000, "model")
    assert playground.source["text"] == tr("en", "origin.default_model", model="gpt-4o")
    upload(playground, json.dumps([SYSTEM, GOAL]).encode())
    assert playground.source["text"] == tr("en", "origin.default_assumed", n=playground.plan.window.limit)


def test_reset_on_a_file_of_ones_own_goes_back_to_the_default_policy(playground):
    playground.change("keep_rounds", 3)
    upload(playground, json.dumps([SYSTEM, GOAL]).encode())
    assert playground.policy.window == 16_000  # what the user set stays, with all that was there
    assert playground.source["reset"] == tr("en", "origin.reset_default")
    playground.reset()
    assert playground.policy == ts.Policy()


# What failed, in words


def test_what_was_here_stays_is_said_only_where_something_was_here(playground):
    empty = Playground()
    upload(empty, b"{")
    upload(playground, b"{")
    titles = [each.notice["boxes"][0]["title"] for each in (empty, playground)]
    assert titles == [tr("en", "error.title"), tr("en", "error.title_kept")]


def test_a_file_given_at_the_start_that_cannot_be_loaded_says_that_a_sample_is_shown():
    notice = create({"source": b"{", "name": "broken.json"})[1]
    assert notice.data["boxes"][0]["title"] == tr("en", "error.title_sample")


def test_in_chinese_a_load_that_failed_is_told_in_chinese(playground):
    playground.speak("zh")
    upload(playground, b"{")
    box = playground.notice["boxes"][0]
    assert (box["title"], box["lead"], box["text_lang"]) == (tr("zh", "error.title_kept"), "", "")
    assert box["text"] == "第 1 行第 2 列：文本在应出现“双引号括起的键”的地方结束（被截断？）。"
    playground.speak("en")
    assert playground.notice["boxes"][0]["text"].startswith("Line 1, column 2: the text ends where a key")


def test_in_chinese_a_sentence_without_words_is_introduced_and_marked_as_english(playground, monkeypatch):
    monkeypatch.setattr(ts.words, "load_error", lambda sentence, lang: None)
    playground.speak("zh")
    upload(playground, b"{")
    box = playground.notice["boxes"][0]
    assert (box["title"], box["lead"], box["text_lang"]) == (tr("zh", "error.title_kept"), tr("zh", "error.lead"), "en")
    playground.load_upload({"name": "x", "error": "unreadable", "bytes": 1, "n": 2})
    box = playground.notice["boxes"][0]
    assert (box["lead"], box["text"], box["text_lang"]) == ("", tr("zh", "error.unreadable"), "")
    playground.speak("en")
    assert playground.notice["boxes"][0]["text"] == tr("en", "error.unreadable")


def test_of_several_dropped_files_the_first_is_loaded_and_said_so(playground):
    data = base64.b64encode(json.dumps([SYSTEM, GOAL]).encode()).decode()
    playground.load_upload({"name": "a.json", "base64": data, "others": 2, "n": 1})
    assert [box["text"] for box in playground.notice["boxes"]] == [tr("en", "note.first_of", n=3)]
    upload(playground, json.dumps([SYSTEM, GOAL]).encode())
    assert playground.notice["boxes"] == []


def test_a_name_cannot_turn_the_words_around_it(playground):
    upload(playground, json.dumps([SYSTEM, GOAL, *ring("a", tool="\u202egpj.exe")]).encode(), "a\u202egpj.json")
    assert playground.topbar["title"] == r"a\u202egpj.json"
    assert playground.rows["rows"][2]["title"] == r"\u202egpj.exe"


def test_every_format_has_a_name_people_know():
    assert set(formats.names()) <= set(FORMATS)


def test_a_broken_history_lists_its_faults_and_selects_the_first():
    playground = Playground()
    playground.load_source("b.json", json.dumps([SYSTEM, GOAL, calls("lost"), {"role": "user", "content": "And?"}]))
    (box,) = playground.notice["boxes"]
    assert [item["message"] for item in box["items"]] == [2] == [playground.selected]
    assert not playground.exporter["can_send"]


def test_downloads_are_the_plan_and_the_policy(playground):
    messages = playground.export("messages")
    assert json.loads(messages["text"]) == playground.plan.document
    assert messages["name"].endswith(".trimmed.json")
    policy = json.loads(playground.export("policy")["text"])
    assert ts.Policy.from_mapping(policy) == playground.policy


def test_json_lines_stay_json_lines():
    playground = Playground()
    lines = [json.dumps(record) for record in (SYSTEM, GOAL, *rings(6))]
    playground.load_source("run.jsonl", "\n".join(lines))
    playground.change("keep_rounds", 2)
    export = playground.export("messages")
    assert export["name"] == "run.trimmed.jsonl"
    assert [json.loads(line) for line in export["text"].splitlines()] == playground.plan.document


def test_a_language_change_leaves_numbers_alone(playground):
    before = playground.gauge["sent"]
    playground.speak("zh")
    assert playground.gauge["sent"]["tokens"] == before["tokens"]
    assert playground.gauge["sent"]["name"] == "发送"


def test_the_page_starts_without_numpy_and_pandas(repository):
    code = ("import sys; from trimscope_app.page import create; create({}); "
            "print([n for n in ('numpy', 'pandas') if n in sys.modules and n not in before])")
    # Panel imports numpy for itself outside the browser; ours must not add to what it brings.
    code = "import sys, panel, panel_material_ui; before = set(sys.modules); " + code
    path = f"{repository / 'core'}:{repository / 'app'}"
    environment = {"PYTHONPATH": path, "PATH": ""}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr
