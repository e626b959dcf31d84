"""From what a component says to a reaction, once the page is ready to show it.

Parameters say how something is now: of changes that come close together only the last counts (a server waits some
milliseconds for more). What was done, and must not get lost, comes as messages, each for itself and in order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
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


def heed(component: Any, reactions: Mapping[str, Callable[[Any], Any]]) -> None:
    """Answer the component's messages, each `{name: value}`, by the reaction of that name. Other names do nothing: a
    page can be made to send anything."""
    def heard(event: Any) -> None:
        said = event.data if isinstance(event.data, Mapping) else {}
        for name, reaction in reactions.items():
            if name in said:
                pn.state.onload(lambda reaction=reaction, value=said[name]: reaction(value))

    component.on_msg(heard)
