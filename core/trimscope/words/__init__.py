"""The words of every code, in English and Chinese: actions, reasons, faults, statuses.

Codes are what files, digests and tests compare; words are what people read. One table, so that the page, the
command line and a report never disagree.
"""

from __future__ import annotations

from collections.abc import Mapping

from trimscope.words.budgets import BUCKETS, BUDGET_NOTES, VERDICTS, WAYS_OUT
from trimscope.words.caching import BREAK_PARTS, CAUSES
from trimscope.words.effects import OUTCOMES, TOOL_CLASSES
from trimscope.words.faults import FAULTS
from trimscope.words.loading import in_chinese
from trimscope.words.notices import NOTICE_NOTES
from trimscope.words.reasons import REASONS
from trimscope.words.strategies import STRATEGY_NOTES
from trimscope.words.summaries import SUMMARY_CHECKS, SUMMARY_NOTES

Pair = tuple[str, str]

LANGS = ("en", "zh")

ACTIONS: Mapping[str, Pair] = {
    "anchor": ("anchor", "锚点"),
    "keep": ("kept", "保留"),
    "frame": ("framed", "加框"),
    "filter": ("filtered", "筛选字段"),
    "dedupe": ("de-duplicated", "去重"),
    "truncate": ("truncated", "截断"),
    "compact": ("compacted", "压缩"),
    "clear": ("cleared", "清除"),
    "drop": ("dropped", "丢弃"),
    "insert": ("inserted", "插入"),
    "move": ("moved", "移动"),
    "merge": ("updated", "更新"),
    "summarise": ("summarised", "摘要"),
}

STATUSES: Mapping[str, Pair] = {
    "fine": ("fine", "正常"),
    "above_watermark": ("above the watermark", "超过水位线"),
    "over_budget": ("over budget", "超出预算"),
    "refused": ("would be refused", "会被拒绝"),
}

NOTES: Mapping[str, Pair] = {
    "nothing_to_count": (
        "The transcript has no rounds to count: keep_rounds changes nothing.",
        "记录中没有可计数的轮次：keep_rounds 不起作用。",
    ),
    "bucket_full": (
        "The bucket '{}' stays over its limit: nothing more of its own may be shortened.",
        "分区“{}”仍超出上限：其自身没有更多内容可以缩短。",
    ),
    "run_stopped:tokens": VERDICTS["run_stopped:tokens"],
    "run_stopped:turns": VERDICTS["run_stopped:turns"],
    "retry_exhausted": (
        "No further ring may go for this retry: it would be refused again.",
        "没有更多工具环可为这次重试移除：再次发送仍会被拒绝。",
    ),
    **SUMMARY_NOTES,
    "soft_limit:delete": (
        "The history reached the soft limit for deleting: old messages of low value went.",
        "历史达到删除软上限：移除了低价值的旧消息。",
    ),
    "soft_limit:summarise": (
        "The history reached the soft limit for summarising: the summary was asked for.",
        "历史达到摘要软上限：启用摘要。",
    ),
    "soft_limit:retrieve": (
        "The history reached the soft limit for evidence: old evidence went, to be retrieved anew.",
        "历史达到证据软上限：移除旧证据，需要时重新检索。",
    ),
    "ask_user": (
        "The history is still at the last soft limit: pause and ask a person.",
        "历史仍达到最后的软上限：请暂停并请求用户确认。",
    ),
    "no_run_budget": (
        "degrade has no effect: its steps are shares of run_token_budget, and none is given.",
        "degrade 不起作用：其阶梯按 run_token_budget 的比例计算，而后者未设置。",
    ),
    "no_usage": (
        "The estimate is not scaled: no earlier call reported its usage, or the history was trimmed since.",
        "估算未经校准：之前的调用都没有报告用量，或历史在此之后被裁剪过。",
    ),
    "unknown_model": (
        "The model '{}' is not known: the window is assumed; give it with window.",
        "未知的模型“{}”：窗口为假定值；请用 window 指定。",
    ),
    "nothing_is_cleared": (
        "{} has no effect here: old rounds are neither compacted nor cleared.",
        "{} 在此不起作用：旧轮次既不压缩也不清除。",
    ),
    "unknown_tool": (
        "No tool called '{}' occurs in this transcript, but the policy names it.",
        "策略提到工具“{}”，但记录中没有这个工具。",
    ),
    **BUDGET_NOTES,
    **NOTICE_NOTES,
    **STRATEGY_NOTES,
}
"""By the code before a colon; what stands behind the colon is named in the sentence."""

SUMMARY_STATES: Mapping[str, Pair] = {
    "used": ("used", "已采用"),
    "failed": ("failed", "失败"),
    "refused": ("refused", "被拒绝"),
}

SEVERITIES: Mapping[str, Pair] = {
    "info": ("note", "提示"),
    "warning": ("warning", "警告"),
    "refused": ("the provider answers HTTP 400", "服务商返回 HTTP 400"),
}


def _word(table: Mapping[str, Pair], code: str, lang: str) -> str:
    pair = table.get(code)
    return code if pair is None else pair[LANGS.index(lang) if lang in LANGS else 0]


def action(code: str, lang: str = "en") -> str:
    """The word for an action code; the code itself when it is unknown."""
    return _word(ACTIONS, code, lang)


def reason(code: str, lang: str = "en") -> str:
    """The sentence for a reason code."""
    return _word(REASONS, code, lang)


def fault(code: str, lang: str = "en") -> str:
    """The sentence for a fault code."""
    return _word(FAULTS, code, lang)


def note(code: str, lang: str = "en") -> str:
    """The sentence for a note of a plan, with the name it carries."""
    kind, _, name = code.partition(":")
    return _word(NOTES, code if code in NOTES else kind, lang).replace("{}", name)


def load_error(sentence: str, lang: str = "en") -> str | None:
    """The sentence of a LoadError; None where it has no words in that language, so that it stays in English."""
    return in_chinese(sentence) if lang == "zh" else sentence


def bucket(code: str, lang: str = "en") -> str:
    """The words for a bucket."""
    return _word(BUCKETS, code, lang)


def verdict(code: str, lang: str = "en") -> str:
    """The sentence for a verdict on a budget."""
    return _word(VERDICTS, code, lang)


def way_out(code: str, lang: str = "en") -> str:
    """The words for a way out of a verdict."""
    return _word(WAYS_OUT, code, lang)


def summary_check(code: str, lang: str = "en") -> str:
    """The sentence that a check of a summary holds it to."""
    return _word(SUMMARY_CHECKS, code, lang)


def summary_state(code: str, lang: str = "en") -> str:
    """The word for what became of a summary."""
    return _word(SUMMARY_STATES, code, lang)


def outcome(code: str, lang: str = "en") -> str:
    """The words for how a call went."""
    return _word(OUTCOMES, code, lang)


def tool_class(code: str, lang: str = "en") -> str:
    """The words for a class of tools."""
    return _word(TOOL_CLASSES, code, lang)


def status(code: str, lang: str = "en") -> str:
    """The words for a status code."""
    return _word(STATUSES, code, lang)


def severity(code: str, lang: str = "en") -> str:
    """The words for a severity."""
    return _word(SEVERITIES, code, lang)


def cause(code: str, lang: str = "en") -> str:
    """The sentence for what broke a cached prefix."""
    return _word(CAUSES, code, lang)


def break_part(part: str, at: int, lang: str = "en") -> str:
    """The words for where a cached prefix stops: the part of the request, and which one of several (`at` from 0)."""
    return _word(BREAK_PARTS, part, lang).replace("{}", str(at + 1))
