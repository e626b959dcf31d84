"""The words of buckets, of verdicts on a budget and of the ways out, in English and Chinese. Looked up through
`trimscope.words`."""

from __future__ import annotations

from collections.abc import Mapping

BUCKETS: Mapping[str, tuple[str, str]] = {
    "policy": ("system and policy", "系统策略"),
    "tools": ("tool definitions", "工具定义"),
    "task": ("current task", "当前任务"),
    "state": ("state: tombstone, ledger, memory", "状态：墓碑、台账、记忆"),
    "summary": ("summary", "历史摘要"),
    "knowledge": ("retrieved knowledge", "检索知识"),
    "results": ("old tool results", "旧工具结果"),
    "history": ("older messages", "历史消息"),
    "recent": ("recent messages", "最近消息"),
    "output": ("kept for the answer", "输出预留"),
    "margin": ("safety margin", "安全余量"),
}

VERDICTS: Mapping[str, tuple[str, str]] = {
    "fixed_over_budget": (
        "System, tools and anchors alone are over the budget: no trimming of the history can help.",
        "系统策略、工具定义与锚点本身已超出预算：裁剪历史无济于事。",
    ),
    "over_budget": (
        "What is left may not go, and it is still over the budget.",
        "剩下的内容不允许移除，但仍超出预算。",
    ),
    "run_stopped:tokens": (
        "The run has spent its token budget: this call is not to be made.",
        "本次运行的 token 预算已用完：不应再发起这次调用。",
    ),
    "run_stopped:turns": (
        "The run has had all its turns: this call is not to be made.",
        "本次运行的轮数已用完：不应再发起这次调用。",
    ),
}
"""What a plan over a budget of the request or of the run comes to."""

WAYS_OUT: Mapping[str, tuple[str, str]] = {
    "fewer_tools": ("leave tools out that this call does not need", "本轮移除非必要的工具"),
    "shorter_descriptions": ("shorten the tools' descriptions and schemas", "缩短工具描述与参数定义"),
    "split_agent": ("split the agent: fewer abilities in one", "拆分智能体：每个承担更少的能力"),
    "smaller_task": ("give it a smaller task", "降低当前任务的复杂度"),
    "larger_window": ("take a model with a larger window", "换用窗口更大的模型"),
    "shorten_recent": (
        "shorten what is repeated in recent messages (lower keep_rounds or result_limit)",
        "减少最近消息中的重复文本（调低 keep_rounds 或 result_limit）",
    ),
    "raise_budget": ("raise the budget, or keep less for the answer", "提高预算，或降低输出预留"),
    "stop": ("stop, and report that the context does not suffice", "停止执行，并报告上下文不足"),
    "raise_run_limit": ("give the run a higher limit", "提高本次运行的上限"),
    "hand_over": ("answer with what there is, or hand over to a person", "以现有结果作答，或转交人工"),
}
"""The third source article's ways out (6.4 for a request, 9.1 for its fixed part); a run's own limits add the last
two."""

BUDGET_NOTES: Mapping[str, tuple[str, str]] = {
    "tools_dropped": (
        "The tool definitions are left out, to get under the budget: the model can call no tool in this request.",
        "为了不超预算，省去了工具定义：本次请求中模型不能调用任何工具。",
    ),
}
