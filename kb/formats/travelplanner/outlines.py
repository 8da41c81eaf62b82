"""
Outlines of TravelPlanner's answers: rides, meals, sights and rooms, day by day.

Only flights have clocks. A city stands where its sights do, on average. Prices are those of the rows, in the
units of the true bill: a seat, a car of five, a taxi of four, a meal, a room for as many as it holds.
"""

from collections.abc import Iterator
from statistics import fmean

from planassay.kb.clock import DAY_MIN
from planassay.kb.formats.travelplanner.queries import query_of
from planassay.kb.formats.travelplanner.tables import Tables
from planassay.kb.geo import Point
from planassay.kb.outline import Charge, Entry, Kind, Outline, Spot, at, sheets
from planassay.kb.plan import Course, Meal, Means, Outing, Plan, PlanDay, Ride, RoomNight
from planassay.kb.records import DatedFlight, Sight
from planassay.kb.task import Task

CAR_SEATS = 5
TAXI_SEATS = 4
"""Travellers in one vehicle, as the published evaluator counts (commit da7c1d4)."""


def outline(plan: Plan, task: Task, kb: Tables) -> Outline:
    """Return an answer laid out, see :class:`~planassay.kb.outline.Outline`."""
    stops = (task.origin, *task.stops, *((task.origin,) if task.round_trip else ()))
    return Outline(
        entries=tuple(entry for day in plan.days for entry in _entries(day, task, kb)),
        sheets=sheets(plan),
        route=tuple(Spot(city, city, _city(city, kb)) for city in stops),
        pointer=plan.pointer,
        refused=plan.refused,
        reason=plan.reason,
        notes=_notes(task),
    )


def _entries(day: PlanDay, task: Task, kb: Tables) -> Iterator[Entry]:
    """Yield a day in the order in which it can be lived: no more of it is known."""
    meals = {meal.course: meal for meal in day.meals}
    for ride in day.rides:
        yield _ride(ride, task.party, kb)
    for course, outings in (
        (Course.BREAKFAST, day.outings[:1]),
        (Course.LUNCH, day.outings[1:]),
        (Course.DINNER, ()),
    ):
        if course in meals:
            yield _meal(meals[course], task.party)
        for outing in outings:
            yield _outing(outing)
    for night in day.room_nights:
        yield _night(night, task.party)


def _ride(ride: Ride, party: int, kb: Tables) -> Entry:
    record, title = ride.record, ride.number or ride.means or ride.text
    start, end = ride.depart, ride.arrive
    facts: list[str] = []
    charge = None
    if isinstance(record, DatedFlight):
        title = ride.number or record.number
        start = record.depart if start is None else start
        end = (record.arrive if end is None else end) + DAY_MIN * record.land_shift
        facts = [f"flight on {record.date.isoformat()}", record.distance_text]
        charge = Charge(record.fare_cents, party, "seat")
    elif record is not None:
        facts = [record.distance_text, record.duration_text]
        if ride.means is Means.TAXI:
            charge = Charge(record.taxi_cents, -(-party // TAXI_SEATS), "taxi")
        else:
            charge = Charge(record.drive_cents, -(-party // CAR_SEATS), "car")
    ends = [Spot(city, city, _city(city, kb)) for city in (ride.from_city or "", ride.to_city or "")]
    return Entry(
        Kind.RIDE,
        ride.pointer,
        ride.day,
        str(title),
        ends[0],
        ends[1],
        start,
        end,
        charge,
        tuple(fact for fact in facts if fact),
        is_known=record is not None,
    )


def _meal(meal: Meal, party: int) -> Entry:
    record = meal.record
    return Entry(
        Kind.MEAL,
        meal.pointer,
        meal.day,
        meal.name,
        *at(meal.name, meal.city),
        charge=None if record is None else Charge(record.meal_cents, party, "meal"),
        facts=(meal.course.value, *((record.cuisines_text,) if record is not None else ())),
        is_known=record is not None,
    )


def _outing(outing: Outing) -> Entry:
    record = outing.record
    point = None if record is None else _point(record)
    return Entry(
        Kind.VISIT,
        outing.pointer,
        outing.day,
        outing.name,
        *at(outing.name, outing.city, point),
        charge=None if record is None else Charge(0, 1, "ticket"),
        facts=(record.address,) if record is not None and record.address else (),
        is_known=record is not None,
    )


def _night(night: RoomNight, party: int) -> Entry:
    room = night.record
    facts = []
    if room is not None:
        facts = [room.kind, f"for {room.max_guests}", f"{room.min_nights} nights at least", room.rules_text]
    return Entry(
        Kind.STAY,
        night.pointer,
        night.day,
        night.name,
        *at(night.name, night.city),
        charge=None if room is None else Charge(room.price_cents, -(-party // room.max_guests), "room"),
        facts=tuple(fact for fact in facts if fact),
        is_known=room is not None,
    )


def _city(city: str, kb: Tables) -> Point | None:
    points = [point for point in map(_point, kb.sights.get(city, ())) if point is not None]
    if not points:
        return None
    return Point(fmean(point.lat for point in points), fmean(point.lon for point in points))


def _point(sight: Sight) -> Point | None:
    try:
        point = Point(float(sight.latitude_text), float(sight.longitude_text))
    except ValueError:
        return None
    return point if -90 <= point.lat <= 90 and -180 <= point.lon <= 180 else None


def _notes(task: Task) -> dict[str, str]:
    wishes = query_of(task).wishes
    stated = {
        "house rule": wishes.house_rule,
        "cuisines": ", ".join(wishes.cuisines or ()),
        "room type": wishes.room_type,
        "transportation": wishes.transportation,
    }
    return {name: text for name, text in stated.items() if text}
