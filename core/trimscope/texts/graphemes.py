r"""Where a text may be cut: between grapheme clusters (what one sees as one character), never in one.

The tables are our own and written out, because ``unicodedata`` and ``\w`` differ between Python builds and a
plan has to be the same on every one of them. They are a little coarser than UAX #29: where in doubt two code
points stay together, which costs a cut a place or two and never shows half a flag or half a family.

>>> cut("abc\U0001f1e9\U0001f1ea", 4)        # between the two halves of a flag: in front of it
3
>>> cut_after("abc\U0001f1e9\U0001f1ea", 4)  # a tail starts behind it
5
"""

from __future__ import annotations

from bisect import bisect_right

BACK = 32
"""Code points a cut moves at most. The longest emoji in use (a family with skin tones, a subdivision flag)
has about a dozen; longer clusters are stacked marks made to break things, and are cut where the number
says."""

_FLAG_LOOK = 1024
"""Regional indicators looked at to find out which one starts a pair: about twice the flags there are, twice
over."""

# Combining marks (Mn, Mc, Me as of Unicode 15.1, gaps of unassigned code points closed), ZWNJ, Thai and Lao
# AM, half-width kana marks, emoji modifiers (skin tones), tag characters and variation selectors.
_EXTEND = """
300-36F 483-489 591-5BD 5BF 5C1-5C2 5C4-5C5 5C7 610-61A 64B-65F 670 6D6-6DC 6DF-6E4 6E7-6E8
6EA-6ED 711 730-74A 7A6-7B0 7EB-7F3 7FD 816-819 81B-823 825-827 829-82D 859-85B 898-89F 8CA-8E1
8E3-903 93A-93C 93E-94F 951-957 962-963 981-983 9BC 9BE-9CD 9D7 9E2-9E3 9FE-A03 A3C-A51 A70-A71
A75 A81-A83 ABC ABE-ACD AE2-AE3 AFA-B03 B3C B3E-B57 B62-B63 B82 BBE-BCD BD7 C00-C04 C3C C3E-C56
C62-C63 C81-C83 CBC CBE-CD6 CE2-CE3 CF3-D03 D3B-D3C D3E-D4D D57 D62-D63 D81-D83 DCA-DDF DF2-DF3
E31 E33-E3A E47-E4E EB1 EB3-EBC EC8-ECE F18-F19 F35 F37 F39 F3E-F3F F71-F84 F86-F87 F8D-FBC FC6
102B-103E 1056-1059 105E-1060 1062-1064 1067-106D 1071-1074 1082-108D 108F 109A-109D 135D-135F
1712-1715 1732-1734 1752-1753 1772-1773 17B4-17D3 17DD 180B-180D 180F 1885-1886 18A9 1920-193B
1A17-1A1B 1A55-1A7F 1AB0-1ACE 1B00-1B04 1B34-1B44 1B6B-1B73 1B80-1B82 1BA1-1BAD 1BE6-1BF3
1C24-1C37 1CD0-1CD2 1CD4-1CE8 1CED 1CF4 1CF7-1CF9 1DC0-1DFF 200C 20D0-20F0 2CEF-2CF1 2D7F
2DE0-2DFF 302A-302F 3099-309A A66F-A672 A674-A67D A69E-A69F A6F0-A6F1 A802 A806 A80B A823-A827
A82C A880-A881 A8B4-A8C5 A8E0-A8F1 A8FF A926-A92D A947-A953 A980-A983 A9B3-A9C0 A9E5 AA29-AA36
AA43 AA4C-AA4D AA7B-AA7D AAB0 AAB2-AAB4 AAB7-AAB8 AABE-AABF AAC1 AAEB-AAEF AAF5-AAF6 ABE3-ABEA
ABEC-ABED FB1E FE00-FE0F FE20-FE2F FF9E-FF9F 101FD 102E0 10376-1037A 10A01-10A0F 10A38-10A3F
10AE5-10AE6 10D24-10D27 10EAB-10EAC 10EFD-10EFF 10F46-10F50 10F82-10F85 11000-11002 11038-11046
11070 11073-11074 1107F-11082 110B0-110BA 110C2 11100-11102 11127-11134 11145-11146 11173
11180-11182 111B3-111C0 111C9-111CC 111CE-111CF 1122C-11237 1123E 11241 112DF-112EA 11300-11303
1133B-1133C 1133E-1134D 11357 11362-11374 11435-11446 1145E 114B0-114C3 115AF-115C0 115DC-115DD
11630-11640 116AB-116B7 1171D-1172B 1182C-1183A 11930-1193E 11940 11942-11943 119D1-119E0 119E4
11A01-11A0A 11A33-11A39 11A3B-11A3E 11A47 11A51-11A5B 11A8A-11A99 11C2F-11C3F 11C92-11CB6
11D31-11D45 11D47 11D8A-11D97 11EF3-11EF6 11F00-11F01 11F03 11F34-11F42 13440 13447-13455
16AF0-16AF4 16B30-16B36 16F4F 16F51-16F92 16FE4-16FF1 1BC9D-1BC9E 1CF00-1CF46 1D165-1D169
1D16D-1D172 1D17B-1D182 1D185-1D18B 1D1AA-1D1AD 1D242-1D244 1DA00-1DA36 1DA3B-1DA6C 1DA75 1DA84
1DA9B-1DAAF 1E000-1E02A 1E08F 1E130-1E136 1E2AE 1E2EC-1E2EF 1E4EC-1E4EF 1E8D0-1E8D6 1E944-1E94A
1F3FB-1F3FF E0020-E007F E0100-E01EF
"""
_EXTEND_RANGES = [item.partition("-") for item in _EXTEND.split()]
_EXTEND_STARTS = tuple(int(first, 16) for first, _, _ in _EXTEND_RANGES)
_EXTEND_ENDS = tuple(int(last or first, 16) for first, _, last in _EXTEND_RANGES)

