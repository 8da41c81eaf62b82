"""Timetables answer by date and clock; the week can be had as one set of minutes."""

from datetime import date, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planassay.kb.hours import Window, every_day
from planassay.kb.hours_text import parse_hours
from planassay.kb.timetable import Timetable, weekly_windows

MONDAY = datetime(2026, 3, 2)


def at(day, clock, text="周二至周日 08:30-17:00(16:30停止入场)"):
    """Return the timetable of a text and a moment of a week that begins on a Monday."""
    hour, minute = divmod(clock, 60)
    return parse_hours(text), MONDAY + timedelta(days=day, hours=hour, minutes=minute)


@pytest.mark.parametrize(
    ("day", "clock", "is_open"),
    [(0, 600, False), (1, 509, False), (1, 510, True), (1, 1019, True), (1, 1020, False), (6, 600, True)],
)
def test_a_place_is_open_from_opening_until_before_closing(day, clock, is_open):
    """Half-open: the opening minute is in, the closing one is not."""
    table, moment = at(day, clock)
    assert table.open_at(moment) is is_open


@pytest.mark.parametrize(
    ("clock", "dwell", "fits"),
    [
        (510, 510, True),
        (510, 511, False),
        (989, 31, True),
        (989, 32, False),
        (990, 1, False),
        (509, 60, False),
    ],
)
def test_a_visit_must_be_let_in_and_be_over(clock, dwell, fits):
    """Before last admission, not at it; out at closing time, not after it."""
    table, moment = at(1, clock)
    assert table.arrive_before_close(moment, dwell) is fits


def test_what_opened_yesterday_is_still_open_after_midnight():
    """Friday's night goes into Saturday, which has no hours of its own."""
    table, saturday = at(5, 60, "周五 20:00-02:00(01:30停止入场)")
    assert table.open_at(saturday)
    assert table.arrive_before_close(saturday, 60)
    assert not table.arrive_before_close(saturday, 61)
    assert not table.arrive_before_close(saturday + timedelta(minutes=30), 1)
    assert not table.open_at(saturday + timedelta(hours=1))


def test_around_the_clock_is_open_over_midnight():
    """Windows that touch are one."""
    table, moment = at(0, 0, "24小时营业")
    assert table.open_during(moment + timedelta(hours=20), moment + timedelta(days=3))
    assert not parse_hours("00:00-23:59").open_during(moment, moment + timedelta(days=1))
    assert Timetable(table.periods).open_at(datetime(1, 1, 1))


def test_a_break_at_noon_is_no_stay():
    """One interval must hold the whole of it; seconds count, and time runs forward."""
    table, noon = at(0, 720, "09:00-12:00 13:00-17:00")
    assert table.open_during(noon - timedelta(hours=1), noon)
    assert not table.open_during(noon - timedelta(hours=1), noon + timedelta(seconds=1))
    assert not table.open_during(noon - timedelta(hours=1), noon + timedelta(hours=2))
    assert not table.open_during(noon, noon - timedelta(hours=1))


@pytest.mark.parametrize(
    ("day", "closes"),
    [
        (date(2026, 10, 31), None),
        (date(2026, 11, 1), 1050),
        (date(2027, 1, 1), 1050),
        (date(2027, 3, 15), 1050),
        (date(2027, 3, 16), 1140),
        (date(2027, 5, 1), None),
    ],
)
def test_seasons_hold_on_both_their_ends(day, closes):
    """Over New Year too; on dates of no season a place is closed."""
    table = parse_hours("11/1-3/15 08:00-17:30; 3/16-4/30 08:00-19:00")
    assert [span.close for span in table.spans(day)] == ([] if closes is None else [closes])


def test_closed_seasons_and_holidays_go_first():
    """A closed season takes the day away; a known public holiday has hours of its own."""
    table = parse_hours("09:00-17:00；12/1-2/28闭馆；法定节假日 10:00-12:00")
    new_year, labour_day = date(2026, 1, 1), date(2026, 5, 1)
    assert table.spans(new_year) == ()
    assert [span.open for span in table.spans(labour_day)] == [540]
    assert [span.open for span in table.spans(labour_day, holidays={labour_day})] == [600]
    assert table.open_at(datetime(2026, 5, 1, 16))
    assert not table.open_at(datetime(2026, 5, 1, 16), holidays={labour_day})


@given(
    st.lists(st.builds(lambda a, n: Window(a, a + n), st.integers(0, 1439), st.integers(1, 1440)), max_size=3)
)
def test_the_week_is_the_set_of_its_minutes(windows):
    """Disjoint windows in order hold just the minutes of all windows, Sunday's night on Monday."""
    hours = every_day(windows)
    slow = {(1440 * day + m) % 10080 for day in range(7) for w in windows for m in range(w.open, w.close)}
    found = weekly_windows(hours)
    assert {minute for w in found for minute in range(w.open, w.close)} == slow
    assert all(a.close < b.open for a, b in pairwise(found))


def test_a_period_gives_its_plain_week():
    """Without last admission the week is opening hours as other systems have them."""
    (period,) = parse_hours("09:00-17:00(16:30停止入场)").periods
    assert period.hours == every_day([Window(540, 1020)])
