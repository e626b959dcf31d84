"""The real tokenizer on the static page: offered where the site has it, loaded when asked for, never half."""

import asyncio
import hashlib
import json

import pytest

from trimscope.estimators import exact
from trimscope_app import options, real_tokenizer
from trimscope_app.build import exact_table, site
from trimscope_app.build.prerender import Prerendered
from trimscope_app.page import _act
from trimscope_app.playground import Playground
from trimscope_app.views.inspect import tokens

from .views import GOAL, SYSTEM, rings

LACKING = "the package tiktoken, which is not installed"


@pytest.fixture
def playground(monkeypatch):
    """A page that looks at the tokens, on a site that has the table; `missing` of the tokenizer says what is set."""
    monkeypatch.setattr(exact, "missing", lambda older=False: playground.lacking)
    monkeypatch.setenv(real_tokenizer.ADDRESS, "https://trimscope.example/tokens/table")
    playground = Playground()
    playground.lacking = LACKING
    playground.load_source("run.json", json.dumps([SYSTEM, GOAL, *rings(2)]))
    playground.look("tokens")
    playground.select(1)
    yield playground
    tokens._explanation.cache_clear()  # a tokenizer of these tests counted for them


def buttons(playground):
    return [block["name"] for block in playground.inspection["blocks"] if block["kind"] == "button"]


def asks(playground, times=1):
    async def run():
        tasks = [real_tokenizer.ask(playground) for _ in range(times)]
        await tasks[0]
        return tasks

    return asyncio.run(run())


def test_it_is_offered_only_where_the_site_has_it(playground, monkeypatch):
    assert buttons(playground) == ["exact"]
    assert "comes when it is asked for" in playground.inspection["lead"]
    monkeypatch.setenv(real_tokenizer.ADDRESS, "")
    playground.look("tokens")
    assert buttons(playground) == []
    assert "is not at hand here" in playground.inspection["lead"]
    assert real_tokenizer.ask(playground) is None


def test_once_loaded_it_stands_beside_and_can_be_chosen(playground, monkeypatch):
    async def fetch(address):
        assert address == "https://trimscope.example/tokens/table"
        playground.lacking = None

    monkeypatch.setattr(real_tokenizer, "fetch", fetch)
    monkeypatch.setattr(exact, "exact", lambda text: len(text))
    monkeypatch.setattr(exact, "_encoding", Bytes)
    asks(playground)
    assert buttons(playground) == []
    assert playground.inspection["blocks"][0]["columns"][3] == "exact"
    assert playground.trouble is None
    assert "exact" in options.profiles(None, [])


class Bytes:
    """A tokenizer to which every byte is a token."""

    def encode_ordinary(self, text):
        return list(text.encode())

    def decode_single_token_bytes(self, token):
        return bytes([token])


def test_asked_twice_it_is_loaded_once(playground, monkeypatch):
    asked = []

    async def fetch(address):
        asked.append(address)
        await asyncio.sleep(0)
        playground.lacking = LACKING

    monkeypatch.setattr(real_tokenizer, "fetch", fetch)
    assert asks(playground, 2)[1] is None
    assert len(asked) == 1
    assert playground.fetching is None


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_what_cannot_be_loaded_is_said_in_one_sentence_and_may_be_tried_again(playground, monkeypatch, lang):
    async def fetch(address):
        raise OSError("net::ERR")

    monkeypatch.setattr(real_tokenizer, "fetch", fetch)
    playground.speak(lang)
    asks(playground)
    box = playground.notice["boxes"][0]
    assert box["testid"] == "error"
    assert "ERR" not in json.dumps(box)
    assert buttons(playground) == ["exact"]


def test_a_table_that_is_not_the_one_expected_is_not_used(playground, monkeypatch):
    async def fetch(address):
        pass  # what came lies in the folder, and `missing` refuses it

    monkeypatch.setattr(real_tokenizer, "fetch", fetch)
    asks(playground)
    assert playground.trouble is not None
    assert "exact" not in options.profiles(None, [])


def test_the_button_of_the_page_asks_for_it(playground, monkeypatch):
    asked = []
    monkeypatch.setattr(real_tokenizer, "ask", asked.append)
    _act(playground, "exact")
    assert asked == [playground]
    _act(playground, "ledger")
    assert asked == [playground]
    assert playground.settings["ledger"]


def test_the_site_takes_the_table_only_where_it_is_the_right_one(monkeypatch, tmp_path):
    monkeypatch.delenv("TIKTOKEN_CACHE_DIR", raising=False)
    assert exact_table.found() is None
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    assert exact_table.found() is None
    (tmp_path / exact.FILE).write_bytes(b"IQ== 0\n")
    assert exact_table.found() is None
    monkeypatch.setattr(exact, "SHA256", hashlib.sha256(b"IQ== 0\n").hexdigest())
    assert exact_table.found() == b"IQ== 0\n"


def test_the_page_is_told_where_its_site_has_the_table():
    page = Prerendered(title="Trimscope", roots=1, pictures={}, scripts=(), styles=())
    assert exact_table.PLACE in site._index(page, site.PAGE, exact=True)
    assert exact_table.PLACE not in site._index(page, site.PAGE)
