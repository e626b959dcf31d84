"""What a policy looks at: the transcript as it stands at one model call, grouped and counted.

A view holds no decisions. The stages (`trimscope.stages`) turn it into changes, one message each.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from trimscope import formats
from trimscope.budgets import window
from trimscope.budgets.window import Window
from trimscope.characters import message_chars
from trimscope.policies.policy import Policy
from trimscope.source.edits import Drop, Edit, Set
from trimscope.structure import anchors as anchoring
from trimscope.structure import rings as grouping
from trimscope.structure.anchors import Anchors
from trimscope.structure.providers import provider
from trimscope.structure.rings import Rings, Round
from trimscope.summaries.hook import Hook
from trimscope.texts import tombstone
from trimscope.texts.tombstone import Tombstone
from trimscope.tokens import Counts, message_tokens
from trimscope.transcript import Message, Part, Pointer, ToolResult, Transcript

_NOTHING: Mapping[Pointer, str | None] = {}
"""One for all changes without new texts: a plan that drops 10,000 messages made as many empty ones (measurement)."""


@dataclass(frozen=True, slots=True)
class Change:
    """What a stage does to one message. `tokens` and `chars` are what of it is sent."""

    action: str
    reason: str
    tokens: int
    chars: int
    texts: Mapping[Pointer, str | None] = field(default_factory=lambda: _NOTHING)
    """new text by the pointer of the old one; None takes the part away"""
    edits: tuple[Edit, ...] = ()
    """further edits of the document"""


Changes = Mapping[int, Change]
"""Changes by message index."""


@dataclass(frozen=True, slots=True)
class View:
    """The messages that one model call's history is made of, under a policy."""

    transcript: Transcript
    counts: Counts
    policy: Policy
    window: Window
    history: tuple[int, ...]
    """indexes of those messages, ascending: an epoch of the run, up to the call, and the leading system messages"""
    rings: Rings
    anchors: Anchors
    open: frozenset[int]
    """message indexes of the open turn: pending rings, and rings with results the model has not seen"""
    standing: Tombstone | None
    """the tombstone of an earlier trim"""
    spent: int = 0
    """tokens the run used before this call"""
    retry: int = 0
    """how often this call was refused as too long before"""
    summarise: Hook | None = None
    """what writes a summary where the policy has no text for it"""

    @property
    def messages(self) -> tuple[Message, ...]:
        return tuple(self.transcript.messages[index] for index in self.history)

    @property
    def call(self) -> int:
        """Number of the model call it is for, from 1."""
        last = self.history[-1] if self.history else -1
        return 1 + sum(index <= last for index in self.transcript.call_indexes)

    @property
    def fixed(self) -> int:
        """Tokens that no message holds."""
        return self.counts.fixed

    @property
    def appends(self) -> bool:
        """Whether a tombstone stands behind the goal's text: asked for, or the provider wants roles to alternate,
        and there is a goal that stays."""
        at = self.anchors.place - 1
        forced = provider(self.transcript.provider).alternates
        wanted = forced or self.policy.tombstone["place"] == "append_to_goal"
        if not wanted or self.anchors.reasons.get(at) != "goal":
            return False
        return formats.takes_text(self.transcript, self.transcript.messages[at])

    def is_protected(self, index: int) -> bool:
        """Whether a message is an anchor (or pinned)."""
        return index in self.anchors.reasons

    def tools_of(self, each: Round) -> frozenset[str]:
        """Names of the tools a round calls."""
        return frozenset(call.name for index in each.messages for call in self.transcript.messages[index].calls)

    def tool_names(self) -> Mapping[tuple[int, int], str]:
        """Tool name of each result, by (message index, part position)."""
        pairs = self.rings.pairs
        return self.counts.remembered("tools", pairs, lambda: {(p.result, p.result_part): p.tool for p in pairs})


