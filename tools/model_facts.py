"""What is said about models by hand: which ones the table lists, their tokenizer families, their cache rules.

`refresh_models.py` joins these with the windows and prices of the packaged table. Cache rules come from the
providers' prompt-caching guides, because that table has few of them; `READ` is the day they were read.
"""

from __future__ import annotations

from typing import NamedTuple

READ = "2026-11-30"
"""The day the providers' guides were read (as they stood in October and November 2026)."""

# provider: (name, key in litellm's table where it differs, other names people use)
MODELS: dict[str, list[tuple[str, str, str]]] = {
    "openai": [
        ("gpt-6.1-sol", "", ""),
        ("gpt-6-sol", "", ""),
        ("gpt-5.6", "", ""),
        ("gpt-5.5", "", ""),
        ("gpt-5.4", "", ""),
        ("gpt-5.4-mini", "", ""),
        ("gpt-5.3-codex", "", ""),
        ("gpt-5.2", "", ""),
        ("gpt-5.1", "", ""),
        ("gpt-5.1-codex", "", ""),
        ("gpt-5", "", ""),
        ("gpt-5-mini", "", ""),
        ("gpt-5-nano", "", ""),
        ("gpt-5-chat", "", ""),
        ("gpt-4.1", "", ""),
        ("gpt-4.1-mini", "", ""),
        ("gpt-4.1-nano", "", ""),
        ("gpt-4o", "", "chatgpt-4o"),
        ("gpt-4o-mini", "", ""),
        ("gpt-4-turbo", "", "gpt-4-1106-preview gpt-4-0125-preview gpt-4-vision-preview"),
        ("gpt-4-32k", "", ""),
        ("gpt-4", "", ""),
        ("gpt-3.5-turbo", "", "gpt-35-turbo"),
        ("o4-mini", "", ""),
        ("o3", "", ""),
        ("o3-mini", "", ""),
        ("o1", "", ""),
        ("o1-mini", "", ""),
        ("o1-preview", "", ""),
        ("gpt-oss-120b", "deepinfra/openai/gpt-oss-120b", ""),
        ("gpt-oss-20b", "deepinfra/openai/gpt-oss-20b", ""),
    ],
    "anthropic": [
        ("claude-opus-5-5", "", ""),
        ("claude-opus-5", "", ""),
        ("claude-sonnet-5-5", "", ""),
        ("claude-sonnet-5", "", ""),
        ("claude-haiku-5-5", "", ""),
        ("claude-opus-4-8", "", ""),
        ("claude-opus-4-7", "", ""),
        ("claude-opus-4-6", "", ""),
        ("claude-opus-4-5", "", "claude-4-5-opus"),
        ("claude-sonnet-4-6", "", ""),
        ("claude-sonnet-4-5", "", "claude-4-5-sonnet"),
        ("claude-haiku-4-5", "", "claude-4-5-haiku"),
        ("claude-opus-4-1", "anthropic.claude-opus-4-1-20250805-v1:0", "claude-4-1-opus"),
        ("claude-opus-4", "claude-opus-4-20250514", "claude-4-opus claude-opus-4-0"),
        ("claude-sonnet-4", "claude-sonnet-4-20250514", "claude-4-sonnet claude-sonnet-4-0"),
        ("claude-3-7-sonnet", "vercel_ai_gateway/anthropic/claude-3-7-sonnet", ""),
        ("claude-3-5-sonnet", "claude-3-5-sonnet-20241022", ""),
        ("claude-3-5-haiku", "claude-3-5-haiku-20241022", ""),
        ("claude-3-opus", "claude-3-opus-20240229", ""),
        ("claude-3-haiku", "claude-3-haiku-20240307", ""),
    ],
    "google": [
        ("gemini-3.5-flash", "gemini/gemini-3.5-flash", ""),
        ("gemini-3.1-pro", "gemini/gemini-3.1-pro-preview", ""),
        ("gemini-3-pro", "vertex_ai/gemini-3-pro-preview", ""),
        ("gemini-3-flash", "gemini/gemini-3-flash-preview", ""),
        ("gemini-2.5-pro", "gemini/gemini-2.5-pro", ""),
        ("gemini-2.5-flash", "gemini/gemini-2.5-flash", ""),
        ("gemini-2.0-flash", "gemini/gemini-2.0-flash", ""),
        ("gemini-1.5-pro", "gemini/gemini-1.5-pro", ""),
        ("gemini-1.5-flash", "gemini/gemini-1.5-flash", ""),
    ],
    "deepseek": [
        ("deepseek-v4-pro", "", ""),
        ("deepseek-v4-flash", "", ""),
        ("deepseek-v3.2", "deepseek/deepseek-v3.2", ""),
        ("deepseek-chat", "", ""),
        ("deepseek-reasoner", "", ""),
        ("deepseek-v3", "deepseek/deepseek-v3", ""),
        ("deepseek-r1", "deepseek/deepseek-r1", ""),
    ],
    "qwen": [
        ("qwen3.7-max", "dashscope/qwen3.7-max", ""),
        ("qwen3-max", "dashscope/qwen3-max", ""),
        ("qwen3-coder-plus", "dashscope/qwen3-coder-plus", ""),
        ("qwen3-235b-a22b", "deepinfra/Qwen/Qwen3-235B-A22B", ""),
        ("qwen3-235b-a22b-instruct", "deepinfra/Qwen/Qwen3-235B-A22B-Instruct-2507", ""),
        ("qwen3-32b", "deepinfra/Qwen/Qwen3-32B", ""),
        ("qwen-max", "dashscope/qwen-max", ""),
        ("qwen-plus", "dashscope/qwen-plus", ""),
        ("qwen2.5", "deepinfra/Qwen/Qwen2.5-72B-Instruct", "qwen-2.5"),
    ],
    "moonshot": [
        ("kimi-k3", "moonshot/kimi-k3", ""),
        ("kimi-k2.5", "moonshot/kimi-k2.5", ""),
        ("kimi-k2", "deepinfra/moonshotai/Kimi-K2-Instruct", ""),
    ],
    "zai": [
        ("glm-5", "zai/glm-5", ""),
        ("glm-4.7", "zai/glm-4.7", ""),
        ("glm-4.6", "zai/glm-4.6", ""),
        ("glm-4.5", "zai/glm-4.5", ""),
    ],
    "mistral": [
        ("mistral-large", "mistral/mistral-large-latest", ""),
        ("mistral-medium", "mistral/mistral-medium-latest", ""),
        ("mistral-small", "mistral/mistral-small-latest", ""),
        ("codestral", "mistral/codestral-latest", ""),
    ],
    "xai": [
        ("grok-4.5", "xai/grok-4.5", ""),
        ("grok-4.3", "xai/grok-4.3", ""),
        ("grok-3", "xai/grok-3", ""),
        ("grok-code-fast", "xai/grok-code-fast", ""),
    ],
    "meta": [
        ("llama-4-maverick", "meta_llama/Llama-4-Maverick-17B-128E-Instruct-FP8", "llama4-maverick"),
        ("llama-3.3", "deepinfra/meta-llama/Llama-3.3-70B-Instruct", "llama3.3 meta-llama-3.3"),
        ("llama-3.1", "deepinfra/meta-llama/Meta-Llama-3.1-70B-Instruct", "llama3.1 meta-llama-3.1"),
    ],
}

