"""
Worlds: a knowledge base as the arrays that kernels see.

Made from the columns of a store, once for each knowledge base and process. Whatever the rules ask of a
record alone is worked out here, for all records at once: which personas it serves, where its clocks stand,
when it is open. How names are found stands in ``keys``.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from typing import cast
from weakref import WeakKeyDictionary

import numpy as np

from planassay.kb.catalog import Catalog, Table
from planassay.kb.clock import DAY_MIN, format_clock, parse_clock
from planassay.kb.columns import Array, Columns, build_arrays
from planassay.kb.errors import ZoneUnknownError
from planassay.kb.formats.trek.cells import opening_hours
from planassay.kb.formats.trek.stored import SCHEMA, ColumnSource, parts
from planassay.kb.lookup import lookup
from planassay.kb.names import fold, squeeze
from planassay.kb.personas import PERSONAS
from planassay.kb.records import Attraction, Hotel
from planassay.kb.tables import TableSchema
from planassay.verifier.batch import layout as lay
from planassay.verifier.batch.keys import Keys
from planassay.verifier.batch.layout import ABSENT, NO_OFFSET, Ints, Shorts, World
from planassay.verifier.official.trek.index import official_hours, shortest_visit_min

_TABLES = ("hotels", "attractions", "flights", "cars")
"""Tables of records in the order of their rows, behind the places; behind the cars stand their groups."""

BITS = {name: 1 << bit for bit, name in enumerate(PERSONAS)}
"""The bit of each persona, by its name."""


class Arranged:
    """
    A knowledge base, arranged for the kernels.

    Parameters
    ----------
    kb
        The knowledge base.

    Attributes
    ----------
    world
        The arrays.
    places
        The places of all labels, in order of their rows, which are the first of all.
    firsts
        The row of the first record of each table.
    group_rows
        The row of each group of offers, by the number of its place and the comparable type.
    """

    def __init__(self, kb: Catalog) -> None:
        self.names = lookup(kb)
        self.kb = kb
        source = kb.source
        self._columns = (
            source.columns
            if isinstance(source, ColumnSource)
            else Columns(
                kb.content_hash,
                build_arrays(cast("Sequence[TableSchema[object]]", SCHEMA), list(parts(source))),
            )
        )
        self.places = tuple(sorted(self.names.places))
        self._keys = Keys()
        self._by_name: dict[Table, defaultdict[str, list[int]]] = {}
        self.group_rows: dict[tuple[int, str], int] = {}
        sizes = [len(self.places), *(self._columns.length(table) for table in _TABLES)]
        self.firsts = dict(zip(_TABLES, accumulate(sizes), strict=False))
        self._record = np.zeros((sum(sizes) + self._columns.length("cars"), lay.RECORD_WIDTH), np.int32)
        self._point = np.zeros((sum(sizes), lay.POINT_WIDTH), np.float64)
        self.world = self._arranged()

    @cached_property
    def place_numbers(self) -> dict[str, int]:
        """The number of each place."""
        return {place: number for number, place in enumerate(self.places)}

    @cached_property
    def type_numbers(self) -> dict[str, int]:
        """The number of each type of car, by its comparable form."""
        numbers: dict[str, int] = {}
        for word in self._columns.words("cars", "car_type"):
            numbers.setdefault(squeeze(word), len(numbers))
        return numbers

    @cached_property
    def car_numbers(self) -> dict[str, int]:
        """The code of each number of a car."""
        return {word: code for code, word in enumerate(self._columns.words("cars", "car_id"))}

    def rows_by_name(self, table: Table, number: int, form: Callable[[str], str]) -> dict[str, int]:
        """Return the rows of a place by the form in which names are compared, the first of each."""
        place = self.places[number]
        label = next((label for label in self.kb.labels(table) if self.names.place(label) == place), None)
        rows: dict[str, int] = {}
        if label is not None:
            first = self.firsts[table] + self._columns.span(table, label).start
            for row, name in enumerate(self.kb.names(table, label), first):
                rows.setdefault(form(name), row)
        return rows

    @cached_property
    def label_spans(self) -> dict[Table, dict[str, range]]:
        """For each table the rows of each place: those of the first label that names it."""
        spans: dict[Table, dict[str, range]] = {}
        for table in Table:
            firsts: dict[str, range] = {}
            for label in self.kb.labels(table):
                firsts.setdefault(self.names.place(label), self._columns.span(table, label))
            spans[table] = firsts
        return spans

    @cached_property
    def plain_labels(self) -> frozenset[str]:
        """The labels that official and honest readers take for the same city, each the only one of it."""
        plain = self._record[: len(self.places), lay.PLACE_IS_PLAIN]
        return frozenset(label for label, place in self._labels.items() if plain[self.place_numbers[place]])

    @cached_property
    def fold_numbers(self) -> dict[str, int]:
        """The number of each folded label."""
        folds = self._record[: len(self.places), lay.PLACE_FOLD].tolist()
        return {fold(label): folds[self.place_numbers[place]] for label, place in self._labels.items()}

    @cached_property
    def _labels(self) -> dict[str, str]:
        """Every label of a city with the place it names."""
        labels = dict.fromkeys(label for table in Table for label in self.kb.labels(table))
        labels |= dict.fromkeys(sorted(self.kb.city_airports))
        return {label: self.names.place(label) for label in labels}

    def hotels_named(self, name: str) -> list[int]:
        """Return the rows of all hotels of a name, in whatever city; case is ignored."""
        return self._named(Table.HOTELS)[name.lower()]

    def sights_named(self, name: str) -> list[int]:
        """Return the rows of all attractions of a name, likewise."""
        return self._named(Table.ATTRACTIONS)[name.lower()]

    def _named(self, table: Table) -> defaultdict[str, list[int]]:
        if table not in self._by_name:
            found = self._by_name[table] = defaultdict(list)
            offsets = self._columns.arrays[f"{table}.name.offsets"].tolist()
            text = self._columns.arrays[f"{table}.name.utf8"].tobytes()
            for row, (start, end) in enumerate(pairwise(offsets), self.firsts[table]):
                found[text[start:end].decode().lower()].append(row)
        return self._by_name[table]

    def hotel_row(self, stops: Sequence[str], name: str) -> int:
        """Return the row of a required hotel, in the first of some stops that has it; ABSENT if none has."""
        places = [self.names.place(stop) for stop in stops]
        found = ((place, self.names.hotel(place, name)) for place in places)
        return self._row(Table.HOTELS, found)

    def sight_row(self, stops: Sequence[str], name: str) -> int:
        """Return the row of a required attraction, likewise."""
        places = [self.names.place(stop) for stop in stops]
        found = ((place, self.names.attraction(place, name)) for place in places)
        return self._row(Table.ATTRACTIONS, found)

    def _row(self, table: Table, found: Iterable[tuple[str, Hotel | Attraction | None]]) -> int:
        for place, record in found:
            if record is not None:
                rows: Sequence[Hotel | Attraction] = (
                    self.kb.hotels(record.city) if table is Table.HOTELS else self.kb.attractions(record.city)
                )
                position = next(i for i, row in enumerate(rows) if row.row == record.row)
                return self.firsts[table] + self.label_spans[table][place].start + position
        return ABSENT

    # ------------------------------------------------------------------------------------------------ parts

    def _arranged(self) -> World:
        self._add_places()
        self._add_hotels()
        self._add_sights()
        self._add_flights()
        self._add_cars()
        names, is_alias = self._keys.gathered(lay.FIRST_SPACE + lay.SPACES_A_PLACE * len(self.places))
        from planassay.verifier.kernels.names import fill

        with np.errstate(over="ignore"):  # see lanes
            fill(names, is_alias)
        of_flights = names.key[:, lay.KEY_SPACE] == lay.FLIGHTS
        names.key[of_flights, lay.KEY_IS_PLAIN] &= self._record[
            names.key[of_flights, lay.KEY_ROW], lay.FLIGHT_IS_PLAIN
        ]
        return World(names, self._record, self._point)

    def _rows(self, table: str) -> Shorts:
        """Return the rows of a table, to be filled."""
        first = self.firsts[table]
        return self._record[first : first + self._columns.length(table)]

    def _add_places(self) -> None:
        rows = self._record[: len(self.places)]
        labels_of: dict[str, list[str]] = {}
        for label, place in self._labels.items():
            labels_of.setdefault(place, []).append(label)
        folds: dict[str, int] = {}
        for number, place in enumerate(self.places):
            rows[number, lay.PLACE_OFFSET] = self._offset(place)
            rows[number, lay.PLACE_FOLD] = folds.setdefault(fold(labels_of[place][0]), len(folds))
            rows[number, lay.PLACE_IS_PLAIN] = len(labels_of[place]) == 1 and self._opens_the_same(
                place, labels_of[place][0]
            )
        numbers = self.place_numbers
        self._keys.add(lay.PLACES, ((label, numbers[place]) for label, place in self._labels.items()))
        self._keys.add(lay.PLACES, numbers.items(), is_plain=False)
        found = ((key, self.names.place(key)) for key in map(fold, self.places))
        self._keys.add(
            lay.PLACES, ((key, numbers[place]) for key, place in found if place in numbers), is_plain=False
        )

    def _offset(self, place: str) -> int:
        try:
            offset = self.names.offset_min(place)
        except ZoneUnknownError:
            offset = None
        return NO_OFFSET if offset is None else offset

    def _opens_the_same(self, place: str, label: str) -> bool:
        """Tell whether the official reader opens the same tables for a label as the honest one."""
        for table, spans in self.label_spans.items():
            official = self.kb.resolve_city(table, label)
            span = None if official is None else self._columns.span(table, official)
            if span != spans.get(place):
                return False
        return True

    def _spaces(self, table: Table, offset: int) -> Ints:
        """Return the space of names of each row; -1 for rows that no honest reader opens."""
        spaces = np.full(self._columns.length(table), -1, np.int64)
        for place, span in self.label_spans[table].items():
            number = self.place_numbers[place]
            spaces[span.start : span.stop] = lay.FIRST_SPACE + lay.SPACES_A_PLACE * number + offset
        return spaces

    def _name_rows(self, table: Table, offset: int) -> None:
        name = f"{table}.name"
        text, offsets = (self._columns.arrays[f"{name}.{part}"] for part in ("utf8", "offsets"))
        self._keys.add_rows(
            np.asarray(text, np.uint8),
            np.asarray(offsets, np.int64),
            self._spaces(table, offset),
            self.firsts[table],
        )

    def _column(self, table: str, column: str) -> Ints:
        """Return a column of integers, ABSENT where it holds nothing."""
        values = np.array(self._columns.array(table, column), np.int64)
        absent = self._columns.arrays.get(f"{table}.{column}.absent")
        if absent is not None:
            values[absent != 0] = ABSENT
        return values

    def _add_points(self, table: str, *columns: str) -> None:
        rows = self._point[self.firsts[table] :]
        for index, column in enumerate(columns):
            rows[: self._columns.length(table), index] = self._columns.array(table, column)

    def _cited(self, table: Table, column: str) -> Ints:
        """Return for each row the first row under its label with the same identifier."""
        codes = self._columns.array(table, column).astype(np.int64)
        start = np.asarray(self._columns.arrays[f"{table}.start"], np.int64)
        labels = np.repeat(np.arange(len(start) - 1), np.diff(start))
        _, first, same = np.unique(labels << 32 | codes, return_index=True, return_inverse=True)
        return np.asarray(first[same], np.int64) + self.firsts[table]

    def _serving(self, table: Table, column: str, kind: str) -> Ints:
        """Return the personas, as bits, of whose words each row lists any one."""
        words = [word.strip().lower() for word in self._columns.words(table, column)]
        masks = self._columns.masks(table, column)
        personas = np.zeros(len(masks), np.int64)
        for name, persona in PERSONAS.items():
            asked = {word.strip().lower() for word in getattr(persona, kind)}
            wanted = np.zeros(masks.shape[1], np.uint64)
            for code, word in enumerate(words):
                if word in asked:
                    wanted[code // 64] |= np.uint64(1) << np.uint64(code % 64)
            personas[(masks & wanted).any(axis=1)] |= BITS[name]
        return personas

    def _add_hotels(self) -> None:
        self._name_rows(Table.HOTELS, lay.HOTELS_OF)
        self._add_points("hotels", "lat", "lon")
        rows = self._rows("hotels")
        rows[:, lay.HOTEL_PRICE] = self._column("hotels", "price_cents")
        rows[:, lay.HOTEL_CITED] = self._cited(Table.HOTELS, "hotel_id")
        full = self._serving(Table.HOTELS, "amenities", "hotel")
        half = np.zeros_like(full)
        stars, meals = self._column("hotels", "star_halves"), self._column("hotels", "restaurant_rating")
        for name, persona in PERSONAS.items():
            bit = BITS[name]
            if persona.min_star_halves is not None:
                has_stars = stars >= persona.min_star_halves
                half[has_stars != ((full & bit) != 0)] |= bit
                full[~has_stars] &= ~bit
            elif persona.min_restaurant is not None:
                full[meals >= persona.min_restaurant] |= bit
                full[meals < persona.min_restaurant] &= ~bit
        rows[:, lay.HOTEL_FULL], rows[:, lay.HOTEL_HALF] = full, half

    def _add_sights(self) -> None:
        self._name_rows(Table.ATTRACTIONS, lay.SIGHTS_OF)
        self._add_points("attractions", "lat", "lon")
        rows = self._rows("attractions")
        rows[:, lay.SIGHT_TICKET] = self._column("attractions", "ticket_cents")
        rows[:, lay.SIGHT_CITED] = self._cited(Table.ATTRACTIONS, "attraction_id")
        rows[:, lay.SIGHT_FULL] = self._serving(Table.ATTRACTIONS, "facilities", "attraction")
        rows[:, lay.SIGHT_LEAST] = self._column("attractions", "duration_min")
        spans = [_window(text) for text in self._columns.words("attractions", "hours_text")]
        codes = self._columns.array("attractions", "hours_text")
        rows[:, [lay.SIGHT_OPEN, lay.SIGHT_CLOSE]] = _coded([span[:2] for span in spans], codes)
        rows[:, [lay.SIGHT_OFFICIAL_OPEN, lay.SIGHT_OFFICIAL_CLOSE]] = _coded(
            [span[2:] for span in spans], codes
        )
        least = [_least(text) for text in self._columns.words("attractions", "duration_text")]
        rows[:, lay.SIGHT_OFFICIAL_LEAST] = _coded(least, self._columns.array("attractions", "duration_text"))

    def _add_cars(self) -> None:
        count, first = self._columns.length("cars"), self.firsts["cars"]
        types = self._columns.words("cars", "car_type")
        codes = self._columns.array("cars", "car_type")
        services = [tuple(car) for car in _lists(self._columns, "cars", "services")]
        full = self._serving(Table.CARS, "services", "car")
        order: list[int] = []
        groups: list[tuple[int, int, int, bool]] = []
        price = self._column("cars", "price_cents")
        for place, span in self.label_spans[Table.CARS].items():
            by_type: dict[str, list[int]] = {}
            for row in span:
                by_type.setdefault(squeeze(types[codes[row]]), []).append(row)
            space = lay.FIRST_SPACE + lay.SPACES_A_PLACE * self.place_numbers[place] + lay.CARS_OF
            for compared, rows in by_type.items():
                differs = len({(price[row], services[row]) for row in rows}) > 1
                number = self.type_numbers[compared]
                is_plain = all(types[codes[row]].lower() == compared for row in rows)
                group = first + count + len(groups)
                self.group_rows[self.place_numbers[place], compared] = group
                self._keys.add(space, [(compared, group)], is_plain=is_plain)
                groups.append((first + len(order), first + len(order) + len(rows), number, differs))
                order += rows
        self._keys.add(lay.TYPES, self.type_numbers.items())
        self._keys.add(lay.CAR_IDS, self.car_numbers.items())
        cars = np.zeros((count, lay.RECORD_WIDTH), np.int64)
        cars[:, lay.CAR_PRICE] = price
        cars[:, lay.CAR_SEATS] = self._column("cars", "seats")
        cars[:, lay.CAR_FULL] = full
        cars[:, lay.CAR_CITED] = self._cited(Table.CARS, "car_id")
        cars[:, lay.CAR_ID] = self._columns.array("cars", "car_id")
        self._rows("cars")[: len(order)] = cars[order]
        self._record[first + count : first + count + len(groups), :4] = np.array(groups).reshape(-1, 4)

    def _add_flights(self) -> None:
        table = "flights"
        text, offsets = (self._columns.arrays[f"flights.number.{part}"] for part in ("utf8", "offsets"))
        count = self._columns.length(table)
        spaces = np.full(count, lay.FLIGHTS, np.int64)
        self._keys.add_rows(
            np.asarray(text, np.uint8), np.asarray(offsets, np.int64), spaces, self.firsts[table]
        )
        self._add_points(table, "from_lat", "from_lon", "to_lat", "to_lon")
        rows = self._rows(table)
        ends: list[Ints] = []
        for column, city, iata in (
            (lay.FLIGHT_FROM, "from_city", "from_iata"),
            (lay.FLIGHT_TO, "to_city", "to_iata"),
        ):
            rows[:, column] = self._coded_words(
                city, lambda label: self.place_numbers[self.names.place(label)]
            )
            ends.append(self._coded_words(iata, self._airport_offset))
        for column, clock in ((lay.FLIGHT_DEPART, "depart_text"), (lay.FLIGHT_ARRIVE, "arrive_text")):
            rows[:, column] = self._coded_words(clock, lambda text: parse_clock(text) or 0)
        start, end = ends
        shift = end - start
        depart, arrive = rows[:, lay.FLIGHT_DEPART], rows[:, lay.FLIGHT_ARRIVE]
        duration = (arrive - depart - shift) % DAY_MIN
        rows[:, lay.FLIGHT_SHIFT] = np.maximum(0, (depart + duration + shift) // DAY_MIN)
        city_unknown = np.array([self._zone_is_unknown(place) for place in self.places], bool)
        unknown = (start == NO_OFFSET) | (end == NO_OFFSET)
        unknown |= city_unknown[rows[:, lay.FLIGHT_FROM]] | city_unknown[rows[:, lay.FLIGHT_TO]]
        rows[:, lay.FLIGHT_DURATION] = np.where(unknown, ABSENT, duration)
        rows[:, lay.FLIGHT_OFFSET] = start
        rows[:, lay.FLIGHT_FARE] = self._column(table, "fare_cents")
        plain = [self._coded_words(clock, _is_plain_clock) for clock in ("depart_text", "arrive_text")]
        rows[:, lay.FLIGHT_IS_PLAIN] = plain[0] & plain[1]

    def _coded_words(self, column: str, value: Callable[[str], int]) -> Ints:
        """Return a number for each flight, from the word in a column."""
        numbers = [value(word) for word in self._columns.words("flights", column)]
        return _coded(numbers, self._columns.array("flights", column))

    def _airport_offset(self, iata: str) -> int:
        try:
            return self.kb.offset_min(iata)
        except ZoneUnknownError:
            return NO_OFFSET

    def _zone_is_unknown(self, place: str) -> bool:
        try:
            self.names.offset_min(place)
        except ZoneUnknownError:
            return True
        return False


def _coded(values: Sequence[object], codes: Array) -> Ints:
    """Return the values that codes stand for."""
    table = np.array(values, np.int64)
    return np.asarray(
        table[codes.astype(np.int64)] if len(table) else np.zeros((0, *table.shape[1:])), np.int64
    )


def _window(text: str) -> tuple[int, int, int, int]:
    """Return opening and closing minute as honestly read, and as officially read; ABSENT where unknown."""
    try:
        hours = opening_hours(text)
    except ValueError:
        hours = None
    window = None if hours is None else hours.windows(None)[0]
    official = official_hours(text)
    return (*(window or (ABSENT, ABSENT)), *(official or (ABSENT, ABSENT)))


def _least(text: str) -> int:
    """Return the least whole minutes of a visit that the official evaluator takes for long enough."""
    return int(np.ceil(shortest_visit_min(text) - 1e-9))


def _is_plain_clock(text: str) -> int:
    minute = parse_clock(text)
    return int(minute is not None and format_clock(minute) == text)


def _lists(columns: Columns, table: str, column: str) -> Iterator[tuple[str, ...]]:
    """Yield the list of words of each row."""
    words = columns.words(table, column)
    ends = columns.arrays[f"{table}.{column}.offsets"].tolist()
    codes = columns.arrays[f"{table}.{column}.codes"].tolist()
    for start, end in pairwise(ends):
        yield tuple(words[code] for code in codes[start:end])


_ARRANGED: WeakKeyDictionary[Catalog, Arranged] = WeakKeyDictionary()


def arranged(kb: Catalog) -> Arranged:
    """Return a knowledge base, arranged for the kernels, the same each time."""
    found = _ARRANGED.get(kb)
    if found is None:
        found = _ARRANGED[kb] = Arranged(kb)
    return found
