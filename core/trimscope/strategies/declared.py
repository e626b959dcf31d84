"""What a strategy is: a name, declared parameters, words, and a pure function.

A strategy is another system's rule that no policy can say: a pop from the middle, a window of messages, a slice.
Only our own policies promise never to break pairing and never to lose an anchor; a strategy does what its system
does, and the plan says what that breaks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from trimscope.errors import PolicyError
from trimscope.policies.settings import Setting
from trimscope.strategies.kept import Kept

if TYPE_CHECKING:
    from trimscope.planning.view import View

Words = Mapping[str, str]
"""A sentence by language: en, zh."""

MOST = 100_000_000
"""Upper end of counts and sizes, as of the policy's own: more than any window has."""


@dataclass(frozen=True, slots=True)
class Param:
    """One parameter: its kind (range, how it is read), its default, and what it counts."""

    kind: Setting
    default: Any
    words: Words


@dataclass(frozen=True, slots=True)
class Strategy:
    """A named rule. `run` takes the view and the parameters as `read` gives them."""

    name: str
    words: Words
    params: Mapping[str, Param]
    rule: Callable[[View, Mapping[str, Any]], Kept]

    def read(self, params: Mapping[str, Any]) -> Mapping[str, Any]:
        """The parameters, checked, with defaults for those left out.

        Raises PolicyError naming the parameter and what is allowed."""
        for key in params:
            if key not in self.params:
                raise PolicyError(f"params: '{key}' is no parameter of {self.name}; it has {', '.join(self.params)}.")
        values = {
            key: each.kind.read(f"params.{key}", params[key]) if key in params else _frozen(each)
            for key, each in self.params.items()
        }
        return MappingProxyType(values)

    def written(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters that are given, as JSON values. Raises PolicyError as `read` does."""
        values = self.read(params)
        return {key: _written(each.kind, values[key]) for key, each in self.params.items() if key in params}

    def integral(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters that are given as they enter a digest: shares in whole thousandths."""
        return {
            key: params[key] if params[key] is None else each.kind.integral(params[key])
            for key, each in self.params.items()
            if key in params
        }

    def run(self, view: View, params: Mapping[str, Any]) -> Kept:
        """Apply the rule to the messages of a view. Raises PolicyError for parameters that are not allowed."""
        return self.rule(view, self.read(params))


def both(en: str, zh: str) -> Words:
    """A sentence in both languages."""
    return MappingProxyType({"en": en, "zh": zh})


def param(kind: Setting, default: Any, en: str, zh: str) -> Param:
    """A parameter with its words in both languages."""
    return Param(kind, default, both(en, zh))


def _written(kind: Setting, value: Any) -> Any:
    return value if value is None else kind.write(value)


def _frozen(each: Param) -> Any:
    return each.default if each.default is None else each.kind.freeze(each.default)
