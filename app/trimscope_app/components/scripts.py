"""One script out of several: what a component's module imports from beside it is written in front of it.

The browser gets a component as one text with no address of its own, so an import by a relative address has nothing to
resolve against. Lines `import {a, b} from "./name.js"` are taken here instead; names at the top of a module are then
known to all that come after it, so they have to differ within one script (a test holds that).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

_HERE = Path(__file__).parent
_IMPORT: Final = re.compile(r'^import \{[^}]*\} from "\./([a-z_]+)\.js"\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=const |function )", re.MULTILINE)


def script(name: str) -> str:
    """The module `name.js` as it is sent, the modules it imports in front."""
    own = (_HERE / f"{name}.js").read_text(encoding="utf-8")
    parts = [_EXPORT.sub("", _own(each)) for each in modules(name)[:-1]]
    return "\n".join([*parts, _IMPORT.sub("", own)])


def modules(name: str) -> list[str]:
    """The names of a component's modules in the order in which they are written, its own last."""
    found: list[str] = []
    _collect(name, found)
    return found


def _collect(name: str, found: list[str]) -> None:
    text = (_HERE / f"{name}.js").read_text(encoding="utf-8")
    for other in _IMPORT.findall(text):
        if other not in found:
            _collect(other, found)
    if name not in found:
        found.append(name)


def _own(name: str) -> str:
    return _IMPORT.sub("", (_HERE / f"{name}.js").read_text(encoding="utf-8"))
