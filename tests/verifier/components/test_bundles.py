"""Bundles: a trip as the records it buys keeps the rule sets of labels, or is refused for a reason."""

import pytest
from tests.worlds import GONE, edited, isles, isles_task

from planassay.kb.task import CarRequest
from planassay.verifier.components.model import Work
from planassay.verifier.components.trek import build

BUNDLE = {
    "legs": ["flight:HA 0101", "flight:AB 0102", "flight:BH 0103"],
    "stops": [
        {
            "city": "Anvil",
            "nights": ["hotel:Anvil:2", "hotel:Anvil:1"],
            "visits": ["attraction:Anvil:1"],
            "cars": ["car:Anvil:1", "car:Anvil:9"],
            "car_days": 2,
        },
        {
            "city": "Brine",
            "nights": ["hotel:Brine:1"],
            "visits": ["attraction:Brine:1"],
            "cars": ["car:Brine:1"],
            "car_days": 2,
        },
    ],
}
"""Three travellers: fares 3 x 250, two rooms (40 + 100, 80), tickets 3 x 20, cars 2 x 20 and 2 x 40."""
COST = 75000 + 2 * 22000 + 6000 + 4000 + 8000


def worth(changes=None, ruleset="trek-label@1", **task_changes):
    """Return what the bundle is worth after some changes, or why it is refused."""
    task = isles_task(**{"budget_cents": COST, **task_changes})
    components = build(task, isles(), ruleset, "cheapest", Work())
    return components.plan_value(edited(BUNDLE, changes or {}))


def test_the_usual_bundle_costs_what_its_records_say():
    """In a stop the cheapest of the cars is billed for every day."""
    assert worth() == COST


@pytest.mark.parametrize(
    ("changes", "task_changes", "reason"),
    [
        ({"/extra": 1}, {}, "other keys"),
        ({"/legs": "flight:HA 0101"}, {}, "legs is not a list"),
        ({"/stops/1": GONE}, {}, "not a list of 2"),
        ({"/stops/0/city": "Brine"}, {}, "another city"),
        ({"/stops/0/car_days": True}, {}, "not an integer"),
        ({"/legs/0": "flight:XX 9999"}, {}, "no 'flight:XX 9999'"),
        ({"/stops/0/nights/0": "hotel:Brine:1"}, {}, "no 'hotel:Brine:1'"),
        ({"/legs/1": "flight:BA 0104"}, {}, "not those of the legs"),
        ({"/legs/-": "flight:HB 0106"}, {}, "not those of the legs"),
        ({"/stops/0/nights/-": "hotel:Anvil:2"}, {}, "no spread of 3"),
        ({"/stops/1/car_days": 3}, {}, "no spread of 4"),
        ({"/stops/0/visits": []}, {}, "none is"),
        ({"/stops/0/visits/-": "attraction:Anvil:1"}, {}, "visited twice"),
        ({"/stops/0/cars/0": "car:Anvil:5"}, {}, "does not seat"),
        ({"/stops/1/cars": []}, {}, "no car"),
        ({"/stops/0/nights/1": "hotel:Anvil:2"}, {}, "nothing serves 'business travelers'"),
        ({"/stops/0/visits/0": "attraction:Anvil:4"}, {}, "nothing serves 'business travelers'"),
        ({"/stops/0/cars/0": "car:Anvil:9"}, {}, "nothing serves 'business travelers'"),
        ({}, {"required_hotels": ("Grand Hotel",)}, "'Grand Hotel' is missing"),
        ({}, {"required_attractions": ("Harbour Walk",)}, "'Harbour Walk' is missing"),
        ({}, {"budget_cents": COST - 1}, "the budget is"),
        ({}, {"car": None}, "nobody asked for a car"),
    ],
)
def test_what_breaks_a_rule_is_refused_for_it(changes, task_changes, reason):
    """Each fault has its own sentence."""
    assert reason in worth(changes, **task_changes)


@pytest.mark.parametrize(
    ("nights", "is_fine"), [((2, 1), True), ((1, 2), True), ((3, 0), False), ((1, 1), False)]
)
def test_a_free_split_gives_each_stop_a_night(nights, is_fine):
    """Any spread of all nights will do, if no stop goes without."""
    changes = {
        "/stops/0/nights": ["hotel:Anvil:1"] * nights[0],
        "/stops/1/nights": ["hotel:Brine:1"] * nights[1],
    }
    found = worth(changes, ruleset="free-split@1", budget_cents=10**6)
    assert isinstance(found, int) == is_fine


@pytest.mark.parametrize("document", [None, [], "bundle", 7, {"legs": []}, {"legs": [], "stops": [1, 2]}])
def test_anything_at_all_is_refused_in_words(document):
    """No document raises anything."""
    components = build(isles_task(car=CarRequest(4)), isles(), "trek-label@1", "cheapest", Work())
    assert isinstance(components.plan_value(document), str)
