"""
Personal constraints: whether what a task names is in the plan, letter for letter.

The evaluator does not work out which hotel is the cheapest; the task says. Names are compared as written, and
fields are read without the care of the commonsense checks: what is null where an object or a text is needed
fails the constraint that meets it. Everything is gathered before anything is compared, so it is met although
what is asked for stands before it. Source: Qwen-Agent commit 31a4d36.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from planassay.verifier.official.deepplanning_travel.bill import total_cost
from planassay.verifier.official.deepplanning_travel.days import ATTRACTION, MEAL, RIDE, Miss, Trip
from planassay.verifier.official.deepplanning_travel.stops import RunStops, StopCause
from planassay.verifier.official.deepplanning_travel.texts import number

FLIGHT_MODES: Final = frozenset(("flight", "plane", "airplane", "飞机"))
TRAIN_MODES: Final = frozenset(("train", "railway", "火车", "高铁", "gaotie"))

Entry = Mapping[str, object]


def judge(trip: Trip) -> dict[str, Miss | None]:
    """Return for each constraint of the task why it is not met, None if it is; unknown types are left out."""
    found: dict[str, Miss | None] = {}
    for kind, entry in trip.request.constraints.items():
        test = next((test for prefix, test in _FAMILIES.items() if kind.startswith(prefix)), None)
        if kind == BUDGET:
            test = _budget
        if test is None:
            continue
        try:
            if not isinstance(entry, Mapping):
                raise RunStops(StopCause.NOT_AN_OBJECT, "", entry)
            found[kind] = test(trip, entry)
        except RunStops as stop:
            found[kind] = Miss(stop.pointer, stop.found, f"what {kind} can be looked for in")
    return found


def _ride(trip: Trip, entry: Entry, numbers: tuple[str, str], modes: frozenset[str]) -> Miss | None:
    taken = list(_numbers(trip, modes))
    for wanted in (entry[name] for name in numbers if name in entry):
        if wanted not in taken:
            return Miss("/daily_plans", f"no ride {wanted}", f"{wanted} by {' or '.join(sorted(modes))}")
    return None


def _numbers(trip: Trip, modes: frozenset[str]) -> Iterator[object]:
    for ride, details in _details(trip, RIDE):
        mode = details.get("mode", "")
        if not isinstance(mode, str):
            raise RunStops(StopCause.NOT_A_TEXT, f"{ride}/details/mode", mode)
        if mode.lower() in modes:
            yield _named(details, "number", f"{ride}/details")


def _flight(trip: Trip, entry: Entry) -> Miss | None:
    return _ride(trip, entry, ("outbound_flight_no", "inbound_flight_no"), FLIGHT_MODES)


def _train(trip: Trip, entry: Entry) -> Miss | None:
    return _ride(trip, entry, ("outbound_train_no", "inbound_train_no"), TRAIN_MODES)


def _hotel(trip: Trip, entry: Entry) -> Miss | None:
    wanted = entry.get("hotel_name")
    if not wanted:
        return _unnamed("hotel_name")
    if wanted in list(_nights(trip)):
        return None
    return Miss("/daily_plans", "no such night", f"a night in {wanted}")


def _nights(trip: Trip) -> Iterator[object]:
    """Yield the name of each accommodation; what is empty or null is none."""
    for day in trip.days:
        stay, pointer = day.accommodation, f"{day.pointer}/accommodation"
        if not stay:
            continue
        if not isinstance(stay, dict):
            raise RunStops(StopCause.NOT_AN_OBJECT, pointer, stay)
        yield _named(stay, "name", pointer)


def _restaurant(trip: Trip, entry: Entry) -> Miss | None:
    wanted = entry.get("restaurant_name")
    if not wanted:
        return _unnamed("restaurant_name")
    if wanted in list(_places(trip, MEAL)):
        return None
    return Miss("/daily_plans", "no such meal", f"a meal at {wanted}")


def _attraction(trip: Trip, entry: Entry) -> Miss | None:
    wanted = entry.get("attraction_names")
    if not wanted or not isinstance(wanted, list):
        return _unnamed("attraction_names")
    seen = list(_places(trip, ATTRACTION))
    missing = [name for name in wanted if name not in seen]
    return Miss("/daily_plans", "no such visit", f"a visit to {missing[0]}") if missing else None


def _budget(trip: Trip, entry: Entry) -> Miss | None:
    limit = number(entry.get("max_budget"))
    if limit is None:
        return _unnamed("max_budget")
    if not trip.days:
        return Miss("/daily_plans", "no days", "days that can be paid")
    cost = total_cost(trip)
    return None if cost <= limit else Miss("/daily_plans", f"{cost:g}", f"at most {limit:g}")


BUDGET: Final = "budget_constraint"

_FAMILIES: Mapping[str, Callable[[Trip, Entry], Miss | None]] = MappingProxyType(
    {
        "flight_": _flight,
        "train_": _train,
        "hotel_": _hotel,
        "restaurant_": _restaurant,
        "attraction_": _attraction,
    }
)


def _unnamed(name: str) -> Miss:
    return Miss("", f"a constraint without {name}", "one that says what it asks for")


def _places(trip: Trip, kind: str) -> Iterator[object]:
    """Yield the names of the activities of a type, as written."""
    for pointer, details in _details(trip, kind):
        yield _named(details, "name", f"{pointer}/details")


def _details(trip: Trip, kind: str) -> Iterator[tuple[str, Entry]]:
    """Yield pointer and details of the activities of a type; details or activities of null stop here."""
    for day in trip.days:
        listed = day.raw.get("activities", ())
        if not isinstance(listed, Iterable):
            raise RunStops(StopCause.NOT_A_LIST, f"{day.pointer}/activities", listed)
        for activity in day.of(kind):
            details = activity.raw.get("details", {})
            if not isinstance(details, dict):
                raise RunStops(StopCause.NOT_AN_OBJECT, f"{activity.pointer}/details", details)
            yield activity.pointer, details


def _named(holder: Entry, key: str, pointer: str) -> object:
    """Return a name or number, which the evaluator puts into a set, where a list or an object stops it."""
    value = holder.get(key, "")
    if isinstance(value, list | dict):
        raise RunStops(StopCause.NOT_A_TEXT, f"{pointer}/{key}", value)
    return value
