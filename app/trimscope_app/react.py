"""From a component's parameter to a reaction, once the page is ready to show it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import panel as pn


def react(
    component: Any, name: str, reaction: Callable[[Any], Any], *, unless: Callable[[], bool] = lambda: False
) -> None:
    """Call `reaction` with every new value of a parameter, unless `unless()` holds when it changes.

    What comes in before a served document is ready (the browser's language, an early click) waits for it: updates
    made before that would not reach the browser.
    """
    def changed(event: Any) -> None:
        if not unless():
            pn.state.onload(lambda: reaction(event.new))

    component.param.watch(changed, name)
