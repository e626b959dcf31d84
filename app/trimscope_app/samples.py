"""The samples that come with the page, each with the policy under which trimming shows at once."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from trimscope_app.paths import static_dir


@dataclass(frozen=True)
class Sample:
    """One sample: `title` and `note` by language, `policy` as policy keys."""

    id: str
    file: str
    title: Mapping[str, str]
    note: Mapping[str, str]
    policy: Mapping[str, Any]

    def read(self) -> bytes:
        """Its transcript, as the file has it."""
        return (static_dir() / "samples" / self.file).read_bytes()


@functools.cache
def samples() -> tuple[Sample, ...]:
    """All samples in order; the first is what the page opens on."""
    text = (static_dir() / "samples" / "index.json").read_text(encoding="utf-8")
    keys = ("id", "file", "title", "note", "policy")
    return tuple(Sample(*(each[key] for key in keys)) for each in json.loads(text))
