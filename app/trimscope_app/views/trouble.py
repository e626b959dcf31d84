"""What failed, so that it can be said in any language: loading, or a setting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import trimscope as ts
from trimscope_app.i18n import tr


@dataclass(frozen=True)
class Trouble:
    """One thing that failed: `title` is a key of the interface's words, the reason is our words or the core's."""

    title: str
    key: str = ""
    """our own words for the reason"""
    values: Mapping[str, Any] = field(default_factory=dict)
    """what is filled into them"""
    core: str = ""
    """the core's sentence, which is English; where the core has words for it in another language, those are shown"""

    def box(self, lang: str) -> dict[str, Any]:
        """{title, lead, text, text_lang}: `text_lang` names the reason's language where it is not the interface's."""
        own = tr(lang, self.key, **self.values) if self.key else ts.words.load_error(self.core, lang) or ""
        foreign = bool(self.core) and lang != "en" and not own
        return {
            "title": tr(lang, self.title),
            "lead": tr(lang, "error.lead") if foreign else "",
            "text": own or self.core,
            "text_lang": "en" if foreign else "",
        }
