"""How a call went, told from its result; a write counts as done only where nothing says otherwise."""

import pytest

from trimscope.carried.outcomes import outcome
from trimscope.texts import stub
from trimscope.texts.truncate import truncate


@pytest.mark.parametrize(
    "text",
    [
        "sent",
        '{"status": "ok", "id": "m-1"}',
        '{"booking_id": "BK-77", "status": "confirmed", "error": null}',
        '{"errors": [], "success": true}',
        '{"output": {"status": 200}}',
        '["a", "b"]',
        "预订成功",
    ],
)
def test_a_result_that_says_nothing_else_is_done(text):
    assert outcome(text) == "done"


@pytest.mark.parametrize(
    "text",
    [
        "Error: no such room",
        "Traceback (most recent call last):\n  ...\nValueError: 3",
        "Failed to send",
        "Exit code: 2\nno such file",
        "HTTP 404 not found",
        '{"error": {"code": "INVALID_ROOM_TYPE"}}',
        '{"success": false}',
        '{"status": "rejected"}',
        '{"status_code": 403}',
        '{"result": {"isError": true}}',
        '{"exit_code": 1, "stdout": ""}',
        "错误：房型不存在",
    ],
)
def test_a_result_that_says_so_is_failed(text):
    assert outcome(text) == "failed"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n",
        "Error: request timed out after 30 s",
        "Error: connection reset by peer",
        "Operation cancelled by user",
        "[Request interrupted by user for tool use]",
        '{"error": {"type": "timeout"}}',
        '{"status": "pending"}',
        '{"status": 503}',
        '{"error": "HTTP 502 from the gateway"}',
        "请求超时",
        *stub.NO_RESULT.values(),
        stub.clear("x" * 500, "send_email", "en"),
        stub.compact('{"id": "HT-1"}' * 50, "book_hotel", "zh"),
    ],
)
def test_what_broke_off_or_is_not_there_to_be_read_is_unknown(text):
    assert outcome(text) == "unknown"


def test_a_flag_means_failed_but_a_flagged_timeout_is_unknown():
    assert outcome("no", True) == "failed" and outcome("deadline exceeded", True) == "unknown"


def test_a_tool_that_cancels_is_done_when_it_says_cancelled():
    for text in ("Cancelled order A100", '{"status": "cancelled"}'):
        assert outcome(text, tool_words=("cancel", "order")) == "done"
        assert outcome(text, tool_words=("book", "room")) == "unknown"


@pytest.mark.parametrize("head", [0, 0.3, 0.6, 1])
@pytest.mark.parametrize("limit", [150, 300, 1000, 4000])
@pytest.mark.parametrize("text", ["Error: no room " + "x" * 9000, '{"rows": "' + "y" * 9000 + '", "success": false}'])
def test_a_failure_that_was_cut_never_counts_as_done(text, limit, head):
    assert outcome(text) == "failed"
    assert outcome(truncate(text, limit, head=head, count=len, tool="book_hotel").text) in ("failed", "unknown")
