"""The page's one state: what is loaded, the settings, what is selected; and the view models that follow from them.

Every change goes through `load_*`, `change`, `select`, `speak` and the like; each ends in one update of the view
models, sent to the browser in one batch. Components take view models by reference and never reach back in here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import panel as pn
import param

import trimscope as ts
from trimscope.scenarios.stored import sha256_of
from trimscope_app import yaml_files
from trimscope_app.acting import ACTIONS
from trimscope_app.entering import entered
from trimscope_app.field_values import Refusal
from trimscope_app.i18n import DEFAULT, known
from trimscope_app.lessons.checking import check
from trimscope_app.lessons.classroom import Classroom
from trimscope_app.lessons.lesson import Lesson
from trimscope_app.lessons.reading import is_lesson, read_lesson
from trimscope_app.lessons.staging import stage
from trimscope_app.links.opening import Opened, of_file
from trimscope_app.planning import Asked, base_settings, first_look, moved, planned
from trimscope_app.presets import CUSTOM, with_preset
from trimscope_app.samples import Sample, samples
from trimscope_app.settling import settled, without_lost_pins
from trimscope_app.tuning import Tuner
from trimscope_app.uploads import read_upload
from trimscope_app.view_models import OF_THE_PLAN, OF_THE_POLICY, view_models
from trimscope_app.views.chooser import entry_rows
from trimscope_app.views.export import download
from trimscope_app.views.inspect import OF_SELECTED
from trimscope_app.views.loaded import Loaded, load, loaded_of
from trimscope_app.views.origin import BASE, YOURS
from trimscope_app.views.pins import toggled, without_places
from trimscope_app.views.trouble import Trouble


class Playground(pn.viewable.Viewer):
    """State and view models. `settings` holds every policy key (defaults included)."""

    loaded = param.Parameter(default=None, doc="Loaded or None")
    settings = param.Dict(default={})
    asked = param.Parameter(default=Asked(), doc="Asked: what of a plan no policy says")
    selected = param.Integer(default=None, allow_None=True, doc="message index, or -1 - n for a text of ours")
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
    inspection = param.Dict(default={}, doc="the page of the checks that is open")
    run = param.Dict(default={}, doc="the run's calls, and the rounds of the one looked at while it is unfolded")
    played = param.Dict(default={}, doc="the replay of the whole run while it is unfolded")
    tune = param.Dict(default={}, doc="the sweep: its axes, what is picked and compared")
    swept = param.Dict(default={}, doc="what it found")
    chooser = param.Dict(default={})
    share = param.Dict(default={}, doc="the words of the share dialog")
    lesson = param.Dict(default={}, doc="the lessons there are, and the page of one that is open")
    source = param.Dict(default={}, doc="where the settings come from")
    sections = param.Dict(default={}, doc="the folded settings")
    strategy = param.Dict(default={}, doc="the parameters of a named strategy")

    def __init__(self, **params: Any) -> None:
        super().__init__(**params)
        self.plan: ts.Plan | None = None
        self.policy = ts.Policy()
        self.aside: tuple[str, dict[str, Any]] | None = None
        """key and values of a note on what was loaded"""
        self.refusal: Refusal | None = None
        """what was typed last into a field that does not take it"""
        self.plays = False
        """whether the run is unfolded: a replay is computed only then"""
        self._replayed: tuple[tuple[ts.Policy, str, str], ts.Replay] | None = None
        self.tuner = Tuner()
        """the sweep of policies over the loaded run"""
        self.classroom = Classroom()
        """the lesson that is open"""
        self.heard: dict[str, int] = {}
        """the number of the entry that was heard last of each field"""
        self.tab = ""
        """the page of the checks that is open"""
        self.fetching: asyncio.Task[None] | None = None
        """the real tokenizer, while it is being loaded"""
        self._earlier: dict[str, Any] = {}
        self._loads = 0
        self._listed: tuple[tuple[str, str], dict[str, Any]] | None = None
        if not self.settings:
            self.settings = self.policy.to_mapping(defaults=True)

    # Loading

    def load_sample(self, id: str) -> None:
        """Load a sample with its policy. Unknown ids do nothing (the list comes from us)."""
        sample = next((each for each in samples() if each.id == id), None)
        if sample is not None:
            self._load(sample.title[self.lang], sample.read(), sample)

    def load_upload(self, upload: Mapping[str, Any]) -> None:
        """Load what the top bar read: `{name, base64}`, or `{name, error, bytes}` when it could not."""
        found = read_upload(upload, self._failed_title)
        if isinstance(found, Trouble):
            self.report(found)
        else:
            aside = ("note.first_of", {"n": found.others + 1}) if found.others else None
            self._load(found.name, found.source, None, aside=aside)

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

    def restore(self, opened: Opened) -> None:
        """What a link or a scenario file brings: transcript, settings, call, selection, language."""
        if opened.word("language"):
            self.speak(opened.word("language"))
        fresh = self.loaded
        if opened.transcript is not None:
            fresh = loaded_of(opened.transcript, opened.counts, opened.title, self._loads + 1)
        elif opened.sample:
            sample = next(each for each in samples() if each.id == opened.sample)
            fresh = replace(load(sample.title[self.lang], sample.read(), self._loads + 1), sample=sample.id,
                            note=sample.note)  # fmt: skip
        if fresh is None:
            return
        self.aside = ("note.link_changed", {"keys": ", ".join(opened.changed)}) if opened.changed else None
        settings = opened.policy.to_mapping(defaults=True)
        elsewhere = fresh is self.loaded and sha256_of(fresh.transcript) != opened.sha256
        if fresh is self.loaded:
            settings = without_lost_pins(settings, fresh.transcript)
        self._apply(settings, None if fresh is self.loaded else fresh, origin=YOURS)
        if elsewhere:
            self.report(Trouble("link.title", "link.elsewhere"))
            return
        self._apply(self.settings, origin=YOURS, asked=opened.asked)
        if opened.selected is not None and opened.selected < len(fresh.transcript.messages):
            self.select(opened.selected)

    def teach(self, lesson: Lesson, at: int) -> None:
        """Open a lesson at a page, from 0. A page without a scene leaves what the page before it has set up."""
        room = self.classroom
        goes_on = room.lesson is lesson and at == room.at + 1
        room.open(lesson, at)
        page = room.page
        if page is not None and (page.sets or not goes_on):
            scene = page.scene
            try:
                staged = stage(lesson, scene)
                self.restore(Opened(staged.policy, Asked(call=scene.call), None if scene.sample else staged.transcript,
                                    sample=scene.sample, sha256=sha256_of(staged.transcript),
                                    title=lesson.title[self.lang], view={"selected": scene.selected}))  # fmt: skip
            except ts.TrimscopeError as error:
                self.report(Trouble("lesson.trouble", core=str(error)))
        self.taught()

    def taught(self) -> None:
        """Something in the lesson panel has changed."""
        self._show("lesson")

    # Settings

    def pin(self, index: int) -> None:
        """Pin a message with its ring, or unpin it."""
        if self.loaded is not None and 0 <= index < len(self.loaded.transcript.messages):
            self.change("pins", toggled(self.loaded, self.policy, index))

    def use_preset(self, name: str) -> None:
        """Take a preset's settings; window, model, estimate and pins stay where it says nothing of them."""
        if name != CUSTOM:
            self._change(with_preset(name, self.settings))

    def change(self, key: str, value: Any) -> None:
        """Change one setting; `tombstone.style` and the like reach into a table."""
        limit = self.plan.window.limit if self.plan else 0
        self._change(moved(self.settings, key, value, limit), key)

    def enter(self, key: str, raw: Any, number: int = 0) -> None:
        """What was typed into a field of the folded settings, or switched there. What it does not take stays in it,
        with the reason below. `number` is the field's own of this entry: until it is heard the field shows what was
        typed, whatever else is answered before."""
        self.heard[key] = number
        limit = self.plan.window.limit if self.plan else 0
        self._earlier |= {name: value for name, value in self.settings.items() if value is not None}
        try:
            settings, asked = entered(self.settings, self.asked, key, raw, limit=limit, earlier=self._earlier)
            self._take(settings, key, asked)
        except (Refusal, ts.TrimscopeError) as error:
            self.refusal = error if isinstance(error, Refusal) else Refusal(key, raw, core=str(error))
        self._show("sections", "strategy")

    def take(self, policy: ts.Policy) -> None:
        """Take a whole policy."""
        self._change(policy.to_mapping(defaults=True))

    def act(self, name: str) -> None:
        """A button that fills in a setting from the loaded run. Unknown names do nothing."""
        if self.loaded is not None and self.plan is not None and name in ACTIONS:
            self.change(*ACTIONS[name](self.loaded, self.plan))

    def reset(self) -> None:
        """Back to the settings the transcript came with: its sample's policy, or the default policy."""
        self._apply(base_settings(self.loaded), origin=BASE)

    # Looking

    def select(self, index: int | None) -> None:
        """Select a message (or -1 - n, the n-th text of ours)."""
        if index != self.selected:
            self.selected = index
            self._show("preview", *(("inspection",) if self.tab == OF_SELECTED else ()))

    def look(self, tab: str) -> None:
        """Open a page of the checks (`""`: none): what it shows is computed only while it is open."""
        self.tab = tab
        self._show("inspection")

    def go(self, call: int) -> None:
        """Look at the run as it was at a model call, from 1; one more than there are is the next one."""
        loaded = self.loaded
        calls = len(loaded.transcript.call_indexes) if loaded is not None else 0
        if 1 <= call <= calls + 1:
            try:
                self._apply(self.settings, asked=replace(self.asked, call=call if call <= calls else None))
            except ts.TrimscopeError as error:  # a pin may name what was not there yet
                self.report(Trouble("error.setting", core=str(error)))
                self._show("run")

    def play(self, open: bool) -> None:
        """Unfold the run, or fold it."""
        self.plays = bool(open)
        self._show("run", "played")

    def replayed(self) -> ts.Replay | None:
        """The run under the policy in force, while it is unfolded."""
        return self.whole_run() if self.plays else None

    def whole_run(self) -> ts.Replay | None:
        """The run under the policy in force; replayed once."""
        loaded = self.loaded
        if loaded is None:
            return None
        key = (self.policy, loaded.id, loaded.counts.profile.label)
        if self._replayed is None or self._replayed[0] != key:
            found = ts.replay(loaded.transcript, self.policy, counts=loaded.unscaled or loaded.counts,
                              values=loaded.call_values)
            self._replayed = key, found
        return self._replayed[1]

    def tuned(self, *, swept: bool = False) -> None:
        """Something on the card of the sweep has changed; `swept`: what it found as well."""
        self._show("tune", *(("swept",) if swept else ()))

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
        self.trouble = trouble
        self.answers += 1
        self._show("notice", "topbar")

    def export(self, what: str) -> dict[str, str]:
        """`{name, mime, text}` of a download, empty where there is no such thing (`views.export`)."""
        return download(what, self.loaded, self.plan, self.policy, self.lang, self.whole_run)

    # What follows from it

    @property
    def _failed_title(self) -> str:
        return "error.title" if self.loaded is None else "error.title_kept"

    def _load(
        self, name: str, source: bytes | str, sample: Sample | None, *, chosen: int = 0, file: str = "",
        aside: tuple[str, dict[str, Any]] | None = None,
    ) -> None:
        try:
            if not file and sample is None and is_lesson(source):
                own = read_lesson(source)
                check(own)
                self.classroom.own = own
                self.teach(own, 0)
                return
            opened = of_file(source) if not file and sample is None else None
            if opened is not None:
                self.restore(replace(opened, title=opened.title or name))
                return
            if isinstance(source, bytes) and not file:  # another conversation of a file was read before
                source = yaml_files.as_json(name, source)
            found = load(name, source, self._loads + 1, chosen=chosen, file=file)
        except ts.TrimscopeError as error:
            self.report(Trouble(self._failed_title, core=str(error)))
            return
        self.aside = aside
        if sample is not None:
            found = replace(found, sample=sample.id, note=sample.note)
        if sample is not None or (self.origin == BASE and not file):
            self._apply(base_settings(found), found, origin=BASE)
        else:  # what the user set stays set, and so does everything within one file
            self._apply({**self.settings, "pins": without_places(self.settings["pins"])}, found)

    def _change(self, settings: dict[str, Any], key: str = "") -> None:
        """Take what the user set. Settings that cannot be are not taken: nothing changes but the notice, and the
        controls go back to what holds."""
        try:
            self._take(settings, key)
        except ts.TrimscopeError as error:
            self.report(Trouble("error.setting", core=str(error)))
            self.param.trigger("settings")

    def _take(self, settings: dict[str, Any], key: str = "", asked: Asked | None = None) -> None:
        """Settle what the user set, and plan under it. Raises ts.TrimscopeError for settings that cannot be."""
        model = self.loaded.transcript.model if self.loaded else None
        settings, asked = settled(settings, key, model), asked or self.asked
        if (settings, asked) == (self.settings, self.asked) and self.refusal is None:
            self.param.trigger("settings")  # a control may have been moved beyond what can be
            return
        # How far a run has come is no setting of one's own.
        self._apply(settings, origin="" if settings == self.settings else YOURS, asked=asked)

    def _apply(
        self, settings: dict[str, Any], fresh: Loaded | None = None, *, origin: str = "", asked: Asked | None = None
    ) -> None:
        """Plan the `fresh` transcript, or the one that is there, under these settings.

        Raises ts.TrimscopeError for settings that cannot be, before anything is changed. With a fresh transcript it
        never does: what does not fit it is pushed, or given up for the default policy.
        """
        loaded = fresh or self.loaded
        asked = Asked() if fresh is not None else asked or self.asked  # how far a run has come is of that run
        with pn.io.hold():
            if fresh is not None:
                settings = without_lost_pins(settled(settings, model=fresh.transcript.model), fresh.transcript)
            try:
                loaded, policy, plan = planned(loaded, settings, asked)
            except ts.TrimscopeError:
                if fresh is None:
                    raise
                settings, origin = base_settings(None), BASE
                loaded, policy, plan = planned(fresh, settings, asked)
            self._loads += fresh is not None
            if fresh is not None:
                self.tuner.forget()
            self.answers += fresh is not None
            changed = () if loaded is not self.loaded else OF_THE_PLAN if policy == self.policy else OF_THE_POLICY
            self.plan, self.policy, self.refusal = plan, policy, None
            settings = policy.to_mapping(defaults=True)  # parts that were switched on hold their own settings now
            self.param.update(loaded=loaded, settings=settings, asked=asked, trouble=None,
                              origin=origin or self.origin)
            if fresh is not None:
                self.selected = first_look(plan) if plan is not None else None
            self._show(*changed)

    def _show(self, *names: str) -> None:
        """Compute view models anew (all, or those named) and send them in one batch."""
        with pn.io.hold():
            self.param.update(**view_models(self, names))
