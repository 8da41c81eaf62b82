"""
Work: what a search may do, counted in steps that are the same on every run and every machine.

A step is what takes about as long as looking at one sight from one bucket of time. The weights of the other
parts were measured against that, so that a unit of work is about a second of a quick machine.
"""

STEPS = 25_000_000
"""Steps for each unit of work."""

LABEL = 1
"""Steps of a label for each sight it may go on to; one that is made costs the list that it stands in, too."""
PIVOT = 4
"""Steps of a simplex iteration for each row and column."""
CELL = 1
"""Steps for each entry of a table that a node of a tree reckons with."""


class SpentError(Exception):
    """There is no work left."""


class Work:
    """
    A count of steps with a limit.

    Parameters
    ----------
    units
        How much may be done.
    """

    def __init__(self, units: float) -> None:
        self.left = units * STEPS

    def charge(self, steps: float) -> None:
        """
        Count steps that were done.

        Raises
        ------
        SpentError
            If they were more than what was left.
        """
        self.left -= steps
        if self.left < 0:
            raise SpentError
