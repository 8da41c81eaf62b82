"""The sheet as JUnit XML, which systems for continuous integration show: a test case for each task."""

from xml.etree.ElementTree import Element, SubElement, indent, tostring

from planassay.bench.scoring import Summary
from planassay.bench.sheets.sheet import Sheet
from planassay.bench.sheets.text import printable
from planassay.verifier.report import Report

SHOWN = 50
"""Violations of one task that are written down."""


def junit(sheet: Sheet) -> str:
    """
    Return the text of the document: a suite for each rule set, and one for bad lines if there are any.

    A task that is not perfect is a failure, a line that could not be read an error.
    """
    suites = Element("testsuites", name="planassay score")
    for summary, (name, found) in zip(sheet.summaries, sheet.reports.items(), strict=True):
        suite = _suite(suites, summary.ruleset, len(found), failures=len(found) - summary.perfect)
        _add_properties(suite, sheet, summary)
        for task, report in zip(sheet.tasks, found, strict=True):
            case = SubElement(suite, "testcase", classname=name, name=printable(task.task_id))
            if not report.task_perfect:
                _add_failure(case, report, "no answer" if not sheet.is_answered(task) else "not perfect")
    faults = sheet.answers.faults
    if faults:
        suite = _suite(suites, "bad lines", len(faults), errors=len(faults))
        for fault in faults:
            case = SubElement(suite, "testcase", classname="lines", name=f"line {fault.line}")
            SubElement(case, "error", message=printable(fault.message), type="bad-line").text = printable(
                str(fault)
            )
    for count in ("tests", "failures", "errors"):
        suites.set(count, str(sum(int(suite.get(count, "0")) for suite in suites)))
    indent(suites)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{tostring(suites, "unicode")}\n'


def _suite(suites: Element, name: str, tests: int, *, failures: int = 0, errors: int = 0) -> Element:
    return SubElement(
        suites, "testsuite", name=name, tests=str(tests), failures=str(failures), errors=str(errors)
    )


def _add_properties(suite: Element, sheet: Sheet, summary: Summary) -> None:
    properties = SubElement(suite, "properties")
    facts: dict[str, object] = {
        "kb_hash": sheet.kb_hash,
        "answered": f"{summary.answered} of {summary.tasks}",
        "bad_lines": len(sheet.answers.faults),
    }
    for name, mean in {"perfect": summary.perfect_rate, **summary.means}.items():
        if mean.value is not None:
            facts[f"mean.{name}"] = f"{mean.value:.6f} [{mean.low:.6f}, {mean.high:.6f}] over {mean.over}"
    if sheet.remark:
        facts["remark"] = sheet.remark
    for name, value in facts.items():
        SubElement(properties, "property", name=name, value=str(value))


def _add_failure(case: Element, report: Report, otherwise: str) -> None:
    lines = [printable(violation.text()) for violation in report.violations]
    failure = SubElement(case, "failure", message=lines[0] if lines else otherwise, type=otherwise)
    more = [f"{len(lines) - SHOWN} more"] if len(lines) > SHOWN else []
    failure.text = "\n".join([*lines[:SHOWN], *more])
