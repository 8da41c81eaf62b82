"""Random tours: open and fixed ends, missing legs, windows past midnight, budgets, precedence, many ties."""

from random import Random

from planassay.kb.tours import Leg, Option, Slot, Tour

MIDNIGHT = 1_065_000_000
"""A minute at which some day begins: 1440 times 739,583 and a third is none, so that days do not matter."""


def random_tour(seed: int, slots: int, *, options: int = 3, clock: bool = True) -> Tour:
    """
    Return a tour.

    Parameters
    ----------
    seed
        Which tour.
    slots
        How many.
    options
        Most places of a slot.
    clock
        Whether there may be clocks, budgets and handicaps.
    """
    draw = Random(seed)
    sizes = [draw.randint(1, options) for _ in range(slots)]
    names = [[f"p{at}{k}" for k in range(size)] for at, size in enumerate(sizes)]
    places = [name for group in names for name in group]
    spread = draw.choice((3, 9, 1000))
    legs = {
        (a, b): Leg(draw.randint(1, spread), draw.randint(1, 90))
        for a in places
        for b in places
        if a != b and draw.random() < 0.95
    }
    if draw.random() < 0.4:  # the same both ways, so that reversed orders are as good
        legs = {(a, b): legs.get((min(a, b), max(a, b)), leg) for (a, b), leg in legs.items()}
    first = draw.choice((None, draw.randrange(slots)))
    last = draw.choice((None, draw.randrange(slots)))
    pairs = tuple({(draw.randrange(slots), draw.randrange(slots)) for _ in range(draw.choice((0, 0, 1, 2)))})
    has_clock = clock and draw.random() < 0.8
    depart = MIDNIGHT + draw.randrange(6 * 60, 23 * 60) if has_clock else None

    def option(name: str) -> Option:
        return Option(
            name,
            begins=_windows(draw, depart) if depart is not None and draw.random() < 0.7 else None,
            cents=draw.randrange(0, 200),
            handicap=draw.choice((0, 0, draw.randrange(9))) if clock else 0,
        )

    return Tour(
        slots=tuple(Slot(tuple(map(option, group)), draw.randrange(0, 120, 15)) for group in names),
        legs=legs,
        first=first,
        last=None if last == first else last,
        before=tuple(sorted(pair for pair in pairs if pair[0] != pair[1])),
        depart=depart,
        until=None if depart is None else draw.choice((None, depart + draw.randrange(100, 900))),
        budget=draw.choice((None, draw.randrange(50, 160 * slots))) if clock else None,
    )


def _windows(draw: Random, depart: int) -> tuple[tuple[int, int], ...]:
    """Return up to two windows, which may begin before departure or after midnight, or none at all."""
    first = depart + draw.randrange(-200, 500)
    split = first + draw.randrange(0, 120)
    second = split + draw.randrange(30, 400)
    both = ((first, split), (second, second + draw.randrange(0, 400)))
    return both[: draw.choice((0, 1, 1, 1, 2, 2))] if draw.random() < 0.3 else both[: draw.choice((1, 2))]
