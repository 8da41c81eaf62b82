"""
Flaws of DeepPlanning travel queries: what one says twice and differently, and answers that its data denies.

Dates and weekdays, budgets in words and in fields, constraints that stand where they are not scored,
required names that neither the text nor the database knows, and superlatives whose named answer is not the
best row, or not the only one.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from planassay.kb.formats.deepplanning_travel import Database, Query
from planassay.kb.formats.deepplanning_travel.picks import Pick, picks
from planassay.kb.formats.deepplanning_travel.wishes import BUDGET_KIND


class FlawKind(StrEnum):
    """What is wrong with a query."""

    DATES = "dates"
    """Departure, return, days and weekday do not go together."""
    OTHER_DATES = "other-dates"
    """A text names dates that the fields do not have."""
    BUDGET = "budget"
    """The text names another budget than the fields, or one that is not scored."""
    SAID = "said"
    """The text says something else of cities, dates or the party than the fields."""
    UNSAID = "unsaid"
    """A required name does not occur in the text."""
    UNKNOWN = "unknown"
    """A required name or number is not in the database."""
    NOT_BEST = "not-best"
    """The named answer of a superlative is outdone by another row."""
    TIE = "tie"
    """Other rows are as good as the named answer."""


@dataclass(frozen=True, slots=True)
class QueryFlaw:
    """One flaw."""

    task_id: str
    kind: FlawKind
    detail: str


_DATE = re.compile(r"\b(20\d\d)-(\d\d)-(\d\d)\b")
_MONEY = re.compile(
    r"(?:within|under|exceed|budget of|at most|to)\s+(\d[\d,]{2,})\s*(?:yuan|RMB|CNY)", re.IGNORECASE
)
_TABLES = {
    "hotel": "lodges_by_name",
    "restaurant": "eateries_by_name",
    "attraction": "sights_by_name",
}


def query_flaws(query: Query, base: Database | None = None) -> Iterator[QueryFlaw]:
    """
    Yield the flaws of a query.

    Parameters
    ----------
    query
        The query.
    base
        Its database; without one, only what the query says of itself is looked at.
    """
    for kind, detail in (*_dates(query), *_budget(query), *_unsaid(query)):
        yield QueryFlaw(query.query_id, kind, detail)
    if base is not None:
        for name, entry in query.constraints.items():
            for kind, detail in _denied(name, entry, base):
                yield QueryFlaw(query.query_id, kind, detail)


Found = Iterator[tuple[FlawKind, str]]


def _meta(query: Query) -> Mapping[str, object]:
    meta = query.source.get("meta_info")
    return meta if isinstance(meta, Mapping) else {}


def _dates(query: Query) -> Found:
    meta = _meta(query)
    back = (query.depart + timedelta(days=query.days - 1)).isoformat()
    if meta.get("return_date") != back:
        yield FlawKind.DATES, f"{query.days} days end on {back}, the return is on {meta.get('return_date')}"
    if query.weekday != query.depart.isoweekday():
        yield FlawKind.DATES, f"{query.depart} is weekday {query.depart.isoweekday()}, not {query.weekday}"
    text = str(query.source.get("query_with_constraints", ""))
    known = {day.isoformat() for day in query.dates}
    for found in _DATE.finditer(text):
        try:
            named = date(*map(int, found.groups())).isoformat()
        except ValueError:
            continue
        if named not in known:
            yield FlawKind.OTHER_DATES, f"query_with_constraints names {named}"


def _budget(query: Query) -> Found:
    limit = query.budget_cents
    for found in dict.fromkeys(match[1] for match in _MONEY.finditer(query.text)):
        named = int(found.replace(",", ""))
        if limit is not None and named * 100 != limit and "budget" in query.text.lower():
            yield FlawKind.BUDGET, f"the text says {named}, max_budget is {limit / 100:g}"
    if limit is None and BUDGET_KIND in _meta(query):
        yield FlawKind.BUDGET, "budget_constraint stands beside hard_constraints and is not scored"


def _unsaid(query: Query) -> Found:
    if not query.text:
        return
    for kind, entry in query.constraints.items():
        if kind.endswith("_named"):
            for name in _names(entry):
                if name not in query.text:
                    yield FlawKind.UNSAID, f"{kind}: {name}"


def _names(entry: Mapping[str, object]) -> list[str]:
    listed = entry.get("attraction_names")
    names = [
        entry.get("hotel_name"),
        entry.get("restaurant_name"),
        *(listed if isinstance(listed, list) else []),
    ]
    return [name for name in names if isinstance(name, str)]


def _denied(kind: str, entry: Mapping[str, object], base: Database) -> Found:
    table = _TABLES.get(kind.partition("_")[0])
    known: Mapping[str, object] = getattr(base, table) if table else {}
    for name in _names(entry):
        if table and name.strip() not in known:
            yield FlawKind.UNKNOWN, f"{kind}: {name}"
    for key, number in entry.items():
        if key.endswith(("_flight_no", "_train_no")):
            rides = base.flights_by_number if "_flight_" in key else base.trains_by_number
            if str(number).strip() not in rides:
                yield FlawKind.UNKNOWN, f"{kind}: {number}"
    for place, pick in enumerate(picks(kind, entry, base)):
        yield from _rivals(kind, entry, base, place, pick)


def _rivals(kind: str, entry: Mapping[str, object], base: Database, place: int, pick: Pick) -> Found:
    """Yield what the rows say of an answer: that others are better, or as good."""
    named = _named(entry, pick)
    others = sorted(pick.names - {named})
    if not named or not others or kind == "attraction_top_rated_must_visit":
        return
    seen_from_there = picks(kind, _renamed(entry, named, others[0]), base)
    is_best = len(seen_from_there) > place and named in seen_from_there[place].names
    what = FlawKind.TIE if is_best else FlawKind.NOT_BEST
    yield what, f"{kind}: {named}; {'also' if is_best else 'rather'} {', '.join(others[:3])}"


def _named(entry: Mapping[str, object], pick: Pick) -> str:
    keys = [key for key in entry if key.startswith(pick.what) and key.endswith("_no")]
    names = [*_names(entry), *(str(entry[key]).strip() for key in keys)]
    return next((name.strip() for name in names if name.strip() in pick.names), "")


def _renamed(entry: Mapping[str, object], old: str, new: str) -> dict[str, object]:
    def swap(value: object) -> object:
        return new if isinstance(value, str) and value.strip() == old else value

    return {
        key: [swap(one) for one in value] if isinstance(value, list) else swap(value)
        for key, value in entry.items()
    }
