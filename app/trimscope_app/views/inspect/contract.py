"""The context contract: each of its points met, not met, or not decidable, with the messages that rests on."""

from __future__ import annotations

from typing import Any

import trimscope as ts
from trimscope.contract_checks import words
from trimscope_app.i18n import tr
from trimscope_app.views.inspect.links import links, more
from trimscope_app.views.loaded import Loaded


def contract_page(loaded: Loaded, plan: ts.Plan, lang: str) -> dict[str, Any]:
    """The fourteen points as a list."""
    checks = ts.contract(plan)
    counted = {verdict: sum(each.verdict == verdict for each in checks) for verdict in words.VERDICTS}
    points = [
        {
            "title": f"{each.number}. {each.point(lang)}",
            "code": each.code,
            "state": each.verdict,
            "state_text": words.verdict(each.verdict, lang),
            "text": each.evidence(lang),
            "links": links(each.messages),
            "more": more(each.messages, lang),
        }
        for each in checks
    ]
    lead = tr(lang, "inspect.contract_lead", passed=counted["pass"], failed=counted["fail"],
              open=counted["undecidable"])
    return {"lead": lead, "blocks": [{"kind": "points", "points": points}]}
