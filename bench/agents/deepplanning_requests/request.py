"""
Requests: what a text says of a trip as a whole (cities, dates, party, budget), and its wishes.

Each field is None where the text does not say it. What a text says twice and differently is told, and the
dates count before the number of days.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from planassay.bench.agents.deepplanning_requests import phrases as say
from planassay.bench.agents.deepplanning_requests.names import Masked, is_chinese, masked, plain
from planassay.bench.agents.deepplanning_requests.wishes import Wish, wishes


@dataclass(frozen=True, slots=True)
class Request:
    """
    What a text asks for.

    Attributes
    ----------
    origin, destination, depart, back, people, rooms, budget
        None where the text does not say.
    wishes
        What it asks for besides.
    notes
        What could not be read, or is said in two ways.
    """

    origin: str | None
    destination: str | None
    depart: date | None
    back: date | None
    people: int | None
    rooms: int | None
    budget: int | None
    wishes: tuple[Wish, ...]
    notes: tuple[str, ...]

    @property
    def days(self) -> int | None:
        """How many days the trip has, as far as it is said."""
        return None if self.depart is None or self.back is None else (self.back - self.depart).days + 1


_CITY = r"[\"']?([A-Z][\w'-]*(?: [A-Z][\w'-]*)*)[\"']?"
_PAIR = re.compile(rf"\b[Ff]rom {_CITY} to {_CITY}")
_FROM = re.compile(rf"\b(?:[Ff]rom|[Ll]eaving|[Dd]eparting|starting in) {_CITY}")
_TO = re.compile(rf"\b(?:to|visit|in) {_CITY}")
_PAIR_CHINESE = re.compile(
    r"从[\"']?([\u4e00-\u9fff]{2,6}?)[\"']?(?:出发|坐飞机|坐火车|坐高铁)?[，,]?(?:前往|去|到|飞)[\"']?([\u4e00-\u9fff]{2,6}?)[\"']?"
    r"(?=玩|旅|待|逛|度假|出差|看|走|游|[，,。！\s（(]|一趟|几天|$)"
)
_MONTHS = {
    name: number
    for number, name in enumerate(
        (
            *("january", "february", "march", "april", "may", "june", "july", "august", "september"),
            *("october", "november", "december"),
        ),
        start=1,
    )
}
_MONTH_NAMES = "|".join(_MONTHS)
_ENGLISH_DATE = re.compile(
    rf"\b({_MONTH_NAMES})\s+(\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s*(20\d\d))?|\b(20\d\d)-(\d\d)-(\d\d)\b"
    r"|\bthe (\d{1,2})(?:st|nd|rd|th)\b",
    re.IGNORECASE,
)
_CHINESE_DATE = re.compile(
    r"(?:(20\d\d)年)?(\d{1,2})月(\d{1,2})[号日]?|(20\d\d)-(\d\d)-(\d\d)|(?<![\d月])(\d{1,2})[号日](?!线)"
)
_DAYS = re.compile(
    r"\b(\w+)[- ]days?[- ](?:trip|tour)\b|\btrip of (\w+) days\b|\b(?:for|about) (\w+) days\b", re.IGNORECASE
)
_WEEKDAY = re.compile(
    r"\bis (?:a )?(monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b"
    r"|是(?:周|星期)([一二三四五六日天])",
    re.IGNORECASE,
)
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_PEOPLE = (
    re.compile(r"\b(\w+) of us\b", re.IGNORECASE),
    re.compile(r"\b(\w+) (?:people|persons|travell?ers|adults|guests|friends travel)\b", re.IGNORECASE),
    re.compile(r"\bfor (\d+), in\b"),
    re.compile(r"\b(\d+) travel by\b"),
    re.compile(r"(?<!每)([一二两三四五六七八\d]+)\s*(?:个人|人(?!均|民)|位)"),
)
_ALONE = re.compile(r"\balone\b|\bsolo\b|\bby myself\b|\bon my own\b|独自|我自己", re.IGNORECASE)
_ROOMS = re.compile(
    r"\b(one|two|three|four|five|six|\d+)\s+(?:separate |hotel |double |standard |single |twin )?rooms?\b"
    r"|([一二两三四五\d]+)\s*(?:间|个)(?:标准|双人|大床)?(?:房|客房)?(?:间)?(?=房|就|[，,。、！]|吧|的|$|麻|够)",
    re.IGNORECASE,
)
_MONEY = re.compile(r"(\d[\d,]*)\s*(?:yuan|RMB|CNY|元|块)", re.IGNORECASE)
_TOTAL = re.compile(r"\bbudget\b|\bspend\b|\btotal\b|\bexpens|预算|开销|花费|总共|总费用", re.IGNORECASE)
_A_NIGHT = re.compile(r"\bnight|\bper person\b|每晚|一晚|人均", re.IGNORECASE)


def read_request(text: str) -> Request:
    """Return what a text asks for; what it does not say is None."""
    whole, words = plain(text), masked(text)
    notes: list[str] = []
    origin, destination = _cities(whole)
    dates = _dates(whole)
    depart, back = (dates[0] if dates else None), _return(whole, dates)
    days = _stated_days(whole)
    if depart is not None and back is None and days is not None:
        back = depart + timedelta(days=days - 1)
    elif depart is not None and back is not None and days is not None and (back - depart).days + 1 != days:
        notes.append(f"the text says {days} days, its dates {(back - depart).days + 1}")
    weekday = _weekday(whole)
    if depart is not None and weekday is not None and depart.weekday() != weekday:
        notes.append(f"{depart} is no {_WEEKDAYS[weekday].capitalize()}")
    people, rooms = _people(whole), _rooms(whole)
    budgets = _budgets(words)
    if len(budgets) > 1:
        notes.append(f"the text names several budgets: {', '.join(map(str, budgets))}")
    found = tuple(wishes(words, people))
    notes += _unread(words, found, (origin, destination))
    lacking = {"city of departure": origin, "destination": destination, "date": depart, "return": back}
    notes += [f"the text names no {name}" for name, value in lacking.items() if value is None]
    return Request(
        origin,
        destination,
        depart,
        back,
        people,
        rooms,
        budgets[0] if len(budgets) == 1 else None,
        found,
        tuple(notes),
    )


def _cities(text: str) -> tuple[str | None, str | None]:
    if is_chinese(text):
        found = _PAIR_CHINESE.search(text)
        return (found[1], found[2]) if found else (None, None)
    found = _PAIR.search(text)
    if found is not None:
        return found[1], found[2]
    origin = next((match[1] for match in _FROM.finditer(text) if match[1].lower() not in _MONTHS), None)
    goals = (match[1] for match in _TO.finditer(text))
    return origin, next(
        (goal for goal in goals if goal != origin and goal.split()[0].lower() not in _MONTHS), None
    )


def _dates(text: str) -> list[date]:
    """Return the dates of a text in their order, each once; what lacks month or year has those before it."""
    found: list[date] = []
    for day in _CHINESE_DATE.finditer(text) if is_chinese(text) else _ENGLISH_DATE.finditer(text):
        last = found[-1] if found else None
        if is_chinese(text):
            year, month, number = day[1] or day[4], day[2] or day[5], day[3] or day[6] or day[7]
        else:
            year, number = day[3] or day[4], day[2] or day[6] or day[7]
            month = str(_MONTHS[day[1].lower()]) if day[1] else day[5]
        year = year or (str(last.year) if last else None)
        month = month or (str(last.month) if last else None)
        try:
            one = date(int(year or ""), int(month or ""), int(number))
        except ValueError:
            continue
        if one not in found:
            found.append(one)
    return found


def _return(text: str, dates: list[date]) -> date | None:
    if not dates:
        return None
    later = [one for one in dates if one > dates[0]]
    if later:
        return later[0] if len(later) == 1 else None
    is_next = re.search(r"\b(?:return\w*|back|home)\b[^.]*\bthe next day\b|第二天[^。]*(?:回|返)", text)
    return dates[0] + timedelta(days=1) if is_next else None


def _stated_days(text: str) -> int | None:
    found = _DAYS.search(text)
    return None if found is None else say.number(found[1] or found[2] or found[3])


def _weekday(text: str) -> int | None:
    found = _WEEKDAY.search(text)
    if found is None:
        return None
    return _WEEKDAYS.index(found[1].lower()) if found[1] else "一二三四五六日天".index(found[2]) % 7


def _people(text: str) -> int | None:
    for pattern in _PEOPLE:
        for found in pattern.finditer(text):
            count = say.number(found[1])
            if count is not None:
                return count
    return 1 if _ALONE.search(text) else None


def _rooms(text: str) -> int | None:
    for found in _ROOMS.finditer(text):
        if found[1] or "间" in found[0] or "房" in text[found.end() : found.end() + 1]:
            return say.number(found[1] or found[2])
    return None


def _budgets(text: Masked) -> list[int]:
    found: dict[int, None] = {}
    for paragraph in text.sentences():
        for one in paragraph:
            if _TOTAL.search(one) and not _A_NIGHT.search(one):
                for amount in _MONEY.finditer(one):
                    found[int(amount[1].replace(",", ""))] = None
    return list(found)


def _unread(text: Masked, found: tuple[Wish, ...], cities: tuple[str | None, str | None]) -> Iterator[str]:
    """Yield what is in quotes, and no wish speaks of."""
    for name in dict.fromkeys(text.quoted):
        if name not in cities and not any(name in wish.said for wish in found):
            yield f"'{name}' was not understood"
    for topic in ("hotel", "ride"):
        kinds = {"hotel": ("hotel",), "ride": ("flight", "train")}[topic]
        words = say.HOTEL if topic == "hotel" else say.RIDE
        if words.search(text.text) and not any(wish.what in kinds for wish in found):
            yield f"nothing was understood of what is said of the {topic}"
