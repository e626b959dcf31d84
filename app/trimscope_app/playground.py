"""The page's one state: what is loaded, the settings, what is selected; and the view models that follow from them.

Every change goes through `load_*`, `change`, `select`, `speak`; each ends in one update of the view models, sent
to the browser in one batch. Components take view models by reference and never reach back in here.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import panel as pn
import param

import trimscope as ts
from trimscope_app import yaml_files
from trimscope_app.i18n import DEFAULT, known, tr
from trimscope_app.presets import CUSTOM, with_preset
from trimscope_app.samples import Sample, samples
from trimscope_app.settling import settled, without_lost_pins
from trimscope_app.views.checks import checks_view
from trimscope_app.views.chooser import chooser_view, entry_rows
from trimscope_app.views.export import policy_text, trimmed_text
from trimscope_app.views.faults import blocking
from trimscope_app.views.gauge import gauge_view
from trimscope_app.views.loaded import Loaded, load
from trimscope_app.views.notice import notice_view
from trimscope_app.views.origin import BASE, YOURS, origin_view
from trimscope_app.views.pins import toggled, without_places
from trimscope_app.views.preview import preview_view
from trimscope_app.views.ringmap import plan_view, rows_view
from trimscope_app.views.titles import name_of
from trimscope_app.views.topbar import CAP_BYTES, is_rewritten, topbar_view
from trimscope_app.views.trouble import Trouble

MEGA: Final = 1024 * 1024


class Playground(pn.viewable.Viewer):
    """State and view models. `settings` holds every policy key (defaults included)."""

    loaded = param.Parameter(default=None, doc="Loaded or None")
    settings = param.Dict(default={})
    selected = param.Integer(default=None, allow_None=True, doc="message index, or -1 for the tombstone")
    lang = param.String(default=DEFAULT)
    trouble = param.Parameter(default=None, doc="Trouble or None: what failed last")
    origin = param.String(default=BASE, doc="whether the settings are those the transcript came with, or the user's")

    answers = param.Integer(default=0, doc="how many attempts to load something have ended, well or not")

    topbar = param.Dict(default={})
    notice = param.Dict(default={})
    gauge = param.Dict(default={})
    rows = param.Dict(default={})
    plan_rows = param.Dict(default={})
    preview = param.Dict(default={})
    exporter = param.Dict(default={})
    checks = param.Dict(default={})
    chooser = param.Dict(default={})
    source = param.Dict(default={}, doc="where the settings come from")

    def __init__(self, **params: Any) -> None:
        super().__init__(**params)
        self.plan: ts.Plan | None = None
        self.policy = ts.Policy()
        self._loads = 0
        self._aside: tuple[str, dict[str, Any]] | None = None
        self._listed: tuple[tuple[str, str], dict[str, Any]] | None = None
        if not self.settings:
            self.settings = self.policy.to_mapping(defaults=True)

    # What the user does

    def load_sample(self, id: str) -> None:
        """Load a sample with its policy. Unknown ids do nothing (the list comes from us)."""
        sample = next((each for each in samples() if each.id == id), None)
        if sample is not None:
            self._load(sample.title[self.lang], sample.read(), sample)

    def load_upload(self, upload: Mapping[str, Any]) -> None:
        """Load what the top bar read: `{name, base64}`, or `{name, error, bytes}` when it could not."""
        name, size = str(upload.get("name") or ""), int(upload.get("bytes") or 0)
        if upload.get("error") == "too_big":
            self._too_big(size)
        elif upload.get("error"):
            self._not_loaded("error.unreadable")
        else:
            try:
                source = base64.b64decode(str(upload.get("base64") or ""), validate=True)
            except binascii.Error:
                self._not_loaded("error.unreadable")
                return
            if len(source) > CAP_BYTES:
                self._too_big(len(source))
            else:
                others = int(upload.get("others") or 0)  # files that were dropped with it
                self._load(name, source, None, aside=("note.first_of", {"n": others + 1}) if others else None)

    def load_source(self, name: str, source: bytes | str) -> None:
        """Load a transcript handed in by the program (`trimscope serve FILE`)."""
        self._load(name, source, None)

    def conversations(self) -> dict[str, Any]:
        """The rows to choose a conversation from: `{key, rows}`; counted when they are first asked for."""
        if self.loaded is None or not self.loaded.source:
            return {"key": "", "rows": []}
        key, profile = self.loaded.file, self.policy.profile
        if self._listed is None or self._listed[0] != (key, profile):
            found = entry_rows(ts.entries(self.loaded.source, profile=profile))
            self._listed = (key, profile), {"key": key, "rows": found}
        return self._listed[1]

    def choose(self, number: int) -> None:
        """Load another conversation of the same file."""
        loaded = self.loaded
        if loaded is not None and loaded.source and number != loaded.chosen:
            self._load(loaded.title, loaded.source, None, chosen=number, file=loaded.file)

    def pin(self, index: int) -> None:
        """Pin a message with its ring, or unpin it."""
        if self.loaded is not None and 0 <= index < len(self.loaded.transcript.messages):
            self.change("pins", toggled(self.loaded, self.policy, index))

    def use_preset(self, name: str) -> None:
        """Take a preset's settings; window, model, estimate and pins stay where it says nothing of them."""
        if name != CUSTOM:
            self._change(with_preset(name, self.settings))

    def change(self, key: str, value: Any) -> None:
        """Change one setting; `tombstone.style` and the like reach into a sub-table."""
        settings = dict(self.settings)
        if isinstance(value, float):
            value = round(value, 3)  # the finest share the core knows; sliders count 0.15000000000000002
        if "." in key:
            table, _, inner = key.partition(".")
            settings[table] = dict(settings[table]) | {inner: value}
        else:
            settings[key] = value
        if key == "model":
            # A named model brings its window; leaving it keeps the window that was on screen.
            limit = self.plan.window.limit if self.plan else 0
            settings |= {"model": value or None, "window": 0 if value else limit}
        elif key == "window":
            settings["model"] = None
        self._change(settings, key)

    def reset(self) -> None:
        """Back to the settings the transcript came with: its sample's policy, or the default policy."""
        self._apply(self._base_settings(self.loaded), origin=BASE)

    def select(self, index: int | None) -> None:
        """Select a message (or -1, the tombstone)."""
        if index != self.selected:
            self.selected = index
            self._show("preview")

    def speak(self, lang: str) -> None:
        """Change the language of the interface."""
        if known(lang) != self.lang:
            self.lang = known(lang)
            self._show()

    def dismiss(self) -> None:
        """The user closed the error."""
        self.trouble = None
        self._show("notice")

    def report(self, trouble: Trouble) -> None:
        """Show what failed."""
        self._fail(trouble)

    def export(self, what: str) -> dict[str, str]:
        """`{name, mime, text}` of a download: the trimmed `messages`, or the `policy`."""
        stem = (self.loaded.sample or self.loaded.title or "transcript") if self.loaded else "transcript"
        stem = stem.rsplit(".", 1)[0][:80] or "transcript"
        if self.loaded and self.loaded.transcript.conversations:
            stem = f"{stem}.{self.loaded.chosen}"
        if what == "policy":
            return {"name": "trimscope-policy.json", "mime": "application/json", "text": policy_text(self.policy)}
        assert self.plan is not None
        text, ending = trimmed_text(self.plan)
        return {"name": f"{stem}.trimmed.{ending}", "mime": "application/json", "text": text}

    # What follows from it

    def _fail(self, trouble: Trouble) -> None:
        self.trouble = trouble
        self.answers += 1
        self._show("notice", "topbar")

    def _not_loaded(self, key: str = "", core: str = "", **values: Any) -> None:
        title = "error.title" if self.loaded is None else "error.title_kept"
        self._fail(Trouble(title, key, values, core))

    def _too_big(self, size: int) -> None:
        self._not_loaded("error.too_big", size=-(-size // MEGA), cap=CAP_BYTES // MEGA)

    def _load(
        self, name: str, source: bytes | str, sample: Sample | None, *, chosen: int = 0, file: str = "",
        aside: tuple[str, dict[str, Any]] | None = None,
    ) -> None:
        try:
            if isinstance(source, bytes) and not file:  # another conversation of a file was read before
                source = yaml_files.as_json(name, source)
            found = load(name, source, self._loads + 1, chosen=chosen, file=file)
        except ts.TrimscopeError as error:
            self._not_loaded(core=str(error))
            return
        self._aside = aside
        if sample is not None:
            found = replace(found, sample=sample.id, note=sample.note)
        if sample is not None or (self.origin == BASE and not file):
            self._apply(self._base_settings(found), found, origin=BASE)
        else:  # what the user set stays set, and so does everything within one file
            self._apply({**self.settings, "pins": without_places(self.settings["pins"])}, found)

    def _base_settings(self, loaded: Loaded | None) -> dict[str, Any]:
        """What a transcript comes with: its sample's policy; else the default policy, whose window is its model's."""
        sample = next((each for each in samples() if loaded is not None and each.id == loaded.sample), None)
        return ts.Policy.from_mapping(sample.policy if sample else {}).to_mapping(defaults=True)

    def _change(self, settings: dict[str, Any], moved: str = "") -> None:
        """Settle what the user set, and plan under it. Settings that cannot be are not taken: nothing changes but
        the notice, and the controls go back to what holds."""
        model = self.loaded.transcript.model if self.loaded else None
        settings = settled(settings, moved, model)
        if settings == self.settings:
            self.param.trigger("settings")  # a control may have been moved beyond what can be
            return
        try:
            self._apply(settings, origin=YOURS)
        except ts.TrimscopeError as error:
            self._fail(Trouble("error.setting", core=str(error)))
            self.param.trigger("settings")

    def _apply(self, settings: dict[str, Any], fresh: Loaded | None = None, *, origin: str = "") -> None:
        """Plan the `fresh` transcript, or the one that is there, under these settings.

        Raises ts.TrimscopeError for settings that cannot be, before anything is changed. With a fresh transcript it
        never does: what does not fit it is pushed, or given up for the default policy.
        """
        loaded = fresh or self.loaded
        with pn.io.hold():
            if fresh is not None:
                settings = without_lost_pins(settled(settings, model=fresh.transcript.model), fresh.transcript)
            try:
                loaded, policy, plan = _planned(loaded, settings)
            except ts.TrimscopeError:
                if fresh is None:
                    raise
                settings, origin = self._base_settings(None), BASE
                loaded, policy, plan = _planned(fresh, settings)
            self._loads += fresh is not None
            self.answers += fresh is not None
            recounted = loaded is not self.loaded
            self.plan, self.policy = plan, policy
            self.param.update(loaded=loaded, settings=settings, trouble=None, origin=origin or self.origin)
            if fresh is not None:
                self.selected = self._worth_looking_at()
            if recounted:
                self._show()
            else:
                self._show("gauge", "plan_rows", "preview", "notice", "exporter", "checks", "source")

    def _worth_looking_at(self) -> int | None:
        """What is selected after a load: a fault, else the longest shortened result, else nothing."""
        assert self.plan is not None
        refused = [fault.message for fault in blocking(self.plan)]
        if refused:
            return refused[0]
        cut = [each for each in self.plan.decisions if each.action == "truncate" and each.message is not None]
        if cut:
            return max(cut, key=lambda each: each.before).message
        return -1 if any(each.message is None for each in self.plan.decisions) else None

    def _show(self, *names: str) -> None:
        """Compute view models anew (all, or those named) and send them in one batch."""
        makers = {
            "topbar": lambda: topbar_view(self.loaded, samples(), self.lang),
            "notice": lambda: notice_view(self.loaded, self.plan, self.trouble, self.lang, aside=self._aside),
            "gauge": lambda: gauge_view(self.loaded, self.plan, self.settings, self.lang),
            "rows": lambda: rows_view(self.loaded, self.lang),
            "plan_rows": lambda: plan_view(self.loaded, self.plan, self.lang, self.policy.head),
            "preview": lambda: preview_view(self.loaded, self.plan, self.selected, self.lang),
            "exporter": lambda: self._exporter(),
            "checks": lambda: checks_view(self.loaded, self.plan, self.lang),
            "chooser": lambda: chooser_view(self.loaded, self.lang),
            "source": lambda: origin_view(self.loaded, self.plan, self.origin, self.lang),
        }
        ready = self.loaded is not None and self.plan is not None
        always = {"topbar", "notice", "exporter", "chooser", "source"}
        wanted = names or tuple(makers)
        with pn.io.hold():
            self.param.update(**{name: makers[name]() for name in wanted if ready or name in always})

    def _exporter(self) -> dict[str, Any]:
        words = {key: tr(self.lang, f"export.{key}") for key in ("messages", "policy", "note")}
        if self.loaded is not None and is_rewritten(self.loaded.transcript):
            dialect = self.loaded.transcript.dialect
            words["note"] = tr(self.lang, "export.note_log", dialect=name_of(dialect))
        return {"words": words, "can_send": self.plan is not None and self.plan.status in ("fine", "above_watermark")}



def _planned(loaded: Loaded | None, settings: Mapping[str, Any]) -> tuple[Loaded | None, ts.Policy, ts.Plan | None]:
    """The transcript (counted anew where the estimate changed), the policy and the plan of these settings."""
    policy = ts.Policy.from_mapping(settings)
    if loaded is None:
        return None, policy, None
    if loaded.counts.profile.name != policy.profile:
        loaded = loaded.recounted(policy.profile)
    return loaded, policy, ts.plan(loaded.transcript, policy, counts=loaded.counts)
