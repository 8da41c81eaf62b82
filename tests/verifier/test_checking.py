"""Certificates in files, checked as a stranger would: from the command line, without any optimiser."""

import gzip
import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from planassay.kb.catalog import Catalog
from planassay.kb.formats.trek import open_folder, parts, slice_tasks
from planassay.kb.store import Store, write_store
from planassay.solver.planner import solve
from planassay.verifier import certificate as checker
from planassay.verifier.certificate import main
from planassay.verifier.checking import check_all, counted

SLICE = Path(__file__).parents[1] / "data" / "trek-slice"
OPTIMISERS = ("ortools", "pulp", "highspy", "networkx", "sklearn", "scipy", "pandas", "duckdb")


ALLOWED = (
    "tzdata",
    "numpy",
    "orjson",
    "pydantic",
    "annotated_types",
    "typing_extensions",
    "typing_inspection",
)
"""Libraries that the checker may use besides the standard one, each with what begins like it."""


@pytest.fixture(scope="module")
def proofs():
    """Return the certificate of each task of the slice by name."""
    kb = open_folder(SLICE)
    return {task.task_id: solve(task, kb).certificate for task in slice_tasks(SLICE)}


@pytest.fixture
def lines(tmp_path, proofs):
    """Return a file of lines with every certificate."""
    return written(tmp_path / "certificates.jsonl", proofs)


def written(path, proofs):
    """Write certificates to a file of lines."""
    rows = [json.dumps({"task_id": name, "certificate": proof, "more": 1}) for name, proof in proofs.items()]
    text = "\n".join(rows) + "\n"
    path.write_bytes(gzip.compress(text.encode()) if path.suffix == ".gz" else text.encode())
    return path


def run(path, *options, kb=SLICE, tasks=SLICE):
    """Run the command in this process and return its exit code."""
    return main([str(path), "--kb", str(kb), "--tasks", str(tasks), *options])


def test_all_that_hold_are_accepted(lines, proofs, capsys):
    """One line each, in the order of the file; the exit code says yes."""
    assert run(lines) == 0
    out = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in out] == [["accepted", name] for name in proofs]
    assert "accepted trek-4 optimal 74133" in out
    assert "accepted trek-9 infeasible entity" in out


def test_one_that_does_not_hold_is_refused_with_its_reason(tmp_path, proofs, capsys):
    """The exit code says no, whatever the others are."""
    damaged = json.loads(json.dumps(proofs))
    damaged["trek-4"]["claim"]["value"] -= 1
    assert run(written(tmp_path / "lines.jsonl.gz", damaged)) == 1
    out = capsys.readouterr().out
    assert "refused trek-4 the plan is worth 74133, not 74132\n" in out
    assert out.count("accepted") == len(proofs) - 1


def test_a_single_file_and_a_folder_are_read_too(tmp_path, proofs, capsys):
    """A certificate by itself names its task; of a folder every one is checked."""
    for name in ("trek-4", "trek-9"):
        (tmp_path / f"{name}.json").write_text(json.dumps(proofs[name]))
    assert run(tmp_path / "trek-4.json", "--json", tasks=SLICE / "tasks.csv") == 0
    [record] = json.loads(capsys.readouterr().out)
    assert record == {
        "where": str(tmp_path / "trek-4.json"),
        "task_id": "trek-4",
        "decision": "accepted",
        "reason": "",
        "status": "optimal",
        "cause": None,
        "value": 74133,
        "work": record["work"],
    }
    assert run(tmp_path) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_null_certificates_are_passed_over(tmp_path, proofs, capsys):
    """A claim without a proof has nothing to be checked; a file of such alone is misuse."""
    assert run(written(tmp_path / "some.jsonl", {"trek-4": proofs["trek-4"], "trek-9": None})) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1
    assert run(written(tmp_path / "none.jsonl", {"trek-9": None})) == 2
    assert "holds no certificate" in capsys.readouterr().err


