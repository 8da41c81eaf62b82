"""
Budget: the true bill, what the plan states of it, and what the traveller can spend.

The bill is made of listed prices: fares once a connection, rooms for each night, meals and tickets for each
traveller, city rides for each vehicle of four. What is stated may round each price to whole yuan. Closes the
loopholes of a total that is off by a tenth or negative, and of parts that add up to nothing.
"""

from collections.abc import Iterator
from typing import NamedTuple

from planassay.kb.formats.deepplanning_travel.plans import ActivityKind
from planassay.kb.formats.deepplanning_travel.values import cents
from planassay.kb.money import format_cents
from planassay.verifier.report import Bill, Violation
from planassay.verifier.rules.deepplanning_travel.journey import Journey, is_price
from planassay.verifier.rules.deepplanning_travel.rides import connection

TAXI_SEATS = 4


class Item(NamedTuple):
    """Something that is paid for."""

    part: str
    """Of the budget summary."""
    prices: tuple[int, ...]
    """What it may cost; none if that is not known."""
    stated: int | None
    units: int

    @property
    def price(self) -> int | None:
        """The listed price that is meant: the one that is stated, else the least."""
        fitting = [price for price in self.prices if is_price(self.stated, price)]
        return min(fitting or self.prices, default=None)

    @property
    def bounds(self) -> tuple[int, int]:
        """Least and most that may be stated for all units, each rounded to whole yuan or not."""
        price = self.price or 0
        return price // 100 * 100 * self.units, -(-price // 100) * 100 * self.units


def items(trip: Journey) -> Iterator[Item]:
    """Yield all that the plan pays for, in its order."""
    people = trip.query.people
    cars = -(-people // TAXI_SEATS)
    paid: set[tuple[int, tuple[object, ...]]] = set()
    for ride in trip.rides:
        row = ride.row
        route = () if row is None else connection(trip, row)
        if row is None or (ride.day, route) not in paid:
            fares = (cents(found.price) for found in ride.rows) if row is not None else ()
            prices = tuple(fare for fare in fares if fare is not None)
            yield Item("transportation", prices, ride.activity.cost_cents, people)
        paid.add((ride.day, route))
    for day in trip.days:
        for activity in day.activities:
            if activity.kind is ActivityKind.TRANSFER:
                road = trip.road(activity.from_place, activity.to_place)
                price = None if road is None else cents(road[2])
                yield Item("transportation", () if price is None else (price,), activity.cost_cents, cars)
            elif activity.kind in (ActivityKind.MEAL, ActivityKind.ATTRACTION):
                listed = trip.price_of(activity.kind, activity.name)
                part = "meals" if activity.kind is ActivityKind.MEAL else "attractions_and_tickets"
                free = (0,) if listed == () else ()
                yield Item(part, listed or free, activity.cost_cents, people)
        if day.stay is not None and day.number < trip.query.days:
            listed = trip.price_of(ActivityKind.HOTEL, day.stay.name)
            yield Item("accommodation", listed or (), day.stay.price_cents, trip.query.rooms)


def bill(trip: Journey) -> Bill:
    """Return the true bill of a plan."""
    found = list(items(trip))
    total = sum((item.price or 0) * item.units for item in found)
    return Bill(total, all(item.price is not None for item in found))


def violations(trip: Journey) -> Iterator[Violation]:
    """Yield ``budget/exceeded``, and ``budget/stated`` for a part or total that is not what it costs."""
    found = list(items(trip))
    cost, limit = sum((item.price or 0) * item.units for item in found), trip.query.budget_cents
    if limit is not None and cost > limit:
        yield Violation(
            rule="budget/exceeded",
            pointer=trip.plan.pointer,
            found=format_cents(cost),
            required=f"at most {format_cents(limit)}",
            by=cost - limit,
            unit="cents",
        )
    for part, stated in trip.plan.sums_cents:
        is_total = part == "total_estimated_budget"
        bounds = [item.bounds for item in found if is_total or item.part == part]
        least, most = sum(low for low, _ in bounds), sum(high for _, high in bounds)
        if not least <= stated <= most:
            yield Violation(
                rule="budget/stated",
                pointer=f"/budget_summary/{part}",
                found=format_cents(stated),
                required=f"{format_cents(least)} to {format_cents(most)}",
                by=least - stated if stated < least else stated - most,
                unit="cents",
            )
