"""Answers derived from asks, each by hand, over the records and over the replies of the tools."""

from datetime import date, datetime

import pytest
from tests.corner import NOW, corner

from planassay.gold.lifeplanner.desk import desk
from planassay.kb.formats.lifeplanner.asks import (
    AlongAsk,
    BranchesAsk,
    Circle,
    Column,
    ColumnAsk,
    CompareAsk,
    CountNotesAsk,
    DetourAsk,
    DifferenceAsk,
    EndsAsk,
    Filters,
    FitAsk,
    FitsAsk,
    NearbyAsk,
    Need,
    NewestNoteAsk,
    Outing,
    PathAsk,
    ReachAsk,
    SaidAsk,
    StopAsk,
    Stretch,
    Top,
    TripAsk,
    VehiclesAsk,
    VerifyAsk,
    Want,
)
from planassay.kb.roads import Mode, Vehicle
from planassay.kb.tools.lifeplanner import MapWorld
from planassay.kb.worlds.lifeplanner import build
from planassay.solver.lifeplanner import posts
from planassay.solver.lifeplanner.derive import derive
from planassay.solver.lifeplanner.oracle_view import OracleView
from planassay.solver.lifeplanner.tool_view import ToolView
from planassay.solver.lifeplanner.view import Reason, RefusedError
from planassay.solver.roads import RoadSearch

CITY = corner()
ROUTER = RoadSearch(CITY.network)
WALK = Vehicle.WALKING
CAFES = Filters(place_type="Cafe")


@pytest.fixture(params=["records", "tools"])
def view(request):
    """Return either view of the corner."""
    if request.param == "records":
        return OracleView(CITY, ROUTER)
    return ToolView(desk(MapWorld(CITY, ROUTER)))


def outing(start="", leave=NOW, vehicle=WALK, stay=30, **more):
    """Return an outing."""
    return Outing(leave=leave, vehicle=vehicle, stay=stay, start=start, **more)


def at(day, hour, minute=0):
    """Return a moment in June 2026."""
    return datetime(2026, 6, day, hour, minute)


VALUES = [
    (ColumnAsk(name="甲咖啡", column=Column.RATING), 4.5),
    (ColumnAsk(name="老车站", column=Column.TYPE), "Sight|Park"),
    (ColumnAsk(name="乙咖啡", column=Column.TAG), ["露台", "安静"]),
    (ColumnAsk(name="丁面馆", column=Column.HOURS), "10:00-14:00 17:00-21:00"),
    (NewestNoteAsk(name="甲咖啡", column="time"), "2026-05-20"),
    (NewestNoteAsk(name="甲咖啡", column="liked_count"), 10),
    (CountNotesAsk(name="甲咖啡", since=date(2026, 5, 1)), 2),
    (CompareAsk(names=("甲咖啡", "乙咖啡", "丁面馆"), column=Column.COST, want=Want.LOWEST), "丁面馆"),
    (DifferenceAsk(names=("乙咖啡", "甲咖啡"), column=Column.RATING), 0.3),
    # It is closed on Mondays, and lets in until half past four.
    (VerifyAsk(name="乙咖啡", open_at=at(1, 12)), False),
    (VerifyAsk(name="乙咖啡", open_at=at(2, 16, 45)), True),
    (VerifyAsk(name="乙咖啡", filters=Filters(least_rating=42, tags=("安静",)), open_at=at(2, 9)), True),
    (VerifyAsk(name="乙咖啡", filters=Filters(least_rating=43)), False),
    (BranchesAsk(word="咖啡", filters=Filters(most_cost=4000)), 2),
    (BranchesAsk(word="咖啡", column=Column.RATING), "甲咖啡"),
    (SaidAsk(name="乙咖啡", fact="pet_friendly"), False),
    (SaidAsk(name="甲咖啡", fact="queue_min"), 25),
    (FitAsk(name="甲咖啡", outing=outing("车站")), True),
    (FitAsk(name="甲咖啡", outing=outing("车站", needs=(Need.DOG, Need.CASHLESS))), True),
    (FitAsk(name="甲咖啡", outing=outing("车站", needs=(Need.TODDLER,))), False),
    (FitAsk(name="甲咖啡", outing=outing("车站", most_queue=20)), False),
    (FitAsk(name="甲咖啡", outing=outing("车站", most_queue=25)), True),
    # 72 seconds of walking: at 17:28 one is there for the last half hour but 72 seconds.
    (FitAsk(name="甲咖啡", outing=outing("车站", leave=at(1, 17, 28))), True),
    (FitAsk(name="甲咖啡", outing=outing("车站", leave=at(1, 17, 29))), False),
    (FitAsk(name="乙咖啡", outing=outing("车站")), False),
    # Two ways are 144 seconds: at 16:27 one is let in, at 16:28 no more.
    (FitAsk(name="乙咖啡", outing=outing("车站", leave=at(2, 16, 27))), True),
    (FitAsk(name="乙咖啡", outing=outing("车站", leave=at(2, 16, 28))), False),
    (FitAsk(name="丁面馆", outing=outing("车站", leave=at(1, 18))), False),
    (FitAsk(name="甲咖啡", outing=outing("车站", people=3, budget=9000)), True),
    (FitAsk(name="甲咖啡", outing=outing("车站", people=3, budget=8999)), False),
    (FitsAsk(names=("甲咖啡", "乙咖啡", "丁面馆"), outing=outing("车站", leave=at(2, 12))), 2),
    (
        FitsAsk(
            names=("甲咖啡", "乙咖啡"),
            outing=outing("车站", leave=at(2, 12)),
            column=Column.COST,
            want=Want.HIGHEST,
        ),
        "乙咖啡",
    ),
]


