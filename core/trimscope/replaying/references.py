"""Lost references: values that the run really used in a tool call while all they came from was out of sight.

A value is a leaf of a tool call's arguments (`replaying.value_index`). Its sources are the messages before that call in
the call's history where it stands; a system prompt or a tool definition that is no message is one as well. It is lost
at that call when it has sources and none of them is in what would have been sent, nor in the remainder of a cut result,
a stub, the tombstone, the ledger, the memory block or the summary. A value that stands nowhere before is the model's
own and does not count.

What the measure can say: at that call the run used something that this policy would have hidden from it. What it
cannot say: that the run would have failed (it may infer the value, or ask for it again), or that nothing else was lost
(only exact values are looked for: what was computed, translated or rephrased is missed).

Time is linear in the text and in the number of times that values stand in messages: for each value it is kept how many
of its sources are in sight, and a message that goes takes one off each of its values.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from trimscope.planning.view import Change
from trimscope.replaying.sent_texts import texts_of
from trimscope.replaying.step import Form, Step
from trimscope.replaying.value_index import ValueIndex, ValueRule
from trimscope.texts.stub import json_of
from trimscope.transcript import Transcript
from trimscope.values.leaf_values import leaves


@dataclass(frozen=True, slots=True)
class LostReference:
    """One value of one tool call that was out of sight."""

    call: int
    """number of the model call, from 1"""
    message: int
    """index of the assistant message with the tool call"""
    position: int
    """which of its tool calls, from 0"""
    tool: str
    value: str
    source: int
    """index of the message where it stood that was the last one in sight"""
    sources: int
    """in how many messages before it stands"""
    hidden_at: int
    """the model call from which on that source was out of sight; 0 where it never was in sight"""
    action: str
    """what was done to the source there, with the reason: the codes of the decision"""
    reason: str


@dataclass(frozen=True, slots=True)
class References:
    """How many values of a call's arguments have a source before it, and those of them that were lost."""

    grounded: int
    lost: tuple[LostReference, ...]


@dataclass(frozen=True, slots=True)
class _Hidden:
    """The newest event in which a source of a value went out of sight."""

    message: int
    call: int
    action: str
    reason: str


class CallValues:
    """The values of every tool call of a transcript, and which of them stand in which message. Read once; several
    replays of one transcript share it."""

    def __init__(self, transcript: Transcript, rule: ValueRule | None = None) -> None:
        rule = rule or ValueRule()
        self.transcript = transcript
        by_message: dict[int, tuple[tuple[str, tuple[str, ...]], ...]] = {}
        for message in transcript.messages:
            if message.role == "assistant" and message.calls:
                by_message[message.index] = tuple(
                    (call.name, _values(call.arguments, rule)) for call in message.calls
                )
        self.index = ValueIndex(value for calls in by_message.values() for _, values in calls for value in values)
        numbers = self.index.numbers
        self.calls: Mapping[int, tuple[tuple[str, tuple[int, ...]], ...]] = {
            index: tuple((tool, tuple(numbers[value] for value in values)) for tool, values in calls)
            for index, calls in by_message.items()
        }
        """by assistant message: the tool and the numbers of its values, for each of its tool calls"""
        self.in_system = self.index.found_in_all(text.text for text in transcript.system)
        self.in_tools = self.index.found_in_all(tool.text for tool in transcript.tools)
        self._in_message: dict[int, tuple[int, ...]] = {}
        self._in_form: dict[int, tuple[Change, tuple[int, ...]]] = {}

    def in_message(self, index: int) -> tuple[int, ...]:
        """Numbers of the values that stand in a message as it is stored."""
        found = self._in_message.get(index)
        if found is None:
            found = self.index.found_in_all(texts_of(self.transcript.messages[index]))
            self._in_message[index] = found
        return found

    def in_form(self, index: int, form: Form) -> tuple[int, ...]:
        """Numbers of the values that are left of a message in the form in which it is sent."""
        change = form.change
        if change is None or not form.touched:
            return self.in_message(index)
        if form.gone:
            return ()
        known = self._in_form.get(index)
        if known is None or known[0] is not change:
            known = change, self.index.found_in_all(texts_of(self.transcript.messages[index], change))
            self._in_form[index] = known
        return known[1]


