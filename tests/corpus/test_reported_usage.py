"""What providers reported, in real files: each call's usage is read once, and what it adds up to.

The numbers were taken out of the files by a script of its own, which knows nothing of Trimscope: lines by message id,
running totals by what they grew, events by their last state.
"""

import pytest

import trimscope as ts
from corpus.corpus import FOLDER

REPORTED = {
    # calls with usage, input tokens (cached parts included), of these read from the cache, written to it; output
    "anthropic-managed-agent-events": {
        "langsmith_custom_tools.jsonl": (2, 14476, 14472, 0, 80),
    },
    "anthropic-response": {
        "vercel_anthropic-advisor-20260301.1.json": (1, 1363, 0, 0, 3200),
        "vercel_anthropic-programmatic-tool-calling.1.json": (1, 4243, 0, 0, 229),
        "vercel_anthropic-web-search-tool.1.json": (1, 27118, 0, 0, 600),
    },
    "anthropic-snapshot": {
        "sdk_32da0815.json": (1, 11306, 0, 0, 163),
        "sdk_956fa2fe.json": (1, 617, 0, 0, 995),
    },
    "atif-trajectory": {
        "openhands_hello-world.trajectory.json": (2, 220, 0, 0, 80),
        "terminus_2_hello-world-context-sum*jectory.json": (3, 2252, 0, 0, 160),
    },
    "claude-code-jsonl": {
        "daaain_edge_cases.jsonl": (3, 320, 0, 0, 350),
        "daaain_todowrite.jsonl": (6, 883, 0, 0, 328),
        "dkimuson_a.jsonl": (7, 116010, 103219, 12698, 953),
        "dkimuson_agent.jsonl": (1, 100, 0, 0, 10),
        "dkimuson_c.jsonl": (9, 168358, 161313, 6672, 2636),
        "dkimuson_ja_b.jsonl": (10, 216399, 190261, 26074, 2003),
        "jnarowski_full-session-four.jsonl": (30, 1243308, 1178761, 64499, 228),
        "jnarowski_full-session-two.jsonl": (11, 371011, 307871, 63095, 107),
        "jnarowski_tool-result-image.jsonl": (2, 250, 0, 0, 70),
    },
    "claude-sdk-cassette": {
        "logfire_basic_conversation.json": (1, 9344, 7166, 2175, 1),
        "logfire_tool_use_conversation.json": (2, 18872, 17653, 1215, 1),
    },
    "claude-stream-json": {
        "tielec_ja_193_09_evaluation.txt": (2, 184141, 98074, 86060, 2),
        "tielec_ja_415_00_planning.txt": (3, 181432, 122327, 59088, 3),
        "tielec_ja_453_09_evaluation.txt": (9, 1100395, 981687, 118675, 41),
    },
    "cline-sdk-messages": {
        "cline_agentic.compaction.json": (1, 12238, 12224, 0, 10),
        "cline_session.messages.json": (16, 630254, 534435, 0, 4395),
    },
    "codex-rollout": {
        "jnarowski_rollout-2025-09-24T19-22*bbca08.jsonl": (132, 7494343, 7290112, 0, 99678),
        "jnarowski_rollout-2025-09-24T20-12*82a7c5.jsonl": (18, 149449, 120192, 0, 4808),
        "jnarowski_rollout-2025-09-25T15-12*4f3c3e.jsonl": (35, 536834, 472320, 0, 6654),
    },
    "gemini-cli-session": {
        "jnarowski_session-2025-10-29T10-40-359abdd0.json": (2, 10312, 0, 0, 326),
        "jnarowski_tool-result-cancelled.json": (1, 5689, 5519, 0, 97),
    },
    "inspect-log": {
        "browser.json": (5, 15235, 9088, 0, 281),
        "log_formats.json": (1, 66, 0, 0, 2),
        "log_images.json": (1, 323, 0, 0, 3),
        "log_images_tc.json": (1, 323, 0, 0, 5),
        "log_streaming.eval": (1, 66, 0, 0, 1),
        "popularity.json": (1, 64, 0, 0, 2),
        "scout_websearch.eval": (1, 587, 0, 0, 33),
    },
    "langfuse-trace": {
        "autogen-2025-06-06.trace.json": (1, 41, 0, 0, 3),
        "crewai-2025-07-11.trace.json": (1, 190, 0, 0, 164),
        "google-adk-2025-08-28.trace.json": (2, 67, 0, 0, 9),
        "google-gemini-2025-08-01.trace.json": (1, 6, 0, 0, 2055),
        "koog-2025-08-26.trace.json": (2, 215, 0, 0, 125),
        "langgraph-js-2025-10-30.trace.json": (2, 321, 0, 0, 123),
        "langgraph-python-2025-08-22.trace.json": (2, 168, 0, 0, 66),
        "microsoft-agent-2025-12-17.trace.json": (2, 293, 0, 0, 106),
        "openai-assistants-2024-05-29.json": (1, 49, 0, 0, 40),
        "pydantic-ai-tools-2025-12-04.trace.json": (3, 1184, 0, 0, 140),
        "vertex-ai-2025-08-01.trace.json": (1, 5, 0, 0, 2018),
    },
    "langsmith-run": {
        "langsmith_wrap_openai_reasoning.json": (1, 43, 0, 0, 2497),
    },
    "moatless-trajectory": {
        "django-11039.json": (5, 109399, 50651, 58362, 1885),
        "sympy-11400_large.json": (16, 272708, 232859, 39534, 3514),
    },
    "openai-responses-response": {
        "msagent_conv_basic_first_message_response.json": (1, 36, 0, 0, 8),
        "msagent_conv_basic_second_message_response.json": (1, 56, 0, 0, 58),
        "vercel_openai-compaction.1.json": (1, 51097, 0, 0, 2056),
        "vercel_openai-mcp-tool.1.json": (1, 6700, 0, 0, 1078),
        "vercel_openai-shell-skills.1.json": (1, 1499, 1024, 0, 331),
        "vercel_openai-web-search-tool.1.json": (1, 19681, 3712, 0, 3773),
    },
    "openclaw-telemetry": {
        "scout_openclaw_telemetry.jsonl": (6, 255981, 205069, 50900, 1257),
    },
    "opencode-events": {
        "langsmith_ses_basic.jsonl": (4, 52736, 40848, 0, 699),
        "langsmith_ses_images.jsonl": (1, 12628, 1840, 0, 60),
        "langsmith_ses_subagents.jsonl": (2, 25423, 14448, 0, 207),
    },
    "openhands-llm-completion": {
        "sdk_llm-log_anthropic.json": (1, 6729, 0, 0, 199),
        "sdk_nonfncall_deepseek.json": (1, 9204, 9024, 0, 79),
    },
    "openhands-output-jsonl": {
        "multi_swe_output.jsonl": (23, 565158, 0, 0, 2558),
    },
    "openhands-sdk-events": {
        "goal_events.jsonl": (2, 71283, 34772, 0, 377),
    },
    "openhands-trajectory": {
        "basic.json": (2, 8132, 3482, 4640, 1312),
        "basic_gui_mode.json": (4, 17297, 11793, 5482, 2024),
        "wrong_initial_state.json": (4, 14828, 10879, 3927, 358),
    },
    "otel-genai-span": {
        "openinference_vercel_v6_all-spans.json": (1, 50, 0, 0, 9),
    },
    "pi-session-jsonl": {
        "pimono_large-session.jsonl": (439, 47526750, 43229469, 4296232, 83156),
    },
    "qwen-code-jsonl": {
        "splitrail_qwen_code.jsonl": (2, 1100, 50, 0, 25),
    },
}
"""By format and file; a long name is shortened by `*`."""

