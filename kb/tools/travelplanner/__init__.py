"""
The tools of TravelPlanner: six look-ups over its tables.

The published tools return frames of a data library, which the agent reads as printed text. Here each answer
is an object with the same rows, columns and order, or with the same sentence where there is no row. After
TravelPlanner commit da7c1d4; its notebook and its planner call a model and are no look-ups.
"""

from planassay.kb.tools.travelplanner.lookups import (
    search_accommodations,
    search_attractions,
    search_cities,
    search_distance,
    search_flights,
    search_restaurants,
)

__all__ = [
    "search_accommodations",
    "search_attractions",
    "search_cities",
    "search_distance",
    "search_flights",
    "search_restaurants",
]
