"""A store gives back what was put in, notices every damage, and is whole or absent."""

import json
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planassay.kb import store as module
from planassay.kb.catalog import Catalog, Table
from planassay.kb.errors import InputError, StoreError, UnknownSystemError
from planassay.kb.formats.trek import open_folder, parts
from planassay.kb.manifest import is_store
from planassay.kb.store import Store, open_store, write_store
from planassay.kb.tables import Column, Kind, TableSchema


def everything(kb: Catalog) -> dict[str, object]:
    """Return all records of a catalog, walked."""
    return {
        "hotels": {label: kb.hotels(label) for label in kb.labels(Table.HOTELS)},
        "attractions": {label: kb.attractions(label) for label in kb.labels(Table.ATTRACTIONS)},
        "cars": {label: kb.cars(label) for label in kb.labels(Table.CARS)},
        "flights": list(kb.flights),
        "airports": kb.airports,
        "hash": kb.content_hash,
    }


@pytest.fixture(scope="session")
def real_parts(trek_slice):
    """Return the rows of the real slice."""
    return list(parts(open_folder(trek_slice).source))


@pytest.fixture(scope="session")
def pristine(real_parts, tmp_path_factory) -> Path:
    """Return a store of the real slice that no test may change."""
    path = tmp_path_factory.mktemp("stores") / "kb"
    write_store(path, "trek", real_parts)
    return path


@pytest.fixture
def path(pristine, tmp_path) -> Path:
    """Return a store of the real slice, to be damaged."""
    shutil.copytree(pristine, tmp_path / "kb")
    return tmp_path / "kb"


@settings(max_examples=8)
@given(st.data())
def test_any_records_survive_the_store(made_up, data):
    """Odd records come back the same, from the columns and from columns made anew out of Parquet."""
    source = data.draw(made_up)
    with TemporaryDirectory() as name:
        path = Path(name, "kb")
        write_store(path, "trek", list(parts(source)))
        assert everything(open_store(path)) == everything(Catalog(source))
        shutil.rmtree(path / "columns")
        assert everything(open_store(path)) == everything(Catalog(source))
        Store(path).verify()


def test_store_and_folder_are_one_knowledge_base(pristine, trek_slice):
    """The same records in the same order, with the same identity, whichever way they are opened."""
    assert everything(open_store(pristine)) == everything(open_folder(trek_slice))


def test_equal_input_gives_equal_bytes(pristine, real_parts, tmp_path):
    """A second store of the same records is the same, file by file."""
    write_store(tmp_path / "again", "trek", real_parts)
    files = sorted(p.relative_to(pristine) for p in pristine.rglob("*") if p.is_file())
    assert files == sorted(p.relative_to(tmp_path / "again") for p in (tmp_path / "again").rglob("*.*"))
    assert [f for f in files if (pristine / f).read_bytes() != (tmp_path / "again" / f).read_bytes()] == []


def test_the_manifest_says_what_is_there(pristine, real_parts):
    """System, identity, rows and labels stand in the manifest, and nothing of the machine."""
    manifest = json.loads((pristine / "manifest.json").read_text())
    assert manifest["format"] == "planassay-kb"
    assert (manifest["schema_version"], manifest["system"], manifest["left_out"]) == (1, "trek", 0)
    assert manifest["content_hash"] == open_store(pristine).content_hash
    assert {name: table["rows"] for name, table in manifest["tables"].items()} == {
        "airports": 0,
        "attractions": 451,
        "cars": 162,
        "flights": 99,
        "hotels": 239,
    }
    assert manifest["tables"]["hotels"]["labels"][0] == ["Addis Ababa", 41]
    assert str(pristine.parent) not in (pristine / "manifest.json").read_text()


# ----------------------------------------------------------------------------------------------- queries


