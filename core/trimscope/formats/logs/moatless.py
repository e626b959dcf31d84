"""Trajectories of Moatless tools: a tree of nodes, each one action and what was observed.

A conversation is the path from the root to a leaf. The main one leads to the leaf with the highest reward, else to
one that finished, else to the last; the other leaves are conversations of their own. An answer is what the model
really said (`completions.build_action.response`), an observation answers its calls.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from trimscope.formats.anthropic_usage import usage_of
from trimscope.formats.logs import chat_records, entries
from trimscope.formats.logs.chat_records import text
from trimscope.formats.source import Conversation, Mark, Source, made
from trimscope.transcript import Pointer

NAME = "moatless-trajectory"

ANTHROPIC, OPENAI = "anthropic-messages", "openai-chat"
OWN = ("scratch_pad", "thoughts", "action_args_class")
"""Fields of an action that are not its arguments."""

Node = Mapping[str, Any]
Place = tuple[Pointer, Node]


def detect(source: Source) -> str | None:
    """Why this is a Moatless trajectory, or None."""
    top = source.top
    held = isinstance(top.get("nodes"), list) or isinstance(top.get("root"), dict)
    if held and "agent" in top and any("node_id" in node for _, node in _nodes(top)):
        return "'nodes' with 'node_id' beside 'agent'"
    return None


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The path to every leaf, the best first."""
    nodes: dict[Any, Place] = {}
    parents: dict[Any, Any] = {}
    for at, node in _nodes(source.top):
        identity = _key(node.get("node_id"))
        nodes[identity] = (at, node)
        parents.setdefault(identity, _key(node.get("parent_id")))
        for child in _children(node):
            parents[_key(child.get("node_id"))] = identity
    with_children = set(parents.values())
    leaves = [identity for identity in nodes if identity not in with_children] or list(nodes)[-1:]
    order = {identity: number for number, identity in enumerate(leaves)}
    leaves.sort(key=lambda leaf: (_worth(nodes[leaf][1]), order[leaf]), reverse=True)
    agent = source.top.get("agent")
    agent = agent if isinstance(agent, Mapping) else {}
    paths = (_path(leaf, nodes, parents) for leaf in leaves)
    return chat_records.found(*(_conversation(path, agent, f"node {path[-1][1].get('node_id')}") for path in paths))


def _nodes(top: Mapping[str, Any]) -> Iterator[Place]:
    """All nodes, whether they lie in a list or inside one another."""
    listed: list[Place] = [*entries.enumerate_objects(top.get("nodes"), ("nodes",))]
    open_nodes = listed[::-1]
    if isinstance(top.get("root"), dict):
        open_nodes.append((("root",), top["root"]))
    while open_nodes:
        at, node = open_nodes.pop()
        yield at, node
        open_nodes += list(entries.enumerate_objects(node.get("children"), (*at, "children")))[::-1]


def _children(node: Node) -> list[Node]:
    return [child for _, child in entries.enumerate_objects(node.get("children"))]


def _key(value: Any) -> Any:
    return value if isinstance(value, int | str) else None


def _worth(node: Node) -> tuple[float, bool]:
    reward = node.get("reward")
    value = reward.get("value") if isinstance(reward, Mapping) else reward
    observation = node.get("observation")
    terminal = isinstance(observation, Mapping) and observation.get("terminal") is True
    if not isinstance(value, int | float) or isinstance(value, bool) or abs(value) > MOST_REWARD:
        return -MOST_REWARD, terminal
    return float(value), terminal


MOST_REWARD = 1e9
"""Rewards of a search lie between -100 and 100; a number above this is damage, and no reward counts as the least."""


def _path(leaf: Any, nodes: Mapping[Any, Place], parents: Mapping[Any, Any]) -> list[Place]:
    path: list[Place] = []
    seen: set[Any] = set()
    while leaf in nodes and leaf not in seen:
        seen.add(leaf)
        path.append(nodes[leaf])
        leaf = parents.get(leaf)
    return path[::-1]


