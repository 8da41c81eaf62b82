"""The published search service of TREK: what it answers to what stands in a query string."""

import pytest
from tests.worlds import isles

from planassay.kb.catalog import Catalog, MemorySource
from planassay.kb.formats.trek import open_folder, parts
from planassay.kb.geo import EARTH_RADIUS_KM, Point, haversine_km
from planassay.kb.store import open_store, write_store
from planassay.kb.tools.trek import Atlas, published
from planassay.kb.tools.trek.journeys import journey
from planassay.kb.tools.trek.offers import ATTRACTIONS, CARS, HOTELS


class Overlap:
    """Ranks by how many entries of a row's list contain the text."""

    def __init__(self, kb):
        self.kb = kb

    def scores(self, table, label, text):
        """Return a count for each row."""
        rows = {"hotels": self.kb.hotels, "attractions": self.kb.attractions, "cars": self.kb.cars}[table](
            label
        )
        lists = (
            getattr(row, {"hotels": "amenities", "attractions": "facilities"}.get(table, "services"))
            for row in rows
        )
        return [float(sum(text.lower() in entry.lower() for entry in entries)) for entries in lists]


@pytest.fixture(scope="module")
def atlas():
    """Return the isles."""
    return Atlas(isles())


@pytest.fixture(scope="module")
def ask(atlas):
    """Return a function that asks a route of the isles."""
    ranker = Overlap(isles())
    routes = {
        "hotels": lambda p: published.hotels(atlas, ranker, p),
        "attractions": lambda p: published.attractions(atlas, ranker, p),
        "cars": lambda p: published.cars(atlas, ranker, p),
        "flights": lambda p: published.flights(atlas, p),
        "travel_time": lambda p: published.travel_time(atlas, p),
    }

    def asked(route, **parameters):
        return routes[route](parameters)

    return asked


def names(reply):
    """Return what the rows are called."""
    return [row.get("name", row.get("attraction_name", row.get("car_type"))) for row in reply.body]


# ------------------------------------------------------------------------------------------------ faults


def test_unknown_parameters_are_named_in_the_order_of_the_request(ask):
    """The body says which are not known and which are, sorted."""
    reply = ask("cars", zebra="1", city="Anvil", apple="2")
    assert reply.status == 400
    assert reply.body["error"] == "Unsupported parameter(s): zebra, apple"
    assert reply.body["allowed_parameters"] == sorted(published.parameters_of(CARS))


@pytest.mark.parametrize("route", ["hotels", "attractions", "cars"])
@pytest.mark.parametrize("parameters", [{}, {"city": ""}, {"city": "  "}])
def test_a_city_is_required(ask, route, parameters):
    """No city, an empty one and blanks are the same fault."""
    reply = ask(route, **parameters)
    assert (reply.status, reply.body) == (400, {"error": "Parameter 'city' is required."})


def test_flights_require_a_leg_and_a_trip_type(ask):
    """Any of the three that is missing gives the one message."""
    for missing in ("departure_city", "arrival_city", "trip_type"):
        given = {"departure_city": "Haven", "arrival_city": "Anvil", "trip_type": "one_way", missing: ""}
        reply = ask("flights", **given)
        assert reply.status == 400
        assert reply.body == {
            "error": "Parameters 'departure_city', 'arrival_city', 'trip_type' are required."
        }


