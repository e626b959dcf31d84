"""The words of a replay: what a run under a policy comes to, English and Chinese, by code."""

from __future__ import annotations

from collections.abc import Mapping

from trimscope.caching.prefix_cost import PrefixCost
from trimscope.words.costs import cost

RUN_VERDICTS: Mapping[str, tuple[str, str]] = {
    "identity": (
        "Nothing is trimmed: each of the {count} calls gets its history as it is stored.",
        "没有裁剪：{count} 次调用都按存储的历史原样发送。",
    ),
    "idempotent": (
        "Trimming the last request once more changes nothing.",
        "对最后一次请求再裁剪一次，结果不变。",
    ),
    "not_idempotent": (
        "Trimming the last request once more changes it again.",
        "对最后一次请求再裁剪一次，结果还会变。",
    ),
    "saturated": (
        "Saturated: {count} of the {whole} calls at the watermark are still at or above it after trimming.",
        "已饱和：到达水位线的 {whole} 次调用中，有 {count} 次裁剪后仍不低于水位线。",
    ),
    "thrashing": (
        "Thrashing: the cached prefix breaks at {count} of {whole} calls.",
        "缓存抖动：{whole} 次调用中有 {count} 次前缀断裂。",
    ),
    "target_unreachable": (
        "The target cannot be reached: what never goes takes {count} tokens, the target is {whole}.",
        "目标无法达到：永不移除的部分占 {count} 个 token，目标为 {whole}。",
    ),
    "costs_more": (
        "The input costs more than without trimming: {count} against {whole}.",
        "输入成本高于不裁剪：{count} 对 {whole}。",
    ),
    "refused": (
        "The provider would refuse {count} of {whole} calls.",
        "{whole} 次调用中有 {count} 次会被服务商拒绝。",
    ),
}

HEADS: Mapping[str, tuple[str, ...]] = {
    "en": ("call", "stored", "sent", "kept", "dropped", "prefix", "cached", "cost", "lost", "status"),
    "zh": ("调用", "存储", "发送", "保留", "移除", "前缀", "缓存", "成本", "丢失", "状态"),
}
"""Heads of the table of calls. Where a file reports cached tokens they stand behind the modelled ones."""

LINES: Mapping[str, tuple[str, str]] = {
    "tokens": (
        "{calls} calls: {stored} -> {sent} input tokens in all, peak {stored_peak} -> {sent_peak}",
        "{calls} 次调用：输入 token 合计 {stored} -> {sent}，峰值 {stored_peak} -> {sent_peak}",
    ),
    "cache": (
        "{breaks} prefix breaks, {share} % of the input from the cache; cost {cost}, without trimming {untrimmed_cost}",
        "前缀断裂 {breaks} 次，输入的 {share} % 来自缓存；成本 {cost}，不裁剪为 {untrimmed_cost}",
    ),
    "over": (
        "Without trimming, the history is over the input budget from call {call} on.",
        "若不裁剪，从第 {call} 次调用起历史超出输入预算。",
    ),
    "lost": (
        "{lost} of {grounded} values that tool calls used were out of sight ({share} %)",
        "工具调用用到的 {grounded} 个值中有 {lost} 个已不在视野内（{share} %）",
    ),
    "limit": ("{key} would have stopped the run before call {call}.", "{key} 会在第 {call} 次调用之前终止运行。"),
    "free": ("{key} would not have stopped the run.", "{key} 不会终止运行。"),
    "reference": (
        "call {call}, {tool}: {value} (message {source}, {sources} in all; hidden at call {hidden}: {action}, {reason})",
        "第 {call} 次调用，{tool}：{value}（消息 {source}，共 {sources} 处；第 {hidden} 次调用起不可见：{action}，{reason}）",
    ),
    "more": ("... and {count} more", "……另有 {count} 个"),
    "as_reported": (
        "As the run was made, the provider read {reported} % of {context} input tokens from its cache ({calls} calls "
        "that report it); the model of the cache says {modelled} % for them, untrimmed.",
        "实际运行时，服务商从缓存读取了 {context} 个输入 token 中的 {reported} %（{calls} 次有报告的调用）；"
        "缓存模型对同样的调用（不裁剪）估计为 {modelled} %。",
    ),
    "by_tool": ("out of sight by tool: {tools}", "按工具统计不可见的值：{tools}"),
    "reported_head": ("reported", "实报缓存"),
    "at_message": ("message {at}: ", "消息 {at}："),
    "prefix_pays": (
        "The first {length} tokens are the same in all {requests} requests: written to the cache once and read after "
        "that they cost as much as {with_cache} fresh tokens, sent afresh {without}; it pays from request {at} on.",
        "全部 {requests} 次请求开头的 {length} 个 token 相同：写入缓存一次、之后读取，相当于 {with_cache} 个未缓存 token，"
        "每次重新发送则为 {without}；从第 {at} 次请求起合算。",
    ),
    "prefix_never": (
        "The first {length} tokens are the same in all {requests} requests: in the cache they cost as much as "
        "{with_cache} fresh tokens, sent afresh {without}; caching them never pays.",
        "全部 {requests} 次请求开头的 {length} 个 token 相同：放入缓存相当于 {with_cache} 个未缓存 token，"
        "每次重新发送则为 {without}；缓存永远不合算。",
    ),
    "prefix_short": (
        "The provider caches from {cached} tokens on, so they would have to be lengthened to that.",
        "服务商从 {cached} 个 token 起才缓存，因此须补足到该长度。",
    ),
    "break": ("call {call}: {cause}", "第 {call} 次调用：{cause}"),
}
"""Lines of the report, by name."""


def run_verdict(code: str, count: int, whole: int, unit: str, lang: str = "en") -> str:
    """The sentence for a verdict on a run, with its numbers; costs are in `unit`."""
    numbers = [cost(each, unit, lang) if code == "costs_more" else f"{each:,}" for each in (count, whole)]
    return _said(RUN_VERDICTS[code], lang).format(count=numbers[0], whole=numbers[1])


def line(name: str, lang: str = "en", **values: object) -> str:
    """One line of the report with its values."""
    return _said(LINES[name], lang).format(**values)


def prefix(found: PrefixCost, lang: str = "en") -> str:
    """Whether the common beginning of a run's requests pays for being cached."""
    name = "prefix_never" if found.break_even is None else "prefix_pays"
    said = line(
        name,
        lang,
        length=f"{found.length:,}",
        requests=f"{found.requests:,}",
        with_cache=f"{found.with_cache:,}",
        without=f"{found.without:,}",
        at=f"{found.break_even or 0:,}",
    )
    if found.cached == found.length:
        return said
    return f"{said}{'' if lang == 'zh' else ' '}{line('prefix_short', lang, cached=f'{found.cached:,}')}"


def _said(pair: tuple[str, str], lang: str) -> str:
    return pair[1] if lang == "zh" else pair[0]
