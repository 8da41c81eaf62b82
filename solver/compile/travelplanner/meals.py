"""
Meals: which restaurants feed a stay at least cost, for each set of cuisines that they can offer.

A day without travel has three meals, all in different restaurants. More can be eaten on the days of arrival
and of leaving, but pay only where the cuisines are more than the meals: a further meal beside one that brings
no cuisine of its own would rather take its place. So there are at most as many as cuisines without a meal.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from planassay.kb.formats.travelplanner import RouteStay
from planassay.kb.records import Restaurant
from planassay.solver.compile.travelplanner.names import Named
from planassay.solver.compile.travelplanner.transport import COURSES


@dataclass(frozen=True, slots=True)
class Menu:
    """The restaurants of a stay."""

    cents: int
    """For the party."""
    restaurants: tuple[Restaurant, ...]
    cuisines: tuple[str, ...]
    """Of those that are wanted."""
    arriving: int
    """Meals on the day of arrival."""
    leaving: int
    """Meals on the day of leaving."""


Table = Mapping[int, tuple[int, tuple[int, ...]]]
"""For each set of cuisines, as bits, the least cost and the positions of the restaurants."""


def most_extra(stay: RouteStay, wanted: Sequence[str]) -> int:
    """Return how many meals on days of travel can be of use."""
    return max(0, len(wanted) - COURSES * len(stay.full_days))


def menus(
    stay: RouteStay,
    rows: Sequence[Named[Restaurant]],
    people: int,
    wanted: Sequence[str],
    slots: tuple[int, int],
) -> tuple[Menu, ...]:
    """
    Return the menus of a stay that no other replaces, cheapest first.

    Parameters
    ----------
    stay, rows, people
        Who eats where: the restaurants of the city.
    wanted
        The cuisines.
    slots
        Most meals on the day of arrival and on the day of leaving.
    """
    rows = sorted(rows, key=lambda one: (one.read.meal_cents, one.row.row))
    least, extra = COURSES * len(stay.full_days), most_extra(stay, wanted)
    by_count = _tables(rows, wanted, least + extra)
    found = [
        Menu(
            cents * people,
            tuple(rows[position].row for position in chosen),
            tuple(name for bit, name in enumerate(wanted) if cuisines >> bit & 1),
            arriving,
            count - least - arriving,
        )
        for count in range(least, least + extra + 1)
        for arriving in range(min(slots[0], count - least) + 1)
        if count - least - arriving <= slots[1]
        for cuisines, (cents, chosen) in by_count[count].items()
    ]
    ordered = sorted(found, key=lambda menu: (menu.cents, [row.row for row in menu.restaurants]))
    return _worthwhile(ordered)


def _tables(rows: Sequence[Named[Restaurant]], wanted: Sequence[str], most: int) -> list[Table]:
    """Return for each number of restaurants the cheapest ones by what they offer, first rows first."""
    found: list[dict[int, tuple[int, tuple[int, ...]]]] = [{} for _ in range(most + 1)]
    found[0][0] = (0, ())
    for position, one in enumerate(rows):
        offers = one.read.cuisines
        bits = sum(1 << bit for bit, name in enumerate(wanted) if name in offers)
        for count in range(most, 0, -1):
            for known, (cents, chosen) in found[count - 1].items():
                better = (cents + one.read.meal_cents, (*chosen, position))
                there = found[count].get(known | bits)
                if there is None or better < there:
                    found[count][known | bits] = better
    return list(found)


def _worthwhile(ordered: Sequence[Menu]) -> tuple[Menu, ...]:
    kept: list[Menu] = []
    for menu in ordered:
        offers = set(menu.cuisines)
        if not any(
            offers.issubset(other.cuisines)
            and other.arriving <= menu.arriving
            and other.leaving <= menu.leaving
            for other in kept
        ):
            kept.append(menu)
    return tuple(kept)
