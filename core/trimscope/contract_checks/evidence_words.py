"""What the verdicts of the contract rest on: one sentence a code, English and Chinese, with numbers in braces."""

from __future__ import annotations

from collections.abc import Mapping

Pair = tuple[str, str]

EVIDENCE: Mapping[str, Pair] = {
    "system_trimmed": (
        "{count} system or developer message(s) are dropped or rewritten.",
        "{count} 条系统或开发者消息被丢弃或改写。",
    ),
    "system_whole": (
        "They are sent as they were stored; whether they say enough is not judged.",
        "按存储原样发送；其内容是否充分不作判断。",
    ),
    "system_elsewhere": (
        "None is here, but an earlier part of the history lies with the provider.",
        "此处没有，但更早的历史保存在服务商一侧。",
    ),
    "no_system": ("There is no system or developer message.", "没有系统或开发者消息。"),
    "goal_elsewhere": (
        "Nobody typed anything in this part; the goal may stand in what was compacted or lies with the provider.",
        "这一部分没有用户输入；目标可能在已压缩的内容或服务商一侧。",
    ),
    "no_goal": ("Nobody typed anything: there is no goal.", "没有任何用户输入：没有目标。"),
    "goal_trimmed": (
        "The first or the newest thing the user typed is dropped or rewritten.",
        "用户最初或最新的输入被丢弃或改写。",
    ),
    "goal_whole": (
        "The first and the newest thing the user typed are sent as they were.",
        "用户最初和最新的输入均原样发送。",
    ),
    "entities_lost": (
        "{count} of {of} values that several model calls used stand nowhere in what is sent.",
        "多次调用用到的 {of} 个值中，有 {count} 个在发送内容里已找不到。",
    ),
    "entities_carried": (
        "All {of} values that several model calls used are sent, and a memory block or summary is carried.",
        "多次调用用到的 {of} 个值均在发送内容中，并带有记忆块或摘要。",
    ),
    "entities_in_messages": (
        "All {of} values that several model calls used are sent; whether they are also kept as state is not seen here.",
        "多次调用用到的 {of} 个值均在发送内容中；是否另存为结构化状态，此处看不到。",
    ),
    "no_key_entities": (
        "No value was used by two model calls: which entities are key cannot be told.",
        "没有被两次调用用到的值：无法判断哪些是关键实体。",
    ),
    "pairs_broken": (
        "{count} fault(s) that the provider would refuse.",
        "有 {count} 处会被服务商拒绝的配对错误。",
    ),
    "pairs_whole": ("{count} pair(s), each whole.", "{count} 对，均完整。"),
    "no_results": ("No tool result is sent.", "没有发送工具结果。"),
    "framed": (
        "Each of the {count} result texts stands in a frame that says it is data, or is a stub.",
        "{count} 段结果文本都带有“这是数据”的边界标记，或为摘要占位。",
    ),
    "instructions_unframed": (
        "{count} message(s) hold results that read like instructions, without a frame (policy key observations). "
        "That is a hint, no proof.",
        "{count} 条消息的结果读起来像指令，且没有边界标记（策略键 observations）。这只是线索，不是证据。",
    ),
    "only_by_role": (
        "Only their role marks {count} result texts (policy key observations frames them); nothing in them reads like "
        "an instruction, which proves nothing.",
        "{count} 段结果文本仅靠角色区分（策略键 observations 可加边界标记）；其中没有像指令的文本，但这不证明什么。",
    ),
    "executor_unseen": (
        "The code that ran the {count} calls is not in a transcript.",
        "执行这 {count} 次调用的代码不在记录中。",
    ),
    "no_knowledge": (
        "No evidence package (JSON with a list of facts) and no remembered value is sent: what is knowledge cannot be "
        "told.",
        "没有发送证据包（含 facts 列表的 JSON）或记忆值：无法判断哪些是知识。",
    ),
    "knowledge_bare": (
        "Facts or remembered values lack something: {source} a source, {time} a time, {certainty} a certainty; "
        "{silent} evidence package(s) do not say what is missing.",
        "事实或记忆值有缺：{source} 个缺来源，{time} 个缺时间，{certainty} 个缺不确定性；"
        "{silent} 个证据包没有说明缺失了什么。",
    ),
    "knowledge_sourced": (
        "Every fact of an evidence package has source, time and certainty, and so has every remembered value (its time "
        "as far as the file has times).",
        "证据包中的每条事实都有来源、时间和不确定性，每个记忆值也是（时间以文件所记为限）。",
    ),
    "estimated": (
        "{sent} tokens are estimated before sending; no provider's count is there to hold that to.",
        "发送前估算为 {sent} 个 token；没有服务商的计数可供核对。",
    ),
    "estimate_holds": (
        "{sent} tokens are estimated; for an earlier call {estimated} stand against {reported} reported.",
        "估算为 {sent} 个 token；更早一次调用估算 {estimated}，服务商报告 {reported}。",
    ),
    "estimate_too_low": (
        "For an earlier call {estimated} were estimated and {reported} reported: more than the margin of {margin} too "
        "low (the estimator, or tools and instructions that the file does not hold).",
        "更早一次调用估算 {estimated}，服务商报告 {reported}：低估超过余量 {margin}"
        "（估算误差，或文件中没有的工具与指令）。",
    ),
    "nothing_reserved": (
        "Output reserve {reserve}, safety margin {margin}: one of them is nothing.",
        "输出预留 {reserve}，安全余量 {margin}：至少一项为零。",
    ),
    "reserve_used": (
        "{sent} sent + {reserve} reserve + {margin} margin do not fit the window of {window}.",
        "发送 {sent} + 预留 {reserve} + 余量 {margin} 超过窗口 {window}。",
    ),
    "reserved": (
        "{sent} sent + {reserve} reserve + {margin} margin fit the window of {window}.",
        "发送 {sent} + 预留 {reserve} + 余量 {margin} 未超过窗口 {window}。",
    ),
    "pairs_split": (
        "{count} half/halves of a call and its result are sent without the other.",
        "有 {count} 处调用与结果只发送了一半。",
    ),
    "confirmation_alone": (
        "{count} confirmation(s) are sent without what they confirm.",
        "{count} 条确认消息已失去其确认的对象。",
    ),
    "whole_units": (
        "{count} message(s) are dropped or summarised, each call with its results; the order is kept.",
        "丢弃或摘要 {count} 条消息，调用与结果同进同退；顺序不变。",
    ),
    "nothing_dropped": ("Nothing is dropped.", "没有丢弃任何消息。"),
    "summary_lacks": (
        "{count} of the fields done, open, constraints, facts and covers are missing.",
        "已完成、未完成、约束、事实、覆盖范围中缺少 {count} 项。",
    ),
    "summary_complete": (
        "The summary has all fields; its faithfulness is checked where it is used.",
        "摘要字段齐全；其保真性在使用时校验。",
    ),
    "summary_sealed": (
        "The provider's own compaction cannot be read.",
        "服务商自己的压缩内容不可读。",
    ),
    "no_summary": ("Nothing is summarised.", "没有使用摘要。"),
    "stores_unseen": (
        "Where the application keeps its facts is not in what it sends.",
        "应用把事实存在哪里，发送内容中看不到。",
    ),
    "new_results_missing": (
        "Results that came since the last call are not sent.",
        "上次调用之后的新结果没有发送。",
    ),
    "new_results_in": (
        "The results that came since the last call are in what is sent.",
        "上次调用之后的新结果均在发送内容中。",
    ),
    "no_new_results": (
        "No result came since the last call: nothing to rebuild for here.",
        "上次调用之后没有新结果：此处无需重建。",
    ),
    "stops_at_pairing": (
        "{count} call(s) or result(s) without the other stop the run (policy key on_pairing_fault mends them).",
        "{count} 处不成对的调用或结果会使运行停止（策略键 on_pairing_fault 可修复）。",
    ),
    "stops_over_budget": (
        "{sent} tokens are over the budget of {budget}, and the policy has no step left.",
        "{sent} 个 token 超出预算 {budget}，且策略已无后续步骤。",
    ),
    "steps_left": (
        "The policy mends broken pairs and has a last step over budget.",
        "策略会修复破损配对，并在超限时有最后一步。",
    ),
    "stops_with_error": (
        "The policy stops with a named error; whether the loop around it goes on from there is not seen here.",
        "策略会以明确的错误停止；外层循环能否由此恢复，此处看不到。",
    ),
}
"""By the code of the evidence."""
