"""Two hundred tasks of every kind over a made world of 63 cities: each ends proved, one way or the other."""

import json
from collections import Counter
from statistics import median

import pytest

from planassay.gold.tasks import Made, make_set
from planassay.kb.catalog import Catalog, MemorySource
from planassay.kb.formats.trek.stored import identity
from planassay.kb.verdict import Status
from planassay.kb.worlds.trek.attractions import attractions
from planassay.kb.worlds.trek.cars import cars
from planassay.kb.worlds.trek.flights import flights
from planassay.kb.worlds.trek.hotels import hotels
from planassay.kb.worlds.trek.network import routes
from planassay.kb.worlds.trek.scaffold import Scale, cities
from planassay.verifier.certificate import Answer, Decision, check

SEED = 7
TASKS = 200


@pytest.fixture(scope="module")
def kb() -> Catalog:
    """Return a world of every sixth city of the full one, with 40 hotels and 60 places each."""
    own = cities(Scale.FULL)[::6]
    sites = sorted(((site, city) for city in own for site in city.sites), key=lambda pair: pair[0].iata)
    tables = (
        {city.label: hotels(city, 40, SEED) for city in own},
        {city.label: attractions(city, 60, SEED) for city in own},
        {city.label: cars(city, SEED) for city in own},
        flights(routes(own, 900, 7_000, SEED), SEED),
        tuple(city.airport(site, row) for row, (site, city) in enumerate(sites)),
    )
    return Catalog(MemorySource(identity(*tables), *tables))


@pytest.fixture(scope="module")
def made(kb: Catalog) -> list[Made]:
    """Make the tasks, which solves, verifies and proves each of them."""
    return list(make_set(kb, TASKS, SEED))


@pytest.fixture(scope="module")
def answers(kb: Catalog, made: list[Made]) -> list[Answer]:
    """Check each certificate once more, as read back from its bytes."""
    found = []
    for one in made:
        document = json.loads(json.dumps(one.verdict.claim.certificate))
        found.append(check(document, one.task, kb))
    return found


def test_the_world_and_the_set_are_large_enough(kb: Catalog, made: list[Made]) -> None:
    """At least sixty cities, two hundred tasks, one to three stops, feasible and infeasible ones."""
    assert len(kb.city_airports) >= 60
    assert len(made) == TASKS
    assert set(Counter(len(one.task.stops) for one in made)) == {1, 2, 3}
    assert len({one.cell.kind for one in made}) == 10


def test_no_task_is_left_open(made: list[Made]) -> None:
    """Each ends ``optimal`` or ``infeasible``, as its label says; none rests on the engine's word."""
    for one in made:
        assert one.verdict.bound_checked, one.task.task_id
        wanted = Status.OPTIMAL if one.cell.kind.has_plan else Status.INFEASIBLE
        assert one.verdict.status is wanted, one.task.task_id


def test_every_certificate_is_accepted_and_says_what_the_verdict_says(
    made: list[Made], answers: list[Answer]
) -> None:
    """The checker proves the very cost, or the very cause, that is claimed."""
    for one, answer in zip(made, answers, strict=True):
        claim = one.verdict.claim
        assert answer.decision is Decision.ACCEPTED, (one.task.task_id, answer.reason)
        if claim.document is not None:
            assert (answer.status, answer.value) == ("optimal", claim.cost_cents)
        else:
            assert answer.status == "infeasible"
            assert answer.cause in claim.causes


def test_certificates_are_small_and_checks_are_short(made: list[Made], answers: list[Answer]) -> None:
    """The median certificate has less than 5 kB; no check takes a tenth of the work it may."""
    sizes = [len(json.dumps(one.verdict.claim.certificate, separators=(",", ":"))) for one in made]
    assert median(sizes) < 5_000
    assert max(answer.work for answer in answers) < 300_000
