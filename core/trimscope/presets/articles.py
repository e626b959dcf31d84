"""Presets of the source articles: each article's own system, as a policy."""

from __future__ import annotations

from trimscope.policies.policy import Policy
from trimscope.presets.named import named

ARTICLES = (
    named(
        "articles",
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
        "First source article: drop whole middle rings, oldest first, only when over the budget; 3 newest rings stay.",
        "第一篇文章：仅在超出预算时从最旧的中段工具环开始整环删除；保留最近 3 环。",
    ),
    named(
        "articles",
        "handmade",
        Policy(keep_rounds=1, old_rounds="compact", result_limit=None),
        "Second source article: all calls stay, results older than the newest ring become a stub.",
        "第二篇文章：所有调用保留，最近一环之前的结果压缩为摘要字典。",
    ),
    named(
        "articles",
        "budgeted",
        Policy(
            window=14_000,
            output_reserve=2_000,
            safety_margin=800,
            old_rounds="keep",  # what goes when is the soft limits' to say
            courtesies=True,
            buckets={"policy": 1_800, "tools": 2_200, "task": 1_200, "recent": 4_200, "knowledge": 1_800},
            soft_limits={"delete": 4_000, "summarise": 6_000, "retrieve": 8_000, "ask": 10_000},
        ),
        "Third source article: 12,000 tokens of input in buckets (margin inside) and 2,000 for the answer; soft limits "
        "at 4,000, 6,000, 8,000 and 10,000 tokens of history begin one step each.",
        "第三篇文章：12,000 token 输入按区划分（含安全余量），另留 2,000 输出；历史达到 4,000、6,000、8,"
        "000、10,000 token 时各启动一步。",
    ),
    named(
        "articles",
        "patchcat",
        Policy(round_unit="turn", banner="outside", watermark_of="window", protect_last_user=False, profile="patchcat"),
        "Fourth source article (PatchCat): two anchors, the newest 4 turns (a ring or any other message), 2,400 + "
        "banner + 1,600 characters, its own estimate of tokens. Mended here: pairing by id, and a result never grows.",
        "第四篇文章（PatchCat）：双锚点，最近 4 个轮次（工具环或任意其他消息），2,400 + 横幅 + 1,600 字符，"
        "token 按其公式估算。此处已修正：按 id 配对，结果不会变长。",
    ),
)
"""Third article: its total of input, 12,000, is the sum of the buckets and the margin, so the window is that and the
reserved output; fourth article: its constants."""