@pytest.mark.parametrize(
    ("route", "parameter", "message"),
    [
        ("attractions", "open_hours", "open_hours should be HH:MM"),
        ("attractions", "max_ticket_price", "max_ticket_price should be a number"),
        ("attractions", "min_ticket_price", "min_ticket_price should be a number"),
        ("attractions", "ticket_price", "max_ticket_price should be a number"),
        ("attractions", "max_duration_of_visit", "max_duration_of_visit should be a number hour"),
        ("attractions", "min_duration_of_visit", "min_duration_of_visit should be a number hour"),
        ("attractions", "min_rate_of_restaurant", "min_rate_of_restaurant should be a number"),
        ("attractions", "max_rate_of_restaurant", "max_rate_of_restaurant should be a number"),
        ("hotels", "max_price", "max_price should be a number"),
        ("hotels", "min_price", "min_price should be a number"),
        ("hotels", "min_rating", "min_rating should be a number"),
        ("hotels", "max_rating", "max_rating should be a number"),
        ("hotels", "min_star", "min_star should be a number"),
        ("hotels", "max_star", "max_star should be a number"),
        ("cars", "max_price_per_day", "max_price_per_day should be a number"),
        ("cars", "min_price_per_day", "min_price_per_day should be a number"),
        ("cars", "min_capacity", "min_capacity should be an integer"),
        ("cars", "max_capacity", "max_capacity should be an integer"),
    ],
)
def test_filters_that_are_no_numbers_are_told_with_status_200(ask, route, parameter, message):
    """The catalogue of errors, each in its words."""
    reply = ask(route, city="Anvil", **{parameter: "cheap"})
    assert (reply.status, reply.body) == (200, {"error": message})


def test_a_capacity_must_be_whole(ask):
    """``4.0`` is no integer as text."""
    assert ask("cars", city="Anvil", min_capacity="4.0").body == {
        "error": "min_capacity should be an integer"
    }


def test_an_unknown_city_has_no_file(ask):
    """The published words, with status 200."""
    for route in ("hotels", "attractions", "cars"):
        reply = ask(route, city="../Anvil")
        assert (reply.status, reply.body) == (200, {"error": "csv not found"})


def test_what_breaks_the_published_service_is_told_like_other_bad_filters(ask):
    """Broken patterns, counts that are no numbers, unknown columns: 200 with an error, never 500."""
    for parameters in ({"name": "("}, {"top_k": "many"}, {"top_k": ""}, {"top_k": "9" * 5000}):
        reply = ask("hotels", city="Anvil", **parameters)
        assert (reply.status, list(reply.body)) == (200, ["error"])
    assert ask("hotels", city="Anvil", top_k="0", amenity="spa").body == []
    leg = {"departure_city": "Haven", "arrival_city": "Anvil", "trip_type": "one_way"}
    assert "price or departure_time" in ask("flights", **leg, sort_by="colour").body["error"]


# ----------------------------------------------------------------------------------------------- searches


def test_rows_keep_the_order_of_the_table_and_show_the_published_fields(ask):
    """Tags and countries stay hidden; fields come in the published order."""
    (first, *_) = ask("hotels", city="Anvil").body
    assert list(first) == [
        "hotel_id",
        "city_name",
        "name",
        "address",
        "price",
        "star",
        "rating",
        "rate_of_restaurant",
        "longitude",
        "latitude",
        "about",
        "amenities",
    ]
    assert (first["hotel_id"], first["price"], first["star"], first["rating"]) == (1, 100.0, 5.0, 9.0)
    (sight, *_) = ask("attractions", city="Anvil").body
    assert list(sight) == [
        "attraction_id",
        "city_name",
        "attraction_name",
        "address",
        "longitude",
        "latitude",
        "open_hours",
        "ticket_price",
        "overview",
        "facilities",
        "type",
        "duration_of_visit",
        "rate_of_restaurant",
    ]
    assert (sight["rate_of_restaurant"], sight["duration_of_visit"]) == (4.0, "2 hours")
    (car, *_) = ask("cars", city="Anvil").body
    assert list(car) == [
        "car_id",
        "city_name",
        "price_per_day",
        "pickup_location",
        "car_type",
        "capacity",
        "extra_services",
    ]


def test_a_missing_value_is_null_and_meets_no_limit(ask):
    """A car without seats is shown, and is in no search by seats."""
    box = next(row for row in ask("cars", city="Anvil").body if row["car_type"] == "Box")
    assert box["capacity"] is None
    assert "Box" not in names(ask("cars", city="Anvil", min_capacity="0"))


