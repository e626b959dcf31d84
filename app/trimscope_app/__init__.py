"""The Trimscope page: a Panel app over the core, served, run in the browser, or shown in a notebook.

In Jupyter, with `pip install 'trimscope[app]'`:

    import trimscope_app
    trimscope_app.Playground("run.json")

Panel is imported only when it is needed: the command line imports this package too.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import panel as pn

__all__ = ["Playground"]


def Playground(
    source: str | Path | bytes | list[Any] | dict[str, Any] | None = None,
    *,
    policy: Mapping[str, Any] | None = None,
    lang: str | None = None,
    dark: bool | None = None,
    height: int = 800,
) -> pn.Column:
    """The page as the result of a notebook's cell, which shows it.

    Args:
        source: the name of a transcript's file; its bytes; or messages (or a whole request) as parsed JSON. None: the
            first sample.
        policy: policy keys laid over what the page opens on.
        lang: `en` or `zh`; None: the browser's language where it is known, else English.
        dark: whether it is drawn dark; None: as the browser has it.
        height: of the page in the notebook, in pixels.

    What is no transcript is said on the page, which then opens on a sample. Raises OSError where the file cannot be
    read, trimscope.PolicyError for a policy that cannot be, and ModuleNotFoundError without Panel.
    """
    from trimscope_app.notebook import shown

    return shown(source, policy=policy, lang=lang, dark=dark, height=height)
