"""Two caps on each tool result, in lines and in size: opencode and Roo. A policy has one cap, so these are strategies.

Read from opencode (`packages/opencode/src/tool/truncation.ts`) and Roo (`src/integrations/misc/extract-text.ts`).
opencode keeps whole lines from the front, as many as both caps allow; where the first is too long alone, no text is
left. Roo looks at the size first: a text over it is cut by characters, whatever its lines, and only a text within it is
cut by lines; 20 % come from the front. Both put their notice outside of the caps, and opencode's names a file it wrote
the whole to: here it says that the rest is not kept. Sizes are octets of UTF-8 (opencode) and characters (Roo, there
UTF-16 units).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from trimscope.strategies.declared import Strategy, both
from trimscope.strategies.kept import Kept, Rewritten
from trimscope.strategies.sizes import count_param
from trimscope.transcript import Pointer

if TYPE_CHECKING:
    from trimscope.planning.view import View

FRONT = 200
"""Thousandths of what Roo keeps that come from the front."""

HINT = "The tool call succeeded but the output was truncated; the rest is not kept."
"""What stands in the place of opencode's hint, which names a file and a tool to search it."""


def cap_from_front(view: View, params: Mapping[str, Any]) -> Kept:
    """opencode: whole lines from the front within both caps."""
    return _each(view, lambda text: from_front(text, params["max_lines"], params["max_bytes"]))


def cap_both_ends(view: View, params: Mapping[str, Any]) -> Kept:
    """Roo: a fifth from the front, the rest from the end; by characters where they are too many, else by lines."""
    return _each(view, lambda text: both_ends(text, params["max_lines"], params["max_chars"]))


def from_front(text: str, most_lines: int, most_bytes: int) -> str:
    """A text as opencode would hand it on.

    >>> from_front("a\\nb\\nc", 2, 100).split("\\n\\n")[:2]
    ['a\\nb', '...1 lines truncated...']
    """
    lines, whole = text.split("\n"), _octets(text)
    if len(lines) <= most_lines and whole <= most_bytes:
        return text
    kept = size = 0
    over = False
    for position, line in enumerate(lines[:most_lines]):
        more = _octets(line) + (position > 0)
        over = size + more > most_bytes
        if over:
            break
        kept, size = kept + 1, size + more
    removed = f"{whole - size} bytes" if over else f"{len(lines) - kept} lines"
    return "\n".join(lines[:kept]) + f"\n\n...{removed} truncated...\n\n{HINT}"


def both_ends(text: str, most_lines: int, most_chars: int) -> str:
    """A text as Roo would hand it on.

    >>> both_ends("abcdefghij", 9, 5)
    'a\\n[...5 characters omitted...]\\nghij'
    """
    if len(text) > most_chars:
        front = most_chars * FRONT // 1000
        omitted = f"\n[...{len(text) - most_chars} characters omitted...]\n"
        return text[:front] + omitted + text[len(text) - (most_chars - front) :]
    lines = text.split("\n")
    if len(lines) <= most_lines:
        return text
    front = most_lines * FRONT // 1000
    start = "".join(line + "\n" for line in lines[:front])
    return f"{start}\n[...{len(lines) - most_lines} lines omitted...]\n\n" + "\n".join(lines[front - most_lines :])


def _octets(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _each(view: View, cut: Callable[[str], str]) -> Kept:
    """Every result cut; its text parts are one text."""
    rewritten: dict[int, Rewritten] = {}
    for message in view.messages:
        texts: dict[Pointer, str | None] = {}
        for result in message.results:
            old = "".join(text.text for text in result.texts)
            new = cut(old) if result.texts else old
            if new != old:
                texts |= {text.at: None for text in result.texts}
                texts[result.texts[0].at] = new
        if texts:
            rewritten[message.index] = Rewritten("truncate", "cut_by_two_caps", texts)
    return Kept(rewritten=rewritten)


STRATEGIES = (
    Strategy(
        "opencode_output",
        both(
            "opencode's truncation of a tool's output: whole lines from the front, as many as both caps allow. The "
            "whole goes to a file there.",
            "opencode 的工具输出截断：从开头保留整行，行数与字节数两个上限同时生效。原系统另存全文到文件。",
        ),
        {
            "max_lines": count_param(2_000, "lines of a result that stay", "结果保留的行数"),
            "max_bytes": count_param(50 * 1024, "octets of UTF-8 that stay, line feeds counted", "保留的 UTF-8 字节数"),
        },
        cap_from_front,
    ),
    Strategy(
        "roo_output",
        both(
            "Roo's truncation of terminal output, here of every result: by characters where they are too many, else "
            "by lines; 20 % from the front, 80 % from the end.",
            "Roo 的终端输出截断，此处作用于所有结果：字符过多时按字符截，否则按行截；前 20 %、后 80 %。",
        ),
        {
            "max_lines": count_param(500, "lines of a result that stay", "结果保留的行数"),
            "max_chars": count_param(50_000, "characters of a result that stay", "结果保留的字符数"),
        },
        cap_both_ends,
    ),
)
