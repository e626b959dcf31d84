"""What the page's list of exports gives, and that it asks for nothing that is not there."""

import csv
import io
import json
import tomllib
from types import SimpleNamespace

import pytest

import trimscope as ts
from trimscope_app.components import Exporter
from trimscope_app.page import assemble
from trimscope_app.playground import Playground
from trimscope_app.samples import samples
from trimscope_app.views.export import exporter_view

from .views import GOAL, SYSTEM, rings


def say(component, **message):
    """What the component's script sends, heard by the page."""
    for heard in component._msg__callbacks:
        heard(SimpleNamespace(data=message))


@pytest.fixture
def playground():
    made = Playground()
    made.load_sample(samples()[0].id)
    return made


def offered(view):
    return [entry["id"] for group in view["groups"] for entry in group["entries"]]


def test_everything_offered_is_given_with_a_name_of_its_own(playground):
    found = {what: playground.export(what) for what in offered(playground.exporter)}
    assert len(found) == 10
    assert len({each["name"] for each in found.values()}) == len(found)
    for each in found.values():
        assert each["text"].strip()
    for name in ("python", "anthropic", "langchain", "openai"):
        compile(found[f"code.{name}"]["text"], name, "exec")
    assert playground.plan.plan_digest in found["report"]["text"]
    assert playground.plan.plan_digest in found["code.python"]["text"]
    assert ts.Policy.from_mapping(tomllib.loads(found["policy.toml"]["text"])) == playground.policy
    assert found["policy.json"] == playground.export("policy")


def test_the_tables_are_of_the_whole_run_though_it_is_folded(playground):
    rows = list(csv.DictReader(io.StringIO(playground.export("run.calls")["text"].removeprefix("\ufeff"))))
    assert len(rows) == len(playground.loaded.transcript.call_indexes)
    assert playground.played == {}


def test_the_report_speaks_the_language_of_the_page(playground):
    playground.speak("zh")
    assert '<html lang="zh">' in playground.export("report")["text"]
    assert '<html lang="en">' not in playground.export("report")["text"]


def test_what_is_not_there_is_not_given(playground):
    for what in ("", "code.", "code.cobol", "policy.ini", "run.x", "../etc", "messages.x"):
        assert playground.export(what) == {}
    assert offered(exporter_view(None, None, "en")) == ["policy.json", "policy.toml", "policy.yaml"]
    assert Playground().export("report") == {}


def test_a_run_without_a_model_call_has_no_tables():
    playground = Playground()
    playground.load_source("run.json", json.dumps([SYSTEM, GOAL]))
    assert not any(each.startswith("run.") for each in offered(playground.exporter))


def test_a_policy_that_a_notation_cannot_say_is_reported(playground):
    playground.change("keep_matching", "broken \ud800")
    page = assemble(playground)
    (exporter,) = page.select(Exporter)
    say(exporter, save="policy.toml")
    assert exporter.response == {}
    assert "TOML" in json.dumps(playground.notice)
    say(exporter, save="policy.yaml")
    assert exporter.response["name"] == "trimscope-policy.yaml"
    assert exporter.response["n"] == 1


def test_names_of_files_hold_no_path():
    playground = Playground()
    playground.load_source("run.json", json.dumps([SYSTEM, GOAL, *rings(3)]))
    assert playground.export("report")["name"] == "run.plan.html"
    assert playground.export("code.python")["name"] == "run.plan.py"
    assert playground.export("code.openai")["name"] == "run.openai.py"
