"""A plan as a Python script that makes it again with `trimscope`, and says whether it came out the same."""

from __future__ import annotations

from trimscope.exporting.quoting import python_literal, quoted
from trimscope.planning.result import Plan

_HEAD = {
    "en": (
        "Trims a transcript as Trimscope's plan did.",
        "python {script} {file}   makes the plan again and compares it; exit code 1 if it differs.",
        "In an agent: import trim, and give it the stored history before every model call.",
        "What came out when this script was written.",
        "What to send. Raises ts.PairingError where the provider would refuse it, ts.BudgetError over budget.",
        "The summary was written by a hook, which no file can hold: give it to ts.plan as summarise.",
    ),
    "zh": (
        "按 Trimscope 的方案裁剪一份记录。",
        "python {script} {file}   重新生成方案并比较；不一致时退出码为 1。",
        "在智能体中：导入 trim，每次调用模型前传入完整的存储历史。",
        "生成本脚本时的结果。",
        "要发送的消息。服务商会拒绝时抛出 ts.PairingError，放不下时抛出 ts.BudgetError。",
        "摘要由钩子函数写成，文件无法保存它：请作为 summarise 传给 ts.plan。",
    ),
}
"""What the script says, by language."""


def python_code(
    plan: Plan, lang: str = "en", *, file: str = "transcript.json", select: int | str | None = None
) -> str:
    """The script. `file` is what the transcript is called where nothing else is given on its command line; `select`
    the conversation of the file that the plan is of."""
    head, usage, agent, came, send, hook = _HEAD.get(lang, _HEAD["en"])
    transcript, view = plan.transcript, plan.view
    given = {"format": quoted(transcript.format), "provider": quoted(transcript.provider)}
    if select is not None:
        given["select"] = str(select) if isinstance(select, int) else quoted(select)
    load = ", ".join(f"{key}={value}" for key, value in given.items())
    moment = {"spent": view.spent, "retry": view.retry}
    call = plan.call if plan.call <= len(transcript.call_indexes) else None
    options = ", ".join(
        [*([f"call={call}"] if call is not None else []), *(f"{key}={value}" for key, value in moment.items() if value)]
    )
    planned = f"ts.plan(transcript, POLICY{', ' if options else ''}{options})"
    notes = [hook] * (plan.summary is not None and plan.summary.asked == "hook")
    lines = [
        "# " + head,
        "# " + usage.format(script="plan.py", file="FILE"),
        "# " + agent,
        "# pip install trimscope",
        *(f"# {note}" for note in notes),
        "import sys",
        "from pathlib import Path",
        "",
        "import trimscope as ts",
        "",
        f"POLICY = ts.Policy.from_mapping({python_literal(plan.policy.to_mapping())})",
        "",
        f"# {came}",
        f"PLAN_DIGEST = {quoted(plan.plan_digest)}",
        f"MESSAGES_DIGEST = {quoted(plan.messages_digest)}",
        "",
        "",
        "def trim(messages):",
        f"    # {send}",
        f"    return ts.assemble(ts.load(messages, format={quoted(transcript.dialect)}), POLICY)",
        "",
        "",
        "def main():",
        f"    file = sys.argv[1] if len(sys.argv) > 1 else {quoted(file)}",
        f"    transcript = ts.load(Path(file).read_bytes(), {load})",
        f"    plan = {planned}",
        '    print(f"{plan.status}: {plan.tokens.stored:,} -> {plan.tokens.sent:,} tokens")',
        '    print(f"plan_digest     {plan.plan_digest}")',
        '    print(f"messages_digest {plan.messages_digest}")',
        "    return int((plan.plan_digest, plan.messages_digest) != (PLAN_DIGEST, MESSAGES_DIGEST))",
        "",
        "",
        'if __name__ == "__main__":',
        "    sys.exit(main())",
        "",
    ]
    return "\n".join(lines)
