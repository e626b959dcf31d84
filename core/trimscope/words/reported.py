"""The words for where a size comes from and for the table of reported usage, English and Chinese."""

from __future__ import annotations

from collections.abc import Mapping

SIZES: Mapping[str, tuple[str, str]] = {
    "estimated": ("estimated, {low} to {high}", "估算，{low} 至 {high}"),
    "exact": ("counted by the real tokenizer, with estimated frames", "由真实分词器计数，框架部分为估算"),
    "reported": ("as the provider reported it for call {call}", "服务商为第 {call} 次调用报告的数值"),
    "reported+estimated": (
        "{reported} reported at call {call}, the rest estimated: {low} to {high}",
        "第 {call} 次调用报告 {reported}，其余为估算：{low} 至 {high}",
    ),
    "scaled": (
        "estimated and scaled by what the provider reported, {low} to {high}",
        "估算后按服务商报告的数值校准，{low} 至 {high}",
    ),
}
"""By the label of a size (`trimscope.reported.size`)."""

SENTENCES: Mapping[str, tuple[str, str]] = {
    "stored": ("stored: {n} tokens, {source}", "存储：{n} token，{source}"),
    "sent": ("sent: {n} tokens, {source}", "发送：{n} token，{source}"),
    "may_not_fit": (
        "it fits the budget of {n}, and might not at the upper end",
        "未超过预算 {n}，但按上限可能放不下",
    ),
    "sums": (
        "{known} of {calls} calls reported usage: input {context} (read from the cache {cached}, written to it "
        "{written}), output {output}",
        "{calls} 次调用中 {known} 次报告了用量：输入 {context}（读缓存 {cached}，写缓存 {written}），输出 {output}",
    ),
    "ratio": (
        "reported for each estimated token of input: {ratio} ({reported} / {estimated})",
        "每个估算输入 token 对应的报告值：{ratio}（{reported} / {estimated}）",
    ),
    "unseen": (
        "each request held about {n} tokens that are not in the file (calibrate adds them)",
        "每次请求约有 {n} token 不在文件中（calibrate 会将其计入）",
    ),
    "none": ("no call reported usage", "没有任何调用报告用量"),
    "placeholder": (
        "~ is a number that a stream began with, not what the answer took",
        "~ 是流开始时的占位数值，并非回复的真实用量",
    ),
    "partial": ("? the request of this call is not in the file", "? 该次调用的请求不在文件中"),
}

HEADS: Mapping[str, tuple[str, ...]] = {
    "en": ("call", "message", "estimated", "reported", "difference", "cached", "written", "output"),
    "zh": ("调用", "消息", "估算", "报告", "差值", "读缓存", "写缓存", "输出"),
}
"""Heads of the table, in the order of its columns."""


def sentence(code: str, lang: str, **values: str) -> str:
    """A sentence or a label with its values; English for a language that has no words."""
    en, zh = SIZES[code] if code in SIZES else SENTENCES[code]
    return (zh if lang == "zh" else en).format(**values)
