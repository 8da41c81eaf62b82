"""
The slow twin of TravelPlanner's official scorer: its rules read one by one, for reading and not for speed.

Fields are used as they come, so what is no text fails as Python fails. Rows are found by looking at each.
"""

import math
import re

MEALS = ("breakfast", "lunch", "dinner")
FIELDS = ("transportation", *MEALS, "attraction", "accommodation")
PLACEHOLDER = "You don't need to fill in the information for this or later days."


def legs(text):
    """Return both ends of a journey, or twice None."""
    found = re.search(r"from\s+(.+?)\s+to\s+([^,]+)", text)
    return found.groups() if found else (None, None)


def bare(text):
    """Return a city without what stands in brackets."""
    found = re.search(r"^(.*?)\([^)]*\)", text)
    return found[1] if found else text


def split(text):
    """Return name and city."""
    found = re.search(r"(.*?),\s*([^,]+)$", text)
    return (found[1].strip(), bare(found[2].strip()).strip()) if found else ("-", "-")


def rows(table, text):
    """Return the rows whose name contains the name, in its city."""
    name, city = split(text)
    return [row for row in table.get(city, ()) if name in row.name]


def filled(day, key):
    """Tell whether a day says something under a key."""
    return key in day and day[key] and day[key] != "-"


class Twin:
    """The evaluator over some tables."""

    def __init__(self, tables):
        self.tables = tables

    def _road(self, leg):
        road = self.tables.roads.get((bare(leg[0]), bare(leg[1])))
        if road is None or not road.distance_text or not road.duration_text or "day" in road.duration_text:
            return None
        return float(road.distance_text.replace("km", "").replace(",", ""))

    def evaluate(self, plan, query):
        """Return the recorded form of the outcome."""
        nothing = {"delivered": bool(plan), "commonsense": None, "hard": None, "total_cost": None}
        nothing |= {"commonsense_pass": False, "hard_pass": False, "final_pass": False, "stops_with": None}
        if not plan:
            return nothing
        checks = (
            ("is_reasonable_visiting_city", self._visiting_city),
            ("is_valid_restaurants", self._restaurants),
            ("is_valid_attractions", self._attractions),
            ("is_valid_accommodation", self._accommodation),
            ("is_valid_transportation", self._transportation),
            ("is_valid_information_in_current_city", self._current_city),
            ("is_valid_information_in_sandbox", self._sandbox),
            ("is_not_absent", self._absence),
        )
        try:
            common = {name: check(plan, query) for name, check in checks}
        except Exception as error:
            return nothing | {"stops_with": type(error).__name__}
        hard = cost = None
        if common["is_valid_information_in_sandbox"] and common["is_not_absent"]:
            cost = self._cost(plan, query)
            hard = {
                "valid_cuisine": self._cuisine(plan, query),
                "valid_room_rule": self._room_rule(plan, query),
                "valid_transportation": self._unwanted_means(plan, query),
                "valid_room_type": self._room_type(plan, query),
                "valid_cost": cost <= query.budget,
            }
        common_pass = all(common.values())
        hard_pass = hard is not None and all(value is not False for value in hard.values())
        return nothing | {
            "commonsense": common,
            "hard": hard,
            "total_cost": cost,
            "commonsense_pass": common_pass,
            "hard_pass": hard_pass,
            "final_pass": common_pass and hard_pass,
        }

    def _first_days(self, plan, query):
        return [plan[place] for place in range(min(query.days, len(plan)))]

    def _visiting_city(self, plan, query):
        cities = []
        for place, day in enumerate(self._first_days(plan, query)):
            current = day["current_city"]
            if "from" in current:
                start, end = legs(current)
                start, end = bare(start), bare(end)
                if place == 0 and start != query.origin:
                    return False
                cities += [start, end]
            else:
                cities.append(bare(current))
        if cities[0] != cities[-1] or len(cities) < 3:
            return False
        runs = []
        for place, city in enumerate(cities):
            if runs and runs[-1][0] == city:
                runs[-1][2] = place
            else:
                runs.append([city, place, place])
        last = len(cities) - 1
        for number, (city, first, end) in enumerate(runs):
            if first not in (0, last) and city in [run[0] for run in runs[:number]]:
                return False
            if end not in (0, last) and first == end:
                return False
        for place, city in enumerate(cities):
            if city not in self.tables.states:
                return False
            inner = place not in (0, last)
            if inner and query.days > 3 and self.tables.states[city] != query.destination:
                return False
        return True

    def _restaurants(self, plan, query):
        seen = []
        for day in self._first_days(plan, query):
            for meal in MEALS:
                if filled(day, meal):
                    if day[meal] in seen:
                        return False
                    seen.append(day[meal])
        return True

    def _attractions(self, plan, query):
        seen = []
        for day in self._first_days(plan, query):
            if filled(day, "attraction"):
                for piece in day["attraction"].split(";")[:-1]:
                    if piece in seen:
                        return False
                    seen.append(piece)
        return True

    def _accommodation(self, plan, query):
        texts = []
        for day in self._first_days(plan, query):
            if "accommodation" not in day:
                return False
            texts.append(day["accommodation"])
        while texts:
            text, nights = texts[0], 0
            while texts and texts[0] == text:
                texts.pop(0)
                nights += 1
            if text not in ("-", ""):
                found = rows(self.tables.rooms, text)
                if len(found) == 1 and nights < found[0].min_nights:
                    return False
        return True

    def _means(self, text):
        for means in ("taxi", "self-driving", "flight"):
            if means in text.lower():
                return means
        return None

    def _transportation(self, plan, query):
        first = plan[0]["transportation"]
        if not first or first == "-":
            return False
        means = [self._means(first)]
        for day in self._first_days(plan, query):
            if filled(day, "transportation"):
                means.append(self._means(day["transportation"]))
        return not ("self-driving" in means and ("flight" in means or "taxi" in means))

    def _current_city(self, plan, query):
        for day in self._first_days(plan, query):
            current = day["current_city"]
            if "from" in current:
                start, end = legs(current)
                cities = [bare(start), bare(end)]
            else:
                cities = bare(current)
            if filled(day, "transportation"):
                for city in cities:
                    if city not in day["transportation"]:
                        return False
            for meal in MEALS:
                if filled(day, meal) and not [city for city in cities if city in day[meal]]:
                    return False
            if filled(day, "attraction"):
                for piece in day["attraction"].split(";")[:-1]:
                    if not [city for city in cities if city in piece]:
                        return False
            if filled(day, "accommodation") and cities[-1] not in day["accommodation"]:
                return False
        return True

    def _leg(self, day):
        leg = legs(day["transportation"])
        return leg if leg[0] is not None else legs(day["current_city"])

    def _sandbox(self, plan, query):
        for day in self._first_days(plan, query):
            text = day["transportation"]
            if text and text != "-":
                leg = self._leg(day)
                if "flight number" in text.lower():
                    if leg[0] is None:
                        raise ValueError
                    number = text.split("Flight Number: ")[1].split(",")[0]
                    ends = (bare(leg[0]), bare(leg[1]))
                    fits = [
                        flight
                        for flight in self.tables.flights
                        if flight.number == number and (flight.from_city, flight.to_city) == ends
                    ]
                    if not fits:
                        return False
                elif ("self-driving" in text.lower() or "taxi" in text.lower()) and not (
                    leg[0] is not None and self._road(leg) is not None
                ):
                    return False
            for meal in MEALS:
                if filled(day, meal) and not rows(self.tables.restaurants, day[meal]):
                    return False
            if filled(day, "attraction"):
                for piece in day["attraction"].split(";")[:-1]:
                    if not rows(self.tables.sights, piece):
                        return False
            if filled(day, "accommodation") and not rows(self.tables.rooms, day["accommodation"]):
                return False
        return True

    def _absence(self, plan, query):
        days = self._first_days(plan, query)
        if sum(1 for day in days if day != {} and day["current_city"] != PLACEHOLDER) != query.days:
            return False
        visited = set()
        for place, day in enumerate(days):
            current = day["current_city"]
            if "from" in current:
                start, end = legs(current)
                if place == 0 and bare(start) != query.origin:
                    return False
                visited |= {bare(start), bare(end)}
            else:
                visited.add(bare(current))
        if len(visited - {query.origin}) != query.city_count:
            return False
        full = 0
        for place, day in enumerate(days):
            if any(field not in day for field in FIELDS):
                return False
            current = day["current_city"]
            if ("from " in current or "to " in current) and day["transportation"] in ("", "-"):
                return False
            if "from " not in current and " to " not in current and day["attraction"] in ("", "-"):
                return False
            if place != query.days - 1 and day["accommodation"] in ("", "-"):
                return False
            if "from " not in current and any(day[meal] in ("", "-") for meal in MEALS):
                return False
            full += sum(1 for key in day if day[key] and day[key] != "-")
        return full / (6 * query.days) >= 0.5

    def _cost(self, plan, query):
        total = 0
        for day in self._first_days(plan, query):
            text = day["transportation"]
            if text and text != "-":
                leg = self._leg(day)
                if leg[0] is not None and "flight number" in text.lower():
                    number = text.split("Flight Number: ")[1].split(",")[0]
                    fares = [flight.fare_cents for flight in self.tables.flights if flight.number == number]
                    total += fares[0] / 100 * query.people
                elif leg[0] is not None and "self-driving" in text.lower():
                    total += int(self._road(leg) * 0.05) * math.ceil(query.people / 5)
                elif leg[0] is not None and "taxi" in text.lower():
                    total += int(self._road(leg)) * math.ceil(query.people / 4)
            for meal in MEALS:
                if filled(day, meal):
                    total += rows(self.tables.restaurants, day[meal])[0].meal_cents / 100 * query.people
            if filled(day, "accommodation"):
                room = rows(self.tables.rooms, day["accommodation"])[0]
                total += room.price_cents / 100 * math.ceil(query.people / room.max_guests)
        return total

    def _cuisine(self, plan, query):
        if not query.wishes.cuisines:
            return None
        eaten = set()
        for day in self._first_days(plan, query):
            for meal in MEALS:
                if filled(day, meal):
                    if split(day[meal])[1] == query.origin:
                        break
                    for wanted in query.wishes.cuisines:
                        if wanted in rows(self.tables.restaurants, day[meal])[0].cuisines_text:
                            eaten.add(wanted)
        return eaten == set(query.wishes.cuisines)

    def _rooms(self, plan, query):
        days = [day for day in self._first_days(plan, query) if filled(day, "accommodation")]
        return [rows(self.tables.rooms, day["accommodation"])[0] for day in days]

    def _room_rule(self, plan, query):
        wish = query.wishes.house_rule
        return wish and all(f"No {wish}" not in room.rules_text for room in self._rooms(plan, query))

    def _room_type(self, plan, query):
        wish = query.wishes.room_type
        if wish is None:
            return None
        kinds = {room.kind for room in self._rooms(plan, query)}
        if wish == "not shared room":
            return "Shared room" not in kinds
        words = {
            "shared room": "Shared room",
            "private room": "Private room",
            "entire room": "Entire home/apt",
        }
        return kinds <= {words[wish]}

    def _unwanted_means(self, plan, query):
        wish = query.wishes.transportation
        if wish is None:
            return None
        word = "Flight" if wish == "no flight" else "Self-driving"
        texts = [d["transportation"] for d in self._first_days(plan, query) if filled(d, "transportation")]
        return all(word not in text for text in texts)
