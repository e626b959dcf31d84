"""The nearest settings of a policy in others' systems: Anthropic's context editing, LangChain's middleware, OpenAI's
`truncation`. Each is code with comments that say what differs; none can do all a policy does.

Names and meanings of the settings were read from the SDKs anthropic 2.14.0 and openai 3.57.0, from langchain-core 1.8.3
and langchain 1.5.2, and from the providers' documentation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from trimscope.exporting.elsewhere_words import DIFFERENCES
from trimscope.exporting.quoting import python_literal, quoted
from trimscope.planning.result import Plan
from trimscope.policies.policy import Policy
from trimscope.strategies import strategy

PLACEHOLDER = "[cleared]"
"""What LangChain puts in a cleared result's place by default."""

LEAST_TRIGGER = 1
"""Tokens from which on clearing is done where a policy clears at every call: the smallest the settings take."""

SAID = frozenset((
    "window", "model", "profile", "output_reserve", "safety_margin", "watermark", "watermark_of", "target", "trigger",
    "keep_rounds", "old_rounds", "round_unit", "result_limit", "tool_limits", "limit_unit", "head", "banner",
    "tombstone", "strategy", "params", "history",
))  # fmt: skip
"""Keys that a setting stands for or that a sentence speaks of; any other that is set is named as having none."""


@dataclass(frozen=True, slots=True)
class Clearing:
    """Clearing of old results as these systems know it. `trigger` is in tokens, or in results (`by_results`)."""

    trigger: int
    by_results: bool
    keep: int
    at_least: int
    exclude: tuple[str, ...]
    inputs: bool
    placeholder: str


def anthropic_code(plan: Plan, lang: str = "en") -> str:
    """Anthropic's context editing (`clear_tool_uses_20250919`) as near to the plan's policy as it comes."""
    policy, clearing = plan.policy, _clearing(plan)
    codes = [*_least(policy, "anthropic"), *_common(policy)]
    if clearing is None:
        return _text(["anthropic_none", *codes], [], policy, (), lang)
    edit: dict[str, Any] = {
        "type": "clear_tool_uses_20250919",
        "trigger": {"type": "tool_uses" if clearing.by_results else "input_tokens", "value": clearing.trigger},
        "keep": {"type": "tool_uses", "value": clearing.keep},
    }
    if clearing.at_least:
        edit["clear_at_least"] = {"type": "input_tokens", "value": clearing.at_least}
    if clearing.exclude:
        edit["exclude_tools"] = list(clearing.exclude)
    if clearing.inputs:
        edit["clear_tool_inputs"] = True
    code = [
        "import anthropic",
        "",
        f"CONTEXT_MANAGEMENT = {python_literal({'edits': [edit]})}",
        "",
        "client = anthropic.Anthropic()",
        "response = client.beta.messages.create(",
        f"    model={quoted(_model(plan, 'claude'))},",
        f"    max_tokens={plan.window.reserve or 8192},",
        "    messages=messages,",
        '    betas=["context-management-2025-06-27"],',
        "    context_management=CONTEXT_MANAGEMENT,",
        ")",
    ]
    return _text(["anthropic_server", *_of_clearing(policy), *codes], code, policy, _clearing_keys(), lang)


def langchain_code(plan: Plan, lang: str = "en") -> str:
    """LangChain: `trim_messages` where the policy is that or counts messages; its summarising middleware; else
    `ClearToolUsesEdit`."""
    policy = plan.policy
    trim = _trimming(plan)
    if trim is not None:
        code = [
            "from langchain_core.messages import trim_messages",
            "",
            "messages = trim_messages(",
            "    messages,",
            '    strategy="last",',
            *(f"    {key}={value}," for key, value in trim.items()),
            ")",
        ]
        return _text(["langchain_trim", *_common(policy)], code, policy, (), lang)
    if policy.strategy == "langchain_summary":
        code = [
            "from langchain.agents.middleware import SummarizationMiddleware",
            "",
            "middleware = SummarizationMiddleware(",
            f"    model={quoted(_model(plan))},",
            f'    trigger=("tokens", {plan.window.watermark}),',
            f'    keep=("messages", {_params(policy)["keep"]}),',
            ")",
        ]
        return _text(["langchain_summary", *_common(policy)], code, policy, (), lang)
    clearing = _clearing(plan)
    if clearing is None:
        return _text(["langchain_none", *_common(policy)], [], policy, (), lang)
    codes = ["langchain_every_call", *_of_clearing(policy), *_least(policy, "langchain")]
    if clearing.by_results:
        codes.append("langchain_tokens_only")
    code = [
        "from langchain.agents.middleware import ClearToolUsesEdit, ContextEditingMiddleware",
        "",
        "middleware = ContextEditingMiddleware(edits=[ClearToolUsesEdit(",
        f"    trigger={LEAST_TRIGGER if clearing.by_results else clearing.trigger},",
        f"    clear_at_least={clearing.at_least},",
        f"    keep={clearing.keep},",
        f"    clear_tool_inputs={clearing.inputs},",
        f"    exclude_tools={python_literal(list(clearing.exclude))},",
        f"    placeholder={quoted(clearing.placeholder)},",
        ")])",
    ]
    return _text([*codes, *_common(policy)], code, policy, _clearing_keys(), lang)


