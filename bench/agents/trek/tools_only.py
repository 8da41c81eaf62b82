"""
Tools-only: an agent that knows what tools answer, and nothing else, and solves what it saw.

It first asks for what could make the trip impossible by itself: the hotel or place that is insisted on, then
the flights of each leg. Then for the hotels, the cars and the places of each stop, and stops as soon as even
the barest trip costs more than the budget. What it saw is a small knowledge base, for which the solver finds
the cheapest plan. If pages are missing, it solves once more with wishful rows for what they may hold: if that
makes no plan possible or none cheaper, nothing unseen can; otherwise it asks for the pages whose wishful rows
were used, and for no others. Where nothing seen suits the personas, it asks once for what suits them best.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from planassay import __version__
from planassay.bench.agents.interface import SUBMIT, Brief, Desk, Setting
from planassay.bench.agents.reader import UnreadError, read_request
from planassay.bench.agents.trek.market import WISHFUL, Market, Shelf
from planassay.bench.agents.trek.refusals import refusal
from planassay.bench.agents.trek.searches import NoCallsLeftError, Searches, ToolsDownError
from planassay.kb.catalog import Catalog, Table
from planassay.kb.errors import InputError
from planassay.kb.records import Attraction, Car, Hotel
from planassay.kb.task import Cause, Task
from planassay.kb.verdict import Claim, ClaimStatus
from planassay.solver.planner import answer, compile_task

Ask = tuple[Table, str]
KINDS = {Table.HOTELS: "hotel", Table.CARS: "car", Table.ATTRACTIONS: "sight"}
"""How the solver calls what a stop may lack."""
LOFTY = "luxury travelers"
"""The persona that asks for five stars."""


def make(setting: Setting) -> "ToolsOnly":
    """
    Return the agent.

    Option ``rows`` is how many rows it asks for at once; with ``goal=plan`` it is content with any plan.

    Raises
    ------
    InputError
        If an option is unknown or wrong.
    """
    options = dict(setting.options)
    rows, goal = options.pop("rows", ""), options.pop("goal", "cheapest")
    if options:
        raise InputError("is no option of tools-only; known: rows, goal", value=next(iter(options)))
    if rows and not (rows.isascii() and rows.isdigit() and int(rows) > 0):
        raise InputError("must be a positive number of rows", value=rows)
    if goal not in ("cheapest", "plan"):
        raise InputError("must be cheapest or plan", value=goal)
    return ToolsOnly(rows=int(rows) if rows else None, any_plan=goal == "plan")


class ToolsOnly:
    """
    The agent.

    Parameters
    ----------
    rows
        Rows asked for at once; as many as there can be if not given.
    any_plan
        Whether any plan will do; else it goes on asking while a cheaper one may be unseen.
    """

    name = "tools-only"
    version = f"{__version__}/1"
    needs_structure = False
    waits = False

    def __init__(self, *, rows: int | None = None, any_plan: bool = False) -> None:
        self._rows = rows
        self._any_plan = any_plan

    def work(self, brief: Brief, desk: Desk) -> None:
        """Answer one request."""
        task = read_task(brief, desk)
        if task is None:
            return
        run = _Run(task, brief, desk, self._rows, any_plan=self._any_plan)
        run.explore()


def read_task(brief: Brief, desk: Desk) -> Task | None:
    """Return the request in structure, from its text if need be; give it up and return None if it cannot."""
    if brief.task is not None:
        return brief.task
    reading = read_request(brief.text)
    desk.tell(assumed=list(reading.assumed), unread=list(reading.unread))
    try:
        return reading.task(brief.task_id)
    except UnreadError as error:
        desk.tell(missing=list(reading.missing))
        reason = f"The request could not be understood: {error.message}."
        desk.call(SUBMIT, {"is_feasible": False, "refusal_reason": reason, "plan": {}})
        return None


@dataclass
class _Found:
    """What is known at some point."""

    claim: Claim
    is_proved: bool
    """Whether nothing unseen can change it."""


class _Run:
    """One request."""

    def __init__(self, task: Task, brief: Brief, desk: Desk, rows: int | None, *, any_plan: bool) -> None:
        self.task = task
        self.desk = desk
        self.any_plan = any_plan
        self.market = Market(task)
        self.suited: set[Ask] = set()
        """Where what suits the personas best was asked for."""
        self.searches = Searches(
            desk, self.market, profile=brief.profile, max_calls=brief.max_calls, rows=rows
        )

    def explore(self) -> None:
        """Ask until the answer is certain or no call is left, and submit it."""
        try:
            found = self._gather() or self._settle()
        except NoCallsLeftError:
            found = _Found(self._solve(self.market.catalog()), is_proved=False)
        except ToolsDownError as error:
            self.desk.tell(stopped=str(error))
            return
        self._submit(found)

    # ---------------------------------------------------------------------------------------- first look

    def _gather(self) -> _Found | None:
        """Ask for everything once, in an order in which an impossible trip shows early."""
        if (found := self._names()) is not None:
            return found
        for leg, shelf in self.market.legs.items():
            while not shelf.is_complete:
                self.searches.flights(leg)
            if not shelf.rows:
                return self._refused()
        for ask in self._asks():
            if self._pages(ask):
                continue
            if self._is_over_floor():
                return self._refused()
            self._next(ask)
        return self._refused() if self._is_over_floor() else None

    def _asks(self) -> Iterator[Ask]:
        tables = [Table.HOTELS, *([Table.CARS] if self.task.car else []), Table.ATTRACTIONS]
        return ((table, city) for table in tables for city in self.task.stops)

    def _names(self) -> _Found | None:
        """Look for what is insisted on; refuse if it is in no stop."""
        for table, names in (
            (Table.HOTELS, self.task.required_hotels),
            (Table.ATTRACTIONS, self.task.required_attractions),
        ):
            for name in names:
                if not any(self._has(table, city, name) for city in dict.fromkeys(self.task.stops)):
                    return self._refused()
        return None

    def _has(self, table: Table, city: str, name: str) -> bool:
        if not self._pages((table, city)):
            self._next((table, city))
        if self.market.knows(table, city, name):
            return True
        return not self._is_complete((table, city)) and self.searches.look_up(table, city, name)

    def _is_over_floor(self) -> bool:
        """
        Tell whether even the barest trip costs too much.

        What was not seen costs nothing; of what was, the cheapest is known: it came first, or all came.
        """
        compiled = compile_task(self.task, self.market.catalog())
        return compiled.floor.gap(-self.task.budget_cents) == 0

    def _refused(self) -> _Found:
        """Return the refusal that is certain already."""
        claim = self._solve(self.market.catalog())
        leading = (Cause.ENTITY, Cause.ROUTE, Cause.BUDGET)
        return _Found(claim, is_proved=bool(claim.causes) and claim.causes[0] in leading)

    # ------------------------------------------------------------------------------------- further looks

    def _settle(self) -> _Found:
        """Solve, and ask for what could still change the answer, until nothing can or no call is left."""
        while True:
            claim = self._solve(self.market.catalog())
            if self.market.is_complete:
                return _Found(claim, is_proved=claim.status is not ClaimStatus.UNKNOWN)
            if self.any_plan and claim.document is not None:
                return _Found(claim, is_proved=True)
            hopeful = self._solve(self.market.catalog(wishful=True))
            if hopeful.document is None and self._is_certain(claim, hopeful):
                return _Found(hopeful, is_proved=True)
            if claim.cost_cents is not None and claim.cost_cents <= (hopeful.cost_cents or 0):
                return _Found(claim, is_proved=True)
            asks = [ask for ask in self._asks() if not self._is_complete(ask) and _uses(hopeful, ask)]
            asks = asks or [ask for ask in self._asks() if not self._is_complete(ask)]
            if self.searches.left < 1 or not asks:
                return _Found(claim if hopeful.document is not None else hopeful, is_proved=False)
            for ask in asks[: self.searches.left]:
                self._further(ask)

    def _further(self, ask: Ask) -> None:
        """Ask once for what suits the personas best, where nothing seen suits them; else for more rows."""
        table, city = ask
        component = f"{KINDS[table]}:{self.task.stops.index(city)}"
        blockers = compile_task(self.task, self.market.catalog()).blockers
        is_blocked = any(blocker.component == component for blocker in blockers)
        if not (is_blocked and self.task.personas) or ask in self.suited:
            self._next(ask)
            return
        self.suited.add(ask)
        is_lofty = table is Table.HOTELS and LOFTY in self.task.personas
        self.searches.near(table, city, " ".join(self.task.personas), **({"min_star": 5} if is_lofty else {}))

    def _is_certain(self, claim: Claim, hopeful: Claim) -> bool:
        """
        Tell whether it is certain why there is no plan, if not even wishful rows make one.

        That every trip is too dear is not yet why: a table whose rows nobody has seen may have none that
        suits. It is, once what was seen has something of everything. And clocks do not count, since a row
        that nobody has seen may lie better than a wishful one.
        """
        if not claim.causes[:1] == hopeful.causes[:1] == (Cause.BUDGET,):
            return False
        least = compile_task(self.task, self.market.catalog(wishful=True)).least_cents
        return least is not None and least > self.task.budget_cents

    # -------------------------------------------------------------------------------------------- shared

    def _pages(self, ask: Ask) -> int:
        return self._shelf(ask).pages

    def _is_complete(self, ask: Ask) -> bool:
        return self._shelf(ask).is_complete

    def _shelf(self, ask: Ask) -> Shelf[Hotel] | Shelf[Attraction] | Shelf[Car]:
        table, city = ask
        if table is Table.HOTELS:
            return self.market.hotels[city]
        return self.market.cars[city] if table is Table.CARS else self.market.attractions[city]

    def _next(self, ask: Ask) -> None:
        table, city = ask
        if table is Table.HOTELS:
            self.searches.hotels(city)
        elif table is Table.CARS:
            self.searches.cars(city)
        else:
            self.searches.attractions(city)

    def _solve(self, kb: Catalog) -> Claim:
        return answer(self.task, kb).claim

    def _submit(self, found: _Found) -> None:
        claim = found.claim
        known = claim.causes if self.market.is_complete else claim.causes[:1]
        self.desk.tell(
            proved=found.is_proved and not self.searches.unread,
            seen_whole=self.market.is_complete,
            status=claim.status.value,
            causes=[cause.value for cause in known],
            cost_cents=claim.cost_cents,
        )
        if claim.document is not None:
            self.desk.call(SUBMIT, {"is_feasible": True, "refusal_reason": "", "plan": claim.document})
            return
        is_whole = self.market.is_complete
        reason = (
            refusal(self.task, claim, is_whole=is_whole)
            if claim.causes
            else "No plan was found within the budget."
        )
        self.desk.call(SUBMIT, {"is_feasible": False, "refusal_reason": reason, "plan": {}})


def _uses(claim: Claim, ask: Ask) -> bool:
    """Tell whether a plan books a wishful row of a table in a city."""
    table, city = ask
    kind = {Table.HOTELS: "hotel", Table.CARS: "car", Table.ATTRACTIONS: "attractions"}[table]
    days = claim.document.values() if isinstance(claim.document, Mapping) else ()
    for day in days:
        booked = day.get(kind) if isinstance(day, Mapping) else None
        for item in booked if isinstance(booked, list) else [booked]:
            if isinstance(item, Mapping) and item.get("city") == city:
                name = str(item.get("name") or item.get("car_type") or "")
                if name.startswith(WISHFUL):
                    return True
    return False
