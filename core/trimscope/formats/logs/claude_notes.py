"""What a person should know about a conversation read from a log of Claude's tools."""

from __future__ import annotations

from collections.abc import Mapping

from trimscope.formats.logs.claude_turns import Turns

UNSEEN = {
    "en": "The log does not hold the system prompt and the tool definitions: what was sent was larger than this.",
    "zh": "日志不含系统提示词和工具定义：实际发送的内容比这里更多。",
}
PROMPTLESS = {
    "en": "The log begins with the answer: the prompt that started the run is not in it.",
    "zh": "日志从回复开始，不含启动此次运行的提示词。",
}


def notes_on(turns: Turns) -> tuple[Mapping[str, str], ...]:
    """The notes on one conversation."""
    found: list[Mapping[str, str]] = [UNSEEN]
    if turns.records[0]["role"] == "assistant":
        found.append(PROMPTLESS)
    if turns.cleared:
        found.append(
            {
                "en": f"The tool itself cleared {turns.cleared} tool result(s) in its context (microcompact); "
                "here they stand in full, as in the file.",
                "zh": f"该工具曾在上下文中清空 {turns.cleared} 个工具结果（microcompact）；此处与文件一致，仍为全文。",
            }
        )
    if turns.errors:
        found.append(
            {
                "en": f"{turns.errors} error text(s) in the assistant's place were left out: the API never saw them.",
                "zh": f"已略过 {turns.errors} 条以 assistant 身份写入的错误提示：API 从未收到它们。",
            }
        )
    if turns.unread:
        found.append(
            {
                "en": f"{turns.unread} line(s) or block(s) of the log were not understood and left out.",
                "zh": f"日志中有 {turns.unread} 行或内容块无法识别，已略过。",
            }
        )
    return tuple(found)
