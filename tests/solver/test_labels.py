"""The rule sets that labels rest on: the solver, the checker and a slow twin say the same of small tasks."""

from copy import deepcopy
from dataclasses import replace
from functools import reduce
from itertools import chain, combinations, combinations_with_replacement
from operator import or_

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.naive_labels import least_cents
from tests.worlds import isles, isles_task

from planassay.kb.errors import InputError
from planassay.kb.task import CarRequest, Cause
from planassay.kb.verdict import ClaimStatus
from planassay.solver.compile.trek import generator_floor_cents
from planassay.solver.compile.trek.choices import Option, cheapest_sets
from planassay.solver.planner import answer, rulesets
from planassay.verifier.certificate import Decision, check

EVEN, FREE = "trek-label@1", "free-split@1"
CHEAP = 10**6
PERSONAS = ("business travelers", "foodie", "couples trip", "nightlife enthusiast", "luxury travelers")


def least(ruleset, **changes):
    """Return the least cost of the usual task of the isles with some changes, None if there is no trip."""
    return answer(isles_task(budget_cents=CHEAP, **changes), isles(), ruleset=ruleset).claim.cost_cents


tasks = st.builds(
    lambda stops, days, party, budget, personas, car, hotels, sights: isles_task(
        stops=stops,
        days=days,
        party=party,
        rooms=-(-party // 2),
        budget_cents=budget,
        personas=tuple(personas),
        car=car,
        required_hotels=tuple(hotels),
        required_attractions=tuple(sights),
    ),
    stops=st.sampled_from([("Anvil", "Brine"), ("Brine", "Anvil"), ("Anvil",), ("Brine",), ("Málaga",)]),
    days=st.integers(1, 4),
    party=st.integers(1, 4),
    budget=st.sampled_from([20_000, 60_000, 100_000, 150_000, CHEAP]),
    personas=st.lists(st.sampled_from(PERSONAS), max_size=2, unique=True),
    car=st.sampled_from([None, CarRequest(4), CarRequest(5), CarRequest(9)]),
    hotels=st.lists(st.sampled_from(["Anvil Inn", "Grand Hotel", "Brine Hut", "Nimbus"]), max_size=1),
    sights=st.lists(st.sampled_from(["Old Forge", "Salt Works", "Night Bazaar", "Grotto"]), max_size=1),
)


@settings(max_examples=150)
@given(task=tasks, ruleset=st.sampled_from([EVEN, FREE]))
def test_solver_checker_and_twin_agree(task, ruleset):
    """The least cost is the twin's, or there is no trip for both; each certificate is accepted."""
    expected = least_cents(task, isles(), ruleset)
    found = answer(task, isles(), ruleset=ruleset)
    decision = check(found.claim.certificate, task, isles())
    assert decision.decision is Decision.ACCEPTED, decision.reason
    if expected is None or expected > task.budget_cents:
        assert found.claim.status is ClaimStatus.INFEASIBLE
        assert decision.cause is found.claim.causes[0]
        assert (found.claim.causes[0] is Cause.BUDGET) or expected is None
    else:
        assert found.claim.status is ClaimStatus.OPTIMAL
        assert decision.value == found.claim.cost_cents == expected


@settings(max_examples=100)
@given(task=tasks)
def test_every_cause_has_an_accepted_certificate(task):
    """Of causes that hold at once each is proved, under every rule set."""
    for ruleset in rulesets("trek"):
        for shown in answer(task, isles(), ruleset=ruleset).causes:
            decision = check(shown.certificate, task, isles())
            assert (decision.decision, decision.cause) == (Decision.ACCEPTED, shown.cause), decision.reason


@settings(max_examples=100)
@given(task=tasks)
def test_what_no_label_trip_can_do_no_gold_plan_can(task):
    """No free split is dearer than the even one, and a task without a trip under it has no gold plan."""
    free, even = (
        answer(replace(task, budget_cents=CHEAP), isles(), ruleset=name).claim.cost_cents
        for name in (FREE, EVEN)
    )
    assert even is None or (free is not None and free <= even)
    if answer(task, isles(), ruleset=EVEN).claim.status is ClaimStatus.INFEASIBLE:
        assert answer(task, isles()).claim.status is ClaimStatus.INFEASIBLE


ALONE = {"stops": ("Anvil",), "days": 3, "party": 2, "rooms": 1, "car": None, "personas": ()}
TOUR = {"party": 1, "rooms": 1, "car": None, "personas": (), "required_hotels": ()}


def test_a_hotel_asked_for_needs_one_night_alone():
    """Flights 2 x (60 + 80), a night in the Inn (40) and one in the Crown (100), the Forge 2 x 10: 440."""
    wishes = {**ALONE, "personas": ("business travelers",), "required_hotels": ("Anvil Inn",)}
    assert least(EVEN, **wishes) == least(FREE, **wishes) == 44000
    assert least("gold@1", **wishes) is None  # no hotel is both the Inn and fit for business


def test_nights_go_where_they_are_cheapest_if_the_split_is_free():
    """Fares 60 + 40 + 70; nights 2 x 40 + 30 if they are spread evenly, 40 + 2 x 30 if not."""
    assert least(EVEN, **TOUR) == 17000 + 11000
    assert least(FREE, **TOUR) == 17000 + 10000


def test_the_cheapest_car_is_billed_beside_one_that_pleases():
    """Business wants a car with WiFi (40), but the bill is that of the plainest that seats four (20)."""
    plain = least(EVEN, **{**ALONE, "required_hotels": ()})
    for personas, rate in (((), 2000), (("business travelers",), 2000)):
        wishes = {**ALONE, "required_hotels": (), "personas": personas}
        assert least(EVEN, **{**wishes, "car": CarRequest(4)}) - least(EVEN, **wishes) == 3 * rate
    assert plain == 28000 + 2 * 4000


def test_a_name_that_two_stops_know_is_served_by_one():
    """A night in the Grand Hotel of Brine (70 instead of 30) is cheaper than one in that of Anvil."""
    wishes = {**TOUR, "required_hotels": ("Grand Hotel",)}
    assert least(EVEN, **wishes) == least(EVEN, **TOUR) + 4000


@pytest.mark.parametrize(
    ("changes", "causes"),
    [
        ({"required_hotels": ("Nimbus",)}, [Cause.ENTITY]),
        ({"stops": ("Brine", "Málaga"), "required_hotels": ()}, [Cause.ROUTE]),
        ({"budget_cents": 1}, [Cause.BUDGET]),
        ({"car": CarRequest(9)}, [Cause.CAPACITY]),
        ({"personas": ("elderly travelers",)}, [Cause.PERSONA]),
        ({"days": 2}, [Cause.TIME]),
        ({"stops": ("Anvil",), "days": 2, "required_hotels": ("Anvil Inn", "Grand Hotel")}, [Cause.CONFLICT]),
        (
            {"required_hotels": ("Nimbus",), "stops": ("Brine", "Málaga"), "budget_cents": 1},
            [Cause.ENTITY, Cause.ROUTE, Cause.BUDGET],
        ),
        ({"personas": ("elderly travelers",), "budget_cents": 1}, [Cause.BUDGET, Cause.PERSONA]),
        ({"days": 2, "budget_cents": 1}, [Cause.BUDGET, Cause.TIME]),
    ],
)
@pytest.mark.parametrize("ruleset", [EVEN, FREE])
def test_causes_come_in_official_order_and_all_at_once(ruleset, changes, causes):
    """Entity, route, budget, then the others; each is proved."""
    task = isles_task(**{"budget_cents": CHEAP, **changes})
    found = answer(task, isles(), ruleset=ruleset)
    assert list(found.claim.causes) == causes
    for shown in found.causes:
        assert check(shown.certificate, task, isles()).decision is Decision.ACCEPTED


def test_one_cent_decides():
    """At the least cost there is a trip; a cent below it there is a proof that there is none."""
    cost = least(FREE, **TOUR)
    assert answer(isles_task(**TOUR, budget_cents=cost), isles(), ruleset=FREE).claim.cost_cents == cost
    task = isles_task(**TOUR, budget_cents=cost - 1)
    claim = answer(task, isles(), ruleset=FREE).claim
    assert claim.causes == (Cause.BUDGET,)
    assert check(claim.certificate, task, isles()).decision is Decision.ACCEPTED


def test_an_unknown_rule_set_is_named_with_those_there_are():
    """The error lists what can be asked for."""
    with pytest.raises(InputError, match="trek-label@1"):
        answer(isles_task(), isles(), ruleset="trek-label@2")


@given(
    options=st.lists(st.tuples(st.integers(0, 50), st.integers(0, 7)), max_size=7),
    needs=st.integers(0, 7),
)
def test_cheapest_sets_are_those_of_trying_every_set(options, needs):
    """For the sizes that matter the cost is that of the cheapest set of so many that serves every need."""
    made = [Option(cents, row, serves, row) for row, (cents, serves) in enumerate(options)]
    found = cheapest_sets(made, needs)
    every = chain.from_iterable(combinations(made, size) for size in range(len(made) + 1))
    serving = [s for s in every if not needs & ~reduce(or_, (o.serves for o in s), 0)]
    least_of = min((sum(o.cents for o in s) for s in serving), default=None)
    assert min((chosen.cents for chosen in found.values()), default=None) == least_of
    for size, chosen in found.items():
        assert len(set(chosen.records)) == size
        assert not needs & ~reduce(or_, (options[row][1] for row in chosen.records), 0)
        assert chosen.cents == sum(options[row][0] for row in chosen.records)
    for nights in range(1, 4):  # what a set is for: so many nights, the spare ones in the cheapest
        lists = combinations_with_replacement(made, nights)
        bought = [s for s in lists if not needs & ~reduce(or_, (o.serves for o in s), 0)]
        spare = min((o.cents for o in made), default=0)
        costs = [c.cents + spare * (nights - size) for size, c in found.items() if size <= nights and made]
        assert min(costs, default=None) == min((sum(o.cents for o in s) for s in bought), default=None)


@pytest.mark.parametrize(
    ("changes", "floor"),
    [
        ({}, 17000 + 11000),
        ({"required_attractions": ("Salt Works",)}, 17000 + 11000 + 1000),
        ({"required_attractions": ("Old Forge",)}, 17000 + 11000 + 1000 + 100),  # counted in both stops
        ({"car": CarRequest(4)}, 17000 + 11000 + 4 * 2000),
        ({"personas": ("elderly travelers",)}, 17000 + 11000),
        ({"required_hotels": ("Grand Hotel",)}, 17000 + 11000),
        ({"stops": ("Brine", "Málaga")}, None),
    ],
)
def test_the_generators_floor_is_reckoned_as_published(changes, floor):
    """Cheapest fares, rooms and cars, and the named attraction wherever its name occurs."""
    assert generator_floor_cents(isles_task(**{**TOUR, **changes}), isles()) == floor


DAMAGES = {
    "a lower value": lambda c, n: c["claim"].update(value=c["claim"]["value"] - n),
    "a higher value": lambda c, n: c["claim"].update(value=c["claim"]["value"] + n),
    "another rule set": lambda c, n: c.update(ruleset=FREE if c["ruleset"] == EVEN else EVEN),
    "the rule set of gold": lambda c, n: c.update(ruleset="gold@1"),
    "another objective": lambda c, n: c.update(objective="any" if n % 2 else "floor"),
    "an unknown objective": lambda c, n: c.update(objective="dearest"),
    "a price on nights": lambda c, n: c["prices"].update({"nights": -n}),
    "a price on car-days": lambda c, n: c["prices"].update({"car-days": n}),
    "a price on a row of gold": lambda c, n: c["prices"].update({"official": n}),
    "another scale": lambda c, n: c.update(scale=n + 1),
    "a night less": lambda c, n: c["plan"]["stops"][0]["nights"].pop(),
    "a cheaper night": lambda c, n: c["plan"]["stops"][0]["nights"].__setitem__(0, "hotel:Anvil:2"),
    "no plan": lambda c, n: c.pop("plan"),
    "a list of everything": lambda c, n: c.update(
        proof={"mode": "list", "max": [0] * 9, "gap": 10**9, "rows": [], "tail": {"kind": "merge"}}
    ),
    "no proof": lambda c, n: c.update(proof={"mode": "bound", "max": []}),
}


@settings(max_examples=150)
@given(
    damage=st.sampled_from(sorted(DAMAGES)),
    size=st.integers(1, 5000),
    ruleset=st.sampled_from([EVEN, FREE]),
    car=st.sampled_from([None, CarRequest(4)]),
)
def test_a_damaged_certificate_proves_nothing_false(damage, size, ruleset, car):
    """What is accepted after all states the least cost of the rule set that it names."""
    task = isles_task(budget_cents=CHEAP, car=car)
    certificate = deepcopy(answer(task, isles(), ruleset=ruleset).claim.certificate)
    DAMAGES[damage](certificate, size)
    found = check(certificate, task, isles())
    if found.decision is Decision.ACCEPTED:
        assert found.value == least_cents(task, isles(), certificate["ruleset"])
    else:
        assert found.reason


BLOCKED = {"required_hotels": ("Nimbus",), "stops": ("Brine", "Málaga"), "personas": ("elderly travelers",)}


@pytest.mark.parametrize(
    ("beside", "decision"),
    [
        (["name:0"], Decision.ACCEPTED),
        (["leg:1"], Decision.REFUSED),
        ([], Decision.REFUSED),
        (["name:0", "leg:1"], Decision.REFUSED),
        (["name:0"] * 2, Decision.REFUSED),
        ("name:0", Decision.REFUSED),
        ([f"name:{k}" for k in range(20)], Decision.REFUSED),
        (None, Decision.REFUSED),
    ],
)
@pytest.mark.parametrize("ruleset", ["gold@1", EVEN, FREE])
def test_a_further_cause_names_exactly_what_is_empty_before_it(ruleset, beside, decision):
    """Route holds beside entity; its certificate must say that, no more and no less."""
    task = isles_task(**BLOCKED)
    shown = next(s for s in answer(task, isles(), ruleset=ruleset).causes if s.cause is Cause.ROUTE)
    assert shown.certificate["claim"]["beside"] == ["name:0"]
    claim = {**shown.certificate["claim"], "beside": beside}
    if beside is None:
        del claim["beside"]
    found = check({**shown.certificate, "claim": claim}, task, isles())
    assert found.decision is decision, found.reason


def test_nothing_stands_beside_where_nothing_is_empty():
    """A budget claim has no empty components to name."""
    task = isles_task(budget_cents=1)
    certificate = answer(task, isles()).claim.certificate
    claim = {**certificate["claim"], "beside": ["name:0"]}
    assert check({**certificate, "claim": claim}, task, isles()).decision is Decision.REFUSED


@settings(max_examples=80)
@given(task=tasks, ruleset=st.sampled_from(["gold@1", EVEN, FREE]))
def test_the_floor_is_below_every_trip(task, ruleset):
    """A floor above the budget is accepted as proof, and then there is no trip of the label either."""
    found = answer(task, isles(), ruleset=ruleset)
    for shown in found.causes:
        if shown.certificate is not None and shown.certificate["objective"] == "floor":
            least = least_cents(task, isles(), FREE if ruleset == FREE else EVEN)
            assert least is None or least > task.budget_cents
