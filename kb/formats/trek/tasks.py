"""
Tasks: the official query table, read into tasks.

Two readings of one row live side by side. The *official* one is tolerant: an empty or unreadable cell
becomes a default, as in TREK commit a656fc8; it is kept as ``Task.source`` for the official scorer alone.
The *clean* one fills the fields of the task: what the row leaves out has the same default, but what it
says wrongly is refused.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from planassay.kb.errors import CollectedInputError, InputError
from planassay.kb.formats.trek.cells import NULL_TOKENS, literal, text
from planassay.kb.formats.trek.rows import Cells, read_rows
from planassay.kb.jsonlines import parse_object, read_objects
from planassay.kb.money import format_cents, parse_cents
from planassay.kb.task import CarRequest, Label, Task

TASK_COLUMNS = (
    "query",
    "level",
    "implicit_keywords",
    "hard_constraints",
    "req_flight",
    "req_car",
    "req_hotel",
    "req_attraction",
    "cities_count",
    "implicit_keywords_count",
    "balance",
    "impossible",
    "total_score",
)
"""The official columns in their official order; the count of keywords and the score are not read."""

READ_COLUMNS = tuple(c for c in TASK_COLUMNS if c not in ("implicit_keywords_count", "total_score"))
SYNTHETIC_IDS = ("syn-children", "syn-ordered", "syn-roadtrip", "syn-budget")
"""Names of the tasks that were written for the slice, in the order of ``tasks_synthetic.csv``."""

INDEXED = ("tasks.csv", "trek_queries.csv")
"""Query tables whose rows a ``task_index.csv`` beside them may name; the second name is the published one."""

DEFAULT_DAYS = 3
TRUTHS = frozenset(("1", "1.0", "true", "yes"))


def read_tasks(path: Path, ids: Sequence[str] | None = None) -> list[Task]:
    """
    Return the tasks of an official query table, in its order.

    Parameters
    ----------
    path
        A CSV file with the official columns.
    ids
        One name for each row. If not given, a ``task_index.csv`` that stands beside a file of a name in
        :data:`INDEXED` says them; without one, row ``n`` (from 0) is ``trek-n``.

    Raises
    ------
    CollectedInputError
        If any row cannot be read, or there are more or fewer names than rows.
    """
    faults: list[InputError] = []
    if ids is None:
        ids = _index_ids(path, faults)
    tasks = read_rows(path, READ_COLUMNS, lambda cells, row: _task(cells, _name(ids, row)), faults)
    if ids is not None and not faults and len(ids) != len(tasks):
        faults.append(InputError(f"has {len(tasks)} tasks, but there are {len(ids)} names", source=path))
    if faults:
        raise CollectedInputError(faults)
    return tasks


def read_task_lines(path: Path) -> list[Task]:
    """
    Return the tasks of a file of JSON lines, in its order.

    Each object has the official columns as keys, their values as JSON (or as the official text); it may
    have a ``task_id``, without which line ``n`` (from 0, blank lines not counted) is ``trek-n``.

    Raises
    ------
    CollectedInputError
        If any line cannot be read.
    """
    faults: list[InputError] = []
    tasks: list[Task] = []
    for number, line in read_objects(path):
        if isinstance(line, InputError):
            faults.append(line)
            continue
        try:
            tasks.append(_line_task(line, path, number, f"trek-{len(tasks)}"))
        except InputError as error:
            faults.append(error)
    if faults:
        raise CollectedInputError(faults)
    return tasks


def read_task(text: str | bytes) -> Task:
    """
    Return the task of one JSON object, as a line of :func:`read_task_lines` holds it.

    Raises
    ------
    InputError
        If it cannot be read.
    """
    line = parse_object(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
    return _line_task(line, Path("task"), 1, "task")


def task_line(task: Task) -> dict[str, object]:
    """Return a task as the object of one line, from which :func:`read_task` makes it again."""
    return {"task_id": task.task_id, **(task.source or official_source(task))}


def _line_task(line: Mapping[str, object], source: Path, number: int, name: str) -> Task:
    place = {column: index for index, column in enumerate(READ_COLUMNS)}
    cells = Cells(source, number, place, [_cell(line.get(column)) for column in READ_COLUMNS])
    return _task(cells, str(line.get("task_id", name)))


def _cell(value: object) -> str:
    """Return a JSON value as the text of an official cell."""
    if value is None:
        return ""
    return value if isinstance(value, str) else repr(value)


def slice_tasks(root: Path) -> list[Task]:
    """
    Return the tasks of a slice: those of ``tasks.csv``, then those of ``tasks_synthetic.csv`` if it is there.

    Raises
    ------
    CollectedInputError
        If either file cannot be read.
    """
    tasks = read_tasks(root / "tasks.csv")
    synthetic = root / "tasks_synthetic.csv"
    return tasks + (read_tasks(synthetic) if synthetic.exists() else [])


def _name(ids: Sequence[str] | None, row: int) -> str:
    if ids is None or row >= len(ids):
        return f"trek-{row}"
    return ids[row]


def _index_ids(path: Path, faults: list[InputError]) -> Sequence[str] | None:
    if path.name == "tasks_synthetic.csv":
        return SYNTHETIC_IDS
    index = path.with_name("task_index.csv")
    if path.name not in INDEXED or not index.exists():
        return None
    pairs = read_rows(index, ("row", "task_id"), _index_row, faults)
    return [task_id for _, task_id in sorted(pairs)]


def _index_row(cells: Cells, row: int) -> tuple[int, str]:
    if cells.read("row", text) != str(row):
        raise cells.error("row", f"is out of order: {row} was expected")
    return row, cells.read("task_id", text)


# ------------------------------------------------------------------------------------ official reading


def official_row(cells: Cells) -> Mapping[str, object]:
    """Return a row as the official reader parses it; see the module."""
    return {
        "query": cells.read("query", _official_text),
        "level": cells.read("level", _official_text),
        "implicit_keywords": cells.read("implicit_keywords", _official_list),
        "hard_constraints": cells.read("hard_constraints", _official_dict),
        "req_flight": cells.read("req_flight", _official_dict),
        "req_car": cells.read("req_car", _official_dict),
        "req_hotel": cells.read("req_hotel", _official_dict),
        "req_attraction": cells.read("req_attraction", _official_dict),
        "cities_count": cells.read("cities_count", _official_dict),
        "impossible": cells.read("impossible", _official_truth),
        "balance": cells.read("balance", _official_number),
    }


def official_source(task: Task) -> Mapping[str, object]:
    """
    Return the official row of a task that was not read from one, as its reader would parse it.

    The task's fields decide; text and balance are taken from the row it came from, if any.
    """
    budget = task.budget_cents
    car: dict[str, str] = {}
    if task.car is not None:
        car["capacity"] = str(task.car.seats)
        if task.car.car_type is not None:
            car["car_type"] = task.car.car_type
    hotel = {"rooms_count": str(task.rooms)}
    if task.required_hotels:
        hotel["name"] = task.required_hotels[0]
    return {
        "query": task.text,
        "level": "mixed",
        "implicit_keywords": list(task.personas),
        "hard_constraints": {
            "person_num": task.party,
            "budget": str(budget // 100) if budget % 100 == 0 else format_cents(budget),
            "days": task.days,
        },
        "req_flight": {
            "departure_city": task.origin,
            "arrival_city": list(task.stops),
            "trip_type": "round" if task.round_trip else "one_way",
            "price": "",
        },
        "req_car": car,
        "req_hotel": hotel,
        "req_attraction": {"name": list(task.required_attractions)},
        "cities_count": {"cities_count": len(task.stops)},
        "impossible": task.label is not None and not task.label.feasible,
        "balance": task.source.get("balance"),
    }


def _official_text(cell: str) -> str:
    return "" if cell in NULL_TOKENS else cell


def _official_literal(cell: str) -> object:
    try:
        return None if cell in NULL_TOKENS else literal(cell)
    except ValueError:
        return None


def _official_list(cell: str) -> list[object]:
    value = _official_literal(cell)
    return value if isinstance(value, list) else []


def _official_dict(cell: str) -> dict[object, object]:
    value = _official_literal(cell)
    return value if isinstance(value, dict) else {}


def _official_truth(cell: str) -> bool:
    return cell.strip().lower() in TRUTHS


def _official_number(cell: str) -> float | None:
    try:
        return None if cell in NULL_TOKENS else float(cell)
    except ValueError:
        return None


# --------------------------------------------------------------------------------------- clean reading


def _task(cells: Cells, task_id: str) -> Task:
    hard = _Fields(cells, "hard_constraints")
    flight = _Fields(cells, "req_flight")
    hotel = _Fields(cells, "req_hotel")
    attraction = _Fields(cells, "req_attraction")
    party = hard.whole("person_num", 1)
    stops = flight.names("arrival_city")
    if not stops:
        raise flight.error("arrival_city", "must name at least one city")
    if _Fields(cells, "cities_count").whole("cities_count", len(stops)) != len(stops):
        raise cells.error("cities_count", f"contradicts the {len(stops)} cities of req_flight")
    personas = cells.read("implicit_keywords", _personas)
    infeasible = cells.read("impossible", _truth)
    return Task(
        task_id=task_id,
        system="trek",
        text=cells.read("query", text),
        origin=flight.name("departure_city"),
        stops=stops,
        round_trip=flight.text("trip_type").lower().startswith("round"),
        days=hard.whole("days", DEFAULT_DAYS),
        party=party,
        rooms=hotel.whole("rooms_count", 1),
        budget_cents=hard.cents("budget"),
        personas=personas,
        car=_car(_Fields(cells, "req_car"), party, personas),
        required_hotels=hotel.names("name"),
        required_attractions=attraction.names("name"),
        label=None if infeasible is None else Label(feasible=not infeasible),
        source=official_row(cells),
    )


def _car(fields: "_Fields", party: int, personas: Sequence[str]) -> CarRequest | None:
    """Return the car asked for; a road trip asks for one that seats the party, whatever its row says."""
    if not fields:
        return CarRequest(party) if "road trip" in personas else None
    return CarRequest(max(party, fields.whole("capacity", 1)), fields.text("car_type") or None)


def _truth(cell: str) -> bool | None:
    value = cell.strip().lower()
    if value in TRUTHS:
        return True
    if value in ("0", "0.0", "false", "no"):
        return False
    if cell in NULL_TOKENS:
        return None
    raise ValueError("is neither true nor false")


def _personas(cell: str) -> tuple[str, ...]:
    if cell in NULL_TOKENS:
        return ()
    value = literal(cell)
    if not isinstance(value, list) or not all(isinstance(item, str) and item.strip() for item in value):
        raise ValueError("is not a list of personas")
    return tuple(dict.fromkeys(item.strip().lower() for item in value))


def _mapping(cell: str) -> dict[object, object]:
    if cell in NULL_TOKENS:
        return {}
    value = literal(cell)
    if not isinstance(value, dict):
        raise ValueError("is not a dictionary")
    return value


class _Fields:
    """The entries of a cell that holds a dictionary literal; an entry that is missing has a default."""

    def __init__(self, cells: Cells, column: str) -> None:
        self._cells = cells
        self._column = column
        self._values = cells.read(column, _mapping)

    def __bool__(self) -> bool:
        return bool(self._values)

    def error(self, key: str, message: str) -> InputError:
        return self._cells.error(self._column, f"{key!r} {message}")

    def whole(self, key: str, default: int) -> int:
        """Return a count from 1 to 1000, written as an integer or as its text."""
        value = self._values.get(key, default)
        if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit():
            value = int(value.strip()[:9])
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 1000:
            raise self.error(key, "must be a whole number from 1 to 1000")
        return value

    def cents(self, key: str) -> int:
        """Return an amount of dollars in cents, written as a number or as its text; 0 if missing."""
        value = self._values.get(key, 0)
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            raise self.error(key, "must be an amount of dollars")
        try:
            return parse_cents(str(value))
        except ValueError as error:
            raise self.error(key, str(error)) from None

    def text(self, key: str) -> str:
        """Return a text with outer blanks cut, "" if missing."""
        value = self._values.get(key, "")
        if not isinstance(value, str):
            raise self.error(key, "must be a text")
        return value.strip()

    def name(self, key: str) -> str:
        """Return a name, as written."""
        names = self.names(key)
        if len(names) != 1:
            raise self.error(key, "must be one name")
        return names[0]

    def names(self, key: str) -> tuple[str, ...]:
        """Return the names of a list or of one text, as written; the text ``-`` names nothing."""
        value = self._values.get(key, [])
        names = [value] if isinstance(value, str) else value
        if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names):
            raise self.error(key, "must be a name or a list of names")
        return tuple(name for name in names if name.strip() not in ("", "-"))
