"""Worlds in TREK's schema: as many rows as stated, consistent, connected, and the same bytes each time."""

import os
import re
import subprocess
import sys
from collections import Counter
from itertools import combinations, pairwise
from math import log
from statistics import mean, median, stdev

import pytest
from tests.kb.worlds.inspection import inspect, needed, timed

from planassay.kb.catalog import Catalog, MemorySource, Table
from planassay.kb.formats.trek import parts, read_folder, write_folder
from planassay.kb.names import fold
from planassay.kb.personas import PERSONAS
from planassay.kb.store import open_store, write_store
from planassay.kb.worlds.trek import Defect, Scale, World, build, hotels
from planassay.kb.worlds.trek.cars import CAR_TYPES
from planassay.kb.worlds.trek.network import duration_bounds, is_readable, routes
from planassay.kb.worlds.trek.quotas import QUOTAS, attraction_counts, hotel_counts
from planassay.kb.worlds.trek.scaffold import cities, spare_cities
from planassay.kb.worlds.trek.tags import (
    CAR_BASE,
    CAR_BUNDLES,
    HOTEL_BASE,
    HOTEL_BUNDLES,
    PLACE_BASE,
    PLACE_BUNDLES,
)

SEED = 7
TINY_HASH = "7e5efc345405a3b47206cdaea319776b8cbf024fc2f4f5b8dead74906c2ee849"
SMALL_HASH = "c3dc6ffda918b5187538eca00a9933e87905d8cd87a176cb5e0d160c653350e1"


@pytest.fixture(scope="module")
def tiny() -> MemorySource:
    """Return the tables of a tiny world."""
    return build("tiny", SEED).source


@pytest.fixture(scope="module")
def small() -> MemorySource:
    """Return the tables of a small world."""
    return build(Scale.SMALL, SEED).source


# ------------------------------------------------------------------------------------------- determinism


def test_a_world_is_the_same_bytes_on_every_machine(tiny, small):
    """These hashes were recorded once; a change of any record of any table changes them."""
    assert (tiny.content_hash, small.content_hash) == (TINY_HASH, SMALL_HASH)


@pytest.mark.parametrize("hash_seed", ["0", "1", "4711"])
def test_other_processes_make_the_same_world(hash_seed, tiny):
    """A fresh interpreter, whatever the order of its sets, makes the same records, defects included."""
    script = (
        "from planassay.kb.worlds.trek import Defect, build\n"
        "print(build('tiny', 7).source.content_hash, build('tiny', 7, list(Defect)).source.content_hash)"
    )
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    expected = [tiny.content_hash, build("tiny", SEED, list(Defect)).source.content_hash]
    assert done.stdout.split() == expected


def test_another_seed_makes_another_world(tiny):
    """Nothing bookable is the same under the next seed, but for names by chance."""
    other = build("tiny", SEED + 1).source
    assert other.content_hash != tiny.content_hash
    assert other.flight_table != tiny.flight_table
    assert all(other.hotel_table[label] != tiny.hotel_table[label] for label in tiny.hotel_table)
    assert other.airport_table == tiny.airport_table


def test_a_change_in_one_table_leaves_the_others(tiny, monkeypatch):
    """With dearer hotels, flights, cars and attractions stay what they were."""
    monkeypatch.setattr(sys.modules[hotels.__name__], "MEDIAN_USD", 300.0)
    dearer = build("tiny", SEED).source
    assert dearer.hotel_table != tiny.hotel_table
    assert dearer.flight_table == tiny.flight_table
    assert dearer.car_table == tiny.car_table
    assert dearer.attraction_table == tiny.attraction_table


def test_a_city_is_the_same_at_every_scale(tiny, small):
    """London's cars and its leading hotels do not depend on which other cities there are."""
    assert tiny.car_table["London"] == small.car_table["London"]
    few = tiny.hotel_table["London"]
    assert few == small.hotel_table["London"][: len(few)]


# ------------------------------------------------------------------------------------------------ counts


