"""What stands around texts: frames by provider, tool definitions in the form in which they reach the model."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import trimscope as ts
from small import GOAL, SYSTEM, answer, calls, says
from trimscope import tokens
from trimscope.families.known import FAMILIES
from trimscope.frames.declarations import DEPTH, declaration
from trimscope.frames.definitions import definition, texts_of
from trimscope.frames.frames import Tools
from trimscope.frames.tables import BY_FAMILY, frames_of
from trimscope.transcript import ToolSpec


def counted(document, model=None, profile="light"):
    return tokens.count(ts.load(document), profile, model)


def test_openai_takes_four_a_message_and_three_a_request():
    counts = counted({"messages": [SYSTEM, GOAL, says("Done.")]}, "gpt-4o")
    texts = [tokens.count_tokens(text, "light") for text in (SYSTEM["content"], GOAL["content"], "Done.")]
    assert counts.messages == tuple(4 + text for text in texts) and counts.fixed == 3
    assert counted({"messages": [GOAL]}, "o3").fixed == 2 == counted({"messages": [GOAL]}, "gpt-5").fixed


def test_an_authors_name_costs_its_text_and_one_where_openai_counts():
    plain, named = {"messages": [SYSTEM, GOAL]}, {"messages": [{**SYSTEM, "name": "example_user"}, GOAL]}
    extra = counted(named, "gpt-4o").total - counted(plain, "gpt-4o").total
    assert extra == 1 + tokens.count_tokens("example_user", "light")
    assert counted(named, "gpt-4o", "patchcat").total == counted(plain, "gpt-4o", "patchcat").total
    assert counted(named, "claude-sonnet-4-5").total == counted(plain, "claude-sonnet-4-5").total
    policy = ts.Policy(profile="light", model="gpt-4o")
    assert ts.plan(ts.load(named), policy).tokens.sent == counted(named, "gpt-4o").total


@pytest.mark.parametrize(
    ("model", "pair"),
    [("gpt-4o", 8 + 4 + 4), ("claude-sonnet-4-5", 70), ("qwen3-32b", 16 + 4 + 4), ("gemini-2.5-pro", 2)],
)
def test_a_call_and_its_result_cost_what_the_provider_takes_for_the_pair(model, pair):
    counts = counted({"messages": [GOAL, calls("a", tool="f"), answer("a", "ok")]}, model)
    arguments = ts.load([calls("a", tool="f")]).messages[0].calls[0].arguments
    texts = sum(counts.profile.text(text) for text in ("f", arguments, "ok"))
    assert sum(counts.messages[1:]) - texts == pair


def test_a_rings_extra_stands_on_the_assistant_message():
    counts = counted({"messages": [GOAL, calls("a", tool="f"), answer("a", "ok")]}, "claude-sonnet-4-5")
    assert counts.messages[1] > 68 and counts.messages[2] == 1 + counts.profile.text("ok")


def test_reasoning_items_of_responses_cost_more_than_their_summary():
    reasoning = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "A" * 900}
    said = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "ok"}]}
    document = {"model": "gpt-5-codex", "input": [GOAL, reasoning, said]}
    assert counted(document).messages[1] == 4 + 41 + 1


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_has_frames(family):
    frames = BY_FAMILY[family]
    assert frames.request + frames.message > 0 and frames.call > 0 and frames.pictures.tokens((640, 480), False) > 0


FIND = {
    "name": "find_part",
    "description": "Find a part by its number.\nGives the bin.",
    "parameters": {
        "type": "object",
        "properties": {
            "number": {"type": "string", "description": "as printed"},
            "bins": {"type": "array", "items": {"type": "integer"}},
            "side": {"type": "string", "enum": ["left", "right"]},
            "where": {"type": "object", "properties": {"floor": {"type": "number"}}, "required": ["floor"]},
        },
        "required": ["number"],
    },
}
DECLARED = """// Find a part by its number.
// Gives the bin.
type find_part = (_: {
// as printed
number: string,
bins?: number[],
side?: "left" | "right",
where?: {
floor: number,
},
}) => any;

