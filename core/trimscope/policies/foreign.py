"""Configuration files of others: the first source article's `context_assembly`, read into policy keys.

`Policy.from_mapping` stays strict; files go through here first. Every key of the article has its effect, or a note
that says why it has none here. Behind it stands the policy of the article's own procedure (preset `assembler`: whole
middle rings go, oldest first, and only over the budget).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.errors import PolicyError
from trimscope.policies.policy import settings
from trimscope.policies.setting_tables import Section
from trimscope.presets import preset
from trimscope.texts.printable import printable

Note = Mapping[str, str]
"""One sentence, keyed by language (en, zh)."""

WRAPPER = "context_assembly"
"""The key under which the article's file holds all others."""

RENAMED: Mapping[str, str] = {
    "model_input_limit": "window",
    "output_reserve_tokens": "output_reserve",
    "safety_margin_tokens": "safety_margin",
    "recent_tool_rings": "keep_rounds",
    "recent_user_turns": "recent_user_turns",
    "summarize_trigger_ratio": "summary.trigger_ratio",
    "summary_max_tokens": "summary.max_tokens",
    "summary_timeout_ms": "summary.timeout_ms",
    "pin": "pins",
}
"""The article's keys that are a policy key (or one of a section) under another name, with the same values."""

CHOICES: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "middle_delete_unit": ("round_unit", {"tool_ring": "ring"}),
    "on_pairing_error": ("on_pairing_fault", {"fail_closed": "fail", "synthesize_error_results": "repair"}),
    "on_still_over_budget": (
        "on_over_budget",
        {"fail_closed": "fail", "drop_tools_schema_then_fail": "drop_tools_schema_then_fail"},
    ),
}
"""The article's keys whose values have other names here: the policy key, and our word for each of the article's."""

COUNTER = "token_counter"
KEYS = (*RENAMED, *CHOICES, COUNTER)
"""All keys of the article's file."""

LONGEST_QUOTE = 60
"""Characters of a value that a note quotes: the article's own takes 36."""

NOTES: Mapping[str, Note] = {
    "counter": {
        "en": "{key}: {value} has no effect here; tokens are estimated by the profile (policy key profile).",
        "zh": "{key}：{value} 在此不起作用；token 由估算配置计算（策略键 profile）。",
    },
    "summary": {
        "en": "{key}: taken over, but nothing is summarised until summary.text or a hook gives the summary.",
        "zh": "{key}：已采用，但在 summary.text 或钩子给出摘要之前不会进行摘要。",
    },
    "ledger": {
        "en": "{key}: the ledger of completed side effects is switched on (policy key ledger).",
        "zh": "{key}：已启用“已执行副作用”账本（策略键 ledger）。",
    },
    "behind": {
        "en": "{key}: what the file leaves open is as in preset assembler (the first source article's procedure).",
        "zh": "{key}：文件未规定之处与预设 assembler 相同（第一篇文章的流程）。",
    },
}


def policy_keys(mapping: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[Note, ...]]:
    """The policy keys of a configuration file, and what a user should know about how it was read.

    A file of our own comes back as it is. Raises PolicyError as `article_policy`.
    """
    return article_policy(mapping) if is_article(mapping) else (dict(mapping), ())


def is_article(mapping: Mapping[str, Any]) -> bool:
    """Whether a file is the first source article's: its wrapper, or one of its keys that is none of ours."""
    return WRAPPER in mapping or any(key in KEYS and key not in settings() for key in mapping)


def article_policy(mapping: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[Note, ...]]:
    """The policy keys that the article's file stands for, and notes in the order of the file.

    Keys of our own among the article's stay as they are. Raises PolicyError that names the article's key and what
    is allowed.
    """
    given = _unwrapped(mapping)
    policy = preset("assembler").to_mapping()
    notes = [_note("behind", WRAPPER)]
    asked_for_summary: list[str] = []
    for key, value in sorted(given.items(), key=lambda item: item[0] in KEYS):  # ours first: the article's join them
        if key in RENAMED:
            _put(policy, key, RENAMED[key], value)
        elif key in CHOICES:
            policy[CHOICES[key][0]] = _chosen(key, value)
        elif key == COUNTER:
            notes.append(_note("counter", key, value))
        else:
            policy[key] = value  # ours, or one that the policy will not know
        if key in RENAMED and RENAMED[key].startswith("summary."):
            asked_for_summary.append(key)
        if key == "pin" and "side_effect_ledger" in policy["pins"] and "ledger" not in given:
            policy["ledger"] = True
            notes.append(_note("ledger", "pin.side_effect_ledger"))
    if asked_for_summary and not policy["summary"].get("text"):
        notes.append(_note("summary", ", ".join(asked_for_summary)))
    return policy, tuple(notes)


def _unwrapped(mapping: Mapping[str, Any]) -> Mapping[str, Any]:
    """What stands in the wrapper, whose neighbours nobody would read."""
    if WRAPPER not in mapping:
        return mapping
    inside, others = mapping[WRAPPER], [str(key) for key in mapping if key != WRAPPER]
    if others:
        raise PolicyError(f"'{others[0]}' stands beside {WRAPPER}, where it has no effect: move it in, or take it out.")
    if not isinstance(inside, Mapping):
        raise PolicyError(f"{WRAPPER}: it takes an object with {', '.join(KEYS)}.")
    return inside


def _put(policy: dict[str, Any], key: str, target: str, value: Any) -> None:
    """Set a policy key, or one of a section, checked under the article's name for it."""
    name, _, inner = target.partition(".")
    setting = settings()[name]
    if not inner:
        policy[name] = setting.write(setting.read(key, value))
        return
    assert isinstance(setting, Section)
    section = policy.get(name)
    others = section if isinstance(section, Mapping) else {}
    policy[name] = {**others, inner: setting.inner[inner].read(key, value)}


def _chosen(key: str, value: Any) -> str:
    words = CHOICES[key][1]
    if not isinstance(value, str) or value not in words:
        raise PolicyError(f"{key}: {_quoted(value)} is not allowed; it takes one of {', '.join(words)}.")
    return words[value]


def _note(code: str, key: str, value: Any = None) -> Note:
    return {lang: text.format(key=key, value=_quoted(value)) for lang, text in NOTES[code].items()}


def _quoted(value: Any) -> str:
    shown = printable(value if isinstance(value, str) else repr(value))
    return shown if len(shown) <= LONGEST_QUOTE else shown[: LONGEST_QUOTE - 3] + "..."
