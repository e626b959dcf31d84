"""Transcripts in YAML (recordings of HTTP calls), read where PyYAML is installed; the core knows JSON only."""

from __future__ import annotations

import json
from typing import Any

from trimscope.errors import LoadError

SUFFIXES = (".yaml", ".yml")

MOST_REPEATED = 20
"""How many times larger than its text a file may become by YAML's references: recordings repeat a header or a body
a few times, a file made to hurt doubles itself dozens of times."""

NEEDS = "A transcript in YAML needs PyYAML: install it with  pip install 'trimscope[yaml]', or save it as JSON."


def read(data: bytes) -> Any:
    """The value of a YAML file as JSON has it: dates stay text, bytes become text.

    Raises LoadError with one sentence: without PyYAML, for what is no YAML, and for what grows out of bounds.
    """
    try:
        import yaml
    except ModuleNotFoundError:
        raise LoadError(NEEDS) from None
    try:
        value = yaml.load(data, Loader=_loader(yaml))
        if _size(value) > MOST_REPEATED * (len(data) + 1000):
            raise LoadError("This YAML repeats itself out of all bounds by references: it is not read.")
        return _plain(value)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f"Line {mark.line + 1}, column {mark.column + 1}: this" if mark else "This"
        raise LoadError(f"{place} is not YAML.") from None
    except (ValueError, RecursionError):
        raise LoadError("This YAML cannot be read: it is nested too deep, or a value in it is none.") from None


def as_json(name: str, data: bytes) -> bytes:
    """A file's bytes, as JSON where its name says YAML. Raises LoadError as `read` does."""
    if not name.lower().endswith(SUFFIXES):
        return data
    try:
        return json.dumps(read(data), allow_nan=False).encode("ascii")
    except ValueError:
        raise LoadError("This YAML holds a number that is none in JSON.") from None


def _loader(yaml: Any) -> Any:
    """PyYAML's safe loader, the fast one where it is built, which leaves dates as the text they are."""
    base = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    resolvers = {
        first: [(tag, pattern) for tag, pattern in known if tag != "tag:yaml.org,2002:timestamp"]
        for first, known in base.yaml_implicit_resolvers.items()
    }
    return type("TextDates", (base,), {"yaml_implicit_resolvers": resolvers})


def _size(value: Any) -> int:
    """Values and characters in it, with what is referred to counted each time; the work is that of the file."""
    known: dict[int, int] = {}

    def size(node: Any) -> int:
        if isinstance(node, str | bytes):
            return len(node) + 1
        if not isinstance(node, dict | list | tuple):
            return 1
        if id(node) not in known:
            known[id(node)] = 0  # a node inside itself
            inside = (each for item in node.items() for each in item) if isinstance(node, dict) else iter(node)
            known[id(node)] = 1 + sum(size(each) for each in inside)
        return known[id(node)]

    return size(value)


def _plain(value: Any) -> Any:
    """The value with what JSON has no word for as text."""
    if isinstance(value, dict):
        return {key if isinstance(key, str) else str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, bytes):
        return value.decode("utf-8", errors="replace")
    return value if value is None or isinstance(value, str | int | float) else str(value)
