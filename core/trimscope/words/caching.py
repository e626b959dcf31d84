"""The words for what breaks a cached prefix, and for where, English and Chinese, by code.

Looked up through `trimscope.words`.
"""

from __future__ import annotations

from collections.abc import Mapping

CAUSES: Mapping[str, tuple[str, str]] = {
    "model": ("Another model answers this call: it has a cache of its own.", "这次调用换了模型：缓存不能共用。"),
    "settings": ("Settings that are part of the rendered request changed (output format, reasoning, parallel calls).", "随请求一起渲染的设置有变化（输出格式、推理、并行调用）。"),
    "tool_order": ("The same tools are defined in another order.", "工具定义相同，但顺序变了。"),
    "tools": ("A tool definition was added, removed or changed.", "工具定义有新增、移除或改动。"),
    "system": ("The system prompt changed.", "系统提示有改动。"),
    "clock": ("Only digits changed in a text near the start: a time, a date or a counter stands in the prefix.", "靠前的文本只有数字变化：前缀中含有时间、日期或计数。"),
    "tombstone": ("The tombstone came, went or changed its text.", "墓碑消息出现、消失或文字改变。"),
    "stub": ("An earlier result was compacted to a stub.", "较早的结果被压缩为存根。"),
    "cleared": ("An earlier result was cleared.", "较早的结果被清除。"),
    "cut": ("An earlier result was cut shorter than before.", "较早的结果被截得比之前更短。"),
    "summary": ("The summary came, went or changed.", "摘要出现、消失或改变。"),
    "memory": ("The memory block came, went or changed.", "记忆块出现、消失或改变。"),
    "ledger": ("The ledger of side effects came, went or changed.", "副作用台账出现、消失或改变。"),
    "dropped": ("Earlier messages were dropped, and what follows moved up.", "较早的消息被移除，其后的内容前移。"),
    "inserted": ("A message was put in before messages already sent.", "在已发送过的消息之前插入了消息。"),
    "changed": ("A message that was sent before reads differently now.", "之前发送过的消息内容变了。"),
    "epoch": ("The run's own compaction began its history anew here.", "运行自身在此处压缩，历史重新开始。"),
}

BREAK_PARTS: Mapping[str, tuple[str, str]] = {
    "model": ("model", "模型"),
    "settings": ("settings", "设置"),
    "tools": ("tool definition {}", "第 {} 个工具定义"),
    "system": ("system prompt", "系统提示"),
    "blocks": ("message {}", "第 {} 条消息"),
}
"""Where a break stands; counted from 1 as people count."""
