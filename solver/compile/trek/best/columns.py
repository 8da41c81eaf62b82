"""
Columns: prices for what the days of a voyage share, by column generation.

Columns are skeletons of trips and routes of days. The relaxation over those found so far prices bills,
places and wishes; the routes and skeletons that these prices call for are added until none is missing.
Then the prices bound every trip as well as any prices can.
"""

from typing import NamedTuple

from planassay.solver.compile.trek.best.priced import FAR_BELOW, Priced, VoyagePrices
from planassay.solver.compile.trek.best.voyage import Key, Skeleton, Voyage
from planassay.solver.engines.patterns import INFINITY, Column, Relaxed, Route, Rows, relax
from planassay.solver.problem import Ration

SCALE = 10**6
"""Points are multiplied by this where prices are integers."""
MISSING = 5000
"""Points that a wish left unmet costs in the relaxation."""
OVERDRAWN = 10
"""Points that a cent above the budget costs there."""
CROWD = 6
"""Routes of a day that one set of prices adds at most."""
LABELS_A_STEP = 50
"""Labels of the compiled kernel that count as one step of work."""
EPSILON = SCALE // 10_000
"""What counts as nothing among reduced values: a ten-thousandth of a point."""


class Tuned(NamedTuple):
    """The best prices found."""

    prices: VoyagePrices
    bound: int
    """On every trip, in points times :data:`SCALE`."""
    is_met: bool
    """Whether the relaxation meets all wishes and bills; if it cannot, no trip can."""


class Columns:
    """
    The columns of one voyage, and the relaxation over them.

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
        self.rows = Rows()
        self.columns: list[Column] = []
        self.keys: dict[Key, None] = {}
        self._known: set[tuple[object, ...]] = set()
        self.rows.row("one", 1, 1)
        self.rows.row("budget", -INFINITY, voyage.task.budget_cents)
        self.rows.row("official", -INFINITY, voyage.official_budget)
        self._add(-OVERDRAWN, {"budget": -1})
        self._add(-OVERDRAWN, {"official": -1})
        wishes = [row for site in voyage.sites for row in site.wishes]
        for row in (*wishes, *voyage.car_rows):
            self.rows.row(row, 1, INFINITY)
            self._add(-MISSING, {row: 1})
        self.lacks = len(self.columns)
        """How many columns stand for what is lacking; they come first."""

    def tune(self, *, rounds: int = 400) -> Tuned | None:
        """Return the best prices; None if there is no skeleton at all."""
        priced = Priced(self.voyage, self._free())
        first = next(priced.skeletons(FAR_BELOW), None)
        if first is None:
            return None
        self._take(first, priced)
        best: Tuned | None = None
        for _ in range(rounds):
            relaxed = relax(self.columns, self.rows)
            priced = Priced(self.voyage, self._prices(relaxed))
            if not self._add_routes(priced, relaxed):
                top = [s for s, _ in zip(priced.skeletons(FAR_BELOW), range(4), strict=False)]
                bound = top[0].bound + priced.prices.constant
                if best is None or bound < best.bound:
                    is_met = sum(relaxed.shares[: self.lacks]) < 1e-6
                    best = Tuned(priced.prices, bound, is_met)
                reached = round(relaxed.value * SCALE) - priced.prices.constant + EPSILON
                wanted = [skeleton for skeleton in top if skeleton.bound > reached]
                if not sum(self._take(skeleton, priced) for skeleton in wanted):
                    break
            self.ration.spend(priced.labels // LABELS_A_STEP)
        return best

    # ---------------------------------------------------------------------------------------------- columns

    def _add(self, value: int, uses: dict[str, int]) -> None:
        items = tuple((self.rows.names[name], amount) for name, amount in uses.items() if amount)
        self.columns.append(Column(value, items))

    def _take(self, skeleton: Skeleton, priced: Priced) -> bool:
        """Add a skeleton with the best routes of its days and return whether it is new."""
        voyage = self.voyage
        lodgings = tuple((lodging.hotel, lodging.cars) for lodging in skeleton.lodgings)
        if (skeleton.ways, lodgings) in self._known:
            return False
        self._known.add((skeleton.ways, lodgings))
        fares = sum(voyage.fare(way) for way in skeleton.ways)
        uses = {
            "one": 1,
            "budget": fares + sum(lodging.cents for lodging in skeleton.lodgings),
            "official": fares + sum(lodging.official for lodging in skeleton.lodgings),
        }
        for lodging in skeleton.lodgings:
            for key, number in lodging.days:
                self.rows.row(_day(key), 0, 0)
                uses[_day(key)] = -number
                self._open(key, priced)
            for bit, row in enumerate(voyage.car_rows):
                if lodging.bits >> bit & 1:
                    uses[row] = uses.get(row, 0) + 1
        self._add(skeleton.points(voyage), uses)
        return True

    def _open(self, key: Key, priced: Priced) -> None:
        """Add the best route of a day, and with a new day the idle one, so that it can always be spent."""
        if key not in self.keys:
            self.keys[key] = None
            idle = self.voyage.day(key).idle
            self._add_route(key, Route(idle * SCALE, idle, 0, 0, (), ()))
        self._add_route(key, priced.best(key))

    def _add_route(self, key: Key, route: Route) -> bool:
        """Add a route for a day and return whether it is new."""
        name = (key, tuple(sorted(route.places)))
        if name in self._known:
            return False
        self._known.add(name)
        site = self.voyage.sites[key.stop]
        uses = {_day(key): 1, "budget": route.cost, "official": route.cost}
        for place in route.places:
            visit = site.visit(place)
            self.rows.row(visit, -INFINITY, 1)
            uses[visit] = 1
            covers = site.region.places[place].covers
            for bit, row in enumerate(site.wishes):
                if covers >> bit & 1:
                    uses[row] = uses.get(row, 0) + 1
        self._add(route.value, uses)
        return True

    def _add_routes(self, priced: Priced, relaxed: Relaxed) -> int:
        """Add the routes that are worth more than their day is paid, and return how many."""
        added = 0
        for key in self.keys:
            paid = round(relaxed.duals[self.rows.names[_day(key)]] * SCALE)
            walker = priced.walkers[key.stop]
            routes = walker.best(self.voyage.day(key), paid + EPSILON, CROWD)
            added += sum(self._add_route(key, route) for route in routes)
        return added

    # ----------------------------------------------------------------------------------------------- prices

    def _prices(self, relaxed: Relaxed) -> VoyagePrices:
        """Return the duals of the relaxation as integers; where they round up or down proves nothing less."""
        duals = {name: relaxed.duals[row] for name, row in self.rows.names.items()}

        def price(name: str, sign: int = 1) -> int:
            return max(0, round(sign * duals.get(name, 0.0) * SCALE))

        return VoyagePrices.of(
            self.voyage,
            SCALE,
            budget=price("budget"),
            official=price("official"),
            places=[[price(s.visit(k)) for k in range(len(s.points))] for s in self.voyage.sites],
            wishes=[[price(row, -1) for row in site.wishes] for site in self.voyage.sites],
            cars=[price(row, -1) for row in self.voyage.car_rows],
        )

    def _free(self) -> VoyagePrices:
        """Return no prices at all."""
        sites = self.voyage.sites
        return VoyagePrices.of(
            self.voyage,
            SCALE,
            budget=0,
            official=0,
            places=[[0] * len(site.points) for site in sites],
            wishes=[[0] * len(site.wishes) for site in sites],
            cars=[0] * len(self.voyage.car_rows),
        )


def _day(key: Key) -> str:
    return f"day:{key.kind}:{key.stop}:{key.hotel}:{key.service}"
