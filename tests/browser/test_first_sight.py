"""What a visitor sees first."""

import pytest

import trimscope as ts
from trimscope_app.samples import samples

from .expected import numbers


def first_plan():
    sample = samples()[0]
    return ts.plan(ts.load(sample.read()), ts.Policy.from_mapping(sample.policy))


def test_the_page_opens_on_the_first_sample_already_trimmed(app):
    assert app.numbers() == numbers(first_plan())
    assert first_plan().tokens.saved > 0  # so there is something to see
    assert app.text("doc-title") == samples()[0].title["en"]
    assert app.test_id("preview").is_visible()
    assert app.text("gauge-sentence")


def test_the_finished_sample_is_there_before_python_is(app):
    if not app.is_static:
        pytest.skip("the served page has nothing to wait for")
    sight = app.first_sight
    assert sight["numbers"] == numbers(first_plan())
    assert sight["state"] == "booting"
    assert sight["inert"] and sight["busy"] == "true"  # it cannot be used yet, and says so
    assert float(sight["progress"]) > 0
    assert sight["words"].endswith("…")


def test_when_it_is_ready_nothing_says_busy(app):
    if not app.is_static:
        pytest.skip("the served page has nothing to wait for")
    assert app.page.locator("main").evaluate("node => node.inert") is False
    assert app.page.locator("main").get_attribute("aria-busy") is None
    assert not app.page.locator("#boot").is_visible()


def test_nothing_was_asked_of_anyone_else(app):
    assert app.requests_to_start
    assert [url for url in app.requests if not url.startswith(app.origin)] == []
