"""
TravelPlanner's components: transport, stays and meals along the reference route, for the certificate checker.

``transport`` takes one passage for each leg, the own car on all of them or on none; ``stay:K`` one room for
all its nights; ``meals:K`` three restaurants for each day without travel, and perhaps more on the days of
travel. Values are minus the bill in cents. Rows: ``cuisine:X`` (X is eaten), ``leave:L`` and ``land:L`` (what
the ride of leg L leaves time to eat at its start and at its end), ``day:L`` (three meals a day). Under the
objective ``any`` every value is 0; under ``floor`` wishes are left aside and what no table offers is free.

Rooms, restaurants and sights are named by their whole names, of one line. Under ``gold@1`` they are those
that both rule sets take for the same row. Under ``official-bill@1`` the official evaluator may read another
row for a name: prices, wishes and budget go by what it reads, all else by the strict rules.
Written from the rules' pages; shares nothing with the planner.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import product
from typing import NamedTuple, TypeVar

from planassay.kb.clock import DAY_MIN
from planassay.kb.formats.travelplanner import (
    SCOPE,
    Query,
    Route,
    RouteLeg,
    Tables,
    Wishes,
    directory_of,
    query_of,
    reference_route,
    submission,
)
from planassay.kb.formats.travelplanner.directory import Entries
from planassay.kb.records import Restaurant, Road, Room, Sight
from planassay.kb.task import Cause, Task
from planassay.verifier.components.model import Components, Empty, Item, Row, Work, reduced
from planassay.verifier.official.travelplanner.hard import KINDS, SEATS, TAXI_SEATS
from planassay.verifier.official.travelplanner.report import assess
from planassay.verifier.official.travelplanner.sandbox import Names
from planassay.verifier.rules.travelplanner.times import SPANS
from planassay.verifier.strict import check

__all__ = ["SCOPE", "build"]

GOLD = "gold@1"
BILL = "official-bill@1"
BY_NAME = ("wishes/", "budget/")
"""Strict rules that judge rows; under the official bill the official ones stand for them."""
OBJECTIVES = ("cheapest", "any", "floor")
MEALS = 3
Record = TypeVar("Record", Room, Restaurant, Sight)


def build(task: Task, kb: Tables, ruleset: str, objective: str, work: Work) -> Components | None:
    """Return the components of a task, None beyond the scope or for rules or objectives not known."""
    if ruleset not in (GOLD, BILL) or objective not in OBJECTIVES:
        return None
    query = query_of(task)
    route = reference_route(query, kb)
    if isinstance(route, str):
        return None
    if objective == "floor":
        query = replace(query, wishes=Wishes())
    return TravelPlanner(task, query, route, kb, work, ruleset, objective)


class Hop(NamedTuple):
    """A way to make a leg: its cost, and the meals there is time for before and after it."""

    cents: int
    before: int
    after: int


Meals = tuple[int, frozenset[str], int, int]
"""Of a stay: the value, the cuisines, and how many are eaten on the days of arriving and of leaving."""


class TravelPlanner:
    """The components of one task; see the module."""

    def __init__(
        self, task: Task, query: Query, route: Route, kb: Tables, work: Work, ruleset: str, objective: str
    ) -> None:
        self.is_gold = ruleset == GOLD
        self.task = task
        self.query = query
        self.route = route
        self.kb = kb
        self.work = work
        self.objective = objective
        self.worth = int(objective != "any")
        self.wanted = tuple(dict.fromkeys(query.wishes.cuisines or ()))
        stays = range(len(route.stays))
        self.names = ("transport", *(f"stay:{k}" for k in stays), *(f"meals:{k}" for k in stays))
        self.listing = self.names
        # A meal on a day of travel pays only if none of the stay's other meals could give way to it.
        self.spare = [max(0, len(self.wanted) - MEALS * len(stay.full_days)) for stay in route.stays]

    # ---------------------------------------------------------------------------------------- the tables

    def _named(
        self, rows: Sequence[Record], official: Names[Record], strict: Entries[Record]
    ) -> list[tuple[Record, Record]]:
        """Return the rows of a city that can be named, each with the row that is read for it."""
        self.work.step(len(rows))
        found = []
        for row in rows:
            read = official.find(f"{row.name}, {row.city}").first
            is_whole = row.name.strip() and "\n" not in row.name and strict.find(row.city, row.name) is row
            if is_whole and read is not None and (read is row or not self.is_gold):
                found.append((row, read))
        return found

    @cached_property
    def _readers(self) -> tuple[Names[Room], Names[Restaurant], Names[Sight]]:
        """The official reading of the tables of the cities on the way."""
        cities = [stay.city for stay in self.route.stays]
        return (
            Names({city: self.kb.rooms.get(city, ()) for city in cities}),
            Names({city: self.kb.restaurants.get(city, ()) for city in cities}),
            Names({city: self.kb.sights.get(city, ()) for city in cities}),
        )

    @cached_property
    def rooms(self) -> list[list[Room]]:
        """What is read for the rooms of each stay that can be taken for so few nights."""
        names, rows = directory_of(self.kb), self.kb.rooms
        return [
            [
                read
                for room, read in self._named(rows.get(stay.city, ()), self._readers[0], names.rooms)
                if room.min_nights <= stay.nights
            ]
            for stay in self.route.stays
        ]

    @cached_property
    def restaurants(self) -> list[list[Restaurant]]:
        """What is read for the restaurants of each stay."""
        names, rows = directory_of(self.kb), self.kb.restaurants
        cities = [stay.city for stay in self.route.stays]
        found = [self._named(rows.get(city, ()), self._readers[1], names.restaurants) for city in cities]
        return [[read for _, read in pairs] for pairs in found]

    def _sights(self, k: int) -> int:
        rows, names = self.kb.sights.get(self.route.stays[k].city, ()), directory_of(self.kb).sights
        return sum(";" not in sight.name for sight, _ in self._named(rows, self._readers[2], names))

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
        stays = [empty for k in range(len(self.route.stays)) for empty in self._empty_stay(k)]
        return [*self._no_transport(), *stays, *self._no_cuisine()]

    def _no_transport(self) -> Iterator[Empty]:
        if not self.transport:
            yield Empty("transport", Cause.ROUTE, len(self.kb.flights) + len(self.kb.roads))

    def _empty_stay(self, k: int) -> Iterator[Empty]:
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
        from planassay.verifier.gold import judge

        if self.objective != OBJECTIVES[0]:
            return f"no plan is {self.objective!r}"
        value = judge(plan, self.task, self.kb) if self.is_gold else self._official_bill(plan)
        if isinstance(value, int) and not self._follows(plan):
            return f"it leaves the scope {SCOPE}"
        return value

    def _official_bill(self, plan: object) -> int | str:
        """Return the official bill of a plan that is honest but for the rows that are read for its names."""
        answer = submission(self.task, plan)
        strict, official = check(answer, self.task, self.kb), assess(answer, self.task, self.kb)
        broken = [fault for fault in strict.violations if not fault.rule.startswith(BY_NAME)]
        if faults := (*broken, *official.violations):
            return faults[0].text()
        return "it has no bill" if official.total_cost is None else round(official.total_cost * 100)

    def _follows(self, plan: object) -> bool:
        """Tell whether a plan makes each leg of the route on its day."""
        legs = {leg.day: f"from {leg.start} to {leg.end}" for leg in self.route.legs}
        days = plan if isinstance(plan, list) else []
        cities = {n: day.get("current_city") for n, day in enumerate(days, start=1) if isinstance(day, dict)}
        return all(cities.get(day) == city for day, city in legs.items())

    # --------------------------------------------------------------------------------------- elements

    @cached_property
    def transport(self) -> list[Item]:
        """The ways to ride along the whole route."""
        legs = self.route.legs
        drives = [self._drive(leg) for leg in legs]
        ways = [tuple(hop for hop in drives if hop is not None)]
        if None in drives or self.query.wishes.transportation == "no self-driving":
            ways = []
        ways += list(product(*(self._hops(number) for number in range(len(legs)))))
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

    def _hops(self, number: int) -> list[Hop]:
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

    def _drive(self, leg: RouteLeg) -> Hop | None:
        road = self._road(leg)
        if road is None:
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
    def _items(self) -> dict[str, list[Item]]:
        items = {"transport": self.transport}
        for k in range(len(self.route.stays)):
            items |= {f"stay:{k}": self._stay(k), f"meals:{k}": self._meals(k)}
        return items

    def best(self, name: str, prices: Mapping[str, int], scale: int) -> int:
        """Return the best reduced value of a component; 0 for an empty one, which only the floor asks for."""
        return max((reduced(item, prices, scale) for item in self._items[name]), default=0)

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
        for item in self._items[name]:
            if reduced(item, prices, scale) > floor:
                yield Item(item.value, tuple(use for use in item.uses if use[0] in rows))


def _replaces(other: Hop, hop: Hop) -> bool:
    return other.cents <= hop.cents and other.before >= hop.before and other.after >= hop.after


def _outdoes(other: Meals, meals: Meals) -> bool:
    """Tell whether other meals cost no more, offer as much and take no more of the days of travel."""
    return other[0] >= meals[0] and other[1] >= meals[1] and other[2] <= meals[2] and other[3] <= meals[3]
