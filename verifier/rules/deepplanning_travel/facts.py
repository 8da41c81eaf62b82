"""
Facts: what the plan states as prices is what is listed.

Closes the loopholes of prices that are not compared, of sights without a listed price, and of fares of any
seat class. Whole yuan may be rounded either way; of a restaurant that is listed at several prices any is
true.
"""

from collections.abc import Iterator, Sequence

from planassay.kb.errors import shorten
from planassay.kb.formats.deepplanning_travel.plans import ActivityKind
from planassay.kb.money import format_cents
from planassay.verifier.report import Violation
from planassay.verifier.rules.deepplanning_travel.journey import Journey, is_price
from planassay.verifier.rules.deepplanning_travel.rides import cite


def violations(trip: Journey) -> Iterator[Violation]:
    """Yield ``facts/fare`` and ``facts/price``."""
    for ride in trip.rides:
        if ride.wrong == "fare":
            stated = ride.activity.cost_cents
            yield Violation(
                rule="facts/fare",
                pointer=f"{ride.activity.pointer}/details/cost",
                found="no fare" if stated is None else format_cents(stated),
                required=" or ".join(dict.fromkeys(row.price for row in ride.rows)),
                records=tuple(dict.fromkeys(cite(row) for row in ride.rows)),
            )
    for day in trip.days:
        for activity in day.activities:
            if activity.kind in (ActivityKind.MEAL, ActivityKind.ATTRACTION):
                listed = trip.price_of(activity.kind, activity.name)
                yield from _price(
                    listed, activity.cost_cents, f"{activity.pointer}/details/cost", activity.name
                )
        if day.stay is not None and not day.stay.is_name_only and day.number < trip.query.days:
            listed = trip.price_of(ActivityKind.HOTEL, day.stay.name)
            yield from _price(listed, day.stay.price_cents, day.stay.pointer, day.stay.name)


def _price(listed: Sequence[int] | None, stated: int | None, pointer: str, name: str) -> Iterator[Violation]:
    """Yield a violation unless a price is one of those listed; where none is listed there is none to pay."""
    if listed is None or (not listed and not stated) or any(is_price(stated, price) for price in listed):
        return
    yield Violation(
        rule="facts/price",
        pointer=pointer,
        found="no price" if stated is None else format_cents(stated),
        required=f"{' or '.join(map(format_cents, listed)) or 'no price is listed'} for {shorten(name)}",
    )