"""


def test_openai_is_shown_a_declaration():
    assert declaration(FIND["name"], FIND["description"], FIND["parameters"]) == DECLARED
    assert declaration("now", "", {"type": "object", "properties": {}}) == "type now = () => any;\n\n"


def shapes():
    schema = FIND["parameters"]
    named = {key: FIND[key] for key in ("name", "description")}
    return [
        {"type": "function", "function": FIND},
        {"type": "function", **FIND},
        {**named, "input_schema": schema},
        {**named, "parametersJsonSchema": schema},
        {"toolSpec": {**named, "inputSchema": {"json": schema}}},
    ]


@pytest.mark.parametrize("tool", shapes(), ids=lambda tool: ",".join(tool))
def test_the_same_tool_costs_the_same_in_every_dialect(tool):
    spec = ToolSpec("find_part", json.dumps(tool))
    found = definition(spec)
    assert (found.name, found.description, found.schema) == (FIND["name"], FIND["description"], FIND["parameters"])
    assert texts_of((spec,), Tools("typescript"))[-1] == DECLARED


def tools_of(model, *tools):
    document = {"model": model, "messages": [GOAL], "tools": [{"type": "function", "function": tool} for tool in tools]}
    return counted(document).tools


def test_tools_cost_the_first_ones_instructions_and_then_their_texts():
    one, two = tools_of("claude-sonnet-4-5", FIND), tools_of("claude-sonnet-4-5", FIND, FIND)
    assert one - (two - one) == 500
    assert tools_of("claude-3-5-haiku", FIND) == one - 230 and tools_of("claude-sonnet-4-5") == 0
    assert tools_of("gpt-5", FIND) == tools_of("gpt-4o", FIND) + 84


def test_the_worked_example_of_openais_cookbook_is_met_to_the_token():
    location = {"type": "string", "description": "The city and state, e.g. San Francisco, CA"}
    unit = {"type": "string", "description": "The unit of temperature to return", "enum": ["celsius", "fahrenheit"]}
    schema = {"type": "object", "properties": {"location": location, "unit": unit}, "required": ["location"]}
    weather = {"name": "get_current_weather", "description": "Get the current weather in a given location"}
    asked = [
        {"role": "system", "content": "You are a helpful assistant that can answer to questions about the weather."},
        {"role": "user", "content": "What's the weather like in San Francisco?"},
    ]
    tools = [{"type": "function", "function": {**weather, "parameters": schema}}]
    assert abs(counted({"messages": asked, "tools": tools}, "gpt-4o").total - 101) <= 1


def test_openais_declaration_is_smaller_than_the_json():
    stored = tokens.count_tokens(json.dumps(FIND), "light")
    assert stored * 3 // 10 < tools_of("gpt-4o", FIND, FIND) - tools_of("gpt-4o", FIND) < stored * 9 // 10


def test_a_built_in_tool_and_what_is_no_json_cost_their_text():
    for text in ('{"type": "web_search"}', "plain words", "[1]", '{"name": 7}', '{"name": "bare"}'):
        assert definition(ToolSpec("?", text)) is None
        assert texts_of((ToolSpec("?", text),), Tools("typescript")) == (text,)


SCHEMA_KEYS = ["type", "properties", "items", "enum", "required", "anyOf", "description", "a"]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from(["object", "array", "string"]),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from(SCHEMA_KEYS), inner, max_size=4),
    max_leaves=20,
)


@given(JSON)
def test_no_schema_breaks_the_declaration(schema):
    spec = ToolSpec("f", json.dumps({"name": "f", "description": "d", "parameters": schema}))
    assert all(isinstance(text, str) for form in ("json", "typescript") for text in texts_of((spec,), Tools(form)))


def test_a_schema_of_any_depth_is_written_out_so_far():
    schema = {"type": "string"}
    for _ in range(180):
        schema = {"type": "object", "properties": {"a": schema}}
    assert declaration("f", "", schema).count("a?:") == DEPTH + 1
    schema = {"type": "string"}
    for _ in range(180):
        schema = {"type": "array", "items": schema}
    assert len(declaration("f", "", {"properties": {"a": schema}})) < 100


def test_frames_follow_the_dialect_only_for_openai():
    assert frames_of(FAMILIES["o200k"], "openai-responses", None).call == 12
    assert frames_of(FAMILIES["o200k"], "openai-chat", None).call == 8
    assert frames_of(FAMILIES["claude"], "openai-responses", None) == frames_of(FAMILIES["claude"], "anthropic", None)
