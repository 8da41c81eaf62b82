"""
Stars: what a trip is worth under the objective ``best``, and the pace it keeps to.

A night counts the score of its hotel, a meal the rating of its restaurant, a visit that of its sight, in
hundredths of a star; rides are not rated. Most stars come first, of equals the least bill. The pace: no day
has more than two meals or more than two sights, three where more sights are asked for than the trip has days;
a full day has two sights at least (no long stay stands for two); and all stops lie between 7:00 and 22:00. A
trip of 100,000 yuan or more is not compared.
"""

from planassay.kb.formats.deepplanning_travel.database import Database
from planassay.kb.formats.deepplanning_travel.values import cents

VERSION = 1
"""Of what counts."""
DAY_FROM_MIN = 7 * 60
"""No stop begins sooner."""
DAY_UNTIL_MIN = 22 * 60
"""No stop ends later."""
MOST_MEALS = 2
"""A day."""
EXCHANGE = 10**7
"""Cents below which every bill is: so many weigh as much as the least part of a star."""
_MOST_STARS = 1_000


def most_sights(asked: int, days: int) -> int:
    """Return how many sights a day may have, where some are asked for in all."""
    return 3 if asked > days else 2


def stars(text: str) -> int:
    """
    Return the hundredths of a star of a rating; none for what is no number from 0 to 10.

    Examples
    --------
    >>> stars("4.8"), stars("4.75"), stars(""), stars("97")
    (480, 475, 0, 0)
    """
    found = cents(text)
    return found if found is not None and 0 <= found <= _MOST_STARS else 0


def sight_stars(base: Database, name: str) -> int:
    """Return the hundredths of a star of a visit to a listed sight."""
    return stars(base.sights_by_name[name].rating)


def meal_stars(base: Database, name: str) -> int:
    """Return the hundredths of a star of a meal in a listed restaurant."""
    return stars(base.eateries_by_name[name].rating)


def night_stars(base: Database, name: str) -> int:
    """Return the hundredths of a star of a night in a listed hotel."""
    return stars(base.lodges_by_name[name].score)
