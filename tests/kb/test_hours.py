"""Opening hours are half-open windows of a week, past midnight included."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planassay.kb.clock import DAY_MIN, format_clock
from planassay.kb.hours import OpeningHours, Window, every_day, format_window, parse_daily

WINDOWS = st.builds(
    lambda opening, length: Window(opening, opening + length), st.integers(0, 1439), st.integers(1, DAY_MIN)
)


@pytest.mark.parametrize(
    ("text", "window"),
    [
        ("08:30-17:00", (510, 1020)),
        ("00:00-24:00", (0, 1440)),
        ("20:00-02:00", (1200, 1560)),
        ("20:00-00:00", (1200, 1440)),
        (" 8:30 - 17:00 ", (510, 1020)),
        ("08:30-08:30", None),
        ("24:00-08:00", None),
        ("08:30", None),
        ("08:30-", None),
        ("always", None),
        ("", None),
        ("08:30-17:00, 18:00-20:00", None),
        ("08:30-25:00", None),
    ],
)
def test_daily_hours_are_read_or_unknown(text, window):
    """A span of two clocks is the hours of each day; anything else is unknown."""
    hours = parse_daily(text)
    assert (None if hours is None else hours.week) == (None if window is None else ((Window(*window),),) * 7)


@pytest.mark.parametrize(
    ("start", "end", "inside"), [(510, 1020, True), (509, 600, False), (600, 1021, False)]
)
def test_a_visit_fits_exactly(start, end, inside):
    """A visit may begin at opening and end at closing, and not a minute beyond."""
    assert parse_daily("08:30-17:00").admits(start, end) is inside


@given(st.lists(WINDOWS, max_size=3), st.integers(0, 2880), st.integers(0, 600))
def test_a_visit_is_admitted_iff_one_window_has_all_its_minutes(windows, start, length):
    """``admits`` says what looking at each minute says."""
    end = start + length
    slow = any(
        all(w.open <= m < w.close for m in range(start, end)) and w.open <= start and end <= w.close
        for w in windows
    )
    assert every_day(windows).admits(start, end) is slow


def test_weekdays_differ_and_a_trip_without_date_gets_what_is_common():
    """Monday's windows hold on Mondays; without a date only windows of every day count."""
    morning, evening = Window(540, 720), Window(1080, 1200)
    hours = OpeningHours((((morning, evening)), *(((morning,),) * 5), ()))
    assert hours.windows(0) == (morning, evening)
    assert hours.windows(7) == hours.windows(0)
    assert hours.windows(6) == ()
    assert hours.windows(None) == ()
    assert OpeningHours(((morning, evening), *((morning,),) * 6)).windows(None) == (morning,)


@pytest.mark.parametrize(
    "window", [(10, 10), (20, 10), (-1, 10), (1440, 1500), (0, 1441)], ids=lambda w: f"{w[0]}-{w[1]}"
)
def test_what_is_no_span_is_refused(window):
    """A window is not empty, not longer than a day, and opens on its day."""
    with pytest.raises(ValueError, match="is not a span"):
        every_day([Window(*window)])


def test_a_week_has_seven_days():
    """Hours of six days are refused."""
    with pytest.raises(ValueError, match="need 7 days, not 6"):
        OpeningHours(((),) * 6)


@given(st.integers(0, 1439), st.integers(1, 1439))
def test_hours_are_written_as_they_are_read(opening, length):
    """Reading what was written gives the same window."""
    window = Window(opening, opening + length)
    assert parse_daily(format_window(window)) == every_day([window])
    assert format_window(window).startswith(format_clock(opening))
