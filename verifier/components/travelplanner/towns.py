"""Towns: the rows of each city that a plan can name, and the bill of a plan that names them."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from planassay.kb.formats.travelplanner import Tables, directory_of, submission
from planassay.kb.formats.travelplanner.directory import Entries
from planassay.kb.records import Restaurant, Room, Sight
from planassay.kb.task import Task
from planassay.verifier.components.model import Work
from planassay.verifier.official.travelplanner.report import assess
from planassay.verifier.official.travelplanner.sandbox import Names
from planassay.verifier.strict import check

GOLD = "gold@1"
BILL = "official-bill@1"
OBJECTIVES = ("cheapest", "any", "floor")
BY_NAME = ("wishes/", "budget/")
"""Strict rules that judge rows; under the official bill the official ones stand for them."""

Record = TypeVar("Record", Room, Restaurant, Sight)
Pairs = list[tuple[Record, Record]]
"""Rows that can be named, each with the row that is read for it."""


class Towns:
    """
    The tables, city by city, each looked at once.

    Parameters
    ----------
    kb
        The database.
    work
        Counts the rows that are looked at.
    is_gold
        Whether only rows count that both rule sets take for the same one.
    """

    def __init__(self, kb: Tables, work: Work, *, is_gold: bool) -> None:
        self.kb = kb
        self.is_gold = is_gold
        self._work = work
        self._rooms: dict[str, Pairs[Room]] = {}
        self._restaurants: dict[str, Pairs[Restaurant]] = {}
        self._sights: dict[str, int] = {}

    def rooms(self, city: str) -> Pairs[Room]:
        """Return the rooms of a city."""
        if city not in self._rooms:
            self._rooms[city] = self._named(self.kb.rooms, city, directory_of(self.kb).rooms)
        return self._rooms[city]

    def restaurants(self, city: str) -> Pairs[Restaurant]:
        """Return the restaurants of a city."""
        if city not in self._restaurants:
            names = directory_of(self.kb).restaurants
            self._restaurants[city] = self._named(self.kb.restaurants, city, names)
        return self._restaurants[city]

    def sight_count(self, city: str) -> int:
        """Return how many sights of a city there are."""
        if city not in self._sights:
            found = self._named(self.kb.sights, city, directory_of(self.kb).sights)
            self._sights[city] = sum(";" not in sight.name for sight, _ in found)
        return self._sights[city]

    def _named(
        self, table: Mapping[str, Sequence[Record]], city: str, strict: Entries[Record]
    ) -> Pairs[Record]:
        rows = table.get(city, ())
        official: Names[Record] = Names({city: rows})
        self._work.step(len(rows))
        found = []
        for row in rows:
            read = official.find(f"{row.name}, {row.city}").first
            is_whole = row.name.strip() and "\n" not in row.name and strict.find(row.city, row.name) is row
            if is_whole and read is not None and (read is row or not self.is_gold):
                found.append((row, read))
        return found

    def bill(self, plan: object, task: Task, objective: str) -> int | str:
        """Return the bill of a plan that keeps the rule set, or why it does not."""
        from planassay.verifier.gold import judge

        if objective != OBJECTIVES[0]:
            return f"no plan is {objective!r}"
        return judge(plan, task, self.kb) if self.is_gold else self._official_bill(plan, task)

    def _official_bill(self, plan: object, task: Task) -> int | str:
        """Return the official bill of a plan that is honest but for the rows that are read for its names."""
        answer = submission(task, plan)
        strict, official = check(answer, task, self.kb), assess(answer, task, self.kb)
        broken = [fault for fault in strict.violations if not fault.rule.startswith(BY_NAME)]
        if faults := (*broken, *official.violations):
            return faults[0].text()
        return "it has no bill" if official.total_cost is None else round(official.total_cost * 100)


def cities_by_day(plan: object) -> dict[int, object]:
    """Return what each day of a plan says of where one is, by the number of the day from 1."""
    days = plan if isinstance(plan, list) else []
    return {n: day.get("current_city") for n, day in enumerate(days, start=1) if isinstance(day, dict)}
