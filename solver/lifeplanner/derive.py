"""Derive: the answer to any ask, over any view."""

from datetime import datetime

from planassay.kb.formats.lifeplanner.asks import Ask, NearbyAsk, PlaceAsk, RoutingAsk
from planassay.solver.lifeplanner import nearby, place, routing, trips
from planassay.solver.lifeplanner.derived import Derived
from planassay.solver.lifeplanner.view import View


def derive(ask: Ask, view: View, now: datetime) -> Derived:
    """
    Return the answer to an ask, with what other answers are held against.

    Parameters
    ----------
    ask
        What is asked.
    view
        What may be known of the city.
    now
        When it is asked; facts must hold on this day.

    Raises
    ------
    RefusedError
        If there is no answer that is certain.
    """
    if isinstance(ask, PlaceAsk):
        return place.derive(ask, view, now)
    if isinstance(ask, NearbyAsk):
        return nearby.derive(ask, view, now)
    if isinstance(ask, RoutingAsk):
        return routing.derive(ask, view, now)
    return trips.trip(ask, view, now)
