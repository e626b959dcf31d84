"""Where a plan's own words go: the tombstone and the notices, each over an earlier one of its kind, appended to a
message, or as a message of its own. Each place has its price in tokens and its edit."""

from __future__ import annotations

from dataclasses import dataclass, replace

from trimscope import formats
from trimscope.planning.decision import Decision
from trimscope.planning.view import View
from trimscope.source.edits import Edit, Insert, Set
from trimscope.structure.providers import provider
from trimscope.structure.standing import Standing
from trimscope.texts.notices import JOINT, Notice
from trimscope.texts.tombstone import Tombstone
from trimscope.transcript import Text

KINDS = ("summary", "ledger", "memory")
"""Notices in the order in which they stand: what was, what was done, what holds now."""

ORDER = ("tombstone", *KINDS)
"""Our own messages at one place, in their order."""

GOAL, LAST, SYSTEM = "goal", "last", "system"
"""Places: directly behind the goal (and the tombstone), as the last message, as the end of the system prompt."""


@dataclass(frozen=True, slots=True)
class Note:
    """A notice and the place that was asked for."""

    notice: Notice
    place: str = GOAL


@dataclass(frozen=True, slots=True)
class Written:
    """A text of ours as it is sent: its message's index (or, inserted, that of the message it stands before)."""

    at: int
    reason: str
    text: str
    inserted: bool


@dataclass(frozen=True, slots=True)
class Placed:
    """Something of ours in its place: the decision, the edit, the text that stands there, characters added."""

    decision: Decision
    edit: Edit
    text: str
    chars: int

    @property
    def written(self) -> Written:
        where = self.decision.message if self.decision.message is not None else self.decision.at or 0
        return Written(where, self.decision.reason, self.text, self.decision.message is None)


def extra(view: View, note: Note) -> int:
    """Tokens a note adds to what is stored; a standing one of its kind is replaced."""
    pricing, standing = view.counts.profile, view.anchors.notices.get(note.notice.kind)
    if standing is not None:
        return pricing.text(_over(standing, note.notice)) - pricing.text(standing.part.text)
    system = _system_text(view) if note.place == SYSTEM else None
    if system is not None:
        text = system[1].text
        return pricing.text(text + JOINT + note.notice.text) - pricing.text(text)
    return pricing.text(note.notice.text) + pricing.message


def place(view: View, note: Note, tokens: int) -> Placed:
    """Where a note goes, with what it adds in tokens (`extra`)."""
    notice, kind = note.notice, note.notice.kind
    standing = view.anchors.notices.get(kind)
    if standing is not None:
        text, old = _over(standing, notice), standing.part
        return Placed(
            _merged(view, standing.index, tokens, f"{kind}_updated"), Set(old.at, text), text, len(text) - len(old.text)
        )
    system = _system_text(view) if note.place == SYSTEM else None
    if system is not None:
        index, old = system
        text = old.text + JOINT + notice.text
        added = len(JOINT) + len(notice.text)
        return Placed(_merged(view, index, tokens, f"{kind}_appended"), Set(old.at, text), text, added)
    at = _end(view) if note.place == LAST and _may_end_in_a_note(view) else _behind_goal(view, kind)
    return _inserted(view, at, kind, tokens, notice.text)


def place_tombstone(view: View, tomb: Tombstone, tokens: int) -> Placed:
    """Where the tombstone goes, with what it adds in tokens."""
    transcript, anchors = view.transcript, view.anchors
    standing = anchors.appended
    if standing is None and anchors.tombstone is not None:
        texts = [part for part in transcript.messages[anchors.tombstone].parts if isinstance(part, Text)]
        standing = (anchors.tombstone, texts[0])
    if standing is not None:
        index, old = standing
        decision = _merged(view, index, tokens, "tombstone_updated")
        return Placed(decision, Set(old.at, tomb.text), tomb.text, len(tomb.text) - len(old.text))
    if view.appends:
        index = anchors.place - 1
        edit = formats.append_text(transcript, transcript.messages[index], tomb.text)
        return Placed(_merged(view, index, tokens, "tombstone_appended"), edit, tomb.text, len(tomb.text))
    return _inserted(view, anchors.place, "tombstone", tokens, tomb.text)


def combined(earlier: Decision, placed: Decision) -> Decision:
    """The decision on a message that gets several of our texts: all their tokens, the first one's reason."""
    if earlier.action != "merge":
        return placed
    return replace(earlier, after=earlier.after + placed.after - placed.before)


def _inserted(view: View, at: int, reason: str, tokens: int, text: str) -> Placed:
    record = formats.user_record(view.transcript, text)
    edit = Insert(view.transcript.base, record_position(view, at), record)
    return Placed(Decision(None, "insert", reason, 0, tokens, at), edit, text, len(text))


def _merged(view: View, index: int | None, tokens: int, reason: str) -> Decision:
    if index is None:  # the top-level system prompt is no message
        return Decision(None, "merge", reason, 0, tokens, 0)
    before = view.counts.messages[index]
    return Decision(index, "merge", reason, before, before + tokens)


def _over(standing: Standing, notice: Notice) -> str:
    """The text of the part that holds a standing notice, with the new one in its place."""
    if standing.start == 0:
        return notice.text
    return standing.part.text[: standing.start] + JOINT + notice.text


def _system_text(view: View) -> tuple[int | None, Text] | None:
    """The text a system suffix goes behind: the last one of the last leading system message that stays as it is."""
    for index in reversed(view.history):
        if view.anchors.reasons.get(index) == "system":
            texts = [part for part in view.transcript.messages[index].parts if isinstance(part, Text)]
            if texts and not texts[-1].frame:
                return index, texts[-1]
    return (None, view.transcript.system[-1]) if view.transcript.system else None


def _behind_goal(view: View, kind: str) -> int:
    """The index before which a note behind the goal stands: after a tombstone and notices that come before its kind
    and are there already. Before them, the next trim would not find them in their place."""
    before = KINDS[: KINDS.index(kind)]
    ours = {each.index for name, each in view.anchors.notices.items() if each.alone and name in before}
    at = view.anchors.place
    while at in ours or at == view.anchors.tombstone:
        at += 1
    return at


def _may_end_in_a_note(view: View) -> bool:
    """Whether a user message of ours may stand last: no call waits for its result, and where the provider wants the
    model to speak behind results (Mistral), none stands last."""
    if view.rings.pending:
        return False
    last = view.messages[-1] if view.messages else None
    speaks_first = "user_after_tool" in provider(view.transcript.provider).checks
    return last is None or last.role != "tool" or not speaks_first


def _end(view: View) -> int:
    """The index behind the last message of the history."""
    return view.history[-1] + 1 if view.history else 0


def record_position(view: View, index: int) -> int:
    """Position in the list of records of the message that stands at `index` (or of the end)."""
    messages = view.transcript.messages
    if index < len(messages):
        return int(messages[index].where[0][len(view.transcript.base)])
    return int(messages[-1].where[-1][len(view.transcript.base)]) + 1
