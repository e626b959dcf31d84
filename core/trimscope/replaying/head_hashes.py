"""Hashes of the system prompt and of the tool definitions of each request: what a cache looks at first.

Where the hit rate falls and both are the same as before, it was something behind them.
"""

from __future__ import annotations

from itertools import takewhile

from trimscope.replaying.sent_texts import texts_of
from trimscope.replaying.step import HEAD, Step
from trimscope.source import canonical
from trimscope.transcript import Transcript

DIGITS = 16
"""Hexadecimal digits of a hash: 64 bits tell any two heads of one run apart, and fit a column of a table."""


class HeadHashes:
    """The hashes of one run's requests, call by call; each taken once for a head that stays."""

    def __init__(self, transcript: Transcript) -> None:
        leading = takewhile(lambda message: message.role in ("system", "developer"), transcript.messages)
        self._said = {message.index: list(texts_of(message)) for message in leading}
        self._sent = dict.fromkeys(self._said, True)
        self._top = [text.text for text in transcript.system]
        self._tools = _hash([tool.text for tool in transcript.tools])
        self._known: tuple[object, str] = ((), ()), _hash([self._top, *self._said.values()])

    def advance(self, step: Step) -> tuple[str, str]:
        """System prompt (top-level and leading messages, with texts of ours in it) and tool definitions."""
        for index in self._said if step.fresh or not self._sent.keys().isdisjoint(step.forms) else ():
            if index in step.forms:
                self._sent[index] = not step.forms[index].gone
        ours = tuple(own.text for own in step.own if own.place[:2] == HEAD[:2] or self._holds(own.place))
        gone = tuple(index for index, sent in self._sent.items() if not sent)
        if (ours, gone) != self._known[0]:
            said = [texts for index, texts in self._said.items() if self._sent[index]]
            self._known = (ours, gone), _hash([self._top, *said, list(ours)] if ours else [self._top, *said])
        return self._known[1], "" if step.head == "tools_dropped" else self._tools

    def _holds(self, place: tuple[int, int, int]) -> bool:
        """Whether a text of ours stands behind the text of a system message."""
        return place[1] == 2 and place[0] in self._said


def _hash(value: object) -> str:
    return canonical.sha256(value)[:DIGITS]
