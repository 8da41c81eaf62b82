"""
pytest: plans as assertions. Registered as a plugin; it imports nothing until a fixture is used.

Fixtures ``planassay_kb`` (what ``PLANASSAY_KB`` or ``--planassay-kb`` names) and ``planassay_verify``.
Without them, :func:`assert_valid` does the same for a knowledge base of the test's own.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from planassay.kb.catalog import Catalog
    from planassay.kb.task import Task
    from planassay.verifier.report import Report
    from planassay.verifier.score import Ruleset

Answer = bytes | str | Mapping[str, object]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that names the knowledge base."""
    group = parser.getgroup("planassay")
    group.addoption("--planassay-kb", metavar="KB", default=None, help="knowledge base of planassay_kb")


@pytest.fixture(scope="session")
def planassay_kb(request: pytest.FixtureRequest) -> "Catalog":
    """Return the knowledge base that ``--planassay-kb``, or else ``PLANASSAY_KB``, names."""
    from planassay.kb.errors import PlanassayError
    from planassay.kb.opening import environment_kb, shared_kb

    named = request.config.getoption("--planassay-kb")
    try:
        return shared_kb(named) if named else environment_kb()
    except PlanassayError as error:
        pytest.fail(str(error), pytrace=False)


@pytest.fixture
def planassay_verify(planassay_kb: "Catalog") -> Callable[..., "Report"]:
    """Return a function that asserts an answer to be valid and returns its report."""

    def verify(answer: Answer, task: "Task | str", *, ruleset: "Ruleset" = "strict") -> "Report":
        return assert_valid(answer, task, planassay_kb, ruleset=ruleset)

    return verify


def assert_valid(
    answer: Answer, task: "Task | str", kb: "Catalog", *, ruleset: "Ruleset" = "strict"
) -> "Report":
    """
    Return the report on an answer, or fail the test with the table of its violations.

    Parameters
    ----------
    answer
        The answer to a task, as an object or as JSON text.
    task
        The task, or its JSON text.
    kb
        The knowledge base.
    ruleset
        ``strict`` or ``official``.
    """
    __tracebackhide__ = True
    from planassay.verifier.reward import as_task
    from planassay.verifier.score import score

    report = score(answer, as_task(task), kb, ruleset=ruleset)
    if not report.task_perfect:
        lines = [f"{v.rule:<24} {v.pointer:<28} {v.text()}" for v in report.violations]
        table = "\n".join(lines) or ", ".join(
            f"{k} {v}" for k, v in report.scores.items() if v not in (1.0, None)
        )
        pytest.fail(f"{report.task_id} is not valid under {report.ruleset}:\n{table}", pytrace=False)
    return report
