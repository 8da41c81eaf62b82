"""What ``planassay score`` prints: every form, every denominator, and no stranger's text as markup."""

import csv
import gzip
import json
import sys
from html.parser import HTMLParser
from importlib import import_module
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from tests.conftest import ROOT

from planassay.bench import scoring
from planassay.bench.cli import run
from planassay.bench.intervals import intervals
from planassay.kb.formats.trek import open_folder, slice_gold, slice_tasks
from planassay.verifier.report import Report

SLICE = ROOT / "tests" / "data" / "trek-slice"
BASE = ["--kb", str(SLICE), "--tasks", str(SLICE)]
NAMES = ("trek-4", "trek-9", "trek-12", "trek-20")
zstd = import_module("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")


def hostile(answer: dict) -> dict:
    """Return an answer with markup, half a character and an infinite number in it."""
    copy = json.loads(json.dumps(answer))
    day = next(iter(copy["plan"].values()))
    day["hotel"] = {
        "name": "<script>alert(1)</script>\ud800\x01\u202e",
        "city": "]]>\"&'",
        "price_per_night": 1e308,
    }
    return copy | {"token_usage": {"total_tokens": float("inf")}}


@pytest.fixture(scope="module")
def lines() -> list[str]:
    """Return four good lines, a hostile one and three bad ones."""
    gold = slice_gold(SLICE)
    good = [json.dumps({"task_id": name, "submitted": True, **gold[n]}) for n, name in enumerate(NAMES)]
    bad = ["<b>no JSON</b>", '{"task_id": "<script>alert(2)</script>"}', "[1]"]
    return [*good, json.dumps({"task_id": "trek-53", "submitted": True, **hostile(gold[4])}), *bad]


@pytest.fixture
def results(tmp_path: Path, lines: list[str]) -> Path:
    """Return a file of these lines."""
    path = tmp_path / "results.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def scored(path: Path, capsys: pytest.CaptureFixture[str], *options: str, code: int = 1) -> str:
    """Score a file, and return what was printed."""
    assert run(["score", str(path), *BASE, *options]) == code
    return capsys.readouterr().out


def test_the_document_has_every_denominator(results, capsys):
    """Tasks, answers, bad lines with their numbers, and for each mean over how many tasks it is."""
    found = json.loads(scored(results, capsys, "--format", "json"))
    assert found == json.loads(scored(results, capsys, "--json"))
    counts = {"tasks": 18, "answered": 5, "bad_lines": 3, "replaced_lines": 0, "by_position": 0}
    assert found["counts"] == counts
    assert [line["line"] for line in found["bad_lines"]] == [6, 7, 8]
    strict = found["summaries"][1]
    assert (strict["tasks"], strict["answered"], strict["readable"]) == (18, 5, 5)
    document = strict["means"]["document"]
    assert document["n"] == 18
    assert 0 <= document["low"] <= document["mean"] <= document["high"] <= 1
    assert found["official_totals"]["n_results"] == 18
    assert found["official_totals"]["avg_total_tokens"] is None
    assert len(found["reports"]) == 36


def test_order_and_packing_change_nothing(results, lines, tmp_path, capsys):
    """Lines may come in any order, plain, gzipped or by Zstandard."""
    expected = json.loads(scored(results, capsys, "--json"))["summaries"]
    text = ("\n".join(reversed(lines)) + "\n").encode()
    for name, data in {"r.jsonl.gz": gzip.compress(text), "r.jsonl.zst": zstd.compress(text)}.items():
        path = tmp_path / name
        path.write_bytes(data)
        assert json.loads(scored(path, capsys, "--json"))["summaries"] == expected


