"""What a stop offers: filters on single records, windows of visits, and whom a name means."""

from dataclasses import replace

import pytest
from tests.worlds import ZONES, attraction, isles, isles_source, isles_task

from planassay.gold.verdict import verdict
from planassay.kb.catalog import Catalog, Table
from planassay.kb.formats.trek import official_source
from planassay.kb.hours import OpeningHours, Window, every_day
from planassay.kb.task import CarRequest
from planassay.kb.verdict import Status
from planassay.solver.compile.trek.bills import even_split, official_lodging_cents
from planassay.solver.compile.trek.cars import Cars
from planassay.solver.compile.trek.legs import flights_of_leg, services
from planassay.solver.compile.trek.offers import homes, stop_offers, visit_windows
from planassay.solver.planner import solve
from planassay.verifier.components.stops import _spans


def names(records):
    """Return the names of records, or their type and price."""
    return [getattr(r, "name", None) or (r.car_type, r.price_cents) for r in records]


@pytest.mark.parametrize(
    ("what", "windows"),
    [
        ("0.00 09:00-17:00 2", ((540, 900, 120),)),
        ("0.00 20:00-23:00 8", ((1200, 1200, 180),)),  # as long as it is open
        ("0.00 10:00-10:59 1", ()),  # not the hour that the official evaluator asks for
        ("0.00 10:00-11:00 1", ((600, 600, 60),)),
        ("0.00 20:00-02:00 2", ()),  # past midnight
        ("0.00 00:00-24:00 1", ((0, 1380, 60),)),
        ("0.00 always 1", ()),
    ],
)
def test_a_place_has_windows_for_a_full_visit(what, windows):
    """Earliest start, latest start and length; the checker has the same by itself."""
    place = attraction(1, "Anvil", "Here", 30, what)
    assert visit_windows(place) == windows
    assert [(o, c - stay, stay) for o, c, stay in _spans(place)] == list(windows)


class Place:
    """A place with hours and a duration that no official row has."""

    def __init__(self, hours, duration_min):
        self.hours = hours
        self.duration_min = duration_min
        self.point = None


@pytest.mark.parametrize(
    ("duration", "solver", "checker"), [(30, (540, 570, 30), 30), (None, (540, 540, 60), 1), (90, None, None)]
)
def test_short_and_unknown_visits(duration, solver, checker):
    """Half an hour is half an hour; an unknown stay is planned as an hour and checked as any at all."""
    place = Place(every_day([Window(540, 600)]), duration)
    if solver is None:  # open for an hour, so an hour is a full visit
        solver, checker = (540, 540, 60), 60
    assert visit_windows(place) == (solver,)
    assert _spans(place) == ((540, 600, checker),)


def test_only_hours_common_to_all_days_count():
    """Nobody knows on which weekday a trip begins."""
    days = [(Window(540, 720), Window(840, 1020))] * 6 + [(Window(840, 1020),)]
    assert visit_windows(Place(OpeningHours(tuple(days)), 60)) == ((840, 960, 60),)


def test_hotels_serve_every_persona_and_bear_the_name():
    """Cheapest first; a name pins the stop that it means to one hotel."""
    task = isles_task(required_hotels=("grand  hotel",))
    assert names(stop_offers(task, isles(), 0).hotels) == ["Grand Hotel"]
    assert names(stop_offers(task, isles(), 1).hotels) == ["Grand Hotel", "Brine Lodge"]


def test_a_name_means_the_first_stop_that_knows_it():
    """Whatever later stop knows it as well."""
    task = isles_task(
        required_hotels=("Grand Hotel",), required_attractions=("Old Forge", "Salt Works", "Moon")
    )
    assert homes(task, isles(), Table.HOTELS) == {"grand hotel": 0}
    assert homes(task, isles(), Table.ATTRACTIONS) == {"old forge": 0, "salt works": 1, "moon": None}
    first, second = (stop_offers(task, isles(), k) for k in (0, 1))
    assert [first.sights[k].record.name for k in first.required] == ["Old Forge"]
    assert [second.sights[k].record.name for k in second.required] == ["Salt Works"]


def test_cars_seat_the_party_and_serve_every_persona():
    """Of two offers of one type and price only the one that serves is left."""
    offers = stop_offers(isles_task(car=CarRequest(5)), isles(), 0)
    assert names(offers.cars) == [("Twin", 6000), ("Van", 8000)]
    assert offers.cars[0].services == ("WiFi",)
    assert stop_offers(isles_task(car=None), isles(), 0).cars == ()
    typed = stop_offers(isles_task(car=CarRequest(4, "van")), isles(), 0)
    assert names(typed.cars) == [("Van", 8000)]


