"""The words for how a verified scenario differs from what it says, English and Chinese, by code."""

from __future__ import annotations

from collections.abc import Mapping

MISMATCHES: Mapping[str, tuple[str, str]] = {
    "transcript": (
        "The transcript is another: its hash is {now}, the scenario is about {then}.",
        "对话记录不同：其哈希为 {now}，而场景针对的是 {then}。",
    ),
    "estimator": (
        "The estimator is another: {then} was used, it is {now} now.",
        "估算器不同：当时为 {then}，现在为 {now}。",
    ),
    "window": (
        "Window, reserve, margin and budget were {then}; they are {now} now.",
        "窗口、预留、余量与预算当时为 {then}，现在为 {now}。",
    ),
    "figure": ("{name} was {then}; it is {now} now.", "{name} 当时为 {then}，现在为 {now}。"),
    "decision": (
        "The decision of message {message} was {then}; it is {now} now.",
        "第 {message} 条消息的决定当时为 {then}，现在为 {now}。",
    ),
    "text": (
        "The text that message {message} is sent with is another.",
        "第 {message} 条消息发送的文本不同。",
    ),
    "plan_digest": (
        "The plan is another: its digest was {then}; it is {now} now.",
        "计划不同：摘要值当时为 {then}，现在为 {now}。",
    ),
    "messages_digest": (
        "What would be sent is another: its digest was {then}; it is {now} now.",
        "将发送的内容不同：摘要值当时为 {then}，现在为 {now}。",
    ),
}

FIGURES: Mapping[str, tuple[str, str]] = {
    "status": ("The status", "状态"),
    "stored": ("The number of stored tokens", "存储的 token 数"),
    "sent": ("The number of sent tokens", "发送的 token 数"),
    "saved": ("The number of saved tokens", "节省的 token 数"),
    "messages": ("The number of messages", "消息数"),
    "calls": ("The number of model calls", "模型调用数"),
    "dropped": ("The number of dropped messages", "丢弃的消息数"),
    "changed": ("The number of changed messages", "改动的消息数"),
}

EQUAL = ("equal", "一致")
DIFFERENT = ("differs", "不一致")
NOT_CHECKED = ("not checked", "未检查")
COUNTED = ("{equal} of {all} scenarios are equal.", "{all} 个场景中有 {equal} 个一致。")


def mismatch(code: str, then: str, now: str, message: int | None, lang: str = "en") -> str:
    """One sentence for a mismatch."""
    at = 1 if lang == "zh" else 0
    kind, _, name = code.partition(":")
    if kind == "figure":
        then, now = _grouped(then), _grouped(now)
    figure = FIGURES[name][at] if name in FIGURES else name
    return MISMATCHES[kind][at].format(then=then, now=now, name=figure, message=message)


def _grouped(text: str) -> str:
    """A number as every report writes it, with its commas; anything else as it stands."""
    return f"{int(text):,}" if text.isascii() and text.isdigit() else text


def word(pair: tuple[str, str], lang: str = "en") -> str:
    """One of a pair of words."""
    return pair[1 if lang == "zh" else 0]
