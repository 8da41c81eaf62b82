"""
Reader: the ask that a question states.

Every sentence that may fit is read, and put into words again; an ask is taken only if the words are those of
the question, to the last mark. So nothing is guessed: a question in other words is refused, and so is one
that could mean two things.
"""

from contextlib import suppress
from datetime import datetime

from planassay.bench.agents.lifeplanner.forms import FORMS
from planassay.bench.agents.lifeplanner.sentences import sentences
from planassay.gold.lifeplanner.wording import render
from planassay.kb.errors import InputError
from planassay.kb.formats.lifeplanner.asks import Ask, read_ask
from planassay.kb.formats.lifeplanner.requests import split_text


def read_text(text: str) -> tuple[Ask, datetime]:
    """
    Return the ask of a text as agents get it, and the moment in which it is asked.

    Raises
    ------
    InputError
        If the text names no moment, or its question cannot be read.
    """
    question, now = split_text(text)
    return read_question(question, now), now


def read_question(question: str, now: datetime) -> Ask:
    """
    Return the ask that a question states.

    Parameters
    ----------
    question
        Its text, Chinese or English.
    now
        When it is asked.

    Raises
    ------
    InputError
        If it is in words that are not known, or could mean two things.
    """
    found: list[Ask] = []
    for sentence in sentences(question):
        with suppress(ValueError, InputError):
            ask = read_ask(FORMS[sentence.form](sentence, now))
            same = render(ask, now, sentence.lang, sentence.template) == question
            if same and ask not in found:
                found.append(ask)
    if len(found) != 1:
        message = "could mean several things" if found else "is in words that this reader does not know"
        raise InputError(message, value=question)
    return found[0]
