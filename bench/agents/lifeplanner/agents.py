"""The agents: what each reads and looks at, and how it hands in."""

from dataclasses import replace
from datetime import date, datetime
from typing import Any

from planassay import __version__
from planassay.bench.agents.interface import Brief, Desk, Setting, refuse_options
from planassay.bench.agents.lifeplanner.reader import read_text
from planassay.gold.lifeplanner.blind import ALWAYS_OPEN, bare
from planassay.kb.errors import InputError
from planassay.kb.formats.lifeplanner import City
from planassay.kb.formats.lifeplanner.asks import Ask, read_ask
from planassay.kb.formats.lifeplanner.requests import split_text
from planassay.solver.lifeplanner.derive import derive
from planassay.solver.lifeplanner.oracle_view import OracleView
from planassay.solver.lifeplanner.tool_view import ToolView
from planassay.solver.lifeplanner.view import Detail, RefusedError, Row, View
from planassay.solver.roads import RoadSearch

SUBMIT = "submit_answer"


class OracleAgent:
    """Answers with the files of the city in sight, its memories too."""

    name = "oracle"
    version = f"{__version__}/1"
    needs_structure = True
    waits = False

    def __init__(self, setting: Setting) -> None:
        refuse_options(setting, self.name)
        self._setting = setting
        self._view: OracleView | None = None

    def work(self, brief: Brief, desk: Desk) -> None:
        """Answer one question."""
        if self._view is None:
            city = self._setting.kb()
            if not isinstance(city, City):
                raise InputError("is no city of LifePlanner", value=brief.task_id)
            self._view = OracleView(city, RoadSearch(city.network))
        _answer(*_asked(brief), self._view, desk)


class ToolsOnlyAgent:
    """Answers from what tools reply."""

    name = "tools-only"
    version = f"{__version__}/1"
    needs_structure = False
    waits = False

    def __init__(self, setting: Setting) -> None:
        refuse_options(setting, self.name)

    def work(self, brief: Brief, desk: Desk) -> None:
        """Answer one question."""
        _answer(*_asked(brief), ToolView(desk.call), desk)


class HastyAgent:
    """Answers from what tools reply, but takes every place for open and looks at no posts for an outing."""

    name = "hasty"
    version = f"{__version__}/1"
    needs_structure = False
    waits = False

    def __init__(self, setting: Setting) -> None:
        refuse_options(setting, self.name)

    def work(self, brief: Brief, desk: Desk) -> None:
        """Answer one question."""
        ask, now = _asked(brief)
        stripped = bare(ask)
        view = ToolView(desk.call) if stripped is None else _HastyView(desk.call)
        _answer(ask if stripped is None else stripped, now, view, desk)


class _HastyView(ToolView):
    def detail(self, row: Row) -> Detail:
        """Return what the map shows of a place, which is always open."""
        return replace(super().detail(row), opentime_week=ALWAYS_OPEN)

    def fact(self, row: Row, key: str, on: date) -> str | None:
        """Return nothing."""
        del row, key, on
        return None


def _asked(brief: Brief) -> tuple[Ask, datetime]:
    """Return what is asked: as the structure says where there is one, else as the text reads."""
    if brief.task is None:
        return read_text(brief.text)
    _, now = split_text(brief.text)
    return read_ask(brief.task.source.get("ask")), now


def _answer(ask: Ask, now: datetime, view: View, desk: Desk) -> None:
    try:
        found: Any = derive(ask, view, now).answer
    except RefusedError as refused:
        desk.tell(asked=ask.kind, refused=str(refused))
        return
    desk.tell(asked=ask.kind)
    desk.call(SUBMIT, {"result": found})
