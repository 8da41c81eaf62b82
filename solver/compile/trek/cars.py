"""
Cars: which stop's car serves each day, and what that costs.

A car that is asked for is there on each day that the traveller is on the ground in a stop. What a stay
pays for it depends on its nights and, for a little, on how late the flight lands; that little is told
apart, so that the cheapest flight can be chosen without looking at the stay.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from planassay.kb.task import Task
from planassay.solver.compile.trek.offers import Stop


@dataclass(frozen=True, slots=True)
class CarWay:
    """Which stop's car serves each day of a stay."""

    days: tuple[tuple[int, int], ...]
    """(day, position of the stop whose car it is)."""
    cents: int

    def serves(self, position: int) -> bool:
        """Return whether a stop has a car-day here."""
        return any(at == position for _, at in self.days)


class Cars:
    """
    The car-days of a trip.

    Parameters
    ----------
    task
        The request.
    stops
        What its stops offer; the cheapest fitting car of each is rented.
    """

    def __init__(self, task: Task, stops: Sequence[Stop]) -> None:
        self.asked = task.car is not None
        self.last_day = task.days
        self.everyday = "road trip" in task.personas
        self.rates = [stop.cars[0].price_cents if self.asked and stop.cars else 0 for stop in stops]

    def _travel_day(self, position: int) -> int:
        """Return what the day of travel to a stop costs: the cheaper of two cars, none on the way out."""
        return min(self.rates[position - 1], self.rates[position]) if position else 0

    def least_cents(self, position: int, nights: int) -> int:
        """Return the car-days of a stay whose flight lands on the day it leaves, clocks and rows aside."""
        days = nights + (position + 1 == len(self.rates)) - (position > 0)
        return self._travel_day(position) + days * self.rates[position]

    def landing_cents(self, position: int, lands_days_later: int) -> int:
        """Return what a landing on a later day adds to ``least_cents``; it may be negative."""
        if not lands_days_later or not self.asked or position >= len(self.rates):
            return 0
        travel = self.rates[position - 1] - self._travel_day(position) if position else 0
        in_air = 0 if self.everyday else lands_days_later - (position > 0)
        return travel - in_air * self.rates[position]

    def ways(self, position: int, arrive_day: int, landed: int, leave_day: int) -> tuple[CarWay, ...]:
        """
        Return the ways to have a car each day that the traveller is on the ground in a stop.

        On the day of travel from another stop either stop's car serves, but only that stop's if the flight
        lands on a later day; each other day needs the stop's own. Of two ways the dearer is kept only if a
        stop has its one car-day by it.
        """
        if not self.asked:
            return (CarWay((), 0),)
        last = self.last_day if position + 1 == len(self.rates) else leave_day - 1
        first = arrive_day + (position > 0)
        own = [(day, position) for day in range(first if self.everyday else max(first, landed), last + 1)]
        before = [(arrive_day, position - 1), *own]
        if position == 0:
            options = [own]
        elif landed > arrive_day:
            options = [before]
        else:
            options = [[(arrive_day, position), *own], before]
        ways = [CarWay(tuple(days), sum(self.rates[at] for _, at in days)) for days in options]
        ways.sort(key=lambda way: way.cents)
        served = [{at for _, at in way.days} for way in ways]
        return tuple(ways if len(ways) > 1 and served[1] - served[0] else ways[:1])
