"""The generated histories of `histories` as requests of further dialects.

Where a dialect wants roles to alternate, neighbours are joined here too: its requests have no others.
"""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

import histories

FORMATS = ("gemini-contents", "bedrock-converse", "mistral-chat", "cohere-v2", "ollama-chat")
PICTURE = "A" * 400


def documents(format: str, *, healthy: bool = False) -> st.SearchStrategy[dict[str, Any]]:
    """Request documents of a dialect."""
    events = st.randoms(use_true_random=False).map(lambda rng: histories.events(rng, healthy=healthy))
    return events.map(lambda history: render(history, format))


def render(history: list[dict[str, Any]], format: str) -> dict[str, Any]:
    """The events as a request document of a dialect; every record carries a field `x` that no reader knows."""
    return {
        "gemini-contents": gemini,
        "bedrock-converse": bedrock,
        "mistral-chat": mistral,
        "cohere-v2": cohere,
        "ollama-chat": ollama,
    }[format](history)


def gemini(history: list[dict[str, Any]], ids: str = "both") -> dict[str, Any]:
    """Gemini; `ids` says which side has them: both, results, none."""
    contents: list[dict[str, Any]] = []
    names: dict[str, str] = {}
    for event in history:
        if event["is"] == "user":
            parts: list[dict[str, Any]] = [{"text": event["text"]}]
            if event.get("picture"):
                parts.append({"inlineData": {"mimeType": "image/png", "data": PICTURE}})
            if event.get("appended"):
                parts.append({"text": event["appended"]})
            contents.append({"role": "user", "parts": parts})
        elif event["is"] == "assistant":
            parts = [{"text": "thinking it over", "thought": True}] if event.get("thinks") else []
            if event["text"]:
                parts.append({"text": event["text"]})
            for call in event["calls"]:
                names[call["id"]] = call["name"]
                named = {"id": call["id"]} if ids == "both" else {}
                body = {**named, "name": call["name"], "args": call["arguments"]}
                parts.append({"functionCall": body, "thoughtSignature": "c2ln"})
            contents.append({"role": "model", "parts": parts or [{"text": "…"}]})
        elif event["is"] == "results":
            parts = []
            for result in event["results"]:
                named = {"id": result["id"]} if ids != "none" else {}
                body = {**named, "name": names.get(result["id"], "read"), "response": _response(result)}
                parts.append({"functionResponse": body})
            if event["then"]:
                parts.append({"text": event["then"]})
            if parts:
                contents.append({"role": "user", "parts": parts})
    for number, content in enumerate(contents):
        content["x"] = number
    system = [{"text": event["text"]} for event in history if event["is"] == "system"]
    document: dict[str, Any] = {"contents": contents, "generationConfig": {"temperature": 0.5}}
    if system:
        document["systemInstruction"] = {"parts": system}
    document["tools"] = [{"functionDeclarations": [{"name": "read", "parameters": {"type": "OBJECT"}}]}]
    return document


def _response(result: dict[str, Any]) -> dict[str, Any]:
    if result["error"]:
        return {"error": result["text"]}
    if result["parts"]:
        return {"lines": result["text"].split("\n"), "status": 200}
    return {"output": result["text"]}


def bedrock(history: list[dict[str, Any]]) -> dict[str, Any]:
    """Bedrock Converse, with a cache point now and then."""
    records: list[dict[str, Any]] = []
    for event in history:
        blocks: list[dict[str, Any]] = []
        if event["is"] == "user":
            blocks.append({"text": event["text"]})
            if event.get("picture"):
                blocks.append({"image": {"format": "png", "source": {"bytes": PICTURE}}})
                blocks.append({"cachePoint": {"type": "default"}})
            if event.get("appended"):
                blocks.append({"text": event["appended"]})
        elif event["is"] == "assistant":
            if event.get("thinks"):
                text = {"text": "thinking it over", "signature": "s"}
                blocks.append({"reasoningContent": {"reasoningText": text}})
            if event["text"]:
                blocks.append({"text": event["text"]})
            for call in event["calls"]:
                use = {"toolUseId": call["id"], "name": call["name"], "input": call["arguments"]}
                blocks.append({"toolUse": use})
            blocks = blocks or [{"text": "…"}]
        elif event["is"] == "results":
            for result in event["results"]:
                content: list[dict[str, Any]] = [{"text": result["text"]}]
                if result["parts"]:
                    content = [{"json": {"lines": result["text"].split("\n")}}, {"text": "and more"}]
                if result["picture"]:
                    content.append({"image": {"format": "png", "source": {"bytes": PICTURE}}})
                status = "error" if result["error"] else "success"
                body = {"toolUseId": result["id"], "content": content, "status": status}
                blocks.append({"toolResult": body})
            if event["then"]:
                blocks.append({"text": event["then"]})
        role = "assistant" if event["is"] == "assistant" else "user"
        if not blocks:
            continue
        if records and records[-1]["role"] == role:
            records[-1]["content"] += blocks
        else:
            records.append({"role": role, "content": blocks, "x": len(records)})
    system = [{"text": event["text"]} for event in history if event["is"] == "system"]
    return {"messages": records, "system": system, "inferenceConfig": {}}


def mistral(history: list[dict[str, Any]]) -> dict[str, Any]:
    """Mistral: ids of nine characters, arguments as text or object, results that name their tool."""
    document = histories.render(history, "openai-chat")
    document["model"] = "mistral-large-latest"
    for record in document["messages"]:
        for number, call in enumerate(record.get("tool_calls") or ()):
            call["id"] = call["id"].zfill(9)
            if number % 2:
                call["function"]["arguments"] = json.loads(call["function"]["arguments"])
        if record["role"] == "tool":
            record["tool_call_id"] = record["tool_call_id"].zfill(9)
            record["name"] = "read"
        if "reasoning_content" in record:
            text = [{"type": "text", "text": record.pop("reasoning_content")}]
            record["content"] = [{"type": "thinking", "thinking": text}]
    return document


def cohere(history: list[dict[str, Any]]) -> dict[str, Any]:
    """Cohere: a plan beside the calls, results of documents."""
    document = histories.render(history, "openai-chat")
    document["model"] = "command-a-03-2025"
    for record in document["messages"]:
        if record.get("tool_calls"):
            record["tool_plan"] = "I will look it up."
        if record["role"] == "tool" and isinstance(record["content"], list):
            parts = [part for part in record["content"] if part.get("type") == "text"]
            record["content"] = [
                {"type": "document", "document": {"id": str(n), "data": part["text"] if n else {"text": part["text"]}}}
                for n, part in enumerate(parts)
            ]
    return document


def ollama(history: list[dict[str, Any]]) -> dict[str, Any]:
    """Ollama: no ids, so the results of a turn stand in the order of its calls."""
    document = histories.render(history, "openai-chat")
    document |= {"model": "llama3.1", "keep_alive": None}
    records = document["messages"]
    names: dict[str, str] = {}
    for record in records:
        for call in record.get("tool_calls") or ():
            names[call["id"]] = call["function"]["name"]
        if isinstance(record["content"], list):
            texts = [part["text"] for part in record["content"] if part.get("type") == "text"]
            if any(part.get("type") == "image_url" for part in record["content"]):
                record["images"] = [PICTURE]
            record["content"] = "".join(texts)
    for record in records:
        if record["role"] == "tool":
            record["tool_name"] = names.get(record.pop("tool_call_id"), "read")
        for call in record.get("tool_calls") or ():
            del call["id"], call["type"]
            call["function"]["arguments"] = json.loads(call["function"]["arguments"])
    return document
