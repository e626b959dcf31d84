"""The sentences of what named strategies do (reasons) and lose (notes), English and Chinese, by code."""

from __future__ import annotations

from collections.abc import Mapping

Pair = tuple[str, str]

STRATEGY_REASONS: Mapping[str, Pair] = {
    "strategy_kept": ("The strategy keeps it.", "该策略保留它。"),
    "outside_slice": ("Outside of the slice.", "不在切片之内。"),
    "outside_window": ("Older than what the strategy's window keeps.", "早于该策略窗口保留的范围。"),
    "outside_size": ("Did not fit into the strategy's limit.", "超出该策略的上限。"),
    "outside_share": ("Among the oldest share of the messages.", "属于最旧的一部分消息。"),
    "before_first_user": (
        "Before the first user message among those that fit.",
        "位于放得下的第一条用户消息之前。",
    ),
    "summarised": ("Its place is taken by a summary.", "由摘要代替。"),
    "summary_place": ("Where a summary would stand, written by a model.", "摘要应在的位置，由模型撰写。"),
    "unanswered_call": ("A call whose result went.", "其结果已被移除的调用。"),
    "leading_result": ("A result whose call went.", "其调用已被移除的结果。"),
    "popped_from_middle": (
        "Was in the middle when something had to go.",
        "需要移除时正处于中间。",
    ),
    "skip_note": ("The strategy's own note of what it skipped.", "该策略对跳过内容的说明。"),
    "receipt": ("The strategy's own note of what it dropped.", "该策略对移除内容的说明。"),
    "cleared_result": (
        "An older result: a placeholder stands in its place.",
        "较旧的结果：以占位文字代替。",
    ),
    "cleared_input": (
        "The arguments of a call whose result was cleared.",
        "结果已清除的调用的参数。",
    ),
    "cut_by_two_caps": (
        "Longer than one of the two caps on a result.",
        "超过结果两个上限之一。",
    ),
    "masked": ("An older result: masked.", "较旧的结果：已遮盖。"),
    "collapsed": ("An older ring: one line stands in its place.", "较旧的工具环：以一行文字代替。"),
    "collapsed_line": (
        "Stands for a collapsed ring, with its results.",
        "代表一个折叠的工具环及其结果。",
    ),
    "merged_system": (
        "System messages are merged into the first one.",
        "系统消息合并到第一条。",
    ),
    "cut_to_fit": (
        "Cut in its middle to what room was left.",
        "从中间截断以放入剩余空间。",
    ),
    "sliced_text": ("Only its front is kept, without a word.", "只留开头，没有任何提示。"),
    "previewed": ("An older long result: only a preview of its front.", "较旧的长结果：只留开头预览。"),
    "pruned": (
        "Calls, results or reasoning older than the newest messages.",
        "早于最新消息的调用、结果或推理。",
    ),
    "trailing_answer": (
        "An answer at the very end: this strategy sends none.",
        "末尾的回答：该策略不发送。",
    ),
}
"""Reasons of decisions made by a strategy."""

STRATEGY_NOTES: Mapping[str, Pair] = {
    "lost:system": (
        "The system prompt is not in what would be sent.",
        "将发送的内容中没有系统提示。",
    ),
    "lost:goal": (
        "The goal, the first thing the user asked for, is not in what would be sent.",
        "将发送的内容中没有目标，即用户最初的要求。",
    ),
    "lost:newest_user": (
        "The newest thing the user typed is not in what would be sent.",
        "将发送的内容中没有用户最新输入的消息。",
    ),
}
"""What a strategy took away that our own policies never do."""
