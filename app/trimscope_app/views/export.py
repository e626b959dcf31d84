"""What can be downloaded, as text, and the buttons for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import trimscope as ts
from trimscope.exporting.code import KINDS, code
from trimscope.exporting.policy_texts import ENDINGS, policy_text
from trimscope.exporting.report import report_html
from trimscope.exporting.run_tables import calls_csv, lost_csv
from trimscope.measures.prometheus import exposition
from trimscope.source.output import to_text
from trimscope_app.i18n import tr
from trimscope_app.views.loaded import Loaded
from trimscope_app.views.run.rounds import rounds_file
from trimscope_app.views.run.tables import calls_file
from trimscope_app.views.titles import name_of
from trimscope_app.views.topbar import is_rewritten

LONGEST_STEM: Final = 80  # characters of a download's name: file systems take about 255 bytes, three a character

CARD: Final = "card"
"""What is asked for by the buttons of the Run card's own tables: `card.calls`, `card.rounds`."""

TABLES: Final[Mapping[str, Callable[[ts.Replay], str]]] = {"calls": calls_csv, "lost": lost_csv}
"""Tables of the replayed run by name."""

MIMES: Final = {"json": "application/json", "toml": "application/toml", "yaml": "application/yaml"}
"""By file ending. A transcript's own JSON Lines are saved as JSON as well."""

Replayed = Callable[[], ts.Replay | None]
"""The run under the policy in force: replayed when it is asked for, as it costs the most."""


def exporter_view(loaded: Loaded | None, plan: ts.Plan | None, lang: str) -> dict[str, Any]:
    """{words, can_send, can_measure, groups: [{name, entries: [{id, name}]}]}."""
    names = ("messages", "policy", "metrics", "metrics_title", "verb", "note", "choose", "more")
    words = {name: tr(lang, f"export.{name}") for name in names}
    if loaded is not None and is_rewritten(loaded.transcript):
        words["note"] = tr(lang, "export.note_log", dialect=name_of(loaded.transcript.dialect))
    return {"words": words, "can_send": plan is not None and plan.status in ("fine", "above_watermark"),
            "can_measure": plan is not None, "groups": _groups(plan, lang)}


def _groups(plan: ts.Plan | None, lang: str) -> list[dict[str, Any]]:
    """What the list offers: of a run without a model call no tables, without a plan policies only."""
    found: dict[str, list[str]] = {}
    if plan is not None:
        found["plan"] = ["report"]
        found["code"] = [f"code.{kind}" for kind in KINDS]
    found["policies"] = [f"policy.{ending}" for ending in ENDINGS]
    if plan is not None and plan.transcript.call_indexes:
        found["run"] = [f"run.{name}" for name in TABLES]
    return [{"name": tr(lang, f"export.group.{name}"),
             "entries": [{"id": each, "name": tr(lang, f"export.what.{each}")} for each in entries]}
            for name, entries in found.items()]  # fmt: skip


def download(
    what: str, loaded: Loaded | None, plan: ts.Plan | None, policy: ts.Policy, lang: str = "en",
    replayed: Replayed = lambda: None,
) -> dict[str, str]:
    """`{name, mime, text}` of what is called `messages`, `policy`, `metrics`, or an id of the list's entries.

    Empty for what there is not: a page can be made to ask for anything. Raises ts.TrimscopeError for a policy that the
    notation cannot say.
    """
    kind, _, which = what.partition(".")
    if kind == "policy" and (which or "json") in ENDINGS:
        ending = which or "json"
        return _file(f"trimscope-policy.{ending}", MIMES[ending], policy_text(policy, ending))
    if plan is None:
        return {}
    stem = _stem(loaded)
    if what == "messages":
        text, ending = trimmed_text(plan)
        return _file(f"{stem}.trimmed.{ending}", MIMES["json"], text)
    if what == "metrics":
        return _file(f"{stem}.prom", "text/plain", exposition(ts.metrics(plan)))
    if what == "report":
        text = report_html(plan, lang, title=loaded.title if loaded else "", version=ts.__version__)
        return _file(f"{stem}.plan.html", "text/html", text)
    if kind == "code" and which in KINDS:
        several = loaded is not None and bool(loaded.transcript.conversations)
        text = code(plan, which, lang, file=_source(loaded), select=loaded.chosen if loaded and several else None)
        return _file(f"{stem}.{'plan' if which == 'python' else which}.py", "text/x-python", text)
    if kind == CARD and loaded is not None:
        return _of_card(which, loaded, plan, replayed)
    if kind == "run" and which in TABLES:
        run = replayed()
        # Spreadsheets take a CSV for UTF-8 only where it begins with its mark.
        return {} if run is None else _file(f"{stem}.{which}.csv", "text/csv", "\ufeff" + TABLES[which](run))
    return {}


def _of_card(which: str, loaded: Loaded, plan: ts.Plan, replayed: Replayed) -> dict[str, str]:
    run = replayed() if which == "calls" else None
    text = calls_file(run) if run is not None else rounds_file(loaded, plan) if which == "rounds" else None
    return {} if text is None else _file(f"{which}.csv", "text/csv", text)


def _file(name: str, mime: str, text: str) -> dict[str, str]:
    return {"name": name, "mime": mime, "text": text}


def _source(loaded: Loaded | None) -> str:
    """What the file of a transcript is called."""
    if loaded is None:
        return "transcript.json"
    return f"{loaded.sample}.json" if loaded.sample else loaded.title or "transcript.json"


def _stem(loaded: Loaded | None) -> str:
    """What a download of a transcript is called before its ending."""
    stem = (loaded.sample or loaded.title or "transcript") if loaded else "transcript"
    stem = stem.rsplit(".", 1)[0][:LONGEST_STEM] or "transcript"
    return f"{stem}.{loaded.chosen}" if loaded and loaded.transcript.conversations else stem


def trimmed_text(plan: ts.Plan) -> tuple[str, str]:
    """The trimmed document in the source's own format, and the file ending: JSON Lines stay JSON Lines."""
    layout = plan.transcript.layout
    return to_text(plan.document, layout), layout
