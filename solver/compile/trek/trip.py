"""
The trip as a problem: legs and stays as components, coupled by days, cars and budget.

A trip that costs at most a limit uses no element whose least completion costs more, so the problem of
a limit holds only those; ``solver.planner`` raises the limit until the optimum lies within it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from planassay.kb.catalog import Catalog
from planassay.kb.task import Task
from planassay.solver.compile.trek.bills import official_car_days
from planassay.solver.compile.trek.cars import Cars, CarWay
from planassay.solver.compile.trek.legs import Service, services
from planassay.solver.compile.trek.offers import Stop, stop_offers
from planassay.solver.compile.trek.schedule import MAX_VISITS
from planassay.solver.compile.trek.stays import Between, Slack, StayChoice, StayTable
from planassay.solver.problem import Component, Element, Problem, Ration, Row, Sense

OBJECTIVES = ("cents", "ground_min")


@dataclass(frozen=True, slots=True)
class LegChoice:
    """A flight on a day."""

    service: Service
    day: int


@dataclass(frozen=True, slots=True)
class TripStay:
    """A stay with its car-days."""

    stay: StayChoice
    cars: CarWay


STEPS_OF_A_SPLIT = 4
"""What one way to spread the legs costs of the work allowed; of many days there are very many."""

Split = tuple[int, ...]
"""Day on which each leg leaves; the first is 1, the way home leaves on the last day."""
Key = tuple[int, Between]


class Trip:
    """
    Everything about one task that the clocks and the tables decide.

    Parameters
    ----------
    task
        The request.
    kb
        The knowledge base.
    ration
        How much its tables may work.
    """

    def __init__(self, task: Task, kb: Catalog, ration: Ration | None = None) -> None:
        self.task = task
        self.kb = kb
        self.stops: tuple[Stop, ...] = tuple(stop_offers(task, kb, k) for k in range(len(task.stops)))
        self.services = services(task, kb)
        self.cars = Cars(task, self.stops)
        self.tables = tuple(StayTable(task, stop, ration) for stop in self.stops)
        self._ration = ration
        self._stays: dict[tuple[Key, bool], tuple[Slack, list[StayChoice]]] = {}

    @cached_property
    def splits(self) -> tuple[tuple[int, Split], ...]:
        """
        Every way to spread the legs over the days, with its least cost, cheapest first.

        Raises
        ------
        WorkLimitError
            If the ration is used up.
        """
        found = []
        last = (self.task.days,) if self.task.round_trip else ()
        for inner in combinations(range(2, self.task.days), len(self.task.stops) - 1):
            if self._ration is not None:
                self._ration.spend(STEPS_OF_A_SPLIT)
            days = (1, *inner, *last)
            if (cost := self._least_of_split(days)) is not None:
                found.append((cost, days))
        return tuple(sorted(found))

    @property
    def least_cents(self) -> int | None:
        """A lower bound on the cost of any trip, None if a component is empty."""
        return self.splits[0][0] if self.splits else None

    @property
    def most_cents(self) -> int:
        """An upper bound on the cost of any trip: the dearest of everything, all the time."""
        task = self.task
        fares = sum(legs[-1].flight.fare_cents for legs in self.services if legs) * task.party
        rooms = [stop.hotels[-1].price_cents for stop in self.stops if stop.hotels]
        tickets = sum(
            sum(sorted((s.record.ticket_cents for s in stop.sights), reverse=True)[:MAX_VISITS])
            for stop in self.stops
        )
        cars = [stop.cars[0].price_cents for stop in self.stops if stop.cars]
        lodging = task.days * task.rooms * max(rooms, default=0)
        return fares + lodging + tickets * task.party + task.days * max(cars, default=0)

    def nights(self, split: Split, position: int) -> int:
        """Return how many nights a split books at a stop."""
        end = split[position + 1] if position + 1 < len(self.stops) else self.task.days
        return end - split[position]

    def leg_cents(self, leg: int, service: Service) -> int:
        """Return what a service costs: the party's seats, and what its landing changes in car-days."""
        fare = service.flight.fare_cents * self.task.party
        return fare + self.cars.landing_cents(leg, service.lands_days_later)

    @cached_property
    def least_legs(self) -> tuple[int, ...]:
        """The least cost of each leg; every leg must have a service."""
        return tuple(min(self.leg_cents(k, s) for s in legs) for k, legs in enumerate(self.services))

    def _least_of_split(self, split: Split) -> int | None:
        if not all(self.services) or (self.task.car and not all(stop.cars for stop in self.stops)):
            return None
        total = sum(self.least_legs)
        for position, table in enumerate(self.tables):
            nights = self.nights(split, position)
            least = table.least_cents(nights)
            if least is None or nights < 1:
                return None
            total += least + self.cars.least_cents(position, nights)
        return total

    def problem(self, limit: int, *, official_budget: int | None = None) -> Problem:
        """
        Return the problem that holds every trip of at most ``limit`` cents, and perhaps dearer ones.

        Parameters
        ----------
        limit
            In cents.
        official_budget
            In cents; adds the row that keeps the official bill within it, and leaves out what no trip within
            it uses. None leaves the row out, and with it the dearer stays that would only help there.

        Raises
        ------
        WorkLimitError
            If the ration is used up.
        """
        slacks, legs = self._within(limit, official_budget)
        stays = [(key, self._elements(key, slack)) for key, slack in slacks.items()]
        rows: dict[str, Row] = {}
        if official_budget is not None:
            bound = official_budget - self._official_car_cents()
            rows["official"] = Row("official", Sense.AT_MOST, bound)
        for position in range(len(self.stops) - 1 if self.task.car else 0):
            rows[f"car:{position}"] = Row(f"car:{position}", Sense.AT_LEAST, 1)
        components = [
            Component(f"leg:{k}", tuple(self._leg_element(k, choice, rows) for choice in chosen))
            for k, chosen in enumerate(legs)
        ]
        for position in range(len(self.stops)):
            choices = [c for key, found in stays if key[0] == position for c in found]
            choices.sort(key=lambda c: (c.order, _between_order(c.between)))
            elements = tuple(e for c in choices for e in self._stay_elements(position, c, rows))
            components.append(Component(f"stay:{position}", elements))
        return Problem(tuple(components), tuple(rows.values()), OBJECTIVES)

    def _within(
        self, limit: int, official_budget: int | None
    ) -> tuple[dict[Key, Slack], list[list[LegChoice]]]:
        """Return the bounds of stays with the slack each may use, and the choices of each leg."""
        slacks: dict[Key, Slack] = {}
        legs: list[set[tuple[int, int]]] = [set() for _ in self.services]
        for least, split in self.splits:
            if least > limit:
                break
            left = Slack(limit - least, self._official_slack(split, official_budget))
            if not left.holds():
                continue
            open_flights = [self._open(k, left) for k in range(len(self.services))]
            for k, flights in enumerate(open_flights):
                legs[k].update((s, split[k]) for s in flights)
            for position in range(len(self.stops)):
                for key, slack in self._bounds(position, split, open_flights, left):
                    slacks[key] = slack.wider(slacks.get(key, slack))
        choices = [
            sorted(
                (LegChoice(self.services[k][s], day) for s, day in found),
                key=lambda c: (c.service.flight.number, c.day),
            )
            for k, found in enumerate(legs)
        ]
        return slacks, choices

    def _official_slack(self, split: Split, budget: int | None) -> int | None:
        """Return what a budget leaves above the least official bill of a split."""
        if budget is None:
            return None
        stays = [
            table.least_official_cents(self.nights(split, k)) or 0 for k, table in enumerate(self.tables)
        ]
        fares = [legs[0].flight.fare_cents * self.task.party for legs in self.services]
        return budget - self._official_car_cents() - sum(stays) - sum(fares)

    def _after(self, slack: Slack, leg: int, service: int) -> Slack:
        """Return what is left of a slack by a service that costs more than the cheapest of its leg."""
        chosen, cheapest = self.services[leg][service], self.services[leg][0]
        fare = (chosen.flight.fare_cents - cheapest.flight.fare_cents) * self.task.party
        return slack.less(self.leg_cents(leg, chosen) - self.least_legs[leg], fare)

    def _open(self, leg: int, slack: Slack) -> list[int]:
        return [s for s in range(len(self.services[leg])) if self._after(slack, leg, s).holds()]

    def _bounds(
        self, position: int, split: Split, open_flights: list[list[int]], slack: Slack
    ) -> Iterator[tuple[Key, Slack]]:
        """Yield the bounds of a stop in a split, with what its stay may cost above the least."""
        following = position + 1
        leaving: list[int | None] = list(open_flights[following]) if following < len(split) else [None]
        leave_day = split[following] if following < len(split) else self.task.days
        end = leave_day if position + 1 < len(self.stops) else self.task.days
        for arrive in open_flights[position]:
            if split[position] + self.services[position][arrive].lands_days_later >= end:
                continue  # no night on the ground
            for leave in leaving:
                left = self._after(slack, position, arrive)
                left = left if leave is None else self._after(left, following, leave)
                if left.holds():
                    service = self.services[following][leave] if leave is not None else None
                    bounds = Between(self.services[position][arrive], split[position], service, leave_day)
                    yield (position, bounds), left

    def _elements(self, key: Key, slack: Slack) -> list[StayChoice]:
        """Return the stays of a bound, found once for the widest slack asked so far."""
        position, between = key
        table, nights = self.tables[position], self._nights_between(position, between)
        place = key, slack.official is not None
        known = self._stays.get(place)
        if known is None or not known[0].covers(slack):
            asked = slack if known is None else slack.wider(known[0])
            known = self._stays[place] = (asked, table.elements(between, nights, asked))
        least = table.least_cents(nights) or 0, table.least_official_cents(nights) or 0
        return [
            c for c in known[1] if slack.less(c.true_cents - least[0], c.official_cents - least[1]).holds()
        ]

    def _nights_between(self, position: int, between: Between) -> int:
        final = position + 1 == len(self.stops)
        return (self.task.days if final else between.leave_day) - between.arrive_day

    def _official_car_cents(self) -> int:
        if self.task.car is None:
            return 0
        days = official_car_days(self.task)
        return sum(n * stop.cars[0].price_cents for n, stop in zip(days, self.stops, strict=True))

    def _leg_element(self, leg: int, choice: LegChoice, rows: dict[str, Row]) -> Element:
        cents = choice.service.flight.fare_cents * self.task.party
        uses = []
        if leg < len(self.stops):
            uses.append((_link(rows, "land", leg, choice.service, choice.day), 1))
        if leg > 0:
            uses.append((_link(rows, "leave", leg, choice.service, choice.day), 1))
        if "official" in rows:
            uses.append(("official", cents))
        return Element((cents, 0), tuple(uses), choice)

    def _stay_elements(self, position: int, choice: StayChoice, rows: dict[str, Row]) -> Iterator[Element]:
        between = choice.between
        uses = [(_link(rows, "land", position, between.arrive, between.arrive_day), -1)]
        if between.leave is not None:
            uses.append((_link(rows, "leave", position + 1, between.leave, between.leave_day), -1))
        if "official" in rows:
            uses.append(("official", choice.official_cents))
        landed = between.arrive_day + between.arrive.lands_days_later
        for way in self.cars.ways(position, between.arrive_day, landed, between.leave_day):
            cars = [(f"car:{k}", 1) for k in range(len(self.stops)) if f"car:{k}" in rows and way.serves(k)]
            values = (choice.true_cents + way.cents, choice.schedule.ground_min)
            yield Element(values, (*uses, *cars), TripStay(choice, way))


def _between_order(between: Between) -> tuple[str | int, ...]:
    leave = "" if between.leave is None else between.leave.flight.number
    return (between.arrive.flight.number, between.arrive_day, leave, between.leave_day)


def _link(rows: dict[str, Row], end: str, leg: int, service: Service, day: int) -> str:
    """Return the row that ties a leg's choice to the stay at one of its ends, made on first use."""
    name = f"{end}:{leg}:{service.flight.number}:{day}"
    rows.setdefault(name, Row(name, Sense.EQUAL, 0))
    return name