@pytest.mark.parametrize(("ask", "value"), VALUES, ids=lambda one: getattr(one, "kind", None))
def test_values_of_places(view, ask, value):
    """As read off the corner by hand."""
    assert derive(ask, view, NOW).answer["value"] == value


FOUND = [
    (NearbyAsk(within=Circle(center="车站", radius=300), filters=CAFES), "ABC"),
    (NearbyAsk(within=Circle(center="车站", radius=200), filters=CAFES), "AB"),
    (
        NearbyAsk(
            within=Circle(center="车站", radius=300),
            second=Circle(center="丁面馆", radius=200),
            filters=CAFES,
        ),
        "BC",
    ),
    (NearbyAsk(along=Stretch(start="甲咖啡", end="丁面馆", vehicle=WALK), buffer=50, filters=CAFES), "BC"),
    (
        NearbyAsk(
            within=Circle(center="车站", radius=400),
            top=Top(count=1, column=Column.COST, want=Want.LOWEST),
            show=Column.COST,
        ),
        "D",
    ),
    (
        NearbyAsk(
            within=Circle(center="车站", radius=200),
            filters=CAFES,
            outing=outing(leave=at(2, 12), needs=(Need.DOG,)),
        ),
        "A",
    ),
    (
        NearbyAsk(
            within=Circle(center="车站", radius=250), filters=CAFES, outing=outing(leave=at(2, 16, 28))
        ),
        "A",
    ),
]


@pytest.mark.parametrize(("ask", "ids"), FOUND)
def test_places_nearby(view, ask, ids):
    """The set, and what is told of each; a step is 95.8 metres."""
    derived = derive(ask, view, NOW)
    assert derived.sets == (tuple(ids),)
    assert sorted(entry["place_id"] for entry in derived.answer) == list(ids)
    told = {one["of"]: one["value"] for one in derived.attributes}
    ratings = {"A": 4.5, "B": 4.2, "C": 4.0}
    assert told == ({"D": 20.0} if ask.show is Column.COST else {name: ratings[name] for name in ids})


