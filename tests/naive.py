"""
Slow twins: the same answers by plainer and slower ways.

Each section belongs to one part of the project. A twin shares the records and the canonical minutes of a
way with what it checks, and no step of the reckoning.
"""

from collections.abc import Iterator, Mapping
from decimal import Decimal

from planassay.kb.catalog import Catalog
from planassay.kb.geo import travel_minutes
from planassay.kb.records import Attraction, Flight, Hotel
from planassay.kb.task import Task

# ------------------------------------------------------------------------------------------- strict rules
# Over plain documents in the usual spelling: one object a booking, keys day1, day2, ...

Document = Mapping[str, object]


def days_of(document: Document) -> Iterator[tuple[int, Mapping[str, object]]]:
    """Yield (number, day) of a document."""
    for key, day in document["plan"].items():
        yield int(key.removeprefix("day")), day


def find(rows, **wanted):
    """Return the first record whose attributes are as wanted, or None."""
    return next((row for row in rows if all(getattr(row, k) == v for k, v in wanted.items())), None)


def true_bill(document: Document, task: Task, kb: Catalog) -> Decimal:
    """Return the bill in dollars, by going through everything with a pencil."""
    total = Decimal(0)
    for _, day in days_of(document):
        for stated in day.get("flights", []):
            flight = find(kb.flights, number=stated["flight_number"])
            for _ in range(task.party):
                total += Decimal(flight.fare_cents) / 100
        for stated in day.get("attractions", []):
            for _ in range(task.party):
                total += Decimal(find(kb.attractions(stated["city"]), name=stated["name"]).ticket_cents) / 100
        if stated := day.get("hotel"):
            for _ in range(task.rooms):
                total += Decimal(find(kb.hotels(stated["city"]), name=stated["name"]).price_cents) / 100
        if stated := day.get("car"):
            total += Decimal(str(stated["price_per_day"]))
    return total


class Walk:
    """
    A traveller who walks through a plan minute by minute, and notes how late each event finds them.

    At every minute the traveller is busy, on the way, or waiting. When an event begins, what is left of
    being busy and of the way there is how late they are; then they are where the event says.
    """

    def __init__(self, document: Document, task: Task, kb: Catalog) -> None:
        self.document, self.task, self.kb = document, task, kb
        self.legs = sorted(self._legs(), key=lambda leg: leg[1])

    def _offset(self, iata: str) -> int:
        return self.kb.offset_min(iata)

    def _city_offset(self, city: str) -> int:
        codes = {f.from_iata for f in self.kb.flights if f.from_city == city}
        codes |= {f.to_iata for f in self.kb.flights if f.to_city == city}
        return self._offset(min(codes))

    def _legs(self) -> Iterator[tuple[int, int, int, Flight, str]]:
        """Yield (day, departure, landing, flight, pointer), found by trying all minutes of a day."""
        for number, day in days_of(self.document):
            for index, stated in enumerate(day.get("flights", [])):
                flight = find(self.kb.flights, number=stated["flight_number"])
                depart = (number - 1) * 1440 + flight.depart - self._offset(flight.from_iata)
                land = depart
                while (land + self._offset(flight.to_iata)) % 1440 != flight.arrive:
                    land += 1
                yield number, depart, land, flight, f"/plan/day{number}/flights/{index}"

    def landing_day(self, leg) -> int:
        """Return the local day of a landing, no earlier than that of the departure."""
        day, _, land, flight, _ = leg
        return max(day, (land + self._offset(flight.to_iata)) // 1440 + 1)

    def night(self, day: int):
        """Return (city, leg that leads there, whether it is still in the air) of a night."""
        city, arrival = self.task.origin, None
        for leg in self.legs:
            if leg[0] <= day:
                city, arrival = leg[3].to_city, leg
        return city, arrival, arrival is not None and self.landing_day(arrival) > day

    def city_at(self, minute: int) -> set[str]:
        """Return where the traveller is at an instant; in the air at both ends."""
        cities = {self.task.origin}
        for _, depart, land, flight, _ in self.legs:
            if depart <= minute < land:
                cities = {flight.from_city, flight.to_city}
            elif land <= minute:
                cities = {flight.to_city}
        return cities

    def is_followable(self) -> bool:
        """Tell whether each leg leaves from where the traveller is."""
        here = self.task.origin
        for leg in self.legs:
            if leg[3].from_city != here:
                return False
            here = leg[3].to_city
        return bool(self.legs)

    def events(self):
        """Return (begin, end, first point, last point, record, day, pointer), in order of time."""
        found = [
            (depart, land, flight.from_point, flight.to_point, None, day, pointer)
            for day, depart, land, flight, pointer in self.legs
        ]
        for number, day in days_of(self.document):
            for index, stated in enumerate(day.get("attractions", [])):
                record = find(self.kb.attractions(stated["city"]), name=stated["name"])
                zero = (number - 1) * 1440 - self._city_offset(stated["city"])
                begin, end = (zero + minutes(stated[k]) for k in ("visit_start", "visit_end"))
                if stated["city"] in self.city_at(begin):
                    pointer = f"/plan/day{number}/attractions/{index}"
                    found.append((begin, end, record.point, record.point, record, number, pointer))
        found += self._check_ins()
        return sorted(found, key=lambda event: event[0])

    def _stays(self):
        for number, day in sorted(days_of(self.document)):
            stated = day.get("hotel")
            if stated and stated["city"] == self.night(number)[0]:
                yield number, stated, find(self.kb.hotels(stated["city"]), name=stated["name"])

    def _check_ins(self):
        done: Hotel | None = None
        for number, stated, record in self._stays():
            _, arrival, in_air = self.night(number)
            if record is done:
                continue
            if "check_in" in stated:
                begin = (number - 1) * 1440 - self._city_offset(stated["city"]) + minutes(stated["check_in"])
                morning = minutes(stated["check_in"]) < (720 if in_air else 360)
                if arrival is not None and morning and begin < arrival[2]:
                    begin += 1440 if in_air or arrival[3].arrive >= 360 else 0
                yield begin, begin, record.point, record.point, record, number, f"/plan/day{number}/hotel"
            if "check_in" in stated or not in_air:
                done = record

    def late(self) -> list[tuple[str, int]]:
        """Return (pointer, minutes missing) of each event that cannot be reached in time."""
        if not self.is_followable():
            return []
        events = self.events()
        beds: dict[int, list[Hotel]] = {}
        for number, _, record in self._stays():
            before = [i for i, event in enumerate(events) if event[5] <= number]
            if before:
                beds.setdefault(before[-1], []).append(record)
        found = []
        here, at, ready = None, None, 0
        for index, (begin, end, first, last, record, _, pointer) in enumerate(events):
            if here is not None:
                now, left = begin, self._way(here, at, first, record)
                clock = ready  # the minute at which the traveller is free to go
                while left > 0 and clock < now:
                    clock, left = clock + 1, left - 1
                missing = left + max(0, clock - now)
                if missing > 0:
                    found.append((pointer, missing))
            here, at, ready = last, record, end
            for bed in beds.get(index, []):
                ready += self._way(here, at, bed.point, bed)
                here, at = bed.point, bed
        return found

    def _way(self, here, at: Attraction | Hotel | None, there, record) -> int:
        return 0 if at is not None and at is record else travel_minutes(here, there)


def minutes(clock: str) -> int:
    """Return the minute of the day of a clock."""
    return 60 * int(clock[:2]) + int(clock[3:])
