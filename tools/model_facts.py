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
        ("gpt-6.1-terra", "", ""),
        ("gpt-6-sol", "", ""),
        ("gpt-6-astra", "", ""),
        ("gpt-6-luna", "", ""),
        ("gpt-5.6", "", "gpt-5.6-sol"),
        ("gpt-5.6-terra", "", ""),
        ("gpt-5.6-luna", "", ""),
        ("gpt-5.5", "", ""),
        ("gpt-5.5-pro", "", ""),
        ("gpt-5.4", "", ""),
        ("gpt-5.4-pro", "", ""),
        ("gpt-5.4-mini", "", ""),
        ("gpt-5.4-nano", "", ""),
        ("gpt-5.3-codex", "", ""),
        ("gpt-5.2", "", ""),
        ("gpt-5.2-pro", "", ""),
        ("gpt-5.2-chat", "gpt-5.2-chat-latest", ""),
        ("gpt-5.1", "", ""),
        ("gpt-5.1-chat", "gpt-5.1-chat-latest", ""),
        ("gpt-5.1-codex", "", ""),
        ("gpt-5.1-codex-mini", "", ""),
        ("gpt-5", "", ""),
        ("gpt-5-pro", "", ""),
        ("gpt-5-mini", "", ""),
        ("gpt-5-nano", "", ""),
        ("gpt-5-chat", "", ""),
        ("gpt-4.1", "", ""),
        ("gpt-4.1-mini", "", ""),
        ("gpt-4.1-nano", "", ""),
        ("gpt-4o", "", ""),
        ("gpt-4o-mini", "", ""),
        ("chatgpt-4o", "chatgpt-4o-latest", "gpt-4o-2024-05-13"),
        ("gpt-4-turbo", "", "gpt-4-1106-preview gpt-4-0125-preview gpt-4-vision-preview"),
        ("gpt-4-32k", "", ""),
        ("gpt-4", "", ""),
        ("gpt-3.5-turbo", "", "gpt-35-turbo"),
        ("gpt-3.5-turbo-0613", "", "gpt-3.5-turbo-0301 gpt-35-turbo-0613 gpt-35-turbo-0301"),
        ("gpt-3.5-turbo-16k", "", "gpt-35-turbo-16k"),
        ("codex-mini", "codex-mini-latest", ""),
        ("o4-mini", "", ""),
        ("o4-mini-deep-research", "", ""),
        ("o3", "", ""),
        ("o3-pro", "", ""),
        ("o3-deep-research", "", ""),
        ("o3-mini", "", ""),
        ("o1", "", ""),
        ("o1-pro", "", ""),
        ("o1-mini", "", ""),
        ("o1-preview", "", ""),
        ("gpt-oss-120b", "deepinfra/openai/gpt-oss-120b", "gpt-oss gpt-oss-120b-1"),
        ("gpt-oss-20b", "deepinfra/openai/gpt-oss-20b", "gpt-oss-20b-1"),
    ],
    "anthropic": [
        ("claude-mythos-5-1", "", ""),
        ("claude-mythos-5", "", "claude-mythos"),
        ("claude-fable-5-1", "", ""),
        ("claude-fable-5", "", ""),
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
        ("claude-3-sonnet", "anthropic.claude-3-sonnet-20240229-v1:0", ""),
        ("claude-3-haiku", "claude-3-haiku-20240307", ""),
        ("claude-2.1", "", "claude-v2-1"),
        ("claude-2", "", "claude-v2"),
    ],
    "google": [
        ("gemini-4-argon", "gemini/gemini-4-argon", ""),
        ("gemini-4-hydrogen", "gemini/gemini-4-hydrogen", ""),
        ("gemini-3.8-flash", "gemini/gemini-3.8-flash", ""),
        ("gemini-3.7-flash", "gemini/gemini-3.7-flash", ""),
        ("gemini-3.6-flash", "gemini/gemini-3.6-flash", ""),
        ("gemini-3.5-flash", "gemini/gemini-3.5-flash", ""),
        ("gemini-3.5-flash-lite", "gemini/gemini-3.5-flash-lite", ""),
        ("gemini-3.1-pro", "gemini/gemini-3.1-pro-preview", ""),
        ("gemini-3.1-flash-lite", "gemini/gemini-3.1-flash-lite", ""),
        ("gemini-3-pro", "vertex_ai/gemini-3-pro-preview", ""),
        ("gemini-3-flash", "gemini/gemini-3-flash-preview", ""),
        ("gemini-2.5-pro", "gemini/gemini-2.5-pro", ""),
        ("gemini-2.5-flash", "gemini/gemini-2.5-flash", ""),
        ("gemini-2.5-flash-lite", "gemini/gemini-2.5-flash-lite", ""),
        ("gemini-2.0-flash", "gemini/gemini-2.0-flash", ""),
        ("gemini-2.0-flash-lite", "gemini/gemini-2.0-flash-lite", ""),
        ("gemini-1.5-pro", "", ""),
        ("gemini-1.5-flash", "gemini/gemini-1.5-flash", ""),
    ],
    "deepseek": [
        ("deepseek-v4-pro", "", ""),
        ("deepseek-v4-flash", "", "deepseek-flash"),
        ("deepseek-v3.2", "deepseek/deepseek-v3.2", ""),
        ("deepseek-v3.1", "deepinfra/deepseek-ai/DeepSeek-V3.1", ""),
        ("deepseek-chat", "", ""),
        ("deepseek-reasoner", "", ""),
        ("deepseek-v3", "deepseek/deepseek-v3", ""),
        ("deepseek-r1", "deepseek/deepseek-r1", ""),
        ("deepseek-coder", "deepseek/deepseek-coder", ""),
    ],
    "qwen": [
        ("qwen3.8-max", "dashscope/qwen3.8-max", ""),
        ("qwen3.8-flash", "dashscope/qwen3.8-flash", ""),
        ("qwen3.7-max", "dashscope/qwen3.7-max", ""),
        ("qwen3.7-plus", "dashscope/qwen3.7-plus", ""),
        ("qwen3.5-plus", "dashscope/qwen3.5-plus", ""),
        ("qwen3-max", "dashscope/qwen3-max", ""),
        ("qwen3-coder-plus", "dashscope/qwen3-coder-plus", ""),
        ("qwen3-coder-flash", "dashscope/qwen3-coder-flash", ""),
        ("qwen3-coder-480b-a35b", "deepinfra/Qwen/Qwen3-Coder-480B-A35B-Instruct", "qwen3-coder"),
        ("qwen3-next-80b-a3b", "dashscope/qwen3-next-80b-a3b-instruct", ""),
        ("qwen3-235b-a22b", "deepinfra/Qwen/Qwen3-235B-A22B", ""),
        ("qwen3-235b-a22b-instruct", "deepinfra/Qwen/Qwen3-235B-A22B-Instruct-2507", ""),
        ("qwen3-235b-a22b-thinking", "deepinfra/Qwen/Qwen3-235B-A22B-Thinking-2507", ""),
        ("qwen3-30b-a3b", "deepinfra/Qwen/Qwen3-30B-A3B", ""),
        ("qwen3-32b", "deepinfra/Qwen/Qwen3-32B", ""),
        ("qwen3-14b", "deepinfra/Qwen/Qwen3-14B", ""),
        ("qwen-max", "dashscope/qwen-max", ""),
        ("qwen-plus-2025-09-11", "dashscope/qwen-plus-2025-09-11", "qwen-plus-latest qwen-plus-2025-07-28"),
        ("qwen-plus", "dashscope/qwen-plus", ""),
        ("qwen-flash", "dashscope/qwen-flash", ""),
        ("qwen-turbo", "dashscope/qwen-turbo-latest", ""),
        ("qwen2.5", "deepinfra/Qwen/Qwen2.5-72B-Instruct", "qwen-2.5"),
    ],
    "moonshot": [
        ("kimi-k3.1-pro", "moonshot/kimi-k3.1-pro", ""),
        ("kimi-k3", "moonshot/kimi-k3", ""),
        ("kimi-k2.7-code", "moonshot/kimi-k2.7-code", ""),
        ("kimi-k2.6", "moonshot/kimi-k2.6", ""),
        ("kimi-k2.5", "moonshot/kimi-k2.5", ""),
        ("kimi-k2", "deepinfra/moonshotai/Kimi-K2-Instruct", ""),
        ("kimi-k2-0905", "deepinfra/moonshotai/Kimi-K2-Instruct-0905", "kimi-k2-instruct-0905"),
        ("kimi-k2-thinking", "novita/moonshotai/kimi-k2-thinking", ""),
    ],
    "zai": [
        ("glm-5.3", "zai/glm-5.3", ""),
        ("glm-5.3-flash", "zai/glm-5.3-flash", ""),
        ("glm-5.2", "zai/glm-5.2", ""),
        ("glm-5.1", "zai/glm-5.1", ""),
        ("glm-5", "zai/glm-5", ""),
        ("glm-4.7", "zai/glm-4.7", ""),
        ("glm-4.6", "zai/glm-4.6", ""),
        ("glm-4.5", "zai/glm-4.5", ""),
        ("glm-4.5-air", "zai/glm-4.5-air", ""),
    ],
    "mistral": [
        ("mistral-large-4", "mistral/mistral-large-4", ""),
        ("mistral-large", "mistral/mistral-large-latest", "mistral-large-3"),
        ("mistral-large-2411", "mistral/mistral-large-2411", "mistral-large-2407"),
        ("mistral-large-2402", "mistral/mistral-large-2402", ""),
        ("mistral-medium", "mistral/mistral-medium-latest", "mistral-medium-3 mistral-medium-3.5"),
        ("mistral-medium-2505", "mistral/mistral-medium-2505", ""),
        ("mistral-small", "mistral/mistral-small-latest", ""),
        ("codestral", "mistral/codestral-latest", ""),
        ("devstral", "mistral/devstral-latest", ""),
        ("devstral-small", "mistral/devstral-small-latest", ""),
        ("magistral-medium", "mistral/magistral-medium-latest", ""),
        ("magistral-small", "mistral/magistral-small-latest", ""),
        ("ministral-8b", "mistral/ministral-8b-latest", ""),
        ("pixtral-large", "mistral/pixtral-large-latest", ""),
        ("mistral-nemo", "mistral/open-mistral-nemo", "open-mistral-nemo mistral-nemo-instruct"),
        ("mixtral-8x7b", "mistral/open-mixtral-8x7b", "open-mixtral-8x7b"),
    ],
    "xai": [
        ("grok-4.7", "xai/grok-4.7", ""),
        ("grok-4.6", "xai/grok-4.6", ""),
        ("grok-4.5", "xai/grok-4.5", ""),
        ("grok-4.3", "xai/grok-4.3", ""),
        ("grok-4.20", "xai/grok-4.20", ""),
        ("grok-4", "vercel_ai_gateway/xai/grok-4", ""),
        ("grok-3", "xai/grok-3", ""),
        ("grok-3-mini", "xai/grok-3-mini", ""),
        ("grok-code-fast", "xai/grok-code-fast", "grok-code-fast-1"),
    ],
    "meta": [
        ("llama-4-maverick", "meta_llama/Llama-4-Maverick-17B-128E-Instruct-FP8", "llama4-maverick"),
        ("llama-4-scout", "azure_ai/Llama-4-Scout-17B-16E-Instruct", "llama4-scout"),
        ("llama-3.3", "deepinfra/meta-llama/Llama-3.3-70B-Instruct", "llama3.3 meta-llama-3.3"),
        ("llama-3.2", "deepinfra/meta-llama/Llama-3.2-11B-Vision-Instruct", "llama3.2 meta-llama-3.2"),
        ("llama-3.1", "deepinfra/meta-llama/Meta-Llama-3.1-70B-Instruct", "llama3.1 meta-llama-3.1"),
        ("llama-3", "meta.llama3-70b-instruct-v1:0", "llama3 meta-llama-3"),
    ],
    "minimax": [
        ("minimax-m3", "minimax/MiniMax-M3", ""),
        ("minimax-m2.7", "deepinfra/MiniMaxAI/MiniMax-M2.7", ""),
        ("minimax-m2.5", "minimax/MiniMax-M2.5", ""),
        ("minimax-m2.1", "minimax/MiniMax-M2.1", ""),
        ("minimax-m2", "minimax/MiniMax-M2", ""),
    ],
    "amazon": [
        ("nova-2-lite", "amazon.nova-2-lite-v1:0", ""),
        ("nova-premier", "amazon.nova-premier-v1:0", ""),
        ("nova-pro", "amazon.nova-pro-v1:0", ""),
        ("nova-lite", "amazon.nova-lite-v1:0", ""),
        ("nova-micro", "amazon.nova-micro-v1:0", ""),
    ],
    "cohere": [
        ("command-a", "command-a-03-2025", ""),
        ("command-r-plus", "command-r-plus-08-2024", ""),
        ("command-r", "command-r-08-2024", ""),
    ],
}

