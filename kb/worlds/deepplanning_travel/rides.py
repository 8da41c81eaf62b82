"""
Rides: timetables of flights and trains out and home, direct ones and such with a change.

Direct rides out leave early and arrive by noon, those home leave late in the afternoon, so that each of them
leaves time for a day; connections take longer.
"""

from collections.abc import Sequence

from planassay.kb.clock import format_clock
from planassay.kb.draw import Draw

Row = dict[str, str]

DIRECT = 10
CHANGES = 2
AIRLINES = ("Crane Air", "Lotus Airlines", "Jade Air")
MANUFACTURERS = ("Airbus", "Boeing")
TRAIN_TYPES = ("High-speed Train", "Electric Multiple Unit", "Regular Train")
FIRST = {"flight": "First Class", "train": "First Class Seat"}
SECOND = {"flight": "Economy Class", "train": "Second Class Seat"}
LETTERS = {"flight": "ZX", "train": "G"}


class Timetable:
    """
    The rides of one kind, both ways.

    Parameters
    ----------
    draw
        What decides.
    mode
        ``flight`` or ``train``.
    cities
        Home and destination.
    dates
        Of the ways out and home.
    stations
        At home and at the destination.
    """

    def __init__(
        self, draw: Draw, mode: str, cities: Sequence[str], dates: Sequence[str], stations: Sequence[str]
    ) -> None:
        self.mode = mode
        self._draw = draw
        self._count = 0
        self._routes = 0
        self.out = self._way(cities[0], cities[1], dates[0], stations[0], stations[1], (400, 480))
        self.home = self._way(cities[1], cities[0], dates[1], stations[1], stations[0], (1000, 1150))

    def _way(
        self, start: str, end: str, date: str, leaving: str, reaching: str, clocks: tuple[int, int]
    ) -> list[Row]:
        rows = []
        for k in range(DIRECT):
            depart = clocks[0] + (clocks[1] - clocks[0]) * k // DIRECT + self._draw.below(6)
            minutes = self._draw.between(100, 160)
            row = self._row(start, end, date, leaving, reaching)
            set_times(row, date, depart, minutes)
            rows.append(row)
        for _ in range(CHANGES):
            rows += self._change(start, end, date, leaving, reaching, clocks[0])
        return rows

    def _row(self, start: str, end: str, date: str, leaving: str, reaching: str) -> Row:
        draw = self._draw
        self._count += 1
        self._routes += 1
        flies = self.mode == "flight"
        row = {
            "origin_city": start,
            "destination_city": end,
            "dep_date": date,
            "dep_station_code": leaving[:4],
            "dep_station_name": leaving,
            "arr_station_code": reaching[:4],
            "arr_station_name": reaching,
            "seat_class": SECOND[self.mode],
            "seat_status": draw.weighted((("", 2.0), (str(draw.between(5, 40)), 1.0))),
            "price": f"{draw.between(45, 90) * 10 if flies else draw.between(12, 40) * 5}.0",
            "segment_index": "1",
            "route_index": str(self._routes),
        }
        number = f"{LETTERS[self.mode]}{1000 + self._count}"
        if flies:
            kinds = {"airline": draw.pick(AIRLINES), "manufacturer": draw.pick(MANUFACTURERS)}
            return {"flight_no": number, **row, **kinds, "equip_type": "320", "equip_size": "Medium"}
        return {"train_no": number, **row, "train_type": draw.pick(TRAIN_TYPES)}

    def _change(self, start: str, end: str, date: str, leaving: str, reaching: str, depart: int) -> list[Row]:
        hub = f"Midway {'Airport' if self.mode == 'flight' else 'Station'}"
        first = self._row(start, end, date, leaving, hub)
        second = self._row(start, end, date, hub, reaching)
        second |= {"route_index": first["route_index"], "segment_index": "2", "price": first["price"]}
        set_times(first, date, depart, 70)
        set_times(second, date, depart + 70 + self._draw.between(40, 90), 80)
        return [first, second]

    def direct(self, way: str) -> list[Row]:
        """Return the direct rides of the way ``out`` or ``home``, those of second class."""
        rows = self.out if way == "out" else self.home
        routes = [row["route_index"] for row in rows]
        return [
            row
            for row in rows
            if routes.count(row["route_index"]) == 1 and row["seat_class"] == SECOND[self.mode]
        ]

    def add_first_class(self, row: Row) -> None:
        """Add a row for the first class of a ride, at more than twice the price."""
        self._routes += 1
        price = f"{round(float(row['price']) * 2.2)}.0"
        fine = {"seat_class": FIRST[self.mode], "price": price, "route_index": str(self._routes)}
        rows = self.out if row in self.out else self.home
        rows.append({**row, **fine})

    @property
    def rows(self) -> list[Row]:
        """All rows."""
        return self.out + self.home


def set_times(row: Row, date: str, depart: int, minutes: int) -> None:
    """Set when a ride leaves, and how long it takes."""
    row["dep_datetime"] = f"{date} {format_clock(depart)}:00"
    row["arr_datetime"] = f"{date} {format_clock(depart + minutes)}:00"
    row["duration"] = str(minutes)
