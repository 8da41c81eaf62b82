"""The oracle: reads the whole database and the reference route, and shows what there is to reach."""

from dataclasses import dataclass

from planassay.kb.formats.travelplanner import Query, Tables
from planassay.kb.verdict import Claim
from planassay.solver.planner import solve


@dataclass(frozen=True)
class Oracle:
    """
    Plans with everything in sight.

    Attributes
    ----------
    tables
        The database.
    """

    tables: Tables

    def run(self, query: Query) -> Claim:
        """Return the cheapest trip of a query, with its certificate, or why there is none."""
        return solve(query.task, self.tables)
