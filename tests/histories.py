"""Generated histories and policies: every shape the readers and stages must survive, from one source of chance.

A history is written once as neutral events and rendered as OpenAI chat or as Anthropic Messages. Every record
carries a field `x` (its number) that no reader knows: it tells what was kept, and that unknown fields survive.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

from hypothesis import strategies as st

from trimscope import Policy, PolicyError

FORMATS = ("openai-chat", "anthropic-messages")

TEXTS = (
    "Count the bolts in every bin.",
    "数一数每个箱子里的螺栓，然后汇报总数。",
    "창고의 볼트 수를 세어 주세요.",
    "👨‍👩‍👧 weighs 3 kg 🇩🇪🎉",
    "half of a pair: \ud83d",
    "<b>bold & 'quoted'</b>\r\n\ttabbed",
    "x",
    "好的，谢谢！",
    "Let me look at the bins.",
)
WRAPPED = "<system-reminder>be brief</system-reminder>"
TOMBSTONES = (
    "[trim note: 3 earlier rounds, about 900 tokens, were removed]",
    "[trim note: earlier rounds were removed]",
    "[裁剪说明：已移除较早的 2 轮，约 70 个 token]",
)
TOOLS = ("read", "grep", "book_hotel")


SUMMARY = "Goal: count\nDone: none\nOpen: none\nConstraints: none\nFacts: read was called\nSources: read"
SUMMARIES = (
    {},
    {"text": SUMMARY, "trigger_ratio": 0.1},
    {"text": SUMMARY.replace("read was", "read, grep and book_hotel were"), "trigger_ratio": 0},
    {"text": SUMMARY.replace("Done: none", "Done: book_hotel")},
)
SOFT_LIMITS = (
    {},
    {"delete": 60, "summarise": 200, "retrieve": 100, "ask": 40},
    {"delete": None, "summarise": 30, "retrieve": None, "ask": None},
    {"delete": None, "summarise": None, "retrieve": 20, "ask": None},
)


def result_text(rng: Random) -> str:
    """What a tool may answer: nothing, a word, a log, JSON, wide text, an error, a stub of an earlier trim."""
    n = rng.choice((1, 3, 12, 40))
    return rng.choice(
        (
            "",
            "ok",
            rng.choice(TEXTS) * n,
            "".join(f"line {i}: value V-{i * 37} ok\n" for i in range(n * 3)),
            json.dumps({"hotels": [{"id": f"HT-{i:03}", "price": 400 + i} for i in range(n)]}),
            "Error: no such file",
            '{"_compacted": true, "summary": "read result: text of 3 lines", "ids": [], "chars": 900}',
            "z" * 400 * n,
        )
    )


BUCKETS = (
    {"results": 60, "history": 20},
    {"recent": 80, "knowledge": 60, "knowledge_tools": ["grep"]},
    {"policy": 0, "tools": 1, "task": 5, "state": 10, "summary": 5, "results": 200},
)


def events(rng: Random, *, healthy: bool = False) -> list[dict[str, Any]]:
    """Neutral events of a history: system, user, assistant (with calls), results."""
    out: list[dict[str, Any]] = []
    for _ in range(rng.choice((0, 1, 1, 2))):
        out.append({"is": "system", "text": rng.choice(TEXTS)})
    if rng.random() < 0.2:
        out.append({"is": "user", "text": WRAPPED})
    if rng.random() < 0.15:
        out.append({"is": "assistant", "text": "Good morning.", "calls": []})
    ids = 0
    for turn in range(rng.choice((1, 1, 2, 3))):
        for _ in range(rng.choice((1, 1, 1, 2))):
            out.append(_user(rng))
        if turn == 0 and rng.random() < 0.2:
            out.append({"is": "user", "text": rng.choice(TOMBSTONES)})
        elif rng.random() < 0.05:
            out.append({"is": "user", "text": rng.choice((WRAPPED, TOMBSTONES[0]))})
        for _ in range(rng.randint(0, 4)):
            if rng.random() < 0.2:
                out.append({"is": "assistant", "text": rng.choice(TEXTS), "calls": []})
                continue
            calls = []
            for _ in range(rng.choice((1, 1, 2, 3))):
                reused = ids and rng.random() < 0.1 and not (healthy and calls)
                ids += not reused
                calls.append({"id": f"c{ids}", "name": rng.choice(TOOLS), "arguments": {"bin": ids}})
            text, thinks = rng.choice((None, "", "Looking.", "Let me look.")), rng.random() < 0.2
            out.append({"is": "assistant", "text": text, "calls": calls, "thinks": thinks})
            out += _results(rng, calls)
        if rng.random() < 0.5:
            out.append({"is": "assistant", "text": "Done for now.", "calls": []})
    if rng.random() < 0.2:
        ids += 1
        out.append({"is": "assistant", "text": None, "calls": [{"id": f"c{ids}", "name": "read", "arguments": {}}]})
    if not healthy:
        _spoil(rng, out)
    return out


def _user(rng: Random) -> dict[str, Any]:
    event: dict[str, Any] = {"is": "user", "text": rng.choice(TEXTS)}
    if rng.random() < 0.1:
        event["picture"] = True
    if rng.random() < 0.05:
        event["appended"] = TOMBSTONES[0]
    return event


def _results(rng: Random, calls: list[dict[str, Any]]) -> list[dict[str, Any]]:
    results = []
    for call in calls:
        results.append(
            {
                "id": call["id"],
                "text": result_text(rng),
                "parts": rng.choice((0, 0, 0, 2)),
                "picture": rng.random() < 0.05,
                "error": rng.random() < 0.1,
            }
        )
    rng.shuffle(results)
    return [{"is": "results", "results": results, "then": rng.choice((None, None, None, "And the rest?"))}]


def _spoil(rng: Random, out: list[dict[str, Any]]) -> None:
    """With some chance: a result displaced, missing, twice, alone, or before its call."""
    for _ in range(rng.choice((0, 0, 1, 1, 2))):
        at = [i for i, event in enumerate(out) if event["is"] == "results" and event["results"]]
        if not at:
            return
        i = rng.choice(at)
        which = rng.randrange(len(out[i]["results"]))
        kind = rng.choice(("missing", "late", "twice", "orphan", "early", "between"))
        if kind == "missing":
            out[i]["results"].pop(which)
        elif kind == "late":
            late = out[i]["results"].pop(which)
            out.insert(rng.randint(i + 1, len(out)), {"is": "results", "results": [late], "then": None})
        elif kind == "twice":
            again = {"is": "results", "results": [dict(out[i]["results"][which])], "then": None}
            out.insert(rng.randint(i + 1, len(out)), again)
        elif kind == "orphan":
            out[i]["results"].append({"id": "nobody", "text": "?", "parts": 0, "picture": False, "error": False})
        elif kind == "early":
            out.insert(i - 1, out.pop(i))
        else:
            out.insert(i, {"is": "user", "text": "wait"})


def render(history: list[dict[str, Any]], format: str) -> dict[str, Any]:
    """The events as a request document of a format."""
    return _openai(history) if format == "openai-chat" else _anthropic(history)


def _openai(history: list[dict[str, Any]]) -> dict[str, Any]:
    records: list[dict[str, Any]] = []
    for event in history:
        if event["is"] == "system":
            records.append({"role": "system", "content": event["text"]})
        elif event["is"] == "user":
            records.append({"role": "user", "content": _content(event, _openai_picture)})
        elif event["is"] == "assistant":
            record: dict[str, Any] = {"role": "assistant", "content": event["text"]}
            if event.get("thinks"):
                record["reasoning_content"] = "thinking it over"
            if event["calls"]:
                record["tool_calls"] = [
                    {
                        "id": call["id"],
                        "type": "function",
                        "function": {"name": call["name"], "arguments": json.dumps(call["arguments"])},
                    }
                    for call in event["calls"]
                ]
            records.append(record)
        else:
            for result in event["results"]:
                content = _content(result, _openai_picture)
                records.append({"role": "tool", "tool_call_id": result["id"], "content": content})
            if event["then"]:
                records.append({"role": "user", "content": event["then"]})
    for number, record in enumerate(records):
        record["x"] = number
    return {"model": "gpt-4o", "temperature": 0.5, "messages": records, "tools": [_tool()]}


def _anthropic(history: list[dict[str, Any]]) -> dict[str, Any]:
    records: list[dict[str, Any]] = []
    system = [event["text"] for event in history if event["is"] == "system"]
    for event in history:
        if event["is"] == "user":
            records.append({"role": "user", "content": _content(event, _anthropic_picture)})
        elif event["is"] == "assistant":
            blocks: list[dict[str, Any]] = []
            if event.get("thinks"):
                blocks.append({"type": "thinking", "thinking": "thinking it over", "signature": "s"})
            if event["text"]:
                blocks.append({"type": "text", "text": event["text"]})
            for call in event["calls"]:
                blocks.append({"type": "tool_use", "id": call["id"], "name": call["name"], "input": call["arguments"]})
            records.append({"role": "assistant", "content": blocks or "…"})
        elif event["is"] == "results":
            blocks = [
                {
                    "type": "tool_result",
                    "tool_use_id": result["id"],
                    "content": _content(result, _anthropic_picture),
                    **({"is_error": True} if result["error"] else {}),
                }
                for result in event["results"]
            ]
            if event["then"]:
                blocks.append({"type": "text", "text": event["then"]})
            if blocks:
                records.append({"role": "user", "content": blocks})
    number = 0
    for record in records:
        blocks = record["content"] if isinstance(record["content"], list) else []
        for node in (record, *blocks):
            node["x"] = number
            number += 1
    document: dict[str, Any] = {"model": "claude-sonnet-4-5", "max_tokens": 100, "messages": records}
    document["system"] = "\n".join(system)
    return document


def _content(event: dict[str, Any], picture: Any) -> Any:
    text, parts = event["text"], event.get("parts", 0)
    if parts:
        half = len(text) // parts
        blocks = [{"type": "text", "text": piece} for piece in (text[:half], text[half:]) if piece]
    elif event.get("picture") or event.get("appended"):
        blocks = [{"type": "text", "text": text}] if text else []
    else:
        return text
    if event.get("picture"):
        blocks.append(picture())
    if event.get("appended"):
        blocks.append({"type": "text", "text": event["appended"]})
    return blocks


def _openai_picture() -> dict[str, Any]:
    return {"type": "image_url", "image_url": {"url": "data:image/png;base64," + "A" * 400}}


def _anthropic_picture() -> dict[str, Any]:
    return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "A" * 400}}


def _tool() -> dict[str, Any]:
    return {"type": "function", "function": {"name": "read", "parameters": {"type": "object"}}}


LEDGERS = ({}, {"place": "tombstone"}, {"most": 1}, {"tools": {"grep": "once"}, "place": "tombstone"})
MEMORIES = (
    {},
    {"place": "last"},
    {"most_chars": 100},
    {"ids": {"read": {"hotel_ids": "hotels[*].id", "bins": "args.bin"}}, "record": {"book_hotel": {"booked": "$"}}},
)


def policy(rng: Random, **fixed: Any) -> Policy:
    """A random policy over every key; `fixed` keys are as given."""
    watermark = rng.choice((0.02, 0.3, 0.75, 1.0))
    keys: dict[str, Any] = {
        "window": rng.choice((0, 64, 300, 1000, 4000, 20_000)),
        "model": rng.choice((None, "gpt-4o", "no-such-model")),
        "output_reserve": rng.choice((None, None, 0, 10)),
        "safety_margin": rng.choice((None, None, 0, 10)),
        "watermark": watermark,
        "target": rng.choice((0.0, 0.01, round(watermark / 2, 3))),
        "watermark_of": rng.choice(("budget", "window")),
        "trigger": rng.choice(("always", "watermark")),
        "history": rng.choice(("auto", "raw", "persisted")),
        "token_budget": rng.choice((None, None, 1, 60, 250, 900, 5000)),
        "keep_rounds": rng.choice((0, 1, 1, 2, 3, 4, 50)),
        "round_unit": rng.choice(("ring", "ring", "turn", "user_turn", "message")),
        "old_rounds": rng.choice(("drop", "drop", "compact", "clear", "keep")),
        "result_limit": rng.choice((None, 0, 1, 40, 200, 500, 4000)),
        "limit_unit": rng.choice(("chars", "chars", "tokens", "lines")),
        "head": rng.choice((0, 0.6, 1)),
        "banner": rng.choice(("inside", "outside")),
        "tool_limits": rng.choice(({}, {}, {"read": 100}, {"read": None})),
        "keep_matching": rng.choice((None, None, "V-37|error")),
        "protect_system": rng.random() < 0.85,
        "protect_first_user": rng.random() < 0.85,
        "protect_last_user": rng.random() < 0.8,
        "pins": rng.choice(((), (), (), ("first_user_message",), (0,))),
        "include_tools": rng.choice((None, None, None, ("read", "grep"))),
        "exclude_tools": rng.choice(((), (), ("book_hotel",))),
        "keep_errors": rng.choice((0, 0, 1, 2)),
        "on_pairing_fault": rng.choice(("fail", "repair", "drop_ring")),
        "on_over_budget": rng.choice(("fail", "extreme_then_fail", "drop_tools_schema_then_fail")),
        "tombstone": {
            "style": rng.choice(("counted", "counted", "stable", "off")),
            "lang": rng.choice(("en", "zh")),
            "place": rng.choice(("own_message", "own_message", "append_to_goal")),
        },
        "calibrate": rng.random() < 0.1,
        "buckets": rng.choice((None, None, *BUCKETS)),
        "run_token_budget": rng.choice((None, None, None, 1, 2000)),
        "max_turns": rng.choice((None, None, None, 1, 3)),
        "degrade": rng.choice((None, {}, {"compact_at": 0, "extreme_at": 0.9}, {"compact_at": 0, "extreme_at": 0})),
        "courtesies": rng.random() < 0.3,
        "select_by_value": rng.choice((None, None, {}, {"recency": 0, "used": 1})),
        "soft_limits": rng.choice((None, None, None, *SOFT_LIMITS)),
        "summary": rng.choice((None, None, *SUMMARIES)),
        "field_whitelist": rng.choice(({}, {}, {"read": ("hotels[*].id",)}, {"grep": (), "read": ("hotels[0]", "*")})),
        "dedupe": rng.random() < 0.25,
        "observations": rng.random() < 0.15,
        "clear_tool_inputs": rng.random() < 0.3,
        "clear_at_least": rng.choice((None, None, None, 20, 400)),
        "clear_at_least_mode": rng.choice(("anthropic", "langchain")),
        "ledger": rng.choice((None, None, *LEDGERS)),
        "memory": rng.choice((None, None, *MEMORIES)),
    }
    return Policy(**(keys | fixed))


def documents(format: str, *, healthy: bool = False) -> st.SearchStrategy[dict[str, Any]]:
    """Request documents of a format."""
    return st.randoms(use_true_random=False).map(lambda rng: render(events(rng, healthy=healthy), format))


def policies(**fixed: Any) -> st.SearchStrategy[Policy]:
    """Policies over every key, `fixed` ones as given."""
    return st.randoms(use_true_random=False).map(lambda rng: policy(rng, **fixed))


def has_budget(policy_: Policy) -> bool:
    """Whether the policy's own numbers leave an input budget."""
    from trimscope.budgets.window import resolve

    try:
        resolve(policy_)
    except PolicyError:
        return False
    return True
