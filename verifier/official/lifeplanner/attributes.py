"""
Attribute Accuracy: how near the stated values come to the right ones, each compared as its kind asks.

The tolerances are this project's: ratings 0.05, prices the larger of 0.5 and 1 %, metres and seconds the
larger of 1 and 1 %, counts exact; opening hours by the minutes of the week, lists by F1, names by any alias.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta

from planassay.kb.clock import DAY_MIN
from planassay.kb.formats.lifeplanner import Answer, Attribute, plain
from planassay.kb.formats.lifeplanner.answers import number
from planassay.kb.hours_text import parse_hours
from planassay.kb.timetable import Timetable, merge, weekly_windows
from planassay.verifier.city import Case
from planassay.verifier.city.timing import moment
from planassay.verifier.city.values import named

SLACK = 1e-9
"""What a number may be beyond its tolerance, for the sake of binary fractions."""
MAX_LIST, MAX_HOURS = 1000, 2000
"""Items of a list, and letters of opening hours, that are looked at."""
_TOLERANCES = {
    "rating": (0.05, 0.0),
    "cost": (0.5, 0.01),
    "count": (0.0, 0.0),
    "number": (0.0, 0.0),
    "metres": (1.0, 0.01),
    "seconds": (1.0, 0.01),
}
"""For each kind of number what it may differ by: absolute, and as a share of the right one."""
_DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})(?![0-9])", re.ASCII)
_DAYS = {
    name: at
    for at, names in enumerate(
        (
            ("一", "mon", "monday"),
            ("二", "tue", "tues", "tuesday"),
            ("三", "wed", "wednesday"),
            ("四", "thu", "thur", "thurs", "thursday"),
            ("五", "fri", "friday"),
            ("六", "sat", "saturday"),
            ("日", "天", "sun", "sunday"),
        )
    )
    for name in names
}

Names = Sequence[str]


def accuracy(case: Case, answer: Answer) -> float:
    """
    Return the mean of how near each attribute of the gold is met; 1 if there is none.

    Where several sets of places are equally good, the attributes are those of the set that is met best.
    """
    gold = case.gold.attributes
    if not gold:
        return 1.0
    spoken = {one.of for one in gold if one.of}
    fitting = [names for names in case.gold.sets if names and names <= spoken]
    if len(fitting) < 2:
        return _mean(case, answer, gold)
    return max(_mean(case, answer, [one for one in gold if one.of in {"", *names}]) for names in fitting)


def _mean(case: Case, answer: Answer, attributes: Sequence[Attribute]) -> float:
    """Return the mean over place and key; of several right values the nearest counts."""
    best: dict[tuple[str, str], float] = {}
    for one in attributes:
        score = similarity(case, one, stated(case, answer, one))
        best[one.of, one.key] = max(score, best.get((one.of, one.key), 0.0))
    return sum(best.values()) / len(best) if best else 1.0


def stated(case: Case, answer: Answer, attribute: Attribute) -> object:
    """Return what an answer says of an attribute, None if nothing."""
    key = attribute.key
    if attribute.of:
        for stop in answer.mentions():
            if stop.key(case.city) == attribute.of:
                return stop.values.get(key)
        return None
    if answer.family == "nearby" and key == "count":
        return None if answer.fault else len({stop.key(case.city) for stop in answer.stops})
    value = answer.value
    if isinstance(value, Mapping):
        return value.get(key, answer.top.get(key))
    return value if key == "value" or answer.family == "place" else answer.top.get(key)


def similarity(case: Case, attribute: Attribute, value: object) -> float:
    """Return how near a stated value comes to an attribute, 0 to 1."""
    if value is None:
        return 0.0
    if attribute.kind in _TOLERANCES:
        return float(_near(_TOLERANCES[attribute.kind], attribute.value, value))
    if attribute.kind == "text":
        return float(_same_text(_names(case, attribute), value))
    return _KINDS[attribute.kind](case, attribute.value, value)


def _near(tolerance: tuple[float, float], right: object, value: object) -> bool:
    x, g = number(value), number(right)
    if x is None or g is None:
        return False
    return abs(x - g) <= max(tolerance[0], tolerance[1] * abs(g)) + SLACK


def _names(case: Case, attribute: Attribute) -> Names:
    """Return what may stand for a right text: itself, and the other names of a place that it names."""
    found = [str(attribute.value)]
    place = case.place(attribute.of) if attribute.of else named(case.city, attribute.value)
    if place is not None and plain(found[0]) in {plain(one) for one in (place.name, *place.aliases)}:
        found += [place.name, *place.aliases]
    return found


def _same_text(names: Names, value: object) -> bool:
    return isinstance(value, str) and plain(value) in {plain(name) for name in names}


def _exact(case: Case, right: object, value: object) -> float:
    del case
    if isinstance(right, bool) or isinstance(value, bool):
        return float(right is value)
    if isinstance(right, str) and isinstance(value, str):
        return float(plain(right) == plain(value))
    return float(number(right) is not None and number(right) == number(value))


def _weekday(case: Case, right: object, value: object) -> float:
    del case
    days = _day_of_week(right), _day_of_week(value)
    return float(days[0] is not None and days[0] == days[1])


def _day_of_week(value: object) -> int | None:
    """Return a day of the week, 0 for Monday, by its Chinese or English name."""
    return _DAYS.get(re.sub("^(?:周|星期|礼拜)", "", plain(value))) if isinstance(value, str) else None


def _clock(case: Case, right: object, value: object) -> float:
    """Compare times to the minute; where only one has a date, by the clock."""
    times = [moment(one, case.task.now) for one in (right, value)]
    if times[0] is None or times[1] is None:
        return 0.0
    a, b = (one.replace(second=0, microsecond=0) for one in times if one is not None)
    dated = all(isinstance(one, str) and "-" in one for one in (right, value))
    return float(a == b if dated else a.time() == b.time())


def _date(case: Case, right: object, value: object) -> float:
    del case
    days = [_DATE.match(one.strip()) if isinstance(one, str) else None for one in (right, value)]
    return float(days[0] is not None and days[1] is not None and days[0].groups() == days[1].groups())


def _list(case: Case, right: object, value: object) -> float:
    """Return F1 of the items: twice what both have, by what each has."""
    del case
    wanted, given = _items(right), _items(value)
    if not wanted and not given:
        return 1.0
    return 2 * len(wanted & given) / (len(wanted) + len(given))


def _items(value: object) -> frozenset[str]:
    if isinstance(value, str):
        value = re.split("[;,；，、]", value)
    if not isinstance(value, list | tuple):
        return frozenset()
    texts = (one if isinstance(one, str) else repr(one)[:100] for one in value[:MAX_LIST])
    return frozenset(plain(text) for text in texts if plain(text))


def _hours(case: Case, right: object, value: object) -> float:
    """Return how much of the open minutes two texts share; texts that are not understood must be equal."""
    if not isinstance(right, str) or not isinstance(value, str):
        return 0.0
    if plain(right) == plain(value):
        return 1.0
    a, b = (parse_hours(one) if len(one) <= MAX_HOURS else None for one in (right, value))
    if a is None or b is None:
        return 0.0
    seasons = a.closed or b.closed or any(one.season is not None for one in (*a.periods, *b.periods))
    spans = [_year(one, case.task.now) if seasons else _week(one) for one in (a, b)]
    both, either = _length(spans[0]) + _length(spans[1]), _length(merge((*spans[0], *spans[1])))
    return (both - either) / either if either else 1.0


def _week(table: Timetable) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for period in table.periods:
        found += [(window.open, window.close) for window in weekly_windows(period.hours)]
    return merge(found)


def _year(table: Timetable, now: datetime) -> list[tuple[int, int]]:
    """Return the open minutes of the days of a year."""
    first = date(now.year, 1, 1)
    days = ((at, first + timedelta(days=at)) for at in range(365))
    return merge(
        (DAY_MIN * at + span.open, DAY_MIN * at + span.close) for at, day in days for span in table.spans(day)
    )


def _length(spans: Iterable[tuple[int, int]]) -> int:
    return sum(end - start for start, end in spans)


_KINDS: Mapping[str, Callable[[Case, object, object], float]] = {
    "boolean": _exact,
    "enum": _exact,
    "weekday": _weekday,
    "clock": _clock,
    "date": _date,
    "hours": _hours,
    "list": _list,
}


def misses(case: Case, answer: Answer) -> Iterator[tuple[Attribute, object]]:
    """Yield each attribute that is not fully met, with what is stated instead."""
    for one in case.gold.attributes:
        value = stated(case, answer, one)
        if similarity(case, one, value) < 1:
            yield one, value
