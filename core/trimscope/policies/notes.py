"""What a user should know of a policy that is allowed but may not be meant: a name that is nowhere, above all.

Notes are codes; one about a name carries it behind a colon (`unknown_tool:grep`). `trimscope.words.note` has the
sentences.
"""

from __future__ import annotations

from trimscope import models
from trimscope.policies.policy import Policy
from trimscope.transcript import Transcript


def of(transcript: Transcript, policy: Policy, reported: bool = False) -> tuple[str, ...]:
    """The notes on a policy as it meets a transcript, each once, in a fixed order. `reported`: earlier calls have
    usage that an estimate can be scaled by."""
    found: list[str] = []
    if policy.calibrate and not reported:
        found.append("no_usage")
    if policy.model and not policy.window and models.resolve(policy.model) is None:
        found.append(f"unknown_model:{policy.model}")
    if policy.memory is not None and policy.memory["place"] == "system":
        found.append("memory_in_prefix")
    if policy.old_rounds in ("drop", "keep") and policy.degrade is None:
        keys = {"clear_at_least": policy.clear_at_least is not None, "clear_tool_inputs": policy.clear_tool_inputs}
        found += [f"nothing_is_cleared:{key}" for key, asked in keys.items() if asked]
    if policy.degrade is not None and policy.run_token_budget is None:
        found.append("no_run_budget")
    tools = (*(policy.include_tools or ()), *policy.exclude_tools, *policy.tool_limits, *policy.field_whitelist)
    named = dict.fromkeys(tools)
    known = _tools(transcript) if named else set()
    return (*found, *(f"unknown_tool:{name}" for name in named if name not in known))


def _tools(transcript: Transcript) -> set[str]:
    """Names of all tools that are defined, called or answered anywhere in the transcript."""
    calls = {call.name for message in transcript.messages for call in message.calls}
    answers = {result.name for message in transcript.messages for result in message.results if result.name}
    return calls | answers | {tool.name for tool in transcript.tools}
