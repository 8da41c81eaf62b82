"""Blind: a city in which nothing that is left unsaid matters; hidden constraints decide the rest."""

from dataclasses import replace
from datetime import date

from planassay.kb.formats.lifeplanner.asks import Ask, DetourAsk, FitsAsk, NearbyAsk, Outing, ReachAsk
from planassay.solver.lifeplanner.oracle_view import OracleView
from planassay.solver.lifeplanner.view import Detail, Row

ALWAYS_OPEN = "24小时营业"


class BlindView(OracleView):
    """
    Sees what is recorded, but takes every place for open and every post for silent.

    Parameters
    ----------
    view
        Whose records they are; its routes are shared.
    """

    def __init__(self, view: OracleView) -> None:
        self.__dict__.update(view.__dict__)

    def detail(self, row: Row) -> Detail:
        """Return what the map shows of a place, which is always open."""
        return replace(super().detail(row), opentime_week=ALWAYS_OPEN)

    def fact(self, row: Row, key: str, on: date) -> str | None:
        """Return nothing."""
        del row, key, on
        return None


def bare(ask: Ask) -> Ask | None:
    """Return an ask without the needs of its outing; None if it has none that chooses among places."""
    if not isinstance(ask, FitsAsk | NearbyAsk | ReachAsk | DetourAsk) or ask.outing is None:
        return None
    return replace(ask, outing=_bare(ask.outing))


def _bare(outing: Outing) -> Outing:
    return replace(outing, needs=(), most_queue=None, budget=None, people=1)
