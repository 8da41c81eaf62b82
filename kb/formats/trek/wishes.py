"""
Wishes: the requirements of a TREK task by name, and the task that is left when some are dropped.

``budget``, ``car``, ``persona:NAME``, ``hotel:NAME``, ``attraction:NAME``. Cities, days and party are the
trip itself.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from types import MappingProxyType

from planassay.kb.formats.trek.tasks import official_source
from planassay.kb.money import MAX_CENTS
from planassay.kb.task import Cause, Task

BUDGET = "budget"
CAR = "car"
ROAD_TRIP = "road trip"
"""The persona that TREK's evaluator (commit a656fc8) asks for a car on each day."""
BLAMED = MappingProxyType(
    {
        Cause.ENTITY: ("hotel", "attraction"),
        Cause.BUDGET: (BUDGET,),
        Cause.CAPACITY: (CAR,),
        Cause.PERSONA: ("persona",),
    }
)
"""The kinds of requirements that a cause speaks of."""


def requirements(task: Task) -> tuple[str, ...]:
    """Return the requirements of a task; what a traveller would rather keep comes first."""
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
    Return the task that asks for all but the dropped requirements.

    There is no road trip without a car: who gives up the car gives up that persona.
    """
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
    return replace(weaker, source=official_source(weaker))


def unlabelled(task: Task) -> Task:
    """Return a task that is labelled infeasible as if it had no label; any other as it is."""
    if not task.source.get("impossible"):
        return task
    return replace(task, label=None, source={**task.source, "impossible": False})


def submission(task: Task, plan: object, refusal: str = "") -> dict[str, object]:
    """Return an answer in the official form: a plan, or a refusal in words if there is none."""
    del task
    return {
        "is_feasible": plan is not None,
        "plan": {} if plan is None else plan,
        "refusal_reason": refusal,
        "submitted": True,
    }


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
    return replace(other, source=official_source(other))
