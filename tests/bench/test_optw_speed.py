"""The table of day routing against others."""

import pytest
from tests.conftest import ROOT

from planassay.bench.speed.optw import main

OPTW = str(ROOT / "tests" / "data" / "optw")


def test_a_row_says_value_proof_and_certificate(capsys):
    """Our cell has the optimum, that it is proved, and what the checker says."""
    assert main([OPTW, "--runs", "c101/1", "--engines", "patterns"]) == 0
    head, _, row = capsys.readouterr().out.splitlines()
    assert head == "| instance | patterns |"
    assert row.startswith("| c101/1 | 320, proved, ")
    assert "; accepted, " in row


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--runs", "c101/0"], "is no number of routes"),
        (["--runs", "c999/1"], "cannot be read"),
        (["--runs", "c101/1", "--engines", "magic"], "unknown engine 'magic'"),
    ],
)
def test_misuse_is_one_line(capsys, arguments, words):
    """Unknown instances and engines end with a message and the code of misuse."""
    with pytest.raises(SystemExit) as caught:
        main([OPTW, "--engines", "patterns", *arguments])
    assert caught.value.code == 2
    assert words in capsys.readouterr().err
