"""
Every plan of a tiny TravelPlanner world, by brute force, judged by the verifier alone.

Independent of the planner: days are written in the official form, and nothing is known of bounds, rows or
covers. One city, three days. Names that are read as another row, by the official evaluator or by a traveller,
are left out, as the scope says.
"""

from itertools import combinations, permutations, product

from tests.naive_travelplanner import rows
from tests.routes import COURSES

from planassay.verifier.gold import judge

DASH = "-"


def gold_plans(task, tables, below_cents):
    """Yield (cents, plan) of each gold plan that costs less than some cents."""
    for plan in _plans(tables, task.party, below_cents):
        cents = judge(plan, task, tables)
        if isinstance(cents, int):
            yield cents, plan


def _plans(tables, people, below):
    rooms = _own(tables.rooms)
    meals = _own(tables.restaurants)
    sights = [sight for sight in _own(tables.sights) if ";" not in sight.name]
    for (out, there), (back, home) in product(_rides(tables, 0, people), _rides(tables, 1, people)):
        for room, sight in product(rooms, sights):
            beds = 2 * room.price_cents * -(-people // room.max_guests)
            for count in range(3, len(meals) + 1):
                for eaten in combinations(meals, count):
                    bill = there + home + beds + people * sum(row.meal_cents for row in eaten)
                    if bill < below:
                        yield from _written(out, back, room, sight, eaten)


def _own(table):
    here = table["Coral"]
    plain = [" ".join(row.name.casefold().split()) for row in here]
    first = [row for place, row in enumerate(here) if plain.index(plain[place]) == place]
    named = [row for row in first if "\n" not in row.name]
    return [row for row in named if rows({"Coral": here}, f"{row.name}, Coral")[0] is row]


def _rides(tables, leg, people):
    start, end = (("Haven", "Coral"), ("Coral", "Haven"))[leg]
    for flight in tables.flights:
        if (flight.from_city, flight.to_city) == (start, end):
            yield f"Flight Number: {flight.number}, from {start} to {end}", flight.fare_cents * people
    road = tables.roads.get((start, end))
    if road is not None:
        km = road.distance_m // 1000
        yield f"Taxi, from {start} to {end}", 100 * km * -(-people // 4)
        yield f"Self-driving, from {start} to {end}", 100 * (km // 20) * -(-people // 5)


def _written(out, back, room, sight, eaten):
    """Yield the plans in which the first and last days have the meals that the second has no place for."""
    slots = [(day, course) for day in (0, 2) for course in COURSES]
    for second in combinations(eaten, 3):
        others = [row for row in eaten if row not in second]
        for taken in permutations(slots, len(others)):
            plan = [
                _day(n, city)
                for n, city in enumerate(("from Haven to Coral", "Coral", "from Coral to Haven"), 1)
            ]
            plan[0] |= {"transportation": out, "accommodation": f"{room.name}, Coral"}
            plan[1] |= {"attraction": f"{sight.name}, Coral;", "accommodation": f"{room.name}, Coral"}
            plan[2] |= {"transportation": back}
            plan[1] |= {course: f"{row.name}, Coral" for course, row in zip(COURSES, second, strict=True)}
            for (day, course), row in zip(taken, others, strict=True):
                plan[day][course] = f"{row.name}, Coral"
            yield plan


def _day(number, city):
    fields = ("transportation", "breakfast", "attraction", "lunch", "dinner", "accommodation")
    return {"days": number, "current_city": city} | dict.fromkeys(fields, DASH)
