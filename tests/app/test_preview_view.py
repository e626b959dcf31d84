"""The preview shows the pieces that are really sent, what is missing between them, and why."""

import base64
import json

import pytest

import trimscope as ts
from trimscope_app.views.pieces import ERROR_LINES, SHOWN
from trimscope_app.views.preview import preview_view

from .views import GOAL, SYSTEM, answer, calls, planned, ring, rings

LOG = "\n".join(f"step {n} done" for n in range(400))


def preview(records, selected, lang="en", **settings):
    loaded, plan = planned(records, **settings)
    return preview_view(loaded, plan, selected, lang), plan


def pieces(view, block=-1):
    return {piece["kind"]: piece for piece in view["blocks"][block]["pieces"]}


def sent_text(plan, index):
    return plan.messages[index]["content"]


def test_head_banner_and_tail_are_what_is_sent():
    view, plan = preview([SYSTEM, GOAL, *ring("a", LOG)], 3, result_limit=800)
    shown = pieces(view)
    sent = sent_text(plan, 3)
    assert sent.startswith(shown["head"]["text"])
    assert sent.endswith(shown["tail"]["text"])
    assert shown["banner"]["text"] in sent
    assert len(sent) == len(shown["head"]["text"]) + len(shown["tail"]["text"]) + len(
        sent.removeprefix(shown["head"]["text"]).removesuffix(shown["tail"]["text"]))


def test_head_hole_and_tail_are_the_whole_result():
    view, _ = preview([SYSTEM, GOAL, *ring("a", LOG)], 3, result_limit=800)
    shown = pieces(view)
    assert shown["head"]["text"] + shown["hole"]["text"] + shown["tail"]["text"] == LOG


def test_the_preview_moves_with_the_limit_and_the_head_share():
    small, large = (pieces(preview([SYSTEM, GOAL, *ring("a", LOG)], 3, result_limit=n)[0]) for n in (800, 1_600))
    assert len(large["head"]["text"]) > len(small["head"]["text"])
    front = pieces(preview([SYSTEM, GOAL, *ring("a", LOG)], 3, result_limit=800, head=0.9)[0])
    assert len(front["tail"]["text"]) < len(small["tail"]["text"])


def test_lines_that_look_like_errors_are_listed_with_their_numbers():
    lines = LOG.split("\n")
    lines[200] = "ERROR: bin 7 is missing"
    view, _ = preview([SYSTEM, GOAL, *ring("a", "\n".join(lines))], 3, result_limit=800)
    assert pieces(view)["hole"]["errors"] == [(201, "ERROR: bin 7 is missing")]


def test_a_calm_hole_says_so_and_a_wild_one_is_cut_short():
    calm, _ = preview([SYSTEM, GOAL, *ring("a", LOG)], 3, result_limit=800)
    assert "nothing in them looks like an error" in pieces(calm)["hole"]["summary"]
    wild, _ = preview([SYSTEM, GOAL, *ring("a", "ERROR again\n" * 4_000)], 3, result_limit=800)
    hole = pieces(wild)["hole"]
    assert len(hole["errors"]) == ERROR_LINES
    assert len(hole["text"]) == SHOWN
    assert f"{SHOWN:,}" in hole["note"]


def test_a_stub_stands_beside_the_original():
    result = json.dumps([{"bin_id": f"BIN-{n:03}", "bolts": n, "shelf": "upper left"} for n in range(60)])
    view, plan = preview([SYSTEM, GOAL, *ring("a", result), *rings(3)], 3, old_rounds="compact", keep_rounds=2)
    sent, original = view["blocks"]
    assert sent["pieces"][0] == {"kind": "stub", "text": sent_text(plan, 3), "label": sent["title"]}
    assert original["pieces"][0]["text"] == result
    assert view["tone"] == "compact"


def test_a_dropped_message_is_shown_struck_with_the_reason():
    view, plan = preview([SYSTEM, GOAL, *ring("a", "seven bolts"), *rings(3)], 3, keep_rounds=2)
    assert pieces(view)["struck"]["text"] == "seven bolts"
    decision = plan.decisions[4]
    assert (decision.message, decision.action) == (3, "drop")
    assert view["why"] == ts.words.reason(decision.reason, "en")
    assert dict(view["facts"])["tokens"] == f"{decision.before} → 0"


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_message_has_a_reason_in_words(lang):
    loaded, plan = planned([SYSTEM, GOAL, *rings(5, LOG)], keep_rounds=2, result_limit=600)
    for index in range(len(loaded.transcript.messages)):
        view = preview_view(loaded, plan, index, lang)
        assert view["why"]
        assert view["badges"][1][1]


def test_a_call_links_to_its_results_and_a_result_to_its_call():
    records = [SYSTEM, GOAL, calls("a", "b"), answer("a", "1"), answer("b", "2")]
    assert [link["message"] for link in preview(records, 2)[0]["links"]] == [3, 4]
    assert [link["message"] for link in preview(records, 4)[0]["links"]] == [2]


def test_the_tombstone_can_be_looked_at():
    view, plan = preview([SYSTEM, GOAL, *rings(5)], -1, keep_rounds=2)
    assert view["blocks"][0]["pieces"][0]["text"] == plan.tombstone.text
    assert view["title"] == "tombstone"


def test_a_fault_is_the_reason_that_counts():
    view, _ = preview([SYSTEM, GOAL, calls("lost"), {"role": "user", "content": "And?"}], 2)
    assert view["tone"] == "fault"
    assert view["why"].endswith("Nothing is sent until this is mended.")


@pytest.mark.parametrize("selected", [None, 99, -5])
def test_nothing_selected_is_an_invitation(selected):
    assert set(preview([SYSTEM, GOAL], selected)[0]) == {"heading", "hint"}


def test_megabytes_are_not_sent_to_the_screen():
    view, _ = preview([SYSTEM, GOAL, *ring("a", "x" * 5_000_000)], 3, result_limit=None, window=10_000_000)
    (piece,) = view["blocks"][-1]["pieces"]
    assert len(piece["text"]) == SHOWN
    assert "5,000,000" in view["blocks"][-1]["note"]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_picture_shows_what_it_costs_and_by_which_size(lang):
    header = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + (640).to_bytes(4, "big") + (480).to_bytes(4, "big") + bytes(90)
    url = "data:image/png;base64," + base64.b64encode(header).decode()
    asked = {"role": "user", "content": [{"type": "image_url", "image_url": {"url": url}}]}
    view, plan = preview([asked], 0, lang, profile="light", model="gpt-4o")
    assert all(each in view["blocks"][0]["size"] for each in ("425", "640", "480")) and url not in json.dumps(view)
    assert plan.decisions[0].before == 4 + 425
