"""A folder appears whole or not at all, whoever else writes there and whenever a writer dies."""

import errno
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from planassay.kb import aside as module
from planassay.kb.aside import aside, exchange, files_aside, write_whole
from planassay.kb.errors import StoreError


def write(target: Path, text: str, **options) -> None:
    """Write a folder with one file."""
    with aside(target, **options) as folder:
        (folder / "sub").mkdir()
        (folder / "sub" / "file").write_text(text)


def content(target: Path) -> str:
    """Return what the one file holds."""
    return (target / "sub" / "file").read_text()


def names(folder: Path) -> list[str]:
    """Return the names in a folder."""
    return sorted(path.name for path in folder.iterdir())


def test_a_folder_appears_when_it_is_done(tmp_path):
    """Nothing is at the target while it is written, and nothing else is left beside it after."""
    target = tmp_path / "deep" / "kb"
    with aside(target) as folder:
        (folder / "file").touch()
        assert not target.exists()
    assert names(target) == ["file"]
    assert names(target.parent) == ["kb"]


def test_a_folder_that_fails_leaves_nothing(tmp_path):
    """An exception in the block undoes it."""

    def fail():
        with aside(tmp_path / "kb") as folder:
            (folder / "file").touch()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert names(tmp_path) == []


def test_an_empty_folder_is_free(tmp_path):
    """A target that was made but not filled is filled."""
    (tmp_path / "kb").mkdir()
    write(tmp_path / "kb", "new")
    assert content(tmp_path / "kb") == "new"


def test_what_is_there_is_not_touched_without_force(tmp_path):
    """A taken target is refused before anything is written."""
    write(tmp_path / "kb", "old")
    with pytest.raises(StoreError, match="already exists; --force replaces it"):
        write(tmp_path / "kb", "new")
    (tmp_path / "file").touch()
    for force in (False, True):
        with pytest.raises(StoreError, match="there is a file of that name"):
            write(tmp_path / "file", "new", force=force)
    assert content(tmp_path / "kb") == "old"
    assert names(tmp_path) == ["file", "kb"]


def test_force_replaces_only_what_may_be_replaced(tmp_path):
    """A folder that is something else stays, whatever the user says."""
    write(tmp_path / "kb", "old")
    with pytest.raises(StoreError, match="is something else, and is not replaced"):
        write(tmp_path / "kb", "new", force=True, replaceable=lambda path: (path / "magic").exists())
    assert content(tmp_path / "kb") == "old"
    write(tmp_path / "kb", "new", force=True)
    assert content(tmp_path / "kb") == "new"
    assert names(tmp_path) == ["kb"]


def test_force_works_where_names_cannot_be_exchanged(tmp_path, monkeypatch):
    """On a system without an exchange of names, two renames do, and nothing is left."""
    monkeypatch.setattr(module, "exchange", lambda one, other: False)
    write(tmp_path / "kb", "old")
    write(tmp_path / "kb", "new", force=True)
    assert content(tmp_path / "kb") == "new"
    assert names(tmp_path) == ["kb"]


@pytest.mark.parametrize("system", ["Windows", "Darwin"])
def test_exchange_says_no_where_it_cannot(tmp_path, monkeypatch, system):
    """Where the call is not known nothing is done, and the answer is no."""
    monkeypatch.setattr(module.platform, "system", lambda: system)
    (tmp_path / "a").mkdir()
    (tmp_path / "b").touch()
    if system == "Windows":
        assert not exchange(tmp_path / "a", tmp_path / "b")
        assert (tmp_path / "a").is_dir()
    else:
        assert exchange(tmp_path / "a", tmp_path / "b") == (tmp_path / "a").is_file()


def test_exchange_of_what_is_not_there_says_no(tmp_path):
    """A missing name is not exchanged."""
    assert not exchange(tmp_path / "a", tmp_path / "b")


def test_the_second_of_two_writers_is_told(tmp_path):
    """Two writers to a free target both write; one folder wins whole, the other writer gets an error."""

    def be_slow():
        with aside(tmp_path / "kb") as slow:
            (slow / "half").touch()
            write(tmp_path / "kb", "quick")

    with pytest.raises(StoreError, match="another writer was quicker"):
        be_slow()
    assert content(tmp_path / "kb") == "quick"
    assert names(tmp_path) == ["kb"]


def test_the_last_of_two_forced_writers_wins_whole(tmp_path):
    """With force the later folder replaces the earlier one."""
    with aside(tmp_path / "kb", force=True) as slow:
        (slow / "sub").mkdir()
        (slow / "sub" / "file").write_text("slow")
        write(tmp_path / "kb", "quick", force=True)
        assert content(tmp_path / "kb") == "quick"
    assert content(tmp_path / "kb") == "slow"
    assert names(tmp_path) == ["kb"]


def test_a_link_leads_to_the_folder_that_is_replaced(tmp_path):
    """A target that is a link stays a link, and the folder behind it is replaced."""
    write(tmp_path / "real", "old")
    (tmp_path / "link").symlink_to("real")
    write(tmp_path / "link", "new", force=True)
    assert (tmp_path / "link").is_symlink()
    assert content(tmp_path / "real") == "new"


KILLED = """
import sys, time
from pathlib import Path
from planassay.kb.aside import aside
with aside(Path(sys.argv[1])) as folder:
    (folder / "half").touch()
    print("writing", flush=True)
    time.sleep(600)
"""


