"""
Itineraries: DeepPlanning's travel databases, tasks and plans as the arrays that kernels see.

A text that a database, a task or the evaluator knows is an *item*, and has a number; all that is looked up by
it stands in one row. What a plan names besides gets a number above these, for that plan alone, so that names
are compared as numbers everywhere. Times are minutes of the day, money is whatever number the plan states.
"""

from typing import NamedTuple

import numpy as np

from planassay.verifier.batch.layout import Bytes, Floats, Ints, Words

ABSENT = -1
"""Nothing of that kind goes by a text; nothing is stated."""
NOTHING, DASH = 0, 1
"""The items of the empty text, and of a hyphen, which says that there is none."""

DIMENSION_SIZES = (3, 4, 4, 2, 3, 2, 1, 2)
"""How many checks each dimension has."""

OTHER, RIDE, TRANSFER, SIGHT, MEAL, HOTEL, BUFFER = range(7)
"""Types of activities."""
BY_FLIGHT, BY_TRAIN = 1, 2
"""Modes of a ride, as bits."""

(
    ITEM_AT,
    ITEM_LENGTH,
    ITEM_SIGHT,
    ITEM_EATERY,
    ITEM_HOTEL,
    ITEM_FARES,
    ITEM_FARES_END,
    ITEM_SPOT,
    ITEM_CITY,
    ITEM_START,
    ITEM_END,
    ITEM_ONLY,
    ITEM_KIND,
    ITEM_MODE,
    ITEM_WIDTH,
) = range(15)
"""
An item: where its text stands; its rows among attractions, restaurants and hotels; the span of its fares, if
it is the number of a ride; the place on the map; the item of the city it is a station of; as the header of a
day the items of its two cities, and of the only one that it names otherwise; the type of activity and the
mode that it is a word for. ABSENT if it is none.
"""

TICKET, IS_ALL_DAY, SIGHT_OPENS, SIGHT_CLOSES, CLOSED_DAYS, LEAST_HOURS, MOST_HOURS, SIGHT_WIDTH = range(8)
"""An attraction; NaN for an unreadable price or bound, ABSENT for such hours; closed days are bits."""
PRICE, EATERY_OPENS, EATERY_CLOSES, EATERY_WIDTH = range(4)


class Items(NamedTuple):
    """The texts that are known."""

    slot: Words
    """Hash table of items: 0, or a number plus one with the upper letters of its hash."""
    text: Bytes
    item: Ints


class Town(NamedTuple):
    """The database of a task."""

    items: Items
    sight: Floats
    eatery: Floats
    hotel: Floats
    """Prices."""
    fare: Floats
    road: Ints
    """For each two places the row of their window, ABSENT without a road."""
    window: Floats
    """Least and most minutes of a transfer."""


(
    ASK_ORIGIN,
    ASK_DAYS,
    ASK_PEOPLE,
    ASK_ROOMS,
    ASK_CARS,
    ASK_FIRST,
    ASK_CONSTRAINTS,
    ASK_WIDTH,
) = range(8)
"""A task; the weekday of its first day is 0 for Monday, ABSENT if it is not known."""
WISH_OF, WISH_FAMILY, WISH_ITEM, WISH_WIDTH = range(4)
"""A wish: which constraint it is of, where its item is looked for, the item. It may have several."""
(NEVER, BY_AIR, BY_RAIL, BED, TABLE, VISIT, BILL) = range(7)
"""Where a wish is looked for. NEVER is not met; the item of a BILL is the row of its limit."""


class Asked(NamedTuple):
    """What a task asks for."""

    ask: Ints
    wish: Ints
    limit: Floats


MAX_DAYS, MAX_ACTIVITIES, MAX_STRANGE = 32, 512, 96
"""Of one plan; one with more goes to the single-plan scorer."""

DAY_START, DAY_END, DAY_CITY, DAY_FIRST, DAY_BED, DAY_WIDTH = range(6)
"""A day: the items of its header, its first activity, the item of its hotel or ABSENT. Where the activities
end the next day begins."""
KIND, START, FINISH, END, FROM_HOUR, FROM_MINUTE, TO_HOUR, TO_MINUTE, NAME, FROM, TO, NUMBER, MODE = range(13)
PLACE, ACTIVITY_WIDTH = 13, 14
"""An activity: its slot as it is read (START is ABSENT if it cannot be), the numbers that stand in it, the
items of its names, and its mode. In PLACE stands which comes there, by start, of the day's activities."""


class Room(NamedTuple):
    """Room for one plan."""

    number: Ints
    """How many days, activities and strange texts there are."""
    day: Ints
    activity: Ints
    cost: Floats
    """Of each activity, NaN if none is stated; then the stated total; then two prices of each day."""
    strange: Words
    """Where each text stands that is no item."""


COUNT_DAYS, COUNT_ACTIVITIES, COUNT_STRANGE, COUNTS = range(4)
STATED_TOTAL = MAX_ACTIVITIES
LISTED = STATED_TOTAL + 1
BILLED = LISTED + MAX_DAYS
"""Where, behind the costs of activities, the stated total stands, then, for each day, the price of its room
as it is compared, NaN if none is stated, and as it is added up."""


def new_room() -> Room:
    """Return room for one plan."""
    return Room(
        np.zeros(COUNTS, np.int64),
        np.zeros((MAX_DAYS + 1, DAY_WIDTH), np.int64),
        np.zeros((MAX_ACTIVITIES, ACTIVITY_WIDTH), np.int64),
        np.zeros(BILLED + MAX_DAYS, np.float64),
        np.zeros((MAX_STRANGE, 2), np.uint64),
    )