def test_limits_include_their_ends_and_the_longer_name_wins(ask):
    """``max_price`` beats its alias ``price``; both ends are inside."""
    assert names(ask("hotels", city="Anvil", max_price="100")) == ["Anvil Crown", "Anvil Inn"]
    assert names(ask("hotels", city="Anvil", price="100")) == ["Anvil Crown", "Anvil Inn"]
    assert names(ask("hotels", city="Anvil", price="1", max_price="40")) == ["Anvil Inn"]
    assert names(ask("hotels", city="Anvil", min_star="4.5")) == ["Anvil Crown", "Grand Hotel"]
    assert names(ask("cars", city="Anvil", capacity="5")) == ["Van", "Twin", "Twin"]
    assert names(ask("hotels", city="Anvil", max_price="nan")) == []


def test_a_clock_at_either_end_of_the_hours_is_inside(ask):
    """09:00-17:00 holds 09:00 and 17:00; hours past midnight hold nothing, unreadable ones drop out."""
    for moment, is_open in (("08:59", False), ("09:00", True), ("17:00", True), ("17:01", False)):
        assert ("Old Forge" in names(ask("attractions", city="Anvil", open_hours=moment))) is is_open
    assert "Lamp Street" not in names(ask("attractions", city="Anvil", open_hours="21:00"))
    assert "Silent House" not in names(ask("attractions", city="Anvil", open_hours="12:00"))


def test_durations_are_the_first_word_of_their_text(ask):
    """``2 hours`` is 2."""
    assert names(ask("attractions", city="Anvil", min_duration_of_visit="3")) == ["Night Bazaar"]
    assert names(ask("attractions", city="Brine", max_duration_of_visit="1")) == ["Harbour Walk", "Old Forge"]


def test_an_unreadable_duration_counts_as_9999_hours():
    """It is longer than anything asked for."""
    from dataclasses import replace

    place = replace(isles().attractions("Anvil")[0], duration_text="a while")
    kb = Catalog(MemorySource("one", attraction_table={"Anvil": (place,)}))
    atlas, ranker = Atlas(kb), Overlap(kb)
    assert published.attractions(atlas, ranker, {"city": "Anvil", "max_duration_of_visit": "9998"}).body == []
    assert (
        len(published.attractions(atlas, ranker, {"city": "Anvil", "min_duration_of_visit": "9999"}).body)
        == 1
    )


def test_order_rises_by_default_and_falls_for_any_other_word(ask):
    """Equal rows keep the order of the table, either way; those without a value come last."""
    assert names(ask("hotels", city="Anvil", sort_by="price")) == ["Anvil Inn", "Anvil Crown", "Grand Hotel"]
    assert names(ask("hotels", city="Anvil", sort_by="price", sort_order="ASC"))[0] == "Anvil Inn"
    assert names(ask("hotels", city="Anvil", sort_by="price", sort_order="up"))[0] == "Grand Hotel"
    rating = names(ask("hotels", city="Anvil", sort_by="rating", sort_order="desc"))
    assert rating == ["Anvil Crown", "Anvil Inn", "Grand Hotel"]
    assert names(ask("cars", city="Anvil", sort_by="capacity", sort_order="desc"))[-1] == "Box"
    assert names(ask("hotels", city="Anvil", sort_by="colour"))[0] == "Anvil Crown"


def test_top_k_cuts_as_the_head_of_a_table(ask):
    """Twenty by default, none for 0, and below zero all but the last."""
    assert len(ask("hotels", city="Anvil", top_k="2").body) == 2
    assert ask("hotels", city="Anvil", top_k="0").body == []
    assert names(ask("hotels", city="Anvil", top_k="-1")) == ["Anvil Crown", "Anvil Inn"]
    assert len(ask("hotels", city="Anvil", top_k="1000000").body) == 3


def test_words_of_meaning_rank_and_never_hide(ask):
    """Every row is shown, nearest first, and the order asked for is dropped."""
    assert names(ask("hotels", city="Anvil", amenity="spa", sort_by="price"))[0] == "Anvil Crown"
    assert len(ask("hotels", city="Anvil", amenity="spa").body) == 3
    assert names(ask("attractions", city="Anvil", facility="night markets", top_k="1")) == ["Night Bazaar"]
    assert names(ask("cars", city="Anvil", extra_service="remote", top_k="2")) == ["Compact", "Twin"]


