"""Short names of messages: who speaks or which tool, and the beginning of what is said."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from trimscope import Message
from trimscope.transcript import Text, Thinking, ToolResult
from trimscope_app.i18n import tr
from trimscope_app.views.loaded import Loaded

SNIPPET: Final = 160  # characters: more than the widest row shows at 13 px
CONTROLS: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")  # they turn the writing of what follows around
FORMATS: Final = {  # names people know; every format the core reads is here (a test says so)
    "openai-chat": "OpenAI Chat",
    "openai-responses": "OpenAI Responses",
    "openai-responses-response": "OpenAI Responses",
    "anthropic-messages": "Anthropic Messages",
    "anthropic-response": "Anthropic Messages",
    "gemini-contents": "Gemini",
    "bedrock-converse": "Bedrock Converse",
    "cohere-v2": "Cohere v2",
    "mistral-chat": "Mistral Chat",
    "ollama-chat": "Ollama Chat",
    "claude-code-jsonl": "Claude Code",
    "codex-rollout": "Codex",
    "gemini-cli-session": "Gemini CLI",
    "qwen-code-jsonl": "Qwen Code",
    "vscode-copilot-chat": "VS Code Copilot",
    "claude-stream-json": "Claude Code stream",
    "cline-api-history": "Cline",
    "cline-sdk-messages": "Cline",
    "openai-agents-runstate": "OpenAI Agents SDK",
    "google-adk-session": "Google ADK",
    "inspect-log": "Inspect log",
    "kimi-wire-jsonl": "Kimi",
    "langchain": "LangChain",
    "langgraph-thread-state": "LangGraph",
    "langfuse-trace": "Langfuse trace",
    "langsmith-run": "LangSmith run",
    "mlflow-trace": "MLflow trace",
    "otel-genai-span": "OpenTelemetry GenAI",
    "mini-swe-agent-traj": "mini-swe-agent",
    "swe-agent-traj": "SWE-agent",
    "moatless-trajectory": "Moatless",
    "opencode-events": "opencode",
    "opencode-export": "opencode",
    "openhands-llm-completion": "OpenHands",
    "openhands-output-jsonl": "OpenHands",
    "openhands-sdk-events": "OpenHands",
    "openhands-trajectory": "OpenHands",
    "pydantic-ai-messages": "Pydantic AI",
    "sharegpt": "ShareGPT",
    "tau-bench-results": "tau-bench",
    "tau2-results": "tau2-bench",
    "vercel-model-messages": "Vercel AI SDK",
    "vercel-ui-messages": "Vercel AI SDK",
    "pi-session-jsonl": "pi session",
    "openclaw-telemetry": "OpenClaw telemetry",
    "anthropic-managed-agent-events": "Anthropic agent events",
    "claude-web-session-json": "Claude web session",
    "claude-sdk-cassette": "Claude SDK recording",
    "anthropic-snapshot": "Anthropic snapshot",
    "atif-trajectory": "ATIF trajectory",
    "tarko-event-stream": "Tarko events",
    "bfcl-result": "BFCL result",
    "agentbench-runs": "AgentBench runs",
    "function-chat-bench": "FunctionChat-Bench",
    "vcr-cassette": "HTTP recording (VCR)",
    "toolbench-answer": "ToolBench answer",
    "autogen-state": "AutoGen state",
    "letta-agent-file": "Letta agent file",
    "smolagents": "smolagents",
    "camel-memory": "CAMEL memory",
    "browser-use": "browser-use",
}
NAME: Final = 60  # characters of a tool's name: longer ones only push the rest out of the row


def name_of(format: str) -> str:
    """What people call a format."""
    return FORMATS.get(format, format)


def visible(text: str) -> str:
    """The text with characters that turn its direction written out: a name must not rearrange the words around it."""
    return CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def short(text: str, size: int) -> str:
    """The text on one line, cut with an ellipsis. Looks at its beginning only: texts may be many megabytes."""
    flat = visible(" ".join(text[: size * 4].split()))
    return flat if len(flat) <= size else flat[: size - 1] + "…"


def tool_names(names: list[str]) -> str:
    """Names of a message's calls: 'search ×3, book'."""
    counted = Counter(names)
    return ", ".join(short(name, NAME) + (f" ×{n}" if n > 1 else "") for name, n in counted.items())


def title(loaded: Loaded, message: Message, lang: str) -> str:
    """'system', 'you', 'assistant', the called tools, or 'result of <tool>'."""
    if message.calls:
        return tool_names([call.name for call in message.calls])
    if message.results:
        names = [loaded.named_tool(message, n) for n, part in enumerate(message.parts) if isinstance(part, ToolResult)]
        known = [name for name in names if name]
        return tr(lang, "title.result", tool=tool_names(known)) if known else tr(lang, "title.result_of_unknown")
    if message.role == "user" and message.injected:
        return tr(lang, "title.injected")
    return tr(lang, f"title.{message.role}")


def snippet(message: Message) -> str:
    """The beginning of what the message says, on one line, at most `SNIPPET` characters."""
    for call in message.calls:
        return short(call.arguments, SNIPPET)
    for result in message.results:
        for text in result.texts:
            return short(text.text, SNIPPET)
    for part in message.parts:
        if isinstance(part, Text):
            return short(part.text, SNIPPET)
    for part in message.parts:
        if isinstance(part, Thinking):
            return short(part.text, SNIPPET)
    return ""
