"""Stage 2: rounds older than the newest `keep_rounds` are dropped, compacted or cleared.

With `trigger: always` all of them; with `trigger: watermark` only once the count reaches the watermark, oldest
first until at or below the target, and never into the newest `keep_rounds` (a floor).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from trimscope.rings import Round
from trimscope.stages import units
from trimscope.stages.account import Account
from trimscope.stages.replacing import replace_results
from trimscope.stub import is_stub
from trimscope.transcript import ToolResult
from trimscope.view import View

MAX_ERROR_TOKENS = 500
"""An error result larger than this is not kept by `keep_errors`: it would be a log, not an error (POLICY)."""

ERROR_STARTS = ("error", "traceback", "exception", "fatal", "错误", "失败", "异常")
"""First words of results that are errors in dialects without an error flag."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the stage did: why each message of a kept round stayed, and whether there was anything to count."""

    kept: Mapping[int, str]
    nothing_to_count: bool


def run(view: View, account: Account) -> Outcome:
    """Apply the stage to the account and say why the other rounds stayed."""
    policy = view.policy
    rounds = units.of(view)
    newest = set(rounds[max(0, len(rounds) - policy.keep_rounds) :])
    reasons: dict[int, str] = {}
    old: list[Round] = []
    errors = _kept_errors(view, account, [each for each in rounds if each not in newest])
    for each in rounds:
        why = _stays(view, each, newest, errors)
        if why:
            reasons.update(dict.fromkeys(each.messages, why))
        elif not account.has_gone(each):
            old.append(each)
    waiting = policy.trigger == "watermark" and not view.window.over_watermark(account.total)
    tools = view.tool_names()
    for each in old:
        if policy.old_rounds == "keep":
            reasons.update(dict.fromkeys(each.messages, "old_rounds_kept"))
        elif waiting:
            reasons.update(dict.fromkeys(each.messages, "below_watermark"))
        elif policy.trigger == "watermark" and account.total <= view.window.target:
            reasons.update(dict.fromkeys(each.messages, "target_reached"))
        elif policy.old_rounds == "drop":
            account.drop(each, "old_round")
        else:
            account.apply(replace_results(view, each, policy.old_rounds, tools, account.changes))
    return Outcome(reasons, not rounds)


def _stays(view: View, each: Round, newest: set[Round], errors: set[Round]) -> str | None:
    """Why a round stays whole, whatever the trigger says; None when it may go."""
    if view.open.intersection(each.messages):
        return "open_turn"
    if each in newest:
        return "recent_round"
    if not view.policy.may_go(view.tools_of(each)):
        return "excluded_tool"
    return "kept_error" if each in errors else None


def _kept_errors(view: View, account: Account, old: list[Round]) -> set[Round]:
    """The rounds of the newest error results among old ones."""
    kept: set[Round] = set()
    left = view.policy.keep_errors
    for each in reversed(old):
        if left <= 0:
            break
        mine = sum(_is_small_error(view, account, index) for index in each.messages)
        if mine:
            kept.add(each)
            left -= mine
    return kept


def _is_small_error(view: View, account: Account, index: int) -> bool:
    """Whether the message still says an error, in few tokens: not one whose text an earlier trim took away."""
    change = account.changes.get(index)
    new = change.texts if change else {}
    small = account.tokens(index) <= MAX_ERROR_TOKENS
    for result in view.transcript.messages[index].results if small else ():
        text = "".join(new.get(each.at, each.text) or "" for each in result.texts)
        if is_error(result, text) and not is_stub(text):
            return True
    return False


def is_error(result: ToolResult, text: str) -> bool:
    """Whether a result saying `text` says that the call failed: by its flag, an `error` field, or its first word."""
    start = text[:200].lstrip(" \t\r\n").lower()
    return result.is_error or start.startswith((*ERROR_STARTS, '{"error"', '{ "error"'))
