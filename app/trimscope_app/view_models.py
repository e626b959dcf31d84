"""What every component is shown, by the name of the playground's parameter that holds it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from trimscope_app.samples import samples
from trimscope_app.views.checks import checks_view
from trimscope_app.views.chooser import chooser_view
from trimscope_app.views.export import exporter_view
from trimscope_app.views.gauge import gauge_view
from trimscope_app.views.inspect import inspection_view
from trimscope_app.views.lesson import lesson_view
from trimscope_app.views.notice import notice_view
from trimscope_app.views.origin import origin_view
from trimscope_app.views.preview import preview_view
from trimscope_app.views.ringmap import plan_view, rows_view
from trimscope_app.views.run.card import played_view, run_view
from trimscope_app.views.sections import sections_view, strategy_view
from trimscope_app.views.share import share_view
from trimscope_app.views.topbar import topbar_view
from trimscope_app.views.tune.card import swept_view, tune_view

if TYPE_CHECKING:
    from trimscope_app.playground import Playground

VIEWS: Final[Mapping[str, Callable[[Playground], dict[str, Any]]]] = {
    "topbar": lambda at: topbar_view(at.loaded, samples(), at.lang),
    "notice": lambda at: notice_view(at.loaded, at.plan, at.trouble, at.lang, aside=at.aside),
    "gauge": lambda at: gauge_view(at.loaded, at.plan, at.settings, at.lang),
    "rows": lambda at: rows_view(at.loaded, at.lang),
    "plan_rows": lambda at: plan_view(at.loaded, at.plan, at.lang, at.policy.head),
    "preview": lambda at: preview_view(at.loaded, at.plan, at.selected, at.lang),
    "exporter": lambda at: exporter_view(at.loaded, at.plan, at.lang),
    "checks": lambda at: checks_view(at.loaded, at.plan, at.lang),
    "inspection": lambda at: inspection_view(at.tab, at.loaded, at.plan, at.lang, at.selected),
    "chooser": lambda at: chooser_view(at.loaded, at.lang),
    "share": lambda at: share_view(at.loaded, at.lang),
    "lesson": lambda at: lesson_view(at.classroom, at.lang),
    "run": lambda at: run_view(at.loaded, at.plan, at.replayed(), at.asked.call, at.lang),
    "played": lambda at: played_view(at.replayed(), at.lang),
    "tune": lambda at: tune_view(at.loaded, at.policy, at.tuner, at.lang),
    "swept": lambda at: swept_view(at.tuner, at.lang),
    "source": lambda at: origin_view(at.loaded, at.plan, at.origin, at.lang),
    "sections": lambda at: {**sections_view(at.settings, at.asked, at.refusal, at.lang), "heard": dict(at.heard)},
    "strategy": lambda at: {**strategy_view(at.settings, at.asked, at.refusal, at.lang), "heard": dict(at.heard)},
}

ALWAYS: Final = frozenset(
    ("topbar", "notice", "exporter", "chooser", "share", "lesson", "source", "sections", "strategy")
)
"""Shown even when nothing is loaded."""

OF_THE_PLAN: Final = ("gauge", "plan_rows", "preview", "notice", "exporter", "checks", "inspection", "run", "tune",
                      "source", "sections", "strategy")  # fmt: skip
"""What changes with the call that is looked at."""

OF_THE_POLICY: Final = (*OF_THE_PLAN, "played")
"""What changes with every setting; the rest only with the transcript or the language."""


def view_models(playground: Playground, names: tuple[str, ...] = ()) -> dict[str, dict[str, Any]]:
    """The view models of these names (all where none is named), as far as there is something to show."""
    ready = playground.loaded is not None and playground.plan is not None
    return {name: VIEWS[name](playground) for name in names or VIEWS if ready or name in ALWAYS}
