"""
Towns: a DeepPlanning travel database and a task over it as arrays, for the kernels.

Whatever the published evaluator looks up by a text is worked out here, by its own sandbox, for each text that
the database or the task knows.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from planassay.kb.formats.deepplanning_travel import Database
from planassay.verifier.batch import itineraries as its
from planassay.verifier.batch.itineraries import ABSENT, Asked, Items, Town
from planassay.verifier.batch.layout import Floats, Ints
from planassay.verifier.official.deepplanning_travel import Request
from planassay.verifier.official.deepplanning_travel.bill import TAXI_SEATS
from planassay.verifier.official.deepplanning_travel.days import (
    ATTRACTION,
    BUFFER,
    HOTEL,
    MEAL,
    RIDE,
    TRANSFER,
)
from planassay.verifier.official.deepplanning_travel.sandbox import NO_FARE, Hours, Price, Sandbox
from planassay.verifier.official.deepplanning_travel.texts import city, number, pair
from planassay.verifier.official.deepplanning_travel.timing import window
from planassay.verifier.official.deepplanning_travel.wishes import BUDGET, FLIGHT_MODES, TRAIN_MODES

KINDS = (RIDE, TRANSFER, ATTRACTION, MEAL, HOTEL, BUFFER)
"""Types of activities in the order of their numbers, from 1; their items follow that of the hyphen."""

_PADDING = 16
_MOST_PLACES = 1_500
"""More of them, and the table of roads would be too large."""
_MOST_CITIES = 12
"""Headers of all pairs of so many are known."""
_LARGEST = 10**6
_KEPT = 256
_FAMILIES: Mapping[str, tuple[int, tuple[str, ...]]] = {
    "flight_": (its.BY_AIR, ("outbound_flight_no", "inbound_flight_no")),
    "train_": (its.BY_RAIL, ("outbound_train_no", "inbound_train_no")),
    "hotel_": (its.BED, ("hotel_name",)),
    "restaurant_": (its.TABLE, ("restaurant_name",)),
    "attraction_": (its.VISIT, ("attraction_names",)),
}


class Mapped:
    """
    A database, arranged for the kernels.

    Parameters
    ----------
    database
        The database.
    texts
        What else has to have a number: the city of departure, then what a task wants.

    Attributes
    ----------
    town
        The arrays.
    items
        The number of each text.
    """

    def __init__(self, database: Database, texts: Sequence[str]) -> None:
        self._sandbox = Sandbox(database)
        self.items: dict[str, int] = {}
        cities = self._cities(texts)
        headers = list(_headers(cities))
        modes = sorted(FLIGHT_MODES | TRAIN_MODES)
        for text in ("", "-", *KINDS, *modes, *cities, *headers, *self._names(), *texts):
            if text == "" or text == text.strip():
                self.items.setdefault(text, len(self.items))
        for place in self._sandbox.stations.values():
            self.items.setdefault(place, len(self.items))
        self._spots: dict[str, int] = {}
        self._fares: list[float] = []
        item, letters = self._table()
        for header in headers:
            item[self.items[header], its.ITEM_START : its.ITEM_ONLY + 1] = self._header(header)
        slots = np.zeros(1 << (2 * len(item)).bit_length(), np.uint64)
        road, windows = self._roads(database)
        signs = np.frombuffer(letters + bytes(_PADDING), np.uint8)
        self.town = Town(
            items=Items(slots, signs, item),
            sight=self._sights(),
            eatery=_rows(
                ((_whole(row.price), *_clocks(row.hours)) for row in self._sandbox.eateries.values()),
                its.EATERY_WIDTH,
            ),
            hotel=np.array([_whole(price) for price in self._sandbox.hotel_prices.values()], np.float64),
            fare=np.array(self._fares, np.float64),
            road=road,
            window=windows,
        )
        with np.errstate(over="ignore"):
            from planassay.verifier.kernels.items import fill

            fill(slots, signs, item)

    def _cities(self, texts: Sequence[str]) -> list[str]:
        """Return the cities that headers may name: those of the task, then those of rides."""
        known = dict.fromkeys(self._sandbox.stations.values())
        origin, *wanted = texts
        asked = [origin] if origin else []
        asked += [text for text in wanted if text in known]
        return list(dict.fromkeys((*asked, *known)))[:_MOST_CITIES]

    def _names(self) -> Iterator[str]:
        sandbox = self._sandbox
        for names in (
            sandbox.sights,
            sandbox.eateries,
            sandbox.hotel_prices,
            sandbox.flight_fares,
            sandbox.train_fares,
            sandbox.stations,
            sandbox.database.locations_by_name,
        ):
            yield from names

    def _table(self) -> tuple[Ints, bytes]:
        """Return the rows of all items but for headers, and their texts one after another."""
        sandbox = self._sandbox
        rows = {
            column: {name: row for row, name in enumerate(names)}
            for column, names in (
                (its.ITEM_SIGHT, sandbox.sights),
                (its.ITEM_EATERY, sandbox.eateries),
                (its.ITEM_HOTEL, sandbox.hotel_prices),
                (its.ITEM_KIND, ("", *KINDS)),
            )
        }
        del rows[its.ITEM_KIND][""]
        item = np.full((len(self.items), its.ITEM_WIDTH), ABSENT, np.int64)
        letters = bytearray()
        for name, number_ in self.items.items():
            row, text = item[number_], name.encode("utf-8", "surrogatepass")
            row[its.ITEM_AT], row[its.ITEM_LENGTH] = len(letters), len(text)
            letters += text
            for column, found in rows.items():
                row[column] = found.get(name, ABSENT)
            fares = sandbox.fares(name)
            if fares is not None:
                row[its.ITEM_FARES] = len(self._fares)
                self._fares += [math.nan if fare == NO_FARE else float(fare) for fare in sorted(fares)]
                row[its.ITEM_FARES_END] = len(self._fares)
            place = sandbox.coordinates(name)
            if place is not None:
                row[its.ITEM_SPOT] = self._spots.setdefault(place, len(self._spots))
            row[its.ITEM_CITY] = self.items.get(sandbox.city_of(name) or "\0", ABSENT)
            row[its.ITEM_MODE] = _mode(name)
        return item, bytes(letters)

    def _header(self, text: str) -> tuple[int, int, int]:
        ends = pair(text)
        if ends is None:
            return ABSENT, ABSENT, self.items[city(text)]
        return self.items[ends[0]], self.items[ends[1]], its.NOTHING

    def _sights(self) -> Floats:
        return _rows(
            (
                (
                    _whole(row.ticket),
                    row.is_all_day,
                    *_clocks(row.hours),
                    sum(1 << weekday - 1 for weekday in row.closed),
                    *((math.nan, math.nan) if row.bounds is None else row.bounds),
                )
                for row in self._sandbox.sights.values()
            ),
            its.SIGHT_WIDTH,
        )

    def _roads(self, database: Database) -> tuple[Ints, Floats]:
        """Return for each two places the row of their window, and the windows."""
        if len(self._spots) > _MOST_PLACES:
            raise OverflowError
        road = np.full((len(self._spots), len(self._spots)), ABSENT, np.int64)
        known: dict[tuple[float, float], int] = {}
        for (start, end), way in database.roads.items():
            minutes = number(way.minutes)
            if start in self._spots and end in self._spots and minutes is not None and math.isfinite(minutes):
                least, most = window(minutes)
                row = known.setdefault((float(least), float(most)), len(known))
                road[self._spots[start], self._spots[end]] = row
        return road, np.array(list(known), np.float64).reshape(-1, 2)


def _mode(text: str) -> int:
    found = its.BY_FLIGHT * (text in FLIGHT_MODES) | its.BY_TRAIN * (text in TRAIN_MODES)
    return found or (0 if text == "" else ABSENT)


def _headers(cities: Iterable[str]) -> Iterator[str]:
    """Yield the headers of days in some cities, or between two of them, that read as they are meant."""
    listed = list(cities)
    for one in listed:
        if pair(one) is None and city(one) == one:
            yield one
        for other in listed:
            header = f"from {one} to {other}"
            if pair(header) == (one, other):
                yield header


def _whole(price: Price) -> float:
    return math.nan if price.whole is None else float(price.whole)


def _clocks(hours: Hours | None) -> tuple[int, int]:
    return (ABSENT, ABSENT) if hours is None else (hours.opening, hours.closing)


def _rows(rows: Iterable[tuple[float, ...]], width: int) -> Floats:
    return np.array(list(rows), np.float64).reshape(-1, width)


@lru_cache(maxsize=_KEPT)
def _mapped(database: Database, texts: tuple[str, ...]) -> Mapped | None:
    try:
        return Mapped(database, texts)
    except OverflowError:  # a price or a map beyond what arrays are for
        return None


class Wish(NamedTuple):
    """What a constraint asks for, or a part of it."""

    place: int
    """Of the constraint among those of the task."""
    family: int
    text: str = ""
    limit: float = 0.0


def constraints(request: Request) -> dict[str, object]:
    """Return the constraints of a task that the evaluator knows, in order."""
    return {
        kind: entry
        for kind, entry in request.constraints.items()
        if kind == BUDGET or kind.startswith(tuple(_FAMILIES))
    }


def _wishes(request: Request) -> Iterator[Wish]:
    for place, (kind, entry) in enumerate(constraints(request).items()):
        found = _wanted(kind, entry) if isinstance(entry, Mapping) else [(its.NEVER, "", 0.0)]
        for family, text, limit in found:
            yield Wish(place, family, text, limit)


def _wanted(kind: str, entry: Mapping[str, object]) -> Iterator[tuple[int, str, float]]:
    """Yield where each thing that a constraint wants is looked for, its text, and a limit."""
    if kind == BUDGET:
        limit = number(entry.get("max_budget"))
        yield (its.NEVER, "", 0.0) if limit is None else (its.BILL, "", limit)
        return
    family, keys = next(found for prefix, found in _FAMILIES.items() if kind.startswith(prefix))
    wanted = [entry[key] for key in keys if key in entry]
    if family == its.VISIT:
        wanted = wanted[0] if wanted and isinstance(wanted[0], list) else []
    if family not in (its.BY_AIR, its.BY_RAIL) and (not wanted or (family != its.VISIT and not wanted[0])):
        yield its.NEVER, "", 0.0
        return
    for text in wanted:
        if isinstance(text, str) and text == text.strip():
            yield family, text, 0.0
        else:  # nothing that kernels read is written so
            yield its.NEVER, "", 0.0


class Work(NamedTuple):
    """A task, ready for the kernels."""

    town: Town
    asked: Asked


def work(database: Database, request: Request) -> Work | None:
    """Return a task for the kernels, None if they are not made for it."""
    wishes = list(_wishes(request))
    texts = dict.fromkeys((request.origin, *(wish.text for wish in wishes if wish.text)))
    numbers = (request.days, request.people, request.rooms, request.weekday)
    is_odd = any(not wish.text and wish.family not in (its.NEVER, its.BILL) for wish in wishes)
    if is_odd or request.weekday < 0 or any(abs(count) > _LARGEST for count in numbers):
        return None
    found = _mapped(database, tuple(texts))
    if found is None:
        return None
    ask = np.zeros(its.ASK_WIDTH, np.int64)
    ask[its.ASK_ORIGIN] = found.items[request.origin]
    ask[its.ASK_DAYS], ask[its.ASK_PEOPLE], ask[its.ASK_ROOMS] = request.days, request.people, request.rooms
    ask[its.ASK_CARS] = max(1, math.ceil(request.people / TAXI_SEATS))
    ask[its.ASK_FIRST] = (request.weekday - 1) % 7 if request.weekday else ABSENT
    ask[its.ASK_CONSTRAINTS] = len(constraints(request))
    wish = np.zeros((len(wishes), its.WISH_WIDTH), np.int64)
    limit = np.zeros(len(wishes), np.float64)
    for row, one in enumerate(wishes):
        wish[row] = (
            one.place,
            one.family,
            row if one.family == its.BILL else found.items.get(one.text, ABSENT),
        )
        limit[row] = one.limit
    return Work(found.town, Asked(ask, wish, limit))
