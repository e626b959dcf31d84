"""The page as a user has it: what can be done and what can be read, with the gates that hold in every test."""

import json
import re
import time
from pathlib import Path
from urllib.parse import urlsplit

import trimscope as ts
from trimscope_app.i18n import tr
from trimscope_app.samples import samples

from .expected import numbers

START_S = 180
"""A cold start of Python in the browser takes 8 to 30 s on two busy cores."""

ANSWER_S = 30
"""A change is on screen in well under a second; two busy cores may take many times that."""

LOOK_MS = 30
"""Between two looks at the page while waiting for an answer."""

DESKTOP = {"width": 1280, "height": 900}

# Every element with a test id, through all shadow roots, in document order.
_FOUND = """
const found = []
const walk = (root) => {
  for (const node of root.querySelectorAll("*")) {
    if (node.dataset?.testid) found.push(node)
    if (node.shadowRoot) walk(node.shadowRoot)
  }
}
walk(document)
"""

_NUMBERS = f"""() => {{
  {_FOUND}
  const one = (id) => found.find((node) => node.dataset.testid === id)
  return {{
    stored: one("gauge-stored")?.dataset.tokens,
    sent: one("gauge-sent")?.dataset.tokens,
    status: one("gauge-status")?.dataset.status,
    rows: found.filter((node) => node.dataset.testid.startsWith("row-"))
      .map((node) => [node.dataset.testid, node.dataset.action, node.dataset.before, node.dataset.after]),
  }}
}}"""

_MARK = f"() => {{ {_FOUND} for (const node of found) node.trimscopeSeen = node.dataset.testid }}"

_UNMARKED = f"() => {{ {_FOUND} return found.filter((n) => !n.trimscopeSeen).map((n) => n.dataset.testid) }}"

_FILE = """([text, ...names]) => {
  const transfer = new DataTransfer()
  for (const name of names) transfer.items.add(new File([text], name, {type: "application/json"}))
  return transfer
}"""

_TEXT = """(text) => {
  const transfer = new DataTransfer()
  transfer.setData("text/plain", text)
  return transfer
}"""

_PASTE = """(text) => {
  const clipboardData = new DataTransfer()
  clipboardData.setData("text/plain", text)
  const settings = {clipboardData, bubbles: true, composed: true, cancelable: true}
  document.body.dispatchEvent(new ClipboardEvent("paste", settings))
}"""


def label(name):
    """What a control is called on the page."""
    return tr("en", f"controls.{name}")


_KEEP_SAVED = """
window.trimscopeSaved = []
const make = URL.createObjectURL
URL.createObjectURL = (blob) => {
  if (blob.type === "application/json") blob.text().then((text) => window.trimscopeSaved.push(text))
  return make.call(URL, blob)
}
"""


