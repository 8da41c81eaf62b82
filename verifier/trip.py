"""
Trips: where the traveller of a plan is, by true clocks.

Computed once for a plan and handed to every rule. A trip follows the legs the plan books: it knows on
which days and nights the traveller is in which city or in the air. Whether the legs are the right ones
is asked by ``rules.stops``, whether they can be caught by ``rules.reach``.

Where the legs do not tell (one is unknown, its zone is unknown, or it leaves from where the traveller is
not) ``is_followed`` is false, and rules that depend on whereabouts say nothing: the legs themselves are
violations then.
"""

from bisect import bisect_right
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from planassay.kb.clock import DAY_MIN
from planassay.kb.errors import ZoneUnknownError
from planassay.kb.lookup import Lookup
from planassay.kb.plan import Leg, Plan, Rental, Stay, Visit
from planassay.kb.records import Flight
from planassay.kb.task import Task


class Flown(NamedTuple):
    """A leg between two places, with its instants (UTC minutes from 00:00 of day 1)."""

    leg: Leg
    record: Flight
    from_place: str
    to_place: str
    depart_at: int
    land_at: int
    land_day: int
    """Local day of landing; a landing on an earlier day (date line) counts as the day of departure."""


class Night(NamedTuple):
    """Where the traveller is in the night after a day."""

    place: str
    """The city, or the one a flight through the night goes to."""
    in_air: bool
    arrival: Flown | None
    """The leg that brings or brought the traveller there; None at home."""


