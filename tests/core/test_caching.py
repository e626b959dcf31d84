"""The cache model: what is read, written and paid for, against a server that remembers whole prefixes."""

import doctest
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import trimscope.caching.billing
import trimscope.caching.breaks
import trimscope.caching.prefix
import trimscope.caching.rules
from trimscope.caching.billing import bill, break_even, cached_cost, output_cost, plain_cost
from trimscope.caching.prefix import Block, common_prefix
from trimscope.caching.prefix_cost import prefix_cost
from trimscope.caching.rules import FRESH_TOKENS, MOST, Rules, rules
from trimscope.errors import PolicyError
from trimscope.models import LongPrices, known, resolve

PRICES = st.integers(0, 10**8)
RULES = st.builds(
    Rules,
    input_price=PRICES,
    read_price=st.none() | PRICES,
    write_price=st.none() | PRICES,
    output_price=st.none() | PRICES,
    long_prices=st.just(()) | st.builds(lambda above, price: (LongPrices(above, price),), st.integers(0, 3000), PRICES),
    minimum=st.integers(0, 2000),
    step=st.integers(1, 200),
    lifetime_s=st.none() | st.integers(0, 100),
)
GAPS = st.none() | st.integers(0, 200)
BLOCKS = st.lists(st.builds(Block, st.integers(0, 3), st.integers(0, 50)), max_size=8)


def same_tokens(blocks):
    """Blocks whose tokens follow from their content, as in every real request."""
    return [Block(block.hash, int(block.hash) * 7 + 1) for block in blocks]


@given(BLOCKS, BLOCKS)
def test_the_common_prefix_is_the_longest_equal_beginning(before, after):
    before, after = same_tokens(before), same_tokens(after)
    longest = max(n for n in range(min(len(before), len(after)) + 1) if before[:n] == after[:n])
    found = common_prefix(before, after)
    assert found == (longest, sum(block.tokens for block in after[:longest]))
    for known_equal in range(longest + 1):
        assert common_prefix(before, after, known_equal) == found


def test_another_kind_of_block_with_the_same_content_is_the_same_to_the_cache():
    assert common_prefix([Block("hi", 3, "anchor")], [Block("hi", 3, "message")]).blocks == 1


