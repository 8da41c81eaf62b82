"""Files of a shopping case, names of coupons, and days of transport."""

import pytest
from tests.shops import MINI

from planassay.kb.errors import InputError
from planassay.kb.formats.deepplanning_shopping import (
    NAMES,
    CaseFiles,
    find_province,
    read_amounts,
    read_case_files,
    read_json,
    read_rows,
    transport_days,
)


def test_a_case_folder_may_lack_any_file(tmp_path):
    """What is not there is None."""
    assert read_case_files(tmp_path) == CaseFiles()
    (tmp_path / "cart.json").write_text("{}")
    assert read_case_files(tmp_path) == CaseFiles(cart=b"{}")


def test_a_folder_of_the_mini_database():
    """Everything but the transcript."""
    files = read_case_files(MINI / "mini_db" / "database_level3" / "case_1")
    assert files.messages is None
    assert len(list(read_rows(files.products))) == 48


def test_what_is_no_case_folder_is_said(tmp_path):
    """With its path."""
    with pytest.raises(InputError, match="nowhere: is no case folder"):
        read_case_files(tmp_path / "nowhere")
    (tmp_path / "cart.json").mkdir()
    with pytest.raises(InputError, match=r"cart\.json: cannot be read"):
        read_case_files(tmp_path)


@pytest.mark.parametrize(
    "data", [None, b"", b" \n", b"{nonsense", b"\xff", b'\xef\xbb\xbf{"a": 1}', b"[" * 100_000, b"null"]
)
def test_what_cannot_be_read_counts_as_absent(data):
    """No file, no text, no UTF-8, a byte order mark, too deep."""
    assert read_json(data) is None


def test_numbers_that_json_does_not_know_are_read():
    """As Python reads them; any line end will do."""
    assert read_json(b"\r\n[Infinity,\r1]\n") == [float("inf"), 1]


@pytest.mark.parametrize(
    ("name", "amounts"),
    [
        (NAMES[3], (200, 1200)),
        ("¥5 off every ¥10", (5, 10)),
        ("x ¥1,0 off  every ¥2 y", (10, 2)),
        ("¥, off every ¥2", None),
        ("5 off every 10", None),
        ("", None),
    ],
)
def test_amounts_in_a_name(name, amounts):
    """Commas are passed over, and nothing but commas is no number."""
    assert read_amounts(name) == amounts


@pytest.mark.parametrize(
    ("address", "province"),
    [
        ("Guangdong Province", "guangdong"),
        ("Hong Kong", "hongkong"),
        ("BEIJING CITY", "beijing"),
        ("上海市", "shanghai"),
        ("浙江省杭州市", "zhejiang"),
        ("ji_ln", "jilin"),
        ("Hangzhou, Zhejiang", "hebei"),
        ("Shenzhen", "shanghai"),
        ("Inner Mongolia", "hubei"),
        ("neimenggu", "inner mongolia"),
        ("Tibet Autonomous Region", "hubei"),
        ("xizang", "tibet"),
        ("Shaanxi", "shaanxi"),
        ("Shanxi", "shanxi"),
        ("Guangzhou", None),
        ("Paris", None),
        ("city", None),
    ],
)
def test_provinces_as_the_benchmark_sees_them(address, province):
    """By the first short alias that occurs, unless the whole is one."""
    assert find_province(address) == province


PROVINCES = [
    "hebei", "jilin", "anhui", "hunan", "hainan", "yunnan", "gansu"
]  # fmt: skip
"""One of each region, none of them remote."""


def test_transport_is_as_long_there_as_back():
    """And a day within a region."""
    for origin in PROVINCES:
        assert transport_days(origin, origin, "EMS") == 1
        for destination in PROVINCES:
            days = transport_days(origin, destination, "EMS")
            assert days == transport_days(destination, origin, "ems")
            assert 1 <= days <= 4


@pytest.mark.parametrize(
    ("origin", "destination", "carrier", "days"),
    [
        ("hebei", "gansu", "EMS", 3),
        ("hebei", "gansu", "SF", 1),
        ("hebei", "gansu", "JD Logistics", 2),
        ("hebei", "gansu", "Cainiao", 4),
        ("hebei", "gansu", "china post", 5),
        ("hebei", "gansu", "sf_express", 3),
        ("hebei", "qinghai", "EMS", 5),
        ("tibet", "xinjiang", "EMS", 5),
        ("inner mongolia", "hebei", "SF Express", 1),
    ],
)
def test_days_by_carrier_and_remoteness(origin, destination, carrier, days):
    """Two more if either end is remote, or both."""
    assert transport_days(origin, destination, carrier) == days
