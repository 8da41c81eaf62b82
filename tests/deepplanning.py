"""
The mini data of DeepPlanning's travel domain, and small changes to its three full-mark plans.

A change is a function of a plan that edits it in place; ``changed`` gives the plan a change makes,
``outcome`` what the official evaluator says of it.
"""

import json
from copy import deepcopy
from functools import cache, lru_cache

from tests.conftest import ROOT

from planassay.kb.formats.deepplanning_travel import find_database, open_folder, read_queries
from planassay.verifier.official.deepplanning_travel import OfficialDeepPlanningTravel, request

MINI = ROOT / "tests" / "data" / "deepplanning-travel-mini"
TASKS = ("0", "59", "69")


@cache
def queries():
    """Return the queries by id."""
    return {query.query_id: query for query in read_queries(MINI / "travelplanning_query_mini.json")}


@cache
def database(task):
    """Return the database of a task."""
    return open_folder(find_database(MINI, task))


@cache
def official(task):
    """Return the official evaluator of a task."""
    return OfficialDeepPlanningTravel(database(task))


@lru_cache
def _text(task):
    return (MINI / "plans" / f"id_{task}_converted.json").read_text("utf-8")


def plan(task):
    """Return the full-mark plan of a task, anew."""
    return json.loads(_text(task))


def markdown(task):
    """Return the same plan as the Markdown of the agent prompt."""
    return (MINI / "plans" / f"id_{task}.md").read_text("utf-8")


def changed(task, *changes):
    """Return the full-mark plan of a task after some changes."""
    edited = plan(task)
    for change in changes:
        change(edited)
    return edited


def score(task, document, **meta):
    """Return the official outcome of a plan, perhaps for a task with other fields of ``meta_info``."""
    row = deepcopy(dict(queries()[task].source))
    row["meta_info"] |= meta
    return official(task).evaluate(document, request(row))


def outcome(task, *changes, **meta):
    """Return the official outcome of the full-mark plan of a task after some changes."""
    return score(task, changed(task, *changes), **meta)


def failing(found):
    """Return the names of the checks and constraints that an outcome says fail."""
    results = {**found.commonsense, **found.personalized}
    return {name for name, passed in results.items() if not passed}


def activity(document, day, kind, place=0):
    """Return an activity of a plan: of a day from 1, the place-th of its type."""
    found = [entry for entry in document["daily_plans"][day - 1]["activities"] if entry["type"] == kind]
    return found[place]


def put(day, kind, place=0, **fields):
    """Return the change that sets fields of the details of an activity; ``slot`` sets its time slot."""

    def change(document):
        entry = activity(document, day, kind, place)
        for name, value in fields.items():
            if name == "slot":
                entry["time_slot"] = value
            else:
                entry["details"][name.rstrip("_")] = value

    return change


def entry(day, kind, place=0, **fields):
    """Return the change that sets fields of an activity itself."""
    return lambda document: activity(document, day, kind, place).update(fields)


def header(day, text):
    """Return the change that sets the header of a day."""
    return lambda document: document["daily_plans"][day - 1].__setitem__("current_city", text)


def stay(day, value):
    """Return the change that sets the accommodation of a day."""
    return lambda document: document["daily_plans"][day - 1].__setitem__("accommodation", value)


def total(value):
    """Return the change that sets the stated total."""
    return lambda document: document["budget_summary"].__setitem__("total_estimated_budget", value)


def drop(day, kind, place=0):
    """Return the change that takes an activity out."""

    def change(document):
        document["daily_plans"][day - 1]["activities"].remove(activity(document, day, kind, place))

    return change


def insert(day, place, kind, slot, **details):
    """Return the change that puts an activity in, before the place-th of a day; -1 appends."""
    new = {"time_slot": slot, "type": kind, "details": {key.rstrip("_"): v for key, v in details.items()}}

    def change(document):
        activities = document["daily_plans"][day - 1]["activities"]
        activities.insert(len(activities) if place < 0 else place, new)

    return change


def honest_total(document):
    """Set the stated total to the recomputed one."""
    task = next(task for task in TASKS if _home(task) in document["daily_plans"][0]["current_city"])
    document["budget_summary"]["total_estimated_budget"] = score(task, document).total_cost


def _home(task):
    return queries()[task].origin