def test_the_full_scale_has_the_counts_of_trek():
    """375 cities, 392 airports and 212,530 rows, as in TREK's tables at commit a656fc8."""
    own, quota = cities(Scale.FULL), QUOTAS[Scale.FULL]
    assert len(own) == 375
    assert sum(len(city.sites) for city in own) == 392
    assert sum(hotel_counts(quota, own).values()) == 39_396
    assert sum(attraction_counts(quota, own).values()) == 55_814
    assert sum(city.has_many_tags for city in own) == 23
    assert Counter(hotel_counts(quota, own)[c.label] for c in own if not c.has_many_tags) == {100: 352}
    assert len(own) * 3 * len(CAR_TYPES) == 10_125
    assert (quota.legs, quota.flights) == (11_080, 107_195)


@pytest.mark.parametrize("scale", [Scale.TINY, Scale.SMALL])
def test_a_world_has_the_rows_of_its_quota(scale, tiny, small):
    """Every table has exactly the number of rows that the scale states."""
    source, quota = {Scale.TINY: tiny, Scale.SMALL: small}[scale], QUOTAS[scale]
    assert sum(map(len, source.hotel_table.values())) == quota.hotels
    assert sum(map(len, source.attraction_table.values())) == quota.attractions
    assert {len(rows) for rows in source.car_table.values()} == {27}
    assert len(source.flight_table) == quota.flights
    assert len(Catalog(source).flights_by_leg) == quota.legs
    assert set(source.hotel_table) == set(source.attraction_table) == set(source.car_table)


def test_each_scale_has_the_cities_of_the_smaller_ones():
    """What is tried on a small world can be found again in a larger one."""
    tiny, small, full = ({city.label for city in cities(scale)} for scale in Scale)
    assert (len(tiny), len(small)) == (6, 24)
    assert tiny < small < full


def test_a_world_of_an_unknown_scale_is_refused():
    """There is no scale between those that are named."""
    with pytest.raises(ValueError, match="medium"):
        build("medium", SEED)


# ----------------------------------------------------------------------------------------------- flights


def test_a_clean_world_has_no_defect(tiny, small):
    """An auditor that looks for every kind finds nothing."""
    for source in (tiny, small):
        assert {kind: found for kind, found in inspect(source).items() if found} == {}


def test_every_flight_takes_about_what_its_distance_needs(small):
    """Durations by the zones of both ends are within a narrow band around 800 km/h and half an hour."""
    ratios = [minutes / needed(flight) for flight, minutes, _ in timed(small)]
    assert len(ratios) == len(small.flight_table)
    assert 0.75 < min(ratios) <= max(ratios) < 1.65
    assert 0.95 < median(ratios) < 1.1


def test_every_flight_lands_on_the_day_its_clocks_suggest(small):
    """The true day of arrival is the one that a reader of the two clocks takes it for."""
    days = Counter(days for _, _, days in timed(small))
    assert set(days) == {0, 1}
    assert all(days == int(flight.arrive < flight.depart) for flight, _, days in timed(small))


def test_fares_look_like_published_ones(small):
    """Every fare is a whole number of dollars less or plus a tenth, and long flights cost more."""
    for flight in small.flight_table:
        assert flight.fare_cents % 90 == 0 or flight.fare_cents % 110 == 0
        assert 1_890 <= flight.fare_cents <= 351_780
    far = [f.fare_cents for f in small.flight_table if needed(f) > 400]
    near = [f.fare_cents for f in small.flight_table if needed(f) < 150]
    assert median(far) > 4 * median(near)


def test_flight_numbers_are_unique_and_rows_grouped(small):
    """Two letters and four digits, no number twice, rows in order of the airport of departure."""
    numbers = [flight.number for flight in small.flight_table]
    assert len(set(numbers)) == len(numbers)
    assert all(re.fullmatch("[A-Z]{2} [0-9]{4}", number) for number in numbers)
    origins = [flight.from_iata for flight in small.flight_table]
    assert origins == sorted(origins)
    assert [flight.row for flight in small.flight_table] == list(range(len(numbers)))


def test_every_airport_is_served(small):
    """Flights leave from and land at each airport of the reference table."""
    codes = {airport.iata for airport in small.airport_table}
    assert {flight.from_iata for flight in small.flight_table} == codes
    assert {flight.to_iata for flight in small.flight_table} == codes


