"""Microsoft agent-framework: sliding window, truncation, collapse of tool results, and the two-phase context window.

Read from agent-framework-core 1.23.0 (`_compaction.py`). Groups go whole, so pairing is never broken. The newest
question is not protected, the first one only if asked for. Sizes in tokens are of this page's estimator; its own is the
characters of a JSON rendering / 4. A collapsed ring is one assistant message with its results on one line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from trimscope.policies.settings import Flag, Ratio
from trimscope.strategies.declared import Param, Strategy, both, param
from trimscope.strategies.groups import Group, groups_of
from trimscope.strategies.kept import Inserted, Kept
from trimscope.strategies.sizes import count_param, share, unit_param
from trimscope.tokens import Profile

if TYPE_CHECKING:
    from trimscope.planning.view import View

LONGEST_SUMMARY = 4096
"""Characters of the line that stands for a collapsed ring: the system's own limit."""

CUT_MARK = "... [truncated]"


def sliding_window(view: View, params: Mapping[str, Any]) -> Kept:
    """The newest groups; system groups use no slot while they are preserved."""
    groups = groups_of(view)
    counted = [position for position, each in enumerate(groups) if each.kind != "system"]
    kept = set(counted[-params["keep_last_groups"] :])
    if params["preserve_system"]:
        kept.update(position for position, each in enumerate(groups) if each.kind == "system")
    return _outcome(groups, [each for position, each in enumerate(groups) if position in kept], "outside_window")


def truncation(view: View, params: Mapping[str, Any]) -> Kept:
    """Over `max_n`, the oldest groups go until the rest is down to `compact_to`."""
    groups = groups_of(view)
    limit, target = params["max_n"], min(params["compact_to"], params["max_n"])
    return _outcome(groups, _truncated(groups, limit, target, params), "outside_size")


def collapse(view: View, params: Mapping[str, Any]) -> Kept:
    """Older rings become one line each."""
    groups = groups_of(view)
    return _outcome(groups, _collapsed(groups, params["keep_last_tool_call_groups"], view.counts.profile), "collapsed")


def context_window(view: View, params: Mapping[str, Any]) -> Kept:
    """Over the first share of the input budget rings collapse; over the second the oldest groups go."""
    before = groups = groups_of(view)
    budget = max(0, params["max_context_window_tokens"] - params["max_output_tokens"])
    evict, truncate = (share(budget, params[key]) for key in ("tool_eviction_threshold", "truncation_threshold"))
    if sum(each.tokens for each in groups) > evict:
        groups = _collapsed(groups, params["keep_last_tool_call_groups"], view.counts.profile)
    rules = {**params, "unit": "tokens", "preserve_system": True}
    return _outcome(before, _truncated(groups, truncate, min(evict, truncate), rules), "outside_size")


def _truncated(groups: list[Group], limit: int, target: int, params: Mapping[str, Any]) -> list[Group]:
    size = {position: each.tokens if params["unit"] == "tokens" else each.count for position, each in enumerate(groups)}
    left = sum(size.values())
    if left <= limit:
        return groups
    protected = {p for p, each in enumerate(groups) if each.kind == "system" and params["preserve_system"]}
    users = [p for p, each in enumerate(groups) if each.kind == "user"]
    protected.update(users[:1] if params["preserve_first_user_group"] else ())
    protected.update([p for p, each in enumerate(groups) if each.kind != "system"][-1:] or [len(groups) - 1])
    gone = set()
    for position in range(len(groups)):
        if left <= target:
            break
        if position not in protected:
            gone.add(position)
            left -= size[position]
    return [each for position, each in enumerate(groups) if position not in gone]


def _collapsed(groups: list[Group], keep: int, pricing: Profile) -> list[Group]:
    tools = [position for position, each in enumerate(groups) if each.kind == "tool"]
    old = set(tools[: max(0, len(tools) - keep)])
    return [_line(each, pricing) if position in old else each for position, each in enumerate(groups)]


def _line(group: Group, pricing: Profile) -> Group:
    names = {call.key: call.name for message in group.messages for call in message.calls}
    labels = []
    for result in (result for message in group.messages for result in message.results):
        text, name = "".join(each.text for each in result.texts), names.get(result.key, "")
        labels.append((f"{name}: {text}" if name else text).strip())
    label = "; ".join(labels) if labels else "no results"
    summary = f"[Tool results: {label}]"
    if len(summary) > LONGEST_SUMMARY:
        room = LONGEST_SUMMARY - len("[Tool results: ]") - len(CUT_MARK)
        summary = f"[Tool results: {label[:room].rstrip()}{CUT_MARK}]"
    return replace(group, kind="text", tokens=pricing.message + pricing.text(summary), summary=summary)


