"""
TREK's trips under the objective ``best``, built for the certificate checker.

There is one component: the trip, at a human pace and within both bills. Its value is the sum of the points
of its flights, nights, visits and ways (``kb.weights``). Rows: ``budget`` and ``official`` (the bills in
cents), ``visit:S:ID`` (a place is seen once at most), ``cover:S:P`` (persona P of stop S is served at least
once), ``must:S:ID`` (a place asked for is seen), ``some:S`` (a stop without such wishes is visited) and
``car:S`` (stop S has a car-day). With prices for them the days of a trip are free of each other; see
``trips`` for how they are listed. Written from the pages of the objective; shares nothing with the planner.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from planassay.kb.catalog import Catalog
from planassay.kb.clock import DAY_MIN
from planassay.kb.records import Attraction, Hotel
from planassay.kb.task import Task
from planassay.kb.weights import weights
from planassay.verifier.components.days import travel
from planassay.verifier.components.model import Item, Row, Work
from planassay.verifier.components.outings import Frame, Sight
from planassay.verifier.components.trek import Trek, Way
from planassay.verifier.components.trips import Room, Trips

TRIP = "trip"


class TrekBest(Trek):
    """The trips of one task; see the module."""

    def __init__(self, task: Task, kb: Catalog, work: Work) -> None:
        super().__init__(task, kb, work, worth=1)
        self.names = self.listing = (TRIP,)
        self.weights = weights()
        self.pace = self.weights.pace(task.personas)
        self.sights = tuple(self._to_see(k) for k in range(len(task.stops)))
        self._known_frames: dict[tuple[object, ...], Frame] = {}

    def _to_see(self, k: int) -> list[Sight]:
        """Return what there is to see at a stop, with the wishes that each sight meets."""
        stop, wishes = self.stops[k], self.wishes(k)
        return [
            Sight(
                sight,
                tuple(
                    (opening, closing, max(stay, min(closing - opening, sight.duration_min or 60)))
                    for opening, closing, stay in place.spans
                ),
                self.weights.visit(sight, serves.bit_count()),
                sight.ticket_cents * self.task.party,
                serves | sum(1 << bit for bit, row in enumerate(wishes) if row in _own_rows(k, sight)),
            )
            for sight, place, serves in zip(stop.sights, stop.places, stop.serves, strict=True)
        ]

    def wishes(self, k: int) -> list[str]:
        """Return the rows of what a stop must meet: personas, places asked for, or else any visit."""
        stop, menu = self.stops[k], self.menus[k]
        forced = () if menu is None else menu.forced
        rows = [f"cover:{k}:{bit}" for bit in range(len(stop.wishes))]
        rows += [f"must:{k}:{stop.sights[i].attraction_id}" for i in forced]
        return rows or [f"some:{k}"]

    # ------------------------------------------------------------------------------------ what is proved

    def target(self, bound: int) -> int:
        """Return the value of a trip one point better than ``bound``."""
        return bound + 1

    def row(self, name: str) -> Row | None:
        """Return a coupling row."""
        if name == "budget":
            return Row("<=", self.task.budget_cents)
        if name == "official" or name.startswith("car:"):
            return super().row(name)
        for k, sights in enumerate(self.sights):
            if name in self.wishes(k):
                return Row(">=", 1)
            if sum(name == f"visit:{k}:{sight.record.attraction_id}" for sight in sights) == 1:
                return Row("<=", 1)
        return None

    def plan_value(self, plan: object) -> int | str:
        """Return the points of a plan that is gold and keeps to the pace, or why it is not."""
        from planassay.verifier.components.satisfaction import points_of

        bill = super().plan_value(plan)
        return bill if isinstance(bill, str) else points_of(plan, self)

    def best(self, name: str, prices: Mapping[str, int], scale: int) -> int:  # noqa: ARG002
        """Return a bound above the reduced value of every trip; bills and wishes are only priced."""
        return Trips(self, prices, scale, frozenset(prices)).best()

    def listed(
        self,
        name: str,  # noqa: ARG002
        prices: Mapping[str, int],
        scale: int,
        floor: int,
        rows: frozenset[str],
        known: Mapping[str, Sequence[Item]],  # noqa: ARG002
    ) -> Iterator[Item]:
        """
        Yield trips above a floor that keep both bills, meet all wishes and see no place with a row twice.

        Places without a row may be seen on several days. A trip is left out if another one is yielded that
        is worth no less, costs no more and uses the rows of places alike: were it worth enough to break a
        proof, so would be the other, for both are above the floor then.
        """
        yield from Trips(self, prices, scale, rows).listed(floor)

    # ---------------------------------------------------------------------------------------------- legs

    def ways(self, leg: int) -> list[Way]:
        """Return the flights and days of a leg: the first leaves on day 1, the way home on the last."""
        return [item.tag for item in self._legs(leg, frozenset()) if isinstance(item.tag, Way)]

    def leaves(self, k: int) -> Sequence[Way | None]:
        """Return the ways to leave a stop; None where the trip ends."""
        return self.ways(k + 1) if k + 1 < len(self.flights) else [None]

    def clocks(self, way: Way) -> tuple[int, int]:
        """Return when a flight leaves and lands, local minutes from 00:00 of its day."""
        return self._clocks(way.flight) or (0, 0)

    def flight_points(self, way: Way) -> int:
        """Return the points of a flight."""
        return self.weights.flight(*self.clocks(way), self.kb.flight_time(way.flight).duration_min)

    def landing_day(self, arrive: Way) -> int:
        """Return the local day of landing."""
        return arrive.day + self._days_later(arrive.flight)

    def landing(self, arrive: Way) -> int:
        """Return the local minute of landing, from 00:00 of the day of landing."""
        minute = self.clocks(arrive)[1] - self._days_later(arrive.flight) * DAY_MIN
        return minute if minute >= 0 else max(minute, arrive.flight.arrive)

    # --------------------------------------------------------------------------------------------- stays

    def last_day(self, leave: Way | None) -> int:
        """Return the day of leaving a stop, or the last of the trip."""
        return leave.day if leave else self.task.days

    def rooms(self, k: int, nights: int, slept: int) -> list[Room]:
        """Return what each inn is worth and costs for some nights, of which some are slept on the ground."""
        beds = nights * self.task.rooms
        return [
            Room(
                inn,
                slept * self.weights.night(inn),
                beds * inn.price_cents,
                beds * inn.price_cents + self._official_extra(k, inn, nights),
            )
            for inn in self.inns[k]
        ]

    def cars(self, k: int, arrive: Way, leave: Way | None) -> list[tuple[int, tuple[str, ...]]]:
        """Return the ways to have a car during a stay, with their cents and the ``car`` rows they serve."""
        rows = frozenset(f"car:{at}" for at in range(self.final))
        ways = self._car_ways(k, arrive, self.last_day(leave) - arrive.day, rows)
        late = self._landing(k, arrive.flight)
        return [(cents + late, tuple(row for row in served if row in rows)) for cents, served in ways]

    def checked_in(self, arrive: Way, inn: Hotel) -> int:
        """Return the minute of the day of landing at which an inn is reached."""
        return self.landing(arrive) + self.pace.landing_min + travel(arrive.flight.to_point, inn.point)

    def is_in_time(self, arrive: Way, leave: Way | None, inn: Hotel) -> bool:
        """Return whether an inn is reached before the next day begins, and left in time for the flight."""
        ready = self.checked_in(arrive, inn) + self.pace.check_in_min
        if ready > DAY_MIN + self.pace.day_start - self.pace.way_max_min:
            return False
        if leave is None:
            return True
        way = travel(inn.point, leave.flight.from_point)
        leaving, nights = self.clocks(leave)[0], leave.day - self.landing_day(arrive)
        return way <= leaving and ready + way <= leaving + nights * DAY_MIN

    # -------------------------------------------------------------------------------------------- frames

    def frames(self, k: int, arrive: Way, leave: Way | None, inns: Sequence[Hotel]) -> tuple[Frame, ...]:
        """
        Return the days of a stay, from the day of landing on; none if it has too few nights.

        With several inns each day begins and ends at the nearest.
        """
        full = self.last_day(leave) - self.landing_day(arrive) - 1
        least = self.pace.least_nights(self.task.days, len(self.stops))
        if full < 0 or self.last_day(leave) - arrive.day < least:
            return ()
        rows = tuple(inn.row for inn in inns)
        flights = (arrive.flight.row, leave.flight.row if leave else None)
        usual = self._day_frame((k, rows), lambda: self._full_day(k, inns))
        first = self._day_frame(
            (k, rows, "land", flights[0]), lambda: self._first_day(usual, k, arrive, inns)
        )
        last = self._day_frame((k, rows, "leave", flights[1]), lambda: self._last_day(usual, k, leave, inns))
        return (first, *(usual,) * full, last)

    def _day_frame(self, key: tuple[object, ...], make: Callable[[], Frame]) -> Frame:
        if key not in self._known_frames:
            self._known_frames[key] = make()
        return self._known_frames[key]

    def _full_day(self, k: int, inns: Sequence[Hotel]) -> Frame:
        hops = tuple(min(travel(inn.point, s.record.point) for inn in inns) for s in self.sights[k])
        pace = self.pace
        most, longest = pace.visits_a_day, pace.longest_min
        return Frame(hops, -DAY_MIN, pace.day_start, hops, pace.home_by, most, longest, 0, is_home=True)

    def _first_day(self, usual: Frame, k: int, arrive: Way, inns: Sequence[Hotel]) -> Frame:
        """Return the day of landing: the luggage goes to the hotel first."""
        pace, floors = self.pace, [self.pace.day_start]
        if self.landing_day(arrive) == arrive.day:  # the official reader puts the flight first
            floors.append(arrive.flight.depart)
        if pace.is_short_night(arrive.flight.depart, self.landing(arrive)):
            floors.append(pace.rest_until)
        ready = min(self.checked_in(arrive, inn) for inn in inns) + pace.check_in_min
        most = pace.visits_after_flight if k else pace.visits_first_day
        longest = pace.travel_day_min
        return replace(usual, leave_at=ready, not_before=max(floors), most=most, longest=longest)

    def _last_day(self, usual: Frame, k: int, leave: Way | None, inns: Sequence[Hotel]) -> Frame:
        """Return the day of leaving for the airport, or the last of the trip."""
        if leave is None:
            return replace(usual, is_home=False, is_end=True)
        airport = leave.flight.from_point
        return replace(
            usual,
            back=tuple(travel(sight.record.point, airport) for sight in self.sights[k]),
            there_by=self.clocks(leave)[0] - self.pace.airport_min,
            most=self.pace.visits_before_flight,
            longest=self.pace.travel_day_min,
            idle=max(self.weights.road(travel(inn.point, airport)) for inn in inns),
            is_home=False,
        )


def _own_rows(k: int, sight: Attraction) -> tuple[str, str]:
    """Return the rows of wishes that any visit to a sight meets, where the stop has them."""
    return f"must:{k}:{sight.attraction_id}", f"some:{k}"
