"""What is built has exactly the rooms in it, and the checkout gives Python one name for each module."""

import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from importlib.util import find_spec
from pathlib import Path, PurePosixPath

import pytest
from hatchling.build import build_sdist, build_wheel

ROOMS = ("kb", "solver", "verifier", "gold", "bench")


def is_left_by_tools(path: Path) -> bool:
    """Tell whether a path of the checkout, relative to it, is hidden or a cache."""
    return any(part.startswith(".") or part == "__pycache__" for part in path.parts)


def committed(root: Path) -> list[Path]:
    """
    Return the files of the checkout that git tracks or would track, links left out.

    Without git these are all files outside hidden folders and caches.
    """
    listing = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    if listing.returncode == 0:
        paths = [root / name for name in listing.stdout.split("\0") if name]
    else:
        paths = [path for path in root.rglob("*") if not is_left_by_tools(path.relative_to(root))]
    return sorted(path for path in paths if path.is_file() and not path.is_symlink())


def shipped(root: Path) -> set[str]:
    """Return what a wheel must hold: every file of the rooms and of the face, under its import name."""
    names = {path.relative_to(root).as_posix() for path in committed(root)}
    rooms = {f"planassay/{name}" for name in names if PurePosixPath(name).parts[0] in ROOMS}
    face = {name.removeprefix("src/") for name in names if name.startswith("src/planassay/")}
    return rooms | face


@pytest.fixture(scope="module")
def sdist(root, tmp_path_factory):
    """Return an unpacked sdist, built from a copy of the committed files, links included."""
    checkout = tmp_path_factory.mktemp("checkout")
    for path in committed(root):
        target = checkout / path.relative_to(root)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
    for room in ROOMS:
        (checkout / "src" / "planassay" / room).symlink_to(Path("..", "..", room))
    out = tmp_path_factory.mktemp("sdist")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(checkout)
        name = build_sdist(str(out))
    with tarfile.open(out / name) as archive:
        archive.extractall(out, filter="data")
    return out / name.removesuffix(".tar.gz")


@pytest.fixture(scope="module")
def wheel(sdist, tmp_path_factory):
    """Return the names in a wheel that was built from the sdist."""
    out = tmp_path_factory.mktemp("wheel")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(sdist)
        name = build_wheel(str(out))
    with zipfile.ZipFile(out / name) as archive:
        return set(archive.namelist())


def test_wheel_from_sdist_holds_exactly_the_rooms(root, wheel):
    """Nothing of a room is lost on the way checkout, sdist, wheel, and nothing else is added."""
    packed = {name for name in wheel if ".dist-info/" not in name}
    assert packed == shipped(root)
    assert {f"planassay/{room}/__init__.py" for room in ROOMS} <= packed


def test_wheel_holds_tables_and_type_marker(wheel):
    """What is no module but needed at run time travels too."""
    assert {"planassay/py.typed", "planassay/kb/data/airport_zones.csv"} <= wheel


def test_wheel_plants_one_top_level_name(wheel):
    """A user's environment gets ``planassay`` and no second top-level name such as ``kb`` or ``tests``."""
    tops = {PurePosixPath(name).parts[0] for name in wheel}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"planassay"}


def test_links_do_not_travel(sdist):
    """The sdist holds each room once, as a folder, and no link."""
    assert not [path for path in sdist.rglob("*") if path.is_symlink()]
    assert sorted(path.name for path in (sdist / "src" / "planassay").iterdir()) == [
        "__init__.py",
        "py.typed",
    ]


def test_sdist_brings_what_its_tests_need(sdist):
    """The tests and their data are in the sdist."""
    assert (sdist / "tests" / "test_packaging.py").is_file()
    assert (sdist / "tests" / "data" / "trek-slice" / "vectors.jsonl").is_file()


@pytest.mark.parametrize("room", ROOMS)
def test_links_of_the_face_are_relative(root, room):
    """The checkout can be moved: each link names its room from where it stands."""
    link = root / "src" / "planassay" / room
    assert link.readlink() == Path("..", "..", room)
    assert (link / "__init__.py").is_file()


@pytest.mark.parametrize("room", ROOMS)
def test_no_room_is_importable_by_its_bare_name(room):
    """``import kb`` must fail here, else a module could be loaded twice under two names."""
    assert find_spec(room) is None
    assert room not in sys.modules


@pytest.mark.parametrize("room", ROOMS)
def test_modules_are_named_by_the_package(room):
    """Each room imports as ``planassay.<room>``, and its file is the one in the checkout."""
    spec = find_spec(f"planassay.{room}")
    assert spec is not None
    assert spec.origin is not None
    assert Path(spec.origin).samefile(Path(__file__).parents[1] / room / "__init__.py")


def test_committed_text_names_no_place_of_one_machine(root):
    """No file speaks of a home, a scratch folder or a checkout that other people do not have."""
    places = re.compile(rb"(?<![\w.\-/])/(?:work|tmp|home|root|Users)/\w")
    found = [
        f"{path.relative_to(root)}: {match.group().decode()}"
        for path in committed(root)
        if "data" not in path.parts and (match := places.search(path.read_bytes()))
    ]
    assert not found


def test_constraints_are_names_and_versions_only(root):
    """Every line pins one release by its number, and none says where to fetch it."""
    lines = (root / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert lines
    assert [line for line in lines if not re.fullmatch(r"[A-Za-z0-9._-]+==[0-9][A-Za-z0-9.]*", line)] == []
