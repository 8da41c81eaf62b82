"""The sieve: what is not certain, not steady, not hidden or not shown is not kept, each with its reason."""

from datetime import datetime
from functools import cache

import orjson
import pytest
from tests.corner import NOW, corner

from planassay.gold.lifeplanner.maker import to_row
from planassay.gold.lifeplanner.scene import Scene, Sketch
from planassay.gold.lifeplanner.sieve import SievedError, sift
from planassay.kb.draw import Draw
from planassay.kb.formats.lifeplanner import request
from planassay.kb.formats.lifeplanner.asks import (
    BranchesAsk,
    Circle,
    Column,
    ColumnAsk,
    CompareAsk,
    EndsAsk,
    Filters,
    FitAsk,
    NearbyAsk,
    Need,
    Outing,
    SaidAsk,
    Stretch,
    Top,
    Want,
)
from planassay.kb.roads import Mode, Vehicle
from planassay.kb.worlds.lifeplanner import build
from planassay.solver.lifeplanner.certify import certificate
from planassay.verifier.certificate import Decision
from planassay.verifier.components.lifeplanner import check

WALK = Vehicle.WALKING
CAFES = Filters(place_type="Cafe")
TIE = "several are equally good"


@cache
def scene(kind: str = "corner") -> Scene:
    """Return a city to draw from."""
    return Scene(corner() if kind == "corner" else build("small", 7))


def outing(leave=NOW, **more):
    """Return an outing on foot."""
    return Outing(leave=leave, vehicle=WALK, stay=30, **more)


def circle(radius, center="车站"):
    """Return a circle."""
    return Circle(center=center, radius=radius)


# The next cafe is 95.81 metres from the station.
REJECTED = [
    (NearbyAsk(within=circle(96), filters=CAFES), "a radius that differs by half a per cent changes it"),
    (
        NearbyAsk(along=Stretch(start="车站", end="甲咖啡", vehicle=WALK), buffer=96, filters=CAFES),
        "a radius that differs by half a per cent changes it",
    ),
    (FitAsk(name="甲咖啡", outing=outing(datetime(2026, 6, 1, 17, 28), start="车站")), "a minute changes it"),
    (
        FitAsk(name="丁面馆", outing=outing(datetime(2026, 7, 1, 12), start="车站")),
        "what posts say changes before the day of leaving",
    ),
    (NearbyAsk(within=circle(150), outing=outing()), "the hidden constraints change nothing"),
    (
        CompareAsk(names=("甲咖啡", "丁面馆"), column=Column.RATING, want=Want.HIGHEST),
        TIE,
    ),
    (
        EndsAsk(start="乙咖啡", ends=("甲咖啡", "丙咖啡"), vehicle=WALK, mode=Mode.TIME),
        TIE,
    ),
    (
        NearbyAsk(within=circle(400), top=Top(count=1, column=Column.RATING, want=Want.HIGHEST)),
        TIE,
    ),
    (ColumnAsk(name="连锁店", column=Column.TYPE), "several places have the name"),
    (ColumnAsk(name="丙咖啡", column=Column.HOURS), "the hours are not known"),
    (FitAsk(name="丙咖啡", outing=outing(start="车站")), "the hours are not known"),
    (SaidAsk(name="塔楼", fact="parking"), "newest posts of one day contradict each other"),
    (SaidAsk(name="车站", fact="parking"), "no post says"),
    # Posts on one of two shops of a name are taken for posts on the other by who sees no memories.
    (
        NearbyAsk(
            within=circle(120, "塔楼"),
            filters=Filters(place_type="Supermarket"),
            outing=outing(needs=(Need.CAR,)),
            show=Column.DISTANCE,
        ),
        "the tools show something else than the records",
    ),
]


@pytest.mark.parametrize(("ask", "reason"), REJECTED, ids=lambda one: getattr(one, "kind", None))
def test_what_is_not_kept_and_why(ask, reason):
    """The reason is one of few words, so that they can be counted."""
    with pytest.raises(SievedError) as refused:
        sift(Sketch(ask, NOW), scene())
    assert str(refused.value) == reason


def test_what_the_tools_cut_is_not_kept():
    """More than twenty rows are no answer, though the records have it."""
    with pytest.raises(SievedError, match="through the tools: a reply was cut"):
        sift(Sketch(BranchesAsk(word="店"), NOW), scene("small"))
    with pytest.raises(SievedError, match="too many places are in the answer"):
        sift(Sketch(NearbyAsk(within=circle(1500, build("small", 7).places[0].name)), NOW), scene("small"))


def test_what_is_kept_has_its_evidence():
    """An outing with a need: the details of the place, the post that tells, seven calls."""
    kept = sift(Sketch(FitAsk(name="甲咖啡", outing=outing(start="车站", needs=(Need.DOG,))), NOW), scene())
    assert (kept.place_ids, kept.note_ids, kept.calls) == (("A",), ("n1",), 7)


def test_the_checker_too_takes_no_doubt_that_does_not_matter():
    """One cafe's hours are not known, but no post lets dogs in there: it is out for the checker as well."""
    ask = NearbyAsk(
        within=circle(300), filters=CAFES, outing=outing(datetime(2026, 6, 2, 12), needs=(Need.DOG,))
    )
    kept = sift(Sketch(ask, NOW), scene())
    row = to_row(kept, "one", "nearby_L2", Draw(1, "wording"))
    proof = certificate(row, kept.derived, scene().view, scene().city, scene().router)
    assert check(orjson.loads(orjson.dumps(proof)), request(row), scene().city).decision is Decision.ACCEPTED
    assert kept.derived.sets == (("A",),)
