"""What the tombstone of a run adds at each call, and the text of ours that it is."""

from __future__ import annotations

from trimscope.planning.view import View
from trimscope.replaying.step import Own
from trimscope.texts import tombstone


class Tombs:
    """Tombstones by what they count, each priced once."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._place = view.anchors.place
        self._appends = view.appends
        self._counted = 0, 0
        self._priced: tuple[str, int] = "", 0

    def tokens(self, rounds: int, tokens: int) -> int:
        """Tokens that the tombstone for so many dropped rounds adds; 0 where none is written."""
        return self._made(rounds, tokens)[1]

    def own(self, rounds: int, tokens: int) -> tuple[Own, ...]:
        """The tombstone in its place, if there is one."""
        text, price = self._made(rounds, tokens)
        if not text:
            return ()
        if self._appends:
            return (Own((self._place - 1, 2, 0), "tombstone_appended", text, price),)
        return (Own((self._place, 0, 0), "tombstone", text, price),)

    def _made(self, rounds: int, tokens: int) -> tuple[str, int]:
        style = self._view.policy.tombstone
        if rounds == 0 or style["style"] == "off":
            return "", 0
        if (rounds, tokens) == self._counted:
            return self._priced
        self._counted = rounds, tokens
        text = tombstone.write(rounds, tokens, None, style).text
        if text != self._priced[0]:
            pricing = self._view.counts.profile
            self._priced = text, pricing.text(text) + (0 if self._appends else pricing.message)
        return self._priced
