"""
Greedy: an agent that asks once for each thing, takes the cheapest that seems to fit, and hopes.

It neither proves nor repairs anything: it shows how far looking at one page of each search goes.
"""

from collections.abc import Callable, Mapping, Sequence

from planassay import __version__
from planassay.bench.agents.interface import SUBMIT, Brief, Desk, Setting
from planassay.bench.agents.trek.replies import rows_of
from planassay.bench.agents.trek.sketch import Choice, Row, plan_of
from planassay.bench.agents.trek.tools_only import read_task
from planassay.kb.errors import InputError
from planassay.kb.names import squeeze
from planassay.kb.personas import PERSONAS, Persona
from planassay.kb.task import Task

Pick = Callable[[Sequence[Row]], Row]
"""Chooses one of several rows."""


def make(setting: Setting) -> "Greedy":
    """Return the agent; it has no options."""
    if setting.options:
        raise InputError("is no option of greedy, which has none", value=next(iter(setting.options)))
    return Greedy()


class Greedy:
    """The agent."""

    name = "greedy"
    version = f"{__version__}/1"
    needs_structure = False
    waits = False

    def work(self, brief: Brief, desk: Desk) -> None:
        """Answer one request."""
        task = read_task(brief, desk)
        if task is None:
            return
        shopper = Shopper(task, desk, is_v1=brief.profile == "v1")
        choice = shopper.choose(pick_of={"search_flights": _cheapest("price")})
        if choice is None:
            refuse(desk, shopper.missing)
        elif choice.cost(task) > task.budget_cents / 100:
            refuse(desk, f"The budget is too low: the cheapest trip found costs {choice.cost(task):.2f}.")
        else:
            desk.call(SUBMIT, {"is_feasible": True, "refusal_reason": "", "plan": plan_of(task, choice)})


class Shopper:
    """
    Asks once for each thing.

    Parameters
    ----------
    task, desk
        What is asked for, and where.
    is_v1
        Whether the tools speak ``v1``.
    """

    def __init__(self, task: Task, desk: Desk, *, is_v1: bool) -> None:
        self._task = task
        self._desk = desk
        self._is_v1 = is_v1
        self._personas = [PERSONAS[name] for name in task.personas if name in PERSONAS]
        self.missing = ""
        """Why nothing was chosen, in words."""

    def choose(self, pick_of: Mapping[str, Pick] | None = None) -> Choice | None:
        """Return a choice of everything, or None if something is not there; rows are picked by tool."""
        picks = dict(pick_of or {})
        flights: list[Row] = []
        for start, end in self._task.legs:
            way = {"departure_city": start, "arrival_city": end, "sort_by": "price"}
            rows = self._ask("search_flights", way if self._is_v1 else {**way, "trip_type": "one_way"})
            if not rows:
                self.missing = f"No direct flight serves {start} to {end}."
                return None
            flights.append(picks.get("search_flights", _cheapest("price"))(rows))
        choice = Choice(flights, [], [], [])
        for position, city in enumerate(self._task.stops):
            if not self._choose_in(position, city, choice, picks):
                return None
        return choice

    def _choose_in(self, position: int, city: str, choice: Choice, picks: Mapping[str, Pick]) -> bool:
        named_hotel = self._task.required_hotels[0] if self._task.required_hotels and position == 0 else None
        hotels = self._offers("search_hotels", city, "name", named_hotel, "amenity", lambda p: p.hotel)
        named_place = self._task.required_attractions[0] if self._task.required_attractions else None
        named_place = named_place if position == 0 else None
        places = self._offers(
            "search_attractions", city, "attraction_name", named_place, "facility", lambda p: p.attraction
        )
        if not hotels or not places:
            kind, name = ("hotel", named_hotel) if not hotels else ("attraction", named_place)
            self.missing = f"The {kind} {name or f'for {city}'} does not exist in the knowledge base."
            return False
        fitting = _best(hotels, self._personas, lambda p: p.hotel, "amenities")
        choice.hotels.append(picks.get("search_hotels", _cheapest("price"))(fitting))
        fitting = _best(places, self._personas, lambda p: p.attraction, "facilities")
        choice.places.append([picks.get("search_attractions", _cheapest("ticket_price"))(fitting)])
        if self._task.car is None:
            return True
        seats = max(self._task.party, self._task.car.seats)
        cars = self._ask("search_cars", {"city": city, "min_capacity": seats})
        if not cars:
            self.missing = f"No car in {city} seats {seats}, so no plan is within the budget."
            return False
        fitting = _best(cars, self._personas, lambda p: p.car, "extra_services")
        choice.cars.append(picks.get("search_cars", _cheapest("price_per_day"))(fitting))
        return True

    def _offers(
        self,
        tool: str,
        city: str,
        name_key: str,
        name: str | None,
        words_key: str,
        needs: Callable[[Persona], Sequence[str]],
    ) -> list[Row]:
        if name is not None:
            rows = self._ask(tool, {"city": city, name_key: name})
            return [row for row in rows if squeeze(str(row.get(name_key))) == squeeze(name)]
        wanted = [words[0] for persona in self._personas if (words := needs(persona))]
        near = {words_key: ", ".join(wanted)} if wanted else {"sort_by": "price"}
        return self._ask(tool, {"city": city, **near})

    def _ask(self, tool: str, arguments: Mapping[str, object]) -> list[Row]:
        return rows_of(self._desk.call(tool, arguments), "flights", "results", "items")


def refuse(desk: Desk, reason: str) -> None:
    """Hand in a refusal."""
    desk.call(SUBMIT, {"is_feasible": False, "refusal_reason": reason, "plan": {}})


def _best(
    rows: Sequence[Row], personas: Sequence[Persona], needs: Callable[[Persona], Sequence[str]], key: str
) -> list[Row]:
    """Return the rows that please most personas."""

    def pleased(row: Row) -> int:
        listed = row.get(key)
        words = {str(word).strip().lower() for word in listed} if isinstance(listed, list) else set()
        return sum(1 for p in personas if not needs(p) or words & {word.lower() for word in needs(p)})

    most = max(map(pleased, rows))
    return [row for row in rows if pleased(row) == most]


def _cheapest(key: str) -> Pick:
    def pick(rows: Sequence[Row]) -> Row:
        def price(row: Row) -> float:
            value = row.get(key)
            return float(value) if isinstance(value, int | float) else float("inf")

        return min(rows, key=price)

    return pick
