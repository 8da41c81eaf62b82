"""
Tours: which of some places to stop at, one for each slot, and in which order, for the least cost.

The travelling salesman's problem with a choice for each stop (the generalised one), open at the ends that
are not fixed, and what a day out adds: hours, time spent at stops, a time to be done by, a budget, stops that
come before others. All of it is integers: costs are millimetres or milliseconds, clocks are minutes since
the beginning of year 1, money is cents.

What a tour asks for has a *name*, so that it can be told which of it cannot be had together, and left aside.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

NONE: frozenset[str] = frozenset()
BUDGET, UNTIL = "budget", "until"
"""Names of two things that a tour may ask for."""

Window = tuple[int, int]
"""First and last minute at which a visit may begin."""
Order = tuple[str, ...]
"""Places in the order in which they are visited."""


class Leg(NamedTuple):
    """The way from one place to another."""

    cost: int
    """What is to be least: millimetres or milliseconds."""
    minutes: int
    """Time that it takes, rounded up to whole minutes."""


@dataclass(frozen=True, slots=True)
class Option:
    """
    A place that a slot may be filled with.

    Parameters
    ----------
    place_id
        Which place.
    begins
        Windows in which a visit may begin, in order; None if it may at any time.
    cents
        Cost per head.
    handicap
        Added to the cost of a tour that stops here: what is better rated or cheaper comes first by it.
    breaks
        Names of what the tour asks for that this place does not meet.
    """

    place_id: str
    begins: tuple[Window, ...] | None = None
    cents: int = 0
    handicap: int = 0
    breaks: frozenset[str] = NONE


@dataclass(frozen=True, slots=True)
class Slot:
    """A stop that is to be made: what it may be filled with, and how many minutes are spent there."""

    options: tuple[Option, ...]
    dwell: int = 0


@dataclass(frozen=True)
class Tour:
    """
    Slots to be filled and put in order.

    Parameters
    ----------
    slots
        At least one; no place stands in two of them.
    legs
        From place to place; a pair that is not there cannot be travelled.
    first, last
        Slots that must be the first and the last; None for an open end.
    before
        Pairs of slots, the first of which comes before the second.
    depart
        Minute at which the visit of the first stop may begin; None if no clock is kept.
    until
        Minute by which the last visit must be over.
    budget
        Most cents for all stops together.
    """

    slots: tuple[Slot, ...]
    legs: Mapping[tuple[str, str], Leg]
    first: int | None = None
    last: int | None = None
    before: tuple[tuple[int, int], ...] = ()
    depart: int | None = None
    until: int | None = None
    budget: int | None = None

    def __post_init__(self) -> None:
        """Refuse a tour that contradicts itself."""
        places = [option.place_id for slot in self.slots for option in slot.options]
        if len(set(places)) < len(places):
            raise ValueError("a place stands in two slots")
        if self.first is not None and self.first == self.last and len(self.slots) > 1:
            raise ValueError("one slot is the first and the last")
        if self.depart is None and self.until is not None:
            raise ValueError("there is a time to be done by, and none to depart")

    @property
    def slot_of(self) -> dict[str, int]:
        """The slot of each place."""
        return {option.place_id: at for at, slot in enumerate(self.slots) for option in slot.options}

    @property
    def option_of(self) -> dict[str, Option]:
        """The option that each place is."""
        return {option.place_id: option for slot in self.slots for option in slot.options}

    @property
    def has_clock(self) -> bool:
        """Whether times matter."""
        return self.depart is not None

    def asks(self) -> tuple[str, ...]:
        """Return the names of what is asked for and can be left aside, in a fixed order."""
        told = {name for slot in self.slots for option in slot.options for name in option.breaks}
        hours = (hours_of(at) for at, slot in enumerate(self.slots) if self.has_clock and _kept(slot))
        order = (before_of(*pair) for pair in self.before)
        named = ((BUDGET, self.budget), (UNTIL, self.until))
        return (*sorted(told), *order, *hours, *(name for name, limit in named if limit is not None))

    def holding(self, names: Collection[str]) -> "Tour":
        """Return the tour that asks for what is named only."""
        slots = tuple(
            replace(
                slot,
                options=tuple(
                    replace(option, breaks=NONE, begins=option.begins if hours_of(at) in names else None)
                    for option in slot.options
                    if option.breaks.isdisjoint(names)
                ),
            )
            for at, slot in enumerate(self.slots)
        )
        return replace(
            self,
            slots=slots,
            before=tuple(pair for pair in self.before if before_of(*pair) in names),
            until=self.until if UNTIL in names else None,
            budget=self.budget if BUDGET in names else None,
        )


class Stop(NamedTuple):
    """A stop of a tour that is kept: where, when the visit begins, and when it ends; 0 without a clock."""

    place_id: str
    arrive: int
    depart: int


@dataclass(frozen=True, slots=True)
class Best:
    """The least cost of a tour and every order that has it, least first; no order where there is none."""

    cost: int
    orders: tuple[Order, ...]


NOTHING = Best(0, ())


def hours_of(slot: int) -> str:
    """Return the name of the hours of a slot."""
    return f"hours:{slot}"


def before_of(first: int, second: int) -> str:
    """Return the name of what comes before what."""
    return f"before:{first}:{second}"


def _kept(slot: Slot) -> bool:
    return any(option.begins is not None for option in slot.options)
