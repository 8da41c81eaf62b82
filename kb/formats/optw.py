"""
OPTW and TOPTW: reader of the instances of the orienteering problem with time windows.

The usual test set: Solomon's and Cordeau's routing instances with demands as prizes (Righini and Salani
2006, 2009; Montemanni and Gambardella 2009). A file holds ``k v N t``, then ``D Q``, then ``N + 1`` lines
``i x y d S f a list O C``: number, coordinates, duration, prize, three fields and a list of no use here, and
between which times a visit may begin. Location 0 is the start and the end of every route, its closing time
the length of a route.

Ways are straight lines rounded *down* to one decimal (whole coordinates: Solomon) or two (others: Cordeau);
times are therefore whole tenths or hundredths.
"""

from decimal import Decimal, InvalidOperation
from math import isqrt
from pathlib import Path
from typing import NamedTuple

from planassay.kb.errors import InputError
from planassay.kb.routing import Day, Routing, Sight

MOST_PLACES = 1000
MOST_DECIMALS = 6


class _Spot(NamedTuple):
    line: int
    x: Decimal
    y: Decimal
    duration: Decimal
    prize: Decimal
    opens: Decimal
    closes: Decimal


def read_optw(path: Path, routes: int = 1) -> Routing:
    """
    Return an instance for a number of routes.

    Parameters
    ----------
    path
        The file.
    routes
        How many equal days there are.

    Raises
    ------
    InputError
        If the file cannot be read, or a line of it does not hold what it must.
    """
    if routes < 1:
        raise InputError("is no number of routes", source=path, value=routes)
    try:
        text = path.read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read: {error}", source=path) from error
    spots = _spots(path, text)
    is_whole = all(v == v.to_integral_value() for spot in spots for v in (spot.x, spot.y))
    scale = 10 if is_whole else 100
    ways = _ways(spots, scale)
    depot, others = spots[0], spots[1:]
    sights = tuple(
        Sight(str(k), _whole(path, spot, spot.prize, 1), _whole(path, spot, spot.duration, scale))
        for k, spot in enumerate(others, start=1)
    )
    day = Day(
        start=_whole(path, depot, depot.opens, scale),
        end=_whole(path, depot, depot.closes, scale),
        out=tuple(ways[0][1:]),
        back=tuple(row[0] for row in ways[1:]),
        hours=tuple(
            ((_whole(path, spot, spot.opens, scale), _whole(path, spot, spot.closes, scale)),)
            for spot in others
        ),
    )
    return Routing(
        f"{path.stem}/{routes}", sights, tuple(tuple(row[1:]) for row in ways[1:]), (day,) * routes
    )


def _spots(path: Path, text: str) -> list[_Spot]:
    lines = [(number, line.split()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if len(lines) < 2 or len(lines[0][1]) < 3:
        raise InputError("does not begin with lines 'k v N t' and 'D Q'", source=path)
    count = lines[0][1][2]
    if not count.isdecimal() or not 1 <= int(count) <= MOST_PLACES:
        raise InputError(
            f"is no number of places from 1 to {MOST_PLACES}", source=path, line=lines[0][0], value=count
        )
    rows = lines[2 : 3 + int(count)]
    if len(rows) != int(count) + 1:
        raise InputError(f"has {len(rows)} places, not {count} and the start", source=path)
    return [_spot(path, k, number, cells) for k, (number, cells) in enumerate(rows)]


def _spot(path: Path, k: int, number: int, cells: list[str]) -> _Spot:
    if len(cells) < 7 or cells[0] != str(k):
        raise InputError(
            f"is not place {k} with coordinates, duration, prize and times", source=path, line=number
        )
    values = []
    for cell in (*cells[1:5], *cells[-2:]):
        try:
            value = Decimal(cell)
        except InvalidOperation:
            raise InputError("is no number", source=path, line=number, value=cell) from None
        digits = value.as_tuple().exponent
        if not value.is_finite() or abs(value) > 10**6 or int(digits) < -MOST_DECIMALS:
            raise InputError(
                f"is larger than a million or has more than {MOST_DECIMALS} decimals",
                source=path,
                line=number,
                value=cell,
            )
        values.append(value)
    return _Spot(number, *values)


def _whole(path: Path, spot: _Spot, value: Decimal, scale: int) -> int:
    scaled = value * scale
    if scaled != scaled.to_integral_value() or scaled < 0:
        raise InputError(
            f"times {scale} is no whole number from 0", source=path, line=spot.line, value=str(value)
        )
    return int(scaled)


def _ways(spots: list[_Spot], scale: int) -> list[list[int]]:
    """Return all distances, rounded down; exact, for coordinates are taken as whole numbers of 10^-6."""
    unit = 10**MOST_DECIMALS
    points = [(int(spot.x * unit), int(spot.y * unit)) for spot in spots]
    return [
        [isqrt(((ax - bx) ** 2 + (ay - by) ** 2) * scale**2) // unit for bx, by in points]
        for ax, ay in points
    ]