def test_the_table_of_cells_has_a_row_for_each_task_and_rule_set(results, capsys):
    """A score that does not apply is empty, and what was not answered says so."""
    table = list(csv.DictReader(StringIO(scored(results, capsys, "--format", "csv"))))
    assert len(table) == 36
    assert {row["ruleset"] for row in table} == {"trek@a656fc8", "strict@1"}
    assert [row["answered"] for row in table].count("1") == 10
    strict = next(row for row in table if row["task_id"] == "trek-4" and row["ruleset"] == "strict@1")
    assert (strict["task_perfect"], strict["cost_cents"], strict["rules"]) == (
        "0",
        "90093",
        "hours/too-short",
    )
    assert (strict["hours"], strict["refusal"], strict["d0_source"]) == ("0.0", "", "")


def test_junit_has_a_case_for_each_task_and_each_bad_line(results, capsys):
    """What is not perfect fails, what could not be read is an error, and the file is good XML."""
    suites = ElementTree.fromstring(scored(results, capsys, "--format", "junit"))
    assert {name: suites.get(name) for name in ("tests", "failures", "errors")} == {
        "tests": "39",
        "failures": str(len(suites.findall(".//failure"))),
        "errors": "3",
    }
    failure = suites.find(".//testsuite[@name='strict@1']/testcase[@name='trek-4']/failure")
    assert failure is not None
    assert failure.get("message", "").startswith("hours/too-short at /plan/day2/attractions/0")
    assert suites.find(".//testcase[@name='trek-20']/failure") is None
    assert "\\ud800" in "".join(suites.itertext())


class Page(HTMLParser):
    """Gathers the tags and the text of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag and its attributes."""
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        """Note text."""
        self.words.append(data)


def test_the_page_shows_strangers_text_as_text(results, capsys):
    """No tag and no attribute but its own, nothing from elsewhere, and every task in it."""
    text = scored(results, capsys, "--format", "html")
    page = Page()
    page.feed(text)
    assert not page.tags & {"script", "img", "iframe", "link", "b", "a", "form", "object"}
    assert not {name for name in page.attributes if name.startswith("on") or name in {"src", "href"}}
    assert "default-src 'none'" in text
    words = "".join(page.words)
    assert "<script>alert(1)</script>\\ud800\\x01\\u202e" in words
    assert "<script>alert(2)</script>" in words
    assert all(f"trek-{number}" in words for number in (4, 9, 123))
    assert "18 tasks scored: 5 with an answer, 13 without; 3 bad lines" in words


def test_the_terminal_gets_means_with_intervals_and_published_totals(results, capsys):
    """And the denominators in the last line."""
    out = scored(results, capsys)
    assert "95 % interval" in out
    assert "weighted_overall" in out
    assert "strict@1: " in out
    assert out.splitlines()[-1].startswith("18 tasks scored: 5 with an answer, 13 without; 3 bad lines")


def test_one_rule_set_and_only_what_was_answered(results, capsys):
    """Strict alone has no published totals."""
    found = json.loads(scored(results, capsys, "--json", "--ruleset", "strict", "--answered-only"))
    assert (found["counts"]["tasks"], found["official_totals"], len(found["reports"])) == (5, {}, 5)


class _Killed(BaseException):
    """Stands for a signal."""


def test_a_killed_run_goes_on_where_it_stopped(results, tmp_path, monkeypatch, capsys):
    """What was made is kept, what is asked for anew is made anew, and the file is the same in the end."""
    whole, out = tmp_path / "whole.jsonl", tmp_path / "reports.jsonl"
    scored(results, capsys, "--out", str(whole))
    strict, calls = scoring.RULESETS["strict"], []

    def dying(answer, task, kb) -> Report:
        calls.append(task.task_id)
        if len(calls) == 7:
            raise _Killed
        return strict(answer, task, kb)

    monkeypatch.setattr(scoring, "RULESETS", {**scoring.RULESETS, "strict": dying})
    with pytest.raises(_Killed):
        run(["score", str(results), *BASE, "--out", str(out)])
    kept = tmp_path / "reports.jsonl.unfinished"
    assert kept.exists()
    assert not out.exists()
    with kept.open(
        "a", encoding="utf-8"
    ) as file:  # a line that was being written, and one of another program
        file.write('not mine\n{"key": "x", "rep')
    capsys.readouterr()
    assert run(["score", str(results), *BASE, "--out", str(out)]) == 1
    assert "24 reports taken from a run that was not finished" in capsys.readouterr().err
    assert len(calls) == 7 + 12
    assert out.read_bytes() == whole.read_bytes()
    assert not kept.exists()


