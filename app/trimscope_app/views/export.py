"""What can be downloaded, as text."""

from __future__ import annotations

import json

import trimscope as ts
from trimscope.output import to_text


def policy_text(policy: ts.Policy) -> str:
    """The policy as JSON, what differs from the defaults only: `trimscope trim --policy` reads it."""
    return json.dumps(policy.to_mapping(), ensure_ascii=False, indent=2) + "\n"


def trimmed_text(plan: ts.Plan) -> tuple[str, str]:
    """The trimmed document in the source's own format, and the file ending: JSON Lines stay JSON Lines."""
    layout = plan.transcript.layout
    return to_text(plan.document, layout), layout
