"""
Sketch: a plan laid out by rule of thumb from one choice of everything, checked by nobody.

Nights are spread evenly, the next flight leaves on the morning after the last night, and each stop has its
visits on one day between. What agents that do not think hand in.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from planassay.kb.clock import format_clock, parse_clock
from planassay.kb.task import Task

Row = Mapping[str, object]

FIRST_VISIT, LAST_CLOCK = 10 * 60, 23 * 60 + 59
LONGEST_MIN = 180
GAP_MIN = 60
CHECK_IN, TRANSFER_MIN = 14 * 60, 90


@dataclass
class Choice:
    """What was chosen, by stop and by leg, as replies showed it."""

    flights: list[Row]
    hotels: list[Row]
    places: list[list[Row]]
    cars: list[Row]

    def cost(self, task: Task) -> float:
        """Return about what it costs, in dollars."""
        nights, days = spread(task.nights, len(task.stops)), spread(task.days, len(task.stops))
        fares = sum(_number(row, "price") for row in self.flights) * task.party
        beds = sum(n * _number(row, "price") for n, row in zip(nights, self.hotels, strict=True)) * task.rooms
        tickets = sum(_number(row, "ticket_price") for rows in self.places for row in rows) * task.party
        cars = sum(n * _number(row, "price_per_day") for n, row in zip(days, self.cars, strict=False))
        return fares + beds + tickets + cars


def spread(total: int, parts: int) -> list[int]:
    """Return a total in even parts, what is left over going to the earlier ones."""
    return [total // parts + (n < total % parts) for n in range(parts)]


def plan_of(task: Task, choice: Choice) -> dict[str, object]:
    """Return a plan in the official form."""
    nights = spread(task.nights, len(task.stops))
    arrivals = [1 + sum(nights[:n]) for n in range(len(task.stops))]
    days: dict[int, dict[str, object]] = {}
    for day in range(1, task.days + 1):
        stop = max(n for n, first in enumerate(arrivals) if first <= day)
        flight = _flight_of(task, choice, arrivals, day, stop)
        city = task.stops[stop]
        page: dict[str, object] = {"current_city": city, "flights": [], "attractions": []}
        if flight is not None:
            page["current_city"] = f"{flight.get('departure_city')} to {flight.get('arrival_city')}"
            page["flights"] = [_flight(flight)]
        if day == min(arrivals[stop] + 1, task.days):
            page["attractions"] = _visits(choice.places[stop], city)
        if day < task.days:
            page["hotel"] = _hotel(choice.hotels[stop], city, flight if day == arrivals[stop] else None)
        if choice.cars:
            page["car"] = _car(choice.cars[stop], city)
        days[day] = page
    return {f"day{day}": page for day, page in days.items()}


def _flight_of(task: Task, choice: Choice, arrivals: Sequence[int], day: int, stop: int) -> Row | None:
    if day == arrivals[stop]:
        return choice.flights[stop]
    if task.round_trip and day == task.days:
        return choice.flights[-1]
    return None


def _flight(row: Row) -> dict[str, object]:
    names = ("flight_number", "departure_city", "arrival_city", "departure_time", "arrival_time", "price")
    return {name: row.get(name) for name in names}


def _hotel(row: Row, city: str, flight: Row | None) -> dict[str, object]:
    hotel: dict[str, object] = {"name": row.get("name"), "city": city, "price_per_night": row.get("price")}
    if flight is not None:
        landing = parse_clock(str(flight.get("arrival_time"))) or 0
        hotel["check_in"] = format_clock(min(LAST_CLOCK, max(CHECK_IN, landing + TRANSFER_MIN)))
    return hotel


def _car(row: Row, city: str) -> dict[str, object]:
    return {
        "car_type": row.get("car_type"),
        "capacity": row.get("capacity"),
        "price_per_day": row.get("price_per_day"),
        "city": city,
    }


def _visits(rows: Sequence[Row], city: str) -> list[dict[str, object]]:
    """Return visits one after another, each within its hours where they allow it."""
    visits: list[dict[str, object]] = []
    clock = FIRST_VISIT
    for row in sorted(rows, key=lambda row: str(row.get("open_hours"))):
        first, _, last = str(row.get("open_hours")).partition("-")
        opens, closes = parse_clock(first) or 0, parse_clock(last) or LAST_CLOCK
        start = min(max(clock, opens), LAST_CLOCK - 1)
        hours = str(row.get("duration_of_visit") or "").split()
        length = min(int(hours[0]) * 60 if hours and hours[0].isdigit() else 60, LONGEST_MIN)
        end = max(start + 1, min(start + length, closes, LAST_CLOCK))
        visits.append(
            {
                "name": row.get("attraction_name"),
                "city": city,
                "visit_start": format_clock(start),
                "visit_end": format_clock(end),
            }
        )
        clock = end + GAP_MIN
    return visits


def _number(row: Row, key: str) -> float:
    value = row.get(key)
    return float(value) if isinstance(value, int | float) else 0.0
