"""
The scope: which of all plans a proof speaks of, those that keep to the guidance of the agent prompt as well.

The rule sets leave open what no traveller wants: a night in each of two hotels, a meal of half an hour, a
taxi at the airport's gate. A plan within the scope takes one connection on the way out, which arrives before
midnight, and one on the way home, changing at one station; it sleeps in one hotel, calls there only to begin
and to end a day, and is back before midnight; it goes from stop to stop by one road; its meals have a name,
an hour and a length; it leaves half an hour between a ride and whatever is next; and where one long visit
stands for two sights, it has a minute to spare for each of its three lengths. Required rides go the way they
are required for.
"""

from types import MappingProxyType

from planassay.kb.task import Task

SCOPE = "prompt"
"""Name of the scope in certificates."""
SHORTEST_MEAL_MIN = 60
LONGEST_MEAL_MIN = 120
RIDE_MARGIN_MIN = 30
"""Between a ride and the road or stop before or after it."""
LONG_VISIT_MIN = 243
"""Of one sight that stands for two, with the roads to it and from it: the evaluator asks for four hours, and
may cut a minute from each length."""
LATEST_RETURN_MIN = 1439
"""By then a day ends in the hotel."""
LONGEST_WAIT_MIN = 480
"""In one place."""
MEAL_HOURS = MappingProxyType(
    {"breakfast": (5 * 60, 11 * 60), "lunch": (10 * 60 + 30, 16 * 60), "dinner": (16 * 60, 24 * 60)}
)
"""When a meal may begin, from and before, in the order of a day; each at most once a day."""


def scope_of(task: Task) -> str:
    """Return the scope of proofs about a task: the same for all of this benchmark."""
    del task
    return SCOPE
