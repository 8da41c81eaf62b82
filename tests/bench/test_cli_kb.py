"""The command line: conventions of every verb, and the verb ``kb`` from import to query-ready store."""

import io
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from planassay import __version__
from planassay.bench import cli, console
from planassay.bench.cli import VERBS, run
from planassay.bench.inputs import open_kb, read_task_file
from planassay.kb.catalog import Table
from planassay.kb.errors import InputError, PlanassayError
from planassay.kb.formats.trek import open_folder, slice_tasks
from planassay.kb.store import Store

HASH = "fd4826b79152bf7fdce5f05441b826996e83c3d36f06d92f2f92c39c18dd9833"
FLIGHTS = Path("api/data/v2/flight_data/flights.csv")


@pytest.fixture
def folder(trek_slice, tmp_path) -> Path:
    """Return a copy of the official folder with two bad rows."""
    root = tmp_path / "official"
    shutil.copytree(trek_slice / "api", root / "api")
    text = (root / FLIGHTS).read_text()
    text = text.replace("CW 2271,283.5", "CW 2271,NaN").replace("IL 9312,305.1", "IL 9312,-1")
    (root / FLIGHTS).write_text(text)
    return root


def imported(folder: Path, kb: Path, *options: str) -> int:
    """Import a folder and return the exit code."""
    return run(["kb", "import", "trek", str(folder), "--out", str(kb), *options])


# ------------------------------------------------------------------------------------------- every verb


def test_the_version_is_printed(capsys):
    """``--version`` is one line of data."""
    assert run(["--version"]) == 0
    assert capsys.readouterr() == (f"{__version__}\n", "")


@pytest.mark.parametrize(
    "arguments",
    [["nonsense"], ["--nonsense"], ["kb", "import"], ["kb", "info"], ["kb", "import", "trek", "x"]],
)
def test_misuse_is_exit_code_two(capsys, arguments):
    """A wrong verb, a wrong option and a missing argument are misuse, said on standard error."""
    assert run(arguments) == 2
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    assert "Usage: planassay" in out + err


def test_help_lists_the_verbs_that_are_there(capsys):
    """Every module of a verb is listed, and a verb without module is passed over."""
    assert run(["--help"]) == 0
    out, _ = capsys.readouterr()
    assert "kb  " in out
    assert "Traceback" not in out


def test_every_verb_is_a_module_that_registers(root):
    """Modules and the list of verbs agree: each is a verb, or a part of one and named after it."""
    modules = {path.stem for path in (root / "bench" / "commands").glob("*.py")} - {"__init__"}
    assert {name for name in modules if name not in VERBS and name.partition("_")[0] not in VERBS} == set()
    assert "kb" in modules


def test_help_loads_nothing_heavy():
    """Asking for help costs no solver, no database, no arrays."""
    program = (
        "import sys; from planassay.bench.cli import run; code = run(['--help'])\n"
        "heavy = {'ortools', 'duckdb', 'numba', 'numpy', 'pandas', 'scipy', 'sklearn', 'highspy', 'pulp'}\n"
        "print(code, sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "0 []"


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (InputError("is wrong", source="a.csv", line=3), "planassay: a.csv:3: is wrong\n"),
        (PlanassayError("no\nsuch"), "planassay: no\nsuch\n"),
        (PermissionError(13, "Permission denied", "/x/kb"), "planassay: /x/kb: Permission denied\n"),
        (OSError("odd"), "planassay: system: odd\n"),
    ],
)
def test_errors_become_messages_and_exit_code_two(monkeypatch, capsys, error, message):
    """What a user gave wrongly, and what the system refuses, is a message and never a traceback."""

    def build():
        def app(**options):
            raise error

        return app

    monkeypatch.setattr(cli, "build", build)
    assert run([]) == 2
    assert capsys.readouterr() == ("", message)


def test_a_fault_of_the_program_is_not_hidden(monkeypatch):
    """A bug stays an exception: it must be seen."""

    def build():
        raise ZeroDivisionError

    monkeypatch.setattr(cli, "build", build)
    with pytest.raises(ZeroDivisionError):
        run([])


