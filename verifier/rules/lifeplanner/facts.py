"""What an answer says of a place is what the records have, and distances are true."""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice

from planassay.kb.formats.lifeplanner import Place, plain
from planassay.kb.formats.lifeplanner.answers import number
from planassay.kb.tools.lifeplanner.ground import straight_m
from planassay.verifier.report import Violation
from planassay.verifier.rules.lifeplanner.reply import MAX_TOLD, Reply, cited, shown

SLACK_M = 1.0
"""Metres that a stated distance may be off."""


def violations(reply: Reply) -> Iterator[Violation]:
    """Yield values of records that are stated wrongly; keys that no record has are passed over."""
    yield from islice(_all(reply), MAX_TOLD)


def _all(reply: Reply) -> Iterator[Violation]:
    for mention, place in reply.named:
        for key, value in mention.values.items():
            true = _COLUMNS[key](place) if key in _COLUMNS else None
            if key in _COLUMNS and value is not None and not _is_same(value, true):
                yield Violation(
                    rule=f"facts/{key}",
                    pointer=f"{mention.pointer}/{key}",
                    found=shown(value),
                    required=shown(true if true is not None else "none known"),
                    records=cited(place),
                )
        if reply.case.family == "nearby" and mention.values.get("distance_m") is not None:
            yield from _distance(reply, place, mention.pointer, mention.values["distance_m"])


def _is_same(value: object, true: object) -> bool:
    if isinstance(true, tuple):
        given = value if isinstance(value, list) else [value]
        return {plain(str(one)) for one in given} == {plain(one) for one in true}
    if isinstance(true, str):
        return isinstance(value, str) and plain(value) == plain(true)
    stated = number(value)
    return stated is not None and true is not None and abs(stated - float(str(true))) < 1e-9


def _tenths(place: Place) -> float | None:
    return None if place.rating_tenths is None else place.rating_tenths / 10


def _yuan(place: Place) -> float | None:
    return None if place.cost_cents is None else place.cost_cents / 100


_COLUMNS: Mapping[str, Callable[[Place], object]] = {
    "rating": _tenths,
    "cost": _yuan,
    "address": lambda place: place.address,
    "opentime_week": lambda place: place.opentime_week,
    "place_type": lambda place: place.place_type,
    "tag": lambda place: place.tags,
    "alias": lambda place: place.aliases,
}


def _distance(reply: Reply, place: Place, pointer: str, stated: object) -> Iterator[Violation]:
    """Yield a distance that is that from no centre, and from no route, of the task."""
    case, true = reply.case, []
    for one in case.constraints:
        center = case.place(one.center)
        ends = case.place(one.start), case.place(one.end)
        if one.kind == "within_m" and center is not None:
            true.append(straight_m(center.point, place.point))
        elif one.kind == "on_route_m" and ends[0] is not None and ends[1] is not None:
            aside = case.streets.aside(place, ends[0], ends[1], one.vehicle)
            true += [] if aside is None else [aside]
    found = number(stated)
    if true and (found is None or min(abs(found - one) for one in true) > SLACK_M):
        yield Violation(
            rule="facts/distance_m",
            pointer=f"{pointer}/distance_m",
            found=shown(stated),
            required=" or ".join(f"{one:.1f}" for one in true[:5]),
            records=cited(place),
        )
