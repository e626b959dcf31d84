"""One Chromium and, for each way of running, one page, opened once and used by all tests of this folder."""

import os
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from . import addresses
from .app_page import DESKTOP, START_S, AppPage

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync"]  # fmt: skip
"""Containers have no sandbox and no GPU; the rest keeps Chromium from asking anyone anything."""


def pytest_collection_modifyitems(items):
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker("browser")


@pytest.fixture(scope="package")
def chromium():
    name = os.environ.get("TRIMSCOPE_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=name, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="package", params=["served", "static"])
def address(request, tmp_path_factory):
    """Where the page is."""
    way = addresses.served() if request.param == "served" else addresses.static(tmp_path_factory.mktemp("site"))
    with way as found:
        yield found


@pytest.fixture(scope="package")
def opened(chromium, address):
    """The page, and in `first_sight` what it showed before Python was up (static only)."""
    context = chromium.new_context(locale="en-US", viewport=DESKTOP, accept_downloads=True)
    app = AppPage(context.new_page(), address)
    held = []
    # Only the static page asks for it: Python cannot be up before it has come.
    app.page.route("**/site.zip", lambda route: held.append(route))
    app.page.goto(address)
    app.first_sight = None
    if app.is_static:
        app.page.wait_for_selector("html[data-picture=drawn]", state="attached", timeout=START_S * 1000)
        main = app.page.locator("main")
        app.first_sight = {
            "numbers": app.numbers(),
            "state": app.page.locator("html").get_attribute("data-trimscope"),
            "inert": main.evaluate("node => node.inert"),
            "busy": main.get_attribute("aria-busy"),
            "progress": app.page.get_by_role("progressbar").get_attribute("value"),
            "words": app.page.locator("#boot-words").text_content(),
        }
        app.until(lambda: len(held), 1)
        held.pop().continue_()
    app.wait_until_ready()
    app.page.unroute("**/site.zip")
    app.requests_to_start = list(app.requests)
    yield app
    context.close()


@pytest.fixture
def app(opened):
    """The page at its first sample, English, light. The gates hold when the test is over."""
    opened.start_over()
    yield opened
    opened.check()