# Tokenizer family by the longest beginning of the name. o200k for GPT-4o and everything after it, as the
# tokenizer's own table of model names has it; models whose vocabulary nobody published are unknown.
TOKENIZERS: dict[str, str] = {
    "chatgpt": "o200k",
    "claude": "claude",
    "claude-fable": "claude-4.7",  # the new tokenizer came with 4.7 (the provider's note on migration)
    "claude-haiku-5": "claude-4.7",
    "claude-mythos": "claude-4.7",
    "claude-opus-4-7": "claude-4.7",
    "claude-opus-4-8": "claude-4.7",
    "claude-opus-5": "claude-4.7",
    "claude-sonnet-5": "claude-4.7",
    "codestral": "mistral",
    "codex": "o200k",
    "devstral": "mistral",
    "deepseek": "deepseek",
    "gemini": "gemini",
    "gpt": "o200k",
    "gpt-3.5": "cl100k",
    "gpt-4": "cl100k",
    "gpt-4.1": "o200k",
    "gpt-4o": "o200k",
    "llama-3": "llama3",
    "magistral": "mistral",
    "ministral": "mistral",
    "mistral": "mistral",
    "pixtral": "mistral",
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
    "o1": CacheRule(1024, 300, 128, _OPENAI),
    "o3": CacheRule(1024, 300, 128, _OPENAI),
    "o4": CacheRule(1024, 300, 128, _OPENAI),
    "codex-mini": CacheRule(1024, 300, 128, _OPENAI),
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
    "gemini-4": CacheRule(4096, None, 1, _GOOGLE),
    "gemini-3-flash": CacheRule(1024, None, 1, _GOOGLE),
    # On disk, in units of 64 tokens; unused prefixes go within a few hours to a few days: two hours are sure.
    "deepseek": CacheRule(64, 7_200, 64, "DeepSeek, context caching guide"),
    # Implicit caching: from 256 tokens, no lifetime promised. Writing costs what input costs (IMPLICIT below).
    "qwen": CacheRule(256, None, 1, "Alibaba Cloud Model Studio, context cache guide"),
    # Five minutes unless an hour is asked for, at twice the price of writing.
    "kimi-k3": CacheRule(None, 300, 1, "Moonshot, context caching guide"),
    "nova": CacheRule(1000, 300, 1, "Amazon Bedrock, prompt caching guide"),
    # Prefixes may go at any time, the guide says: neither a minimum nor a lifetime.
    "grok": CacheRule(None, None, 1, "xAI, prompt caching guide"),
}

# Windows where the table's row holds the whole context, input and output together: less the 128,000 of output,
# as the rows of the same models at other hosts and of their newer kin have it.
WINDOWS: dict[str, int] = {
    "gpt-5.5": 922_000,
    "gpt-5.5-pro": 922_000,
    "gpt-5.4": 922_000,
    "gpt-5.4-pro": 922_000,
    "gpt-5.1-codex": 272_000,
    "gpt-5.1-codex-mini": 272_000,
    "gpt-5-pro": 272_000,
}

IMPLICIT = ("qwen",)
"""Names whose write price in the packaged table belongs to caching by explicit marks, and whose read price to
the implicit kind, which is what a request gets that sets no marks: the write price is left out."""

# The table of the PatchCat article, as it gives it: any name that begins so; everything else is `fallback`.
PATCHCAT = {"gemini": 1_000_000, "gpt-4o": 128_000, "deepseek": 64_000, "qwen": 32_000}
PATCHCAT_FALLBACK = 8_192
