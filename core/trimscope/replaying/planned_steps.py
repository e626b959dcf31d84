"""The steps of a run from whole plans, one a call: for any policy and any transcript.

Every plan looks at its whole history, so that a run of n calls takes work in the order of n times its messages. The
policies that most runs are replayed under have a way that does not (`trimscope.replaying.steady`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from trimscope.planning.decision import Decision
from trimscope.planning.placing import ORDER
from trimscope.planning.plan import plan
from trimscope.planning.result import Plan
from trimscope.policies.policy import Policy
from trimscope.replaying.step import HEAD, Form, Own, Place, Step
from trimscope.structure.rings import Fault
from trimscope.tokens import Counts
from trimscope.transcript import Transcript

NO_FORMS: Mapping[int, Form] = {}


def steps(transcript: Transcript, policy: Policy, counts: Counts, **options: Any) -> Iterator[Step]:
    """One step a model call. `options` are those of `plan` that hold for every call. Raises PolicyError as it does."""
    before: Plan | None = None
    forms = NO_FORMS
    spent = 0
    for number, index in enumerate(transcript.call_indexes, 1):
        before = plan(transcript, policy, counts=counts, call=number, before=before, spent=spent, **options)
        fresh = number == 1 or not forms.keys() <= set(before.view.history)
        now = forms_of(before)
        yield step_of(before, index, NO_FORMS if fresh else forms, now, fresh=fresh)
        forms = now
        spent += before.tokens.sent + counts.messages[index]


def forms_of(made: Plan) -> dict[int, Form]:
    """How each message of a plan's history is sent."""
    own = _added(made)
    return {
        each.message: Form(made.changes.get(each.message), each.after - own.get(each.message, 0))
        for each in made.decisions
        if each.message is not None
    }


def step_of(made: Plan, index: int, before: Mapping[int, Form], now: Mapping[int, Form], *, fresh: bool) -> Step:
    """The step of a plan for the call that led to message `index`, beside how messages were sent `before`."""
    changed = {i: form for i, form in now.items() if i not in before or before[i] != form}
    own = own_texts(made)
    gone = {i for i, form in now.items() if form.gone}
    view, rounds = made.view, made.view.rings.rounds
    tools_gone = "tools_dropped" in made.notes
    fixed = view.fixed - (view.counts.tools if tools_gone else 0)
    anchored = sum(now[i].tokens for i in view.anchors.reasons if i in now)
    return Step(
        made.call,
        index,
        fresh,
        changed,
        own,
        "tools_dropped" if tools_gone else "",
        fixed,
        made.tokens.stored,
        made.tokens.sent,
        made.status,
        len(rounds),
        sum(gone.issuperset(each.messages) for each in rounds),
        sum(form.touched for form in now.values()) + len(own) + tools_gone,
        fixed + anchored,
        _refused(made),
        tuple(note for note in made.notes if note.startswith("run_stopped:")),
    )


def _refused(made: Plan) -> tuple[Fault, ...]:
    """What the provider would refuse of the request; faults that were mended are none of them."""
    if made.status != "refused":
        return ()
    found = tuple(fault for fault in made.sent_faults if fault.severity == "refused")
    return found or tuple(fault for fault in made.faults if fault.severity == "refused")


def own_texts(made: Plan) -> tuple[Own, ...]:
    """The texts of ours in a request, in the order of their places."""
    texts = {(each.at, each.reason): each.text for each in made.written}
    added = _added(made)
    found: list[Own] = []
    for each in made.decisions:
        if each.message is None:
            text = texts.get((each.at or 0, each.reason), "")
            found.append(Own(_place(each), each.reason, text, each.after))
    for written in made.written:
        if not written.inserted:
            tokens = added.pop(written.at, 0)  # several on one message: the first has the tokens of all
            found.append(Own((written.at, 2, _rank(written.reason)), written.reason, written.text, tokens))
    return tuple(sorted(found, key=lambda own: own.place))


def _added(made: Plan) -> dict[int, int]:
    """Tokens that texts of ours add to the messages they are appended to."""
    holds = {each.at for each in made.written if not each.inserted}
    decided = {each.message: each for each in made.decisions if each.message in holds}
    return {
        index: each.after - (made.changes[index].tokens if index in made.changes else each.before)
        for index, each in decided.items()
        if index is not None
    }


def _place(inserted: Decision) -> Place:
    if inserted.action == "merge":
        return (*HEAD[:2], _rank(inserted.reason))  # behind a system prompt that is no message
    if inserted.reason == "synthesised_result":
        return (inserted.at or 0) - 1, 3, 0
    return inserted.at or 0, 0, _rank(inserted.reason)


def _rank(reason: str) -> int:
    """The order among texts of ours at one place; what a strategy puts in stands last."""
    kind = reason.partition("_")[0]
    return ORDER.index(kind) if kind in ORDER else len(ORDER)
