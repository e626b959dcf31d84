"""What a question can ask the core: figures by name, each worked out from a scene's plan or replay.

A figure is a whole number or a short text. `{"figure": NAME}`, and for some an argument beside it:

* of the plan: `status`; `stored`, `sent`, `saved` (tokens); `budget`, `watermark` (tokens); `dropped`, `cut` (messages
  left out, results shortened); `rings` (tool rings of the history); `fault` (code of the first fault that the provider
  would refuse, "none"); `action` of a `message`; `in_sight`: "yes" or "no", whether a `text` stands in what is sent;
  `place`: per mille of the characters sent that stand before a `text`, -1 where it is not sent; `effects` (side effects
  of the loaded run); `summary`: "used", "refused", or "none" where none was due.
* of the replay: `lost` (lost references), `lost_value` (the first such value, "none"), `breaks` (prefix breaks),
  `cached` (per mille of all input tokens sent that the cache serves), `untrimmed_cached` (the same without trimming),
  `cheaper` ("trimmed", "untrimmed", "equal": whose input costs less), `refused` (calls that would be refused),
  `peak` (tokens of the longest request).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

import trimscope as ts
from trimscope_app.lessons.lesson import LessonError
from trimscope_app.lessons.staging import Stage

Figure = str | int
Asked = Mapping[str, Any]


def figure(stage: Stage, asked: Asked) -> Figure:
    """The value of what is asked. Raises LessonError for a figure or argument that is none."""
    name = asked.get("figure")
    if not isinstance(name, str) or name not in FIGURES:
        raise LessonError(f"answer, figure: one of {', '.join(FIGURES)}.")
    return FIGURES[name](stage, asked)


def _count(action: str) -> Callable[[Stage, Asked], int]:
    return lambda at, _: sum(each.action == action and each.message is not None for each in at.plan.decisions)


def _fault(at: Stage, _: Asked) -> str:
    found = (*at.plan.sent_faults, *at.plan.faults)
    return next((each.code for each in found if each.severity == "refused"), "none")


def _action(at: Stage, asked: Asked) -> str:
    message = asked.get("message")
    found = [each.action for each in at.plan.decisions if type(message) is int and each.message == message]
    if not found:
        raise LessonError("answer, message: names a message of the scene's history.")
    return found[0]


def _in_sight(at: Stage, asked: Asked) -> str:
    text = asked.get("text")
    if not isinstance(text, str) or not text:
        raise LessonError("answer, text: has to be a text.")
    return "yes" if text in "\n".join(_strings(at.plan.document)) else "no"


def _strings(value: Any) -> list[str]:
    """Every text in a document, those in JSON written as text included as they stand."""
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for part in parts for text in _strings(part)]


def _place(at: Stage, asked: Asked) -> int:
    if _in_sight(at, asked) == "no":
        return -1
    whole = "\n".join(_strings(at.plan.document))
    return whole.index(asked["text"]) * 1000 // len(whole)


def _summary(at: Stage, _: Asked) -> str:
    if at.plan.summary is None:
        return "none"
    return "used" if at.plan.summarised else "refused"


def _lost_value(at: Stage, _: Asked) -> str:
    lost = at.replay.lost
    return lost[0].value if lost else "none"


def _cheaper(at: Stage, _: Asked) -> str:
    sums = at.replay.totals
    if sums.cost == sums.untrimmed_cost:
        return "equal"
    return "trimmed" if sums.cost < sums.untrimmed_cost else "untrimmed"


def _untrimmed_cached(at: Stage, _: Asked) -> int:
    sums = at.replay.totals
    return sums.untrimmed_cached * 1000 // sums.stored if sums.stored else 0


FIGURES: Final[Mapping[str, Callable[[Stage, Asked], Figure]]] = {
    "status": lambda at, _: at.plan.status,
    "stored": lambda at, _: at.plan.tokens.stored,
    "sent": lambda at, _: at.plan.tokens.sent,
    "saved": lambda at, _: at.plan.tokens.saved,
    "budget": lambda at, _: at.plan.window.budget,
    "watermark": lambda at, _: at.plan.window.watermark,
    "dropped": _count("drop"),
    "cut": _count("truncate"),
    "rings": lambda at, _: sum(each.ring for each in at.plan.view.rings.rounds),
    "fault": _fault,
    "action": _action,
    "in_sight": _in_sight,
    "place": _place,
    "effects": lambda at, _: len(ts.effects(at.transcript)),
    "summary": _summary,
    "lost": lambda at, _: at.replay.totals.lost,
    "lost_value": _lost_value,
    "breaks": lambda at, _: at.replay.totals.breaks,
    "cached": lambda at, _: at.replay.totals.cached_share,
    "untrimmed_cached": _untrimmed_cached,
    "cheaper": _cheaper,
    "refused": lambda at, _: at.replay.totals.refused,
    "peak": lambda at, _: at.replay.totals.sent_peak,
}


def shown(value: Figure) -> str:
    """A figure for an error sentence."""
    return json.dumps(value, ensure_ascii=False)

