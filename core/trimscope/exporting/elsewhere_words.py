"""What others' nearest settings do otherwise than a policy: one sentence a code, English and Chinese."""

from __future__ import annotations

from collections.abc import Mapping

DIFFERENCES: Mapping[str, tuple[str, str]] = {
    "head": ("The nearest settings to this policy. What differs:", "与该策略最接近的设置。不同之处："),
    "anthropic_server": (
        "The server clears afresh for every request; the list of messages you keep stays whole.",
        "由服务端对每次请求重新清除；你保存的消息列表不变。",
    ),
    "anthropic_none": (
        "Context editing only clears old results; nothing of this policy is that.",
        "上下文编辑只能清除旧结果；该策略没有这样的内容。",
    ),
    "langchain_every_call": (
        "The middleware clears afresh before every model call; the stored state stays whole.",
        "中间件在每次模型调用前重新清除；存储的状态不变。",
    ),
    "langchain_none": (
        "No middleware of LangChain does what this policy does.",
        "LangChain 没有与该策略相当的中间件。",
    ),
    "langchain_tokens_only": (
        "Its trigger counts tokens only: the policy's, a number of results, is left out.",
        "其触发条件只按 token 计：策略中按结果个数的条件无法表达。",
    ),
    "langchain_trim": (
        "trim_messages knows no pairing: results may stay without their call, which providers refuse. It keeps no "
        "goal and no newest question.",
        "trim_messages 不认识配对：可能留下没有调用的结果，服务商会拒绝。不保留目标与最新提问。",
    ),
    "langchain_summary": (
        "The trigger is this policy's watermark; the preset shows the cut as if it had just fired. The summary is a "
        "model's.",
        "触发条件取自该策略的水位线；预设按刚刚触发显示。摘要由模型书写。",
    ),
    "openai_auto": (
        "auto drops items from the beginning of the conversation, and only once the window is exceeded: no watermark, "
        "no target.",
        "auto 只在超出窗口后从对话开头移除条目：没有水位线，也没有目标值。",
    ),
    "openai_disabled": (
        "The policy lets nothing go for its age, so nothing is truncated: over the window the request fails with 400.",
        "该策略不会因旧而移除内容，因此不截断：超出窗口时请求以 400 失败。",
    ),
    "openai_anchors": (
        "Nothing can be held: the goal may go. Chat Completions have no such setting, only the Responses API has.",
        "无法固定任何内容：目标可能丢失。Chat Completions 没有此设置，仅 Responses API 有。",
    ),
    "openai_no_rounds": (
        "There is no number of rounds to keep.",
        "没有“保留轮数”的设置。",
    ),
    "keep_counts_results": (
        "keep counts single results: three parallel calls of one ring use three of them. keep_rounds counts rings.",
        "keep 按单个结果计数：一个工具环的三个并行调用占三个名额。keep_rounds 按工具环计数。",
    ),
    "their_tokens": (
        "The trigger is held against their own count of tokens, not this estimate.",
        "触发值按其自身的 token 计数比较，而非此处的估算。",
    ),
    "clears_not_drop": (
        "Old results are cleared and their calls stay; the policy drops whole rings.",
        "只清除旧结果、保留其调用；该策略移除整个工具环。",
    ),
    "clears_not_compact": (
        "Old results become a fixed placeholder; the policy leaves a stub of each.",
        "旧结果变为固定的占位文字；该策略为每个结果留下摘记。",
    ),
    "always_is_least": (
        "The policy trims at every call: the trigger is the smallest there is.",
        "该策略每次调用都裁剪：触发值取最小。",
    ),
    "no_target": (
        "Once triggered all but the newest results are cleared; the policy stops at its target.",
        "触发后清除最新结果以外的全部结果；该策略降到目标值即停。",
    ),
    "unit_is_result": (
        "The policy counts other rounds than tool rings; these settings count results only.",
        "该策略的轮次不是工具环；此设置只按结果计数。",
    ),
    "no_result_limit": (
        "There is no limit for one result: shorten results (head and tail) before they are stored.",
        "没有单个结果的上限：请在存储之前缩短结果（保留头尾）。",
    ),
    "no_tombstone": (
        "No tombstone says what went.",
        "没有说明移除内容的墓碑消息。",
    ),
    "at_least_anthropic": (
        "clear_at_least there: nothing is cleared if it frees less. The policy's stops once it freed that much.",
        "其 clear_at_least：释放不足则完全不清除。该策略释放到此数即停止。",
    ),
    "at_least_langchain": (
        "clear_at_least there: clearing stops once it freed that much. The policy's clears nothing if it frees less.",
        "其 clear_at_least：释放到此数即停止。该策略释放不足则完全不清除。",
    ),
    "strategy": (
        "The strategy {} is a rule of another system, and has no counterpart here.",
        "策略 {} 是另一系统的规则，此处没有对应设置。",
    ),
    "no_counterpart": (
        "Set in the policy and without a counterpart: {}.",
        "策略已设置但没有对应项：{}。",
    ),
}
"""By code: English, Chinese."""