def test_cities_are_found_exactly_before_folded(ask):
    """Without accents the only city there is, or the first in sorted order; decomposed text is composed."""
    assert names(ask("hotels", city="malaga")) == ["Casa Málaga"]
    assert names(ask("hotels", city=" Ma\u0301laga ")) == ["Casa Málaga"]
    assert names(ask("hotels", city="San José")) == ["Casa Azul"]
    assert names(ask("hotels", city="San Jose")) == ["Bay Motel"]
    assert names(ask("hotels", city="san josé")) == ["Bay Motel"]


# ------------------------------------------------------------------------------------------------ flights


def numbers(rows):
    """Return the numbers of flights."""
    return [row["flight_number"] for row in rows]


def test_flights_of_a_leg_in_table_order(ask):
    """Case and outer blanks do not matter; accents do."""
    body = ask("flights", departure_city=" haven ", arrival_city="ANVIL", trip_type="one_way").body
    assert numbers(body["flights"]) == ["HA 0101", "HA 0201"]
    unaccented = ask("flights", departure_city="Haven", arrival_city="Malaga", trip_type="one_way")
    assert unaccented.body == {"flights": []}
    accented = ask("flights", departure_city="haven", arrival_city="málaga", trip_type="one_way")
    assert numbers(accented.body["flights"]) == ["HM 0301"]


def test_a_round_trip_lists_both_ways_each_cut_by_itself(ask):
    """The lists are not paired."""
    leg = {"departure_city": "Anvil", "arrival_city": "Brine", "trip_type": "round_trip", "top_k": "2"}
    body = ask("flights", **leg).body
    assert numbers(body["depart_flights"]) == ["AB 0102", "AB 0202"]
    assert numbers(body["return_flights"]) == ["BA 0104"]
    nothing = ask("flights", departure_city="Brine", arrival_city="Dawn", trip_type="round_trip").body
    assert nothing == {"depart_flights": [], "return_flights": []}


def test_flights_by_price_and_by_any_column(ask):
    """A limit that is no number is passed over; hidden columns order too."""
    leg = {"departure_city": "Anvil", "arrival_city": "Brine", "trip_type": "one_way"}

    def found(**more):
        return numbers(ask("flights", **leg, **more).body["flights"])

    assert found(max_price="45") == ["AB 0202", "AB 0107"]
    assert found(price="45", min_price="41") == ["AB 0107"]
    assert found(max_price="cheap") == ["AB 0102", "AB 0202", "AB 0107"]
    assert found(sort_by="price") == ["AB 0202", "AB 0107", "AB 0102"]
    assert found(sort_by="departure_time", sort_order="desc") == ["AB 0202", "AB 0102", "AB 0107"]
    assert found(sort_by="arrival_airport_iata_code") == ["AB 0102", "AB 0202", "AB 0107"]
    wrong = ask("flights", departure_city="Anvil", arrival_city="Brine", trip_type="open_jaw")
    assert (wrong.status, wrong.body) == (200, {"error": "trip_type should be one_way or round_trip"})


def test_every_column_of_the_flight_table_orders(ask):
    """Also those that no answer shows."""
    from planassay.kb.tools.trek.offers import FLIGHT_KEYS

    leg = {"departure_city": "Anvil", "arrival_city": "Brine", "trip_type": "one_way"}
    for column in FLIGHT_KEYS:
        assert len(ask("flights", **leg, sort_by=column).body["flights"]) == 3


# ------------------------------------------------------------------------------------------- travel times


@pytest.mark.parametrize(
    ("distance_km", "minutes", "mode"),
    [
        (0, 45, "ground"),
        (30, 45, "ground"),
        (31, 46, "ground"),
        (180, 195, "ground"),
        (181, 196, "flight"),
        (700, 240, "flight"),
    ],
)
def test_travel_times_follow_the_published_model(distance_km, minutes, mode):
    """The floor, the ground, and the air from about 180 km on."""
    from math import pi

    there = Point(0.0, distance_km / (pi * EARTH_RADIUS_KM / 180))
    way = journey(Point(0.0, 0.0), there)
    assert way == {"distance_km": float(distance_km), "min_travel_minutes": minutes, "mode": mode}