def _outcome(before: list[Group], after: list[Group], reason: str) -> Kept:
    """What became of the groups: collapsed ones are dropped with a line in their place, missing ones dropped."""
    left = {each.messages[0].index: each for each in after}
    dropped: dict[int, str] = {}
    inserted: list[Inserted] = []
    for group in before:
        now = left.get(group.messages[0].index)
        if now is None:
            dropped |= {m.index: reason for m in group.messages}
        elif now.summary is not None:
            dropped |= {m.index: "collapsed" for m in group.messages}
            inserted.append(Inserted(group.messages[0].index, now.summary, "collapsed_line", "assistant"))
    return Kept(dict(sorted(dropped.items())), {}, tuple(inserted))


def _first_user() -> Param:
    return param(Flag(), False, "the first user message stays", "保留第一条用户消息")


def _keep_tools(default: int) -> Param:
    return count_param(default, "newest rings that stay whole", "完整保留的最新工具环数", 0)


SYSTEM = param(Flag(), True, "system messages stay", "保留系统消息")

STRATEGIES = (
    Strategy(
        "agent_framework_window",
        both(
            "agent-framework SlidingWindowStrategy: the newest groups (a ring, a user message, a text each are one). "
            "Rings stay whole; the goal is lost, and the newest question too in a long loop.",
            "agent-framework SlidingWindowStrategy：保留最新的组（一个工具环、一条用户消息、"
            "一段文本各算一组）。环不拆散；"
            "目标会丢失，长循环中最新提问也会丢失。",
        ),
        {
            "keep_last_groups": count_param(
                20, "newest groups that stay, system groups not counted", "保留的最新组数，不含系统组"
            ),
            "preserve_system": SYSTEM,
        },
        sliding_window,
    ),
    Strategy(
        "agent_framework_truncation",
        both(
            "agent-framework TruncationStrategy: over max_n the oldest groups go until "
            "compact_to is reached; the newest "
            "group always stays.",
            "agent-framework TruncationStrategy：超过 max_n 时从最旧的组开始移除，直到 compact_to；最新一组始终保留。",
        ),
        {
            "max_n": count_param(20, "the limit, in `unit`", "上限，单位见 unit"),
            "compact_to": count_param(
                10, "what a trim goes down to, in `unit`; at most max_n", "裁剪到的目标，单位见 unit，不超过 max_n"
            ),
            "unit": unit_param(),
            "preserve_system": SYSTEM,
            "preserve_first_user_group": _first_user(),
        },
        truncation,
    ),
    Strategy(
        "agent_framework_collapse",
        both(
            "agent-framework ToolResultCompactionStrategy: each older ring becomes one assistant message with its "
            "results on one line of at most 4,096 characters.",
            "agent-framework ToolResultCompactionStrategy：较旧的工具环各变成一条 assistant 消息，"
            "结果写成一行，最多 4,096 字符。",
        ),
        {"keep_last_tool_call_groups": _keep_tools(1)},
        collapse,
    ),
    Strategy(
        "agent_framework_context_window",
        both(
            "agent-framework ContextWindowCompactionStrategy: above half of the input budget "
            "rings older than 4 collapse "
            "to a line; above 80 % the oldest groups go, down to half.",
            "agent-framework ContextWindowCompactionStrategy：超过输入预算一半时，"
            "较旧的工具环折叠为一行（保留最新 4 个）；"
            "超过 80 % 时从最旧的组开始移除，降到一半。",
        ),
        {
            "max_context_window_tokens": count_param(128_000, "tokens of the window", "窗口 token 数"),
            "max_output_tokens": count_param(16_384, "tokens kept for the answer", "留给回答的 token 数", 0),
            "tool_eviction_threshold": param(
                Ratio(), 0.5, "share of the input budget at which rings collapse", "折叠工具环的输入预算占比"
            ),
            "truncation_threshold": param(Ratio(), 0.8, "share at which groups go", "移除组的占比"),
            "keep_last_tool_call_groups": _keep_tools(4),
            "preserve_first_user_group": _first_user(),
        },
        context_window,
    ),
)
