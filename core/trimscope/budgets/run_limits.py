"""Limits of the whole run, not of one request: its tokens, its turns, and how often a refused call is tried again.

A run has three exits (second source article): a final answer, the turn limit, the token limit. The last two stop
the call before it is made.
"""

from __future__ import annotations

from trimscope.errors import PolicyError
from trimscope.planning.view import View
from trimscope.policies.policy import Policy

MOST_RETRIES = 2
"""Retries after a `context_length_exceeded` (first source article: limited, at most 2, or the loop burns money)."""


def check(spent: int, retry: int) -> None:
    """Raises PolicyError unless `spent` is a number of tokens and `retry` a number of retries from 0 to 2."""
    if not isinstance(spent, int) or isinstance(spent, bool) or spent < 0:
        raise PolicyError("spent: it takes the tokens used before this call, a whole number from 0.")
    if not isinstance(retry, int) or isinstance(retry, bool) or not 0 <= retry <= MOST_RETRIES:
        raise PolicyError(
            f"retry: it takes a whole number from 0 to {MOST_RETRIES}; after {MOST_RETRIES} retries a run should stop."
        )


def stops(view: View) -> tuple[str, ...]:
    """Codes of the limits that keep this call from being made (`run_stopped:tokens`, `run_stopped:turns`)."""
    return reached(view.policy, view.spent, view.call)


def reached(policy: Policy, spent: int, call: int) -> tuple[str, ...]:
    """Codes of the limits that are reached before a call, `spent` tokens having been used by then."""
    tokens, turns = policy.run_token_budget, policy.max_turns
    return (
        *(("run_stopped:tokens",) if tokens is not None and spent >= tokens else ()),
        *(("run_stopped:turns",) if turns is not None and call > turns else ()),
    )
