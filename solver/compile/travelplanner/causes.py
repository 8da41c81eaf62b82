"""
Causes that single tables show: what makes a query impossible in its scope before any cost is added up.

All that hold are reported, in the order of the decisions: transport, rooms, sights and meals city by city,
then cuisines.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from planassay.kb.formats.travelplanner import Query, Route, RouteStay, Tables
from planassay.kb.records import Restaurant, Room, Sight
from planassay.kb.task import Cause
from planassay.solver.compile.travelplanner.lodging import Lodging, is_allowed, is_wanted, short_enough
from planassay.solver.compile.travelplanner.meals import Menu
from planassay.solver.compile.travelplanner.names import Named
from planassay.solver.compile.travelplanner.transport import COURSES, Ride


@dataclass(frozen=True, slots=True)
class Blocker:
    """One cause that holds whatever else is changed."""

    cause: Cause
    detail: str
    """A sentence for people."""
    component: str
    """What has no element: ``transport``, ``stay:N``, ``sights:N``, ``meals:N`` or ``cuisine:X``."""
    scanned: int
    """Records that were looked at."""


@dataclass(frozen=True, slots=True)
class Offers:
    """What there is to choose from for a query."""

    query: Query
    route: Route
    tables: Tables
    rides: Sequence[Ride]
    rooms: Sequence[Sequence[Named[Room]]]
    """Of each stay, those that can be named."""
    restaurants: Sequence[Sequence[Named[Restaurant]]]
    sights: Sequence[Sequence[Named[Sight]]]
    lodgings: Sequence[Sequence[Lodging]]
    menus: Sequence[Sequence[Menu]]


def blockers(offers: Offers) -> tuple[Blocker, ...]:
    """Return every cause that the tables show."""
    return (*_transport(offers), *_stays(offers), *_cuisines(offers))


def _transport(offers: Offers) -> Iterator[Blocker]:
    tables = offers.tables
    if not offers.rides:
        wish = offers.query.wishes.transportation
        under = f" under {wish!r}" if wish else ""
        scanned = len(tables.flights) + len(tables.roads)
        yield Blocker(Cause.ROUTE, f"Some leg cannot be travelled{under}.", "transport", scanned)


def _stays(offers: Offers) -> Iterator[Blocker]:
    for k, stay in enumerate(offers.route.stays):
        if not offers.lodgings[k]:
            yield _no_room(offers, k, stay)
        full, city = len(stay.full_days), stay.city
        if len(offers.sights[k]) < full:
            scanned = len(offers.tables.sights.get(city, ()))
            detail = f"{city} has too few attractions for {full} days."
            yield Blocker(Cause.ENTITY, detail, f"sights:{k}", scanned)
        if not offers.menus[k]:
            detail = f"{city} has too few restaurants for {COURSES * full} meals."
            scanned = len(offers.tables.restaurants.get(city, ()))
            yield Blocker(Cause.ENTITY, detail, f"meals:{k}", scanned)


def _no_room(offers: Offers, k: int, stay: RouteStay) -> Blocker:
    wishes = offers.query.wishes
    rooms = [one.read for one in short_enough(stay, offers.rooms[k])]
    alone = any(is_wanted(room, wishes.room_type) for room in rooms) and any(
        is_allowed(room, wishes.house_rule) for room in rooms
    )
    named = [wish for wish in (wishes.room_type, wishes.house_rule) if wish is not None]
    what = f"for {stay.nights} nights" + (f" with {' and '.join(named)}" if named else "")
    scanned = len(offers.tables.rooms.get(stay.city, ()))
    cause = Cause.CONFLICT if alone else Cause.ENTITY
    return Blocker(cause, f"{stay.city} has no room {what}.", f"stay:{k}", scanned)


def _cuisines(offers: Offers) -> Iterator[Blocker]:
    scanned = sum(len(offers.tables.restaurants.get(stay.city, ())) for stay in offers.route.stays)
    offered = {name for rows in offers.restaurants for one in rows for name in one.read.cuisines}
    for name in dict.fromkeys(offers.query.wishes.cuisines or ()):
        if name not in offered:
            detail = f"No restaurant on the way is {name}."
            yield Blocker(Cause.ENTITY, detail, f"cuisine:{name}", scanned)
