"""
LifePlanner's tasks: drawn from a seed over a city, answered over its records and again through its tools.

``scene`` holds what is drawn from, ``draw_*`` draw asks, ``wording`` puts them into words, ``sieve`` keeps
what has one certain answer, and ``build`` makes whole sets.
"""

from planassay.gold.lifeplanner.build import LifeOrder, build_life_tasks

__all__ = ["LifeOrder", "build_life_tasks"]