def test_a_killed_writer_leaves_what_the_next_clears_away(tmp_path):
    """While a writer lives its folder is let be; once it is killed, the next writer removes it."""
    target = tmp_path / "kb"
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, str(target)], stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout.readline() == "writing\n"
        write(target, "first")
        (left,) = [name for name in names(tmp_path) if name != "kb"]
        assert left.startswith(".kb.")
        writer.send_signal(signal.SIGKILL)
    assert names(tmp_path / left) == ["half"]
    write(target, "second", force=True)
    assert names(tmp_path) == ["kb"]
    assert content(target) == "second"


def test_an_old_folder_out_of_the_way_is_put_back(tmp_path):
    """A writer killed between two renames has moved the old folder away; the next writer finds it again."""
    write(tmp_path / "kb", "old")
    (tmp_path / "kb").rename(tmp_path / ".kb.0123.old")
    with pytest.raises(StoreError, match="already exists"):
        write(tmp_path / "kb", "new")
    assert content(tmp_path / "kb") == "old"
    (tmp_path / ".kb.4567.old").mkdir()
    write(tmp_path / "kb", "new", force=True)
    assert names(tmp_path) == ["kb"]


def test_without_locks_nothing_of_others_is_cleared_away(tmp_path, monkeypatch):
    """Where locks do not exist, a folder that may be another writer's stays."""
    monkeypatch.setattr(module, "_fcntl", None)
    (tmp_path / ".kb.0123.partial").mkdir()
    write(tmp_path / "kb", "new")
    assert names(tmp_path) == [".kb.0123.partial", "kb"]


def test_a_file_system_that_locks_nothing_is_written_to(tmp_path, monkeypatch):
    """Where locking fails, writing goes on without."""

    class Refusing:
        LOCK_EX = LOCK_NB = 0

        @staticmethod
        def flock(descriptor, operation):
            raise OSError(errno.ENOLCK, "no locks")

    monkeypatch.setattr(module, "_fcntl", Refusing)
    write(tmp_path / "kb", "new")
    assert names(tmp_path) == ["kb"]


def test_a_target_that_cannot_be_written_is_an_os_error(tmp_path, monkeypatch):
    """What the system refuses is passed on, and the half-made folder is gone."""

    def refuse(self, target):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(target))

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(PermissionError):
        write(tmp_path / "kb", "new")
    assert names(tmp_path) == []


def test_a_name_that_is_taken_is_drawn_again(tmp_path, monkeypatch):
    """Two writers never share a hidden folder."""
    draws = iter(["0123", "0123", "4567"])
    monkeypatch.setattr(module.secrets, "token_hex", lambda size: next(draws))
    with aside(tmp_path / "one") as first, aside(tmp_path / "two") as second:
        assert (first.name, second.name) == (".one.0123.partial", ".two.0123.partial")
    (tmp_path / ".six.4567.partial").mkdir()


def test_many_writers_at_once_leave_one_whole_folder(tmp_path):
    """Processes that write the same target by force leave one of their folders, whole, and no other."""
    program = (
        "import sys; from pathlib import Path; from planassay.kb.aside import aside\n"
        "for turn in range(20):\n"
        "    with aside(Path(sys.argv[1]), force=True) as folder:\n"
        "        for name in 'abc': (folder / name).write_text(sys.argv[2] * 1000)\n"
    )
    target = tmp_path / "kb"
    writers = [
        subprocess.Popen([sys.executable, "-c", program, str(target), str(number)]) for number in range(4)
    ]
    assert [writer.wait() for writer in writers] == [0] * 4
    assert names(tmp_path) == ["kb"]
    assert len({(target / name).read_text() for name in "abc"}) == 1


def test_files_take_their_places_when_they_are_done(tmp_path):
    """The file that is asked for comes last, replaces what stood there, and nothing is left beside it."""
    target = tmp_path / "deep" / "tasks.csv"
    for text in ("one", "two"):
        with files_aside(target) as folder:
            (folder / "tasks.csv").write_text(text)
            (folder / "index.csv").write_text(f"index of {text}")
            assert not target.exists() or target.read_text() == "one"
        assert (target.read_text(), (tmp_path / "deep" / "index.csv").read_text()) == (
            text,
            f"index of {text}",
        )
        assert names(tmp_path / "deep") == ["index.csv", "tasks.csv"]


def test_files_that_fail_are_not_there(tmp_path):
    """A block that raises leaves what stood there, and nothing of its own; a folder is never replaced."""
    target = tmp_path / "tasks.csv"
    target.write_text("old")
    with pytest.raises(ZeroDivisionError), files_aside(target) as folder:
        (folder / "tasks.csv").write_text(str(1 / 0))
    assert (target.read_text(), names(tmp_path)) == ("old", ["tasks.csv"])
    (tmp_path / "folder").mkdir()
    with pytest.raises(StoreError, match="there is a folder of that name"), files_aside(tmp_path / "folder"):
        pass


def test_a_file_is_written_whole(tmp_path):
    """It replaces what stood there, through a link too, and leaves nothing beside it; a folder is refused."""
    target = tmp_path / "answers.jsonl"
    write_whole(target, "één\r\n")
    assert target.read_bytes() == "één\r\n".encode()
    (tmp_path / "latest").symlink_to(target)
    write_whole(tmp_path / "latest", b"\xff")
    assert (target.read_bytes(), (tmp_path / "latest").is_symlink()) == (b"\xff", True)
    assert names(tmp_path) == ["answers.jsonl", "latest"]
    with pytest.raises(StoreError, match="there is a folder of that name"):
        write_whole(tmp_path, b"")


def test_a_pipe_is_written_as_it_is(tmp_path):
    """What is no plain file keeps its place and gets the bytes."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_whole(pipe, b"line\n")
        assert os.read(reader, 100) == b"line\n"
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