def test_tables_answer_queries(pristine):
    """Each table is a view with its columns, labels and positions; lists and parameters work."""
    store = Store(pristine)
    answer = store.query(
        "SELECT label, count(*) AS n, min(price_cents) AS least FROM hotels"
        " WHERE list_contains(amenities, ?) GROUP BY label ORDER BY label",
        ["Spa"],
    )
    assert answer.columns == ("label", "n", "least")
    kb = open_store(pristine)
    expected = {
        label: [hotel.price_cents for hotel in kb.hotels(label) if "Spa" in hotel.amenities]
        for label in kb.labels(Table.HOTELS)
    }
    assert answer.rows == [(label, len(found), min(found)) for label, found in expected.items() if found]
    rows = store.query("SELECT number, row_index FROM flights ORDER BY row_index").rows
    assert rows == [(flight.number, flight.row) for flight in kb.flights]


def test_text_stays_text_in_queries(tmp_path, made_up, trek_slice):
    """``NA`` is text, not a missing value, and dates are not guessed."""
    source = open_folder(trek_slice).source
    rows = list(parts(source))
    flights = next(i for i, part in enumerate(rows) if part[0] == "flights")
    first = list(rows[flights][2][0])
    first[-4:] = ["NA", "null", "2025-08-01", ""]
    rows[flights] = ("flights", "", [tuple(first)])
    write_store(tmp_path / "kb", "trek", rows)
    answer = Store(tmp_path / "kb").query(
        "SELECT from_continent, from_country, to_continent, to_country FROM flights"
    )
    assert answer.rows == [("NA", "null", "2025-08-01", "")]


@pytest.mark.parametrize(
    "sql",
    [
        "COPY hotels TO '{out}'",
        "CREATE TABLE x AS SELECT 1",
        "DROP VIEW hotels",
        "INSERT INTO hotels SELECT * FROM hotels",
        "ATTACH '{out}' AS x",
        "SELECT 1; SELECT 2",
        "",
        "SELECT * FROM read_text('{secret}')",
        "SELECT * FROM '{secret}'",
        "SET enable_external_access = true",
        "INSTALL httpfs",
        "SELECT nothing FROM hotels",
        "SELEKT 1",
        "SELECT '",
    ],
)
def test_queries_only_read_the_tables(pristine, tmp_path, sql):
    """A statement that writes, a second statement, another file and nonsense are refused with one error."""
    secret = tmp_path / "secret.csv"
    secret.write_text("a\n1\n")
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(InputError):
        Store(pristine).query(sql.format(out=tmp_path / "out", secret=secret))
    assert sorted(tmp_path.rglob("*")) == before


def test_a_path_with_quotes_is_no_trouble(pristine, tmp_path):
    """A store in a folder with an odd name is queried and rebuilt like any other."""
    odd = tmp_path / 'it\'s "odd" 日本'
    shutil.copytree(pristine, odd)
    shutil.rmtree(odd / "columns")
    assert Store(odd).query("SELECT count(*) FROM cars").rows == [(162,)]
    assert len(open_store(odd).flights) == 99