class Trip:
    """
    A plan, followed.

    Parameters
    ----------
    plan
        The plan.
    task
        The task it answers.
    names
        The look-up of the knowledge base.

    Attributes
    ----------
    origin, stops
        Places of the task.
    hops
        The (from, to) places of each leg in order of time, as recorded, or as stated for unknown flights;
        a flight listed twice on a day counts once.
    flown
        The legs with their instants, in order of time; those that are known.
    nights
        The night after each day, from day 1 to the last, if the trip can be followed.
    zones_unknown
        (pointer, airport) of legs whose zone is not known.
    """

    def __init__(self, plan: Plan, task: Task, names: Lookup) -> None:
        self.plan = plan
        self.task = task
        self.names = names
        self.origin = names.place(task.origin)
        self.stops = tuple(names.place(stop) for stop in task.stops)
        self.zones_unknown: list[tuple[str, str]] = []
        legs = _once(plan.legs)
        self.flown = tuple(sorted(self._flown(legs), key=lambda flown: flown.depart_at))
        self.hops = self._hops(legs)
        self.is_followed = len(self.flown) == len(legs) > 0 and self._is_chain()
        self._ground: dict[int, list[str]] = {}
        self.nights: tuple[Night, ...] = ()
        if self.is_followed:
            self.nights = tuple(self._night(day) for day in range(1, task.days + 1))

    def _flown(self, legs: list[Leg]) -> list[Flown]:
        flown: list[Flown] = []
        kb = self.names.kb
        for leg in legs:
            record = leg.record
            if record is None:
                continue
            place, to_place = self.names.place(record.from_city), self.names.place(record.to_city)
            try:
                duration, shift = kb.flight_time(record)
                offset = kb.offset_min(record.from_iata)
                for city in (place, to_place):  # bookings there are told by the clocks of the city
                    self.names.offset_min(city)
            except ZoneUnknownError as error:
                self.zones_unknown.append((leg.pointer, error.iata))
                continue
            depart_at = (leg.day - 1) * DAY_MIN + record.depart - offset
            land_day = leg.day + max(0, shift)
            flown.append(Flown(leg, record, place, to_place, depart_at, depart_at + duration, land_day))
        return flown

    def _hops(self, legs: list[Leg]) -> tuple[tuple[Leg, str, str], ...]:
        if len(self.flown) == len(legs):
            return tuple((flown.leg, flown.from_place, flown.to_place) for flown in self.flown)
        hops = []
        for leg in sorted(
            legs, key=lambda leg: (leg.day, leg.record.depart if leg.record else leg.depart or 0)
        ):
            record = leg.record
            from_city = record.from_city if record else leg.from_city
            to_city = record.to_city if record else leg.to_city
            if from_city is not None and to_city is not None:
                hops.append((leg, self.names.place(from_city), self.names.place(to_city)))
        return tuple(hops)

    def _is_chain(self) -> bool:
        return self.flown[0].from_place == self.origin and all(
            before.to_place == after.from_place for before, after in pairwise(self.flown)
        )

    def _night(self, day: int) -> Night:
        arrival = None
        for flown in self.flown:
            if flown.leg.day <= day:
                arrival = flown
        if arrival is None:
            return Night(self.origin, in_air=False, arrival=None)
        return Night(arrival.to_place, in_air=arrival.land_day > day, arrival=arrival)

    @cached_property
    def _departures(self) -> list[int]:
        return [flown.depart_at for flown in self.flown]

    def ground(self, day: int) -> list[str]:
        """Return the places where the traveller is on the ground at some time of a local day, in order."""
        if day not in self._ground:
            self._ground[day] = self._touched(day)
        return self._ground[day]

    def _touched(self, day: int) -> list[str]:
        before = self.nights[day - 2] if day > 1 else Night(self.origin, in_air=False, arrival=None)
        places = []
        if not before.in_air or (before.arrival is not None and before.arrival.land_day <= day):
            places.append(before.place)
        for flown in self.flown:
            if flown.leg.day == day:
                places.append(flown.from_place)
                if flown.land_day == day:
                    places.append(flown.to_place)
        return list(dict.fromkeys(places))

    @cached_property
    def elsewhere(self) -> tuple[Stay | Visit | Rental, ...]:
        """The bookings in cities where the traveller is not: stays, visits, rentals."""
        booked: tuple[Stay | Visit | Rental, ...] = (*self.plan.stays, *self.plan.visits, *self.plan.rentals)
        return tuple(activity for activity in booked if not self._is_there(activity))

    @cached_property
    def _elsewhere(self) -> frozenset[str]:
        return frozenset(activity.pointer for activity in self.elsewhere)

    def is_there(self, activity: Stay | Visit | Rental) -> bool:
        """Tell whether the traveller is in the city of a booking of the plan, so far as the legs tell."""
        return activity.pointer not in self._elsewhere

    def _is_there(self, activity: Stay | Visit | Rental) -> bool:
        """
        Tell whether the traveller is in the city of a booking at its time, so far as the legs tell.

        A stay is a matter of its night, a rental of its day, a visit of the instant it begins; a leg that
        stands on a later page has not been flown. In the air, stays and rentals may be in the city of
        arrival; a visit is not judged here (see ``rules.reach``). A bed or a car at home is no part of a
        trip: these are in stops alone.
        """
        if activity.city is None or not self.is_followed or not 1 <= activity.day <= self.task.days:
            return True
        place = self.names.place(activity.city)
        night = self.nights[activity.day - 1]
        if isinstance(activity, Stay | Rental) and place not in self.stops:
            return False
        if isinstance(activity, Stay):
            return place == night.place
        if isinstance(activity, Rental):
            return place in self.ground(activity.day) or (night.in_air and place == night.place)
        start = self.instant(place, activity.day, activity.start)
        if start is None:
            return place in self.ground(activity.day)
        index = bisect_right(self._departures, start) - 1
        while index >= 0 and self.flown[index].leg.day > activity.day:
            index -= 1
        if index < 0:
            return place == self.origin
        flown = self.flown[index]
        return place == flown.to_place or (start < flown.land_at and place == flown.from_place)

    def instant(self, place: str, day: int, clock: int | None) -> int | None:
        """Return the instant of a local clock on a day, or None if it or the zone of the place is unknown."""
        if clock is None:
            return None
        try:
            offset = self.names.offset_min(place)
        except ZoneUnknownError:
            return None
        return None if offset is None else (day - 1) * DAY_MIN + clock - offset


def _once(legs: tuple[Leg, ...]) -> list[Leg]:
    """Return the legs without those that list a flight for a second time on its day."""
    seen: set[tuple[int, int]] = set()
    once: list[Leg] = []
    for leg in legs:
        key = (leg.day, -1 - len(once) if leg.record is None else leg.record.row)
        if key not in seen:
            seen.add(key)
            once.append(leg)
    return once
