"""Two recorded requests as the cache sees them: where the second stops being a continuation of the first, and why.

    before, after = ts.load(first), ts.load(second)
    found = find_break(request_of(before), request_of(after))
    words.cause(found.cause), words.break_part(found.part, found.at)

For two requests of one agent that should have shared their beginning and did not ("why did the hit rate fall?"). A
replay needs none of this: it knows what it changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope import tokens
from trimscope.caching.breaks import Request, find_break
from trimscope.caching.prefix import Block, Kind, common_prefix
from trimscope.planning.digest import of_message
from trimscope.planning.plan import history_at
from trimscope.source import canonical
from trimscope.texts import notices, stub, tombstone
from trimscope.tokens import Counts
from trimscope.transcript import Message, Text, Thinking, ToolCall, ToolResult, Transcript

SETTINGS = (
    "output_config",
    "output_format",
    "parallel_tool_calls",
    "reasoning",
    "reasoning_effort",
    "response_format",
    "text",
    "thinking",
    "tool_choice",
    "verbosity",
)
"""Keys of a request that change what is rendered before or between its messages: the third source article's list
(parallel calls, output format, reasoning, verbosity), as OpenAI and Anthropic write them."""

_NO_DIGITS = str.maketrans("", "", "0123456789")

_NOTICES: Mapping[str, Kind] = {"ledger": "ledger", "memory": "memory", "summary": "summary"}


def request_of(transcript: Transcript, counts: Counts | None = None) -> Request:
    """The next request of a transcript: its newest epoch, tool definitions, top-level system prompt and settings.

    `counts`: its tokens, counted under the default profile where None. Texts without their digits are each block's
    shape, so that a clock is told from other changes.
    """
    counted = counts or tokens.count(transcript)
    history = history_at(transcript)
    document = transcript.document if isinstance(transcript.document, Mapping) else {}
    settings = {key: document[key] for key in SETTINGS if key in document}
    shares = _shares([len(tool.text) for tool in transcript.tools], counted.tools)
    return Request(
        tuple(_block(transcript.messages[index], counted.messages[index]) for index in history),
        tuple(
            Block(canonical.sha256(tool.text), share) for tool, share in zip(transcript.tools, shares, strict=True)
        ),
        _system(transcript.system, counted.system),
        transcript.model or "",
        canonical.sha256(settings) if settings else "",
    )


def shared_tokens(before: Request, after: Request) -> int:
    """Tokens of `after` that stand before its first difference from `before`: what the cache can serve.

    Tools come first, then the system prompt, then the messages, as providers render them; another model or other
    settings share nothing.
    """
    found = find_break(before, after)
    if found is not None and found.part in ("model", "settings"):
        return 0
    tools = common_prefix(before.tools, after.tools).tokens
    if found is not None and found.part in ("tools", "system"):
        return tools
    system = after.system.tokens if after.system is not None else 0
    return tools + system + common_prefix(before.blocks, after.blocks).tokens


def _block(message: Message, count: int) -> Block:
    return Block(of_message(message), count, _kind(message), _shape(message))


def _kind(message: Message) -> Kind:
    if message.role in ("system", "developer"):
        return "anchor"
    if message.role == "user" and tombstone.read(message.text) is not None:
        return "tombstone"
    if message.role == "user" and (notice := notices.read(message.text)) is not None:
        return _NOTICES.get(notice.kind, "message")
    told = [text.text for result in message.results for text in result.texts]
    if told and all(map(stub.is_replacement, told)):
        return "stub" if told[0].startswith("{") else "cleared"
    return "message"


def _shape(message: Message) -> str:
    """Hash of a message without its digits; "" where something of it is no text, and nobody can tell."""
    found: list[Any] = [message.role]
    for part in message.parts:
        if isinstance(part, Text | Thinking):
            found.append(part.text)
        elif isinstance(part, ToolCall):
            found.append([part.name, part.arguments])
        elif isinstance(part, ToolResult) and not part.media:
            found.append([text.text for text in part.texts])
        else:
            return ""
    return _without_digits(found)


def _without_digits(value: list[Any]) -> str:
    return canonical.sha256(canonical.dumps(value).translate(_NO_DIGITS))


def _system(parts: tuple[Text, ...], count: int) -> Block | None:
    told = [part.text for part in parts]
    return Block(canonical.sha256(told), count, "anchor", _without_digits(told)) if told else None


def _shares(sizes: list[int], total: int) -> list[int]:
    """`total` tokens of all tool definitions by their characters; their sum is exactly `total`."""
    found, given, seen = [], 0, 0
    whole = sum(sizes)
    for size in sizes:
        seen += size
        share = total * seen // whole - given if whole else 0
        found.append(share)
        given += share
    return found
