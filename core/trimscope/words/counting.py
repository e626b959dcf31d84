"""The words for whose tokenizer counts and for what a picture's price stands on, English and Chinese."""

from __future__ import annotations

from collections.abc import Mapping

from trimscope.pictures.pricing import media_price
from trimscope.tokens import Profile
from trimscope.transcript import Media

SOURCES: Mapping[str, tuple[str, str]] = {
    "model": ("by the model's name", "依据模型名称"),
    "dialect": ("by the transcript's dialect, as no model is known", "未知模型，依据对话记录的格式"),
    "assumed": ("assumed, as no model is known", "未知模型，按假定"),
}
"""What decided for a family (`families.choosing`)."""

CORRECTED = (
    "as the tokenizer of {title} counts, corrected from o200k: about {mean} % off on average, "
    "{high} % at most in 95 of 100 runs ({source})",
    "按 {title} 的分词器计数，由 o200k 换算：平均误差约 {mean} %，"
    "95 % 的记录不超过 {high} %（{source}）",
)
OWN = ("as the tokenizer of {title} counts ({source})", "按 {title} 的分词器计数（{source}）")
FIXED = ("the same for every model", "对所有模型相同")

GROUNDS: Mapping[str, tuple[str, str]] = {
    "pixels": (
        "{n} tokens by the provider's rule for {width} x {height} pixels",
        "按服务商的规则，{width} × {height} 像素计 {n} token",
    ),
    "low": ("{n} tokens, the provider's price of low detail", "按服务商低细节价格计 {n} token"),
    "size": ("about {n} tokens, guessed from its size", "约 {n} token，依大小推测"),
    "flat": ("about {n} tokens, as usual pictures and files cost", "约 {n} token，按一般图片与文件估计"),
}
"""What a block that is no text costs (`pictures.pricing`); numbers come in already written."""


def counted_as(pricing: Profile, lang: str = "en") -> str:
    """Whose tokenizer a profile counts as, how far that may be off, and what decided for it."""
    if not pricing.adapts:
        return _in(lang, FIXED)
    mean, high = pricing.family.error
    form = _in(lang, CORRECTED if high else OWN)
    source = _in(lang, SOURCES[pricing.chosen])
    return form.format(title=pricing.family.title, mean=_percent(mean), high=_percent(high), source=source)


def priced_as(media: Media, pricing: Profile, lang: str = "en") -> str:
    """What a picture or file costs, and on what ground; empty for a block that is priced as text."""
    if media.text:
        return ""
    tokens, ground = media_price(media.held, pricing.frames)
    width, height = (media.held.pixels if media.held is not None else None) or (0, 0)
    return _in(lang, GROUNDS[ground]).format(n=f"{tokens:,}", width=width, height=height)


def _percent(per_mille: int) -> str:
    whole, tenth = divmod(per_mille, 10)
    return f"{whole}.{tenth}" if tenth else f"{whole}"


def _in(lang: str, pair: tuple[str, str]) -> str:
    """The words of a language; English for one that has none."""
    return pair[1] if lang == "zh" else pair[0]
