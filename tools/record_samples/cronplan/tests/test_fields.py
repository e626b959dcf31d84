import pytest

from cronplan.fields import DAY, HOUR, MINUTE, MONTH, WEEKDAY, CronError, parse_field, split_expression

READABLE = [
    (MINUTE, "*/15", (0, 15, 30, 45)),
    (MINUTE, "5/20", (5, 25, 45)),
    (MINUTE, "0", (0,)),
    (MINUTE, "59", (59,)),
    (MINUTE, "10-14", (10, 11, 12, 13, 14)),
    (MINUTE, "10-20/5", (10, 15, 20)),
    (MINUTE, "1,2,3,2,1", (1, 2, 3)),
    (MINUTE, "50/30", (50,)),
    (HOUR, "9-17/4", (9, 13, 17)),
    (HOUR, "0,12", (0, 12)),
    (HOUR, "*/6", (0, 6, 12, 18)),
    (HOUR, "22/1", (22, 23)),
    (DAY, "1", (1,)),
    (DAY, "29-31", (29, 30, 31)),
    (DAY, "*/10", (1, 11, 21, 31)),
    (MONTH, "jan", (1,)),
    (MONTH, "JAN,jul", (1, 7)),
    (MONTH, "mar-may", (3, 4, 5)),
    (MONTH, "*/3", (1, 4, 7, 10)),
    (MONTH, "11/1", (11, 12)),
    (WEEKDAY, "mon-fri", (1, 2, 3, 4, 5)),
    (WEEKDAY, "7", (0,)),
    (WEEKDAY, "0,7", (0,)),
    (WEEKDAY, "5-7", (0, 5, 6)),
    (WEEKDAY, "*/2", (0, 2, 4, 6)),
    (WEEKDAY, "sun", (0,)),
]

UNREADABLE = [
    (MINUTE, "60", "minute: 60 is outside 0-59"),
    (MINUTE, "", "minute: empty"),
    (MINUTE, "1,,2", "minute: '' is neither a number nor a name"),
    (MINUTE, "*/0", "minute: the step '0' is not a whole number above 0"),
    (MINUTE, "*/x", "minute: the step 'x' is not a whole number above 0"),
    (HOUR, "24", "hour: 24 is outside 0-23"),
    (HOUR, "17-9", "hour: the range '17-9' runs backwards"),
    (DAY, "0", "day of month: 0 is outside 1-31"),
    (DAY, "32", "day of month: 32 is outside 1-31"),
    (MONTH, "13", "month: 13 is outside 1-12"),
    (MONTH, "sept", "month: 'sept' is neither a number nor a name"),
    (WEEKDAY, "8", "day of week: 8 is outside 0-7"),
    (WEEKDAY, "-1", "day of week: '' is neither a number nor a name"),
]


@pytest.mark.parametrize(("field", "text", "numbers"), READABLE, ids=lambda value: getattr(value, "name", None))
def test_a_readable_field(field, text, numbers):
    assert parse_field(text, field) == numbers


@pytest.mark.parametrize(("field", "text", "message"), UNREADABLE, ids=range(1, 14))
def test_a_field_that_cannot_be_read(field, text, message):
    with pytest.raises(CronError) as caught:
        parse_field(text, field)
    assert str(caught.value) == message


@pytest.mark.parametrize("shortcut", ["@hourly", "@daily", "@midnight", "@weekly", "@monthly", "@yearly", "@ANNUALLY"])
def test_a_shortcut_stands_for_five_fields(shortcut):
    assert len(split_expression(shortcut)) == 5
