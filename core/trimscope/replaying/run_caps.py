"""Limits of time and cost on a recorded run: the first call that each would have kept from being made.

The other limits of a run (`max_turns`, `run_token_budget`) are the policy's. These two are no part of it: time is only
known where the file has it, and cost only for a model with a price.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from trimscope.errors import PolicyError
from trimscope.replaying.result import CallRow

MOST = 10**15
"""Largest limit in seconds or micro-units: what JSON readers hold exactly."""


@dataclass(frozen=True, slots=True)
class RunCaps:
    """`seconds` since the first call, `cost` of the input of all calls before (integer micro-units); None: no limit."""

    seconds: int | None = None
    cost: int | None = None

    def __post_init__(self) -> None:
        for name, value in (("seconds", self.seconds), ("cost", self.cost)):
            whole = isinstance(value, int) and not isinstance(value, bool) and 0 < value <= MOST
            if value is not None and not whole:
                raise PolicyError(f"The run's limit of {name} takes a whole number from 1 to {MOST}.")


NO_CAPS = RunCaps()


def reached(rows: Sequence[CallRow], caps: RunCaps) -> dict[str, int | None]:
    """For `max_seconds` and `max_cost`, where they are set, the first call at which the limit is reached; None where it
    never is.

    Where the file does not say when a call was made, no time passes before it: what is told is the least. Raises
    PolicyError for a limit in seconds where the file has no times at all.
    """
    found: dict[str, int | None] = {}
    if caps.seconds is not None:
        if len(rows) > 1 and all(row.gap is None for row in rows):
            raise PolicyError("The run's limit of seconds cannot be told: the file does not say when calls were made.")
        found["max_seconds"] = _first(rows, caps.seconds, [row.gap or 0 for row in rows])
    if caps.cost is not None:
        found["max_cost"] = _first(rows, caps.cost, [0, *(row.bill.cost for row in rows[:-1])])
    return found


def _first(rows: Sequence[CallRow], limit: int, before: Sequence[int]) -> int | None:
    """The first call before which at least `limit` has come together; `before` is what each call adds to it."""
    total = 0
    for row, more in zip(rows, before, strict=False):
        total += more
        if total >= limit:
            return row.call
    return None
