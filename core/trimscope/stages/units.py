"""What a round is (`round_unit`), in the order in which rounds age: by their last message."""

from __future__ import annotations

from trimscope.planning.view import View
from trimscope.structure.rings import Round


def of(view: View) -> list[Round]:
    """The rounds that `keep_rounds` counts, oldest first. Anchors, pins and a tombstone take no slot.

    Found once for the same rounds, unit and anchors: several stages ask.
    """
    rounds, anchors = view.rings.rounds, view.anchors
    key = (view.history, rounds, view.policy.round_unit, anchors.place, anchors.tombstone, (*anchors.reasons,))
    return list(view.counts.remembered("units", key, lambda: _found(view)))


def _found(view: View) -> list[Round]:
    unit = view.policy.round_unit
    free = [each for each in view.rings.rounds if not _is_set_aside(view, each)]
    if unit == "ring":
        rounds = [each for each in free if each.ring]
    elif unit == "turn":
        rounds = [each for each in free if each.ring or each.messages[0] >= view.anchors.place]
    elif unit == "message":
        after = (index for each in free for index in each.messages if index >= view.anchors.place)
        rounds = [Round((index,), ring=False) for index in sorted(after)]
    else:
        rounds = _user_turns(view, free)
    return sorted(rounds, key=lambda each: each.last)


def newest(view: View, rounds: list[Round], floor: int = 0) -> list[Round]:
    """The newest `keep_rounds` of some rounds, which come oldest first; at least `floor` of them."""
    return rounds[max(0, len(rounds) - max(view.policy.keep_rounds, floor)) :]


def _is_set_aside(view: View, each: Round) -> bool:
    anchors = view.anchors
    return not anchors.reasons.keys().isdisjoint(each.messages) or anchors.tombstone in each.messages


def _user_turns(view: View, free: list[Round]) -> list[Round]:
    """A user message and all up to the next. A ring whose late result stands in a later turn joins the turns."""
    turn_of: dict[int, int] = {}
    turn = 0
    previous_user = False
    for message in view.messages[view.anchors.place :]:
        user = message.role == "user" and not message.injected and message.index != view.anchors.tombstone
        if user and not previous_user:
            turn += 1
        previous_user = user
        turn_of[message.index] = turn
    joined_to: dict[int, int] = {}

    def home(turn: int) -> int:
        while joined_to.get(turn, turn) != turn:
            joined_to[turn] = joined_to.get(joined_to[turn], joined_to[turn])  # halves the way for the next
            turn = joined_to[turn]
        return turn

    inside = [each for each in free if any(index in turn_of for index in each.messages)]
    for each in inside:
        turns = {home(turn_of[index]) for index in each.messages if index in turn_of}
        newest = max(turns)
        joined_to.update(dict.fromkeys(turns, newest))
    members: dict[int, list[int]] = {}
    for each in inside:
        last = max(index for index in each.messages if index in turn_of)
        members.setdefault(home(turn_of[last]), []).extend(each.messages)
    rings = {index for each in free if each.ring for index in each.messages}
    return [Round(tuple(sorted(m)), not rings.isdisjoint(m)) for m in members.values()]
