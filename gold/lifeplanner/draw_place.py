"""Place: drawn asks about named places."""

from datetime import timedelta

from planassay.gold.lifeplanner import draw_parts as parts
from planassay.gold.lifeplanner.scene import Scene, Sketch, UnfitError
from planassay.kb.draw import Draw
from planassay.kb.formats.lifeplanner import Place
from planassay.kb.formats.lifeplanner.asks import (
    BranchesAsk,
    Column,
    ColumnAsk,
    CompareAsk,
    CountNotesAsk,
    FactKey,
    Filters,
    FitAsk,
    FitsAsk,
    NewestNoteAsk,
    NoteColumn,
    SaidAsk,
    Told,
    VerifyAsk,
    Want,
)
from planassay.solver.lifeplanner.derive import derive
from planassay.solver.lifeplanner.view import RefusedError

_COLUMNS: tuple[Told, ...] = (
    Column.TYPE,
    Column.RATING,
    Column.COST,
    Column.ADDRESS,
    Column.HOURS,
    Column.TAG,
)
_NOTE_COLUMNS: tuple[NoteColumn, ...] = ("time", "title", "liked_count", "collected_count")
_FACTS: tuple[FactKey, ...] = (
    "pet_friendly",
    "wheelchair",
    "child_seat",
    "parking",
    "cash_only",
    "booking_only",
    "queue_min",
)


def column(draw: Draw, scene: Scene) -> Sketch:
    """Draw an ask for a column; some places are called by an alias."""
    place = scene.place(draw)
    name = draw.pick(place.aliases) if place.aliases and draw.chance(0.5) else place.name
    return Sketch(ColumnAsk(name=name, column=draw.pick(_COLUMNS)), scene.now(draw))


def newest_note(draw: Draw, scene: Scene) -> Sketch:
    """Draw an ask for the newest post."""
    place = scene.noted_place(draw)
    what = draw.pick(_NOTE_COLUMNS)
    return Sketch(NewestNoteAsk(name=place.name, column=what), scene.now(draw))


def count_notes(draw: Draw, scene: Scene) -> Sketch:
    """Draw an ask for the number of posts."""
    place, now = scene.noted_place(draw), scene.now(draw)
    since = now.date() - timedelta(days=draw.between(30, 400))
    return Sketch(CountNotesAsk(name=place.name, since=since), now)


def compare(draw: Draw, scene: Scene) -> Sketch:
    """Draw an ask for the best of two to four places of one kind."""
    places = _alike(draw, scene, draw.between(2, 4))
    column = parts.column(draw, places[0])
    ask = CompareAsk(names=parts.names(places), column=column, want=_want(draw, column))
    return Sketch(ask, scene.now(draw))


def verify(draw: Draw, scene: Scene) -> Sketch:
    """Draw an ask whether a place is like that; half of them name limits that it may fail."""
    place, now = scene.place(draw), scene.now(draw)
    like = place if draw.chance(0.6) else _alike(draw, scene, 2, place)[1]
    limits = parts.filters(draw, like, draw.between(1, 2))
    at = None
    if draw.chance(0.7):
        at = now.replace(hour=draw.between(7, 23), minute=draw.pick((0, 15, 30, 45)))
        at += timedelta(days=draw.between(0, 200))
    kept = Filters(least_rating=limits.least_rating, most_cost=limits.most_cost, tags=limits.tags)
    return Sketch(VerifyAsk(name=place.name, filters=kept, open_at=at), now)


def branches(draw: Draw, scene: Scene) -> Sketch:
    """Draw an ask about all places with a word in their names."""
    place, now = scene.place(draw), scene.now(draw)
    word = place.name.partition("(")[0]
    limits = parts.filters(draw, place, draw.between(1, 2))
    kept = Filters(least_rating=limits.least_rating, most_cost=limits.most_cost, tags=limits.tags)
    if draw.chance(0.5):
        return Sketch(BranchesAsk(word=word, filters=kept), now)
    column = parts.column(draw, place)
    return Sketch(BranchesAsk(word=word, filters=kept, column=column, want=_want(draw, column)), now)


def said(draw: Draw, scene: Scene) -> Sketch:
    """Draw an ask for what posts say."""
    fact = draw.pick(_FACTS)
    if fact not in scene.told:
        raise UnfitError("posts say nothing of the kind")
    return Sketch(SaidAsk(name=draw.pick(scene.told[fact]).name, fact=fact), scene.now(draw))


def fit(draw: Draw, scene: Scene) -> Sketch:
    """Draw an ask whether one can go to a place."""
    now, how = scene.now(draw), parts.vehicle(draw)
    target = scene.noted_place(draw)
    start = scene.away(draw, target, 200, parts.REACH_M[how])
    outing = parts.outing(draw, now, how, target, start=start.name)
    sketch = Sketch(FitAsk(name=target.name, outing=outing), now)
    # Most outings fail for something: without this, who says no would mostly be right.
    if draw.chance(0.5) and _value(sketch, scene) is not True:
        raise UnfitError("the outing cannot be, and one that can is wanted")
    return sketch


def fits(draw: Draw, scene: Scene) -> Sketch:
    """Draw an ask to which of two to four places one can go."""
    now, how = scene.now(draw), parts.vehicle(draw)
    places = _alike(draw, scene, draw.between(3, 4), scene.noted_place(draw))
    start = scene.away(draw, places[0], 200, parts.REACH_M[how])
    outing = parts.outing(draw, now, how, places[0], start=start.name)
    names = parts.names(draw.shuffled(places))
    if draw.chance(0.4):
        sketch = Sketch(FitsAsk(names=names, outing=outing), now)
        if draw.chance(0.7) and _value(sketch, scene) == 0:
            raise UnfitError("the outing can be nowhere, and some place is wanted")
        return sketch
    column = parts.column(draw, places[0])
    return Sketch(FitsAsk(names=names, outing=outing, column=column, want=_want(draw, column)), now)


def _alike(draw: Draw, scene: Scene, count: int, first: Place | None = None) -> list[Place]:
    """Draw places of one type near each other, popular ones rather than others."""
    first = first or scene.place(draw)
    near = [p for p in scene.around(first, 3_000) if p.place_type == first.place_type]
    if len(near) < count - 1:
        raise UnfitError("too few places are alike")
    return [first, *draw.shuffled(near[: 6 * count])[: count - 1]]


def _value(sketch: Sketch, scene: Scene) -> object:
    """Return the answer to a sketch; None if there is none that is certain."""
    try:
        answer = derive(sketch.ask, scene.view, sketch.now).answer
    except RefusedError:
        return None
    return answer["value"] if isinstance(answer, dict) else None


def _want(draw: Draw, column: Column) -> Want:
    usual = Want.HIGHEST if column is Column.RATING else Want.LOWEST
    return usual if draw.chance(0.8) else {Want.HIGHEST: Want.LOWEST, Want.LOWEST: Want.HIGHEST}[usual]
