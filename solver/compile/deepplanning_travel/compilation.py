"""
A query of DeepPlanning travel, compiled: its problem, its proofs, and its solution as a plan.

Components are ``stay`` (the hotel), ``out`` (the way out and the first day), ``day:K`` and ``home`` (the last
day and the way home). Rows: ``sight:X`` and ``meal:X`` (each place once at most, a required one once), and
where there is a choice of hotels ``bed:COMPONENT:HOTEL`` (a day begins and ends in the hotel of the stay).
Values are the true bill in cents.
"""

from collections.abc import Iterator
from functools import cached_property

from planassay.kb.formats.deepplanning_travel import Database, Query, query_of, requirements
from planassay.kb.formats.deepplanning_travel.scope import LATEST_RETURN_MIN, RIDE_MARGIN_MIN
from planassay.kb.formats.deepplanning_travel.values import cents
from planassay.kb.formats.deepplanning_travel.wishes import BUDGET
from planassay.kb.task import Cause, Task
from planassay.kb.verdict import Document
from planassay.solver.compile.deepplanning_travel.causes import (
    WAYS,
    Blocker,
    hotel_names,
    no_hotel,
    no_place,
    no_ride,
    no_wishes,
    usable,
)
from planassay.solver.compile.deepplanning_travel.days import Day, Outline, days
from planassay.solver.compile.deepplanning_travel.document import Trip, plan_document
from planassay.solver.compile.deepplanning_travel.fits import Fits
from planassay.solver.compile.deepplanning_travel.master import Part
from planassay.solver.compile.deepplanning_travel.places import (
    Hotel,
    Roads,
    eateries,
    hotels,
    sights,
    visit_row,
)
from planassay.solver.compile.deepplanning_travel.rides import FULL_DAY, Connection, Timetable
from planassay.solver.compile.deepplanning_travel.town import Prices, Town
from planassay.solver.compile.deepplanning_travel.trips import COST, Bed, Trips, bed_row, solve_trips
from planassay.solver.problem import Component, Limits, Problem, Ration, Solution, WorkLimitError
from planassay.solver.proof import Proof

WORK = Limits(15.0)
MOST_SCARCE = 10
"""Sights, or restaurants, of which a proof that there is no trip tells each."""
FIRST_WORK = Limits(3.0)
"""What is spent on a trip before it is asked whether there can be any."""
GLANCE = Limits(0.25)
"""What may be spent to see whether there is any day at all."""


def required_places(query: Query) -> dict[str, str]:
    """Return the rows of the places that must be visited, with their names."""
    found: dict[str, str] = {}
    for kind, entry in query.constraints.items():
        family = kind.partition("_")[0]
        if family == "restaurant":
            name = str(entry.get("restaurant_name") or "").strip()
            found.setdefault(visit_row("meal", name), name)
        elif family == "attraction":
            names = entry.get("attraction_names")
            for name in names if isinstance(names, list) and names else [""]:
                found.setdefault(visit_row("sight", str(name).strip()), str(name).strip())
    return found