ROUTES = [
    (PathAsk(start="车站", end="塔楼", vehicle=WALK, mode=Mode.TIME), (1, 2, 3, 4, 5), 500.0, 360.0),
    (PathAsk(start="车站", end="塔楼", vehicle=Vehicle.DRIVING, mode=Mode.TIME), (6,), 600.0, 30.0),
    (
        PathAsk(start="车站", end="塔楼", vehicle=Vehicle.DRIVING, mode=Mode.DISTANCE),
        (1, 2, 3, 4, 5),
        500.0,
        50.0,
    ),
    (
        PathAsk(start="车站", end="塔楼", vehicle=Vehicle.DRIVING, mode=Mode.TIME, avoid=(6,)),
        (1, 2, 3, 4, 5),
        500.0,
        50.0,
    ),
    # The third way is one-way: by car from the fourth crossing to the third one goes around.
    (
        PathAsk(start="车站", end="乙咖啡", vehicle=Vehicle.DRIVING, mode=Mode.TIME, via=("丁面馆",)),
        (1, 2, 3, 4, 5, 6, 1, 2),
        1300.0,
        100.0,
    ),
    (
        VehiclesAsk(start="车站", end="塔楼", vehicles=(WALK, Vehicle.CYCLING), mode=Mode.TIME),
        (1, 2, 3, 4, 5),
        500.0,
        120.0,
    ),
    (
        EndsAsk(start="车站", ends=("丁面馆", "乙咖啡"), vehicle=WALK, mode=Mode.DISTANCE),
        (1, 2),
        200.0,
        144.0,
    ),
    (
        AlongAsk(route=Stretch(start="车站", end="丁面馆", vehicle=WALK), buffer=20, filters=CAFES),
        (1, 2, 3, 4),
        400.0,
        288.0,
    ),
    (
        ReachAsk(start="丁面馆", radius=300, filters=CAFES, outing=outing(leave=at(2, 9, 30))),
        None,
        None,
        None,
    ),
    (
        DetourAsk(
            route=Stretch(start="车站", end="丁面馆", vehicle=WALK),
            buffer=20,
            filters=Filters(place_type="Cafe", least_rating=42),
            outing=outing(leave=at(1, 12), most_queue=30),
        ),
        (1, 2, 3, 4),
        400.0,
        288.0,
    ),
]


@pytest.mark.parametrize(("ask", "gids", "metres", "seconds"), ROUTES)
def test_routes(view, ask, gids, metres, seconds):
    """Ways, metres and seconds as counted by hand; a place of unknown hours leaves the answer open."""
    if gids is None:
        with pytest.raises(RefusedError, match="hours are not known"):
            derive(ask, view, NOW)
        return
    answer = derive(ask, view, NOW).answer
    assert (tuple(answer["way_ids"]), answer["distance_m"], answer["time_s"]) == (gids, metres, seconds)


def test_a_route_names_what_is_on_it(view):
    """Waypoints in their order, places along it, and the set of all of them."""
    ask = AlongAsk(route=Stretch(start="车站", end="丁面馆", vehicle=WALK), buffer=20, filters=CAFES)
    derived = derive(ask, view, NOW)
    assert [entry["place_id"] for entry in derived.answer["places"]] == ["A", "B", "C"]
    assert derived.sets == (("A", "B", "C", "D", "H"),)
    assert derived.optimum == ("time_s", 288_000)
    reach = ReachAsk(start="车站", radius=250, filters=CAFES, outing=outing(leave=at(2, 9, 30)))
    assert derive(reach, view, NOW).answer["end"] == "A"


