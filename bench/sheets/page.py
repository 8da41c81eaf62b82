"""
The sheet as one HTML page that needs nothing else: no script, no network, no other file.

What answers say is text of strangers. Every value is escaped where it enters the page, and the page forbids
whatever a browser could still take for active.
"""

from collections.abc import Iterable, Mapping
from html import escape

from planassay.bench.scoring import Mean, Summary
from planassay.bench.sheets.sheet import Sheet
from planassay.bench.sheets.text import printable
from planassay.verifier.report import Report, Violation

SHOWN = 50
"""Violations of one task under one rule set that are shown; the file of reports has all."""
_LONGEST = 300
"""Characters of one value that are shown."""

_STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem;
  color: #1c1e21; background: #fff; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
table { border-collapse: collapse; margin: 0.75rem 0; }
th, td { text-align: left; padding: 0.3rem 0.6rem; border-bottom: 1px solid #d9dce1; vertical-align: top; }
th { background: #f3f4f6; } .n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.yes { color: #116329; } .no { color: #a40e26; } .none { color: #59636e; }
code { font: 13px/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
summary { cursor: pointer; } ul { margin: 0.4rem 0; padding-left: 1.2rem; }
.track { background: #e6e8eb; width: 12rem; height: 0.6rem; margin-top: 0.4rem; }
.track i { background: #2f6fde; height: 0.6rem; display: block; }
.scroll { overflow-x: auto; }
@media (prefers-color-scheme: dark) {
  body { color: #e6e8eb; background: #16181b; } th { background: #23262b; }
  th, td { border-color: #353a41; } .track { background: #353a41; }
  .yes { color: #57c878; } .no { color: #ff8b8b; } .none { color: #9aa4af; } }
"""


def page(sheet: Sheet) -> str:
    """Return the text of the page."""
    title = f"Scores of {_shown(sheet.source)}"
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta http-equiv="Content-Security-Policy" '
            "content=\"default-src 'none'; style-src 'unsafe-inline'\">",
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title><style>{_STYLE}</style></head><body>",
            f"<h1>{title}</h1>",
            f"<p>{_shown(sheet.counts())}. Knowledge base <code>{_shown(sheet.kb_hash)}</code>.</p>",
            *(_summary(summary) for summary in sheet.summaries),
            *_totals(sheet),
            *_bad_lines(sheet),
            *_tasks(sheet),
            "</body></html>\n",
        ]
    )


def _shown(value: object) -> str:
    text = printable(str(value))
    return escape(text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…")


def _table(heads: Iterable[str], rows: Iterable[str]) -> str:
    """Return a table of heads (right-aligned where they begin with ``>``) and finished rows."""
    cells = "".join(
        f'<th class="n">{_shown(head[1:])}</th>' if head.startswith(">") else f"<th>{_shown(head)}</th>"
        for head in heads
    )
    body = "".join(rows)
    return f'<div class="scroll"><table><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table></div>'


def _summary(summary: Summary) -> str:
    means = {"perfect": summary.perfect_rate, **summary.means}
    rows = (_mean_row(name, mean) for name, mean in means.items() if mean.value is not None)
    told = (
        f"{summary.perfect} of {summary.tasks} perfect; {summary.answered} answered, "
        f"{summary.readable} of them readable."
    )
    table = _table(("score", ">mean", "", ">95 % interval", ">tasks"), rows)
    return f"<h2>{_shown(summary.ruleset)}</h2><p>{_shown(told)}</p>{table}"


def _mean_row(name: str, mean: Mean) -> str:
    value = mean.value or 0.0
    width = round(100 * min(1.0, max(0.0, value)))
    bounds = "" if mean.low is None else f"{mean.low:.3f} to {mean.high:.3f}"
    return (
        f'<tr><td>{_shown(name)}</td><td class="n">{value:.3f}</td>'
        f'<td><div class="track"><i style="width:{width}%"></i></div></td>'
        f'<td class="n">{bounds}</td><td class="n">{mean.over}</td></tr>'
    )


def _totals(sheet: Sheet) -> Iterable[str]:
    rows = [_total_row(*total) for total in sheet.further_totals()]
    if rows:
        heading = sheet.totals_title if sheet.remark else "What the published scorer prints of the run"
        yield f"<h2>{_shown(heading.capitalize())}</h2>"
        yield _table(("total", ">value", ">95 % interval"), rows)
    for title, groups in sheet.groups():
        names = list(next(iter(groups.values())))
        yield f"<h2>{_shown(title.capitalize())}</h2>"
        yield _table(
            (title, *(f">{name}" for name in names)), (_group_row(one, names) for one in groups.items())
        )
    if sheet.remark:
        yield f"<p><strong>{_shown(sheet.remark)}</strong></p>"


def _total_row(name: str, value: float, bounds: tuple[float, float] | None) -> str:
    shown = str(value) if isinstance(value, int) else f"{value:.3f}"
    span = "" if bounds is None else f"{bounds[0]:.3f} to {bounds[1]:.3f}"
    return f'<tr><td>{_shown(name)}</td><td class="n">{shown}</td><td class="n">{span}</td></tr>'


def _group_row(group: tuple[str, Mapping[str, object]], names: Iterable[str]) -> str:
    cells = "".join(f'<td class="n">{_figure(group[1].get(name))}</td>' for name in names)
    return f"<tr><td>{_shown(group[0])}</td>{cells}</tr>"


def _figure(value: object) -> str:
    return "" if value is None else f"{value:.3f}" if isinstance(value, float) else _shown(value)


def _bad_lines(sheet: Sheet) -> Iterable[str]:
    faults = sheet.answers.faults
    if faults:
        yield f"<h2>{len(faults)} bad lines</h2>"
        yield _table(
            (">line", "why it was not scored"),
            (f'<tr><td class="n">{_shown(fault.line)}</td><td>{_shown(fault)}</td></tr>' for fault in faults),
        )


def _tasks(sheet: Sheet) -> Iterable[str]:
    yield "<h2>Tasks</h2>"
    rows = []
    for task, reports in sheet.rows():
        marks = "".join(_mark(report) for report in reports.values())
        wrong = "".join(_wrong(report) for report in reports.values())
        if not sheet.is_answered(task):
            wrong = '<span class="none">no answer</span>'
        rows.append(f"<tr><td>{_shown(task.task_id)}</td>{marks}<td>{wrong}</td></tr>")
    yield _table(("task", *sheet.reports, "what is wrong"), rows)


def _mark(report: Report) -> str:
    kind, word = ("yes", "perfect") if report.task_perfect else ("no", "no")
    return f'<td class="{kind}">{word}</td>'


def _wrong(report: Report) -> str:
    if not report.violations:
        return ""
    rules = ", ".join(dict.fromkeys(violation.rule for violation in report.violations))
    items = [_item(violation) for violation in report.violations[:SHOWN]]
    if len(report.violations) > SHOWN:
        items.append(f"<li>{len(report.violations) - SHOWN} more</li>")
    return f"<details><summary>{_shown(rules)}</summary><ul>{''.join(items)}</ul></details>"


def _item(violation: Violation) -> str:
    return f"<li><code>{_shown(violation.text())}</code></li>"
