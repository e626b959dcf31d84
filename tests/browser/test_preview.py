"""The preview: the pieces on screen are the pieces sent."""

import re

import pytest

import trimscope as ts
from trimscope_app.i18n import tr

from .expected import decision_of, result_texts, shortened


def sent_text(plan, index):
    """What is sent of the tool result that is message `index`, found by its call's id."""
    (result,) = plan.transcript.messages[index].results
    trimmed = ts.load(plan.document)
    (sent,) = (each for message in trimmed.messages for each in message.results if each.call_id == result.call_id)
    return "".join(part.text for part in sent.texts)


def assert_pieces_are_sent(app, plan, index):
    """The pieces on screen make up the text that is sent; returns the lengths of head and tail in characters."""
    assert decision_of(plan, index).action == "truncate"
    sent = sent_text(plan, index)
    assert len(sent) <= plan.policy.result_limit
    app.until(lambda: sent.startswith(app.text("preview-head")) and sent.endswith(app.text("preview-tail")), True)
    head, tail = app.text("preview-head"), app.text("preview-tail")
    assert sent[len(head) : len(sent) - len(tail)].strip("\n") == app.text("preview-banner")
    (original,) = result_texts(plan.transcript, index)
    hole = original[len(head) : len(original) - len(tail)]
    assert app.test_id("preview-hole").locator("pre").text_content() == hole[:20_000]
    return len(head), len(tail)


def test_head_banner_and_tail_are_what_is_sent_and_move_with_the_limit(app):
    transcript, plan = app.transcript, app.plan
    index = shortened(plan)
    app.select(f"row-{index}")
    before = assert_pieces_are_sent(app, plan, index)
    app.slide("result_limit", "ArrowLeft")
    less = ts.plan(transcript, plan.policy.replace(result_limit=3000))
    app.shows(less)
    after = assert_pieces_are_sent(app, less, index)
    assert after < before
    app.slide("head")
    more = ts.plan(transcript, less.policy.replace(head=0.65))
    app.shows(more)
    assert assert_pieces_are_sent(app, more, index)[0] > after[0]


def test_the_hole_can_be_unfolded_and_stays_so_while_a_control_moves(app):
    app.select(f"row-{shortened(app.plan)}")
    hole = app.test_id("preview-hole")
    assert not hole.locator("pre").is_visible()
    hole.locator("summary").click()
    hole.locator("pre").wait_for()
    app.slide("result_limit", "ArrowLeft")
    app.until(lambda: app.policy().get("result_limit"), 3000)
    assert hole.locator("pre").is_visible()


@pytest.mark.parametrize("sample", ["coding", "hotel", "research"])
def test_a_message_says_why_it_is_treated_as_it_is(app, sample):
    _, plan = app.open_sample(sample)
    one_of_each = {each.reason: each for each in plan.decisions if each.message is not None}
    for decision in one_of_each.values():
        app.test_id(f"row-{decision.message}").click()
        app.says("preview", f"message {decision.message}")
        assert app.text("preview-why") == ts.words.reason(decision.reason, "en")


def test_the_tombstone_can_be_read(app):
    app.select("row-tombstone")
    app.says("preview", app.plan.tombstone.text)


def test_from_a_call_to_its_result_and_back(app):
    ring = next(each for each in ts.group(app.transcript).rounds if each.ring)
    call, result = ring.messages[0], ring.messages[-1]
    app.select(f"row-{call}")
    links = app.test_id("preview").get_by_role("button")
    links.filter(has_text=re.compile(f"^{result}: ")).first.click()
    app.until(lambda: app.is_selected(f"row-{result}"), True)
    app.says("preview", f"message {result}")
    links.filter(has_text=re.compile(f"^{call}: ")).first.click()
    app.until(lambda: app.is_selected(f"row-{call}"), True)


def test_a_compacted_result_shows_its_stub_beside_the_original(app):
    transcript, plan = app.open_sample("hotel")
    index = next(each.message for each in plan.decisions if each.action == "compact")
    app.select(f"row-{index}")
    for words in ("preview.sent_as", "preview.original"):
        app.says("preview", tr("en", words))
    assert result_texts(transcript, index)[0][:500] in app.text("preview")
    assert "_compacted" in app.text("preview")


def test_what_does_not_pair_is_refused_named_and_one_click_away(app):
    _, plan = app.open_sample("broken")
    assert plan.status == "refused"
    assert app.test_id("gauge-status").get_attribute("data-status") == "refused"
    assert app.test_id("export-messages").is_disabled()
    refused = [fault for fault in plan.faults if fault.severity == "refused"]
    places = app.test_id("faults").get_by_role("button")
    assert places.count() == len(refused)
    for fault, place in zip(refused, places.all(), strict=True):
        assert ts.words.fault(fault.code, "en") in place.text_content()
        place.click()
        app.until(lambda i=fault.message: app.is_selected(f"row-{i}"), True)
        app.says("preview", f"message {fault.message}")
