"""What each provider accepts, as data: how severe a pairing fault is, and what its rule says in one sentence.

Sources: the providers' API references and the error texts of recorded HTTP 400 answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Severity = Literal["info", "warning", "refused"]

ALWAYS: Mapping[str, Severity] = {
    "missing_result": "refused",
    "orphan_result": "refused",
    "result_before_call": "refused",
    "empty_request": "refused",
    "pending_call": "info",
    "duplicate_call_id": "warning",
    "unknown_call": "info",
}
"""The same for every provider. A pending call is normal at the end of a log (the run was cut there), a call id
used again in a later turn is accepted by all, and a result whose call lies on the provider's server is no fault."""


@dataclass(frozen=True, slots=True)
class Provider:
    """The rules of one provider that decide what may be sent."""

    name: str
    title: str
    merges_roles: bool
    """neighbours of one role are merged before pairing is checked"""
    severity: Mapping[str, Severity] = field(default_factory=dict)
    """of the codes that differ between providers"""
    rule: Mapping[str, str] = field(default_factory=dict)
    """the provider's pairing rule in one sentence, by language"""

    def severity_of(self, code: str) -> Severity:
        """How severe a fault code is here; a code without an entry is a warning."""
        return self.severity.get(code) or ALWAYS.get(code, "warning")


PROVIDERS: Mapping[str, Provider] = {
    provider.name: provider
    for provider in (
        Provider(
            "openai-chat",
            "OpenAI Chat Completions",
            merges_roles=False,
            # a tool message anywhere but straight after its call is HTTP 400; a second one there is tolerated
            severity={"displaced_result": "refused", "duplicate_result": "warning"},
            rule={
                "en": "An assistant message with tool_calls must be followed directly by one tool message for each id.",
                "zh": "带 tool_calls 的 assistant 消息之后，必须紧跟每个 id 对应的 tool 消息。",
            },
        ),
        Provider(
            "anthropic",
            "Anthropic Messages",
            merges_roles=True,
            # "each tool_use must have a single result" and results must open the next user turn: both HTTP 400
            severity={"displaced_result": "refused", "duplicate_result": "refused"},
            rule={
                "en": "Every tool_use must be answered once, at the start of the very next user turn.",
                "zh": "每个 tool_use 必须在紧接的 user 轮次开头得到且仅得到一次应答。",
            },
        ),
    )
}


def provider(name: str) -> Provider:
    """The provider of that name. Raises KeyError for a name that no format carries."""
    return PROVIDERS[name]
