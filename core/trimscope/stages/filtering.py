"""What of a JSON result its tool's whitelist keeps (`field_whitelist`), and what later stages read of a result.

Only results that are JSON objects or lists are filtered, as a whole or, where each text part is JSON of its own, part
by part. An error stays as it is (the model needs all of it), and so does a result in which no path leads anywhere: it
is not the answer that the whitelist was written for. A list without paths keeps nothing. What is kept is written
anew as JSON: spelling may change (1.10 becomes 1.1), values do not.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import partial
from typing import Any

from trimscope.carried.outcomes import is_error
from trimscope.planning.view import View
from trimscope.source import canonical
from trimscope.stages import observing
from trimscope.texts.stub import is_stub, json_of
from trimscope.transcript import ToolResult
from trimscope.values import json_paths
from trimscope.values.json_paths import Path

Texts = tuple[str | None, ...]
"""Text of each text part of a result; None: the part goes."""

_TIGHT = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
"""JSON without blanks, for a result that was stored so: with blanks it could be longer than before."""


@dataclass(frozen=True, slots=True)
class Read:
    """A result as the stages behind the whitelist see it, and the code of what the whitelist did ("" for nothing)."""

    texts: Texts
    reason: str = ""
    failed: bool = False
    """the result is marked as an error, by its dialect or by the frame it was in"""

    @property
    def whole(self) -> str:
        """All its text parts as one."""
        kept = [text for text in self.texts if text]
        return kept[0] if len(kept) == 1 else "".join(kept)


def read(view: View, index: int, position: int, tool: str) -> Read:
    """A result's texts out of their frames and with only the fields on the whitelist of its tool.

    `index` and `position` are the message's and the result's among its parts. Computed once for each whitelist.
    """
    result = view.transcript.messages[index].parts[position]
    assert isinstance(result, ToolResult)
    policy = view.policy
    paths = policy.field_whitelist.get(tool)
    if paths is None and not policy.observations:
        return Read(tuple(text.text for text in result.texts), failed=result.is_error)
    key = (tool, paths, policy.observations)
    return view.counts.remembered(("read", index, position), key, partial(_read, result, *key))


def filtered(texts: Texts, paths: tuple[Path, ...]) -> Read:
    """The texts of one result with only what the paths lead to, never longer than before."""
    whole = Read(texts).whole
    value = json_of(whole)
    if value is not None:
        new = _kept(whole, value, paths)
        if new is None:
            return Read(texts, "whitelist_no_match")
        return Read(texts) if new is whole else Read((new, *(None,) * (len(texts) - 1)), "whitelisted")
    values = [json_of(text or "") for text in texts] if len(texts) > 1 else []
    if not any(value is not None for value in values):
        return Read(texts, "whitelist_no_json")
    each = [None if v is None else _kept(text or "", v, paths) for text, v in zip(texts, values, strict=True)]
    if not any(new is not None for new in each):
        return Read(texts, "whitelist_no_match")
    parts = tuple(text if new is None else new for text, new in zip(texts, each, strict=True))
    return Read(texts) if parts == texts else Read(parts, "whitelisted")


def _kept(text: str, value: Any, paths: tuple[Path, ...]) -> str | None:
    """The JSON text with only the paths left; the text itself where that is no less, None where no path leads
    anywhere in it."""
    if paths and not any(json_paths.values(value, path) for path in paths):
        return None
    left = json_paths.kept(value, paths)
    if left == value:
        return text
    shorter = (new for new in (canonical.readable(left), _TIGHT.encode(left)) if len(new) < len(text))
    return next(shorter, text)


def _read(result: ToolResult, tool: str, paths: tuple[str, ...] | None, observed: bool) -> Read:
    texts: Texts = tuple(text.text for text in result.texts)
    failed = result.is_error
    if observed:
        failed = failed or any(observing.says_failed(text or "", tool, result.call_id) for text in texts)
        inside = (observing.unframed(text or "", tool, result.call_id) for text in texts)
        texts = tuple(old if new is None else new for old, new in zip(texts, inside, strict=True))
    whole = Read(texts).whole
    if paths is None or failed or is_stub(whole) or is_error(result, whole):
        return Read(texts, failed=failed)
    return filtered(texts, tuple(json_paths.parse(path) for path in paths))