# Tokenizer family by the longest beginning of the name. o200k for GPT-4o and everything after it, as the
# tokenizer's own table of model names has it; models whose vocabulary nobody published are unknown.
TOKENIZERS: dict[str, str] = {
    "chatgpt": "o200k",
    "claude": "claude",
    "codestral": "mistral",
    "deepseek": "deepseek",
    "gemini": "gemini",
    "gpt": "o200k",
    "gpt-3.5": "cl100k",
    "gpt-4": "cl100k",
    "gpt-4.1": "o200k",
    "gpt-4o": "o200k",
    "llama-3": "llama3",
    "mistral": "mistral",
    "o1": "o200k",
    "o3": "o200k",
    "o4": "o200k",
    "qwen": "qwen",
}


class CacheRule(NamedTuple):
    """`minimum`: tokens of the shortest prefix that is cached; `lifetime`: seconds it lives without being
    used; `step`: tokens in which a hit grows beyond the minimum; None where the guide does not say."""

    minimum: int | None
    lifetime: int | None
    step: int
    source: str


_ANTHROPIC = "Anthropic, prompt caching guide"
_GOOGLE = "Google, Gemini API context caching guide"
_OPENAI = "OpenAI, prompt caching guide"

# By the longest beginning of the name. A minimum inside the packaged table goes before the one here.
CACHES: dict[str, CacheRule] = {
    # Five minutes from the last use is the lifetime that costs 1.25 times the input price to write; the
    # table's write price is that one (the hour costs 2 times).
    "claude": CacheRule(1024, 300, 1, _ANTHROPIC),
    "claude-3-5-haiku": CacheRule(2048, 300, 1, _ANTHROPIC),
    "claude-3-haiku": CacheRule(2048, 300, 1, _ANTHROPIC),
    # Kept in memory for five to ten minutes without use, at most an hour; what is sure is the five minutes.
    "gpt-4o": CacheRule(1024, 300, 128, _OPENAI),
    "chatgpt-4o": CacheRule(1024, 300, 128, _OPENAI),
    "o1": CacheRule(1024, 300, 128, _OPENAI),
    "o3": CacheRule(1024, 300, 128, _OPENAI),
    "o4": CacheRule(1024, 300, 128, _OPENAI),
    # These keep prefixes for up to 24 hours unless the organisation keeps no data.
    "gpt-4.1": CacheRule(1024, 86_400, 128, _OPENAI),
    "gpt-4.1-mini": CacheRule(1024, 300, 128, _OPENAI),
    "gpt-4.1-nano": CacheRule(1024, 300, 128, _OPENAI),
    "gpt-5": CacheRule(1024, 86_400, 128, _OPENAI),
    # From the GPT-5.6 family on: half an hour, writes at 1.25 times the input price, no steps.
    "gpt-5.6": CacheRule(1024, 1_800, 1, _OPENAI),
    "gpt-6": CacheRule(1024, 1_800, 1, _OPENAI),
    # Implicit caching; the guide gives no lifetime ("in a short amount of time").
    "gemini-2.5": CacheRule(2048, None, 1, _GOOGLE),
    "gemini-3": CacheRule(4096, None, 1, _GOOGLE),
    "gemini-3-flash": CacheRule(1024, None, 1, _GOOGLE),
    # On disk, in units of 64 tokens; unused prefixes go within a few hours to a few days: two hours are sure.
    "deepseek": CacheRule(64, 7_200, 64, "DeepSeek, context caching guide"),
    # Implicit caching: from 256 tokens, no lifetime promised. Writing costs what input costs (IMPLICIT below).
    "qwen": CacheRule(256, None, 1, "Alibaba Cloud Model Studio, context cache guide"),
}

IMPLICIT = ("qwen",)
"""Names whose write price in the packaged table belongs to caching by explicit marks, and whose read price to
the implicit kind, which is what a request gets that sets no marks: the write price is left out."""

# The table of the PatchCat article, as it gives it: any name that begins so; everything else is `fallback`.
PATCHCAT = {"gemini": 1_000_000, "gpt-4o": 128_000, "deepseek": 64_000, "qwen": 32_000}
PATCHCAT_FALLBACK = 8_192
