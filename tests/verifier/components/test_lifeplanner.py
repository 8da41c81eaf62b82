"""Certificates of answers in a city: accepted as they are made, refused once anything in them is damaged."""

from collections import Counter
from copy import deepcopy
from dataclasses import replace
from datetime import datetime
from functools import cache

import pytest
from tests.days import asked, line, scene, sketches

from planassay.gold.lifeplanner import draw_nearby, draw_routing
from planassay.gold.lifeplanner.scene import UnfitError
from planassay.kb.draw import Draw
from planassay.kb.formats.lifeplanner.asks import (
    Column,
    ColumnAsk,
    EndsAsk,
    NearbyAsk,
    PathAsk,
    RoutingAsk,
    TripAsk,
)
from planassay.kb.formats.lifeplanner.requests import identity
from planassay.kb.roads import Mode, Vehicle
from planassay.solver.lifeplanner.certify import certificate, refusal
from planassay.solver.lifeplanner.derive import derive
from planassay.solver.lifeplanner.trips import why_not
from planassay.solver.lifeplanner.view import RefusedError
from planassay.verifier.certificate import Decision
from planassay.verifier.components.lifeplanner import check

NOW = datetime(2026, 6, 1, 9)


def _proved(ask, now, family="trip_L2"):
    """Return line, certificate and what the checker says; no certificate where the answer is uncertain."""
    view, city = scene().view, scene().city
    row = line(ask, now, family)
    try:
        document = certificate(row, derive(ask, view, now), view, city, scene().router)
    except RefusedError:
        document = _refused(row, ask, now)
    return row, document, None if document is None else check(document, asked(row), city)


def _refused(row, ask, now):
    try:
        why = why_not(ask, scene().view, now) if isinstance(ask, TripAsk) else None
    except RefusedError:
        return None
    return None if why is None else refusal(row, why, scene().city)


@pytest.mark.parametrize("drawer", ["named", "picked", "chosen", "outing"])
def test_trips_and_refusals_are_accepted(drawer):
    """What the solver finds the checker finds too: best orders, or what cannot be had together."""
    found = Counter()
    for sketch in sketches(drawer, 24 if drawer == "outing" else 8):
        answer = _proved(sketch.ask, sketch.now)[2]
        if answer is not None:
            assert answer.decision is Decision.ACCEPTED, (answer, sketch)
            found[answer.status, answer.cause] += 1
    assert found["optimal", None] > 4
    if drawer == "outing":
        assert len(found) > 2


@pytest.mark.parametrize(
    "drawer", ["circle", "chained", "two_circles", "along", "top", "outing", "outing_along"]
)
def test_lists_of_places_are_accepted(drawer):
    """Each kind of ask for places: circles, routes, cuts, outings."""
    assert _accepted(getattr(draw_nearby, drawer), "places", 12) > 4


@pytest.mark.parametrize("drawer", ["path", "avoid", "via", "vehicles", "ends", "along", "reach", "detour"])
def test_routes_are_accepted(drawer):
    """With distances where these are few, else by the checker's own search; also the choice of places."""
    is_rare = drawer in ("reach", "detour")
    assert _accepted(getattr(draw_routing, drawer), "optimal", 25 if is_rare else 8) > (0 if is_rare else 3)


def _drawn(drawer, count):
    """Yield the asks of some draws, those that come to nothing left out."""
    for number in range(count):
        try:
            yield drawer(Draw(3, str(number)), scene())
        except UnfitError:
            continue


def _accepted(drawer, status, count):
    found = 0
    for sketch in _drawn(drawer, count):
        _, document, answer = _proved(sketch.ask, sketch.now, "nearby_L2")
        if document is not None:
            assert (answer.decision, answer.status) == (Decision.ACCEPTED, status), (answer, sketch)
            found += 1
    return found


def _leaves(value, path=()):
    """Yield the path of every scalar, list and object in a document."""
    if path:
        yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from _leaves(inner, (*path, key))


def _at(document, path):
    for key in path:
        document = document[key]
    return document


def _damaged(document):
    """Yield a document with each field changed, taken out, and given twice."""
    for path in _leaves(document):
        old = _at(document, path)
        others = [None, {"x": 1}]
        if isinstance(old, int):
            others += [old + 1, float(old)]
        elif isinstance(old, str):
            others += [old + "1"]
        elif isinstance(old, list):
            others += [old[::-1], old[1:]]
        for other in others:
            if other != old or type(other) is not type(old):
                changed = deepcopy(document)
                _at(changed, path[:-1])[path[-1]] = other
                yield path, changed
        fewer = deepcopy(document)
        del _at(fewer, path[:-1])[path[-1]]
        yield path, fewer
    yield ("more",), {**document, "more": 1}
    for key, value in document.items():
        if isinstance(value, dict) and key != "made_by":
            yield (key, "more"), {**document, key: {**value, "more": 1}}


