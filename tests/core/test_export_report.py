"""The report of a plan: whole, in both languages, escaped, nothing from elsewhere; and the run's tables as CSV."""

import csv
import io
import json
import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

import trimscope as ts
from small import GOAL, SYSTEM, answer, calls, rings
from trimscope.exporting.report import report_html
from trimscope.exporting.report_words import REPORT
from trimscope.exporting.run_tables import CALLS, LOST, calls_csv, lost_csv

HOSTILE = '<script>alert(1)</script>"\'><img src=x onerror=alert(2)>\u202e\x00&amp;'
VOID = ("meta",)


class Page(HTMLParser):
    """Elements with their attributes, the text, and whether every element is closed in its turn."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.open, self.texts = [], [], []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)

    @property
    def text(self):
        return " ".join(self.texts)


def planned(records, policy=None):
    return ts.plan(ts.load(json.dumps(records)), policy or ts.Policy(window=16_000, keep_rounds=2))


LONG = [SYSTEM, GOAL, *rings(8, "x" * 6000)]
ALLOWED = {"html", "head", "meta", "title", "style", "body", "h1", "h2", "p", "svg", "rect", "line", "dl", "dt", "dd",
           "div", "table", "thead", "tbody", "tr", "th", "td", "ul", "li", "pre"}


def is_harmless(page):
    for tag, attributes in page.elements:
        assert tag in ALLOWED
        assert not any(name.startswith("on") or name in ("src", "href", "srcset", "action") for name in attributes)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_report_says_what_the_plan_says(lang):
    plan = planned(LONG)
    page = Page(report_html(plan, lang, title="run", version="1.2"))
    is_harmless(page)
    assert dict(page.elements)["html"] == {"lang": lang}
    for said in (plan.plan_digest, plan.messages_digest, f"{plan.tokens.stored:,}", f"{plan.tokens.sent:,}", "1.2",
                 ts.words.status(plan.status, lang), *(ts.words.reason(d.reason, lang) for d in plan.decisions)):
        assert said in page.text
    rows = sum(tag == "tr" for tag, _ in page.elements)
    assert rows == len(plan.decisions) + len(ts.contract(plan)) + len(ts.buckets(plan)) + 3  # and three heads
    assert SYSTEM["content"] not in page.text
    assert GOAL["content"] not in page.text


def test_names_and_ids_of_a_hostile_file_are_text():
    records = [SYSTEM, GOAL, calls(HOSTILE, tool=HOSTILE), answer("other"), *rings(3)]
    plan = planned(records, ts.Policy(tool_limits={HOSTILE: 10}, pins=(), keep_matching=HOSTILE))
    text = report_html(plan, "en", title=HOSTILE)
    page = Page(text)
    is_harmless(page)
    assert "<script" not in text
    assert "alert(1)" in page.text
    assert not re.search(r"[\u202e\x00]", text)


@given(st.text(max_size=60))
def test_no_name_opens_an_element(name):
    records = [SYSTEM, GOAL, calls("c1", tool=name or "x"), answer("c1")]
    text = report_html(planned(records), "en", title=name)
    text.encode("utf-8")
    is_harmless(Page(text))


def test_nothing_is_asked_of_elsewhere():
    text = report_html(planned(LONG))
    assert "http:" not in text
    assert "https:" not in text
    assert "url(" not in text
    assert "default-src 'none'" in text


def test_a_refused_plan_sends_nothing_and_lists_its_faults():
    plan = planned([SYSTEM, GOAL, calls("c1"), GOAL])
    page = Page(report_html(plan, "en"))
    assert plan.status == "refused"
    assert "0 would be sent" in page.text
    assert all(ts.words.fault(fault.code, "en") in page.text for fault in plan.faults)


def test_all_its_words_are_there_in_both_languages():
    for name, (en, zh) in REPORT.items():
        assert en and zh, name
        assert set(re.findall(r"{\w+}", en)) == set(re.findall(r"{\w+}", zh)), name


def test_the_runs_tables_hold_every_call_and_every_lost_reference():
    records = [SYSTEM, GOAL, calls("c0"), answer("c0", "order ORD-77812"), *rings(6),
               calls("c9", tool="refund", order="ORD-77812"), answer("c9")]
    replayed = ts.replay(ts.load(json.dumps(records)), ts.Policy(window=16_000, keep_rounds=1))
    found = list(csv.DictReader(io.StringIO(calls_csv(replayed))))
    assert len(found[0]) == len(CALLS)
    assert [(int(row["call"]), int(row["sent_tokens"]), int(row["values_lost"])) for row in found] == [
        (row.call, row.sent, len(row.lost)) for row in replayed.rows]
    lost = list(csv.DictReader(io.StringIO(lost_csv(replayed))))
    assert list(lost[0]) == list(LOST)
    assert [row["value"] for row in lost] == [each.value for each in replayed.lost] == ["ORD-77812"]


def test_no_cell_is_a_formula():
    value = '=HYPERLINK("x")&A1'
    records = [SYSTEM, GOAL, calls("c0"), answer("c0", value), *rings(6), calls("c9", tool="refund", order=value),
               answer("c9")]
    replayed = ts.replay(ts.load(json.dumps(records)), ts.Policy(window=16_000, keep_rounds=1))
    assert replayed.lost
    for row in csv.DictReader(io.StringIO(lost_csv(replayed))):
        assert row["value"] == "'" + value
