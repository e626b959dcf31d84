"""What a call of a tool does to the world, told from the tool's name: five classes, editable by pattern and by tool.

Worked examples with the defaults: `search_hotels` and `mcp__crm__listOrders` only read (query); `update_order_address`
writes and may be called again (retryable); `book_hotel` and `mcp__gmail__send_email` must not be called again (once);
`refund_order` and `order_service.cancel` need a person (confirm). `bash` is unknown: what a command does depends on the
command, and to take every `ls` for a completed effect would be as wrong as to take none for one.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from trimscope.carried.tool_names import matches_any
from trimscope.policies.sections import CLASSES, ledger

UNKNOWN = "unknown"
"""The class of a tool that no pattern means: nobody has said what it does."""

WRITES = CLASSES[1:]
"""Classes whose calls change something."""


@cache
def defaults() -> Mapping[str, Any]:
    """The ledger section with every key at its default."""
    return MappingProxyType(ledger().check("ledger", True))


def class_of(tool: str, section: Mapping[str, Any] | None = None) -> str:
    """The class of a tool under a ledger section: query, retryable, once, confirm or unknown.

    The table of single tools (`tools`, by exact name) decides before the patterns; where patterns of several classes
    mean a tool, the more dangerous class does (confirm over once over retryable over query).
    """
    section = defaults() if section is None else section
    if tool in section["tools"]:
        named: str = section["tools"][tool]
        return named
    return next((each for each in reversed(CLASSES) if matches_any(section[each], tool)), UNKNOWN)
