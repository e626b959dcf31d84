"""Over the budget, rounds go by value and risk for each token and not by age (`select_by_value`, `worth.value`).

Every round that may go is a piece, a ring and a plain message alike. Value: being recent, and holding what a later call
used. Risk: losing an error, and losing the only source of an id that what stays names. Dependencies: a conclusion needs
the results its ids stand in, an answer the question before it, a call the answer it follows. (A summary needs its
range too, but that is gone with it: what a summary stands for never comes back.) Order is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from trimscope.carried.outcomes import is_error
from trimscope.planning.view import View
from trimscope.stages.account import Account
from trimscope.stages.protection import may_drop, rings_by_age
from trimscope.structure.rings import Round
from trimscope.transcript import Message
from trimscope.values.used_values import holders, id_tokens, used_tokens
from trimscope.worth import courtesy
from trimscope.worth.value import Piece, choose

MOST_SOURCES = 4
"""Results one conclusion is held to depend on: the newest of those its ids stand in. More would chain a long report to
the whole run."""

HELD = 10**12
"""Added to the worth of what a protected message depends on: it goes last."""

MOST_ROUNDS = 8
"""How often the choice is made anew because tombstone and ledger grew with it; each time what is over shrinks."""


@dataclass(frozen=True)
class Facts:
    """What value and risk are told from, for one history and its anchors."""

    used: frozenset[int]
    """messages with a result that holds what a later call used"""
    errors: frozenset[int]
    only: frozenset[int]
    """messages that alone hold an id which what is protected names"""
    needs: Mapping[int, tuple[int, ...]]
    """messages that a message depends on"""


def run(view: View, account: Account) -> None:
    """Drop what is worth least for its tokens until the total fits the budget or nothing is left that may go."""
    section = view.policy.select_by_value
    if section is None:
        return
    anchors = tuple(view.anchors.reasons)
    facts = view.counts.remembered("worths", (view.history, anchors), lambda: _facts(view))
    for turn in range(MOST_ROUNDS):
        excess = account.total - view.window.budget
        rounds = _candidates(view, account) if excess > 0 else []
        if not rounds:
            return
        pieces = _pieces(view, account, rounds, facts, section)
        room = sum(piece.cost for piece in pieces) - excess
        kept = choose(pieces, room) if turn < MOST_ROUNDS - 1 else frozenset()
        for position in sorted(set(range(len(rounds))) - kept):
            account.drop(rounds[position], "low_value")


def _candidates(view: View, account: Account) -> list[Round]:
    newest = rings_by_age(view)[-1:]
    rounds = (each for each in view.rings.rounds if each not in newest and may_drop(view, account, each))
    return sorted((each for each in rounds if view.policy.may_go(view.tools_of(each))), key=lambda each: each.last)


def _pieces(
    view: View, account: Account, rounds: Sequence[Round], facts: Facts, section: Mapping[str, int]
) -> list[Piece]:
    place = {index: number for number, each in enumerate(rounds) for index in each.messages}
    pieces: list[Piece] = []
    for number, each in enumerate(rounds):
        mine = frozenset(each.messages)
        recent = 1_000 * (number + 1) // len(rounds)
        value = section["recency"] * recent + section["used"] * 1_000 * bool(mine & facts.used)
        risk = 1_000 * (section["error"] * bool(mine & facts.errors) + section["entity"] * bool(mine & facts.only))
        needed = (place[need] for index in each.messages for need in facts.needs.get(index, ()) if need in place)
        cost = max(1, sum(account.tokens(index) for index in each.messages))
        needs = tuple(dict.fromkeys(need for need in needed if need < number))
        pieces.append(Piece(cost, value + section["risk"] * risk, needs))
    held = {
        place[need]
        for index in view.history
        if index not in place and index not in account.dropped_set
        for need in facts.needs.get(index, ())
        if need in place
    }
    return [replace(piece, worth=piece.worth + HELD) if at in held else piece for at, piece in enumerate(pieces)]


def _facts(view: View) -> Facts:
    messages = view.messages
    protected = [message for message in messages if view.is_protected(message.index) or message.index in view.open]
    named = {index for message in protected for index in id_tokens(message)}
    concluded = {message.index: id_tokens(message) for message in messages if _is_conclusion(message)}
    used = used_tokens(messages)
    wanted = {*named, *used, *(token for tokens in concluded.values() for token in tokens)}
    held = holders(messages, wanted)
    only = {at[0] for token in named if len(at := held.get(token, ())) == 1}
    later = {at for token, last in used.items() for at in held.get(token, ()) if at < last}
    errors = {m.index for m in messages for r in m.results if is_error(r, "".join(text.text for text in r.texts))}
    needs: dict[int, tuple[int, ...]] = {}
    for index, tokens in concluded.items():
        sources = {at for token in tokens for at in held.get(token, ())[-MOST_SOURCES:] if at < index}
        needs[index] = tuple(sorted(sources)[-MOST_SOURCES:])
    for index, need in _consents(messages):
        needs[index] = (*needs.get(index, ()), need)
    return Facts(frozenset(later), frozenset(errors), frozenset(only), needs)


def _is_conclusion(message: Message) -> bool:
    return message.role == "assistant" and not message.calls and bool(message.text)


def _consents(messages: Sequence[Message]) -> Iterable[tuple[int, int]]:
    """What depends on a question: the answer to it, and the call that follows the answer."""
    for before, message, after in zip(messages, messages[1:], (*messages[2:], None), strict=False):
        if before.role == "assistant" and not before.calls and message.role == "user" and courtesy.asks(before.text):
            yield message.index, before.index
            if after is not None and after.calls:
                yield after.index, message.index
