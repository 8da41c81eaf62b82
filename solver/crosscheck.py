"""
Cross-check: one problem, many engines, one answer or an error.

Engines are asked in every way in which one has been seen to contradict itself: presolve on and off, other
seeds, one worker and several, the rows in another order. Each answer is weighed against the problem itself
and against the others. A contradiction is never settled by a vote: it is an error, and the instance is
kept as a file with what each of them said.

:class:`Crosscheck` can stand wherever an engine is asked for.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

from planassay.kb.errors import DisagreementError, EngineError
from planassay.solver.engines import ENGINES, engine
from planassay.solver.instances import problem_digest, write_problem
from planassay.solver.problem import Component, Limits, Outcome, Problem, Solution

DEFAULT_LIMITS = Limits()
ENUMERATION = Limits(work=0.2)
"""Enumeration is asked only so far: it is for the problems that it can finish."""

Ask = Callable[[Problem, Limits], Solution]


@dataclass(frozen=True, slots=True)
class Opinion:
    """One way to have a problem solved."""

    name: str
    ask: Ask


def opinions(seeds: Sequence[int] = (0, 1), workers: Sequence[int] = (1, 2, 8)) -> tuple[Opinion, ...]:
    """
    Return every way to ask the engines that are installed.

    Parameters
    ----------
    seeds
        Seeds of each engine that draws lots.
    workers
        Threads of CP-SAT; the search interleaves where there are several.
    """
    found = [_cpsat(seed, 1) for seed in seeds]
    found += [_cpsat(seeds[0], count) for count in workers if count > 1]
    found.append(_cpsat(seeds[0], 1, presolve=False))
    found.append(Opinion("cpsat, rows turned", _turned_cpsat))
    found += [_plain(name, None) for name in ENGINES if name not in ("cpsat", "enumerate")]
    found.append(_plain("enumerate", ENUMERATION))
    return tuple(o for o in found if engine_is_installed(o.name.partition(",")[0]))


def engine_is_installed(name: str) -> bool:
    """Return whether an engine can be asked."""
    try:
        return name in ENGINES and engine(name).supported()
    except EngineError:
        return False


def _plain(name: str, own: Limits | None) -> Opinion:
    """Return the opinion of an engine as it comes, within limits of its own if it has any."""
    return Opinion(name, lambda problem, limits: engine(name).solve(problem, limits=own or limits))


def _turned_cpsat(problem: Problem, limits: Limits) -> Solution:
    return engine("cpsat").solve(turned(problem), limits=limits)


def _cpsat(seed: int, workers: int, *, presolve: bool = True) -> Opinion:
    name = f"cpsat, seed {seed}, workers {workers}{'' if presolve else ', no presolve'}"

    def ask(problem: Problem, limits: Limits) -> Solution:
        from planassay.solver.engines import cpsat

        return cpsat.solve(problem, limits=limits, seed=seed, workers=workers, presolve=presolve)

    return Opinion(name, ask)


def turned(problem: Problem) -> Problem:
    """Return the same problem with its rows, and each element's uses, in the opposite order."""
    components = tuple(
        Component(c.name, tuple(replace(e, uses=e.uses[::-1]) for e in c.elements))
        for c in problem.components
    )
    return Problem(components, problem.rows[::-1], problem.objectives)


def contradiction(problem: Problem, answers: Mapping[str, Solution]) -> str | None:
    """
    Return a sentence that says which answers cannot all be true, or None if they can.

    An answer that a limit cut short contradicts nobody by what it does not say.
    """
    for name, answer in answers.items():
        if fault := _fault(problem, answer):
            return f"{name} {fault}"
    for (one, a), (other, b) in combinations(answers.items(), 2):
        if fault := _clash(a, b) or _clash(b, a):
            return f"{one} and {other} {fault}"
    return None


def _has_solution(answer: Solution) -> bool:
    return answer.outcome in (Outcome.OPTIMAL, Outcome.FEASIBLE)


