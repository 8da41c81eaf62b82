"""
The search of one level: a plan and a bound that meet, with what proves it.

Prices are tuned, outings within the gap listed, and what is left is settled on the list. Where the list is
too long, buckets get finer, or sights remember more, or both; a better plan that turns up on the way narrows
the gap.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from planassay.kb.routing import Outing
from planassay.solver.routing.columns import SCALE, Columns
from planassay.solver.routing.listing import Listing, best_alone, bound_of, coarser, keeps_rows, list_outings
from planassay.solver.routing.master import Optimum
from planassay.solver.routing.prices import Level, Prices
from planassay.solver.routing.simple import Tight, tighten
from planassay.solver.routing.terrain import ManyError, RoomError, Terrain
from planassay.solver.routing.tree import Node, Tail, Tree, TreeLimitError
from planassay.solver.routing.work import SpentError

Plan = tuple[Outing, ...]
Lister = Callable[[int, int], Listing]
"""Lists the outings for a goal, under prices of a scale."""

BUCKETS = 300
"""About so many buckets a day to begin with walks."""
FEW_BUCKETS = 90
"""And with simple outings, where labels are exact."""
SIMPLE_ROOM = 400_000
ROUNDED = 25
"""What the best outing is worth moves by about a part of so many of a unit when prices are rounded."""
FIRST_STEP = 0.001
"""The first step down from an exact bound, as a share of it."""
STAGES = 12
PROOF_SCALES = (10, 100, 1_000)
PRICED_SCALES = (1_000, 10_000, SCALE)
"""Where there is a price for each cent or unit of value, which are many."""
FIRST_ROOM = 60_000
ROOM = 2_000_000
MEMORIES = 8
MOST_KEPT = 4
MEMORISED = 6
"""How often sights come to remember more between two lists."""
MOST_NODES = 400
STEPS_DOWN = 6
"""The first step down from the bound, as a share of its distance to the best plan."""


@dataclass(frozen=True)
class RoutingProof:
    """Prices and what they leave, as a certificate states them."""

    level: Level
    prices: Prices
    shift: int
    keep: int
    near: tuple[tuple[int, tuple[int, ...]], ...]
    listing: Listing | None
    """None if the bound alone suffices."""
    nodes: tuple[Node, ...] | None
    """None if there is one day only, or nothing is listed."""


class Outcome(NamedTuple):
    """What a level gave."""

    plan: Plan | None
    worth: int | None
    bound: int
    """No plan is worth more."""
    proof: RoutingProof | None


class LevelSearch:
    """
    The search of one level.

    Parameters
    ----------
    terrain, level
        What is worth what.
    plan
        A plan to begin with, None if none is known.
    """

    def __init__(self, terrain: Terrain, level: Level, plan: Plan | None) -> None:
        self.terrain = terrain
        self.level = level
        self.plan = plan
        self.upper = 1 << 40
        self.columns = Columns(terrain, level, self._shift(FEW_BUCKETS))
        for outing_kind, outing in self._outings():
            self.columns.add(outing_kind, outing)

    def _shift(self, buckets: int) -> int:
        """Return the shift for about so many buckets a day, none longer than the shortest step."""
        terrain = self.terrain
        return max(1, min(terrain.shortest, terrain.longest // buckets or 1)).bit_length() - 1

    def _outings(self) -> list[tuple[int, Outing]]:
        if self.plan is None:
            return []
        kind_of = {day: k for k, (_, days) in enumerate(self.terrain.routing.kinds) for day in days}
        return [(kind_of[day], outing) for day, outing in enumerate(self.plan) if outing]

    @property
    def worth(self) -> int | None:
        """What the best plan so far counts."""
        if self.plan is None:
            return None
        return int(sum(self.level.worths[k] for outing in self.plan for k in outing))

    @property
    def target(self) -> int:
        """The least that a better plan counts."""
        worth = self.worth
        if worth is not None:
            return worth + self.level.unit
        # no plan at all is worth so little
        return -int(abs(self.level.worths).sum())

    def run(self) -> Outcome:
        """Return the best plan with its proof, or how far the work carried."""
        try:
            found = self._stages()
        except SpentError:
            found = None
        return found or Outcome(self.plan, self.worth, min(self._floor(), self.upper), None)

    def _stages(self) -> Outcome | None:
        columns = self.columns
        tight = tighten(columns, self.target * SCALE, SIMPLE_ROOM)
        if tight is not None:
            self.upper = min(self.upper, tight.bound // SCALE)
            if (found := self._settle_simple(tight)) is not None:
                return found
        room = FIRST_ROOM
        columns.refine(self._shift(BUCKETS), columns.keep)
        for stage in range(STAGES):
            optimum = columns.converge(self.target * SCALE)
            if stage:
                self._memorise(optimum)
            if columns.best is None:
                return None
            found = self._settle(room)
            if found is not None:
                return found
            if columns.shift == 0 and room == ROOM:
                return None
            room = min(ROOM, room * 4)
            if stage or not columns.has_cycles(optimum):
                columns.refine(max(0, columns.shift - 1), columns.keep)
        return None

    def _memorise(self, optimum: Optimum) -> None:
        """Let sights remember what walks pass twice, until they do not or it has been tried enough."""
        columns = self.columns
        for _ in range(MEMORISED):
            if columns.bound < self.target * SCALE or not columns.has_cycles(optimum):
                return
            columns.keep = MOST_KEPT
            if not columns.remember(optimum, MEMORIES):
                return
            optimum = columns.converge(self.target * SCALE)

    def _floor(self) -> int:
        return self.columns.bound // SCALE if self.columns.best is not None else 1 << 40

    # ---------------------------------------------------------------------------------- simple outings

    def _settle_simple(self, tight: Tight) -> Outcome | None:
        """Return the end of the search if exact prices carry to it."""
        has_totals = self.terrain.routing.budget is not None or self.level.value is not None
        scales = PRICED_SCALES if has_totals else PROOF_SCALES

        def listed(goal: int, scale: int) -> Listing:
            return self._list_simple(tight, goal, scale)

        if len(self.terrain.routing.days) == 1:
            self._take_best_column()
            return self._alone(listed, scales)
        return self._together(listed, scales[1], max(1, int(abs(self.upper) * FIRST_STEP)))

    def _list_simple(self, tight: Tight, goal: int, scale: int) -> Listing:
        """List under exact prices, with finer buckets if there are too many labels."""
        columns, room = self.columns, SIMPLE_ROOM
        prices = coarser(tight.prices, scale)
        guess = [most * scale // SCALE + 1 + scale // ROUNDED for most in tight.maxima]
        while True:
            try:
                return list_outings(self.terrain, self.level, prices, columns.completions, goal, room, guess)
            except ManyError:
                raise
            except RoomError:
                if columns.shift > 0:
                    columns.refine(columns.shift - 1, columns.keep)
                elif room < ROOM:
                    room = ROOM
                else:
                    raise

    def _take_best_column(self) -> None:
        """Take the best outing of one day that came up on the way."""
        for _, outing in self.columns.walks:
            if keeps_rows(self.terrain, self.level, outing) and len(set(outing)) == len(outing):
                worth = int(self.level.worths[list(outing)].sum())
                if worth >= self.target:
                    self.plan = (outing,)

    # ------------------------------------------------------------------------------------------- walks

    def _settle(self, room: int) -> Outcome | None:
        """Return the end of the search if the prices so far carry to it."""
        columns, terrain, level = self.columns, self.terrain, self.level
        assert columns.best is not None
        target = self.target
        if columns.bound < target * SCALE:
            for scale in (*PROOF_SCALES, SCALE):
                prices = columns.best if scale == SCALE else coarser(columns.best, scale)
                bound = bound_of(terrain, level, prices, columns.completions)
                if bound is None or bound < target * scale:
                    return self._done(self._proof(prices, None, None))

        def listed(goal: int, scale: int) -> Listing:
            assert columns.best is not None
            return list_outings(terrain, level, coarser(columns.best, scale), columns.completions, goal, room)

        if len(terrain.routing.days) == 1:
            return self._alone(listed, PROOF_SCALES)
        apart = min(self._floor(), self.upper) - (self.target - level.unit)
        return self._together(listed, PROOF_SCALES[1], apart // STEPS_DOWN)

    # -------------------------------------------------------------------------------------------- lists

    def _alone(self, listed: Lister, scales: Sequence[int]) -> Outcome | None:
        """Settle one day: the list itself holds its best outing."""
        try:
            listing = listed(self.target, scales[-1])
            best = best_alone(self.terrain, listing, self.level)
            if best is not None and best[0] >= self.target:
                self.plan = (best[1],)
            for scale in scales:
                try:
                    short = listed(self.target, scale)
                except RoomError:
                    continue
                if scale == scales[-1] or short.labels <= max(2 * listing.labels, 2_000):
                    return self._done(self._proof(short.prices, short, None))
        except RoomError:
            pass
        return None

    def _together(self, listed: Lister, scale: int, step: int) -> Outcome | None:
        """
        Settle several days: a tree over the list.

        A plan is asked for that is nearly as good as the bound allows, then for less, so that lists stay
        short until the best plan is known.
        """
        unit = self.level.unit
        step = max(unit, step // unit * unit)
        shown: RoutingProof | None = None
        while True:
            goal = max(self.target, (min(self._floor(), self.upper) - step + unit) // unit * unit)
            tree = None
            try:
                listing = listed(goal, scale)
                tail = Tail(None, None)
                if listing.gap >= 0:
                    enough = self.upper if shown is not None else None
                    tree = Tree(self.terrain, self.level, listing, goal, MOST_NODES, enough)
                    tail = tree.run()
            except (RoomError, TreeLimitError):
                if step == unit:
                    return None
                step = max(unit, step // 2 // unit * unit)
                continue
            finally:
                if tree is not None and tree.plan is not None:
                    self.plan = tree.plan
            if tail.plan is not None and tail.nodes is None:
                assert shown is not None
                return self._done(shown)
            nodes = tail.nodes if listing.gap >= 0 else None
            proof = self._proof(listing.prices, listing, nodes)
            if tail.plan is not None or goal <= self.target:
                return self._done(proof)
            self.upper = goal - unit
            shown = proof
            step *= 2

    def _proof(self, prices: Prices, listing: Listing | None, nodes: tuple[Node, ...] | None) -> RoutingProof:
        columns = self.columns
        if listing is not None and listing.gap < 0:
            bound = bound_of(self.terrain, self.level, prices, columns.completions)
            if bound is None or bound < self.target * prices.scale:
                listing = None
        near = tuple((k, tuple(sorted(group))) for k, group in enumerate(columns.near) if group)
        return RoutingProof(self.level, prices, columns.shift, columns.keep, near, listing, nodes)

    def _done(self, proof: RoutingProof) -> Outcome:
        worth = self.worth
        return Outcome(self.plan, worth, self.target - 1 if worth is None else worth, proof)
