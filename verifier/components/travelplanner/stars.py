"""
A route's components under the objective ``best``: values are tenths of a star, ``budget`` couples the bills.

A night counts the rating of its room, a meal on a day without travel that of its restaurant. What another
element betters in nothing but being cheaper, richer in stars or cuisines, or quicker, is not an element.
"""

from collections.abc import Iterable, Sequence

from planassay.kb.formats.travelplanner import REFERENCE, RouteStay
from planassay.kb.formats.travelplanner.plans import read_plan
from planassay.kb.formats.travelplanner.stars import VERSION, meal_stars, night_stars
from planassay.kb.plan import Plan
from planassay.kb.records import Restaurant, Room
from planassay.verifier.components.model import Item, Row
from planassay.verifier.components.travelplanner.along import MEALS, Along, Hop
from planassay.verifier.components.travelplanner.towns import OBJECTIVES

BEST = f"best@{VERSION}"
BUDGET = "budget"

Counts = tuple[int, int, frozenset[str]]
"""Of some restaurants: meals on full days, meals on days of travel, the wanted cuisines among them."""
Offer = tuple[int, int]
"""The bill for one, and the stars."""


class Starry(Along):
    """The components of one route; see the module."""

    def _most_spare(self, stay: RouteStay) -> int:
        """Return how many meals on days of travel can pay: one for each cuisine, for the stars of others."""
        del stay
        return len(self.wanted)

    def row(self, name: str) -> Row | None:
        """Return a coupling row."""
        return Row("<=", self.task.budget_cents) if name == BUDGET else super().row(name)

    def target(self, bound: int) -> int:
        """Return the value of a trip a tenth of a star better than ``bound``."""
        return bound + 1

    def plan_value(self, plan: object) -> int | str:
        """Return the stars of a plan along the route that keeps the rule set, or why it does not."""
        bill = self.towns.bill(plan, self.task, OBJECTIVES[0])
        if isinstance(bill, str):
            return bill
        if not self._follows(plan):
            return f"it leaves the scope {REFERENCE}"
        read = read_plan(plan, self.task.days, self.kb)
        travelled = {leg.day for leg in self.route.legs}
        if self._moves(read):
            return "it moves to another room within a stay"
        nights = [night.record for night in read.room_nights]
        meals = [meal.record for meal in read.meals if meal.day not in travelled]
        return sum(night_stars(room) for room in nights if room is not None) + sum(
            meal_stars(restaurant) for restaurant in meals if restaurant is not None
        )

    def _moves(self, plan: Plan) -> bool:
        """Tell whether a stay has more than one room, which the objective does not compare."""
        by_day = {night.day: night.record for night in plan.room_nights}
        return any(
            len({id(by_day.get(day)) for day in range(stay.arrive, stay.leave)}) > 1
            for stay in self.route.stays
        )

    # --------------------------------------------------------------------------------------- elements

    def _way(self, hops: Sequence[Hop]) -> Item:
        plain = super()._way(hops)
        return _paid(0, sum(hop.cents for hop in hops), plain.uses)

    def _stay(self, k: int) -> list[Item]:
        """Return the rooms of a stay; of two the one that is dearer and no better is left out."""
        nights = self.route.stays[k].nights
        rooms = [room for room in self.rooms[k] if self._fits(room)]
        self.work.step(len(rooms))
        offers = [(self._rent(room, nights), nights * night_stars(room)) for room in rooms]
        return [_paid(stars, cents, ()) for cents, stars in _lean(offers)]

    def _rent(self, room: Room, nights: int) -> int:
        return nights * room.price_cents * -(-self.query.people // room.max_guests)

    def _meals(self, k: int) -> list[Item]:
        """Return the meals of a stay, for each set of cuisines and number on days of travel."""
        full, spare = MEALS * len(self.route.stays[k].full_days), self.spare[k]
        arriving, leaving = self._useful(k)[1], self._useful(k + 1)[0]
        found = [
            (cents * self.query.people, stars, cuisines, first, more - first)
            for (count, more, cuisines), offers in self._tables(self.restaurants[k], full, spare).items()
            if count == full
            for first in range(min(arriving, more) + 1)
            if more - first <= leaving
            for cents, stars in offers
        ]
        self.work.step(len(found))
        lean: list[tuple[int, int, frozenset[str], int, int]] = []
        for one in sorted(found, key=lambda one: (one[0], -one[1], -len(one[2]), one[3:])):
            if not any(_betters(other, one) for other in lean):
                lean.append(one)
        return [
            _paid(stars, cents, self._meal_uses(k, (0, cuisines, first, last)))
            for cents, stars, cuisines, first, last in lean
        ]

    def _tables(self, rows: Iterable[Restaurant], full: int, spare: int) -> dict[Counts, list[Offer]]:
        """Return the offers of every choice of restaurants that nothing betters."""
        found: dict[Counts, list[Offer]] = {(0, 0, frozenset()): [(0, 0)]}
        for row in rows:
            offers = frozenset(self.wanted).intersection(row.cuisines)
            longer: dict[Counts, list[Offer]] = {}
            for (count, more, cuisines), kept in found.items():
                self.work.step(len(kept))
                both = cuisines | offers
                if count < full:
                    longer.setdefault((count + 1, more, both), []).extend(
                        (cents + row.meal_cents, stars + meal_stars(row)) for cents, stars in kept
                    )
                if more < spare:
                    longer.setdefault((count, more + 1, both), []).extend(
                        (cents + row.meal_cents, stars) for cents, stars in kept
                    )
            for key, reached in longer.items():
                found[key] = _lean([*found.get(key, ()), *reached])
        return found


def _paid(stars: int, cents: int, uses: Sequence[tuple[str, int]]) -> Item:
    return Item(stars, ((BUDGET, cents), *uses) if cents else tuple(uses))


def _lean(offers: Iterable[Offer]) -> list[Offer]:
    """Return the offers that have more stars than all cheaper ones, cheapest first."""
    kept: list[Offer] = []
    for cents, stars in sorted(offers, key=lambda offer: (offer[0], -offer[1])):
        if not kept or stars > kept[-1][1]:
            kept.append((cents, stars))
    return kept


def _betters(
    other: tuple[int, int, frozenset[str], int, int], one: tuple[int, int, frozenset[str], int, int]
) -> bool:
    return (
        other[0] <= one[0]
        and other[1] >= one[1]
        and other[2] >= one[2]
        and other[3] <= one[3]
        and other[4] <= one[4]
    )
