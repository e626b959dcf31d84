"""Recordings in YAML: the app reads them where PyYAML is there, and nothing in them can hurt."""

import json
import sys

import pytest

import trimscope as ts
from trimscope_app import cli, yaml_files

CASSETTE = """
interactions:
- request:
    method: POST
    uri: https://api.openai.com/v1/chat/completions
    headers: {date: 2026-01-01, signed: !!binary aGVsbG8=}
    parsed_body: {model: gpt-5, messages: [{role: user, content: Go.}]}
  response:
    status: {code: 200}
    parsed_body: {choices: [{message: {role: assistant, content: Done.}}]}
version: 1
"""


def test_a_cassette_is_inspected_by_the_command(tmp_path, capsys):
    path = tmp_path / "run.yaml"
    path.write_text(CASSETTE, encoding="utf-8")
    assert cli.main(["inspect", str(path)]) == 0
    assert "vcr-cassette" in capsys.readouterr().out


def test_dates_and_bytes_become_text():
    headers = yaml_files.read(CASSETTE.encode())["interactions"][0]["request"]["headers"]
    assert headers == {"date": "2026-01-01", "signed": "hello"}


def test_only_files_named_so_are_read_as_yaml():
    assert yaml_files.as_json("run.json", b"interactions: []") == b"interactions: []"
    assert json.loads(yaml_files.as_json("run.YML", b"interactions: []")) == {"interactions": []}


@pytest.mark.parametrize(
    "data",
    [
        b"a: [1",
        b"a: &a [*a]",
        b"[" * 3000,
        b"!!python/object/apply:os.system [echo]",
        b"a: .nan",
        ("a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 60))).encode(),
        b"\xff\xfe\x00",
    ],
    ids=["open", "inside itself", "deep", "code", "no number", "doubling", "no text"],
)
def test_what_cannot_be_read_is_one_sentence(data):
    with pytest.raises(ts.LoadError, match=r"\.$"):
        yaml_files.as_json("run.yaml", data)


def test_without_pyyaml_the_sentence_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "yaml", None)
    with pytest.raises(ts.LoadError, match="needs PyYAML"):
        yaml_files.read(b"a: 1")
