"""
Labels: the least cost of a task under the rule sets that labels rest on, or why there is no trip.

Where ``solver.planner`` looks for a plan that can be travelled, here clocks are left aside and one small
problem says it all. What is found is a bundle of records, not a plan.
"""

from functools import cached_property

from planassay.kb.formats.registry import system
from planassay.solver.alternatives import Alternatives
from planassay.solver.whole import Whole, WholeSearch


class LabelSearch(WholeSearch):
    """One problem, solved once."""

    @cached_property
    def compiled(self) -> Whole | Alternatives[Whole] | str:
        """The task, compiled by its system."""
        module = system(self.task.system).load("compile")
        compiled: Whole | Alternatives[Whole] | str = module.compile_label(self.task, self.kb, self.ruleset)
        return compiled
