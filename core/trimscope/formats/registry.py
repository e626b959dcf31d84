"""All formats, in the order in which they are tried."""

from __future__ import annotations

from types import ModuleType

from trimscope.formats import (
    anthropic_messages,
    bedrock_converse,
    cohere_v2,
    gemini_contents,
    mistral_chat,
    ollama_chat,
    openai_chat,
    openai_responses,
    openai_responses_response,
)
from trimscope.formats.logs import (
    anthropic_managed,
    anthropic_response,
    anthropic_snapshot,
    claude_cassette,
    claude_code,
    claude_stream,
    claude_web,
    cline_history,
    cline_sdk,
    codex_rollout,
    copilot_chat,
    gemini_cli,
    google_adk,
    kimi_wire,
    openai_agents_runstate,
    openclaw,
    pi_session,
    qwen_code,
)

FORMATS: tuple[ModuleType, ...] = (
    codex_rollout,
    qwen_code,
    claude_code,
    claude_stream,
    kimi_wire,
    pi_session,
    openclaw,
    anthropic_managed,
    claude_web,
    claude_cassette,
    copilot_chat,
    cline_sdk,
    cline_history,
    anthropic_response,
    anthropic_snapshot,
    gemini_cli,
    google_adk,
    openai_agents_runstate,
    openai_responses_response,
    openai_responses,
    gemini_contents,
    bedrock_converse,
    anthropic_messages,
    cohere_v2,
    mistral_chat,
    ollama_chat,
    openai_chat,
)
"""In the order in which they are tried: the surest marks first, OpenAI chat is what remains."""

DIALECTS = {module.NAME: module for module in FORMATS if hasattr(module, "parse")}