def test_what_takes_too_much_work_is_not_known(lines, monkeypatch, capsys):
    """Exit code 3: none is refused, and not all are decided."""
    check = checker.check
    monkeypatch.setattr("planassay.verifier.checking.check", lambda *about: check(*about, work_limit=10))
    assert run(lines) == 3
    assert "unproved trek-80 more than 10 steps" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("nothing.json", None, "nothing.json: cannot be read: No such file or directory"),
        ("broken.json", "{", "broken.json: is not JSON"),
        ("list.json", "[]", "at /task/id: names no task, so it is no certificate"),
        ("other.json", '{"task": {"id": "trek-9999"}}', "has no task 'trek-9999', which "),
        ("broken.jsonl", '{"task_id": "trek-4"\n', "broken.jsonl:1: is no JSON"),
        ("nameless.jsonl", '{"certificate": {}}\n', "nameless.jsonl:1: at /task_id: names no task"),
        ("empty.jsonl", "\n", "holds no certificate"),
    ],
)
def test_what_cannot_be_read_is_misuse(tmp_path, capsys, name, text, message):
    """One message that names the file, and exit code 2."""
    path = tmp_path / name
    if text is not None:
        path.write_text(text)
    assert run(path) == 2
    assert message in capsys.readouterr().err


def test_what_cannot_be_read_stops_none_of_the_others(tmp_path, proofs, capsys):
    """Of a folder and of a file of lines the rest is checked; the exit code says that not all could be."""
    folder = tmp_path / "certificates"
    folder.mkdir()
    for name in ("trek-4", "trek-9"):
        (folder / f"{name}.json").write_text(json.dumps(proofs[name]))
    for name, text in (("a", "{"), ("z", '{"task": {"id": "trek-9999"}}')):
        (folder / f"{name}.json").write_text(text)
    rows = [json.dumps({"task_id": name, "certificate": proofs[name]}) for name in ("trek-4", "trek-9")]
    lines = tmp_path / "lines.jsonl"
    lines.write_text("\n".join([rows[0], "{", '{"task_id": 7}', rows[1]]) + "\n")
    for path in (folder, lines):
        assert run(path) == 2
        told = capsys.readouterr()
        assert [line.split()[:2] for line in told.out.splitlines()] == [
            ["accepted", "trek-4"],
            ["accepted", "trek-9"],
        ]
        assert told.err.count("not checked: ") == 2
        assert run(path, "--json") == 2
        records = json.loads(capsys.readouterr().out)
        assert len({frozenset(record) for record in records}) == 1
        unread = [record for record in records if record["decision"] == "unread"]
        assert [record["task_id"] for record in unread] == [None, None]
        assert all(record["where"].startswith(str(path)) and record["reason"] for record in unread)
    damaged = {**json.loads(json.dumps(proofs["trek-4"])), "scale": 0}
    (folder / "trek-4.json").write_text(json.dumps(damaged))
    assert run(folder) == 1


def test_the_answers_are_counted(tmp_path, proofs):
    """Each decision, and what could not be read, by its number."""
    lines = written(tmp_path / "lines.jsonl", {"trek-4": proofs["trek-4"], "trek-9999": proofs["trek-9"]})
    found = list(check_all(lines, open_folder(SLICE), SLICE))
    assert counted(found) == "1 accepted, 0 refused, 0 unproved, 1 unread"


def test_knowledge_base_and_tasks_must_be_there(tmp_path, lines, capsys):
    """Neither an empty folder nor a file that is missing."""
    assert run(lines, kb=tmp_path) == 2
    assert "is neither a knowledge base nor an official data folder" in capsys.readouterr().err
    assert run(lines, tasks=tmp_path / "tasks.csv") == 2
    twice = tmp_path / "twice.jsonl"
    flight = {"departure_city": "Oslo", "arrival_city": ["Riga"]}
    twice.write_text(2 * (json.dumps({"task_id": "a", "query": "?", "req_flight": flight}) + "\n"))
    assert run(lines, tasks=twice) == 2
    assert "names a task twice" in capsys.readouterr().err


def test_wrong_usage_is_told_from_a_refusal(lines, capsys):
    """Options that are missing end with the same exit code as other misuse."""
    with pytest.raises(SystemExit) as end:
        main([str(lines)])
    assert end.value.code == 2
    assert "--kb" in capsys.readouterr().err


def test_strange_names_are_printed_harmlessly(tmp_path, proofs, capsys):
    """Control characters of a certificate's texts do not reach the terminal."""
    proof = {**json.loads(json.dumps(proofs["trek-9"])), "ruleset": "\x1b[2J\u2028gold"}
    assert run(written(tmp_path / "strange.jsonl", {"trek-9": proof})) == 1
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert len(out.splitlines()) == 1


# ---------------------------------------------------------------------------------------------------- stores


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """Return a store of the slice."""
    path = tmp_path_factory.mktemp("store") / "kb"
    write_store(path, "trek", list(parts(open_folder(SLICE).source)))
    return path


