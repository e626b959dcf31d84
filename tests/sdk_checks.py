"""What the providers' own SDK types say of a document: the places they refuse, walked to the leaves.

pydantic reads an `Iterable` field of an SDK's type lazily, so that what is wrong inside passes unseen until the
iterator is read: every check here reads it to the end.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from typing import Any

from anthropic.types import MessageParam, TextBlockParam, ToolUnionParam
from anthropic.types.beta import BetaMessageParam
from langchain_core.load import load as lc_load
from langchain_core.messages import AnyMessage, messages_from_dict
from openai.types.chat import ChatCompletionMessageParam, ChatCompletionToolUnionParam
from openai.types.responses import ResponseInputItemParam
from openai.types.responses import ToolParam as ResponsesToolParam
from pydantic import TypeAdapter, ValidationError
from pydantic_ai.messages import ModelMessagesTypeAdapter

CHAT = TypeAdapter(ChatCompletionMessageParam)
CHAT_TOOL = TypeAdapter(ChatCompletionToolUnionParam)
ITEM = TypeAdapter(ResponseInputItemParam)
ITEM_TOOL = TypeAdapter(ResponsesToolParam)
TURN, BETA_TURN = TypeAdapter(MessageParam), TypeAdapter(BetaMessageParam)
TURN_TOOL, SYSTEM = TypeAdapter(ToolUnionParam), TypeAdapter(str | list[TextBlockParam])
LANGCHAIN = TypeAdapter(AnyMessage)


def walked(value: Any) -> Any:
    """The value with every lazy iterator read, so that nothing is left unchecked."""
    if isinstance(value, dict):
        return {key: walked(item) for key, item in value.items()}
    if isinstance(value, list | tuple) or hasattr(value, "__next__"):
        return [walked(item) for item in value]
    return value


def accepted(node: Any, *types: TypeAdapter[Any]) -> bool:
    """Whether one of some types takes the node."""
    for kind in types:
        try:
            walked(kind.validate_python(node))
        except ValidationError:
            continue
        return True
    return False


def langchain_accepts(record: Any) -> bool:
    """One message in any of LangChain's three spellings, read by LangChain itself."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # LangChain marks its reader of serialised classes as a preview
            if record.get("lc") == 1:
                return lc_load(record, allowed_objects="messages").type != ""
            return messages_from_dict([record])[0].type != "" if "data" in record else accepted(record, LANGCHAIN)
    except (ValueError, TypeError, KeyError):  # a ValidationError is a ValueError
        return False


def pydantic_ai_accepts(record: Any) -> bool:
    """One request or response, read by pydantic-ai itself from JSON, as it stores them."""
    try:
        return len(ModelMessagesTypeAdapter.validate_json(json.dumps([record]))) == 1
    except ValidationError:
        return False


RECORDS: dict[str, Callable[[Any], bool]] = {
    "openai-chat": lambda record: accepted(record, CHAT),
    "openai-responses": lambda item: accepted(item, ITEM),
    "anthropic-messages": lambda record: accepted(record, TURN, BETA_TURN),
    "langchain": langchain_accepts,
    "pydantic-ai-messages": pydantic_ai_accepts,
}
"""By dialect: whether the SDK takes one record."""

TOOLS = {"openai-chat": CHAT_TOOL, "openai-responses": ITEM_TOOL, "anthropic-messages": TURN_TOOL}


def refused(dialect: str, records: list[Any], document: Any) -> list[Any]:
    """The records, tools and system prompts of a document that the SDK's types do not take."""
    found = [record for record in records if not RECORDS[dialect](record)]
    request = document if isinstance(document, dict) else {}
    if dialect in TOOLS:
        found += [tool for tool in request.get("tools") or () if not accepted(tool, TOOLS[dialect])]
    if dialect == "anthropic-messages" and "system" in request and not accepted(request["system"], SYSTEM):
        found.append(request["system"])
    return found