REFUSED = [
    (ColumnAsk(name="连锁店", column=Column.TYPE), Reason.AMBIGUOUS_NAME),
    (ColumnAsk(name="没有", column=Column.TYPE), Reason.UNKNOWN_NAME),
    (ColumnAsk(name="咖啡", column=Column.TYPE), Reason.AMBIGUOUS_NAME),
    (ColumnAsk(name="塔楼", column=Column.RATING), Reason.UNKNOWN_VALUE),
    (ColumnAsk(name="丙咖啡", column=Column.HOURS), Reason.UNKNOWN_HOURS),
    (CompareAsk(names=("甲咖啡", "丁面馆"), column=Column.RATING, want=Want.HIGHEST), Reason.TIE),
    (SaidAsk(name="塔楼", fact="parking"), Reason.CONTRADICTED),
    (SaidAsk(name="丙咖啡", fact="queue_min"), Reason.SILENT),
    (NewestNoteAsk(name="丁面馆", column="time"), None),
    (NewestNoteAsk(name="没有", column="time"), Reason.UNKNOWN_NAME),
    (VerifyAsk(name="丙咖啡", open_at=NOW), Reason.UNKNOWN_HOURS),
    (FitAsk(name="丙咖啡", outing=outing("车站")), Reason.UNKNOWN_HOURS),
    (NearbyAsk(within=Circle(center="车站", radius=50)), Reason.NOTHING_FITS),
    (
        NearbyAsk(
            within=Circle(center="车站", radius=400),
            top=Top(count=1, column=Column.RATING, want=Want.HIGHEST),
        ),
        Reason.TIE,
    ),
    (
        PathAsk(start="丁面馆", end="车站", vehicle=Vehicle.DRIVING, mode=Mode.TIME, avoid=(6,)),
        Reason.NO_ROUTE,
    ),
    (EndsAsk(start="乙咖啡", ends=("甲咖啡", "丙咖啡"), vehicle=WALK, mode=Mode.TIME), Reason.TIE),
]


@pytest.mark.parametrize(("ask", "reason"), REFUSED)
def test_what_is_not_certain_is_refused(view, ask, reason):
    """With the reason; an unknown that no answer depends on is none."""
    if reason is None:
        assert derive(ask, view, NOW).answer["value"] == "2026-05-25"
        return
    with pytest.raises(RefusedError) as refused:
        derive(ask, view, NOW)
    assert refused.value.reason is reason


def test_unknown_hours_do_not_matter_where_a_need_fails(view):
    """No post says that dogs may come in: it is out, whenever it is open."""
    assert (
        derive(FitAsk(name="丙咖啡", outing=outing("车站", needs=(Need.DOG,))), view, NOW).answer["value"]
        is False
    )


def test_calls_are_few_and_evidence_is_what_was_read():
    """A search for each name, a detail, a route, a search of posts for each fact, and the text read."""
    view = ToolView(desk(MapWorld(CITY, ROUTER)))
    derive(FitAsk(name="甲咖啡", outing=outing("车站", needs=(Need.DOG,))), view, NOW)
    assert [name for name, _ in view.calls] == [
        "place_search",
        "place_search",
        "place_detail",
        "routing",
        "search_notes",
        "search_notes",
        "note_detail",
    ]
    assert (view.place_ids, view.note_ids) == ({"A"}, {"n1"})


def test_every_wording_of_a_fact_is_read_as_it_is_meant():
    """Of each post of a made city the statements are those that stand in the memories of its place."""
    city = build("small", 11)
    stated = {
        (fact.note_id, fact.key): fact.value
        for place in city.places
        for fact in (*place.long_mem, *place.short_mem)
    }
    read = {
        (note.note_id, key): statement.value
        for note in city.notes
        for key, statement in posts.statements(note.desc, note.time).items()
    }
    assert read == stated
    assert {key for _, key in read} == set(posts.KEYWORDS)
    for note in city.notes:
        for key in posts.statements(note.desc, note.time):
            assert any(word in note.desc for word in posts.KEYWORDS[key])


@pytest.mark.parametrize(("end", "certain"), [("丁面馆", True), ("塔楼", False)])
def test_trips_that_are_equally_good_are_told_apart_by_values_of_all_their_stops(view, end, certain):
    """Any of three cafés lies on the way; where a stop has no rating, sets cannot be held against ratings."""
    cafe = StopAsk(within=Circle(center="车站", radius=900), filters=CAFES)
    stops, start = (cafe, StopAsk(name=end)), "车站"
    ask = TripAsk(stops=stops, vehicle=WALK, mode=Mode.DISTANCE, start=start, last=1, show=Column.RATING)
    if certain:
        assert derive(ask, view, NOW).sets == (("A", "D"), ("B", "D"), ("C", "D"))
        return
    with pytest.raises(RefusedError) as refused:
        derive(ask, view, NOW)
    assert refused.value.reason is Reason.UNKNOWN_VALUE
