"""
Wishes: the 37 types of personal constraints of the benchmark besides the budget, made true of a database.

Each maker draws what is to be the answer, changes the rows so that its sentence allows no other one, and
returns the fields of the constraint. Rows of a database are changed by one wish a family only.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from planassay.kb.clock import format_clock, parse_clock
from planassay.kb.draw import Draw
from planassay.kb.worlds.deepplanning_travel.city import SERVICES, TAGS, City, Row
from planassay.kb.worlds.deepplanning_travel.rides import AIRLINES, MANUFACTURERS, Timetable, set_times

Entry = dict[str, object]


@dataclass
class Draft:
    """A task while it is made."""

    draw: Draw
    city: City
    tables: Mapping[str, Timetable]
    """Timetables by ``flight`` and ``train``."""
    people: int
    taken: set[str] = field(default_factory=set)
    """Names that wishes rest on."""

    def sight(self) -> Row:
        """Draw a sight on which nothing rests yet, and open it wide on all days."""
        free = [row for row in self.city.sights if row["attraction_name"] not in self.taken]
        return self.reserve(self.draw.pick(free))

    def reserve(self, row: Row) -> Row:
        """Keep a sight for a wish: open from morning to evening, every day, and short."""
        self.taken.add(row["attraction_name"])
        row |= {"opening_time": "08:00", "closing_time": "21:00", "closing_dates": ""}
        row |= {"min_visit_hours": "0.5", "max_visit_hours": "3"}
        return row

    def eatery(self) -> Row:
        """Draw a restaurant on which nothing rests yet, and open it from morning to evening."""
        free = [row for row in self.city.eateries if row["restaurant_name"] not in self.taken]
        row = self.draw.pick(free)
        self.taken.add(row["restaurant_name"])
        row |= {"opening_time": "08:00", "closing_time": "22:00"}
        return row

    def around(self, row: Row) -> list[Row]:
        """Return the other restaurants near the same sight."""
        near = row["nearby_attraction_name"]
        return [r for r in self.city.eateries if r["nearby_attraction_name"] == near and r is not row]


Maker = Callable[[Draft], Entry]

# ----------------------------------------------------------------------------------------------------- hotels


def _hotel(row: Row, sentence: str, **fields: object) -> Entry:
    return {
        "constraint_context": sentence,
        "hotel_name": row["name"],
        "hotel_price": float(row["price"]),
        **fields,
    }


def _star_service(draft: Draft) -> Entry:
    row = draft.draw.pick(draft.city.hotels)
    service = draft.draw.pick(SERVICES[:3])
    row["services"] = ";".join([*filter(None, row["services"].split(";")), service])
    star = row["hotel_star"]
    sentence = f"Stay in a {star}-star hotel that offers {service}."
    return _hotel(row, sentence, hotel_star=int(star), required_service=service)


def _cheapest_of(draft: Draft, column: str, what: str) -> Entry:
    row = draft.draw.pick(draft.city.hotels)
    alike = [float(other["price"]) for other in draft.city.hotels if other[column] == row[column]]
    row["price"] = f"{min(alike) - 11}"
    fields = {"hotel_star": int(row["hotel_star"])} if column == "hotel_star" else {}
    return _hotel(row, f"Stay in the cheapest {what.format(row[column])} hotel.", **fields)


def _best_of(draft: Draft, column: str | None, what: str) -> Entry:
    row = draft.draw.pick(draft.city.hotels)
    row["score"] = "4.9"
    value = "" if column is None else row[column]
    sentence = f"Stay in the best rated {what.format(value)} hotel.".replace("  ", " ")
    fields = {"hotel_star": int(value)} if column == "hotel_star" else {}
    return _hotel(row, sentence, hotel_score=4.9, **fields)


def _price_range(draft: Draft) -> Entry:
    rows = draft.city.hotels
    row = draft.draw.pick(rows)
    row["price"] = f"{max(float(other['price']) for other in rows) + 60}"
    low, high = int(float(row["price"])) - 20, int(float(row["price"])) + 20
    sentence = f"Stay in a hotel that costs between {low} and {high} yuan a night."
    return _hotel(row, sentence, min_price=low, max_price=high)


def _newest(draft: Draft) -> Entry:
    row = draft.draw.pick(draft.city.hotels)
    row["decoration_time"] = "2023"
    sentence = "Stay in a hotel that was renovated in or after 2022."
    return _hotel(row, sentence, decoration_time=2023, year_threshold=2022)


# ------------------------------------------------------------------------------------------------ restaurants


def _table(row: Row, sentence: str, **fields: object) -> Entry:
    return {
        "constraint_context": sentence,
        "restaurant_name": row["restaurant_name"],
        "attraction_name": row["nearby_attraction_name"],
        "price_per_person": float(row["price_per_person"]),
        "restaurant_rating": float(row["rating"]),
        **fields,
    }


def _tag(draft: Draft) -> Entry:
    row, tag = draft.eatery(), draft.draw.pick(TAGS[3:])
    row["tags"] = ";".join([*filter(None, row["tags"].split(";")), tag])
    sentence = f"Eat near {row['nearby_attraction_name']} in a restaurant with {tag}."
    return _table(row, sentence, required_tag=tag)


def _named_table(draft: Draft) -> Entry:
    row = draft.eatery()
    return {
        "constraint_context": f"Eat once at {row['restaurant_name']}.",
        "restaurant_name": row["restaurant_name"],
        "restaurant_rating": float(row["rating"]),
    }


def _best_table(draft: Draft) -> Entry:
    row = draft.eatery()
    row["rating"] = "4.9"
    return _table(row, f"Eat at the best rated restaurant near {row['nearby_attraction_name']}.")


def _cheapest_table(draft: Draft) -> Entry:
    row = draft.eatery()
    row["price_per_person"] = "9.0"
    return _table(row, f"Eat at the cheapest restaurant near {row['nearby_attraction_name']}.")


def _cuisine(draft: Draft) -> Entry:
    row = draft.eatery()
    row["cuisine"] = "Royal Cuisine"
    return _table(row, f"Eat royal cuisine near {row['nearby_attraction_name']}.")


def _closest_table(draft: Draft) -> Entry:
    row = draft.eatery()
    spot = draft.city.spots[row["nearby_attraction_name"]].near(draft.draw, 60)
    draft.city.spots[row["restaurant_name"]] = spot
    row |= {"latitude": spot.latitude, "longitude": spot.longitude}
    for other in draft.around(row):
        place = draft.city.spots[other["restaurant_name"]]
        if abs(place.east - spot.east) + abs(place.north - spot.north) < 300:
            far = type(place)(place.east + 400, place.north)
            draft.city.spots[other["restaurant_name"]] = far
            other |= {"latitude": far.latitude, "longitude": far.longitude}
    return _table(row, f"Eat at the restaurant closest to {row['nearby_attraction_name']}.")


# ----------------------------------------------------------------------------------------------------- sights


def _sights(rows: list[Row], sentence: str, **fields: object) -> Entry:
    return {
        "constraint_context": sentence,
        "attraction_names": [row["attraction_name"] for row in rows],
        "attraction_ratings": [float(row["rating"]) for row in rows],
        **fields,
    }


def _best_of_type(draft: Draft) -> Entry:
    row = draft.sight()
    kind = row["attraction_type"]
    row["rating"] = "4.8"
    return _sights([row], f"See the best rated sight of type {kind}.", attraction_type=kind)


def _top_rated(draft: Draft) -> Entry:
    rows = [draft.sight() for _ in range(3)]
    for row in rows:
        row["rating"] = "4.9"
    return _sights(rows, "See the three best rated sights.")


def _named_sights(draft: Draft) -> Entry:
    rows = [draft.sight() for _ in range(2)]
    return _sights(rows, f"See {rows[0]['attraction_name']} and {rows[1]['attraction_name']}.")


def _all_of_type(draft: Draft) -> Entry:
    rows = [draft.sight() for _ in range(2)]
    for row in rows:
        row["attraction_type"] = "Night Market"
    return _sights(rows, "See all sights of type Night Market.", attraction_type="Night Market")


def _all_free(draft: Draft) -> Entry:
    rows = [draft.sight() for _ in range(4)]
    for row in draft.city.sights:
        free = row in rows
        row["ticket_price"] = "0" if free else row["ticket_price"] if row["ticket_price"] != "0" else "10"
    return _sights(rows, "See every sight that is free.")


# ------------------------------------------------------------------------------------------------------ rides


def _ride(mode: str, sentence: str, **rows: Row) -> Entry:
    numbers = {f"{way}_{mode}_no": row[f"{mode}_no"] for way, row in rows.items()}
    return {"constraint_context": sentence, **numbers}


def _superlative(draft: Draft, mode: str, way: str, change: Callable[[Row, list[Row]], str]) -> Entry:
    rows = draft.tables[mode].direct(way)
    row = draft.draw.pick(rows)
    what = change(row, rows)
    name = "outbound" if way == "out" else "inbound"
    return _ride(mode, f"Take the {what} direct {mode} {name}.", **{name: row})


def _cheapest(row: Row, rows: list[Row]) -> str:
    row["price"] = f"{min(float(other['price']) for other in rows) - 10}"
    return "cheapest"


def _earliest(row: Row, rows: list[Row]) -> str:
    first = min(_clock(other["dep_datetime"]) for other in rows)
    set_times(row, row["dep_date"], first - 15, int(row["duration"]))
    return "earliest"


def _latest(row: Row, rows: list[Row]) -> str:
    last = max(_clock(other["arr_datetime"]) for other in rows)
    minutes = int(row["duration"])
    set_times(row, row["dep_date"], last + 10 - minutes, minutes)
    return "latest arriving"


def _shortest(row: Row, rows: list[Row]) -> str:
    least = min(int(other["duration"]) for other in rows)
    set_times(row, row["dep_date"], _clock(row["dep_datetime"]), least - 10)
    return "shortest"


def _clock(text: str) -> int:
    return parse_clock(text.split(" ")[1][:5]) or 0


def _cheapest_within(column: str, values: tuple[str, ...]) -> Callable[[Row, list[Row]], str]:
    def change(row: Row, rows: list[Row]) -> str:
        row[column] = row[column] if row[column] in values else values[0]
        alike = [float(other["price"]) for other in rows if other[column] == row[column]]
        row["price"] = f"{min(alike) - 10}"
        return f"cheapest {row[column]}"

    return change


def _earliest_airline(row: Row, rows: list[Row]) -> str:
    alike = [other for other in rows if other["airline"] == row["airline"]]
    _earliest(row, alike)
    return f"earliest {row['airline']}"


def _time_range(draft: Draft, mode: str, way: str, column: str) -> Entry:
    rows = draft.tables[mode].direct(way)
    row = draft.draw.pick(rows)
    (_earliest if way == "out" else _latest)(row, rows)
    minute = _clock(row[column])
    low, high = format_clock(minute - 6), format_clock(minute + 6)
    word = "depart" if column == "dep_datetime" else "arrive"
    name = "outbound" if way == "out" else "inbound"
    for other in draft.tables[mode].rows:  # connections must stay out of the range as well
        if other is not row and abs(_clock(other[column]) - minute) <= 6 and _is_way(other, row):
            shift = 20 if _clock(other[column]) >= minute else -20
            set_times(other, other["dep_date"], _clock(other["dep_datetime"]) + shift, int(other["duration"]))
    return _ride(mode, f"The {name} {mode} must {word} between {low} and {high}.", **{name: row})


def _is_way(other: Row, row: Row) -> bool:
    return other["origin_city"] == row["origin_city"]


def _seat_status(draft: Draft, mode: str) -> Entry:
    table = draft.tables[mode]
    rows = {
        "outbound": draft.draw.pick(table.direct("out")),
        "inbound": draft.draw.pick(table.direct("home")),
    }
    for row in table.rows:
        row["seat_status"] = "0" if draft.people == 1 else str(draft.draw.below(draft.people))
    rows["outbound"]["seat_status"] = str(draft.people + 3)
    rows["inbound"]["seat_status"] = str(draft.people + 4)
    sentence = f"{draft.people} travel by {mode}; take rides with enough seats left."
    counts = {f"{way}_seat_status": row["seat_status"] for way, row in rows.items()}
    return {**_ride(mode, sentence, **rows), "people_number": draft.people, **counts}


def _seat_class(draft: Draft, mode: str) -> Entry:
    table = draft.tables[mode]
    rows = {
        "outbound": draft.draw.pick(table.direct("out")),
        "inbound": draft.draw.pick(table.direct("home")),
    }
    for row in rows.values():
        table.add_first_class(row)
    return _ride(mode, f"Travel first class by {mode}, both ways.", **rows)


def _either(draft: Draft, mode: str, change: Callable[[Row, list[Row]], str]) -> Entry:
    return _superlative(draft, mode, "out" if draft.draw.chance(0.5) else "home", change)


TRAINS: Mapping[str, Maker] = MappingProxyType(
    {
        "train_departure_time_range": lambda d: _time_range(d, "train", "out", "dep_datetime"),
        "train_cheapest_direct": lambda d: _either(d, "train", _cheapest),
        "train_earliest_departure_direct": lambda d: _superlative(d, "train", "out", _earliest),
        "train_latest_arrival_direct": lambda d: _superlative(d, "train", "home", _latest),
        "train_seat_class": lambda d: _seat_class(d, "train"),
        "train_seat_status": lambda d: _seat_status(d, "train"),
        "train_cheapest_train_type": lambda d: _superlative(
            d, "train", "out", _cheapest_within("train_type", ("High-speed Train",))
        ),
        "train_shortest_duration_direct": lambda d: _either(d, "train", _shortest),
    }
)
FLIGHTS: Mapping[str, Maker] = MappingProxyType(
    {
        "flight_cheapest_direct": lambda d: _superlative(d, "flight", "out", _cheapest),
        "flight_seat_status": lambda d: _seat_status(d, "flight"),
        "flight_arrival_time_range": lambda d: _time_range(d, "flight", "home", "arr_datetime"),
        "flight_cheapest_airline_direct": lambda d: _superlative(
            d, "flight", "out", _cheapest_within("airline", AIRLINES)
        ),
        "flight_cheapest_manufacturer_direct": lambda d: _superlative(
            d, "flight", "out", _cheapest_within("manufacturer", MANUFACTURERS)
        ),
        "flight_earliest_departure_direct": lambda d: _superlative(d, "flight", "out", _earliest),
        "flight_shortest_duration_direct": lambda d: _either(d, "flight", _shortest),
        "flight_departure_time_range": lambda d: _time_range(d, "flight", "out", "dep_datetime"),
        "flight_seat_class": lambda d: _seat_class(d, "flight"),
        "flight_earliest_airline_direct": lambda d: _superlative(d, "flight", "out", _earliest_airline),
    }
)
HOTELS: Mapping[str, Maker] = MappingProxyType(
    {
        "hotel_star_service_required": _star_service,
        "hotel_cheapest_brand": lambda d: _cheapest_of(d, "brand", "{}"),
        "hotel_price_range": _price_range,
        "hotel_newest_decoration": _newest,
        "hotel_cheapest_star": lambda d: _cheapest_of(d, "hotel_star", "{}-star"),
        "hotel_star_highest_rated": lambda d: _best_of(d, "hotel_star", "{}-star"),
        "hotel_brand_highest_rated": lambda d: _best_of(d, "brand", "{}"),
        "hotel_highest_rated": lambda d: _best_of(d, None, "{}"),
    }
)
RESTAURANTS: Mapping[str, Maker] = MappingProxyType(
    {
        "restaurant_specific_tag_nearby": _tag,
        "restaurant_must_eat_named": _named_table,
        "restaurant_highest_rated": _best_table,
        "restaurant_cheapest_nearby_attraction": _cheapest_table,
        "restaurant_specific_cuisine_nearby": _cuisine,
        "restaurant_closest_to_attraction": _closest_table,
    }
)
ATTRACTIONS: Mapping[str, Maker] = MappingProxyType(
    {
        "attraction_type_highest_rated": _best_of_type,
        "attraction_top_rated_must_visit": _top_rated,
        "attraction_must_visit_named": _named_sights,
        "attraction_all_of_type": _all_of_type,
        "attraction_all_free_attractions": _all_free,
    }
)
MAKERS: Mapping[str, Maker] = MappingProxyType({**TRAINS, **FLIGHTS, **HOTELS, **RESTAURANTS, **ATTRACTIONS})
BUDGET = "budget_constraint"
KINDS = (*MAKERS, BUDGET)
"""All types of constraints."""
