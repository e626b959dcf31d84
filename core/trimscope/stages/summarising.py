"""The summary slot: one checked summary in the place of the middle, in a message of its own behind the tombstone.

It is due when what would be sent is over `trigger_ratio` of the budget or a soft limit asks for it: before the budget
takes rounds, because a round that was dropped is in no summary, and again behind it, if that left too much. The middle
is what is no anchor, no pin, no newest round and no open turn, in whole rings. The text is the policy's or a
hook's. A summary that does not come, or does not pass its checks, leaves the middle as it was, and the plan says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from trimscope.carried import effects
from trimscope.carried.tool_classes import WRITES, class_of
from trimscope.planning import digest
from trimscope.planning.placing import Note, extra
from trimscope.planning.result import Plan
from trimscope.planning.view import View, drop
from trimscope.policies.policy import per_mille
from trimscope.policies.sections import summary as summary_section
from trimscope.source import canonical
from trimscope.stages import units
from trimscope.stages.account import Account
from trimscope.stages.protection import left, may_drop
from trimscope.structure.rings import Round
from trimscope.summaries import summary
from trimscope.summaries.checks import Original, check
from trimscope.summaries.draft import draft
from trimscope.summaries.hook import Request, ask
from trimscope.summaries.summary import Check, Report
from trimscope.summaries.told_effects import Act, Told, acts_of
from trimscope.texts import notices
from trimscope.texts.notices import Notice
from trimscope.transcript import Message


def run(view: View, account: Account, asked: bool = False) -> None:
    """Use the summary if it is due (or `asked` for by a soft limit); the account gets the report.

    A plan has one summary. Where the middle is another since (the budget took rounds, so that others are the newest),
    it is made again: for all of it where it was used, for what is left where it was refused.
    """
    section = view.policy.summary
    if section is None and (asked or view.summarise is not None):
        section = summary_section().check("summary", True)  # whoever hands a hook over wants it used
    done = account.summary
    if section is None or (done is not None and done.status == "failed"):
        return
    ratio = per_mille(section["trigger_ratio"])
    if not asked and account.total * 1000 <= view.window.budget * ratio:
        return
    new = tuple(sorted(index for each in middle(view, account) for index in each.messages))
    if not new or (done is not None and done.covered == new):
        return
    used = done if done is not None and done.status == "used" else None
    before = sum(account.tokens(i) + account.made.get(i, 0) for i in new) + (used.before if used else 0)
    covered = tuple(sorted((*new, *(used.covered if used else ()))))
    report = _report(view, account, section, covered, before)
    if used is not None and report.status != "used":
        return
    account.summary = report
    account.said = [code for code in account.said if not code.startswith("summary_refused:")]
    if report.status != "used" or report.value is None:
        account.said.append(f"summary_{report.status}:{report.codes[0]}")
        return
    _cover(view, account, covered, "in_summary")
    account.note(Note(Notice("summary", view.policy.tombstone["lang"], report.value)))


def say_no_middle(view: View, account: Account) -> None:
    """Say it where a summary is on and the old rounds were dropped before it: then it has nothing to stand for."""
    wanted = view.policy.summary is not None or view.summarise is not None
    if not wanted or account.summary is not None or view.policy.old_rounds != "drop":
        return
    dropped = any(change.reason == "old_round" for change in account.changes.values())
    if dropped and not middle(view, account):
        account.said.append("summary_no_middle")


def middle(view: View, account: Account) -> list[Round]:
    """The rounds a summary may stand for: all that may go and end before the newest rounds begin. Where the policy's
    unit occurs nowhere, or none is to be kept, the newest ring or message is not summarised all the same."""
    rounds = left(view, account) or left(replace(view, policy=replace(view.policy, round_unit="turn")), account)
    messages = view.transcript.messages
    start = min((each.messages[0] for each in units.newest(view, rounds, floor=1)), default=len(messages))
    return [
        each
        for each in view.rings.rounds
        if each.last < start
        and may_drop(view, account, each)
        and view.policy.may_go(view.tools_of(each))
        and messages[each.messages[0]].role not in ("system", "developer")
    ]


def carry(view: View, account: Account, before: Plan) -> None:
    """What an earlier call's summary stands for stays gone, a late result of a ring in it included, and the summary
    is sent again."""
    gone = {index for index, change in before.changes.items() if change.action == "summarise"}
    if not gone:
        return
    whole = [i for each in view.rings.rounds if gone.intersection(each.messages) for i in each.messages]
    _cover(view, account, [i for i in whole if not view.is_protected(i)], "earlier_call")
    for written in before.written:
        notice = notices.read(written.text)
        if notice is not None and notice.kind == "summary":
            account.carried = Note(notice)
            account.note(account.carried)


@dataclass(frozen=True)
class _Made:
    """A summary as it would be sent, with its checks; or the code of what went wrong."""

    value: Mapping[str, Any] | None
    checks: tuple[Check, ...]
    failure: str = ""


def _report(view: View, account: Account, section: Mapping[str, Any], covered: tuple[int, ...], before: int) -> Report:
    carried = account.carried
    standing = view.anchors.notices.get("summary")
    earlier = carried.notice.value if carried else standing.notice.value if standing else None
    asked: Literal["text", "hook"] = "text" if section["text"] is not None else "hook"
    made = _made(view, section, covered, earlier, carried is None)
    if made.value is None:
        return Report("failed", (made.failure,), (), covered, before, 0, None, asked)
    notice = Notice("summary", view.policy.tombstone["lang"], made.value)
    size = view.counts.profile.text(notice.text)
    added = extra(view, Note(notice)) - (extra(view, carried) if carried else 0)
    checks = (
        *made.checks,
        Check("size", size <= section["max_tokens"], (f"{size} > {section['max_tokens']}",)),
        Check("gain", added < before, (f"{added} >= {before}",)),
    )
    checks = tuple(replace(each, evidence=()) if each.passed else each for each in checks)
    wrong = tuple(each.code for each in checks if not each.passed)
    if wrong:
        return Report("refused", wrong, checks, covered, before, 0, made.value, asked)
    return Report("used", (), checks, covered, before, added, made.value, asked)


def _made(
    view: View, section: Mapping[str, Any], covered: tuple[int, ...], earlier: Mapping[str, Any] | None, loaded: bool
) -> _Made:
    """The summary of the covered messages; made and checked once for one range, text and policy."""
    settings = (section["text"], section["max_tokens"], section["timeout_ms"], view.policy.tombstone["lang"])
    ledger = canonical.dumps(_plain(effects.section_of(view.policy)))
    before = None if earlier is None else canonical.dumps(earlier)
    key = (covered, view.history, settings, ledger, before, view.summarise, loaded)
    made = view.counts.remembered("summary", key, lambda: _make(view, section, covered, earlier, loaded))
    if made.failure:  # what failed is tried again
        view.counts.memo.pop("summary")
    return made


def _plain(section: Mapping[str, Any] | None) -> Any:
    return None if section is None else {key: list(v) if isinstance(v, tuple) else v for key, v in section.items()}


def _make(
    view: View, section: Mapping[str, Any], covered: tuple[int, ...], earlier: Mapping[str, Any] | None, loaded: bool
) -> _Made:
    if section["text"] is None and view.summarise is None:
        return _Made(None, (), "no_text")
    messages = [view.transcript.messages[index] for index in covered]
    ledger = effects.section_of(view.policy)
    inside = set(covered)
    found = view.counts.remembered(
        "acts",
        (view.history, ledger),
        lambda: acts_of(view.transcript, ledger, view.history, view.rings.pairs),
    )
    acts = tuple(act for index, act in found if index in inside)
    answer: Any = section["text"]
    if view.summarise is not None and answer is None:
        answer, failure = ask(view.summarise, _request(view, section, messages, acts, earlier))
        if failure:
            return _Made(None, (), failure)
    given = summary.read(answer)
    hashes = view.counts.remembered(
        "hashes", (), lambda: tuple(digest.of_message(each) for each in view.transcript.messages)
    )
    shift = _shift(view, earlier) if loaded else 0
    value = {
        **summary.merged(earlier, given.fields),
        "covers": summary.covers(earlier, covered[0] + shift, covered[-1] + shift, len(covered)),
        "version": summary.version(earlier),
        "checksum": summary.checksum((hashes[index] for index in covered), earlier),
    }
    told = _told(view, acts, ledger, earlier)
    kept = [message for message in view.messages if message.index not in inside]
    original = Original(messages, kept, earlier, told, value, _overlaps(earlier, [hashes[i] for i in covered]))
    return _Made(value, check(value, given, original))


def _request(
    view: View,
    section: Mapping[str, Any],
    messages: Sequence[Message],
    acts: Sequence[Act],
    earlier: Mapping[str, Any] | None,
) -> Request:
    lang = view.policy.tombstone["lang"]
    goal = goal_of(view)
    first = draft(messages, acts, goal, lang, view.rings.pairs)
    return Request(tuple(messages), goal, earlier, first, section["max_tokens"], section["timeout_ms"], lang)


def goal_of(view: View) -> str:
    """The first thing a person typed in a history; empty where nobody did."""
    goals = (message.text for message in view.messages if view.anchors.reasons.get(message.index) == "goal")
    return next(goals, "")


def _told(view: View, acts: Sequence[Act], ledger: Mapping[str, Any] | None, earlier: Mapping[str, Any] | None) -> Told:
    names = dict.fromkeys(
        (
            *(tool.name for tool in view.transcript.tools),
            *(call.name for message in view.messages for call in message.calls),
        )
    )
    decided = tuple(act for act in acts if act.outcome != "undecided")
    writers = tuple(name for name in names if class_of(name, ledger) in WRITES)
    before = "\n".join(map(str, (earlier or {}).get("done", ())))
    return Told(decided, writers, tuple(names), before, ledger is not None, len(decided) < len(acts))


def _shift(view: View, earlier: Mapping[str, Any] | None) -> int:
    """What is added to an index to get a message's number in the run: behind a standing summary, numbers go on from
    the last one it covers. What a trim dropped without a summary is not in these numbers."""
    last = (earlier or {}).get("covers", {})
    last = last.get("last") if isinstance(last, Mapping) else None
    ours = {each.index for each in view.anchors.notices.values() if each.alone} | {view.anchors.tombstone}
    first = next((index for index in view.history if index >= view.anchors.place and index not in ours), None)
    return last + 1 - first if isinstance(last, int) and first is not None else 0


def _overlaps(earlier: Mapping[str, Any] | None, hashes: Sequence[str]) -> bool:
    """Whether what the earlier summary covers is here once more: a history that was sent again beside it."""
    covers = (earlier or {}).get("covers")
    count = covers.get("messages") if isinstance(covers, Mapping) else None
    if earlier is None or not isinstance(count, int) or not 0 < count <= len(hashes):
        return False
    return summary.checksum(hashes[:count]) == earlier.get("checksum")


def _cover(view: View, account: Account, indexes: Sequence[int], reason: str) -> None:
    messages = view.transcript.messages
    account.apply({index: replace(drop(messages[index], reason), action="summarise") for index in indexes})
