"""
Bills: what a plan costs, one charge after the other, up to the total and the budget.

Equal charges that follow each other's kind (nights of one hotel, days of one car) are one step. Amounts are
those of the records; what the plan itself states is the business of rules.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from planassay.bench.pages.text import clean, count
from planassay.kb.outline import Entry, Kind, Outline

ORDER = (Kind.RIDE, Kind.STAY, Kind.CAR, Kind.TRANSFER, Kind.VISIT, Kind.MEAL, Kind.GOODS, Kind.COUPON)
NAMES = {
    Kind.RIDE: "Travel",
    Kind.STAY: "Nights",
    Kind.CAR: "Cars",
    Kind.TRANSFER: "Ways in the city",
    Kind.VISIT: "Sights",
    Kind.MEAL: "Meals",
    Kind.GOODS: "Goods",
    Kind.COUPON: "Coupons",
}


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the waterfall."""

    kind: Kind
    title: str
    detail: str
    """Units and price of one."""
    cents: int | None
    """None if no price is known."""
    start_cents: int
    """The bill before it."""


@dataclass(frozen=True)
class Waterfall:
    """A whole bill."""

    steps: tuple[Step, ...]
    total_cents: int
    is_whole: bool
    """Whether everything that is booked has a price."""
    budget_cents: int | None
    least_cents: int | None
    """The least cost of any plan, where it is proved."""
    currency: str

    @property
    def reach_cents(self) -> int:
        """The largest amount that the picture must hold."""
        tops = [step.start_cents + max(0, step.cents or 0) for step in self.steps]
        return max([*tops, self.total_cents, self.least_cents or 0, self._shown_budget, 1])

    @property
    def _shown_budget(self) -> int:
        """The budget, unless it is so large that nothing else could be seen."""
        budget = self.budget_cents or 0
        return budget if budget <= 4 * max(self.total_cents, 1) else 0

    @property
    def left_cents(self) -> int | None:
        """What is left of the budget; negative if it is exceeded."""
        return None if self.budget_cents is None else self.budget_cents - self.total_cents


def waterfall(outline: Outline, budget_cents: int | None, least_cents: int | None = None) -> Waterfall:
    """Return the bill of an outline."""
    steps: list[Step] = []
    paid = 0
    for kind in ORDER:
        for entries in _alike([entry for entry in outline.entries if entry.kind is kind]):
            step = _step(entries, paid)
            if step is not None:
                steps.append(step)
                paid += step.cents or 0
    return Waterfall(tuple(steps), paid, outline.is_priced, budget_cents, least_cents, outline.currency)


def _alike(entries: Sequence[Entry]) -> list[list[Entry]]:
    """Return entries in groups of one title and one charge, in the order of their first."""
    groups: dict[tuple[object, ...], list[Entry]] = {}
    for entry in entries:
        known: object = entry.charge if entry.kind in (Kind.STAY, Kind.CAR, Kind.MEAL) else entry.pointer
        title = "" if entry.kind is Kind.TRANSFER else entry.title
        if entry.kind is Kind.TRANSFER:
            known = entry.charge is None
        groups.setdefault((title, entry.begins.city if title else "", known), []).append(entry)
    return list(groups.values())


def _step(entries: Sequence[Entry], paid: int) -> Step | None:
    first = entries[0]
    if first.kind is Kind.TRANSFER:
        cents = sum(entry.charge.cents for entry in entries if entry.charge is not None)
        if not cents:
            return None
        return Step(first.kind, count(len(entries), "way"), "", cents, paid)
    detail = _detail(entries)
    if first.charge is None:
        return Step(first.kind, clean(first.title), "no price is known", None, paid)
    return Step(first.kind, clean(first.title), detail, first.charge.cents * len(entries), paid)


def _detail(entries: Sequence[Entry]) -> str:
    charge, times = entries[0].charge, len(entries)
    if charge is None:
        return ""
    parts = {
        Kind.STAY: [count(times, "night"), *([count(charge.count, "room")] if charge.count > 1 else [])],
        Kind.CAR: [count(times, "day")],
    }.get(entries[0].kind, [*([f"{times} times"] if times > 1 else []), count(charge.count, charge.unit)])
    return " × ".join(parts)
