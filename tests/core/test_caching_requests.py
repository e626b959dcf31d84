"""Two recorded requests: the one should have gone on where the other ended, and this is where and why it does not."""

import pytest

import trimscope as ts
from small import GOAL, SYSTEM, rings, user
from trimscope import tokens
from trimscope.caching.billing import bill
from trimscope.caching.breaks import find_break
from trimscope.caching.requests import request_of, shared_tokens
from trimscope.caching.rules import rules
from trimscope.models import resolve

TOOLS = [{"type": "function", "function": {"name": name, "parameters": {"type": "object"}}} for name in ("see", "book")]
RUN = [SYSTEM, GOAL, *rings(6, text="nothing to report from this bin, all is in order " * 10)]


def load(messages=RUN, **request):
    return ts.load({"model": "gpt-4o", "messages": messages, "tools": TOOLS} | request)


def broken(before, after):
    return find_break(request_of(before), request_of(after))


def test_a_request_that_goes_on_is_whole_in_the_next():
    longer = load([*RUN, user("and now?")])
    assert broken(load(), load()) is None and broken(load(), longer) is None
    counts = tokens.count(load())
    assert shared_tokens(request_of(load()), request_of(longer)) == counts.total - counts.frame


def test_what_trimming_did_to_it_is_the_cause():
    trimmed = ts.plan(load(), ts.Policy(keep_rounds=2)).document
    assert broken(load(), ts.load(trimmed)) == ("tombstone", "blocks", 2)
    longer = ts.load({**trimmed, "messages": [*trimmed["messages"], *rings(1)]})
    again = ts.plan(longer, ts.Policy(keep_rounds=2)).document
    assert broken(ts.load(trimmed), ts.load(again)) == ("tombstone", "blocks", 2)
    compacted = ts.plan(load(), ts.Policy(keep_rounds=2, old_rounds="compact")).document
    assert broken(load(), ts.load(compacted)) == ("stub", "blocks", 3)
    cleared = ts.plan(load(), ts.Policy(keep_rounds=2, old_rounds="clear")).document
    assert broken(load(), ts.load(cleared)) == ("cleared", "blocks", 3)


@pytest.mark.parametrize(
    ("change", "cause", "part", "at"),
    [
        ({"model": "gpt-4o-mini"}, "model", "model", 0),
        ({"response_format": {"type": "json_object"}}, "settings", "settings", 0),
        ({"tools": TOOLS[::-1]}, "tool_order", "tools", 0),
        ({"tools": TOOLS[:1]}, "tools", "tools", 1),
        ({"messages": [{"role": "system", "content": "You are a cook."}, *RUN[1:]]}, "changed", "blocks", 0),
        ({"messages": RUN[:-1]}, "dropped", "blocks", 13),
        ({"messages": [*RUN[:2], *RUN[4:]]}, "dropped", "blocks", 2),
        ({"messages": [*RUN[:2], user("by the way"), *RUN[2:]]}, "inserted", "blocks", 2),
    ],
)
def test_each_change_has_its_cause(change, cause, part, at):
    assert broken(load(), load(**change)) == (cause, part, at)


def test_a_setting_that_is_not_rendered_is_no_break():
    assert broken(load(), load(temperature=1, max_tokens=5, user="u-17")) is None


def test_the_third_articles_clock_in_the_instructions_is_found():
    def at(time):
        return load([{"role": "system", "content": f"It is 2026-09-01 08:12:{time}, the user is u-17."}, *RUN[1:]])

    before, after = request_of(at("01")), request_of(at("02"))
    assert find_break(before, after) == ("clock", "blocks", 0)
    assert shared_tokens(before, after) == sum(tool.tokens for tool in after.tools)


def test_a_top_level_system_prompt_stands_between_tools_and_messages():
    def asked(system):
        tool = {"name": "look", "input_schema": {"type": "object"}}
        return ts.load({"model": "claude-sonnet-4-5", "system": system, "tools": [tool], "messages": [GOAL]})

    first, second = request_of(asked("It is 08:12.")), request_of(asked("It is 08:13."))
    assert find_break(first, second) == ("clock", "system", 0)
    assert find_break(first, request_of(asked("Be brief."))) == ("system", "system", 0)
    assert shared_tokens(first, second) == first.tools[0].tokens == tokens.count(asked("")).tools
    assert shared_tokens(first, first) > shared_tokens(first, second)


def test_the_tools_share_the_tokens_of_all_definitions():
    assert sum(tool.tokens for tool in request_of(load()).tools) == tokens.count(load()).tools


def test_a_broken_prefix_costs_what_the_bill_says():
    document = load([SYSTEM, GOAL, *rings(6, text="abc " * 2_000)])
    trimmed = ts.load(ts.plan(document, ts.Policy(keep_rounds=2, result_limit=100_000)).document)
    size = tokens.count(trimmed).total
    shared = shared_tokens(request_of(document), request_of(trimmed))
    gpt = rules(resolve("gpt-4o"))
    assert 0 < shared < 1_024 < size
    assert bill(size, shared, gpt).cached == 0 and bill(size, size, gpt).cached > 0.9 * size
