"""
A route's components: transport, stays and meals along it.

``transport`` takes one passage for each leg, the own car on all of them or on none; ``stay:K`` one room for
all its nights; ``meals:K`` three restaurants for each day without travel, and perhaps more on the days of
travel. Values are minus the bill in cents. Rows: ``cuisine:X`` (X is eaten), ``leave:L`` and ``land:L`` (what
the ride of leg L leaves time to eat at its start and at its end), ``day:L`` (three meals a day). Under the
objective ``any`` every value is 0; under ``floor`` wishes are left aside and what no table offers is free.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import NamedTuple

from planassay.kb.clock import DAY_MIN
from planassay.kb.formats.travelplanner import (
    REFERENCE,
    Query,
    Route,
    RouteLeg,
    RouteStay,
)
from planassay.kb.records import Restaurant, Road, Room
from planassay.kb.task import Cause, Task
from planassay.verifier.components.model import Empty, Item, Row, Work, reduced
from planassay.verifier.components.travelplanner.towns import Towns, cities_by_day
from planassay.verifier.official.travelplanner.hard import KINDS, SEATS, TAXI_SEATS
from planassay.verifier.rules.travelplanner.times import SPANS

MEALS = 3


class Hop(NamedTuple):
    """A way to make a leg: its cost, and the meals there is time for before and after it."""

    cents: int
    before: int
    after: int


Meals = tuple[int, frozenset[str], int, int]
"""Of a stay: the value, the cuisines, and how many are eaten on the days of arriving and of leaving."""


class Along:
    """The components of one route; see the module."""

    def __init__(
        self, task: Task, query: Query, route: Route, towns: Towns, work: Work, objective: str
    ) -> None:
        self.task = task
        self.query = query
        self.route = route
        self.towns = towns
        self.kb = towns.kb
        self.work = work
        self.objective = objective
        self.worth = int(objective != "any")
        self.wanted = tuple(dict.fromkeys(query.wishes.cuisines or ()))
        stays = range(len(route.stays))
        self.names = ("transport", *(f"stay:{k}" for k in stays), *(f"meals:{k}" for k in stays))
        self.listing = self.names
        self.spare = [self._most_spare(stay) for stay in route.stays]

    def _most_spare(self, stay: RouteStay) -> int:
        """Return how many meals on days of travel can pay: those that no other meal could give way to."""
        return max(0, len(self.wanted) - MEALS * len(stay.full_days))

    # ---------------------------------------------------------------------------------------- the tables

    @cached_property
    def rooms(self) -> list[list[Room]]:
        """What is read for the rooms of each stay that can be taken for so few nights."""
        return [
            [read for room, read in self.towns.rooms(stay.city) if room.min_nights <= stay.nights]
            for stay in self.route.stays
        ]

    @cached_property
    def restaurants(self) -> list[list[Restaurant]]:
        """What is read for the restaurants of each stay."""
        return [[read for _, read in self.towns.restaurants(stay.city)] for stay in self.route.stays]

    def _sights(self, k: int) -> int:
        return self.towns.sight_count(self.route.stays[k].city)

    def _fits(self, room: Room, *, kind: bool = True, rule: bool = True) -> bool:
        """Tell whether a room is of the wanted type, and allows what the guests want."""
        wishes = self.query.wishes
        if kind and wishes.room_type == "not shared room" and room.kind == KINDS["shared room"]:
            return False
        if kind and wishes.room_type not in (None, "not shared room", self._kind_of(room)):
            return False
        return not (rule and wishes.house_rule is not None and f"No {wishes.house_rule}" in room.rules_text)

    @staticmethod
    def _kind_of(room: Room) -> str | None:
        return next((wish for wish, kind in KINDS.items() if kind == room.kind), None)

    # ----------------------------------------------------------------------------------- what is empty

    def empty(self) -> Sequence[Empty]:
        """Return what has no element: transport, then rooms, sights and meals by city, then cuisines."""
        if self.objective == "floor":
            return ()
        stays = [empty for k in range(len(self.route.stays)) for empty in self.empty_stay(k)]
        return [*self._no_transport(), *stays, *self._no_cuisine()]

    def _no_transport(self) -> Iterator[Empty]:
        if not self.transport:
            yield Empty("transport", Cause.ROUTE, len(self.kb.flights) + len(self.kb.roads))

    def empty_stay(self, k: int) -> Iterator[Empty]:
        """Yield what a stay lacks."""
        stay, rooms = self.route.stays[k], self.rooms[k]
        if not any(self._fits(room) for room in rooms):
            alone = any(self._fits(room, rule=False) for room in rooms)
            alone = alone and any(self._fits(room, kind=False) for room in rooms)
            scanned = len(self.kb.rooms.get(stay.city, ()))
            yield Empty(f"stay:{k}", Cause.CONFLICT if alone else Cause.ENTITY, scanned)
        if self._sights(k) < len(stay.full_days):
            yield Empty(f"sights:{k}", Cause.ENTITY, len(self.kb.sights.get(stay.city, ())))
        if len(self.restaurants[k]) < MEALS * len(stay.full_days):
            yield Empty(f"meals:{k}", Cause.ENTITY, len(self.kb.restaurants.get(stay.city, ())))

    def _no_cuisine(self) -> Iterator[Empty]:
        scanned = sum(len(self.kb.restaurants.get(stay.city, ())) for stay in self.route.stays)
        offered = {name for rows in self.restaurants for row in rows for name in row.cuisines}
        for name in self.wanted:
            if name not in offered:
                yield Empty(f"cuisine:{name}", Cause.ENTITY, scanned)

    # ---------------------------------------------------------------------------------- rows and values

    def row(self, name: str) -> Row | None:
        """Return a coupling row."""
        kind, _, rest = name.partition(":")
        if kind == "cuisine":
            return Row(">=", 1) if rest in self.wanted else None
        legs = [str(leg) for leg in range(len(self.route.legs))]
        return Row("<=", MEALS) if kind in ("leave", "land", "day") and rest in legs else None

    def target(self, bound: int) -> int:
        """Return the value of a trip one cent cheaper than ``bound``."""
        return 1 - bound

    def plan_value(self, plan: object) -> int | str:
        """Return the bill of a plan along the route that keeps the rule set, or why it does not."""
        value = self.towns.bill(plan, self.task, self.objective)
        if isinstance(value, int) and not self._follows(plan):
            return f"it leaves the scope {REFERENCE}"
        return value

    def _follows(self, plan: object) -> bool:
        """Tell whether a plan makes each leg of the route on its day."""
        legs = {leg.day: f"from {leg.start} to {leg.end}" for leg in self.route.legs}
        cities = cities_by_day(plan)
        return all(cities.get(day) == city for day, city in legs.items())

    # --------------------------------------------------------------------------------------- elements

    @cached_property
    def transport(self) -> list[Item]:
        """The ways to ride along the whole route."""
        legs = self.route.legs
        drives = [self.drive(leg) for leg in legs]
        ways = [tuple(hop for hop in drives if hop is not None)]
        if None in drives:
            ways = []
        ways += list(product(*(self.hops(number) for number in range(len(legs)))))
        self.work.step(len(ways))
        return [self._way(hops) for hops in ways]

    def _way(self, hops: Sequence[Hop]) -> Item:
        uses = []
        for leg, hop in enumerate(hops):
            before, after = self._useful(leg)
            uses += [(f"leave:{leg}", MEALS - hop.before)] if before else []
            uses += [(f"land:{leg}", MEALS - hop.after)] if after else []
        return Item(-self.worth * sum(hop.cents for hop in hops), tuple(use for use in uses if use[1]))

    def _useful(self, leg: int) -> tuple[int, int]:
        """Return how many meals on the day of a leg can pay at its start and at its end."""
        spare = [0, *(min(count, MEALS) for count in self.spare), 0]
        return spare[leg], spare[leg + 1]

    def hops(self, number: int) -> list[Hop]:
        """Return the flights and taxis of a leg, without those that another one makes superfluous."""
        leg, people = self.route.legs[number], self.query.people
        before, after = self._useful(number)
        found = [Hop(cents, min(b, before), min(a, after)) for cents, b, a in self._flights(leg)]
        if (road := self._road(leg)) is not None:
            found.append(Hop(road.taxi_cents * -(-people // TAXI_SEATS), before, after))
        self.work.step(len(found))
        found = sorted(set(found))
        return [hop for hop in found if not any(_replaces(other, hop) for other in found if other != hop)]

    def _flights(self, leg: RouteLeg) -> Iterator[tuple[int, int, int]]:
        if self.query.wishes.transportation == "no flight":
            return
        for flight in self.kb.flights_by_leg.get((leg.start, leg.end, leg.date), ()):
            if self.kb.flights_by_number[flight.number] is flight:
                landing = flight.arrive + DAY_MIN * flight.land_shift
                before = sum(flight.depart > begin for begin, _ in SPANS.values())
                after = sum(landing < end for _, end in SPANS.values())
                yield flight.fare_cents * self.query.people, before, after

    def drive(self, leg: RouteLeg) -> Hop | None:
        """Return the own car on a leg, None if it cannot be driven or is not to be."""
        road = self._road(leg)
        if road is None or self.query.wishes.transportation == "no self-driving":
            return None
        return Hop(road.drive_cents * -(-self.query.people // SEATS), MEALS, MEALS)

    def _road(self, leg: RouteLeg) -> Road | None:
        road = self.kb.roads.get((leg.start, leg.end))
        return road if road is not None and road.is_open else None

    def _stay(self, k: int) -> list[Item]:
        """Return the cheapest room of a stay; no row tells rooms apart."""
        nights, people = self.route.stays[k].nights, self.query.people
        bills = [
            nights * room.price_cents * -(-people // room.max_guests)
            for room in self.rooms[k]
            if self._fits(room)
        ]
        self.work.step(len(bills))
        return [Item(-self.worth * min(bills), ())] if bills else []

    def _meals(self, k: int) -> list[Item]:
        """Return the cheapest meals of a stay for each set of cuisines and each number on days of travel."""
        full, spare = MEALS * len(self.route.stays[k].full_days), self.spare[k]
        arriving, leaving = self._useful(k)[1], self._useful(k + 1)[0]
        bills = self._bills(self.restaurants[k], full + spare)
        found = [
            (-self.worth * cents * self.query.people, cuisines, first, more - first)
            for more in range(spare + 1)
            for first in range(min(arriving, more) + 1)
            if more - first <= leaving
            for cuisines, cents in bills[full + more].items()
        ]
        lean = [a for a in found if not any(_outdoes(b, a) for b in found if b != a)]
        return [Item(meals[0], self._meal_uses(k, meals)) for meals in dict.fromkeys(lean)]

    def _bills(self, rows: Iterable[Restaurant], most: int) -> list[dict[frozenset[str], int]]:
        """Return for each number of restaurants, by the wanted cuisines among them, the least bill."""
        bills: list[dict[frozenset[str], int]] = [{} for _ in range(most + 1)]
        bills[0][frozenset()] = 0
        for row in rows:
            offers = frozenset(self.wanted).intersection(row.cuisines)
            for count in reversed(range(most)):
                self.work.step(len(bills[count]))
                for cuisines, cents in bills[count].items():
                    both, dearer = cuisines | offers, cents + row.meal_cents
                    bills[count + 1][both] = min(dearer, bills[count + 1].get(both, dearer))
        return bills

    @staticmethod
    def _meal_uses(k: int, meals: Meals) -> tuple[tuple[str, int], ...]:
        _, cuisines, first, last = meals
        uses = [(f"cuisine:{name}", 1) for name in sorted(cuisines)]
        uses += [(f"land:{k}", first), (f"day:{k}", first)] if first else []
        uses += [(f"leave:{k + 1}", last), (f"day:{k + 1}", last)] if last else []
        return tuple(uses)

    @cached_property
    def items(self) -> dict[str, list[Item]]:
        """The elements of each component."""
        items = {"transport": self.transport}
        for k in range(len(self.route.stays)):
            items |= {f"stay:{k}": self._stay(k), f"meals:{k}": self._meals(k)}
        return items

    def best(self, name: str, prices: Mapping[str, int], scale: int) -> int:
        """Return the best reduced value of a component; 0 for an empty one, which only the floor asks for."""
        return max((reduced(item, prices, scale) for item in self.items[name]), default=0)

    def listed(
        self,
        name: str,
        prices: Mapping[str, int],
        scale: int,
        floor: int,
        rows: frozenset[str],
        known: Mapping[str, Sequence[Item]],
    ) -> Iterator[Item]:
        """
        Yield the elements above a floor.

        Left out is what another element replaces that costs no more, offers as many cuisines and asks for no
        more time.
        """
        del known
        for item in self.items[name]:
            if reduced(item, prices, scale) > floor:
                yield Item(item.value, tuple(use for use in item.uses if use[0] in rows))


def _replaces(other: Hop, hop: Hop) -> bool:
    return other.cents <= hop.cents and other.before >= hop.before and other.after >= hop.after


def _outdoes(other: Meals, meals: Meals) -> bool:
    """Tell whether other meals cost no more, offer as much and take no more of the days of travel."""
    return other[0] >= meals[0] and other[1] >= meals[1] and other[2] <= meals[2] and other[3] <= meals[3]
