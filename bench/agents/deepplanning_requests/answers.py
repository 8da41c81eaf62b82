"""
Answers: which rows, of those an agent has seen, do what a text asks for.

The fields are those of the benchmark's own constraints. Where several rows do equally well, the first is
named; where none does, the wish is told and left out: nothing is made up.
"""

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from planassay.bench.agents.deepplanning_requests import phrases as say
from planassay.bench.agents.deepplanning_requests.wishes import Wish
from planassay.kb.clock import DAY_MIN, parse_clock
from planassay.kb.formats.deepplanning_travel import Database
from planassay.kb.formats.deepplanning_travel.records import Eatery, Lodge, Service, Sight
from planassay.kb.formats.deepplanning_travel.values import cents, moment, whole

Row = TypeVar("Row", Sight, Eatery, Lodge, Service)
Entry = dict[str, object]


@dataclass(frozen=True, slots=True)
class Named:
    """
    What wishes come to.

    Attributes
    ----------
    constraints
        Constraints by type, as the benchmark writes them.
    notes
        Which wishes could not be answered from the rows, or not with one answer.
    """

    constraints: dict[str, Entry] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def answered(wishes: Iterable[Wish], base: Database, cities: tuple[str, str]) -> Named:
    """
    Return what rows do what wishes ask for.

    Parameters
    ----------
    wishes
        The wishes.
    base
        What an agent has seen.
    cities
        Home and destination.
    """
    found = Named()
    for wish in wishes:
        kind, entry = _answer(wish, base, cities)
        if kind in found.constraints and found.constraints[kind] != entry:
            found.notes.append(f"{kind} is asked for twice: {wish.said}")
        elif entry is None:
            found.notes.append(f"no row answers {wish.kind}: {wish.said}")
        elif entry:
            found.constraints[kind] = entry
    return found


def _answer(wish: Wish, base: Database, cities: tuple[str, str]) -> tuple[str, Entry | None]:
    if wish.what in ("flight", "train"):
        return _ride(wish, base.flights if wish.what == "flight" else base.trains, cities)
    if wish.what == "hotel":
        return _hotel(wish, list(base.lodges_by_name.values()))
    if wish.what == "restaurant":
        return _meal(wish, base)
    return _sights(wish, list(base.sights_by_name.values()))


def _best(rows: Sequence[Row], of: Callable[[Row], float | None], sign: int) -> Row | None:
    """Return the first row with the greatest value (``sign`` 1) or the least (-1)."""
    known = [(value, row) for row in rows if (value := of(row)) is not None]
    best = max((sign * value for value, _ in known), default=None)
    return next((row for value, row in known if sign * value == best), None)


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _folded(text: str) -> str:
    return re.sub(r"[\s\"'·-]+", "", text).casefold()


def _says(said: str, value: str) -> bool:
    return bool(value) and _folded(value) in _folded(said)


# ------------------------------------------------------------------------------------------------------ rides


def _ride(wish: Wish, table: Sequence[Service], cities: tuple[str, str]) -> tuple[str, Entry | None]:
    mode, way = wish.what, str(wish.fields["way"])
    there = {"outbound": cities, "inbound": cities[::-1]}
    entry: Entry = {}
    kind = wish.kind
    for name in ("outbound", "inbound") if way == "both" else (way,):
        rows = _direct([row for row in table if (row.origin_city, row.destination_city) == there[name]])
        if kind.endswith(("cheapest_direct", "earliest_departure_direct")):
            kind, rows = _within(kind, mode, wish.said, rows)
        row = _chosen(wish, rows)
        if row is None:
            return kind, None
        entry[f"{name}_{mode}_no"] = row.number
    return kind, entry


def _direct(rows: Sequence[Service]) -> list[Service]:
    """Return the rows that are a connection of their own."""
    counts: dict[tuple[str, str], set[str]] = {}
    for row in rows:
        counts.setdefault((row.date, row.route), set()).add(row.segment)
    return [row for row in rows if len(counts[row.date, row.route]) == 1]


def _within(kind: str, mode: str, said: str, rows: Sequence[Service]) -> tuple[str, list[Service]]:
    """Return the type of a superlative and its rows: those of an airline, a maker or a type of train."""
    if mode == "flight":
        word = "cheapest" if "cheapest" in kind else "earliest"
        airline = [row for row in rows if _says(said, row.operator)]
        if airline:
            return f"flight_{word}_airline_direct", airline
        maker = [row for row in rows if _is_maker(said, row.manufacturer)]
        if maker and word == "cheapest":
            return "flight_cheapest_manufacturer_direct", maker
    elif "cheapest" in kind:
        of_type = [row for row in rows if _says(said, row.operator)]
        if of_type:
            return "train_cheapest_train_type", of_type
    return kind, list(rows)


