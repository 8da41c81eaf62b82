"""A browser, and the pages it opens: a report with its plans inside, and one with a page a plan."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright
from tests.bench.reports import SLICE, write_runs
from tests.blocks import STREET, asked, trip, trip_gold
from tests.browser import arguments, find_chromium

from planassay.bench.pages import Options, write_report
from planassay.bench.pages.report import Plans
from planassay.kb.formats.lifeplanner import write_city


@pytest.fixture(scope="module")
def browser():
    """Return a headless Chromium; it is gone after its module, since its event loop would bar any other."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=find_chromium(), args=arguments())
        yield started
        started.close()


@pytest.fixture(scope="session")
def folder(tmp_path_factory) -> Path:
    """Return a folder with both reports."""
    folder = tmp_path_factory.mktemp("pages")
    runs = write_runs(folder)
    for plans in (Plans.INSIDE, Plans.BESIDE):
        options = Options(kb=SLICE, tasks=SLICE, certify=True, plans=plans)
        write_report(runs, folder / f"{plans}.html", options)
    _write_town(folder)
    return folder


def _write_town(folder: Path) -> None:
    """Write the report of one trip in a city, which leaves out a stop."""
    write_city(folder / "town", STREET)
    row = dict(asked("trip_L1", trip_gold(1, 2, 4)).source)
    (folder / "town" / "tasks.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    line = {"task_id": "t1", **trip(1, 4, distance_m=300)}
    (folder / "town" / "runs.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")
    options = Options(kb=folder / "town", tasks=folder / "town" / "tasks.jsonl", plans=Plans.INSIDE)
    write_report([folder / "town" / "runs.jsonl"], folder / "town.html", options)


@pytest.fixture
def opened(browser, folder):
    """Return a function that opens a page and fails at the end if it complained or asked for anything."""
    complaints: list[str] = []
    contexts = []

    def open_page(name: str, **settings):
        context = browser.new_context(**settings)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: _note_foreign(request.url, complaints))
        path, _, fragment = name.partition("#")
        page.goto((folder / path).as_uri() + (f"#{fragment}" if fragment else ""))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


def _note_foreign(url: str, complaints: list[str]) -> None:
    if not url.startswith(("file:", "data:")):
        complaints.append(f"asked for {url}")
