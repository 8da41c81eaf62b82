"""How long a trip of six stops in a city of full size takes to solve and to check, beside one route."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from itertools import count, islice
from time import process_time
from typing import Any, Protocol

import pytest

from planassay.gold.lifeplanner import draw_trips
from planassay.gold.lifeplanner.scene import Scene, UnfitError
from planassay.kb.draw import Draw
from planassay.kb.formats.lifeplanner.asks import StopAsk, TripAsk, ask_row
from planassay.kb.formats.lifeplanner.requests import request
from planassay.kb.roads import Errand, Mode, Vehicle
from planassay.kb.worlds.lifeplanner import build
from planassay.solver.lifeplanner.certify import certificate
from planassay.solver.lifeplanner.oracle_view import OracleView
from planassay.solver.lifeplanner.trips import trip
from planassay.solver.lifeplanner.view import RefusedError
from planassay.verifier.certificate import Decision
from planassay.verifier.components.lifeplanner import check

TRIPS, ROUTES = 20, 40
VEHICLES = (Vehicle.WALKING, Vehicle.CYCLING, Vehicle.DRIVING)


class Benchmark(Protocol):
    """What is used of pytest-benchmark's fixture, which ships no types."""

    extra_info: dict[str, object]

    def pedantic(self, target: Callable[[], Any], *, rounds: int) -> None:
        """Run a function some times, and keep the figures."""


@pytest.fixture(scope="module")
def scene() -> Scene:
    """Return a city of full size."""
    return Scene(build("full", 7))


def asks(scene: Scene) -> Iterator[tuple[TripAsk, datetime]]:
    """Yield days out with a start and six stops: four chosen of two or three places each, two by name."""
    for number in count(1):
        draw = Draw(11, "six stops", str(number))
        now, around = scene.now(draw), draw_trips.quarter(draw, scene)
        try:
            chosen = draw_trips.several(draw, around, 4, (2, 3))
        except UnfitError:
            continue
        kinds = {one.stop.filters.place_type for one in chosen}
        others = [place for place in around.rated if place.place_type not in kinds and place.timetable]
        named = [StopAsk(name=place.name) for place in draw.shuffled(others)[:2]]
        stops = tuple(replace(stop, stay=20) for stop in [*(one.stop for one in chosen), *named])
        how, leave = VEHICLES[number % 3], now.replace(hour=10 + number % 6, minute=0)
        if len(stops) == 6:
            yield (
                TripAsk(
                    stops=stops,
                    vehicle=how,
                    mode=Mode.TIME,
                    start=around.hub.name,
                    leave=leave,
                    before=((0, 5),),
                ),
                now,
            )


def test_trips_of_six_stops(benchmark: Benchmark, scene: Scene, capsys: pytest.CaptureFixture[str]) -> None:
    """Each is solved over an oracle that remembers no route, and its certificate is checked."""
    corners = list(scene.city.network.vertices)
    for how in VEHICLES:
        scene.router.route(Errand(corners[0], corners[1], how, Mode.TIME))
    times: list[tuple[float, float]] = []

    def solve_and_check() -> None:
        times.extend(islice(_timed(scene), TRIPS))

    benchmark.pedantic(solve_and_check, rounds=1)
    draw = Draw(11, "routes")
    begun = process_time()
    for number in range(ROUTES):
        scene.router.route(Errand(draw.pick(corners), draw.pick(corners), VEHICLES[number % 3], Mode.TIME))
    route = (process_time() - begun) / ROUTES
    solved, checked = (sorted(part)[TRIPS // 2] for part in zip(*times, strict=True))
    worst = max(map(sum, times))
    benchmark.extra_info |= {"solve_s": solved, "check_s": checked, "worst_s": worst, "route_s": route}
    with capsys.disabled():
        sys.stdout.write(
            f"\nsix stops: solved in {solved:.3f} s, checked in {checked:.3f} s of processor time (medians), "
            f"both {worst:.3f} s at most; {solved / route:.0f} times one route ({1000 * route:.1f} ms)\n"
        )


def _timed(scene: Scene) -> Iterator[tuple[float, float]]:
    """Yield seconds of processor time that trips take to be solved and to be checked."""
    for ask, now in asks(scene):
        view = OracleView(scene.city, scene.router)
        view.__dict__ |= {key: value for key, value in vars(scene.view).items() if key != "_legs"}
        row = {
            "task_id": "t",
            "type": "trip_L2",
            "question": "?",
            "now": now.isoformat(sep=" "),
            "ask": ask_row(ask),
            "gold": None,
            "ref_calls": 0,
        }
        begun = process_time()
        try:
            derived = trip(ask, view, now)
        except RefusedError:
            continue
        solved = process_time()
        proof = certificate(row, derived, view, scene.city, scene.router)
        written = process_time()
        assert check(proof, request(row), scene.city).decision is Decision.ACCEPTED
        yield solved - begun, process_time() - written
