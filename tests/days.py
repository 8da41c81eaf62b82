"""A small city and days out in it: asks that are drawn, their task lines, and both ways to look."""

from datetime import datetime
from functools import cache

from planassay.gold.lifeplanner import draw_trips
from planassay.gold.lifeplanner.scene import Scene, Sketch, UnfitError
from planassay.kb.draw import Draw
from planassay.kb.formats.lifeplanner.asks import Ask, ask_row
from planassay.kb.formats.lifeplanner.requests import CITY, SYSTEM
from planassay.kb.money import MAX_CENTS
from planassay.kb.task import Task
from planassay.kb.worlds.lifeplanner import build


@cache
def scene() -> Scene:
    """Return the small city of seed 7, made ready for drawing."""
    return Scene(build("small", 7))


@cache
def sketches(drawer: str, count: int, seed: int = 1) -> list[Sketch]:
    """Return the first few asks that a drawer of trips draws."""
    found: list[Sketch] = []
    number = 0
    while len(found) < count:
        number += 1
        try:
            found.append(getattr(draw_trips, drawer)(Draw(seed, drawer, str(number)), scene()))
        except UnfitError:
            continue
    return found


def line(ask: Ask, now: datetime, family: str = "trip_L2") -> dict[str, object]:
    """Return a task line without a gold."""
    return {
        "task_id": "t1",
        "type": family,
        "question": "?",
        "now": now.isoformat(sep=" "),
        "ask": dict(ask_row(ask)),
        "gold": None,
        "ref_calls": 0,
    }


def asked(row: dict[str, object]) -> Task:
    """Return the request of a line, whether or not it has a gold."""
    return Task(
        task_id=str(row["task_id"]),
        system=SYSTEM,
        text=str(row["question"]),
        origin=CITY,
        stops=(CITY,),
        round_trip=False,
        days=1,
        party=1,
        rooms=1,
        budget_cents=MAX_CENTS,
        source=row,
    )
