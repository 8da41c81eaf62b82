"""
Searches: what an agent asks TREK's tools, a page at a time, and how replies fill the shelves of a market.

Both profiles are spoken. Under ``trek`` only parameters of the published tools are used: there are no pages,
so a search for more rows shows the earlier ones again. Under ``v1`` a page follows the one before.
"""

import re
from collections.abc import Mapping, Sequence
from typing import TypeVar

from planassay.bench.agents.interface import Desk, Reply
from planassay.bench.agents.trek import replies
from planassay.bench.agents.trek.market import Leg, Market, Shelf
from planassay.kb.catalog import Table
from planassay.kb.records import Attraction, Car, Flight, Hotel

R = TypeVar("R", Hotel, Attraction, Car, Flight)

ROWS = 1000
"""Rows asked for at once where the tools set no limit; no city of TREK has as many."""
V1_ROWS = 100
"""The most of a page under ``v1``."""
SHORT_ROWS = 100
"""Flights of a leg and cars of a city that are asked for at least: their rows are short, and few."""
GROWTH = 4
"""How many times as many rows a second search asks for."""

LOOK_UP_ROWS = 20

TOOLS = {Table.HOTELS: "search_hotels", Table.ATTRACTIONS: "search_attractions", Table.CARS: "search_cars"}
FLIGHTS = "search_flights"
SHORT = (FLIGHTS, TOOLS[Table.CARS])
NAMES = {Table.HOTELS: "name", Table.ATTRACTIONS: "attraction_name"}
WORDS = {Table.HOTELS: "amenity", Table.ATTRACTIONS: "facility", Table.CARS: "extra_service"}


SHOWN = ("flights", "results", "items")
"""Where replies have their rows."""
NO_SUCH_CITY = ("csv not found", "unknown_entity")
"""How the tools say that they have no table of a city, by profile."""


class NoCallsLeftError(Exception):
    """There is no call left that is not needed for the answer."""


class ToolsDownError(Exception):
    """The tools do not answer."""


