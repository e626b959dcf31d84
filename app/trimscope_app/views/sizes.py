"""How far the gauge's numbers may be off, and what the provider reported: the ends of its bars, and the line below.

A bar is as long as the plan's estimate. Its band stands at the number that is known best: the provider's last report
and the estimate of what came after it, where there is one. What that has beyond the estimate is drawn as tokens that
the file does not hold.
"""

from __future__ import annotations

from typing import Any

import trimscope as ts
from trimscope.reported.size import Size, sent_size, stored_size
from trimscope_app.i18n import tr


def ends_view(plan: ts.Plan, lang: str) -> dict[str, Any]:
    """{stored, sent: {low, high, at, title, unseen}, source, may_not_fit, aria}; all lengths are tokens."""
    stored, refused = stored_size(plan.view), plan.status == "refused"
    sent = None if refused else sent_size(plan)
    last = stored if sent is None else sent
    may_not_fit = sent is not None and sent.may_not_fit(plan.window.budget)
    said = tr(lang, "gauge.size_sent", stored=_said(stored, lang), sent=_said(last, lang))
    return {
        "stored": _end(stored, plan.tokens.stored, lang),
        "sent": None if sent is None else _end(sent, plan.tokens.sent, lang),
        "source": source_text(stored, last, plan, lang),
        "may_not_fit": tr(lang, "gauge.may_not_fit", n=last.high) if may_not_fit else "",
        "may_not_fit_title": tr(lang, "gauge.may_not_fit_title", budget=plan.window.budget),
        "aria": tr(lang, "gauge.size_stored", stored=_said(stored, lang)) if refused else said,
    }


def longest(plan: ts.Plan) -> int:
    """Tokens of the longest bar, with what the file does not hold. A band never shrinks the window: it is cut off."""
    return max(plan.tokens.stored, plan.tokens.sent, stored_size(plan.view).tokens)


def _end(size: Size, drawn: int, lang: str) -> dict[str, Any]:
    unseen = max(0, size.tokens - drawn) if size.reported else 0
    title = tr(lang, "gauge.band", size=size.tokens, source=_said(size, lang))
    return {"at": size.tokens, "low": size.low, "high": size.high, "title": title, "unseen": unseen,
            "unseen_title": tr(lang, "gauge.unseen", size=unseen) if unseen else ""}


def _said(size: Size, lang: str) -> str:
    """Where a size comes from, with its ends."""
    return tr(lang, f"gauge.size.{size.label}", n=size.tokens, low=size.low, high=size.high, reported=size.reported,
              call=size.call or 0)


def source_text(stored: Size, sent: Size, plan: ts.Plan, lang: str) -> str:
    """What the numbers are, in a line: the estimator with its error, and the provider's report where there is one."""
    pricing = plan.view.counts.profile
    told = [tr(lang, f"gauge.source.{stored.label}", n=stored.tokens, call=stored.call or 0)] if stored.reported else []
    rest = next((size for size in (sent, stored) if not size.reported), None)
    if rest is None:
        return " · ".join((*told, pricing.label))
    estimate = tr(lang, f"gauge.source.{rest.label}", band=_band(rest), source=pricing.label)
    return " · ".join((*told, tr(lang, "gauge.source.sent", source=estimate) if told else estimate))


def _band(size: Size) -> str:
    """The band as a share of the part that it is over: `5 %`, `1.5 %`."""
    per_mille = size.band * 1000 // max(1, size.estimated)
    return f"{per_mille // 10}{f'.{per_mille % 10}' if 0 < per_mille < 50 and per_mille % 10 else ''} %"

