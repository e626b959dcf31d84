"""What `inspect --whitelist` says: the fields of each tool's JSON results, which of them the run used, and the policy
keys that would keep only those; as JSON and for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from trimscope.source import canonical
from trimscope.texts.printable import printable
from trimscope.values.suggestions import Field, Suggestion, snippet

MOST_LINES = 40
"""Fields of one tool that get a line for people, largest first; JSON has them all."""

LONGEST_PATH = 60
"""Characters of a path in a line for people."""

WORDS = {
    "en": {
        "none": "No tool result is JSON: there is nothing a whitelist could keep.",
        "tool": "{tool}: {results} JSON result(s), {fields} fields, about {tokens} tokens; {saved} would go",
        "more": "  ... and {n} smaller fields",
        "all": "  no whitelist: every field stays, or none was used",
        "used": "used by message {n}",
        "answered": "in an answer",
        "id": "an id",
        "schema": "a parameter's name",
        "goes": "not used: may go",
        "snippet": "Policy (what this run did not use may matter in the next one):",
    },
    "zh": {
        "none": "没有 JSON 格式的工具结果：无从建立白名单。",
        "tool": "{tool}：{results} 个 JSON 结果，{fields} 个字段，约 {tokens} token；可省去 {saved}",
        "more": "  …… 另有 {n} 个更小的字段",
        "all": "  不建议白名单：所有字段都保留，或都未被用到",
        "used": "被消息 {n} 使用",
        "answered": "出现在回答中",
        "id": "是标识符",
        "schema": "与参数同名",
        "goes": "未被使用：可以去掉",
        "snippet": "策略（本次未用到的字段，下次可能有用）：",
    },
}


def whitelist_json(found: Sequence[Suggestion]) -> dict[str, Any]:
    """Two more keys beside those of `inspect --json`: the fields by tool, and the policy keys."""
    tools = [
        {
            "tool": each.tool,
            "results": each.results,
            "tokens": each.tokens,
            "saved": each.saved,
            "fields": [
                {
                    "path": one.path,
                    "times": one.times,
                    "tokens": one.tokens,
                    "used_by": list(one.used_by),
                    "answered": one.answered,
                    "is_id": one.is_id,
                    "in_next_schema": one.in_next_schema,
                    "stays": one.stays,
                }
                for one in each.fields
            ],
        }
        for each in found
    ]
    return {"fields": tools, "suggested": snippet(found)}


def whitelist_text(found: Sequence[Suggestion], lang: str) -> str:
    """The same for people: a line a field, largest first, and the policy as it can be pasted."""
    words = WORDS.get(lang, WORDS["en"])
    if not found:
        return words["none"]
    lines: list[str] = []
    for each in found:
        numbers = {"results": each.results, "fields": len(each.fields), "tokens": each.tokens, "saved": each.saved}
        lines.append(words["tool"].format(tool=printable(each.tool[:LONGEST_PATH]), **numbers))
        shown = sorted(each.fields, key=lambda one: -one.tokens)[:MOST_LINES]
        lines += [f"  {one.tokens:>8,}  {printable(one.path[:LONGEST_PATH])}: {_why(one, words)}" for one in shown]
        if len(each.fields) > len(shown):
            lines.append(words["more"].format(n=len(each.fields) - len(shown)))
        if not each.whitelist:
            lines.append(words["all"])
    policy = canonical.readable(snippet(found))
    whole = policy if printable(policy) == policy else canonical.dumps(snippet(found))
    return "\n".join((*lines, words["snippet"], whole))


def _why(one: Field, words: dict[str, str]) -> str:
    reasons = [
        words["used"].format(n=one.used_by[0]) if one.used_by else "",
        words["answered"] if one.answered else "",
        words["id"] if one.is_id else "",
        words["schema"] if one.in_next_schema else "",
    ]
    return ", ".join(reason for reason in reasons if reason) or words["goes"]
