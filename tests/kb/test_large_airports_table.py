"""The shipped table of large airports is well-formed, knows a zone for each, and can be made again."""

import csv
import re
from collections import Counter
from pathlib import Path
from runpy import run_path

import pytest

from planassay.kb.zones import airport_zones

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / "kb" / "data" / "large_airports.csv"
SCRIPT = ROOT / "scripts" / "make_large_airports.py"


@pytest.fixture(scope="module")
def table() -> list[dict[str, str]]:
    """Return the table as shipped."""
    with TABLE.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


@pytest.fixture(scope="module")
def script() -> dict[str, object]:
    """Return the names of the script that made the table."""
    return run_path(str(SCRIPT), run_name="make_large_airports")


def test_codes_are_unique_and_sorted(table):
    """Three capitals each, in order, none twice."""
    codes = [row["iata"] for row in table]
    assert codes == sorted(set(codes))
    assert all(re.fullmatch("[A-Z]{3}", code) for code in codes)


def test_there_are_as_many_as_in_trek(table):
    """392 airports of 375 cities in worlds, and one city beside them."""
    worlds = [row for row in table if row["tier"] != "spare"]
    assert len(worlds) == 392
    assert len({row["city"] for row in worlds}) == 375
    assert Counter(row["tier"] for row in table)["spare"] == 1


def test_every_airport_has_a_zone(table):
    """No airport of a world needs a zone that the table of zones lacks."""
    assert [row["iata"] for row in table if airport_zones(row["iata"]) is None] == []


def test_positions_and_sizes_are_numbers_in_range(table):
    """Degrees on the globe, at least one runway, a country code of two letters, a continent."""
    for row in table:
        assert -90 <= float(row["lat"]) <= 90
        assert -180 <= float(row["lon"]) <= 180
        assert 1 <= int(row["runways"]) <= 9
        assert re.fullmatch("[A-Z]{2}", row["country_code"])
        assert row["continent"] in {"AF", "AS", "EU", "NA", "OC", "SA"}
        assert row["country"]
        assert row["source"]


def test_cities_can_be_the_names_of_files(table):
    """No slash, no parenthesis, no outer blank: each city becomes a file name in the official folder."""
    assert [row["city"] for row in table if re.search(r"[/\\(),:]|^\s|\s$", row["city"])] == []


@pytest.mark.parametrize(
    ("code", "municipality", "label"),
    [
        ("LTN", "Luton, Bedfordshire", "Luton"),
        ("BSL", "Bâle / Mulhouse", "Bâle"),
        ("SJO", "San José (Alajuela)", "San José"),
        ("IST", "Arnavutköy, Istanbul", "Istanbul"),
        ("DFW", "Dallas-Fort Worth", "Dallas-Fort Worth"),
    ],
)
def test_a_city_is_the_municipality_without_additions(script, code, municipality, label):
    """Provinces, districts and second names are cut; a district in front is replaced."""
    assert script["city_label"](code, municipality) == label


def test_the_script_makes_the_table_again(script):
    """With the releases that the table names, the kept script gives the same bytes."""
    assert script["text"]() == TABLE.read_text(encoding="utf-8")