class AppPage:
    """One page in one tab. `trouble` is everything that must not happen; `check` fails on any of it."""

    def __init__(self, page, address):
        self.page, self.address = page, address
        self.origin = "{0.scheme}://{0.netloc}".format(urlsplit(address))
        self.requests, self.trouble = [], []
        page.add_init_script(_KEEP_SAVED)
        page.set_default_timeout(ANSWER_S * 1000)
        page.on("request", self._request)
        page.on("websocket", lambda socket: self._request(socket, socket.url.replace("ws", "http", 1)))
        page.on("response", self._response)
        page.on("console", lambda line: line.type == "error" and self.trouble.append(f"console: {line.text}"))
        page.on("pageerror", lambda error: self.trouble.append(f"page error: {error}"))
        page.on("dialog", self._dialog)

    def _request(self, request, url=None):
        url = url or request.url
        if url.startswith(("blob:", "data:")):
            return
        self.requests.append(url)
        if not url.startswith(self.origin + "/"):
            self.trouble.append(f"request elsewhere: {url}")

    def _response(self, answer):
        if answer.status >= 400:
            self.trouble.append(f"{answer.status} {answer.url}")

    def _dialog(self, dialog):
        self.trouble.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def check(self):
        """The gates: nothing complained, nothing was asked of anyone else, no text ran as a script."""
        trouble, self.trouble = self.trouble, []
        assert trouble == []
        assert self.page.evaluate("window.__xss") is None

    # Starting

    @property
    def is_static(self):
        return self.page.locator("html").get_attribute("data-trimscope") is not None

    def wait_until_ready(self):
        if self.is_static:
            self.page.wait_for_selector("html[data-trimscope=ready]", state="attached", timeout=START_S * 1000)
        self.test_id("row-0").wait_for(timeout=START_S * 1000)

    def start_over(self):
        """The first sample (`transcript`, `plan`), English, light, at desktop width."""
        if self.is_static and self.page.locator("html").get_attribute("data-trimscope") != "ready":
            self.page.reload()
            self.wait_until_ready()
        self.page.set_viewport_size(DESKTOP)
        root = self.page.locator("html")
        if root.get_attribute("lang") != "en":
            self.test_id("lang").click()
        if root.get_attribute("data-theme") != "light":
            self.test_id("dark").click()
        if self.test_id("checks-toggle").get_attribute("aria-expanded") == "true":
            self.test_id("checks-toggle").click()
        self.transcript, self.plan = self.open_sample(samples()[0].id)

    # Reading

    def test_id(self, name):
        return self.page.get_by_test_id(name)

    def text(self, name):
        return self.test_id(name).text_content()

    def numbers(self):
        return self.page.evaluate(_NUMBERS)

    def until(self, look, wanted, seconds=ANSWER_S):
        """Look until it is as wanted; fails with the difference."""
        deadline = time.monotonic() + seconds
        while (seen := look()) != wanted and time.monotonic() < deadline:
            self.page.wait_for_timeout(LOOK_MS)
        assert seen == wanted

    def says(self, name, words):
        """Wait until an element's text holds these words."""
        self.until(lambda: words if words in (text := self.text(name)) else text, words)

    def shows(self, plan):
        """Gauge and rows come to the core's numbers."""
        self.until(self.numbers, numbers(plan))

    # Loading

    def open_sample(self, name):
        """Choose a sample; returns its transcript and the plan under its policy, once they are on screen."""
        sample = next(each for each in samples() if each.id == name)
        self.fresh_rows(lambda: self.test_id("samples").select_option(name))
        transcript = ts.load(sample.read())
        plan = ts.plan(transcript, ts.Policy.from_mapping(sample.policy))
        self.shows(plan)
        return transcript, plan

    def fresh_rows(self, load, seconds=ANSWER_S):
        """Do what loads a transcript and wait until the rows are new ones."""
        self.mark()
        load()
        self.until(lambda: "row-0" in self.unmarked(), True, seconds)

    def choose_file(self, name, data):
        self.test_id("file-input").set_input_files({"name": name, "mimeType": "application/json", "buffer": data})

    def drop_file(self, name, text, *others):
        """Files dropped at once; the others hold the same text."""
        transfer = self.page.evaluate_handle(_FILE, [text, name, *others])
        for event in ("dragenter", "dragover", "drop"):
            self.page.dispatch_event("body", event, {"dataTransfer": transfer})

    def drop_text(self, text):
        """Text dragged here from another window."""
        transfer = self.page.evaluate_handle(_TEXT, text)
        for event in ("dragenter", "dragover", "drop"):
            self.page.dispatch_event("body", event, {"dataTransfer": transfer})

    def paste_on_page(self, text):
        """Ctrl+V where no field has the focus."""
        self.page.evaluate(_PASTE, text)

    def paste(self, text):
        self.test_id("paste").click()
        self.test_id("paste-text").fill(text)
        self.test_id("paste-load").click()

    # Moving: controls are called by their keys in the interface's words, in English

    def slide(self, name, key="ArrowRight"):
        slider = self.page.get_by_role("slider", name=label(name), exact=True)
        slider.focus()
        slider.press(key)

    def choose(self, name, option):
        """Choose an option by its words, or the part of them before a dot."""
        self.page.get_by_role("combobox", name=label(name), exact=True).click()
        self.page.get_by_role("menuitem", name=re.compile(f"^{re.escape(option)}( ·|$)")).click()

    def push(self, name):
        self.page.get_by_role("button", name=label(name), exact=True).click()

    def switch(self, name):
        self.page.get_by_role("switch", name=label(name), exact=True).click()

    def unfold_controls(self):
        if self.test_id("more").get_attribute("aria-expanded") == "false":
            self.test_id("more").click()

    def open_section(self, name):
        """Unfold a section of the settings."""
        handle = self.test_id(f"section-{name}")
        if handle.get_attribute("aria-expanded") == "false":
            handle.click()

    def enter(self, key, text):
        """Type into a field of a section, and leave it."""
        field = self.test_id(f"field-{key}")
        field.fill(text)
        field.press("Tab")

    def look_at(self, tab):
        """Unfold the checks and open one of their tabs."""
        if self.test_id("checks-toggle").get_attribute("aria-expanded") == "false":
            self.test_id("checks-toggle").click()
        self.test_id(f"tab-{tab}").click()

    def select(self, name):
        """Select a row by its test id; waits until the preview is of it."""
        self.test_id(name).click()
        self.until(lambda: self.is_selected(name), True)

    def is_selected(self, name):
        return "selected" in (self.test_id(name).get_attribute("class") or "").split()

    # What is kept

    def mark(self):
        """Remember every element now on screen."""
        self.page.evaluate(_MARK)

    def unmarked(self):
        """Test ids of the elements that were not there at the last `mark`."""
        return self.page.evaluate(_UNMARKED)

    # Taking along

    def download(self, what):
        """The name and text of what a download button saves."""
        with self.page.expect_download() as waiting:
            self.test_id(f"export-{what}").click()
        found = waiting.value
        return found.suggested_filename, Path(found.path()).read_bytes().decode("utf-8")

    def policy(self):
        """The policy in force, as the page exports it.

        Read where it is made: of downloads within some tens of milliseconds Chromium loses one now and then.
        """
        count = "window.trimscopeSaved.length"
        before = self.page.evaluate(count)
        self.test_id("export-policy").click()
        self.until(lambda: self.page.evaluate(count) > before, True)
        return json.loads(self.page.evaluate("window.trimscopeSaved.at(-1)"))
