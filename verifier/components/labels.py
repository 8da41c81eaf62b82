"""
TREK's components for the rule sets that labels rest on: what a trip costs at least, clocks left aside.

``trek-label@1`` spreads nights and car-days evenly over the stops, the remainder to the first ones, as the
official bill does; ``free-split@1`` spreads them in any way, at least one a stop. Under both a stop's
nights may be spent in different hotels: each persona needs one of them, and a hotel asked for is one of
them. Each persona needs one of the visits, and one of the cars that seat the party; the cheapest rate of
these is billed for every car-day. Whether anybody could travel so is not asked.

Components are ``leg:L``, ``stay:S`` and, if a car is asked for, ``car:S``; values are minus cents. Rows:
``nights`` and ``car-days`` (``free-split`` alone), ``required:NAME`` (a name several stops know). Under the
objective ``floor`` names and personas are left aside, and what no table offers costs nothing: the floor is
below every bill, of ``gold`` too. Written from the rules' page; shares nothing with the planner.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import combinations

from planassay.kb.catalog import Catalog
from planassay.kb.lookup import lookup
from planassay.kb.names import squeeze
from planassay.kb.personas import Persona, persona
from planassay.kb.task import Cause, Task
from planassay.verifier.components.bundles import Bundle, BundleError, read_bundle
from planassay.verifier.components.model import Empty, Item, Row, Work, reduced
from planassay.verifier.components.stops import serves_car, serves_sight, stop_of
from planassay.verifier.rules.needs import serves_hotel

GOLD = "gold@1"
EVEN = "trek-label@1"
FREE = "free-split@1"
FLOOR = "floor"


def build(task: Task, kb: Catalog, ruleset: str, objective: str, work: Work) -> "Labels | None":
    """Return the components of a task, None for a rule set or objective that is not known."""
    if objective == FLOOR and ruleset in (GOLD, EVEN, FREE):
        bare = replace(task, personas=(), required_hotels=(), required_attractions=())
        return Labels(bare, kb, work, is_even=ruleset != FREE, is_floor=True)
    if ruleset not in (EVEN, FREE) or objective not in ("cheapest", "any"):
        return None
    return Labels(task, kb, work, is_even=ruleset == EVEN, worth=int(objective != "any"))


class Labels:
    """The components of one task; see the module."""

    def __init__(
        self,
        task: Task,
        kb: Catalog,
        work: Work,
        *,
        is_even: bool,
        is_floor: bool = False,
        worth: int = 1,
    ) -> None:
        self.task = task
        self.kb = kb
        self.work = work
        self.is_even = is_even
        self.is_floor = is_floor
        self.worth = worth
        known = (persona(name) for name in task.personas)
        self.party = [one for one in dict.fromkeys(known) if one is not None]
        self.stops = tuple(stop_of(task, kb, self.party, label) for label in task.stops)
        self.nights = max(1, task.nights)
        self.names = tuple(
            [f"leg:{k}" for k in range(len(task.legs))]
            + [f"stay:{k}" for k in range(len(self.stops))]
            + [f"car:{k}" for k in range(len(self.stops)) if task.car is not None]
        )
        self.listing = self.names

    # ---------------------------------------------------------------------------------------- the tables

    @cached_property
    def cheapest_fares(self) -> list[int | None]:
        """The cheapest fare of each leg, None where nothing flies."""
        names = lookup(self.kb)
        legs = [(names.place(start), names.place(end)) for start, end in self.task.legs]
        return [min(names.fares(*leg), default=None) for leg in legs]

    @cached_property
    def homes(self) -> dict[str, tuple[int, ...]]:
        """For each name the traveller insists on, the stops whose tables know it."""
        inns = [{squeeze(row.name) for row in stop.hotel_rows} for stop in self.stops]
        sights = [{squeeze(row.name) for row in stop.sight_rows} for stop in self.stops]
        asked = ((self.task.required_hotels, inns), (self.task.required_attractions, sights))
        return {
            squeeze(name): tuple(k for k, table in enumerate(tables) if squeeze(name) in table)
            for names, tables in asked
            for name in names
        }

    def variants(self, k: int) -> Iterator[frozenset[str]]:
        """Yield the sets of names known to several stops that this one may serve."""
        shared = sorted(name for name, where in self.homes.items() if len(where) > 1 and k in where)
        for size in range(len(shared) + 1):
            yield from map(frozenset, combinations(shared, size))

    def _must(self, k: int, served: frozenset[str], names: Sequence[str]) -> list[str]:
        """Return the names that this stop has to serve: those it alone knows, and those it takes on."""
        folded = dict.fromkeys(map(squeeze, names))
        return [name for name in folded if self.homes[name] == (k,) or name in served]

    def spans(self, total: int) -> list[range]:
        """Return how many of some nights or days each stop may take."""
        stops = len(self.stops)
        if self.is_even:
            shares = [total // stops + (k < total % stops) for k in range(stops)]
            return [range(share, share + bool(share)) for share in shares]
        return [range(1, total - stops + 2)] * stops

    # ------------------------------------------------------------------------------------- what is empty

    def empty(self) -> Sequence[Empty]:
        """Return what has no element: names, then legs, then hotel, sights and car by stop, then nights."""
        if self.is_floor:
            return ()
        places = [
            e for k in range(len(self.stops)) for e in (self._no_hotel(k), self._no_sight(k), self._no_car(k))
        ]
        short = [k for k, span in enumerate(self.spans(self.nights)) if not span]
        idle = [Empty(f"stay:{k}", Cause.TIME, 0) for k in short]
        return [*self._no_names(), *self._no_legs(), *(e for e in places if e is not None), *idle]

    def _no_names(self) -> Iterator[Empty]:
        hotels = sum(len(stop.hotel_rows) for stop in self.stops)
        sights = sum(len(stop.sight_rows) for stop in self.stops)
        wanted = [(name, hotels) for name in self.task.required_hotels]
        wanted += [(name, sights) for name in self.task.required_attractions]
        for position, (name, scanned) in enumerate(wanted):
            if not self.homes[squeeze(name)]:
                yield Empty(f"name:{position}", Cause.ENTITY, scanned)

    def _no_legs(self) -> Iterator[Empty]:
        for k, fare in enumerate(self.cheapest_fares):
            if fare is None:
                yield Empty(f"leg:{k}", Cause.ROUTE, len(self.kb.flight_keys))

    def _no_hotel(self, k: int) -> Empty | None:
        rows, span = self.stops[k].hotel_rows, self.spans(self.nights)[k]
        beds = self._beds(k, frozenset(), max(span, default=1))
        if any(beds[n] is not None for n in span or (1,)):
            return None
        alone = all(any(serves_hotel(hotel, one) for hotel in rows) for one in self.party)
        cause = Cause.CONFLICT if alone else Cause.PERSONA
        return Empty(f"hotel:{k}", cause if rows else Cause.ENTITY, len(rows))

    def _no_sight(self, k: int) -> Empty | None:
        rows = self.stops[k].sight_rows
        if self._tickets(k, frozenset()) is not None:
            return None
        return Empty(f"sight:{k}", Cause.PERSONA if rows else Cause.ENTITY, len(rows))

    def _no_car(self, k: int) -> Empty | None:
        stop = self.stops[k]
        if self.task.car is None or self._rate(k) is not None:
            return None
        cause = Cause.PERSONA if stop.seats else Cause.CAPACITY
        return Empty(f"car:{k}", cause if stop.car_rows else Cause.ENTITY, len(stop.car_rows))

    # ------------------------------------------------------------------------------- the cost of a stop

    def _beds(self, k: int, served: frozenset[str], most: int) -> list[int | None]:
        """
        Return for each number of nights, 0 to ``most``, the least they cost a room; None if they are too few.

        The hotels together serve every persona and bear the names that this stop has to serve.
        """
        names = self._must(k, served, self.task.required_hotels)
        price_of: dict[int, int] = {}
        for hotel in self.stops[k].hotel_rows:
            bits = _bits([serves_hotel(hotel, one) for one in self.party])
            bits |= _bits([squeeze(hotel.name) == name for name in names]) << len(self.party)
            price_of[bits] = min(hotel.price_cents, price_of.get(bits, hotel.price_cents))
        whole = (1 << len(self.party) + len(names)) - 1
        reached, beds = {0: 0}, [None if whole else 0]
        for _ in range(most):
            after: dict[int, int] = {}
            for done, paid in reached.items():
                for bits, price in price_of.items():
                    self.work.step()
                    key = done | bits
                    after[key] = min(paid + price, after.get(key, paid + price))
            reached = after
            beds.append(reached.get(whole))
        return beds

    def _tickets(self, k: int, served: frozenset[str]) -> int | None:
        """Return the least that one person's tickets cost, None if no set of visits serves everybody."""
        stop, names = self.stops[k], self._must(k, served, self.task.required_attractions)
        whole = (1 << len(stop.wishes) + len(names)) - 1
        least: dict[int, int] = {}  # of one visit or more
        for sight in stop.sight_rows:
            bits = _bits([serves_sight(sight, one) for one in stop.wishes])
            bits |= _bits([squeeze(sight.name) == name for name in names]) << len(stop.wishes)
            for done, paid in ((0, 0), *least.items()):
                self.work.step()
                cents = paid + sight.ticket_cents
                least[done | bits] = min(cents, least.get(done | bits, cents))
        return least.get(whole)

    def _rate(self, k: int) -> int | None:
        """Return the cheapest day of a car that seats the party; None if one of the personas has none."""
        seats = self.stops[k].seats
        if not all(any(serves_car(car, one) for car in seats) for one in self.party):
            return None
        return min((car.price_cents for car in seats), default=None)

    # ------------------------------------------------------------------------------------ rows and items

    def row(self, name: str) -> Row | None:
        """Return a coupling row."""
        kind, _, rest = name.partition(":")
        if name == "nights" and not self.is_even:
            return Row("==", self.nights)
        if name == "car-days" and not self.is_even and self.task.car is not None:
            return Row("==", self.task.days)
        return Row(">=", 1) if kind == "required" and len(self.homes.get(rest, ())) > 1 else None

    def target(self, bound: int) -> int:
        """Return the value of a trip one cent cheaper than ``bound``."""
        return 1 - bound

    def plan_value(self, plan: object) -> int | str:
        """Return the bill of a bundle of records that keeps the rules, or why it does not."""
        try:
            bundle = read_bundle(plan, self.task, self.kb)
        except BundleError as error:
            return str(error)
        return self._fault(bundle) or self._bill(bundle)

    def best(self, name: str, prices: Mapping[str, int], scale: int) -> int:
        """Return the best reduced value of a component."""
        return max(reduced(item, prices, scale) for item in self._items(name, frozenset(prices)))

    def listed(
        self,
        name: str,
        prices: Mapping[str, int],
        scale: int,
        floor: int,
        rows: frozenset[str],
        known: Mapping[str, Sequence[Item]],
    ) -> Iterator[Item]:
        """Yield the elements above a floor, one for each way to use the rows."""
        del known  # nothing ties these components but rows
        yield from (item for item in self._items(name, rows) if reduced(item, prices, scale) > floor)

    def _items(self, name: str, rows: frozenset[str]) -> Iterator[Item]:
        kind, _, position = name.partition(":")
        k = int(position)
        if kind == "leg":
            yield Item(-self.worth * self.task.party * (self.cheapest_fares[k] or 0), ())
        elif kind == "car":
            rate = self._rate(k) or 0
            for days in self.spans(self.task.days)[k] or (0,):
                uses = (("car-days", days),) if "car-days" in rows else ()
                yield Item(-self.worth * days * rate, uses)
        else:
            yield from self._stays(k, rows)

    def _stays(self, k: int, rows: frozenset[str]) -> Iterator[Item]:
        span = self.spans(self.nights)[k] or (0,)
        for served in self.variants(k):
            beds, tickets = self._beds(k, served, max(span)), self._tickets(k, served)
            if self.is_floor:
                beds, tickets = [cents or 0 for cents in beds], tickets or 0
            for nights in span:
                room = beds[nights]
                if room is None or tickets is None:
                    continue
                uses = [("nights", nights)] if "nights" in rows else []
                uses += [(f"required:{n}", 1) for n in sorted(served) if f"required:{n}" in rows]
                cents = self.task.rooms * room + self.task.party * tickets
                yield Item(-self.worth * cents, tuple(uses))

    # ------------------------------------------------------------------------------------------- bundles

    def _bill(self, bundle: Bundle) -> int:
        task = self.task
        total = task.party * sum(flight.fare_cents for flight in bundle.legs)
        for stop in bundle.stops:
            total += task.rooms * sum(hotel.price_cents for hotel in stop.nights)
            total += task.party * sum(sight.ticket_cents for sight in stop.visits)
            total += stop.car_days * min((car.price_cents for car in stop.cars), default=0)
        return total

    def _fault(self, bundle: Bundle) -> str:
        """Return which rule a bundle breaks, an empty text if none."""
        place = lookup(self.kb).place
        wanted = [(place(a), place(b)) for a, b in self.task.legs]
        if [(place(flight.from_city), place(flight.to_city)) for flight in bundle.legs] != wanted:
            return "its flights are not those of the legs"
        days = self.task.days if self.task.car is not None else 0
        counts = [(self.nights, [len(stop.nights) for stop in bundle.stops])]
        counts += [(days, [stop.car_days for stop in bundle.stops])] if days else []
        for total, shares in counts:
            spans = self.spans(total)
            if sum(shares) != total or any(n not in span for n, span in zip(shares, spans, strict=True)):
                return f"{shares} is no spread of {total} over the stops"
        for k, stop in enumerate(bundle.stops):
            if not days and (stop.cars or stop.car_days):
                return f"stop {k}: nobody asked for a car"
            if fault := self._stop_fault(k, bundle):
                return f"stop {k}: {fault}"
        inns = {squeeze(hotel.name) for stop in bundle.stops for hotel in stop.nights}
        sights = {squeeze(sight.name) for stop in bundle.stops for sight in stop.visits}
        missing = [name for name in self.task.required_hotels if squeeze(name) not in inns]
        missing += [name for name in self.task.required_attractions if squeeze(name) not in sights]
        if missing:
            return f"{missing[0]!r} is missing"
        cost, budget = self._bill(bundle), self.task.budget_cents
        return f"it costs {cost} cents, the budget is {budget}" if cost > budget else ""

    def _stop_fault(self, k: int, bundle: Bundle) -> str:
        stop, offers = bundle.stops[k], self.stops[k]
        if not stop.visits or len({sight.row for sight in stop.visits}) < len(stop.visits):
            return "a place is visited twice, or none is"
        if any(car not in offers.seats for car in stop.cars):
            return "a car does not seat the party"
        if self.task.car is not None and not stop.cars:
            return "there is no car"
        served: list[tuple[Persona, bool]] = []
        for one in self.party:
            served.append((one, any(serves_hotel(hotel, one) for hotel in stop.nights)))
            served.append((one, not one.attraction or any(serves_sight(s, one) for s in stop.visits)))
            served.append((one, self.task.car is None or any(serves_car(car, one) for car in stop.cars)))
        return next((f"nothing serves {one.name!r}" for one, is_served in served if not is_served), "")


def _bits(answers: Sequence[bool]) -> int:
    return sum(answer << bit for bit, answer in enumerate(answers))
