"""The frames of one provider: tokens that come with messages, calls, results and tools, beside their texts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from trimscope.pictures.file_guesses import FileRule
from trimscope.pictures.picture_rules import Flat, PictureRule


@dataclass(frozen=True, slots=True)
class Tools:
    """How tool definitions reach the model, and what comes with them."""

    form: Literal["stored", "json", "typescript"]
    """`stored`: their JSON as it stands; `json`: name, description and schema, without blanks; `typescript`: as
    declarations (`trimscope.frames.declarations`)"""
    overhead: int = 0
    """tokens that the first tool brings along: the instructions on how to call"""
    share: int = 1_000
    """tokens a token of that form, per mille"""


@dataclass(frozen=True, slots=True)
class Frames:
    """All in tokens."""

    name: str
    """of the table, as the documentation of it says"""
    request: int
    """once a request"""
    message: int
    """a message: its role and what marks its ends"""
    call: int
    """a tool call, beyond its name and arguments; where a provider charges a call and its result as a pair, all of it
    stands here"""
    result_id: int = 0
    """a result's reference to its call"""
    thinking: int = 0
    """a piece of reasoning that is handed back, beyond what of it can be read"""
    author: int | None = None
    """a message's author's name, beyond its text; None where names are not counted"""
    tools: Tools = field(default_factory=lambda: Tools("stored"))
    pictures: PictureRule = field(default_factory=Flat)
    files: FileRule | None = None
    """None: a flat price, whatever it is"""
