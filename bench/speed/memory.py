"""
Memory: what a process holds, by the system's own account.

Resident is what is in memory for a process, shared or not; its proportional share counts what several hold
by their number, so that shares add up to what is really there. Linux tells; others do not.
"""

import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Held:
    """What one process holds, in bytes."""

    pid: int
    resident: int
    share: int
    """Its proportional share."""
    own: int
    """What no other process can see: not backed by a file."""
    mapped: int
    """Resident pages of files under a folder."""
    mapped_share: int
    """The proportional share of these."""


def held(folder: Path, pid: int | None = None) -> Held | None:
    """
    Return what a process holds, or None where the system does not say.

    Parameters
    ----------
    folder
        Whose files are told apart.
    pid
        The process; this one if not given.
    """
    number = os.getpid() if pid is None else pid
    try:
        lines = Path(f"/proc/{number}/smaps").read_text("utf-8", "replace").splitlines()
    except OSError:
        return None
    prefix = f"{folder.resolve()}{os.sep}"
    sums = {"Rss": 0, "Pss": 0, "Anonymous": 0}
    mapped = {"Rss": 0, "Pss": 0}
    is_mapped = False
    for line in lines:
        words = line.split(maxsplit=5)
        if "-" in words[0]:  # the head of a mapping: addresses, rights, offset, device, inode, path
            is_mapped = len(words) == 6 and words[5].startswith(prefix)
            continue
        key = words[0].rstrip(":")
        if key in sums:
            sums[key] += 1024 * int(words[1])
            if is_mapped and key in mapped:
                mapped[key] += 1024 * int(words[1])
    return Held(number, sums["Rss"], sums["Pss"], sums["Anonymous"], mapped["Rss"], mapped["Pss"])
