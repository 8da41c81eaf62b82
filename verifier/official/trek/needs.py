"""
D1: what the personas need is met by what is booked.

A cell for each persona, kind of booking and city; the best booking there fills it with 0, 50 or 100, and
the score is the mean of all cells. Source: TREK commit a656fc8, ``scoring.py`` and
``implicit_scoring.py``.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from planassay.verifier.official.trek.bookings import Bookings, Known
from planassay.verifier.official.trek.index import Garage, Index, Lodging, Offer, Rows, Sight
from planassay.verifier.official.trek.personas import Credit, Kind
from planassay.verifier.official.trek.prices import stated_number
from planassay.verifier.official.trek.request import Need, Request
from planassay.verifier.official.trek.submission import JsonValue

Buckets = Mapping[str, Sequence[Credit]]
"""What the bookings in each folded city earn."""

_NONE: Credit = {}

Row = TypeVar("Row")


def needs_score(bookings: Bookings, labels: Sequence[str], request: Request, index: Index) -> float | None:
    """
    Return the mean of all cells, 0 to 1; None without personas or without cells.

    Parameters
    ----------
    bookings
        What is booked.
    labels
        Cities that the days are labelled with: a booking that its own city lacks is looked for there.
    request
        What is asked.
    index
        The tables.
    """
    total, count = 0.0, 0  # cells are whole and half hundreds: their sum is exact in any order
    for need in request.needs:
        for credits_ in _cells(need, _in_buckets(need.kind, bookings, labels, index), request.homes):
            count += len(need.personas)
            for persona in need.personas:
                total += max([credit.get(persona, 0) for credit in credits_], default=0)
    return total / count / 100 if count else None


def _cells(need: Need, buckets: Buckets, homes: Sequence[str]) -> Iterable[Sequence[Credit]]:
    """Return what may fill each cell: one a city to stay in, or else one a city with bookings."""
    if need.is_wanted and homes:
        return [buckets.get(home, ()) for home in homes]
    return buckets.values() or ([()] if need.is_wanted else [])


def _in_buckets(kind: Kind, bookings: Bookings, labels: Sequence[str], index: Index) -> Buckets:
    if kind is Kind.HOTEL:
        return _gathered(bookings.hotels, _lodgings(bookings.hotels, labels, index))
    if kind is Kind.ATTRACTION:
        return _gathered(bookings.attractions, _sights(bookings.attractions, labels, index))
    return _gathered(bookings.cars, _cars(bookings.cars, labels, index))


def _gathered(bookings: Iterable[Known[object]], credits_: Iterable[Credit]) -> Buckets:
    buckets: dict[str, list[Credit]] = {}
    for known, credit in zip(bookings, credits_, strict=True):
        buckets.setdefault(known.area, []).append(credit)
    return buckets


def _lodgings(hotels: Sequence[Known[Lodging]], labels: Iterable[str], index: Index) -> Iterator[Credit]:
    tables = _tables(hotels, labels, index.hotels)
    for known in hotels:
        lodging = known.row or _search(known.name, tables)
        yield lodging.credit if lodging else _NONE


def _sights(attractions: Sequence[Known[Sight]], labels: Iterable[str], index: Index) -> Iterator[Credit]:
    tables = _tables(attractions, labels, index.attractions)
    for known in attractions:
        sight = known.row or _search(known.name, tables)
        yield sight.credit if sight else _NONE


def _search(name: str, tables: Iterable[Rows[Row]]) -> Row | None:
    lower = name.lower()
    found = (table.look_up(lower) for table in tables)
    return next((row for row in found if row is not None), None)


def _cars(cars: Sequence[Known[tuple[Offer, ...]]], labels: Iterable[str], index: Index) -> Iterator[Credit]:
    garages = _distinct(index.garage(label) for label in labels) if cars else []
    for known in cars:
        offers = _offers(known, garages, index)
        yield _joint_credit(_nearest(offers, known.stated.get("price_per_day"))) if offers else _NONE


def _offers(known: Known[tuple[Offer, ...]], garages: Iterable[Garage], index: Index) -> Sequence[Offer]:
    """Return the offers of the claimed type, else of types that contain the claim, where first found."""
    claim = known.name.lower()
    for garage in ([index.garage(known.city)] if known.city else []) + list(garages):
        offers = garage.by_name.get(claim) or [o for o in garage.offers if claim in o.car_type]
        if offers:
            return offers
    return ()


def _nearest(offers: Sequence[Offer], price: JsonValue) -> Sequence[Offer]:
    """Return all offers at the least distance from the claimed price; the first if none is claimed."""
    claim = stated_number(price)
    if claim is None:
        return offers[:1]
    distances = [abs(offer.price - claim) for offer in offers]
    least = min(distances)
    return [offer for offer, distance in zip(offers, distances, strict=True) if distance == least]


def _joint_credit(offers: Sequence[Offer]) -> Credit:
    """Return the credit of the union of services: services earn all or nothing, so it is the best of each."""
    if len(offers) == 1:
        return offers[0].credit
    return {persona: credit for offer in offers for persona, credit in offer.credit.items()}


def _tables(
    bookings: Iterable[Known[object]], labels: Iterable[str], find: Callable[[str], Row]
) -> list[Row]:
    """Return the tables of the labels, if any booking is not in that of its own city."""
    if all(known.row is not None for known in bookings):
        return []
    return _distinct(map(find, labels))


def _distinct(tables: Iterable[Row]) -> list[Row]:
    """Return each table once: a plan may spell a city in many ways."""
    return list({id(table): table for table in tables}.values())