class Searches:
    """
    Asks, and keeps what it sees in a market.

    Parameters
    ----------
    desk
        Where tools are called.
    market
        What is filled.
    profile
        ``trek`` or ``v1``.
    max_calls
        Billable calls; one is kept for the answer.
    rows
        Rows asked for at first.
    """

    def __init__(
        self, desk: Desk, market: Market, *, profile: str, max_calls: int, rows: int | None = None
    ) -> None:
        self._desk = desk
        self._market = market
        self._is_v1 = profile == "v1"
        self._rows = min(rows or V1_ROWS, V1_ROWS) if self._is_v1 else rows or ROWS
        self.left = max_calls - 1
        self.unread = 0
        """Rows of pages that could not be read; who has any has not seen everything."""

    def flights(self, leg: Leg) -> Shelf[Flight]:
        """Ask for the flights of a leg, or for more of them."""
        shelf = self._market.legs[leg]
        where: dict[str, object] = {"departure_city": leg[0], "arrival_city": leg[1]}
        if not self._is_v1:
            where["trip_type"] = "one_way"
        reply = self._page(FLIGHTS, {**where, "sort_by": "price"}, shelf)
        rows = replies.read_all(replies.rows_of(reply, *SHOWN), replies.flight)
        self._fill(FLIGHTS, shelf, rows, reply, [row.fare_cents for row in rows])
        return shelf

    def hotels(self, city: str) -> Shelf[Hotel]:
        """Ask for the hotels of a city, or for more of them, cheapest first."""
        shelf = self._market.hotels[city]
        reply = self._page("search_hotels", {"city": city, "sort_by": "price"}, shelf)
        rows = replies.read_all(replies.rows_of(reply, *SHOWN), replies.hotel)
        self._fill(TOOLS[Table.HOTELS], shelf, rows, reply, [row.price_cents for row in rows])
        return shelf

    def attractions(self, city: str) -> Shelf[Attraction]:
        """Ask for the places of a city, or for more of them, cheapest first."""
        shelf = self._market.attractions[city]
        reply = self._page("search_attractions", {"city": city, "sort_by": "price"}, shelf)
        rows = replies.read_all(replies.rows_of(reply, *SHOWN), replies.attraction)
        self._fill(TOOLS[Table.ATTRACTIONS], shelf, rows, reply, [row.ticket_cents for row in rows])
        return shelf

    def cars(self, city: str) -> Shelf[Car]:
        """Ask for the cars of a city, or for more of them; the published tool puts them in no order."""
        shelf = self._market.cars[city]
        order = {"sort_by": "price"} if self._is_v1 else {}
        reply = self._page("search_cars", {"city": city, **order}, shelf)
        rows = replies.read_all(replies.rows_of(reply, *SHOWN), replies.car)
        prices = [row.price_cents for row in rows]
        self._fill(TOOLS[Table.CARS], shelf, rows, reply, prices, is_sorted=self._is_v1)
        return shelf

    def look_up(self, table: Table, city: str, name: str) -> bool:
        """Ask for a hotel or place by its name; tell whether there is one of just that name."""
        text = name if self._is_v1 else re.escape(name)  # the published look-up takes a name for a pattern
        self._see_some(table, city, {NAMES[table]: text}, LOOK_UP_ROWS)
        return self._market.knows(table, city, name)

    def near(self, table: Table, city: str, words: str, **bounds: object) -> None:
        """
        Ask for the rows that suit some words best; they come in no order of price.

        Parameters
        ----------
        table, city
            Where.
        words
            What the tools rank by; the names of personas are among what they know.
        bounds
            Other parameters, such as ``min_star``.
        """
        self._see_some(table, city, {WORDS[table]: words, **bounds}, self._rows)

    def _see_some(self, table: Table, city: str, asked: Mapping[str, object], rows: int) -> None:
        limit = "limit" if self._is_v1 else "top_k"
        reply = self._call(TOOLS[table], {"city": city, **asked, limit: rows})
        shown = replies.rows_of(reply, *SHOWN)
        if table is Table.HOTELS:
            self._market.hotels[city].add(replies.read_all(shown, replies.hotel))
        elif table is Table.ATTRACTIONS:
            self._market.attractions[city].add(replies.read_all(shown, replies.attraction))
        else:
            self._market.cars[city].add(replies.read_all(shown, replies.car))

    def _page(self, tool: str, arguments: Mapping[str, object], shelf: Shelf[R]) -> Reply:
        asked = dict(arguments)
        if self._is_v1:
            asked["limit"] = max(self._rows, SHORT_ROWS) if tool in SHORT else self._rows
            if shelf.cursor is not None:
                asked["cursor"] = shelf.cursor
        else:
            asked["top_k"] = self._asked_rows(tool, shelf)
        return self._call(tool, asked)

    def _asked_rows(self, tool: str, shelf: Shelf[R]) -> int:
        first = max(self._rows, SHORT_ROWS) if tool in SHORT else self._rows
        return first * int(GROWTH**shelf.pages)

    def _fill(
        self,
        tool: str,
        shelf: Shelf[R],
        rows: Sequence[R],
        reply: Reply,
        prices: Sequence[int],
        *,
        is_sorted: bool = True,
    ) -> None:
        shown = len(replies.rows_of(reply, *SHOWN))
        self.unread += shown - len(rows)
        if self._is_v1:
            cursor = reply.get("next_cursor")
            shelf.cursor = cursor if isinstance(cursor, str) else None
            shelf.is_complete = shelf.cursor is None
        else:
            shelf.is_complete = shown < self._asked_rows(tool, shelf)
        shelf.add(rows)
        shelf.pages += 1
        if is_sorted and prices:
            shelf.frontier_cents = max(prices)

    def _call(self, tool: str, arguments: Mapping[str, object]) -> Reply:
        if self.left < 1:
            raise NoCallsLeftError(tool)
        self.left -= 1
        reply = self._desk.call(tool, arguments)
        if (fault := _fault(reply)) is not None:
            raise type(fault)(f"{tool}: {fault}")
        return reply


def _fault(reply: Reply) -> Exception | None:
    """Return what a reply without rows means for the search; None if it says that there is no such city."""
    error = reply.get("error")
    if error is None:
        has_rows = any(isinstance(reply.get(key), list) for key in SHOWN)
        return None if has_rows else ToolsDownError("answered in a form that is not known")
    code = error.get("code") if isinstance(error, Mapping) else error
    if code in NO_SUCH_CITY:
        return None
    if code == "call_limit" or "billable calls" in str(error):
        return NoCallsLeftError(str(error))
    return ToolsDownError(str(error))
