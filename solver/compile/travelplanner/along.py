"""A query along its route as one problem, and the solved problem as a plan; see the package for its rows."""

from dataclasses import replace
from functools import cached_property

from planassay.kb.formats.travelplanner import (
    Route,
    RouteStay,
    Wishes,
    query_of,
    requirements,
)
from planassay.kb.formats.travelplanner.wishes import BUDGET
from planassay.kb.task import Task
from planassay.kb.verdict import Document
from planassay.solver.compile.travelplanner.causes import Blocker, Offers, blockers
from planassay.solver.compile.travelplanner.document import Trip, plan_document
from planassay.solver.compile.travelplanner.lodging import Lodging, lodgings
from planassay.solver.compile.travelplanner.meals import Menu, menus, most_extra
from planassay.solver.compile.travelplanner.names import Towns
from planassay.solver.compile.travelplanner.transport import COURSES, Ride, rides
from planassay.solver.problem import Component, Element, Problem, Row, Sense, Solution
from planassay.solver.proof import Proof

COST = "cost"


class Compilation:
    """
    One query, ready to be solved.

    Parameters
    ----------
    task, route
        The request, and the route that it is solved along.
    towns
        The rows of each city that can be named.
    """

    leading: frozenset[str] = frozenset()
    misfit = "No choice of restaurants offers every cuisine."

    def __init__(self, task: Task, route: Route, towns: Towns) -> None:
        self.task = task
        self.route = route
        self.tables = tables = towns.tables
        self.query = query_of(task)
        self.wanted = tuple(dict.fromkeys(self.query.wishes.cuisines or ()))
        self.extra = [self._most_extra(stay) for stay in route.stays]
        needs = list(zip([0, *self.extra], [*self.extra, 0], strict=True))
        self.needs = [(min(before, COURSES), min(after, COURSES)) for before, after in needs]
        self.rides = rides(self.query, route, tables, self.needs)
        cities = [stay.city for stay in route.stays]
        self.rooms = [towns.rooms(city) for city in cities]
        self.restaurants = [towns.restaurants(city) for city in cities]
        self.sights = [towns.sights(city) for city in cities]
        pairs = list(zip(route.stays, self.rooms, strict=True))
        self.lodgings = [lodgings(self.query, stay, rooms)[:1] for stay, rooms in pairs]
        self.menus = [self._menus(k) for k in range(len(route.stays))]
        self.blockers: tuple[Blocker, ...] = blockers(
            Offers(
                query=self.query,
                route=route,
                tables=tables,
                rides=self.rides,
                rooms=self.rooms,
                restaurants=self.restaurants,
                sights=self.sights,
                lodgings=self.lodgings,
                menus=self.menus,
            )
        )

    def _most_extra(self, stay: RouteStay) -> int:
        return most_extra(stay, self.wanted)

    def _menus(self, k: int) -> tuple[Menu, ...]:
        slots = (self.needs[k][1], self.needs[k + 1][0])
        return menus(self.route.stays[k], self.restaurants[k], self.query.people, self.wanted, slots)

    @property
    def aside(self) -> tuple[str, ...]:
        """The requirements that the barest trip leaves aside: all but the budget."""
        return tuple(name for name in requirements(self.task) if name != BUDGET)

    @cached_property
    def problem(self) -> Problem:
        """The problem of all trips along the route, each stay in its cheapest room: rows tell none apart."""
        stays = range(len(self.route.stays))
        components = [Component("transport", tuple(self._ride(ride) for ride in self.rides))]
        for k in stays:
            rooms = tuple(Element((room.cents,), choice=room) for room in self.lodgings[k])
            components.append(Component(f"stay:{k}", rooms))
        for k in stays:
            menus_ = tuple(self._menu(k, menu) for menu in self.menus[k])
            components.append(Component(f"meals:{k}", menus_))
        return Problem(tuple(components), self._rows(), (COST,))

    def _rows(self) -> tuple[Row, ...]:
        rows = [Row(f"cuisine:{name}", Sense.AT_LEAST, 1) for name in self.wanted]
        for leg, (before, after) in enumerate(self.needs):
            kinds = [("leave", before), ("land", after), ("day", min(before, after))]
            rows += [Row(f"{kind}:{leg}", Sense.AT_MOST, COURSES) for kind, need in kinds if need]
        return tuple(rows)

    def _ride(self, ride: Ride) -> Element:
        uses = []
        for leg, (passage, (before, after)) in enumerate(zip(ride.passages, self.needs, strict=True)):
            uses += [(f"leave:{leg}", COURSES - min(passage.before, before))] if before else []
            uses += [(f"land:{leg}", COURSES - min(passage.after, after))] if after else []
        return Element((ride.cents,), tuple(use for use in uses if use[1]), ride)

    def _menu(self, k: int, menu: Menu) -> Element:
        uses = [(f"cuisine:{name}", 1) for name in menu.cuisines]
        rows = {row.name for row in self._rows()}
        for leg, kind, meals in ((k, "land", menu.arriving), (k + 1, "leave", menu.leaving)):
            uses += [(f"{name}:{leg}", meals) for name in (kind, "day") if meals and f"{name}:{leg}" in rows]
        return Element((menu.cents,), tuple(uses), menu)

    # --------------------------------------------------------------------------------------------- proofs

    @property
    def proof(self) -> Proof:
        """The sum of the least costs, and all rows for what is listed within the gap."""
        least = [min(element.values[0] for element in c.elements) for c in self.problem.components]
        return Proof(1, {}, tuple(-cents for cents in least), 0, self._kept)

    @property
    def existence(self) -> Proof:
        """The proof that lists every trip, whatever it costs."""
        return Proof(1, {}, (0,) * len(self.problem.components), 0, self._kept)

    @property
    def _kept(self) -> tuple[str, ...]:
        return tuple(row.name for row in self.problem.rows)

    @property
    def floor(self) -> Proof:
        """The bound below every bill: wishes left aside; what no table offers costs nothing."""
        bare = replace(self.query, wishes=Wishes())
        needs = [(0, 0)] * len(self.route.legs)
        found = rides(bare, self.route, self.tables, needs)
        least = [found[0].cents if found else 0]
        for stay, rooms in zip(self.route.stays, self.rooms, strict=True):
            offers = lodgings(bare, stay, rooms)
            least.append(offers[0].cents if offers else 0)
        for stay, rows in zip(self.route.stays, self.restaurants, strict=True):
            offered = menus(stay, rows, bare.people, (), (0, 0))
            least.append(offered[0].cents if offered else 0)
        return Proof(1, {}, tuple(-cents for cents in least), 0)

    # ------------------------------------------------------------------------------------------- document

    def document(self, solution: Solution, problem: Problem | None = None) -> Document:
        """Return the solved trip as an official document; of another problem than its own if one is given."""
        components = (problem or self.problem).components
        chosen = [c.elements[k].choice for c, k in zip(components, solution.picks, strict=True)]
        (ride,) = (choice for choice in chosen if isinstance(choice, Ride))
        trip = Trip(
            route=self.route,
            ride=ride,
            rooms=tuple(choice for choice in chosen if isinstance(choice, Lodging)),
            menus=tuple(choice for choice in chosen if isinstance(choice, Menu)),
            sights=tuple([one.row for one in sights] for sights in self.sights),
        )
        return plan_document(trip)
