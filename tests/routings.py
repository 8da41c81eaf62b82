"""Instances of day routing for tests: drawn from a seed, or small enough to check by hand."""

from random import Random

from planassay.kb.routing import Day, Routing, Sight, Window


def drawn(seed: int, sights: int | None = None) -> Routing:
    """Return a random instance with everything in it: hours, meals, budget, must-see, unequal days."""
    draw = Random(seed)
    count = draw.randrange(1, 7) if sights is None else sights
    meals = ("lunch",) if draw.random() < 0.25 else ()
    spots = [(draw.randrange(60), draw.randrange(60)) for _ in range(count)]

    def way(a: tuple[int, int], b: tuple[int, int]) -> int:
        return abs(a[0] - b[0]) + abs(a[1] - b[1])

    def hours() -> tuple[Window, ...]:
        opens = draw.randrange(200)
        closes = opens + draw.randrange(150)
        kind = draw.random()
        if kind < 0.15:
            return ()
        if kind < 0.4:
            return ((opens, closes), (closes + draw.randrange(5, 50), closes + 80))
        return ((opens, closes),)

    def day() -> Day:
        return Day(
            start=0,
            end=draw.randrange(150, 330),
            out=tuple(way((30, 30), spot) for spot in spots),
            back=tuple(way(spot, (20, 40)) for spot in spots),
            hours=tuple(hours() for _ in spots),
            meals=meals if draw.random() < 0.8 else (),
        )

    usual = day()
    days = tuple(usual if draw.random() < 0.5 else day() for _ in range(draw.randrange(1, 4)))
    return Routing(
        name=f"drawn-{seed}",
        sights=tuple(
            Sight(
                name=f"s{k}",
                value=draw.randrange(12),
                duration=draw.randrange(10, 60),
                cost=draw.choice((0, 0, draw.randrange(1, 9))),
                meal=draw.choice(("", "", "lunch")) if meals else "",
                must=draw.random() < 0.08,
            )
            for k in range(count)
        ),
        ways=tuple(tuple(way(a, b) for b in spots) for a in spots),
        days=days,
        budget=draw.choice((None, None, draw.randrange(20))),
    )


def line(*values: int, days: int = 1, end: int = 100, budget: int | None = None) -> Routing:
    """Return sights on a line, ten apart and ten long, the first ten from home; a ticket costs its value."""
    count = len(values)
    home = tuple(10 * (k + 1) for k in range(count))
    return Routing(
        name="line",
        sights=tuple(Sight(f"s{k}", value, 10, value) for k, value in enumerate(values)),
        ways=tuple(tuple(10 * abs(i - j) for j in range(count)) for i in range(count)),
        days=(Day(0, end, home, home, (((0, end),),) * count),) * days,
        budget=budget,
    )
