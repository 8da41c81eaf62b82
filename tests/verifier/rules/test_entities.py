"""What is booked exists, where the plan says it is."""

import pytest
from tests.worlds import GONE, broken, judged

DAY = "/plan/day1"


@pytest.mark.parametrize(
    ("changes", "rules"),
    [
        ({f"{DAY}/flights/0/flight_number": " ha  0101 "}, []),
        ({f"{DAY}/flights/0/flight_number": "HA0101"}, ["entities/unknown-flight"]),
        ({f"{DAY}/flights/0/flight_number": "ZZ 0001"}, ["entities/unknown-flight"]),
        ({f"{DAY}/hotel/name": "ANVIL  crown "}, []),
        ({f"{DAY}/hotel/name": "Anvil Crowne"}, ["entities/unknown-hotel"]),
        ({f"{DAY}/hotel/city": "Brine"}, ["entities/unknown-hotel", "stops/not-there"]),
        ({f"{DAY}/hotel/city": GONE}, ["entities/unknown-hotel"]),
        ({f"{DAY}/attractions/0/name": "old forge"}, []),
        ({f"{DAY}/attractions/0/name": "Old"}, ["entities/unknown-attraction"]),
        ({f"{DAY}/attractions/0/city": "-"}, ["entities/unknown-attraction", "stops/no-visit"]),
        ({f"{DAY}/car/car_type": "compact "}, []),
        ({f"{DAY}/car/car_type": "Comp"}, ["entities/unknown-car"]),
        ({f"{DAY}/car/city": None}, ["car/missing", "entities/unknown-car"]),
        ({f"{DAY}/car": "yes"}, ["entities/unknown-car"]),
    ],
)
def test_case_and_blanks_do_not_matter_but_letters_do(changes, rules):
    """A name is found if it is the record's in all but case, spacing and the shape of apostrophes."""
    assert [rule for rule in broken(changes) if not rule.startswith("facts")] == rules


def test_an_unknown_flight_silences_what_depends_on_it():
    """Where the traveller is cannot be told without the flight: one violation, not ten."""
    report = judged({f"{DAY}/flights/0/flight_number": "ZZ 0001"})
    [violation] = report.violations
    assert violation.found == "'ZZ 0001'"
    assert report.cost_cents is None
