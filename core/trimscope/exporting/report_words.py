"""The headings and labels of the report, English and Chinese."""

from __future__ import annotations

from collections.abc import Mapping

REPORT: Mapping[str, tuple[str, str]] = {
    "title": ("Trim plan", "裁剪方案"),
    "lead": (
        "What this policy does to the transcript before model call {call}. Nothing is quoted of it but names of "
        "tools and ids of calls.",
        "该策略在第 {call} 次模型调用前对记录所做的处理。除工具名与调用 id 外不引用记录内容。",
    ),
    "status": ("Status", "状态"),
    "stored": ("Stored", "存储"),
    "sent": ("Sent", "发送"),
    "saved": ("Saved", "节省"),
    "window": ("Window", "窗口"),
    "reserve": ("Reserve", "输出预留"),
    "margin": ("Margin", "安全余量"),
    "budget": ("Input budget", "输入预算"),
    "watermark": ("Watermark", "水位线"),
    "estimate": ("Estimate", "估算"),
    "strategy": ("Way of trimming", "裁剪方式"),
    "format": ("Format", "格式"),
    "tokens": ("{n} tokens", "{n} token"),
    "gauge": (
        "Of a window of {window} tokens {stored} are stored and {sent} would be sent; the watermark is at {watermark}.",
        "窗口 {window} token：存储 {stored}，发送 {sent}；水位线 {watermark}。",
    ),
    "buckets": ("What takes how much", "各部分占用"),
    "part": ("Part", "部分"),
    "limit": ("Limit", "上限"),
    "notes": ("Notes and verdicts", "提示与结论"),
    "checks": ("Pairing and the provider's rules", "配对与服务商规则"),
    "passed": ("Nothing was found.", "未发现问题。"),
    "contract": ("Context contract", "上下文契约"),
    "pass": ("met", "满足"),
    "fail": ("not met", "不满足"),
    "undecidable": ("not decidable", "无法判定"),
    "decisions": ("Decisions", "决定"),
    "message": ("Message", "消息"),
    "inserted": ("before {n}", "第 {n} 条之前"),
    "role": ("Role", "角色"),
    "tools": ("Tools", "工具"),
    "action": ("Action", "处理"),
    "reason": ("Reason", "原因"),
    "before": ("Before", "之前"),
    "after": ("After", "之后"),
    "policy": ("Policy", "策略"),
    "policy_lead": ("What differs from the defaults.", "与默认值不同的设置。"),
    "digests": ("Digests", "摘要值"),
    "made": ("Made by Trimscope {version}.", "由 Trimscope {version} 生成。"),
}
"""By name: English, Chinese."""


def word(name: str, lang: str, **values: object) -> str:
    """The words of a name, whole numbers with thousands separators."""
    text = REPORT[name][1 if lang == "zh" else 0]
    return text.format(**{key: f"{value:,}" if type(value) is int else value for key, value in values.items()})
