"""
Answering: values that kernels ask about, told by the tolerant reader.

A kernel reads what is written as most people write it. For a clock with a blank before it, a price as a text
or a name beyond ASCII it asks; here the parts of ``kb.formats.trek`` answer, which read everything, and what
was asked before is remembered, up to a bound.
"""

import json
from collections.abc import Callable

from planassay.kb.catalog import Table
from planassay.kb.formats.trek.bookings import Bookings
from planassay.kb.formats.trek.drafts import Drafts, Filled, is_nothing
from planassay.kb.names import squeeze
from planassay.verifier.batch import layout as lay
from planassay.verifier.batch.layout import ABSENT, NOWHERE, UNKNOWN, Bytes, Plans
from planassay.verifier.batch.world import Arranged
from planassay.verifier.official.trek.index import Index

_FIELD = "value"
_KEPT, _LONGEST = 20_000, 200
"""Answers that are remembered, and the bytes of what they are about."""
_TABLES = {lay.STAYS: Table.HOTELS, lay.VISITS: Table.ATTRACTIONS}


class Answers:
    """
    The answers to questions over one knowledge base.

    Parameters
    ----------
    arranged
        The knowledge base.
    index
        How the official evaluator finds things, if that is who asks.
    """

    def __init__(self, arranged: Arranged, index: Index | None = None) -> None:
        self._index = index
        self._arranged = arranged
        self._names = arranged.names
        self._drafts = Drafts()
        self._bookings = Bookings(self._drafts, self._names)
        self._known: dict[tuple[int, bytes], tuple[int, int]] = {}
        self._rows: dict[tuple[int, int, bytes], tuple[int, int, bool]] = {}
        self._named: dict[tuple[int, int], dict[str, int]] = {}
        self._ask: dict[int, Callable[[object], int | None]] = {
            lay.ASK_PLACE: self._place,
            lay.ASK_LABEL: self._place_of_label,
            lay.ASK_CLOCK: lambda value: self._drafts.clock(_filled(value), _FIELD),
            lay.ASK_CENTS: lambda value: self._drafts.cents(_filled(value), _FIELD),
            lay.ASK_NUMBER: self._number,
        }

    def answer(self, text: Bytes, plans: Plans, plan_count: int) -> None:
        """Answer all questions about some plans that were read from a text."""
        first, end = (int(plans.plan[plan, lay.PLAN_QUESTIONS]) for plan in (0, plan_count))
        if first == end:
            return
        data, known, booking = text.tobytes(), self._known, plans.booking
        for what, at, stop, plan, kind, number, column in plans.question[first:end].tolist():
            raw = data[at:stop]
            if what == lay.ASK_NAME:
                place = 0 if kind == lay.LEGS else int(booking[kind, number, lay.STAY_PLACE])
                row, car_type, is_plain = self._row(kind, place, raw)
                booking[kind, number, column] = row
                if not is_plain:
                    plans.plan[plan, lay.PLAN_IS_PLAIN] = 0
                if kind == lay.RENTALS:
                    booking[kind, number, lay.RENTAL_TYPE] = car_type
                continue
            found = known.get((what, raw))
            value, faults = self._found(what, raw) if found is None else found
            booking[kind, number, column] = value
            if faults:
                plans.plan[plan, lay.PLAN_FAULTS] += faults

    def _found(self, what: int, raw: bytes) -> tuple[int, int]:
        """Return the answer about a value, ABSENT if it says none, and the number of its faults."""
        self._drafts.faults.clear()
        value = self._ask[what](json.loads(raw))
        if value is None:
            value = NOWHERE if what in (lay.ASK_PLACE, lay.ASK_LABEL) else ABSENT
        found = value, len(self._drafts.faults)
        if len(raw) <= _LONGEST:
            if len(self._known) >= _KEPT:
                self._known.clear()
            self._known[what, raw] = found
        return found

    # ----------------------------------------------------------------------------------------------- values

    def _place(self, value: object) -> int | None:
        label = self._drafts.text(_filled(value), _FIELD)
        return None if label is None else self._number_of(label)

    def _place_of_label(self, value: object) -> int | None:
        label = self._bookings.city_of_label(self._drafts.text(_filled(value), _FIELD))
        return None if label is None else self._number_of(label)

    def _number_of(self, label: str) -> int:
        return self._arranged.place_numbers.get(self._names.place(label), UNKNOWN)

    def _number(self, value: object) -> int | None:
        number = self._bookings.car_id(Filled("", {"id": value}, {}))
        return None if number is None else self._arranged.car_numbers.get(number, UNKNOWN)

    # ------------------------------------------------------------------------------------------------ names

    def _row(self, kind: int, place: int, raw: bytes) -> tuple[int, int, bool]:
        """
        Return the row of a name in a place, ABSENT if nothing there has it, and the number of its type.

        And whether kernels can take the name for what it is to the official evaluator.
        """
        found = self._rows.get((kind, place, raw))
        if found is None:
            name = json.loads(raw)
            if self._index is None or kind == lay.RENTALS:
                found = *self._look_up(kind, place, name), True
            else:
                found = self._look_up_officially(kind, place, name, self._index)
            if len(raw) <= _LONGEST:
                if len(self._rows) >= _KEPT:
                    self._rows.clear()
                self._rows[kind, place, raw] = found
        return found

    def _look_up(self, kind: int, place: int, name: str) -> tuple[int, int]:
        arranged = self._arranged
        if kind == lay.LEGS:
            flight = self._names.flight_row(name)
            return (ABSENT if flight is None else arranged.firsts["flights"] + flight), UNKNOWN
        name = squeeze(name)
        if kind == lay.RENTALS:
            car_type = arranged.type_numbers.get(name, UNKNOWN)
            return arranged.group_rows.get((place, name), ABSENT), car_type
        return (self._names_in(kind, place).get(name, ABSENT) if place >= 0 else ABSENT), UNKNOWN

    def _look_up_officially(self, kind: int, place: int, name: str, index: Index) -> tuple[int, int, bool]:
        """Return the same as the official evaluator finds it; letters beyond ASCII must be small ones."""
        is_plain = all(letter.isascii() or letter == letter.lower() for letter in name)
        if kind == lay.LEGS:
            return ABSENT, UNKNOWN, is_plain and name == name.strip() and not index.flights(name)
        return (
            (self._names_in(kind, place).get(name.lower(), ABSENT) if place >= 0 else ABSENT),
            UNKNOWN,
            is_plain,
        )

    def _names_in(self, kind: int, place: int) -> dict[str, int]:
        """Return the rows of a place by the form in which names are compared, the first of each."""
        named = self._named.get((kind, place))
        if named is None:
            form = squeeze if self._index is None else str.lower
            named = self._named[kind, place] = self._arranged.rows_by_name(_TABLES[kind], place, form)
        return named


def _filled(value: object) -> Filled:
    """Return an object that fills one field with a value, if that is one that says something."""
    return Filled("", {} if is_nothing(value) else {_FIELD: value}, {})