def reachable(legs: set[tuple[str, str]], start: str) -> set[str]:
    """Return the cities that can be reached by direct flights, one after the other."""
    targets: dict[str, set[str]] = {}
    for origin, target in legs:
        targets.setdefault(origin, set()).add(target)
    found, left = {start}, [start]
    while left:
        new = targets.get(left.pop(), set()) - found
        found |= new
        left += sorted(new)
    return found


def test_every_city_can_be_reached_from_every_other(tiny, small):
    """The network is strongly connected, and still some legs have no flight back."""
    for source in (tiny, small):
        legs = {(flight.from_city, flight.to_city) for flight in source.flight_table}
        start = min(source.hotel_table)
        assert reachable(legs, start) == set(source.hotel_table)
        assert reachable({(b, a) for a, b in legs}, start) == set(source.hotel_table)
        assert any((b, a) not in legs for a, b in legs)


def test_the_full_network_is_as_dense_as_treks():
    """7.9% of the directed pairs of cities, 9.7 flights each on average, strongly connected."""
    own, quota = cities(Scale.FULL), QUOTAS[Scale.FULL]
    network = routes(own, quota.legs, quota.flights, SEED)
    legs = {(route.origin.label, route.target.label) for route in network}
    assert len(legs) == len(network) == 11_080
    assert round(len(legs) / (375 * 374), 3) == 0.079
    assert sum(route.flights for route in network) == 107_195
    assert min(route.flights for route in network) == 1
    start = own[0].label
    assert len(reachable(legs, start)) == len(reachable({(b, a) for a, b in legs}, start)) == 375


def test_cities_across_the_date_line_are_left_apart():
    """From Tokyo to Los Angeles a flight lands before it left: the clocks would hide the day."""
    by_label = {city.label: city for city in cities(Scale.FULL)}
    assert not is_readable(by_label["Tokyo"], by_label["Los Angeles"])
    assert not is_readable(by_label["Auckland"], by_label["Honolulu"])
    assert is_readable(by_label["London"], by_label["New York"])
    assert is_readable(by_label["London"], by_label["Paris"])


@pytest.mark.parametrize(
    ("km", "shift", "bounds"),
    [
        (0, 0, (30, 48)),
        (400, 0, (48, 96)),
        (400, -60, (75, 96)),
        (9_000, 540, (564, 885)),
        (16_500, 0, (1014, 1425)),
    ],
)
def test_durations_stay_clear_of_another_day(km, shift, bounds):
    """From 0.8 to 1.6 of the need, but a quarter of an hour away from the clocks of another day."""
    assert duration_bounds(km, shift) == bounds


def test_a_network_that_cannot_be_joined_is_refused():
    """Two cities across the date line, or more legs than there are pairs, are an error, no endless loop."""
    by_label = {city.label: city for city in cities(Scale.FULL)}
    apart = (by_label["Los Angeles"], by_label["Tokyo"])
    with pytest.raises(ValueError, match="1 cities cannot be joined"):
        routes(apart, 2, 10, SEED)
    near = (by_label["London"], by_label["Rome"])
    with pytest.raises(ValueError, match="only 2 legs can be read, not 3"):
        routes(near, 3, 10, SEED)


# ---------------------------------------------------------------------------------- hotels, places, cars


def test_names_are_told_apart_in_a_city(small):
    """No two records of a city share a name, even without case and accents, be they hotels or places."""
    for label in small.hotel_table:
        names = [fold(record.name) for record in (*small.hotel_table[label], *small.attraction_table[label])]
        assert len(names) == len(set(names))


def test_some_names_come_in_several_cities(small):
    """A name alone does not find a hotel, as in TREK's tables."""
    counts = Counter(hotel.name for rows in small.hotel_table.values() for hotel in rows)
    assert max(counts.values()) >= 2


def test_names_hold_accents_and_apostrophes_but_no_patterns(small):
    """Names try readers with accents and apostrophes, and spare those that take them for patterns."""
    names = [r.name for t in (small.hotel_table, small.attraction_table) for rows in t.values() for r in rows]
    assert any(not name.isascii() for name in names)
    assert any("'" in name for name in names)
    assert any(re.search(r" No\.[23]$", name) for name in names)
    assert not any(re.search(r"[()\[\]{}*+?|^$\\]", name) for name in names)
    assert all(name == name.strip() and "  " not in name for name in names)


