"""
Slow twins: the same answers by plainer and slower ways.

Each section belongs to one part of the project. A twin shares the records and the canonical minutes of a
way with what it checks, and no step of the reckoning.
"""

from collections.abc import Iterator, Mapping
from decimal import Decimal

from planassay.kb.catalog import Catalog
from planassay.kb.geo import travel_minutes
from planassay.kb.personas import persona
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
        """
        Yield (day, departure, landing, flight, pointer), found by trying all minutes of a day.

        What is listed twice on a day is flown once.
        """
        seen = set()
        for number, day in days_of(self.document):
            for index, stated in enumerate(day.get("flights", [])):
                flight = find(self.kb.flights, number=stated["flight_number"])
                if (number, flight.number) in seen:
                    continue
                seen.add((number, flight.number))
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
                if record is None:
                    continue
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
            if stated and stated["city"] == self.night(number)[0] and stated["city"] in self.task.stops:
                record = find(self.kb.hotels(stated["city"]), name=stated["name"])
                if record is not None:
                    yield number, stated, record

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


class Marks:
    """
    What the strict rules say of a plan, told from its document rule by rule: 1 if one is kept, else 0.

    For documents in the usual spelling whose flights and cities are known; the slow twin of the kernels.
    """

    def __init__(self, document: Document, task: Task, kb: Catalog) -> None:
        self.document, self.task, self.kb = document, task, kb
        self.walk = Walk(document, task, kb)
        self.follows = self.walk.is_followable()
        self.days = sorted(days_of(document))
        self.visits = [(n, x) for n, day in self.days for x in day.get("attractions", [])]
        self.stays = [(n, day["hotel"]) for n, day in self.days if day.get("hotel")]
        self.cars = [(n, day["car"]) for n, day in self.days if day.get("car")]

    def all(self) -> dict[str, int]:
        """Return the mark of each rule that applies to a plan."""
        names = "days entities facts hours stops lodging rooms seats reach needs requests duplicates budget"
        return {"document": 1} | {name: int(getattr(self, f"_{name}")()) for name in names.split()}

    def _hotel(self, stated):
        return find(self.kb.hotels(stated["city"]), name=stated["name"])

    def _sight(self, stated):
        return find(self.kb.attractions(stated["city"]), name=stated["name"])

    def _of_type(self, stated):
        return [car for car in self.kb.cars(stated["city"]) if car.car_type == stated["car_type"]]

    def _offers(self, stated):
        return [
            car for car in self._of_type(stated) if car.price_cents == round(stated["price_per_day"] * 100)
        ]

    def _ground(self, day: int) -> set[str]:
        """Return the cities on whose ground the traveller is at some time of a day."""
        city, arrival, in_air = self.walk.night(day - 1)
        cities = set() if in_air and self.walk.landing_day(arrival) > day else {city}
        for leg in self.walk.legs:
            if leg[0] == day:
                cities |= {leg[3].from_city} | (
                    {leg[3].to_city} if self.walk.landing_day(leg) == day else set()
                )
        return cities

    def _days(self):
        return [number for number, _ in self.days] == list(range(1, self.task.days + 1))

    def _entities(self):
        named = [self._hotel(x) for _, x in self.stays] + [self._sight(x) for _, x in self.visits]
        return all(named) and all(self._of_type(x) for _, x in self.cars)

    def _facts(self):
        for _, day in self.days:
            for stated in day.get("flights", []):
                flight = find(self.kb.flights, number=stated["flight_number"])
                recorded = (flight.depart_text, flight.arrive_text, flight.fare_cents)
                if recorded != (
                    stated["departure_time"],
                    stated["arrival_time"],
                    round(stated["price"] * 100),
                ):
                    return False
        for _, stated in self.stays:
            hotel = self._hotel(stated)
            if hotel and hotel.price_cents != round(stated["price_per_night"] * 100):
                return False
        return all(self._offers(x) or not self._of_type(x) for _, x in self.cars)

    def _hours(self):
        return all(self._is_open(stated) for _, stated in self.visits)

    def _is_open(self, stated):
        record, start, end = self._sight(stated), minutes(stated["visit_start"]), minutes(stated["visit_end"])
        if end <= start:
            return False
        if record is None:
            return True
        if record.hours_text == "always":  # which says nothing
            return False
        opens, closes = (minutes(part) for part in record.hours_text.split("-"))
        closes += 1440 if closes <= opens else 0
        least = min(record.duration_min, closes - opens)
        late = closes > 1440 and opens - 1440 <= start and end <= closes - 1440
        return ((opens <= start and end <= closes) or late) and end - start >= least

    def _stops(self):
        flown = [(leg[3].from_city, leg[3].to_city) for leg in self.walk.legs]
        if flown != list(self.task.legs):
            return False
        seen = {stated["city"] for _, stated in self.visits}
        if not self.follows:
            return set(self.task.stops) <= seen
        nights = [self.walk.night(day) for day in range(1, self.task.days)]
        slept = {city for city, _, in_air in nights if not in_air}
        return (
            set(self.task.stops) <= slept & seen
            and all(self._is_bed_there(day, stated) for day, stated in self.stays)
            and all(self._is_car_there(day, stated) for day, stated in self.cars)
            and all(stated["city"] in self._cities_at(day, stated) for day, stated in self.visits)
        )

    def _is_bed_there(self, day, stated):
        return stated["city"] in self.task.stops and stated["city"] == self.walk.night(day)[0]

    def _is_car_there(self, day, stated):
        city, _, in_air = self.walk.night(day)
        there = self._ground(day) | ({city} if in_air else set())
        return stated["city"] in self.task.stops and stated["city"] in there

    def _cities_at(self, day, stated):
        offset = self.walk._city_offset(stated["city"])
        return self.walk.city_at((day - 1) * 1440 + minutes(stated["visit_start"]) - offset)

    def _lodging(self):
        for day in range(1, self.task.days) if self.follows else ():
            city, arrival, in_air = self.walk.night(day)
            if arrival is None or (city == self.task.origin and not in_air):
                return False
            if not in_air and city in self.task.stops and day not in dict(self.stays):
                return False
        return True

    def _rooms(self):
        hotels: dict[str, set[str]] = {}
        cars: dict[str, list[list[str]]] = {}
        for _, stated in self.stays:
            if self._hotel(stated):
                hotels.setdefault(stated["city"], set()).add(self._hotel(stated).hotel_id)
        for _, stated in self.cars:
            if self._offers(stated):
                cars.setdefault(stated["city"], []).append([car.car_id for car in self._offers(stated)])
        is_one = all(len(ids) == 1 for ids in hotels.values())
        return is_one and all(offers == days[0] for days in cars.values() for offers in days)

    def _seats(self):
        if self.task.car is None:
            return True
        for day in range(1, self.task.days + 1) if self.follows else ():
            stops = self._ground(day) & set(self.task.stops)
            if stops and not any(number == day and stated["city"] in stops for number, stated in self.cars):
                return False
        need = max(self.task.party, self.task.car.seats)
        offered = [self._offers(stated) for _, stated in self.cars]
        return all(min(car.seats or 0 for car in offers) >= need for offers in offered if offers)

    def _reach(self):
        return not self.walk.late()

    def _needs(self):
        for one in map(persona, self.task.personas):
            hotels = [self._hotel(x) for _, x in self.stays if self._hotel(x)]
            if not all(set(one.hotel) & set(hotel.amenities) for hotel in hotels):
                return False
            cars = [car for _, x in self.cars for car in self._offers(x)]
            if self.task.car is not None and not all(set(one.car) & set(car.services) for car in cars):
                return False
            for stop in self.task.stops:
                sights = [self._sight(x) for _, x in self.visits if x["city"] == stop and self._sight(x)]
                if sights and not any(set(one.attraction) & set(sight.facilities) for sight in sights):
                    return False
        return True

    def _requests(self):
        for name in self.task.required_hotels:
            city = next(stop for stop in self.task.stops if find(self.kb.hotels(stop), name=name))
            nights = [day for day, x in self.stays if (x["name"], x["city"]) == (name, city)]
            if not any(day < self.task.days and self._is_night_in(day, city) for day in nights):
                return False
        return True

    def _is_night_in(self, day, city):
        place, _, in_air = self.walk.night(day)
        return not self.follows or (place == city and not in_air)

    def _duplicates(self):
        sights = [(x["city"], self._sight(x).attraction_id) for _, x in self.visits if self._sight(x)]
        legs = [(number, x["flight_number"]) for number, day in self.days for x in day.get("flights", [])]
        return len(set(sights)) == len(sights) and len(set(legs)) == len(legs)

    def _budget(self):
        return self.bill() * 100 <= self.task.budget_cents

    def bill(self) -> Decimal:
        """Return the least that a plan can cost, in dollars: nothing for what does not exist."""
        legs = [x["flight_number"] for _, day in self.days for x in day.get("flights", [])]
        total = Decimal(sum(find(self.kb.flights, number=number).fare_cents for number in legs))
        total *= self.task.party
        total += sum(self._sight(x).ticket_cents for _, x in self.visits if self._sight(x)) * self.task.party
        total += sum(self._hotel(x).price_cents for _, x in self.stays if self._hotel(x)) * self.task.rooms
        for _, stated in self.cars:
            cars = self._offers(stated) or self._of_type(stated)
            total += min((car.price_cents for car in cars), default=0)
        return total / 100
