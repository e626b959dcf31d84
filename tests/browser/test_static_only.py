"""What is true of the static page alone."""

import pytest

from .app_page import START_S
from .transcripts import openai_list


@pytest.fixture(autouse=True)
def only_static(opened):
    if not opened.is_static:
        pytest.skip("about the static page")


def test_once_started_it_asks_for_nothing_more(app):
    before = len(app.requests)
    app.fresh_rows(lambda: app.paste(openai_list()))
    app.fresh_rows(lambda: app.choose_file("run.json", openai_list().encode()))
    app.slide("keep_rounds")
    app.unfold_controls()
    app.test_id("lang").click()
    app.until(lambda: app.page.locator("html").get_attribute("lang"), "zh-CN")
    app.test_id("dark").click()
    app.download("policy")
    app.download("messages")
    assert app.requests[before:] == []


def test_nothing_was_fetched_in_any_test_before_that_the_start_had_not_fetched(app):
    later = app.requests[len(app.requests_to_start) :]
    assert app.requests[: len(app.requests_to_start)] == app.requests_to_start
    # A control that is drawn when it is unfolded names the style sheets that all have, and a new address of the page
    # (a link, a lesson) has Chromium ask for its icon again; nothing about the transcript.
    later = set(later) - {app.page.evaluate("document.querySelector('link[rel=icon]').href")}
    assert {url for url in later if not url.endswith(".css")} == set()
    assert later <= set(app.requests_to_start)


def test_python_that_cannot_be_fetched_is_a_failure_with_a_way_out_not_an_endless_wait(chromium, address):
    page = chromium.new_page(locale="en-US")
    page.route("**/pyodide.asm.wasm", lambda route: route.fulfill(status=404, body="gone"))
    page.goto(address)
    page.wait_for_selector("html[data-trimscope=failed]", state="attached", timeout=START_S * 1000)
    notice = page.get_by_role("alert").filter(has_text="could not start")
    assert "trimscope serve" in notice.inner_text()
    assert notice.get_by_role("button", name="Reload").is_visible()
    page.get_by_test_id("gauge").wait_for()  # the finished picture stays
    page.close()
