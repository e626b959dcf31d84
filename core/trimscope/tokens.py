"""Counting a transcript's tokens under a profile: an estimator of texts, and the frames around them.

How the simplest works. A tokenizer cuts text into pieces it has seen often; English and code give about one token for
every 3.7 characters, Chinese, Japanese and Korean about 1.25 tokens a character. So: count the wide characters, count
the others, multiply, add, round up. "Book a room" is 11 others: 11 x 0.27 = 2.97, 3 tokens. "订一间房" is 4 wide ones:
4 x 1.25 = 5. Around stand frames: 4 a message, 4 a tool call, 2 a result's id. `estimators` has the better ones.

Profile `patchcat` has the constants of the fourth source article (PatchCat), with two defects of its code
mended: Hangul, and Han beyond the basic plane, count as wide (its 16-bit comparison could never match them).
Measured error against o200k_base over whole transcripts: mean 16 %, 95 % of files within 38 %. It and `chars4` are the
same for every provider. The others adapt to who reads the request: the model's family of tokenizers corrects the count
of a text (`families`), and its provider's frames, tool definitions and pictures are priced by its own rules (`frames`,
`pictures`). Whose they are follows from the model's name, else from the transcript's dialect, and stands in the label
(`light@1/claude`), which plans record.
All arithmetic is in integers, so every Python gives the same number.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, TypeVar

from trimscope.characters import message_chars
from trimscope.errors import PolicyError
from trimscope.estimators import exact, tabled
from trimscope.estimators.ratios import Ratios
from trimscope.families.choosing import Source, choose
from trimscope.families.family import Corrected, Family
from trimscope.families.known import O200K
from trimscope.frames.definitions import texts_of
from trimscope.frames.frames import Frames
from trimscope.frames.tables import ARTICLE, OPENAI, PLAIN, frames_of
from trimscope.known_texts import KnownTexts
from trimscope.pictures.pricing import media_tokens
from trimscope.transcript import Message, Part, Text, Thinking, ToolCall, ToolResult, ToolSpec, Transcript, loaded

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Profile:
    """One estimator: a name, a version that scenarios record, and its prices."""

    name: str
    version: int
    measure: Callable[[str], int] = field(repr=False)
    """tokens of a text that is not empty: at least 1"""
    frames: Frames = OPENAI
    adapts: bool = True
    """its texts, frames and pictures are corrected to the family of the model that reads them (`profile_for`)"""
    family: Family = O200K
    chosen: Source = "assumed"
    """what decided for the family"""
    scale: int = 1_000
    """per mille that its prices were multiplied by after what a provider reported (`reported.scaling`)"""
    unseen: int = 0
    """tokens that a provider reported beyond the scaled estimate: sent, and not in the file"""

    @property
    def label(self) -> str:
        """Name and version, the family where it is not the one that is estimated, and how it was scaled:
        `patchcat@1`, `light@1/claude`, `light@1*1.160+14203`."""
        family = "" if self.family is O200K else f"/{self.family.name}"
        scale = "" if self.scale == 1_000 else f"*{self.scale // 1_000}.{self.scale % 1_000:03}"
        return f"{self.name}@{self.version}{family}{scale}" + (f"+{self.unseen}" if self.unseen else "")

    @property
    def message(self) -> int:
        """tokens a message frame"""
        return self.frames.message

    @property
    def result_id(self) -> int:
        """tokens a result's reference to its call"""
        return self.frames.result_id

    @property
    def is_exact(self) -> bool:
        """Whether texts are counted by the very tokenizer of the model."""
        return self.name == "exact" and self.family.error == (0, 0)

    def text(self, text: str) -> int:
        """Tokens of a text; 0 for none, at least 1 for any."""
        return self.measure(text) if text else 0


PROFILES: Mapping[str, Profile] = {
    "patchcat": Profile("patchcat", 1, Ratios(125, 27), ARTICLE, adapts=False),
    "chars4": Profile("chars4", 1, Ratios(25, 25), PLAIN, adapts=False),
    "glance": Profile("glance", 1, tabled.glance),
    "light": Profile("light", 1, tabled.light),
    "fine": Profile("fine", 1, tabled.fine),
    "exact": Profile("exact", 1, exact.exact),
}
"""`patchcat`: the fourth source article. `chars4`: the rule of thumb of provider documentation. `glance`: by classes of
bytes. `light`, `fine`: tables (`estimators`). `exact`: the real tokenizer, where it is installed."""

DEFAULT_PROFILE = "light"


def profile(name: str) -> Profile:
    """The profile of that name. Raises PolicyError naming those there are, or what `exact` lacks here."""
    if name not in PROFILES:
        raise PolicyError(f"profile: '{name}' is not known; choose one of {', '.join(PROFILES)}.")
    lacking = exact.missing() if name == "exact" else None
    if lacking is not None:
        raise PolicyError(f"profile: 'exact' needs {lacking}.")
    return PROFILES[name]


def profile_for(transcript: Transcript, name: str = DEFAULT_PROFILE, model: str | None = None) -> Profile:
    """The profile of that name as it counts for this transcript, read by `model` (the transcript's own where None).
    Raises PolicyError as `profile` does, and for `exact` where the model's own encoding is lacking."""
    profile(name)
    return _adapted(name, loaded(transcript).provider, model or transcript.model)


