"""Whose tokenizer counts: found from the model's name or the dialect, said in the label, the sums in whole tokens."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import trimscope as ts
from small import GOAL, SYSTEM, answer, calls, says
from trimscope import tokens
from trimscope.families.choosing import choose, of_model
from trimscope.families.classes import ByClass, counts_of, extra
from trimscope.families.known import FAMILIES, O200K
from trimscope.words.counting import counted_as

CORRECTED = [name for name in FAMILIES if name != "o200k"]


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("gpt-4o-2024-11-20", "o200k"),
        ("gpt-4", "cl100k"),
        ("gpt-4.1-mini", "o200k"),
        ("o3", "o200k"),
        ("openrouter/anthropic/claude-sonnet-4.5", "claude"),
        ("us.anthropic.claude-3-5-sonnet-20241022-v2:0", "claude"),
        ("claude-opus-4-6", "claude"),
        ("claude-opus-4-7", "claude-4.7"),
        ("claude-opus-4-8", "claude-4.7"),
        ("claude-opus-4-10", "claude-4.7"),
        ("claude-sonnet-5", "claude-4.7"),
        ("claude-3-opus-20240229", "claude"),
        ("claude-2", "claude"),
        ("gemini-2.5-pro", "gemini"),
        ("Qwen/Qwen3-32B", "qwen"),
        ("deepseek-chat", "deepseek"),
        ("meta-llama/Llama-3.1-8B-Instruct", "llama3"),
        ("mistral-large-2411", "mistral"),
        ("devstral-small-2505", "mistral"),
    ],
)
def test_a_models_name_tells_its_family(name, family):
    assert of_model(name).name == family


@pytest.mark.parametrize("name", ["", "o1xyz", "proto1-mini", "my-claude", "llama-4-maverick", "grok-3"])
def test_a_name_that_is_no_model_known_here_tells_nothing(name):
    assert of_model(name) is None


@pytest.mark.parametrize(
    ("dialect", "model", "family", "source"),
    [
        ("anthropic", None, "claude", "dialect"),
        ("anthropic", "gpt-4o", "o200k", "model"),
        ("openai-chat", None, "o200k", "dialect"),
        ("openai-chat", "unheard-of", "o200k", "dialect"),
        ("openai-chat", "claude-sonnet-4-5", "claude", "model"),
        ("bedrock", None, "claude", "assumed"),
        ("langchain", None, "o200k", "assumed"),
    ],
)
def test_the_model_decides_before_the_dialect(dialect, model, family, source):
    choice = choose(dialect, model)
    assert (choice.family.name, choice.source) == (family, source)


def chat(model=None):
    document = {"messages": [SYSTEM, GOAL, says("Bin 12345 holds 67 bolts.")]}
    return ts.load(document if model is None else {"model": model, **document})


def test_the_policys_model_counts_and_else_the_transcripts():
    transcript = chat("claude-sonnet-4-5")
    assert tokens.count(transcript, "light").profile.label == "light@1/claude"
    assert tokens.count(transcript, "light", "gpt-4o").profile.label == "light@1"
    assert ts.plan(transcript, ts.Policy(profile="light")).view.counts.profile.label == "light@1/claude"
    asked = ts.Policy(profile="light", model="qwen3-32b")
    assert ts.plan(transcript, asked).view.counts.profile.label == "light@1/qwen"


def test_the_label_is_in_the_plans_digest_and_counts_of_another_family_are_not_used():
    policy, transcript = ts.Policy(profile="light", window=9_000), chat("gpt-4o")
    plain, claude = ts.plan(transcript, policy), ts.plan(chat("claude-sonnet-4-5"), policy)
    assert plain.plan_digest != claude.plan_digest
    again = ts.plan(transcript, policy, counts=claude.view.counts)
    assert again.plan_digest == plain.plan_digest and again.tokens == plain.tokens


@pytest.mark.parametrize("profile", ["patchcat", "chars4"])
@pytest.mark.parametrize("model", [None, "claude-sonnet-4-5", "gemini-2.5-pro", "qwen3-32b"])
def test_the_articles_profile_and_the_rule_of_thumb_are_the_same_for_every_model(profile, model):
    assert tokens.count(chat(model), profile) == tokens.count(chat(), profile)


TEXTS = [
    "Book a room.", "Bin 12345 holds 67 bolts.", "我要订一个房间", "予約をお願いします",
    "한국어 문장", "Déjà vu", "Привет", "नमस्ते", "🙂",
]  # fmt: skip


@pytest.mark.parametrize("name", CORRECTED)
@given(base=st.integers(1, 10**7), text=st.sampled_from(TEXTS))
def test_a_text_has_at_least_one_token_in_any_family_and_the_nearest_whole_number(name, base, text):
    family = FAMILIES[name]
    found, milli = family.tokens(base, text), family.ratio * base + extra(text, family.prices)
    assert type(found) is int and found >= 1
    assert found == 1 or abs(1_000 * found - milli) <= 500


CHARACTERS = st.characters(exclude_categories=())
PRICES = ByClass(1, 2, 3, 5, 7, 11, 13, 17, 19)


@given(st.text(CHARACTERS, max_size=60), st.text(CHARACTERS, max_size=60))
def test_prices_of_characters_add_up(one, other):
    assert extra(one + other, PRICES) == extra(one, PRICES) + extra(other, PRICES)
    counted = [each in "0123456789" or "\x80" <= each < "\ud800" or each > "\udfff" for each in one]
    assert sum(counts_of(one)) == sum(counted)
    assert extra(one, PRICES) == sum(price * times for price, times in zip(PRICES, counts_of(one), strict=True))


@pytest.mark.parametrize(
    ("characters", "name"),
    [
        ("019", "digit"),
        ("一龥䀀", "han"),
        ("あカ", "kana"),
        ("한글", "hangul"),
        ("Жя", "cyrillic"),
        ("سی", "arabic"),
        ("नදก", "indic"),
        ("éßł", "latin"),
        ("。、！…€αש🙂", "other"),
    ],
)
def test_the_classes_of_characters(characters, name):
    for each in characters:
        assert counts_of(f"a {each} ~\n\ud800") == ByClass(**{name: 1})


def test_o200k_is_what_is_estimated_and_no_correction_is_made():
    assert O200K.tokens(7, "any text 123") == 7
    text = "Count 12345 bolts. 订一间房"
    assert tokens.profile_for(chat("gpt-4o"), "light").text(text) == tokens.profile("light").text(text)


def test_families_differ_as_they_were_measured():
    def cost(model, text):
        return tokens.profile_for(chat(model), "fine").text(text)

    english = "The agent counts the bolts in every bin and writes the number down. " * 40
    digits = "4821 9930 1275 6604 " * 40
    chinese = "代理统计每个箱子里的螺栓并记录数量。" * 40
    plain = "gpt-4o"
    assert 1.10 < cost("claude-sonnet-4-5", english) / cost(plain, english) < 1.20
    assert 1.30 < cost("claude-opus-4-8", english) / cost(plain, english) < 1.50
    assert cost("qwen3-32b", digits) > 1.3 * cost(plain, digits) > cost("deepseek-chat", digits)
    assert cost("deepseek-chat", chinese) < cost(plain, chinese) < cost("gpt-4", chinese)


@pytest.mark.parametrize("name", FAMILIES)
def test_every_family_says_its_error_and_where_it_comes_from(name):
    family = FAMILIES[name]
    mean, high = family.error
    assert family.source and family.title and 0 <= mean <= high <= 150
    assert (name == "o200k") == (family.error == (0, 0))


def test_a_trim_under_a_family_counts_to_the_token_after_it_is_loaded_again():
    records = [SYSTEM, GOAL]
    for name in ("c1", "c2", "c3", "c4", "c5"):
        records += [calls(name), answer(name, "bolt 12345 " * 200)]
    for model in ("claude-sonnet-4-5", "gemini-2.5-pro", "qwen3-32b", "gpt-4o"):
        policy = ts.Policy(profile="light", keep_rounds=2, result_limit=600)
        plan = ts.plan(ts.load({"model": model, "messages": records}), policy)
        assert plan.tokens.sent == tokens.count(ts.load(plan.document), "light").total < plan.tokens.stored


def test_exact_counts_gpt_4_with_its_own_encoding_or_says_what_it_lacks(monkeypatch):
    class Encoding:
        def encode_ordinary(self, text):
            return list(text)

    monkeypatch.setattr(tokens.exact, "missing", lambda older=False: None)
    monkeypatch.setattr(tokens.exact, "_older", Encoding)
    pricing = tokens.profile_for(chat("gpt-4-0613"), "exact")
    assert pricing.text("Book") == 4 and pricing.label == "exact@1/cl100k" and pricing.is_exact
    assert not tokens.profile_for(chat("claude-sonnet-4-5"), "exact").is_exact
    monkeypatch.setattr(tokens.exact, "missing", lambda older=False: "a table" if older else None)
    tokens._adapted.cache_clear()
    with pytest.raises(ts.PolicyError, match=r"^profile: 'exact' for OpenAI cl100k needs a table\.$"):
        tokens.profile_for(chat("gpt-4-0613"), "exact")
    assert tokens.profile_for(chat("gpt-4o"), "exact").label == "exact@1"
    tokens._adapted.cache_clear()


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_whose_tokenizer_counts_is_said_in_words_with_its_error_and_its_ground(lang):
    def said(model, profile="light"):
        return counted_as(tokens.count(chat(model), profile).profile, lang)

    assert "Claude" in said("claude-sonnet-4-5") and "10 %" in said("claude-sonnet-4-5")
    assert "OpenAI o200k" in said("gpt-4o") and "%" not in said("gpt-4o")
    assert said("gpt-4o") != said(None) and said("gpt-4o", "patchcat") == said("claude-3-opus", "patchcat")
    assumed = tokens.profile_for(ts.load({"messages": [GOAL]}), "light")
    assert said(None) == counted_as(assumed, lang)
    rest = said("claude-sonnet-4-5").replace("Claude", "").replace("o200k", "")
    assert any("a" <= each <= "z" for each in rest) == (lang == "en")
