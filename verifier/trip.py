"""
Trips: where the traveller of a plan is, by true clocks.

Computed once for a plan and handed to every rule. A trip follows the legs the plan books: it knows on
which days and nights the traveller is in which city or in the air. Whether the legs are the right ones
is asked by ``rules.stops``, whether they can be caught by ``rules.reach``.

Where the legs do not tell (one is unknown, its zone is unknown, or it leaves from where the traveller is
not) ``is_followed`` is false, and rules that depend on whereabouts say nothing: the legs themselves are
violations then.
"""

from collections.abc import Iterator
from operator import attrgetter
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


_DEPART_AT = attrgetter("depart_at")


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
    begins
        The instant at which each visit begins, None where it is not known, if the trip can be followed.
    elsewhere
        The bookings in cities where the traveller is not: stays, visits, rentals.
    zones_unknown
        (pointer, airport) of legs whose zone is not known.
    """

    def __init__(self, plan: Plan, task: Task, names: Lookup) -> None:
        self.plan = plan
        self.task = task
        self.names = names
        self.origin = names.place(task.origin)
        self.stops = tuple(map(names.place, task.stops))
        self.zones_unknown: list[tuple[str, str]] = []
        legs = _once(plan.legs)
        self.flown = self._fly(legs)
        self.hops = self._hops(legs)
        self.is_followed = len(self.flown) == len(legs) > 0 and self._is_chain()
        self._ground: dict[int, list[str]] = {}
        self._before = Night(self.origin, in_air=False, arrival=None)
        self.nights = self._spend_nights() if self.is_followed else ()
        self.begins: tuple[int | None, ...] = ()
        self.elsewhere: tuple[Stay | Visit | Rental, ...] = ()
        if self.is_followed:
            self.begins = tuple(map(self._begin, plan.visits))
            self.elsewhere = (*self._beds_elsewhere(), *self._visits_elsewhere(), *self._cars_elsewhere())
        self._elsewhere = frozenset([activity.pointer for activity in self.elsewhere])

    def _fly(self, legs: list[Leg]) -> tuple[Flown, ...]:
        flown: list[Flown] = []
        for leg in legs:
            record = leg.record
            if record is None:
                continue
            try:
                from_place, to_place, leaves, duration, shift = self.names.course(record)
            except ZoneUnknownError as error:
                self.zones_unknown.append((leg.pointer, error.iata))
                continue
            depart_at = (leg.day - 1) * DAY_MIN + leaves
            land_day = leg.day + shift if shift > 0 else leg.day
            flown.append(Flown(leg, record, from_place, to_place, depart_at, depart_at + duration, land_day))
        flown.sort(key=_DEPART_AT)
        return tuple(flown)

    def _hops(self, legs: list[Leg]) -> tuple[tuple[Leg, str, str], ...]:
        if len(self.flown) == len(legs):
            return tuple([(flown.leg, flown.from_place, flown.to_place) for flown in self.flown])
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
        here = self.origin
        for flown in self.flown:
            if flown.from_place != here:
                return False
            here = flown.to_place
        return True

    def _spend_nights(self) -> tuple[Night, ...]:
        nights = []
        night = self._before
        for day in range(1, self.task.days + 1):
            arrival = None
            for flown in self.flown:
                if flown.leg.day <= day:
                    arrival = flown
            if arrival is not night.arrival or night.in_air:
                in_air = arrival is not None and arrival.land_day > day
                night = Night(self.origin if arrival is None else arrival.to_place, in_air, arrival)
            nights.append(night)
        return tuple(nights)

    def ground(self, day: int) -> list[str]:
        """Return the places where the traveller is on the ground at some time of a local day, in order."""
        if day not in self._ground:
            self._ground[day] = self._touched(day)
        return self._ground[day]

    def _touched(self, day: int) -> list[str]:
        before = self.nights[day - 2] if day > 1 else self._before
        places = []
        if not before.in_air or (before.arrival is not None and before.arrival.land_day <= day):
            places.append(before.place)
        for flown in self.flown:
            if flown.leg.day == day:
                places.append(flown.from_place)
                if flown.land_day == day:
                    places.append(flown.to_place)
        return list(dict.fromkeys(places))

    def is_there(self, activity: Stay | Visit | Rental) -> bool:
        """
        Tell whether the traveller is in the city of a booking of the plan, so far as the legs tell.

        A stay is a matter of its night, a rental of its day, a visit of the instant it begins; a leg that
        stands on a later page has not been flown. In the air, stays and rentals may be in the city of
        arrival; a visit is not judged here (see ``rules.reach``). A bed or a car at home is no part of a
        trip: these are in stops alone.
        """
        return activity.pointer not in self._elsewhere

    def _beds_elsewhere(self) -> Iterator[Stay]:
        for stay in self.plan.stays:
            if stay.city is not None and 1 <= stay.day <= self.task.days:
                place = self.names.place(stay.city)
                if place != self.nights[stay.day - 1].place or place not in self.stops:
                    yield stay

    def _cars_elsewhere(self) -> Iterator[Rental]:
        for rental in self.plan.rentals:
            if rental.city is not None and 1 <= rental.day <= self.task.days:
                place = self.names.place(rental.city)
                night = self.nights[rental.day - 1]
                is_there = place in self.ground(rental.day) or (night.in_air and place == night.place)
                if not is_there or place not in self.stops:
                    yield rental

    def _visits_elsewhere(self) -> Iterator[Visit]:
        for visit, begin in zip(self.plan.visits, self.begins, strict=True):
            if visit.city is not None and 1 <= visit.day <= self.task.days:
                place = self.names.place(visit.city)
                if not self._is_at(place, visit.day, begin):
                    yield visit

    def _is_at(self, place: str, day: int, instant: int | None) -> bool:
        """Tell whether the traveller is in a place on a day, at an instant if there is one."""
        if instant is None:
            return place in self.ground(day)
        last = None
        for flown in self.flown:
            if flown.depart_at > instant:
                break
            if flown.leg.day <= day:
                last = flown
        if last is None:
            return place == self.origin
        return place == last.to_place or (instant < last.land_at and place == last.from_place)

    def _begin(self, visit: Visit) -> int | None:
        return (
            None if visit.city is None else self.instant(self.names.place(visit.city), visit.day, visit.start)
        )

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
