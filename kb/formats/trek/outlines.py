"""
Outlines of TREK's answers: flights, nights, visits and cars with their places and prices.

Clocks are those that the plan states, else those of the record. A flight ends on the local day on which it
truly lands. Prices are recorded ones, in the units of the true bill: a seat, a room and night, a ticket, a
car and day.
"""

from collections.abc import Iterator
from statistics import fmean

from planassay.kb.catalog import Catalog, Table
from planassay.kb.clock import DAY_MIN
from planassay.kb.errors import ZoneUnknownError
from planassay.kb.geo import Point
from planassay.kb.lookup import lookup
from planassay.kb.outline import Charge, Entry, Kind, Outline, Spot, at, in_order, sheets
from planassay.kb.plan import Leg, Plan, Rental, Stay, Visit
from planassay.kb.task import Task

MOST_AMENITIES = 8


def outline(plan: Plan, task: Task, kb: Catalog) -> Outline:
    """Return an answer laid out, see :class:`~planassay.kb.outline.Outline`."""
    return Outline(
        entries=in_order(list(_entries(plan, task, kb))),
        sheets=sheets(plan),
        route=tuple(_city(city, kb) for city in _asked(task)),
        pointer=plan.pointer,
        refused=plan.refused,
        reason=plan.reason,
        notes=_notes(task),
    )


def _entries(plan: Plan, task: Task, kb: Catalog) -> Iterator[Entry]:
    for leg in plan.legs:
        yield _leg(leg, task.party, kb)
    for visit in plan.visits:
        yield _visit(visit, task.party)
    for rental in plan.rentals:
        yield _rental(rental)
    for stay in plan.stays:
        yield _stay(stay, task.rooms)


def _leg(leg: Leg, party: int, kb: Catalog) -> Entry:
    flight = leg.record
    if flight is None:
        begins = Spot(leg.from_city or "", leg.from_city or "")
        ends = Spot(leg.to_city or "", leg.to_city or "")
        number = leg.number
        return Entry(
            Kind.RIDE, leg.pointer, leg.day, number, begins, ends, leg.depart, leg.arrive, is_known=False
        )
    start = flight.depart if leg.depart is None else leg.depart
    end = flight.arrive if leg.arrive is None else leg.arrive
    facts = [f"{flight.from_airport} ({flight.from_iata}) to {flight.to_airport} ({flight.to_iata})"]
    try:
        minutes, shift = kb.flight_time(flight)
    except ZoneUnknownError:
        pass
    else:
        end += DAY_MIN * shift
        facts.append(f"{minutes // 60} h {minutes % 60:02d} min in the air")
    return Entry(
        Kind.RIDE,
        leg.pointer,
        leg.day,
        leg.number,
        Spot(f"{flight.from_airport} ({flight.from_iata})", flight.from_city, flight.from_point),
        Spot(f"{flight.to_airport} ({flight.to_iata})", flight.to_city, flight.to_point),
        start,
        end,
        Charge(flight.fare_cents, party, "seat"),
        tuple(facts),
    )


def _visit(visit: Visit, party: int) -> Entry:
    place = visit.record
    spots = at(visit.name, place.city if place else visit.city, place.point if place else None)
    facts = []
    if place is not None:
        facts.append(place.kind)
        facts.append(f"open {place.hours_text}" if place.hours_text else "hours unknown")
        if place.duration_min is not None:
            facts.append(f"takes {place.duration_min} min")
    return Entry(
        Kind.VISIT,
        visit.pointer,
        visit.day,
        visit.name,
        *spots,
        visit.start,
        visit.end,
        None if place is None else Charge(place.ticket_cents, party, "ticket"),
        tuple(facts),
        is_known=place is not None,
    )


def _rental(rental: Rental) -> Entry:
    """Return a day's car; of several offers that fit, the cheapest is what it costs at least."""
    offers = rental.offers or rental.of_type
    cheapest = min(offers, key=lambda car: (car.price_cents, car.row), default=None)
    facts = [] if cheapest is None or cheapest.seats is None else [f"{cheapest.seats} seats"]
    return Entry(
        Kind.CAR,
        rental.pointer,
        rental.day,
        rental.car_type,
        *at(rental.car_type, cheapest.city if cheapest else rental.city),
        charge=None if cheapest is None else Charge(cheapest.price_cents, 1, "day"),
        facts=tuple(facts),
        is_known=bool(rental.offers),
    )


def _stay(stay: Stay, rooms: int) -> Entry:
    hotel = stay.record
    spots = at(stay.name, hotel.city if hotel else stay.city, hotel.point if hotel else None)
    facts = []
    if hotel is not None:
        facts = [f"{hotel.star_halves / 2:g} stars", f"rated {hotel.rating_tenths / 10:g}"]
        more = len(hotel.amenities) - MOST_AMENITIES
        facts += [", ".join(hotel.amenities[:MOST_AMENITIES]) + (f" and {more} more" if more > 0 else "")]
    return Entry(
        Kind.STAY,
        stay.pointer,
        stay.day,
        stay.name,
        *spots,
        stay.check_in,
        charge=None if hotel is None else Charge(hotel.price_cents, rooms, "room"),
        facts=tuple(fact for fact in facts if fact),
        is_known=hotel is not None,
    )


def _asked(task: Task) -> tuple[str, ...]:
    return (task.origin, *task.stops, *((task.origin,) if task.round_trip else ()))


def _city(city: str, kb: Catalog) -> Spot:
    """Return a city at the middle of its hotels, or of its sights; nowhere if it has neither."""
    hotels = kb.hotels(kb.resolve_city(Table.HOTELS, city))
    places = hotels or kb.attractions(kb.resolve_city(Table.ATTRACTIONS, city))
    if not places:
        return Spot(city, city, _airport(city, kb))
    here = places[0].point  # longitudes of one city do not straddle the date line by more than a few degrees
    lons = [(p.point.lon - here.lon + 180) % 360 - 180 for p in places]
    return Spot(city, city, Point(fmean(p.point.lat for p in places), here.lon + fmean(lons)))


def _airport(city: str, kb: Catalog) -> Point | None:
    """Return where the first flight leaves that leaves the city at all."""
    place = lookup(kb).place(city)
    for row, key in enumerate(kb.flight_keys):
        if lookup(kb).place(key.from_city) == place:
            return kb.flights[row].from_point
    return None


def _notes(task: Task) -> dict[str, str]:
    notes = {
        "needs": ", ".join(task.personas),
        "hotels asked for": ", ".join(task.required_hotels),
        "sights asked for": ", ".join(task.required_attractions),
    }
    if task.car is not None:
        kind = f" of type {task.car.car_type}" if task.car.car_type else ""
        notes["car"] = f"{task.car.seats} seats at least{kind}"
    return {name: text for name, text in notes.items() if text}
