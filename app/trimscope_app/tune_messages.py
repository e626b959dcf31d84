"""What the Tune card sends, and what is done about it. Everything a page sends may be anything: what is not of the
right form does nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from trimscope_app.frames import rows_csv
from trimscope_app.tuning import axes_of
from trimscope_app.views.trouble import Trouble
from trimscope_app.views.tune.card import progress_view

if TYPE_CHECKING:
    from trimscope_app.components import Tune
    from trimscope_app.playground import Playground


def tuning(playground: Playground, tune: Tune) -> Mapping[str, Callable[[Any], Any]]:
    """The reactions to the card's messages, by name."""
    tuner = playground.tuner
    tasks: set[asyncio.Task[None]] = set()

    def work(coming: Any) -> None:
        """Begin what takes its time; the loop holds it weakly only."""
        task = asyncio.ensure_future(coming)
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    def progress() -> None:
        tune.progress = progress_view(tuner, playground.lang)
        if not tuner.running:
            playground.tuned(swept=True)

    def start(sent: Any) -> None:
        loaded = playground.loaded
        if loaded is not None and tuner.start(loaded, playground.policy, axes_of(sent)):
            work(tuner.drive(progress))
            playground.tuned(swept=True)
        else:
            playground.tuned()

    def stop(_: Any) -> None:
        tuner.stop()
        progress()

    def pick(position: Any) -> None:
        tuner.pick(position)
        playground.tuned()

    def apply(position: Any) -> None:
        policy = tuner.policy(position)
        if policy is not None:
            playground.take(policy)

    def beside(sent: Any) -> None:
        asked = sent if isinstance(sent, Mapping) else {}
        if "preset" in asked and playground.loaded is not None:
            tuner.put_preset(asked["preset"], playground.loaded, playground.policy)
        else:
            tuner.put_beside(asked.get("row"))
        playground.tuned()

    def away(id: Any) -> None:
        tuner.take_away(id)
        playground.tuned()

    async def write() -> None:
        try:
            text = await rows_csv([row.to_mapping() for row in tuner.rows])
        except Exception:  # whatever the network or the browser may say: one sentence of ours is what helps
            playground.report(Trouble("error.pandas", key="error.pandas_why"))
            text = ""
        tune.file = {"n": tune.file.get("n", 0) + 1, "name": "sweep.csv", "mime": "text/csv", "text": text}

    return {"start": start, "stop": stop, "pick": pick, "apply": apply, "beside": beside, "away": away,
            "csv": lambda _: work(write())}  # fmt: skip
