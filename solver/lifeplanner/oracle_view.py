"""The oracle's view: records of the city, with what posts say as it stands in the memories of places."""

from collections.abc import Collection
from copy import copy
from datetime import date
from functools import cached_property

from planassay.kb.formats.lifeplanner import City, Note, Place, plain
from planassay.kb.formats.lifeplanner.asks import Filters
from planassay.kb.roads import Errand, Mode, Vehicle, time_ms
from planassay.kb.tools.lifeplanner import Router
from planassay.kb.tools.lifeplanner.courses import line_of
from planassay.kb.tools.lifeplanner.ground import Ground
from planassay.solver.lifeplanner.filters import holds, tagged
from planassay.solver.lifeplanner.view import (
    Course,
    Detail,
    Line,
    Near,
    Post,
    Posts,
    Reason,
    RefusedError,
    Row,
)

_Legs = dict[tuple[str, str, Vehicle, Mode, frozenset[int]], tuple[int, Course] | None]


class OracleView:
    """
    Sees all that is recorded.

    Parameters
    ----------
    city
        Places, posts and roads.
    router
        Finds best routes in its network.
    """

    def __init__(self, city: City, router: Router) -> None:
        self.city = city
        self._router = router
        self._ground = Ground(city)
        self._legs: _Legs = {}
        self._stretch = 1.0

    def stretched(self, factor: float) -> "OracleView":
        """Return a view in which every radius is so many times as long; routes found are shared."""
        view = copy(self)
        view._stretch = factor
        return view

    def resolve(self, name: str) -> Row:
        """Return the place of a name; see :class:`planassay.solver.lifeplanner.view.View`."""
        asked = plain(name)
        found = self._exact.get(asked) or [place for place, names in self._names if asked in names]
        if len(found) != 1:
            raise RefusedError(Reason.AMBIGUOUS_NAME if found else Reason.UNKNOWN_NAME, name)
        return row_of(found[0])

    def search(self, word: str, filters: Filters) -> tuple[Row, ...]:
        """Return the places that have a word in a name and pass the filters."""
        asked = plain(word)
        return tuple(row_of(p) for p, names in self._names if asked in names and passes(p, filters))

    def detail(self, row: Row) -> Detail:
        """Return all that the map shows of a place."""
        place = self.city.place[row.place_id]
        return Detail(row, place.address, place.opentime_week, place.tags, place.aliases)

    def nearby(self, center: Row | Line, radius_m: float, filters: Filters) -> tuple[Near, ...]:
        """Return the places around a place or along a route."""
        radius_m *= self._stretch
        if isinstance(center, Row):
            found = self._ground.around(self.city.place[center.place_id].point, radius_m)
            own = {center.place_id}
        else:
            leg = self._leg(center.start, center.end, center.vehicle, Mode.TIME, frozenset())
            if leg is None:
                raise RefusedError(Reason.NO_ROUTE, f"{center.start.name}, {center.end.name}")
            found = self._ground.along(line_of(self.city.network, leg[0], leg[1].gids), radius_m)
            own = {center.start.place_id, center.end.place_id}
        return tuple(
            Near(row_of(place), round(distance, 1))
            for distance, place in found
            if place.place_id not in own and passes(place, filters)
        )

    def route(
        self, start: Row, end: Row, vehicle: Vehicle, mode: Mode, avoid: Collection[int] = ()
    ) -> Course | None:
        """Return the best route between two places, or None if there is none."""
        leg = self._leg(start, end, vehicle, mode, frozenset(avoid))
        return None if leg is None else leg[1]

    def fact(self, row: Row, key: str, on: date) -> str | None:
        """Return what the memories that hold on a day say of a place."""
        facts = self.city.place[row.place_id].facts(on)
        if key in facts and facts[key] is None:
            raise RefusedError(Reason.CONTRADICTED, f"{row.name}, {key}")
        return facts.get(key)

    def posts(self, row: Row, since: date | None = None) -> Posts:
        """Return how many posts there are that name a place, and the newest."""
        notes = [n for n in self._notes.get(row.place_id, ()) if since is None or n.time.date() >= since]
        notes.sort(key=lambda note: note.note_id)
        newest = max(notes, key=lambda note: note.time, default=None)
        return Posts(len(notes), None if newest is None else post_of(newest))

    def _leg(
        self, start: Row, end: Row, vehicle: Vehicle, mode: Mode, avoid: frozenset[int]
    ) -> tuple[int, Course] | None:
        key = (start.place_id, end.place_id, vehicle, mode, avoid)
        if key not in self._legs:
            self._legs[key] = self._found(key)
        return self._legs[key]

    def _found(self, key: tuple[str, str, Vehicle, Mode, frozenset[int]]) -> tuple[int, Course] | None:
        start, end, vehicle, mode, avoid = key
        ends = [self._ground.snap(self.city.place[name].point, vehicle) for name in (start, end)]
        if ends[0] is None or ends[1] is None:
            return None
        gids = self._router.route(Errand(ends[0], ends[1], vehicle, mode, avoid)).gids
        if gids is None:
            return None
        ways = [self.city.network.by_gid[gid] for gid in gids]
        length, time = sum(way.length_mm for way in ways), sum(time_ms(way, vehicle) for way in ways)
        return ends[0], Course(gids, length, time)

    @cached_property
    def _names(self) -> list[tuple[Place, str]]:
        """Each place with its plain names and aliases in lines, by identifier."""
        places = sorted(self.city.places, key=lambda place: place.place_id)
        return [(place, "\n".join(map(plain, (place.name, *place.aliases)))) for place in places]

    @cached_property
    def _exact(self) -> dict[str, list[Place]]:
        """Places by plain name, without aliases."""
        found: dict[str, list[Place]] = {}
        for place in self.city.places:
            found.setdefault(plain(place.name), []).append(place)
        return found

    @cached_property
    def _notes(self) -> dict[str, list[Note]]:
        found: dict[str, list[Note]] = {}
        for note in self.city.notes:
            for place_id in dict.fromkeys(note.place_ids):
                found.setdefault(place_id, []).append(note)
        return found


def row_of(place: Place) -> Row:
    """Return what searches show of a place."""
    return Row(place.place_id, place.name, place.place_type, place.rating_tenths, place.cost_cents)


def post_of(note: Note) -> Post:
    """Return what searches show of a note."""
    return Post(note.note_id, note.title, note.time, note.liked_count, note.collected_count)


def passes(place: Place, filters: Filters) -> bool:
    """Return whether a place passes filters; limits are inclusive, and missing values fail them."""
    return holds(row_of(place), filters) and tagged(place.name, place.tags, filters)
