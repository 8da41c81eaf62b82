"""Certificates of day routing: what holds is accepted, and no damage makes a false claim pass."""

import copy
import json
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from tests.routings import drawn, line

from planassay.solver.routing import solve_routing
from planassay.verifier.certificate import Decision
from planassay.verifier.routing.certificate import check

SEEDS = {"bound": 9, "none": 2, "list": 33, "tree": 48, "merged": 16}


@cache
def proved(seed, sights=14):
    """Return an instance with its certificates."""
    routing = drawn(seed, sights)
    found = solve_routing(routing, engine="patterns")
    return routing, tuple(json.dumps(certificate) for certificate in found.certificates)


def documents():
    """Yield every certificate with its instance."""
    for seed in SEEDS.values():
        routing, texts = proved(seed)
        for text in texts:
            yield routing, json.loads(text)


def leaves(value, path=()):
    """Yield the path of every value that holds no others."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from leaves(part, (*path, key))
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from leaves(part, (*path, index))
    else:
        yield path


def put(document, path, value):
    """Return a copy with one value changed."""
    changed = copy.deepcopy(document)
    place = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return changed


def test_certificates_are_accepted_as_they_are():
    """Each kind of proof on each level."""
    decisions = [check(document, routing).decision for routing, document in documents()]
    assert len(decisions) >= 7
    assert set(decisions) == {Decision.ACCEPTED}


def test_values_of_other_types_are_refused():
    """Whatever a value is replaced by that is of another type, nothing passes and nothing is raised."""
    count = 0
    for routing, document in documents():
        for path in leaves(document):
            if path[0] == "made_by":
                continue
            for other in (None, 1.5, "no", [], {}, True, 10**30):
                answer = check(put(document, path, other), routing)
                assert answer.decision is Decision.REFUSED, (path, other)
                count += 1
    assert count > 1000


def test_numbers_that_are_changed_never_change_the_claim():
    """Another price, gap, maximum or bucket proves the same or nothing; another claim is refused."""
    draw = Random(7)
    count = 0
    for routing, document in documents():
        for path in leaves(document):
            place = document
            for key in path:
                place = place[key]
            if isinstance(place, bool) or not isinstance(place, int):
                continue
            for change in (-1, 1, draw.randrange(-2000, 2000) or 5, -2 * place):
                answer = check(put(document, path, place + change), routing)
                if path[0] == "claim" and change:
                    assert answer.decision is Decision.REFUSED, path
                elif answer.decision is Decision.ACCEPTED:
                    assert answer.value == document["claim"].get("value")
                count += 1
    assert count > 300


def test_a_worse_plan_is_not_called_best():
    """The same proof with a visit less is refused, at the old value and at its true one."""
    for routing, document in documents():
        if "plan" not in document or document["claim"]["level"]:
            continue
        values = {sight.name: sight.value for sight in routing.sights}
        for day, names in enumerate(document["plan"]):
            for place, name in enumerate(names):
                worse = copy.deepcopy(document)
                del worse["plan"][day][place]
                assert check(worse, routing).decision is Decision.REFUSED
                worse["claim"]["value"] -= values[name]
                if values[name]:
                    assert check(worse, routing).decision is Decision.REFUSED


def test_a_better_instance_is_not_proved_by_the_old_certificate():
    """If a visit is worth more, the old plan is not best by the old proof; the hash tells instances apart."""
    routing, texts = proved(SEEDS["tree"])
    document = json.loads(texts[0])
    sights = list(routing.sights)
    sights[5] = replace(sights[5], value=sights[5].value + 500)
    richer = replace(routing, sights=tuple(sights))
    assert solve_routing(richer).value == document["claim"]["value"] + 500
    assert check(document, richer).reason == "is about another instance"
    document["task"]["sha256"] = richer.sha256
    assert check(document, richer).decision is Decision.REFUSED


@pytest.mark.parametrize(
    "key", ["format", "task", "ruleset", "made_by", "claim", "plan", "scale", "prices", "proof"]
)
def test_no_part_may_be_missing(key):
    """Each part is needed; unknown ones are refused."""
    routing, document = next(documents())
    less = {name: part for name, part in document.items() if name != key}
    assert check(less, routing).decision is Decision.REFUSED
    assert check({**document, "extra": 1}, routing).decision is Decision.REFUSED


@pytest.mark.parametrize("text", ["[]", "3", "null", '{"format": 1}', '{"1": {}}'])
def test_anything_may_be_given(text):
    """What is no certificate at all is refused, not raised."""
    assert check(json.loads(text), line(1)).decision is Decision.REFUSED


def test_too_much_work_proves_nothing():
    """With hardly any steps allowed the answer is that nothing is known."""
    routing, document = next(documents())
    assert check(document, routing, work_limit=1).decision is Decision.UNPROVED


def test_infeasibility_needs_its_proof():
    """A claim that there is no plan holds where there is none, and is refused where there is one."""
    routing = line(3, 4, days=1, end=60)
    sights = tuple(replace(sight, must=True) for sight in routing.sights)
    tight = replace(routing, sights=sights, budget=6)
    found = solve_routing(tight, engine="patterns")
    document = json.loads(json.dumps(found.certificates[0]))
    assert document["claim"] == {"status": "infeasible"}
    assert check(document, tight).status == "infeasible"
    wide = replace(tight, budget=7)
    document["task"]["sha256"] = wide.sha256
    assert check(document, wide).decision is Decision.REFUSED
    document["plan"] = [["s0", "s1"]]
    assert check(document, wide).reason == "a claim of infeasibility has no plan"


TREE = SEEDS["tree"]


@pytest.mark.parametrize(
    ("nodes", "words"),
    [
        ([], "ends before"),
        (None, "is not a list"),
        ([["use", "s0"]], "ends before"),
        ([["same", "s0", "s0"]], "one sight twice"),
        ([["on", "s0", 9]], "not from 0"),
        ([["up", "s0"]], "unknown split"),
        ([["use", "nowhere"]], "names no sight"),
        ([{"scale": 1}], "bounds plans by"),
        ([{"scale": 1, "visit": {"s0": -5}}], "does not have to be"),
        ([{"scale": 1, "value": 5}], "prices a row that there is not"),
        ([{"scale": 1, "cuts": [[["s0", "s1", "s1"], 5]]}], "a sight twice"),
        (
            [{"scale": 10**9, "visit": {"s0": 10**15}, "cuts": [[["s0", "s1", "s2"], 10**15]] * 3000}],
            "too large",
        ),
        ([["use", "s0"]] * 10_001, "more than 10000 nodes"),
    ],
)
def test_trees_that_do_not_hold_are_refused(nodes, words):
    """A tree must be whole, and each leaf must stay below the target."""
    routing, texts = proved(TREE)
    document = json.loads(texts[0])
    document["proof"]["tree"] = nodes
    answer = check(document, routing)
    assert answer.decision is Decision.REFUSED
    assert words in answer.reason


def test_a_tree_with_more_nodes_than_branches_is_refused():
    """Nothing may follow the last leaf."""
    routing, texts = proved(TREE)
    document = json.loads(texts[0])
    document["proof"]["tree"].append({"scale": 1})
    assert "no branch leads to" in check(document, routing).reason


def test_a_tree_may_split_by_kinds_of_days():
    """A split by the kind of day has two halves like any other."""
    routing, texts = proved(TREE)
    document = json.loads(texts[0])
    tree = document["proof"]["tree"]
    document["proof"]["tree"] = [["on", "s0", 0], *tree, *tree]
    assert check(document, routing).decision is Decision.ACCEPTED


def test_a_sieve_leaves_what_can_still_reach_the_target():
    """A sieve without prices is sound and lets the tree go on below it; it is one or it is not."""
    routing, texts = proved(TREE)
    document = json.loads(texts[0])
    tree = document["proof"]["tree"]
    document["proof"]["tree"] = [{"scale": 1, "sieve": True}, *tree]
    assert check(document, routing).decision is Decision.ACCEPTED
    document["proof"]["tree"] = [{"scale": 1, "sieve": False}, *tree]
    assert "is a sieve or is not" in check(document, routing).reason
    document["proof"]["tree"] = [{"scale": 1, "sieve": True}]
    assert "ends before" in check(document, routing).reason


def test_a_day_whose_meal_nobody_serves_has_no_plan():
    """Where no outing takes every meal, the bound alone shows that there is no plan."""
    routing = line(3, 4)
    hungry = replace(routing, days=(replace(routing.days[0], meals=("lunch",)),))
    found = solve_routing(hungry, engine="patterns")
    assert check(json.loads(json.dumps(found.certificates[0])), hungry).status == "infeasible"


def test_limits_that_are_too_high_or_too_low_are_refused():
    """Limits must stay below the target, and above every outing."""
    routing, texts = proved(SEEDS["none"])
    document = next(d for d in map(json.loads, texts) if d["proof"]["mode"] == "none")
    high = put(document, ("proof", "max", 0), document["proof"]["max"][0] + 10**9)
    assert "do not stay below" in check(high, routing).reason
    low = put(document, ("proof", "max"), [0] * len(document["proof"]["max"]))
    assert "more than the limit" in check(low, routing).reason
