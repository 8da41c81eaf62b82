"""
Writer: a plan in the scored form to the Markdown of the agent prompt.

The counterpart of ``markdown``: what it writes of a whole plan reads back as that plan.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from planassay.kb.task import Task

Json = Mapping[str, object]

_SUMS = {
    "Transportation": "transportation",
    "Accommodation": "accommodation",
    "Meals": "meals",
    "Attractions & Tickets": "attractions_and_tickets",
    "Other": "other",
    "Total Estimated Budget": "total_estimated_budget",
}


def submission(task: Task, plan: object, refusal: str = "") -> dict[str, object]:
    """Return an answer as a record that holds the scored JSON as ``plan``; a refusal delivers none."""
    del refusal
    return {"id": task.task_id, "plan": plan}


def write_markdown(document: Json) -> str:
    """
    Return a plan as Markdown.

    Parameters
    ----------
    document
        A whole plan: days with headers, activities with all the details of their types.

    Raises
    ------
    KeyError
        If an activity lacks a detail that its line holds, or is of an unknown type.
    """
    blocks = ["\n".join(_day(day)) for day in cast("Sequence[Json]", document["daily_plans"])]
    budget = document.get("budget_summary")
    if isinstance(budget, Mapping):
        blocks.append("\n".join(_summary(budget)))
    return "\n\n".join(blocks) + "\n"


def _day(day: Json) -> Iterator[str]:
    yield f"Day {day['day_number']}:"
    yield f"Current City: {day['current_city']}"
    stay = day.get("accommodation")
    if isinstance(stay, Mapping):
        yield f"Accommodation: {stay['name']}, ¥{_amount(stay['price_per_night'])}/room/night"
    else:
        yield "Accommodation: -"
    for activity in cast("Sequence[Json]", day["activities"]):
        kind = str(activity["type"])
        text = _TEXTS[kind](cast("Json", activity["details"]))
        yield f"{activity['time_slot']} | {kind} | {text}"


_TEXTS = {
    "travel_intercity_public": lambda of: (
        f"{of['mode']} {of['number']}, {of['from']} - {of['to']}, ¥{_amount(of['cost'])}/person"
    ),
    "travel_city": lambda of: (
        f"{of['from']} - {of['to']}, {of['distance']}, {of['duration']}, ¥{_amount(of['cost'])}"
    ),
    "attraction": lambda of: f"{of['name']}, ¥{_amount(of['cost'])}/person",
    "meal": lambda of: f"{str(of['meal_type']).capitalize()}, {of['name']}, ¥{_amount(of['cost'])}/person",
    "hotel": lambda of: f"{of['activity']}, {of['name']}",
    "buffer": lambda of: str(of["description"]),
}


def _summary(budget: Json) -> Iterator[str]:
    yield "**Budget Summary**:"
    for label, key in _SUMS.items():
        if key in budget and not (key == "other" and budget[key] == 0):
            yield f"   **{label}: {_amount(budget[key])} RMB**"


def _amount(value: object) -> str:
    number = float(cast("float", value))
    return str(int(number)) if number.is_integer() else f"{number:.2f}".rstrip("0")
