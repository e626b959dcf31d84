"""A model's window comes from a dated table; an unknown model is unknown."""

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

import trimscope.models
from trimscope.model_names import clean
from trimscope.models import DEFAULT_WINDOW, known, resolve


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("gpt-4o", "gpt-4o"),
        ("openai/gpt-4o-2024-11-20", "gpt-4o"),
        ("gpt-4o-mini-2024-07-18", "gpt-4o-mini"),
        ("azure/gpt-4o-mini", "gpt-4o-mini"),
        ("ft:gpt-4o-mini-2024-07-18:my-org::abc", "gpt-4o-mini"),
        ("gpt-4o-audio-preview", "gpt-4o"),
        ("gpt-4-0613", "gpt-4"),
        ("gpt-4-1106-preview", "gpt-4-turbo"),
        ("gpt-4-turbo-2024-04-09", "gpt-4-turbo"),
        ("gpt-4.1-2025-04-14", "gpt-4.1"),
        ("gpt-5-2025-08-07", "gpt-5"),
        ("gpt-5.1-codex-max", "gpt-5.1-codex"),
        ("o1-2024-12-17", "o1"),
        ("o3-mini-high", "o3-mini"),
        ("claude-3-5-sonnet-20241022", "claude-3-5-sonnet"),
        ("claude-3.5-sonnet", "claude-3-5-sonnet"),
        ("claude-3-5-sonnet-v2@20241022", "claude-3-5-sonnet"),
        ("claude-sonnet-4@20250514", "claude-sonnet-4"),
        ("claude-sonnet-4-20250514", "claude-sonnet-4"),
        ("anthropic/claude-sonnet-4.5", "claude-sonnet-4-5"),
        ("bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0", "claude-sonnet-4-5"),
        ("anthropic.claude-opus-4-1-20250805-v1:0", "claude-opus-4-1"),
        (
            "arn:aws:bedrock:us:1:profile/eu.anthropic.claude-3-haiku-20240307-v1:0",
            "claude-3-haiku",
        ),
        ("models/gemini-2.5-pro-preview-06-05", "gemini-2.5-pro"),
        ("vertex_ai/gemini-1.5-flash-002", "gemini-1.5-flash"),
        ("deepseek-ai/DeepSeek-V3", "deepseek-v3"),
        ("deepseek/deepseek-chat:free", "deepseek-chat"),
        ("Qwen/Qwen2.5-72B-Instruct", "qwen2.5"),
        ("qwen2.5:14b", "qwen2.5"),
        ("llama3.1:8b", "llama-3.1"),
        ("llama3.3:latest", "llama-3.3"),
        ("meta-llama/Llama-3.3-70B-Instruct", "llama-3.3"),
        ("Meta-Llama-3.1-70B-Instruct-Turbo", "llama-3.1"),
        ("us.meta.llama3-3-70b-instruct-v1:0", "llama-3.3"),
        ("mistral-large-2411", "mistral-large"),
        ("moonshotai/kimi-k2-instruct", "kimi-k2"),
        ("glm-4.6", "glm-4.6"),
        ("  GPT-4O  ", "gpt-4o"),
    ],
)
def test_the_names_providers_and_gateways_use_are_understood(name, found):
    assert resolve(name).name == found


@pytest.mark.parametrize(
    "name",
    ["", None, "proto1-mini", "my-gpt-4o", "gpt-4x", "gpt-4.9", "o11", "o", "gpt", "claude-opus-4-9",
     "claude", "x-" * 10**6, "gemini-9-pro", "unknown", "/", ":", "...", "-", "[1m]", "\ud83c", "not-o3",
     "gpt-5.9-mini"],
)  # fmt: skip
def test_an_unknown_model_is_unknown(name):
    assert resolve(name) is None


def test_a_longer_known_name_wins():
    assert resolve("gpt-4-turbo-something").window == 128_000
    assert resolve("gpt-4-something").window == 8_192


def test_the_long_window_of_claude_code_is_believed():
    assert resolve("claude-sonnet-4-20250514").window == 200_000
    assert resolve("claude-sonnet-4-20250514[1m]").window == 1_000_000


def test_the_table_is_whole_dated_and_free_of_doubles():
    models = known()
    assert 40 <= len(models) <= 100
    assert len({clean(model.name) for model in models}) == len(models)
    for model in models:
        assert resolve(model.name) == model
        assert model.window >= 8_192 and (model.max_output or 1) > 0
        assert model.source.startswith("litellm ") and len(model.as_of) == 10
    providers = [model.provider for model in models]
    assert providers == sorted(providers, key=providers.index), "each provider's models stand together"
    assert {"openai", "anthropic", "google"} <= set(providers)
    assert DEFAULT_WINDOW == 200_000


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
