"""What the lesson panel sends, and what is done about it. What is not of the right form does nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from trimscope_app.playground import Playground


def learning(playground: Playground) -> Mapping[str, Callable[[Any], None]]:
    """Reactions by name: `start` a lesson at a page, `turn` to a page, `answer`, `leave`."""
    room = playground.classroom

    def start(sent: Any) -> None:
        asked = sent if isinstance(sent, Mapping) else {}
        found = next((each for each in room.offered if each.id == asked.get("id")), None)
        at = asked.get("page")
        if found is not None:
            playground.teach(found, at if type(at) is int else 0)

    def turn(at: Any) -> None:
        if room.lesson is not None and type(at) is int:
            playground.teach(room.lesson, at)

    def answer(position: Any) -> None:
        if type(position) is int:
            room.choose(position)
            playground.taught()

    def leave(_: Any) -> None:
        room.leave()
        playground.taught()

    return {"start": start, "turn": turn, "answer": answer, "leave": leave}
