"""Flaws of DeepPlanning travel queries: each kind is found where it was planted, and none in made tasks."""

from tests.deepplanning import TASKS, database, queries
from tests.towns import asked, made

from planassay.gold.audit.deepplanning_travel import FlawKind, query_flaws
from planassay.kb.formats.deepplanning_travel import parse_query, query_of
from planassay.kb.formats.deepplanning_travel.database import LODGES, TRAINS, database_of

KINDS = ("train_cheapest_direct", "hotel_cheapest_star", "restaurant_must_eat_named")


def kinds(query, base=None):
    """Return the kinds of the flaws of a query."""
    return [flaw.kind for flaw in query_flaws(query, base)]


def changed(meta=(), **fields):
    """Return a made query with some fields changed."""
    source = dict(made(3, kinds=KINDS, days=3).query.source)
    return parse_query({**source, **fields, "meta_info": {**source["meta_info"], **dict(meta)}})


def test_made_tasks_have_no_flaw():
    """Three of them, of all families."""
    for number in (0, 5, 11):
        task = made(number)
        assert kinds(task.query, task.database) == []


def test_the_mini_tasks_show_the_flaw_that_is_known():
    """Task 59 has other dates in the sentence that is not scored."""
    found = {name: kinds(queries()[name], database(name)) for name in TASKS}
    assert FlawKind.OTHER_DATES in found["59"]
    assert FlawKind.OTHER_DATES not in found["0"] + found["69"]
    assert all(FlawKind.UNKNOWN not in flaws for flaws in found.values())


def test_contradictions_of_a_query_with_itself_are_found():
    """Return, weekday, budget in words, budget out of place, a name that is not said."""
    assert kinds(changed({"return_date": "2025-11-20"})) == [FlawKind.DATES]
    assert kinds(changed({"depart_weekday": 5})) == [FlawKind.DATES]
    assert kinds(changed(query_with_constraints="Leave on 2025-12-24, or 2025-13-99.")) == [
        FlawKind.OTHER_DATES
    ]
    text = changed().text
    assert kinds(changed({"budget_constraint": {"max_budget": 1}})) == [FlawKind.BUDGET]
    assert kinds(changed(query="The budget is nothing said.")) == [FlawKind.UNSAID]
    limit = {**changed().source["meta_info"]["hard_constraints"], "budget_constraint": {"max_budget": 900}}
    spoken = f"{text} The total budget should be within 1,800 yuan."
    assert kinds(changed({"hard_constraints": limit}, query=spoken)) == [FlawKind.BUDGET]


def test_answers_that_the_rows_deny_are_found():
    """A name and a number that are not there, a cheaper hotel of the stars, and one that costs the same."""
    task = made(3, kinds=KINDS, days=3)
    entry = task.query.constraints["hotel_cheapest_star"]
    ghost = asked(task, hotel_cheapest_star={"hotel_name": "Ghost Inn"})
    assert kinds(query_of(ghost[0]), ghost[1]) == [FlawKind.UNKNOWN]
    empty = database_of({**task.tables, TRAINS: []})
    assert kinds(task.query, empty) == [FlawKind.UNKNOWN]
    for price, kind in ((-1, FlawKind.NOT_BEST), (0, FlawKind.TIE)):
        rows = [dict(row) for row in task.tables[LODGES]]
        own = next(row for row in rows if row["name"] == entry["hotel_name"])
        rival = next(r for r in rows if r["hotel_star"] == own["hotel_star"] and r is not own)
        rival["price"] = str(float(own["price"]) + price)
        assert kinds(task.query, database_of({**task.tables, LODGES: rows})) == [kind]
