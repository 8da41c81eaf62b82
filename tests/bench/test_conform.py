"""``planassay conform``: what is compared, what counts as a difference, and what is said of it."""

import gzip
import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import ROOT

from planassay.bench.cli import run
from planassay.bench.conform import Conformity, conform
from planassay.kb.errors import InputError, UnknownSystemError

SLICE = ROOT / "tests" / "data" / "trek-slice"
LINES = (SLICE / "vectors.jsonl").read_text("utf-8").splitlines()
VECTORS: list[dict[str, Any]] = [json.loads(line) for line in LINES]
FEW = VECTORS[::20]

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Return a function that writes lines, given as text or objects, to a file of records."""

    def write_lines(*lines: object, name: str = "few.jsonl") -> Path:
        texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
        data = "".join(text + "\n" for text in texts).encode()
        path = tmp_path / name
        path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
        return path

    return write_lines


def replay(path: Path) -> Conformity:
    """Return what a replay of TREK records finds."""
    return conform("trek", SLICE, path)


def changed(field: str, value: object, record: int = 1) -> dict[str, Any]:
    """Return a record with another expected value."""
    vector = deepcopy(VECTORS[record])
    vector["expected"][field] = value
    return vector


def test_every_recorded_result_is_reproduced() -> None:
    """All 219, and the aggregates beside them."""
    found = replay(SLICE / "vectors.jsonl")
    assert found.differences == ()
    assert (found.compared, found.differing, found.is_conform) == (219, 0, True)


def test_the_command_succeeds_and_says_so_last(capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 0; the last line counts."""
    assert run(["conform", "trek", "--data", str(SLICE), "--vectors", str(SLICE / "vectors.jsonl")]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "trek: 219 compared, 0 differ"


def test_a_part_of_the_records_may_lie_anywhere(write: Write) -> None:
    """Some records, compressed or not, without aggregates beside them; blank lines are passed over."""
    assert replay(write(*FEW, "", "  ")).summary() == f"trek: {len(FEW)} compared, 0 differ"
    assert replay(write(*FEW, name="few.jsonl.gz")).summary() == f"trek: {len(FEW)} compared, 0 differ"


def test_a_record_needs_no_more_than_task_submission_and_expectation(write: Write) -> None:
    """Other members are remarks; a submission may name its task itself."""
    keys = ("task_id", "submission", "expected")
    bare = [{key: vector[key] for key in keys} for vector in FEW]
    assert replay(write(*bare)).is_conform
    official = next(vector for vector in VECTORS if vector["task_id"] == "trek-53")
    submission = {**official["submission"], "query_index": 53}
    assert replay(write({"submission": submission, "expected": official["expected"]})).is_conform


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("d0_keyword", 0.0),
        ("d1_implicit", None),
        ("d5_retry", 0.0),
        ("total_cost", 2370.3800000000006),
        ("total_cost", 2370),
        ("fully_valid", None),
        ("invalid_reasons", []),
        ("invalid_reasons", ["empty_plan"]),
        ("attraction_count", 3),
        ("is_feasible", False),
        ("crashed", "TypeError"),
        ("no_such_field", 1),
        ("no_such_field", None),
    ],
)
def test_one_value_that_differs_is_listed(field: str, value: object, write: Write) -> None:
    """By record, field, expectation and what we got; nothing and zero are different."""
    found = replay(write(VECTORS[0], changed(field, value), VECTORS[2]))
    assert (found.compared, found.differing) == (3, 1)
    (difference,) = found.differences
    assert (difference.record, difference.field) == ("trek-20/gold/as-is", field)
    assert difference.text().startswith(f"trek-20/gold/as-is: {field}: expected {value!r}, got ")


def test_a_nested_value_is_named_by_its_place(write: Write) -> None:
    """Categories are compared one by one."""
    vector = deepcopy(VECTORS[1])
    vector["expected"]["categories"]["cat_reasoning"] = 0.0
    assert [difference.field for difference in replay(write(vector)).differences] == [
        "categories/cat_reasoning"
    ]


def test_reasons_are_compared_one_by_one(write: Write) -> None:
    """A list of the same length differs where it differs."""
    vector = deepcopy(next(v for v in VECTORS if v["expected"]["invalid_reasons"]))
    vector["expected"]["invalid_reasons"][0] += "x"
    assert [difference.field for difference in replay(write(vector)).differences] == ["invalid_reasons/0"]


def test_a_number_with_or_without_a_point_is_the_same(write: Write) -> None:
    """JSON knows one kind of number."""
    assert replay(write(changed("d0_keyword", 1))).is_conform