@cache
def _samples():
    """Return a certificate of each kind, with its line."""
    day = sketches("outing", 24)
    asks = [(sketch.ask, sketch.now, "trip_L2") for sketch in [*day, *sketches("chosen", 8)]]
    paths = [draw_routing.path(Draw(5, str(n)), scene()) for n in range(3)]
    paths += _drawn(draw_routing.along, 8)
    asks += [(sketch.ask, sketch.now, "routing_L0") for sketch in paths]
    asks.append((draw_nearby.circle(Draw(1, "1"), scene()).ask, NOW, "nearby_L0"))
    found = {}
    for ask, now, family in asks:
        row, document, answer = _proved(ask, now, family)
        if document is not None:
            few = isinstance(ask, TripAsk) or len(str(document)) < 4000
            kind = (ask.kind, answer.status, answer.cause)
            if few and kind not in found:
                found[kind] = row, document
    return found


def test_the_samples_are_of_every_kind():
    """Trips, refusals of several causes, routes, places."""
    kinds = set(_samples())
    assert {kind[:2] for kind in kinds} == {
        ("trip", "optimal"),
        ("trip", "infeasible"),
        ("path", "optimal"),
        ("along", "optimal"),
        ("nearby", "places"),
    }
    assert len([kind for kind in kinds if kind[1] == "infeasible"]) > 2


def test_every_damaged_field_is_refused():
    """Changed, taken out, turned round or given twice; and the checker does not stumble."""
    tight = 0
    count = 0
    for row, document in _samples().values():
        task = asked(row)
        for path, broken in _damaged(document):
            if path[0] == "made_by" and isinstance(broken.get("made_by"), dict):
                continue  # names and versions, for people: any texts
            answer = check(broken, task, scene().city)
            if path[:2] == ("proof", "nearer") and answer.decision is Decision.ACCEPTED:
                continue  # other distances may prove the same claim, which is true
            assert answer.decision is Decision.REFUSED, path
            assert "ran into" not in answer.reason, (path, answer.reason)
            count += 1
            tight += path[:2] == ("proof", "nearer")
    assert count > 300
    assert tight > 30


def test_what_is_no_object_is_refused():
    """Anything at all may be handed in."""
    row, document = next(iter(_samples().values()))
    for junk in (None, 5, "x", [], [document], {}, {1: 2}):
        assert check(junk, asked(row), scene().city).decision is Decision.REFUSED
    assert "made_by" in check({**document, "made_by": {"a": 1}}, asked(row), scene().city).reason


def test_a_certificate_is_about_one_request_and_one_city():
    """Another question, another moment, another city: refused."""
    row, document = _samples()["trip", "optimal", None]
    assert "another task" in check(document, asked({**row, "question": "other"}), scene().city).reason
    city = scene().city
    other = replace(city, places=(replace(city.places[0], address="elsewhere"), *city.places[1:]))
    assert "another city" in check(document, asked(row), other).reason


def test_a_limit_of_work_leaves_it_open():
    """Neither accepted nor refused."""
    row, document = _samples()["trip", "optimal", None]
    assert check(document, asked(row), scene().city, work_limit=1).decision is Decision.UNPROVED


def test_a_smaller_conflict_and_a_larger_one_are_refused():
    """The names must be enough, and each of them needed."""
    for kind, (row, document) in _samples().items():
        if kind[1] != "infeasible":
            continue
        claim = document["claim"]
        for at in range(len(claim["conflict"])):
            fewer = {**claim, "conflict": claim["conflict"][:at] + claim["conflict"][at + 1 :]}
            reason = check({**document, "claim": fewer}, asked(row), scene().city).reason
            assert "can be had together" in reason
        more = {**claim, "conflict": sorted({*claim["conflict"], "hours:0", "hours:1"})}
        if more != claim:
            reason = check({**document, "claim": more}, asked(row), scene().city).reason
            assert reason.startswith("there is no trip without") or "not asked for" in reason


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (ColumnAsk(name="x", column=Column.RATING), "nothing is proved of asks"),
        (EndsAsk(start="x", ends=("a", "b"), vehicle=Vehicle.WALKING, mode=Mode.TIME), "places are called"),
        (
            PathAsk(start="no such place", end="x", vehicle=Vehicle.WALKING, mode=Mode.TIME),
            "places are called",
        ),
        (NearbyAsk(show=Column.RATING), "neither a circle nor a route"),
    ],
)
def test_what_has_no_certain_answer_is_refused(ask, words):
    """A claim about it cannot hold."""
    row = line(ask, NOW)
    document = {
        "format": "plancert/1",
        "task": {"id": "t1", "sha256": identity(row)},
        "kb": {"sha256": scene().city.content_hash},
        "ruleset": "lifeplanner@1",
        "objective": "time_s" if isinstance(ask, RoutingAsk) else "places",
        "made_by": {},
        "claim": {"status": "optimal", "value": 1}
        if isinstance(ask, RoutingAsk)
        else {"status": "places", "places": []},
    }
    answer = check(document, asked(row), scene().city)
    assert answer.decision is Decision.REFUSED
    assert words in answer.reason
