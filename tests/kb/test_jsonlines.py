"""No line of a result file brings the reading down; what is no object is one counted error."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planassay.kb.errors import CollectedInputError, InputError
from planassay.kb.formats.trek import last_by_index, read_gold, read_results
from planassay.kb.jsonlines import MAX_DEPTH, MAX_LINE_BYTES, parse_object, read_objects

GOOD = b'{"query_index": 1}'


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b'{"plan": {"day1": ', "is no JSON: Expecting value at character 17"),
        (b'{"plan": "\xff"}', "is not UTF-8 at byte 10"),
        (b"[" * 100_000, "is nested deeper than 200 levels"),
        (b'{"a":' * 5000 + b"1" + b"}" * 5000, "is nested deeper than 200 levels"),
        (b'{"price": NaN}', "number that cannot be read: NaN is not finite"),
        (b'{"price": -Infinity}', "number that cannot be read: -Infinity is not finite"),
        (b'{"price": 1e999}', "number that cannot be read: it is not finite"),
        (b'{"price": ' + b"9" * 10_000 + b"}", "number that cannot be read"),
        (b"[]", "is no JSON object but a list"),
        (b'"plan"', "is no JSON object but a text"),
        (b"7", "is no JSON object but a number"),
        (b"7.5", "is no JSON object but a number"),
        (b"true", "is no JSON object but true or false"),
        (b"null", "is no JSON object but null"),
        (b"\0", "is no JSON"),
        (b'{"a": 1} {"a": 2}', "is no JSON: Extra data at character 9"),
        (b'{"a": "' + b"x" * MAX_LINE_BYTES + b'"}', "is longer than 16,777,216 bytes"),
        (b"x" * 50_000_000, "is longer than 16,777,216 bytes"),
    ],
    ids=range(18),
)
def test_a_bad_line_is_one_error_and_reading_goes_on(tmp_path, line, reason):
    """Whatever a line holds, the good lines around it are read, and the error says line and reason."""
    path = tmp_path / "results.jsonl"
    path.write_bytes(GOOD + b"\n" + line + b"\n" + GOOD + b"\n")
    (_, first), (number, error), (last_number, last) = read_results(path)
    assert first == last == {"query_index": 1}
    assert (number, last_number) == (2, 3)
    assert isinstance(error, InputError)
    assert (error.source, error.line) == (path, 2)
    assert reason in str(error)


def test_blank_lines_are_passed_over_and_counted_as_lines(tmp_path):
    """Line numbers are those of the file, with CR LF, a byte order mark and no line end at the end."""
    path = tmp_path / "results.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD + b"\r\n\r\n  \n" + GOOD)
    assert [number for number, _ in read_objects(path)] == [1, 4]
    assert [line for _, line in read_objects(path)] == [{"query_index": 1}] * 2


@pytest.mark.parametrize(("extra", "is_read"), [(-1, True), (0, True), (1, False)])
def test_the_limit_of_a_line_is_exact(tmp_path, extra, is_read):
    """A line of exactly the limit is read, one byte more is not, wherever its end stands."""
    path = tmp_path / "results.jsonl"
    body = b'{"a": "' + b"x" * (MAX_LINE_BYTES + extra - 9) + b'"}'
    for end in (b"\n", b""):
        path.write_bytes(body + end + (GOOD if end else b""))
        lines = [line for _, line in read_objects(path)]
        assert isinstance(lines[0], dict) is is_read
        assert lines[1:] == ([{"query_index": 1}] if end else [])


@pytest.mark.parametrize(("depth", "is_read"), [(MAX_DEPTH, True), (MAX_DEPTH + 1, False)])
def test_the_limit_of_depth_is_exact(depth, is_read):
    """An object nested as deep as the limit is read; brackets in texts and beside each other do not count."""
    text = b'{"a":' * depth + b'"' + b"[" * 500 + b'"' + b"}" * depth
    wide = b'{"a": [' + b",".join([b"[]"] * 1000) + b"]}"
    assert len(parse_object(wide)["a"]) == 1000
    if is_read:
        parse_object(text)
    else:
        with pytest.raises(InputError, match="nested deeper"):
            parse_object(text)


def test_python_numbers_can_be_let_in(tmp_path):
    """Leniently, NaN and infinities are numbers, as they are to the official reader."""
    path = tmp_path / "results.jsonl"
    path.write_bytes(b'{"a": NaN, "b": 1e999}\n')
    ((_, line),) = read_results(path, lenient=True)
    assert line["a"] != line["a"]
    assert line["b"] == float("inf")


def test_a_file_that_cannot_be_opened_is_an_error(tmp_path):
    """A missing file is an error that names it, and so is a folder."""
    for path in (tmp_path / "none.jsonl", tmp_path):
        with pytest.raises(InputError, match="cannot be read") as caught:
            list(read_results(path))
        assert str(path) in str(caught.value)


@given(st.binary(max_size=60))
def test_any_bytes_are_an_object_or_an_error(data):
    """Nothing but an object or an InputError comes out."""
    try:
        value = parse_object(data)
    except InputError:
        return
    assert isinstance(value, dict)


@given(
    st.dictionaries(
        st.text(max_size=5),
        st.recursive(
            st.none()
            | st.booleans()
            | st.integers()
            | st.floats(allow_nan=False, allow_infinity=False)
            | st.text(),
            lambda inner: (
                st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
            ),
        ),
    )
)
def test_what_python_writes_is_read_back(value):
    """Every finite JSON object survives."""
    assert parse_object(json.dumps(value).encode()) == value


def test_the_last_line_of_an_index_counts():
    """Lines without an index answer the task of their own place, and only numbers are indices."""
    lines = [
        (1, {"query_index": 5, "n": 1}),
        (2, {"n": 2}),
        (3, InputError("bad")),
        (4, {"query_index": "5", "n": 4}),
        (5, {"query_index": 5.0, "n": 5}),
        (6, {"query_index": None, "n": 6}),
        (7, {"query_index": [5], "n": 7}),
        (8, {"query_index": True, "n": 8}),
        (9, {"query_index": float("nan"), "n": 9}),
        (10, {"query_index": float("inf"), "n": 10}),
        (11, {"query_index": 2.5, "n": 11}),
    ]
    assert {index: line["n"] for index, line in last_by_index(lines).items()} == {5: 5, 1: 8}


def test_gold_with_a_gap_is_refused(tmp_path, trek_slice):
    """A gold file answers tasks by position, so one bad line spoils it; all bad lines are named."""
    assert len(read_gold(trek_slice / "gold.jsonl")) == 14
    path = tmp_path / "gold.jsonl"
    path.write_bytes(GOOD + b"\n[]\n" + GOOD + b"\nx\n")
    with pytest.raises(CollectedInputError) as caught:
        read_gold(path)
    assert [error.line for error in caught.value.errors] == [2, 4]
