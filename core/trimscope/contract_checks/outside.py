"""The points about what happens outside the request, which no transcript can show."""

from __future__ import annotations

from trimscope.contract_checks.check import Found
from trimscope.contract_checks.sent import Sent


def executor(sent: Sent) -> Found:
    """6. The executor validates permissions, state and idempotency by itself: that is code, not history."""
    called = sum(len(message.calls) for message in sent.history)
    return Found("undecidable", "executor_unseen", (), {"count": called})


def cache(sent: Sent) -> Found:
    """12. The cache is for speed and is no store of facts: where an application keeps its facts is not in what it
    sends."""
    return Found("undecidable", "stores_unseen")
