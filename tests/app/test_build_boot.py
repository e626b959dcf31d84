"""A small page, built and started in Chromium: what any page of the static site can rely on.

The app's own page is tested in tests/browser; here it is about the machine under it.
"""

import functools
import http.server
import os
import shutil
import threading
from pathlib import Path

import pytest
from playwright.sync_api import Error, sync_playwright

from trimscope_app.build.site import build

pytestmark = pytest.mark.browser

START_MS = 180_000  # a cold start takes 8-15 s on two busy cores
FAIL_MS = 40_000
ANSWER_MS = 10_000

PAGE = '''
import json
import os
from pathlib import Path
import panel as pn
import panel_material_ui as pmui
import param
from panel.custom import JSComponent

TITLE = "A small page"


class Echo(JSComponent):
    """Shows its data; sends a file's bytes."""

    data = param.Dict(default={})
    answer = param.Dict(default={})
    _esm = Path(__file__).parent / "echo.js"

    @param.depends("answer", watch=True)
    def _answered(self):
        self.data = {**self.data, "answer": self.answer}

    def _handle_msg(self, message):
        data = bytes(message["bytes"])
        self.data = {**self.data, "file": message["name"], "size": len(data), "sum": sum(data)}


def create(start=None):
    echo = Echo(data={"value": 4, "fragment": os.environ.get("TRIMSCOPE_FRAGMENT", "")})
    slider = pmui.IntSlider(label="Rounds", value=4, start=0, end=20)
    slider.param.watch(lambda event: setattr(echo, "data", {**echo.data, "value": event.new}), "value")
    broken = pmui.Button(label="Break")
    broken.on_click(lambda event: 1 / 0)
    fatal = pmui.Button(label="End")
    fatal.on_click(lambda event: json.loads("[" * 100_000))  # Pyodide has no stack for it, and dies of it
    return pn.Column(slider, broken, fatal, echo)
'''

SCRIPT = """
export function render({model}) {
  const box = document.createElement("div")
  const out = document.createElement("pre")
  out.dataset.testid = "echo"
  const file = Object.assign(document.createElement("input"), {type: "file"})
  file.dataset.testid = "file"
  file.onchange = async () => model.send_msg({name: file.files[0].name, bytes: await file.files[0].arrayBuffer()})
  const show = () => { out.textContent = JSON.stringify(model.data) }
  model.answer = {drawn: true}
  model.on("data", () => { show(); if (model.data.value === 7) model.answer = {seven: true} })
  show()
  box.append(out, file)
  return box
}
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The address of the built page, under a sub-path, on a plain file server."""
    folder = tmp_path_factory.mktemp("boot")
    package = folder / "source" / "small_page"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "page.py").write_text(PAGE)
    (package / "echo.js").write_text(SCRIPT)
    build(folder / "www" / "deep" / "path", module="small_page.page", path=[str(folder / "source")])

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *args):
            pass

    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder / "www"))
    )
    server.handle_error = lambda *args: None  # a browser that closes its connections is no error
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/deep/path/"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="module")
def browser():
    name = os.environ.get("TRIMSCOPE_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
                 "--disable-background-networking", "--disable-component-update"]  # fmt: skip
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=name, args=arguments)
        yield chromium
        chromium.close()


class Visit:
    """One page, with everything it asked for and complained about."""

    def __init__(self, page):
        self.page = page
        self.requests, self.trouble = [], []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("response", lambda answer: answer.status >= 400 and self.trouble.append(answer.url))
        page.on("console", lambda line: line.type in ("error", "warning") and self.trouble.append(line.text))
        page.on("pageerror", lambda error: self.trouble.append(str(error)))

    def wait(self, state):
        self.page.wait_for_selector(f"html[data-trimscope={state}]", state="attached", timeout=START_MS)

    def says(self, text):
        self.page.get_by_test_id("echo").filter(has_text=text).wait_for(timeout=ANSWER_MS)


@pytest.fixture(scope="module")
def ready(site, browser):
    """A visit whose Python is up. Shared: starting it takes a while."""
    visit = Visit(browser.new_page())
    visit.page.goto(f"{site}#v1.abc")
    visit.wait("ready")
    visit.trouble_at_start = list(visit.trouble)
    yield visit
    visit.page.close()


def test_it_starts_without_a_complaint_and_asks_nobody_else(ready, site):
    assert ready.trouble_at_start == []
    assert [url for url in ready.requests if not url.startswith((site, "blob:", "data:"))] == []
    assert ready.page.title() == "A small page"


