"""
Entities: every hotel, restaurant and sight is listed, in the city of the trip, and is named at all.

Closes the loopholes of an unlisted hotel on the last day, of a nameless stop that hides a gap, and of
places in other cities.
"""

from collections.abc import Iterator

from planassay.kb.errors import shorten
from planassay.kb.formats.deepplanning_travel.plans import ActivityKind, TimedActivity
from planassay.verifier.report import Violation
from planassay.verifier.rules.deepplanning_travel.journey import Journey

PLACES = {
    ActivityKind.HOTEL: "hotel",
    ActivityKind.MEAL: "restaurant",
    ActivityKind.ATTRACTION: "attraction",
}


def violations(trip: Journey) -> Iterator[Violation]:
    """Yield ``entities/`` and ``no-name``, ``unknown-`` and what is not known, or ``city``."""
    for day in trip.days:
        for activity in day.activities:
            if activity.kind in PLACES:
                yield from _judge(trip, activity.kind, activity.name, activity.pointer)
            elif activity.kind is not ActivityKind.BUFFER:
                yield from _ends(activity)
        if day.stay is not None:
            yield from _judge(trip, ActivityKind.HOTEL, day.stay.name, day.stay.pointer)


def _ends(activity: TimedActivity) -> Iterator[Violation]:
    if not (activity.from_place and activity.to_place):
        yield Violation(
            rule="entities/no-name",
            pointer=activity.pointer,
            found="no place",
            required="both ends of the way",
        )


def _judge(trip: Journey, kind: ActivityKind, name: str, pointer: str) -> Iterator[Violation]:
    what = PLACES[kind]
    if not name:
        yield Violation(
            rule="entities/no-name", pointer=pointer, found=f"a nameless {what}", required="its name"
        )
        return
    cities = _cities(trip, kind, name)
    if not cities:
        yield Violation(
            rule=f"entities/unknown-{what}",
            pointer=pointer,
            found=shorten(name),
            required=f"a {what} of the database",
        )
    elif trip.query.destination not in cities:
        yield Violation(
            rule="entities/city",
            pointer=pointer,
            found=f"{shorten(name)} in {cities[0]}",
            required=f"one in {trip.query.destination}",
        )


def _cities(trip: Journey, kind: ActivityKind, name: str) -> list[str]:
    base = trip.database
    if kind is ActivityKind.HOTEL:
        return [row.city.strip() for row in base.lodges if row.name == name]
    if kind is ActivityKind.MEAL:
        return [row.city.strip() for row in base.eateries if row.name == name]
    return [row.city.strip() for row in base.sights if row.name == name]
