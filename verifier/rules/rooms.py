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
    booked: dict[str, dict[str, tuple[str, Hotel]]] = {}
    for stay in trip.plan.stays:
        if stay.record is not None and stay.city is not None:
            hotels = booked.setdefault(trip.names.place(stay.city), {})
            hotels.setdefault(cite(stay.record), (stay.pointer, stay.record))
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
                records=tuple(hotels),
            )


def _cars(trip: Trip) -> Iterator[Violation]:
    """Compare the cars of each city day by day; a day's cars are a set of offers, each with its count."""
    days: dict[str, dict[int, list[tuple[Car, ...]]]] = {}
    pointers: dict[tuple[str, int], str] = {}
    for rental in trip.plan.rentals:
        if rental.offers and rental.city is not None:
            place = trip.names.place(rental.city)
            days.setdefault(place, {}).setdefault(rental.day, []).append(rental.offers)
            pointers.setdefault((place, rental.day), rental.pointer)
    for place, by_day in days.items():
        sets = {day: sorted(cite(car) for offers in cars for car in offers) for day, cars in by_day.items()}
        first = next(iter(sets.values()))
        changed = [day for day, cars in sets.items() if cars != first]
        if changed:
            yield Violation(
                rule="rooms/car-changed",
                pointer=pointers[place, changed[0]],
                found=f"other cars than on day {next(iter(sets))} on {len(changed)} days",
                required="the same cars for the whole stay in a city",
                by=len(changed),
                unit="days",
                records=tuple(sorted({*first, *sets[changed[0]]})),
            )
