"""
Layout: knowledge base, tasks and plans as struct of arrays, which is what kernels see.

Three structs. A :class:`World` is a knowledge base, :class:`Asks` are tasks, :class:`Plans` are answers that
were read, many at once. What is asked together stands together: a record is a row of one table, whatever it
is of, and its columns are named here for each kind. Money is cents, time is minutes, and a place is the row
of a city.
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
NOWHERE = -3
"""No city stated."""
UNKNOWN = -4
"""A stated city, type or number that the tables do not know."""
NO_OFFSET = -(10**6)
"""The clocks of a place are not known."""

# ------------------------------------------------------------------------------------------------------ world

PLACE_OFFSET, PLACE_FOLD, PLACE_IS_PLAIN = range(3)
"""A place: minutes ahead of UTC, the number of its folded label, whether official readers open the same."""

HOTEL_PRICE, HOTEL_FULL, HOTEL_HALF, HOTEL_CITED = range(4)
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
) = range(9)
"""An attraction; ABSENT where it has no hours or no stated length."""

CAR_PRICE, CAR_SEATS, CAR_FULL, CAR_CITED, CAR_ID = range(5)
"""An offer of a car."""

GROUP_FIRST, GROUP_END, GROUP_TYPE, GROUP_DIFFERS = range(4)
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
) = range(9)
"""A flight; its duration is ABSENT where a zone on the way is not known."""

RECORD_WIDTH = 9
POINT_WIDTH = 4

PLACES, FLIGHTS, TYPES, CAR_IDS, FIRST_SPACE = range(5)
HOTELS_OF, SIGHTS_OF, CARS_OF, SPACES_A_PLACE = range(4)
"""Spaces of names. Hotels, sights and types of cars have a space for each place."""

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


class World(NamedTuple):
    """A knowledge base."""

    names: Names
    record: Shorts
    """Places first, then all else; the columns are those of its kind."""
    point: Floats
    """Latitude and longitude of each record; of a flight those of departure, then of arrival."""


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
    ASK_HOTELS,
    ASK_SIGHTS,
    ASK_STOP,
) = range(17)
ASK_HOTEL = ASK_STOP + MAX_STOPS
ASK_SIGHT = ASK_HOTEL + MAX_NAMED
ASK_WIDTH = ASK_SIGHT + MAX_NAMED
"""A task: whether kernels can judge answers to it, and what it asks for. From ASK_STOP on stand the places of
its stops, then the rows of the hotels and of the attractions that it names, ABSENT for what no stop has."""

Asks = Ints

# ------------------------------------------------------------------------------------------------------ plans

(
    DAY_NUMBER,
    DAY_SAYS,
    DAY_LABEL_AT,
    DAY_LABEL_END,
    DAY_BOOKS,
    DAY_AT,
    DAY_END,
    DAY_KEY_AT,
    DAY_KEY_END,
    DAY_WIDTH,
) = range(10)
"""A day: its number, what it holds (bits below), where its label stands, whether it books anything, and where
it stands itself, and its key."""
SAYS_LABEL, SAYS_FLIGHTS, SAYS_HOTEL, SAYS_SIGHTS, SAYS_CAR, SAYS_OWN_CAR, SAYS_OWN_LABEL = (
    1 << bit for bit in range(7)
)
"""The last two: a car and a label under a key where the official evaluator looks for one each day."""

LEGS, STAYS, VISITS, RENTALS, BOOKINGS = range(5)
"""Kinds of bookings."""
LEG_DAY, LEG_ROW, LEG_FROM, LEG_TO, LEG_DEPART, LEG_ARRIVE, LEG_PRICE = range(7)
STAY_DAY, STAY_ROW, STAY_PLACE, STAY_PRICE, STAY_CHECK_IN = range(5)
VISIT_DAY, VISIT_ROW, VISIT_PLACE, VISIT_START, VISIT_END = range(5)
RENTAL_DAY, RENTAL_GROUP, RENTAL_PLACE, RENTAL_TYPE, RENTAL_PRICE, RENTAL_ID = range(6)
NAMED_AT, NAMED_END, FOUND_ROW, BOOKING_WIDTH = 7, 8, 9, 10
"""Of each booking whose name its place does not have: where that stands, and what it is in another place."""

MAX_PLAN_DAYS, MAX_LEGS, MAX_STAYS, MAX_VISITS, MAX_RENTALS = 40, 24, 40, 64, 40
"""Of one plan, likewise."""
MAX_QUESTIONS = 64
"""Values of one plan that are asked about."""
MAX_OFFERS = 32
"""Offers of one type of car in one city, where days are compared car by car."""

FAST, SLOW, REFUSAL = range(3)
"""Lanes: whether a plan was read by the kernel, or must be read by the reader that reads everything, or is a
refusal that was read, and waits for who understands its reason."""

(
    PLAN_LANE,
    PLAN_FAULTS,
    PLAN_REFUSED,
    PLAN_IS_PLAIN,
    PLAN_CALLS,
    PLAN_TOKENS,
    PLAN_IS_SUBMITTED,
    PLAN_CLAIMS,
    PLAN_IS_ORDERED,
    PLAN_REASON_AT,
    PLAN_REASON_END,
    PLAN_WHY,
    PLAN_DAYS,
    PLAN_BOOKINGS,
) = range(14)
PLAN_QUESTIONS = PLAN_BOOKINGS + BOOKINGS
PLAN_WIDTH = PLAN_QUESTIONS + 1
"""
A plan: its lane, whether it has faults, whether it refuses, whether the official reader reads the same;
stated calls and tokens, or ABSENT; whether it says that it was submitted, and whether it claims officially
that there is a plan; whether the keys of its days as texts are in the order of their numbers; where its
reason stands; why it is SLOW; where its days begin, its bookings of each kind, and its questions. They end
where those of the next plan begin.
"""

WHYS = (
    "taken by the kernels",
    "no JSON, or JSON in which numbers, nesting or length are not usual",
    "a key or a day twice",
    "a plan within a plan",
    "more than there is room for",
    "texts that only the tolerant reader can tell from nothing",
    "a task that asks for more than there is room for",
    "a way, a garage or a label too close to tell",
    "read by the official evaluator otherwise than by anyone else",
)
"""Why an answer is for the single-plan scorer, in words, by number."""
(
    WHY_NOT,
    WHY_UNREAD,
    WHY_TWICE,
    WHY_WRAPPED,
    WHY_MANY,
    WHY_TEXT,
    WHY_TASK,
    WHY_CLOSE,
    WHY_OFFICIAL,
) = range(len(WHYS))

(
    QUESTION_WHAT,
    QUESTION_AT,
    QUESTION_END,
    QUESTION_PLAN,
    QUESTION_KIND,
    QUESTION_BOOKING,
    QUESTION_COLUMN,
    QUESTION_WIDTH,
) = range(8)
"""A question: what is asked about a value, where that stands as it is written, and which column of which
booking the answer is for. Questions are answered in their order."""
ASK_PLACE, ASK_LABEL, ASK_NAME, ASK_CLOCK, ASK_CENTS, ASK_NUMBER = range(6)
"""What a question asks: the place of a city; the place that a label ends in; the row of a name in the place
of its booking; minutes; cents; the code of the number of a car."""
ASKED = -5
"""The answer to a question is still to come."""


class Plans(NamedTuple):
    """Answers that were read; a further row of ``plan`` tells where the days and bookings of the last end."""

    plan: Ints
    day: Ints
    booking: Shorts
    """By kind, then one after another."""
    question: Ints
    """Values that only the tolerant reader can tell, to be answered before anything is judged."""


def new_plans(count: int) -> Plans:
    """Return room for so many answers; what is not used costs nothing."""
    return Plans(
        np.zeros((count + 1, PLAN_WIDTH), np.int64),
        np.empty((count * MAX_PLAN_DAYS, DAY_WIDTH), np.int64),
        np.empty((BOOKINGS, count * MAX_VISITS, BOOKING_WIDTH), np.int32),
        np.empty((count * MAX_QUESTIONS, QUESTION_WIDTH), np.int64),
    )


# ------------------------------------------------------------------------------------------- official demands

(
    DEMAND_IS_FAST,
    DEMAND_IS_IMPOSSIBLE,
    DEMAND_IS_ORDERED,
    DEMAND_IS_SINGLE,
    DEMAND_PARTY,
    DEMAND_DAYS,
    DEMAND_ROOMS,
    DEMAND_STAYS,
    DEMAND_LEGS,
    DEMAND_WANTS_HOTEL,
    DEMAND_WANTS_CAR,
    DEMAND_IS_ROAD_TRIP,
    DEMAND_CAR_TYPE,
    DEMAND_HOTELS,
    DEMAND_SIGHTS,
    DEMAND_LEAST_CALLS,
    DEMAND_HAS_PERSONAS,
    DEMAND_STAY,
) = range(18)
DEMAND_HOME = DEMAND_STAY + MAX_STOPS
DEMAND_NIGHTS = DEMAND_HOME + MAX_STOPS
DEMAND_CAR_DAYS = DEMAND_NIGHTS + MAX_STOPS
DEMAND_START = DEMAND_CAR_DAYS + MAX_STOPS
DEMAND_END = DEMAND_START + MAX_STOPS + 1
DEMAND_HOTEL = DEMAND_END + MAX_STOPS + 1
MAX_NAMESAKES = 16
DEMAND_SIGHT = DEMAND_HOTEL + MAX_NAMESAKES
DEMAND_HOTEL_CODE = DEMAND_SIGHT + MAX_NAMED * MAX_NAMESAKES
DEMAND_SIGHT_CODE = DEMAND_HOTEL_CODE + 1
DEMAND_WIDTH = DEMAND_SIGHT_CODE + MAX_NAMED
"""What the official evaluator asks of answers to a task: places and folds of the cities to stay in, billed
nights and car days of each, folds of both ends of each leg, rows of all hotels of the mandated name, and of
all attractions of each mandated name, ABSENT where there are fewer; and the hashes of these names."""

NEED_KINDS = 3
NEED_ASKS, NEED_IS_WANTED, NEED_COUNTS = range(3)
PERSONA_COUNT = 13
NEED_WIDTH = NEED_COUNTS + PERSONA_COUNT
"""What personas need of hotels, of attractions and of cars: how many ask, whether the row asks for the kind,
and how often each persona asks."""

PRICE_BUDGET, PRICE_SEATS, PRICE_FARES = range(3)
PRICE_NIGHTS = PRICE_FARES + MAX_STOPS + 1
PRICE_CAR_DAYS = PRICE_NIGHTS + MAX_STOPS
PRICE_WIDTH = PRICE_CAR_DAYS + MAX_STOPS
"""Floats of a task: budget, least seats, and the floors of each leg, night and car day; NaN is none."""


class Demands(NamedTuple):
    """What the official evaluator asks of answers to tasks."""

    demand: Ints
    need: Ints
    """For each task and kind."""
    price: Floats


(
    SCORE_KEYWORD,
    SCORE_SOURCE,
    SCORE_IMPLICIT,
    SCORE_SINGLE,
    SCORE_MULTI,
    SCORE_BUDGET,
    SCORE_IMPOSSIBLE,
    SCORE_RETRY,
    SCORE_HOURS,
    SCORE_REACH,
    SCORE_RATIO,
    SCORE_COST,
    SCORE_EXCESS,
    SCORE_TOKENS,
    SCORE_WIDTH,
) = range(15)
"""Official scores in their order, NaN where one does not apply; the share of facts that hold, the bill, and
by what share budget and tokens are passed, for whoever takes the exponential."""

FACT_VALID, FACT_CLAIMS, FACT_WIDTH = range(3)
"""Whether a plan passed the gates (ABSENT if that was not asked), and whether a plan is claimed."""
