"""The effects a summary tells of against those that the transcript shows: the executed ones must be the same set, and
the unfinished ones too; an effect claimed without a successful result refuses the summary (third source article, 11.4).

An item of `done` names an effect by its tool and one of its marks (id, key, key argument). Where an item names no tool,
a closed list of words is looked for (refunded, 已退款), because nobody wants those effects twice, or claimed in vain.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from trimscope.carried.effects import Effect, calls, grouped
from trimscope.carried.outcomes import DONE, UNKNOWN
from trimscope.carried.tool_classes import UNKNOWN as UNCLASSIFIED
from trimscope.structure.rings import Pair
from trimscope.texts import stub
from trimscope.texts.matching_lines import ascii_lower
from trimscope.transcript import Transcript
from trimscope.values.occurrence import occurs

SHORTEST_MARK = 3
"""Characters of what may tell an act from another: 100 and A10 do, 1, 42 and `ok` stand anywhere."""

UNSURE = ("open", "uncertain", "to_confirm")
"""Fields that may name what is not finished."""


CLAIMS: tuple[tuple[str, str, str], ...] = (
    (r"refund(?:ed)?", "refund", "退款"),
    (r"pay|paid", "pay|charge|purchase|buy", "付款|支付"),
    (r"charged?", "charge|pay", "扣款"),
    (r"transferr?(?:ed)?", "transfer|pay", "转账"),
    (r"cancell?(?:ed)?", "cancel|delet|remov", "取消"),
    (r"deleted?", "delete|remove|drop|destroy|rm", "删除"),
    (r"book(?:ed)?", "book|reserv|creat", "预订|预定"),
    (r"sent|send|e-?mailed", "send|mail|notify|reply|post|message", "发送"),
    (r"publish(?:ed)?", "publish|post|release|deploy", "发布"),
    (r"deploy(?:ed)?", "deploy|release|publish|rollout", "部署"),
    (r"purchased?|bought", "purchase|buy|pay|book|(?:place|create|submit)_?order", "购买|下单"),
)
"""Words of effects nobody wants to have twice, or claimed in vain: English forms, parts of names of tools that do such
a thing, Chinese words. Only these are looked for where an item names no tool."""

_COMPLETED_EN = re.compile(r"(?:ed|paid|sent|bought)$")
_NEGATED = re.compile(r"\b(?:not|never|no|without|nothing|nobody|yet to)\b|n['’]t\b|[未没不无非勿]|尚待", re.ASCII)
_CLAUSE = re.compile(r"[;；,，。!！\n]|\.(?= |$)")


@dataclass(frozen=True, slots=True)
class Act:
    """One call that changes something, as the checks see it."""

    tool: str
    marks: tuple[str, ...]
    """what tells this act from others of the tool: idempotency key, resource ids, key arguments"""
    outcome: str
    """done, failed or unknown; undecided where nobody said what the tool does"""
    asked: str = ""
    """the same for two calls that ask for the same"""


@dataclass(frozen=True)
class Told:
    """What the transcript shows of effects."""

    acts: Sequence[Act]
    """acts in the covered messages, in order"""
    writers: Collection[str]
    """names of all known tools that change something"""
    tools: Collection[str]
    """names of all known tools"""
    before: str
    """what an earlier summary, carried on, says was done"""
    ledger: bool
    """a ledger of effects is sent as well: then that one carries the effects, and the summary need not"""
    others: bool
    """a tool of unknown effect ran (a shell): what it did is not known, so that no word is a vain claim"""


def acts_of(
    transcript: Transcript, section: Mapping[str, Any] | None, history: Collection[int], pairs: Sequence[Pair]
) -> tuple[tuple[int, Act], ...]:
    """The acts of a history in order, each with the index of its call's message; one a group of calls that are one
    effect. Their outcome is `undecided` for tools nobody classified. `section` is a policy's ledger."""
    found: list[tuple[int, Act]] = []
    for group in grouped(calls(transcript, section, history, pairs)):
        done = [each for each in group if each.outcome == DONE]
        open_ones = [each for each in group if each.outcome == UNKNOWN]
        each = (done or open_ones or group)[-1]
        outcome = "undecided" if each.kind == UNCLASSIFIED else each.outcome
        found.append((each.message, Act(each.tool, _marks(each), outcome, each.asked)))
    return tuple(sorted(found, key=lambda act: act[0]))


