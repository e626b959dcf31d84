"""What is said of a message's later use: every call after it that holds one of its values, and no other."""

import json

import pytest

from trimscope_app.i18n import LANGUAGES
from trimscope_app.views.users import SHOWN
from trimscope_app.views.uses import uses, uses_view

from .views import GOAL, SYSTEM, answer, calls, loaded, ring

ORDER = "ORD-20417-XB"


def uses_of(order, call):
    return [calls(call, tool="refund", arguments=json.dumps({"order": order})), answer(call, "done")]


RUN = [SYSTEM, GOAL, *ring("c0", f"the order is {ORDER}"), *uses_of("ORD-1", "c1"), *uses_of(ORDER, "c2"),
       *uses_of(ORDER, "c3")]  # fmt: skip


def test_the_calls_after_it_that_hold_its_value():
    assert uses(loaded(RUN), 3) == [(6, [ORDER]), (8, [ORDER])]


def test_a_call_is_used_by_the_calls_that_repeat_its_arguments():
    assert uses(loaded(RUN), 6) == [(8, [ORDER])] and uses(loaded(RUN), 8) == []


def test_what_nobody_uses_has_no_line():
    assert uses(loaded(RUN), 1) == [] and uses_view(loaded(RUN), 1, "en")["links"] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_of_many_uses_the_first_are_named_and_the_rest_counted(lang):
    records = [*RUN[:4], *(record for n in range(20) for record in uses_of(ORDER, f"d{n}"))]
    view = uses_view(loaded(records), 3, lang)
    assert [link["message"] for link in view["links"]] == [4 + 2 * n for n in range(SHOWN)]
    assert ORDER in view["links"][0]["text"] and str(20 - SHOWN) in view["more"]