@lru_cache(maxsize=64)
def _adapted(name: str, dialect: str, model: str | None) -> Profile:
    """A plan asks for it at every call: names are looked up once (64: more than a session has models)."""
    base = PROFILES[name]
    if not base.adapts:
        return base
    choice = choose(dialect, model)
    frames = frames_of(choice.family, dialect, model)
    measure = base.measure if choice.family is O200K else Corrected(base.measure, choice.family)
    if base.name == "exact" and choice.family.name == "cl100k":
        lacking = exact.missing(older=True)
        if lacking is not None:
            raise PolicyError(f"profile: 'exact' for {choice.family.title} needs {lacking}.")
        measure, choice = exact.older, replace(choice, family=replace(choice.family, error=(0, 0)))
    return replace(base, measure=measure, frames=frames, family=choice.family, chosen=choice.source)


def count_tokens(text: str, name: str = DEFAULT_PROFILE) -> int:
    """Estimated tokens of a text under a profile. Raises PolicyError for an unknown profile."""
    return profile(name).text(text)


@dataclass(frozen=True, slots=True)
class Counts:
    """Every message counted once, in tokens and characters; plans only add these up."""

    profile: Profile
    messages: tuple[int, ...]
    """tokens a message, frame included"""
    chars: tuple[int, ...]
    """characters a message: text, thinking, call names and arguments, results"""
    frame: int
    system: int
    """tokens of a top-level system prompt that is no message"""
    tools: int
    """tokens of the tool definitions"""
    system_chars: int
    by_role: Mapping[str, int]
    known: KnownTexts = field(compare=False, repr=False)
    memo: dict[Hashable, tuple[Hashable, Any]] = field(default_factory=dict, compare=False, repr=False)
    """see `remembered`"""

    def text(self, text: str) -> int:
        """Tokens of a text under the profile; a long one of the transcript's own is looked up."""
        return self.known.look_up(text)

    def remembered(self, name: Hashable, key: Hashable, make: Callable[[], Value]) -> Value:
        """What `make()` gave for this name and key: computed once, so that moving one control never touches
        text that did not change. Only the newest key of a name is kept, which bounds the memory."""
        if name not in self.memo or self.memo[name][0] != key:
            self.memo[name] = (key, make())
        value: Value = self.memo[name][1]
        return value

    @property
    def fixed(self) -> int:
        """Tokens that no message holds: request frame, tools, top-level system."""
        return self.frame + self.system + self.tools

    @property
    def total(self) -> int:
        return self.fixed + sum(self.messages)


def count(transcript: Transcript, name: str = DEFAULT_PROFILE, model: str | None = None) -> Counts:
    """Count a transcript once, as `model` reads it (its own where None); O(text). Raises PolicyError for an unknown
    profile."""
    return counted(transcript, profile_for(transcript, name, model))


def counted(transcript: Transcript, pricing: Profile) -> Counts:
    """Count a transcript under a profile made for it; O(text)."""
    known = KnownTexts(pricing.measure)
    plain, pricing = pricing, replace(pricing, measure=known)
    tokens = tuple(message_tokens(message, pricing) for message in transcript.messages)
    system = sum(pricing.text(text.text) for text in transcript.system) + (pricing.message if transcript.system else 0)
    tools = tools_tokens(transcript.tools, pricing)
    by_role = {role: cost for role, cost in _outside(pricing.frames.request, tools, system) if cost}
    for message, cost in zip(transcript.messages, tokens, strict=True):
        by_role[message.role] = by_role.get(message.role, 0) + cost
    return Counts(
        plain,
        tokens,
        tuple(message_chars(message) for message in transcript.messages),
        pricing.frames.request,
        system,
        tools,
        sum(len(text.text) for text in transcript.system),
        by_role,
        known,
    )


def tools_tokens(tools: tuple[ToolSpec, ...], pricing: Profile) -> int:
    """Tokens of all tool definitions of a request, in the form in which they reach the model."""
    if not tools:
        return 0
    form = pricing.frames.tools
    texts = sum(pricing.text(text) for text in texts_of(tools, form))
    return form.overhead + -(-texts * form.share // 1_000)


def _outside(frame: int, tools: int, system: int) -> tuple[tuple[str, int], ...]:
    """What no message holds, by the names that `by_role` uses."""
    return ("frame", frame), ("tools", tools), ("system", system)


def message_tokens(message: Message, pricing: Profile) -> int:
    """Tokens of one message: its frame, its author's name where that counts, and all its parts."""
    named = pricing.frames.author
    author = named + pricing.text(message.author) if message.author and named is not None else 0
    return pricing.message + author + sum(part_tokens(part, pricing) for part in message.parts)


def part_tokens(part: Part, pricing: Profile) -> int:
    """Tokens of one part, its own wrapper included."""
    if isinstance(part, Text):
        return pricing.text(part.text)
    if isinstance(part, Thinking):
        return pricing.frames.thinking + pricing.text(part.text)
    if isinstance(part, ToolCall):
        return pricing.frames.call + pricing.text(part.name) + pricing.text(part.arguments)
    if isinstance(part, ToolResult):
        own = pricing.result_id if part.call_id is not None else 0
        texts = sum(pricing.text(text.text) for text in part.texts)
        return own + texts + sum(part_tokens(media, pricing) for media in part.media)
    return pricing.text(part.text) if part.text else media_tokens(part.held, pricing.frames)
