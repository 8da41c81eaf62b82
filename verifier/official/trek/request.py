"""
What a task asks for, as the official evaluator reads its row.

Defaults stand in for what is missing or cannot be read; nothing here looks at a knowledge base. Source:
TREK commit a656fc8, ``scoring.py`` and ``data_loader.py``.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from planassay.kb.formats.trek import official_source
from planassay.kb.names import fold
from planassay.kb.task import Task
from planassay.verifier.official.trek.personas import Kind, is_asked
from planassay.verifier.official.trek.prices import stated_number
from planassay.verifier.official.trek.submission import NOTHING, JsonValue

Leg = tuple[str, str]
Cell = Mapping[object, object]
"""A cell of the task table that holds an object."""

ORDER_WORDS = (
    "first",
    "then",
    "after",
    "before",
    "next",
    "finally",
    "day 1",
    "day 2",
    "day 3",
    "day1",
    "day2",
    "day3",
    "先",
    "然后",
    "接着",
    "之后",
    "最后",
)
"""A request for several cities that contains any of these, even inside a name, counts as ordered."""

ROUND_TRIPS = ("round", "round_trip", "round trip")
"""Spellings of a trip with a way back, where flights are counted; legs look at the first word alone."""


class Need(NamedTuple):
    """What personas need of one kind of booking."""

    kind: Kind
    personas: tuple[str, ...]
    """Those that place a need on it, in the order of the row."""
    is_wanted: bool
    """Whether the row asks for bookings of the kind."""


@dataclass(frozen=True, slots=True)
class Request:
    """One row of the task table, made ready for scoring."""

    is_impossible: bool
    is_ordered: bool
    personas: tuple[str, ...]
    """In lower case, in the order of the row."""
    party: int
    days: int
    rooms: int
    budget: float
    cities: int
    """How many cities the row says there are."""
    stays: tuple[str, ...]
    """The cities to stay in, as written."""
    homes: tuple[str, ...]
    """The same, folded."""
    position: Mapping[str, int]
    """Folded city to its place among ``stays``."""
    legs: tuple[Leg, ...]
    """As written, the way back included on round trips."""
    folded_legs: tuple[Leg, ...]
    wants_hotel: bool
    wants_attraction: bool
    wants_car: bool
    needs: tuple[Need, ...]
    """One for each kind of booking on which some persona places a need."""
    hotel: str | None
    car_type: str | None
    attractions: tuple[str, ...]
    """Names that must be visited."""
    named: tuple[tuple[Kind, str], ...]
    """Names that decide whether an infeasible task is so for an entity; read apart from the above."""
    seats: float | None
    """Least seats of every car; None if what the row says is no number."""
    billed_seats: int | None
    """Least seats of the car that is billed where a required one is missing; None is any."""
    nights: tuple[int, ...]
    """Billed nights of each stay."""
    car_days: tuple[int, ...]
    """Billed car days of each stay."""
    least_calls: int
    """Tool calls that an agent needs at least, by the official count."""

    @property
    def is_road_trip(self) -> bool:
        """Whether a car is needed on each day."""
        return "road trip" in self.personas or "roadtrip" in self.personas


def read_request(task: Task) -> Request:
    """Return what a task's official row asks for; a task that has none is asked what its row would be."""
    row = _Row(task.source or official_source(task))
    hard, flight, car = row.mapping("hard_constraints"), row.mapping("req_flight"), row.mapping("req_car")
    hotel, attraction = row.mapping("req_hotel"), row.mapping("req_attraction")
    stays = _listed(flight.get("arrival_city"))
    legs = _legs(flight, stays)
    homes = tuple(fold(city) for city in stays)
    party, days = _whole(hard.get("person_num"), 1), _whole(hard.get("days"), 3)
    cities = _whole(row.mapping("cities_count").get("cities_count"), 1)
    wanted = {Kind.HOTEL: bool(hotel), Kind.ATTRACTION: bool(attraction), Kind.CAR: bool(car)}
    personas = tuple(str(name).lower() for name in row.sequence("implicit_keywords"))
    share = max(1, len(stays))
    return Request(
        is_impossible=bool(row.source.get("impossible")),
        is_ordered=cities > 1 and any(word in str(row.source.get("query")).lower() for word in ORDER_WORDS),
        personas=personas,
        party=party,
        days=days,
        rooms=_whole(hotel.get("rooms_count"), 1),
        budget=stated_number(hard.get("budget")) or 0.0,
        cities=cities,
        stays=stays,
        homes=homes,
        position=MappingProxyType({home: i for i, home in enumerate(homes)}),
        legs=legs,
        folded_legs=tuple((fold(a), fold(b)) for a, b in legs),
        wants_hotel=wanted[Kind.HOTEL],
        wants_attraction=wanted[Kind.ATTRACTION],
        wants_car=wanted[Kind.CAR],
        needs=tuple(_needs(personas, wanted)),
        hotel=_one(hotel.get("name") or hotel.get("hotel_name")),
        car_type=_one(car.get("car_type") or car.get("type")),
        attractions=_several(attraction.get("attraction_name") or attraction.get("name")),
        named=tuple(_named(hotel, attraction, car)),
        seats=_seats(party, car.get("capacity")),
        billed_seats=_whole_or_none(car.get("capacity")),
        nights=_split(max(1, days - 1), share),
        car_days=_split(max(1, days), share),
        least_calls=_least_calls(flight, sum(wanted.values()), cities or 1),
    )


