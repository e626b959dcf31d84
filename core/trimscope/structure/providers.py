"""What each provider accepts, as data: how severe a pairing fault is, and what its rule says in one sentence.

Sources: the providers' API references and the error texts of recorded HTTP 400 answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Severity = Literal["info", "warning", "refused"]

ALWAYS: Mapping[str, Severity] = {
    "missing_result": "refused",
    "orphan_result": "refused",
    "result_before_call": "refused",
    "empty_request": "refused",
    "empty_message": "refused",
    "pending_call": "info",
    "duplicate_call_id": "warning",
    "repeated_call_id": "warning",
    "bad_call_id": "refused",
    "unknown_call": "info",
    "first_role": "refused",
    "same_role": "refused",
    "user_after_tool": "refused",
    "call_id_form": "refused",
    "lone_reasoning": "refused",
    "interleaved_call": "refused",
}
"""The same for every provider. A pending call is normal at the end of a log (the run was cut there), a call id
used again in a later turn is accepted by all, and a result whose call lies on the provider's server is no fault."""


@dataclass(frozen=True, slots=True)
class Provider:
    """The rules of one provider that decide what may be sent."""

    name: str
    title: str
    merges_roles: bool
    """neighbours of one role are merged before pairing is checked"""
    alternates: bool = False
    """user and assistant must take turns: what is written joins neighbours, and a tombstone joins the goal"""
    joins_outputs: bool = False
    """neighbouring items of the model are read as one output: what stood between two may have gone"""
    needs_ids: bool = False
    """every call and every result must carry an id that is text and not empty"""
    checks: tuple[str, ...] = ()
    """codes of the rules beyond pairing that it holds requests to (`trimscope.structure.provider_checks`, and
    `trimscope.structure.empty_messages`)"""
    severity: Mapping[str, Severity] = field(default_factory=dict)
    """of the codes that differ between providers"""
    rule: Mapping[str, str] = field(default_factory=dict)
    """the provider's pairing rule in one sentence, by language"""

    def severity_of(self, code: str) -> Severity:
        """How severe a fault code is here; a code without an entry is a warning."""
        return self.severity.get(code) or ALWAYS.get(code, "warning")


