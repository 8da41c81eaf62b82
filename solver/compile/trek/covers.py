"""
Covers: which places to visit at a stop, cheapest first.

A cover holds the places that must be visited and serves every persona that needs something; it has no
place it could do without, since a shorter list of visits is never harder to schedule. A stop that
asks for nothing still wants one visit.
"""

from collections.abc import Collection, Iterator, Sequence

from planassay.solver.compile.trek.offers import Sight
from planassay.solver.problem import Ration

Cover = tuple[int, ...]
"""Positions of sights, ascending."""


def covers(
    sights: Sequence[Sight],
    required: Sequence[int],
    wishes: int,
    limit_cents: int,
    *,
    within: Collection[int] | None = None,
    ration: Ration | None = None,
) -> list[tuple[int, Cover]]:
    """
    Return every cover whose tickets cost one person at most ``limit_cents``, as (cost, cover), sorted.

    Parameters
    ----------
    sights
        What can be visited.
    required
        Positions that every cover holds.
    wishes
        Number of personas to serve; ``Sight.meets`` has that many bits.
    limit_cents
        Most that the tickets of one person may cost.
    within
        Positions to choose from; all of them if not given.
    ration
        How much it may work; nothing is counted without one.

    Raises
    ------
    WorkLimitError
        If the ration is used up.
    """
    usable = range(len(sights)) if within is None else sorted(within)
    base_cost = sum(sights[k].record.ticket_cents for k in required)
    met = 0
    for k in required:
        met |= sights[k].meets
    missing = ((1 << wishes) - 1) & ~met
    base = tuple(sorted(required))
    if not missing:
        if base:
            return [(base_cost, base)] if base_cost <= limit_cents else []
        singles = ((sights[k].record.ticket_cents, (k,)) for k in usable)
        return sorted(pair for pair in singles if pair[0] <= limit_cents)
    search = _Search(sights, usable, base, missing, limit_cents)
    found = set()
    for cover in search.extend(base, missing, base_cost):
        if ration is not None:
            ration.spend()
        found.add(tuple(sorted(cover)))
    minimal = [c for c in found if _is_minimal(sights, c, base, missing)]
    return sorted((sum(sights[k].record.ticket_cents for k in c), c) for c in minimal)


def cheapest_cover(sights: Sequence[Sight], required: Sequence[int], wishes: int) -> int | None:
    """Return the least cost in cents of one person's tickets over all covers, None if there is none."""
    limit = sum(sights[k].record.ticket_cents for k in required)
    met = 0
    for k in required:
        met |= sights[k].meets
    missing = ((1 << wishes) - 1) & ~met
    if missing:
        rest = _least_costs(sights, range(len(sights)), missing)[missing]
        return None if rest is None else limit + rest
    if not required:
        return min((s.record.ticket_cents for s in sights), default=None)
    return limit


def _least_costs(sights: Sequence[Sight], usable: Sequence[int], missing: int) -> dict[int, int | None]:
    """Return the least ticket cost that serves each subset of the missing personas."""
    least: dict[int, int | None] = {0: 0}
    for mask in range(1, missing + 1):
        if mask & ~missing:
            continue
        best: int | None = None
        for sight in (sights[k] for k in usable):
            if sight.meets & mask:
                rest = least[mask & ~sight.meets]
                if rest is not None and (best is None or rest + sight.record.ticket_cents < best):
                    best = rest + sight.record.ticket_cents
        least[mask] = best
    return least


class _Search:
    """Depth-first extension of a cover, cut where the cheapest completion passes the limit."""

    def __init__(
        self,
        sights: Sequence[Sight],
        usable: Sequence[int],
        base: Cover,
        missing: int,
        limit_cents: int,
    ) -> None:
        self.sights = sights
        self.limit = limit_cents
        self.least = _least_costs(sights, usable, missing)
        self.serving = {
            bit: [k for k in usable if sights[k].meets & bit and k not in base] for bit in _bits(missing)
        }

    def extend(self, chosen: Cover, missing: int, cost: int) -> Iterator[Cover]:
        """Yield each cover within the limit that begins with the chosen places."""
        if not missing:
            yield chosen
            return
        bit = missing & -missing
        for k in self.serving[bit]:
            left = missing & ~self.sights[k].meets
            total = cost + self.sights[k].record.ticket_cents
            rest = self.least[left]
            if rest is not None and total + rest <= self.limit:
                yield from self.extend((*chosen, k), left, total)


def _bits(mask: int) -> Iterator[int]:
    while mask:
        yield mask & -mask
        mask &= mask - 1


def _is_minimal(sights: Sequence[Sight], cover: Cover, base: Cover, missing: int) -> bool:
    extra = [k for k in cover if k not in base]
    for k in extra:
        met = 0
        for other in extra:
            if other != k:
                met |= sights[other].meets
        if not missing & ~met:
            return False
    return True
