"""The policy of a link: what it says that cannot be is left out or moved into range, and told.

In a file that is an error. A link is opened by somebody who did not write it, perhaps in a page that is older.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.errors import PolicyError
from trimscope.policies.policy import Policy, settings
from trimscope.policies.settings import Count, Ratio, Setting

TOGETHER = (("target", "watermark"), ("strategy", "params"))
"""Keys that are judged together: where they contradict each other both take their default."""


def lenient_policy(given: Any) -> tuple[Policy, tuple[str, ...]]:
    """The policy, and the keys that were left out or moved, in their order."""
    if not isinstance(given, Mapping):
        return Policy(), ("policy",)
    known = settings()
    taken: dict[str, Any] = {}
    changed: list[str] = []
    for key, value in given.items():
        kind = known.get(key)
        moved = _clamped(kind, value)
        if moved is not value or kind is None or not _holds(kind, key, value):
            changed.append(str(key)[:80])
        if kind is not None and _holds(kind, key, moved):
            taken[key] = moved
    for without in ((), *TOGETHER, TOGETHER[0] + TOGETHER[1]):
        left = {key: value for key, value in taken.items() if key not in without}
        try:
            policy = Policy.from_mapping(left)
        except PolicyError:
            continue
        return policy, tuple(dict.fromkeys((*changed, *(key for key in taken if key in without))))
    return Policy(), tuple(str(key)[:80] for key in given)


def _holds(kind: Setting, key: str, value: Any) -> bool:
    try:
        kind.check(key, kind.read(key, value))
    except PolicyError:
        return False
    return True


def _clamped(kind: Setting | None, value: Any) -> Any:
    """A number moved into the range of its setting; anything else as it is."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not isinstance(kind, Count | Ratio):
        return value
    low, high = (kind.low, kind.high) if isinstance(kind, Count) else (0, 1)
    return low if value < low else high if value > high else value
