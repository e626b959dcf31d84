"""Presets of providers, harnesses and coding agents: what they do to a transcript, with the numbers of their defaults
or of their documentation.

Most are strategies, because their rule is no policy: they may break pairing or lose the goal, and the checks say so.
`pytest -m peers` holds those installable from Python to the systems themselves. Sizes in tokens are of this page's
estimator.
Where a system has no default, a figure of its documentation's order of magnitude is taken.
"""

from __future__ import annotations

from trimscope.policies.policy import Policy
from trimscope.presets.named import by_strategy, named

RUNTIMES = (
    named(
        "peers",
        "anthropic_clear",
        Policy(
            window=200_000,
            watermark_of="window",
            watermark=0.5,
            target=0.0,
            trigger="watermark",
            history="raw",
            keep_rounds=3,
            old_rounds="clear",
            result_limit=None,
        ),
        "Anthropic context editing (clear_tool_uses): at 100,000 of 200,000 tokens all "
        "results but those of the newest 3 "
        "rings are cleared, by the server, afresh for every request. There 3 counts tool "
        "uses; set clear_at_least to see "
        "its least gain.",
        "Anthropic 上下文编辑（clear_tool_uses）：达到 200,000 中的 100,000 token 时清除最近 3 "
        "个工具环以外的结果，由服务端对每次请求重新执行。"
        "原系统的 3 按工具调用计数；可设 clear_at_least 查看最小收益。",
    ),
    named(
        "peers",
        "harness_window",
        by_strategy("harness_window", max_messages=80, keep_messages=40),
        "pydantic-ai-harness SlidingWindowCompaction: over 80 messages the newest 40 and the first question stay; a "
        "request with all its results is one message.",
        "pydantic-ai-harness SlidingWindowCompaction：超过 80 条时保留最新 40 "
        "条与第一个问题；一次请求及其全部结果算一条。",
    ),
    named(
        "peers",
        "harness_clear",
        by_strategy("clear_results", trigger=100_000, keep=3, placeholder="[tool result cleared]"),
        "pydantic-ai-harness ClearToolResults: over 100,000 tokens all results but the "
        "newest 3 are cleared. The number "
        "counts pairs of a call and its result, parallel ones one by one.",
        "pydantic-ai-harness ClearToolResults：超过 100,000 token 时清除最新 3 个以外的结果。"
        "按调用-结果对计数，并行的逐个计数。",
    ),
    named(
        "peers",
        "openhands_masking",
        by_strategy("openhands_masking", attention_window=100),
        "OpenHands ObservationMaskingCondenser: results outside of the newest 100 events "
        "read <MASKED>; a call, a result "
        "and any other message are one event each.",
        "OpenHands ObservationMaskingCondenser：最新 100 个事件之外的结果显示为 <MASKED>；"
        "每个调用、结果、其他消息各算一个事件。",
    ),
    named(
        "peers",
        "openhands_recent",
        by_strategy("openhands_recent", keep_first=1, max_events=100),
        "OpenHands RecentEventsCondenser: the prompt and the newest events, 100 in all; "
        "the first question is put back.",
        "OpenHands RecentEventsCondenser：系统提示与最新事件共 100 个；第一个问题会被放回。",
    ),
    named(
        "peers",
        "openhands_forgetting",
        by_strategy("openhands_forgetting", max_size=100, keep_first=1),
        "OpenHands AmortizedForgettingCondenser: over 100 events the prompt and the newest stay, 50 in all; the first "
        "question is put back.",
        "OpenHands AmortizedForgettingCondenser：超过 100 个事件时保留系统提示与最新事件，共 50 个；"
        "第一个问题会被放回。",
    ),
    named(
        "peers",
        "openhands_window",
        by_strategy("openhands_window", per_cent=50),
        "OpenHands ConversationWindowCondenser: the prompt, the first question and the newer half of the other events; "
        "a call, a result and any other message are one event each.",
        "OpenHands ConversationWindowCondenser：系统提示、第一个问题与其余事件中较新的一半；"
        "每个调用、结果、其他消息各算一个事件。",
    ),
    named(
        "peers",
        "vercel_prune",
        by_strategy("vercel_prune", keep_last_messages=2, reasoning="before-last-message"),
        "Vercel AI SDK pruneMessages, before-last-2-messages: calls and results before the newest 2 messages go (all "
        "results of a turn are one message), text stays. No limit in tokens.",
        "Vercel AI SDK pruneMessages（before-last-2-messages）：最新 2 "
        "条消息之前的调用与结果移除（同一轮的全部结果算一条），文字保留。没有 token 上限。",
    ),
    named(
        "peers",
        "inspect_trim",
        by_strategy("inspect_trim", preserve=0.7),
        "Inspect trim_messages: the prompt, the first question and the newest 70 % of the "
        "later messages by number, each "
        "result counted.",
        "Inspect trim_messages：系统提示、第一个问题，以及其后消息中最新的 70 %（按条数，结果逐条计数）。",
    ),
    named(
        "peers",
        "inspect_edit",
        by_strategy(
            "clear_results", trigger=180_000, keep=3, excluded_take_slots=False, placeholder="(Tool result removed)"
        ),
        "Inspect CompactionEdit: over 90 % of 200,000 tokens all results but the newest 3 "
        "are removed. Counts tool uses. "
        "Its clearing of older reasoning is left out.",
        "Inspect CompactionEdit：超过 200,000 token 的 90 % 时清除最新 3 个以外的结果。"
        "按工具调用计数。未包含其对旧推理内容的清除。",
    ),
    named(
        "peers",
        "agents_sdk_session",
        Policy(
            keep_rounds=8,
            round_unit="user_turn",
            protect_first_user=False,
            protect_last_user=False,
            result_limit=None,
            tombstone={"style": "off", "lang": "en", "place": "own_message"},
        ),
        "OpenAI Agents SDK cookbook, TrimmingSession: the newest 8 user turns, a turn being "
        "a user message and all up to "
        "the next. The goal goes, and no note says so.",
        "OpenAI Agents SDK cookbook 的 TrimmingSession：最新 8 "
        "个用户轮次（一条用户消息及其后到下一条之前的全部）。目标丢失，且没有说明。",
    ),
    named(
        "peers",
        "agents_sdk_outputs",
        by_strategy("agents_sdk_outputs", recent_turns=2, max_output_chars=500, preview_chars=200),
        "OpenAI Agents SDK ToolOutputTrimmer: results over 500 characters before the newest "
        "2 user messages become their "
        "first 200 characters.",
        "OpenAI Agents SDK ToolOutputTrimmer：最近 2 条用户消息之前、超过 500 字符的结果只留前 200 字符。",
    ),
    named(
        "peers",
        "adk_context_filter",
        by_strategy("adk_context_filter", num_invocations_to_keep=5, remove_amount=1),
        "Google ADK ContextFilterPlugin: the newest 5 invocations, one being a user's "
        "messages and all up to the next. "
        "A run of one question is never cut; of several the goal goes.",
        "Google ADK ContextFilterPlugin：最新 5 次 invocation（用户消息及其后到下一条用户消息之前的全部）。"
        "只有一个问题的运行不会裁剪；多个问题时目标丢失。",
    ),
    named(
        "peers",
        "adk_compaction",
        by_strategy("adk_compaction", token_threshold=100_000, event_retention_size=10),
        "Google ADK events compaction: over 100,000 tokens all but the newest 10 events give way to a summary. The "
        "summary's text is a model's: a placeholder stands there, or the policy's summary text. Both numbers are "
        "examples: it has no defaults.",
        "Google ADK 事件压缩：超过 100,000 token 时，除最新 10 个事件外由一条摘要代替。摘要文字由模型写："
        "此处为占位文字，或策略的 summary.text。两个数字均为示例：原系统没有默认值。",
    ),
    named(
        "peers",
        "strands_summary",
        by_strategy("strands_summary", summary_ratio=0.3, preserve_recent_messages=10),
        "Strands SummarizingConversationManager: the oldest 30 % of the messages give way to a summary, never the "
        "newest 10. The summary's text is a model's: a placeholder stands there, or the policy's summary text.",
        "Strands SummarizingConversationManager：最旧的 30 % 消息由一条摘要代替，最新 10 条不动。"
        "摘要文字由模型写：此处为占位文字，或策略的 summary.text。",
    ),
    named(
        "peers",
        "openhands_summary",
        by_strategy("openhands_summary", max_size=240, keep_first=2),
        "OpenHands SDK LLMSummarizingCondenser: over 240 events the first 2 and the newest stay, 120 in all with the "
        "summary. Its text is a model's: a placeholder stands there, or the policy's summary text.",
        "OpenHands SDK LLMSummarizingCondenser：超过 240 个事件时保留前 2 个与最新的，连同摘要共 120 个。"
        "摘要文字由模型写：此处为占位文字，或策略的 summary.text。",
    ),
    named(
        "peers",
        "opencode_prune",
        by_strategy("opencode_prune"),
        "opencode's pruning: results before the newest 2 user turns and beyond the newest 40,000 tokens of results are "
        "cleared, if that frees more than 20,000.",
        "opencode 的修剪：最近 2 个用户轮次之前、且超出最新 40,000 token 的结果被清除，前提是能释放超过 20,000 token。",
    ),
)
