"""
Lodging: a room for every night of the trip, in the city of that night, for as long as it must be taken.

The minimum of nights holds whatever else the name fits, and counts nights in a row. Nobody pays for a room
after the last day.
"""

from collections.abc import Iterator

from planassay.kb.errors import shorten
from planassay.kb.plan import RoomNight
from planassay.verifier.report import Violation
from planassay.verifier.rules.travelplanner.itinerary import Itinerary, cite_all


def violations(trip: Itinerary) -> Iterator[Violation]:
    """Yield ``lodging/no-bed``, ``-elsewhere``, ``-after-the-trip`` and ``-too-short``."""
    last = trip.query.days
    for day in trip.days:
        night = day.night
        if night is None:
            if day.number < last:
                yield Violation(
                    rule="lodging/no-bed",
                    pointer=f"{day.plan.pointer}/accommodation",
                    found="nothing",
                    required=f"a room in {day.end or 'the city of the night'}",
                )
        elif day.number == last:
            yield _at(night, "after-the-trip", shorten(night.name), "no room after the last day")
        elif night.city is not None and day.end is not None and night.city != day.end:
            yield _at(night, "elsewhere", f"{shorten(night.name)} in {night.city}", f"in {day.end}")
    yield from _short_stays(trip)


def _short_stays(trip: Itinerary) -> Iterator[Violation]:
    nights = [day.night for day in trip.days if day.night is not None]
    place = 0
    while place < len(nights):
        first = nights[place]
        begin = place
        while place < len(nights) and _is_same_stay(first, nights[place], place - begin):
            place += 1
        room, stayed = first.record, place - begin
        if room is not None and stayed < room.min_nights:
            yield Violation(
                rule="lodging/too-short",
                pointer=first.pointer,
                found=f"{stayed} nights in {shorten(room.name)}",
                required=f"{room.min_nights} nights at least",
                by=room.min_nights - stayed,
                unit="nights",
                records=cite_all(room),
            )


def _is_same_stay(first: RoomNight, night: RoomNight, nights: int) -> bool:
    if night is first:
        return True
    return first.record is not None and night.record is first.record and night.day == first.day + nights


def _at(night: RoomNight, kind: str, found: str, required: str) -> Violation:
    return Violation(
        rule=f"lodging/{kind}",
        pointer=night.pointer,
        found=found,
        required=required,
        records=cite_all(night.record),
    )
