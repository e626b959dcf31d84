"""An answer of OpenAI's Responses API (`object: response`): its `output` is read and written as an item list."""

from __future__ import annotations

from dataclasses import replace

from trimscope.formats import openai_responses, shape
from trimscope.formats.source import Conversation, Source

NAME = "openai-responses-response"

OBJECTS = ("response", "response.compaction")
"""An answer, and the answer of the endpoint that compacts."""


def detect(source: Source) -> str | None:
    """Why this is an answer of the Responses API, or None."""
    found = conversations(source)
    if found and all(each.request.get("object") in OBJECTS for each in found):
        return f"the object '{found[0].request['object']}' with 'output'"
    return None


def conversations(source: Source) -> tuple[Conversation, ...]:
    """Each answer of the file as a conversation of its own."""
    found = shape.requests(source, "output")
    return tuple(replace(each, dialect=openai_responses.NAME) for each in found if each.base)
