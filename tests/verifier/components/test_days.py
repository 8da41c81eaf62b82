"""Whether visits fit between two flights, for the checker and for the planner, against trying everything."""

from itertools import pairwise

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from tests.naive_solving import NaiveStay
from tests.worlds import place

from planassay.solver.compile.trek.offers import Sight
from planassay.solver.compile.trek.schedule import Arrival, Departure, Early, Planner
from planassay.verifier.components.days import Frame, Landing, Place, fits
from planassay.verifier.components.model import Work, WorkLimitError

KM = (0, 30, -30, 75, 200)
SPANS = ((480, 1080, 120), (540, 660, 120), (0, 1440, 60), (1080, 1320, 180), (600, 690, 90), (0, 400, 30))
"""(opening, closing, length of a visit)."""


@st.composite
def stays(draw):
    """Return places, hotel, flight, and how the stay ends, in Dusk; the flight comes from Dawn or Haven."""
    count = draw(st.integers(1, 3))
    places = [
        (
            place("Dusk", draw(st.sampled_from(KM))),
            draw(st.lists(st.sampled_from(SPANS), min_size=1, max_size=2, unique=True)),
        )
        for _ in range(count)
    ]
    later = draw(st.integers(0, 2))
    clock = draw(st.sampled_from((0, 300, 600, 800, 1200, 1430)))
    is_before = later == 0 and draw(st.integers(0, 4)) == 0
    landing = clock + later * 1440 - (1440 if is_before else 0)
    depart = draw(st.sampled_from((0, 420, 600, 960, 1320)))
    origin = draw(st.sampled_from(("Dawn", "Haven", "Anvil")))
    flight = (1, later, landing, depart, clock, place(origin, 0), place("Dusk", 0))
    last_day = draw(st.integers(1, 4))
    leaves = draw(st.booleans())
    leave_by = (last_day - 1) * 1440 + draw(st.sampled_from((30, 420, 700, 1000, 1300))) if leaves else 0
    return (
        places,
        place("Dusk", draw(st.sampled_from(KM))),
        flight,
        last_day,
        leave_by,
        place("Dusk", 0) if leaves else None,
    )


def frame_of(flight, last_day, leave_by, leave_from):
    """Return the frame of a stay for the checker."""
    day, later, landing, depart, arrive, start, end = flight
    return Frame(Landing(day, later, landing, depart, arrive, start, end), last_day, leave_by, leave_from)


@settings(max_examples=400)
@given(stay=stays())
def test_visits_fit_exactly_where_some_order_on_some_days_does(stay):
    """The earliest return for each set of places decides as trying every day and order does."""
    places, hotel, flight, *end = stay
    expected = next(NaiveStay(*stay).grounds(), None) is not None
    event(f"fits: {expected}")
    found = fits(
        [Place(point, tuple(spans)) for point, spans in places], hotel, frame_of(flight, *end), Work()
    )
    assert found == expected


class Record:
    """What a planner looks at of an attraction."""

    def __init__(self, point):
        self.point = point


def planned(places, hotel, flight, last_day, leave_by, leave_from):
    """Return what the planner makes of a stay, the flight being the first thing on its page."""
    day, _, landing, depart, arrive, start, airport = flight
    sights = [
        Sight(Record(point), tuple((o, c - stay, stay) for o, c, stay in sorted(spans)), 0)
        for point, spans in places
    ]
    early = Early(landing, arrive, start) if landing < depart else None
    shown = max(landing, arrive) if landing < 0 else landing
    departure = Departure(last_day, leave_by if leave_from else last_day * 1440, leave_from)
    arrival = Arrival(day, shown, airport, depart, early)
    return Planner(sights).best(hotel, tuple(range(len(places))), arrival, departure)


@settings(max_examples=300)
@given(stay=stays())
def test_the_planner_finds_the_least_time_on_the_road(stay):
    """Trying every day and order finds nothing shorter, and nothing where the planner finds nothing."""
    least = min(NaiveStay(*stay).grounds(), default=None)
    found = planned(*stay)
    event(f"planned: {found is not None}")
    assert (None if found is None else found.ground_min) == least


@settings(max_examples=100)
@given(stay=stays())
def test_planned_visits_are_whole_and_in_order(stay):
    """Each place once, within one of its spans, on a day of the stay, no visit before the one before."""
    found = planned(*stay)
    if found is None:
        return
    assert sorted(v.sight for v in found.visits) == list(range(len(stay[0])))
    for visit in found.visits:
        assert any(
            o <= visit.start and visit.end <= c and visit.end - visit.start == s
            for o, c, s in stay[0][visit.sight][1]
        )
        assert stay[2][0] + stay[2][1] <= visit.day <= stay[3]
    times = [(v.day, v.start, v.end) for v in found.visits]
    assert times == sorted(times)
    assert all(a[0] < b[0] or a[2] + 45 <= b[1] for a, b in pairwise(times))


@pytest.mark.parametrize(
    ("leave_by", "result"),
    [(1440 + 540 + 120 + 75, True), (1440 + 540 + 120 + 74, False)],
)
def test_the_boundary_of_leaving_is_a_minute(leave_by, result):
    """A visit from nine to eleven, sixty kilometres out, and 75 minutes to the airport."""
    sight = Place(place("Dusk", 60), ((540, 1080, 120),))
    flight = (1, 0, 1200, 600, 1200, place("Haven", 0), place("Dusk", 0))
    frame = frame_of(flight, 2, leave_by, place("Dusk", 0))
    assert fits([sight], place("Dusk", 30), frame, Work()) is result


def test_work_is_counted():
    """A check that would take more steps than allowed ends without an answer."""
    spots = [Place(place("Dusk", km), ((0, 1440, 60),)) for km in (0, 10, 20)]
    frame = frame_of((1, 0, 0, 0, 0, place("Haven", 0), place("Dusk", 0)), 9, 0, None)
    with pytest.raises(WorkLimitError, match="more than 20 steps"):
        fits(spots, place("Dusk", 5), frame, Work(20))
