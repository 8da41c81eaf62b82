"""Cases: a task with all that its answers are held against."""

from dataclasses import dataclass
from functools import cached_property

from planassay.kb import task as shared
from planassay.kb.errors import InputError
from planassay.kb.formats.lifeplanner import City, Gold, Place, Task, family_of, read_gold, task_of
from planassay.kb.formats.lifeplanner.constraints import Constraint, read_constraints
from planassay.kb.roads import Mode, Vehicle
from planassay.verifier.city.streets import Streets, streets


@dataclass(frozen=True)
class Case:
    """
    A task of a city.

    Parameters
    ----------
    task
        What is asked.
    city
        Where.
    """

    task: Task
    city: City

    @cached_property
    def gold(self) -> Gold:
        """What is best."""
        return read_gold(self.task)

    @cached_property
    def constraints(self) -> tuple[Constraint, ...]:
        """What an answer must meet."""
        return read_constraints(self.task)

    @cached_property
    def avoided(self) -> frozenset[int]:
        """The ways that may not be used."""
        return frozenset(one.gid for one in self.constraints if one.kind == "avoid_way")

    @property
    def family(self) -> str:
        """The first part of its type."""
        return family_of(self.task)

    @property
    def streets(self) -> Streets:
        """Routes in the city."""
        return streets(self.city)

    @property
    def mode(self) -> Mode:
        """What its routes are to have least of."""
        return Mode.DISTANCE if self.gold.metric == "distance_m" else Mode.TIME

    def vehicle(self, word: str = "") -> Vehicle:
        """Return the vehicle that an answer states, else that of the gold, else driving."""
        for name in (word, self.gold.answer.word("vehicle")):
            if name in list(Vehicle):
                return Vehicle(name)
        return Vehicle.DRIVING

    def place(self, place_id: str) -> Place | None:
        """Return a place of the city."""
        return self.city.place.get(place_id)


def case_of(asked: shared.Task, city: City) -> Case:
    """
    Return the case of a request.

    Raises
    ------
    InputError
        If the line of the task, its gold or a constraint cannot be read, or names a place that the city does
        not have.
    """
    case = Case(task_of(asked), city)
    for at, constraint in enumerate(case.constraints):
        for name in _places(constraint):
            if name not in city.place:
                raise InputError("is no place of the city", pointer=f"/constraints/{at}", value=name)
    return case


def _places(constraint: Constraint) -> list[str]:
    """Return the places that a constraint is measured from."""
    found = [constraint.center, constraint.start, constraint.end]
    if constraint.trek is not None:
        found.append(constraint.trek.start)
    return [name for name in found if name]
