"""The sentences of the reasons why a request holds words of ours, English and Chinese, and of what they cost."""

from __future__ import annotations

from collections.abc import Mapping

NOTICE_REASONS: Mapping[str, tuple[str, str]] = {
    "ledger": (
        "Side effects whose calls or results are out of sight: what is done must not be done again.",
        "调用或结果已不可见的副作用：已完成的不得重复执行。",
    ),
    "ledger_updated": (
        "The ledger of an earlier trim, with what went out of sight since.",
        "之前裁剪留下的副作用台账，补上此后不可见的部分。",
    ),
    "memory": (
        "What the run has found out so far: goal, ids, rejected trials, record.",
        "本次运行至今的结论：目标、id、被拒的尝试、最终记录。",
    ),
    "memory_updated": ("The memory of an earlier request, brought up to date.", "之前请求中的记忆，已更新。"),
    "memory_appended": (
        "The system message as it was, with the memory behind it: a change of it ends the cached prefix here.",
        "系统消息原文不变，其后附上记忆：记忆一变，缓存前缀即在此中断。",
    ),
    "memory_outdated": (
        "The memory of an earlier request: the new one says all of it.",
        "较早请求中的记忆：新的记忆已全部包含。",
    ),
    "standing_notice": (
        "A notice of an earlier trim; it says what holds still.",
        "之前裁剪留下的说明，内容仍然有效。",
    ),
}

NOTICE_NOTES: Mapping[str, tuple[str, str]] = {
    "memory_in_prefix": (
        "The memory block stands in the system prompt: at each call where it changed, the provider's cache of the "
        "prefix is lost; as the last message (memory.place: last) it leaves the prefix as it is.",
        "记忆块位于系统提示中：每次变化都会使前缀缓存失效；放在最后一条消息（memory.place: last）则不影响前缀。",
    ),
}