def test_hotels_spread_like_treks(small):
    """Prices are whole dollars, lognormal, dearer with stars; restaurants too; ratings in steps of 0.2."""
    rows = [hotel for rows in small.hotel_table.values() for hotel in rows]
    assert all(hotel.price_cents % 100 == 0 and hotel.price_cents >= 1_400 for hotel in rows)
    assert 7_500 < median(hotel.price_cents for hotel in rows) < 11_500
    assert 0.55 < stdev(log(hotel.price_cents) for hotel in rows) < 0.72
    plain, five = ([h for h in rows if h.star_halves == halves] for halves in (6, 10))
    assert 1.3 < median(h.price_cents for h in five) / median(h.price_cents for h in plain) < 1.9
    assert mean(h.restaurant_rating or 0 for h in five) > mean(h.restaurant_rating or 0 for h in plain) + 0.4
    assert all(36 <= hotel.rating_tenths <= 100 and hotel.rating_tenths % 2 == 0 for hotel in rows)
    assert {hotel.star_halves for hotel in rows} == set(range(2, 11))


def test_plain_hotels_have_three_tags_and_their_bundles(small):
    """Amenities are the seven basic ones and the bundles of three tags, nothing twice."""
    rich = {city.label for city in cities(Scale.SMALL) if city.has_many_tags}
    for label, rows in small.hotel_table.items():
        for hotel in rows:
            assert hotel.amenities[:7] == HOTEL_BASE
            assert len(set(hotel.amenities)) == len(hotel.amenities)
            assert "foodie" not in hotel.personas
            if label not in rich:
                expected = {*HOTEL_BASE, *(word for tag in hotel.personas for word in HOTEL_BUNDLES[tag])}
                assert len(set(hotel.personas)) == 3
                assert set(hotel.amenities) == expected


def test_rich_cities_have_many_tags_that_follow_from_facilities(small):
    """Hotels of the East Asian cities carry six to eight tags, places six: all that any facility serves."""
    rich = [city.label for city in cities(Scale.SMALL) if city.has_many_tags]
    assert rich == ["Fukuoka", "Seoul"]
    for label in rich:
        assert len(small.hotel_table[label]) > len(small.hotel_table["London"])
        for hotel in small.hotel_table[label]:
            served = [t for t, words in HOTEL_BUNDLES.items() if any(w in hotel.amenities for w in words)]
            assert list(hotel.personas) == served
            assert 6 <= len(served) <= 8
        for place in small.attraction_table[label]:
            served = [t for t, words in PLACE_BUNDLES.items() if any(w in place.facilities for w in words)]
            assert list(place.personas) == served
            assert len(served) == 6


def test_every_word_of_the_vocabularies_occurs(small):
    """53 amenities, 37 facilities and 23 services, as many as in TREK's tables, and each is in use."""
    amenities = {w for rows in small.hotel_table.values() for h in rows for w in h.amenities}
    facilities = {w for rows in small.attraction_table.values() for p in rows for w in p.facilities}
    services = {w for rows in small.car_table.values() for c in rows for w in c.services}
    assert amenities == {*HOTEL_BASE, *(w for words in HOTEL_BUNDLES.values() for w in words)}
    assert facilities == {*PLACE_BASE, *(w for words in PLACE_BUNDLES.values() for w in words)}
    assert services == {*CAR_BASE, *(w for words in CAR_BUNDLES.values() for w in words)}
    assert (len(amenities), len(facilities), len(services)) == (53, 37, 23)


def test_every_persona_finds_something_in_every_city(tiny, small):
    """Each persona that needs a hotel, a place or a car is served in each city, small as it may be."""
    for source in (tiny, small):
        for label in source.hotel_table:
            for persona in PERSONAS.values():
                hotels_ = [h for h in source.hotel_table[label] if set(persona.hotel) & set(h.amenities)]
                places = [
                    p for p in source.attraction_table[label] if set(persona.attraction) & set(p.facilities)
                ]
                cars = [c for c in source.car_table[label] if set(persona.car) & set(c.services)]
                assert hotels_ or not persona.hotel
                assert places or not persona.attraction
                assert cars or not persona.car


