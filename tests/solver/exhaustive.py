"""
Every plan of a tiny world, by brute force, judged by the verifier alone.

Independent of the planner: trips are built leg by leg, day by day, in documents of the official form, and
nothing is known of covers, prices or bounds. Visits begin as soon as they can. Plans that only a spelling
could make good are among them: a hotel called ``-`` for a night in the air, a car from home, a way home
before the last day. Only plans that are cheaper than asked are handed to the judge.
"""

from itertools import combinations, combinations_with_replacement, permutations, product

from planassay.kb.catalog import Table
from planassay.kb.geo import travel_minutes
from planassay.verifier.gold import judge

DAY = 1440
DASH = "-"


def cheaper_plan(task, kb, below_cents):
    """Return (cents, plan) of a gold plan that costs less than some cents, or None if there is none."""
    return next(_Search(task, kb, below_cents).plans(), None)


class _Search:
    def __init__(self, task, kb, below):
        self.task = task
        self.kb = kb
        self.below = below
        self.cities = [task.origin, *task.stops]
        self.known = {}

    def plans(self):
        """Yield each plan that the judge accepts."""
        task = self.task
        tables = [self.kb.flights_by_leg.get(leg, ()) for leg in task.legs]
        for later in combinations(range(2, task.days + 1), len(task.legs) - 1):
            days = (1, *later)
            if task.round_trip or days[-1] < task.days:
                for flights in product(*tables):
                    yield from self._with_flights(days, flights)

    def _with_flights(self, days, flights):
        cents = sum(f.fare_cents for f in flights) * self.task.party
        for chosen in product(*(self._stays(k, days, flights) for k in range(len(self.task.stops)))):
            total = cents + sum(stay[0] for stay in chosen)
            if total < self.below:
                for extra, home in self._home_nights(days):
                    for rent, cars in self._cars(days, flights):
                        if total + extra + rent < self.below:
                            yield from self._judged(days, flights, chosen, home, cars)

    # ------------------------------------------------------------------------------------------- stays

    def _stays(self, k, days, flights):
        """Return (cents, {day: hotel}, visits, check-in or None) of a stop, cheapest first."""
        key = (k, days[k : k + 2], flights[k : k + 2])
        if key not in self.known:
            end = days[k + 1] if k + 1 < len(flights) else self.task.days
            found = [s for s in self._each_stay(k, days, flights, end) if s[0] < self.below]
            self.known[key] = sorted(found, key=lambda stay: stay[0])
        return self.known[key]

    def _each_stay(self, k, days, flights, end):
        task, city = self.task, self.task.stops[k]
        sights = self.kb.attractions(self.kb.resolve_city(Table.ATTRACTIONS, city))
        in_air = range(days[k], days[k] + max(0, self.kb.flight_time(flights[k]).day_shift))
        for hotel in self.kb.hotels(self.kb.resolve_city(Table.HOTELS, city)):
            for size in range(1, len(sights) + 1):
                for chosen in permutations(sights, size):
                    tickets = task.party * sum(s.ticket_cents for s in chosen)
                    if tickets >= self.below:
                        continue
                    for when in combinations_with_replacement(range(days[k], end + 1), size):
                        visits = list(zip(when, chosen, strict=True))
                        booked = dict.fromkeys(range(days[k], end), hotel)
                        for nights in (booked, booked | dict.fromkeys(in_air, DASH)):
                            beds = sum(night is hotel for night in nights.values())
                            cents = tickets + beds * task.rooms * hotel.price_cents
                            for clocks, check_in in self._timed(k, days, flights, hotel, visits, end):
                                yield cents, nights, clocks, check_in
                            if not in_air:
                                break

    def _timed(self, k, days, flights, hotel, visits, end):
        """
        Yield the visits at the earliest, before the flight on its page or behind it, with a check-in or none.

        Behind the flight a page goes on from its later clock, be that of another zone.
        """
        flight, day = flights[k], days[k]
        for is_behind in (False, True):
            walked = self._walk(k, days, flights, hotel, visits, end, is_behind)
            if walked is not None:
                clocks, (first, clock) = walked
                since = clock + (first - day) * DAY
                reached = flight.arrive + travel_minutes(flight.to_point, hotel.point)
                yield clocks, None
                yield clocks, (day, max(since, flight.depart, reached))

    def _walk(self, k, days, flights, hotel, visits, end, is_behind):
        """Return the visits with their clocks and the first hour at the hotel, or None if they do not fit."""
        kb, flight, day = self.kb, flights[k], days[k]
        offset = kb.city_offset_min(self.task.stops[k])
        duration, shift = kb.flight_time(flight)
        clock = (day - 1) * DAY + flight.depart - kb.offset_min(flight.from_iata) + duration + offset
        place, is_in, done, check_in = flight.to_point, False, [], None
        land_day = day + max(0, shift)
        if land_day > day:  # the night in the air has a bed: the way goes there first
            clock, place, is_in = clock + travel_minutes(place, hotel.point), hotel.point, True
            check_in = (clock // DAY + 1, clock % DAY)
        for today in range(land_day, end + 1):
            for sight in (s for d, s in visits if d == today):
                if sight.hours is None:
                    return None
                clock += travel_minutes(place, sight.point)
                window = sight.hours.windows(None)[0]
                start = max(clock - (today - 1) * DAY, window.open)
                if is_behind and today == day:
                    way = travel_minutes(flight.to_point, sight.point)
                    start = max(start, flight.depart, flight.arrive + way)
                stay = min(sight.duration_min or 1, window.close - window.open)
                if start + stay > window.close:
                    return None
                done.append((today, sight, start, start + stay))
                clock, place, is_in = (today - 1) * DAY + start + stay, sight.point, False
            if (today < end or k + 1 == len(flights)) and not is_in:
                clock, place, is_in = clock + travel_minutes(place, hotel.point), hotel.point, True
                check_in = check_in or (clock // DAY + 1, clock % DAY)
        if k + 1 < len(flights):
            leaving = flights[k + 1]
            gate = (end - 1) * DAY + leaving.depart - kb.offset_min(leaving.from_iata) + offset
            if clock + travel_minutes(place, leaving.from_point) > gate:
                return None
        return None if len(done) < len(visits) or check_in is None else (done, check_in)

    # ------------------------------------------------------------------------------------ nights and cars

    def _home_nights(self, days):
        """Yield (cents, {day: hotel}) for nights after the way home has begun."""
        task = self.task
        nights = range(days[-1], task.days) if task.round_trip else range(0)
        yield 0, dict.fromkeys(nights, DASH)
        for hotel in self.kb.hotels(self.kb.resolve_city(Table.HOTELS, task.origin)) if nights else ():
            yield len(nights) * task.rooms * hotel.price_cents, dict.fromkeys(nights, hotel)

    def _cars(self, days, flights):
        """Yield (cents, {day: car}) for one offer a city, and each way to have one of them a day, or none."""
        task = self.task
        if task.car is None:
            yield 0, {}
            return
        tables = [self._rentable(city) for city in self.cities]
        places = [self._places(day, days, flights) for day in range(1, task.days + 1)]
        for offers in product(*tables):
            rentable = dict(zip(self.cities, offers, strict=True))
            options = []
            for ground, around in places:
                here = [rentable[c] for c in dict.fromkeys(ground) if rentable[c] is not None]
                there = [rentable[c] for c in around if rentable[c] is not None]
                must = any(c in task.stops for c in ground)
                options.append([c for c in here if c.city in task.stops] if must else [None, *here, *there])
            for chosen in product(*options):
                cars = {day: car for day, car in enumerate(chosen, start=1) if car is not None}
                yield sum(car.price_cents for car in cars.values()), cars

    def _rentable(self, city):
        rows = self.kb.cars(self.kb.resolve_city(Table.CARS, city))
        need = max(self.task.party, self.task.car.seats)
        seating = [car for car in rows if (car.seats or 0) >= need]
        return seating if city in self.task.stops else [None, *seating]

    def _places(self, day, days, flights):
        """Return (cities on the ground, cities that may be booked besides) of a day."""
        where, ground, around, in_air = self.cities[0], [], [], False
        for leg, (start, flight) in enumerate(zip(days, flights, strict=True)):
            lands = start + max(0, self.kb.flight_time(flight).day_shift)
            to = self.cities[(leg + 1) % len(self.cities)]
            if start < day:
                where, in_air = to, day < lands
                around += [to] if in_air else []
            if start == day:
                ground.append(where)
                (ground if lands == day else around).append(to)
        return ground or ([] if in_air else [where]), around

    # ------------------------------------------------------------------------------------------ documents

    def _judged(self, days, flights, chosen, home, cars):
        document = self._empty_days(days)
        for day, flight in zip(days, flights, strict=True):
            document[f"day{day}"]["flights"].append(_leg(flight))
        for _, nights, visits, check_in in chosen:
            for day, hotel in nights.items():
                document[f"day{day}"]["hotel"] = _night(hotel)
            if check_in is not None:
                document[f"day{check_in[0]}"]["hotel"]["check_in"] = _clock(check_in[1])
            for day, sight, start, end in visits:
                document[f"day{day}"]["attractions"].append(_visit(sight, start, end))
        for day, hotel in home.items():
            document[f"day{day}"]["hotel"] = _night(hotel)
        for day, car in cars.items():
            document[f"day{day}"]["car"] = _rental(car)
        cents = judge(document, self.task, self.kb)
        if isinstance(cents, int) and cents < self.below:
            yield cents, document

    def _empty_days(self, days):
        """Return the days of a trip with their labels, and nothing booked."""
        around = [*self.cities, self.task.origin] if self.task.round_trip else self.cities
        return {
            f"day{day}": {
                "current_city": around[sum(start <= day for start in days)],
                "flights": [],
                "attractions": [],
            }
            for day in range(1, self.task.days + 1)
        }


def _leg(flight):
    return {
        "flight_number": flight.number,
        "departure_city": flight.from_city,
        "arrival_city": flight.to_city,
        "departure_time": flight.depart_text,
        "arrival_time": flight.arrive_text,
        "price": flight.fare_cents / 100,
    }


def _night(hotel):
    if hotel is DASH:
        return {"name": DASH, "city": DASH}
    return {"name": hotel.name, "city": hotel.city, "price_per_night": hotel.price_cents / 100}


def _visit(sight, start, end):
    return {
        "name": sight.name,
        "city": sight.city,
        "visit_start": _clock(start),
        "visit_end": _clock(end),
    }


def _rental(car):
    return {
        "car_type": car.car_type,
        "city": car.city,
        "price_per_day": car.price_cents / 100,
        "car_id": car.car_id,
    }


def _clock(minute):
    return f"{minute // 60:02d}:{minute % 60:02d}"
