"""The shipped table of airport zones is well-formed, and knows every airport of the real slice."""

import csv
import re
from pathlib import Path
from runpy import run_path
from zoneinfo import ZoneInfo

import pytest

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / "kb" / "data" / "airport_zones.csv"
FLIGHTS = ROOT / "tests" / "data" / "trek-slice" / "api" / "data" / "v2" / "flight_data" / "flights.csv"

WITHOUT_ZONE: set[str] = set()
"""Airports of the slice that the table is known not to name."""


def read(path: Path) -> list[dict[str, str]]:
    """Return the rows of a CSV file by column name."""
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


@pytest.fixture(scope="module")
def table() -> list[dict[str, str]]:
    """Return the table as shipped."""
    return read(TABLE)


def test_columns_are_code_zone_and_source(table):
    """Every row has the three columns, none of them empty."""
    assert all(list(row) == ["iata", "zone", "source"] and all(row.values()) for row in table)


def test_codes_are_unique_and_sorted(table):
    """Three capitals each, in order, none twice: a lookup has one answer and a rebuild the same bytes."""
    codes = [row["iata"] for row in table]
    assert codes == sorted(set(codes))
    assert all(re.fullmatch("[A-Z]{3}", code) for code in codes)


def test_every_zone_opens(table):
    """No row names a zone that the zone database lacks."""
    for zone in sorted({row["zone"] for row in table}):
        assert ZoneInfo(zone).key == zone


def test_airports_of_the_slice_have_a_zone(table):
    """Every airport that a flight of the slice touches is in the table, or is listed here as unknown."""
    known = {row["iata"] for row in table}
    flown = {row[f"{end}_airport_iata_code"] for row in read(FLIGHTS) for end in ("departure", "arrival")}
    assert flown
    assert flown - known == WITHOUT_ZONE


@pytest.mark.parametrize(
    ("iata", "zone"),
    [
        ("CDG", "Europe/Paris"),
        ("URC", "Asia/Shanghai"),
        ("DAR", "Africa/Dar_es_Salaam"),
        ("APW", "Pacific/Apia"),
        ("KTM", "Asia/Kathmandu"),
    ],
)
def test_well_known_airports_keep_their_zone(table, iata, zone):
    """Samples, one across the date line and one at a quarter-hour offset among them, are where they are."""
    assert {row["iata"]: row["zone"] for row in table}[iata] == zone


def test_the_script_makes_the_table_again():
    """With the release of airportsdata that the table names, the kept script gives the same bytes."""
    script = run_path(str(ROOT / "scripts" / "make_airport_zones.py"), run_name="make_airport_zones")
    assert script["text"]() == TABLE.read_text(encoding="utf-8")
