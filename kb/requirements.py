"""
Requirements: the wishes of a task by name, and the task that is left when some are dropped.

A conflict and a repair speak of these names, and the certificate checker builds the weaker task from
them. Which names there are each system's formats know; ``budget`` is one everywhere.
"""

from collections.abc import Collection, Mapping, Sequence

from planassay.kb.formats.registry import system
from planassay.kb.task import Cause, Task

BUDGET = "budget"


def requirements(task: Task) -> tuple[str, ...]:
    """
    Return the requirements of a task; what a traveller would rather keep comes first.

    Examples
    --------
    >>> trip = Task("t", "trek", "", "A", ("B",), True, 3, 1, 1, 50000, personas=("foodie",))
    >>> requirements(trip)
    ('persona:foodie', 'budget')
    """
    found: tuple[str, ...] = system(task.system).load("formats").requirements(task)
    return found


def without(task: Task, dropped: Collection[str]) -> Task:
    """
    Return the task that asks for all but the dropped requirements; itself if none is dropped.

    A trip without a budget may cost anything up to :data:`planassay.kb.money.MAX_CENTS`.

    Raises
    ------
    ValueError
        If the task has no requirement of such a name.
    """
    if unknown := set(dropped) - set(requirements(task)):
        raise ValueError(f"{task.task_id} has no requirement {sorted(unknown)[0]!r}")
    if not dropped:
        return task
    weaker: Task = system(task.system).load("formats").without(task, dropped)
    return weaker


def is_blamed(name: str, task: Task, cause: Cause) -> bool:
    """Tell whether a cause speaks of a requirement of a task."""
    blamed: Mapping[Cause, tuple[str, ...]] = system(task.system).load("formats").BLAMED
    return name.partition(":")[0] in blamed.get(cause, ())


def is_route_fixed(task: Task) -> bool:
    """Tell whether the stops and days of a task are given with it, so that they cannot be changed."""
    return bool(getattr(system(task.system).load("formats"), "IS_ROUTE_FIXED", False))


def amended(
    task: Task,
    *,
    budget_cents: int | None = None,
    stops: Sequence[str] | None = None,
    days: int | None = None,
) -> Task:
    """
    Return the task with another budget, other days, or its stops in another order; its label is gone.

    Raises
    ------
    ValueError
        If the stops are not those of the task, or its route is fixed.
    """
    formats = system(task.system).load("formats")
    other: Task = formats.amended(task, budget_cents=budget_cents, stops=stops, days=days)
    return other