_MAKERS = {"空客": "airbus", "空中客车": "airbus", "波音": "boeing"}


def _is_maker(said: str, maker: str) -> bool:
    names = [
        chinese for chinese, english in _MAKERS.items() if english in maker.casefold() or chinese in maker
    ]
    english = next((_MAKERS[name] for name in names), maker)
    return any(_says(said, name) for name in (*names, english)) if maker else False


def _chosen(wish: Wish, rows: Sequence[Service]) -> Service | None:
    kind = wish.kind.partition("_")[2]
    if kind == "seat_class":
        first = [row for row in rows if say.FIRST_CLASS.search(row.seat_class)]
        return _best(first, lambda row: cents(row.price), -1)
    if kind == "seat_status":
        people = wish.fields["people"]
        fits = [
            row
            for row in rows
            if not row.seats_left.strip() or (whole(row.seats_left) or 0) >= int(str(people))
        ]
        return fits[0] if len({row.number for row in fits}) == 1 else None
    if kind.endswith("time_range"):
        clocks = wish.fields["clocks"]
        low, high = (parse_clock(text) or 0 for text in (clocks if isinstance(clocks, tuple) else ("", "")))
        times = [(row.depart if kind.startswith("departure") else row.arrive, row) for row in rows]
        fits = [row for at, row in times if (found := moment(at)) is not None and low <= found.minute <= high]
        return _best(fits, lambda row: cents(row.price), -1)
    if kind.startswith("cheapest"):
        return _best(rows, lambda row: cents(row.price), -1)
    if kind.startswith("earliest"):
        return _best(rows, lambda row: _minute(row.depart), -1)
    if kind.startswith("latest"):
        return _best(rows, lambda row: _minute(row.arrive), 1)
    return _best(rows, lambda row: whole(row.duration), -1)


def _minute(text: str) -> float | None:
    found = moment(text)
    return None if found is None else int(found.date.replace("-", "")) * DAY_MIN + found.minute


# ------------------------------------------------------------------------------------------------------ hotel


def _hotel(wish: Wish, rows: list[Lodge]) -> tuple[str, Entry | None]:
    star, kind = wish.fields.get("star"), wish.kind
    of_star = [row for row in rows if _number(row.star) == star] if star is not None else rows
    brands = [row for row in rows if _is_brand(wish.said, row.brand)]
    if kind == "hotel_price_range":
        prices = wish.fields["prices"]
        low, high = prices if isinstance(prices, tuple) else (0, 0)
        fits = [
            row
            for row in of_star
            if (price := cents(row.price)) is not None and low * 100 <= price <= high * 100
        ]
        return kind, _bed(_best(fits, lambda row: _number(row.score), 1), min_price=low, max_price=high)
    if kind == "hotel_newest_decoration":
        year = int(str(wish.fields["year"]))
        fits = [row for row in of_star if (whole(row.renovated[:4]) or 0) >= year]
        return kind, _bed(_best(fits, lambda row: whole(row.renovated[:4]), 1), year_threshold=year)
    if kind == "hotel_star_service_required":
        return kind, _serviced(wish, of_star, star)
    sign, of = (
        (-1, lambda row: cents(row.price))
        if kind == "hotel_cheapest"
        else (1, lambda row: _number(row.score))
    )
    if brands:
        name = "hotel_cheapest_brand" if kind == "hotel_cheapest" else "hotel_brand_highest_rated"
        return name, _bed(_best(brands, of, sign))
    if star is not None:
        name = "hotel_cheapest_star" if kind == "hotel_cheapest" else "hotel_star_highest_rated"
        return name, _bed(_best(of_star, of, sign), hotel_star=star)
    return kind, None if kind == "hotel_cheapest" else _bed(_best(rows, of, sign))


def _is_brand(said: str, brand: str) -> bool:
    plain = re.sub(r"\s*(?:hotels?|inn|酒店)$", "", brand.strip(), flags=re.IGNORECASE)
    return len(plain) > 1 and _says(said, plain)


def _serviced(wish: Wish, rows: Sequence[Lodge], star: object) -> Entry | None:
    for row in rows:
        for service in filter(None, (piece.strip() for piece in row.services.split(";"))):
            if _is_meant(wish, service, "service"):
                return _bed(row, hotel_star=star, required_service=service)
    return None


def _is_meant(wish: Wish, value: str, what: str) -> bool:
    """Tell whether a service or a tag of the data is the one that a wish speaks of."""
    meant = wish.fields.get(what)
    if meant is None:
        return _says(wish.said, value)
    return _folded(str(meant)) == _folded(value.replace("_", " ")) or say.IN_CHINESE[str(meant)] in value


def _bed(row: Lodge | None, **fields: object) -> Entry | None:
    return None if row is None else {"hotel_name": row.name, **fields}


# ------------------------------------------------------------------------------------------------------ meals


