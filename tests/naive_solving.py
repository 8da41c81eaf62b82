"""
Slow twins of what solver and certificate checker compute: covers, and visits between two flights.

They try everything and share nothing with either but the canonical minutes of a way.
"""

from itertools import chain, combinations, permutations, product

from planassay.kb.geo import travel_minutes

DAY = 1440


def subsets(items):
    """Yield every subset of some items, smallest first."""
    items = list(items)
    return chain.from_iterable(combinations(items, size) for size in range(len(items) + 1))


def lean_covers(costs, serves, wishes, forced, limit):
    """
    Return (cost, cover) of each set that holds what is forced and serves every wish, sorted.

    No set could spare one of its members that are not forced; a set is never empty.
    """
    everything = (1 << wishes) - 1

    def is_cover(chosen):
        served = 0
        for k in chosen:
            served |= serves[k]
        return bool(chosen) and set(forced) <= set(chosen) and served & everything == everything

    found = []
    for chosen in subsets(range(len(costs))):
        spare = [k for k in chosen if k not in forced and is_cover(set(chosen) - {k})]
        cost = sum(costs[k] for k in chosen)
        if is_cover(chosen) and not spare and cost <= limit:
            found.append((cost, chosen))
    return sorted(found)


class NaiveStay:
    """
    A stay between two flights, by trying every day and every order of its visits.

    Parameters
    ----------
    places
        (point, [(opening, closing, length of a visit)]) of each place.
    hotel
        Its point.
    flight
        (day of departure, days until it lands, local trip minute of landing, clock of departure, clock of
        landing, airport of departure, airport of landing).
    last_day, leave_by, leave_from
        When and from where the traveller leaves; no airport where the trip ends.
    """

    def __init__(self, places, hotel, flight, last_day, leave_by, leave_from):
        self.places = places
        self.hotel = hotel
        self.day, self.later, self.landing, self.depart, self.arrive, self.start, self.end = flight
        self.last_day, self.leave_by, self.leave_from = last_day, leave_by, leave_from

    def grounds(self):
        """Yield the minutes on the road of each way to spend the stay that is in time."""
        days = range(self.day + self.later, self.last_day + 1)
        if not days:
            return
        for order in permutations(range(len(self.places))):
            for when in product(days, repeat=len(order)):
                if list(when) == sorted(when):
                    for early in product((False, True), repeat=len(order)):
                        ground = self._spend(days, list(zip(order, when, early, strict=True)))
                        if ground is not None:
                            yield ground

    def _spend(self, days, visits):
        clock, here, is_in, ground = self.landing, self.end, False, 0

        def go(to):
            nonlocal clock, here, ground
            way = travel_minutes(here, to)
            clock, here, ground = clock + way, to, ground + way

        if self.later:
            go(self.hotel)
            is_in = True
        for day in days:
            for k, _, early in (visit for visit in visits if visit[1] == day):
                point, spans = self.places[k]
                go(point)
                is_in = False
                end = self._visit(clock - (day - 1) * DAY, day, point, spans, early)
                if end is None:
                    return None
                clock = (day - 1) * DAY + end
            if day < self.last_day and not is_in:
                go(self.hotel)
                is_in = True
        if self.leave_from is not None:
            go(self.leave_from)
            if clock > self.leave_by:
                return None
        return ground

    def _visit(self, earliest, day, point, spans, early):
        """Return when a visit ends; on the day of departure it may stand before the flight or after it."""
        if day != self.day:
            return None if early else self._end(earliest, spans)
        if early:
            end = self._end(earliest, spans)
            in_time = end is not None and end + travel_minutes(point, self.start) <= self.depart
            return end if in_time else None
        return self._end(max(earliest, self.depart, self.arrive + travel_minutes(self.end, point)), spans)

    def _end(self, earliest, spans):
        ends = [
            max(opening, earliest) + stay
            for opening, closing, stay in spans
            if max(opening, earliest) + stay <= closing
        ]
        return min(ends, default=None)
