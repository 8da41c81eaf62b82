"""
Demo agents: agents over the demo's made tasks, and the page about them.

The same verbs make it one by one: ``run`` for each agent, ``report`` for the page.
"""

from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter

from planassay.bench.console import print_note, progress

AGENTS = ("oracle", "tools-only", "greedy")
UNFAILING = ("oracle", "tools-only")
"""The agents of which the demo expects that they miss nothing."""


@dataclass(frozen=True, slots=True)
class DemoRun:
    """What one agent made of the tasks, in counts."""

    agent: str
    tasks: int
    perfect: int
    """Officially perfect: plans, and refusals that name the right cause."""
    proved: int
    calls: int
    seconds: float

    @property
    def is_sound(self) -> bool:
        """Whether it missed nothing, where that is expected."""
        return self.perfect == self.tasks or self.agent not in UNFAILING

    def line(self) -> str:
        """Return the counts as a line."""
        mean = self.calls / self.tasks
        return (
            f"{self.agent}: {self.perfect} of {self.tasks} made tasks perfect, {self.proved} proved by the "
            f"agent; {mean:.1f} billable calls a task; {self.seconds:.2f} s"
        )


def run_demo_agents(made: Path, page: Path) -> list[DemoRun]:
    """
    Run the agents over the tasks of a demo world, and write the page about them, if jinja2 is there.

    Parameters
    ----------
    made
        Where :func:`planassay.bench.demo_world.make_demo_world` put the world, the tasks and their gold.
    page
        The page to write.
    """
    from planassay.bench.inputs import read_task_file
    from planassay.bench.labels import with_causes
    from planassay.bench.pages import Options, write_report
    from planassay.bench.run import Order, run
    from planassay.bench.tally import tally

    kb, listed = made / "world", made / "tasks.jsonl"
    tasks = with_causes(read_task_file(listed), listed)
    found, files = [], []
    for agent in AGENTS:
        start = perf_counter()
        out = made / "runs" / f"{agent}.jsonl"
        with progress(agent, total=len(tasks)) as bar:
            lines = run(Order(agent, kb), tasks, out, force=True, progress=bar.show)
        counts = tally(lines, tasks)
        files.append(out)
        found.append(
            DemoRun(
                agent=agent,
                tasks=counts.tasks,
                perfect=counts.tasks - len(counts.misses),
                proved=sum(group.proved for group in counts.groups),
                calls=sum(group.calls for group in counts.groups),
                seconds=perf_counter() - start,
            )
        )
    print_note(f"wrote {made / 'runs'}: what the agents did, call by call")
    if find_spec("jinja2") is None:
        print_note("no page about them: pages need the extra viz")
        return found
    write_report(files, page, Options(kb, listed, (made / "gold",), title="Agents over made tasks"))
    what = "the agents side by side, and every plan with its map, days and bill"
    print_note(f"wrote {page}: {what}")
    return found
