"""
Outlines of DeepPlanning's travel answers: everything that has a time slot, and the hotel of each night.

Prices are those of the database: of several rows the one that the plan states, else the least; a connection
costs its fare once however many legs it has. Places stand where the database says they do.
"""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from types import MappingProxyType

from planassay.kb.clock import DAY_MIN
from planassay.kb.formats.deepplanning_travel.database import Database
from planassay.kb.formats.deepplanning_travel.plans import (
    ActivityKind,
    TimedActivity,
    TimedPlan,
    TimedStay,
)
from planassay.kb.formats.deepplanning_travel.queries import query_of
from planassay.kb.formats.deepplanning_travel.records import Service
from planassay.kb.formats.deepplanning_travel.values import ALL_DAY, cents, moment
from planassay.kb.geo import Point
from planassay.kb.outline import Charge, Entry, Kind, Outline, Spot, at, listing, sheets
from planassay.kb.plan import Plan
from planassay.kb.task import Task

TAXI_SEATS = 4
_KINDS: Mapping[ActivityKind, Kind] = MappingProxyType(
    {
        ActivityKind.RIDE: Kind.RIDE,
        ActivityKind.TRANSFER: Kind.TRANSFER,
        ActivityKind.ATTRACTION: Kind.VISIT,
        ActivityKind.MEAL: Kind.MEAL,
        ActivityKind.HOTEL: Kind.BUFFER,
        ActivityKind.BUFFER: Kind.BUFFER,
    }
)


def outline(plan: Plan, task: Task, kb: Database) -> Outline:
    """Return an answer laid out, see :class:`~planassay.kb.outline.Outline`."""
    if not isinstance(plan, TimedPlan):
        return listing(plan)
    cities = (task.origin, *task.stops, task.origin)
    return Outline(
        entries=tuple(_Layout(plan, task, kb).entries()),
        sheets=sheets(plan),
        route=tuple(Spot(city, city, _middle(city, kb)) for city in cities),
        pointer=plan.pointer,
        currency="CNY",
        refused=plan.refused,
        reason=plan.reason,
        notes={"wishes": ", ".join(name.replace("_", " ") for name in query_of(task).constraints)},
    )


