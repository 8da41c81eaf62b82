"""Cities and flights as the tools look them up; one :class:`Atlas` serves all sessions."""

from collections.abc import Sequence
from functools import cached_property

from planassay.kb.catalog import Catalog, Table
from planassay.kb.formats.trek.layout import FLIGHTS
from planassay.kb.formats.trek.stored import ColumnSource
from planassay.kb.geo import Point
from planassay.kb.lookup import lookup
from planassay.kb.names import fold
from planassay.kb.records import Flight


class Atlas:
    """
    What is looked up in a knowledge base by name of a city, of an airport or by number of a flight.

    Parameters
    ----------
    kb
        The knowledge base.
    """

    def __init__(self, kb: Catalog) -> None:
        self.kb = kb

    def label(self, table: Table, city: str) -> str | None:
        """Return the label of a table for a city, exact before folded; None if the table has none."""
        return self.kb.resolve_city(table, city.strip())

    def knows(self, city: str) -> bool:
        """Return whether any table has a city of that name."""
        known = lookup(self.kb)
        return any(self.label(table, city) for table in Table) or known.place(city) in known.places

    # ----------------------------------------------------------------------------------------------- flights

    def flights_unfolded(self, from_city: str, to_city: str) -> tuple[Flight, ...]:
        """Return the flights of a leg, cities compared by letter but not by case: accents matter."""
        legs = self._lowered_legs.get((from_city.strip().lower(), to_city.strip().lower()), ())
        found = [flight for leg in legs for flight in self.kb.flights_by_leg[leg]]
        return tuple(sorted(found, key=lambda flight: flight.row) if len(legs) > 1 else found)

    @cached_property
    def _lowered_legs(self) -> dict[tuple[str, str], list[tuple[str, str]]]:
        legs: dict[tuple[str, str], list[tuple[str, str]]] = {}
        for from_city, to_city in self.kb.fares_by_leg:
            key = from_city.strip().lower(), to_city.strip().lower()
            legs.setdefault(key, []).append((from_city, to_city))
        return legs

    def flights_folded(self, from_city: str, to_city: str) -> tuple[Flight, ...]:
        """Return the flights of a leg, cities compared exactly where they can be, else without accents."""
        known = lookup(self.kb)
        return known.flights(known.place(from_city), known.place(to_city))

    # ---------------------------------------------------------------------------------------------- airports

    def airport_of_city(self, city: str) -> Point | None:
        """
        Return the airport of the first flight row to a city, else from it; names compared folded.

        Source: TREK commit c069b3a, ``travel_time.py``.
        """
        row = self._first_rows["to_city"].get(fold(city))
        if row is not None:
            return self.kb.flights[row].to_point
        row = self._first_rows["from_city"].get(fold(city))
        return None if row is None else self.kb.flights[row].from_point

    def airport_named(self, name: str, *, leaves: bool) -> Point | None:
        """
        Return the point of an airport by its name or code, or of a flight by its number.

        Parameters
        ----------
        name
            Compared without regard to case, in the order number, airport of departure, airport of arrival,
            code of departure, code of arrival; the first row counts.
        leaves
            Whether the way begins there: it begins where a flight lands, and ends where one takes off.
        """
        wanted = name.strip().lower()
        row = self._first_rows["number"].get(wanted)
        if row is not None:
            flight = self.kb.flights[row]
            return flight.to_point if leaves else flight.from_point
        for column, is_departure in _AIRPORT_COLUMNS:
            row = self._first_rows[column].get(wanted)
            if row is not None:
                flight = self.kb.flights[row]
                return flight.from_point if is_departure else flight.to_point
        return None

    @cached_property
    def _first_rows(self) -> dict[str, dict[str, int]]:
        """For each column of the flight table: comparable value -> first row that has it."""
        keys = self.kb.flight_keys
        departures, arrivals = self._airport_names()
        return {
            "number": _firsts([key.number.strip().lower() for key in keys]),
            "from_city": _firsts(_folded([key.from_city for key in keys])),
            "to_city": _firsts(_folded([key.to_city for key in keys])),
            "from_airport": _firsts([name.strip().lower() for name in departures]),
            "to_airport": _firsts([name.strip().lower() for name in arrivals]),
            "from_iata": _firsts([key.from_iata.lower() for key in keys]),
            "to_iata": _firsts([key.to_iata.lower() for key in keys]),
        }

    def _airport_names(self) -> tuple[list[str], list[str]]:
        """Return the airports' names of all flights, without making the flights where that can be done."""
        source = self.kb.source
        if isinstance(source, ColumnSource):
            departures, arrivals = source.columns.values(FLIGHTS, ("from_airport", "to_airport"))
            return [str(name) for name in departures], [str(name) for name in arrivals]
        flights = self.kb.flights
        return [flight.from_airport for flight in flights], [flight.to_airport for flight in flights]


_AIRPORT_COLUMNS = (("from_airport", True), ("to_airport", False), ("from_iata", True), ("to_iata", False))


def _firsts(values: Sequence[str]) -> dict[str, int]:
    firsts: dict[str, int] = {}
    for row, value in enumerate(values):
        firsts.setdefault(value, row)
    return firsts


def _folded(cities: Sequence[str]) -> list[str]:
    forms = {city: fold(city) for city in set(cities)}
    return [forms[city] for city in cities]
