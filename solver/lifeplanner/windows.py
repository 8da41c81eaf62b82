"""
Windows: when each visit of a tour begins, if its stops are made in a given order.

Who is early waits, so nothing is won by being late: if any times keep an order, the earliest do.
"""

from collections.abc import Sequence
from datetime import date
from itertools import pairwise

from planassay.kb.clock import DAY_MIN
from planassay.kb.timetable import Timetable, merge
from planassay.kb.tours import Option, Stop, Tour, Window


def begin(option: Option, arrive: int) -> int | None:
    """
    Return the minute at which a visit begins for one who arrives and waits if need be; None if never.

    Examples
    --------
    >>> cafe = Option("c", ((540, 600), (720, 780)))
    >>> begin(cafe, 500), begin(cafe, 570), begin(cafe, 601), begin(cafe, 781)
    (540, 570, 720, None)
    """
    if option.begins is None:
        return arrive
    return next((max(arrive, low) for low, high in option.begins if max(arrive, low) <= high), None)


def follow(tour: Tour, order: Sequence[str]) -> tuple[Stop, ...] | None:
    """
    Return the stops of an order with their times, each visit as early as can be; None if it cannot be kept.

    Parameters
    ----------
    tour
        What is asked.
    order
        Places; whatever is no order of one place of each slot cannot be kept.
    """
    slot_of, options = tour.slot_of, tour.option_of
    if not all(place in slot_of for place in order):
        return None
    slots = [slot_of[place] for place in order]
    if sorted(slots) != list(range(len(tour.slots))) or not _in_order(tour, slots):
        return None
    if tour.budget is not None and sum(options[place].cents for place in order) > tour.budget:
        return None
    if not all(pair in tour.legs for pair in pairwise(order)):
        return None
    return _timed(tour, order) if tour.has_clock else tuple(Stop(place, 0, 0) for place in order)


def _in_order(tour: Tour, slots: Sequence[int]) -> bool:
    place = {slot: position for position, slot in enumerate(slots)}
    ends = ((tour.first, slots[0]), (tour.last, slots[-1]))
    in_pairs = all(place[first] < place[second] for first, second in tour.before)
    return in_pairs and all(asked in (None, found) for asked, found in ends)


def _timed(tour: Tour, order: Sequence[str]) -> tuple[Stop, ...] | None:
    slot_of, options = tour.slot_of, tour.option_of
    clock, stops = tour.depart or 0, []
    for at, place in enumerate(order):
        clock += tour.legs[order[at - 1], place].minutes if at else 0
        start = begin(options[place], clock)
        if start is None:
            return None
        clock = start + tour.slots[slot_of[place]].dwell
        stops.append(Stop(place, start, clock))
    return None if tour.until is not None and clock > tour.until else tuple(stops)


def begins(timetable: Timetable, since: int, until: int, dwell: int) -> tuple[Window, ...]:
    """
    Return the windows in which a visit may begin, as disjoint windows in order.

    Parameters
    ----------
    timetable
        When the place is open; spans that touch are one, last admission is a bound of each.
    since, until
        First and last minute of interest, since the beginning of year 1.
    dwell
        Minutes of the visit, all of them before closing.
    """
    spans = [
        tuple(DAY_MIN * day + minute for minute in span)
        for day in range(max(1, since // DAY_MIN - 1), (until + dwell) // DAY_MIN + 2)
        for span in timetable.spans(date.fromordinal(day))
    ]
    whole = merge((low, high) for low, high, _ in spans)
    found = []
    for low, _, admits in spans:
        end = next(high for first, high in whole if first <= low < high)
        # One minute is added for merging: windows hold their last minute, half-open intervals do not.
        window = max(low, since), min(admits - 1, end - dwell, until) + 1
        found += [window] if window[0] < window[1] else []
    return tuple((low, high - 1) for low, high in merge(found))
