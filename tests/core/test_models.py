"""A model's window, prices and cache rules come from a dated table; an unknown model is unknown."""

import doctest
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import trimscope.model_names
import trimscope.models
from small import REPOSITORY
from trimscope.model_names import clean, unwrap
from trimscope.models import DEFAULT_WINDOW, known, resolve


@pytest.mark.parametrize("name", ["", None, "x-" * 10**6, "/", ":", "...", "-", "[1m]", "\ud83c", "ft:", "ft:[1m]"])
def test_what_is_no_name_is_no_model(name):
    assert resolve(name) is None


def test_a_longer_known_name_wins():
    assert resolve("gpt-4-turbo-something").window == 128_000
    assert resolve("gpt-4-something").window == 8_192


def test_the_long_window_of_claude_code_is_believed():
    assert resolve("claude-sonnet-4-20250514").window == 200_000
    assert resolve("claude-sonnet-4-20250514[1m]").window == 1_000_000


def test_the_table_is_whole_dated_and_free_of_doubles():
    models = known()
    assert 150 <= len(models) <= 250
    assert len({unwrap(model.name) for model in models}) == len(models)
    for model in models:
        assert resolve(model.name) == model
        assert model.window >= 4_000 and (model.max_output or 1) > 0
        assert model.source.startswith("litellm ") and len(model.as_of) == 10
    providers = [model.provider for model in models]
    assert providers == sorted(providers, key=providers.index), "each provider's models stand together"
    assert {"openai", "anthropic", "google"} <= set(providers)
    assert DEFAULT_WINDOW == 200_000


def test_every_name_of_a_row_leads_to_that_row():
    document = json.loads((REPOSITORY / "core" / "trimscope" / "models.json").read_text(encoding="utf-8"))
    names = [(name, row["name"]) for row in document["models"] for name in (row["name"], *row.get("aliases", ()))]
    assert len({unwrap(name) for name, _ in names}) == len(names), "two rows claim one name"
    for name, row in names:
        assert resolve(name).name == row


def test_prices_are_whole_and_in_order():
    priced = [model for model in known() if model.input_price]
    assert len(priced) > 0.9 * len(known())
    for model in priced:
        assert 0 < model.input_price <= model.output_price <= 600_000_000
        if model.cache_read_price is not None:
            assert 0 < model.cache_read_price < model.input_price
            assert 0 < model.cache_read_ratio < 1_000 <= model.cache_write_ratio <= 1_250
        else:
            assert model.cache_write_ratio is None and model.cache_minimum is None
        above = [step.above for step in model.long_prices]
        assert above == sorted(set(above))
        assert all(step.input_price >= model.input_price for step in model.long_prices)


@pytest.mark.parametrize(
    ("name", "read", "write", "minimum", "lifetime", "step"),
    [
        ("gpt-4o", 500, 1_000, 1_024, 300, 128),
        ("gpt-5", 100, 1_000, 1_024, 86_400, 128),
        ("gpt-5.6", 100, 1_250, 1_024, 1_800, 1),
        ("claude-sonnet-4-5", 100, 1_250, 1_024, 300, 1),
        ("claude-opus-4-5", 100, 1_250, 4_096, 300, 1),
        ("claude-3-haiku", 120, 1_200, 2_048, 300, 1),
        ("gemini-2.5-pro", 100, 1_000, 2_048, None, 1),
        ("deepseek-chat", 100, 1_000, 64, 7_200, 64),
        ("qwen3.7-max", 200, 1_000, 256, None, 1),
    ],
)
def test_cache_rules_are_those_of_the_providers_guides(name, read, write, minimum, lifetime, step):
    model = resolve(name)
    assert (model.cache_read_ratio, model.cache_write_ratio) == (read, write)
    assert (model.cache_minimum, model.cache_lifetime_s, model.cache_step) == (minimum, lifetime, step)
    assert model.cache_source and len(model.cache_as_of) == 10


def test_prices_are_micro_dollars_per_million_tokens():
    model = resolve("gpt-4o")
    assert (model.input_price, model.output_price, model.cache_read_price) == (2_500_000, 10_000_000, 1_250_000)
    long = resolve("gemini-2.5-pro").long_prices
    assert [(step.above, step.input_price, step.output_price) for step in long] == [(200_000, 2_500_000, 15_000_000)]


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("gpt-4o", "o200k"), ("gpt-4.1", "o200k"), ("o1", "o200k"), ("gpt-5.2", "o200k"), ("gpt-oss-20b", "o200k"),
        ("gpt-4", "cl100k"), ("gpt-4-turbo", "cl100k"), ("gpt-3.5-turbo", "cl100k"),
        ("claude-sonnet-4-5", "claude"), ("claude-opus-4-7", "claude-4.7"), ("claude-haiku-5-5", "claude-4.7"),
        ("gemini-2.5-flash", "gemini"), ("llama-3.3", "llama3"), ("llama-4-scout", "unknown"), ("qwen3-max", "qwen"),
        ("deepseek-r1", "deepseek"), ("codestral", "mistral"), ("kimi-k2", "unknown"), ("grok-4", "unknown"),
    ],
)  # fmt: skip
def test_each_model_names_its_tokenizer_family(name, family):
    assert resolve(name).tokenizer == family


@pytest.mark.parametrize(
    ("name", "window"),
    [("gemini-2.5-pro", 1_000_000), ("openai/gpt-4o-mini", 128_000), ("deepseek-chat", 64_000),
     ("qwen2.5-72b", 32_000), ("claude-opus-4", 8_192), ("o3", 8_192), ("", 8_192)],
)  # fmt: skip
def test_the_articles_own_table_is_there_with_its_fallback(name, window):
    assert resolve(name, table="patchcat").window == window


@given(
    st.text(max_size=60)
    | st.lists(st.sampled_from(["gpt", "4", "o1", "-", ".", "/", "v1", ":"])).map("".join)
)
def test_no_name_is_an_error_and_cleaning_twice_changes_nothing(name):
    resolve(name)
    resolve(name, table="patchcat")
    assert clean(clean(name)) == clean(name)


def test_the_examples_in_the_module_are_true():
    assert doctest.testmod(trimscope.models).failed == 0
    assert doctest.testmod(trimscope.model_names).failed == 0
