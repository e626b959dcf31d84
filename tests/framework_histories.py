"""Histories of agent frameworks by hand: the same few turns in every dialect."""

import json

LONG = "12 bolts in the left drawer, 7 in the right one; " * 20


def arguments():
    return {"bin": 3}


class Langchain:
    """Flat messages of LangChain, as LangGraph's API keeps them."""

    name = "langchain"

    def user(self, text):
        return [{"type": "human", "content": text, "id": f"h-{text[:4]}", "name": None}]

    def calls(self, *ids):
        calls = [{"name": "count_bin", "args": arguments(), "id": each, "type": "tool_call"} for each in ids]
        return [{"type": "ai", "content": "", "tool_calls": calls, "id": f"ai-{ids[0]}", "usage_metadata": None}]

    def results(self, *ids, text=LONG):
        return [{"type": "tool", "content": text, "tool_call_id": each, "status": "success"} for each in ids]

    def says(self, text):
        return [{"type": "ai", "content": text, "tool_calls": []}]

    def ring(self, *ids):
        return [*self.calls(*ids), *self.results(*ids)]


class LangchainDicts(Langchain):
    """`messages_to_dict`."""

    def wrapped(self, records):
        return [{"type": record["type"], "data": record} for record in records]

    def user(self, text):
        return self.wrapped(super().user(text))

    def calls(self, *ids):
        return self.wrapped(super().calls(*ids))

    def results(self, *ids, text=LONG):
        return self.wrapped(super().results(*ids, text=text))

    def says(self, text):
        return self.wrapped(super().says(text))


class LangchainClasses(LangchainDicts):
    """Serialised constructors."""

    def wrapped(self, records):
        names = {"human": "HumanMessage", "ai": "AIMessage", "tool": "ToolMessage"}
        path = ["langchain", "schema", "messages"]
        return [{"lc": 1, "type": "constructor", "id": [*path, names[r["type"]]], "kwargs": r} for r in records]


class PydanticAi:
    name = "pydantic-ai-messages"

    def request(self, *parts):
        return [{"kind": "request", "parts": list(parts), "instructions": None}]

    def user(self, text):
        return self.request({"part_kind": "user-prompt", "content": text, "timestamp": "2026-01-01T00:00:00Z"})

    def calls(self, *ids):
        parts = [
            {"part_kind": "tool-call", "tool_name": "count_bin", "args": arguments(), "tool_call_id": each}
            for each in ids
        ]
        return [{"kind": "response", "parts": parts, "model_name": "m"}]

    def results(self, *ids, text=LONG):
        part = {"part_kind": "tool-return", "tool_name": "count_bin", "content": text}
        return self.request(*({**part, "tool_call_id": each} for each in ids))

    def says(self, text):
        return [{"kind": "response", "parts": [{"part_kind": "text", "content": text}]}]

    def ring(self, *ids):
        return [*self.calls(*ids), *self.results(*ids)]


class VercelModel:
    name = "vercel-model-messages"

    def user(self, text):
        return [{"role": "user", "content": text}]

    def calls(self, *ids):
        part = {"type": "tool-call", "toolName": "count_bin", "input": arguments()}
        return [{"role": "assistant", "content": [{**part, "toolCallId": each} for each in ids]}]

    def results(self, *ids, text=LONG):
        part = {"type": "tool-result", "toolName": "count_bin", "output": {"type": "text", "value": text}}
        return [{"role": "tool", "content": [{**part, "toolCallId": each} for each in ids]}]

    def says(self, text):
        return [{"role": "assistant", "content": [{"type": "text", "text": text}]}]

    def ring(self, *ids):
        return [*self.calls(*ids), *self.results(*ids)]


class VercelUi:
    name = "vercel-ui-messages"

    def user(self, text):
        return [{"id": f"u-{text[:4]}", "role": "user", "parts": [{"type": "text", "text": text}]}]

    def parts(self, ids, **more):
        part = {"type": "tool-count_bin", "input": arguments(), **more}
        return [{"type": "step-start"}, *({**part, "toolCallId": each} for each in ids)]

    def calls(self, *ids):
        return [{"id": f"a-{ids[0]}", "role": "assistant", "parts": self.parts(ids, state="input-available")}]

    def ring(self, *ids):
        parts = self.parts(ids, state="output-available", output=LONG)
        return [{"id": f"a-{ids[0]}", "role": "assistant", "parts": parts}]

    def says(self, text):
        return [{"id": "a-says", "role": "assistant", "parts": [{"type": "text", "text": text, "state": "done"}]}]


class Sharegpt:
    name = "sharegpt"

    def user(self, text):
        return [{"from": "human", "value": text}]

    def calls(self, *ids):
        value = [{"name": "count_bin", "arguments": {**arguments(), "of": each}} for each in ids]
        return [{"from": "function_call", "value": json.dumps(value if len(ids) > 1 else value[0])}]

    def results(self, *ids, text=LONG):
        return [{"from": "observation", "value": text} for _ in ids]

    def says(self, text):
        return [{"from": "gpt", "value": text}]

    def ring(self, *ids):
        return [*self.calls(*ids), *self.results(*ids)]


ROLES = {"human": "user", "gpt": "assistant", "function_call": "assistant", "observation": "tool"}
TYPES = {"human": "text", "gpt": "text", "function_call": "tool_call", "observation": "tool_result"}


class SharegptBlocks(Sharegpt):
    """The spelling with content blocks and a loss weight."""

    def blocks(self, records):
        return [
            {"role": ROLES[r["from"]], "content": [{"type": TYPES[r["from"]], "value": r["value"]}]} for r in records
        ]

    def user(self, text):
        return self.blocks(super().user(text))

    def calls(self, *ids):
        return self.blocks(super().calls(*ids))

    def results(self, *ids, text=LONG):
        return self.blocks(super().results(*ids, text=text))

    def says(self, text):
        return self.blocks(super().says(text))