def test_what_was_kept_for_another_answer_is_not_used(results, lines, tmp_path, capsys, monkeypatch):
    """The key is over the answer; and --fresh uses nothing."""
    out = tmp_path / "reports.jsonl"
    kept = tmp_path / "reports.jsonl.unfinished"
    monkeypatch.setattr(Path, "unlink", lambda self: None)
    scored(results, capsys, "--out", str(out))
    before = out.read_bytes()
    results.write_text("\n".join([lines[0].replace('"19.8', '"1.8').replace("07:15", "07:16"), *lines[1:]]))
    assert run(["score", str(results), *BASE, "--out", str(out)]) == 1
    assert "34 reports taken" in capsys.readouterr().err
    assert out.read_bytes() != before
    assert run(["score", str(results), *BASE, "--out", str(out), "--fresh"]) == 1
    assert "reports taken" not in capsys.readouterr().err
    assert kept.exists()


def test_recorded_results_are_reproduced_through_files():
    """Every recorded submission, scored as one line of a file, has the recorded official scores."""
    tasks = {task.task_id: task for task in slice_tasks(SLICE)}
    kb = open_folder(SLICE)
    waiting = [json.loads(line) for line in (SLICE / "vectors.jsonl").read_text("utf-8").splitlines()]
    compared = 0
    while waiting:
        by_task = {vector["task_id"]: vector for vector in reversed(waiting)}
        waiting = [vector for vector in waiting if by_task[vector["task_id"]] is not vector]
        asked = [tasks[name] for name in by_task]
        answers = {name: vector["submission"] for name, vector in by_task.items()}
        for task, report in zip(asked, scoring.score(answers, asked, kb, "official"), strict=True):
            expected = by_task[task.task_id]["expected"]
            assert report.scores == {name: expected[name] for name in report.scores}
            assert report.task_perfect == expected["task_perfect"]
            assert report.total_cost == expected["total_cost"]
            compared += 1
    assert compared == 219


def test_intervals_hold_the_mean_and_shrink_with_more_tasks():
    """The same everywhere; a score that never varies has no width, one that never applies has none."""
    few = [0.0, 1.0, None, 1.0] * 5
    found = intervals({"few": few, "same": [0.25] * 20, "never": [None] * 20})
    assert found == intervals({"few": few, "same": [0.25] * 20, "never": [None] * 20})
    assert found["same"] == (0.25, 0.25)
    assert found["never"] is None
    low, high = found["few"]
    assert low < 2 / 3 < high
    more = intervals({"few": few * 20})["few"]
    assert more[1] - more[0] < (high - low) / 3
    assert intervals({}) == {}
    assert intervals({"a": []}) == {"a": None}


def test_intervals_are_those_of_the_plain_method():
    """Draw by draw, with the stream's own numbers and the built-in sum."""
    values = [0.0, 1.0, 0.5, None, 0.125]
    raw = np.random.PCG64(42).random_raw(1000 * 5).tolist()
    means = []
    for draw in range(1000):
        drawn = [values[number % 5] for number in raw[5 * draw : 5 * draw + 5]]
        there = [value for value in drawn if value is not None]
        if there:
            means.append(sum(there) / len(there))
    means.sort()
    last = len(means) - 1
    low, high = intervals({"x": values})["x"]
    assert (low, high) == pytest.approx((means[int(0.025 * last)], means[int(0.975 * last)]), abs=1e-12)
