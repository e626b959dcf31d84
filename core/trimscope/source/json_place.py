"""Where a text stops being JSON: our own scan, because the standard library's error text and position differ
between Python versions."""

from __future__ import annotations

import re

_BLANK = re.compile(r"[ \t\r\n]*")
_SCALAR = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null")
_CUT_ESCAPE = re.compile(r"\\(?:u[0-9a-fA-F]{0,3})?")
_STRING = re.compile(r'"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*')


def find_fault(text: str) -> tuple[int, str] | None:
    """The first fault of a text that should be one JSON value, or None when it is.

    Returns (offset in characters, what is wrong as a clause). Linear time, no recursion.
    """
    at = _skip(text, 0)
    stack: list[str] = []
    expect = "value"
    while True:
        if expect in ("value", "value or ]"):
            opener = text[at : at + 1]
            if expect == "value or ]" and opener == "]":
                stack.pop()
                at, expect = at + 1, "after"
            elif opener in ("[", "{") and opener:
                stack.append(opener)
                at, expect = at + 1, "value or ]" if opener == "[" else "key or }"
            else:
                end, fault = _scalar(text, at)
                if fault:
                    return end, fault
                at, expect = end, "after"
        elif expect in ("key", "key or }"):
            if expect == "key or }" and text.startswith("}", at):
                stack.pop()
                at, expect = at + 1, "after"
            else:
                if not text.startswith('"', at):
                    return at, _unexpected(text, at, "a key in double quotes")
                at, fault = _string(text, at)
                if fault:
                    return at, fault
                at = _skip(text, at)
                if not text.startswith(":", at):
                    return at, _unexpected(text, at, "':'")
                at, expect = at + 1, "value"
        elif not stack:
            return None if at == len(text) else (at, "there is more text after the JSON value")
        else:
            closer = "]" if stack[-1] == "[" else "}"
            if text.startswith(",", at):
                at, expect = at + 1, "value" if closer == "]" else "key"
            elif text.startswith(closer, at):
                stack.pop()
                at += 1
            else:
                return at, _unexpected(text, at, f"',' or '{closer}'")
        at = _skip(text, at)


def _scalar(text: str, at: int) -> tuple[int, str | None]:
    if text.startswith('"', at):
        return _string(text, at)
    word = _SCALAR.match(text, at)
    return (word.end(), None) if word else (at, _unexpected(text, at, "a JSON value"))


def _string(text: str, at: int) -> tuple[int, str | None]:
    body = _STRING.match(text, at)
    end = body.end() if body else at
    if text.startswith('"', end):
        return end + 1, None
    if end >= len(text):
        return end, "the text ends inside a string (cut off?)"
    if text[end] == "\\":
        if _CUT_ESCAPE.fullmatch(text, end):
            return end, "the text ends inside a string (cut off?)"
        return end, f"'{_show(text[end : end + 2])}' is no escape JSON knows"
    return end, f"a raw control character (U+{ord(text[end]):04X}) stands inside a string"


def _skip(text: str, at: int) -> int:
    blank = _BLANK.match(text, at)
    return blank.end() if blank else at


def _unexpected(text: str, at: int, wanted: str) -> str:
    if at >= len(text):
        return f"the text ends where {wanted} should come (cut off?)"
    return f"'{_show(text[at])}' stands where {wanted} should come"


def _show(text: str) -> str:
    """Printable ASCII as it is, anything else as its code point."""
    return "".join(c if " " <= c <= "~" else f"U+{ord(c):04X}" for c in text)
