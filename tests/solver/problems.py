"""Random tiny problems, and their answer by looking at every combination."""

from itertools import product

from hypothesis import strategies as st

from planassay.solver.problem import Component, Element, Outcome, Problem, Row, Sense

ROWS = ("night", "seat", "visit")


@st.composite
def problems(draw, least_elements=0):
    """Return problems of up to four components, four elements each, three rows and two objectives."""
    rows = tuple(
        Row(name, draw(st.sampled_from(Sense)), draw(st.integers(-2, 5)))
        for name in draw(st.lists(st.sampled_from(ROWS), unique=True))
    )
    objectives = draw(st.sampled_from([("cents",), ("cents", "minutes")]))

    def element():
        values = tuple(draw(st.integers(-2, 4)) for _ in objectives)
        amounts = [(row.name, draw(st.integers(-2, 3))) for row in rows]
        return Element(values, tuple(use for use in amounts if use[1] or draw(st.booleans())))

    sizes = draw(st.lists(st.integers(least_elements, 4), max_size=4))
    components = tuple(Component(f"c{k}", tuple(element() for _ in range(n))) for k, n in enumerate(sizes))
    return Problem(components, rows, objectives)


def brute_force(problem):
    """Return (outcome, picks, values) by trying every combination in canonical order."""
    best = None
    for picks in product(*(range(len(c.elements)) for c in problem.components)):
        totals = {row.name: 0 for row in problem.rows}
        values = [0] * len(problem.objectives)
        for component, pick in zip(problem.components, picks, strict=True):
            for name, amount in component.elements[pick].uses:
                totals[name] += amount
            values = [a + b for a, b in zip(values, component.elements[pick].values, strict=True)]
        checks = {"<=": int.__le__, ">=": int.__ge__, "==": int.__eq__}
        if all(checks[row.sense.value](totals[row.name], row.bound) for row in problem.rows) and (
            best is None or tuple(values) < best[1]
        ):
            best = (picks, tuple(values))
    if best is None:
        return Outcome.INFEASIBLE, (), ()
    return Outcome.OPTIMAL, *best
