"""Code that does what a plan does, or comes near to it, by the name of the system it is for."""

from __future__ import annotations

from trimscope.errors import PolicyError
from trimscope.exporting.elsewhere import anthropic_code, langchain_code, openai_code
from trimscope.exporting.python_code import python_code
from trimscope.planning.result import Plan

KINDS = ("python", "anthropic", "langchain", "openai")
"""`python` makes the plan itself again with Trimscope; the others are the nearest settings, what differs said."""


def code(
    plan: Plan, kind: str, lang: str = "en", *, file: str = "transcript.json", select: int | str | None = None
) -> str:
    """Python code of one of KINDS, its comments in `lang`. `file` and `select` name the transcript (python only).

    Raises PolicyError for a kind that is none.
    """
    if kind == "python":
        return python_code(plan, lang, file=file, select=select)
    makers = {"anthropic": anthropic_code, "langchain": langchain_code, "openai": openai_code}
    if kind not in makers:
        raise PolicyError(f"There is no code for '{kind}': choose one of {', '.join(KINDS)}.")
    return makers[kind](plan, lang)
