"""What a build can fail with."""

from trimscope.errors import TrimscopeError


class BuildError(TrimscopeError):
    """The site cannot be built; the sentence says what is missing and how to get it."""
