"""
D2: every city to go to is booked, and for ordered requests the labels of the days keep the order.

Source: TREK commit a656fc8, ``scoring.py``.
"""

from collections.abc import Sequence

from planassay.verifier.official.trek.bookings import Bookings
from planassay.verifier.official.trek.index import Index
from planassay.verifier.official.trek.request import Request


def coverage_score(bookings: Bookings, labels: Sequence[str], request: Request, index: Index) -> float:
    """
    Return whether the plan goes where it should.

    A booking in a city counts, and so does landing there. Ordered requests are scored by the longest
    common subsequence of the cities asked for and the labels of the days, compared letter by letter.
    """
    if not request.stays:
        return 0.0 if bookings.is_empty else 1.0
    booked = {known.area for known in bookings.hotels}
    booked.update(known.area for known in bookings.attractions)
    booked.update(known.area for known in bookings.cars)
    booked.update(flight.end for flight in bookings.flights)
    booked.discard("")
    if not request.is_ordered:
        return 1.0 if booked.issuperset(request.homes) else 0.0
    visited = [label for label in labels if index.fold(label) in booked]
    return common_length(request.stays, visited) / len(request.stays)


def common_length(one: Sequence[str], other: Sequence[str]) -> int:
    """
    Return the length of the longest common subsequence.

    Examples
    --------
    >>> common_length(["Cairo", "Riga", "Ferno"], ["Riga", "Cairo", "Ferno"])
    2
    """
    best = [0] * (len(one) + 1)
    for item in other:
        diagonal = 0
        for i, wanted in enumerate(one, start=1):
            diagonal, best[i] = best[i], diagonal + 1 if item == wanted else max(best[i], best[i - 1])
    return best[-1]
