"""The sentences of the contract: what each point asks for, and how its verdict is called, English and Chinese."""

from __future__ import annotations

from collections.abc import Mapping

from trimscope.contract_checks.evidence_words import EVIDENCE, Pair

VERDICTS: Mapping[str, Pair] = {
    "pass": ("met", "满足"),
    "fail": ("not met", "不满足"),
    "undecidable": ("not decidable from a transcript", "无法从记录判断"),
}

HEADINGS: Mapping[str, Pair] = {
    "contract": (
        "Context contract (+ met, ! not met, ? not decidable):",
        "上下文契约（+ 满足，! 不满足，? 无法判断）：",
    ),
    "instruction_like": (
        "Text in stored tool results that reads like an instruction (a hint to look, never proof):",
        "已存储的工具结果中读起来像指令的文本（仅供查看，绝非证据）：",
    ),
}

POINTS: Mapping[str, Pair] = {
    "system_policy": (
        "System policy and permissions are there and untrimmed.",
        "系统策略和权限约束存在且未被裁剪。",
    ),
    "goal": ("The user's current goal can be found in the context.", "可以在上下文中定位用户当前的目标。"),
    "entities": (
        "Key entities are kept in structured state or in a summary.",
        "关键实体保存在结构化状态或摘要中。",
    ),
    "pairing": ("Tool calls and results pair by call id.", "工具调用与结果按调用 id 配对。"),
    "observations": (
        "Tool results are marked as observations and are no instructions.",
        "工具结果被标记为外部观察，而不是指令。",
    ),
    "executor": (
        "The tool executor checks permissions, state and idempotency by itself.",
        "工具执行器独立校验权限、业务状态与幂等性。",
    ),
    "knowledge": (
        "Knowledge carries its source, when it was observed, and how certain it is.",
        "知识片段带有来源、观察时间和不确定性。",
    ),
    "counted": (
        "Input tokens are counted, or reliably estimated, before sending.",
        "发送前已对输入 token 计数或可靠估算。",
    ),
    "reserve": ("Room for the answer and a safety margin are reserved.", "已预留输出空间和安全余量。"),
    "dependencies": (
        "Trimming breaks no dependency between events.",
        "裁剪不破坏事件之间的依赖与因果。",
    ),
    "summary": (
        "A summary says what is done, open, binding and known, and what it covers.",
        "摘要包含已完成、未完成、约束、事实与覆盖范围。",
    ),
    "cache": ("The cache serves speed and is no store of facts.", "缓存只用于性能，不用来存储事实。"),
    "rebuilt": (
        "The context is built anew after every tool result.",
        "每次工具结果返回后都重新构造上下文。",
    ),
    "recovery": (
        "There is a way on from an overflow, a tool timeout and a failed summary.",
        "上下文超限、工具超时与摘要失败都有恢复路径。",
    ),
}
"""By the point's code, in the article's order."""


def point(code: str, lang: str = "en") -> str:
    """What a point asks for; the code itself when it is unknown."""
    return _word(POINTS, code, lang)


def heading(code: str, lang: str = "en") -> str:
    """The line above a list."""
    return _word(HEADINGS, code, lang)


def verdict(code: str, lang: str = "en") -> str:
    """The words for a verdict."""
    return _word(VERDICTS, code, lang)


def evidence(code: str, numbers: Mapping[str, int], lang: str = "en") -> str:
    """What a verdict rests on, with its numbers."""
    return _word(EVIDENCE, code, lang).format_map({name: f"{number:,}" for name, number in numbers.items()})


def _word(table: Mapping[str, Pair], code: str, lang: str) -> str:
    pair = table.get(code)
    return code if pair is None else pair[lang == "zh"]
