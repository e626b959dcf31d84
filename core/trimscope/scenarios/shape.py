"""A transcript's shape: roles, sizes, ids and tokens, without its texts, from which the same plan can be made.

Reading it gives a transcript of private characters, of the same structure, and counts that know the tokens of each text
and of each piece that the plan asked for. A plan that looks into texts (which results repeat, which fields were used)
may come out differently; then there is no shape that would verify, and it is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from trimscope import tokens as counting
from trimscope.carried.outcomes import is_error
from trimscope.frames.definitions import texts_of as tool_texts
from trimscope.planning.result import Plan
from trimscope.policies.policy import Policy
from trimscope.scenarios import stand_ins
from trimscope.scenarios.moment import Moment, planned
from trimscope.scenarios.recorded import MOST_TEXTS, Learner, Recorded, letter
from trimscope.scenarios.scenario import ScenarioError
from trimscope.scenarios.stored import facts_of, placed
from trimscope.tokens import Counts, Profile
from trimscope.transcript import Held, Media, Message, Part, ToolResult, ToolSpec, Transcript

MOST_CHARS = 200_000_000
"""Characters that a shape may stand for: six times the longest run measured. A few bytes could ask for any number."""

TRIES = 4
"""How often a shape is planned to learn what the real plan writes: a stub's size decides whether there is another."""

OTHERWISE = "shape: without its texts this transcript {}; give it inline or by its hash."


def shaped(transcript: Transcript, policy: Policy, moment: Moment) -> tuple[dict[str, Any], Plan]:
    """The shape of a transcript that this policy plans the same way, and the plan of the transcript itself.

    Raises ScenarioError where there is none, PolicyError as `plan` does.
    """
    profile = counting.profile_for(transcript, policy.profile, policy.model)
    real: list[Plan] = []
    told = planned(transcript, policy, counting.counted(transcript, profile), moment, real.append)
    shape = _hidden(transcript, profile, dict.fromkeys(text for plan in real for text in _cut(plan)))
    standing, recorded = _filled(shape, profile)
    if _skeleton(standing) != _skeleton(transcript):
        raise ScenarioError(OTHERWISE.format("reads differently"))
    texts = {letter(number): text for number, text in enumerate(stand_ins.texts_of(transcript).numbers)}
    wholes = {letter(number): stand_ins.whole(number, size) for number, size in enumerate(shape["texts"])}
    instead: dict[str, int] = {}
    for _ in range(TRIES):
        learner, plans = Learner(recorded, texts, wholes, dict(instead)), list[Plan]()
        counts = counting.counted(standing, replace(profile, measure=learner))
        if planned(standing, policy, counts, moment, plans.append).plan_digest == told.plan_digest:
            break
        for one, other in zip(real, plans, strict=False):
            instead |= {new: profile.text(text) for text, new in _new_texts(one, other)}
    shape["pieces"] = learner.pieces
    standing, counts = read_shape(shape, policy)
    if planned(standing, policy, counts, moment).plan_digest != told.plan_digest:
        raise ScenarioError(OTHERWISE.format("is planned differently"))
    return shape, told


def _new_texts(one: Plan, other: Plan) -> Iterator[tuple[str, str]]:
    """What two plans write in the same places, where it is not the same."""
    for index, change in one.changes.items():
        found = other.changes[index].texts if index in other.changes else {}
        for at, text in change.texts.items():
            new = found.get(at)
            if text and new and text != new:
                yield text, new
    theirs = {(each.at, each.reason): each.text for each in other.written}
    for each in one.written:
        new = theirs.get((each.at, each.reason))
        if new and new != each.text:
            yield each.text, new


def read_shape(shape: Any, policy: Policy) -> tuple[Transcript, Counts]:
    """The transcript that a shape stands for, and its counts under a policy's profile.

    Raises ScenarioError for what is no shape.
    """
    if not isinstance(shape, Mapping):
        raise ScenarioError("transcript.shape: an object was expected.")
    bare = _transcript(shape)
    profile = counting.profile_for(bare, policy.profile, policy.model)
    standing, recorded = _filled(shape, profile)
    return standing, counting.counted(standing, replace(profile, measure=recorded))


def _hidden(transcript: Transcript, profile: Profile, cut: Mapping[str, None]) -> dict[str, Any]:
    texts = stand_ins.texts_of(transcript)
    sizes = [_size(text, profile, lines=text in cut) for text in texts.numbers]
    shape: dict[str, Any] = facts_of(transcript) | {"document": stand_ins.hidden(transcript, texts)}
    media = [[each.kind, each.size, texts.marked(each.text), _held(each.held)] for each in
             stand_ins.media_of(transcript)]  # fmt: skip
    if media:
        shape["media"] = media
    failed = [list(place) for place in _failed(transcript)]
    if failed:
        shape["failed"] = failed
    if transcript.tools:
        found = tool_texts(transcript.tools, profile.frames.tools)
        shape["tools"] = {
            "names": [tool.name for tool in transcript.tools],
            "at": None if transcript.tools_at is None else list(transcript.tools_at),
            "text": len(sizes),
        }
        sizes.append([sum(map(len, found)), sum(map(profile.text, found))])
    return shape | {"texts": sizes}


def _size(text: str, profile: Profile, *, lines: bool) -> list[Any]:
    size = [len(text), profile.text(text)]
    return [*size, [len(line) for line in text.split("\n")]] if lines else size


