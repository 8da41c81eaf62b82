"""Statistics of a model over its levels: which folders count, and how they add up."""

import pytest

from planassay.verifier.official.deepplanning_shopping import model_statistics


def report(cases, successful, matched, expected, *, valid=True, incomplete=0):
    """Return a level's report."""
    return {
        "overall_statistics": {
            "total_cases": cases,
            "successful_cases": successful,
            "failed_cases": cases - successful,
            "total_matched_products": matched,
            "total_expected_products": expected,
            "total_extra_products": 1,
            "average_case_score": successful / cases,
            "overall_match_rate": matched / expected,
            "incomplete_cases": incomplete,
            "incomplete_rate": incomplete / cases,
            "valid": valid,
            "max_score": 1.0,
        }
    }


def test_levels_add_up():
    """Rates are of sums, not means of rates."""
    found = model_statistics(
        "m",
        {
            "database_m_level1_5": report(50, 20, 100, 200),
            "database_m_level3_5": report(20, 1, 10, 100, valid=False, incomplete=3),
        },
    )
    assert found["model_name"] == "m"
    assert list(found["levels"]) == ["level_1", "level_3"]
    assert found["levels"]["level_3"]["folder_name"] == "database_m_level3_5"
    assert "max_score" not in found["levels"]["level_3"]
    assert found["total"] == {
        "total_cases": 70,
        "successful_cases": 21,
        "failed_cases": 49,
        "total_matched_products": 110,
        "total_expected_products": 300,
        "total_extra_products": 2,
        "successful_rate": 21 / 70,
        "match_rate": 110 / 300,
        "weighted_average_case_score": 21 / 70,
        "incomplete_cases": 3,
        "incomplete_rate": 3 / 70,
        "valid": False,
        "levels_completed": [1, 3],
    }


@pytest.mark.parametrize(
    ("folder", "counts"),
    [
        ("database_m_level1_7", True),
        ("database_m_level1_007", True),
        ("database_m_level4_7", False),
        ("database_m_level1_x", False),
        ("database_m_level1_7_copy", False),
        ("my_database_m_level1_7", False),
        ("database_n_level1_7", False),
        ("database_m_level2_level1_7", False),
        ("database__level1_7", False),
    ],
)
def test_which_folders_count(folder, counts):
    """Those of just this model, with a level and a number."""
    found = model_statistics("m", {folder: report(1, 1, 1, 1)})
    assert (found is not None) is counts


def test_a_name_may_hold_a_level():
    """The shortest name that fits is the model's, and it fits to the end."""
    name = "database_m_level2_level1_7"
    assert model_statistics("m_level2", {name: report(1, 1, 1, 1)})["total"]["levels_completed"] == [1]


def test_the_largest_number_is_the_newest():
    """As a number: 10 is after 9."""
    reports = {f"database_m_level1_{n}": report(10, n % 10, 1, 1) for n in (9, 10, 8)}
    found = model_statistics("m", reports)
    assert found["levels"]["level_1"]["folder_name"] == "database_m_level1_10"


@pytest.mark.parametrize("content", [None, [], "text", {"overall_statistics": None}])
def test_what_cannot_be_read_is_passed_over(content):
    """As if the folder were not there."""
    assert model_statistics("m", {"database_m_level1_9": content}) is None
    older = {"database_m_level1_9": content, "database_m_level1_8": report(1, 1, 1, 1)}
    assert model_statistics("m", older)["levels"]["level_1"]["folder_name"] == "database_m_level1_8"


def test_a_report_that_says_nothing_is_all_zero():
    """And not valid."""
    total = model_statistics("m", {"database_m_level1_9": {}})["total"]
    assert total.pop("levels_completed") == [1]
    assert set(total.values()) == {0}
