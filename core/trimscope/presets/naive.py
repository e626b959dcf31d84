"""Naive slices as presets: shown to break, with the fault."""

from __future__ import annotations

from trimscope.presets.named import by_strategy, named

NAIVE = (
    named(
        "naive",
        "last_6",
        by_strategy("last_messages", n=6),
        "messages[-6:] - the newest 6 messages, a result counted as one. The prompt and the "
        "goal are gone, and it mostly "
        "begins with a result without its call: the provider refuses that.",
        "messages[-6:]——最新 6 条消息（一条结果算一条）。系统提示与目标丢失，开头常是没有调用的结果：服务商会拒绝。",
    ),
    named(
        "naive",
        "first_and_last_6",
        by_strategy("first_and_last", n=6),
        "[messages[0]] + messages[-6:] - the prompt and the newest 6 messages. The goal is gone, rings are split.",
        "[messages[0]] + messages[-6:]——系统提示加最新 6 条消息。目标丢失，工具环被拆散。",
    ),
    named(
        "naive",
        "slice_4000",
        by_strategy("slice_results", chars=4_000),
        "content.slice(0, 4000) on every result: valid, but the end (the verdict of a log "
        "or a test run) is gone without "
        "a word, and JSON is cut in the middle.",
        "对每个结果 content.slice(0, 4000)：合法，但结尾（日志或测试的结论）悄悄丢失，JSON 被拦腰截断。",
    ),
)