def test_services_are_told_by_true_clocks():
    """Through the night, and over the date line to the evening before and to the day after the next."""
    [out] = services(isles_task(stops=("Dusk",), origin="Dawn", round_trip=False), isles())
    assert [(s.flight.number, s.lands_days_later, s.land) for s in out] == [
        ("DD 0503", 0, 600),
        ("DD 0501", 0, 1260 - 1440),
    ]
    [back] = services(isles_task(stops=("Dawn",), origin="Dusk", round_trip=False), isles())
    assert [(s.flight.number, s.lands_days_later, s.land) for s in back] == [("DD 0502", 2, 2 * 1440 + 810)]
    night = services(isles_task(), isles())[0]
    assert [(s.flight.number, s.lands_days_later) for s in night] == [("HA 0201", 1), ("HA 0101", 0)]


def test_flights_without_a_zone_are_no_service():
    """They are flights of the leg all the same: the cause is time, not the route."""
    task = isles_task(stops=("Nowhere",), round_trip=False)
    assert [f.number for f in flights_of_leg(isles(), task.legs[0])] == ["HN 0601"]
    assert services(task, isles()) == ((),)


@pytest.mark.parametrize("total", range(12))
@pytest.mark.parametrize("parts", range(1, 5))
def test_an_even_split_is_whole_and_even(total, parts):
    """The earliest parts get what is left over."""
    split = even_split(total, parts)
    assert sum(split) == total
    assert sorted(split, reverse=True) == list(split)
    assert split[0] - split[-1] <= 1


@pytest.mark.parametrize(
    ("nights", "cents"), [(1, 2 * (4000 + 2500)), (2, 2 * 8000), (3, 2 * 8000), (9, 2 * 8000)]
)
def test_the_official_bill_knows_its_own_nights(nights, cents):
    """Missing nights cost the floor, further ones nothing: two of three nights are Anvil's."""
    assert official_lodging_cents(isles_task(), 0, nights, 4000, 2500) == cents


@pytest.mark.parametrize(
    ("position", "arrive", "landed", "leave", "ways"),
    [
        (0, 1, 1, 3, [((1, 0), (2, 0))]),
        (0, 1, 2, 3, [((2, 0),)]),  # in the air on day 1
        (1, 3, 3, 4, [((3, 0), (4, 1)), ((3, 1), (4, 1))]),  # the day of travel: either stop's car
        (1, 3, 4, 4, [((3, 0), (4, 1))]),  # through the night: that of the stop before
    ],
)
def test_every_day_on_the_ground_has_a_car(position, arrive, landed, leave, ways):
    """Whose car serves which day; a dearer way is kept only where a stop has its car-day by it."""
    task = isles_task()
    stops = [stop_offers(task, isles(), k) for k in (0, 1)]
    cars = Cars(task, stops)
    found = cars.ways(position, arrive, landed, leave)
    assert {way.days for way in found} <= {tuple(days) for days in ways}
    assert found[0].cents == min(sum(cars.rates[at] for _, at in days) for days in ways)
    least = cars.least_cents(position, 1 if position else leave - arrive)
    assert found[0].cents == least + cars.landing_cents(position, landed - arrive)


def test_a_road_trip_has_a_car_in_the_air_too():
    """The official evaluator counts days with a car, on the ground or not."""
    task = isles_task(personas=("road trip",))
    stops = [stop_offers(isles_task(), isles(), k) for k in (0, 1)]
    assert Cars(task, stops).ways(0, 1, 2, 3)[0].days == ((1, 0), (2, 0))


def test_a_hotel_and_an_attraction_of_one_name_are_two_things():
    """Each stands in the table in which it is looked for, in a stop of its own."""
    source = isles_source()
    place = attraction(9, "Brine", "Anvil Crown", 60, "1.00 09:00-17:00 1", "High speed WiFi")
    tables = {**source.attraction_table, "Brine": (*source.attraction_table["Brine"], place)}
    kb = Catalog(replace(source, attraction_table=tables), zones=ZONES.get)
    task = isles_task(required_hotels=("Anvil Crown",), required_attractions=("Anvil Crown",))
    task = replace(task, source=official_source(task))
    assert homes(task, kb, Table.HOTELS) == {"anvil crown": 0}
    assert homes(task, kb, Table.ATTRACTIONS) == {"anvil crown": 1}
    assert [s.name for s in stop_offers(task, kb, 0).hotels] == ["Anvil Crown"]
    assert verdict(solve(task, kb), task, kb).status is Status.OPTIMAL
