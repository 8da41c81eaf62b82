"""
Trips: whole trips under prices, bounded and listed for the certificate checker.

First the bones of a trip (flights, inns, cars), depth first; what is still to come is bounded by days at
inns that are nowhere too far. Then its days, one after another, over states: wishes met, places with a row
seen, points and cents. A state is left once what is to come cannot lift it above the floor, money counted.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from planassay.kb.geo import GROUND_FLOOR_MIN
from planassay.kb.records import Hotel
from planassay.verifier.components.days import travel
from planassay.verifier.components.model import Item
from planassay.verifier.components.outings import Floor, Frame, Outing, Outings

if TYPE_CHECKING:
    from planassay.verifier.components.trek import Way
    from planassay.verifier.components.trek_best import TrekBest

LOWEST = -(1 << 60)
MOST_POINTS = 100
"""Points of a curve of money; where there are more, neighbours are taken together, at the better of each."""


class Room(NamedTuple):
    """An inn for some nights."""

    inn: Hotel
    points: int
    cents: int
    official: int


class Bones(NamedTuple):
    """A trip without its days, or the beginning of one."""

    reduced: int
    """Its best reduced value, or that of the beginning."""
    points: int
    cents: int
    official: int
    cars: tuple[str, ...]
    """Rows of stops that have a car-day."""
    frames: tuple[tuple[Frame, ...], ...]
    """The days of each stop."""


class State(NamedTuple):
    """Some days filled."""

    points: int
    tickets: int
    reduced: int
    outings: tuple[Outing, ...]


class Trips:
    """
    The trips of a task under prices.

    Parameters
    ----------
    task
        What there is to choose from.
    prices, scale
        Signed prices of rows, and what points are multiplied by.
    rows
        Rows that count: of places, those that are seen once at most.
    """

    def __init__(self, task: "TrekBest", prices: Mapping[str, int], scale: int, rows: frozenset[str]) -> None:
        self.task = task
        self.prices = prices
        self.scale = scale
        self.rows = rows
        self.budget, self.official = prices.get("budget", 0), prices.get("official", 0)
        self.outings = [self._outings(k) for k in range(len(task.stops))]
        self._best_of: dict[tuple[int, int], tuple[Frame, int]] = {}
        self._rooms: dict[tuple[int, int, int], list[tuple[int, Room]]] = {}
        self._after: dict[tuple[int, int, int], int] = {}

    def _outings(self, k: int) -> Outings:
        task = self.task
        sights = task.sights[k]
        names = [f"visit:{k}:{sight.record.attraction_id}" for sight in sights]
        wishes = [self.prices.get(row, 0) for row in task.wishes(k)]
        charge = [
            self.prices.get(name, 0) + sum(price for bit, price in enumerate(wishes) if sight.bits >> bit & 1)
            for name, sight in zip(names, sights, strict=True)
        ]
        with_row = [i for i, name in enumerate(names) if name in self.rows]
        held = {i: 1 << bit for bit, i in enumerate(with_row)}
        per_cent = self.budget + self.official
        return Outings(sights, task.weights, task.pace, self.scale, per_cent, charge, held, task.work)

    # -------------------------------------------------------------------------------------------- bounds

    def day(self, k: int, frame: Frame) -> int:
        """Return the best reduced value of a day."""
        key = (k, id(frame))
        if key not in self._best_of:
            self._best_of[key] = (frame, self.outings[k].best(frame))
        return self._best_of[key][1]

    def flight(self, way: "Way") -> int:
        """Return the reduced value of a flight."""
        fare = way.flight.fare_cents * self.task.task.party
        return self.scale * self.task.flight_points(way) - (self.budget + self.official) * fare

    def rooms(self, k: int, nights: int, slept: int) -> list[tuple[int, Room]]:
        """Return the inns with a bound on their reduced value, the nearest airport taken, best first."""
        key = (k, nights, slept)
        if key not in self._rooms:
            near = self.task.weights.road(round(GROUND_FLOOR_MIN))
            found = [
                (
                    self.scale * (room.points + near)
                    - self.budget * room.cents
                    - self.official * room.official,
                    room,
                )
                for room in self.task.rooms(k, nights, slept)
            ]
            self._rooms[key] = sorted(found, key=lambda pair: (-pair[0], pair[1].inn.row))
        return self._rooms[key]

    def cars(self, k: int, arrive: "Way", leave: "Way | None") -> list[tuple[int, int, tuple[str, ...]]]:
        """Return the ways to have a car: reduced value, cents, and the rows they serve."""
        return [
            (-self.budget * cents - sum(self.prices.get(row, 0) for row in served), cents, served)
            for cents, served in self.task.cars(k, arrive, leave)
        ]

    def after(self, k: int, arrive: "Way") -> int:
        """Return a bound on everything from the landing at a stop on."""
        key = (k, arrive.flight.row, arrive.day)
        if key not in self._after:
            ways = (self.through(k, arrive, leave) for leave in self.task.leaves(k))
            self._after[key] = max((bound for bound in ways if bound is not None), default=LOWEST)
        return self._after[key]

    def through(self, k: int, arrive: "Way", leave: "Way | None") -> int | None:
        """Return a bound on a stay between two flights and everything after it; None if it has no night."""
        frames = self.task.frames(k, arrive, leave, self.task.inns[k])
        if not frames:
            return None
        last = self.task.last_day(leave)
        rooms = self.rooms(k, last - arrive.day, last - self.task.landing_day(arrive))
        car = max(value for value, _, _ in self.cars(k, arrive, leave))
        rest = 0 if leave is None else self.flight(leave)
        if leave is not None and k + 1 < len(self.task.stops):
            rest += self.after(k + 1, leave)
        return rooms[0][0] + car + sum(self.day(k, frame) for frame in frames) + rest

    def best(self) -> int:
        """Return a bound above every trip."""
        return max((self.flight(way) + self.after(0, way) for way in self.task.ways(0)), default=LOWEST)

    # --------------------------------------------------------------------------------------------- bones

    def bones(self, floor: int) -> Iterator[Bones]:
        """Yield the bones of trips whose best reduced value is above a floor."""
        for way in self.task.ways(0):
            fare = way.flight.fare_cents * self.task.task.party
            start = Bones(self.flight(way), self.task.flight_points(way), fare, fare, (), ())
            yield from self._stop(0, way, start, floor)

    def _stop(self, k: int, arrive: "Way", begun: Bones, floor: int) -> Iterator[Bones]:
        if begun.reduced + self.after(k, arrive) <= floor:
            return
        for leave in self.task.leaves(k):
            bound = self.through(k, arrive, leave)
            if bound is None or begun.reduced + bound <= floor:
                continue
            last = self.task.last_day(leave)
            rooms = self.rooms(k, last - arrive.day, last - self.task.landing_day(arrive))
            for worth, room in rooms:
                if begun.reduced + bound - rooms[0][0] + worth <= floor:
                    break
                self.task.work.step()
                for following in self._stay(k, arrive, leave, begun, room):
                    if leave is None or k + 1 == len(self.task.stops):
                        if following.reduced > floor:
                            yield following
                    else:
                        yield from self._stop(k + 1, leave, following, floor)

    def _stay(self, k: int, arrive: "Way", leave: "Way | None", begun: Bones, room: Room) -> Iterator[Bones]:
        """Yield the bones with a stay and the flight after it added, one for each way to have a car."""
        task = self.task
        if not task.is_in_time(arrive, leave, room.inn):
            return
        frames = task.frames(k, arrive, leave, [room.inn])
        points = room.points + task.weights.road(travel(arrive.flight.to_point, room.inn.point))
        fare = leave.flight.fare_cents * task.task.party if leave else 0
        points += task.flight_points(leave) if leave else 0
        bills = self.budget * (room.cents + fare) + self.official * (room.official + fare)
        reduced = self.scale * points - bills + sum(self.day(k, frame) for frame in frames)
        for car, cents, served in self.cars(k, arrive, leave):
            yield Bones(
                begun.reduced + reduced + car,
                begun.points + points,
                begun.cents + room.cents + cents + fare,
                begun.official + room.official + fare,
                (*begun.cars, *served),
                (*begun.frames, frames),
            )

    # ---------------------------------------------------------------------------------------------- days

    def listed(self, floor: int) -> Iterator[Item]:
        """Yield trips above a floor; see ``TrekBest.listed``."""
        official = self.task.row("official")
        most = official.bound if official is not None else 0
        for bones in self.bones(floor):
            rooms = self.task.task.budget_cents - bones.cents, most - bones.official
            wanted = range(self.task.final if self.task.task.car else 0)
            if min(rooms) >= 0 and all(f"car:{k}" in bones.cars for k in wanted):
                yield from self._filled(bones, floor, *rooms)

    def _filled(self, bones: Bones, floor: int, room: int, official_room: int) -> Iterator[Item]:
        days = [(k, frame) for k, frames in enumerate(bones.frames) for frame in frames]
        bests = [self.day(k, frame) for k, frame in days]
        slack = bones.reduced - floor
        choices = [
            sorted(self.outings[k].walk(frame, Floor(best - slack)), key=lambda o: -o.reduced)
            for (k, frame), best in zip(days, bests, strict=True)
        ]
        start = bones.reduced - sum(bests)
        credit = self.budget * room + self.official * official_room
        fold = _Fold(self, days, bests, choices, start, floor, min(room, official_room), credit)
        for state in fold.run():
            yield self._item(bones, state, days)

    def _item(self, bones: Bones, state: State, days: list[tuple[int, Frame]]) -> Item:
        """Return a filled trip with its uses of the rows that count."""
        uses: dict[str, int] = {
            "budget": bones.cents + state.tickets,
            "official": bones.official + state.tickets,
        }
        for row in bones.cars:
            uses[row] = uses.get(row, 0) + 1
        for (k, _), outing in zip(days, state.outings, strict=True):
            for i in outing.sights:
                sight = self.task.sights[k][i]
                met = [row for bit, row in enumerate(self.task.wishes(k)) if sight.bits >> bit & 1]
                for row in (f"visit:{k}:{sight.record.attraction_id}", *met):
                    uses[row] = uses.get(row, 0) + 1
        return Item(
            bones.points + state.points, tuple((row, n) for row, n in uses.items() if row in self.rows)
        )


class _Fold:
    """The days of one trip being filled."""

    def __init__(
        self,
        trips: Trips,
        days: list[tuple[int, Frame]],
        bests: list[int],
        choices: list[list[Outing]],
        start: int,
        floor: int,
        room: int,
        credit: int,
    ) -> None:
        self.trips = trips
        self.days = days
        self.choices = choices
        self.start = start
        self.floor = floor
        self.room = room
        self.paid = floor + credit
        """The floor where money is counted instead of priced."""
        self.per_cent = trips.budget + trips.official
        self.rest = [sum(bests[index:]) for index in range(len(bests) + 1)]
        self.before = list(accumulate(bests, initial=start))

    def run(self) -> Iterator[State]:
        """Yield the trips that keep the room and meet all wishes."""
        curves = self._curves()
        states = {(0, 0): [State(0, 0, self.start, ())]}
        for index, (k, _) in enumerate(self.days):
            states = self._add(states, index, curves[index + 1])
            if index + 1 == len(self.days) or self.days[index + 1][0] != k:
                full = (1 << len(self.trips.task.wishes(k))) - 1
                met = [state for (bits, _), found in states.items() if bits == full for state in found]
                states = {(0, 0): _unbeaten(met)}
        yield from states.get((0, 0), ())

    def _add(
        self, states: dict[tuple[int, int], list[State]], index: int, curve: tuple[list[int], list[int]]
    ) -> dict[tuple[int, int], list[State]]:
        """Return the states with a day added."""
        after: dict[tuple[int, int], list[State]] = {}
        costs, worths = curve
        for (bits, held), found in states.items():
            for state in found:
                for outing in self.choices[index]:
                    reduced, tickets = state.reduced + outing.reduced, state.tickets + outing.cents
                    if reduced + self.rest[index + 1] <= self.floor:
                        break  # outings come best first
                    at = bisect_right(costs, self.room - tickets)
                    if not at or held & outing.held:
                        continue
                    if reduced + self.per_cent * tickets + worths[at - 1] <= self.paid:
                        continue
                    self.trips.task.work.step()
                    points = state.points + outing.points
                    key = (bits | outing.bits, held | outing.held)
                    grown = State(points, tickets, reduced, (*state.outings, outing))
                    after.setdefault(key, []).append(grown)
        return {key: _unbeaten(found) for key, found in after.items()}

    def _curves(self) -> list[tuple[list[int], list[int]]]:
        """Return for each day, and the end, what is still to come is worth at most for at most some cents."""
        curves: list[tuple[list[int], list[int]]] = [([0], [0])]
        for index in range(len(self.days) - 1, -1, -1):
            points: dict[int, int] = {}
            for outing in self.choices[index]:
                worth = outing.reduced + self.per_cent * outing.cents
                for cost, later in zip(*curves[-1], strict=True):
                    total = outing.cents + cost
                    if total > self.room:
                        break
                    reduced = worth + later - self.per_cent * total
                    if self.before[index] + reduced > self.floor and worth + later > points.get(
                        total, LOWEST
                    ):
                        points[total] = worth + later
            self.trips.task.work.step(len(points))
            curves.append(_curve(points))
        return curves[::-1]


def _curve(points: dict[int, int]) -> tuple[list[int], list[int]]:
    """Return costs and worths that both rise; neighbours together if there are many."""
    costs: list[int] = []
    worths: list[int] = []
    for cost, worth in sorted(points.items()):
        if not worths or worth > worths[-1]:
            costs.append(cost)
            worths.append(worth)
    group = max(1, -(-len(costs) // MOST_POINTS))
    return costs[::group], [worths[min(at + group, len(worths)) - 1] for at in range(0, len(worths), group)]


def _unbeaten(states: list[State]) -> list[State]:
    """Return the states that no cheaper one beats on points."""
    kept: list[State] = []
    for state in sorted(states, key=lambda s: (s.tickets, -s.points)):
        if not kept or state.points > kept[-1].points:
            kept.append(state)
    return kept
