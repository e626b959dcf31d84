"""Old results cleared, calls kept: LangChain, Anthropic, pydantic harness, Inspect, opencode.

One rule with the knobs by which these systems differ. Read from langchain 1.5.2 (`agents/middleware/
context_editing.py`), pydantic-ai-harness 0.62.0 (`compaction/_clear_tool_results.py`), inspect_ai 0.3.285
(`model/_compaction/edit.py`), opencode (`session/compaction.ts`) and the provider documentation of Anthropic's
`clear_tool_uses_20250919`, which runs on the server. All count single results: three parallel calls use three of the
slots that stay. Pairing is never broken and nothing a person typed goes; what a cleared result said is gone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from trimscope.policies.settings import Choice, Count, Flag, Names, Word
from trimscope.strategies.declared import MOST, Strategy, both, param
from trimscope.strategies.kept import NOTHING, Kept, Rewritten
from trimscope.strategies.sizes import count_param
from trimscope.tokens import part_tokens
from trimscope.transcript import Pointer, ToolCall, ToolResult

if TYPE_CHECKING:
    from trimscope.planning.view import View


@dataclass(frozen=True, slots=True)
class Use:
    """A call and its result, and where both stand."""

    message: int
    result: ToolResult
    asked: int
    call: ToolCall


def uses_of(view: View) -> list[Use]:
    """The results that answer a call, in their order. With one id used twice the nearest earlier call is meant."""
    found: list[Use] = []
    calls: dict[str, tuple[int, ToolCall]] = {}
    for message in view.messages:
        calls |= {call.key: (message.index, call) for call in message.calls}
        for result in message.results:
            if result.key in calls:
                found.append(Use(message.index, result, *calls[result.key]))
    return found


def clear_results(view: View, params: Mapping[str, Any]) -> Kept:
    """Results older than the newest `keep` give way to the placeholder once the request is over the trigger."""
    uses = uses_of(view)
    total = view.fixed + sum(view.counts.messages[index] for index in view.history)
    if (total if params["trigger_unit"] == "tokens" else len(uses)) <= params["trigger"]:
        return NOTHING
    if params["excluded_take_slots"]:
        uses = uses[: max(0, len(uses) - params["keep"])]
    wanted = [each for each in uses if each.call.name not in params["exclude_tools"]]
    if not params["excluded_take_slots"]:
        wanted = wanted[: max(0, len(wanted) - params["keep"])]
    wanted = [each for each in wanted if not _is_cleared(each.result, params["placeholder"])]
    freed, least = 0, params["clear_at_least"]
    for position, each in enumerate(wanted):
        freed += _freed(view, each, params)
        if params["clear_at_least_mode"] == "langchain" and 0 < least <= freed:
            return _cleared(wanted[: position + 1], params)
    too_little = params["clear_at_least_mode"] == "anthropic" and least > 0 and freed < least
    return NOTHING if too_little else _cleared(wanted, params)


def prune_old(view: View, params: Mapping[str, Any]) -> Kept:
    """opencode: behind the newest user turns and the protected tokens of results, everything older is cleared, if
    that is worth it."""
    users = [m.index for m in view.messages if m.role == "user"]
    turns = params["keep_turns"]
    end = view.history[-1] + 1 if turns == 0 else users[-turns] + 1 if len(users) >= turns else 0
    total = freed = 0
    wanted: list[Use] = []
    for each in reversed([each for each in uses_of(view) if each.message < end]):
        if each.call.name in params["exclude_tools"] or each.result.is_error:
            continue
        if _is_cleared(each.result, params["placeholder"]):
            break
        cost = sum(view.counts.profile.text(text.text) for text in each.result.texts)
        total += cost
        if total > params["protect_tokens"]:
            freed += cost
            wanted.append(each)
    return _cleared(wanted[::-1], {**params, "clear_tool_inputs": False}) if freed > params["minimum"] else NOTHING


def _is_cleared(result: ToolResult, placeholder: str) -> bool:
    return not result.media and "".join(text.text for text in result.texts) == placeholder


def _freed(view: View, use: Use, params: Mapping[str, Any]) -> int:
    """Tokens that clearing one result frees; below 0 where the placeholder is the longer one."""
    pricing = view.counts.profile
    old = sum(pricing.text(text.text) for text in use.result.texts)
    freed = old + sum(part_tokens(media, pricing) for media in use.result.media) - pricing.text(params["placeholder"])
    if params["clear_tool_inputs"]:
        freed += pricing.text(use.call.arguments) - pricing.text("{}")
    return freed


def _cleared(uses: list[Use], params: Mapping[str, Any]) -> Kept:
    """The outcome with these results cleared. A result without text has no place for a placeholder and stays."""
    texts: dict[int, dict[Pointer, str | None]] = {}
    media: dict[int, list[Pointer]] = {}
    calls: dict[int, list[Pointer]] = {}
    for each in uses:
        if not each.result.texts:
            continue
        new = texts.setdefault(each.message, {})
        new |= {text.at: None for text in each.result.texts}
        new[each.result.texts[0].at] = params["placeholder"]
        media.setdefault(each.message, []).extend(part.at for part in each.result.media)
        if params["clear_tool_inputs"]:
            calls.setdefault(each.asked, []).append(each.call.at)
    rewritten = {index: Rewritten("clear", "cleared_result", new, tuple(media[index])) for index, new in texts.items()}
    for index, ats in calls.items():
        earlier = rewritten.get(index, Rewritten("clear", "cleared_input"))
        rewritten[index] = Rewritten(earlier.action, earlier.reason, earlier.texts, earlier.gone, tuple(ats))
    return Kept(rewritten=dict(sorted(rewritten.items())))


PLACEHOLDER = Word(200)

STRATEGIES = (
    Strategy(
        "clear_results",
        both(
            "Old tool results are cleared and their calls stay, as LangChain, Anthropic, pydantic harness and Inspect "
            "do it. `keep` counts single results, not rings: three parallel calls use three of them.",
            "清除旧的工具结果、保留调用，做法同 LangChain、Anthropic、pydantic harness、Inspect。"
            "`keep` 按单个结果计数而非工具环："
            "三个并行调用占三个名额。",
        ),
        {
            "trigger": count_param(
                100_000, "nothing happens up to this size of the request", "请求不超过此大小时不做任何事", 0
            ),
            "trigger_unit": param(
                Choice("tokens", "results"),
                "tokens",
                "tokens of the whole request (this page's estimate), or number of results",
                "整个请求的 token 数（本页估算），或结果个数",
            ),
            "keep": count_param(
                3, "newest results that stay, parallel ones counted one by one", "保留的最新结果数，并行的逐个计数", 0
            ),
            "excluded_take_slots": param(
                Flag(), True, "results of excluded tools count among those that stay", "被排除工具的结果也占保留名额"
            ),
            "clear_at_least": param(Count(0, MOST), 0, "tokens; see the mode", "token 数，含义见模式"),
            "clear_at_least_mode": param(
                Choice("anthropic", "langchain"),
                "anthropic",
                "anthropic: nothing is cleared if it frees less; langchain: clearing stops once it freed that much",
                "anthropic：释放不足则完全不清除；langchain：释放到此数即停止",
            ),
            "exclude_tools": param(Names(), (), "tools whose results are never cleared", "从不清除其结果的工具"),
            "clear_tool_inputs": param(
                Flag(), False, "arguments of these calls give way to {}", "相应调用的参数替换为 {}"
            ),
            "placeholder": param(
                PLACEHOLDER, "[cleared]", "what stands in a cleared result's place", "替代已清除结果的文字"
            ),
        },
        clear_results,
    ),
    Strategy(
        "opencode_prune",
        both(
            "opencode's pruning: results older than the newest user turns and than the newest 40,000 tokens of results "
            "are cleared, if that frees more than 20,000 tokens.",
            "opencode 的修剪：早于最近用户轮次、且超出最新 40,000 token 结果的部分被清除，"
            "前提是能释放超过 20,000 token。",
        ),
        {
            "keep_turns": count_param(
                2,
                "newest user turns that are left alone; a turn begins at a user message",
                "不动的最近用户轮次；轮次从用户消息开始",
                0,
            ),
            "protect_tokens": count_param(
                40_000, "tokens of the newest results that stay", "保留的最新结果 token 数", 0
            ),
            "minimum": count_param(20_000, "tokens that clearing has to free", "清除至少要释放的 token 数", 0),
            "exclude_tools": param(
                Names(), ("skill",), "tools whose results are never cleared", "从不清除其结果的工具"
            ),
            "placeholder": param(
                PLACEHOLDER,
                "[Old tool result content cleared]",
                "what stands in a cleared result's place",
                "替代已清除结果的文字",
            ),
        },
        prune_old,
    ),
)
