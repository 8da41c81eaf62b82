"""
Tallies: a run in counts, tasks with a plan and tasks without apart, and what was missed by kind.

A refusal has the *right cause* if what it says, read as a person would, names the cause that the label
states: for made tasks the first cause that was proved, for others the official evaluator's reading decides.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field

from planassay.kb.task import Cause, Task
from planassay.verifier.reasons import stated_causes

Line = Mapping[str, object]


@dataclass
class Group:
    """Tasks of one kind."""

    name: str
    has_causes: bool
    tasks: int = 0
    official: int = 0
    """Officially perfect."""
    strict: int = 0
    right_cause: int = 0
    proved: int = 0
    """Whose agent says that nothing it did not see could change the answer."""
    calls: int = 0
    octets: int = 0


@dataclass
class Tally:
    """A run in counts."""

    tasks: int = 0
    answered: int = 0
    groups: tuple[Group, ...] = ()
    misses: list[str] = field(default_factory=list)
    """What each missed task was missed for."""

    def document(self) -> dict[str, object]:
        """Return it as a JSON object."""
        misses: dict[str, int] = {}
        for miss in self.misses:
            misses[miss] = misses.get(miss, 0) + 1
        return {
            "tasks": self.tasks,
            "answered": self.answered,
            "groups": [asdict(group) for group in self.groups],
            "missed": dict(sorted(misses.items())),
        }


def tally(lines: Sequence[Line], tasks: Sequence[Task]) -> Tally:
    """Return the counts of a run; ``lines[i]`` is the trajectory of ``tasks[i]``."""
    feasible, infeasible = Group("with a plan", has_causes=False), Group("without", has_causes=True)
    unlabelled = Group("not labelled", has_causes=False)
    found = Tally(tasks=len(tasks), groups=(feasible, infeasible, unlabelled))
    for line, task in zip(lines, tasks, strict=True):
        is_feasible = task.label is None or task.label.feasible
        group = feasible if is_feasible else infeasible
        group = unlabelled if task.label is None else group
        official, strict = (_is_perfect(line, ruleset) for ruleset in ("official", "strict"))
        is_right = is_feasible or _names_cause(line, task, official=official)
        found.answered += bool(line.get("submitted"))
        group.tasks += 1
        group.official += official
        group.strict += strict
        group.right_cause += is_right and not is_feasible
        group.proved += _fact(line, "proved") is True
        group.calls += _count(line, "calls")
        group.octets += _count(line, "bytes")
        if not official or not is_right:
            found.misses.append(_miss(line, task, is_feasible=is_feasible))
    return found


def _names_cause(line: Line, task: Task, *, official: bool) -> bool:
    if line.get("is_feasible") or not line.get("submitted"):
        return False
    cause = task.label.cause if task.label is not None else None
    if cause is None:
        return official
    stated = stated_causes(str(line.get("refusal_reason")), task)
    return cause in stated or (cause is Cause.CONFLICT and Cause.PERSONA in stated)


def _miss(line: Line, task: Task, *, is_feasible: bool) -> str:
    """Return in a few words why a task was missed."""
    if not line.get("submitted"):
        return f"no answer: {line.get('error') or line.get('stop')}"
    if is_feasible and line.get("is_feasible") is not True and not line.get("plan"):
        return "refused, though there is a plan" if task.label is not None else "refused"
    if not is_feasible and line.get("is_feasible"):
        cause = task.label.cause if task.label is not None else None
        return f"planned, though there is no plan{f' for {cause.value}' if cause else ''}"
    if not is_feasible:
        return "refused for another cause"
    rules = sorted({str(rule).removeprefix("official/") for rule in _rules(line)})
    return f"a plan that fails {', '.join(rules) or 'somewhere'}"


def _rules(line: Line) -> list[object]:
    reports = line.get("reports")
    official = reports.get("official") if isinstance(reports, Mapping) else None
    violations = official.get("violations") if isinstance(official, Mapping) else None
    return (
        [v.get("rule") for v in violations if isinstance(v, Mapping)]
        if isinstance(violations, list | tuple)
        else []
    )


def _is_perfect(line: Line, ruleset: str) -> bool:
    reports = line.get("reports")
    report = reports.get(ruleset) if isinstance(reports, Mapping) else None
    return isinstance(report, Mapping) and report.get("task_perfect") is True


def _fact(line: Line, name: str) -> object:
    facts = line.get("facts")
    return facts.get(name) if isinstance(facts, Mapping) else None


def _count(line: Line, name: str) -> int:
    value = line.get(name)
    return value if isinstance(value, int) else 0
