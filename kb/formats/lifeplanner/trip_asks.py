"""
Asks for trips: which stops to make and in which order, for the least way.

A stop is a place that is named, or any that is like that within a circle. With a time to leave a clock is
kept: each place lets in on arrival and stays open for the visit, none is shut for works, and every way takes
whole minutes, rounded up. Where a trip starts and ends is no stop of it.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from planassay.kb.formats.lifeplanner.ask_parts import (
    ANY,
    STRICT,
    Cents,
    Circle,
    Column,
    Filters,
    Minutes,
    Need,
    Want,
)
from planassay.kb.roads import Mode, Vehicle

MOST_STOPS = 8
Position = Annotated[int, Field(ge=0, lt=MOST_STOPS)]


@dataclass(frozen=True, slots=True, kw_only=True)
class StopAsk:
    """
    A stop: a place by its name, or one that is chosen.

    Parameters
    ----------
    name
        Of a place that is fixed; empty where one is chosen.
    within, filters
        Where a chosen place is, and what it is like. A place that the ask names elsewhere is never chosen.
    pick, want
        Which of those that are left once ``needs`` and ``most_queue`` are met: the first by a column; None
        for whichever makes the trip best.
    needs, most_queue
        What posts must tell of a chosen place, as for an outing.
    stay
        Minutes that are spent there.
    """

    __pydantic_config__ = STRICT
    name: Annotated[str, Field(max_length=200)] = ""
    within: Circle | None = None
    filters: Filters = ANY
    pick: Literal[Column.RATING, Column.COST, Column.DISTANCE] | None = None
    want: Want = Want.HIGHEST
    needs: tuple[Need, ...] = ()
    most_queue: Minutes | None = None
    stay: Minutes = 0

    def __post_init__(self) -> None:
        """Refuse a stop that is neither named nor chosen, or both."""
        is_chosen = self.within is not None and self.filters.place_type != ""
        if is_chosen == bool(self.name) or (self.name and self.within is not None):
            raise ValueError("a stop has a name, or a circle and a type")
        if self.name and (self.filters != ANY or self.pick or self.needs or self.most_queue is not None):
            raise ValueError("nothing is chosen where a stop has a name")


@dataclass(frozen=True, slots=True, kw_only=True)
class TripAsk:
    """
    Trip L1, L2: the stops in the order that is best.

    Parameters
    ----------
    stops
        What is to be visited.
    vehicle, mode
        How one travels, and what is to be least over all ways, those from the start and to the end too.
    start, end
        Names of places where the trip starts and ends, which may be one; empty if it does with the first and
        the last stop.
    first, last
        Positions of stops that come first or last.
    before
        Pairs of positions: the first of each is visited before the second.
    leave
        When one leaves the start, or begins the first visit where there is none. A clock is kept with it.
    until
        When the last visit must be over, or the end reached where there is one.
    budget
        Most cents a head for all stops. A chosen place must have a cost then; a named one without costs
        nothing.
    prefer
        What comes before the way: the highest ratings of the chosen places together, or their lowest costs.
    show
        What is to be told of each chosen place.
    """

    __pydantic_config__ = STRICT
    stops: Annotated[tuple[StopAsk, ...], Field(min_length=1, max_length=MOST_STOPS)]
    vehicle: Vehicle
    mode: Mode
    start: Annotated[str, Field(max_length=200)] = ""
    end: Annotated[str, Field(max_length=200)] = ""
    first: Position | None = None
    last: Position | None = None
    before: tuple[tuple[Position, Position], ...] = ()
    leave: datetime | None = None
    until: datetime | None = None
    budget: Cents | None = None
    prefer: Literal[Column.RATING, Column.COST] | None = None
    show: Literal[Column.RATING, Column.COST] | None = None
    kind: Literal["trip"] = "trip"

    def __post_init__(self) -> None:
        """Refuse a trip that contradicts itself."""
        positions = [at for at in (self.first, self.last) if at is not None]
        positions += [at for pair in self.before for at in pair]
        if any(at >= len(self.stops) for at in positions):
            raise ValueError("there is no such stop")
        if self.first is not None and self.first == self.last and len(self.stops) > 1:
            raise ValueError("one stop is the first and the last")
        if any(first == second for first, second in self.before):
            raise ValueError("a stop comes before itself")
        if self.until is not None and self.leave is None:
            raise ValueError("a time to be done by goes with a time to leave")

    @property
    def names(self) -> tuple[str, ...]:
        """The places that are named as stops or ends."""
        return tuple(name for name in (self.start, self.end, *(stop.name for stop in self.stops)) if name)
