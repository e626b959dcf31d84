"""The table of models is made by a script from a packaged one: the same packages give the same file."""

import importlib.util
import json
import subprocess
import sys
import zipfile
from decimal import Decimal

import pytest

from small import REPOSITORY
from trimscope.models import known

TOOLS = REPOSITORY / "tools"
NEW = {
    "sample_spec": {"max_input_tokens": "the most input tokens"},
    "gpt-4o": {
        "max_input_tokens": 128000, "max_output_tokens": 16384, "input_cost_per_token": 2.5e-06,
        "output_cost_per_token": 1e-05, "cache_read_input_token_cost": 1.25e-06,
    },
    "claude-opus-4-5": {
        "max_input_tokens": 200000, "max_output_tokens": 64000, "input_cost_per_token": 5e-06,
        "output_cost_per_token": 2.5e-05, "cache_read_input_token_cost": 5e-07,
        "cache_creation_input_token_cost": 6.25e-06, "cache_creation_input_token_cost_above_1hr": 1e-05,
        "prompt_cache_min_tokens": 4096,
    },
    "gemini/pro": {
        "max_input_tokens": 1048576, "max_output_tokens": 65536, "input_cost_per_token": 1.25e-06,
        "output_cost_per_token": 1e-05, "cache_read_input_token_cost": 1.25e-07,
        "input_cost_per_token_above_200k_tokens": 2.5e-06, "output_cost_per_token_above_200k_tokens": 1.5e-05,
        "cache_read_input_token_cost_above_200k_tokens": 2.5e-07,
        "input_cost_per_token_above_200k_tokens_priority": 4.5e-06,
    },
    "dashscope/tiered": {
        "max_input_tokens": 1000, "max_output_tokens": 100,
        "tiered_pricing": [
            {"input_cost_per_token": 1e-06, "output_cost_per_token": 5e-06, "range": [0, 32000.0]},
            {"input_cost_per_token": 1.8e-06, "output_cost_per_token": 9e-06, "range": [32000.0, 128000.0]},
        ],
    },
    "host/open/model": {"max_input_tokens": 4096, "input_cost_per_token": 1e-07, "output_cost_per_token": 2e-07},
    "deepseek-chat": {
        "max_input_tokens": 131072, "max_output_tokens": 8192, "input_cost_per_token": 2.8e-07,
        "output_cost_per_token": 4.2e-07, "cache_read_input_token_cost": 2.8e-08,
        "cache_creation_input_token_cost": 0.0,
    },
}  # fmt: skip
OLD = {"gpt-4-32k": {"max_input_tokens": 32768, "max_output_tokens": 4096, "input_cost_per_token": 6e-05}, "gpt-4o": {}}
MODELS = {
    "openai": [("gpt-4o", "", "gpt-4o-too"), ("gpt-4-32k", "", "")],
    "anthropic": [("claude-opus-4-5", "", "")],
    "google": [("gemini-2.5-pro", "gemini/pro", "")],
    "qwen": [("qwen3-max", "dashscope/tiered", "")],
    "meta": [("llama-3.3", "host/open/model", "")],
    "deepseek": [("deepseek-chat", "", "")],
}