def _meal(wish: Wish, base: Database) -> tuple[str, Entry | None]:
    if wish.kind == "restaurant_must_eat_named":
        named = _verbatim(wish, (row.name for row in base.eateries))
        return wish.kind, {"restaurant_name": named[0]} if named else None
    places = [row.near.strip() for row in base.eateries]
    wanted = wish.fields["near"]
    near = next(
        (place for name in _texts(wanted) for place in places if _folded(place) == _folded(name)), None
    )
    if near is None:
        return wish.kind, None
    rows = [row for row in base.eateries if row.near.strip() == near]
    kind = wish.kind
    chosen: Eatery | None = None
    if kind == "restaurant_specific_tag_nearby":
        fits = [
            row for row in rows if any(_is_meant(wish, tag.strip(), "tag") for tag in row.tags.split(";"))
        ]
        chosen = _best(fits, lambda row: _number(row.rating), 1)
        tag = (
            next((tag.strip() for tag in chosen.tags.split(";") if _is_meant(wish, tag.strip(), "tag")), "")
            if chosen
            else ""
        )
        return kind, None if chosen is None else {
            "restaurant_name": chosen.name,
            "attraction_name": near,
            "required_tag": tag,
        }
    if kind == "restaurant_cheapest_nearby_attraction":
        chosen = _best(rows, lambda row: cents(row.price), -1)
    elif kind == "restaurant_highest_rated":
        chosen = _best(rows, lambda row: _number(row.rating), 1)
    elif kind == "restaurant_closest_to_attraction":
        chosen = _best(rows, _metres, -1)
    else:
        fits = [
            row for row in rows if _says(wish.said, re.sub(r"(?i)\s*cuisine$|菜$", "", row.cuisine.strip()))
        ]
        chosen = _best(fits, lambda row: _number(row.rating), 1)
    return kind, None if chosen is None else {"restaurant_name": chosen.name, "attraction_name": near}


def _metres(row: Eatery) -> float | None:
    """Return how far a restaurant is from the attraction it is near to, as the crow flies."""
    ends = [_number(text) for text in (row.latitude, row.longitude, row.near_latitude, row.near_longitude)]
    if any(end is None for end in ends):
        return None
    north, east, other_north, other_east = (float(end or 0) for end in ends)
    return math.hypot(north - other_north, (east - other_east) * math.cos(math.radians(north)))


def _texts(value: object) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list) else []


def _verbatim(wish: Wish, names: Iterable[str]) -> list[str]:
    """Return the names of the data that a wish says, in quotes or not; a part of a longer one is none."""
    said, found = _folded(wish.said), dict[int, str]()
    for name in sorted(dict.fromkeys(names), key=lambda name: (-len(name), name)):
        at = said.find(_folded(name)) if len(name) > 1 else -1
        if at >= 0:
            said = said[:at] + "\0" * len(_folded(name)) + said[at + len(_folded(name)) :]
            found[at] = name
    return [found[at] for at in sorted(found)]


# ----------------------------------------------------------------------------------------------------- sights


def _sights(wish: Wish, rows: list[Sight]) -> tuple[str, Entry | None]:
    kind = wish.kind
    chosen: Sequence[Sight] = ()
    if kind == "attraction_must_visit_named":
        return kind, {"attraction_names": named} if (
            named := _verbatim(wish, (row.name for row in rows))
        ) else None
    if kind == "attraction_all_free_attractions":
        chosen = [row for row in rows if cents(row.ticket_price) == 0]
    elif kind == "attraction_top_rated_must_visit":
        chosen = sorted(rows, key=lambda row: -(_number(row.rating) or 0))[:3]
    else:
        meant = _type(wish.said, sorted({row.kind.strip() for row in rows}))
        alike = [row for row in rows if meant and row.kind.strip() == meant]
        if kind == "attraction_all_of_type":
            chosen = alike
        else:
            best = _best(alike, lambda row: _number(row.rating), 1)
            chosen = [] if best is None else [best]
    return kind, {"attraction_names": [row.name for row in chosen]} if chosen else None


def _type(said: str, kinds: Sequence[str]) -> str:
    """Return the type of the data that a sentence speaks of: by its name, else by the roots of its words."""
    whole = [kind for kind in kinds if _says(said, kind)]
    if whole:
        return max(whole, key=len)
    if re.search(r"[\u4e00-\u9fff]", "".join(kinds)):
        return next((kind for kind in kinds if kind[:2] in said), "")
    scores: Mapping[str, int] = {
        kind: sum(
            len(root) for word in kind.split() if len(word) > 3 and (root := word[:5].lower()) in said.lower()
        )
        for kind in kinds
    }
    best = max(scores.values(), default=0)
    return next((kind for kind in kinds if scores[kind] == best), "") if best else ""
