"""
Gates: what makes a claimed plan invalid altogether.

They decide the success of a task, not its score: whatever fails a gate fails a dimension too. Source:
TREK commit a656fc8, ``scoring.py``.
"""

from collections.abc import Iterable, Iterator

from planassay.verifier.official.trek.bookings import Bookings, Known
from planassay.verifier.official.trek.hours import Visit, is_outside
from planassay.verifier.official.trek.request import Request

_LEAST_VISITS = 2


def gate_reasons(bookings: Bookings, visits: Iterable[Visit], request: Request) -> tuple[str, ...]:
    """Return why a plan is invalid, in the official order and wording; empty if it is valid."""
    return tuple(_reasons(bookings, visits, request))


def _reasons(bookings: Bookings, visits: Iterable[Visit], request: Request) -> Iterator[str]:
    if bookings.is_empty:
        yield "empty_plan"
    outside = [answer for answer in map(is_outside, visits) if answer is not None]
    if len(outside) >= _LEAST_VISITS and 2 * sum(outside) > len(outside):
        yield f"majority_visits_outside_hours:{sum(outside)}/{len(outside)}"
    for flight in bookings.flights:
        if flight.number and not flight.rows:
            yield f"fabricated_flight:{flight.number}"
            break
    yield from _fabricated("hotel", bookings.hotels)
    yield from _fabricated("attraction", bookings.attractions)
    yield from _fabricated("car", bookings.cars)
    if request.hotel is not None:
        yield from _missing("hotel", request.hotel, bookings.hotels)
    for name in request.attractions:
        yield from _missing("attraction", name, bookings.attractions)
    if request.car_type is not None:
        yield from _missing("car", request.car_type, bookings.cars)


def _fabricated(kind: str, bookings: Iterable[Known[object]]) -> Iterator[str]:
    """Yield the first booking that does not exist, as the plan spells it."""
    for known in bookings:
        if known.row is None:
            yield f"fabricated_{kind}:{known.name}"
            return


def _missing(kind: str, name: str, bookings: Iterable[Known[object]]) -> Iterator[str]:
    wanted = name.strip().lower()
    if all(known.name.strip().lower() != wanted for known in bookings):
        yield f"missing_mandated_{kind}:{name}"
