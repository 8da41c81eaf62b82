"""
Labels: a task under the rule sets that labels rest on, as a problem.

``trek-label@1`` spreads nights and car-days evenly over the stops, as the official bill does, and
``free-split@1`` in any way, at least one a stop. Under both a stop's nights may be spent in different hotels
that together serve everybody, likewise visits and cars, of which the cheapest is billed. Clocks are left
aside. A solution is a bundle: the records that a trip buys.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from planassay.kb.catalog import Catalog, Table
from planassay.kb.names import squeeze
from planassay.kb.records import Attraction, Car, Flight, Hotel
from planassay.kb.task import Cause, Task
from planassay.solver.compile.trek.bills import even_split
from planassay.solver.compile.trek.causes import LEADING, Blocker, aside, missing_names
from planassay.solver.compile.trek.choices import Chosen, Option, cheapest_sets
from planassay.solver.compile.trek.floors import floor_proof
from planassay.solver.compile.trek.legs import flights_of_leg
from planassay.solver.compile.trek.offers import (
    car_fits,
    car_meets,
    hotel_meets,
    known_at,
    personas_of,
    sight_meets,
)
from planassay.solver.problem import Component, Element, Problem, Row, Sense, Solution
from planassay.solver.proof import Proof

EVEN = "trek-label@1"
FREE = "free-split@1"
RULESETS = (EVEN, FREE)


@dataclass(frozen=True, slots=True)
class StopBundle:
    """What is bought in one stop, the car aside."""

    nights: tuple[Hotel, ...]
    visits: tuple[Attraction, ...]


@dataclass(frozen=True, slots=True)
class CarBundle:
    """The cars of one stop and how long they are billed."""

    cars: tuple[Car, ...]
    days: int


class _Stop:
    """The tables of one stop, for one traveller."""

    def __init__(self, task: Task, kb: Catalog, label: str) -> None:
        self.label = label
        self.task = task
        self.people = personas_of(task)
        self.hotels = kb.hotels(kb.resolve_city(Table.HOTELS, label))
        self.sights = kb.attractions(kb.resolve_city(Table.ATTRACTIONS, label))
        self.cars = kb.cars(kb.resolve_city(Table.CARS, label)) if task.car else ()
        self.seats = [car for car in self.cars if car_fits(car, task)]

    def beds(self, names: Sequence[str], nights: int) -> Chosen[Hotel] | None:
        """Return the cheapest hotels for so many nights, dearest last; None if they are too few for all."""
        options = [
            Option(
                h.price_cents, h.row, self._bits([hotel_meets(h, p) for p in self.people], h.name, names), h
            )
            for h in self.hotels
        ]
        if not options:
            return None
        cheapest = min(options, key=lambda o: o[:2])
        found = []
        for size, chosen in cheapest_sets(options, (1 << len(self.people) + len(names)) - 1).items():
            if (spare := nights - size) >= 0:
                records = (cheapest.record,) * spare + chosen.records
                found.append(Chosen(chosen.cents + spare * cheapest.cents, records))
        return min(found, key=lambda c: (c.cents, [h.row for h in c.records]), default=None)

    def visits(self, names: Sequence[str]) -> Chosen[Attraction] | None:
        """Return the cheapest visits that serve everybody, at least one; None if there are none."""
        people = [p for p in self.people if p.attraction]
        options = [
            Option(s.ticket_cents, s.row, self._bits([sight_meets(s, p) for p in people], s.name, names), s)
            for s in self.sights
        ]
        needs = (1 << len(people) + len(names)) - 1
        if not needs:
            singles = [Chosen(o.cents, (o.record,)) for o in sorted(options, key=lambda o: o[:2])]
            return singles[0] if singles else None
        found = cheapest_sets(options, needs).values()
        return min(found, key=lambda c: (c.cents, [s.row for s in c.records]), default=None)

    @cached_property
    def rental(self) -> tuple[Car, ...]:
        """The cheapest car that seats the party, and for each persona it fails the cheapest that serves."""
        rows = sorted(self.seats, key=lambda c: (c.price_cents, c.row))
        chosen = rows[:1]
        for one in self.people:
            if not any(car_meets(car, one) for car in chosen):
                serving = [car for car in rows if car_meets(car, one)]
                if not serving:
                    return ()
                chosen.append(serving[0])
        return tuple(chosen)

    @staticmethod
    def _bits(meets: Sequence[bool], name: str, names: Sequence[str]) -> int:
        answers = [*meets, *(squeeze(name) == wanted for wanted in names)]
        return sum(1 << bit for bit, answer in enumerate(answers) if answer)


class LabelTrip:
    """
    One task under one of the rule sets.

    Parameters
    ----------
    task
        The request.
    kb
        The knowledge base.
    ruleset
        One of :data:`RULESETS`.
    """

    def __init__(self, task: Task, kb: Catalog, ruleset: str) -> None:
        if ruleset not in RULESETS:
            raise ValueError(f"{ruleset!r} is none of {', '.join(RULESETS)}")
        self.task = task
        self.kb = kb
        self.is_even = ruleset == EVEN
        self.nights = max(1, task.nights)
        self.stops = [_Stop(task, kb, label) for label in task.stops]
        self.legs = [_cheapest(flights_of_leg(kb, leg)) for leg in task.legs]
        self.homes = known_at(task, kb, Table.HOTELS) | known_at(task, kb, Table.ATTRACTIONS)
        self.blockers = tuple(self._blockers())

    def _spans(self, total: int) -> list[list[int]]:
        """Return the shares of some nights or days that each stop may have."""
        if self.is_even:
            return [[n] if n else [] for n in even_split(total, len(self.stops))]
        return [list(range(1, total - len(self.stops) + 2))] * len(self.stops)

    # ------------------------------------------------------------------------------------------- causes

    def _blockers(self) -> Iterator[Blocker]:
        yield from missing_names(self.task, self.kb)
        for k, (leg, flight) in enumerate(zip(self.task.legs, self.legs, strict=True)):
            if flight is None:
                detail = f"No direct flight serves {leg[0]} to {leg[1]}."
                yield Blocker(Cause.ROUTE, detail, f"leg:{k}", len(self.kb.flight_keys))
        for k, stop in enumerate(self.stops):
            yield from self._no_bed(k, stop)
            yield from self._no_visit(k, stop)
            yield from self._no_rental(k, stop)
        for k, span in enumerate(self._spans(self.nights)):
            if not span:
                yield Blocker(Cause.TIME, f"No night is left for {stop.label}.", f"stay:{k}", 0)

    def _no_bed(self, k: int, stop: _Stop) -> Iterator[Blocker]:
        names = self._must(k, frozenset(), self.task.required_hotels)
        most = max(self._spans(self.nights)[k], default=1)
        if stop.beds(names, most) is not None:
            return
        alone = [p.name for p in stop.people if not any(hotel_meets(h, p) for h in stop.hotels)]
        cause, detail = (
            Cause.CONFLICT,
            f"{most} nights in {stop.label} are too few for hotels that serve all.",
        )
        if not stop.hotels:
            cause, detail = Cause.ENTITY, f"No hotel is known in {stop.label}."
        elif alone:
            cause, detail = Cause.PERSONA, f"No hotel in {stop.label} meets the needs of {alone[0]!r}."
        yield Blocker(cause, detail, f"hotel:{k}", len(stop.hotels))

    def _no_visit(self, k: int, stop: _Stop) -> Iterator[Blocker]:
        if stop.visits(self._must(k, frozenset(), self.task.required_attractions)) is not None:
            return
        cause, detail = Cause.ENTITY, f"No attraction is known in {stop.label}."
        if stop.sights:
            wishes = [p for p in stop.people if p.attraction]
            unmet = [p.name for p in wishes if not any(sight_meets(s, p) for s in stop.sights)]
            cause, detail = (
                Cause.PERSONA,
                f"No attraction in {stop.label} meets the needs of {unmet[0]!r}.",
            )
        yield Blocker(cause, detail, f"sight:{k}", len(stop.sights))

    def _no_rental(self, k: int, stop: _Stop) -> Iterator[Blocker]:
        if self.task.car is None or stop.rental:
            return
        cause, detail = Cause.ENTITY, f"No rental car is known in {stop.label}."
        if stop.seats:
            unmet = [p.name for p in stop.people if not any(car_meets(c, p) for c in stop.seats)]
            cause, detail = Cause.PERSONA, f"No car in {stop.label} meets the needs of {unmet[0]!r}."
        elif stop.cars:
            seats = max(self.task.party, self.task.car.seats)
            cause, detail = Cause.CAPACITY, f"No car in {stop.label} seats {seats}."
        yield Blocker(cause, detail, f"car:{k}", len(stop.cars))

    def _must(self, k: int, served: frozenset[str], names: Sequence[str]) -> list[str]:
        """Return the names that this stop has to serve: those it alone knows, and those it takes on."""
        folded = dict.fromkeys(map(squeeze, names))
        return [name for name in folded if self.homes[name] == (k,) or name in served]

    # ---------------------------------------------------------------------------------------- the problem

    @cached_property
    def problem(self) -> Problem:
        """The problem of all trips: legs, stays and cars, coupled by nights, car-days and shared names."""
        rows = []
        if not self.is_even:
            rows.append(Row("nights", Sense.EQUAL, self.nights))
            rows += [Row("car-days", Sense.EQUAL, self.task.days)] if self.task.car else []
        shared = sorted(name for name, where in self.homes.items() if len(where) > 1)
        rows += [Row(f"required:{name}", Sense.AT_LEAST, 1) for name in shared]
        components = [
            Component(f"leg:{k}", (Element((self.task.party * flight.fare_cents,), (), flight),))
            for k, flight in enumerate(self.legs)
            if flight is not None
        ]
        components += [Component(f"stay:{k}", tuple(self._stays(k))) for k in range(len(self.stops))]
        if self.task.car is not None:
            components += [Component(f"car:{k}", tuple(self._rentals(k))) for k in range(len(self.stops))]
        return Problem(tuple(components), tuple(rows), ("cents",))

    def _stays(self, k: int) -> Iterator[Element]:
        stop = self.stops[k]
        shared = sorted(name for name, where in self.homes.items() if len(where) > 1 and k in where)
        for size in range(len(shared) + 1):
            for served in map(frozenset, combinations(shared, size)):
                visits = stop.visits(self._must(k, served, self.task.required_attractions))
                for nights in self._spans(self.nights)[k]:
                    beds = stop.beds(self._must(k, served, self.task.required_hotels), nights)
                    if beds is None or visits is None:
                        continue
                    uses = [] if self.is_even else [("nights", nights)]
                    uses += [(f"required:{name}", 1) for name in sorted(served)]
                    cents = self.task.rooms * beds.cents + self.task.party * visits.cents
                    yield Element((cents,), tuple(uses), StopBundle(beds.records, visits.records))

    def _rentals(self, k: int) -> Iterator[Element]:
        cars = self.stops[k].rental
        for days in self._spans(self.task.days)[k]:
            uses = () if self.is_even else (("car-days", days),)
            yield Element((days * cars[0].price_cents,), uses, CarBundle(cars, days))

    # ------------------------------------------------------------------------------------ what comes of it

    def document(self, solution: Solution) -> dict[str, object]:
        """Return a solution as a bundle; records are cited as reports cite them."""
        picked = zip(self.problem.components, solution.picks, strict=True)
        chosen = [component.elements[pick].choice for component, pick in picked]
        stays = [choice for choice in chosen if isinstance(choice, StopBundle)]
        cars = [choice for choice in chosen if isinstance(choice, CarBundle)]
        rentals = cars or [CarBundle((), 0)] * len(stays)
        return {
            "legs": [f"flight:{choice.number}" for choice in chosen if isinstance(choice, Flight)],
            "stops": [
                {
                    "city": stop.label,
                    "nights": [f"hotel:{h.city}:{h.hotel_id}" for h in stay.nights],
                    "visits": [f"attraction:{s.city}:{s.attraction_id}" for s in stay.visits],
                    "cars": [f"car:{c.city}:{c.car_id}" for c in rental.cars],
                    "car_days": rental.days,
                }
                for stop, stay, rental in zip(self.stops, stays, rentals, strict=True)
            ],
        }

    @property
    def floor(self) -> Proof:
        """The bound that holds whatever the tables lack."""
        return floor_proof(self.task, self.kb, is_even=self.is_even)

    @property
    def leading(self) -> frozenset[str]:
        """The components whose causes come before all others."""
        return LEADING

    @property
    def aside(self) -> tuple[str, ...]:
        """The requirements that the barest trip leaves aside."""
        return aside(self.task, self.blockers)

    @property
    def misfit(self) -> str:
        """What does not fit where every component has elements."""
        return "The nights do not suffice for every hotel that is needed."

    @property
    def existence(self) -> Proof:
        """The proof that lists every trip, whatever it costs."""
        rows = tuple(row.name for row in self.problem.rows)
        return Proof(1, {}, (0,) * len(self.problem.components), 0, rows)

    @cached_property
    def proof(self) -> Proof:
        """The best bound on the cost of any trip: a price on nights, and one on car-days."""
        nights = [_slopes(self.problem, "nights"), _slopes(self.problem, "car-days")]
        proofs = [_priced(self.problem, {"nights": n, "car-days": d}) for n in nights[0] for d in nights[1]]
        return min(proofs, key=lambda proof: (proof.bound, sorted(proof.prices.items())))


def _cheapest(flights: Sequence[Flight]) -> Flight | None:
    return min(flights, key=lambda f: (f.fare_cents, f.row), default=None)


def _slopes(problem: Problem, row: str) -> list[int]:
    """Return the prices of a row worth trying: what a further unit costs between elements of a component."""
    found = {0}
    for component in problem.components:
        points = {u: e.values[0] for e in reversed(component.elements) for name, u in e.uses if name == row}
        for a, b in combinations(sorted(points), 2):
            found.add(-((points[b] - points[a]) // (b - a)))
    return sorted(found)


def _priced(problem: Problem, prices: dict[str, int]) -> Proof:
    """Return the proof that some prices give; values count up, so costs are negative."""
    bounds = {row.name: row.bound for row in problem.rows}
    kept = {name: price for name, price in prices.items() if price and name in bounds}
    maxima = tuple(
        max(-e.values[0] - sum(kept.get(name, 0) * amount for name, amount in e.uses) for e in c.elements)
        for c in problem.components
    )
    constant = sum(price * bounds[name] for name, price in kept.items())
    return Proof(1, kept, maxima, constant, tuple(name for name in bounds if name not in kept))
