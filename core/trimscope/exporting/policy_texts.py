"""A policy as JSON, TOML or YAML: what differs from the defaults, as `trimscope trim --policy` reads it."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Any

from trimscope.errors import PolicyError
from trimscope.exporting.quoting import quoted
from trimscope.policies.policy import Policy
from trimscope.policies.settings import OFF

ENDINGS = ("json", "toml", "yaml")
"""Notations, by the file ending that tells them."""

_BARE = re.compile(r"[a-z][a-z0-9_]*\Z")
"""Keys that need no quotes. All policy keys are such; names of tools may be anything."""

_YAML_WORDS = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null"))
"""Plain words that YAML takes for something else than text."""


def policy_text(policy: Policy, ending: str) -> str:
    """The policy in the notation of a file ending.

    Raises PolicyError for another ending, and for a policy that TOML cannot say: null inside of what is saved or of a
    strategy's parameters, and halves of surrogate pairs.
    """
    mapping = policy.to_mapping()
    if ending == "json":
        return json.dumps(mapping, ensure_ascii=False, indent=2) + "\n"
    if ending == "toml":
        return _toml(policy, mapping)
    if ending == "yaml":
        return "".join(f"{line}\n" for line in _yaml(mapping)) or "{}\n"
    raise PolicyError(f"A policy is written as {', '.join(ENDINGS)}, not as '{ending}'.")


def _toml(policy: Policy, mapping: Mapping[str, Any]) -> str:
    """Plain keys, then a table for each object; null is `"off"`, which every key that can be null takes."""
    plain = {key: value for key, value in mapping.items() if not (isinstance(value, Mapping) and value)}
    lines = [f"{_key(key)} = {_toml_value(value)}" for key, value in plain.items()]
    for key, value in mapping.items():
        if key not in plain:
            lines += ["", f"[{_key(key)}]"]
            lines += [f"{_key(name)} = {_toml_value(item)}" for name, item in value.items()]
    text = "".join(f"{line}\n" for line in lines).lstrip("\n")
    try:
        same = Policy.from_mapping(tomllib.loads(text)) == policy
    except (tomllib.TOMLDecodeError, PolicyError):
        same = False
    if not same:
        raise PolicyError("This policy holds a null or a broken character that TOML cannot say: take JSON or YAML.")
    return text


def _toml_value(value: Any) -> str:
    if value is None:
        return quoted(OFF)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(key)} = {_toml_value(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml_value, value)) + "]"
    return quoted(value) if isinstance(value, str) else json.dumps(value)


def _yaml(mapping: Mapping[str, Any], indent: str = "") -> list[str]:
    """Objects as blocks; all else as JSON has it, which YAML reads as well."""
    lines: list[str] = []
    for key, value in mapping.items():
        name = quoted(key) if key in _YAML_WORDS else _key(key)
        if isinstance(value, Mapping) and value:
            lines += [f"{indent}{name}:", *_yaml(value, indent + "  ")]
        else:
            lines.append(f"{indent}{name}: {_flow(value)}")
    return lines


def _flow(value: Any) -> str:
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{quoted(key)}: {_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_flow, value)) + "]"
    text = json.dumps(value)
    # Readers of YAML 1.1 take 1e-05 for text: it needs a point.
    return text.replace("e", ".0e") if isinstance(value, float) and "e" in text and "." not in text else text


def _key(key: str) -> str:
    return key if _BARE.match(key) else quoted(key)
