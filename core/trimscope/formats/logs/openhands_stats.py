"""Usage in the events of the OpenHands SDK: running totals of the run, told behind each call of the model.

A total is told before the action or message that the call gave. The call's own tokens are what the total grew by;
the event says that sum as well (`per_turn_token`), so a total that took several calls in is known, and left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from trimscope.formats.logs.chat_records import count
from trimscope.transcript import Usage

NAMES = ("prompt_tokens", "cache_read_tokens", "cache_write_tokens", "completion_tokens")
"""In the order of `Usage`; the prompt's number holds what was cached."""

ASIDE = "condenser"
"""In the name of the model that writes summaries: its calls are none of the conversation's."""


def usages(events: Iterable[Mapping[str, Any]]) -> dict[int, Usage]:
    """Usage by the position of the event that tells what the call gave: an action, or a message of the agent."""
    totals: dict[str, tuple[int, ...]] = {}
    found: dict[int, Usage] = {}
    waiting: Usage | None = None
    answered: Any = None
    for position, event in enumerate(events):
        kind = event.get("kind")
        if kind == "ConversationStateUpdateEvent":
            waiting = _told(event.get("value"), totals) or waiting
        elif event.get("source") == "agent" and kind in ("ActionEvent", "MessageEvent"):
            response = event.get("llm_response_id")
            if waiting is not None and (response is None or response != answered):
                found[position] = waiting
            waiting, answered = None, response
    return found


def _told(value: Any, totals: dict[str, tuple[int, ...]]) -> Usage | None:
    """What the newest call took, where this state tells of one more call; the totals are brought up to date."""
    stats = value.get("stats", value) if isinstance(value, Mapping) else None
    models = stats.get("usage_to_metrics") if isinstance(stats, Mapping) else None
    usage: Usage | None = None
    for name, metrics in models.items() if isinstance(models, Mapping) else ():
        total = metrics.get("accumulated_token_usage") if isinstance(metrics, Mapping) else None
        if ASIDE in name or not isinstance(total, Mapping):
            continue
        now = tuple(count(total.get(key)) for key in NAMES)
        before, totals[name] = totals.get(name, (0,) * len(NAMES)), now
        grown = [new - old for new, old in zip(now, before, strict=True)]
        if grown[0] > 0 and min(grown) >= 0 and grown[0] + grown[-1] == count(total.get("per_turn_token")):
            usage = Usage(*grown)
    return usage