def test_the_picture_is_there_before_python(ready):
    marks = ready.page.evaluate("trimscopeBoot.marks")
    assert marks["picture"] < marks["app"] <= marks["ready"]
    assert ready.page.get_by_test_id("echo").count() == 1  # and is gone afterwards


def test_python_knows_the_links_fragment(ready):
    ready.says('"fragment":"v1.abc"')


def test_what_a_component_sets_while_it_is_drawn_reaches_python(ready):
    ready.says('"answer":{"drawn":true}')


def test_a_slider_moves_what_python_says(ready):
    slider = ready.page.get_by_role("slider")
    slider.focus()
    for _ in range(5):
        slider.press("ArrowRight")
    ready.says('"value":9')


def test_what_a_component_sets_in_answer_to_python_reaches_python(ready):
    slider = ready.page.get_by_role("slider")
    slider.press("Home")
    for _ in range(7):
        slider.press("ArrowRight")
    ready.says('"answer":{"seven":true}')


def test_every_byte_of_a_file_arrives(ready):
    data = bytes(range(256)) * 4000
    ready.page.get_by_test_id("file").set_input_files(
        {"name": "run.json", "mimeType": "application/json", "buffer": data}
    )
    ready.says(f'"file":"run.json","size":{len(data)},"sum":{sum(data)}')


def test_a_callback_that_fails_is_reported_and_the_page_goes_on(ready):
    ready.page.get_by_role("button", name="Break").click()
    ready.page.locator("#boot-problem").filter(has_text="ZeroDivisionError").wait_for(timeout=ANSWER_MS)
    ready.page.get_by_role("slider").press("Home")
    ready.says('"value":0')


def test_when_python_dies_the_page_says_so_and_offers_a_way_back(ready):
    """The last test on the shared page: nothing answers there afterwards."""
    ready.page.get_by_role("button", name="End").click()
    ready.wait("failed")
    notice = ready.page.get_by_role("alert").filter(has_text="stopped")
    assert "memory" in notice.inner_text()
    notice.get_by_role("button", name="Reload").click()
    ready.page.wait_for_selector("html[data-trimscope=booting]", state="attached", timeout=ANSWER_MS)


@pytest.mark.parametrize(
    ("blocked", "reason"),
    [
        ("**/site.zip", "could not be fetched"),
        ("**/pyodide.asm.wasm", "could not be fetched"),
        ("**/worker.js", "could not be fetched"),
        ("**/bokeh-3*.min.js", "could not be fetched"),
    ],
)
def test_a_start_that_fails_says_what_failed_and_what_to_do(site, browser, blocked, reason):
    page = browser.new_page()
    page.route(blocked, lambda route: route.abort())
    page.goto(site)
    page.wait_for_selector("html[data-trimscope=failed]", state="attached", timeout=FAIL_MS)
    notice = page.get_by_role("alert").filter(has_text="could not start")
    assert reason in notice.inner_text()
    assert "trimscope serve" in notice.inner_text()
    assert notice.get_by_role("button", name="Reload").is_visible()
    page.close()


def test_damaged_machine_code_is_a_failure_too_not_an_endless_wait(site, browser):
    page = browser.new_page()
    page.route("**/pyodide.asm.wasm", lambda route: route.fulfill(body=b"<html>", content_type="application/wasm"))
    page.goto(site)
    page.wait_for_selector("html[data-trimscope=failed]", state="attached", timeout=FAIL_MS)
    page.close()


def test_without_webassembly_the_page_says_so(site, browser):
    page = browser.new_page()
    page.add_init_script("delete globalThis.WebAssembly")
    page.route("**/worker.js", lambda route: route.abort())  # workers have a WebAssembly of their own
    page.goto(site)
    page.wait_for_selector("html[data-trimscope=failed]", state="attached", timeout=FAIL_MS)
    assert "WebAssembly" in page.locator("#boot").inner_text()
    page.close()


def test_opened_from_a_disk_the_page_says_how_to_serve_it(site, browser, tmp_path):
    page = browser.new_page()
    shell = page.request.get(site).text()
    folder = Path(tmp_path)
    (folder / "index.html").write_text(shell, encoding="utf-8")
    for name in ("boot.js", "boot-words.js", "shell.css", "worker.js"):
        (folder / name).write_bytes(page.request.get(f"{site}{name}").body())
    try:
        page.goto((folder / "index.html").as_uri())
    except Error:
        pytest.skip("this Chromium opens no files from a disk")
    page.wait_for_selector("html[data-trimscope=failed]", state="attached", timeout=FAIL_MS)
    assert "http.server" in page.locator("#boot").inner_text()
    page.close()