def test_a_store_is_as_good_as_the_folder(store, lines, capsys):
    """The same records have the same hash, so the same proofs hold."""
    assert isinstance(Store(store).catalog(), Catalog)
    assert run(lines, kb=store) == 0
    assert "refused" not in capsys.readouterr().out


def test_a_store_is_read_whole_before_anything_is_checked(store, lines, tmp_path, capsys):
    """A store whose records were changed, hash and name left as they were, proves nothing."""
    changed = tmp_path / "kb"
    shutil.copytree(store, changed)
    [column] = (
        list(changed.glob("columns/hotels*price*.npy"))[:1] or sorted(changed.glob("columns/*.npy"))[:1]
    )
    data = bytearray(column.read_bytes())
    data[-1] ^= 1
    column.write_bytes(data)
    assert run(lines, kb=changed) == 2
    assert "damaged" in capsys.readouterr().err


# ------------------------------------------------------------------------------ without optimisers and solver


BLOCK = f"""
import sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {OPTIMISERS!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Absent())
"""


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """
    Return a folder with the face and the rooms kb and verifier alone, and the libraries these may use.

    An interpreter that is started with ``-S`` sees this and the standard library, and nothing else.
    """
    root = tmp_path_factory.mktemp("bare")
    source = Path(checker.__file__).parents[1]
    (root / "planassay").mkdir()
    for file in source.glob("*.py"):
        shutil.copy(file, root / "planassay" / file.name)
    for room in ("kb", "verifier"):
        shutil.copytree(
            source / room, root / "planassay" / room, ignore=shutil.ignore_patterns("__pycache__")
        )
    for name in ALLOWED:
        origin = Path(find_spec(name).origin)
        site = origin.parents[1] if origin.name == "__init__.py" else origin.parent
        for found in site.glob(f"{name}*"):
            if found.suffix != ".dist-info":
                (root / found.name).symlink_to(found)
    return root


def checked_apart(root, path, *, flags=("-S", "-s")):
    """Run the module in an interpreter that sees one folder besides the standard library."""
    environment = {
        "PYTHONPATH": str(root),
        "PATH": os.environ.get("PATH", ""),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = [sys.executable, *flags, "-W", "error", "-m", "planassay.verifier.certificate", str(path)]
    command += ["--kb", str(SLICE), "--tasks", str(SLICE), "--json"]
    return subprocess.run(command, env=environment, cwd=root, capture_output=True, text=True, check=False)


def test_it_runs_where_no_optimiser_is_installed_and_no_solver_exists(bare, lines, proofs):
    """No ortools, PuLP, HiGHS, networkx or scikit-learn, no solver, gold or bench: all are accepted."""
    assert sorted(folder.name for folder in (bare / "planassay").iterdir() if folder.is_dir()) == [
        "kb",
        "verifier",
    ]
    probe = f"import importlib.util as u; print([n for n in {OPTIMISERS!r} if u.find_spec(n)])"
    seen = subprocess.run(
        [sys.executable, "-S", "-s", "-c", probe],
        env={"PYTHONPATH": str(bare)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert seen.stdout.strip() == "[]"
    ended = checked_apart(bare, lines)
    assert (ended.returncode, ended.stderr) == (0, "")
    records = json.loads(ended.stdout)
    assert [record["task_id"] for record in records] == list(proofs)
    assert {record["decision"] for record in records} == {"accepted"}


def test_apart_it_says_no_as_well(bare, tmp_path, proofs):
    """The bare checker refuses what does not hold."""
    damaged = json.loads(json.dumps(proofs))
    damaged["trek-80"]["claim"]["cause"] = "time"
    del damaged["trek-80"]["claim"]["budget"]
    ended = checked_apart(bare, written(tmp_path / "lines.jsonl", damaged))
    assert (ended.returncode, ended.stderr) == (1, "")
    refused = [r["task_id"] for r in json.loads(ended.stdout) if r["decision"] == "refused"]
    assert refused == ["trek-80"]


def test_beside_optimisers_it_loads_none(lines):
    """In an environment that has them all, importing one of them would be an error here, and is not tried."""
    code = f"{BLOCK}\nfrom planassay.verifier.certificate import main\nraise SystemExit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", code, str(lines), "--kb", str(SLICE), "--tasks", str(SLICE)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
