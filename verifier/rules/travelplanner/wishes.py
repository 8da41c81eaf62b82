"""
Wishes: the local constraints of the query, met by what is really used.

The means of transport is the one that is taken, whatever words the plan has for it. Closes the loophole that
another spelling evades the constraint, and lifts the fault that the word ``Flight`` in the text of a drive
breaks it. A cuisine counts where it is eaten on the way or at the destination, not at home.
"""

from collections.abc import Iterator

from planassay.kb.errors import shorten
from planassay.kb.plan import Means
from planassay.kb.records import Room
from planassay.verifier.report import Violation
from planassay.verifier.rules.travelplanner.itinerary import Itinerary, cite_all

_UNWANTED = {"no flight": Means.FLIGHT, "no self-driving": Means.SELF_DRIVING}
_KINDS = {"shared room": "Shared room", "private room": "Private room", "entire room": "Entire home/apt"}


def violations(trip: Itinerary) -> Iterator[Violation]:
    """Yield ``wishes/transportation``, ``wishes/room-type``, ``wishes/house-rule`` and ``wishes/cuisine``."""
    yield from _transportation(trip)
    yield from _rooms(trip)
    yield from _cuisines(trip)


def _transportation(trip: Itinerary) -> Iterator[Violation]:
    wish = trip.query.wishes.transportation
    for day in trip.days:
        ride = day.ride
        if wish is not None and ride is not None and ride.means is _UNWANTED.get(wish, ""):
            yield Violation(
                rule="wishes/transportation",
                pointer=ride.pointer,
                found=shorten(ride.text),
                required=wish,
                records=cite_all(ride.record),
            )


def _rooms(trip: Itinerary) -> Iterator[Violation]:
    kind, rule = trip.query.wishes.room_type, trip.query.wishes.house_rule
    for day in trip.days:
        night = day.night
        if night is None or night.record is None:
            continue
        room = night.record
        if kind is not None and not _is_kind(room, kind):
            yield _unfit(night.pointer, "room-type", f"{room.kind} {shorten(room.name)}", kind, room)
        if rule is not None and room.bans(rule):
            yield _unfit(night.pointer, "house-rule", room.rules_text, f"{rule} allowed", room)


def _is_kind(room: Room, wish: str) -> bool:
    if wish == "not shared room":
        return room.kind != _KINDS["shared room"]
    return room.kind == _KINDS.get(wish)


def _unfit(pointer: str, kind: str, found: str, required: str, room: Room) -> Violation:
    return Violation(
        rule=f"wishes/{kind}", pointer=pointer, found=found, required=required, records=cite_all(room)
    )


def _cuisines(trip: Itinerary) -> Iterator[Violation]:
    eaten = {
        cuisine
        for day in trip.days
        for meal in day.plan.meals
        if meal.record is not None and meal.city != trip.query.origin
        for cuisine in meal.record.cuisines
    }
    for cuisine in trip.query.wishes.cuisines or ():
        if cuisine not in eaten:
            yield Violation(
                rule="wishes/cuisine",
                pointer=trip.plan.pointer,
                found=f"no {cuisine} meal",
                required=f"a {cuisine} meal away from home",
            )
