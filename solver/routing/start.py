"""The plan to begin with: ruin and recreate, from nothing, for a stated number of rounds."""

import numpy as np

from planassay.kb.routing import Outing, Routing
from planassay.solver.routing.terrain import Terrain

NO_LIMIT = 1 << 60


def good_plan(terrain: Terrain, rounds: int, seed: int = 1) -> tuple[Outing, ...] | None:
    """
    Return a good plan, a day each; None if none was found that keeps every meal and every visit that must be.

    Parameters
    ----------
    terrain
        The instance.
    rounds
        How often to ruin and recreate.
    seed
        Which random numbers; the same one finds the same plan.
    """
    from planassay.solver.routing.ruin import improve

    routing, count = terrain.routing, terrain.count
    kinds = terrain.kinds
    windows = max((kind.opens.shape[1] for kind in kinds), default=1)
    opens = np.zeros((len(kinds), count, windows), dtype=np.int64)
    lasts = np.full((len(kinds), count, windows), -1, dtype=np.int64)
    ends = np.zeros((len(kinds), 2, count), dtype=np.int64)
    for k, kind in enumerate(kinds):
        opens[k, :, : kind.opens.shape[1]], lasts[k, :, : kind.lasts.shape[1]] = kind.opens, kind.lasts
        ends[k, 0] = np.array(kind.day.out, dtype=np.int64) + kind.day.start
        ends[k, 1] = np.array([s.duration for s in routing.sights], dtype=np.int64) + kind.day.back
    kind_of = np.zeros(len(routing.days), dtype=np.int32)
    for k, (_, places) in enumerate(routing.kinds):
        kind_of[list(places)] = k
    meal = np.array([kind.meal for kind in kinds], dtype=np.int64).reshape(len(kinds), count)
    big = int(terrain.values.max(initial=0)) * 4 + 1
    is_needed = np.array([s.must for s in routing.sights], dtype=np.bool_) | (meal != 0).any(axis=0)
    worth = np.maximum(terrain.values, 0) + np.where(is_needed, big, 0)
    rows = np.zeros((len(routing.days), count), dtype=np.int32)
    lengths = np.zeros(len(routing.days), dtype=np.int32)
    if count and len(routing.days):
        improve(
            terrain.step,
            opens,
            lasts,
            ends,
            meal,
            kind_of,
            worth,
            terrain.costs,
            NO_LIMIT if routing.budget is None else routing.budget,
            rounds,
            seed,
            rows,
            lengths,
        )
    plan = tuple(tuple(row[:length].tolist()) for row, length in zip(rows, lengths.tolist(), strict=True))
    return plan if keeps_all(routing, plan) else None


def keeps_all(routing: Routing, plan: tuple[Outing, ...]) -> bool:
    """Return whether every meal is taken once a day and every visit is made that must be."""
    seen = {k for outing in plan for k in outing}
    if any(sight.must and k not in seen for k, sight in enumerate(routing.sights)):
        return False
    for day, outing in zip(routing.days, plan, strict=True):
        taken = sorted(routing.sights[k].meal for k in outing if routing.sights[k].meal)
        if taken != sorted(day.meals):
            return False
    return True
