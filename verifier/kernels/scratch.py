"""
Scratch: what a reader keeps of the plan and of the object it is in, in compiled form.

What it cannot tell itself it asks: the value is noted as a question, and whoever reads everything answers it
before anything is judged (see ``batch.answering``).
"""

from typing import NamedTuple

import numpy as np

from planassay.kb.formats.trek.drafts import MAX_TEXT
from planassay.verifier.batch import layout as lay
from planassay.verifier.batch.layout import Ints, Plans, Words
from planassay.verifier.kernels.compiling import compiled, inlined
from planassay.verifier.kernels.fields import FIELDS

MAX_NAME = MAX_TEXT
"""Bytes of a name, a city or a label; the tolerant reader counts characters."""
MAX_EXTRA = 48
"""Keys of a plan, and keys of another object that are no fields."""
MAX_BARE = lay.MAX_VISITS
"""Bookings of one day that are a bare name."""

IN_PLAN, IN_DAY, IN_BOOKING, LEVELS = range(4)
"""Levels of objects whose extra keys are kept apart."""

COUNTS = lay.BOOKINGS + 2
"""Days, each kind of bookings, and questions are counted."""
QUESTIONS = COUNTS - 1
COUNT = 0
FAULTS, IS_PLAIN, IS_ORDERED, IS_OFFICIAL, NAMES, WHY, PLAN, BARE, EXTRAS = range(COUNTS, COUNTS + 9)
NOTES = EXTRAS + LEVELS
"""Numbers of a reader: over all plans, how many days there are, how many bookings of each kind, and how many
questions; of a plan, its faults, whether the official reader reads it the same, whether its days have their
usual keys, whether fields are taken as the official evaluator takes them, how many names are still to
be looked up, why it is not read here, and its number; how many bare names its day has; how many keys
were noted at each level."""
NAME_AT, NAME_END, NAME_CODE, NAME_SPACE, NAME_KIND, NAME_BOOKING, NAME_WIDTH = range(7)
"""A name to be looked up: where it begins and ends, its hash, its space, and the booking that bears it."""
MAX_NAMES = lay.MAX_LEGS + lay.MAX_STAYS + lay.MAX_VISITS + lay.MAX_RENTALS
KIND, AT, STOPS_AT, KEY_AT, KEY_END, ASPECTS = range(6)
"""Of each field: the kind of its value, where it begins (a text without its quotes), and where it ends;
where its key begins and ends."""
NOT_FILLED = 9
OF_DAY, OF_RECORD = FIELDS, 2 * FIELDS
"""Where the fields of a day begin, and of a record."""
BARE_KIND, BARE_BOOKING, BARE_AT, BARE_END, ORDER, BARE_WIDTH = range(6)
"""A bare name: the booking that it stands for, and where it stands; and where a row stood before."""


class Scratch(NamedTuple):
    """What a reader keeps of the plan and of the object it is in."""

    number: Ints
    field: Words
    """Fields of a booking, then of a day, then of a record."""
    extra: Words
    """Hashes of keys that are no fields, by level."""
    name: Words
    """Names of a plan that are still to be looked up."""
    bare: Ints
    """Bare names of a day; and room for putting rows in order."""


def new_scratch(*, is_official: bool) -> Scratch:
    """
    Return room for what a reader keeps.

    Parameters
    ----------
    is_official
        Whether keys that the official evaluator does not know are no fields.
    """
    number = np.zeros(NOTES, np.int64)
    number[IS_OFFICIAL] = is_official
    return Scratch(
        number,
        np.zeros((3 * FIELDS, ASPECTS), np.uint64),
        np.zeros((LEVELS, MAX_EXTRA), np.uint64),
        np.zeros((MAX_NAMES, NAME_WIDTH), np.uint64),
        np.zeros((MAX_BARE, BARE_WIDTH), np.int64),
    )


@inlined
def leave(why: int, scratch: Scratch) -> None:
    """Note why a plan is not read here; the first reason holds."""
    if scratch.number[WHY] == lay.WHY_NOT:
        scratch.number[WHY] = why


@compiled
def ask(
    what: int,
    at: np.uint64,
    end: np.uint64,
    kind: int,
    booking: int,
    column: int,
    plans: Plans,
    scratch: Scratch,
) -> bool:
    """Ask about a value, as it is written; return whether there was room for the question."""
    count = scratch.number[QUESTIONS]
    if count >= len(plans.question):
        leave(lay.WHY_MANY, scratch)
        return False
    question = plans.question[count]
    question[lay.QUESTION_WHAT] = what
    question[lay.QUESTION_AT] = at
    question[lay.QUESTION_END] = end
    question[lay.QUESTION_PLAN] = scratch.number[PLAN]
    question[lay.QUESTION_KIND] = kind
    question[lay.QUESTION_BOOKING] = booking
    question[lay.QUESTION_COLUMN] = column
    scratch.number[QUESTIONS] = count + 1
    return True
