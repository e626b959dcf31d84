"""A sweep's recommendation in sentences."""

from __future__ import annotations

from trimscope.sweeping.advice import Neighbour
from trimscope.sweeping.sweep import Sweep
from trimscope.words.sweeping import percent, sentence


def sentences(found: Sweep, lang: str = "en") -> tuple[str, ...]:
    """What to take and why; what its neighbours on the front give up; what speaks against all of it."""
    advice = found.advice
    stopped = (sentence("stopped", lang, done=len(found.rows), whole=found.whole),)
    tail = stopped if len(found.rows) < found.whole else ()
    if advice is None:
        return (sentence("none", lang), *tail)
    row = found.rows[advice.row]
    last = advice.reason == "balance" and not advice.above_fewest  # there is no further value to keep
    code: str = "fewest_lost" if last else advice.reason
    if code == "fewest_lost" and advice.cheaper is None:
        code = "cheapest"
    said = [
        sentence(
            code,
            lang,
            name=row.name,
            lost=row.lost,
            grounded=row.grounded,
            more=percent(advice.above_cheapest),
        )
    ]
    if advice.safer is not None:
        said.append(_neighbour(found, advice.safer, "safer", lang))
    if advice.cheaper is not None:
        said.append(_neighbour(found, advice.cheaper, "cheaper", lang))
    if advice.beside_untrimmed > 0:
        said.append(sentence("costs_more", lang, n=percent(advice.beside_untrimmed)))
    if advice.failing:
        said.append(sentence("failing", lang, n=advice.failing, calls=row.calls))
    others = [each for each in found.rows if not each.error and each.failing == row.failing and each.unit != row.unit]
    worse = [each for each in found.rows if not each.error and each.failing > row.failing]
    said += [sentence("more_failing", lang, n=len(worse))] if worse else []
    said += [sentence("other_unit", lang, n=len(others))] if others else []
    return (*said, *tail)


def _neighbour(found: Sweep, each: Neighbour, code: str, lang: str) -> str:
    name, cost = found.rows[each.row].name, percent(abs(each.cost))
    return sentence(code, lang, name=name, cost=cost, lost=abs(each.lost))
