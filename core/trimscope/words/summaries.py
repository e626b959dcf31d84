"""The words of the checks of a summary and of a plan's notes on it, English and Chinese, by code. Looked up through
`trimscope.words`."""

from __future__ import annotations

from collections.abc import Mapping

SUMMARY_CHECKS: Mapping[str, tuple[str, str]] = {
    "fields": (
        "It states goal, done, open, constraints and facts, and every line of it can be read.",
        "写明了目标、已完成、未完成、约束与事实，且每一行都可读。",
    ),
    "range": ("The range it names is the one it covers.", "所写的覆盖范围与实际一致。"),
    "version": ("The version it names follows the earlier summary's.", "所写的版本号接续上一份摘要。"),
    "checksum": ("The checksum it names is that of the messages it covers.", "所写的校验和与所覆盖的消息一致。"),
    "overlap": (
        "No message is covered that an earlier summary covers already.",
        "没有重复覆盖上一份摘要已覆盖的消息。",
    ),
    "entities": (
        "Every id that a person typed or that was handed to a tool is in it.",
        "用户输入的和传给工具的每个标识都在摘要中。",
    ),
    "invented": ("Every id in it stands in the original.", "摘要中的每个标识都出现在原文中。"),
    "effects_missing": ("Every effect that was done is named as done.", "每个已执行的副作用都列为已完成。"),
    "effects_claimed": (
        "Every effect it claims has a successful result.",
        "所声称的每个副作用都有成功的结果。",
    ),
    "unfinished": (
        "What failed or is unknown is named as not finished, and nothing that is done.",
        "失败或结果未知的列为未完成，且不含已完成的动作。",
    ),
    "sources": ("Every source it names can be traced back.", "所写的每个来源都能回溯。"),
    "size": ("It is within the tokens a summary may have.", "没有超过摘要的 token 上限。"),
    "gain": ("It is shorter than what it stands for.", "比它所代表的内容更短。"),
}

SUMMARY_NOTES: Mapping[str, tuple[str, str]] = {
    "summary_failed:no_text": (
        "A summary was due, but the policy has no text for it and there is no hook.",
        "需要摘要，但策略没有给出文本，也没有钩子。",
    ),
    "summary_failed:hook_raised": (
        "A summary was due, but the hook failed: nothing was summarised.",
        "需要摘要，但钩子出错：未作摘要。",
    ),
    "summary_failed:hook_timed_out": (
        "A summary was due, but the hook took too long: nothing was summarised.",
        "需要摘要，但钩子超时：未作摘要。",
    ),
    "summary_failed:hook_no_text": (
        "A summary was due, but the hook gave no text: nothing was summarised.",
        "需要摘要，但钩子没有给出文本：未作摘要。",
    ),
    "summary_failed:hook_async": (
        "A summary was due, but the hook is an async function: give a plain one that waits for its answer itself.",
        "需要摘要，但钩子是异步函数：请改用自行等待结果的普通函数。",
    ),
    "summary_refused": (
        "The summary was refused by the check '{}': nothing was summarised.",
        "摘要未通过检查“{}”：未作摘要。",
    ),
    "summary_no_middle": (
        "The summary has nothing to stand for: old rounds are dropped before it; set old_rounds to keep or compact.",
        "没有可摘要的内容：旧轮次在摘要之前已被移除；请把 old_rounds 设为 keep 或 compact。",
    ),
}
