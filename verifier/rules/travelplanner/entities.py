"""
Entities: every restaurant, attraction and room exists in the city that the plan says, under its whole name.

Closes the loophole that part of a name will do, and is priced by the first row that contains it. Flights and
roads are looked at by ``rides``.
"""

from collections.abc import Iterator

from planassay.kb.errors import shorten
from planassay.kb.formats.travelplanner.directory import Entries
from planassay.kb.plan import Meal, Outing, RoomNight
from planassay.kb.records import Restaurant, Room, Sight
from planassay.verifier.report import Violation
from planassay.verifier.rules.travelplanner.itinerary import Itinerary, cite_all


def violations(trip: Itinerary) -> Iterator[Violation]:
    """Yield ``entities/unknown-restaurant``, ``-attraction``, ``-room`` and ``entities/partial-name``."""
    names = trip.names
    for day in trip.days:
        for meal in day.plan.meals:
            if meal.record is None:
                yield _unknown(meal, "restaurant", names.restaurants)
        for outing in day.plan.outings:
            if outing.record is None:
                yield _unknown(outing, "attraction", names.sights)
        for night in day.plan.room_nights:
            if night.record is None:
                yield _unknown(night, "room", names.rooms)


def _unknown(
    activity: Meal | Outing | RoomNight,
    kind: str,
    entries: Entries[Room] | Entries[Restaurant] | Entries[Sight],
) -> Violation:
    city = activity.city
    fits = () if city is None or not activity.name else entries.containing(city, activity.name)
    where = "without a city of the table" if city is None else f"in {city}"
    return Violation(
        rule="entities/partial-name" if fits else f"entities/unknown-{kind}",
        pointer=activity.pointer,
        found=f"{shorten(activity.name)} {where}",
        required=f"the whole name of a {kind} of that city's table",
        records=cite_all(*fits[:1]),
    )
