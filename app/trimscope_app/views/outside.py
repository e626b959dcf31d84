"""Messages that are no part of the history at the call looked at, so that no decision is about them."""

from __future__ import annotations

from typing import Final

import trimscope as ts

CODES: Final = ("past", "later")
"""`past`: the run's own compaction took it away before. `later`: it came after the call looked at."""


def outside_codes(plan: ts.Plan) -> list[str]:
    """For every message, why it would stand in no decision. A history's messages come before all that are later."""
    past = max(plan.view.history, default=-1) + 1
    return ["past"] * past + ["later"] * (len(plan.transcript.messages) - past)
