"""The gauge says how far its numbers may be off, to those who see it and to those who hear it."""

import json

import trimscope as ts
from trimscope.reported.size import sent_size, stored_size

TEXT = "one more shelf of bolts, counted twice. " * 300
REPORT = {"usage": {"prompt_tokens": 30_000, "completion_tokens": 30}}
RUN = [
    {"role": "user", "content": "Count the bolts in every bin."},
    {"role": "assistant", "content": TEXT} | REPORT,
    {"role": "user", "content": TEXT},
]


def band(app, bar):
    """Where a bar and its band end, in pixels of the page."""
    return app.test_id("gauge").evaluate(
        """(gauge, which) => {
            const bar = gauge.querySelectorAll(".bar")[which]
            const ends = (box) => [box.left, box.right]
            const box = (node) => node.hidden ? null : ends(node.getBoundingClientRect())
            return {bar: box(bar), band: box(bar.querySelector(".band")), unseen: box(bar.querySelector(".unseen"))}
        }""",
        ("stored", "sent").index(bar),
    )


def near(found, tokens, bar, scale):
    left, right = bar
    return abs(found - (left + (right - left) * min(tokens, scale) / scale)) < 2


def test_the_band_is_drawn_at_the_end_of_what_would_be_sent(app):
    _, plan = app.open_sample("coding")
    size, found = sent_size(plan), band(app, "sent")
    scale = max(plan.window.limit, min(plan.tokens.stored, 2 * plan.window.limit))
    assert near(found["band"][0], size.low, found["bar"], scale)
    assert near(found["band"][1], size.high, found["bar"], scale)


def test_a_meter_says_what_the_picture_shows(app):
    _, plan = app.open_sample("coding")
    meter = app.page.get_by_role("meter")
    size = sent_size(plan)
    assert meter.get_attribute("aria-valuenow") == str(plan.tokens.sent)
    assert meter.get_attribute("aria-valuemax") == str(plan.window.budget)
    said = meter.get_attribute("aria-valuetext")
    assert f"{size.low:,}" in said and f"{size.high:,}" in said


def test_what_the_provider_reported_is_drawn_beyond_the_bar_and_listed(app):
    app.paste(json.dumps(RUN))
    app.until(lambda: "reported at call 1" in app.text("gauge-source"), True)
    size = stored_size(ts.plan(ts.load(RUN)).view)
    assert f"{size.tokens:,}" in app.text("gauge-source")
    assert band(app, "stored")["unseen"] is not None
    app.look_at("usage")
    app.until(lambda: "30,000" in app.text("inspect-lead"), True)
    app.test_id("do-calibrate").click()
    plan = ts.plan(ts.load(RUN), ts.Policy(calibrate=True))
    app.shows(plan)
    assert plan.tokens.stored > 30_000 and band(app, "stored")["unseen"] is None
