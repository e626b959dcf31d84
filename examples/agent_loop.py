"""An agent's loop that trims its context, runnable without a key: a scripted model and real tools.

    python examples/agent_loop.py

Each turn the loop assembles a request from the stored history, says what was left out, sends it, keeps the answer.
To make it your own, put your provider's call in the place of `ScriptedModel` and your tools in `TOOLS`. The history is
only ever added to; what is dropped is dropped from the request.
"""

from __future__ import annotations

import ast
import json
import operator
from collections import Counter
from collections.abc import Callable
from typing import Any

import trimscope as ts

POLICY = ts.Policy(window=400, keep_rounds=2, result_limit=600)
"""A tiny window, so that it fills up and something has to go within a few turns."""

SYSTEM = "You are a stock-room helper. Use the tools; never guess a number."
GOAL = "How much do the parts of order A100 cost with 8 % tax? Explain the largest position."

# --- real tools -------------------------------------------------------------------------------------------------

PRICES = {"bolt": 12, "nut": 5, "washer": 3, "bracket": 245}
OPERATORS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


def calculate(expression: str) -> str:
    """The value of an expression of numbers and + - * /."""

    def value(node: ast.expr) -> float:
        if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
            return node.value
        if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
            return OPERATORS[type(node.op)](value(node.left), value(node.right))
        raise ValueError(f"not an expression of numbers: {expression}")

    return f"{value(ast.parse(expression, mode='eval').body):g}"


def read_order(order_id: str) -> str:
    """The lines of an order, with a long log behind them, as order systems return it."""
    lines = [{"part": "bolt", "count": 40}, {"part": "bracket", "count": 6}, {"part": "washer", "count": 80}]
    log = [f"2026-09-01T08:{minute:02} {order_id} scanned at gate {minute % 4}" for minute in range(60)]
    return json.dumps({"order_id": order_id, "lines": lines, "log": log, "status": "packed"})


def read_price(part: str) -> str:
    """The price of one part."""
    return json.dumps({"part": part, "price": PRICES[part]})


TOOLS = {tool.__name__: tool for tool in (calculate, read_order, read_price)}


def run_tool(name: str, arguments: str) -> str:
    """A tool's answer, or the error it gave: an agent has to see its own mistakes."""
    try:
        return TOOLS[name](**json.loads(arguments))
    except Exception as error:
        return f"Error: {error}"


# --- a model that needs no key ----------------------------------------------------------------------------------


class TooLong(Exception):
    """What a provider's `context_length_exceeded` is here."""


class ScriptedModel:
    """Says what its script says, whatever it is sent, and counts tokens in its own way, as a provider does."""

    SCRIPT = (
        ("read_order", {"order_id": "A100"}),
        ("read_price", {"part": "bolt"}),
        ("read_price", {"part": "bracket"}),
        ("read_price", {"part": "washer"}),
        ("calculate", {"expression": "40 * 12 + 6 * 245 + 80 * 3"}),
        ("calculate", {"expression": "2190 * 1.08"}),
    )
    ANSWER = "The parts cost 2,365.20 with tax; the six brackets are the largest position (1,470)."

    def __init__(self, refuses: int = 5) -> None:
        self.turn = 0
        self.refuses = refuses
        """turn at which it refuses once, as if its limit were lower than the window says"""

    def answer(self, messages: list[dict[str, Any]]) -> tuple[dict[str, Any], int]:
        """The next assistant message, and the prompt tokens it reports."""
        if self.turn + 1 == self.refuses:
            self.refuses = 0
            raise TooLong
        self.turn += 1
        prompt_tokens = len(json.dumps(messages)) // 3
        if self.turn > len(self.SCRIPT):
            return {"role": "assistant", "content": self.ANSWER}, prompt_tokens
        name, arguments = self.SCRIPT[self.turn - 1]
        function = {"name": name, "arguments": json.dumps(arguments)}
        call = {"id": f"call_{self.turn}", "type": "function", "function": function}
        return {"role": "assistant", "content": None, "tool_calls": [call]}, prompt_tokens


def left_out(plan: ts.Plan) -> str:
    """One line on what a plan does: tokens stored and sent, messages cut and dropped."""
    did = Counter(each.action for each in plan.decisions if each.action in ("drop", "truncate"))
    what = ", ".join(f"{count} x {ts.words.action(action)}" for action, count in sorted(did.items()))
    return f"{plan.tokens.stored:,} tokens stored, {plan.tokens.sent:,} sent ({what or 'all of it'})"


# --- the loop ---------------------------------------------------------------------------------------------------


def run(model: ScriptedModel, goal: str = GOAL) -> list[dict[str, Any]]:
    """Run the agent to its final answer; gives back the whole stored history."""
    history: list[dict[str, Any]] = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": goal}]
    tracker = ts.ContextTracker(
        POLICY, on_watermark=lambda shot: print(f"  warning: {shot.used_of_budget // 10} % full")
    )
    while True:
        request = tracker.assemble(history)  # raises PairingError or BudgetError: then nothing may be sent
        shot = tracker.before(request)
        print(f"call {shot.call}: {left_out(tracker.last)}")
        try:
            message, reported = model.answer(request)
        except TooLong:
            print(f"  refused as too long: retry {tracker.exceeded()}, one more ring goes")
            continue
        tracker.after(reported)
        history.append(message)
        if not message.get("tool_calls"):
            print(message["content"])
            print(f"estimated {shot.tokens:,} tokens, reported {reported:,}: ratio {(tracker.ratio or 0) / 1000:.2f}")
            return history
        for call in message["tool_calls"]:
            result = run_tool(call["function"]["name"], call["function"]["arguments"])
            history.append({"role": "tool", "tool_call_id": call["id"], "content": result})


if __name__ == "__main__":
    run(ScriptedModel())
