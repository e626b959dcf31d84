"""What a tool does, told from its name: by its words, the more dangerous class first, single tools by table."""

import pytest

import trimscope as ts
from trimscope.carried.tool_classes import class_of, defaults
from trimscope.carried.tool_names import matches, words_of
from trimscope.policies.sections import CLASSES


@pytest.mark.parametrize(
    "tool,kind",
    [
        ("search_hotels", "query"),
        ("getOrder", "query"),
        ("mcp__crm__listOrders", "query"),
        ("order_service.get_order", "query"),
        ("Read", "query"),
        ("update_order_address", "retryable"),
        ("Write", "retryable"),
        ("book_hotel", "once"),
        ("mcp__gmail__send_email", "once"),
        ("sendEmail", "once"),
        ("send-email", "once"),
        ("send_email.v2", "once"),
        ("refund_order", "confirm"),
        ("order_service.cancel", "confirm"),
        ("cancelOrder", "confirm"),
        ("DELETE_USER", "confirm"),
        ("bash", "unknown"),
        ("exec_command", "unknown"),
        ("checkout_cart", "unknown"),
        ("counter_offer", "unknown"),
        ("settle_payment", "unknown"),
        ("", "unknown"),
    ],
)
def test_the_class_of_a_tool_is_told_by_the_words_of_its_name(tool, kind):
    assert class_of(tool) == kind


def test_of_several_classes_the_more_dangerous_one_holds():
    section = {**defaults(), **dict.fromkeys(CLASSES, ("tidy_*",))}
    for dangerous in reversed(CLASSES):
        assert class_of("tidy_up", section) == dangerous
        section[dangerous] = ()
    assert class_of("tidy_up", section) == "unknown"


def test_the_table_of_single_tools_decides_before_the_patterns_by_exact_name():
    section = ts.Policy(ledger={"tools": {"bash": "once", "send_report": "query"}}).ledger
    assert class_of("bash", section) == "once" and class_of("Bash", section) == "unknown"
    assert class_of("send_report", section) == "query" and class_of("send_mail", section) == "once"
    with pytest.raises(ts.PolicyError, match=r"ledger\.tools.*one of query, retryable, once, confirm, unknown"):
        ts.Policy(ledger={"tools": {"bash": "harmless"}})


@pytest.mark.parametrize(
    "pattern,tool,fits",
    [
        ("send_*", "send", True),
        ("send_*", "sender", False),
        ("send*", "sender", True),
        ("*_search", "doc_search", True),
        ("*_search", "mcp__kb__docSearch", True),
        ("mcp__kb__*", "mcp__kb__docSearch", True),
        ("mcp__kb__*", "mcp__web__search", False),
        ("kb*", "kb__search", False),
        ("*", "anything", True),
        ("a*b*c", "a_b_c", True),
        ("a*b*c", "abc", True),
        ("a*bc*c", "abc", False),
        ("SendMail", "sendmail", True),
        ("sendmail", "SendMail", True),
    ],
)
def test_how_a_pattern_fits_a_name(pattern, tool, fits):
    assert matches(pattern, tool) == fits


def test_many_stars_and_a_long_name_take_no_time():
    assert not matches("*a" * 200 + "b", "a" * 100_000)


def test_the_words_of_a_name():
    assert words_of("mcp__shop__cancelOrder") == ("cancel", "order")
    assert words_of("HTTPGet") == ("http", "get")
