"""Costs as people read them: dollars to about four figures, else tokens; rounded half up, in integers."""

import pytest

from trimscope.words.costs import cost


@pytest.mark.parametrize(
    ("amount", "text"),
    [(0, "$0.0000"), (49, "$0.0000"), (50, "$0.0001"), (41_250, "$0.0413"), (999_949, "$0.9999"),
     (1_234_567, "$1.235"), (12_345_678, "$12.35"), (1_234_567_890, "$1,235")],
)  # fmt: skip
def test_dollars_have_about_four_figures(amount, text):
    assert cost(amount, "usd") == cost(amount, "usd", "zh") == text


def test_without_a_price_costs_are_tokens_and_of_mixed_runs_they_are_runs():
    assert [cost(1, "token"), cost(41_200, "token"), cost(1_505_000, "run")] == [
        "1 token", "41,200 tokens", "1.51 runs",
    ]  # fmt: skip
    assert [cost(41_200, "token", "zh"), cost(1_500_000, "run", "zh")] == ["41,200 token", "1.50 次运行"]
