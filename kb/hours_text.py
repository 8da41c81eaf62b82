"""
Opening hours as free text, Chinese or English, to a timetable.

The grammar is one of our own for texts as map services show them::

    text   := clause (separator clause)*
    clause := [season] [days] interval+ ["(" last admission ")"]  |  [season] [days] "closed"

A separator is a semicolon, a new line, or a new word of a weekday or a season. An interval that does not end
after it began ends on the next day. A text without a word of a weekday holds on all days; days not mentioned
are closed; clauses of one day add up; a closing takes away. What is not understood to the last character, or
could be read in two ways, is unknown (None), which is not the same as closed.
"""

import re
from calendar import monthrange
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from unicodedata import normalize

from planassay.kb.clock import DAY_MIN
from planassay.kb.timetable import Period, Season, Span, Timetable

_ALL = frozenset(range(7))
_HOLIDAY = 7
_CHINESE_DAYS = "一二三四五六日"
_ENGLISH_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*"
_LEAP_YEAR = 2024

_TOKENS = re.compile(
    "|".join(
        f"(?P<{kind}>{pattern})"
        for kind, pattern in (
            ("always", r"24小时(?:营业|开放)?|全天候?(?:营业|开放)?|(?:open )?24 ?hours|24/7|24h\b"),
            (
                "clock",
                r"(?:(?:次日|翌日|第二天|next day) ?)?(?:(?:凌晨|早上|上午|中午|下午|晚上) ?)?"
                r"[0-9]{1,2}(?:[:点时][0-9]{2}分?(?: ?[ap]\.?m\b\.?)?|[点时]半?| ?[ap]\.?m\b\.?)",
            ),
            (
                "before",
                r"(?:闭馆|闭园|关门|打烊)前[0-9]{1,3}分钟|[0-9]{1,3} ?min(?:ute)?s? before clos(?:ing|e)",
            ),
            (
                "date",
                r"(?:次年|翌年)?(?:[0-9]{1,2}月(?:[0-9]{1,2}[日号])?|[0-9]{1,2}/[0-9]{1,2}|"
                rf"[0-9]{{2}}-[0-9]{{2}}(?![0-9:])|{_MONTH}(?: [0-9]{{1,2}}\b(?!:[0-9]))?)",
            ),
            ("every", r"每天|每日|every ?day|daily|all days"),
            ("work", r"工作日|weekdays?"),
            ("weekend", r"周末|双休日|weekends?"),
            ("holiday", r"法定节假日|节假日|public holidays?|holidays?"),
            ("day", rf"(?:周|星期|礼拜)[{_CHINESE_DAYS}天]+"),
            (
                "name",
                r"\b(?:mon|tues?|wed|thur?s?|fri|sat|sun|mo|tu|we|th|fr|sa|su)(?:day|nesday|urday)?s?\b\.?",
            ),
            (
                "last",
                r"停止(?:入场|入园|入馆|售票|检票)|(?:最晚|最后)(?:入场|入园|入馆)(?:时间)?|"
                r"last (?:admission|entry)",
            ),
            ("closed", r"闭馆|闭园|休馆|休息|不营业|不开放|公休|店休|closed(?: on)?"),
            ("range", r"[-~]|至|到|to\b|until\b"),
            ("end", r"[;\n]"),
            ("list", r"[,、/&]|和|及|and\b"),
            ("bare", rf"[{_CHINESE_DAYS}天]"),
            ("filler", r"营业时间|开放时间|营业|开放|opening hours|hours|open\b|from\b|at\b|[ :().。]+"),
        )
    )
)
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−〜∼", "-"))


class _UnclearError(Exception):
    """A text that does not say when."""


@dataclass
class _Clause:
    season: Season | None = None
    days: frozenset[int] | None = None
    spans: list[tuple[int, int]] = field(default_factory=list)
    last: int | None = None
    """Minute of the day of last admission."""
    early: int | None = None
    """Minutes before closing of last admission."""
    closed: bool = False

    @property
    def empty(self) -> bool:
        return not self.spans and not self.closed


