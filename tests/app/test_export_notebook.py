"""The page in a notebook: a viewable that a notebook shows, without Jupyter being there."""

import json
import subprocess
import sys

import pytest

import trimscope as ts
import trimscope_app
from trimscope_app.components import Exporter, Gauge, Topbar

from .views import GOAL, SYSTEM, rings


def the(page, kind):
    (found,) = page.select(kind)
    return found


@pytest.fixture
def run(tmp_path):
    path = tmp_path / "run.json"
    path.write_text(json.dumps([SYSTEM, GOAL, *rings(8)]))
    return path


def test_a_file_is_shown_under_a_policy_and_a_language(run):
    page = trimscope_app.Playground(str(run), policy={"keep_rounds": 2}, lang="zh")
    plan = ts.plan(ts.load(run.read_bytes()), ts.Policy(keep_rounds=2))
    assert the(page, Topbar).data["title"] == "run.json"
    assert the(page, Topbar).lang == "zh"
    assert the(page, Gauge).data["sent"]["tokens"] == plan.tokens.sent


def test_messages_and_bytes_are_shown_as_well(run):
    sizes = {the(trimscope_app.Playground(source), Gauge).data["stored"]["tokens"]
             for source in (run, run.read_bytes(), json.loads(run.read_text()))}
    assert len(sizes) == 1


def test_a_notebook_is_handed_a_bundle(run):
    bundle = trimscope_app.Playground(run)._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert {"text/plain", "text/html"} & set(data)


def test_its_height_is_its_own(run):
    page = trimscope_app.Playground(run, height=512)
    assert "height: 512px" in page.stylesheets[-1]


def test_what_cannot_be_is_said(tmp_path):
    with pytest.raises(ts.PolicyError):
        trimscope_app.Playground(policy={"keep_rounds": "many"})
    with pytest.raises(OSError):
        trimscope_app.Playground(tmp_path / "not there.json")
    page = trimscope_app.Playground(b"[1, 2]")
    assert the(page, Exporter).data["can_measure"]  # on a sample


def test_importing_the_package_does_not_import_panel():
    code = "import sys, trimscope_app; print(sorted({'panel', 'bokeh', 'param'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
