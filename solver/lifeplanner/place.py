"""Place: the answers about places that a question names."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import singledispatch

from planassay.kb.formats.lifeplanner.asks import (
    BranchesAsk,
    Column,
    ColumnAsk,
    CompareAsk,
    CountNotesAsk,
    DifferenceAsk,
    FitAsk,
    FitsAsk,
    NewestNoteAsk,
    PlaceAsk,
    SaidAsk,
    VerifyAsk,
    Want,
)
from planassay.solver.lifeplanner import outings
from planassay.solver.lifeplanner.derived import (
    KINDS,
    Derived,
    Object,
    attribute,
    constraint,
    numbered,
    scaled,
    shown,
)
from planassay.solver.lifeplanner.filters import filter_constraints, holds, tagged
from planassay.solver.lifeplanner.view import Detail, Reason, RefusedError, Row, View

_NOTE_KINDS = {"time": "date", "title": "text", "liked_count": "count", "collected_count": "count"}


def derive(ask: PlaceAsk, view: View, now: datetime) -> Derived:
    """
    Return the answer to an ask about named places.

    Raises
    ------
    RefusedError
        If there is none that is certain.
    """
    return _derive(ask, view, now)


@singledispatch
def _derive(ask: PlaceAsk, view: View, now: datetime) -> Derived:
    del view, now
    raise TypeError(type(ask).__name__)


@_derive.register
def _column(ask: ColumnAsk, view: View, now: datetime) -> Derived:
    del now
    row = view.resolve(ask.name)
    columns: dict[Column, Callable[[Detail], object]] = {
        Column.ADDRESS: lambda detail: detail.address,
        Column.HOURS: lambda detail: detail.opentime_week,
        Column.TAG: lambda detail: list(detail.tags),
    }
    value: object
    if ask.column in columns:
        detail = view.detail(row)
        if ask.column is Column.HOURS and detail.timetable is None:
            raise RefusedError(Reason.UNKNOWN_HOURS, row.name)
        value = columns[ask.column](detail)
    else:
        value = row.place_type if ask.column is Column.TYPE else shown(row, ask.column)
    if value in (None, "", []):
        raise RefusedError(Reason.UNKNOWN_VALUE, f"{row.name}, {ask.column}")
    return _told(value, KINDS[ask.column], f"{ask.column.value} of {row.place_id} on the map")


@_derive.register
def _newest_note(ask: NewestNoteAsk, view: View, now: datetime) -> Derived:
    del now
    row = view.resolve(ask.name)
    post = view.posts(row).newest
    if post is None:
        raise RefusedError(Reason.SILENT, row.name)
    value = post.time.date().isoformat() if ask.column == "time" else getattr(post, ask.column)
    return _told(value, _NOTE_KINDS[ask.column], f"{ask.column} of {post.note_id}")


@_derive.register
def _count_notes(ask: CountNotesAsk, view: View, now: datetime) -> Derived:
    del now
    row = view.resolve(ask.name)
    return _told(view.posts(row, ask.since).total, "count", f"posts that name {row.place_id}")


@_derive.register
def _compare(ask: CompareAsk, view: View, now: datetime) -> Derived:
    del now
    rows = [view.resolve(name) for name in ask.names]
    best = first(rows, ask.column, ask.want, whole=True)
    return _named(best, _extreme(best, ask.column, ask.want, rows))


@_derive.register
def _difference(ask: DifferenceAsk, view: View, now: datetime) -> Derived:
    del now
    one, other = (_known(view.resolve(name), ask.column) for name in ask.names)
    value = abs(one - other) / (10 if ask.column is Column.RATING else 100)
    return _told(value, "number", "difference of the two values on the map")


@_derive.register
def _verify(ask: VerifyAsk, view: View, now: datetime) -> Derived:
    del now
    row = view.resolve(ask.name)
    value = holds(row, ask.filters)
    if ask.filters.tags:
        value = tagged(row.name, view.detail(row).tags, ask.filters) and value
    limits = filter_constraints(ask.filters, row.place_id)
    if ask.open_at is not None:
        hours = view.detail(row).timetable
        if hours is None:
            raise RefusedError(Reason.UNKNOWN_HOURS, row.name)
        value = hours.open_at(ask.open_at) and value
        limits.append(constraint("open_at", row.place_id, at=ask.open_at.isoformat()))
    return _told(value, "boolean", f"what the map says of {row.place_id}", limits)


@_derive.register
def _branches(ask: BranchesAsk, view: View, now: datetime) -> Derived:
    del now
    rows = view.search(ask.word, ask.filters)
    limits = [constraint("tag_any", "value", values=[ask.word]), *filter_constraints(ask.filters, "value")]
    if ask.column is None:
        return _told(len(rows), "count", "places that the map finds", limits)
    best = first(rows, ask.column, ask.want)
    return _named(best, limits + _extreme(best, ask.column, ask.want))


@_derive.register
def _said(ask: SaidAsk, view: View, now: datetime) -> Derived:
    row = view.resolve(ask.name)
    said = view.fact(row, ask.fact, now.date())
    if said is None:
        raise RefusedError(Reason.SILENT, f"{row.name}, {ask.fact}")
    value: object = int(said) if said.isdigit() else said == "yes"
    kind = "boolean" if isinstance(value, bool) else "number"
    # What is asked is whether posts say yes: the truth of it is the answer, whatever it is.
    expected = "yes" if isinstance(value, bool) else said
    limits = [constraint("social_fact", row.place_id, key=ask.fact, value=expected)]
    return _told(value, kind, f"newest post on {row.place_id}", limits)


@_derive.register
def _fit(ask: FitAsk, view: View, now: datetime) -> Derived:
    start, row = view.resolve(ask.outing.start), view.resolve(ask.name)
    value = outings.fits(view, ask.outing, start, row, now)
    limits = outings.constraints(ask.outing, start, row.place_id)
    return _told(value, "boolean", f"whether the outing to {row.place_id} can be", limits)


@_derive.register
def _fits(ask: FitsAsk, view: View, now: datetime) -> Derived:
    start = view.resolve(ask.outing.start)
    rows = [view.resolve(name) for name in ask.names]
    among = [row.place_id for row in rows]
    fit = [row for row in rows if outings.fits(view, ask.outing, start, row, now)]
    limits = outings.constraints(ask.outing, start, "value", among=among)
    if ask.column is None:
        return _told(len(fit), "count", "places to which the outing can be", limits)
    best = first(fit, ask.column, ask.want)
    return _named(best, limits + _extreme(best, ask.column, ask.want, rows))


def first(rows: Sequence[Row], column: Column, want: Want, *, whole: bool = False) -> Row:
    """
    Return the one place with the highest or the lowest rating or cost.

    Parameters
    ----------
    whole
        Whether every place must have a value; else those without are passed over.

    Raises
    ------
    RefusedError
        If there is none, or several have it.
    """
    valued = [row for row in rows if scaled(row, column) is not None]
    if whole:
        valued = [row for row in rows if _known(row, column) >= 0]
    if not valued:
        raise RefusedError(Reason.NOTHING_FITS)
    choose = max if want is Want.HIGHEST else min
    value = choose(_known(row, column) for row in valued)
    best = [row for row in valued if _known(row, column) == value]
    if len(best) > 1:
        raise RefusedError(Reason.TIE, ", ".join(row.name for row in best))
    return best[0]


def _known(row: Row, column: Column) -> int:
    value = scaled(row, column)
    if value is None:
        raise RefusedError(Reason.UNKNOWN_VALUE, f"{row.name}, {column}")
    return value


def _extreme(best: Row, column: Column, want: Want, rows: Sequence[Row] = ()) -> list[Object]:
    """Return that a place must be as good as the best, and one of those that were named."""
    side = "ge" if want is Want.HIGHEST else "le"
    among = {"among": [row.place_id for row in rows]} if rows else {}
    return [constraint(f"{column.value}_{side}", "value", value=shown(best, column), **among)]


def _named(best: Row, limits: list[Object]) -> Derived:
    return _told(best.name, "text", f"{best.place_id} is the one", limits)


def _told(value: object, kind: str, reason: str, limits: Sequence[Object] = ()) -> Derived:
    answer = {"value": value, "reason": reason}
    return Derived(answer, (attribute("value", kind, value),), numbered(list(limits)))
