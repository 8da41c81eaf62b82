"""
Documents: plans to answers in the official form, and answers to files of JSON lines.

A document says what the plan says; where the plan says nothing of a price or a clock, the record does.
``answers`` is the way back.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from planassay.kb.money import to_float
from planassay.kb.plan import Leg, Plan, PlanDay, Rental, Stay, Visit

Document = dict[str, object]


def write_answers(path: Path, answers: Iterable[Mapping[str, object]]) -> None:
    """
    Write a gold or result file: one answer a line, in order.

    Raises
    ------
    ValueError
        If an answer holds a number that is not finite.
    """
    lines = (json.dumps(answer, ensure_ascii=False, allow_nan=False) + "\n" for answer in answers)
    with path.open("w", encoding="utf-8", newline="") as file:
        file.writelines(lines)


def answer_document(plan: Plan) -> Document:
    """Return the answer that a plan is: ``is_feasible``, ``refusal_reason`` and ``plan``."""
    if plan.refused:
        return {"is_feasible": False, "refusal_reason": plan.reason, "plan": {}}
    return {"is_feasible": True, "refusal_reason": "", "plan": plan_document(plan)}


def plan_document(plan: Plan) -> Document:
    """Return the days of a plan, keyed ``day1`` on, in the spelling of the official reference plans."""
    return {f"day{day.number}": _day(day) for day in plan.days}


def _day(day: PlanDay) -> Document:
    document: Document = {
        "current_city": day.label,
        "flights": [_leg(leg) for leg in day.legs],
        "attractions": [_visit(visit) for visit in day.visits],
        "hotel": _one([_stay(stay) for stay in day.stays]),
        "car": _one([_rental(rental) for rental in day.rentals]),
    }
    return _stated(document)


def _one(documents: list[Document]) -> object:
    """Return the only document of a day; a list if there are several, None if there is none."""
    return documents[0] if len(documents) == 1 else documents or None


def _stated(document: Document) -> Document:
    return {key: value for key, value in document.items() if value is not None}


def _leg(leg: Leg) -> Document:
    flight = leg.record
    return _stated(
        {
            "flight_number": leg.number,
            "departure_city": leg.from_city or (flight.from_city if flight else None),
            "arrival_city": leg.to_city or (flight.to_city if flight else None),
            "departure_time": _clock(leg.depart if leg.depart is not None or not flight else flight.depart),
            "arrival_time": _clock(leg.arrive if leg.arrive is not None or not flight else flight.arrive),
            "price": _dollars(leg.price_cents, flight.fare_cents if flight else None),
        }
    )


def _stay(stay: Stay) -> Document:
    return _stated(
        {
            "name": stay.name,
            "city": stay.city,
            "price_per_night": _dollars(stay.price_cents, stay.record.price_cents if stay.record else None),
            "check_in": _clock(stay.check_in),
        }
    )


def _visit(visit: Visit) -> Document:
    return _stated(
        {
            "name": visit.name,
            "city": visit.city,
            "visit_start": _clock(visit.start),
            "visit_end": _clock(visit.end),
        }
    )


def _rental(rental: Rental) -> Document:
    offer = rental.offers[0].price_cents if len(rental.offers) == 1 else None
    return _stated(
        {
            "car_type": rental.car_type,
            "city": rental.city,
            "price_per_day": _dollars(rental.price_cents, offer),
            "car_id": rental.car_id,
        }
    )


def _dollars(stated_cents: int | None, recorded_cents: int | None) -> float | None:
    cents = recorded_cents if stated_cents is None else stated_cents
    return None if cents is None else to_float(cents)


def _clock(minute: int | None) -> str | None:
    """Return a minute as ``HH:MM``; after midnight of the day it belongs to, hours go on from 24."""
    return None if minute is None else f"{minute // 60:02d}:{minute % 60:02d}"
