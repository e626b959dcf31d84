"""The words of outcomes and of classes of tools, English and Chinese, by code. Looked up through `trimscope.words`."""

from __future__ import annotations

from collections.abc import Mapping

OUTCOMES: Mapping[str, tuple[str, str]] = {
    "done": ("done", "已完成"),
    "failed": ("failed, not done", "失败，未执行"),
    "unknown": ("unknown: ask before repeating", "未知：重复之前先询问"),
}

TOOL_CLASSES: Mapping[str, tuple[str, str]] = {
    "query": ("only reads", "只读查询"),
    "retryable": ("writes, may be called again", "写操作，可重试"),
    "once": ("writes, must not be called again", "写操作，不可重复"),
    "confirm": ("needs a person's consent", "需要人工确认"),
    "unknown": ("not classified", "未分类"),
}
