"""
Bundles: a trip as the records it buys, without a clock, for the rule sets that leave clocks aside.

A document of the form ``{"legs": ["flight:XX 0001"], "stops": [{"city": "Riga", "nights": ["hotel:Riga:7"],
"visits": ["attraction:Riga:3"], "cars": ["car:Riga:2"], "car_days": 3}]}``. Records are cited as reports
cite them; of several with one name the first of the table is meant. Whether the bundle keeps a rule set is
for its components to say.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from planassay.kb.catalog import Catalog, Table
from planassay.kb.records import Attraction, Car, Flight, Hotel
from planassay.kb.task import Task
from planassay.verifier.report import cite

MAX_ENTRIES = 1000
"""Most records that one list may cite."""
STOP_KEYS = frozenset({"city", "nights", "visits", "cars", "car_days"})

Record = TypeVar("Record", Flight, Hotel, Attraction, Car)


class BundleError(ValueError):
    """The document is no bundle of known records."""


@dataclass(frozen=True, slots=True)
class BundleStop:
    """What is bought in one stop."""

    nights: tuple[Hotel, ...]
    """One entry a night."""
    visits: tuple[Attraction, ...]
    cars: tuple[Car, ...]
    car_days: int


@dataclass(frozen=True, slots=True)
class Bundle:
    """The records of a trip, each leg and stop in order."""

    legs: tuple[Flight, ...]
    stops: tuple[BundleStop, ...]


def read_bundle(document: object, task: Task, kb: Catalog) -> Bundle:
    """
    Return the bundle that a document describes.

    Raises
    ------
    BundleError
        If the document has another form, or cites what the tables of its stop do not hold.
    """
    if not isinstance(document, Mapping) or document.keys() != {"legs", "stops"}:
        raise BundleError("it has other keys than legs and stops")
    legs, stops = document["legs"], document["stops"]
    if not isinstance(stops, list) or len(stops) != len(task.stops):
        raise BundleError(f"stops is not a list of {len(task.stops)}")
    return Bundle(
        tuple(_flight(kb, number) for number in _texts(legs, "legs")),
        tuple(_stop(kb, stop, label) for stop, label in zip(stops, task.stops, strict=True)),
    )


def _flight(kb: Catalog, cited: str) -> Flight:
    row = next((k for k, key in enumerate(kb.flight_keys) if f"flight:{key.number}" == cited), None)
    if row is None:
        raise BundleError(f"there is no {cited!r}")
    return kb.flights[row]


def _stop(kb: Catalog, stop: object, label: str) -> BundleStop:
    if not isinstance(stop, Mapping) or stop.keys() != STOP_KEYS or stop["city"] != label:
        raise BundleError(f"the stop in {label} has other keys, or another city")
    days = stop["car_days"]
    if isinstance(days, bool) or not isinstance(days, int):
        raise BundleError("car_days is not an integer")
    return BundleStop(
        nights=_cited(kb.hotels(kb.resolve_city(Table.HOTELS, label)), stop["nights"], "nights"),
        visits=_cited(kb.attractions(kb.resolve_city(Table.ATTRACTIONS, label)), stop["visits"], "visits"),
        cars=_cited(kb.cars(kb.resolve_city(Table.CARS, label)), stop["cars"], "cars"),
        car_days=days,
    )


def _cited(rows: Iterable[Record], cited: object, where: str) -> tuple[Record, ...]:
    known: dict[str, Record] = {}
    for row in rows:
        known.setdefault(cite(row), row)
    names = _texts(cited, where)
    if unknown := [name for name in names if name not in known]:
        raise BundleError(f"there is no {unknown[0]!r}")
    return tuple(known[name] for name in names)


def _texts(value: object, where: str) -> Sequence[str]:
    if not isinstance(value, list) or not all(isinstance(x, str) for x in value) or len(value) > MAX_ENTRIES:
        raise BundleError(f"{where} is not a list of at most {MAX_ENTRIES} texts")
    return value