def test_threads_have_connections_of_their_own(pristine):
    """Many threads ask one store at once, and each gets its answer."""
    store = Store(pristine)
    found: list[object] = []
    threads = [
        Thread(target=lambda: found.append(store.query("SELECT count(*) FROM flights").rows))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [[(99,)]] * 8


FORKED = """
import os, sys
from pathlib import Path
from planassay.kb.store import Store
store = Store(Path(sys.argv[1]))
count = lambda: store.query("SELECT count(*) FROM hotels").rows
assert count() == [(239,)]
child = os.fork()
if child == 0:
    os._exit(0 if count() == [(239,)] and len(store.catalog().flights) == 99 else 1)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
assert count() == [(239,)]
print("both")
"""


def test_no_connection_crosses_a_fork(pristine):
    """Parent and child ask the same store, each through a connection of its own."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", FORKED, str(pristine)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.stdout, done.stderr, done.returncode) == ("both\n", "", 0)


def test_scoring_loads_no_database(pristine):
    """Opening a store and asking its records loads neither DuckDB nor any table library."""
    program = (
        "import sys; from pathlib import Path; from planassay.kb.store import open_store\n"
        "kb = open_store(Path(sys.argv[1])); kb.flights[3]; kb.hotels('Riga')\n"
        "print(sorted({'duckdb', 'pandas', 'pyarrow'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(pristine)], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


# ----------------------------------------------------------------------------------------------- columns


def test_columns_are_mapped_not_read(pristine):
    """The arrays of a store are memory-mapped files."""
    arrays = Store(pristine).columns.arrays
    assert all(isinstance(array, np.memmap) or array.size == 0 for array in arrays.values())


def make_absent(columns: Path) -> None:
    """Remove the folder."""
    shutil.rmtree(columns)


def make_incomplete(columns: Path) -> None:
    """Remove a file."""
    (columns / "hotels.price_cents.npy").unlink()


def make_short(columns: Path) -> None:
    """Cut a file."""
    file = columns / "hotels.price_cents.npy"
    file.write_bytes(file.read_bytes()[:-8])


def make_stale(columns: Path) -> None:
    """Let the index name other content."""
    index = json.loads((columns / "index.json").read_text())
    (columns / "index.json").write_text(json.dumps({**index, "content_hash": "0" * 64}))


def make_other_layout(columns: Path) -> None:
    """Let the index name another layout."""
    index = json.loads((columns / "index.json").read_text())
    (columns / "index.json").write_text(json.dumps({**index, "layout": 0}))


def make_nonsense(columns: Path) -> None:
    """Let the index be no index."""
    (columns / "index.json").write_text("[]")


def make_headless(columns: Path) -> None:
    """Let a file of the right size be no array."""
    file = columns / "hotels.price_cents.npy"
    file.write_bytes(b"x" * file.stat().st_size)


@pytest.mark.parametrize(
    "damage",
    [
        make_absent,
        make_incomplete,
        make_short,
        make_stale,
        make_other_layout,
        make_nonsense,
        make_headless,
    ],
)
def test_columns_absent_or_stale_are_made_anew(path, pristine, damage: Callable[[Path], None]):
    """Whatever is visibly wrong with the derived columns, they are rebuilt to the same bytes."""
    damage(path / "columns")
    assert everything(open_store(path)) == everything(open_store(pristine))
    for file in (pristine / "columns").iterdir():
        assert (path / "columns" / file.name).read_bytes() == file.read_bytes()
    assert sorted(p.name for p in path.iterdir()) == ["columns", "manifest.json", "tables"]


def test_columns_replaced_while_being_mapped_are_not_mixed(path, monkeypatch):
    """An index that changes while arrays are mapped makes the mapping void."""
    from planassay.kb import arrayfiles

    real = np.load

    def load_and_replace(file, **options):
        index = file.parent / "index.json"
        index.write_text(index.read_text() + "\n")
        return real(file, **options)

    identity = Store(path).manifest.content_hash
    monkeypatch.setattr(arrayfiles.np, "load", load_and_replace)
    assert arrayfiles.map_arrays(path / "columns", identity) is None


@pytest.mark.parametrize(("at", "byte"), [(0, 0), (8, 1), (21, 44), (26, 66)])
def test_columns_whose_header_is_damaged_are_made_anew(path, at, byte):
    """Whatever numpy raises of them: it is no fault of the records."""
    file = path / "columns" / "flights.fare_cents.npy"
    whole = file.read_bytes()
    file.write_bytes(whole[:at] + bytes([byte]) + whole[at + 1 :])
    Store(path).verify()
    assert file.read_bytes() == whole


def test_a_store_that_cannot_be_written_to_is_read_all_the_same(path, pristine, monkeypatch):
    """Without columns and without leave to write them, they are kept in memory."""
    shutil.rmtree(path / "columns")

    def refuse(*args, **options):
        raise PermissionError("read-only")

    monkeypatch.setattr(module, "aside", refuse)
    assert everything(open_store(path)) == everything(open_store(pristine))
    assert not (path / "columns").exists()


# ------------------------------------------------------------------------------------------------ damage


def edit_manifest(path: Path, **change: object) -> None:
    """Change some entries of the manifest."""
    manifest = json.loads((path / "manifest.json").read_text())
    (path / "manifest.json").write_text(json.dumps({**manifest, **change}))


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda p: shutil.rmtree(p), "there is no such knowledge base"),
        (lambda p: (p / "manifest.json").unlink(), "is no knowledge base: it has no manifest.json"),
        (lambda p: (p / "manifest.json").write_text("{"), "damaged at /"),
        (lambda p: (p / "manifest.json").write_bytes(b"\xff"), "damaged at /"),
        (lambda p: (p / "manifest.json").write_text("[]"), "damaged at /"),
        (lambda p: edit_manifest(p, format="other"), "damaged at /format"),
        (lambda p: edit_manifest(p, extra=1), "damaged at /extra"),
        (lambda p: edit_manifest(p, left_out=-1), "damaged at /left_out"),
        (lambda p: edit_manifest(p, schema_version=2), "has schema version 2, but this program reads 1"),
        (lambda p: edit_manifest(p, schema_version="1"), "has schema version 1, but this program reads 1"),
        (lambda p: edit_manifest(p, system="trak"), "unknown system 'trak'; known: trek"),
        (lambda p: edit_manifest(p, tables={}), "names the tables , not airports, attractions"),
        (lambda p: edit_manifest(p, tables={"../x": {}}), "damaged at /tables"),
        (lambda p: edit_manifest(p, content_hash="0" * 64), "damaged: these are not the records"),
        (lambda p: (p / "tables" / "cars.parquet").unlink(), "cars.parquet: is missing"),
        (lambda p: (p / "tables" / "cars.parquet").write_bytes(b"x"), "damaged: it has 1 bytes, not"),
    ],
    ids=range(16),
)
def test_damage_that_shows_is_refused_on_opening(path, damage, reason):
    """A store that is absent, unfinished, damaged or of another version is one error that says so."""
    damage(path)
    with pytest.raises(StoreError) as caught:
        open_store(path)
    assert reason in str(caught.value)
    assert str(path) in str(caught.value)


def test_a_damaged_table_is_found_by_verify(path):
    """A flipped bit that no size shows is found, and named by its file."""
    file = path / "tables" / "cars.parquet"
    data = bytearray(file.read_bytes())
    data[100] ^= 1
    file.write_bytes(data)
    open_store(path)  # scoring does not read it
    with pytest.raises(StoreError, match=r"cars\.parquet: damaged: its SHA-256"):
        Store(path).verify()


def test_tables_that_agree_with_a_forged_manifest_are_found_by_their_content(path, real_parts, tmp_path):
    """Swapping in other records and their sizes and sums still does not give the content hash."""
    other = [part if part[0] != "cars" else (part[0], part[1], part[2][::-1]) for part in real_parts]
    write_store(tmp_path / "other", "trek", other)
    manifest = json.loads((tmp_path / "other" / "manifest.json").read_text())
    shutil.copytree(tmp_path / "other" / "tables", path / "tables", dirs_exist_ok=True)
    edit_manifest(path, tables=manifest["tables"])
    with pytest.raises(StoreError, match="these are not the records that the manifest names"):
        Store(path).verify()


def test_damaged_columns_are_found_by_verify(path):
    """A flipped bit in an array is found, with the way out."""
    file = path / "columns" / "hotels.amenities.masks.npy"
    data = bytearray(file.read_bytes())
    data[-1] ^= 1
    file.write_bytes(data)
    with pytest.raises(StoreError, match=r"damaged in hotels\.amenities\.masks; remove this folder"):
        Store(path).verify()
    shutil.rmtree(path / "columns")
    Store(path).verify()


# ----------------------------------------------------------------------------------------------- writing


def test_only_a_store_is_replaced(path, real_parts, tmp_path):
    """Force replaces a store, whole or damaged, and nothing else."""
    (path / "tables" / "cars.parquet").unlink()
    with pytest.raises(StoreError, match="already exists; --force replaces it"):
        write_store(path, "trek", real_parts)
    write_store(path, "trek", real_parts, force=True, left_out=3)
    assert Store(path).manifest.left_out == 3
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "letters.txt").touch()
    with pytest.raises(StoreError, match="is something else, and is not replaced"):
        write_store(tmp_path / "home", "trek", real_parts, force=True)
    assert not is_store(tmp_path / "home")


def test_the_store_takes_any_tables(tmp_path, monkeypatch):
    """A system with tables of its own is stored, queried and mapped without a word about it in the store."""
    columns = (
        Column("sku", Kind.TEXT),
        Column("price_cents", Kind.INT),
        Column("stock", Kind.INT, optional=True),
        Column("weight", Kind.FLOAT),
        Column("tags", Kind.WORDS),
        Column("brand", Kind.WORD),
    )
    products = TableSchema(
        "products", columns, tuple, lambda label, first, cells: list(zip(*cells, strict=True)), True
    )
    rows = [("a", 100, None, 0.5, ("x", "y"), "B"), ("b", 200, 3, 1e-300, (), "B")]
    monkeypatch.setattr(module, "schema_of", lambda system: (products,))
    write_store(tmp_path / "kb", "trek", [("products", "shop", rows), ("products", "empty", [])])
    store = Store(tmp_path / "kb")
    assert store.columns.records(products, "shop") == rows
    assert store.columns.labels("products") == ("shop", "empty")
    assert store.query("SELECT * FROM products").rows == [
        ("shop", i, sku, price, stock, weight, list(tags), brand)
        for i, (sku, price, stock, weight, tags, brand) in enumerate(rows)
    ]
    shutil.rmtree(tmp_path / "kb" / "columns")
    assert Store(tmp_path / "kb").columns.records(products, "shop") == rows
    store.verify()


def test_an_unknown_system_writes_nothing(tmp_path):
    """A system that is not registered is refused before a folder is made."""
    with pytest.raises(UnknownSystemError):
        write_store(tmp_path / "kb", "trak", [])
    assert list(tmp_path.iterdir()) == []


def test_readers_of_a_replaced_store_go_on(path, real_parts, pristine):
    """Who opened the old store reads it to the end; who opens afterwards reads the new one."""
    old = open_store(path)
    changed = [part for part in real_parts if part[0] != "flights"] + [("flights", "", [])]
    write_store(path, "trek", changed, force=True)
    assert everything(old) == everything(open_store(pristine))
    assert len(open_store(path).flights) == 0


KILLED = """
import os, signal, sys
from pathlib import Path
from planassay.kb import aside, store
from planassay.kb.formats.trek import open_folder, parts
stage, target, folder, force = sys.argv[1:]
def die(*args, **options):
    os.kill(os.getpid(), signal.SIGKILL)
name, after, _ = stage.partition("+")
home = aside if hasattr(aside, name) and not hasattr(store, name) else store
real = getattr(home, name)
def then_die(*args, **options):
    real(*args, **options)
    die()
setattr(home, name, then_die if after else die)
store.write_store(Path(target), "trek", list(parts(open_folder(Path(folder)).source)), force=bool(force))
"""
STAGES = [
    "_to_parquet",
    "_to_parquet+",
    "save_arrays",
    "save_arrays+",
    "write_model",
    "_sync",
    "_move",
    "_move+",
]


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("is_there", [False, True])
def test_an_import_killed_at_any_stage_leaves_all_or_nothing(
    tmp_path, trek_slice, pristine, real_parts, stage, is_there
):
    """After a kill the target is absent, the old store or the new one; the next import clears the rest."""
    target = tmp_path / "kb"
    if is_there:
        write_store(target, "trek", [*real_parts[:-1], ("airports", "", [])], left_out=7)
    force = "yes" if is_there else ""
    done = subprocess.run(
        [sys.executable, "-c", KILLED, stage, str(target), str(trek_slice), force], check=False
    )
    assert done.returncode == -signal.SIGKILL
    assert target.exists() == (is_there or stage == "_move+")
    if target.exists():
        Store(target).verify()
        assert Store(target).manifest.left_out == (0 if stage == "_move+" else 7)
    write_store(target, "trek", real_parts, force=True)
    assert list(tmp_path.iterdir()) == [target]
    assert everything(open_store(target)) == everything(open_store(pristine))
