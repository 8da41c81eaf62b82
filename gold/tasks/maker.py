"""
Maker: tasks whose labels are proved.

A draft becomes a task once the least budget of its basis is known, from which its own is drawn, and once
solver and checker agree that the task is what its kind says. Otherwise it is drawn anew. So no label rests on
how a task was made.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from planassay.gold.certify import CheckedCause, certify_causes
from planassay.gold.tasks.atlas import Atlas
from planassay.gold.tasks.drafts import Draft, draft, finished
from planassay.gold.tasks.mix import Cell, Kind, mix
from planassay.kb.catalog import Catalog
from planassay.kb.errors import InputError
from planassay.kb.formats.trek import official_source
from planassay.kb.task import Cause, Label, Task
from planassay.kb.verdict import Status, Verdict
from planassay.solver.budgets import least_budget
from planassay.solver.planner import RULESET

ATTEMPTS = 2000
"""Drafts drawn for a task at most (TREK commit 216d098)."""

CAUSES: Mapping[Kind, frozenset[Cause]] = MappingProxyType(
    {
        Kind.UNDER: frozenset({Cause.BUDGET}),
        Kind.BUDGET: frozenset({Cause.BUDGET}),
        Kind.ROUTE: frozenset({Cause.ROUTE}),
        Kind.ENTITY: frozenset({Cause.ENTITY}),
        Kind.TIME: frozenset({Cause.TIME}),
        Kind.CAPACITY: frozenset({Cause.CAPACITY}),
        Kind.PERSONA: frozenset({Cause.PERSONA, Cause.CONFLICT}),
    }
)
"""The leading cause that a task of a kind must be proved to have."""

TWINS = MappingProxyType({Kind.AT: Kind.UNDER, Kind.UNDER: Kind.AT})


@dataclass(frozen=True)
class Made:
    """A task with its label, and what the label rests on."""

    cell: Cell
    task: Task
    verdict: Verdict
    causes: tuple[CheckedCause, ...]
    """Every cause that holds at once, each with whether it is proved; none if there is a plan."""
    least_cents: int
    """The least budget with which the basis has a plan, from which the budget of the task was drawn."""
    attempt: int
    """Which draft it was made of, from 0."""


def make_set(kb: Catalog, count: int, seed: int) -> Iterator[Made]:
    """
    Yield the tasks of a set, in its order.

    Parameters
    ----------
    kb
        The knowledge base.
    count
        Number of tasks.
    seed
        Seed of the set; the same one gives the same tasks.

    Raises
    ------
    InputError
        If the knowledge base has no task of some kind.
    """
    atlas = Atlas(kb)
    for number, cell in enumerate(mix(count, seed)):
        yield make(atlas, cell, f"task-{number:04d}", seed)


def make(atlas: Atlas, cell: Cell, task_id: str, seed: int) -> Made:
    """
    Return a task of a cell; of twins, both are made from the same draft.

    Raises
    ------
    InputError
        If no draft of :data:`ATTEMPTS` becomes one.
    """
    for attempt in range(ATTEMPTS):
        made = draft(atlas, cell, seed, attempt)
        least = None if made is None else _least_budget(made, atlas.kb)
        if made is None or least is None:
            continue
        found = _proved(made, task_id, least, seed, atlas.kb, attempt)
        if found is not None and _has_twin(made, least, seed, atlas.kb, attempt):
            return found
    wanted = f"{cell.kind.value} with {cell.stops} stops and {cell.personas} personas"
    raise InputError(f"the knowledge base has no task of the kind {wanted}")


def _least_budget(made: Draft, kb: Catalog) -> int | None:
    """
    Return the least budget with which the basis of a draft has a plan; None if none is found.

    It is what the cheapest plan costs, or more where the official bill of every plan is larger. Where a
    budget fails only because that bill, a sum of floats, passes what it equals, it is the next cent: a
    boundary would be about noise and not about money.
    """
    return least_budget(replace(made.basis, source=official_source(made.basis)), kb)


def _proved(made: Draft, task_id: str, least: int, seed: int, kb: Catalog, attempt: int) -> Made | None:
    """Return the task of a draft if it is proved to be what its kind says."""
    kind = made.cell.kind
    task = finished(made, task_id, least, seed)
    task = replace(task, label=Label(feasible=kind.has_plan))
    task = replace(task, source=official_source(task))
    verdict, causes = certify_causes(task, kb, ruleset=RULESET)
    if kind.has_plan:
        is_meant = verdict.status is Status.OPTIMAL
    else:
        is_meant = verdict.status is Status.INFEASIBLE and verdict.claim.causes[0] in CAUSES[kind]
        is_meant = is_meant and causes[0].is_proved
    if not is_meant:
        return None
    leading = None if kind.has_plan else verdict.claim.causes[0]
    task = replace(task, label=Label(kind.has_plan, leading))
    return Made(made.cell, task, verdict, causes, least, attempt)


def _has_twin(made: Draft, least: int, seed: int, kb: Catalog, attempt: int) -> bool:
    """Return whether the other task of a boundary pair can be made, too; true where there is no other."""
    twin = TWINS.get(made.cell.kind)
    if twin is None:
        return True
    other = replace(made, cell=replace(made.cell, kind=twin))
    return _proved(other, "twin", least, seed, kb, attempt) is not None
