"""
Requirements: the wishes of a query by name, and the query that is left when some are dropped.

They bear the names of the data set's own fields: ``house rule``, ``cuisine``, ``room type``,
``transportation``, ``budget``. Cities, dates and people are the trip itself.
"""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

from planassay.kb.formats.travelplanner.queries import Query, parse_query, query_of
from planassay.kb.money import MAX_CENTS
from planassay.kb.task import Cause, Task

BUDGET = "budget"
IS_ROUTE_FIXED = True
"""Cities, their order and the dates of a query are given with it."""
BLAMED = MappingProxyType(
    {
        Cause.ENTITY: ("house rule", "room type", "cuisine"),
        Cause.ROUTE: ("transportation",),
        Cause.BUDGET: (BUDGET,),
        Cause.TIME: ("cuisine",),
        Cause.CONFLICT: ("house rule", "room type"),
    }
)
"""The requirements that a cause speaks of."""


def requirements(task: Task) -> tuple[str, ...]:
    """Return the requirements of a task; what a traveller would rather keep comes first."""
    wished = [name for name, value in _wishes(query_of(task)).items() if value]
    return (*wished, *((BUDGET,) if task.budget_cents < MAX_CENTS else ()))


def without(task: Task, dropped: Collection[str]) -> Task:
    """Return the task that asks for all but the dropped requirements."""
    wishes = {name: None if name in dropped else value for name, value in _wishes(query_of(task)).items()}
    return _changed(task, {"local_constraint": wishes}, MAX_CENTS if BUDGET in dropped else None)


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
        If stops or days are to change: legs of other dates are not known.
    """
    if stops is not None or days is not None:
        raise ValueError("the route of a query is given with it")
    return _changed(task, {}, budget_cents)


def _wishes(query: Query) -> dict[str, object]:
    wishes = query.wishes
    return {
        "house rule": wishes.house_rule,
        "cuisine": None if wishes.cuisines is None else list(wishes.cuisines),
        "room type": wishes.room_type,
        "transportation": wishes.transportation,
    }


def _changed(task: Task, fields: Mapping[str, object], budget_cents: int | None) -> Task:
    budget = {} if budget_cents is None else {"budget": budget_cents / 100}
    return parse_query({**task.source, **fields, **budget}, task.task_id).task
