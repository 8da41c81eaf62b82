"""
DeepPlanning travel's components under the objective ``best``, for the certificate checker.

Components and rows are those of ``deepplanning_travel``; values are :data:`EXCHANGE` for each hundredth of a
star less the bill in cents, days keep to the pace of ``kb.formats.deepplanning_travel.stars``, and ``budget``
is the bill, where the request limits it. Written from the rules' pages; shares nothing with the planner.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from planassay.kb.formats.deepplanning_travel import Database, Query, TimedPlan, read_plan
from planassay.kb.formats.deepplanning_travel.plans import ActivityKind
from planassay.kb.formats.deepplanning_travel.stars import (
    DAY_FROM_MIN,
    DAY_UNTIL_MIN,
    EXCHANGE,
    MOST_MEALS,
    VERSION,
    meal_stars,
    most_sights,
    night_stars,
    sight_stars,
)
from planassay.kb.money import MAX_CENTS
from planassay.kb.task import Task
from planassay.verifier.components.deepplanning_travel import FULL, DeepPlanningTravel, _bed, _kept
from planassay.verifier.components.excursions import Map
from planassay.verifier.components.model import Empty, Item, Row, Work
from planassay.verifier.components.strolls import BUDGET, Clocks, Strolls, Tables, by_day

BEST = f"best@{VERSION}"
CHEAPEST = "cheapest"


class DeepPlanningBest(DeepPlanningTravel):
    """The components of one task; see the module."""

    exchange = EXCHANGE

    def __init__(self, task: Task, query: Query, kb: Database, work: Work) -> None:
        super().__init__(task, query, kb, work, BEST)
        self._plain = DeepPlanningTravel(task, query, kb, work, CHEAPEST)
        asked = sum(row.startswith("sight:") for row in self.required)
        self.most_sights = most_sights(asked, query.days)

    @cached_property
    def chart(self) -> Map:
        """The places that can be visited at the pace, with their roads."""
        places = [place for one in self._plain.chart.places if (place := by_day(one)) is not None]
        return Map(places, self._plain.chart.book, [*self.required])

    @cached_property
    def clocks(self) -> Clocks:
        """The places with the time between them."""
        return Clocks(self.chart)

    @cached_property
    def stars(self) -> tuple[int, ...]:
        """Hundredths of a star of a stop in each place."""
        return tuple(
            (meal_stars if place.is_meal else sight_stars)(self.kb, place.name) for place in self.chart.places
        )

    def empty(self) -> Sequence[Empty]:
        """Return what no record can fill, whatever the pace."""
        return self._plain.empty()

    def row(self, name: str) -> Row | None:
        """Return a coupling row."""
        if name == BUDGET:
            return Row("<=", self.task.budget_cents) if self.task.budget_cents < MAX_CENTS else None
        return super().row(name)

    def target(self, bound: int) -> int:
        """Return the least value of a trip worth a hundredth of a star more than ``bound``."""
        return bound * EXCHANGE + 1

    # ------------------------------------------------------------------------------------------- the plan

    def plan_value(self, plan: object) -> int | str:
        """Return what a plan is worth that keeps rules, scope and pace, or why it does not."""
        bill = self._plain.plan_value(plan)
        if isinstance(bill, str):
            return bill
        if bill >= EXCHANGE:
            return f"it costs {bill} cents, and so much is not compared"
        read = read_plan(plan)
        return self._hurry(read) or EXCHANGE * self._worth(read) - bill

    def _hurry(self, plan: TimedPlan) -> str:
        """Return where a plan leaves the pace, empty if nowhere."""
        for day in plan.timed:
            meals, sights = day.of(ActivityKind.MEAL), day.of(ActivityKind.ATTRACTION)
            if len(meals) > MOST_MEALS or len(sights) > self.most_sights:
                return f"day {day.number} has {len(meals)} meals and {len(sights)} sights"
            if 1 < day.number < self.query.days and len(sights) < FULL.sights:
                return f"day {day.number} has {len(sights)} sights"
            if any(stop.start < DAY_FROM_MIN or stop.end > DAY_UNTIL_MIN for stop in (*meals, *sights)):
                return f"day {day.number} has a stop in the night"
        return ""

    def _worth(self, plan: TimedPlan) -> int:
        """Return the hundredths of a star of a valid plan."""
        total = 0
        for day in plan.timed:
            total += 0 if day.stay is None else night_stars(self.kb, day.stay.name)
            total += sum(meal_stars(self.kb, stop.name) for stop in day.of(ActivityKind.MEAL))
            total += sum(sight_stars(self.kb, stop.name) for stop in day.of(ActivityKind.ATTRACTION))
        return total

    # ------------------------------------------------------------------------------------------- elements

    def _stays(self) -> list[Item]:
        """Return the hotels."""
        nights = self.query.days - 1
        return [
            Item(
                item.value + EXCHANGE * nights * night_stars(self.kb, str(item.tag)),
                (*item.uses, *([(BUDGET, -item.value)] if item.value else [])),
                item.tag,
            )
            for item in super()._stays()
        ]

    def _excursions(self, name: str, hotel: str, prices: Mapping[str, int]) -> Strolls:
        key = tuple(sorted(prices.items()))
        return Strolls(
            self.clocks,
            self.stars,
            self.most_sights,
            self._frames(name, hotel),
            prices,
            self._halves(name, prices),
            self.work,
            self._tables.setdefault(key, {}),
        )

    @cached_property
    def _tables(self) -> dict[object, Tables]:
        return {}

    def _within(
        self, name: str, hotel: str, prices: Mapping[str, int], limit: int, rows: frozenset[str]
    ) -> Iterator[Item]:
        halves = self._halves(name, prices)
        tie = [(_bed(name, hotel), 1)] if self._bed_rows else []
        for day in self._excursions(name, hotel, prices).within(limit):
            uses = [(row, 1) for row in day.rows]
            counts = ((row, half.uses(day.rows)) for row, half in halves.items())
            uses += [use for use in counts if use[1]]
            uses += [(BUDGET, day.bill)] if day.bill else []
            yield Item(-day.cents, _kept([*uses, *tie], rows))