@dataclass
class _Reader:
    tokens: list[tuple[str, str]]
    at: int = 0
    clauses: list[_Clause] = field(default_factory=lambda: [_Clause()])

    @property
    def clause(self) -> _Clause:
        return self.clauses[-1]

    def kind(self, ahead: int = 0) -> str:
        place = self.at + ahead
        return self.tokens[place][0] if place < len(self.tokens) else "none"

    def take(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1][1]

    def read(self) -> list[_Clause]:
        steps: dict[str, Callable[[], None]] = {
            "always": self._always,
            "clock": self._clock,
            "date": self._season,
            "closed": self._closed,
            "end": self._end,
            "list": self._list,
            "last": self._last,
            "before": self._last,
        }
        while self.at < len(self.tokens):
            kind = self.kind()
            if kind in ("every", "work", "weekend", "holiday", "day", "name"):
                self._days()
            elif kind in steps:
                steps[kind]()
            else:
                raise _UnclearError
        self._end()
        return self.clauses[:-1]

    def _end(self) -> None:
        """Close the clause; days or a season that nothing is said of are no clause."""
        self.at += 1
        if self.clause.empty and (self.clause.days is not None or self.clause.season is not None):
            raise _UnclearError
        if not self.clause.empty:
            self.clauses.append(_Clause())

    def _list(self) -> None:
        """Pass over a comma between intervals or clauses."""
        if self.clause.empty:
            raise _UnclearError
        self.at += 1

    def _always(self) -> None:
        self.take()
        self._add(0, DAY_MIN)

    def _clock(self) -> None:
        if self.kind(1) in ("last", "before"):
            self._last()
            return
        start = _minute(self.take())
        if self.kind() != "range":
            raise _UnclearError
        self.take()
        if self.kind() != "clock":
            raise _UnclearError
        text = self.take()
        end = _minute(text)
        if end <= start or text.startswith(("次日", "翌日", "第二天", "next")):
            end += DAY_MIN if end <= DAY_MIN else 0
        self._add(start, end)

    def _add(self, start: int, end: int) -> None:
        done = self.clause.closed or self.clause.last is not None or self.clause.early is not None
        if done or start >= DAY_MIN or not start < end <= start + DAY_MIN:
            raise _UnclearError
        self.clause.spans.append((start, end))

    def _last(self) -> None:
        """Read ``16:30 last`` or ``last 16:30``, or either with so many minutes before closing."""
        pair = {self.kind(), self.kind(1)}
        texts = dict(self.tokens[self.at : self.at + 2])
        stated = self.clause.last is not None or self.clause.early is not None
        if "last" not in pair or not self.clause.spans or stated:
            raise _UnclearError
        if "clock" in pair:
            self.clause.last = _minute(texts["clock"])
        elif "before" in pair:
            self.clause.early = int(re.sub("[^0-9]", "", texts["before"]))
        else:
            raise _UnclearError
        self.at += 2

    def _season(self) -> None:
        first = _date(self.take())
        if self.kind() != "range":
            raise _UnclearError
        self.take()
        if self.kind() != "date":
            raise _UnclearError
        last = _date(self.take())
        if not self.clause.empty:
            self.clauses.append(_Clause())
        if self.clause.season is not None or self.clause.days is not None:
            raise _UnclearError
        self.clause.season = Season(first[0], last[1])

    def _days(self) -> None:
        """Read weekdays: they begin a clause, which has the season of the one before it."""
        days = self._group()
        while self.kind() == "list" and self.kind(1) in ("day", "name", "bare", "weekend", "holiday", "work"):
            self.take()
            days |= self._group()
        if self.clause.closed and self.clause.days is None and self.clause.season is None:
            self.clause.days = days
            return
        if not self.clause.empty:
            self.clauses.append(_Clause(season=self.clause.season))
        if self.clause.days is not None:
            raise _UnclearError
        self.clause.days = days

    def _group(self) -> frozenset[int]:
        kind = self.kind()
        groups = {
            "every": _ALL,
            "work": frozenset(range(5)),
            "weekend": frozenset((5, 6)),
            "holiday": frozenset((_HOLIDAY,)),
        }
        text = self.take()
        if kind in groups:
            return groups[kind]
        days = _weekdays(text)
        if self.kind() == "range" and self.kind(1) in ("day", "name", "bare"):
            self.take()
            ends = _weekdays(self.take())
            if len(days) > 1 or len(ends) > 1:
                raise _UnclearError
            first, last = days[0], ends[0]
            return frozenset((first + step) % 7 for step in range((last - first) % 7 + 1))
        return frozenset(days)

    def _closed(self) -> None:
        """Read a closing: of the days or the season before it, or of the days after it."""
        self.take()
        if not self.clause.empty:
            self.clauses.append(_Clause())
        self.clause.closed = True


@lru_cache(maxsize=1 << 14)
def parse_hours(text: str) -> Timetable | None:
    """
    Return the timetable that a free text states, or None if it states none that is understood.

    Parameters
    ----------
    text
        Such as ``周二至周日 08:30-17:00(16:30停止入场)`` or ``Mon-Fri 9:00 am - 5:00 pm; closed on Sunday``.

    Notes
    -----
    Refused, as they can be read in two ways: clauses with words of weekdays beside clauses without, and
    clauses with seasons beside clauses without (closings and public holidays excepted). Of the OpenStreetMap
    syntax only what is also of this grammar is read, such as ``Mo-Fr 08:00-18:00``.

    Examples
    --------
    >>> parse_hours("周一至周五 10:00-07:00").periods[0].week[0]
    (Span(open=600, close=1860, admits_before=1860),)
    >>> parse_hours("周一至周日视客流情况调整") is None
    True
    """
    try:
        return _timetable(_Reader(list(_tokens(text))).read())
    except _UnclearError:
        return None


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    plain = normalize("NFKC", text).lower().translate(_DASHES)
    plain = re.sub(r"[^\S\n]+", " ", plain).strip()
    at = 0
    while at < len(plain):
        found = _TOKENS.match(plain, at)
        if found is None:
            raise _UnclearError
        at = found.end()
        if found.lastgroup != "filler":
            yield str(found.lastgroup), found[0]


