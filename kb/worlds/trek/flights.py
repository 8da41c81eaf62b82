"""
Flights: the daily direct flights of each route, with clocks that agree with distance and time zones.

A duration is what the distance needs, more or less; the landing clock follows from it and from the zones of
both airports on the snapshot date. Fares grow with the distance and are written, as TREK's are, as a whole
number of dollars less or plus a tenth.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from planassay.kb.clock import DAY_MIN, format_clock
from planassay.kb.draw import Draw
from planassay.kb.geo import haversine_km
from planassay.kb.records import Flight
from planassay.kb.worlds.trek.network import Route, duration_bounds, need_min
from planassay.kb.worlds.trek.scaffold import City, Site

FARE_START_USD = 26.0
FARE_USD_PER_KM = 0.083
LEAST_BASE_USD = 21
MOST_BASE_USD = 3_198
"""Fares of 18.9 to 3,517.8 dollars, the range seen in TREK's table."""

_ROUTE_FARE_SIGMA = 0.35
_FARE_SIGMA = 0.38
_ROUTE_TIME_SIGMA = 0.06
_TIME_SIGMA = 0.06
_SLACK_MIN = 12
_DAYTIME = (5 * 60, 23 * 60)
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Service:
    """A flight before it has a number and a place in the table."""

    origin: City
    target: City
    from_site: Site
    to_site: Site
    depart: int
    duration_min: int
    fare_cents: int

    def record(self, row: int, number: str) -> Flight:
        """Return the record, its landing clock by the zones of both ends."""
        shift = self.target.offset_min - self.origin.offset_min
        arrive = (self.depart + self.duration_min + shift) % DAY_MIN
        return Flight(
            row=row,
            flight_id=str(row + 1),
            number=number,
            from_city=self.origin.label,
            to_city=self.target.label,
            from_iata=self.from_site.iata,
            to_iata=self.to_site.iata,
            depart=self.depart,
            arrive=arrive,
            depart_text=format_clock(self.depart),
            arrive_text=format_clock(arrive),
            fare_cents=self.fare_cents,
            from_point=self.from_site.point,
            to_point=self.to_site.point,
            from_airport=self.from_site.name,
            to_airport=self.to_site.name,
            from_continent=self.origin.continent,
            from_country=self.origin.country_code,
            to_continent=self.target.continent,
            to_country=self.target.country_code,
        )


def flights(routes: Sequence[Route], seed: int) -> tuple[Flight, ...]:
    """
    Return the flights of a network, grouped by airport of departure in order of code.

    What leaves a city depends on its own routes alone; only numbers are given out over the whole table.
    """
    by_origin: dict[str, list[Route]] = {}
    for route in routes:
        by_origin.setdefault(route.origin.label, []).append(route)
    services = [
        service
        for label, own in by_origin.items()
        for service in _departures(own, Draw(seed, "flights", label))
    ]
    services.sort(key=lambda service: (service.from_site.iata, service.target.label))  # stable
    numbers = Numbers(Draw(seed, "flight numbers"))
    return tuple(service.record(row, numbers.next()) for row, service in enumerate(services))


def _departures(routes: Sequence[Route], draw: Draw) -> Iterator[Service]:
    """Yield the flights that leave a city, each of its airports being used while there are flights enough."""
    unused = list(routes[0].origin.sites)
    for route in routes:
        arrivals = list(route.target.sites)
        fare_level = draw.lognormal(1.0, _ROUTE_FARE_SIGMA)
        pace = draw.lognormal(0.99, _ROUTE_TIME_SIGMA)
        for _ in range(route.flights):
            yield service(
                route.origin,
                route.target,
                unused.pop(0) if unused else _site(route.origin, draw),
                arrivals.pop(0) if arrivals else _site(route.target, draw),
                draw,
                fare_level=fare_level,
                pace=pace,
            )


def service(
    origin: City,
    target: City,
    from_site: Site,
    to_site: Site,
    draw: Draw,
    *,
    fare_level: float = 1.0,
    pace: float = 1.0,
) -> Service:
    """Draw a flight between two airports; ``pace`` and ``fare_level`` are those of its route."""
    km = haversine_km(from_site.point, to_site.point)
    low, high = duration_bounds(km, target.offset_min - origin.offset_min)
    minutes = round(need_min(km) * pace * draw.lognormal(1.0, _TIME_SIGMA))
    if minutes < low:
        minutes = low + draw.below(_SLACK_MIN)
    depart = draw.between(*_DAYTIME) if draw.chance(0.9) else draw.below(DAY_MIN)
    usd = (FARE_START_USD + FARE_USD_PER_KM * km) * fare_level * draw.lognormal(1.0, _FARE_SIGMA)
    base = min(MOST_BASE_USD, max(LEAST_BASE_USD, round(usd)))
    return Service(
        origin=origin,
        target=target,
        from_site=from_site,
        to_site=to_site,
        depart=depart,
        duration_min=min(high, minutes),
        fare_cents=base * (90 if draw.chance(0.5) else 110),
    )


def _site(city: City, draw: Draw) -> Site:
    """Draw an airport of a city by its size."""
    if len(city.sites) == 1:
        return city.sites[0]
    return draw.weighted([(site, float(site.runways)) for site in city.sites])


class Numbers:
    """
    Gives out flight numbers, two letters and four digits, none twice.

    Parameters
    ----------
    draw
        Stream of the numbers.
    taken
        Numbers that are in use already.
    """

    def __init__(self, draw: Draw, taken: Sequence[str] = ()) -> None:
        self._draw = draw
        self._taken = set(taken)  # asked for membership only

    def next(self) -> str:
        """Return another number."""
        while True:
            letters = self._draw.pick(_LETTERS) + self._draw.pick(_LETTERS)
            number = f"{letters} {self._draw.between(1, 9999):04d}"
            if number not in self._taken:
                self._taken.add(number)
                return number
