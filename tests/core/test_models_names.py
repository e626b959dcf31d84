"""The names people, gateways and clouds write, each with the model of the table that it means."""

import pytest

from trimscope.model_names import clean, unwrap
from trimscope.models import resolve

MEANT = {
    "gpt-4o": "gpt-4o gpt-4o-2024-11-20 openai/gpt-4o-2024-08-06 azure/us/gpt-4o openrouter/openai/gpt-4o:extended"
    " gpt-4o-audio-preview GPT-4O gpt-4o-2024-08-06 azure/eu/gpt-4o-2024-11-20 openai-gpt-4o github_copilot/gpt-4o",
    "gpt-4o-mini": "gpt-4o-mini-2024-07-18 azure/gpt-4o-mini openrouter/openai/gpt-4o-mini",
    "chatgpt-4o": "chatgpt-4o-latest gpt-4o-2024-05-13 openai/gpt-4o-2024-05-13",
    "gpt-4": "gpt-4-0613 gpt-4-0314 azure/gpt-4-0613",
    "gpt-4-32k": "gpt-4-32k-0613 azure/gpt-4-32k",
    "gpt-4-turbo": "gpt-4-1106-preview gpt-4-turbo-2024-04-09 gpt-4-turbo-preview gpt-4-0125-preview",
    "gpt-4.1": "gpt-4.1-2025-04-14 azure/gpt-4.1 github/openai/gpt-4.1",
    "gpt-4.1-mini": "gpt-4.1-mini-2025-04-14 azure/us/gpt-4.1-mini-2025-04-14",
    "gpt-3.5-turbo": "gpt-3.5-turbo-0125 gpt-35-turbo azure/gpt-35-turbo-1106",
    "gpt-3.5-turbo-0613": "gpt-3.5-turbo-0301 azure/gpt-35-turbo-0613 openai/gpt-3.5-turbo-0613",
    "gpt-3.5-turbo-16k": "gpt-3.5-turbo-16k-0613 azure/gpt-35-turbo-16k",
    "gpt-5": "gpt-5-2025-08-07 gpt-5-codex azure/gpt-5-2025-08-07 gmi/openai/gpt-5",
    "gpt-5-chat": "gpt-5-chat-latest azure/gpt-5-chat",
    "gpt-5-mini": "gpt-5-mini-2025-08-07 gpt-5-mini",
    "gpt-5-pro": "gpt-5-pro-2025-10-06",
    "gpt-5.1-codex": "gpt-5.1-codex-max azure/global/gpt-5.1-codex",
    "gpt-5.1-codex-mini": "azure/gpt-5.1-codex-mini-2025-11-13",
    "gpt-5.2": "gpt-5.2-2025-12-11 gpt-5.2-codex",
    "gpt-5.2-pro": "gpt-5.2-pro-2025-12-11",
    "gpt-5.4-nano": "gpt-5.4-nano-2026-03-17 databricks/databricks-gpt-5-4-nano",
    "gpt-5.5": "gpt-5.5-2026-04-23 us.openai.gpt-5.5 azure/eu/gpt-5.5-2026-04-24",
    "gpt-5.6": "gpt-5.6-sol",
    "gpt-6.1-sol": "global.openai.gpt-6.1-sol",
    "gpt-6-luna": "openai.gpt-6-luna us.openai.gpt-6-luna",
    "gpt-oss-120b": "openai/gpt-oss-120b gpt-oss:120b openai.gpt-oss-120b-1:0 groq/openai/gpt-oss-120b",
    "gpt-oss-20b": "openai/gpt-oss-20b:free us-gov.openai.gpt-oss-20b-1:0",
    "o1": "o1-2024-12-17 azure/o1",
    "o1-mini": "o1-mini-2024-09-12",
    "o1-pro": "o1-pro-2025-03-19",
    "o3": "o3-2025-04-16",
    "o3-mini": "o3-mini-high openrouter/openai/o3-mini-high o3-mini-2025-01-31",
    "o3-pro": "azure/o3-pro o3-pro-2025-06-10",
    "o4-mini": "o4-mini-2025-04-16 o4-mini-high",
    "o4-mini-deep-research": "o4-mini-deep-research-2025-06-26",
    "claude-opus-4-8": "claude-opus-4-8 global.anthropic.claude-opus-4-8",
    "claude-opus-4-5": "claude-opus-4-5-20251101 anthropic/claude-opus-4.5 vertex_ai/claude-opus-4-5@20251101",
    "claude-opus-4-1": "anthropic.claude-opus-4-1-20250805-v1:0 openrouter/anthropic/claude-opus-4.1",
    "claude-opus-4": "claude-4-opus-20250514 claude-opus-4@20250514 us.anthropic.claude-opus-4-20250514-v1:0",
    "claude-sonnet-4-6": "claude-sonnet-4-6[1m] azure_ai/claude-sonnet-4-6",
    "claude-sonnet-4-5": "bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0 anthropic/claude-sonnet-4.5"
    " jp.anthropic.claude-sonnet-4-5-20250929-v1:0 databricks/databricks-claude-sonnet-4-5 claude-4.5-sonnet"
    " openrouter/anthropic/claude-sonnet-4.5:thinking claude-sonnet-4-5-20250929",
    "claude-sonnet-4": "litellm_proxy/claude-sonnet-4-20250514 claude-sonnet-4@20250514 claude-4-sonnet"
    " apac.anthropic.claude-sonnet-4-20250514-v1:0 claude-sonnet-4-0",
    "claude-haiku-4-5": "claude-haiku-4-5-20251001 eu.anthropic.claude-haiku-4-5-20251001-v1:0",
    "claude-3-7-sonnet": "claude-3-7-sonnet-latest claude-3.7-sonnet-thought anthropic/claude-3.7-sonnet:thinking",
    "claude-3-5-sonnet": "claude-3-5-sonnet-20241022 claude-3-5-sonnet-v2@20241022 anthropic--claude-3.5-sonnet"
    " anthropic.claude-3-5-sonnet-20241022-v2:0 publishers/anthropic/models/claude-3-5-sonnet@20240620",
    "claude-3-haiku": "arn:aws:bedrock:us:1:profile/eu.anthropic.claude-3-haiku-20240307-v1:0",
    "claude-3-sonnet": "claude-3-sonnet-20240229 vertex_ai/claude-3-sonnet@20240229",
    "claude-2": "anthropic.claude-v2 claude-2",
    "claude-fable-5-1": "anthropic.claude-fable-5-1 vertex_ai/claude-fable-5-1@default",
    "gemini-3-pro": "gemini-3-pro-preview vertex_ai/gemini-3-pro-preview",
    "gemini-2.5-pro": "models/gemini-2.5-pro-preview-06-05 google/gemini-2.5-pro gemini/gemini-2.5-pro-exp-03-25",
    "gemini-2.5-flash": "gemini-2.5-flash-preview-04-17 openrouter/google/gemini-2.5-flash",
    "gemini-2.5-flash-lite": "gemini-2.5-flash-lite-preview-09-2025",
    "gemini-2.0-flash": "gemini-2.0-flash-001 gemini-2.0-flash-thinking-exp-01-21",
    "gemini-1.5-flash": "vertex_ai/gemini-1.5-flash-002",
    "deepseek-v3": "deepseek-ai/DeepSeek-V3 deepseek-v3-0324 us.deepseek.v3-v1:0",
    "deepseek-v3.1": "deepseek-ai/DeepSeek-V3.1-Terminus",
    "deepseek-v3.2": "deepseek-v3-2-251201 deepseek.v3.2 bedrock/eu-north-1/deepseek.v3.2",
    "deepseek-r1": "deepseek-r1-0528 deepseek-r1:14b us.deepseek.r1-v1:0 openrouter/deepseek/deepseek-r1:free",
    "deepseek-chat": "deepseek/deepseek-chat:free litellm_proxy/deepseek-chat",
    "qwen2.5": "Qwen/Qwen2.5-72B-Instruct qwen2.5:14b qwen/qwen-2.5-coder-32b-instruct",
    "qwen3-max": "dashscope/qwen3-max-preview qwen3-max-2026-01-23",
    "qwen-plus-2025-09-11": "dashscope/qwen-plus-latest qwen-plus-2025-07-28",
    "qwen-plus": "qwen-plus-2025-01-25",
    "kimi-k2": "moonshotai/kimi-k2-instruct moonshotai/Kimi-K2-Instruct:free",
    "kimi-k2-thinking": "bedrock/us-east-1/moonshotai.kimi-k2-thinking kimi-k2-thinking-251104",
    "kimi-k3": "in.moonshotai.kimi-k3 global.moonshotai.kimi-k3",
    "glm-4.6": "z-ai/glm-4.6 zai.glm-4.6",
    "mistral-large": "mistral/mistral-large-latest mistral-large-2512 mistral-large-3",
    "mistral-large-2411": "mistral.mistral-large-2407-v1:0 mistral-large-2411",
    "grok-code-fast": "xai/grok-code-fast-1 x-ai/grok-code-fast-1 grok-code-fast-1-0825",
    "grok-4.20": "azure_ai/grok-4-20-reasoning",
    "llama-3": "us.meta.llama3-8b-instruct-v1:0 llama3:70b",
    "llama-3.1": "llama3.1:8b Meta-Llama-3.1-70B-Instruct-Turbo ollama/llama3.1",
    "llama-3.2": "us.meta.llama3-2-1b-instruct-v1:0 llama3.2",
    "llama-3.3": "meta-llama/Llama-3.3-70B-Instruct us.meta.llama3-3-70b-instruct-v1:0 llama3.3:latest",
    "llama-4-maverick": "meta-llama/llama-4-maverick openai/openrouter-llama-4-maverick",
    "minimax-m2.7": "litellm_proxy/minimax-m2.7",
    "nova-pro": "us.amazon.nova-pro-v1:0 bedrock/amazon.nova-pro-v1:0",
    "command-r": "command-r cohere.command-r-v1:0 command-r-08-2024",
}


