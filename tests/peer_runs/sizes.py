"""The sizes each peer is swept over, by strategy and by the package that has the peer."""

from __future__ import annotations

from typing import Any

Params = dict[str, Any]

COUNTS = (1, 2, 3, 5, 8, 13, 20)
TOKENS = (60, 150, 300, 600, 1000, 2000)
CLEARED = {"trigger": 0, "clear_at_least": 0, "exclude_tools": (), "placeholder": "[cleared]"}

SWEEPS: dict[str, dict[str, list[Params]]] = {
    "langchain_core": {
        "langchain_trim": [
            {"max_tokens": n, "unit": unit, "include_system": system, "start_on_human": human}
            for unit, sizes in (("messages", COUNTS), ("tokens", TOKENS))
            for n in sizes
            for system, human in ((False, False), (True, False), (True, True))
        ]
    },
    "langchain": {
        "clear_results": [
            {**CLEARED, "keep": keep, "clear_at_least": least, "clear_at_least_mode": "langchain"}
            for keep in (0, 1, 3, 6)
            for least in (0, 100, 400)
        ]
        + [{**CLEARED, "keep": 2, "trigger": 800}, {**CLEARED, "keep": 2, "exclude_tools": ("search",)}],
        "langchain_summary": [{"keep": n} for n in COUNTS],
    },
    "autogen_core": {
        "autogen_buffered": [{"buffer_size": n, "system_in_list": inside} for n in COUNTS for inside in (False, True)],
        "autogen_head_and_tail": [
            {"head_size": head, "tail_size": n, "system_in_list": inside}
            for n in COUNTS
            for head in (1, 2, 4)
            for inside in (False, True)
        ],
        "autogen_token_limited": [
            {"token_limit": n, "system_in_list": inside} for n in TOKENS for inside in (False, True)
        ],
    },
    "semantic_kernel": {
        "semantic_kernel_truncation": [
            {"target_count": n, "threshold_count": threshold} for n in COUNTS for threshold in (0, 2, 5)
        ]
    },
    "strands": {"strands_window": [{"window_size": n, "pin_first": pin} for n in (0, *COUNTS) for pin in (0, 1, 3)]},
    "agent_framework": {
        "agent_framework_window": [
            {"keep_last_groups": n, "preserve_system": s} for n in COUNTS for s in (True, False)
        ],
        "agent_framework_truncation": [
            {"max_n": n, "compact_to": max(1, n // part), "unit": unit} | flags
            for unit, sizes in (("messages", COUNTS), ("tokens", TOKENS))
            for n in sizes
            for part in (1, 2)
            for flags in (
                {"preserve_system": True, "preserve_first_user_group": True},
                {"preserve_system": False, "preserve_first_user_group": False},
            )
        ],
        "agent_framework_collapse": [{"keep_last_tool_call_groups": n} for n in (0, 1, 2, 4)],
        "agent_framework_context_window": [
            {"max_context_window_tokens": n, "max_output_tokens": n // 8, "preserve_first_user_group": first}
            for n in (400, 800, 1500, 3000)
            for first in (True, False)
        ],
    },
    "agents": {
        "agents_sdk_outputs": [
            {"recent_turns": turns, "max_output_chars": most, "preview_chars": preview}
            for turns in (1, 2, 3)
            for most, preview in ((500, 200), (100, 40), (60, 60))
        ]
        + [{"recent_turns": 1, "max_output_chars": 100, "preview_chars": 50, "trimmable_tools": ("search",)}]
    },
    "litellm": {"litellm_trim": [{"max_tokens": n} for n in (4, 10, 20, 40, *TOKENS)]},
    "inspect_ai": {
        "inspect_trim": [{"preserve": share} for share in (0.0, 0.2, 0.5, 0.7, 0.9, 1.0)],
        "clear_results": [
            {**CLEARED, "keep": keep, "placeholder": "(Tool result removed)", "exclude_tools": tools}
            | {"excluded_take_slots": False}
            for keep in (0, 1, 3, 6)
            for tools in ((), ("search",))
        ],
    },
    "pydantic_ai_harness": {
        "harness_window": [
            {"max_messages": most, "keep_messages": keep, "preserve_first_user_message": first}
            for most, keep in ((1, 0), (4, 2), (8, 4), (10, 7), (20, 10))
            for first in (True, False)
        ],
        "clear_results": [
            {**CLEARED, "keep": keep, "exclude_tools": tools} for keep in (0, 1, 3, 6) for tools in ((), ("search",))
        ],
    },
    "google.adk": {
        "adk_context_filter": [
            {"num_invocations_to_keep": keep, "remove_amount": removed} for keep in (1, 2, 3) for removed in (1, 2)
        ]
    },
}
"""Package -> strategy -> parameters."""

ADAPTERS = {
    "langchain_core": "langchain_core_peer",
    "langchain": "langchain_peer",
    "autogen_core": "autogen_core_peer",
    "semantic_kernel": "semantic_kernel_peer",
    "strands": "strands_peer",
    "agent_framework": "agent_framework_peer",
    "agents": "openai_agents_peer",
    "litellm": "litellm_peer",
    "inspect_ai": "inspect_ai_peer",
    "pydantic_ai_harness": "harness_peer",
    "google.adk": "google_adk_peer",
}
"""Package -> module of `peer_runs` that runs it."""