class Sight:
    """Which values are in the model's sight, brought forward call by call."""

    def __init__(self, values: CallValues) -> None:
        self._values = values
        self._begin()

    def _begin(self) -> None:
        count = len(self._values.index.values)
        self._standing = [0] * count
        """in how many messages of the history a value stands"""
        self._seen = [0] * count
        """in how many of them it is in what is sent"""
        self._hidden: dict[int, _Hidden] = {}
        self._forms: dict[int, Form] = {}
        self._own: tuple[str, ...] = ()
        self._in_own: frozenset[int] = frozenset()

    def advance(self, step: Step) -> None:
        """Take over how the messages are sent at the next call."""
        if step.fresh:
            self._begin()  # nothing of the old history is in the new one
        for index, form in step.forms.items():
            self._change(step.call, index, form)
        own = tuple(each.text for each in step.own)
        if own != self._own:
            self._own = own
            self._in_own = frozenset(self._values.index.found_in_all(own))

    def look(self, step: Step) -> References:
        """The references of the tool calls that the step's call led to."""
        always = {*self._values.in_system, *(self._values.in_tools if step.head != "tools_dropped" else ())}
        known = {*self._values.in_system, *self._values.in_tools}
        grounded = 0
        lost: list[LostReference] = []
        for position, (tool, numbers) in enumerate(self._values.calls.get(step.message, ())):
            for number in numbers:
                if not self._standing[number]:
                    grounded += number in known
                    continue
                grounded += 1
                if not (self._seen[number] or number in self._in_own or number in always):
                    lost.append(self._lost(step, position, tool, number))
        return References(grounded, tuple(lost))

    def _change(self, call: int, index: int, form: Form) -> None:
        earlier = self._forms.get(index)
        stored = self._values.in_message(index)
        if earlier is None:
            for number in stored:
                self._standing[number] += 1
        self._forms[index] = form
        before = () if earlier is None else self._values.in_form(index, earlier)
        now = self._values.in_form(index, form)
        if earlier is not None and before is now:
            return
        for number in now:
            self._seen[number] += 1
        for number in before:
            self._seen[number] -= 1
        if form.change is not None and now is not stored:
            left = set(now)
            event = _Hidden(index, call if earlier is not None else 0, form.change.action, form.change.reason)
            for number in before if earlier is not None else stored:
                if number not in left:
                    self._hide(number, event)

    def _hide(self, number: int, event: _Hidden) -> None:
        """The newest event counts; of several at one call the newest message."""
        known = self._hidden.get(number)
        if known is None or (event.call, event.message) >= (known.call, known.message):
            self._hidden[number] = event

    def _lost(self, step: Step, position: int, tool: str, number: int) -> LostReference:
        event = self._hidden[number]
        value = self._values.index.values[number]
        return LostReference(
            step.call,
            step.message,
            position,
            tool,
            value,
            event.message,
            self._standing[number],
            event.call,
            event.action,
            event.reason,
        )


def by_tool(lost: Iterable[LostReference]) -> dict[str, int]:
    """How many references each tool lost, most first."""
    found: dict[str, int] = {}
    for each in lost:
        found[each.tool] = found.get(each.tool, 0) + 1
    return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))


def _values(arguments: str, rule: ValueRule) -> tuple[str, ...]:
    """The values of one tool call's arguments, each once, in order."""
    return tuple(dict.fromkeys(_each_value(arguments, rule)))


def _each_value(arguments: str, rule: ValueRule) -> Iterator[str]:
    for leaf in leaves(json_of(arguments)):
        value = rule.value(leaf)
        if value is not None:
            yield value