def _minute(text: str) -> int:
    """Return the minute of the day of a clock; a half of the day in words moves it to the afternoon."""
    numbers = [int(number) for number in re.findall("[0-9]+", text)]
    hour, minute = numbers[0], numbers[1] if len(numbers) > 1 else 30 * ("半" in text)
    plain = text.replace(".", "")
    if "am" in plain or "pm" in plain:
        if not 1 <= hour <= 12:
            raise _UnclearError
        hour %= 12
    if ("上午" in plain or "早上" in plain or "凌晨" in plain) and hour > 12:
        raise _UnclearError
    if hour == 12 and ("凌晨" in plain or "晚上" in plain):
        hour = 24 if "晚上" in plain else 0
    later = "下午" in plain or "pm" in plain or "晚上" in plain or ("中午" in plain and hour < 3)
    if later and hour < 12:
        hour += 12
    if minute > 59 or 60 * hour + minute > 2 * DAY_MIN:
        raise _UnclearError
    return 60 * hour + minute


def _date(text: str) -> tuple[int, int]:
    """Return a day of the year twice, or the first and the last day of a month."""
    numbers = [int(number) for number in re.findall("[0-9]+", text)]
    if text[:3] in _MONTHS:
        numbers.insert(0, _MONTHS.index(text[:3]) + 1)
    month, days = numbers[0], numbers[1:]
    if not 1 <= month <= 12:
        raise _UnclearError
    longest = monthrange(_LEAP_YEAR, month)[1]
    if days and not 1 <= days[0] <= longest:
        raise _UnclearError
    first, last = (days[0], days[0]) if days else (1, longest)
    return 100 * month + first, 100 * month + last


def _weekdays(text: str) -> list[int]:
    plain = text.replace("天", "日")
    chinese = [_CHINESE_DAYS.index(sign) for sign in plain if sign in _CHINESE_DAYS]
    if chinese:
        return chinese
    return [next(day for day, name in enumerate(_ENGLISH_DAYS) if name.startswith(plain[:2]))]


def _timetable(clauses: list[_Clause]) -> Timetable:
    stated = [clause for clause in clauses if clause.spans]
    if not stated:
        raise _UnclearError
    usual = [clause for clause in stated if clause.days != frozenset((_HOLIDAY,))]
    for named in ({c.days is None for c in usual}, {c.season is None for c in stated}):
        if len(named) > 1:
            raise _UnclearError
    shut = [clause for clause in clauses if clause.closed]
    if any(c.days is None and c.season is None for c in shut):
        raise _UnclearError
    seasons = list(dict.fromkeys(clause.season for clause in stated))
    return Timetable(
        periods=tuple(_period(season, stated, shut) for season in seasons),
        closed=tuple(c.season for c in shut if c.season is not None and c.days is None),
    )


def _period(season: Season | None, stated: list[_Clause], shut: list[_Clause]) -> Period:
    days: list[set[Span]] = [set() for _ in range(8)]
    holidays = False
    for clause in stated:
        if clause.season == season:
            spans = _spans(clause)
            for day in _ALL if clause.days is None else clause.days:
                days[day].update(spans)
                holidays |= day == _HOLIDAY
    for clause in shut:
        if clause.days is not None and clause.season not in (None, season):
            raise _UnclearError
        for day in clause.days or ():
            days[day].clear()
            holidays |= day == _HOLIDAY
    week = [tuple(sorted(spans)) for spans in days]
    return Period(tuple(week[:7]), season, week[7] if holidays else None)


def _spans(clause: _Clause) -> list[Span]:
    """Return the spans of a clause; its last admission belongs to those of its spans in which it falls."""
    spans: list[Span] = []
    bound = clause.last is None
    for start, end in clause.spans:
        last = end
        if clause.early is not None:
            last = end - clause.early
            if last <= start:
                raise _UnclearError
        for moment in (clause.last, None if clause.last is None else clause.last + DAY_MIN):
            if moment is not None and start < moment <= end:
                last, bound = moment, True
                break
        spans.append(Span(start, end, last))
    if not bound:
        raise _UnclearError
    return spans
