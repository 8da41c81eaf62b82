"""Carts where the shopping benchmark keeps them: a folder for each case, the cart among its files."""

from collections.abc import Iterator
from pathlib import Path

from planassay.kb.errors import InputError
from planassay.kb.formats.deepplanning_shopping import iter_cases
from planassay.kb.jsonlines import parse_object


def is_database(folder: Path) -> bool:
    """Tell whether a folder holds cases, ``database_levelN/case_N``: a database, or a run in its layout."""
    return folder.is_dir() and any(folder.glob("database_*level*/case_*"))


def read_carts(folder: Path) -> Iterator[tuple[str, dict[str, object]] | InputError]:
    """Yield the name of each case of a folder with its cart, or why there is none."""
    for case in iter_cases(folder):
        if isinstance(case, InputError):
            yield case
        elif case.files.cart is None:
            yield InputError(f"holds no cart of {case.errand.task_id}", source=folder)
        else:
            try:
                yield case.errand.task_id, {"cart": parse_object(case.files.cart)}
            except InputError as error:
                error.source = folder / case.errand.task_id
                yield error
