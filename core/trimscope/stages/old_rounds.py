"""Stage 2: rounds older than the newest `keep_rounds` are dropped, compacted or cleared.

With `trigger: always` all of them; with `trigger: watermark` only once the count reaches the watermark, oldest
first until at or below the target, and never into the newest `keep_rounds` (a floor).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass

from trimscope.carried.outcomes import is_error
from trimscope.planning.view import Changes, View
from trimscope.stages import observing, units
from trimscope.stages.account import Account
from trimscope.stages.deduping import Tools, tool_of
from trimscope.stages.filtering import Texts
from trimscope.stages.replacing import replace_results, tokens_of
from trimscope.structure.rings import Round
from trimscope.texts.stub import is_stub
from trimscope.transcript import ToolResult

MAX_ERROR_TOKENS = 500
"""An error result larger than this is not kept by `keep_errors`: it would be a log, not an error (POLICY)."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the stage did: why each message of a kept round stayed, and whether there was anything to count."""

    kept: Mapping[int, str]
    nothing_to_count: bool


def run(view: View, account: Account) -> Outcome:
    """Apply the stage to the account and say why the other rounds stayed."""
    policy = view.policy
    rounds = units.of(view)
    reasons: dict[int, str] = {}
    old: list[Round] = []
    tools = view.tool_names()
    errors = _kept_errors(view, account, rounds[: len(rounds) - len(units.newest(view, rounds))], tools)
    for each, why in stays(view, rounds, errors):
        if why:
            reasons.update(dict.fromkeys(each.messages, why))
        elif not account.has_gone(each):
            old.append(each)
    if policy.old_rounds == "keep":
        left = dict.fromkeys(old, "old_rounds_kept")
    elif policy.trigger == "watermark" and not view.window.over_watermark(account.total):
        left = dict.fromkeys(old, "below_watermark")
    elif policy.old_rounds == "drop":
        left = _drop(view, account, old)
    else:
        left = _replace(view, account, old, tools)
    for each, why in left.items():
        reasons.update(dict.fromkeys(each.messages, why))
    return Outcome(reasons, not rounds)


def _drop(view: View, account: Account, old: list[Round]) -> dict[Round, str]:
    """Drop old rounds, oldest first, as far as the trigger asks; why the others stay."""
    left: dict[Round, str] = {}
    for each in old:
        if _enough(view, account):
            left[each] = "target_reached"
        else:
            account.drop(each, "old_round")
    return left


def _replace(view: View, account: Account, old: list[Round], tools: Tools) -> dict[Round, str]:
    """Compact or clear old rounds, oldest first, as far as the trigger and `clear_at_least` ask; why others stay.

    `anthropic`: as long as less than that many tokens are freed the target does not stop it, and if all together
    free less nothing is done: breaking the prompt cache has to be worth it. `langchain`: that much and no more.
    """
    policy = view.policy
    least, at_most = policy.clear_at_least, policy.clear_at_least_mode == "langchain"
    left: dict[Round, str] = {}
    ready: dict[Round, Changes] = {}
    freed = 0
    for each in old:
        if at_most and least is not None and freed >= least:
            left[each] = "cleared_enough"
        elif (at_most or least is None or freed >= least) and _enough(view, account, freed):
            left[each] = "target_reached"
        else:
            ready[each] = replace_results(view, each, policy.old_rounds, tools, account.changes)
            freed += account.freed_by(ready[each])
    if not at_most and least is not None and freed < least:
        return left | dict.fromkeys(ready, "clears_too_little")
    for changes in ready.values():
        account.apply(changes)
    return left


def _enough(view: View, account: Account, freed: int = 0) -> bool:
    """Whether the target is reached once `freed` tokens have gone, where a watermark triggers; without one every old
    round goes."""
    return view.policy.trigger == "watermark" and not account.is_over(view.window.target + freed)


def stays(view: View, rounds: list[Round], errors: Set[Round] = frozenset()) -> Iterator[tuple[Round, str | None]]:
    """Each round (of all, oldest first) with why it stays whole, whatever the trigger says; None when it may go."""
    policy, open_turn = view.policy, view.open
    chosen = policy.include_tools is not None or policy.exclude_tools
    first_new = len(rounds) - len(units.newest(view, rounds))
    for number, each in enumerate(rounds):
        if not open_turn.isdisjoint(each.messages):
            yield each, "open_turn"
        elif number >= first_new:
            yield each, "recent_round"
        elif chosen and not policy.may_go(view.tools_of(each)):
            yield each, "excluded_tool"
        else:
            yield each, "kept_error" if each in errors else None


def _kept_errors(view: View, account: Account, old: list[Round], tools: Tools) -> set[Round]:
    """The rounds of the newest error results among old ones."""
    kept: set[Round] = set()
    left = view.policy.keep_errors
    for each in reversed(old):
        if left <= 0:
            break
        mine = sum(is_small_error(view, account, index, tools) for index in each.messages)
        if mine:
            kept.add(each)
            left -= mine
    return kept


def is_small_error(view: View, account: Account, index: int, tools: Tools) -> bool:
    """Whether the message still says an error, in few tokens: not one whose text an earlier trim took away."""
    message, change = view.transcript.messages[index], account.changes.get(index)
    new = change.texts if change else {}
    for position, result in enumerate(message.parts):
        if not isinstance(result, ToolResult):
            continue
        now = tuple(new.get(each.at, each.text) for each in result.texts)
        error = _says_error(view, result, tool_of(tools, message, position), now)
        if error and tokens_of(view, (index, position), now) <= MAX_ERROR_TOKENS:
            return True
    return False


def _says_error(view: View, result: ToolResult, tool: str, now: Texts) -> bool:
    """Whether what would be sent of a result is an error, inside its frame if it has one."""
    texts = [text or "" for text in now]
    failed = False
    if view.policy.observations:
        failed = any(observing.says_failed(text, tool, result.call_id) for text in texts)
        texts = [observing.unframed(text, tool, result.call_id) or text for text in texts]
    text = "".join(texts)
    return (failed or is_error(result, text)) and not is_stub(text)