def _marks(effect: Effect) -> tuple[str, ...]:
    """Key, ids and arguments of an effect that tell it from others: a small number or a short word stands anywhere."""
    texts = (str(each) for each in (effect.key or "", *effect.ids, *effect.arguments.values()))
    return tuple(dict.fromkeys(text for text in texts if len(text) >= SHORTEST_MARK))


def unfinished(acts: Sequence[Act]) -> tuple[Act, ...]:
    """Acts that failed or whose outcome is unknown, and that no later act of the same kind made good."""
    left: list[Act] = []
    done: set[tuple[str, object]] = set()
    for act in reversed(acts):
        if act.outcome == "done":
            done.add((act.tool, act.asked or act.marks))
        elif (act.tool, act.asked or act.marks) not in done:
            left.append(act)
            done.add((act.tool, act.asked or act.marks))
    return tuple(reversed(left))


def missing(items: Mapping[str, Sequence[str]], told: Told) -> Iterator[str]:
    """Effects that were done and that no item of `done` names, and those an item denies."""
    claims = [clause for item in items["done"] for clause in _clauses(item)]
    for act in told.acts:
        if act.outcome == "done":
            named = [clause for item in items["done"] for clause in (item, *_clauses(item)) if _names(clause, act)]
            denied = any(_is_negated(clause) and _names(clause, act) for clause in claims)
            if denied or not (named or told.ledger):
                yield _label(act)


def claimed(own: Mapping[str, Sequence[str]], told: Told) -> Iterator[str]:
    """Items that claim an effect for which there is no successful result."""
    done = [act for act in told.acts if act.outcome == "done"]
    for item in own["done"]:
        for clause in _clauses(item):
            tools = [tool for tool in told.writers if occurs(tool, clause)]
            ids = [str(each) for each in stub.ids_in(clause) if str(each) not in told.tools]
            for tool in tools if not _is_negated(clause) else ():
                mine = [act for act in done if act.tool == tool]
                right = [act for act in mine if not ids or not act.marks or any(occurs(m, item) for m in act.marks)]
                if not right and not occurs(tool, told.before):
                    yield item
    known = " ".join(ascii_lower(f"{act.tool} {' '.join(act.marks)}") for act in done) + ascii_lower(told.before)
    for name in ("done", "facts", "decisions"):
        for item in own[name]:
            if any(_claims_in_vain(clause, name == "done", known, told) for clause in _clauses(item)):
                yield item


def _claims_in_vain(clause: str, is_done: bool, known: str, told: Told) -> bool:
    """Whether a clause names an effect by a word and no done effect is of that kind."""
    if told.others or _is_negated(clause) or any(occurs(tool, clause) for tool in told.tools):
        return False
    lower = ascii_lower(clause)
    for en, tools, zh in CLAIMS:
        word = re.search(rf"(?<![a-z])(?:{en})(?![a-z])", lower)
        english = word is not None and (is_done or _COMPLETED_EN.search(word[0]) is not None)
        chinese = re.search(rf"(?:{zh})" if is_done else rf"已经?(?:成功)?(?:{zh})", clause)
        if (english or chinese) and not re.search(tools, known):
            return True
    return False


def misplaced(items: Mapping[str, Sequence[str]], own: Mapping[str, Sequence[str]], told: Told) -> Iterator[str]:
    """What is not finished and stands nowhere as such, and what is said to be open though it is done."""
    left = unfinished(told.acts)
    unsure = [item for name in UNSURE for item in items[name]]
    for act in left:
        if not told.ledger and not any(_names(item, act) for item in unsure):
            yield _label(act)
    done = [act for act in told.acts if act.outcome == "done" and act.marks]
    for item in own["open"]:
        for act in done:
            said = occurs(act.tool, item) and any(occurs(mark, item) for mark in act.marks)
            if said and not _is_negated(item) and not any(_names(item, other) for other in left):
                yield item


def _names(item: str, act: Act) -> bool:
    return occurs(act.tool, item) and (not act.marks or any(occurs(mark, item) for mark in act.marks))


def _label(act: Act) -> str:
    return " ".join((act.tool, *act.marks[:2]))


def _clauses(item: str) -> list[str]:
    return [clause for clause in _CLAUSE.split(item) if clause.strip(" ")]


def _is_negated(clause: str) -> bool:
    return _NEGATED.search(ascii_lower(clause)) is not None