def test_the_installed_command_ends_with_the_code(tmp_path):
    """The entry point hands the exit code to the shell."""
    program = (
        "import sys; from planassay.bench.cli import main; sys.argv[1:] = 'kb info nowhere'.split(); main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "planassay: nowhere: there is no such knowledge base\n"


# ---------------------------------------------------------------------------------------------- console


def test_text_of_strangers_is_printed_as_it_is(monkeypatch):
    """Markup is text; what the stream cannot carry and control characters are escaped."""
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", stream)
    console.print_line("[red]Málaga\ud800 \x1b[31m")
    console.print_table(["name"], [["[bold]Xi'an :smile: \x07"]])
    stream.seek(0)
    text = stream.read()
    assert "[red]M\\xe1laga\\ud800 \\x1b[31m\n" in text
    assert "[bold]Xi'an :smile: \\x07" in text


def test_tables_in_pipes_are_whole(capsys):
    """A long cell is neither cut nor folded where there is no terminal, and numbers can stand right."""
    console.print_table(["name", "n"], [["x" * 300, 7], ["y", 123]], align=["left", "right"])
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    long, short = (line for line in lines if line.endswith(("7", "123")))
    assert long.split() == ["x" * 300, "7"]
    assert short.split() == ["y", "123"]
    assert len(long) == len(short)


def test_json_has_no_numbers_that_json_lacks(capsys):
    """NaN is an error, accents are text."""
    console.print_json({"city": "Málaga"})
    assert capsys.readouterr().out == '{\n  "city": "Málaga"\n}\n'
    with pytest.raises(ValueError, match="not JSON compliant"):
        console.print_json(float("nan"))


def test_progress_is_silent_without_a_terminal(capsys):
    """A pipe sees nothing of the bar."""
    with console.progress("working", total=2) as bar:
        bar.advance()
        bar.advance("more")
    assert capsys.readouterr() == ("", "")


def test_progress_shows_on_a_terminal(monkeypatch):
    """A terminal sees label and count on standard error."""

    class Terminal(io.StringIO):
        def isatty(self):
            return True

    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    with console.progress("solving [x]", total=2) as bar:
        bar.advance()
        bar.advance("verifying")
    assert "solving [x]" in stream.getvalue()
    assert "verifying" in stream.getvalue()


# --------------------------------------------------------------------------------------------------- kb


def test_a_folder_is_imported_and_described(capsys, trek_slice, tmp_path):
    """Import writes the store and says what it holds; info says the same, as text and as JSON."""
    kb = tmp_path / "kb"
    assert imported(trek_slice, kb) == 0
    out, err = capsys.readouterr()
    assert err == f"wrote {kb}\n"
    assert f"content_hash    {HASH}\n" in out
    assert "hotels          239 rows, 8 cities\n" in out
    assert "flights         99 rows\n" in out
    assert run(["kb", "info", str(kb)]) == 0
    assert capsys.readouterr() == (out, "")
    assert run(["kb", "info", str(kb), "--verify", "--json"]) == 0
    out, err = capsys.readouterr()
    facts = json.loads(out)
    assert (facts["content_hash"], facts["rows"], facts["left_out"]) == (HASH, 951, 0)
    assert facts["tables"]["cars"]["rows_by_label"]["Riga"] == 27
    assert err == f"verified {kb}\n"


def test_bad_rows_stop_the_import_and_are_all_named(capsys, folder, tmp_path):
    """Nothing is written, the exit code is 2, and each bad row has its line."""
    kb = tmp_path / "kb"
    assert imported(folder, kb) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert [line.partition(": column ")[0].removeprefix("planassay: ") for line in err.splitlines()] == [
        f"{folder / FLIGHTS}:2",
        f"{folder / FLIGHTS}:3",
    ]
    assert not kb.exists()


def test_bad_rows_can_be_left_out_and_are_counted(capsys, folder, tmp_path):
    """With --keep-going the good rows are imported, the others are named and counted."""
    kb = tmp_path / "kb"
    assert imported(folder, kb, "--keep-going", "--json") == 0
    out, err = capsys.readouterr()
    facts = json.loads(out)
    assert (facts["left_out"], facts["tables"]["flights"]["rows"]) == (2, 97)
    assert err.count("planassay: left out: ") == 2
    assert "left out 2 rows or files that cannot be read\n" in err
    assert Store(kb).manifest.left_out == 2


def test_a_store_is_replaced_only_by_force(capsys, trek_slice, tmp_path):
    """A second import to the same place is refused, unless it is forced."""
    kb = tmp_path / "kb"
    assert imported(trek_slice, kb) == 0
    assert imported(trek_slice, kb) == 2
    assert f"planassay: {kb}: already exists; --force replaces it\n" in capsys.readouterr().err
    assert imported(trek_slice, kb, "--force") == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kb"]


@pytest.mark.parametrize("target", ["file/kb", "file"])
def test_a_place_that_cannot_be_written_is_one_message(capsys, trek_slice, tmp_path, target):
    """A file in the way is bad input, said in one line."""
    (tmp_path / "file").touch()
    assert imported(trek_slice, tmp_path / target) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_damage_is_said_by_info(capsys, trek_slice, tmp_path):
    """A damaged store is exit code 2 and one line that names the file."""
    kb = tmp_path / "kb"
    imported(trek_slice, kb)
    (kb / "tables" / "cars.parquet").write_bytes(b"")
    capsys.readouterr()
    assert run(["kb", "info", str(kb)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"planassay: {kb / 'tables' / 'cars.parquet'}: damaged: it has 0 bytes")


# ----------------------------------------------------------------------------------------------- inputs


def test_a_knowledge_base_is_a_store_or_a_folder(trek_slice, tmp_path):
    """Other verbs open both by their path; what is neither is an error."""
    imported(trek_slice, tmp_path / "kb")
    assert open_kb(tmp_path / "kb").content_hash == open_kb(trek_slice).content_hash == HASH
    assert open_kb(tmp_path / "kb").labels(Table.CARS) == open_folder(trek_slice).labels(Table.CARS)
    with pytest.raises(InputError, match="is neither a knowledge base nor an official TREK folder"):
        open_kb(tmp_path)


def test_tasks_are_a_table_lines_or_a_folder(trek_slice, tmp_path):
    """A slice's folder, its table and JSON lines of the same rows give the same tasks."""
    tasks = slice_tasks(trek_slice)
    assert read_task_file(trek_slice) == tasks
    assert read_task_file(trek_slice / "tasks.csv") == tasks[:14]
    lines = [
        json.dumps(
            {"task_id": task.task_id, **dict(task.source), "impossible": str(task.source["impossible"])}
        )
        for task in tasks
    ]
    (tmp_path / "tasks.jsonl").write_text("\n".join(lines))
    assert read_task_file(tmp_path / "tasks.jsonl") == tasks
    with pytest.raises(InputError, match="cannot be read"):
        read_task_file(tmp_path / "none.csv")
