"""The checker's bounds and lists against every outing of small days, tried one by one."""

from random import Random

import numpy as np
import pytest
from tests.routings import drawn, line

from planassay.verifier.components.model import Work, WorkLimitError
from planassay.verifier.routing.bounds import Bounds, DayKind, How
from planassay.verifier.routing.plan import fault


def every_outing(routing, day, outing=()):
    """Yield every order of sights of which each beginning fits; the slow twin of the kernels."""
    yield outing
    for k in range(len(routing.sights)):
        longer = (*outing, k)
        reason = None if k in outing else fault(alone(routing, day), (longer,))
        if k not in outing and (reason is None or "meals" in reason or "is not visited" in reason):
            yield from every_outing(routing, day, longer)


def alone(routing, day):
    """Return an instance of one day without a budget and without visits that must be."""
    from dataclasses import replace

    return replace(
        routing, days=(day,), budget=None, sights=tuple(replace(s, must=False) for s in routing.sights)
    )


def reckoned(routing, net, bucket, keep, recall, work=None):
    """Return the bounds of the first kind of day, with the sets of all its outings and their worth."""
    day, numbers = routing.kinds[0]
    durations = np.array([s.duration for s in routing.sights], dtype=np.int64)
    leg = np.array(routing.ways, dtype=np.int64) + durations[:, None]
    how = How(bucket, keep, np.array([[x] for x in recall], dtype=np.uint64))
    return Bounds(
        DayKind(routing, day, len(numbers)), leg, np.array(net, dtype=np.int64), how, work or Work()
    )


@pytest.mark.parametrize("seed", range(200, 240))
def test_lists_are_whole_and_bounds_hold(seed):
    """Whatever prices, buckets, entries, memories: no outing above the floor is missed, none made up."""
    draw = Random(seed)
    routing = drawn(seed, 5)
    net = [draw.randrange(-30, 90) for _ in routing.sights]
    recall = [draw.randrange(32) for _ in routing.sights]
    found = reckoned(routing, net, draw.randrange(1, 11), draw.randrange(1, 5), recall)
    day = routing.kinds[0][0]
    whole = {
        frozenset(outing)
        for outing in every_outing(routing, day)
        if fault(alone(routing, day), (outing,)) is None
    }
    worth = {sights: sum(net[k] for k in sights) for sights in whole}
    floor = draw.randrange(-20, 150)
    listed = {frozenset(k for k in range(5) if int(bits) >> k & 1) for (bits,) in found.above(floor)}
    assert listed == {sights for sights in whole if worth[sights] > floor}
    best = found.best()
    if whole:
        assert best is not None
        assert best >= max(worth.values())


def test_tables_and_labels_are_limited():
    """Neither a tiny bucket over a long day nor a long list may take more than is allowed."""
    long = line(*range(1, 15), end=30_000_000)
    with pytest.raises(WorkLimitError, match="cells"):
        reckoned(long, [1] * 14, 1, 4, [0] * 14)
    with pytest.raises(WorkLimitError, match="steps"):
        reckoned(line(*range(1, 15), end=400), [1] * 14, 5, 1, [0] * 14, Work(5_000)).above(0)
