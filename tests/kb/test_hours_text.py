"""Free texts of opening hours: a table of forms, what is refused, and a property."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planassay.kb.clock import format_clock
from planassay.kb.hours_text import parse_hours
from planassay.kb.timetable import Period, Season, Span, Timetable

ALL, WORK = "0123456", "01234"


def week(*parts):
    """Return seven tuples of spans of pairs: days as digits, spans as two or three minutes."""
    days = [[] for _ in range(7)]
    for names, *spans in parts:
        for name in names:
            days[int(name)] += [Span(s[0], s[1], s[-1]) for s in spans]
    return tuple(tuple(sorted(day)) for day in days)


def year(*parts):
    """Return a timetable of one week the whole year."""
    return Timetable((Period(week(*parts)),))


def seasons(*parts):
    """Return a timetable of seasons that are the same on all days: first, last, spans."""
    return Timetable(tuple(Period(week((ALL, *spans)), Season(a, b)) for a, b, *spans in parts))


USUAL = year((ALL, (540, 1020)))
ALWAYS = year((ALL, (0, 1440)))
LATE = year((ALL, (540, 1020, 990)))
WINTER = ((1101, 315, (480, 1050)), (316, 430, (480, 1140)))

FORMS = {
    # all days
    "周一至周日 09:00-17:00": USUAL,
    "周一至周日09:00-17:00": USUAL,
    "每天 9:00-17:00": USUAL,
    "每日：９：００～１７：００": USUAL,
    "星期一到星期日 09:00至17:00": USUAL,
    "礼拜一至礼拜天 上午9:00-下午5:00": USUAL,
    "营业时间：9点-17点": USUAL,
    "09:00–17:00": USUAL,
    "Daily 09:00-17:00": USUAL,
    "Every day 9 am to 5 pm": USUAL,
    "Open 9:00 a.m. - 5:00 p.m.": USUAL,
    "Mon-Sun: 9:00-17:00": USUAL,
    # several intervals
    "周一至周日 11:00-15:00 17:00-23:00": year((ALL, (660, 900), (1020, 1380))),
    "11:00-14:30,17:00-21:30": year((ALL, (660, 870), (1020, 1290))),
    "周一至周五 09:00-12:00 周一至周五 13:30-17:30": year((WORK, (540, 720), (810, 1050))),
    "Mon-Fri 09:00-12:00 and 13:00-17:00": year((WORK, (540, 720), (780, 1020))),
    # past midnight
    "周一至周日 10:00-07:00": year((ALL, (600, 1860))),
    "18:00-次日02:00": year((ALL, (1080, 1560))),
    "18:00-凌晨2点半": year((ALL, (1080, 1590))),
    "18:00-26:00": year((ALL, (1080, 1560))),
    "18:00-00:00": year((ALL, (1080, 1440))),
    "18:00-晚上12点": year((ALL, (1080, 1440))),
    "凌晨12点-中午1点": year((ALL, (0, 780))),
    "08:30-08:30": year((ALL, (510, 1950))),
    "Fri, Sat 8 pm - 3 am": year(("45", (1200, 1620))),
    "Daily 18:00 until next day 02:00": year((ALL, (1080, 1560))),
    # ranges of weekdays
    "周二至周日 08:30-17:00": year(("123456", (510, 1020))),
    "周一至周四 06:30-22:00": year(("0123", (390, 1320))),
    "周一至五 10:00-16:00": year((WORK, (600, 960))),
    "周六、日 10:00-16:00": year(("56", (600, 960))),
    "周六日10:00-16:00": year(("56", (600, 960))),
    "周一、周三、周五 10:00-16:00": year(("024", (600, 960))),
    "周六至周一 10:00-16:00": year(("560", (600, 960))),
    "工作日 09:00-18:00；周末 10:00-20:00": year((WORK, (540, 1080)), ("56", (600, 1200))),
    "周一至周五 09:00-18:00，周六 10:00-14:00": year((WORK, (540, 1080)), ("5", (600, 840))),
    "Mo-Fr 08:00-18:00": year((WORK, (480, 1080))),
    "Tuesday to Sunday 10:00-18:00": year(("123456", (600, 1080))),
    "Weekdays 9:00-18:00\nWeekends 10:00-20:00": year((WORK, (540, 1080)), ("56", (600, 1200))),
    "Mon, Wed & Fri 7:15am-12pm": year(("024", (435, 720))),
    # closing days
    "周二至周日 09:00-17:00，周一闭馆": year(("123456", (540, 1020))),
    "09:00-17:00; 周一休息": year(("123456", (540, 1020))),
    "Daily 9:00-17:00, closed on Mondays": year(("123456", (540, 1020))),
    "Mon-Fri 9:00 am - 5:00 pm; Sat, Sun closed": year((WORK, (540, 1020))),
    # around the clock
    "周一至周日 00:00-24:00": ALWAYS,
    "00:00-00:00": ALWAYS,
    "24小时营业": ALWAYS,
    "周一至周日 24小时": ALWAYS,
    "全天开放": ALWAYS,
    "24/7": ALWAYS,
    "Open 24 hours": ALWAYS,
    "周六 全天": year(("5", (0, 1440))),
    # seasons
    "11/1-3/15 08:00-17:30; 3/16-4/30 08:00-19:00": seasons(*WINTER),
    "11-01至03-15 08:00-17:30；03-16至04-30 08:00-19:00": seasons(*WINTER),
    "11月1日-3月15日 08:00-17:30；3月16日-4月30日 08:00-19:00": seasons(*WINTER),
    "Nov 1 - Mar 15: 08:00-17:30; Mar 16 - Apr 30: 08:00-19:00": seasons(*WINTER),
    "11月至次年3月 08:00-17:00 4月至10月 08:00-18:00": seasons(
        (1101, 331, (480, 1020)), (401, 1031, (480, 1080))
    ),
    "December to February 10:00-16:00": seasons((1201, 229, (600, 960))),
    "4/1-10/31 周二至周五 09:00-17:00 周六 09:00-20:00": Timetable(
        (Period(week(("1234", (540, 1020)), ("5", (540, 1200))), Season(401, 1031)),)
    ),
    "09:00-17:00；12/1-2/28闭馆": Timetable((Period(week((ALL, (540, 1020)))),), (Season(1201, 228),)),
    # last admission
    "09:00-17:00(16:30停止入场)": LATE,
    "09:00-17:00（16:30停止售票）": LATE,
    "每天 09:00-17:00 最晚入园时间16:30": LATE,
    "09:00-17:00(闭馆前30分钟停止入场)": LATE,
    "09:00-17:00 (last admission 16:30)": LATE,
    "Daily 9 am - 5 pm, last entry at 4:30 pm": LATE,
    "09:00-17:00, last entry 30 minutes before closing": LATE,
    "09:00-12:00 13:00-17:00(16:30停止入场)": year((ALL, (540, 720), (780, 1020, 990))),
    "18:00-02:00(01:30停止入场)": year((ALL, (1080, 1560, 1530))),
    # public holidays
    "工作日 09:00-18:00；法定节假日 10:00-16:00": Timetable(
        (Period(week((WORK, (540, 1080))), holidays=(Span(600, 960, 960),)),)
    ),
    "09:00-17:00；法定节假日休息": Timetable((Period(week((ALL, (540, 1020))), holidays=()),)),
    "周末、法定节假日 10:00-16:00": Timetable(
        (Period(week(("56", (600, 960))), holidays=(Span(600, 960, 960),)),)
    ),
}

UNKNOWN = [
    "",
    "   ",
    "周一至周日视客流情况调整",
    "以景区公告为准",
    "周一至周日",
    "closed Monday",
    "暂停营业",
    "09:00",
    "09:00-",
    "-17:00",
    "09:00-17:00-19:00",
    "09:60-17:00",
    "24:00-08:00",
    "09:00-49:00",
    "06:00-次日12:00",
    "13 pm - 3 am",
    "上午13:00-17:00",
    "11/1 08:00-17:30",
    "13/1-3/15 08:00-17:30",
    "2/30-3/15 08:00-17:30",
    "11/1-3/15",
    "11/1-周一 08:00-17:30",
    "09:00-17:00 周一至周五",
    "周一至周五 09:00-12:00; 13:00-17:00",
    "11/1-3/15 08:00-17:30; 09:00-19:00",
    "周一 11/1-3/15 08:00-17:30",
    "周一 周二 09:00-17:00",
    "周一二至周五 09:00-17:00",
    "周一闭馆（法定节假日除外） 09:00-17:00",
    "周一闭馆 09:00-17:00",
    "09:00-17:00; 休息",
    "09:00-17:00(18:30停止入场)",
    "09:00-17:00(闭馆前600分钟停止入场)",
    "09:00-17:00(停止入场)",
    "09:00-17:00(停止入场16:30)(停止入场16:00)",
    "09:00-17:00(停止入场16:30) 18:00-19:00",
    "停止入场16:30 09:00-17:00",
    "09:00-17:00; 11/1-3/15 周一闭馆",
    ", 09:00-17:00",
    "日 09:00-17:00",
    "Mo-Fr 08:00-18:00; PH off",
    "sunrise-sunset",
]


@pytest.mark.parametrize("text", FORMS)
def test_a_form_is_read(text):
    """Each form of the table states exactly these windows."""
    assert parse_hours(text) == FORMS[text]


@pytest.mark.parametrize("text", UNKNOWN)
def test_what_is_not_understood_is_unknown(text):
    """No guess is made of a text that says nothing, or two things."""
    assert parse_hours(text) is None


@given(st.text(alphabet="周一二日至09:17-;；()闭馆停止入场 amMonto/月全天24小时,", max_size=30))
def test_any_text_is_read_or_unknown(text):
    """Whatever the text, the answer is a timetable of sound spans, or None."""
    table = parse_hours(text)
    if table is not None:
        spans = [s for period in table.periods for day in period.week for s in day]
        assert all(0 <= s.open < s.admits_before <= s.close <= s.open + 1440 for s in spans)


@given(st.integers(0, 6), st.integers(0, 6), st.integers(0, 1439), st.integers(1, 1439))
def test_a_range_of_days_has_its_days(first, length, opening, minutes):
    """A range from one weekday to another covers those between, over Sunday too; past midnight goes on."""
    last = (first + length) % 7
    clocks = f"{format_clock(opening)}-{format_clock(opening + minutes)}"
    table = parse_hours(f"周{'一二三四五六日'[first]}至周{'一二三四五六日'[last]} {clocks}")
    days = "".join(str((first + step) % 7) for step in range(length + 1))
    assert table == year((days, (opening, opening + minutes)))
