"""
Flaws of flights: the planters of faults in the tables of flights and airports.

Each plants its fault a number of times and says where. See ``defects``.
"""

import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from planassay.kb.clock import DAY_MIN, format_clock
from planassay.kb.draw import Draw
from planassay.kb.errors import InputError
from planassay.kb.geo import haversine_km
from planassay.kb.names import fold
from planassay.kb.records import Flight
from planassay.kb.worlds.trek.attractions import attractions
from planassay.kb.worlds.trek.cars import cars
from planassay.kb.worlds.trek.flights import Numbers, Service, service
from planassay.kb.worlds.trek.hotels import hotels
from planassay.kb.worlds.trek.network import is_readable, need_min
from planassay.kb.worlds.trek.plot import Found, Plot
from planassay.kb.worlds.trek.scaffold import City, Site, spare_cities
from planassay.kb.zones import airport_zones

TOO_QUICK, TOO_SLOW = 0.35, 3.5
"""Durations in shares of what the distance needs; TREK's authors rewrote those below 0.6 and above 3.0."""

FAR_ZONES_MIN = 6 * 60
"""Clocks at both ends of a flight that hides its day differ at least by this."""

_TWIN_ROWS = 20
_TWIN_NEIGHBOURS = 3
_UNZONED_FLIGHTS = 3
_LETTERS = "ZYXWVUTSRQPONMLKJIHGFEDCBA"


def twin_cities(plot: Plot, draw: Draw, times: int) -> Iterator[Found]:
    """Add a city whose label another city has with other accents: San José, or a city spelled plainly."""
    for _ in range(times):
        twin, label = _twin(plot)
        plot.hotels.rows[twin.label] = list(hotels(twin, _TWIN_ROWS, plot.seed))
        plot.attractions.rows[twin.label] = list(attractions(twin, _TWIN_ROWS, plot.seed))
        plot.cars.rows[twin.label] = list(cars(twin, plot.seed))
        known = [airport.iata for airport in plot.airports]
        new = [site for site in twin.sites if site.iata not in known]
        plot.airports += [twin.airport(site, len(known) + n) for n, site in enumerate(new)]
        near = [city for city in plot.cities if city.label != label and is_readable(city, twin)]
        near.sort(key=lambda city: (haversine_km(city.point, twin.point), city.label))
        for city in near[:_TWIN_NEIGHBOURS]:
            for origin, target in ((city, twin), (twin, city)):
                _add(plot, service(origin, target, origin.sites[0], target.sites[0], draw), draw)
        yield Found("cities", "", (label, twin.label), "one label but for the accents")


def _twin(plot: Plot) -> tuple[City, str]:
    """Return a twin, and the label of the city of the world that it is too near to."""
    by_form = {fold(city.label): city for city in plot.cities if city.label in plot.hotels.rows}
    for spare in spare_cities():
        if fold(spare.label) in by_form:
            return spare, by_form[fold(spare.label)].label
    for city in by_form.values():
        plain = unicodedata.normalize("NFKD", city.label).encode("ascii", "ignore").decode()
        if plain not in plot.hotels.rows:
            return replace(city, label=plain), city.label
    raise InputError("this world has no city with an accent left to plant the defect in")


def dangling_airport(plot: Plot, draw: Draw, times: int) -> Iterator[Found]:
    """Take an airport from the reference table."""
    for _ in range(times):
        gone = draw.pick(plot.airports)
        kept = [airport for airport in plot.airports if airport.iata != gone.iata]
        plot.airports = [replace(airport, row=row) for row, airport in enumerate(kept)]
        yield Found("airports", "", (gone.iata,), f"{gone.name} is flown to, but not in the table")


def unknown_zone(plot: Plot, draw: Draw, times: int) -> Iterator[Found]:
    """Let some flights land at a new airport, under a code that no table of zones has."""
    cities = {city.label: city for city in plot.cities}
    for _ in range(times):
        taken = [airport.iata for airport in plot.airports]
        codes = (f"Q{a}{b}" for a in _LETTERS for b in _LETTERS)
        code = next(code for code in codes if airport_zones(code) is None and code not in taken)
        flight = plot.flights.take(draw, lambda flight: flight.to_city in cities, "flight")
        name = f"{flight.to_city} New Airport"
        others = [
            other
            for other in plot.flights.rows[""]
            if other.to_iata == flight.to_iata and plot.flights.is_free("", other)
        ]
        for other in (flight, *others[: _UNZONED_FLIGHTS - 1]):
            plot.flights.put("", replace(other, to_iata=code, to_airport=name))
        site = Site(iata=code, name=name, point=flight.to_point, runways=1, wikipedia="")
        plot.airports.append(cities[flight.to_city].airport(site, len(plot.airports)))
        yield Found("airports", "", (code,), f"an airport of {flight.to_city} without a time zone")


