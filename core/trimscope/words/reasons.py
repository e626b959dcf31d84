"""The sentences of the reasons of decisions, English and Chinese, by code. Looked up through `trimscope.words`."""

from __future__ import annotations

from collections.abc import Mapping

from trimscope.words.notices import NOTICE_REASONS
from trimscope.words.strategies import STRATEGY_REASONS

REASONS: Mapping[str, tuple[str, str]] = {
    "system": (
        "Leading system or developer message: never dropped or rewritten.",
        "开头的系统或开发者消息：从不丢弃或改写。",
    ),
    "leading_context": (
        "Context the harness put before the goal: it stays.",
        "目标之前由框架注入的上下文：保留。",
    ),
    "goal": (
        "The first thing the user asked for, the goal: never dropped or rewritten.",
        "用户最初的目标：从不丢弃或改写。",
    ),
    "newest_user": (
        "The newest thing the user typed: never dropped or rewritten.",
        "用户最新输入的消息：从不丢弃或改写。",
    ),
    "pinned": ("Pinned, with its whole ring.", "已固定，连同整个工具环。"),
    "recent_round": ("Among the newest rounds that stay whole.", "属于完整保留的最近几轮。"),
    "open_turn": (
        "The model has not seen this yet: the open turn always stays.",
        "模型尚未看到：进行中的轮次始终保留。",
    ),
    "plain_message": (
        "No tool ring: the stage for old rounds leaves it alone.",
        "不是工具环：旧轮次处理不涉及它。",
    ),
    "below_watermark": (
        "The count is below the watermark: nothing old has to go.",
        "未到水位线：旧内容无需处理。",
    ),
    "target_reached": (
        "Older rounds already brought the count down to the target.",
        "更早的轮次已使总量降到目标值。",
    ),
    "excluded_tool": ("Its tool is excluded from trimming.", "该工具被排除在裁剪之外。"),
    "kept_error": (
        "A recent error result: kept so that the model does not repeat it.",
        "较新的错误结果：保留以免重犯。",
    ),
    "old_rounds_kept": ("Old, but the policy keeps old rounds.", "属于旧轮次，但策略选择保留。"),
    "structure_kept": (
        "An old ring: its calls and ids stay, only the results are replaced.",
        "旧的工具环：调用与 id 保留，只替换结果内容。",
    ),
    "already_short": ("Already shorter than what would replace it.", "本来就比替换文本更短。"),
    "standing_tombstone": (
        "The tombstone of an earlier trim; nothing more was dropped.",
        "之前裁剪留下的墓碑；本次没有再丢弃。",
    ),
    "not_planned": (
        "Nothing was done: the pairing is broken and the policy stops there.",
        "未作处理：配对已损坏，策略在此停止。",
    ),
    "over_limit": (
        "Longer than the limit for tool results: head and tail stay around a banner.",
        "超过工具结果上限：保留首尾，中间插入横幅。",
    ),
    "over_limit_short_banner": (
        "Longer than the limit; only a short banner fits.",
        "超过上限；只放得下短横幅。",
    ),
    "over_limit_plain_cut": (
        "Longer than the limit; no banner fits, head and tail are joined.",
        "超过上限；放不下横幅，首尾直接相接。",
    ),
    "whitelisted": (
        "Only the fields on the whitelist of its tool are sent.",
        "只发送该工具白名单上的字段。",
    ),
    "whitelist_no_json": (
        "Its tool has a whitelist, but this result is no JSON object or list: it stays as it is.",
        "该工具有字段白名单，但此结果不是 JSON 对象或列表：保持原样。",
    ),
    "whitelist_no_match": (
        "No path of the whitelist leads anywhere in this result: it stays as it is.",
        "白名单中的路径在此结果里都不存在：保持原样。",
    ),
    "repeated_result": (
        "The same result comes again later: it is sent there, and this line names where.",
        "相同的结果在后面再次出现：只在那里发送，此处注明位置。",
    ),
    "repeated_error": (
        "The same error comes again later: it is sent there, and this line says how often it came.",
        "相同的错误在后面再次出现：只在那里发送，此处注明次数。",
    ),
    "copy_came_back": (
        "The later copy that stood for it is not sent any more: its own text is back.",
        "代替它的较新副本已不再发送：恢复其原文。",
    ),
    "framed": (
        "Framed as data from outside, not instructions.",
        "已加框标明：外部数据，不是指令。",
    ),
    "clears_too_little": (
        "Old, but all old results together would free less than the policy asks for: nothing is cleared.",
        "属于旧轮次，但全部旧结果可释放的量少于策略要求：不作清除。",
    ),
    "cleared_enough": (
        "Old, but older results already freed as many tokens as the policy asks for.",
        "属于旧轮次，但更早的结果已释放策略要求的 token 数。",
    ),
    "inputs_cleared": (
        "An old ring: with its results the arguments of its calls are emptied.",
        "旧的工具环：随结果一并清空调用参数。",
    ),
    "old_round": ("Older than the newest rounds that stay whole.", "早于需要完整保留的最近几轮。"),
    "over_budget": ("Still over the input budget: the oldest goes.", "仍超出输入预算：从最旧的开始移除。"),
    "fulfilled_plan": (
        "It only announced a call that was then made: call and result say it all.",
        "只是预告了随后已执行的调用：调用与结果已说明一切。",
    ),
    "courtesy": (
        "Thanks or an acknowledgement: it goes before messages that carry content.",
        "致谢或应答：先于有内容的消息移除。",
    ),
    "in_summary": ("The summary stands for it.", "由摘要代表。"),
    "soft_limit": (
        "Old and of low value: the history reached the soft limit for deleting.",
        "较旧且价值较低：历史已达到删除软上限。",
    ),
    "retrieve_again": (
        "Old evidence: the history reached the soft limit from which on it is retrieved anew.",
        "旧证据：历史已达到软上限，需要时重新检索。",
    ),
    "low_value": (
        "Still over the input budget: what is worth least for its tokens goes.",
        "仍超出输入预算：按单位 token 价值最低者先移除。",
    ),
    "media_over_budget": (
        "Still over the input budget: old media go before text.",
        "仍超出输入预算：旧媒体先于文本移除。",
    ),
    "bucket_full": (
        "Its bucket is over its limit: only what is in it is shortened.",
        "所属分区超出上限：只缩短该分区自己的内容。",
    ),
    "run_budget_near": (
        "The run nears its token budget: results of old rounds are compacted.",
        "本次运行的 token 预算将尽：旧轮次的结果被压缩。",
    ),
    "run_budget_extreme": (
        "The run's token budget is nearly spent: only anchors and the newest ring are sent.",
        "本次运行的 token 预算即将耗尽：只发送锚点和最新工具环。",
    ),
    "retry_tightening": (
        "The provider refused the request as too long: one more ring goes for each retry.",
        "服务商以超长为由拒绝了请求：每次重试多移除一个工具环。",
    ),
    "extreme": (
        "Only anchors and the newest ring are left: the last step before failing.",
        "仅保留锚点和最新工具环：失败前的最后一步。",
    ),
    "earlier_call": (
        "Already gone at an earlier call; what was dropped stays dropped.",
        "在更早的调用中已移除；移除后不再恢复。",
    ),
    "dead_ring": (
        "A call in it never got a result: the whole ring goes.",
        "其中有调用始终没有结果：整环移除。",
    ),
    "summary": ("Stands for the middle of the history: checked.", "代表历史的中段：已通过检查。"),
    "summary_updated": (
        "The summary of an earlier trim, with what it now stands for besides.",
        "之前裁剪留下的摘要，已并入新覆盖的内容。",
    ),
    "tombstone": ("Stands for everything that was dropped.", "代表所有已丢弃的内容。"),
    "tombstone_updated": (
        "The tombstone of an earlier trim, its counts added up.",
        "之前裁剪留下的墓碑，计数已累加。",
    ),
    "tombstone_appended": (
        "The goal as it was, with the tombstone as a part of its own behind it.",
        "目标原文不变，墓碑作为独立部分附在其后。",
    ),
    "synthesised_result": (
        "A result that never came, stood in for by an error.",
        "缺失的结果，以一条错误结果代替。",
    ),
    "orphan_result": (
        "A result without its call: the provider would refuse it.",
        "没有对应调用的结果：服务商会拒绝。",
    ),
    "lone_reasoning": (
        "Reasoning without the item that must follow it: the provider would refuse it.",
        "推理条目缺少其后必须跟随的条目：服务商会拒绝。",
    ),
    "empty_message": (
        "A message that says nothing at all: the provider would refuse it.",
        "没有任何内容的消息：服务商会拒绝。",
    ),
    "duplicate_result": (
        "A second result for one call: the provider would refuse it.",
        "同一调用的第二个结果：服务商会拒绝。",
    ),
    "same_role": (
        "Joined with the message of the same role before it: roles must alternate.",
        "与前一条同角色消息合并：角色必须交替。",
    ),
    "displaced_result": ("Moved to stand directly after its call.", "移动到紧跟其调用之后。"),
    **NOTICE_REASONS,
    **STRATEGY_REASONS,
}
