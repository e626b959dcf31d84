"""The words of pairing faults and of what providers refuse, English and Chinese. Looked up through `trimscope.words`."""

from __future__ import annotations

from collections.abc import Mapping

FAULTS: Mapping[str, tuple[str, str]] = {
    "missing_result": (
        "A tool call never got its result, and newer messages follow.",
        "工具调用没有结果，而后面已有新消息。",
    ),
    "orphan_result": (
        "A tool result answers no call in the transcript.",
        "工具结果在记录中找不到对应的调用。",
    ),
    "empty_request": (
        "No message is left to send: a request without messages is refused.",
        "没有剩下可发送的消息：不含消息的请求会被拒绝。",
    ),
    "empty_message": (
        "A message says nothing at all: the provider refuses it.",
        "消息没有任何内容：服务商会拒绝。",
    ),
    "duplicate_result": ("A tool call has more than one result.", "一个工具调用有多个结果。"),
    "duplicate_call_id": ("A call id is used again in a later turn.", "调用 id 在后续轮次中重复使用。"),
    "repeated_call_id": ("One message holds two tool calls with the same id.", "同一条消息中有两个调用使用相同的 id。"),
    "bad_call_id": (
        "The id of a tool call or result is missing, empty or no text: nothing can pair with it.",
        "工具调用或结果的 id 缺失、为空或不是文本：无法配对。",
    ),
    "result_before_call": ("A tool result stands before its call.", "工具结果出现在其调用之前。"),
    "displaced_result": (
        "A tool result does not stand directly after its call.",
        "工具结果没有紧跟在其调用之后。",
    ),
    "lone_reasoning": (
        "A reasoning item lacks the item that must follow it.",
        "推理条目缺少其后必须跟随的条目。",
    ),
    "interleaved_call": (
        "Text of the model stands between a tool call and its result.",
        "工具调用与其结果之间夹有模型的文本。",
    ),
    "pending_call": (
        "A tool call at the very end still waits for its result.",
        "末尾的工具调用仍在等待结果。",
    ),
    "first_role": ("The conversation does not begin with a user message.", "对话不是以 user 消息开头。"),
    "same_role": (
        "Two messages of one role follow each other; user and assistant must take turns.",
        "两条同一角色的消息相邻；user 与 assistant 必须交替。",
    ),
    "user_after_tool": (
        "A user message stands directly behind tool results; an assistant message must come first.",
        "user 消息紧跟在工具结果之后；中间必须先有 assistant 消息。",
    ),
    "call_id_form": (
        "A call id is not made of exactly 9 letters or digits.",
        "调用 id 不是恰好 9 位字母或数字。",
    ),
    "unknown_call": (
        "The call of a result lies on the provider's server.",
        "结果对应的调用保存在服务商一侧。",
    ),
}
