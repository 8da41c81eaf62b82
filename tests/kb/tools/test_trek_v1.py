"""The profile v1: what is found, in which order, page by page, and what is refused."""

import pytest
from pydantic import ValidationError
from tests.kb.tools.test_trek_published import Overlap
from tests.worlds import isles

from planassay.kb.formats.trek import open_folder
from planassay.kb.tools.registry import profiles, toolset
from planassay.kb.tools.toolset import ToolError
from planassay.kb.tools.trek import v1_queries as q


@pytest.fixture(scope="module")
def tools():
    """Return the tools over the isles."""
    return toolset("trek", "v1", isles(), Overlap(isles()))


@pytest.fixture
def ask(tools):
    """Return a function that calls a tool with checked arguments, all on one run."""
    run = tools.start()

    def asked(tool, **arguments):
        found = tools.by_name[tool]
        return found.answer(run, found.query.model_validate(arguments))

    asked.run = run
    return asked


def names(page):
    """Return what the rows are called."""
    return [row.get("name", row.get("attraction_name", row.get("car_type"))) for row in page["items"]]


def test_pages_go_on_by_cursor_to_the_last_row(ask):
    """Every row is on one page, in one order, and each page knows how many there are."""
    seen, cursor, pages = [], None, 0
    while True:
        page = ask("search_attractions", city="Anvil", limit=3, sort_by="price", cursor=cursor)
        seen += names(page)
        pages += 1
        assert page["total"] == 7
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert pages == 3
    assert seen == names(ask("search_attractions", city="Anvil", sort_by="price"))


@pytest.mark.parametrize("cursor", ["", "x", "é", "W10", "WzEsIngiXQ", "bnVsbA", "A" * 200])
def test_a_cursor_of_no_page_is_refused(ask, cursor):
    """Whatever it holds."""
    with pytest.raises(ToolError) as caught:
        ask("search_hotels", city="Anvil", cursor=cursor)
    assert (caught.value.code, caught.value.status) == ("invalid_cursor", 404)


def test_a_cursor_belongs_to_one_search(ask):
    """Another city, order or tool has other pages; another page size has not."""
    cursor = ask("search_hotels", city="Anvil", limit=1)["next_cursor"]
    assert len(ask("search_hotels", city="Anvil", limit=2, cursor=cursor)["items"]) == 2
    for other in ({"city": "Brine"}, {"city": "Anvil", "sort_order": "desc"}):
        with pytest.raises(ToolError):
            ask("search_hotels", **other, cursor=cursor)
    with pytest.raises(ToolError):
        ask("search_cars", city="Anvil", cursor=cursor)


def test_order_goes_both_ways_and_ties_keep_the_table(ask):
    """Both directions; a visit's length is a number."""
    assert names(ask("search_hotels", city="Anvil", sort_by="price")) == [
        "Anvil Inn",
        "Anvil Crown",
        "Grand Hotel",
    ]
    falling = ask("search_hotels", city="Anvil", sort_by="star", sort_order="desc")
    assert names(falling) == ["Anvil Crown", "Grand Hotel", "Anvil Inn"]
    longest = ask("search_attractions", city="Anvil", sort_by="duration_of_visit", sort_order="desc")
    assert names(longest)[:2] == ["Night Bazaar", "Old Forge"]


def test_names_are_literal_and_the_exact_one_comes_first(ask):
    """Part of a name will do; accents and case do not matter."""
    assert names(ask("search_hotels", city="malaga", name="CASA MALAGA")) == ["Casa Málaga"]
    assert names(ask("search_attractions", city="Anvil", attraction_name="forge")) == [
        "Old Forge",
        "Forge Yard",
    ]
    assert names(ask("search_hotels", city="Anvil", name="Crown|Inn")) == []
    assert names(ask("search_cars", city="Anvil", car_type="van")) == ["Van"]


def test_an_exact_name_goes_before_one_that_holds_it(ask):
    """Whatever the order of the table."""
    from planassay.kb.tools.trek.offers import ATTRACTIONS
    from planassay.kb.tools.trek.v1 import _named

    forge, yard = isles().attractions("Anvil")[0], isles().attractions("Anvil")[3]
    from dataclasses import replace

    rows = [replace(forge, name="The Yard Gate"), replace(yard, name="Yard")]
    assert [row.name for row in _named(ATTRACTIONS, rows, "yard")] == ["Yard", "The Yard Gate"]


def test_every_name_of_the_slice_finds_itself(trek_slice):
    """Literally, with plus signs and brackets: first on the first page."""
    kb = open_folder(trek_slice)
    tools = toolset("trek", "v1", kb, Overlap(kb))
    run = tools.start()
    checked = 0
    for tool, rows, field, table in (
        ("search_hotels", kb.hotels, "name", "hotels"),
        ("search_attractions", kb.attractions, "attraction_name", "attractions"),
    ):
        found = tools.by_name[tool]
        for label in kb.labels(table):
            for row in rows(label):
                query = found.query.model_validate({"city": label, field: row.name})
                assert found.answer(run, query)["items"][0][field] == row.name
                checked += 1
    assert checked > 400


def test_limits_and_hours(ask):
    """Both ends are inside; hours past midnight count."""
    assert names(ask("search_hotels", city="Anvil", min_price=100, max_price=130)) == [
        "Anvil Crown",
        "Grand Hotel",
    ]
    assert "Lamp Street" in names(ask("search_attractions", city="Anvil", open_at="01:30"))
    assert "Lamp Street" not in names(ask("search_attractions", city="Anvil", open_at="02:01"))
    assert "Silent House" not in names(ask("search_attractions", city="Anvil", open_at="12:00"))
    assert names(ask("search_cars", city="Anvil", min_capacity=5, max_price_per_day=60)) == ["Twin", "Twin"]


