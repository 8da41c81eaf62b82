"""
Slow twin of the rule sets that labels rest on: every trip, written out.

Each stop's every list of nights, set of visits and set of cars is tried; what is left is added up over the
stops. For tables that fit on a page.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product

from planassay.kb.catalog import Catalog, Table
from planassay.kb.personas import PERSONAS
from planassay.kb.task import Task


@lru_cache(maxsize=4096)
def least_cents(task: Task, kb: Catalog, ruleset: str) -> int | None:
    """Return the least cost of a trip, whatever the budget; None if there is no trip."""
    fares = [[f.fare_cents for f in kb.flights if (f.from_city, f.to_city) == leg] for leg in task.legs]
    if not all(fares):
        return None
    nights, days = max(1, task.days - 1), task.days if task.car else 0
    wanted = frozenset(task.required_hotels + task.required_attractions)
    stays = [_cheapest(_stays(task, kb, label, nights), wanted) for label in task.stops]
    rates = [_rate(task, kb, label) for label in task.stops]
    if None in rates:
        return None
    best = None
    spreads = set(_spreads(nights, len(task.stops), ruleset))
    for choice in product(*stays):
        if not wanted <= frozenset().union(*(names for _, _, names in choice)):
            continue
        if tuple(count for count, _, _ in choice) not in spreads:
            continue
        for shares in _spreads(days, len(task.stops), ruleset):
            cars = sum(share * rate for share, rate in zip(shares, rates, strict=True))
            total = sum(cents for _, cents, _ in choice) + cars
            best = total if best is None else min(best, total)
    return None if best is None else best + task.party * sum(map(min, fares))


def has_trip(task: Task, kb: Catalog, ruleset: str) -> bool:
    """Return whether some trip is within the budget."""
    least = least_cents(task, kb, ruleset)
    return least is not None and least <= task.budget_cents


def _stays(task: Task, kb: Catalog, label: str, most: int) -> Iterator[tuple[int, int, frozenset[str]]]:
    """Yield (nights, cents, names served) of everything that can be bought in a stop."""
    hotels = kb.hotels(kb.resolve_city(Table.HOTELS, label))
    sights = kb.attractions(kb.resolve_city(Table.ATTRACTIONS, label))
    tours = [
        (sum(s.ticket_cents for s in tour), {s.name for s in tour})
        for size in range(1, 5)
        for tour in combinations(sights, size)
        if all(
            not PERSONAS[name].attraction
            or any(_shares(PERSONAS[name].attraction, sight.facilities) for sight in tour)
            for name in task.personas
        )
    ]
    for count in range(1, most + 1):
        for beds in combinations_with_replacement(hotels, count):
            if all(any(_pleases(bed, name) for bed in beds) for name in task.personas):
                for tickets, names in tours:
                    cents = task.rooms * sum(bed.price_cents for bed in beds) + task.party * tickets
                    yield count, cents, frozenset(names | {bed.name for bed in beds})


def _cheapest(
    stays: Iterable[tuple[int, int, frozenset[str]]], wanted: frozenset[str]
) -> list[tuple[int, int, frozenset[str]]]:
    """Return the cheapest stay for each number of nights and names served, of those that are asked for."""
    least: dict[tuple[int, frozenset[str]], int] = {}
    for count, cents, names in stays:
        key = count, names & wanted
        least[key] = min(cents, least.get(key, cents))
    return [(count, cents, names) for (count, names), cents in least.items()]


def _pleases(hotel, name: str) -> bool:
    one = PERSONAS[name]
    stars = one.min_star_halves is None or hotel.star_halves >= one.min_star_halves
    food = one.min_restaurant is None or (hotel.restaurant_rating or 0) >= one.min_restaurant
    return stars and food and (not one.hotel or _shares(one.hotel, hotel.amenities))


def _rate(task: Task, kb: Catalog, label: str) -> int | None:
    """Return the cheapest day of the cars that together please everybody; 0 if no car is asked for."""
    if task.car is None:
        return 0
    least = max(task.party, task.car.seats)
    rows = [
        c for c in kb.cars(kb.resolve_city(Table.CARS, label)) if c.seats is not None and c.seats >= least
    ]
    wishes = [PERSONAS[name].car for name in task.personas if PERSONAS[name].car]
    if not all(any(_shares(wish, car.services) for car in rows) for wish in wishes):
        return None
    return min((car.price_cents for car in rows), default=None)


def _shares(wish: Iterable[str], has: Iterable[str]) -> bool:
    return bool({w.strip().lower() for w in wish} & {h.strip().lower() for h in has})


def _spreads(total: int, parts: int, ruleset: str) -> Iterator[tuple[int, ...]]:
    """Yield the ways to spread nights or days over the stops; one of nothing if there are none to spread."""
    if total == 0:
        yield (0,) * parts
    elif ruleset == "trek-label@1":
        shares = [total // parts] * parts
        for k in range(total % parts):
            shares[k] += 1
        if min(shares) > 0:
            yield tuple(shares)
    else:
        for shares in product(range(1, total + 1), repeat=parts):
            if sum(shares) == total:
                yield shares
