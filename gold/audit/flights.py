"""
Flights: faults of the tables of flights and airports, and of how they agree with those of cities.

Bands of durations are those of TREK's own repairs (commit 1bbf6c8).
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from planassay.gold.audit.flaws import Flaw
from planassay.kb.catalog import SNAPSHOT, Source, Table
from planassay.kb.clock import flight_time, zone_offset_min
from planassay.kb.geo import haversine_km
from planassay.kb.names import fold
from planassay.kb.records import Flight
from planassay.kb.worlds.trek import Defect
from planassay.kb.worlds.trek.network import need_min
from planassay.kb.zones import airport_zones

SHORTEST, LONGEST = 0.6, 3.0
"""Durations outside, in shares of what the distance needs, are called impossible."""


def flight_flaws(source: Source) -> Iterator[Flaw]:
    """Yield the faults of cities, airports and flights."""
    flights = source.flights()
    yield from _cities(source, flights)
    yield from _airports(source, flights)
    yield from _numbers(flights)
    for flight in flights:
        yield from _times(flight)


def _cities(source: Source, flights: Sequence[Flight]) -> Iterator[Flaw]:
    tables = [frozenset(source.labels(table)) for table in Table]
    served = {city for flight in flights for city in (flight.from_city, flight.to_city)}
    for city in sorted(served.union(*tables)):
        lacking = [table.value for table, labels in zip(Table, tables, strict=True) if city not in labels]
        if lacking:
            yield Flaw(Defect.DANGLING_CITY.value, "cities", "", (city,), f"has no {', '.join(lacking)}")
    twins: dict[str, list[str]] = defaultdict(list)
    for city in sorted(served.union(*tables)):
        twins[fold(city)].append(city)
    for cities in twins.values():
        if len(cities) > 1:
            yield Flaw(Defect.TWIN_CITIES.value, "cities", "", tuple(cities), "one label but for the accents")


def _airports(source: Source, flights: Sequence[Flight]) -> Iterator[Flaw]:
    listed = {airport.iata for airport in source.airports()}
    names = {flight.from_iata: flight.from_airport for flight in flights}
    names |= {flight.to_iata: flight.to_airport for flight in flights}
    for iata, name in sorted(names.items()):
        if listed and iata not in listed:
            detail = f"{name} is flown to, but not in the table"
            yield Flaw(Defect.DANGLING_AIRPORT.value, "airports", "", (iata,), detail)
        if airport_zones(iata) is None:
            yield Flaw(Defect.UNKNOWN_ZONE.value, "airports", "", (iata,), f"{name} has no known time zone")


def _numbers(flights: Sequence[Flight]) -> Iterator[Flaw]:
    seen: dict[str, str] = {}
    for flight in flights:
        first = seen.setdefault(flight.number.strip().lower(), flight.number)
        if first is not flight.number:
            ids = (first, flight.number)
            yield Flaw(Defect.DUPLICATE_NUMBER.value, "flights", "", ids, "one number, two flights")


def _times(flight: Flight) -> Iterator[Flaw]:
    zones = airport_zones(flight.from_iata), airport_zones(flight.to_iata)
    if zones[0] is None or zones[1] is None:
        return
    offsets = zone_offset_min(zones[0], SNAPSHOT), zone_offset_min(zones[1], SNAPSHOT)
    time = flight_time(flight.depart, flight.arrive, *offsets)
    clocks = f"{flight.from_city} to {flight.to_city}, {flight.depart_text} to {flight.arrive_text}"
    if time.day_shift != int(flight.arrive < flight.depart):
        detail = f"{clocks}: lands {time.day_shift} days after it left"
        yield Flaw(Defect.DATE_LINE.value, "flights", "", (flight.number,), detail)
    km = haversine_km(flight.from_point, flight.to_point)
    if not SHORTEST <= time.duration_min / need_min(km) <= LONGEST:
        detail = f"{clocks}: {time.duration_min} minutes for {km:.0f} km"
        yield Flaw(Defect.IMPOSSIBLE_DURATION.value, "flights", "", (flight.number,), detail)
