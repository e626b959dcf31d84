"""The words of what `inspect` and `trim` print beside the sentences of codes, English and Chinese, by code."""

from __future__ import annotations

from collections.abc import Mapping

LINES: Mapping[str, tuple[str, str]] = {
    "tokens": (
        "{n} tokens, estimated ({label}): {roles}",
        "{n} token，估算（{label}）：{roles}",
    ),
    "window": (
        "window {limit} ({source}) - reserve {reserve} - margin {margin} = budget {budget}, watermark {watermark}",
        "窗口 {limit}（{source}）- 预留 {reserve} - 余量 {margin} = 预算 {budget}，水位线 {watermark}",
    ),
    "window_of": ("of {name}", "取自 {name}"),
    "window_given": ("as given", "指定"),
    "window_assumed": ("assumed", "假定"),
    "token_budget": (
        "token budget {budget} (as given), watermark {watermark}",
        "token 预算 {budget}（指定），水位线 {watermark}",
    ),
    "used": ("{line}; used {share} %: {status}", "{line}；已用 {share} %：{status}"),
    "status": ("{line}: {status}", "{line}：{status}"),
    "anchors": ("anchors: {list}", "锚点：{list}"),
    "none": ("none", "无"),
    "note": ("note: {note}", "提示：{note}"),
    "trimmed": (
        "{stored} -> {sent} tokens ({gain}), {chars} -> {chars_sent} characters, estimated ({label})",
        "{stored} -> {sent} token（{gain}），{chars} -> {chars_sent} 个字符，估算（{label}）",
    ),
    "saves": ("saves {n}", "节省 {n}"),
    "costs": ("costs {n} more than it saves", "比节省的多花 {n}"),
    "fault": ("{severity}: {place}{about}: {fault}", "{severity}：{place}{about}：{fault}"),
    "fault_at": ("message {message}, {code}", "消息 {message}，{code}"),
    "faults_in": ("{n} x {code}, all in message {message}", "{code} {n} 处，都在消息 {message} 中"),
    "faults_from": ("{n} x {code}, first at message {message}", "{code} {n} 处，最早在消息 {message}"),
}

COUNTED: Mapping[str, tuple[str, str, str]] = {
    "messages": ("message", "messages", "条消息"),
    "rounds": ("round", "rounds", "轮"),
    "rings": ("tool ring", "tool rings", "个工具环"),
    "model_calls": ("model call", "model calls", "次模型调用"),
    "tool_calls": ("tool call", "tool calls", "次工具调用"),
    "results": ("result", "results", "个结果"),
}
"""What `inspect` counts, in the order of its line: one, several, and in Chinese."""

INSERTED: Mapping[str, tuple[str, str]] = {
    "tombstone": ("tombstone", "墓碑"),
    "ledger": ("ledger", "台账"),
    "memory": ("memory", "记忆"),
    "summary": ("summary", "摘要"),
    "synthesised": ("result", "结果"),
}
"""What was put in, by how the code of its reason begins."""

NOTE = ("note", "说明")
"""What else a strategy puts in: a receipt, a line about what it skipped."""


def line(code: str, lang: str, /, **values: object) -> str:
    """A line with its values, whole numbers with their commas. English for a language that has no words."""
    en, zh = LINES[code]
    shown = {key: f"{value:,}" if isinstance(value, int) else str(value) for key, value in values.items()}
    return (zh if lang == "zh" else en).format(**shown)


def counted(numbers: Mapping[str, int], lang: str) -> str:
    """`1 message, 2,000 rounds`: every key of COUNTED with its number."""
    if lang == "zh":
        return "，".join(f"{numbers[key]:,} {words[2]}" for key, words in COUNTED.items())
    return ", ".join(f"{numbers[key]:,} {words[numbers[key] != 1]}" for key, words in COUNTED.items())


def inserted(reason: str, lang: str) -> str:
    """What stands in a message that was put in for this reason."""
    return INSERTED.get(reason.partition("_")[0], NOTE)[lang == "zh"]
