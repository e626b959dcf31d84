"""What the views read: one transcript and what is computed once when it is loaded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import trimscope as ts
from trimscope import tokens
from trimscope.scenarios import recorded
from trimscope.texts.instructions import Finding
from trimscope.transcript import ToolResult
from trimscope.values.suggestions import Suggestion, suggest_whitelist
from trimscope_app.views.users import users


@dataclass(frozen=True)
class Loaded:
    """A loaded transcript with its title, grouping and counts."""

    id: str
    """differs between any two loads of a session; components redraw from scratch when it changes"""
    title: str
    transcript: ts.Transcript
    rings: ts.Rings
    counts: ts.Counts
    sample: str | None = None
    """id of the sample it came from"""
    note: Mapping[str, str] = field(default_factory=dict)
    """what there is to see in it, by language (samples only)"""
    source: bytes | str = field(default=b"", repr=False)
    """the file it came from, kept only where it holds other conversations too"""
    chosen: int = 0
    """which of the file's conversations this is"""
    unscaled: ts.Counts | None = None
    """what `counts` were scaled from, where the policy calibrates"""
    file: str = ""
    """differs between any two loaded files; the same for conversations of one"""

    @cached_property
    def round_of(self) -> dict[int, int]:
        """Message index -> position of its round."""
        return {index: n for n, each in enumerate(self.rings.rounds) for index in each.messages}

    @cached_property
    def ring_number(self) -> dict[int, int]:
        """Position of a round -> its number among the rings, from 1; plain rounds have none."""
        numbers: dict[int, int] = {}
        for n, each in enumerate(self.rings.rounds):
            if each.ring:
                numbers[n] = len(numbers) + 1
        return numbers

    @cached_property
    def call_values(self) -> ts.CallValues:
        """The values of the run's tool calls and where they stand: every replay looks for the same."""
        return ts.CallValues(self.transcript)

    @cached_property
    def users(self) -> dict[int, list[int]]:
        """For every message that is used later the first messages whose calls use it."""
        return users(self.call_values)

    @cached_property
    def suggested(self) -> tuple[Suggestion, ...]:
        """What the run used of each tool's JSON results; looked at once, when it is first asked for."""
        return suggest_whitelist(self.transcript, self.counts.profile.name)

    @cached_property
    def instructions(self) -> tuple[Finding, ...]:
        """Places in results that read like instructions; looked at once, when they are first asked for."""
        return ts.instruction_like(self.transcript)

    @cached_property
    def links(self) -> dict[int, tuple[int, ...]]:
        """Message index -> the messages of its ring besides itself: its call, its results."""
        found: dict[int, tuple[int, ...]] = {}
        for each in self.rings.rounds:
            if each.ring:
                for index in each.messages:
                    found[index] = tuple(other for other in each.messages if other != index)
        return found

    @cached_property
    def kinds(self) -> tuple[tuple[int, str, int | None], ...]:
        """For every message its index, colour class and ring number.

        Colour classes: system, round and round2 (neighbouring rings differ), plain.
        """
        found: list[tuple[int, str, int | None]] = []
        for message in self.transcript.messages:
            ring = self.ring_of(message.index)
            name = "plain" if ring is None else "round" if ring % 2 else "round2"
            found.append((message.index, "system" if message.role in ("system", "developer") else name, ring))
        return tuple(found)

    @cached_property
    def tools(self) -> dict[tuple[int, int], str]:
        """Name of the tool behind each result, from its call, by (message index, part position)."""
        return {(pair.result, pair.result_part): pair.tool for pair in self.rings.pairs}

    def tool_of(self, message: ts.Message, part: int) -> str:
        """The tool of the result at this position of a message, as the core names it."""
        return self.named_tool(message, part) or "tool"

    def named_tool(self, message: ts.Message, part: int) -> str | None:
        """The same, None where neither a call nor the result names one."""
        result = message.parts[part]
        return self.tools.get((message.index, part)) or (result.name if isinstance(result, ToolResult) else None)

    def recounted(self, pricing: tokens.Profile) -> Loaded:
        """The same under another estimator profile, or read by another model."""
        return self.counted_as(tokens.counted(self.transcript, recorded.carried(self.counts.profile, pricing)))

    def counted_as(self, counts: ts.Counts, unscaled: ts.Counts | None = None) -> Loaded:
        """The same with these counts; `unscaled` are those that they were scaled from."""
        load = self.id.partition("/")[0]
        return replace(self, id=f"{load}/{counts.profile.label}", counts=counts, unscaled=unscaled)

    def ring_of(self, index: int) -> int | None:
        """Number of the ring a message belongs to, from 1; None for plain messages."""
        return self.ring_number.get(self.round_of.get(index, -1))


def loaded_of(transcript: ts.Transcript, counts: ts.Counts | None, title: str, number: int) -> Loaded:
    """A transcript that was read before (a scenario brought it), with its counts where it has its own."""
    counts = counts or ts.count(transcript)
    return Loaded(f"{number}", title, transcript, ts.group(transcript), counts, file=f"{number}")


def load(
    name: str, source: bytes | str, number: int, profile: str = tokens.DEFAULT_PROFILE, *, chosen: int = 0,
    file: str = "",
) -> Loaded:
    """Read, group and count. `number` tells apart the loads of a session, `chosen` is the position of the file's
    conversation, `file` what an earlier conversation of the same file was known by.

    Raises:
        ts.TrimscopeError: one sentence for the user.
    """
    transcript = ts.load(source, select=chosen)
    kept = source if transcript.conversations else b""
    rings, counts = ts.group(transcript), ts.count(transcript, profile)
    return Loaded(f"{number}", name, transcript, rings, counts, source=kept, chosen=chosen, file=file or f"{number}")
