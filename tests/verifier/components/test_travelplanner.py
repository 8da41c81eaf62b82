"""TravelPlanner's components for the checker: scope, rows, what is empty; damaged certificates."""

from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.bays import bays
from tests.routes import along, changed, routed

from planassay.kb.task import Cause
from planassay.solver.planner import answer
from planassay.verifier.certificate import Decision, check
from planassay.verifier.components.model import Row, Work, WorkLimitError
from planassay.verifier.components.travelplanner import build

FOUR = ["Italian", "Mexican", "French", "Chinese"]


def built(asked, tables=None, ruleset="gold@1", objective="cheapest", work=None):
    """Return the components of a query."""
    return build(asked.task, tables or bays(), ruleset, objective, work or Work())


def certified(asked, tables=None, ruleset="gold@1"):
    """Return the certificate of our claim about a query."""
    claim = answer(asked.task, tables or bays(), ruleset=ruleset).claim
    return deepcopy(dict(claim.certificate))


def test_beyond_scope_and_unknown_rules_nothing_is_built():
    """A route that does not answer its query, another rule set or another objective: no components."""
    assert built(along(["Pearl"], 3)) is None
    assert built(routed(), ruleset="strict@1") is None
    assert built(routed(), objective="dearest") is None
    assert built(routed()) is not None


def test_rows_are_those_of_the_route_and_the_wishes():
    """Cuisines that are wanted, legs that there are; nothing else is a row."""
    components = built(routed(cuisines=["French"]))
    assert components.row("cuisine:French") == Row(">=", 1)
    assert components.row("cuisine:Thai") is None
    assert components.row("leave:1") == components.row("land:0") == components.row("day:1") == Row("<=", 3)
    assert components.row("leave:2") is None
    assert components.row("budget") is None


@pytest.mark.parametrize(
    ("asked", "tables", "found"),
    [
        (along(["Amber"], 3, dest="Amber"), {}, [("transport", Cause.ROUTE), ("stay:0", Cause.ENTITY)]),
        (routed(room_type="castle"), {}, [("stay:0", Cause.ENTITY)]),
        (routed(house_rule="pets", room_type="shared room"), {}, []),
        (routed(house_rule="children under 10", room_type="shared room"), {}, [("stay:0", Cause.CONFLICT)]),
        (routed(cuisines=["Thai", "French"]), {}, [("cuisine:Thai", Cause.ENTITY)]),
        (routed(), {"sights": {}}, [("sights:0", Cause.ENTITY)]),
        (routed(), {"restaurants": {"Coral": bays().restaurants["Coral"][:2]}}, [("meals:0", Cause.ENTITY)]),
        (routed(), {"restaurants": {"Coral": bays().restaurants["Coral"][:3]}}, []),
        (routed(transportation="no flight"), {"roads": {}}, [("transport", Cause.ROUTE)]),
    ],
)
def test_what_is_empty_is_listed_with_its_cause(asked, tables, found):
    """Transport, rooms, sights, meals, cuisines, in this order; the planner finds the same."""
    components = built(asked, changed(**tables))
    listed = [(empty.component, empty.cause) for empty in components.empty()]
    assert [one for one in listed if not one[0].startswith(("sights", "meals")) or one in found][
        : len(found)
    ] == found
    assert bool(listed) is bool(found)
    if found:
        claim = answer(asked.task, changed(**tables)).claim
        assert check(claim.certificate, asked.task, changed(**tables)).decision is Decision.ACCEPTED


def test_a_plan_off_the_route_is_refused():
    """A plan may be gold and leave the scope: its certificate proves nothing of it."""
    asked = routed(5, budget=9000)
    components = built(asked)
    plan = answer(asked.task, bays()).claim.document
    assert components.plan_value(plan) == answer(asked.task, bays()).claim.cost_cents
    assert isinstance(components.plan_value([*plan, None]), int)
    late = deepcopy(plan)
    late[0]["current_city"] = "from Haven to Coral(Shelf)"
    assert components.plan_value(late) == "it leaves the scope reference"
    assert "days" in components.plan_value(plan[:-1])


LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9)
FIELDS = st.sampled_from(
    ["current_city", "transportation", "breakfast", "accommodation", "attraction", "days"]
)
DAYS = st.lists(LEAVES | st.dictionaries(FIELDS, LEAVES | st.lists(LEAVES, max_size=2)), max_size=4)


@given(LEAVES | DAYS | st.dictionaries(FIELDS, LEAVES), st.sampled_from(["gold@1", "official-bill@1"]))
def test_no_document_makes_the_checker_raise(plan, ruleset):
    """Whatever stands where a plan should be, there is a sentence about it."""
    assert isinstance(built(routed(), ruleset=ruleset).plan_value(plan), str)


def test_the_official_bill_is_judged_by_what_is_read():
    """Under the official bill a part of another's name has its price and its rules; faults still count."""
    asked = routed(budget=9000)
    components = built(asked, ruleset="official-bill@1")
    plan = answer(asked.task, bays(), ruleset="official-bill@1").claim.document
    assert isinstance(components.plan_value(plan), int)
    night = deepcopy(plan)
    night[0]["accommodation"] = "-"
    assert "lodging/no-bed" in components.plan_value(night)


def test_work_is_counted():
    """A builder that may do little does little."""
    with pytest.raises(WorkLimitError):
        built(routed(cuisines=FOUR), work=Work(5)).empty()


def _damages(document):
    """Yield the document with one thing changed each time, and a name for it."""
    claim = document["claim"]
    for path, value in (
        ("scope", "table"),
        ("scope", ...),
        ("ruleset", "strict@1"),
        ("objective", "floor" if claim["status"] == "optimal" else "dearest"),
        ("claim/value", claim.get("value", 0) - 100),
        ("claim/cause", "route"),
        ("proof/mode", "none"),
        ("proof/gap", 0),
        ("proof/max", []),
        ("scale", 0),
        ("prices", {"budget": 1}),
        ("kb/sha256", "0" * 64),
        ("task/sha256", "0" * 64),
    ):
        other = deepcopy(document)
        *above, last = path.split("/")
        place = other
        for key in above:
            place = place.get(key, {})
        if value is ...:
            place.pop(last, None)
        elif last in place:
            place[last] = value
        if other != document:
            yield path, other


@pytest.mark.parametrize(
    "asked",
    [
        routed(),
        routed(5, budget=9000),
        routed(cuisines=["Italian", "Mexican", "French"], budget=9000),
        routed(budget=1),
    ],
)
def test_damaged_certificates_are_refused(asked):
    """Each field that means something, changed: refused."""
    document = certified(asked)
    assert check(document, asked.task, bays()).decision is Decision.ACCEPTED
    seen = [path for path, _ in _damages(document)]
    assert len(seen) >= 7
    for path, damaged in _damages(document):
        assert check(damaged, asked.task, bays()).decision is Decision.REFUSED, path


def test_a_dearer_plan_is_no_optimum():
    """A gold plan that is not the cheapest cannot be certified as such."""
    asked = routed(budget=9000)
    document = certified(asked)
    plan = deepcopy(document["plan"])
    plan[0]["dinner"] = "Mast, Coral"
    value = built(asked).plan_value(plan)
    assert value == document["claim"]["value"] + 6000
    claim = {**document["claim"], "value": value}
    found = check({**document, "plan": plan, "claim": claim}, asked.task, bays())
    assert found.decision is Decision.REFUSED
