"""The point about knowledge: what is handed in as a fact says where it is from, when it was observed, how sure it is.

Decided for evidence packages (JSON objects with a list of `facts`), which is how the third source article hands
knowledge in (4.2), and for memory blocks, whose values are knowledge of an earlier part of the run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from trimscope.carried.memory_form import IDS, TAKEN
from trimscope.carried.memory_sources import SOURCES
from trimscope.contract_checks.check import Found
from trimscope.contract_checks.sent import Sent
from trimscope.errors import TrimscopeError
from trimscope.source import reading
from trimscope.transcript import Message

SOURCE = ("source", "origin", "url", "document", "来源")
OBSERVED = ("observed_at", "observedAt", "as_of", "retrieved_at", "timestamp", "time", "观察时间")
CERTAINTY = ("confidence", "certainty", "uncertainty", "uncertain", "置信度", "不确定性")
"""Fields of a fact in an evidence package (third source article, 4.2), as it and others name them."""

GAPS = ("missing", "gaps", "unknown", "缺失")
"""Fields of a package that say what was looked for and not found."""

WANTED = {"source": SOURCE, "time": OBSERVED, "certainty": CERTAINTY}
"""What a fact has to carry, by the name under which the evidence counts the facts that lack it."""

FROM_MEMORY = {"source": ("message", "call", "tool"), "time": ("at",), "certainty": ("confidence",)}
"""The same for a value of a memory block, as its `sources` name them."""


def knowledge(sent: Sent) -> Found:
    """7. Knowledge carries source, time of observation and uncertainty; the evidence counts what lacks which. That a
    package does not say what is missing is counted and fails nothing: there may be no gap."""
    packages = [(m.index, each) for m in sent.history if sent.stays(m.index) for each in _packages(sent, m)]
    remembered = list(_remembered(sent))
    lacking = [(index, _lacking(package["facts"], WANTED)) for index, package in packages]
    wanted = {name: keys for name, keys in FROM_MEMORY.items() if name != "time" or sent.plan.transcript.times}
    memory = _lacking(remembered, wanted)
    if not packages and not remembered:
        return Found("undecidable", "no_knowledge")
    numbers = {name: memory.get(name, 0) + sum(each[name] for _, each in lacking) for name in WANTED}
    bare = tuple(dict.fromkeys(index for index, each in lacking if any(each.values())))
    if bare or any(memory.values()):
        silent = sum(not any(key in package for key in GAPS) for _, package in packages)
        return Found("fail", "knowledge_bare", bare, {**numbers, "silent": silent})
    return Found("pass", "knowledge_sourced", tuple(dict.fromkeys(index for index, _ in packages)))


def _lacking(facts: list[Any], wanted: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
    """How many facts lack each of what they should carry; what is no object carries none of it."""
    return {
        name: sum(not (isinstance(fact, dict) and any(key in fact for key in keys)) for fact in facts)
        for name, keys in wanted.items()
    }


def _remembered(sent: Sent) -> Iterator[Any]:
    """What a memory block that is sent says of each of its values that is there; None where it says nothing."""
    for notice in sent.notices("memory"):
        sources = notice.value.get(SOURCES)
        known = sources if isinstance(sources, dict) else {}
        fields = [name for name, item in notice.value.items() if name not in TAKEN and item]
        tools = notice.value.get(IDS)
        fields += [f"{IDS}.{tool}" for tool in tools] if isinstance(tools, dict) else []
        yield from (known.get(field) for field in fields)


def _packages(sent: Sent, message: Message) -> Iterator[dict[str, Any]]:
    """The evidence packages among a message's results, and among what was injected."""
    own = sent.own_texts(message) if message.injected or message.role in ("system", "developer") else ()
    for text in (*(text for _, _, texts in sent.results(message) for text in texts), *own):
        if '"facts"' in text and text.lstrip(" \t\r\n").startswith("{"):
            try:
                value = reading.parse(text)
            except TrimscopeError:
                continue
            if isinstance(value, dict) and isinstance(value.get("facts"), list):
                yield value
