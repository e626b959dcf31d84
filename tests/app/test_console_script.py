"""The console script: the core's commands, and `serve` and `build` beside them."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from trimscope_app.cli import main

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "static" / "samples" / "hotel.json"


def run(*args: str, **env: str) -> subprocess.CompletedProcess[str]:
    paths = os.pathsep.join([str(ROOT / "core"), str(ROOT / "app")])
    return subprocess.run(
        [sys.executable, "-m", "trimscope_app.cli", *args],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": paths} | env,
        check=False,
    )


def test_it_has_the_core_s_commands_and_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    shown = capsys.readouterr().out
    assert all(f"\n    {command} " in shown for command in ("inspect", "trim", "serve", "build"))


def test_inspect_does_not_import_panel() -> None:
    code = (
        "import sys; from trimscope_app.cli import main; "
        f"code = main(['inspect', {str(SAMPLE)!r}, '--json']); "
        "sys.exit(code or int(any(m in sys.modules for m in ('panel', 'bokeh', 'numpy', 'pandas'))))"
    )
    paths = os.pathsep.join([str(ROOT / "core"), str(ROOT / "app")])
    assert (
        subprocess.run(
            [sys.executable, "-c", code], env=os.environ | {"PYTHONPATH": paths}, capture_output=True, check=False
        ).returncode
        == 0
    )


def test_a_yaml_policy_is_read_as_a_mapping(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    policy = tmp_path / "policy.yaml"
    policy.write_text("window: 16000\nkeep_rounds: 1\ntombstone: {lang: zh}\n")
    assert main(["trim", str(SAMPLE), "--policy", str(policy), "--json"]) in (0, 1)
    assert any(d["action"] == "drop" for d in json.loads(capsys.readouterr().out)["decisions"])


ARTICLE = """\
context_assembly:
  model_input_limit: 128000          # 随模型替换
  output_reserve_tokens: 8192
  safety_margin_tokens: 1024
  recent_tool_rings: 3
  recent_user_turns: 2
  middle_delete_unit: tool_ring
  summarize_trigger_ratio: 0.8
  summary_max_tokens: 1024
  summary_timeout_ms: 8000
  on_pairing_error: fail_closed      # fail_closed | synthesize_error_results
  on_still_over_budget: fail_closed  # fail_closed | drop_tools_schema_then_fail
  token_counter: provider_or_tiktoken_model_encoding
  pin:
    - first_user_message
    - side_effect_ledger
    - security_system_prompt
"""
"""The first source article's file, as it stands there."""


def test_the_first_article_s_yaml_loads_as_it_stands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    policy = tmp_path / "assembly.yaml"
    policy.write_text(ARTICLE, encoding="utf-8")
    assert main(["trim", str(SAMPLE), "--policy", str(policy), "--json", "--lang", "zh"]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["status"] == "fine"
    assert "token_counter" in told.err and "在此不起作用" in told.err


def test_a_broken_yaml_policy_names_the_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    policy = tmp_path / "policy.yaml"
    policy.write_text("window: 16000\n  keep_rounds: [1\n")
    assert main(["trim", str(SAMPLE), "--policy", str(policy)]) == 2
    assert "line 2" in capsys.readouterr().err


def test_without_the_extra_one_sentence_names_it() -> None:
    blocked = "import sys; sys.modules['panel'] = None; from trimscope_app.cli import main; sys.exit(main(['serve']))"
    paths = os.pathsep.join([str(ROOT / "core"), str(ROOT / "app")])
    done = subprocess.run(
        [sys.executable, "-c", blocked],
        env=os.environ | {"PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "trimscope[app]" in done.stderr and done.stderr.count("\n") == 1


def test_other_machines_are_let_in_only_by_name() -> None:
    done = run("serve", "--address", "0.0.0.0")
    assert done.returncode == 2 and "--allow-origin" in done.stderr


def test_a_port_that_is_taken_or_none_is_one_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run("serve", "--no-open", "--port", str(port))
    assert done.returncode == 2 and f"Port {port} is taken" in done.stderr and done.stderr.count("\n") == 1
    done = run("serve", "--no-open", "--port", "99999")
    assert done.returncode == 2 and "65535" in done.stderr and done.stderr.count("\n") == 1


def test_an_address_that_is_none_is_one_sentence() -> None:
    done = run("serve", "--no-open", "--address", "192.0.2.1", "--allow-origin", "192.0.2.1:5006", "--port", "0")
    assert done.returncode == 2 and "192.0.2.1" in done.stderr and done.stderr.count("\n") == 1


def test_a_missing_file_is_one_sentence() -> None:
    done = run("serve", "nowhere.json")
    assert done.returncode == 2 and "nowhere.json" in done.stderr and done.stderr.count("\n") == 1


def test_serve_answers_with_the_page_and_stops_when_told() -> None:
    paths = os.pathsep.join([str(ROOT / "core"), str(ROOT / "app")])
    with subprocess.Popen(
        [sys.executable, "-m", "trimscope_app.cli", "serve", "--port", "0", "--no-open"],
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": paths},
    ) as server:
        assert server.stderr is not None
        url = next(found[1] for line in server.stderr if (found := re.search(r"at (http://\S+)", line)))
        with urllib.request.urlopen(url, timeout=60) as answer:
            assert answer.status == 200 and b"Trimscope" in answer.read()
        server.send_signal(signal.SIGTERM)
        assert server.wait(timeout=30) == 0
