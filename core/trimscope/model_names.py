"""The name of a model without what providers, gateways and clouds wrap around it.

>>> clean("bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0")
'claude-sonnet-4-5'
>>> clean("openai/gpt-4o-2024-11-20")
'gpt-4o'
"""

from __future__ import annotations

MAX_NAME = 256
"""Characters of a name that are looked at: it comes out of untrusted documents, and no real one is longer."""

# Parts of a dotted name that stand for a place or a maker: us.anthropic.claude-..., meta.llama3-...
_DOTTED = frozenset(
    [
        *("ai21", "amazon", "anthropic", "cohere", "deepseek", "google", "meta", "minimax", "mistral"),
        *("moonshot", "moonshotai", "nvidia", "openai", "qwen", "writer", "xai", "zai"),
        *("apac", "apne", "au", "ca", "eu", "global", "in", "jp", "sa", "us", "us-gov"),
    ]
)
# Hosts and makers that some put before a name with a hyphen: databricks-claude-..., anthropic--claude-...
_LEADING = frozenset(["anthropic", "azure", "bedrock", "databricks", "openai", "openrouter", "vertex"])
# Makers whose name is also the name of the model: deepseek.r1-v1:0, deepseek.v3.2
_NAMED = frozenset(["deepseek"])

FINE_TUNED = "ft:"
"""How the name of a model begins that its user has tuned further (OpenAI): ft:BASE:ORGANISATION::ID."""

_DIGITS = frozenset("0123456789")


def clean(name: str) -> str:
    """`name` without provider, date, revision and tag; ASCII lower case; dots and underscores as hyphens."""
    return forms(name)[-1]


def forms(name: str) -> list[str]:
    """`name` unwrapped, then with one ending after the other taken off: some dated models are models of their own.

    >>> forms("bedrock/mistral.mistral-large-2402-v1:0")
    ['mistral-large-2402-v1', 'mistral-large-2402', 'mistral-large']
    """
    words = unwrap(name).split("-")
    found = [words]
    while len(words) > 1 and (short := _without_ending(words)) != words:
        words = short
        found.append(words)
    return ["-".join(each) for each in found]


def unwrap(name: str) -> str:
    """`name` as `clean` makes it, but with its date and revision, where it has them."""
    plain = name[:MAX_NAME].strip().encode("utf-8", "surrogatepass").lower().decode("utf-8", "surrogatepass")
    plain = plain.removesuffix("[1m]").rstrip("/").rpartition("/")[2]
    parts = plain.removeprefix(FINE_TUNED).split(":", 1)[0].partition("@")[0].split(".")
    maker = ""
    while len(parts) > 1 and parts[0] in _DOTTED:
        maker = parts.pop(0)
    hyphens = "-".join(parts).translate({ord("_"): "-", ord(" "): "-"})
    words = [word for word in hyphens.split("-") if word]
    while len(words) > 2 and words[0] in _LEADING:
        del words[0]
    if words and maker in _NAMED and words[0][0] in "vr" and is_number(words[0][1:]):
        words.insert(0, maker)
    return "-".join(words)


def _without_ending(words: list[str]) -> list[str]:
    """`words` without one ending that names a build and not a model: a date, a revision, "latest"."""
    last = words[-1]
    revision = len(words) > 2 and len(last) == 2 and last[0] == "v" and is_number(last[1])
    if revision or last in ("latest", "default"):
        return words[:-1]
    if len(words) > 2 and [len(word) for word in words[-2:]] == [2, 4] and all(map(is_number, words[-2:])):  # 08-2024
        return words[:-2]
    if is_number(last) and (len(last) in (4, 6, 8) or (len(last) == 3 and last[0] == "0")):
        # 0613, 2411, 240925, 20250929, and Google's 001, 002
        return words[:-1]
    if [len(word) for word in words[-3:]] == [4, 2, 2] and all(map(is_number, words[-3:])):  # 2024-11-20
        return words[:-3]
    return words


def is_number(word: str) -> bool:
    """Whether `word` has ASCII digits only (an empty one has)."""
    return all(char in _DIGITS for char in word)
