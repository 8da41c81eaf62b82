"""A city of day routing drawn from a seed: quarters, sights, hours by day, tickets, and what is liked."""

from math import isqrt
from random import Random

from planassay.kb.routing import Day, Routing, Sight

MORNING, EVENING = 9 * 60, 21 * 60


def city(seed: int, sights: int, days: int, *, equal: bool = True, budget: int | None = None) -> Routing:
    """
    Return a city.

    Parameters
    ----------
    seed
        Which city.
    sights
        How many sights.
    days
        How many days, from 9 to 21 o'clock.
    equal
        Whether the days are alike; if not, each sight is closed on one day of the week and has its hours.
    budget
        Most cents for tickets.
    """
    draw = Random(seed)
    centre = (0, 0)
    quarters = [(round(draw.gauss(0, 3900)), round(draw.gauss(0, 3700))) for _ in range(max(2, sights // 12))]
    spots = []
    for _ in range(sights):
        x, y = draw.choice(quarters)
        spots.append((x + round(draw.gauss(0, 890)), y + round(draw.gauss(0, 880))))

    def way(a: tuple[int, int], b: tuple[int, int]) -> int:
        metres = isqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)
        return 0 if a == b else 8 + -(-metres * 60 // 25_000)

    lengths = [draw.randrange(45, 195, 15) for _ in spots]
    opens = [draw.choice((480, 540, 540, 600, 600, 660)) for _ in spots]
    closes = [draw.choice((960, 1020, 1020, 1080, 1200, 1320)) for _ in spots]
    likes = [draw.randrange(10, 100) for _ in spots]
    tickets = [draw.choice((0, 0, draw.randrange(500, 4000))) for _ in spots]
    closed = [draw.randrange(7) for _ in spots]

    def day(number: int) -> Day:
        return Day(
            start=MORNING,
            end=EVENING,
            out=tuple(way(centre, spot) for spot in spots),
            back=tuple(way(spot, centre) for spot in spots),
            hours=tuple(
                ()
                if closes[k] - lengths[k] < opens[k] or (not equal and closed[k] == number % 7)
                else ((opens[k], closes[k] - lengths[k]),)
                for k in range(sights)
            ),
        )

    return Routing(
        name=f"city-{seed}-{sights}/{days}",
        sights=tuple(Sight(f"s{k}", likes[k], lengths[k], tickets[k]) for k in range(sights)),
        ways=tuple(tuple(way(a, b) for b in spots) for a in spots),
        days=tuple(day(number) for number in range(days)),
        budget=budget,
    )
