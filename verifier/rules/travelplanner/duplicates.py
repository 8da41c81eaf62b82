"""
Duplicates: no restaurant and no attraction twice, however it is written.

Closes the loopholes of another spacing, and of an attraction without its closing semicolon.
"""

from collections.abc import Iterator

from planassay.kb.errors import shorten
from planassay.kb.names import squeeze
from planassay.kb.plan import Meal, Outing
from planassay.verifier.report import Violation
from planassay.verifier.rules.travelplanner.itinerary import Itinerary, cite_all


def violations(trip: Itinerary) -> Iterator[Violation]:
    """Yield ``duplicates/restaurant`` and ``duplicates/attraction`` for each after the first."""
    restaurants: dict[tuple[str | None, str], str] = {}
    sights: dict[tuple[str | None, str], str] = {}
    for day in trip.days:
        for meal in day.plan.meals:
            first = restaurants.setdefault((meal.city, squeeze(meal.name)), meal.pointer)
            if first != meal.pointer:
                yield _again(meal, "restaurant", first)
        for outing in day.plan.outings:
            key = (outing.city, squeeze(outing.name))
            if key in sights:
                yield _again(outing, "attraction", sights[key])
            sights.setdefault(key, outing.pointer)


def _again(activity: Meal | Outing, kind: str, first: str) -> Violation:
    return Violation(
        rule=f"duplicates/{kind}",
        pointer=activity.pointer,
        found=f"{shorten(activity.name)} as at {first}",
        required="each once",
        by=1,
        unit="count",
        records=cite_all(activity.record),
    )