# Signs written before what they belong to (Arabic number signs and their like): no cut behind them.
_PREPEND = frozenset({*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD})
_ZWJ = 0x200D
_CR, _LF = 0x0D, 0x0A


def _is_extend(c: int) -> bool:
    at = bisect_right(_EXTEND_STARTS, c) - 1
    return c >= 0x300 and at >= 0 and c <= _EXTEND_ENDS[at]


def _is_control(c: int) -> bool:
    return c < 0x20 or 0x7F <= c <= 0x9F or c in (0x2028, 0x2029)


def _is_flag_half(c: int) -> bool:
    return 0x1F1E6 <= c <= 0x1F1FF


def _hangul(c: int) -> str:
    """Which part of a Korean syllable `c` is: L (lead), V (vowel), T (tail), LV or LVT (whole), or ""."""
    if 0xAC00 <= c <= 0xD7A3:  # 28 syllables per lead and vowel; the first of them has no tail
        return "LV" if (c - 0xAC00) % 28 == 0 else "LVT"
    if 0x1100 <= c <= 0x115F or 0xA960 <= c <= 0xA97C:
        return "L"
    if 0x1160 <= c <= 0x11A7 or 0xD7B0 <= c <= 0xD7C6:
        return "V"
    if 0x11A8 <= c <= 0x11FF or 0xD7CB <= c <= 0xD7FB:
        return "T"
    return ""


_HANGUL_JOINS = frozenset(
    [
        *(("L", "L"), ("L", "V"), ("L", "LV"), ("L", "LVT"), ("V", "V"), ("V", "T"), ("T", "T")),
        *(("LV", "V"), ("LV", "T"), ("LVT", "T")),
    ]
)


def _is_half_pair(text: str, at: int) -> bool:
    """Whether `at` lies between two lone surrogates that make one character together."""
    return 0 < at < len(text) and "\ud800" <= text[at - 1] <= "\udbff" and "\udc00" <= text[at] <= "\udfff"


def is_boundary(text: str, at: int) -> bool:
    """Whether a cut in front of code point `at` splits no grapheme cluster. Bounded work, wherever `at`
    is."""
    if at <= 0 or at >= len(text):
        return True
    before, here = ord(text[at - 1]), ord(text[at])
    if before < 0x300 and here < 0x300:  # nearly every cut in nearly every text
        return not (before == _CR and here == _LF)
    if _is_control(before) or _is_control(here):
        return True
    if _is_half_pair(text, at) or here == _ZWJ or before == _ZWJ or _is_extend(here) or before in _PREPEND:
        return False
    if _is_flag_half(before) and _is_flag_half(here):
        start = at
        while start > max(0, at - _FLAG_LOOK) and _is_flag_half(ord(text[start - 1])):
            start -= 1
        return (at - start) % 2 == 0
    return (_hangul(before), _hangul(here)) not in _HANGUL_JOINS


def cut(text: str, at: int, *, back: int = BACK) -> int:
    """The nearest boundary at or before code point `at`: where a head ends.

    Looks back at most `back` code points; if there is no boundary, the cut is at `at` all the same (but in
    front of a surrogate pair). `at` outside the text is clamped to it.
    """
    at = min(max(at, 0), len(text))
    for place in range(at, max(-1, at - back - 1), -1):
        if is_boundary(text, place):
            return place
    return at - 1 if _is_half_pair(text, at) else at


def cut_after(text: str, at: int, *, back: int = BACK) -> int:
    """The nearest boundary at or after code point `at`: where a tail starts. The mirror of `cut`."""
    at = min(max(at, 0), len(text))
    for place in range(at, min(len(text), at + back) + 1):
        if is_boundary(text, place):
            return place
    return at + 1 if _is_half_pair(text, at) else at
