"""
Stars: what a trip is worth under the objective ``best``, in tenths of a star.

A night counts the rating of its room; a meal on a day without travel counts that of its restaurant. Rides and
sights count nothing: the tables do not rate them. Meals on a day of travel
count nothing either: they can bring a wanted cuisine.
"""

from planassay.kb.records import Restaurant, Room

VERSION = 1
"""Of what counts."""


def night_stars(room: Room) -> int:
    """Return the tenths of a star of a night in a room."""
    return room.rating_tenths


def meal_stars(restaurant: Restaurant) -> int:
    """Return the tenths of a star of a meal on a day without travel."""
    return restaurant.rating_tenths
