"""
Requirements: the wishes of a task by name, and the task that is left when some are dropped.

A conflict and a repair speak of these names, and the certificate checker builds the weaker task from
them: ``budget``, ``car``, ``persona:NAME``, ``hotel:NAME``, ``attraction:NAME``. Cities, days and party
are the trip itself and no requirements.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

from planassay.kb.formats.registry import system
from planassay.kb.money import MAX_CENTS
from planassay.kb.task import Task

BUDGET = "budget"
CAR = "car"
ROAD_TRIP = "road trip"
"""The persona that TREK's evaluator (commit a656fc8) asks for a car on each day."""


def requirements(task: Task) -> tuple[str, ...]:
    """
    Return the requirements of a task; what a traveller would rather keep comes first.

    Examples
    --------
    >>> trip = Task("t", "trek", "", "A", ("B",), True, 3, 1, 1, 50000, personas=("foodie",))
    >>> requirements(trip)
    ('persona:foodie', 'budget')
    """
    found = [f"hotel:{name}" for name in task.required_hotels]
    found += [f"attraction:{name}" for name in task.required_attractions]
    found += [f"persona:{name}" for name in task.personas]
    if task.car is not None:
        found.append(CAR)
    if task.budget_cents < MAX_CENTS:
        found.append(BUDGET)
    return tuple(dict.fromkeys(found))


def without(task: Task, dropped: Collection[str]) -> Task:
    """
    Return the task that asks for all but the dropped requirements; itself if none is dropped.

    A trip without a budget may cost anything up to :data:`planassay.kb.money.MAX_CENTS`. There is no road
    trip without a car: who gives up the car gives up that persona.

    Raises
    ------
    ValueError
        If the task has no requirement of such a name.
    """
    if unknown := set(dropped) - set(requirements(task)):
        raise ValueError(f"{task.task_id} has no requirement {sorted(unknown)[0]!r}")
    if not dropped:
        return task
    personas = _kept("persona", task.personas, dropped)
    weaker = replace(
        task,
        personas=tuple(name for name in personas if CAR not in dropped or name != ROAD_TRIP),
        required_hotels=_kept("hotel", task.required_hotels, dropped),
        required_attractions=_kept("attraction", task.required_attractions, dropped),
        car=None if CAR in dropped else task.car,
        budget_cents=MAX_CENTS if BUDGET in dropped else task.budget_cents,
        label=None,
    )
    return replace(weaker, source=system(task.system).load("formats").official_source(weaker))


def _kept(kind: str, names: Sequence[str], dropped: Collection[str]) -> tuple[str, ...]:
    return tuple(name for name in names if f"{kind}:{name}" not in dropped)


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
        If the stops are not those of the task.
    """
    if stops is not None and sorted(stops) != sorted(task.stops):
        raise ValueError(f"{tuple(stops)} is no order of {task.stops}")
    other = replace(
        task,
        budget_cents=task.budget_cents if budget_cents is None else budget_cents,
        stops=task.stops if stops is None else tuple(stops),
        days=task.days if days is None else days,
        label=None,
    )
    return replace(other, source=system(task.system).load("formats").official_source(other))
