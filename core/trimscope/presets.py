"""Presets: names for policies, each with what its number counts and where it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from trimscope.errors import PolicyError
from trimscope.policy import Policy


@dataclass(frozen=True, slots=True)
class Preset:
    """A named policy. `words` (en, zh) says what it does and what its number counts."""

    name: str
    policy: Policy
    words: Mapping[str, str]


_ALL = (
    Preset(
        "default",
        Policy(),
        {
            "en": "The newest 4 tool rings whole, older ones dropped behind one tombstone, results cut at 4,000 characters.",
            "zh": "完整保留最近 4 个工具环，更早的丢弃并以一个墓碑代表，结果截断到 4,000 字符。",
        },
    ),
    Preset(
        "assembler",
        Policy(
            window=128_000,
            output_reserve=8192,
            safety_margin=1024,
            keep_rounds=3,
            result_limit=None,
            trigger="watermark",
            watermark=1.0,
            target=0.999,
        ),
        {
            "en": "First source article: drop whole middle rings, oldest first, only when over the budget; 3 newest rings stay.",
            "zh": "第一篇文章：仅在超出预算时从最旧的中段工具环开始整环删除；保留最近 3 环。",
        },
    ),
    Preset(
        "handmade",
        Policy(keep_rounds=1, old_rounds="compact", result_limit=None),
        {
            "en": "Second source article: all calls stay, results older than the newest ring become a stub.",
            "zh": "第二篇文章：所有调用保留，最近一环之前的结果压缩为摘要字典。",
        },
    ),
    Preset(
        "patchcat",
        Policy(round_unit="turn", banner="outside", watermark_of="window", protect_last_user=False),
        {
            "en": "Fourth source article (PatchCat): two anchors, the newest 4 turns (a ring or any other message), "
            "2,400 + banner + 1,600 characters. Mended here: pairing by id, and a result never grows.",
            "zh": "第四篇文章（PatchCat）：双锚点，最近 4 个轮次（工具环或任意其他消息），2,400 + 横幅 + 1,600 字符。"
            "此处已修正：按 id 配对，结果不会变长。",
        },
    ),
)


def presets() -> Mapping[str, Preset]:
    """All presets by name."""
    return {each.name: each for each in _ALL}


def preset(name: str) -> Policy:
    """The policy of a preset. Raises PolicyError naming those there are."""
    known = presets()
    if name not in known:
        raise PolicyError(f"There is no preset '{name}'; choose one of {', '.join(known)}, or name a policy file.")
    return known[name].policy