def _fault(problem: Problem, answer: Solution) -> str | None:
    """Return what is wrong with an answer by itself."""
    if not _has_solution(answer):
        return f"says {answer.outcome} and picks {answer.picks}" if answer.picks else None
    sizes = [len(component.elements) for component in problem.components]
    if len(answer.picks) != len(sizes) or not all(
        0 <= pick < size for pick, size in zip(answer.picks, sizes, strict=True)
    ):
        return f"picks {answer.picks}, which is no element a component"
    if not problem.is_feasible(answer.picks):
        return f"picks {answer.picks}, which breaks a row"
    if (worth := problem.values(answer.picks)) != answer.values:
        return f"says that {answer.picks} is worth {answer.values}, not {worth}"
    if answer.bound is not None and answer.bound > answer.values[0]:
        return f"has a bound of {answer.bound} above its own {answer.values[0]}"
    return None


def _clash(a: Solution, b: Solution) -> str | None:
    """Return why two answers cannot both be true, seen from the first."""
    if not _has_solution(b):
        return None
    if a.outcome is Outcome.INFEASIBLE:
        return f"differ: one says that there is no solution, the other picks {b.picks}"
    if a.bound is not None and a.bound > b.values[0]:
        return f"differ: one has a bound of {a.bound}, the other a solution of {b.values[0]}"
    if a.outcome is not Outcome.OPTIMAL:
        return None
    if b.values < a.values:
        return f"differ: the optimum of one is {a.values}, the other finds {b.values}"
    if b.outcome is Outcome.OPTIMAL and (a.values, a.picks) != (b.values, b.picks):
        return f"differ: one picks {a.picks} for {a.values}, the other {b.picks} for {b.values}"
    return None


class Crosscheck:
    """
    An engine made of others, that answers only what none of them contradicts.

    Parameters
    ----------
    folder
        Where the instance of a disagreement is kept; made when it is needed.
    asked
        Whom to ask; every way to ask the installed engines if not given.
    """

    NAME = "crosscheck"
    CAPABILITIES = frozenset({"rows", "lexicographic", "canonical", "bound"})

    def __init__(self, folder: Path, asked: Sequence[Opinion] | None = None) -> None:
        self.folder = folder
        self.asked = opinions() if asked is None else tuple(asked)

    def supported(self) -> bool:
        """Return whether there is anybody to ask."""
        return bool(self.asked)

    def version(self) -> str:
        """Return the versions of the installed engines."""
        installed = [name for name in ENGINES if engine_is_installed(name)]
        return "; ".join(f"{name} {engine(name).version()}" for name in installed)

    def solve(self, problem: Problem, *, limits: Limits = DEFAULT_LIMITS, seed: int = 0) -> Solution:
        """
        Return the answer on which all agree.

        Parameters
        ----------
        problem
            What to solve.
        limits
            Work of each solve.
        seed
            Not used: whom to ask, and with which seeds, was settled before.

        Raises
        ------
        DisagreementError
            If two answers cannot both be true, or one cannot be true at all; names the file that keeps
            the instance.
        """
        del seed
        answers = {opinion.name: opinion.ask(problem, limits) for opinion in self.asked}
        if fault := contradiction(problem, answers):
            raise DisagreementError(f"{fault}; the instance is kept in {self._keep(problem, answers, fault)}")
        order = (Outcome.OPTIMAL, Outcome.INFEASIBLE, Outcome.FEASIBLE, Outcome.UNKNOWN)
        best = min(answers.values(), key=lambda a: (order.index(a.outcome), a.values))
        return replace(best, engine=self.NAME)

    def _keep(self, problem: Problem, answers: Mapping[str, Solution], fault: str) -> Path:
        said = {
            name: {"outcome": a.outcome, "picks": a.picks, "values": a.values, "bound": a.bound}
            for name, a in answers.items()
        }
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"disagreement-{problem_digest(problem)[:12]}.json"
        write_problem(path, problem, {"contradiction": fault, "answers": said})
        return path
