"""Which family counts: that of the model that is named, else the dialect's own, else o200k, and then it is assumed.

>>> of_model("openrouter/anthropic/claude-sonnet-4.5").name
'claude'
>>> choose("gemini", None).family.name
'gemini'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from trimscope import model_names, models
from trimscope.families.family import Family
from trimscope.families.known import FAMILIES, O200K

Source = Literal["model", "dialect", "assumed"]

BY_DIALECT: Mapping[str, str] = {
    "openai-chat": "o200k",
    "openai-responses": "o200k",
    "anthropic": "claude",
    "gemini": "gemini",
    "mistral": "mistral",
    "deepseek-responses": "deepseek",
}
"""The family of the provider whose dialect it is, where it is one provider's."""

LIKELY: Mapping[str, str] = {"bedrock": "claude"}
"""The same for a dialect that several makers' models are asked in: whose most agents use there."""

BY_BEGINNING = (
    ("claude", "claude"),
    ("gemini", "gemini"),
    ("gemma", "gemini"),
    ("qwen", "qwen"),
    ("qwq", "qwen"),
    ("deepseek", "deepseek"),
    ("llama-3", "llama3"),
    ("llama3", "llama3"),
    ("mistral", "mistral"),
    ("ministral", "mistral"),
    ("mixtral", "mistral"),
    ("codestral", "mistral"),
    ("devstral", "mistral"),
    ("magistral", "mistral"),
    ("pixtral", "mistral"),
    ("gpt-3", "cl100k"),
    ("gpt-4o", "o200k"),
    ("gpt-4-1", "o200k"),
    ("gpt-4-5", "o200k"),
    ("gpt-4", "cl100k"),
    ("gpt", "o200k"),
    ("chatgpt", "o200k"),
    ("codex", "o200k"),
    ("o1", "o200k"),
    ("o3", "o200k"),
    ("o4", "o200k"),
)
"""How names of models begin that the table of models does not have (a build, a size, a date of their own); the first
that fits. Makers keep to one tokenizer within a line of names."""

FIRST_OF_THE_NEW_CLAUDE = (4, 7)
"""Claude's version from which on its tokenizer is another one (the provider's note on migration)."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A family, and what decided for it: the model's name, the dialect, or nothing."""

    family: Family
    source: Source


def choose(dialect: str, model: str | None) -> Choice:
    """The family for a transcript whose provider's rules are `dialect`'s and whose model is called `model`."""
    named = of_model(model) if model else None
    if named is not None:
        return Choice(named, "model")
    if dialect in BY_DIALECT:
        return Choice(FAMILIES[BY_DIALECT[dialect]], "dialect")
    return Choice(FAMILIES.get(LIKELY.get(dialect, ""), O200K), "assumed")


def of_model(name: str) -> Family | None:
    """The family of a model by its name, whatever a gateway wraps around it; None for an unknown one."""
    plain = model_names.clean(name)
    known = models.resolve(name)
    family: str = known.tokenizer if known is not None else ""
    if family not in FAMILIES:
        family = next((of for beginning, of in BY_BEGINNING if _begins(plain, beginning)), "")
    if family == "claude" and _version(plain) >= FIRST_OF_THE_NEW_CLAUDE:
        family = "claude-4.7"
    return FAMILIES.get(family)


def _begins(plain: str, beginning: str) -> bool:
    """Whether a name begins so and goes on with no letter: `o1` is not the beginning of `o1xyz`."""
    after = plain[len(beginning) : len(beginning) + 1]
    return plain.startswith(beginning) and not "a" <= after <= "z"


def _version(plain: str) -> tuple[int, int]:
    """The version in a Claude's name, wherever it stands: claude-3-5-sonnet, claude-opus-4-7; (0, 0) without one."""
    numbers = [int(word) for word in plain.split("-") if 1 <= len(word) <= 2 and model_names.is_number(word)]
    return (*numbers, 0, 0)[0], (*numbers, 0, 0)[1]