@dataclass(frozen=True, slots=True)
class _Row:
    """Cells of a row; one that holds something else than it should counts as empty."""

    source: Mapping[str, object]

    def mapping(self, column: str) -> Cell:
        cell = self.source.get(column)
        return cell if isinstance(cell, Mapping) else {}

    def sequence(self, column: str) -> tuple[object, ...]:
        cell = self.source.get(column)
        return tuple(cell) if isinstance(cell, list | tuple) else ()


def _whole_or_none(value: JsonValue) -> int | None:
    try:
        return int(value)
    except (TypeError, ValueError, OverflowError):
        return None


def _whole(value: JsonValue, default: int) -> int:
    whole = _whole_or_none(value)
    return default if whole is None else whole


def _listed(value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,) if value else ()
    return tuple(str(city) for city in value) if isinstance(value, list | tuple) else ()


def _one(value: object) -> str | None:
    return value if isinstance(value, str) and value not in ("", NOTHING) else None


def _several(value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,) if value not in ("", NOTHING) else ()
    return tuple(str(name) for name in value) if isinstance(value, list | tuple) else ()


def _named(hotel: Cell, attraction: Cell, car: Cell) -> list[tuple[Kind, str]]:
    """Return the names that an entity question is about; a bare text of attractions goes by letters."""
    attractions = attraction.get("name")
    names = [(Kind.HOTEL, hotel.get("name"))]
    if isinstance(attractions, str | list | tuple):
        names += [(Kind.ATTRACTION, name) for name in attractions]
    names.append((Kind.CAR, car.get("car_type")))
    return [(kind, str(name)) for kind, name in names if name]


def _needs(personas: tuple[str, ...], wanted: Mapping[Kind, bool]) -> Iterator[Need]:
    for kind, is_wanted in wanted.items():
        asking = tuple(persona for persona in personas if is_asked(persona, kind))
        if asking:
            yield Need(kind, asking, is_wanted)


def _legs(flight: Cell, stays: tuple[str, ...]) -> tuple[Leg, ...]:
    origin = flight.get("departure_city")
    chain = [str(origin), *stays] if origin else list(stays)
    if origin and len(chain) > 1 and str(flight.get("trip_type") or "").lower().startswith("round"):
        chain.append(str(origin))
    return tuple(pairwise(chain))


def _seats(party: int, capacity: object) -> float | None:
    asked = stated_number(capacity or 0)
    return None if asked is None else max(float(party), asked)


def _split(total: int, parts: int) -> tuple[int, ...]:
    """Share whole units evenly; the earliest parts get one of those left over each."""
    each, over = divmod(total, parts)
    return tuple(each + (i < over) for i in range(parts))


def _least_calls(flight: Cell, kinds: int, cities: int) -> int:
    is_round = str(flight.get("trip_type") or "").lower() in ROUND_TRIPS
    searches = cities + is_round if flight else 0
    submit = 1
    return max(2, searches + cities * kinds + submit)
