"""
The least bill of a small DeepPlanning travel task by brute force, for comparison with the solver.

Every order of stops of every day is walked through, minute by minute as early as can be, and every choice of
days is tried. Nothing is bounded but by the clock. Written from the spec of the benchmark and the scope, for
tables whose rows are all well formed.
"""

from itertools import pairwise, product

from planassay.kb.formats.deepplanning_travel import query_of

KINDS = (("breakfast", 300, 660), ("lunch", 630, 960), ("dinner", 960, 1440))
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def minute(text):
    """Return the minute of a clock."""
    hours, minutes = text.split(":")[:2]
    return 60 * int(hours) + int(minutes)


def hours(row):
    """Return the spans of a day in which a place is open."""
    if row.opening == "Open 24 Hours":
        return [(0, 1439)]
    opens, closes = minute(row.opening), min(1439, minute(row.closing))
    return [(opens, closes)] if opens < closes else [(0, closes), (opens, 1439)]


class Naive:
    """One task."""

    window = (0, 1439)
    most_meals, most_sights = 3, 9
    may_stay_long = True

    def hours(self, row):
        """Return the spans in which a stop can be made."""
        first, last = self.window
        spans = ((max(first, opens), min(last, closes)) for opens, closes in hours(row))
        return [span for span in spans if span[0] <= span[1]]

    def __init__(self, task, base):
        self.query = query_of(task)
        self.base = base
        self.places = {}
        for row in base.sights:
            span = (round(60 * float(row.min_hours)), round(60 * float(row.max_hours)))
            self.places[row.name] = (False, row, float(row.ticket_price), span)
        for row in base.eateries:
            self.places[row.name] = (True, row, float(row.price), (60, 120))
        self.required = set()
        self.hotel, self.numbers, self.first = None, {"out": None, "home": None}, False
        for kind, entry in self.query.constraints.items():
            self.required |= set(entry.get("attraction_names", ()))
            self.required |= {entry["restaurant_name"]} if "restaurant_name" in entry else set()
            self.hotel = entry.get("hotel_name", self.hotel)
            for way, word in (("out", "outbound"), ("home", "inbound")):
                for mode in ("flight", "train"):
                    self.numbers[way] = entry.get(f"{word}_{mode}_no", self.numbers[way])
            self.first |= kind.endswith("seat_class")

    def road(self, a, b):
        """Return minutes and cost of a road."""
        spots = self.base.locations_by_name
        ends = tuple(f"{spots[name].latitude},{spots[name].longitude}" for name in (a, b))
        row = self.base.roads.get(ends)
        return None if row is None else (int(row.minutes), float(row.cost) * -(-self.query.people // 4))

    def least(self):
        """Return the least bill in cents, None if there is no trip."""
        bills = [bill for _, _, bill in self.trips()]
        return round(100 * min(bills)) if bills else None

    def trips(self):
        """Yield hotel, stops and least bill of every trip."""
        for lodge in self.base.lodges:
            if self.hotel in (None, lodge.name):
                states = {frozenset(): float(lodge.price) * self.query.rooms * (self.query.days - 1)}
                for k in range(self.query.days):
                    after = {}
                    for (seen, bill), (cost, stops) in product(states.items(), self.days(k, lodge.name)):
                        if not seen & stops:
                            key = seen | stops
                            after[key] = min(bill + cost, after.get(key, bill + cost))
                    states = after
                for seen, bill in states.items():
                    if self.required <= seen:
                        yield lodge, seen, bill

    def rides(self, way):
        """Yield the connections of a way: start, end, leaving, the landings of its legs, and fare."""
        ends = (self.query.origin, self.query.destination)
        ends = ends if way == "out" else ends[::-1]
        date = self.query.dates[0 if way == "out" else -1].isoformat()
        for table in (self.base.flights, self.base.trains):
            routes = {}
            for row in table:
                if (row.origin_city, row.destination_city, row.date) == (*ends, date):
                    routes.setdefault(row.route, []).append(row)
            for legs in routes.values():
                legs.sort(key=lambda row: int(row.segment))
                numbers = {leg.number for leg in legs}
                wanted = self.numbers[way]
                is_fine = not (self.first and wanted) or "First" in legs[0].seat_class
                has_seats = all(
                    not leg.seats_left or int(leg.seats_left) >= self.query.people for leg in legs
                )
                whole = int(legs[0].segment) == 1 and all(
                    a.to_station == b.from_station for a, b in pairwise(legs)
                )
                if wanted in (None, *numbers) and is_fine and has_seats and whole:
                    clocks = [minute(leg.depart.split()[1]) for leg in legs]
                    lands = [minute(leg.arrive.split()[1]) for leg in legs]
                    yield legs[0].from_station, legs[-1].to_station, clocks[0], lands, float(legs[0].price)

    def days(self, k, hotel):
        """Return the least cost of each set of stops that a day can hold."""
        last, people, best = self.query.days - 1, self.query.people, {}

        def keep(cost, stops):
            key = frozenset(stops)
            best[key] = min(cost, best.get(key, cost))

        if k == 0:
            for _, end, _, lands, fare in self.rides("out"):
                meals = [
                    (2, 3) if at < 600 else (1, 3) if at < 900 else (0, 1) for at in (lands[0], lands[-1])
                ]
                least, most = max(m[0] for m in meals), min(m[1] for m in meals)
                sights = max(int(at < 720) for at in (lands[0], lands[-1]))
                for cost, stops in self.walks(k, end, lands[-1] + 30, hotel, 1439, least, most, sights):
                    keep(cost + fare * people, stops)
        elif k == last:
            for start, _, leaves, _, fare in self.rides("home"):
                least, most = (0, 0) if leaves < 540 else (0, 1) if leaves < 900 else (1, 3)
                for cost, stops in self.walks(
                    k, hotel, 0, start, leaves - 30, least, most, int(leaves > 960)
                ):
                    keep(cost + fare * people, stops)
        else:
            for cost, stops in self.walks(k, hotel, 0, hotel, 1439, 2, 3, 2):
                keep(cost, stops)
        return [(cost, stops) for stops, cost in best.items()]

    def walks(self, k, start, ready, goal, due, meals, most_meals, sights):
        """Yield cost and stops of every day; a lone sight of a full day may be stayed at for long."""
        weekday = WEEKDAYS[(self.query.weekday - 1 + k) % 7]
        most_meals = min(most_meals, self.most_meals)

        def walk(here, free, cost, stops, course, fed, eaten, seen):
            road = self.road(here, goal)
            if road is not None and free + road[0] <= due and eaten >= meals and seen >= sights:
                yield cost + road[1], stops
            for name, (is_meal, row, price, (least, most)) in self.places.items():
                road = self.road(here, name) if name != here else None
                if name in stops or road is None or (not is_meal and weekday in row.closing_dates):
                    continue
                there, paid = free + road[0], cost + road[1] + price * self.query.people
                if is_meal and eaten < most_meals:
                    for c in range(course + 1, 3):
                        for opens, closes in self.hours(row):
                            at = max(there, opens, KINDS[c][1], fed + 120)
                            if at < KINDS[c][2] and at + 60 <= closes:
                                yield from walk(
                                    name, at + 60, paid, (*stops, name), c, at + 60, eaten + 1, seen
                                )
                                break
                elif not is_meal and seen < self.most_sights:
                    for opens, closes in self.hours(row):
                        at = max(there, opens)
                        if at + least <= closes:
                            after = (*stops, name)
                            yield from walk(name, at + least, paid, after, course, fed, eaten, seen + 1)
                            if self.may_stay_long and sights == 2 and not seen:
                                yield from self.long(
                                    (name, at, closes, road[0], least, most, goal, due, meals, most_meals),
                                    (paid, after, course, fed, eaten),
                                )
                            break

        yield from walk(start, ready, 0.0, (), -1, -999, 0, 0)

    def long(self, sight, so_far):
        """Yield the days that go on from a long stay, with meals alone."""
        name, at, closes, reached, least, most, goal, due, meals, most_meals = sight
        cost, stops, course, fed, eaten = so_far

        def leave(road):
            length = max(least, 243 - reached - road[0])
            return at + length if length <= most and at + length <= closes else None

        def walk(here, free, cost, stops, course, fed, eaten):
            road = self.road(here, goal)
            left = (leave(road) if here == name else free) if road is not None else None
            if left is not None and left + road[0] <= due and eaten >= meals:
                yield cost + road[1], stops
            for other, (is_meal, row, price, _) in self.places.items():
                road = self.road(here, other) if other != here and is_meal and other not in stops else None
                left = (leave(road) if here == name else free) if road is not None else None
                if left is None or eaten >= most_meals:
                    continue
                paid = cost + road[1] + price * self.query.people
                for c in range(course + 1, 3):
                    for opens, shuts in self.hours(row):
                        start = max(left + road[0], opens, KINDS[c][1], fed + 120)
                        if start < KINDS[c][2] and start + 60 <= shuts:
                            end = start + 60
                            yield from walk(other, end, paid, (*stops, other), c, end, eaten + 1)
                            break

        yield from walk(name, at, cost, stops, course, fed, eaten)


class NaiveBest(Naive):
    """One task at the pace of the best trip: most stars within the budget, of equals the least bill."""

    window = (420, 1320)
    most_meals = 2
    may_stay_long = False

    def __init__(self, task, base):
        super().__init__(task, base)
        self.budget = task.budget_cents
        sights = sum(not self.places[name][0] for name in self.required)
        self.most_sights = 3 if sights > self.query.days else 2

    def best(self):
        """Return the most hundredths of a star and the bill in cents, None if there is no trip."""
        found = []
        for lodge, stops, bill in self.trips():
            stars = float(lodge.score) * (self.query.days - 1)
            stars += sum(float(self.places[name][1].rating) for name in stops)
            if round(100 * bill) <= self.budget:
                found.append((-round(100 * stars), round(100 * bill)))
        return (-min(found)[0], min(found)[1]) if found else None
