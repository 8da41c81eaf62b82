"""
The objective ``best`` for TravelPlanner: most stars within the budget, of equals the cheapest.

The components are those of the least cost, with every element that another does not better in stars, cost,
cuisines and time at once; the row ``budget`` couples their bills. Its price is the one at which the bound of
all trips is lowest.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from planassay.kb.errors import InputError
from planassay.kb.formats.travelplanner import TABLE, RouteStay, Tables, query_of, reference_route, scope_of
from planassay.kb.formats.travelplanner.stars import meal_stars, night_stars
from planassay.kb.records import Restaurant
from planassay.kb.task import Task
from planassay.solver.best import Best
from planassay.solver.compile.travelplanner.along import Compilation
from planassay.solver.compile.travelplanner.lodging import Lodging, lodgings
from planassay.solver.compile.travelplanner.meals import Menu
from planassay.solver.compile.travelplanner.names import Named, Towns
from planassay.solver.compile.travelplanner.transport import COURSES, Ride
from planassay.solver.engines import engine
from planassay.solver.problem import Component, Element, Limits, Outcome, Problem, Row, Sense
from planassay.solver.proof import Proof

BUDGET = "budget"
SCALE = 10**7
"""Prices are in so many parts of a tenth of a star for a cent."""


def best_trip(task: Task, kb: Tables, limits: Limits) -> Best | None:
    """
    Return the trip of most stars along the reference route of a query that has a plan.

    Parameters
    ----------
    task, kb
        The request and the database.
    limits
        Work of the solve.

    Raises
    ------
    InputError
        If the route of the query is open.
    """
    if scope_of(task) == TABLE:
        raise InputError("the objective best needs a reference route", value=task.task_id)
    route = reference_route(query_of(task), kb)
    if isinstance(route, str):
        return None
    compilation = Starry(task, route, Towns(kb, shadowed=False))
    solution = engine("cpsat").solve(compilation.starry, limits=limits)
    if not solution.picks:
        return None
    stars, cents = -solution.values[0], solution.values[1]
    proof = compilation.priced()
    bound = stars if solution.outcome is Outcome.OPTIMAL else max(stars, proof.bound // proof.scale)
    return Best(compilation.document(solution, compilation.starry), stars, cents, bound, proof)


class Starry(Compilation):
    """
    One query along its route, with all that may be best of it.

    A wanted cuisine may be eaten on a day of travel for the sake of more stars on the others: there can be
    as many such meals as cuisines, whatever there is room for on days without travel.
    """

    def _most_extra(self, stay: RouteStay) -> int:
        del stay
        return len(self.wanted)

    @cached_property
    def starry(self) -> Problem:
        """The problem of all trips within the budget: most stars, then least cost."""
        components = [Component("transport", tuple(self._starry_ride(ride) for ride in self.rides))]
        for k, stay in enumerate(self.route.stays):
            rooms = _undominated(lodgings(self.query, stay, self.rooms[k]))
            components.append(Component(f"stay:{k}", tuple(_starry_room(room, stay) for room in rooms)))
        for k, stay in enumerate(self.route.stays):
            slots = (self.needs[k][1], self.needs[k + 1][0])
            found = starry_menus(stay, self.restaurants[k], self.query.people, self.wanted, slots)
            menus = tuple(self._starry_menu(k, stars, menu) for stars, menu in found)
            components.append(Component(f"meals:{k}", menus))
        rows = (Row(BUDGET, Sense.AT_MOST, self.task.budget_cents), *self.problem.rows)
        return Problem(tuple(components), rows, ("stars", "cost"))

    def _starry_ride(self, ride: Ride) -> Element:
        plain = self._ride(ride)
        return Element((0, ride.cents), _paid(ride.cents, plain.uses), ride)

    def _starry_menu(self, k: int, stars: int, menu: Menu) -> Element:
        plain = self._menu(k, menu)
        return Element((-stars, menu.cents), _paid(menu.cents, plain.uses), menu)

    def priced(self) -> Proof:
        """Return the proof whose price of the budget bounds all trips lowest."""
        shapes = [[(-e.values[0], e.values[1]) for e in c.elements] for c in self.starry.components]

        def maxima(price: int) -> tuple[int, ...]:
            return tuple(max(SCALE * stars - price * cents for stars, cents in shape) for shape in shapes)

        def bound(price: int) -> int:
            return price * self.task.budget_cents + sum(maxima(price))

        low, high = 0, SCALE
        while high - low > 2:  # convex in the price
            third = (high - low) // 3
            left, right = low + third, high - third
            low, high = (low, right) if bound(left) <= bound(right) else (left, high)
        price = min(range(low, high + 1), key=lambda p: (bound(p), p))
        prices = {BUDGET: price} if price else {}
        rows = tuple(row.name for row in self.starry.rows if row.name not in prices)
        return Proof(SCALE, prices, maxima(price), price * self.task.budget_cents, rows)


def _paid(cents: int, uses: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    return ((BUDGET, cents), *uses) if cents else uses


def _starry_room(room: Lodging, stay: RouteStay) -> Element:
    stars = stay.nights * night_stars(room.read)
    return Element((-stars, room.cents), _paid(room.cents, ()), room)


def _undominated(rooms: Sequence[Lodging]) -> Iterator[Lodging]:
    """Yield the rooms that have more stars than every cheaper one; they come cheapest first."""
    best = -1
    for room in rooms:
        if night_stars(room.read) > best:
            best = night_stars(room.read)
            yield room


@dataclass(frozen=True, slots=True)
class _Table:
    """Some restaurants: their bill for one, their stars, and which they are."""

    cents: int
    stars: int
    full: tuple[int, ...]
    """Positions of those that are eaten in on days without travel."""
    travel: tuple[int, ...]
    """Positions of those that are eaten in on days of travel."""


def starry_menus(
    stay: RouteStay,
    rows: Sequence[Named[Restaurant]],
    people: int,
    wanted: Sequence[str],
    slots: tuple[int, int],
) -> list[tuple[int, Menu]]:
    """
    Return (stars, menu) of the menus of a stay that no other betters, cheapest first.

    Parameters are those of :func:`planassay.solver.compile.travelplanner.meals.menus`.
    """
    rows = sorted(rows, key=lambda one: (one.read.meal_cents, one.row.row))
    full, extra = COURSES * len(stay.full_days), len(wanted)
    tables = _tables(rows, wanted, full, extra)
    found = [
        (
            table.stars,
            Menu(
                table.cents * people,
                _arranged(rows, table, arriving),
                tuple(name for bit, name in enumerate(wanted) if cuisines >> bit & 1),
                arriving,
                more - arriving,
            ),
        )
        for (count, more, cuisines), kept in tables.items()
        if count == full
        for arriving in range(min(slots[0], more) + 1)
        if more - arriving <= slots[1]
        for table in kept
    ]
    found.sort(key=lambda one: (one[1].cents, -one[0], [row.row for row in one[1].restaurants]))
    kept_menus: list[tuple[int, Menu]] = []
    for stars, menu in found:
        if not any(_betters(other, stars, menu) for other in kept_menus):
            kept_menus.append((stars, menu))
    return kept_menus


def _betters(other: tuple[int, Menu], stars: int, menu: Menu) -> bool:
    """Tell whether a menu that costs no more is as good in everything."""
    return (
        other[0] >= stars
        and set(menu.cuisines).issubset(other[1].cuisines)
        and other[1].arriving <= menu.arriving
        and other[1].leaving <= menu.leaving
    )


def _arranged(rows: Sequence[Named[Restaurant]], table: _Table, arriving: int) -> tuple[Restaurant, ...]:
    """Return the restaurants in the order of the meals: on arrival, on full days, on leaving."""
    order = (*table.travel[:arriving], *table.full, *table.travel[arriving:])
    return tuple(rows[position].row for position in order)


def _tables(
    rows: Sequence[Named[Restaurant]], wanted: Sequence[str], full: int, extra: int
) -> dict[tuple[int, int, int], list[_Table]]:
    """Return for (meals on full days, meals on days of travel, cuisines as bits) what nothing betters."""
    found: dict[tuple[int, int, int], list[_Table]] = {(0, 0, 0): [_Table(0, 0, (), ())]}
    for position, one in enumerate(rows):
        bits = sum(1 << bit for bit, name in enumerate(wanted) if name in one.read.cuisines)
        grown: dict[tuple[int, int, int], list[_Table]] = {}
        for (count, more, cuisines), kept in found.items():
            for table in kept:
                cents = table.cents + one.read.meal_cents
                if count < full:
                    stars = table.stars + meal_stars(one.read)
                    longer = _Table(cents, stars, (*table.full, position), table.travel)
                    grown.setdefault((count + 1, more, cuisines | bits), []).append(longer)
                if more < extra:
                    longer = _Table(cents, table.stars, table.full, (*table.travel, position))
                    grown.setdefault((count, more + 1, cuisines | bits), []).append(longer)
        for key, tables in grown.items():
            found[key] = _pareto([*found.get(key, ()), *tables])
    return found


def _pareto(tables: list[_Table]) -> list[_Table]:
    kept: list[_Table] = []
    for table in sorted(tables, key=lambda one: (one.cents, -one.stars, one.full, one.travel)):
        if not kept or table.stars > kept[-1].stars:
            kept.append(table)
    return kept