def _conversation(path: list[Place], agent: Mapping[str, Any], name: str) -> Conversation | None:
    responses = [_response(node) for _, node in path]
    claude = any(isinstance(response.get("content"), list) for response in responses)
    records: list[dict[str, Any]] = []
    marks: dict[int, Mark] = {}
    system = text(agent.get("system_prompt"))
    if system and not claude:
        marks[0] = Mark((("agent", "system_prompt"),))
        records.append({"role": "system", "content": system})
    said_before = False
    title = ""
    for (at, node), response in zip(path, responses, strict=True):
        said = next((text(node.get(key)) for key in ("message", "user_message") if text(node.get(key))), "")
        if said:
            title = title or entries.title_of(said)
            marks[len(records)] = Mark((at,), injected=None if said_before else False)
            said_before = True
            records.append({"role": "user", "content": said})
        answer, results, usage = (_claude if claude else _openai)(node, response, len(records))
        if answer:
            marks[len(records)] = Mark((at,), usage=usage)
            records.append(answer)
        for result in results:
            marks[len(records)] = Mark((at,))
            records.append(result)
    if not records:
        return None
    completion = agent.get("completion")
    model = text(completion.get("model")) if isinstance(completion, Mapping) else ""
    request: dict[str, Any] = {"model": model} if model else {}
    if system and claude:
        request["system"] = system
    dialect = ANTHROPIC if claude else OPENAI
    return made(dialect, name, {**request, "messages": records}, marks, title=title)


def _response(node: Node) -> Mapping[str, Any]:
    completions = node.get("completions")
    built = completions.get("build_action") if isinstance(completions, Mapping) else None
    response = built.get("response") if isinstance(built, Mapping) else None
    return response if isinstance(response, Mapping) else {}


def _steps(node: Node) -> list[tuple[Mapping[str, Any], str]]:
    """The actions of a node with what was observed: one, or a list of steps in later versions."""
    found = []
    steps: list[Node] = [each for _, each in entries.enumerate_objects(node.get("action_steps"))]
    for step in steps or [node]:
        action, observation = step.get("action"), step.get("observation")
        observed = observation.get("message") if isinstance(observation, Mapping) else observation
        if isinstance(action, Mapping):
            found.append((action, text(observed)))
    return found


def _tool(action: Mapping[str, Any]) -> str:
    """The name of an action's tool: its class without the module and the ending."""
    name = text(action.get("action_args_class")).rsplit(".", 1)[-1]
    return name.removesuffix("Arguments").removesuffix("Args") or "action"


def _input(action: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in action.items() if key not in OWN}


def _thought(action: Mapping[str, Any]) -> str:
    return text(action.get("scratch_pad")) or text(action.get("thoughts"))


Records = tuple[dict[str, Any] | None, list[dict[str, Any]], Any]


def _claude(node: Node, response: Mapping[str, Any], number: int) -> Records:
    """The answer in Anthropic's blocks and the record of its results."""
    steps, content = _steps(node), response.get("content")
    if not isinstance(content, list):
        content = [
            {"type": "tool_use", "id": f"call_{number}_{place}", "name": _tool(action), "input": _input(action)}
            for place, (action, _) in enumerate(steps)
        ]
        thought = "\n".join(filter(None, (_thought(action) for action, _ in steps)))
        content = [*([{"type": "text", "text": thought}] if thought else []), *content]
    calls = [block for block in content if isinstance(block, dict) and block.get("type") == "tool_use"]
    results = [
        {"type": "tool_result", "tool_use_id": call.get("id"), "content": observed}
        for call, (_, observed) in zip(calls, steps, strict=False)
    ]
    answer = {"role": "assistant", "content": content} if content else None
    return answer, [{"role": "user", "content": results}] if results else [], usage_of(response.get("usage"))


def _openai(node: Node, response: Mapping[str, Any], number: int) -> Records:
    """The answer with OpenAI's calls and the records of its results."""
    steps, choices = _steps(node), response.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    said = first.get("message") if isinstance(first, Mapping) else None
    record: dict[str, Any] = {"role": "assistant", "content": None}
    if isinstance(said, Mapping) and said.get("tool_calls"):
        record |= {"content": said.get("content"), "tool_calls": said["tool_calls"]}
    elif steps:
        record["content"] = "\n".join(filter(None, (_thought(action) for action, _ in steps))) or None
        record["tool_calls"] = [
            chat_records.call(f"call_{number}_{place}", _tool(action), _input(action))
            for place, (action, _) in enumerate(steps)
        ]
    elif isinstance(said, Mapping) and said.get("content"):
        record["content"] = said["content"]
    else:
        return None, [], None
    calls = [each for _, each in entries.enumerate_objects(record.get("tool_calls"))]
    results = [
        {"role": "tool", "tool_call_id": call.get("id"), "content": observed}
        for call, (_, observed) in zip(calls, steps, strict=False)
    ]
    return record, results, chat_records.usage_of(response.get("usage"))
