"""
Documents: a solved trip in the official form, a list of days.

On a day of travel the first meals are eaten in the city that is left and the last ones in the city that is
reached; on any other day three, and a sight.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from planassay.kb.clock import format_clock
from planassay.kb.formats.travelplanner import Route, RouteStay
from planassay.kb.plan import Course
from planassay.kb.records import DatedFlight, Restaurant, Room, Sight
from planassay.solver.compile.travelplanner.lodging import Lodging
from planassay.solver.compile.travelplanner.meals import Menu
from planassay.solver.compile.travelplanner.names import written
from planassay.solver.compile.travelplanner.transport import COURSES, Passage, Ride

NOTHING = "-"
_COURSES = tuple(course.value for course in Course)


@dataclass(frozen=True, slots=True)
class Trip:
    """What was chosen: a room, a menu and the sights for each stay, and how to ride."""

    route: Route
    ride: Ride
    rooms: tuple[Lodging, ...]
    menus: tuple[Menu, ...]
    sights: tuple[Sequence[Sight], ...]


def plan_document(trip: Trip) -> list[dict[str, object]]:
    """Return the trip as the list of its days."""
    days = [_Page(number) for number in range(1, trip.route.legs[-1].day + 1)]
    for passage in trip.ride.passages:
        leg = passage.leg
        page = days[leg.day - 1]
        page.city = f"from {leg.start} to {leg.end}"
        page.transportation = _ride_text(passage)
    for place, stay in enumerate(trip.route.stays):
        for number in range(stay.arrive, stay.leave):
            days[number - 1].room = place_text(trip.rooms[place].room)
        for number, sight in zip(stay.full_days, trip.sights[place], strict=False):
            days[number - 1].city = stay.city
            days[number - 1].sight = f"{place_text(sight)};"
        slots = _slots(stay, trip.menus[place])
        for (number, course), restaurant in zip(slots, trip.menus[place].restaurants, strict=True):
            days[number - 1].meals[course] = place_text(restaurant)
    return [page.document() for page in days]


class _Page:
    """One day while it is being written."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.city = NOTHING
        self.transportation = NOTHING
        self.sight = NOTHING
        self.room = NOTHING
        self.meals = [NOTHING] * COURSES

    def document(self) -> dict[str, object]:
        """Return the day in the official form."""
        breakfast, lunch, dinner = _COURSES
        return {
            "days": self.number,
            "current_city": self.city,
            "transportation": self.transportation,
            breakfast: self.meals[0],
            "attraction": self.sight,
            lunch: self.meals[1],
            dinner: self.meals[2],
            "accommodation": self.room,
        }


def _slots(stay: RouteStay, menu: Menu) -> Iterator[tuple[int, int]]:
    """Yield (day, course) for each meal of a stay, in order."""
    yield from ((stay.arrive, course) for course in range(COURSES - menu.arriving, COURSES))
    yield from ((day, course) for day in stay.full_days for course in range(COURSES))
    yield from ((stay.leave, course) for course in range(menu.leaving))


def place_text(row: Room | Restaurant | Sight) -> str:
    """Return how a plan names a row."""
    return f"{written(row)}, {row.city}"


def _ride_text(passage: Passage) -> str:
    leg, record = passage.leg, passage.record
    where = f"from {leg.start} to {leg.end}"
    if isinstance(record, DatedFlight):
        clocks = f"Departure Time: {format_clock(record.depart)}, Arrival Time: {format_clock(record.arrive)}"
        return f"Flight Number: {record.number}, {where}, {clocks}"
    word = passage.means.value.capitalize()
    return (
        f"{word}, {where}, duration: {record.duration_text}, distance: {record.distance_text}, "
        f"cost: {passage.cents // 100}"
    )
