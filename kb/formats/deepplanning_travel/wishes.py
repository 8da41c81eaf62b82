"""
Requirements: the personal constraints of a query by name, and the query that is left when some are dropped.

A requirement bears the family and the type of its constraint, ``hotel:hotel_cheapest_brand``; the budget is
``budget``. The evaluator gives no point to a query without any constraint, and takes a train constraint that
names no number as met: a query of which all is dropped gets such a one.
"""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

from planassay.kb.formats.deepplanning_travel.queries import parse_query, query_of
from planassay.kb.money import MAX_CENTS
from planassay.kb.task import Cause, Task

BUDGET = "budget"
BUDGET_KIND = "budget_constraint"
IS_ROUTE_FIXED = True
"""City and dates of a query are given with it."""
FAMILIES = ("attraction", "restaurant", "hotel", "flight", "train")
"""What a constraint that is tested can be about: the word that its type begins with."""
BLAMED = MappingProxyType(
    {
        Cause.ENTITY: FAMILIES,
        Cause.ROUTE: ("flight", "train"),
        Cause.CAPACITY: ("flight", "train"),
        Cause.BUDGET: (BUDGET,),
        Cause.TIME: ("attraction", "restaurant"),
        Cause.CONFLICT: ("hotel", "flight", "train"),
    }
)
"""The requirements that a cause speaks of."""
_NOTHING_ASKED = "train_any"


def requirements(task: Task) -> tuple[str, ...]:
    """Return the requirements of a task; what a traveller would rather keep comes first."""
    kinds = query_of(task).constraints
    tested = [kind for family in FAMILIES for kind in kinds if _family(kind) == family]
    named = [_name(kind) for kind in tested if kind != _NOTHING_ASKED]
    return (*named, *((BUDGET,) if task.budget_cents < MAX_CENTS else ()))


def without(task: Task, dropped: Collection[str]) -> Task:
    """Return the task that asks for all but the dropped requirements."""
    kinds = query_of(task).constraints
    kept = {kind: entry for kind, entry in kinds.items() if _name(kind) not in dropped}
    return _changed(task, kept)


def amended(
    task: Task,
    *,
    budget_cents: int | None = None,
    stops: Sequence[str] | None = None,
    days: int | None = None,
) -> Task:
    """
    Return the task with another budget.

    Raises
    ------
    ValueError
        If stops or days are to change: rides of other dates are not known.
    """
    if stops is not None or days is not None:
        raise ValueError("city and dates of a query are given with it")
    kinds = dict(query_of(task).constraints)
    if budget_cents is not None:
        whole = budget_cents % 100 == 0
        kinds[BUDGET_KIND] = {"max_budget": budget_cents // 100 if whole else budget_cents / 100}
    return _changed(task, kinds)


def _family(kind: str) -> str:
    return kind.partition("_")[0]


def _name(kind: str) -> str:
    return BUDGET if kind == BUDGET_KIND else f"{_family(kind)}:{kind}"


def _changed(task: Task, kinds: Mapping[str, Mapping[str, object]]) -> Task:
    if not any(_family(kind) in FAMILIES for kind in kinds):
        kinds = {**kinds, _NOTHING_ASKED: {}}
    meta = task.source.get("meta_info")
    fields = meta if isinstance(meta, Mapping) else {}
    return parse_query({**task.source, "meta_info": {**fields, "hard_constraints": dict(kinds)}}).task
