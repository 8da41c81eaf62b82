"""What the verbs over shopping cases are given: databases, cases by name, readings of coupons."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from planassay.bench.console import print_error, print_note
from planassay.kb.errors import InputError

if TYPE_CHECKING:
    from planassay.kb.formats.deepplanning_shopping import Case
    from planassay.kb.goods import CouponRule

Database = Annotated[Path, typer.Argument(metavar="DB", help="Folder with database_levelN/case_N.")]
Names = Annotated[
    list[str] | None, typer.Argument(metavar="[CASE]...", help="Cases by name, as shopping-3-1; all if none.")
]
Rule = Annotated[
    str, typer.Option("--rule", help="How coupons add up: tool, scoped or sequential; see the rules' page.")
]
OutDir = Annotated[Path, typer.Option("--out", metavar="DIR", help="Where to put the folder.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def open_cases(database: Path) -> list["Case"]:
    """
    Return the cases of a database that can be read; of the others it is said why.

    Raises
    ------
    InputError
        If none can be read.
    """
    from planassay.kb.formats.deepplanning_shopping import iter_cases

    cases, faults = [], []
    for one in iter_cases(database):
        if isinstance(one, InputError):
            faults.append(one)
        else:
            cases.append(one)
    if not cases:
        raise faults[0] if faults else InputError("holds no case", source=database)
    for fault in faults:
        print_error(str(fault))
    if faults:
        print_note(f"{len(faults)} cases cannot be read and are left out")
    return cases


def chosen(cases: list["Case"], names: Sequence[str] | None, source: Path) -> list["Case"]:
    """
    Return the cases of some names, in the order named; all if none is.

    Raises
    ------
    InputError
        If a name is not there.
    """
    known = {case.errand.task_id: case for case in cases}
    if missing := [name for name in names or () if name not in known]:
        raise InputError(f"has no case {missing[0]!r}; it has {len(known)}", source=source)
    return [known[name] for name in names] if names else cases


def rule_of(name: str) -> "CouponRule":
    """
    Return the reading of coupons of a name.

    Raises
    ------
    InputError
        If there is none.
    """
    from planassay.kb.goods import CouponRule

    if name not in list(CouponRule):
        raise InputError(f"must be one of {', '.join(CouponRule)}", value=f"--rule {name}")
    return CouponRule(name)
