"""
The registry: one row a benchmark.

A row names, by import path, the modules that a benchmark brings to each room. Paths are text, so
that this room imports no other and a row costs nothing until it is used.
"""

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from types import MappingProxyType, ModuleType

from planassay.kb.errors import UnknownSystemError


@dataclass(frozen=True, slots=True)
class System:
    """A benchmark and the modules that know it."""

    name: str
    title: str
    formats: str
    official: str
    strict: str
    compile: str | None = None
    components: str | None = None

    def load(self, role: str) -> ModuleType:
        """
        Import the module of a role: ``formats``, ``official``, ``strict``, ``compile`` or ``components``.

        Raises
        ------
        UnknownSystemError
            If the system has no module in that role.
        """
        path = getattr(self, role)
        if path is None:
            raise UnknownSystemError(f"{self.name} has no {role} module")
        return import_module(path)


SYSTEMS = MappingProxyType(
    {
        row.name: row
        for row in (
            System(
                name="trek",
                title="TREK",
                formats="planassay.kb.formats.trek",
                official="planassay.verifier.official.trek",
                strict="planassay.verifier.rules",
                compile="planassay.solver.compile.trek",
                components="planassay.verifier.components.trek",
            ),
            System(
                name="travelplanner",
                title="TravelPlanner",
                formats="planassay.kb.formats.travelplanner",
                official="planassay.verifier.official.travelplanner",
                strict="planassay.verifier.rules.travelplanner",
                compile="planassay.solver.compile.travelplanner",
                components="planassay.verifier.components.travelplanner",
            ),
            System(
                name="deepplanning-travel",
                title="DeepPlanning, travel domain",
                formats="planassay.kb.formats.deepplanning_travel",
                official="planassay.verifier.official.deepplanning_travel",
                strict="planassay.verifier.rules.deepplanning_travel",
                compile="planassay.solver.compile.deepplanning_travel",
                components="planassay.verifier.components.deepplanning_travel",
            ),
            System(
                name="deepplanning-shopping",
                title="DeepPlanning, shopping",
                formats="planassay.kb.formats.deepplanning_shopping",
                official="planassay.verifier.official.deepplanning_shopping",
                strict="planassay.verifier.rules.deepplanning_shopping",
            ),
            System(
                name="lifeplanner",
                title="LifePlanner, by definitions of our own",
                formats="planassay.kb.formats.lifeplanner",
                official="planassay.verifier.official.lifeplanner",
                strict="planassay.verifier.rules.lifeplanner",
                components="planassay.verifier.components.lifeplanner",
            ),
        )
    }
)
"""Every system that comes with the package, by name."""

GROUP = "planassay.systems"
"""Entry points of this group name :class:`System` rows of other distributions."""
_ADDED: dict[str, System] = {}


def register(row: System) -> None:
    """
    Add a system to those of this process.

    Raises
    ------
    ValueError
        If another one of that name is there.
    """
    if row.name in SYSTEMS or _ADDED.get(row.name, row) != row:
        raise ValueError(f"there is a system {row.name!r} already")
    _ADDED[row.name] = row


def system(name: str) -> System:
    """
    Return a system: one of the package, one that was registered, or one that is installed beside it.

    Raises
    ------
    UnknownSystemError
        If there is none of that name; the message lists those there are.
    """
    found = SYSTEMS.get(name) or _ADDED.get(name) or _installed().get(name)
    if found is None:
        known = ", ".join((*SYSTEMS, *_ADDED, *_installed()))
        raise UnknownSystemError(f"unknown system {name!r}; known: {known}")
    return found


@cache
def _installed() -> dict[str, System]:
    rows = [point.load() for point in entry_points(group=GROUP)]
    return {row.name: row for row in rows if isinstance(row, System)}