def test_of_crashes_it_matters_only_that_they_are(write: Write) -> None:
    """Another exception is no difference, none is one."""
    place = next(i for i, vector in enumerate(VECTORS) if vector["expected"]["crashed"])
    assert replay(write(changed("crashed", "SomeError", place))).is_conform
    assert replay(write(changed("crashed", None, place))).differing == 1


def test_the_version_before_is_compared_where_recorded(write: Write) -> None:
    """Its differences are named after it."""
    vector = deepcopy(next(v for v in VECTORS if "expected_previous" in v))
    assert replay(write(vector)).is_conform
    vector["expected_previous"]["d0_keyword"] = 0.0
    (difference,) = replay(write(vector)).differences
    assert difference.field == "expected_previous/d0_keyword"


def test_a_cost_that_is_no_number_equals_itself(write: Write) -> None:
    """NaN is compared as a value; in JSON output it is text."""
    vector = deepcopy(VECTORS[1])
    flight = vector["submission"]["plan"]["day1"]["flights"][0]
    flight["flight_number"], flight["price"] = "uy 2600", float("nan")
    vector["expected"] = {"total_cost": float("nan"), "d3_budget": 1.0}
    assert replay(write(vector)).is_conform
    vector["expected"] = {"total_cost": 1.0, "categories": {"cat_efficiency": float("inf")}}
    found = replay(write(vector)).to_json()
    assert [d["got"] for d in found["differences"]] == ["nan", None]
    assert [d["expected"] for d in found["differences"]] == [1.0, "inf"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{", "no JSON"),
        ('{"id": "x", ', "no JSON"),
        ("[" * 100_000, "no JSON"),
        ("[1]", "no JSON object"),
        ("null", "no JSON object"),
        ("{}", "its keys: none"),
        ({"id": "x", "plan": {}}, "its keys: id, plan"),
        ({"id": "x", "submission": {}, "expected": [1]}, "neither a submission nor"),
        ({"id": "x", "submission": {}, "expected": {}, "expected_previous": 1}, "neither a submission nor"),
        ({"id": "x", "submission": {}, "expected": {}, "task_id": "trek-9999"}, "no task 'trek-9999'"),
        ({"id": "x", "submission": {}, "expected": {}, "task_id": ["trek-4"]}, "no task"),
        ({"id": "x", "submission": {}, "expected": {}}, "no task None"),
        ({"id": "x", "submission": {"query_index": "4x"}, "expected": {}}, "no task 'trek-4x'"),
    ],
)
def test_a_line_of_no_known_form_differs_and_is_not_skipped(line: object, words: str, write: Write) -> None:
    """It counts among those compared and among those that differ, and the rest is compared."""
    found = replay(write(VECTORS[0], line, VECTORS[1]))
    assert (found.compared, found.differing) == (3, 1)
    assert words in found.differences[0].text()
    assert found.differences[0].record in ("x", "line 2")


def test_bytes_that_are_no_text_differ(tmp_path: Path) -> None:
    """A line that is not UTF-8 is a line of no known form."""
    path = tmp_path / "few.jsonl"
    path.write_bytes(b"\xff\xfe{\n" + LINES[0].encode() + b"\n")
    assert replay(path).summary() == "trek: 2 compared, 1 differ"


def test_a_submission_may_be_anything(write: Write) -> None:
    """What is no object is a failed submission, as recorded or not."""
    vector = deepcopy(VECTORS[0])
    vector["submission"] = ["no", "object"]
    vector["expected"] = {"crashed": "AttributeError", "d4_impossible": 0.0}
    assert replay(write(vector)).is_conform


