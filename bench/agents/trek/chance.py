"""
Random: an agent that takes anything the tools show, by lot; the floor of what a plan is worth.

The lot is drawn from the run's seed and the task, so that the same run makes the same plans.
"""

from collections.abc import Sequence

from planassay import __version__
from planassay.bench.agents.interface import SUBMIT, Brief, Desk, Setting
from planassay.bench.agents.trek.greedy import Shopper, refuse
from planassay.bench.agents.trek.sketch import Row, plan_of
from planassay.bench.agents.trek.tools_only import read_task
from planassay.kb.draw import Draw
from planassay.kb.errors import InputError

TOOLS = ("search_flights", "search_hotels", "search_attractions", "search_cars")


def make(setting: Setting) -> "Chance":
    """Return the agent; it has no options."""
    if setting.options:
        raise InputError("is no option of random, which has none", value=next(iter(setting.options)))
    return Chance()


class Chance:
    """The agent."""

    name = "random"
    version = f"{__version__}/1"
    needs_structure = False
    waits = False

    def work(self, brief: Brief, desk: Desk) -> None:
        """Answer one request."""
        task = read_task(brief, desk)
        if task is None:
            return
        draw = Draw(brief.seed, "random agent", task.task_id)

        def pick(rows: Sequence[Row]) -> Row:
            return draw.pick(rows)

        shopper = Shopper(task, desk, is_v1=brief.profile == "v1")
        choice = shopper.choose(pick_of=dict.fromkeys(TOOLS, pick))
        if choice is None:
            refuse(desk, shopper.missing)
        else:
            desk.call(SUBMIT, {"is_feasible": True, "refusal_reason": "", "plan": plan_of(task, choice)})