def _cut(plan: Plan) -> list[str]:
    """Texts of results that a plan shortens: where it cuts them depends on their lines."""
    messages = plan.transcript.messages
    changed = (messages[index] for index, change in plan.changes.items() if change.texts)
    return [text.text for message in changed for result in message.results for text in result.texts]


def _filled(shape: Mapping[str, Any], profile: Profile) -> tuple[Transcript, Recorded]:
    sizes, pieces = _sizes(shape.get("texts")), shape.get("pieces", {})
    if not isinstance(pieces, Mapping) or not all(type(tokens) is int for tokens in pieces.values()):
        raise ScenarioError("transcript.shape.pieces: an object of whole numbers was expected.")
    tokens = {stand_ins.whole(number, size): size[1] for number, size in enumerate(sizes)}
    tokens |= {stand_ins.object_text(number, size): size[1] for number, size in enumerate(sizes)}
    recorded = Recorded(profile.measure, tokens, tuple((size[0], size[1]) for size in sizes), pieces)
    return _transcript(shape), recorded


def _sizes(given: Any) -> list[list[Any]]:
    if not isinstance(given, list) or len(given) > MOST_TEXTS:
        raise ScenarioError("transcript.shape.texts: a list of [characters, tokens] was expected.")
    total = 0
    for number, size in enumerate(given):
        lines = size[2] if isinstance(size, list) and len(size) == 3 else []
        good = isinstance(size, list) and 2 <= len(size) <= 3 and isinstance(lines, list)
        if not good or not all(type(each) is int and 0 <= each <= MOST_CHARS for each in (*size[:2], *lines)):
            raise ScenarioError(f"transcript.shape.texts: number {number} is not [characters, tokens].")
        total += max(size[0], sum(lines) + len(lines))
        if total > MOST_CHARS:
            raise ScenarioError(f"transcript.shape.texts: they stand for more than {MOST_CHARS:,} characters.")
    return given


def _transcript(shape: Mapping[str, Any]) -> Transcript:
    sizes = _sizes(shape.get("texts"))
    read = placed(shape, stand_ins.filled(shape.get("document"), sizes))
    tools = shape.get("tools")
    try:
        media = iter(shape.get("media", ()))
        messages = tuple(replace(each, parts=tuple(_told(part, media, sizes) for part in each.parts)) for each in
                         read.messages)  # fmt: skip
        read = replace(read, messages=_with_failed(messages, shape.get("failed", ())))
        if tools:
            number = tools["text"]
            words = (stand_ins.whole(number, sizes[number]), *("" for _ in tools["names"][1:]))
            specs = tuple(ToolSpec(str(name), word) for name, word in zip(tools["names"], words, strict=True))
            read = replace(read, tools=specs, tools_at=None if tools["at"] is None else tuple(tools["at"]))
    except (KeyError, IndexError, TypeError, ValueError, StopIteration, RuntimeError):
        raise ScenarioError("transcript.shape: its media or tools are not as a shape has them.") from None
    return read


def _failed(transcript: Transcript) -> Iterator[tuple[int, int]]:
    """Results (message, position) that say in their text that they are errors, where no flag does."""
    for message in transcript.messages:
        for position, part in enumerate(message.parts):
            if isinstance(part, ToolResult) and not part.is_error and _says_failed(part):
                yield message.index, position


def _says_failed(result: ToolResult) -> bool:
    return is_error(result, "".join(text.text for text in result.texts))


def _with_failed(messages: tuple[Message, ...], failed: Any) -> tuple[Message, ...]:
    told = {(int(index), int(position)) for index, position in failed}

    def part_of(part: Part, index: int, position: int) -> Part:
        return replace(part, is_error=True) if (index, position) in told and isinstance(part, ToolResult) else part

    return tuple(
        replace(each, parts=tuple(part_of(part, each.index, at) for at, part in enumerate(each.parts)))
        for each in messages
    )


def _told(part: Part, media: Any, sizes: list[list[Any]]) -> Part:
    if isinstance(part, Media):
        kind, size, text, held = next(media)
        return replace(part, kind=kind, size=int(size), text=stand_ins.filled_text(text, sizes), held=_holds(held))
    if isinstance(part, ToolResult) and part.media:
        inside = tuple(_told(each, media, sizes) for each in part.media)
        return replace(part, media=tuple(each for each in inside if isinstance(each, Media)))
    return part


def _held(held: Held | None) -> list[Any] | None:
    if held is None:
        return None
    return [held.kind, None if held.pixels is None else list(held.pixels), held.octets, held.low]


def _holds(given: Any) -> Held | None:
    if given is None:
        return None
    kind, pixels, octets, low = given
    return Held(str(kind), None if pixels is None else (int(pixels[0]), int(pixels[1])), int(octets), bool(low))


def _skeleton(transcript: Transcript) -> list[Any]:
    """What a plan may look at besides texts: it has to be the same in a shape."""

    def part_of(part: Any) -> Any:
        if isinstance(part, ToolResult):
            texts, media = len(part.texts), [each.kind for each in part.media]
            failed = _says_failed(part)
            return ["result", part.key, part.call_id, part.name, failed, texts, media]
        names = ("key", "id", "name", "server", "kind", "lone", "held")
        return [type(part).__name__, *(getattr(part, name, None) for name in names)]

    def message_of(message: Message) -> Any:
        return [message.role, message.injected, message.id, bool(message.author), [part_of(p) for p in message.parts]]

    return [facts_of(transcript), len(transcript.system), *map(message_of, transcript.messages)]