SILENT = (
    "anthropic-messages",
    "bedrock-converse",
    "cohere-v2",
    "gemini-contents",
    "google-adk-session",
    "langgraph-thread-state",
    "mistral-chat",
    "ollama-chat",
    "openai-chat",
    "openai-responses",
    "sharegpt",
    "swe-agent-traj",
    "tarko-event-stream",
    "tau-bench-results",
    "toolbench-answer",
    "vscode-copilot-chat",
)
"""Formats of requests, and logs that keep no usage: their files say nothing of it."""

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="no real transcripts here")
CASES = [(kind, name) for kind, files in REPORTED.items() for name in files]


def _reported(path):
    return [message.usage for message in ts.load(path.read_bytes()).messages if message.usage]


@pytest.mark.parametrize(("kind", "name"), CASES)
def test_each_call_is_counted_once(kind, name):
    (path,) = (FOLDER / kind).glob(name)
    usages = _reported(path)
    sums = tuple(sum(getattr(each, key) for each in usages) for key in ("context", "cached", "cache_write", "output"))
    assert (len(usages), *sums) == REPORTED[kind][name]


@pytest.mark.parametrize("kind", SILENT)
def test_nothing_is_made_up_where_nothing_was_reported(kind):
    paths = sorted((FOLDER / kind).iterdir())
    assert paths and not any(_reported(path) for path in paths)
