"""Secrets in a document, found before it is shared, and placeholders in their stead.

A list of what was found, of which each can be kept. What is replaced is replaced everywhere, the same value by the same
placeholder, so that an id in a call still is the one in a result; and a placeholder names what it stands for and is
about as many tokens, so that the plan stays what it was. Patterns find what looks like a secret. They miss some: a list
to look at is no promise.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

MOST_PADS = 400
"""Steps by which a placeholder is made longer: a private key of 4,096 bits is about 2,000 tokens, at 8 a step."""

_TOKEN = "[A-Za-z0-9_.~+/=-]"
_WORD_BEFORE = "(?<![A-Za-z0-9_])"

KINDS: Mapping[str, str] = {
    "private_key": r"-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----[^-]{1,20000}"
    r"-----END (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----",
    "bearer": rf"(?:[Bb]earer|[Bb]asic|[Tt]oken) (?P<bearer>{_TOKEN}{{16,4096}})",
    "api_key": rf"{_WORD_BEFORE}(?:sk-|pk-|rk_live_|sk_live_|sk_test_|ghp_|gho_|ghs_|ghu_|github_pat_|glpat-|hf_|gsk_|"
    r"xai-|xox[abprs]-|npm_|pypi-|AIza|AKIA|ASIA|dop_v1_|SG\.)[A-Za-z0-9_.-]{12,300}",
    "token": rf"{_WORD_BEFORE}eyJ[A-Za-z0-9_-]{{8,2000}}\.[A-Za-z0-9_-]{{8,4000}}(?:\.[A-Za-z0-9_-]{{0,2000}})?",
    "secret": r"(?i:password|passwd|secret|api[_-]?key|access[_-]?key|(?:auth|access)[_-]?token|client[_-]?secret)"
    r"[\"'\\]{0,3} {0,3}[:=] {0,3}[\"'\\]{0,3}(?P<secret>[^\s\"'\\,;<>{}()\[\]]{6,300})",
    "email": rf"{_WORD_BEFORE}[A-Za-z0-9._%+-]{{1,64}}@[A-Za-z0-9-]{{1,63}}(?:\.[A-Za-z0-9-]{{1,63}}){{1,5}}",
    "phone": r"(?<![A-Za-z0-9_.:/+-])(?:\+[0-9]{1,3}[ .-]?(?:\(?[0-9]{1,4}\)?[ .-]?){2,5}[0-9]{2,4}|"
    r"\(?[0-9]{3}\)?[ .-][0-9]{3}[ .-][0-9]{4}|1[3-9][0-9]{9})(?![A-Za-z0-9_])",
    "home_path": r"(?:/home/|/Users/|[A-Za-z]:(?:\\{1,2})Users(?:\\{1,2}))[^\s/\\\"'<>:|,;(){}]{1,64}",
}
"""By kind, in the order in which they take a text: what is found, or the named group of it. From the forms that
providers and tools document for their keys; phone numbers are international, North American, or Chinese mobile."""

_FIND = re.compile("|".join(f"(?P<kind_{kind}>{pattern})" for kind, pattern in KINDS.items()))

NAMES: Mapping[str, str] = {
    "private_key": "PRIVATE-KEY", "bearer": "BEARER", "api_key": "API-KEY", "token": "TOKEN", "secret": "SECRET",
    "email": "EMAIL", "phone": "PHONE", "home_path": "PERSON",
}  # fmt: skip
"""How a placeholder says what it stands for."""

HARMLESS = frozenset(("true", "false", "null", "none", "undefined", "string", "required", "redacted", "example"))
"""What stands behind `password:` in schemas and examples, and is none (lowered)."""


@dataclass(frozen=True, slots=True)
class Secret:
    """One value that looks like a secret: its kind, itself, how often it occurs, and what would replace it."""

    kind: str
    value: str
    count: int
    placeholder: str

    @property
    def shown(self) -> str:
        """Enough of it to know it by: its first characters."""
        most = 24 if self.kind == "home_path" else 12 if self.kind in ("email", "phone") else 6
        return self.value if len(self.value) <= most else self.value[:most] + "…"


def secrets(document: Any, tokens: Callable[[str], int]) -> tuple[Secret, ...]:
    """What looks like a secret in the strings and keys of a JSON value, in the order in which it is met.

    `tokens` counts a text; placeholders are made of the same size, as near as it gets.
    """
    texts = list(_strings(document))
    found: dict[str, str] = {}
    for text in texts:
        for match in _FIND.finditer(text):
            kind = next(name for name in KINDS if match[f"kind_{name}"] is not None)
            value = match[kind] if kind in _FIND.groupindex else match[0]
            if value.lower().strip("*.") not in HARMLESS and value.strip("*xX.-"):
                found.setdefault(value, kind)
    whole = _replacing(found)
    counts = dict.fromkeys(found, 0)
    for text in texts if found else ():
        for value in whole.findall(text):
            counts[value] += 1
    numbers: dict[tuple[str, str], int] = {}
    listed: list[Secret] = []
    for value, kind in found.items():
        # of a path only the name goes: the name alone may be any word (`/home/dev`), and stays where it stands alone
        bare = re.split(r"[/\\\\]", value)[-1] if kind == "home_path" else value
        number = numbers.setdefault((kind, bare), 1 + sum(known == kind for known, _ in numbers))
        path = value[: len(value) - len(bare)]
        placeholder = path + _placeholder(f"{NAMES[kind]}-{number}", bare, tokens)
        listed.append(Secret(kind, value, counts[value], placeholder))
    return tuple(listed)


def redacted(document: Any, replaced: Collection[Secret]) -> Any:
    """A copy of a JSON value with these secrets replaced wherever they stand, keys included."""
    new = {each.value: each.placeholder for each in replaced}
    if not new:
        return document
    whole = _replacing(new)

    def renewed(node: Any) -> Any:
        if isinstance(node, str):
            return whole.sub(lambda match: new[match[0]], node)
        if isinstance(node, list):
            return [renewed(item) for item in node]
        if isinstance(node, dict):
            return {renewed(key): renewed(value) for key, value in node.items()}
        return node

    return renewed(document)


def _replacing(values: Collection[str]) -> re.Pattern[str]:
    """A pattern of all values, the longest first, so that one within another leaves nothing of it behind; no value is
    taken out of the middle of a longer word."""
    listed = sorted(values, key=lambda value: (-len(value), value))
    return re.compile("|".join(f"(?<![A-Za-z0-9]){re.escape(value)}(?![A-Za-z0-9])" for value in listed))


def _strings(node: Any) -> Iterator[str]:
    if isinstance(node, str):
        yield node
    elif isinstance(node, list):
        for item in node:
            yield from _strings(item)
    elif isinstance(node, dict):
        for key, value in node.items():
            yield key
            yield from _strings(value)


def _placeholder(name: str, value: str, tokens: Callable[[str], int]) -> str:
    """`EMAIL-1`, made longer by `.x` until it is as many tokens as the value."""
    wanted, text = tokens(value), name
    for _ in range(MOST_PADS):
        short = wanted - tokens(text)
        if short <= 0:
            break
        text += ".x" * max(1, short // 4)
    return text
