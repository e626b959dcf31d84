"""Presets of agent frameworks: what they do to a transcript, with the numbers of their defaults
or of their documentation.

Most are strategies, because their rule is no policy: they may break pairing or lose the goal, and the checks say so.
`pytest -m peers` holds the rules to the systems themselves. Sizes in tokens are of this page's estimator.
Where a system has no default, a figure of its documentation's order of magnitude is taken.
"""

from __future__ import annotations

from trimscope.presets.named import by_strategy, named

FRAMEWORKS = (
    named(
        "peers",
        "langchain_trim",
        by_strategy("langchain_trim", max_tokens=20, unit="messages"),
        "LangChain trim_messages, last, counted by len: the newest 20 messages, a result "
        "counted as one. No pairing, no "
        "anchors.",
        "LangChain trim_messages（last，以 len 计数）：最新 20 条消息，一条结果算一条。不管配对，也没有锚点。",
    ),
    named(
        "peers",
        "langchain_trim_human",
        by_strategy("langchain_trim", max_tokens=20, unit="messages", include_system=True, start_on_human=True),
        "LangChain trim_messages with include_system and start_on human: the prompt, and of "
        "the newest 20 messages those "
        "from the first user message on. In a long tool loop only the prompt is left.",
        "LangChain trim_messages（保留系统消息、从 human 开始）：系统提示，加最新 20 "
        "条中第一条用户消息之后的部分。长工具循环中只剩系统提示。",
    ),
    named(
        "peers",
        "langchain_trim_tokens",
        by_strategy("langchain_trim", max_tokens=4_000, unit="tokens", include_system=True),
        "LangChain trim_messages with a budget of 4,000 tokens and include_system. Half of "
        "such cuts begin with a result "
        "without its call.",
        "LangChain trim_messages（4,000 token 预算，保留系统消息）。约一半的裁剪以没有调用的结果开头。",
    ),
    named(
        "peers",
        "langchain_summary",
        by_strategy("langchain_summary", keep=20),
        "LangChain SummarizationMiddleware as it fires: the newest 20 messages stay (results one by one), everything "
        "before is one summary that a model writes; here only its place is shown.",
        "LangChain SummarizationMiddleware 触发时：保留最新 20 条消息（结果逐条计数），"
        "之前的全部变为模型写的一条摘要；此处只显示其位置。",
    ),
    named(
        "peers",
        "langchain_clear",
        by_strategy("clear_results", trigger=100_000, keep=3, clear_at_least_mode="langchain"),
        "LangChain ClearToolUsesEdit: over 100,000 tokens all results but the newest 3 read "
        "[cleared]. The number counts "
        "single results, not rings; it is done afresh before every call.",
        "LangChain ClearToolUsesEdit：超过 100,000 token 后，除最新 3 个结果外都变成 [cleared]。"
        "按单个结果计数，不按工具环；每次调用前重新执行。",
    ),
    named(
        "peers",
        "agent_framework_window",
        by_strategy("agent_framework_window", keep_last_groups=20),
        "agent-framework SlidingWindowStrategy: the newest 20 groups (a ring, a user message, a text each are one) and "
        "the prompt. The goal goes.",
        "agent-framework SlidingWindowStrategy：最新 20 组（工具环、用户消息、文本各算一组）与系统提示。目标会丢失。",
    ),
    named(
        "peers",
        "agent_framework_truncation",
        by_strategy("agent_framework_truncation", max_n=20, compact_to=10, preserve_first_user_group=True),
        "agent-framework TruncationStrategy with the first question kept: over 20 messages "
        "the oldest groups go until 10 "
        "are left. Two numbers, so that it trims rarely.",
        "agent-framework TruncationStrategy（保留第一个问题）：超过 20 条消息时从最旧的组开始移除，"
        "直到剩 10 条。两个数值使裁剪次数减少。",
    ),
    named(
        "peers",
        "agent_framework_collapse",
        by_strategy("agent_framework_collapse", keep_last_tool_call_groups=1),
        "agent-framework ToolResultCompactionStrategy: all rings but the newest 1 become one "
        "assistant message each, with "
        "their results on a line of at most 4,096 characters.",
        "agent-framework ToolResultCompactionStrategy：除最新 1 个工具环外，其余各变为一条 assistant "
        "消息，结果写成一行，最多 4,096 字符。",
    ),
    named(
        "peers",
        "agent_framework_context_window",
        by_strategy("agent_framework_context_window", max_context_window_tokens=128_000, max_output_tokens=16_384),
        "agent-framework ContextWindowCompactionStrategy: above 50 % of the input budget rings older than the newest 4 "
        "collapse; above 80 % the oldest groups go, down to 50 %.",
        "agent-framework ContextWindowCompactionStrategy：超过输入预算 50 % 时折叠最新 4 个以外的工具环；"
        "超过 80 % 时移除最旧的组，降到 50 %。",
    ),
    named(
        "peers",
        "strands_window",
        by_strategy("strands_window", window_size=40),
        "Strands SlidingWindowConversationManager: the newest 40 messages, all results of a "
        "turn counted as one, from a "
        "typed message or a whole ring on. The goal goes.",
        "Strands SlidingWindowConversationManager：最新 40 条消息（同一轮的全部结果算一条），"
        "从用户输入或完整工具环起。目标会丢失。",
    ),
    named(
        "peers",
        "strands_window_pinned",
        by_strategy("strands_window", window_size=40, pin_first=1),
        "Strands' sliding window of 40 with pin_first 1: the goal stays. The newest question may go.",
        "Strands 滑动窗口 40，pin_first 为 1：目标保留，最新提问可能丢失。",
    ),
    named(
        "peers",
        "litellm_trim",
        by_strategy("litellm_trim", max_tokens=6_144),
        "LiteLLM trim_messages to 6,144 tokens (0.75 of 8,192): the newest messages that "
        "fit, the one at the edge cut in "
        "its middle, trailing results always. Mostly results without their call.",
        "LiteLLM trim_messages 到 6,144 token（8,192 的 0.75）：放得下的最新消息，边缘一条从中间截断，"
        "末尾结果总保留。常留下没有调用的结果。",
    ),
    named(
        "peers",
        "autogen_buffered",
        by_strategy("autogen_buffered", buffer_size=10),
        "AutoGen BufferedChatCompletionContext: the newest 10 messages, all results of a turn counted as one. The goal "
        "goes; the prompt stays outside of the list, as its own agents keep it.",
        "AutoGen BufferedChatCompletionContext：最新 10 条消息（同一轮的全部结果算一条）。目标丢失；"
        "系统提示在列表之外（其 agent 的做法）。",
    ),
    named(
        "peers",
        "autogen_head_and_tail",
        by_strategy("autogen_head_and_tail", head_size=1, tail_size=10),
        "AutoGen HeadAndTailChatCompletionContext: the first message and the newest 10, all "
        "results of a turn counted as "
        "one, with 'Skipped N messages.' between.",
        "AutoGen HeadAndTailChatCompletionContext：第 1 条与最新 10 "
        "条消息（同一轮的全部结果算一条），中间写 “Skipped N messages.”。",
    ),
    named(
        "peers",
        "autogen_token_limited",
        by_strategy("autogen_token_limited", token_limit=4_000),
        "AutoGen TokenLimitedChatCompletionContext: the middle message goes until 4,000 tokens are left. Splits rings.",
        "AutoGen TokenLimitedChatCompletionContext：反复移除正中间的消息，直到剩 4,000 token。会拆散工具环。",
    ),
    named(
        "peers",
        "semantic_kernel_truncation",
        by_strategy("semantic_kernel_truncation", target_count=10),
        "Semantic Kernel ChatHistoryTruncationReducer: 10 messages (results one by one, the "
        "prompt among them), from the "
        "start of a run of calls on. The goal goes.",
        "Semantic Kernel ChatHistoryTruncationReducer：10 条消息（结果逐条计数，含系统提示），"
        "从一段调用的开头起。目标会丢失。",
    ),
)
