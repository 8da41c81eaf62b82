"""Itineraries: a trip that the search found, written down as the stays and legs of ``plan_document``."""

from planassay.solver.compile.trek.best.fold import Filled
from planassay.solver.compile.trek.best.sites import Site
from planassay.solver.compile.trek.best.voyage import Lodging, Voyage
from planassay.solver.compile.trek.schedule import Schedule, VisitTime
from planassay.solver.compile.trek.stays import Between, StayChoice
from planassay.solver.compile.trek.trip import LegChoice, TripStay
from planassay.solver.engines.patterns.routes import Route


def chosen(voyage: Voyage, trip: Filled) -> tuple[list[LegChoice], list[TripStay]]:
    """Return the legs and stays of a trip."""
    legs = [LegChoice(voyage.service(way), way.day) for way in trip.skeleton.ways]
    lodged = zip(voyage.sites, trip.skeleton.lodgings, trip.routes, strict=True)
    stays = [TripStay(_stay(voyage, site, lodging, routes), lodging.cars) for site, lodging, routes in lodged]
    return legs, stays


def _stay(voyage: Voyage, site: Site, lodging: Lodging, routes: tuple[Route, ...]) -> StayChoice:
    arrive, leave = lodging.arrive, lodging.leave
    between = Between(
        voyage.service(arrive),
        arrive.day,
        voyage.service(leave) if leave else None,
        leave.day if leave else voyage.task.days,
    )
    first = voyage.landing_day(arrive)
    visits = tuple(
        VisitTime(first + index, begin, begin + _length(site, place, begin), place)
        for index, route in enumerate(routes)
        for place, begin in zip(route.places, route.begins, strict=True)
    )
    arrival = voyage.service(arrive).arrival(arrive.day)
    tickets = sum(route.cost for route in routes)
    stop = site.stop
    return StayChoice(
        between=between,
        hotel=site.stop.hotels[lodging.hotel],
        nights=voyage.nights(arrive, leave),
        car=stop.cars[0] if stop.cars else None,
        schedule=Schedule(0, visits, site.check_in(site.stop.hotels[lodging.hotel].point, arrival)),
        true_cents=lodging.cents - lodging.cars.cents + tickets,
        official_cents=lodging.official + tickets,
    )


def _length(site: Site, place: int, begin: int) -> int:
    """Return how long the visit that begins at a minute of the day lasts."""
    return next(
        length for opening, latest, length in site.region.places[place].windows if opening <= begin <= latest
    )