def test_places_come_kind_by_kind_and_open_long_enough(small):
    """Kinds in TREK's order, durations and restaurant scores of their kind, some free, some at night."""
    facts = {
        "Nature/Scenery/Park": ({180}, 370),
        "Theme Park/Amusement Park": ({360, 420, 480}, 375),
        "Historic Site/Landmark": ({120}, 350),
        "Museum/Art Gallery": ({120}, 400),
    }
    order = list(facts)
    for rows in small.attraction_table.values():
        kinds = [order.index(place.kind) for place in rows]
        assert kinds == sorted(kinds)
        assert set(kinds) == {0, 1, 2, 3}
        for place in rows:
            durations, score = facts[place.kind]
            assert place.duration_min in durations
            assert place.restaurant_hundredths == score
            assert place.duration_text == f"{(place.duration_min or 0) // 60} hours"
            assert 1 <= len(set(place.personas)) <= 6
    every = [place for rows in small.attraction_table.values() for place in rows]
    assert 0.01 < mean(place.ticket_cents == 0 for place in every) < 0.07
    evening = [p for p in every if p.hours is not None and p.hours.week[0][0].open >= 18 * 60]
    assert 0.005 < len(evening) / len(every) < 0.05
    assert 1_000 < median(p.ticket_cents for p in every) < 2_000


def test_cars_are_three_of_each_type_told_apart_by_price(small):
    """27 offers in TREK's order of types and seats, three tags each, no price twice in a type."""
    for label, rows in small.car_table.items():
        assert [(c.car_type, c.seats) for c in rows] == [(t.name, t.seats) for t in CAR_TYPES for _ in "abc"]
        for one, other in combinations(rows, 2):
            assert one.car_type != other.car_type or one.price_cents != other.price_cents
        assert all(len(set(car.personas)) == 3 and car.pickup == f"{label} Airport" for car in rows)


def test_addresses_follow_the_order_of_the_country(small):
    """British numbers come ahead of the street, German ones behind it, Japanese ones apart from it."""
    forms = {
        "London": r"\d{1,4} [^,0-9]+, London",
        "Frankfurt am Main": r"[^,0-9]+ \d{1,4}, Frankfurt am Main",
        "Fukuoka": r"[^,0-9]+, \d{1,4}, Fukuoka",
    }
    for label, form in forms.items():
        assert all(re.fullmatch(form, hotel.address) for hotel in small.hotel_table[label])


def test_no_spare_city_is_in_a_world():
    """San José, too near San Jose, waits for a defect to ask for it."""
    spare = spare_cities()
    assert [city.label for city in spare] == ["San José"]
    folded = [fold(city.label) for city in cities(Scale.FULL)]
    assert len(set(folded)) == len(folded)
    assert fold(spare[0].label) in folded


# ------------------------------------------------------------------------------------------ to and fro


def test_a_world_passes_through_official_files(tiny, tmp_path):
    """What is written as official files is read without a fault, and is the same knowledge base."""
    write_folder(tmp_path, tiny)
    reading = read_folder(tmp_path)
    assert reading.faults == ()
    assert reading.source.content_hash == tiny.content_hash


def test_a_world_passes_through_a_store(tiny, tmp_path):
    """The store keeps the identity and every record."""
    write_store(tmp_path / "kb", "trek", list(parts(tiny)))
    kb = open_store(tmp_path / "kb")
    assert kb.content_hash == tiny.content_hash
    assert tuple(kb.flights) == tiny.flight_table
    assert tuple(kb.airports) == tiny.airport_table
    for label in kb.labels(Table.HOTELS):
        assert kb.hotels(label) == tiny.hotel_table[label]
        assert kb.attractions(label) == tiny.attraction_table[label]
        assert kb.cars(label) == tiny.car_table[label]


def test_a_world_knows_what_it_was_made_from():
    """Scale and seed stand beside the tables; a clean world lists no planted faults."""
    world = build("tiny", 3)
    assert isinstance(world, World)
    assert (world.scale, world.seed, world.planted) == (Scale.TINY, 3, ())
    rows = [airport.iata for airport in world.source.airport_table]
    assert all(a < b for a, b in pairwise(rows))