class Compilation:
    """
    One query, ready to be solved.

    Parameters
    ----------
    task
        The request.
    base
        Its database.
    """

    leading: frozenset[str] = frozenset()
    misfit = "The places do not fit into the days, those asked for and enough others."

    def __init__(self, task: Task, base: Database) -> None:
        self.task = task
        self.base = base
        self.query = query_of(task)
        self.ration = Ration(WORK)
        self.timetable = Timetable(self.query, base)
        self.required = required_places(self.query)
        self.hotels = list(hotels(self.query, base))
        places = [
            *sights(self.query, base, self.required),
            *eateries(self.query, base, self.required),
        ]
        roads = Roads(base, self.query.people)
        self.town = Town(places, roads, self.query.people, list(self.required))

    # ---------------------------------------------------------------------------------------------- causes

    @cached_property
    def blockers(self) -> tuple[Blocker, ...]:
        """Every cause that single tables show."""
        found = [
            *no_wishes(self.query),
            *no_ride(self.timetable, "out"),
            *no_hotel(self.query, self.base, self.hotels),
            *no_ride(self.timetable, "home"),
            *no_place(self.required, self.base, self.town.places),
        ]
        return tuple(found or self._no_day())

    def _no_day(self) -> Iterator[Blocker]:
        prices = Prices(self.town, {})
        for k, name in enumerate(self._names):
            outlines = [outline for hotel in self.beds for outline in self._outlines(name, k, hotel)]
            try:
                is_empty = next(days(outlines, prices, Ration(GLANCE)), None) is None
            except WorkLimitError:  # that there is none would show at once
                is_empty = False
            if is_empty:
                detail = f"Day {k + 1} leaves no time for what a day must have."
                yield Blocker(Cause.TIME, detail, name, len(self.town.places))

    @property
    def aside(self) -> tuple[str, ...]:
        """The requirements that the barest trip leaves aside: all but the budget."""
        return tuple(name for name in requirements(self.task) if name != BUDGET)

    @property
    def floor(self) -> Proof:
        """The bound below every bill: the cheapest rides and bed; what no table offers is free."""
        query = self.query
        nights = query.rooms * (query.days - 1)
        beds = [hotel.price.billed * nights for hotel in self.hotels]
        rides = [self._least_fare(query.origin, query.destination), 0]
        rides[1] = self._least_fare(query.destination, query.origin)
        middle = [0] * (len(self._names) - 2)
        costs = [min(beds, default=0), rides[0], *middle, rides[1]]
        return Proof(1, {}, tuple(-cost for cost in costs), 0)

    def _least_fare(self, start: str, end: str) -> int:
        rows = (row for row in (*self.base.flights, *self.base.trains))
        fares = [
            cents(row.price)
            for row in rows
            if (row.origin_city.strip(), row.destination_city.strip()) == (start, end)
        ]
        return min((fare for fare in fares if fare is not None), default=0) * self.query.people

    # --------------------------------------------------------------------------------------------- parts

    @cached_property
    def beds(self) -> list[Hotel]:
        """The hotels to choose from, cheapest first."""
        names = hotel_names(self.query)
        fitting = [hotel for hotel in self.hotels if not names or hotel.name in names]
        return sorted(fitting, key=lambda hotel: (hotel.price.billed, hotel.name))

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return ("out", *(f"day:{k}" for k in range(2, self.query.days)), "home")

    def _parts(self, hotel: Hotel) -> list[Part]:
        return [Part(name, tuple(self._outlines(name, k, hotel))) for k, name in enumerate(self._names)]

    def _outlines(self, name: str, k: int, hotel: Hotel) -> Iterator[Outline]:
        weekday = (self.query.weekday - 1 + k) % 7
        if name not in WAYS:
            yield Outline(name, hotel.name, 0, hotel.name, LATEST_RETURN_MIN, 0, FULL_DAY, weekday)
            return
        for ride in self._rides[name]:
            bill = ride.billed * self.query.people
            if name == "out":
                ready = ride.arrive + RIDE_MARGIN_MIN
                yield Outline(
                    *(name, ride.end, ready, hotel.name, LATEST_RETURN_MIN, bill, ride.needs, weekday, ride)
                )
            else:
                deadline = ride.depart - RIDE_MARGIN_MIN
                yield Outline(name, hotel.name, 0, ride.start, deadline, bill, ride.needs, weekday, ride)

    @cached_property
    def _rides(self) -> dict[str, list[Connection]]:
        return {name: usable(self.timetable, way) for name, way in WAYS.items()}

    # ------------------------------------------------------------------------------------------- solving

    @cached_property
    def _trips(self) -> Trips | None:
        """The trips that matter, None if none fits."""
        try:
            trips = self._found(Ration(FIRST_WORK))
        except WorkLimitError:
            trips = None
        if trips is not None or not self._may_fit():
            return trips
        return self._found(self.ration)

    def _found(self, ration: Ration) -> Trips | None:
        nights = self.query.rooms * (self.query.days - 1)
        beds = [Bed(hotel, hotel.price.billed * nights, tuple(self._parts(hotel))) for hotel in self.beds]
        return solve_trips(beds, self.town, list(self.required), ration)

    def _may_fit(self) -> bool:
        """Tell whether the places may fit into the days from some hotel, money aside."""
        rows = [*self.required, *self._scarce]
        if not rows:
            return True
        fits = Fits(self.town, rows, Ration(WORK))
        return any(fits.can_be(self._parts(hotel), list(self.required)) for hotel in self.beds)

    @cached_property
    def problem(self) -> Problem:
        """The problem of all trips that can be the cheapest."""
        trips = self._trips
        return Problem((Component("trip", ()),), (), (COST,)) if trips is None else trips.problem

    @property
    def proof(self) -> Proof:
        """The prices of places and beds, and all rows for what is listed within the gap."""
        return self.floor if self._trips is None else self._trips.proof

    @property
    def existence(self) -> Proof:
        """The proof that lists what a day can hold of the places asked for, and of kinds with few places."""
        required = sorted(self.required)
        prices = dict.fromkeys(required, -1)
        most = (0, *([len(required)] * len(self._names)))
        return Proof(1, prices, most, -len(required), (*self._bed_rows, *self._scarce))

    @property
    def _scarce(self) -> Iterator[str]:
        """The rows of kinds of places of which there are so few that days can take them from each other."""
        for is_meal in (False, True):
            rows = {place.row for place in self.town.places if place.is_meal == is_meal}
            if len(rows) <= MOST_SCARCE:
                yield from sorted(rows - self.required.keys())

    @cached_property
    def _bed_rows(self) -> tuple[str, ...]:
        if len(self.beds) < 2:
            return ()
        return tuple(bed_row(name, hotel.name) for name in self._names for hotel in self.beds)

    # ------------------------------------------------------------------------------------------ document

    def document(self, solution: Solution) -> Document:
        """Return the solved trip in the scored form."""
        return self.written(self.problem, solution)

    def written(self, problem: Problem, solution: Solution) -> Document:
        """Return the solution of a problem of this query in the scored form."""
        picked = zip(problem.components, solution.picks, strict=True)
        hotel, *chosen = [component.elements[k].choice for component, k in picked]
        if not isinstance(hotel, Hotel):
            raise TypeError("the first component chooses the hotel")
        spent = tuple(day for day in chosen if isinstance(day, Day))
        return plan_document(Trip(self.query, self.town, hotel, spent))


def compile_whole(task: Task, kb: Database) -> Compilation | str:
    """Return a query ready to be solved, or a sentence that says why its scope says nothing of it."""
    if query_of(task).days < 2:
        return "A trip of one day has no night in a hotel."
    return Compilation(task, kb)
