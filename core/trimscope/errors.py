"""The one family of exceptions. `str(error)` is one sentence a user can act on, and it names the place."""

from trimscope.texts.printable import printable


class TrimscopeError(Exception):
    """Base of everything the core raises on purpose."""

    def __init__(self, message: str = "") -> None:
        super().__init__(printable(message))


class LoadError(TrimscopeError):
    """The input is no transcript that can be read; the sentence names the line, column or message."""


class BrokenLine(LoadError):
    """A text that is no JSON at all: cut off or damaged. Logs are read without such a line, with a note."""


class PolicyError(TrimscopeError):
    """A policy key is unknown or its value out of range; the sentence names the key and what is allowed."""


class PairingError(TrimscopeError):
    """`assemble()` must not send: a tool call and its result do not pair."""

    event = "context_assembly_pairing_error"
    """Code of the event that a log or a metric records for it (first source article)."""


class BudgetError(TrimscopeError):
    """`assemble()` must not send: what would be sent is over the input budget."""
