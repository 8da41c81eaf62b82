"""
Results: the answers of agents and the reference answers, one JSON object a line.

This module finds the objects and says which task each answers. What an answer says is read by
``answers`` for the strict rules, and by ``planassay.verifier.official.trek`` for the official scorer.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from planassay.kb.errors import CollectedInputError, InputError
from planassay.kb.jsonlines import Line, read_objects

Answer = dict[str, object]


def read_results(path: Path, *, lenient: bool = False) -> Iterator[Line]:
    """
    Yield each line of a result file: its number and its object, or the error that says why it has none.

    The official scorer passes over lines that are no JSON in silence; here each is an error to be
    counted, and reading goes on. With ``lenient`` a line may hold ``NaN``, as it may there.

    Raises
    ------
    InputError
        If the file itself cannot be read.
    """
    return read_objects(path, lenient=lenient)


def last_by_index(lines: Iterable[Line]) -> dict[int, Answer]:
    """
    Return the answer to each task index: the last line that names it, as in the official scorer.

    A line without ``query_index`` answers the task of its own position (from 0). An index that is no
    integer answers no task. Source: TREK commit a656fc8, ``score_trek.py``.
    """
    answers: dict[int, Answer] = {}
    for number, line in lines:
        if isinstance(line, InputError):
            continue
        index = line.get("query_index", number - 1)
        # The official look-up is by equality of numbers: 4.0 and True count, for they equal 4 and 1.
        if isinstance(index, int) or (isinstance(index, float) and index.is_integer()):
            answers[int(index)] = line
    return answers


def read_gold(path: Path) -> list[Answer]:
    """
    Return the reference answers of a gold file; line ``i`` (from 0) answers task ``i``.

    Raises
    ------
    CollectedInputError
        If any line cannot be read: a gold file with a gap would answer the wrong tasks.
    """
    lines = list(read_objects(path))
    faults = [line for _, line in lines if isinstance(line, InputError)]
    if faults:
        raise CollectedInputError(faults)
    return [line for _, line in lines if not isinstance(line, InputError)]


def slice_gold(root: Path) -> list[Answer]:
    """
    Return the reference answers of a slice, in the order of ``tasks.slice_tasks``.

    Raises
    ------
    CollectedInputError
        If either file cannot be read.
    """
    synthetic = root / "gold_synthetic.jsonl"
    return read_gold(root / "gold.jsonl") + (read_gold(synthetic) if synthetic.exists() else [])
