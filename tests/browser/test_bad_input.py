"""Input that is no transcript: one sentence with the place, and what was on screen stays."""

import pytest

import trimscope as ts
from trimscope_app.i18n import tr
from trimscope_app.views.topbar import CAP_BYTES

from .expected import sentence_about
from .transcripts import openai_list, payload

BAD = {
    "no JSON": "Dear all, please find attached the transcript.",
    "JSON of no known shape": '{"weather": [1, 2, 3]}',
    "nothing": "",
    "blanks": " \n\n ",
    "10,000 brackets": "[" * 10_000 + "]" * 10_000,
    "10,000 braces": '{"a":' * 10_000 + "1" + "}" * 10_000,
    "not a number": '[{"role": "user", "content": "x", "seed": NaN}]',
    "a number without end": '[{"role": "user", "content": "x", "seed": 1e400}]',
    "a half-written last line": '{"role": "user", "content": "a"}\n{"role": "assistant", "content": "b"}\n{"role": "us',
    "a role nobody knows": f'[{{"role": {payload("role")!r}, "content": "x"}}]'.replace("'", '"', 2),
}


def assert_refused(app, sentence, before):
    app.test_id("error").wait_for()
    app.says("error", sentence)
    assert app.numbers() == before
    # The page lives on: a message can be selected, a control moved, the error closed.
    app.test_id("row-1").click()
    app.says("preview", "message 1")
    app.test_id("error").get_by_role("button").click()
    app.until(app.test_id("error").count, 0)


@pytest.mark.parametrize("what", BAD)
def test_a_paste_that_is_no_transcript_changes_nothing(app, what):
    before, title = app.numbers(), app.text("doc-title")
    app.paste(BAD[what])
    assert_refused(app, sentence_about(BAD[what]), before)
    assert app.text("doc-title") == title


def test_a_paste_that_failed_is_still_in_the_box_until_it_loads(app):
    app.paste("Dear all,")
    app.test_id("error").wait_for()
    app.test_id("paste").click()
    assert app.test_id("paste-text").input_value() == "Dear all,"
    app.test_id("paste-cancel").click()
    app.fresh_rows(lambda: app.paste(openai_list()))
    app.test_id("paste").click()
    app.until(app.test_id("paste-text").input_value, "")
    app.test_id("paste-cancel").click()


def test_in_chinese_the_reason_is_told_in_chinese_or_introduced_and_marked_as_english(app):
    app.test_id("lang").click()
    app.paste("Dear all,")
    error = app.test_id("error")
    error.wait_for()
    app.says("error", ts.words.load_error(sentence_about("Dear all,"), "zh"))
    assert error.locator("span[lang]").count() == 0
    app.choose_file("notes.yaml", b"a: [")  # of YAML the core knows nothing, nor has it words for it
    app.says("error", tr("zh", "error.lead"))
    assert error.locator("span[lang=en]").text_content().endswith("is not YAML.")


def test_a_file_that_is_no_text_changes_nothing(app):
    before = app.numbers()
    app.choose_file("photo.json", b"\x89PNG\r\n\x1a\n\x00\xff")
    assert_refused(app, sentence_about(b"\x89PNG\r\n\x1a\n\x00\xff"), before)


def test_a_file_over_the_cap_is_told_its_size_and_the_way_out(app, tmp_path):
    before = app.numbers()
    large = tmp_path / "large.json"
    with large.open("wb") as file:
        file.truncate(CAP_BYTES + 1)
    app.test_id("file-input").set_input_files(large)
    assert_refused(app, "65 MB; the page takes up to 64 MB", before)


def test_a_good_paste_after_a_bad_one_clears_the_error(app):
    app.paste("no")
    app.test_id("error").wait_for()
    app.open_sample("research")
    app.until(app.test_id("error").count, 0)
