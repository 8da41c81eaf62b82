"""One hotel and one set of cars for a stop."""

import pytest
from tests.worlds import broken, judged, night, rental

WIDE = {"budget_cents": 300000}


@pytest.mark.parametrize(
    ("changes", "rules"),
    [
        ({"/plan/day2/hotel": night("Anvil", "Anvil Crown")}, []),
        ({"/plan/day2/hotel": night("Anvil", "Grand Hotel")}, ["rooms/hotel-changed"]),
        ({"/plan/day3/hotel": night("Brine", "Grand Hotel")}, []),
        ({"/plan/day2/car": rental("Anvil", "Van", 80.0)}, ["rooms/car-changed"]),
        ({"/plan/day2/car": rental("Anvil", "Compact", 50.0)}, ["rooms/car-changed"]),
        ({"/plan/day2/car": [rental("Anvil"), rental("Anvil")]}, ["rooms/car-changed"]),
        ({f"/plan/day{d}/car": [rental("Anvil"), rental("Anvil", "Mini", 25.0)] for d in (1, 2)}, []),
        (
            {
                "/plan/day1/car": [rental("Anvil"), rental("Anvil", "Mini", 25.0)],
                "/plan/day2/car": [rental("Anvil", "Mini", 25.0), rental("Anvil")],
            },
            [],
        ),
    ],
)
def test_a_stop_has_one_hotel_and_one_set_of_cars(changes, rules):
    """The order of cars does not matter; their kind, price and number do."""
    assert broken(changes, **WIDE) == rules


def test_a_change_cites_both():
    """The violation stands at the second hotel and names each."""
    [violation] = judged({"/plan/day2/hotel": night("Anvil", "Grand Hotel")}, **WIDE).violations
    assert violation.pointer == "/plan/day2/hotel"
    assert violation.records == ("hotel:Anvil:1", "hotel:Anvil:3")
