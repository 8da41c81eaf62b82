"""
Layout: knowledge base, tasks and plans as struct of arrays, which is what kernels see.

Three structs. A :class:`World` is a knowledge base, :class:`Asks` are tasks, :class:`Plans` are answers that
were read, many at once. Rows of a table are rows of one matrix, so that what is asked together stands
together; its columns have the names below. Money is cents, time is minutes, places are numbers of
:attr:`World.place`.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Shorts = NDArray[np.int32]
Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]
Words = NDArray[np.uint64]
Marks = NDArray[np.int8]
Flags = NDArray[np.bool_]

ABSENT = -1
"""Not stated, or not known to the tables."""
UNKNOWN = -4
"""A stated city, type or number that the tables do not know."""
NOWHERE = -3
"""No city stated."""
NO_OFFSET = -(10**6)
"""The clocks of a place are not known."""

# ------------------------------------------------------------------------------------------------------ world
# Spaces of names. Hotels, sights and types of cars have a space for each place.

PLACES, FLIGHTS, TYPES, CAR_IDS, FIRST_SPACE = range(5)
HOTELS_OF, SIGHTS_OF, CARS_OF, SPACES_A_PLACE = range(4)

KEY_AT, KEY_LENGTH, KEY_ROW, KEY_IS_PLAIN, KEY_SPACE, KEY_WIDTH = range(6)
"""A key: where its text stands, what it names, whether the official look-up finds the same, its space."""

SPACE_FIRST, SPACE_MASK, SPACE_WIDTH = range(3)
"""A space: its first slot, and how many slots it has, less one; a power of two."""


class Names(NamedTuple):
    """The names of a knowledge base."""

    slot: Words
    """0, or the number of a key plus one, with the upper letters of its hash."""
    space: Ints
    key: Shorts
    text: Bytes
    """The texts of all keys."""


PLACE_OFFSET, PLACE_FOLD, PLACE_IS_PLAIN, PLACE_WIDTH = range(4)
"""A place: minutes ahead of UTC, the number of its folded label, whether official readers open the same."""

HOTEL_PRICE, HOTEL_FULL, HOTEL_HALF, HOTEL_CITED, HOTEL_WIDTH = range(5)
"""A hotel: price, personas (as bits) that it serves wholly and by half, the first row that is cited alike."""

(
    SIGHT_TICKET,
    SIGHT_FULL,
    SIGHT_CITED,
    SIGHT_OPEN,
    SIGHT_CLOSE,
    SIGHT_LEAST,
    SIGHT_OFFICIAL_OPEN,
    SIGHT_OFFICIAL_CLOSE,
    SIGHT_OFFICIAL_LEAST,
    SIGHT_WIDTH,
) = range(10)
"""An attraction; ABSENT where it has no hours or no stated length."""

CAR_PRICE, CAR_SEATS, CAR_FULL, CAR_CITED, CAR_ID, CAR_WIDTH = range(6)
"""An offer of a car."""

GROUP_FIRST, GROUP_END, GROUP_TYPE, GROUP_DIFFERS, GROUP_WIDTH = range(5)
"""All offers of a type in a place: a span of offers, the type, whether they differ in price or services."""

(
    FLIGHT_FROM,
    FLIGHT_TO,
    FLIGHT_DEPART,
    FLIGHT_ARRIVE,
    FLIGHT_OFFSET,
    FLIGHT_DURATION,
    FLIGHT_SHIFT,
    FLIGHT_FARE,
    FLIGHT_IS_PLAIN,
    FLIGHT_WIDTH,
) = range(10)
"""A flight; its duration is ABSENT where a zone on the way is not known."""


class World(NamedTuple):
    """A knowledge base."""

    names: Names
    place: Ints
    hotel: Ints
    hotel_point: Floats
    sight: Ints
    sight_point: Floats
    car: Ints
    group: Ints
    flight: Ints
    flight_point: Floats
    """Latitude and longitude of departure, then of arrival."""


# ------------------------------------------------------------------------------------------------------ tasks

MAX_STOPS = 8
MAX_DAYS = 30
MAX_NAMED = 4
"""Of one task; one that asks for more goes the slow way."""

(
    ASK_IS_FAST,
    ASK_ORIGIN,
    ASK_STOPS,
    ASK_IS_ROUND,
    ASK_DAYS,
    ASK_PARTY,
    ASK_ROOMS,
    ASK_BUDGET,
    ASK_HOTEL_NEEDS,
    ASK_SIGHT_NEEDS,
    ASK_CAR_NEEDS,
    ASK_WANTS_CAR,
    ASK_SEATS,
    ASK_CAR_TYPE,
    ASK_NAMED_HOTELS,
    ASK_NAMED_SIGHTS,
    ASK_WIDTH,
) = range(17)
"""A task: whether kernels can judge answers to it, and what it asks for. The last two are counts."""


class Asks(NamedTuple):
    """Tasks."""

    ask: Ints
    stop: Ints
    """Places of the stops, ``MAX_STOPS`` a task."""
    hotel: Ints
    """Rows of required hotels, ``MAX_NAMED`` a task; ABSENT for one that no stop has."""
    sight: Ints
    """Rows of required attractions, likewise."""


# ------------------------------------------------------------------------------------------------------ plans

DAY_NUMBER, DAY_SAYS, DAY_LABEL_AT, DAY_LABEL_END, DAY_WIDTH = range(5)
"""A day: its number, what it holds (bits below), and where its label stands."""
SAYS_LABEL, SAYS_FLIGHTS, SAYS_HOTEL, SAYS_SIGHTS, SAYS_CAR = 1, 2, 4, 8, 16

LEG_DAY, LEG_ROW, LEG_FROM, LEG_TO, LEG_DEPART, LEG_ARRIVE, LEG_PRICE, LEG_WIDTH = range(8)
STAY_DAY, STAY_ROW, STAY_PLACE, STAY_PRICE, STAY_CHECK_IN, STAY_WIDTH = range(6)
VISIT_DAY, VISIT_ROW, VISIT_PLACE, VISIT_START, VISIT_END, VISIT_WIDTH = range(6)
RENTAL_DAY, RENTAL_GROUP, RENTAL_PLACE, RENTAL_TYPE, RENTAL_PRICE, RENTAL_ID, RENTAL_WIDTH = range(7)

MAX_PLAN_DAYS, MAX_LEGS, MAX_STAYS, MAX_VISITS, MAX_RENTALS = 40, 24, 40, 64, 40
"""Of one plan, likewise."""
MAX_OFFERS = 64
"""Offers of one type of car in one city, where days are compared car by car."""

FAST, SLOW = 0, 1
"""Lanes: whether a plan was read by the kernel, or must be read by the reader that reads everything."""

(
    PLAN_LANE,
    PLAN_FAULTS,
    PLAN_REFUSED,
    PLAN_IS_PLAIN,
    PLAN_DAYS,
    PLAN_LEGS,
    PLAN_STAYS,
    PLAN_VISITS,
    PLAN_RENTALS,
    PLAN_CALLS,
    PLAN_TOKENS,
    PLAN_WIDTH,
) = range(12)
"""
A plan: its lane, whether it has faults, whether it refuses, whether the official reader reads the same;
where its days, legs, stays, visits and rentals begin (they end where those of the next plan begin); stated
calls and tokens, or ABSENT.
"""


class Plans(NamedTuple):
    """Answers that were read; a further row of ``plan`` tells where those of the last one end."""

    plan: Ints
    day: Ints
    leg: Shorts
    stay: Shorts
    visit: Shorts
    rental: Shorts


def new_plans(count: int) -> Plans:
    """Return room for so many answers; what is not used costs nothing."""
    return Plans(
        np.zeros((count + 1, PLAN_WIDTH), np.int64),
        np.empty((count * MAX_PLAN_DAYS, DAY_WIDTH), np.int64),
        np.empty((count * MAX_LEGS, LEG_WIDTH), np.int32),
        np.empty((count * MAX_STAYS, STAY_WIDTH), np.int32),
        np.empty((count * MAX_VISITS, VISIT_WIDTH), np.int32),
        np.empty((count * MAX_RENTALS, RENTAL_WIDTH), np.int32),
    )