def openai_code(plan: Plan, lang: str = "en") -> str:
    """OpenAI's Responses API: `truncation` is `auto` where the policy lets history go, else `disabled`."""
    policy = plan.policy
    goes = policy.old_rounds != "keep" or policy.strategy is not None
    code = [
        "from openai import OpenAI",
        "",
        "client = OpenAI()",
        "response = client.responses.create(",
        f"    model={quoted(_model(plan, 'gpt', 'o1', 'o3', 'o4'))},",
        "    input=items,",
        f"    truncation={quoted('auto' if goes else 'disabled')},",
        ")",
    ]
    codes = ["openai_auto" if goes else "openai_disabled", "openai_anchors"]
    if policy.strategy is None and goes:
        codes.append("openai_no_rounds")
    return _text([*codes, *_common(policy)], code, policy, (), lang)


def _params(policy: Policy) -> Mapping[str, Any]:
    """The parameters of the policy's strategy, defaults included (a policy holds the others only)."""
    return strategy(policy.strategy or "").read(policy.params)


def _model(plan: Plan, *beginnings: str) -> str:
    """The policy's or the transcript's model where it is one of theirs, else a word to replace."""
    name = plan.policy.model or plan.transcript.model or ""
    return name if name and (not beginnings or name.startswith(beginnings)) else "MODEL"


def _clearing_keys() -> tuple[str, ...]:
    return ("clear_at_least", "clear_at_least_mode", "exclude_tools", "clear_tool_inputs")


def _clearing(plan: Plan) -> Clearing | None:
    """What the policy clears, where it lets old results go; None where nothing of it is clearing."""
    policy = plan.policy
    if policy.strategy == "clear_results":
        at = _params(policy)
        return Clearing(at["trigger"], at["trigger_unit"] == "results", at["keep"], at["clear_at_least"],
                        tuple(at["exclude_tools"]), at["clear_tool_inputs"], at["placeholder"])  # fmt: skip
    if policy.strategy is not None or policy.old_rounds == "keep":
        return None
    trigger = plan.window.watermark if policy.trigger == "watermark" else LEAST_TRIGGER
    return Clearing(trigger, False, policy.keep_rounds, policy.clear_at_least or 0, policy.exclude_tools,
                    policy.clear_tool_inputs, PLACEHOLDER)  # fmt: skip


def _trimming(plan: Plan) -> dict[str, str] | None:
    """The arguments of `trim_messages`, where the policy is a slice of the newest messages."""
    policy = plan.policy
    if policy.strategy == "langchain_trim":
        at = _params(policy)
        found = {"max_tokens": str(at["max_tokens"]),
                 "token_counter": "len" if at["unit"] == "messages" else '"approximate"'}  # fmt: skip
        found |= {"include_system": "True"} if at["include_system"] else {}
        return found | ({"start_on": '"human"'} if at["start_on_human"] else {})
    if policy.strategy is None and policy.round_unit == "message" and policy.old_rounds == "drop":
        return {"max_tokens": str(policy.keep_rounds), "token_counter": "len", "include_system": "True"}
    return None


def _of_clearing(policy: Policy) -> list[str]:
    """What differs because results are cleared one by one."""
    if policy.strategy is not None:
        return ["their_tokens"]
    codes = ["keep_counts_results", "their_tokens"]
    if policy.old_rounds != "clear":
        codes.append(f"clears_not_{policy.old_rounds}")
    if policy.trigger == "always":
        codes.append("always_is_least")
    else:
        codes.append("no_target")
    if policy.round_unit != "ring":
        codes.append("unit_is_result")
    return codes


def _least(policy: Policy, theirs: str) -> list[str]:
    """That the least gain of clearing is meant otherwise, where it is set."""
    at: Mapping[str, Any] = _params(policy) if policy.strategy == "clear_results" else {
        "clear_at_least": policy.clear_at_least, "clear_at_least_mode": policy.clear_at_least_mode}
    return [f"at_least_{theirs}"] if at["clear_at_least"] and at["clear_at_least_mode"] != theirs else []


def _common(policy: Policy) -> list[str]:
    """What none of them has."""
    if policy.strategy is not None:
        return []
    codes = ["no_result_limit"] if policy.result_limit is not None or policy.tool_limits else []
    if policy.old_rounds == "drop" and policy.tombstone["style"] != "off":
        codes.append("no_tombstone")
    return codes


def _text(codes: list[str], code: list[str], policy: Policy, meant: tuple[str, ...], lang: str) -> str:
    """Comments, then code. What else the policy sets and nothing here stands for is named last."""
    at = 1 if lang == "zh" else 0
    lines = [f"# {DIFFERENCES['head'][at]}", *(f"# - {DIFFERENCES[code][at]}" for code in codes)]
    rest = [key for key in policy.to_mapping() if key not in SAID and key not in meant]
    if policy.strategy is not None and not code:
        lines.append(f"# - {DIFFERENCES['strategy'][at].format(quoted(policy.strategy))}")
    if rest:
        lines.append(f"# - {DIFFERENCES['no_counterpart'][at].format(', '.join(rest))}")
    return "\n".join([*lines, *([""] if code else []), *code, ""])
