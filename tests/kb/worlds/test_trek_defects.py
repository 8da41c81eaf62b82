"""Defects: each kind can be planted, is listed exactly, is found by an auditor, and leaves the rest alone."""

from collections import Counter
from dataclasses import replace

import pytest
from tests.kb.worlds.inspection import inspect

from planassay.kb.catalog import Catalog
from planassay.kb.draw import Draw
from planassay.kb.errors import CollectedInputError, InputError, ZoneUnknownError
from planassay.kb.formats.trek import open_folder, write_folder
from planassay.kb.worlds.trek import Defect, Planted, World, build
from planassay.kb.worlds.trek.defects import ONCE, PLANTERS, TIMES, plant
from planassay.kb.worlds.trek.flaws_of_flights import date_line, twin_cities
from planassay.kb.worlds.trek.plot import Plot
from planassay.kb.worlds.trek.scaffold import Scale, cities

SEED = 7


def listed(planted: tuple[Planted, ...], kind: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return the planted faults of a kind, in the form of the auditor."""
    return sorted((fault.label, tuple(sorted(fault.ids))) for fault in planted if fault.defect == kind)


@pytest.fixture(scope="module")
def clean() -> World:
    """Return a tiny world without faults."""
    return build("tiny", SEED)


@pytest.mark.parametrize("kind", list(Defect))
@pytest.mark.parametrize("seed", [1, SEED])
def test_each_kind_is_found_where_it_was_planted_and_no_other(kind, seed):
    """The auditor finds exactly the listed faults of that kind, and none of another kind."""
    world = build("tiny", seed, [kind])
    found = {name: faults for name, faults in inspect(world.source).items() if faults}
    assert found == {kind.value: listed(world.planted, kind)}
    assert len(world.planted) == (1 if kind in ONCE else TIMES)


@pytest.mark.parametrize("scale", ["tiny", "small"])
def test_all_kinds_together_are_found_and_counted(scale):
    """With every kind planted at once none hides another: found equals planted, kind by kind."""
    world = build(scale, SEED, list(Defect))
    found = inspect(world.source)
    assert found == {kind.value: listed(world.planted, kind) for kind in Defect}
    counts = Counter(fault.defect for fault in world.planted)
    assert counts == {kind: 1 if kind in ONCE else TIMES for kind in Defect}


def test_kinds_may_be_named_by_text_and_in_any_order():
    """Planting goes by the order of the kinds, not of the wishes."""
    one = build("tiny", SEED, ["far-place", "short-window"])
    other = build("tiny", SEED, [Defect.SHORT_WINDOW, Defect.FAR_PLACE, Defect.FAR_PLACE])
    assert one == other


def test_an_unknown_kind_is_refused():
    """A fault that nobody can plant is no empty wish."""
    with pytest.raises(ValueError, match="rust"):
        build("tiny", SEED, ["rust"])


@pytest.mark.parametrize(
    ("kind", "changed"),
    [
        (Defect.SHORT_WINDOW, {"attraction_table": TIMES}),
        (Defect.PROSE_CONTRADICTION, {"hotel_table": TIMES}),
        (Defect.EQUAL_PRICE_CARS, {"car_table": TIMES}),
        (Defect.FAR_PLACE, {"hotel_table": TIMES}),
        (Defect.DUPLICATE_NAME, {"hotel_table": 2, "attraction_table": 1}),
    ],
)
def test_the_rest_of_the_world_stays(clean, kind, changed):
    """Only the listed rows differ from the clean world of the same seed."""
    world = build("tiny", SEED, [kind])
    for table in ("hotel_table", "attraction_table", "car_table"):
        pairs = [
            (old, new)
            for label, rows in getattr(clean.source, table).items()
            for old, new in zip(rows, getattr(world.source, table)[label], strict=True)
        ]
        assert sum(old != new for old, new in pairs) == changed.get(table, 0)
    assert world.source.flight_table == clean.source.flight_table
    assert world.source.content_hash != clean.source.content_hash


def test_added_flights_stand_behind_the_others(clean):
    """Flights over the date line are new rows; those before them are the clean ones."""
    world = build("tiny", SEED, [Defect.DATE_LINE])
    count = len(clean.source.flight_table)
    assert world.source.flight_table[:count] == clean.source.flight_table
    assert len(world.source.flight_table) == count + TIMES
    assert [flight.row for flight in world.source.flight_table] == list(range(count + TIMES))


def test_the_pacific_is_crossed_where_a_world_has_both_shores():
    """With real date-line pairs at hand no flight has to be stretched: it takes what its distance needs."""
    world = build("small", SEED, [Defect.DATE_LINE])
    kb = Catalog(world.source)
    numbers = [fault.ids[0] for fault in world.planted]
    flights = [flight for flight in kb.flights if flight.number in numbers]
    assert all(kb.flight_time(flight).day_shift in (-1, 0, 1, 2) for flight in flights)
    assert {frozenset((flight.from_continent, flight.to_continent)) for flight in flights} & {
        frozenset(("NA", "AS")),
        frozenset(("NA", "OC")),
        frozenset(("EU", "OC")),
    }


def test_a_flight_to_an_airport_without_zone_cannot_be_timed():
    """The catalog refuses to guess the clocks there."""
    world = build("tiny", SEED, [Defect.UNKNOWN_ZONE])
    kb = Catalog(world.source)
    code = world.planted[0].ids[0]
    touched = [flight for flight in kb.flights if flight.to_iata == code]
    assert touched
    with pytest.raises(ZoneUnknownError, match=code):
        kb.flight_time(touched[0])


def test_the_twin_of_san_jose_is_san_jose():
    """Where the world has San Jose, its twin is the real city of the other spelling, with its airport."""
    own = tuple(
        city for city in cities(Scale.FULL) if city.label in ("San Jose", "Denver", "Miami", "Houston")
    )
    source = build("tiny", SEED).source
    plot = Plot.of(source, own, SEED)
    plot.hotels.rows["San Jose"] = list(source.hotel_table["London"])
    found = next(twin_cities(plot, Draw(SEED, "test"), 1))
    assert found.ids == ("San Jose", "San José")
    assert plot.airports[-1].iata == "SJO"
    assert {f.from_iata for f in plot.flights.rows[""] if f.to_city == "San José"} == {"DEN", "IAH", "MIA"}


def test_a_world_without_accents_has_no_twin():
    """Where no label has an accent to drop, the fault cannot be planted, and that is said."""
    own = tuple(city for city in cities(Scale.TINY) if city.label in ("London", "Rome"))
    plot = Plot.of(build("tiny", SEED).source, own, SEED)
    with pytest.raises(InputError, match="no city with an accent"):
        next(twin_cities(plot, Draw(SEED, "test"), 1))


def test_a_world_of_near_cities_has_no_date_line():
    """Where all clocks agree there is no pair of cities to hide a day between."""
    own = tuple(city for city in cities(Scale.TINY) if city.label in ("London", "Rome"))
    plot = Plot.of(build("tiny", SEED).source, own, SEED)
    with pytest.raises(InputError, match="no pair of cities"):
        list(date_line(plot, Draw(SEED, "test"), 1))


def test_a_table_that_is_used_up_is_said(clean):
    """When every place has its fault already, the next one is refused by name."""
    few = {"London": clean.source.attraction_table["London"][:2]}
    small = clean.source.__class__("", clean.source.hotel_table, few, clean.source.car_table)
    with pytest.raises(InputError, match="no place"):
        plant(small, cities(Scale.TINY), SEED, [Defect.OVER_CAP_TICKET])


def test_a_renamed_place_gets_a_name_of_its_own(clean):
    """If the new name is taken in the city, a numeral tells them apart."""
    place = next(p for p in clean.source.attraction_table["London"] if ":" not in p.name)
    rows = tuple(
        replace(place, row=row, name=name)
        for row, name in enumerate(
            (place.name, *(f"{place.name}: {end}" for end in ("First Light", "Then and Now", "Before Dawn")))
        )
    )
    source = clean.source.__class__("", {}, {"London": rows}, {}, (), ())
    planted_source, planted = plant(source, (), SEED, [Defect.ORDER_WORD])
    names = [place.name for place in planted_source.attraction_table["London"]]
    assert len(set(names)) == len(names)
    assert any(fault.detail.endswith(" II") for fault in planted)


def test_faults_that_official_files_cannot_hold_are_refused_by_their_reader(tmp_path):
    """Two names in one city stand in the files, and the reader of the folder says so."""
    world = build("tiny", SEED, [Defect.DUPLICATE_NAME, Defect.DUPLICATE_NUMBER])
    write_folder(tmp_path, world.source)
    with pytest.raises(CollectedInputError) as refused:
        open_folder(tmp_path)
    assert len(refused.value.errors) == 2 * TIMES


def test_a_planted_fault_is_plain_data():
    """The list can be written as JSON: kind, table, label, identifiers and a sentence."""
    world = build("tiny", SEED, [Defect.FAR_PLACE])
    document = world.planted[0].to_json()
    assert document["defect"] == "far-place"
    assert document["table"] == "hotels"
    assert document["label"] in world.source.hotel_table
    assert isinstance(document["ids"], list)
    assert str(document["detail"]).startswith("moved ")


def test_every_kind_has_a_planter():
    """No kind can be asked for that nobody plants."""
    assert set(PLANTERS) == set(Defect)
