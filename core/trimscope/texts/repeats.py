"""What stands in the place of a result that stands again elsewhere: one line that names where.

Like a stub it is no result any more: later stages and later trims leave it as it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

NAME_CAP = 64
"""Characters of a tool's name: the providers' own limit."""

ID_CAP = 100
"""Characters of a call id: providers give 9 to 64, a log may have more; a longer one is cut and still found."""

LONGEST = 300
"""Characters of such a line at its longest, names and numbers at theirs; what is longer is none of ours."""

_RESULT = {
    "en": "[same result as {where}: {tool}, {chars} chars]",
    "zh": "[与{where}的结果相同：{tool}，{chars} 字符]",
}
_ERROR = {
    "en": "[the same error {times} times, see {where}: {tool}]",
    "zh": "[同一错误出现 {times} 次，见{where}：{tool}]",
}
_CALL = {"en": "call {id}", "zh": "调用 {id} "}
_LATER = {"en": "the newest call", "zh": "最近一次调用"}
"""Where a dialect has no ids, the copy that stays is the newest call of the same tool."""

_UNSAFE = re.compile(r"[\x00-\x1f\[\]\ud800-\udfff]")
_IS_REPEAT = re.compile(
    r"\[same result as (?:call [^\n\[\]]{1,100}|the newest call): [^\n\[\]]{1,64}, [0-9]{1,15} chars\]|"
    r"\[the same error [0-9]{1,9} times, see (?:call [^\n\[\]]{1,100}|the newest call): [^\n\[\]]{1,64}\]|"
    r"\[与(?:调用 [^\n\[\]]{1,100} |最近一次调用)的结果相同：[^\n\[\]]{1,64}，[0-9]{1,15} 字符\]|"
    r"\[同一错误出现 [0-9]{1,9} 次，见(?:调用 [^\n\[\]]{1,100} |最近一次调用)：[^\n\[\]]{1,64}\]"
)


@dataclass(frozen=True, slots=True)
class Repeat:
    """A result that stands again: of which tool, how long (characters), how often, and where (the call's id)."""

    tool: str
    chars: int
    times: int
    error: bool
    call_id: str | None

    def text(self, lang: str) -> str:
        """The line in a language (en, zh)."""
        tool = _UNSAFE.sub("_", self.tool)[:NAME_CAP] or "tool"
        identity = _UNSAFE.sub("_", self.call_id or "")[:ID_CAP]
        where = _CALL[lang].format(id=identity) if identity else _LATER[lang]
        form = _ERROR if self.error else _RESULT
        return form[lang].format(where=where, tool=tool, chars=self.chars, times=self.times)


def is_repeat(text: str) -> bool:
    """True for a text that is such a line from its first character to its last."""
    return len(text) <= LONGEST and text[:1] == "[" and _IS_REPEAT.fullmatch(text) is not None
