"""
The objective ``best`` for DeepPlanning travel: most stars at a human pace, of equals the least bill.

Stars weigh as cents in one cost (see ``paced``), so that the machinery of the cheapest trip finds the best
one and proves both levels at once; where it cannot, the stars alone.
"""

from collections.abc import Sequence

from planassay.kb.formats.deepplanning_travel import Database
from planassay.kb.formats.deepplanning_travel.stars import (
    EXCHANGE,
    meal_stars,
    most_sights,
    night_stars,
    sight_stars,
)
from planassay.kb.money import MAX_CENTS
from planassay.kb.task import Task
from planassay.solver.best import Best
from planassay.solver.compile.deepplanning_travel.compilation import Compilation
from planassay.solver.compile.deepplanning_travel.master import BUDGET, Goal, Master, Part
from planassay.solver.compile.deepplanning_travel.paced import PacedTown, at_pace, gathered, in_daylight
from planassay.solver.compile.deepplanning_travel.places import Hotel, Place
from planassay.solver.compile.deepplanning_travel.trips import (
    Bed,
    Floors,
    Stay,
    Trips,
    Winner,
    floors_of,
    masters_of,
    problem_of,
    proof_of,
    stays_within,
    winner_of,
)
from planassay.solver.engines import engine
from planassay.solver.problem import Limits, Outcome, Ration, Solution, WorkLimitError

WORK = Limits(20.0)
LISTING = Limits(1.0)
"""What may be spent to list the days within the gap, for the proof of both levels."""
MOST_LISTED = 3_000
_ASIDE = (10**11, 10**12, 10**13)
_WORTH = 500 * EXCHANGE


def best_trip(task: Task, kb: Database, limits: Limits) -> Best | None:
    """
    Return the trip of most stars, None if none was found that keeps to the pace.

    Parameters
    ----------
    task, kb
        The request and its database.
    limits
        Work of the last solve.
    """
    try:
        return _Search(task, kb, limits).run()
    except WorkLimitError:
        return None


class Starry(Compilation):
    """One query at the pace of the best trip."""

    def __init__(self, task: Task, base: Database) -> None:
        super().__init__(task, base)
        self.ration = Ration(WORK)
        plain = self.town
        places = [place for one in plain.places if (place := in_daylight(one)) is not None]
        stars = [self._stars(place) for place in places]
        self.town: PacedTown = PacedTown(places, plain.roads, plain.people, list(self.required), stars)

    def _stars(self, place: Place) -> int:
        return (meal_stars if place.is_meal else sight_stars)(self.base, place.name)

    def _parts(self, hotel: Hotel) -> list[Part]:
        asked = sum(row.startswith("sight:") for row in self.required)
        most = most_sights(asked, self.query.days)
        return [
            Part(part.name, tuple(gathered([at_pace(outline, most) for outline in part.outlines])))
            for part in super()._parts(hotel)
        ]

    @property
    def has_all(self) -> bool:
        """Whether the pace lets one be in every place that is asked for."""
        return set(self.required) <= {place.row for place in self.town.places}

    def starry_beds(self) -> list[Bed]:
        """Return the hotels, those first that are worth most."""
        nights = self.query.days - 1
        found = [
            Bed(
                hotel,
                hotel.price.billed * nights * self.query.rooms,
                tuple(self._parts(hotel)),
                EXCHANGE * nights * night_stars(self.base, hotel.name),
            )
            for hotel in self.beds
        ]
        return sorted(found, key=lambda bed: (bed.under({}), bed.hotel.name))


class _Search:
    """The search for one task."""

    def __init__(self, task: Task, kb: Database, limits: Limits) -> None:
        self.limits = limits
        self.compilation = Starry(task, kb)
        self.required = list(self.compilation.required)
        self.budget = task.budget_cents if task.budget_cents < MAX_CENTS else None
        self.goal = Goal(_ASIDE, _WORTH, EXCHANGE, self.budget)
        self.beds = self.compilation.starry_beds()
        self.names = [part.name for part in self.beds[0].parts] if self.beds else []

    def run(self) -> Best | None:
        """Return the best trip found."""
        if not self.compilation.has_all:
            return None
        masters = masters_of(
            self.beds, self.compilation.town, self.required, self.compilation.ration, self.goal
        )
        winner = winner_of(self.beds, masters)
        if winner is None:
            return None
        floors = floors_of(self.beds, masters, winner.bound.duals)
        return self._exact(masters, winner, floors) or self._starred(winner, floors)

    def _exact(self, masters: Sequence[Master], winner: Winner, floors: Floors) -> Best | None:
        """Return the best trip with the proof of both levels, None if it takes too much."""
        for master in masters:
            master.ration = Ration(LISTING)
        try:
            stays = list(stays_within(self.beds, masters, floors, winner.total))
        except WorkLimitError:
            return None
        if sum(len(part) for stay in stays for part in stay.days) > MOST_LISTED:
            return None
        trips = self._trips(stays, floors, winner)
        solution = engine("cpsat").solve(trips.problem, limits=self.limits)
        if solution.outcome is not Outcome.OPTIMAL:
            return None
        return self._best(trips, solution, floors, level=1)

    def _starred(self, winner: Winner, floors: Floors) -> Best:
        """Return the best trip with the proof of its stars."""
        stays = [Stay(winner.bed, [list(days) for days in winner.trip.parts])]
        trips = self._trips(stays, floors, winner)
        solution = engine("cpsat").solve(trips.problem, limits=self.limits)
        return self._best(trips, solution, floors, level=0)

    def _trips(self, stays: Sequence[Stay], floors: Floors, winner: Winner) -> Trips:
        is_tied = len(self.beds) > 1
        problem = problem_of(stays, self.names, self.required, is_tied=is_tied, budget=self.budget)
        rows = [row.name for row in problem.rows if row.name != BUDGET or self._may_pass(stays)]
        return Trips(problem, proof_of(self.beds, floors, winner.bound, self.names, rows))

    def _may_pass(self, stays: Sequence[Stay]) -> bool:
        """Tell whether the dearest choice passes the budget: if not, a proof need not look at bills."""
        beds = max(bed.bill for bed, _ in stays)
        parts = (max(day.bill for stay in stays for day in stay.days[k]) for k in range(len(self.names)))
        return self.budget is not None and beds + sum(parts) > self.budget

    def _best(self, trips: Trips, solution: Solution, floors: Floors, *, level: int) -> Best:
        total = solution.values[0]
        document = self.compilation.written(trips.problem, solution)
        points = -(total // EXCHANGE)
        bound = points if level else max(points, -(floors.least // EXCHANGE))
        target = 1 - total if level else bound * EXCHANGE + 1
        return Best(document, points, total + points * EXCHANGE, bound, trips.proof, level, target)
