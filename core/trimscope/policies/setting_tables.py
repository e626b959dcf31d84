"""Settings that are tables: a limit for each tool, a table of choices, paths by tool, a section of settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.errors import PolicyError
from trimscope.policies.settings import OFF, Choice, Count, Setting
from trimscope.values import json_paths
from trimscope.values.short_values import is_short


class Limits(Setting):
    """A limit for each of some tools."""

    limit = Count(0, 100_000_000, optional=True)

    def allowed(self) -> str:
        return f"an object of tool names, each with {self.limit.allowed()} or null"

    def holds(self, value: Any) -> bool:
        if not isinstance(value, Mapping):
            return False
        return all(isinstance(k, str) and (v is None or v == OFF or self.limit.holds(v)) for k, v in value.items())

    def freeze(self, value: Any) -> Mapping[str, int | None]:
        return {k: None if v is None or v == OFF else int(v) for k, v in sorted(value.items())}

    def write(self, value: Any) -> Any:
        return dict(value)


class Table(Setting):
    """A small table of choices; what is left out takes the default."""

    def __init__(self, choices: Mapping[str, Choice]) -> None:
        self.choices = choices

    def allowed(self) -> str:
        return "an object with " + "; ".join(f"{key}: {each.allowed()}" for key, each in self.choices.items())

    def holds(self, value: Any) -> bool:
        if isinstance(value, str):
            return self.choices["style"].holds(value)
        known = isinstance(value, Mapping) and all(key in self.choices for key in value)
        return known and all(self.choices[key].holds(item) for key, item in value.items())

    def freeze(self, value: Any) -> Mapping[str, str]:
        given = {"style": value} if isinstance(value, str) else dict(value)
        return {key: given.get(key, self.default[key]) for key in self.choices}

    def write(self, value: Any) -> Any:
        return dict(value)


class ByTool(Setting):
    """A list of paths into JSON results for each of some tools."""

    def allowed(self) -> str:
        return "an object of tool names, each with a list of paths like 'hotels[*].id'"

    def holds(self, value: Any) -> bool:
        return isinstance(value, Mapping) and all(isinstance(k, str) and _is_texts(v) for k, v in value.items())

    def check(self, key: str, value: Any) -> Any:
        checked = super().check(key, value)
        for tool, paths in checked.items():
            for path in paths:
                try:
                    json_paths.parse(path)
                except PolicyError as error:
                    raise PolicyError(f"{key}.{tool[:80]}: {error}") from None
        return checked

    def freeze(self, value: Any) -> Mapping[str, tuple[str, ...]]:
        return {name: tuple(texts) for name, texts in sorted(value.items())}

    def write(self, value: Any) -> Any:
        return {name: list(texts) for name, texts in value.items()}


class Classes(Setting):
    """One of some words for each of some tools."""

    def __init__(self, *options: str) -> None:
        self.options = options

    def allowed(self) -> str:
        return "an object of tool names, each with one of " + ", ".join(self.options)

    def holds(self, value: Any) -> bool:
        if not isinstance(value, Mapping):
            return False
        return all(isinstance(k, str) and isinstance(v, str) and v in self.options for k, v in value.items())

    def freeze(self, value: Any) -> Mapping[str, str]:
        return dict(sorted(value.items()))

    def write(self, value: Any) -> Any:
        return dict(value)


class FieldPaths(Setting):
    """Named fields for each of some tools, each a path into its result (behind `args.`: its arguments)."""

    def __init__(self, *taken: str) -> None:
        self.taken = taken

    def allowed(self) -> str:
        others = f" (fields of other names than {', '.join(self.taken)})"
        return f"an object of tool names, each with fields and paths like 'hotels[*].id' or 'args.city'{others}"

    def holds(self, value: Any) -> bool:
        if not isinstance(value, Mapping):
            return False
        if not all(isinstance(tool, str) and isinstance(fields, Mapping) for tool, fields in value.items()):
            return False
        paths = [item for fields in value.values() for item in fields.items()]
        named = all(is_short(field) and field not in self.taken for field, _ in paths)
        return named and all(isinstance(path, str) and _leads(path) for _, path in paths)

    def freeze(self, value: Any) -> Mapping[str, Mapping[str, str]]:
        return {tool: dict(fields) for tool, fields in value.items()}

    def write(self, value: Any) -> Any:
        return {tool: dict(fields) for tool, fields in value.items()}


class Values(Setting):
    """An object of JSON values, whose keys somebody else knows (the parameters of a strategy, a saved memory)."""

    def allowed(self) -> str:
        return "an object"

    def holds(self, value: Any) -> bool:
        return isinstance(value, Mapping) and all(isinstance(key, str) for key in value)

    def freeze(self, value: Any) -> Mapping[str, Any]:
        return dict(value)

    def write(self, value: Any) -> Any:
        return dict(value)


class Section(Setting):
    """A part of the pipeline that is off unless it is asked for: null, or an object of settings of its own.

    `true` and an empty object take every default; a key left out takes its own.
    """

    optional = True

    def __init__(self, **inner: Setting) -> None:
        self.inner = inner

    def allowed(self) -> str:
        return "true, or an object with " + ", ".join(self.inner)

    def holds(self, value: Any) -> bool:
        return value is True or isinstance(value, Mapping)

    def check(self, key: str, value: Any) -> Any:
        if value is False or value is None:
            return None
        if not self.holds(value):
            return super().check(key, value)
        given: Mapping[str, Any] = {} if value is True else value
        for name in given:
            if name not in self.inner:
                raise PolicyError(f"'{key}.{name}' is no policy key; {key} takes {', '.join(self.inner)}.")
        return {
            name: each.read(f"{key}.{name}", given[name]) if name in given else each.default_value()
            for name, each in self.inner.items()
        }

    def write(self, value: Any) -> Any:
        return value if value is None else {name: _each(self.inner[name].write, v) for name, v in value.items()}

    def integral(self, value: Any) -> Any:
        return value if value is None else {name: _each(self.inner[name].integral, v) for name, v in value.items()}


def part(default: Any, kind: Setting, words: str) -> Setting:
    """One setting of a section, with its default and words."""
    kind.default, kind.words = default, words
    return kind


def _each(write: Any, value: Any) -> Any:
    return None if value is None else write(value)


def _leads(path: str) -> bool:
    """Whether a text is a path."""
    try:
        json_paths.parse(path)
    except PolicyError:
        return False
    return True


def _is_texts(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(item, str) for item in value)