def date_line(plot: Plot, draw: Draw, times: int) -> Iterator[Found]:
    """Add a flight that lands on another day than its clocks suggest, as flights over the Pacific do."""
    for stretch, origin, target in _least_stretched(_hiding_pairs(plot), draw, times):
        flown = service(origin, target, origin.sites[0], target.sites[0], draw)
        need = need_min(haversine_km(origin.point, target.point))
        added = _add(plot, replace(flown, duration_min=round(need * stretch)), draw)
        clocks = f"{added.depart_text} to {added.arrive_text}"
        yield Found("flights", "", (added.number,), f"{origin.label} to {target.label}, {clocks}")


def _hiding_pairs(plot: Plot) -> list[tuple[float, City, City]]:
    """Return the pairs of cities without flights whose flights would hide the day they land, if stretched."""
    served = {(flight.from_city, flight.to_city) for flight in plot.flights.rows[""]}
    return [
        (stretch, a, b)
        for a in plot.cities
        for b in plot.cities
        if (a.label, b.label) not in served and (stretch := _stretch_to_hide(a, b)) is not None
    ]


def _least_stretched(
    pairs: list[tuple[float, City, City]], draw: Draw, count: int
) -> list[tuple[float, City, City]]:
    """Draw some of the pairs, those whose flights must be stretched least."""
    if len(pairs) < count:
        raise InputError("this world has no pair of cities left to plant the defect between")
    return sorted(draw.shuffled(pairs), key=lambda pair: pair[0])[:count]


def _stretch_to_hide(a: City, b: City) -> float | None:
    """
    Return by what factor a flight must take longer than it needs for its clocks to hide the day it lands.

    None if the zones are too near, or it would have to take more than two and a half times as long, or a day.
    """
    shift = b.offset_min - a.offset_min
    if abs(shift) < FAR_ZONES_MIN:
        return None
    need = need_min(haversine_km(a.point, b.point))
    for stretch in (1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.25, 2.5):
        duration = round(need * stretch)
        if duration < DAY_MIN and not 0 <= duration + shift < DAY_MIN:
            return stretch
    return None


def impossible_duration(plot: Plot, draw: Draw, times: int) -> Iterator[Found]:
    """Let a flight take a third of the time it needs, and every second time three times as much and more."""
    offsets = {site.iata: city.offset_min for city in plot.cities for site in city.sites}

    def minutes(flight: Flight, factor: float) -> int:
        return round(need_min(haversine_km(flight.from_point, flight.to_point)) * factor)

    def landing(flight: Flight, factor: float) -> int:
        """Return the landing clock, counted from the midnight before the flight left."""
        shift = offsets[flight.to_iata] - offsets[flight.from_iata]
        return flight.depart + minutes(flight, factor) + shift

    def can_take(flight: Flight, factor: float) -> bool:
        if flight.to_iata not in offsets or flight.from_iata not in offsets:
            return False
        return minutes(flight, factor) < DAY_MIN and 0 < landing(flight, factor) - flight.depart < DAY_MIN

    for number in range(times):
        factor = TOO_SLOW if number % 2 else TOO_QUICK
        flight = plot.flights.take(draw, partial(can_take, factor=factor), "flight")
        arrive = landing(flight, factor) % DAY_MIN
        plot.flights.put("", replace(flight, arrive=arrive, arrive_text=format_clock(arrive)))
        km = round(haversine_km(flight.from_point, flight.to_point))
        yield Found("flights", "", (flight.number,), f"{minutes(flight, factor)} minutes for {km} km")


def duplicate_number(plot: Plot, draw: Draw, times: int) -> Iterator[Found]:
    """Give a flight the number of the one above it, in lower case."""
    bed = plot.flights
    for _ in range(times):
        flight = bed.take(draw, lambda flight: bed.above("", flight) is not None, "pair of flights")
        upper = bed.rows[""][flight.row - 1]
        bed.touch("", upper)
        bed.put("", replace(flight, number=upper.number.lower()))
        yield Found("flights", "", (upper.number, upper.number.lower()), "one number, two flights")


def _add(plot: Plot, added: Service, draw: Draw) -> Flight:
    """Add a flight behind the last one, under a new number."""
    rows = plot.flights.rows[""]
    number = Numbers(draw, [flight.number for flight in rows]).next()
    plot.flights.put("", added.record(len(rows), number))
    return rows[-1]
