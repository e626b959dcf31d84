"""The run: its slider moves the whole page to a call, playing goes call by call, and the replay is drawn below."""

from pathlib import Path

import trimscope as ts

from .expected import numbers


def at_call(app, call):
    """The page at a call: what came later is in the list, and nothing of it is sent."""
    shown = numbers(ts.plan(app.transcript, app.plan.policy, call=call))
    stored = ts.count(app.transcript).messages
    end = app.transcript.call_indexes[call - 1]
    later = [[f"row-{i}", "later", str(stored[i]), "0"] for i in range(end, len(stored))]
    return {**shown, "rows": shown["rows"] + later}


def calls(app):
    return len(app.transcript.call_indexes)


def open_run(app):
    if app.test_id("run-toggle").get_attribute("aria-expanded") == "false":
        app.test_id("run-toggle").click()
    app.test_id("run-cost").wait_for()


def test_the_slider_moves_gauge_and_rows_to_a_call(app):
    slider = app.test_id("run-slider")
    slider.focus()
    slider.press("Home")
    app.until(app.numbers, at_call(app, 1))
    slider.press("ArrowRight")
    slider.press("ArrowRight")
    app.until(app.numbers, at_call(app, 3))
    assert "call 3 of" in app.text("run-where")
    slider.press("End")
    app.shows(app.plan)


def test_keys_pressed_faster_than_the_page_answers_end_at_the_last_one(app):
    slider = app.test_id("run-slider")
    slider.focus()
    for _ in range(calls(app) - 1):
        slider.press("ArrowLeft")
    app.until(app.numbers, at_call(app, 2))
    assert slider.input_value() == "2"
    slider.press("End")
    app.shows(app.plan)


def test_playing_goes_from_the_first_call_to_the_next_one_and_stops(app):
    app.test_id("run-play").click()
    app.until(lambda: "call 2 of" in app.text("run-where"), True)
    app.until(lambda: app.text("run-where"), f"the next call, after {calls(app)}", seconds=90)
    app.until(lambda: app.test_id("run-play").get_attribute("aria-label"), "Play the run")
    app.shows(app.plan)


def test_unfolded_the_replay_is_drawn_and_follows_the_policy(app):
    open_run(app)
    found = ts.replay(app.transcript, app.plan.policy)
    app.says("run-input", f"{found.totals.sent:,}")
    chart = app.page.get_by_role("img", name="Tokens at each of")
    assert chart.locator("svg path").count() >= 4
    assert str(found.totals.breaks) in app.text("run-breaks")
    app.slide("keep_rounds")
    policy = app.plan.policy.replace(keep_rounds=app.plan.policy.keep_rounds + 1)
    app.says("run-input", f"{ts.replay(app.transcript, policy).totals.sent:,}")
    app.test_id("run-toggle").click()


def test_a_click_in_the_chart_goes_to_its_call(app):
    open_run(app)
    chart = app.page.get_by_role("img", name="Tokens at each of")
    box = chart.bounding_box()
    chart.click(position={"x": box["width"] * 1.5 / calls(app), "y": box["height"] / 2})
    app.until(app.numbers, at_call(app, 2))
    app.test_id("run-slider").press("End")
    app.shows(app.plan)
    app.test_id("run-toggle").click()


def test_the_tables_of_calls_and_rounds_are_saved_as_files(app):
    open_run(app)
    for which in ("calls", "rounds"):
        app.test_id(f"run-{which}").locator("summary").click()
        with app.page.expect_download() as coming:
            app.test_id(f"run-{which}-csv").click()
        assert coming.value.suggested_filename == f"{which}.csv"
        lines = Path(coming.value.path()).read_text(encoding="utf-8").splitlines()
        found = ts.replay(app.transcript, app.plan.policy)
        wanted = {"calls": len(found.rows), "rounds": len(app.plan.view.rings.rounds)}[which]
        assert lines[0].split(",")[:2] == [which[:-1], "message"] and len(lines) == 1 + wanted
        app.test_id(f"run-{which}").locator("summary").click()
    app.test_id("run-toggle").click()
