"""
The cart: the least to be paid for an errand, under one reading of its coupons.

Sums of prices find it (``sums``), or an engine over components and rows as a second opinion. Among equal
prices fewer coupons count, then the order of the catalogue. What comes out is a claim with a certificate,
which ``verifier.components.deepplanning_shopping`` decides on. If there is no cart within the window, the
cheapest one outside is claimed instead and says so.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from planassay import __version__
from planassay.kb.errands import Errand
from planassay.kb.formats.deepplanning_shopping import Shelves, survivors, write_cart
from planassay.kb.goods import Coupon, CouponRule, Product
from planassay.kb.money import format_cents
from planassay.kb.verdict import ClaimStatus
from planassay.solver.compile.deepplanning_shopping import (
    Bought,
    CartCompiler,
    TooManyCouponsError,
)
from planassay.solver.engines import Engine
from planassay.solver.engines import engine as engine_named
from planassay.solver.problem import (
    Component,
    Limits,
    Outcome,
    Problem,
    Ration,
    Row,
    Sense,
    Solution,
    WorkLimitError,
)
from planassay.solver.sums import SumSearch

FORMAT = "plancert/1"
DEFAULT_LIMITS = Limits()

SUMS = "sums"
"""Name of the search over sums, which stands beside the engines."""

_OTHER_TIES = 20


@dataclass(frozen=True, slots=True)
class CartClaim:
    """What the solver says of an errand."""

    task_id: str
    rule: CouponRule
    status: ClaimStatus
    engine: str
    products: tuple[Product, ...] = ()
    """One for each requirement in order."""
    coupons: Mapping[Coupon, int] | None = None
    price_cents: int | None = None
    """What is to be paid."""
    in_window: bool = True
    """Whether the goods cost what was asked for; if not, this is the cheapest cart of all."""
    reasons: tuple[str, ...] = ()
    """Why there is no cart, or none within the window."""
    certificate: Mapping[str, object] | None = None

    @property
    def document(self) -> dict[str, object]:
        """The cart as the tools would leave it."""
        return write_cart(self.products, self.coupons or {})


class CartSolver:
    """
    One errand, one rule, one engine.

    Parameters
    ----------
    errand, shelves
        The request and the goods.
    rule
        How coupons add up.
    engine
        :data:`SUMS`, or an engine or its name.
    limits
        Work of each solve.

    Raises
    ------
    EngineError
        If the engine is not known or not installed.
    """

    def __init__(
        self,
        errand: Errand,
        shelves: Shelves,
        *,
        rule: CouponRule = CouponRule.TOOL,
        engine: str | Engine = SUMS,
        limits: Limits = DEFAULT_LIMITS,
    ) -> None:
        self._errand = errand
        self._shelves = shelves
        self._rule = rule
        self._engine: Engine | None = None
        self._name, self._version = SUMS, __version__
        if engine != SUMS:
            self._engine = engine_named(engine) if isinstance(engine, str) else engine
            self._name, self._version = self._engine.NAME, self._engine.version()
        self._limits = limits
        self._compiler = CartCompiler(errand, shelves, rule)

    def solve(self) -> CartClaim:
        """Return the claim."""
        missing = [place for place, offer in enumerate(self._compiler.offers) if not offer.products]
        if missing:
            return self._nothing_on_offer(missing)
        try:
            claim = self._best(in_window=True)
            if claim.status is ClaimStatus.INFEASIBLE and self._errand.window is not None:
                outside = self._best(in_window=False)
                if outside.status is ClaimStatus.OPTIMAL:
                    reasons = self._window_reasons()
                    outside = replace(outside, in_window=False, reasons=reasons)
                claim = outside
        except (TooManyCouponsError, WorkLimitError) as error:
            return self._claim(ClaimStatus.UNKNOWN, reasons=(str(error),))
        if claim.status is ClaimStatus.INFEASIBLE:
            reason = (
                "no product is left for each requirement: some could serve several, but only one at a time"
            )
            claim = replace(claim, reasons=(reason,))
        if claim.status is ClaimStatus.UNKNOWN:
            return claim
        return replace(claim, certificate=self._certificate(claim))

    def optima(self, claim: CartClaim, most: int = _OTHER_TIES) -> list[Bought]:
        """
        Return the carts that cost as little as the claimed one, fewer coupons first, then by the catalogue.

        Parameters
        ----------
        claim
            An optimal claim about this errand.
        most
            How many to look for; if so many are returned, there may be more.

        Raises
        ------
        WorkLimitError
            If finding them takes more than is allowed.
        """
        if claim.status is not ClaimStatus.OPTIMAL or claim.price_cents is None:
            return []
        found: dict[object, Bought] = {}
        for bought in self._sums().optima(claim.price_cents, in_window=claim.in_window):
            found.setdefault(_identity(bought), bought)
            if len(found) == most:
                break
        return list(found.values())

    def _sums(self) -> SumSearch:
        return SumSearch(self._compiler, Ration(self._limits))

    # ------------------------------------------------------------------------------------- searching

    def _best(self, *, in_window: bool) -> CartClaim:
        if self._engine is None:
            return self._best_of_sums(in_window=in_window)
        if self._rule is CouponRule.SEQUENTIAL:
            return self._best_in_sequence(self._engine, in_window=in_window)
        problem = self._compiler.problem(in_window=in_window)
        return self._found(problem, self._engine.solve(problem, limits=self._limits))

    def _best_of_sums(self, *, in_window: bool) -> CartClaim:
        search = self._sums()
        price = search.best(in_window=in_window)
        if price is None:
            return self._claim(ClaimStatus.INFEASIBLE)
        bought = next(search.optima(price, in_window=in_window))
        return replace(
            self._claim(ClaimStatus.OPTIMAL),
            products=bought.products,
            coupons=bought.coupons,
            price_cents=price,
        )

    def _best_in_sequence(self, engine: Engine, *, in_window: bool) -> CartClaim:
        """Try multisets by the least that could be paid with them, as long as that may be the best."""
        best = self._claim(ClaimStatus.INFEASIBLE)
        rank: tuple[object, ...] = ()
        is_sure = True
        for least, used in self._compiler.multisets():
            if best.price_cents is not None and least > best.price_cents:
                break
            problem = self._compiler.fixed(used, in_window=in_window)
            if best.price_cents is not None:
                problem = _priced(problem, best.price_cents)
            found = self._found(problem, engine.solve(problem, limits=self._limits))
            is_sure &= found.status in (ClaimStatus.OPTIMAL, ClaimStatus.INFEASIBLE)
            if found.price_cents is None:
                continue
            copies = sum(used.values())
            counts = [used.get(coupon, 0) for coupon in self._compiler.owned]
            own = (found.price_cents, copies, [product.row for product in found.products], counts)
            if best.price_cents is None or own < rank:
                best, rank = found, own
        if is_sure:
            return best
        return replace(best, status=ClaimStatus.UNKNOWN if best.price_cents is None else ClaimStatus.FEASIBLE)

    def _found(self, problem: Problem, solution: Solution) -> CartClaim:
        if not solution.picks:
            known = solution.outcome is Outcome.INFEASIBLE
            return self._claim(ClaimStatus.INFEASIBLE if known else ClaimStatus.UNKNOWN)
        bought = self._compiler.bought(problem, solution.picks)
        known = solution.outcome is Outcome.OPTIMAL
        return replace(
            self._claim(ClaimStatus.OPTIMAL if known else ClaimStatus.FEASIBLE),
            products=bought.products,
            coupons=bought.coupons,
            price_cents=solution.values[0],
        )

    def _claim(self, status: ClaimStatus, reasons: tuple[str, ...] = ()) -> CartClaim:
        return CartClaim(self._errand.task_id, self._rule, status, self._name, reasons=reasons)

    # ------------------------------------------------------------------------------------ explaining

    def _nothing_on_offer(self, missing: list[int]) -> CartClaim:
        reasons = []
        for place in missing:
            requirement = self._errand.requirements[place]
            counts = survivors(requirement, self._errand.shopper, self._shelves)
            without = "; ".join(f"{count} without '{wish.text()}'" for wish, count in counts)
            reasons.append(f"requirement {place + 1}: nothing in stock meets it: {without}")
        claim = self._claim(ClaimStatus.INFEASIBLE, tuple(reasons))
        return replace(claim, certificate=self._certificate(claim))

    def _window_reasons(self) -> tuple[str, ...]:
        """Return the nearest totals on both sides of the window."""
        window = self._errand.window
        if window is None:
            return ()
        asked = f"{format_cents(window.least_cents)} to {format_cents(window.most_cents)}"
        search = self._sums()
        above = search.nearest(window.most_cents + 1, above=True)
        below = search.nearest(window.least_cents - 1, above=False)
        sides = [(above, "the least above it"), (below, "the most below it")]
        said = [f"{name} is {format_cents(cents)}" for cents, name in sides if cents is not None]
        cause = "budget insufficient" if below is None else "no cart in the range"
        return (f"{cause}: asked are {asked}; {' and '.join(said)}",)

    # ------------------------------------------------------------------------------------ certifying

    def _certificate(self, claim: CartClaim) -> dict[str, object]:
        """Return the claim as a certificate; its proof is a list over every multiset, which needs no help."""
        stated: dict[str, object] = {"status": claim.status.value, "in_window": claim.in_window}
        if claim.status is ClaimStatus.FEASIBLE:
            stated = {"status": "plan", "in_window": claim.in_window}
        certificate: dict[str, object] = {
            "format": FORMAT,
            "task": {"id": self._errand.task_id, "sha256": self._errand.sha256},
            "kb": {"sha256": self._shelves.content_hash},
            "ruleset": f"{self._rule.value}@1",
            "objective": "price",
            "made_by": {"planassay": __version__, self._name: self._version},
            "claim": stated,
        }
        if claim.price_cents is not None:
            stated["value"] = claim.price_cents
            certificate["plan"] = claim.document
        return certificate


def solve_cart(
    errand: Errand,
    shelves: Shelves,
    *,
    rule: CouponRule = CouponRule.TOOL,
    engine: str | Engine = SUMS,
    limits: Limits = DEFAULT_LIMITS,
) -> CartClaim:
    """Return the cheapest cart for an errand, or why there is none; see :class:`CartSolver`."""
    return CartSolver(errand, shelves, rule=rule, engine=engine, limits=limits).solve()


def _identity(bought: Bought) -> object:
    return (
        frozenset(product.product_id for product in bought.products),
        frozenset((coupon, copies) for coupon, copies in bought.coupons.items() if copies),
    )


def _priced(problem: Problem, cents: int) -> Problem:
    """Return a problem whose solutions cost at most so much."""
    components = tuple(
        Component(
            c.name,
            tuple(
                replace(e, uses=(*e.uses, *([("price", e.values[0])] if e.values[0] else [])))
                for e in c.elements
            ),
        )
        for c in problem.components
    )
    return Problem(components, (*problem.rows, Row("price", Sense.AT_MOST, cents)), problem.objectives)