class _Layout:
    """The activities of one plan, one after the other; remembers which connections are paid."""

    def __init__(self, plan: TimedPlan, task: Task, kb: Database) -> None:
        self._plan, self._task, self._kb = plan, task, kb
        self._depart = query_of(task).depart
        self._paid: set[tuple[str, str, str, str]] = set()

    def entries(self) -> Iterator[Entry]:
        for day in self._plan.timed:
            for activity in day.activities:
                yield self._entry(activity, day.number)
            if day.stay is not None and day.number < self._task.days:
                yield self._night(day.stay, day.number)

    def _entry(self, activity: TimedActivity, day: int) -> Entry:
        kind = _KINDS[activity.kind]
        facts: list[str] = []
        charge: Charge | None = None
        is_known = True
        title = activity.name if activity.kind is not ActivityKind.TRANSFER else ""
        if activity.kind is ActivityKind.RIDE:
            return self._ride(activity, day)
        begins, ends = self._spots(activity)
        if activity.kind is ActivityKind.TRANSFER:
            road = self._road(activity)
            charge, is_known = self._charge(road, activity, "vehicle"), road is not None
            facts = [text for text in (activity.distance, activity.duration) if text]
        elif activity.kind is ActivityKind.MEAL:
            prices = self._listed(activity.name, kind)
            charge, is_known = self._charge(prices, activity, "meal"), prices is not None
            facts = [activity.meal_type] if activity.meal_type else []
        elif activity.kind is ActivityKind.ATTRACTION:
            prices = self._listed(activity.name, kind)
            charge, is_known = self._charge(prices, activity, "ticket"), prices is not None
            facts = self._hours(activity.name)
        return Entry(
            kind,
            activity.pointer,
            day,
            title,
            begins,
            ends,
            activity.start,
            activity.end,
            charge,
            tuple(facts),
            is_known=is_known,
        )

    def _ride(self, ride: TimedActivity, day: int) -> Entry:
        row = self._service(ride, day)
        charge = None
        if row is not None:
            connection = (row.origin_city, row.destination_city, row.date, row.route)
            fare = cents(row.price)
            if fare is not None:
                charge = Charge(0 if connection in self._paid else fare, self._task.party, "seat")
            self._paid.add(connection)
        facts = [ride.mode, *((row.seat_class, row.operator) if row is not None else ())]
        return Entry(
            Kind.RIDE,
            ride.pointer,
            day,
            ride.number or ride.mode,
            self._spot(ride.from_place, row.origin_city if row else ""),
            self._spot(ride.to_place, row.destination_city if row else ""),
            ride.start,
            ride.end,
            charge,
            tuple(fact for fact in facts if fact.strip()),
            is_known=row is not None,
        )

    def _service(self, ride: TimedActivity, day: int) -> Service | None:
        """Return the row of the timetable that a ride is, of several classes the one whose fare it states."""
        kb = self._kb
        rows = kb.flights_by_number.get(ride.number) or kb.trains_by_number.get(ride.number, ())
        date = (self._depart + timedelta(days=day - 1 + ride.start // DAY_MIN)).isoformat()

        def far(row: Service) -> tuple[bool, int]:
            fare = cents(row.price)
            return ride.cost_cents is None or fare is None or not _is_meant(fare, ride.cost_cents), fare or 0

        return min((row for row in rows if _leaves(row, ride, date)), key=far, default=None)

    def _night(self, stay: TimedStay, day: int) -> Entry:
        prices = self._listed(stay.name, Kind.STAY)
        lodge = self._kb.lodges_by_name.get(stay.name)
        facts = [f"{lodge.star} stars", f"rated {lodge.score}"] if lodge is not None else []
        return Entry(
            Kind.STAY,
            stay.pointer,
            day,
            stay.name,
            *at(stay.name, self._task.stops[0], self._point(stay.name)),
            charge=_charge(prices, stay.price_cents, self._task.rooms, "room"),
            facts=tuple(facts),
            is_known=prices is not None,
        )

    def _charge(self, prices: tuple[int, ...] | None, activity: TimedActivity, unit: str) -> Charge | None:
        party = self._task.party
        count = -(-party // TAXI_SEATS) if unit == "vehicle" else party
        return _charge(prices, activity.cost_cents, count, unit)

    def _listed(self, name: str, kind: Kind) -> tuple[int, ...] | None:
        """Return every listed price of a place, None if it is not listed; no price at all means free."""
        if kind is Kind.VISIT:
            texts = [row.ticket_price for row in self._kb.sights if row.name == name]
        elif kind is Kind.MEAL:
            texts = [row.price for row in self._kb.eateries if row.name == name]
        else:
            texts = [row.price for row in self._kb.lodges if row.name == name]
        prices = tuple(price for text in texts if (price := cents(text)) is not None)
        return (prices or (() if kind is Kind.STAY else (0,))) if texts else None

    def _road(self, way: TimedActivity) -> tuple[int, ...] | None:
        ends = [self._kb.locations_by_name.get(name) for name in (way.from_place, way.to_place)]
        if ends[0] is None or ends[1] is None:
            return None
        road = self._kb.roads.get(
            (f"{ends[0].latitude},{ends[0].longitude}", f"{ends[1].latitude},{ends[1].longitude}")
        )
        cost = None if road is None else cents(road.cost)
        return None if cost is None else (cost,)

    def _hours(self, name: str) -> list[str]:
        sight = self._kb.sights_by_name.get(name)
        if sight is None:
            return []
        hours = f"open {sight.opening}–{sight.closing}" if sight.opening.strip() else "hours unknown"
        if sight.opening.strip() in ALL_DAY:
            hours = "open all day"
        closed = f"closed {sight.closing_dates}" if sight.closing_dates.strip() else ""
        return [text for text in (sight.kind, hours, closed) if text]

    def _spots(self, activity: TimedActivity) -> tuple[Spot, Spot]:
        city = self._task.stops[0]
        return self._spot(activity.begins_at, city), self._spot(activity.ends_at, city)

    def _spot(self, name: str, city: str) -> Spot:
        return Spot(name, city, self._point(name))

    def _point(self, name: str) -> Point | None:
        return _located(name, self._kb)


def _charge(prices: tuple[int, ...] | None, stated: int | None, count: int, unit: str) -> Charge | None:
    """Return what so many cost at the price that is meant: the stated one, maybe rounded, or the least."""
    if not prices:
        return None
    near = [price for price in prices if stated is not None and _is_meant(price, stated)]
    return Charge(min(near or prices), count, unit)


def _is_meant(price: int, stated: int) -> bool:
    return stated == price or (stated % 100 == 0 and abs(stated - price) <= 50)


def _leaves(row: Service, ride: TimedActivity, date: str) -> bool:
    """Tell whether a row runs on a date between the ride's stations at its clocks."""
    leaving, reaching = moment(row.depart), moment(row.arrive)
    if leaving is None or reaching is None or leaving.date != date:
        return False
    ends = (row.from_station.strip(), row.to_station.strip())
    clocks = (leaving.minute, reaching.minute % DAY_MIN)
    return ends == (ride.from_place, ride.to_place) and clocks == (ride.start % DAY_MIN, ride.end % DAY_MIN)


def _located(name: str, kb: Database) -> Point | None:
    row = kb.locations_by_name.get(name)
    try:
        point = None if row is None else Point(float(row.latitude), float(row.longitude))
    except ValueError:
        return None
    return point if point is not None and -90 <= point.lat <= 90 and -180 <= point.lon <= 180 else None


def _middle(city: str, kb: Database) -> Point | None:
    """Return the middle of the sights and hotels of a city that have a place."""
    names = [row.name for row in kb.sights if row.city.strip() == city]
    names += [row.name for row in kb.lodges if row.city.strip() == city]
    points = [point for name in names if (point := _located(name, kb)) is not None]
    if not points:
        return None
    return Point(sum(p.lat for p in points) / len(points), sum(p.lon for p in points) / len(points))
