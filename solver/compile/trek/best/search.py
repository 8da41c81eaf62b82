"""
The search for the best trip: levels of points from the bound down, until a level has a trip.

At a level only skeletons count whose priced value reaches it, and of their days only routes that leave the
rest enough: few of either while the level is near the bound. So the first level with a trip gives the
best one, and all that was looked at before is the proof that there is no better.
"""

from typing import NamedTuple

from planassay.solver.compile.trek.best.columns import LABELS_A_STEP, SCALE, Columns, Tuned
from planassay.solver.compile.trek.best.fold import Filled, Folder
from planassay.solver.compile.trek.best.priced import Priced
from planassay.solver.compile.trek.best.voyage import Skeleton, Voyage
from planassay.solver.problem import Ration, WorkLimitError
from planassay.solver.proof import Proof

DEEPEST = 400
"""Points below the bound at which the search gives up."""


class Outcome(NamedTuple):
    """What is known of the best trip of a task."""

    trip: Filled | None
    """The best trip found."""
    bound: int | None
    """No trip is worth more points, whatever it costs; None if no trip keeps to the pace at all."""
    proof: Proof | None
    """What shows the bound."""


class Search:
    """
    The search in one voyage.

    Parameters
    ----------
    voyage
        What there is to choose from.
    ration
        What may still be done.
    """

    def __init__(self, voyage: Voyage, ration: Ration) -> None:
        self.voyage = voyage
        self.ration = ration
        self.tracked: list[tuple[int, ...]] = []
        self.trip: Filled | None = None
        self._folder: tuple[list[tuple[int, ...]], Folder] | None = None

    def run(self) -> Outcome:
        """Return the best trip with its proof, or how far the ration carried."""
        tuned = Columns(self.voyage, self.ration).tune()
        if tuned is None or not tuned.is_met:
            return Outcome(None, None, None)
        priced = Priced(self.voyage, tuned.prices)
        self.tracked = [tuple(k for k, y in enumerate(p.place) if y) for p in tuned.prices.stops]
        top = level = tuned.bound // SCALE
        excluded = top + 1
        try:
            while self.trip is None and level > top - DEEPEST:
                self._look(level, excluded, priced)
                if self.trip is None:
                    excluded = level
                    level -= 1 + (top - level) // 4
        except WorkLimitError:
            return Outcome(self.trip, excluded - 1, self._proof(tuned))
        if self.trip is None:
            return Outcome(None, None, None)
        return Outcome(self.trip, self.trip.value, self._proof(tuned))

    def _look(self, level: int, excluded: int, priced: Priced) -> None:
        """Find the best trip worth a level or more, the cheapest of equals; ``excluded`` none is worth."""
        before = priced.labels
        skeletons = list(priced.skeletons(level * SCALE - priced.prices.constant - 1))
        self.ration.spend((priced.labels - before) // LABELS_A_STEP + len(skeletons))
        budget = self.voyage.task.budget_cents
        for skeleton in skeletons:
            least = level if self.trip is None else self.trip.value + 1
            if least < excluded:
                self._fill(skeleton, least, budget, priced)
        for skeleton in skeletons:
            if self.trip is not None:
                self._fill(skeleton, self.trip.value, self.trip.cents, priced)

    def _fill(self, skeleton: Skeleton, least: int, most_cents: int, priced: Priced) -> None:
        """Fill a skeleton and keep the trip if it is the best; places seen twice are tracked from then on."""
        while True:
            if self._folder is None or self._folder[0] != self.tracked:
                self._folder = (list(self.tracked), Folder(priced, self.tracked, self.ration))
            found = self._folder[1].fill(skeleton, least, most_cents)
            if found is None:
                return
            twice = found.seen_twice()
            if not twice:
                if self.trip is None or found.rank < self.trip.rank:
                    self.trip = found
                return
            for stop, place in twice:
                self.tracked[stop] = (*self.tracked[stop], place)

    def _proof(self, tuned: Tuned) -> Proof:
        prices = tuned.prices
        rows = [
            site.visit(place)
            for site, price, places in zip(self.voyage.sites, prices.stops, self.tracked, strict=True)
            for place in places
            if not price.place[place]
        ]
        return Proof(
            scale=prices.scale,
            prices=prices.by_row(self.voyage),
            maxima=(tuned.bound - prices.constant,),
            constant=prices.constant,
            rows=tuple(rows),
        )
