"""
Replay: recorded results of the published evaluator beside ours.

A record holds a ``plan`` and what the evaluator made of it, ``expected``; its query is given whole
(``query_data``), or by ``split`` and ``idx``, which counts the lines of that split's queries from 1, or from
0 in a file that has a 0. Two other forms say what the least cost of a query is, or that it has no plan;
no evaluator computes that, so ``planassay.gold.replay`` compares them.
"""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from planassay.kb.errors import InputError
from planassay.kb.formats.travelplanner import (
    Query,
    Tables,
    open_folder,
    parse_query,
    query_of,
    read_queries,
)
from planassay.kb.task import Cause, Task
from planassay.verifier.official.replay import Pair, Replay, UnknownFormError
from planassay.verifier.official.travelplanner.evaluator import OfficialTravelPlanner, Outcome
from planassay.verifier.official.travelplanner.measures import OFFICIAL_NAMES, Measures, measure

_REMARKS = frozenset(("what", "note", "file", "split"))


class TravelPlannerReplay(Replay):
    """
    Recorded results over one database.

    Parameters
    ----------
    tables
        The database that the results were recorded on.
    splits
        The queries of each split, in order.
    """

    def __init__(self, tables: Tables, splits: Mapping[str, list[Query]]) -> None:
        self._splits = splits
        self._official = OfficialTravelPlanner(tables)
        self._first = 1
        self._outcomes: list[Outcome] = []
        self._queries: list[Query] = []

    ruleset = "official-bill@1"

    @property
    def kb(self) -> Tables:
        """The database."""
        return self._official.tables

    def task(self, record: Mapping[str, object]) -> Task:
        """Return the query of a record as a task; see ``Solvable``."""
        return self._query(record).task

    def parts(self, document: object, task: Task) -> Mapping[str, object]:
        """Return what a plan costs in dollars, for transport, rooms and meals; see ``Solvable``."""
        return self._official.parts(document, query_of(task))

    def stage(self, cause: Cause, component: str) -> str:
        """Return at which decision a search stops; see ``Solvable``."""
        kind = component.partition(":")[0]
        words = {"transport": "transport", "stay": "rooms", "sights": "sights", "": str(cause)}
        return words.get(kind, "cuisine") if cause is not Cause.TIME else "cuisine"

    def foresee(self, records: Iterable[Mapping[str, object]]) -> None:
        """Find out from which number the records count the queries."""
        numbered = [record for record in records if _number(record) is not None]
        votes = {first: sum(self._leaves_home(record, first) for record in numbered) for first in (0, 1)}
        has_zero = any(_number(record) == 0 for record in numbered)
        self._first = 0 if has_zero or votes[0] > votes[1] else 1

    def replay(self, record: Mapping[str, object]) -> list[Pair]:
        """Return a recorded result beside ours; see ``Replay``."""
        expected = record.get("expected")
        if "plan" in record and isinstance(expected, dict):
            query = self._query(record)
            outcome = self._official.evaluate(record["plan"], query)
            self._queries.append(query)
            self._outcomes.append(outcome)
            return [Pair("", expected, outcome.to_record())]
        if {"split", "idx", "min_cost", "parts"} <= record.keys():
            raise UnknownFormError("a least cost, which no evaluator computes")
        if {"query_data", "minimal_conflict"} <= record.keys():
            raise UnknownFormError("a query without a plan, which no evaluator judges")
        keys = ", ".join(sorted(record)) or "none"
        raise UnknownFormError(f"neither a plan nor what is expected of it; its keys: {keys}")

    def aggregate(self, recorded: Mapping[str, object]) -> list[Pair]:
        """Return recorded measures beside ours, over all plans replayed so far; see ``Replay``."""
        measures = measure(self._outcomes, self._queries)
        pairs = []
        for name, value in _leaves(recorded):
            if name[-1] in _REMARKS:
                continue
            pairs.append(Pair("/".join(name), value, _beside(measures, name, value)))
        if not pairs:
            raise UnknownFormError("it holds no measure")
        return pairs

    def _query(self, record: Mapping[str, object]) -> Query:
        stated = record.get("query_data")
        if isinstance(stated, dict):
            try:
                return parse_query(stated, str(record.get("id", "query")))
            except InputError as error:
                raise UnknownFormError(f"its query cannot be read: {error}") from None
        number = _number(record)
        query = None if number is None else self._find(record, number, self._first)
        if query is None:
            where = f"{record.get('split')!r} {record.get('idx')!r}"
            raise UnknownFormError(f"there is no query {where}, counted from {self._first}")
        return query

    def _find(self, record: Mapping[str, object], number: int, first: int) -> Query | None:
        queries = self._splits.get(str(record.get("split")), [])
        return queries[number - first] if 0 <= number - first < len(queries) else None

    def _leaves_home(self, record: Mapping[str, object], first: int) -> bool:
        """Tell whether a plan leaves from the city of its query, if queries count from a number."""
        number, plan = _number(record), record.get("plan")
        query = None if number is None else self._find(record, number, first)
        day = plan[0] if isinstance(plan, list) and plan else None
        city = day.get("current_city") if isinstance(day, dict) else None
        return query is not None and isinstance(city, str) and city.startswith(f"from {query.origin} ")


def _number(record: Mapping[str, object]) -> int | None:
    number = record.get("idx")
    return number if isinstance(number, int) and not isinstance(number, bool) else None


def _leaves(value: object, path: tuple[str, ...] = ()) -> Iterable[tuple[tuple[str, ...], object]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _leaves(inner, (*path, str(key)))
    else:
        yield path, value


def _plain(name: str) -> frozenset[str]:
    """Return the words of a measure's name without those that all have."""
    return frozenset(re.findall(r"[a-z]+", name.lower())) - {"constraint", "rate", "pass"}


_MEASURES = {_plain(official): name for name, official in OFFICIAL_NAMES.items()}


def _beside(measures: Measures, path: tuple[str, ...], value: object) -> object:
    """Return our value of a measure: as a rate, in percent, or as a count, as it was recorded."""
    for place, key in enumerate(path):
        name = _MEASURES.get(_plain(key))
        if name is not None:
            share = getattr(measures, name)
            rest = path[place + 1 :]
            if rest in (("count",), ("numerator",), ("passed",)):
                return share.passed
            if rest in (("total",), ("denominator",)):
                return share.total
            rates = (share.rate, share.rate * 100)
            return next((rate for rate in rates if rate == value), share.rate)
    raise UnknownFormError(f"no measure is called {'/'.join(path)}")


def open_replay(data: Path) -> TravelPlannerReplay:
    """
    Return the replay over a folder with the tables and the queries of its splits.

    Raises
    ------
    InputError
        If a table is missing or anything cannot be read.
    """
    if not data.is_dir():
        raise InputError("is no folder", source=data)
    splits = {}
    for path in sorted((*data.glob("*_queries.jsonl"), *data.glob("*_queries.jsonl.gz"))):
        splits[path.name.partition("_queries.")[0]] = read_queries(path)
    return TravelPlannerReplay(open_folder(data), splits)
