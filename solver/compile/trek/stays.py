"""
Stays: the ways to spend one stop between two given flights, as a table of few elements.

A stay is a hotel, a car if one is asked for, and a cover with its schedule. For given flights and
days only the best of equal bills matters, so the table holds one stay for each bill worth keeping.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from planassay.kb.clock import DAY_MIN
from planassay.kb.geo import travel_minutes
from planassay.kb.names import natural
from planassay.kb.records import Car, Hotel
from planassay.kb.task import Task
from planassay.solver.compile.trek.bills import official_lodging_cents
from planassay.solver.compile.trek.covers import Cover, cheapest_cover, covers
from planassay.solver.compile.trek.legs import Service
from planassay.solver.compile.trek.offers import Stop
from planassay.solver.compile.trek.schedule import Arrival, Departure, Planner, Schedule
from planassay.solver.problem import Ration


class Between(NamedTuple):
    """The flights and days that bound a stay."""

    arrive: Service
    arrive_day: int
    leave: Service | None
    """None: the trip ends at this stop."""
    leave_day: int
    """Day of departure, or the last day of the trip."""


@dataclass(frozen=True, slots=True)
class StayChoice:
    """One way to spend a stop."""

    between: Between
    hotel: Hotel
    nights: int
    car: Car | None
    schedule: Schedule
    true_cents: int
    """Lodging and tickets; car-days are added by the trip, which knows the neighbours."""
    official_cents: int

    @property
    def order(self) -> tuple[object, ...]:
        """The stated order of stays that cost and travel the same: records, then days and starts."""
        visits = tuple((v.day, v.start, v.sight) for v in self.schedule.visits)
        return (natural(self.hotel.hotel_id), tuple(sorted(v[2] for v in visits)), visits)

    @property
    def check_in_entry(self) -> tuple[int, int] | None:
        """Day and clock under which the document states the first check-in, or None if it cannot."""
        day, clock = self.schedule.check_in // DAY_MIN + 1, self.schedule.check_in % DAY_MIN
        first = self.between.arrive_day
        if not first <= day < first + self.nights:
            return None
        return None if day == first and clock < self._page_floor else (day, clock)

    @property
    def late_check_in(self) -> int:
        """Minute of the day of departure at which the check-in can always be stated, even past midnight."""
        return max(self.schedule.check_in - (self.between.arrive_day - 1) * DAY_MIN, self._page_floor)

    @property
    def _page_floor(self) -> int:
        """
        First minute of the day of departure at which a check-in may stand in the document.

        It stands behind the flight, whose clocks are those of two zones: for the official evaluator it is
        reached from the one of landing, even where that is of the evening before.
        """
        flight = self.between.arrive.flight
        return max(flight.depart, flight.arrive + travel_minutes(flight.to_point, self.hotel.point))


class Slack(NamedTuple):
    """What a choice may cost above the least, in cents."""

    true: int
    """Of the true bill."""
    official: int | None = None
    """Of the official bill; None where that does not matter."""

    def less(self, true: int, official: int) -> "Slack":
        """Return what is left once some of it is spent."""
        return Slack(self.true - true, None if self.official is None else self.official - official)

    def holds(self) -> bool:
        """Return whether no more was spent than there was."""
        return self.true >= 0 and (self.official is None or self.official >= 0)

    def covers(self, other: "Slack") -> bool:
        """Return whether it allows whatever another does; both must look at the same bills."""
        return self == self.wider(other)

    def wider(self, other: "Slack") -> "Slack":
        """Return what allows whatever it or another does."""
        if self.official is None or other.official is None:
            return Slack(max(self.true, other.true))
        return Slack(max(self.true, other.true), max(self.official, other.official))


class _Offer(NamedTuple):
    """A hotel and a cover, not yet scheduled, with both bills."""

    cents: int
    official: int
    hotel: Hotel
    cover: Cover


class StayTable:
    """
    The stays of one stop.

    Parameters
    ----------
    task
        The request.
    stop
        What the stop offers.
    ration
        How much it may work.
    """

    def __init__(self, task: Task, stop: Stop, ration: Ration | None = None) -> None:
        self.task = task
        self.stop = stop
        self.ration = ration
        self.planner = Planner(stop.sights, ration)
        self._open: dict[tuple[object, ...], frozenset[int]] = {}
        self.tickets = None
        if stop.hotels and stop.opens_required:
            self.tickets = cheapest_cover(stop.sights, stop.required, len(stop.wishes))

    def least_cents(self, nights: int) -> int | None:
        """Return the least bill of ``nights`` nights and the visits, clocks ignored; None if impossible."""
        if self.tickets is None:
            return None
        return nights * self.task.rooms * self.stop.hotels[0].price_cents + self.task.party * self.tickets

    def official_cents(self, nights: int, hotel: Hotel, tickets: int) -> int:
        """Return the official bill of ``nights`` nights and the visits."""
        floor = self.stop.floor_cents
        lodging = official_lodging_cents(self.task, self.stop.position, nights, hotel.price_cents, floor)
        return lodging + self.task.party * tickets

    def least_official_cents(self, nights: int) -> int | None:
        """Return the least official bill of ``nights`` nights and the visits; None if impossible."""
        if self.tickets is None:
            return None
        return self.official_cents(nights, self.stop.hotels[0], self.tickets)

    def elements(self, between: Between, nights: int, slack: Slack) -> list[StayChoice]:
        """
        Return the stays worth keeping whose bills exceed the least by at most a slack.

        Where the official bill matters, a dearer stay is kept if that of it is lower.

        Raises
        ------
        WorkLimitError
            If the ration is used up.
        """
        least = self.least_cents(nights)
        if least is None:
            return []
        kept: list[StayChoice] = []
        late: set[tuple[int, Cover]] = set()
        for offer in self._offers(nights, slack, self.open_sights(between)):
            if slack.official is None and kept and offer.cents > kept[0].true_cents:
                break
            if any(k.true_cents < offer.cents and k.official_cents <= offer.official for k in kept):
                continue
            if any((offer.hotel.row, few) in late for few in _few(offer.cover)):
                continue
            choice = self._schedule(offer, between, nights)
            if choice is not None:
                _keep(kept, choice)
            else:
                late.update((offer.hotel.row, few) for few in self._late(offer, between))
        return kept

    def _arrival(self, between: Between) -> Arrival:
        return between.arrive.arrival(between.arrive_day, is_first=self.stop.position == 0)

    def _late(self, offer: _Offer, between: Between) -> list[Cover]:
        """Return places of a cover that does not fit which do not even fit alone, or in pairs if all do."""
        arrival, departure = self._arrival(between), _departure(between)
        for size in (1, 2):
            few = [f for f in _few(offer.cover) if len(f) == size]
            if size < len(offer.cover):
                point = offer.hotel.point
                few = [f for f in few if self.planner.best(point, f, arrival, departure) is None]
            if few:
                return few
        return []

    def open_sights(self, between: Between) -> frozenset[int]:
        """Return the positions of the places that could be visited between two flights from some hotel."""
        leave = None if between.leave is None else between.leave.flight.row
        key = (between.arrive.flight.row, leave, between.leave_day - between.arrive_day)
        if key not in self._open:
            arrival, departure = self._arrival(between), _departure(between)
            sights = range(len(self.stop.sights))
            self._open[key] = frozenset(k for k in sights if self.planner.is_open(k, arrival, departure))
        return self._open[key]

    def _offers(self, nights: int, slack: Slack, open_sights: frozenset[int]) -> Iterator[_Offer]:
        """Yield hotels with covers by rising bill, up to the slack, in widening steps."""
        least = self.least_cents(nights)
        if least is None or not open_sights.issuperset(self.stop.required):
            return
        done, reach = -1, 0
        while done < slack.true:
            reach = min(reach, slack.true)
            yield from sorted(
                (
                    o
                    for o in self._offers_up_to(nights, slack._replace(true=reach), open_sights)
                    if o.cents > least + done
                ),
                key=lambda o: (o.cents, natural(o.hotel.hotel_id), o.cover),
            )
            done, reach = reach, max(4 * reach, 400)

    def _offers_up_to(self, nights: int, slack: Slack, open_sights: frozenset[int]) -> Iterator[_Offer]:
        stop, tickets, party = self.stop, self.tickets or 0, self.task.party
        room, wishes = nights * self.task.rooms, len(self.stop.wishes)
        cheapest = stop.hotels[0]
        spare = slack.true if slack.official is None else min(slack.true, slack.official)
        dearest = tickets + spare // party
        found = covers(stop.sights, stop.required, wishes, dearest, within=open_sights, ration=self.ration)
        for hotel in stop.hotels:
            above = room * (hotel.price_cents - cheapest.price_cents)
            official = self.official_cents(nights, hotel, 0)
            left = slack.less(above, official - self.official_cents(nights, cheapest, 0))
            if not left.holds():
                break
            lodging = room * hotel.price_cents
            for cost, cover in found:
                more = party * (cost - tickets)
                if not left.less(more, more).holds():
                    break
                if self.ration is not None:
                    self.ration.spend()
                yield _Offer(lodging + party * cost, official + party * cost, hotel, cover)

    def _schedule(self, offer: _Offer, between: Between, nights: int) -> StayChoice | None:
        arrival = self._arrival(between)
        schedule = self.planner.best(offer.hotel.point, offer.cover, arrival, _departure(between))
        if schedule is None:
            return None
        return StayChoice(
            between=between,
            hotel=offer.hotel,
            nights=nights,
            car=self.stop.cars[0] if self.stop.cars else None,
            schedule=schedule,
            true_cents=offer.cents,
            official_cents=offer.official,
        )


def _few(cover: Cover) -> Iterator[Cover]:
    """Yield each place of a cover alone, and each pair."""
    yield from ((k,) for k in cover)
    yield from combinations(cover, 2)


def _departure(between: Between) -> Departure:
    if between.leave is None:
        return Departure(between.leave_day, between.leave_day * DAY_MIN, None)
    return between.leave.departure(between.leave_day)


def _keep(kept: list[StayChoice], choice: StayChoice) -> None:
    """Add a choice unless another serves as well for no more of either bill; drop what it beats."""
    key = _rank(choice)
    if any(_rank(other) <= key and other.official_cents <= choice.official_cents for other in kept):
        return
    kept[:] = [o for o in kept if not (key <= _rank(o) and choice.official_cents <= o.official_cents)]
    kept.append(choice)


def _rank(choice: StayChoice) -> tuple[object, ...]:
    return (choice.true_cents, choice.schedule.ground_min, choice.order)
