"""Which results hold what was named elsewhere: an index from words to the messages whose results hold them.

A value is a leaf of a call's arguments, a string of 4 to 200 characters or a number of absolute value 100 or more. It
is looked up by its longest word (a run of letters, digits and the marks of paths and addresses), so that one pass over
the text answers for all values together.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from trimscope.errors import LoadError
from trimscope.source import reading
from trimscope.texts import stub
from trimscope.transcript import Message

_WORD = re.compile(r"[A-Za-z0-9_@](?:[A-Za-z0-9_./@+#-]{0,198}[A-Za-z0-9_@])?")
"""A run that begins and ends with a letter or digit: a dot or dash that ends it belongs to the sentence."""

SHORTEST = 3
"""Letters of a word that is looked up: shorter ones stand everywhere."""


def used_tokens(messages: Iterable[Message]) -> Mapping[str, int]:
    """For each word that a call's arguments name, the index of the last message that makes such a call."""
    used: dict[str, int] = {}
    for message in messages:
        for call in message.calls:
            for leaf in _leaves(_parsed(call.arguments)):
                token = _token(leaf)
                if token:
                    used[token] = message.index
    return used


def id_tokens(message: Message) -> tuple[str, ...]:
    """The words of the ids in what a message itself says and asks for."""
    said = stub.ids_in(message.text)
    asked = [each for call in message.calls for each in stub.ids_in(_parsed(call.arguments))]
    tokens = (_token(str(each)) for each in (*said, *asked))
    return tuple(dict.fromkeys(token for token in tokens if token))


def holders(messages: Sequence[Message], wanted: Collection[str]) -> Mapping[str, tuple[int, ...]]:
    """For each wanted word, the indexes of the messages whose results hold it, in order. One pass over the text."""
    wanted = frozenset(wanted)
    found: dict[str, list[int]] = {}
    for message in messages:
        here: set[str] = set()
        for result in message.results:
            for text in result.texts:
                here |= wanted.intersection(_WORD.findall(text.text))
        for word in here:
            found.setdefault(word, []).append(message.index)
    return {word: tuple(indexes) for word, indexes in found.items()}


def _token(value: str) -> str:
    longest = max(_WORD.findall(value[: stub.LONGEST]), key=len, default="")
    return longest if len(longest) >= SHORTEST else ""


def _leaves(value: Any) -> Iterator[str]:
    stack = [value]
    while stack:
        node = stack.pop()
        if isinstance(node, dict):
            stack.extend(node.values())
        elif isinstance(node, list):
            stack.extend(node)
        elif isinstance(node, str):
            if stub.SHORTEST <= len(node) <= stub.LONGEST:
                yield node
        elif isinstance(node, int) and not isinstance(node, bool) and abs(node) >= stub.SMALLEST_NUMBER:
            yield str(node)


def _parsed(arguments: str) -> Any:
    try:
        return reading.parse(arguments)
    except LoadError:
        return None
