"""
Defects: faults of the kinds that published tables have, planted on purpose and listed.

A world is clean as it is made; an auditor that finds every planted fault and nothing else is a good one. Each
kind stands in its own planter, which changes as little as it can: what follows from the changed cell, such as
the prose of the row, is made to agree again, unless that is the fault.

Where the kinds come from: TREK's own audit and repairs (commits 1bbf6c8 and c069b3a), and what its tables
still hold. Faults of tasks are not here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from types import MappingProxyType

from planassay.kb.catalog import MemorySource
from planassay.kb.draw import Draw
from planassay.kb.worlds.trek import flaws_of_flights as sky
from planassay.kb.worlds.trek import flaws_of_places as ground
from planassay.kb.worlds.trek.plot import Found, Plot
from planassay.kb.worlds.trek.scaffold import City


class Defect(StrEnum):
    """Kinds of faults."""

    DANGLING_CITY = "dangling-city"
    """Flights serve a city that has no tables."""
    TWIN_CITIES = "twin-cities"
    """Two cities whose labels differ by accents alone, such as San Jose and San José."""
    DANGLING_AIRPORT = "dangling-airport"
    """Flights touch an airport that the reference table lacks."""
    UNKNOWN_ZONE = "unknown-zone"
    """Flights touch an airport whose time zone nobody knows."""
    DATE_LINE = "date-line"
    """A flight that lands on another day than its clocks suggest."""
    IMPOSSIBLE_DURATION = "impossible-duration"
    """A flight far too quick or far too slow for its distance."""
    DUPLICATE_NUMBER = "duplicate-number"
    """Two flights with one number, ignoring case."""
    SHORT_WINDOW = "short-window"
    """A place that is open for less time than a visit takes."""
    NIGHT_HOURS = "night-hours"
    """A place named after the night that opens in the morning."""
    OVER_CAP_TICKET = "over-cap-ticket"
    """A ticket dearer than the cap of its kind of place."""
    DUPLICATE_NAME = "duplicate-name"
    """Two hotels or two places of a city with one name, ignoring case."""
    ORDER_WORD = "order-word"
    """A name that turns any request it is in into one about order."""
    EQUAL_PRICE_CARS = "equal-price-cars"
    """Two cars of a city and type that cost the same and offer different services."""
    PROSE_CONTRADICTION = "prose-contradiction"
    """A description that states another price than the column."""
    TAG_MISMATCH = "tag-mismatch"
    """A hotel tagged with a persona none of whose amenities it has."""
    FAR_PLACE = "far-place"
    """A hotel far away from its city."""


@dataclass(frozen=True, slots=True)
class Planted:
    """
    One planted fault.

    ``ids`` name the records at fault within the table and label: identifiers of hotels, attractions and cars,
    numbers of flights, codes of airports; for the table ``cities`` labels.
    """

    defect: Defect
    table: str
    label: str
    ids: tuple[str, ...]
    detail: str

    def to_json(self) -> dict[str, object]:
        """Return the fault as plain values."""
        return {**asdict(self), "defect": self.defect.value, "ids": list(self.ids)}


Planter = Callable[[Plot, Draw, int], Iterator[Found]]
"""Plants a kind of fault so many times, and says where."""

PLANTERS: Mapping[Defect, Planter] = MappingProxyType(
    {
        Defect.DANGLING_CITY: ground.dangling_city,
        Defect.TWIN_CITIES: sky.twin_cities,
        Defect.DANGLING_AIRPORT: sky.dangling_airport,
        Defect.UNKNOWN_ZONE: sky.unknown_zone,
        Defect.DATE_LINE: sky.date_line,
        Defect.IMPOSSIBLE_DURATION: sky.impossible_duration,
        Defect.DUPLICATE_NUMBER: sky.duplicate_number,
        Defect.SHORT_WINDOW: ground.short_window,
        Defect.NIGHT_HOURS: ground.night_hours,
        Defect.OVER_CAP_TICKET: ground.over_cap_ticket,
        Defect.DUPLICATE_NAME: ground.duplicate_name,
        Defect.ORDER_WORD: ground.order_word,
        Defect.EQUAL_PRICE_CARS: ground.equal_price_cars,
        Defect.PROSE_CONTRADICTION: ground.prose_contradiction,
        Defect.TAG_MISMATCH: ground.tag_mismatch,
        Defect.FAR_PLACE: ground.far_place,
    }
)
"""In the order of planting: what changes whole cities comes first."""

ONCE = frozenset({Defect.DANGLING_CITY, Defect.TWIN_CITIES, Defect.DANGLING_AIRPORT, Defect.UNKNOWN_ZONE})
TIMES = 3
"""How often a kind is planted; those of ``ONCE`` change too much to come twice."""


def plant(
    source: MemorySource, cities: Iterable[City], seed: int, defects: Iterable[Defect]
) -> tuple[MemorySource, tuple[Planted, ...]]:
    """
    Return the tables with faults of the given kinds, and a list of them.

    Raises
    ------
    InputError
        If the world has nothing that a fault could be planted in.
    """
    wanted = frozenset(defects)
    plot = Plot.of(source, tuple(cities), seed)
    planted: list[Planted] = []
    for defect, planter in PLANTERS.items():
        if defect in wanted:
            draw = Draw(seed, "defect", defect.value)
            found = planter(plot, draw, 1 if defect in ONCE else TIMES)
            planted += [Planted(defect, *where) for where in found]
    return plot.source(), tuple(planted)