def test_a_flight_number_is_where_it_lands_before_and_where_it_leaves_after(ask, atlas):
    """On the from side its arrival, on the to side its departure."""
    kb = atlas.kb
    flight = kb.flights[0]
    hotel = kb.hotels("Anvil")[0]
    to_hotel = ask(
        "travel_time",
        from_name="ha 0101",
        from_type="flight",
        to_name="Anvil Crown",
        to_city="anvil",
        to_type="hotel",
    )
    assert to_hotel.body["distance_km"] == round(haversine_km(flight.to_point, hotel.point), 2)
    back = ask(
        "travel_time",
        from_name="Anvil Crown",
        from_city="Anvil",
        from_type="hotel",
        to_name="HA 0101",
        to_type="airport",
    )
    assert back.body["distance_km"] == round(haversine_km(hotel.point, flight.from_point), 2)


@pytest.mark.parametrize(
    "end",
    [
        {"from_name": "Anvil Airport", "from_type": "airport"},
        {"from_name": "ANV", "from_type": "flight"},
        {"from_city": "anvil", "from_type": "Flight"},
        {"from_latitude": "0", "from_longitude": "10.0"},
        {"from_latitude": "0", "from_longitude": "10.0", "from_name": "nowhere"},
    ],
)
def test_an_airport_has_many_names(ask, end):
    """A city, a name and a code are the airport itself; coordinates go before all."""
    assert ask("travel_time", **end, to_name="Old Forge", to_city="Anvil").body["distance_km"] == 60.0


def test_a_city_that_flights_only_leave_is_known_too():
    """Where no flight arrives, the first departure gives the airport."""
    kb = Catalog(MemorySource("one", flight_table=isles().flights[:1]))
    reply = published.travel_time(
        Atlas(kb), {"from_city": "Haven", "from_type": "flight", "to_name": "HVN", "to_type": "flight"}
    )
    assert reply.body["distance_km"] == 0.0


def test_each_end_that_is_nowhere_is_told(ask):
    """With status 200, and a hint."""
    reply = ask("travel_time")
    assert reply.status == 200
    assert reply.body == {
        "error": "from: name is missing; to: name is missing",
        "hint": "latitude+longitude from a search result always works",
    }
    half = ask("travel_time", from_name="Anvil Crown", from_type="hotel", to_type="flight")
    assert half.body["error"] == "from: city is missing; to: name or city is missing"
    lost = ask(
        "travel_time", from_name="X", from_city="Anvil", to_name="QQQ", to_type="flight", from_latitude="nan"
    )
    assert lost.body["error"] == "from: no attraction matches 'X' in 'Anvil'; to: no flight matches 'QQQ'"
    odd = ask("travel_time", from_type="boat", to_city="Atlantis", to_type="flight")
    assert odd.body["error"].startswith("from: type 'boat' is none of")
    assert ask("travel_time", endpoint="departure").status == 400


@pytest.mark.parametrize("kind", ["folder", "store"])
def test_airports_of_the_slice_are_found_by_name(trek_slice, tmp_path, kind):
    """Also in a store, where names are read without making the flights."""
    kb = open_folder(trek_slice)
    if kind == "store":
        write_store(tmp_path / "kb", "trek", list(parts(kb.source)))
        kb = open_store(tmp_path / "kb")
    reply = published.travel_time(
        Atlas(kb),
        {
            "from_name": "honiara international airport",
            "from_type": "airport",
            "to_name": "BNE",
            "to_type": "airport",
        },
    )
    assert reply.body["mode"] == "flight"


def test_every_kind_says_what_it_takes():
    """The parameters of each route, once each."""
    for kind in (HOTELS, ATTRACTIONS, CARS):
        parameters = published.parameters_of(kind)
        assert len(set(parameters)) == len(parameters)
