"""The table of day routing against others."""

import json

import pytest
from tests.conftest import ROOT

from planassay.bench.speed.optw import main
from planassay.bench.speed.optw_table import Row, table

OPTW = str(ROOT / "tests" / "data" / "optw")


def test_a_row_says_value_proof_and_certificate(capsys, tmp_path):
    """Our columns have the optimum, the published value, that there is no gap, and what the checker says."""
    published = tmp_path / "best.json"
    published.write_text('{"entries": {"c101/1": {"value": 320, "status": "optimal"}}}')
    assert main([OPTW, "--runs", "c101/1", "--engines", "patterns", "--published", str(published)]) == 0
    head, _, row, _, said = capsys.readouterr().out.splitlines()
    assert head == "| run | value | published | bound | gap | CPU | certificate | check |"
    assert row.startswith("| c101/1 | 320 | 320 | 320 | 0 | ")
    assert " | accepted, " in row
    assert said == "1 runs, 1 proved with an accepted certificate. Of 1 with a published value 1 reach it."


def test_runs_go_on_where_they_were_stopped(capsys, tmp_path):
    """What the file has is not run again, and a line cut short is."""
    out = tmp_path / "runs.jsonl"
    done = Row("c101/1", "patterns", 1.0, value=7, bound=9)
    whole = json.dumps(done._asdict()) + "\n"
    out.write_text(whole + '{"run": "r101/1", "eng')
    assert main([OPTW, "--runs", "[cr]101/1", "--engines", "patterns", "--out", str(out)]) == 0
    lines = out.read_text().splitlines()
    assert lines[0] + "\n" == whole
    assert [json.loads(line)["run"] for line in lines] == ["c101/1", "r101/1"]
    assert json.loads(lines[1])["value"] == 198
    first = capsys.readouterr().out
    assert main(["--table", str(out)]) == 0
    assert capsys.readouterr().out == first


def test_a_table_holds_other_engines_and_what_went_wrong():
    """Gaps are in per cent of the value; a run without a plan says why; better than published is named."""
    rows = [
        Row("a/1", "patterns", value=200, bound=203, cpu_s=1.0),
        Row("a/1", "pyvrp", value=200, cpu_s=5.0),
        Row("b/1", "patterns", fault="EngineError: no"),
    ]
    text = table(rows, {"a/1": (190, False)})
    assert "| a/1 | 200 | 190 (best found) | 203 | 1.5 % | 1.0 s |  |  | 200, no bound, 5.0 s |" in text
    assert "| b/1 | EngineError: no |" in text
    assert "0 reach it, 1 exceed it (a/1 200)." in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([OPTW, "--runs", "c101/0"], "is no number of routes"),
        ([OPTW, "--runs", "c999/1"], "there is no instance 'c999'"),
        ([OPTW, "--runs", "c101/1", "--engines", "magic"], "unknown engine 'magic'"),
        ([], "name a folder"),
        (["--table", "nowhere.jsonl"], "cannot be read"),
        ([OPTW, "--runs", "c101/1", "--published", f"{OPTW}/c101.txt"], "has no values by run"),
    ],
)
def test_misuse_is_one_line(capsys, arguments, words):
    """Unknown instances and engines, and files that are none, end with a message and the code of misuse."""
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert words in capsys.readouterr().err


def test_a_line_that_is_no_run_is_named(capsys, tmp_path):
    """The message names the file and the line."""
    out = tmp_path / "runs.jsonl"
    out.write_text('{"run": "a/1"}\n{"x": 1}\n')
    with pytest.raises(SystemExit):
        main(["--table", str(out)])
    assert "runs.jsonl:2" in capsys.readouterr().err