def test_nothing_compared_is_no_success(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    """An empty file proves nothing."""
    path = write()
    assert not replay(path).is_conform
    assert run(["conform", "trek", "--data", str(SLICE), "--vectors", str(path)]) == 1
    assert capsys.readouterr().out == "trek: 0 compared, 0 differ\n"


# -------------------------------------------------------------------------------------------- aggregates


def aggregates(path: Path, **parts: object) -> None:
    """Write aggregates beside a file of records."""
    name = path.name.removesuffix(".gz").removesuffix(".jsonl") + ".aggregate.json"
    path.with_name(name).write_text(json.dumps(parts), "utf-8")


@pytest.mark.parametrize("name", ["few.jsonl", "few.jsonl.gz"])
def test_aggregates_beside_the_records_are_compared(name: str, write: Write) -> None:
    """Over just these records; they count as one more that differs."""
    path = write(*FEW, name=name)
    aggregates(path, what="a remark", aggregate={"n_results": len(FEW)})
    assert replay(path).is_conform
    aggregates(path, aggregate={"n_results": 219, "cat_efficiency": 2.0})
    found = replay(path)
    assert (found.compared, found.differing) == (len(FEW), 1)
    assert [difference.record for difference in found.differences] == ["few.aggregate.json"] * 2
    assert found.differences[0].field == "aggregate/n_results"


def test_intervals_are_drawn_as_their_name_says(write: Write) -> None:
    """Draws and seed stand in the key."""
    path = write(*FEW)
    aggregates(path, bootstrap_5_seed_7={"cat_satisfaction": {"lo": -1}})
    found = replay(path)
    assert [difference.field for difference in found.differences] == [
        "bootstrap_5_seed_7/cat_satisfaction/lo"
    ]


@pytest.mark.parametrize("text", ['{"medians": {}}', '{"what": "nothing else"}', "{}", "[]", "{", ""])
def test_unknown_aggregates_differ(text: str, write: Write) -> None:
    """They are not skipped either."""
    path = write(*FEW)
    path.with_name("few.aggregate.json").write_text(text, "utf-8")
    found = replay(path)
    assert (found.differing, found.is_conform) == (1, False)


# --------------------------------------------------------------------------------------- command, misuse


def test_differences_are_printed_before_the_last_line(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line each, and exit code 1."""
    path = write(changed("d0_keyword", 0.5), changed("d0_source", 0.5))
    assert run(["conform", "trek", "--data", str(SLICE), "--vectors", str(path)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "trek-20/gold/as-is: d0_keyword: expected 0.5, got 1.0",
        "trek-20/gold/as-is: d0_source: expected 0.5, got 1.0",
        "trek: 2 compared, 2 differ",
    ]


def test_json_output_is_one_document(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    """The same as data; the sentence goes to standard error."""
    path = write(VECTORS[0], changed("d0_keyword", 0.5))
    assert run(["conform", "trek", "--data", str(SLICE), "--vectors", str(path), "--json"]) == 1
    output = capsys.readouterr()
    assert json.loads(output.out) == {
        "system": "trek",
        "compared": 2,
        "differ": 1,
        "conform": False,
        "differences": [{"record": "trek-20/gold/as-is", "field": "d0_keyword", "expected": 0.5, "got": 1.0}],
    }
    assert output.err == "trek: 2 compared, 1 differ\n"


def test_what_cannot_be_read_at_all_is_misuse(
    write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One message that names the path, exit code 2, and no traceback."""
    path = write(*FEW)
    damaged = tmp_path / "damaged.jsonl.gz"
    damaged.write_bytes(gzip.compress(path.read_bytes())[:200])
    plain = tmp_path / "plain.jsonl.gz"
    plain.write_text("{}")
    empty = tmp_path / "empty"
    empty.mkdir()
    for data, vectors, named in (
        (SLICE, tmp_path / "none.jsonl", "none.jsonl"),
        (SLICE, tmp_path, tmp_path.name),
        (SLICE, damaged, "damaged.jsonl.gz"),
        (SLICE, plain, "plain.jsonl.gz"),
        (tmp_path / "none", path, "none"),
        (empty, path, "empty"),
    ):
        assert run(["conform", "trek", "--data", str(data), "--vectors", str(vectors)]) == 2
        output = capsys.readouterr()
        assert output.out == ""
        assert output.err.startswith("planassay: ")
        assert named in output.err
        assert len(output.err.splitlines()) == 1


def test_the_full_official_query_file_names_tasks_by_row(tmp_path: Path, write: Write) -> None:
    """A folder without a slice's files has ``trek_queries.csv``, whose row n is ``trek-n``."""
    data = tmp_path / "full"
    data.mkdir()
    (data / "api").symlink_to(SLICE / "api")
    (data / "trek_queries.csv").write_bytes((SLICE / "tasks.csv").read_bytes())
    vector = next(vector for vector in VECTORS if vector["task_id"] == "trek-20")
    assert conform("trek", data, write({**vector, "task_id": "trek-3"})).is_conform
    assert conform("trek", data, write(vector)).differing == 1


def test_an_unknown_system_is_misuse(write: Write) -> None:
    """It is named, and so are those that are known."""
    with pytest.raises(UnknownSystemError, match="chess"):
        conform("chess", SLICE, write(*FEW))
    with pytest.raises(InputError):
        conform("trek", SLICE / "tasks.csv", write(*FEW))


def test_a_system_without_recorded_results_is_misuse(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module that offers no replay has nothing to compare with."""
    monkeypatch.delattr("planassay.verifier.official.trek.open_replay")
    with pytest.raises(UnknownSystemError, match="no recorded results"):
        conform("trek", SLICE, write(*FEW))