def test_words_rank_with_a_score_unless_an_order_is_asked_for(ask):
    """They hide no row; with an order the score is only shown."""
    page = ask("search_hotels", city="Anvil", amenity="spa")
    assert names(page)[0] == "Anvil Crown"
    assert [row["score"] for row in page["items"]] == [1.0, 0.0, 0.0]
    ordered = ask("search_hotels", city="Anvil", amenity="spa", sort_by="price", sort_order="desc")
    assert names(ordered) == ["Grand Hotel", "Anvil Crown", "Anvil Inn"]
    assert [row["score"] for row in ordered["items"]] == [0.0, 1.0, 0.0]
    assert "score" not in ask("search_hotels", city="Anvil")["items"][0]


def test_flights_fold_cities_and_order_by_clock(ask):
    """``Malaga`` finds ``Málaga``; the exact spelling wins where two fold alike."""

    def numbers(page):
        return [row["flight_number"] for row in page["items"]]

    assert numbers(ask("search_flights", departure_city="haven", arrival_city="Malaga")) == ["HM 0301"]
    assert numbers(ask("search_flights", departure_city="Haven", arrival_city="San José")) == ["HJ 0401"]
    assert numbers(ask("search_flights", departure_city="Haven", arrival_city="San Jose")) == ["HS 0403"]
    leg = {"departure_city": "Anvil", "arrival_city": "Brine"}
    assert numbers(ask("search_flights", **leg, sort_by="arrival_time")) == ["AB 0202", "AB 0107", "AB 0102"]
    assert numbers(ask("search_flights", **leg, min_price=41, max_price=45)) == ["AB 0107"]
    assert ask("search_flights", departure_city="Brine", arrival_city="Dawn")["total"] == 0


@pytest.mark.parametrize(
    ("tool", "arguments", "place"),
    [
        ("search_hotels", {"city": "Atlantis"}, "city"),
        ("search_flights", {"departure_city": "Atlantis", "arrival_city": "Anvil"}, "departure_city"),
        ("search_flights", {"departure_city": "Anvil", "arrival_city": "Atlantis"}, "arrival_city"),
    ],
)
def test_an_unknown_city_is_a_fault_with_a_place(ask, tool, arguments, place):
    """And a known one without rows is not."""
    with pytest.raises(ToolError) as caught:
        ask(tool, **arguments)
    assert (caught.value.code, caught.value.status) == ("unknown_entity", 404)
    assert caught.value.details[0]["loc"] == [place]


def test_a_city_that_only_flights_name_has_no_hotels(trek_slice):
    """An empty page, because the city exists."""
    kb = open_folder(trek_slice)
    tools = toolset("trek", "v1", kb, Overlap(kb))
    tool = tools.by_name["search_hotels"]
    page = tool.answer(tools.start(), tool.query(city="Honiara", amenity="spa"))
    assert page == {"items": [], "next_cursor": None, "total": 0}


def test_travel_times_by_name_and_by_point(ask):
    """And typed faults for what is missing or unknown."""
    way = ask("compute_travel_time", from_name="Old Forge", from_city="Anvil", to_latitude=0, to_longitude=10)
    assert way == {"distance_km": 60.0, "min_travel_minutes": 75, "mode": "ground"}
    with pytest.raises(ToolError) as caught:
        ask("compute_travel_time", from_name="Old Forge", from_city="Anvil")
    assert (caught.value.code, caught.value.status) == ("unknown_entity", 404)
    with pytest.raises(ToolError) as caught:
        ask("compute_travel_time", from_name="X", from_city="Anvil", to_name="QQQ", to_type="airport")
    assert (caught.value.code, caught.value.status) == ("unknown_entity", 404)
    assert [fault["loc"] for fault in caught.value.details] == [["from"], ["to"]]


def test_notes_and_the_answer_are_kept(ask):
    """Blank notes are not; the answer is kept as it was handed in."""
    assert ask("write_note", text="  ") == {"ok": True, "notes_total": 0}
    assert ask("write_note", text="Anvil first") == {"ok": True, "notes_total": 1}
    ask("submit_plan", is_feasible=False, refusal_reason="no flights")
    assert ask.run.submission == {"is_feasible": False, "refusal_reason": "no flights", "plan": {}}


@pytest.mark.parametrize(
    ("query", "arguments"),
    [
        (q.SearchHotels, {"city": "Anvil", "top_k": 5}),
        (q.SearchHotels, {"city": " "}),
        (q.SearchHotels, {"city": "Anvil", "limit": 101}),
        (q.SearchHotels, {"city": "Anvil", "limit": 0}),
        (q.SearchHotels, {"city": "Anvil", "max_price": "nan"}),
        (q.SearchHotels, {"city": "Anvil", "max_price": -1}),
        (q.SearchHotels, {"city": "Anvil", "sort_by": "colour"}),
        (q.SearchAttractions, {"city": "Anvil", "open_at": "24:00"}),
        (q.ComputeTravelTime, {"from_latitude": 91}),
        (q.SubmitPlan, {"is_feasible": "false"}),
    ],
)
def test_bad_arguments_are_refused(query, arguments):
    """Unknown parameters, values out of range, and texts where a flag must be."""
    with pytest.raises(ValidationError):
        query.model_validate(arguments)


def test_the_registry_knows_both_profiles():
    """And says what there is when asked for another."""
    from planassay.kb.errors import UnknownSystemError

    assert profiles("trek") == ("trek", "v1")
    with pytest.raises(UnknownSystemError, match="known: trek trek, trek v1"):
        toolset("trek", "v9", isles(), Overlap(isles()))
