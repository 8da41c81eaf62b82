"""
Rooms: one hotel and one set of cars for each stop.

Nobody moves house to please a bill. A car that is not rented on some day of a stop is asked about by
``seats``, if cars are asked for at all.
"""

from collections.abc import Iterator

from planassay.kb.records import Car, Hotel
from planassay.verifier.report import Violation, cite
from planassay.verifier.trip import Trip


def violations(trip: Trip) -> Iterator[Violation]:
    """Yield ``rooms/hotel-changed`` and ``rooms/car-changed``, one for each city."""
    yield from _hotels(trip)
    yield from _cars(trip)


def _hotels(trip: Trip) -> Iterator[Violation]:
    booked: dict[str, dict[tuple[str, str], tuple[str, Hotel]]] = {}
    for stay in trip.plan.stays:
        record = stay.record
        if record is not None and stay.city is not None:
            hotels = booked.setdefault(trip.names.place(stay.city), {})
            hotels.setdefault((record.city, record.hotel_id), (stay.pointer, record))
    for hotels in booked.values():
        if len(hotels) > 1:
            pointer, second = list(hotels.values())[1]
            yield Violation(
                rule="rooms/hotel-changed",
                pointer=pointer,
                found=f"{len(hotels)} hotels in {second.city}",
                required="one hotel for the whole stay in a city",
                by=len(hotels) - 1,
                unit="count",
                records=tuple([cite(hotel) for _, hotel in hotels.values()]),
            )


def _cars(trip: Trip) -> Iterator[Violation]:
    """Compare the cars of each city day by day; a day's cars are a set of offers, each with its count."""
    rented: dict[str, dict[int, list[Car]]] = {}
    for rental in trip.plan.rentals:
        if rental.offers and rental.city is not None:
            days = rented.setdefault(trip.names.place(rental.city), {})
            days.setdefault(rental.day, []).extend(rental.offers)
    for place, by_day in rented.items():
        first, *others = by_day.values()
        if others.count(first) < len(others):
            yield from _changed(trip, place, by_day)


def _changed(trip: Trip, place: str, by_day: dict[int, list[Car]]) -> Iterator[Violation]:
    """Yield a violation if the cars of a city are others on some day, and not only in another order."""
    sets = {day: sorted(map(cite, cars)) for day, cars in by_day.items()}
    first = next(iter(sets.values()))
    changed = [day for day, cars in sets.items() if cars != first]
    if not changed:
        return
    day = changed[0]
    there = [rental for rental in trip.plan.rentals if rental.day == day and rental.offers and rental.city]
    yield Violation(
        rule="rooms/car-changed",
        pointer=next(rental.pointer for rental in there if trip.names.place(rental.city or "") == place),
        found=f"other cars than on day {next(iter(sets))} on {len(changed)} days",
        required="the same cars for the whole stay in a city",
        by=len(changed),
        unit="days",
        records=tuple(sorted({*first, *sets[day]})),
    )