def look(transcript: Transcript, counts: Counts, policy: Policy, history: tuple[int, ...]) -> View:
    """Group the messages of `history` (indexes) and find anchors, open turn and a standing tombstone.

    Raises PolicyError for a window without budget or a pin that is nowhere.
    """
    messages = [transcript.messages[index] for index in history]
    rings = counts.remembered("rings", history, lambda: grouping.group(transcript, set(history)))
    anchors = anchoring.find(transcript, rings, messages, policy)
    standing = None
    if anchors.appended is not None:
        standing = tombstone.read(anchors.appended[1].text)
    elif anchors.tombstone is not None:
        standing = tombstone.read(transcript.messages[anchors.tombstone].text)
    return View(
        transcript,
        counts,
        policy,
        window.resolve(policy, transcript.model),
        history,
        rings,
        anchors,
        open_turn(messages, rings),
        standing,
    )


def open_turn(messages: Sequence[Message], rings: Rings) -> frozenset[int]:
    """Indexes of the messages of pending rings, and of rings with results the model has not seen yet."""
    last_call = max((m.index for m in messages if m.role == "assistant"), default=-1)
    unseen = {m.index for m in messages if m.index > last_call and m.role == "tool"} | rings.pending
    return frozenset(
        i for each in rings.rounds if each.ring and unseen.intersection(each.messages) for i in each.messages
    )


def drop(message: Message, reason: str) -> Change:
    """The change that takes a whole message away."""
    return Change("drop", reason, 0, 0, edits=tuple([Drop(at) for at in message.where]))


def call_of(view: View) -> dict[int, int]:
    """For each message with results, the index of the message whose call the first of them answers."""
    found: dict[int, int] = {}
    for pair in view.rings.pairs:
        found.setdefault(pair.result, pair.call)
    return found


def both(view: View, message: Message, first: Change, then: Change) -> Change:
    """A repair and what a later stage does to the same message: the repair's action, both their edits."""
    gone = {edit.at for edit in first.edits if isinstance(edit, Drop)} if first.action == "clear" else set()
    texts = {at: text for at, text in then.texts.items() if not any(at[:depth] in gone for depth in range(len(at) + 1))}
    parts = tuple(_with_texts(part, texts) for part in message.parts if part.at not in gone)
    left = replace(message, parts=parts)
    edits = (*(edit for edit in first.edits if not isinstance(edit, Set)), *then.edits)
    return replace(
        first,
        tokens=message_tokens(left, view.counts.profile),
        chars=message_chars(left),
        texts=texts,
        edits=edits,
    )


def _with_texts(part: Part, new: Mapping[Pointer, str | None]) -> Part:
    if not isinstance(part, ToolResult):
        return part
    texts = ((text, new.get(text.at, text.text)) for text in part.texts)
    return replace(part, texts=tuple(replace(text, text=now) for text, now in texts if now is not None))


def content_of(result: ToolResult) -> Pointer:
    """Pointer of the field that holds a result's texts, one step below the result."""
    return result.texts[0].at[: len(result.at) + 1]


def takes_block(at: Pointer) -> bool:
    """Whether a text stands in a block of its own that goes with it; a text in a field of its own is emptied."""
    return at[-1] in ("text", "content") or isinstance(at[-1], int)


def text_edits(texts: Mapping[Pointer, str | None], message: Message) -> Iterable[Edit]:
    """The edits that put new texts in place; a part that goes takes its block along.

    Where the node is no string (a JSON result), the new text is written in the form the dialect has for text.
    """
    if not texts:
        return
    frames = {text.at: text.frame for result in message.results for text in result.texts if text.frame}
    for at, text in texts.items():
        if text is None and at not in frames and not takes_block(at):
            yield Set(at, "")
        elif text is None:
            yield Drop(at[:-1] if at[-1] == "text" else at)
        elif at in frames:
            yield Set(at, {key: text if word is None else word for key, word in frames[at]})
        else:
            yield Set(at, text)