@pytest.fixture(scope="module")
def script():
    sys.path.insert(0, str(TOOLS))
    try:
        spec = importlib.util.spec_from_file_location("refresh_models", TOOLS / "refresh_models.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(TOOLS))
    return module


def wheel(folder, version, table):
    path = folder / f"litellm-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("litellm/model_prices_and_context_window_backup.json", json.dumps(table))
    return path


@pytest.fixture
def rows(script, tmp_path):
    tables = [script.read_wheel(wheel(tmp_path, "2.0.0", NEW)), script.read_wheel(wheel(tmp_path, "1.0.0", OLD))]
    return {row["name"]: row for row in script.document(tables, "2026-11-30", MODELS)["models"]}


def test_a_row_has_window_prices_and_cache_rule(rows):
    assert rows["gpt-4o"] == {
        "name": "gpt-4o", "provider": "openai", "window": 128000, "max_output": 16384, "source": "litellm 2.0.0",
        "as_of": "2026-11-30", "tokenizer": "o200k", "input_price": 2500000, "output_price": 10000000,
        "cache_read_price": 1250000, "cache_minimum": 1024, "cache_lifetime_s": 300, "cache_step": 128,
        "cache_source": "OpenAI, prompt caching guide", "cache_as_of": "2026-11-30", "aliases": ["gpt-4o-too"],
    }  # fmt: skip


def test_the_tables_own_minimum_goes_before_the_guide_and_the_five_minutes_price_is_taken(rows):
    assert (rows["claude-opus-4-5"]["cache_minimum"], rows["claude-opus-4-5"]["cache_write_price"]) == (4096, 6250000)


def test_dearer_prices_of_long_requests_are_kept_for_standard_processing_only(rows):
    assert rows["gemini-2.5-pro"]["long_prices"] == [
        {"above": 200000, "input_price": 2500000, "output_price": 15000000, "cache_read_price": 250000}
    ]
    assert rows["qwen3-max"]["input_price"] == 1000000
    assert rows["qwen3-max"]["long_prices"] == [{"above": 32000, "input_price": 1800000, "output_price": 9000000}]


def test_a_write_that_costs_nothing_extra_has_no_price(rows):
    assert "cache_write_price" not in rows["deepseek-chat"] and rows["deepseek-chat"]["cache_read_price"] == 28000


def test_a_model_the_newer_release_dropped_comes_from_the_older_one(rows):
    assert (rows["gpt-4-32k"]["source"], rows["gpt-4-32k"]["window"]) == ("litellm 1.0.0", 32768)
    assert rows["gpt-4-32k"]["max_output"] == 4096 and "cache_minimum" not in rows["gpt-4-32k"]


def test_a_row_of_another_host_says_so(rows):
    assert rows["llama-3.3"]["source"] == "litellm 2.0.0: host/open/model"
    assert rows["llama-3.3"]["max_output"] is None


def test_a_model_in_no_table_and_a_price_that_is_not_whole_stop_the_script(script):
    with pytest.raises(SystemExit, match="gpt-9: in none"):
        script.document([("litellm 1", NEW)], "2026-11-30", {"openai": [("gpt-9", "", "")]})
    with pytest.raises(SystemExit, match="gpt-4o: input_cost_per_token is no whole"):
        script.prices({"input_cost_per_token": Decimal("1.23e-14")}, "gpt-4o")


def test_no_fact_is_said_of_a_model_that_is_not_there(script):
    names = [name for listed in script.MODELS.values() for name, _, _ in listed]
    cached = [model.name for model in known() if model.cache_source]
    for facts, of in ((script.TOKENIZERS, names), (script.CACHES, cached), (script.WINDOWS, names)):
        used = {max((key for key in facts if name.startswith(key)), key=len, default=None) for name in of}
        assert set(facts) <= used


def test_wheels_in_the_folder_are_not_fetched_again(script, tmp_path, monkeypatch):
    made = [wheel(tmp_path, release, NEW) for release in script.RELEASES]
    monkeypatch.setattr(script.subprocess, "run", lambda *_, **__: pytest.fail("the network was asked"))
    assert script.fetch(tmp_path) == made


def test_the_same_wheels_and_day_give_the_same_file(script, tmp_path):
    """As the command line runs it, on tables that hold every model of the list: what the shipped file says."""
    shipped = json.loads((REPOSITORY / "core" / "trimscope" / "models.json").read_text(encoding="utf-8"))
    keys = [key or name for listed in script.MODELS.values() for name, key, _ in listed]
    table = {
        key: {"max_input_tokens": row["window"], "max_output_tokens": row["max_output"]}
        for key, row in zip(keys, shipped["models"], strict=True)
    }
    packed = wheel(tmp_path, "2.0.0", table)
    for name in ("one.json", "two.json"):
        command = [sys.executable, str(TOOLS / "refresh_models.py"), "--wheel", str(packed), "--as-of", "2026-01-02"]
        subprocess.run([*command, "--to", str(tmp_path / name)], check=True, capture_output=True)
    one = (tmp_path / "one.json").read_text(encoding="utf-8")
    assert one == (tmp_path / "two.json").read_text(encoding="utf-8")
    made = json.loads(one)
    assert made["patchcat"] == shipped["patchcat"]
    same = ("name", "provider", "window", "max_output", "tokenizer", "aliases")
    assert [[row.get(key) for key in same] for row in made["models"]] == [
        [row.get(key) for key in same] for row in shipped["models"]
    ]
    assert {row["as_of"] for row in made["models"]} == {"2026-01-02"}