def remembered(tokens, common, rules, gap):
    """Tokens a server reads back: the longest prefix it keeps that the request begins with, tried one by one."""
    if rules.read_price is None or (gap is not None and rules.lifetime_s is not None and gap > rules.lifetime_s):
        return 0
    kept = [rules.minimum + n * rules.step for n in range(tokens // rules.step + 2)]
    return max((length for length in kept if length <= min(common, tokens)), default=0)


@given(st.integers(0, 5000), st.integers(0, 5000), RULES, GAPS)
def test_a_bill_is_what_a_server_with_a_memory_would_write(tokens, common, rules, gap):
    found = bill(tokens, common, rules, gap)
    assert found.cached == remembered(tokens, common, rules, gap)
    writes = rules.read_price is not None and tokens >= rules.minimum
    assert found.written == (tokens - found.cached if writes else 0)
    assert found.input == tokens and min(found[:3]) >= 0


@given(st.integers(0, 5000), st.integers(0, 5000), RULES, GAPS)
def test_the_cost_is_the_sum_over_tokens_rounded_once(tokens, common, rules, gap):
    found = bill(tokens, common, rules, gap)
    long = next((each for each in rules.long_prices if tokens > each.above), None)
    fresh = long.input_price if long else rules.input_price
    write = long.cache_write_price if long else rules.write_price
    each = [(found.cached, rules.read_price or 0), (found.written, fresh if write is None else write)]
    exact = Fraction(sum(n * price for n, price in [*each, (found.fresh, fresh)]), 10**6)
    assert abs(found.cost - exact) <= Fraction(1, 2)
    assert found.cost == int(exact + Fraction(1, 2))


@given(st.integers(1, 5000), st.integers(0, 5000), RULES, st.integers(0, 200))
def test_more_in_common_never_costs_more_where_reading_is_the_cheapest(tokens, common, rules, gap):
    if rules.read_price is None or rules.long_prices or rules.read_price > (rules.write_price or rules.input_price):
        return
    costs = [bill(tokens, part, rules, gap).cost for part in (common, common + 100, common + 1000)]
    assert costs == sorted(costs, reverse=True)


def test_openai_reads_in_steps_of_128_from_1024_on():
    gpt = rules(resolve("gpt-4o"))
    assert [bill(4000, common, gpt).cached for common in (1023, 1024, 1151, 1152, 3999)] == [0, 1024, 1024, 1152, 3968]


def test_anthropic_writes_at_a_surcharge_and_forgets_after_five_minutes():
    claude = rules(resolve("claude-sonnet-4-5"))
    assert bill(10_000, 8_000, claude, 300) == (8_000, 2_000, 0, 8_000 * 3 // 10 + 2_000 * 15 // 4)
    assert bill(10_000, 8_000, claude, 301) == (0, 10_000, 0, 37_500)
    assert bill(1_023, 1_023, claude) == (0, 0, 1_023, 3_069)


def test_a_model_that_caches_nothing_pays_everything_fresh():
    assert bill(10_000, 9_000, rules(resolve("gpt-4"))) == (0, 0, 10_000, 300_000)


def test_a_long_request_costs_more_as_a_whole():
    gemini = rules(resolve("gemini-2.5-pro"))
    assert bill(200_000, 0, gemini).cost == 250_000
    assert bill(200_001, 0, gemini).cost == 500_003
    assert bill(300_000, 300_000, gemini).cost == 75_000
    assert output_cost(1_000, 200_000, gemini) == 10_000 and output_cost(1_000, 200_001, gemini) == 15_000


def test_the_hit_rate_is_cached_by_input_tokens():
    assert bill(4_000, 1_000, FRESH_TOKENS).hit_rate == 250
    assert bill(0, 0, FRESH_TOKENS).hit_rate == 0


def test_without_a_price_a_fresh_token_is_the_unit():
    assert rules(None) == rules(resolve("llama-4-maverick")) == FRESH_TOKENS
    assert bill(1_000, 900, rules(None)) == (900, 100, 0, 190)
    assert output_cost(50, 1_000, rules(None)) == 0
    assert (FRESH_TOKENS.read_ratio, FRESH_TOKENS.write_ratio) == (100, 1_000)


@given(st.integers(0, 3000), st.integers(0, 2000), st.integers(0, 1500), st.integers(0, 3000))
def test_break_even_is_the_first_number_of_requests_that_pays(m, w, r, length):
    found = break_even(m, w, r, length)
    pays = [n for n in range(1, 400) if cached_cost(m, w, r, n) < plain_cost(length, n)]
    if found is None or found >= 400:
        assert not pays
    else:
        assert pays[0] == found


def test_break_even_agrees_with_the_bills_of_a_prefix_used_again_and_again():
    claude = rules(resolve("claude-sonnet-4-5"))
    assert break_even(4_000, 1_250, 100, 4_000) == 2
    with_cache = bill(4_000, 0, claude).cost + bill(4_000, 4_000, claude).cost
    assert with_cache * 1_000 == cached_cost(4_000, 1_250, 100, 2) * 3
    assert with_cache < 2 * bill(4_000, 0, rules(resolve("claude-sonnet-4-5"), read_price=None)).cost


@given(st.sampled_from(known()))
def test_the_rules_of_a_model_are_those_of_the_table(model):
    found = rules(model)
    if model.input_price is None:
        assert found == FRESH_TOKENS
    else:
        assert (found.input_price, found.read_price, found.unit) == (model.input_price, model.cache_read_price, "usd")
        assert (found.minimum, found.lifetime_s) == (model.cache_minimum or 0, model.cache_lifetime_s)
        assert (found.read_ratio, found.write_ratio) == (model.cache_read_ratio, model.cache_write_ratio)
        assert model.as_of in found.source


def test_each_number_can_be_given_and_a_given_price_holds_at_every_length():
    gemini = resolve("gemini-2.5-pro")
    assert rules(gemini, input_price=1).long_prices == ()
    assert rules(gemini, minimum=10).long_prices == rules(gemini).long_prices != ()
    changed = rules(gemini, read_price=None, write_price=7, output_price=8, minimum=9, step=10, lifetime_s=11)
    assert (changed.read_price, changed.write_price, changed.output_price) == (None, 7, 8)
    assert (changed.minimum, changed.step, changed.lifetime_s) == (9, 10, 11)
    assert rules(None, input_price=3).input_price == 3


@pytest.mark.parametrize(
    ("change", "named"),
    [({"price": 1}, "'price' is no cache rule"), ({"unit": "usd"}, "'unit' is no"), ({"step": 0}, "'step' must be"),
     ({"input_price": None}, "'input_price'"), ({"read_price": -1}, "'read_price'"), ({"minimum": 1.5}, "'minimum'"),
     ({"lifetime_s": True}, "'lifetime_s'"), ({"write_price": MOST + 1}, "'write_price'"), ({"step": "1"}, "'step'")],
)  # fmt: skip
def test_a_change_that_cannot_be_is_an_error_that_names_it(change, named):
    with pytest.raises(PolicyError, match=named):
        rules(resolve("gpt-4o"), **change)


def test_the_examples_in_the_modules_are_true():
    modules = (trimscope.caching.billing, trimscope.caching.breaks, trimscope.caching.prefix, trimscope.caching.rules)
    for module in modules:
        found = doctest.testmod(module)
        assert found.attempted and not found.failed


@pytest.mark.parametrize("requests", [2, 3, 10, 40])
@pytest.mark.parametrize("length", [1, 500, 1_024, 9_000])
def test_a_common_beginning_is_priced_by_the_articles_sum(length, requests):
    claude = rules(resolve("claude-sonnet-4-5"))
    found = prefix_cost(length, requests, claude)
    cached = max(length, claude.minimum)
    assert (found.cached, found.requests) == (cached, requests)
    assert abs(found.with_cache - cached * (1.25 + (requests - 1) * 0.1)) <= 0.5
    assert found.without == length * requests
    assert found.pays == (cached_cost(cached, 1_250, 100, requests) < plain_cost(length, requests))


def test_nothing_is_summed_where_nothing_is_cached_or_shared():
    claude = rules(resolve("claude-sonnet-4-5"))
    assert prefix_cost(0, 9, claude) is prefix_cost(5_000, 1, claude) is None
    assert prefix_cost(5_000, 9, rules(None, read_price=None)) is None
    assert prefix_cost(1, 9, claude).break_even is None