@pytest.mark.parametrize(("model", "names"), MEANT.items(), ids=MEANT)
def test_a_name_that_is_in_use_finds_its_model(model, names):
    for name in names.split(" "):
        found = resolve(name)
        assert found is not None, name
        assert found.name == model, name


def test_the_list_is_long_enough_to_mean_something():
    names = [name for names in MEANT.values() for name in names.split(" ")]
    assert len(set(names)) == len(names) >= 150


@pytest.mark.parametrize(
    "name",
    ["proto1-mini", "my-gpt-4o", "not-o3", "go1", "o1x", "solo1-preview", "turbo3", "gpt-4x", "gpt-4.9", "gpt-5.9-mini",
     "o11", "o", "gpt", "claude", "claude-opus-4-9", "claude-opus-6", "gemini-9-pro", "llama-3.9", "deepseek", "r1",
     "v3", "azure", "openai", "databricks", "grok-4.8", "kimi-k4", "qwen3.9-max", "glm-4.8", "sonnet", "default",
     "big-pickle", "aws_sdk_claude37_sonnet", "coder-model", "ep-20250510145437-5sxhs", "minimax-m2.9"],
)  # fmt: skip
def test_a_name_that_only_contains_a_known_one_or_is_newer_is_unknown(name):
    assert resolve(name) is None


def test_a_date_is_left_out_unless_the_dated_model_is_one_of_its_own():
    assert resolve("gpt-3.5-turbo-0613").window < resolve("gpt-3.5-turbo-0125").window
    assert resolve("mistral-large-2402").window < resolve("mistral-large-2411").window
    assert unwrap("openai/GPT-4o_2024-05-13") == "gpt-4o-2024-05-13"
    assert clean("openai/GPT-4o_2024-05-13") == "gpt-4o"


def test_a_tuned_model_has_the_window_of_its_base_and_no_price():
    tuned, base = resolve("ft:gpt-4o-mini-2024-07-18:my-org::abc"), resolve("gpt-4o-mini")
    assert (tuned.name, tuned.window, tuned.tokenizer) == (base.name, base.window, base.tokenizer)
    assert base.input_price and tuned.input_price is None and tuned.cache_read_ratio is None
