"""
TREK's components: legs and stays, built for the certificate checker.

Under ``gold`` and the objective ``cheapest`` a leg takes one flight of its pair on one day, a stay one
hotel, car and set of visits between two of those flights. Values are minus the true bill in cents; what
a late landing changes in car-days counts with the leg.
Rows: ``nights`` (all nights are slept), ``land:L:F:D`` and ``leave:L:F:D`` (leg L on flight F and day D
meets the stays at its ends), ``car:S`` (stop S has a car-day), ``official`` (the official bill). Under the
objective ``any`` every value is 0. Written from the rules' pages; shares nothing with the planner.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from planassay.kb.catalog import Catalog, Table
from planassay.kb.clock import DAY_MIN
from planassay.kb.errors import ZoneUnknownError, shorten
from planassay.kb.lookup import lookup
from planassay.kb.money import MAX_CENTS
from planassay.kb.names import squeeze
from planassay.kb.personas import persona
from planassay.kb.records import Flight, Hotel
from planassay.kb.task import Cause, Task
from planassay.verifier.components import labels
from planassay.verifier.components.covers import Cover, Menu
from planassay.verifier.components.days import Frame, Landing, fits
from planassay.verifier.components.model import BeyondError, Components, Empty, Item, Row, Work, reduced
from planassay.verifier.components.stops import even, meant, serves_car, serves_sight, stop_of
from planassay.verifier.rules.needs import serves_hotel


def build(task: Task, kb: Catalog, ruleset: str, objective: str, work: Work) -> Components | None:
    """
    Return the components of a task, None for a rule set or objective that is not known.

    Raises
    ------
    BeyondError
        If its stops cannot be told apart.
    """
    if ruleset != labels.GOLD or objective == labels.FLOOR:
        return labels.build(task, kb, ruleset, objective, work)
    if objective not in ("cheapest", "any", "best@1"):
        return None
    _refuse_ambiguous(task, kb)
    if objective == "best@1":
        from planassay.verifier.components.trek_best import TrekBest

        return TrekBest(task, kb, work)
    return Trek(task, kb, work, worth=int(objective != "any"))


def _refuse_ambiguous(task: Task, kb: Catalog) -> None:
    """
    Refuse stops that cannot be told apart, or of which the official reader opens the tables of another city.

    In a city that is two stops one visit, one night or one car may do for both.
    """
    names = lookup(kb)
    if len({names.place(stop) for stop in task.stops}) < len(task.stops):
        raise BeyondError("one city is two stops, so what serves one may serve both: nothing is proved")
    for stop, label in ((stop, kb.resolve_city(table, stop)) for stop in task.stops for table in Table):
        if label is not None and names.place(label) != names.place(stop):
            both = f"{shorten(stop)} opens the tables of {shorten(label)}, another city"
            raise BeyondError(f"{both}: nothing is proved")


class Way(NamedTuple):
    """A flight on a day."""

    flight: Flight
    day: int


class Offer(NamedTuple):
    """A hotel and the places to visit, with what they cost besides the car."""

    cents: int
    hotel: Hotel
    visits: Cover


class Trek:
    """The components of one task; see the module."""

    def __init__(self, task: Task, kb: Catalog, work: Work, *, worth: int) -> None:
        self.task = task
        self.kb = kb
        self.work = work
        self.worth = worth
        known = (persona(name) for name in task.personas)
        self.party = [one for one in dict.fromkeys(known) if one is not None]
        self.stops = tuple(stop_of(task, kb, self.party, label) for label in task.stops)
        self.inns_meant = meant(task.required_hotels, [stop.hotel_rows for stop in self.stops])
        self.sights_meant = meant(task.required_attractions, [stop.sight_rows for stop in self.stops])
        self.inns = [self._fitting_inns(k) for k in range(len(self.stops))]
        self.menus = [self._sights_to_choose(k) for k in range(len(self.stops))]
        self.final = len(self.stops) - 1
        self.flights = tuple(self._flights(leg) for leg in task.legs)
        legs = [f"leg:{k}" for k in range(len(task.legs))]
        stays = [f"stay:{k}" for k in range(len(self.stops))]
        pairs = [name for pair in zip(legs, stays, strict=False) for name in pair]
        self.names = (*pairs, *legs[len(stays) :])
        self.listing = (*legs, *stays)

    # ---------------------------------------------------------------------------------------- the tables

    def _flights(self, leg: tuple[str, str]) -> tuple[Flight, ...]:
        """Return the flights of a leg whose airports have a zone."""
        return tuple(flight for flight in self._flown(leg) if self._clocks(flight) is not None)

    def _flown(self, leg: tuple[str, str]) -> tuple[Flight, ...]:
        names = lookup(self.kb)
        return names.flights(names.place(leg[0]), names.place(leg[1]))

    def _clocks(self, flight: Flight) -> tuple[int, int] | None:
        """Return the clocks of leaving and landing, local at each city, from 00:00 of the day of leaving."""
        try:
            instant = flight.depart - self.kb.offset_min(flight.from_iata)
            duration = self.kb.flight_time(flight).duration_min
            here = self.kb.city_offset_min(flight.from_city)
            there = self.kb.city_offset_min(flight.to_city)
        except ZoneUnknownError:
            return None
        return None if here is None or there is None else (instant + here, instant + duration + there)

    def empty(self) -> Sequence[Empty]:
        """Return what has no element: names, then legs, then hotel, sights and car stop by stop."""
        stops = [
            e for k in range(len(self.stops)) for e in (self._no_hotel(k), self._no_sight(k), self._no_car(k))
        ]
        return [*self._no_names(), *self._no_legs(), *(e for e in stops if e is not None)]

    def _no_names(self) -> Iterator[Empty]:
        hotels = sum(len(stop.hotel_rows) for stop in self.stops)
        sights = sum(len(stop.sight_rows) for stop in self.stops)
        wanted = [(self.inns_meant[squeeze(name)], hotels) for name in self.task.required_hotels]
        wanted += [(self.sights_meant[squeeze(name)], sights) for name in self.task.required_attractions]
        for position, (stop, scanned) in enumerate(wanted):
            if stop is None:
                yield Empty(f"name:{position}", Cause.ENTITY, scanned)

    def _no_legs(self) -> Iterator[Empty]:
        for k, leg in enumerate(self.task.legs):
            if not self.flights[k]:
                cause = Cause.TIME if self._flown(leg) else Cause.ROUTE
                yield Empty(f"leg:{k}", cause, len(self.kb.flights))

    def _no_hotel(self, k: int) -> Empty | None:
        rows = self.stops[k].hotel_rows
        if self.inns[k]:
            return None
        alone = all(any(serves_hotel(row, one) for row in rows) for one in self.party)
        cause = Cause.ENTITY if not rows else Cause.CONFLICT if alone else Cause.PERSONA
        return Empty(f"hotel:{k}", cause, len(rows))

    def _no_sight(self, k: int) -> Empty | None:
        stop = self.stops[k]
        if stop.sight_rows and self._least_tickets(k) is not None:
            return None
        cause = Cause.TIME if stop.sight_rows else Cause.ENTITY
        if any(not any(serves_sight(s, one) for s in stop.sight_rows) for one in stop.wishes):
            cause = Cause.PERSONA if stop.sight_rows else Cause.ENTITY
        return Empty(f"sight:{k}", cause, len(stop.sight_rows))

    def _no_car(self, k: int) -> Empty | None:
        stop = self.stops[k]
        if stop.rate is not None:
            return None
        alone = all(any(serves_car(car, one) for car in stop.seats) for one in self.party)
        cause = Cause.CONFLICT if alone else Cause.PERSONA
        cause = Cause.ENTITY if not stop.car_rows else cause if stop.seats else Cause.CAPACITY
        return Empty(f"car:{k}", cause, len(stop.car_rows))

    # ------------------------------------------------------------------------------------ rows and values

    def row(self, name: str) -> Row | None:
        """Return a coupling row."""
        kind, _, rest = name.partition(":")
        if kind in ("land", "leave"):
            return Row("==", 0)
        if name == "nights":
            return Row("==", self.task.nights)
        if name == "official":
            shares = zip(even(self.task.days, len(self.stops)), self.stops, strict=True)
            return Row("<=", self.task.budget_cents - sum(days * (stop.rate or 0) for days, stop in shares))
        cars = [str(k) for k in range(self.final)] if self.task.car else []
        return Row(">=", 1) if kind == "car" and rest in cars else None

    def target(self, bound: int) -> int:
        """Return the value of a trip one cent cheaper than ``bound``."""
        return 1 - bound

    def plan_value(self, plan: object) -> int | str:
        """Return the true bill of a plan that is valid and officially perfect, or why it is not."""
        from planassay.verifier.gold import judge

        return judge(plan, self.task, self.kb)

    def _fitting_inns(self, k: int) -> list[Hotel]:
        must = {name for name, stop in self.inns_meant.items() if stop == k}
        return [hotel for hotel in self.stops[k].hotels if must <= {squeeze(hotel.name)}]

    def _sights_to_choose(self, k: int) -> Menu | None:
        """Return the sights to choose from, None if one that must be visited cannot be."""
        stop, must = self.stops[k], {name for name, at in self.sights_meant.items() if at == k}
        forced = tuple(i for i, sight in enumerate(stop.sights) if squeeze(sight.name) in must)
        costs = tuple(sight.ticket_cents for sight in stop.sights)
        return Menu(costs, stop.serves, len(stop.wishes), forced) if len(forced) >= len(must) else None

    def _least_tickets(self, k: int) -> int | None:
        menu = self.menus[k]
        return None if menu is None else menu.least

    def _official_extra(self, k: int, hotel: Hotel, nights: int) -> int:
        """Return what the official bill charges for a stay above its true bill without car."""
        share, floor = even(self.task.nights, len(self.stops))[k], self.stops[k].hotel_rows
        missing = max(0, share - nights) * min(row.price_cents for row in floor)
        return self.task.rooms * (missing - max(0, nights - share) * hotel.price_cents)

    # ------------------------------------------------------------------------------ bounds, clocks aside

    def best(self, name: str, prices: Mapping[str, int], scale: int) -> int:
        """Return a bound above every reduced value: clocks are left aside, ties to neighbours are free."""
        kind, _, position = name.partition(":")
        k = int(position)
        rows = frozenset(prices)
        if kind == "leg":
            return max((reduced(item, prices, scale) for item in self._legs(k, rows)), default=0)
        ties = [p for row, p in prices.items() if row.startswith((f"land:{k}:", f"leave:{k + 1}:"))]
        free = 2 * max([0, *ties]) - sum(min(0, p) for row, p in prices.items() if row.startswith("car:"))
        counts = range(1, self.task.nights - self.final + 1)
        return free + max((self._best_stay(k, nights, prices, scale) for nights in counts), default=0)

    def _best_stay(self, k: int, nights: int, prices: Mapping[str, int], scale: int) -> int:
        inn = self.inns[k][0]
        cents = nights * self.task.rooms * inn.price_cents + self.task.party * (self._least_tickets(k) or 0)
        official = cents + self._official_extra(k, inn, nights)
        value = -self.worth * (cents + self._least_car(k, nights))
        return scale * value - prices.get("nights", 0) * nights - prices.get("official", 0) * official

    def _least_car(self, k: int, nights: int) -> int:
        """Return the car-days of a stay whose flight lands on the day it leaves, the cheapest way."""
        days = nights + (k == self.final) - (k > 0)
        return self._travel_day(k) + days * (self.stops[k].rate or 0)

    def _travel_day(self, k: int) -> int:
        """Return the cheaper car-day of the two stops that a day of travel joins."""
        return min(self.stops[k - 1].rate or 0, self.stops[k].rate or 0) if k else 0

    def _landing(self, k: int, flight: Flight) -> int:
        """Return what landing on a later day changes in car-days; it is counted with the leg."""
        late = self._days_later(flight)
        if not late or k > self.final or not self.task.car:
            return 0
        away = 0 if "road trip" in self.task.personas else late - (k > 0)
        travel = (self.stops[k - 1].rate or 0) - self._travel_day(k) if k else 0
        return travel - away * (self.stops[k].rate or 0)

    def _days_later(self, flight: Flight) -> int:
        return max(0, self.kb.flight_time(flight).day_shift)

    def _legs(self, k: int, rows: frozenset[str]) -> Iterator[Item]:
        """Yield the flights of a leg by day: the first leaves on day 1, the way home on the last."""
        last = self.task.days
        days = range(1, 2) if k == 0 else range(k + 1, last - self.final + k)
        if k > self.final:
            days = range(last, last + 1)
        yield from (self._leg(k, Way(flight, day), rows) for flight in self.flights[k] for day in days)

    def _leg(self, k: int, way: Way, rows: frozenset[str]) -> Item:
        fare = way.flight.fare_cents * self.task.party
        place = f"{k}:{way.flight.row}:{way.day}"
        uses = [(f"land:{place}", 1)] if k <= self.final else []
        uses += [(f"leave:{place}", 1)] if k > 0 else []
        uses += [("official", fare)] if "official" in rows else []
        return Item(-self.worth * (fare + self._landing(k, way.flight)), tuple(uses), way)

    # --------------------------------------------------------------------------------- elements in a gap

    def listed(
        self,
        name: str,
        prices: Mapping[str, int],
        scale: int,
        floor: int,
        rows: frozenset[str],
        known: Mapping[str, Sequence[Item]],
    ) -> Iterator[Item]:
        """Yield the elements above a floor; stays only between flights that were listed before."""
        kind, _, position = name.partition(":")
        k = int(position)
        if kind == "leg":
            yield from (item for item in self._legs(k, rows) if reduced(item, prices, scale) > floor)
            return
        leaving: Sequence[tuple[Way | None, int]] = [(None, 0)]
        if k + 1 < len(self.flights):
            leaving = _short(known[f"leg:{k + 1}"], prices, scale)
        for arrive, late in _short(known[f"leg:{k}"], prices, scale):
            for leave, early in leaving:
                nights = (leave.day if leave else self.task.days) - arrive.day
                if nights > self._days_later(arrive.flight):  # one of them on the ground
                    above = floor + late + early  # what its flights fall short, the stay must not
                    yield from self._stays(k, arrive, leave, nights, prices, scale, above, rows)

    def _stays(
        self,
        k: int,
        arrive: Way,
        leave: Way | None,
        nights: int,
        prices: Mapping[str, int],
        scale: int,
        floor: int,
        rows: frozenset[str],
    ) -> Iterator[Item]:
        """Yield the stays between two flights: the cheapest that fits, more where other rows count."""
        ties = [(f"land:{k}:{arrive.flight.row}:{arrive.day}", -1)]
        ties += [(f"leave:{k + 1}:{leave.flight.row}:{leave.day}", -1)] if leave else []
        ties += [("nights", nights)] if "nights" in rows else []
        for car_cents, car_rows in self._car_ways(k, arrive, nights, rows):
            fixed = Item(-self.worth * car_cents, (*ties, *((row, 1) for row in car_rows)))
            most = (reduced(fixed, prices, scale) - floor - 1) // scale if self.worth else MAX_CENTS
            for offer in self._offers(k, nights, most, self._frame(arrive, leave)):
                extra = self._official_extra(k, offer.hotel, nights)
                official = [("official", offer.cents + extra)] if "official" in rows else []
                item = Item(fixed.value - self.worth * offer.cents, (*fixed.uses, *official), offer)
                if reduced(item, prices, scale) > floor:
                    yield item
                    if "official" not in rows:
                        break

    def _offers(self, k: int, nights: int, most: int, frame: Frame) -> Iterator[Offer]:
        """Yield the hotels and visits of at most some cents that fit between two flights, cheapest first."""
        menu, inns, places = self.menus[k], self.inns[k], self.stops[k].places
        if menu is None or menu.least is None:
            return
        if not self.worth:  # every price will do: drop at once what no hotel makes possible
            near = [any(fits([place], inn.point, frame, self.work) for inn in inns) for place in places]
            if not all(near[i] for i in menu.forced):
                return
            menu = replace(menu, serves=tuple(b * ok for b, ok in zip(menu.serves, near, strict=True)))
        for offer in self._by_price(menu, inns, nights * self.task.rooms, most):
            if fits([places[i] for i in offer.visits], offer.hotel.point, frame, self.work):
                yield offer

    def _by_price(self, menu: Menu, inns: list[Hotel], beds: int, most: int) -> Iterator[Offer]:
        """Yield the pairs of hotel and visits of at most some cents, cheapest first, in widening steps."""
        least = beds * inns[0].price_cents + self.task.party * (menu.least or 0)
        done, reach = least - 1, min(least, most)
        while done < most:
            found = menu.covers((reach - beds * inns[0].price_cents) // self.task.party, self.work)
            prices = [(beds * inn.price_cents, inn) for inn in inns]
            offers = [
                Offer(cents, inn, visits)
                for lodging, inn in prices
                for tickets, visits in found
                if done < (cents := lodging + self.task.party * tickets) <= reach
            ]
            yield from sorted(offers, key=lambda offer: offer.cents)
            done, reach = reach, min(most, least + max(4 * (reach - least), 400))

    def _frame(self, arrive: Way, leave: Way | None) -> Frame:
        """Return what bounds a stay."""
        flight, start = arrive.flight, (arrive.day - 1) * DAY_MIN
        landing = Landing(
            day=arrive.day,
            days_later=self._days_later(flight),
            minute=start + (self._clocks(flight) or (0, 0))[1],
            depart=flight.depart,
            arrive=flight.arrive,
            start=flight.from_point,
            end=flight.to_point,
        )
        return Frame(
            landing=landing,
            last_day=leave.day if leave else self.task.days,
            leave_by=(leave.day - 1) * DAY_MIN + (self._clocks(leave.flight) or (0, 0))[0] if leave else 0,
            leave_from=leave.flight.from_point if leave else None,
        )

    def _car_ways(
        self, k: int, arrive: Way, nights: int, rows: frozenset[str]
    ) -> list[tuple[int, tuple[str, ...]]]:
        """Return the (cents, ``car`` rows served) of a stay's car-days; the cheapest if no row counts."""
        if self.task.car is None:
            return [(0, ())]
        least, mine, before = self._least_car(k, nights), f"car:{k}", f"car:{k - 1}"
        ways: list[tuple[int, tuple[str, ...]]] = [(least, (mine, before) if k else (mine,))]
        if k and not self._days_later(arrive.flight):  # on the day of travel either stop's car serves
            rest = least - self._travel_day(k)
            more = (mine,) if nights + (k == self.final) > 1 else ()
            ways = [(rest + (self.stops[k].rate or 0), (mine,))]
            ways.append((rest + (self.stops[k - 1].rate or 0), (before, *more)))
        if not any(row.startswith("car:") for row in rows):
            return [(min(cents for cents, _ in ways), ())]
        return [(cents, tuple(row for row in served if row in rows)) for cents, served in ways]


def _short(items: Sequence[Item], prices: Mapping[str, int], scale: int) -> list[tuple[Way, int]]:
    """Return the flights listed of a leg, each with how far it falls short of the best of them."""
    worth = [reduced(item, prices, scale) for item in items]
    best = max(worth, default=0)
    return [(i.tag, best - w) for i, w in zip(items, worth, strict=True) if isinstance(i.tag, Way)]
