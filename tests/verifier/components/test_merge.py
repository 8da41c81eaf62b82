"""The merge of listed elements, against every combination."""

from itertools import product

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from planassay.verifier.certificate import _Merge
from planassay.verifier.components.model import Item, Row, Work, WorkLimitError, reduced

ROWS = ("land", "seat", "night")


@st.composite
def cases(draw):
    """Return (parts, rows, signed prices): up to three parts of up to four items over three rows."""
    easy = {"<=": st.integers(-1, 4), ">=": st.integers(-4, 1), "==": st.integers(-1, 1)}
    senses = {name: draw(st.sampled_from(("<=", ">=", "=="))) for name in ROWS}
    rows = {name: Row(sense, draw(easy[sense])) for name, sense in senses.items()}
    if draw(st.booleans()):
        rows["land"] = Row("==", 0)

    def item():
        amounts = {name: draw(st.sampled_from((0, 0, 1, 2, -1, -2))) for name in ROWS}
        return Item(draw(st.integers(-5, 5)), tuple((n, a) for n, a in amounts.items() if a))

    parts = [[item() for _ in range(draw(st.integers(1, 4)))] for _ in range(draw(st.integers(1, 3)))]
    prices = {name: draw(st.integers(-2, 2)) for name in ROWS if draw(st.booleans())}
    return parts, rows, prices


def holds(row, total):
    """Tell whether a row holds."""
    return {"<=": total <= row.bound, ">=": total >= row.bound, "==": total == row.bound}[row.sense]


def by_hand(parts, rows, kept, prices, tops, gap):
    """Return the best value of a combination that keeps the rows, within the gap of the tops."""
    best = None
    for combination in product(*parts):
        totals = dict.fromkeys(ROWS, 0)
        for item in combination:
            for name, amount in item.uses:
                totals[name] += amount
        touched = {name for part in parts for item in part for name, _ in item.uses} | set(kept)
        shortfall = sum(top - reduced(item, prices, 1) for top, item in zip(tops, combination, strict=True))
        if shortfall <= gap and all(holds(rows[name], totals[name]) for name in touched):
            value = sum(item.value for item in combination)
            best = value if best is None else max(best, value)
    return best


@settings(max_examples=500)
@given(case=cases(), gap=st.integers(0, 40), kept=st.sets(st.sampled_from(ROWS)))
def test_the_merge_never_misses_a_combination(case, gap, kept):
    """It finds at least the best there is in the gap; with a gap that holds everything, exactly that."""
    parts, rows, prices = case
    tops = [max((reduced(item, prices, 1) for item in part), default=0) for part in parts]

    def merged(gap):
        merge = _Merge(rows.__getitem__, prices, 1, gap, Work())
        return merge.best([(part, top) for part, top in zip(parts, tops, strict=True)], sorted(kept))

    expected, found = by_hand(parts, rows, kept, prices, tops, gap), merged(gap)
    event(f"a combination: {expected is not None}")
    assert found == expected if expected is None or found is None else found >= expected
    assert merged(10**6) == by_hand(parts, rows, kept, prices, tops, 10**6)


def test_work_is_counted():
    """Every pair that is looked at is a step."""
    parts = [([Item(0, (("seat", k),)) for k in range(1, 9)], 0)] * 4
    merge = _Merge(lambda name: Row("<=", 99), {}, 1, 0, Work(100))
    with pytest.raises(WorkLimitError):
        merge.best(parts, [])