PROVIDERS: Mapping[str, Provider] = {
    provider.name: provider
    for provider in (
        Provider(
            "openai-chat",
            "OpenAI Chat Completions",
            merges_roles=False,
            needs_ids=True,
            # a tool message anywhere but straight after its call is HTTP 400; a second one there is tolerated
            severity={"displaced_result": "refused", "duplicate_result": "warning"},
            checks=("empty_message",),
            rule={
                "en": "An assistant message with tool_calls must be followed directly by one tool message for each id.",
                "zh": "带 tool_calls 的 assistant 消息之后，必须紧跟每个 id 对应的 tool 消息。",
            },
        ),
        Provider(
            "anthropic",
            "Anthropic Messages",
            merges_roles=True,
            needs_ids=True,
            # "each tool_use must have a single result" and results must open the next user turn: both HTTP 400
            severity={"displaced_result": "refused", "duplicate_result": "refused"},
            checks=("empty_message",),
            rule={
                "en": "Every tool_use must be answered once, at the start of the very next user turn.",
                "zh": "每个 tool_use 必须在紧接的 user 轮次开头得到且仅得到一次应答。",
            },
        ),
        Provider(
            "openai-responses",
            "OpenAI Responses",
            merges_roles=True,
            joins_outputs=True,
            # pairing is by call_id wherever the items stand: recorded requests with other items between were fine
            severity={"displaced_result": "info", "duplicate_result": "warning"},
            # "Item 'rs_...' of type 'reasoning' was provided without its required following item.": HTTP 400
            checks=("lone_reasoning",),
            rule={
                "en": "Every call needs an output with its call_id and every output its call, in any place; "
                "a reasoning item must stay with the item that follows it.",
                "zh": "每个调用都要有 call_id 相同的输出，每个输出都要有对应的调用，位置不限；"
                "reasoning 条目必须与其后的条目在一起。",
            },
        ),
        Provider(
            "deepseek-responses",
            "DeepSeek Responses",
            merges_roles=False,
            joins_outputs=True,
            # "No tool output found for tool call ...": HTTP 400 for outputs that are not directly behind the call
            severity={"displaced_result": "refused", "duplicate_result": "warning"},
            checks=("interleaved_call",),
            rule={
                "en": "The outputs of a call must follow it directly: no message between a call and its output.",
                "zh": "调用之后必须紧跟其输出：调用与输出之间不能有消息。",
            },
        ),
        Provider(
            "gemini",
            "Gemini generateContent",
            merges_roles=True,
            # "the number of function response parts is equal to the number of function call parts": both HTTP 400
            severity={"displaced_result": "refused", "duplicate_result": "refused"},
            checks=("first_role", "empty_message"),
            rule={
                "en": "A model turn with n function calls must be followed by a turn with exactly n function "
                "responses; the first content must not be the model's.",
                "zh": "含 n 个函数调用的 model 轮次之后，必须紧跟恰好 n 个函数响应；第一条内容不能来自 model。",
            },
        ),
        Provider(
            "bedrock",
            "Bedrock Converse",
            merges_roles=False,
            alternates=True,
            # "Expected toolResult blocks at ..." and "The number of toolResult blocks ... exceeds": both HTTP 400
            severity={"displaced_result": "refused", "duplicate_result": "refused"},
            checks=("first_role", "same_role", "empty_message"),
            rule={
                "en": "All toolResults of an assistant message must stand in the one user message that follows it; "
                "user and assistant must alternate, user first.",
                "zh": "一条 assistant 消息的全部 toolResult 必须放在紧接的同一条 user 消息中；"
                "user 与 assistant 必须交替，且以 user 开头。",
            },
        ),
        Provider(
            "mistral",
            "Mistral chat",
            merges_roles=False,
            # "Not the same number of function calls and responses" (code 3230)
            severity={"displaced_result": "refused", "duplicate_result": "refused"},
            checks=("user_after_tool", "call_id_form", "empty_message"),
            rule={
                "en": "Every tool call must be answered once, directly behind it, under an id of 9 letters or digits; "
                "an assistant message must follow the results.",
                "zh": "每个工具调用必须紧接着得到且仅得到一次应答，id 为 9 位字母或数字；"
                "结果之后必须是 assistant 消息。",
            },
        ),
        Provider(
            "cohere",
            "Cohere chat v2",
            merges_roles=False,
            # the same shape as OpenAI chat, and the same order of calls and results
            severity={"displaced_result": "refused", "duplicate_result": "warning"},
            rule={
                "en": "An assistant message with tool_calls must be followed directly by one tool message for each id.",
                "zh": "带 tool_calls 的 assistant 消息之后，必须紧跟每个 id 对应的 tool 消息。",
            },
        ),
        Provider(
            "ollama",
            "Ollama chat",
            merges_roles=False,
            # the server pairs nothing, it only fills a template: what does not pair misleads the model
            severity={"displaced_result": "warning", "duplicate_result": "warning"},
            rule={
                "en": "Tool messages answer the calls before them in order; the dialect has no ids.",
                "zh": "tool 消息按顺序应答其前面的调用；该格式没有 id。",
            },
        ),
        Provider(
            "langchain",
            "LangChain",
            merges_roles=False,
            # LangGraph refuses an unanswered call itself (INVALID_CHAT_HISTORY), the model behind it the rest
            severity={"displaced_result": "refused", "duplicate_result": "warning"},
            rule={
                "en": "Every tool call of an AIMessage must be answered by a ToolMessage directly behind it; "
                "then the rules of the model's own provider hold.",
                "zh": "AIMessage 的每个工具调用都必须由紧随其后的 ToolMessage 应答；此外还须遵守模型服务商自身的规则。",
            },
        ),
        Provider(
            "pydantic-ai",
            "pydantic-ai",
            merges_roles=False,
            # "Cannot provide a new user prompt when the message history contains unprocessed tool calls."
            severity={"displaced_result": "refused", "duplicate_result": "warning"},
            rule={
                "en": "The calls of a response must be answered in the request that follows it, before a new user "
                "prompt; then the rules of the model's own provider hold.",
                "zh": "一次响应中的调用必须在其后的请求里、新的用户提示之前得到应答；"
                "此外还须遵守模型服务商自身的规则。",
            },
        ),
        Provider(
            "vercel-ai",
            "Vercel AI SDK",
            merges_roles=False,
            # AI_MissingToolResultsError is raised before anything is sent
            severity={"displaced_result": "refused", "duplicate_result": "warning"},
            rule={
                "en": "Every tool call must have its result before the next user message; "
                "then the rules of the model's own provider hold.",
                "zh": "每个工具调用在下一条用户消息之前都必须有结果；此外还须遵守模型服务商自身的规则。",
            },
        ),
        Provider(
            "sharegpt",
            "ShareGPT training data",
            merges_roles=False,
            # no server reads it: trainers pair by order, and skip samples in which the turns do not alternate
            severity={"displaced_result": "warning", "duplicate_result": "warning"},
            rule={
                "en": "An observation answers the function call before it; the format has no ids, "
                "and trainers want human and gpt in turns.",
                "zh": "observation 应答其前面的 function_call；该格式没有 id，训练程序要求 human 与 gpt 轮流发言。",
            },
        ),
        Provider(
            "chat-template",
            "A chat template with strict alternation",
            merges_roles=False,
            alternates=True,
            # "Conversation roles must alternate user/assistant/user/assistant/...": raised by the template
            severity={"displaced_result": "refused", "duplicate_result": "warning"},
            checks=("first_role", "same_role"),
            rule={
                "en": "The model's chat template lets user and assistant take turns only, user first; "
                "results stand directly behind their calls.",
                "zh": "该模型的聊天模板只允许 user 与 assistant 轮流发言，且以 user 开头；结果必须紧跟其调用。",
            },
        ),
    )
}


def provider(name: str) -> Provider:
    """The provider of that name. Raises KeyError for a name that no format carries."""
    return PROVIDERS[name]
