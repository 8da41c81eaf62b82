"""
Articles: a request cut into the parts that speak of one article each.

Articles come one after another, introduced by words of order ("First", "Next", "Lastly"), by a new wish ("I
also need some ..."), or in a list. What stands before the first speaks of all of them.
"""

import re
from typing import NamedTuple

_ORDER = r"First(?:ly)?(?: up)?|To start|Second|Third|Next|Then|Last|Lastly|Finally|Additionally"
_WISH = (
    r"(?:I(?:['\u2019]m|['\u2019]d| am| would)?\s+)?(?:also\s+|specifically\s+|just\s+|really\s+)*"
    r"(?:need(?: to (?:get|find|grab))?|want(?: to (?:get|find|grab|add))?|like|looking for|searching for|"
    r"trying to find|after|getting|adding|have to get|found|grab)"
)
_THING = (
    r"(?:a|an|some|something|another|one (?:more|last)|the|['\u2018\"\u201c]\w+)"
    r"(?! (?:high|low|strong|popular one|couple|few|transport|total|stock|average|lot|bit)(?![\w-]))"
)
_STARTS = re.compile(rf"(?:{_ORDER})\b[, ]")
_NEW_WISH = re.compile(rf"(?:^|, |(?:and|but) ){_WISH}\s+(?:also\s+)?{_THING}\b", re.I)
_GOES_ON = re.compile(
    r"(?:It|This (?:one|item)|These|They|To (?:make|be|ensure)|Since|Quality|The transport|Specifically|"
    r"For this one|Critically|I want (?:it|a popular one|a high|something well)|"
    r"I only|I need (?:it|them)|One of)\b"
)
_LIST_ITEM = re.compile(
    r",\s+(?:and\s+)?(?=(?:a|an|some|something|another)\s+(?!(?:transport|total|stock|monthly|average|rating|"
    r"quantity|high|strong|precise|sales)\b))"
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z\u2018'\"\u201c])")


class Parts(NamedTuple):
    """A request in parts."""

    before: str
    """What is said of no single article."""
    articles: tuple[str, ...]


def split_articles(text: str) -> Parts:
    """
    Return the parts of a request.

    Examples
    --------
    >>> split_articles("I need two things. First, a coat. It must be red. Lastly, a hat.").articles
    ('First, a coat. It must be red.', 'Lastly, a hat.')
    >>> split_articles("I want a coat, a hat with more than 5 total reviews, and some socks.").articles
    ('I want a coat', 'a hat with more than 5 total reviews', 'some socks.')
    """
    sentences = [part.strip() for part in _SENTENCE.split(" ".join(text.split())) if part.strip()]
    if ";" in text and not any(_STARTS.match(sentence) for sentence in sentences):
        return _listed(sentences, ";")
    before: list[str] = []
    articles: list[list[str]] = []
    for sentence in sentences:
        if _begins(sentence, is_first=not articles):
            articles.append([sentence])
        elif articles:
            articles[-1].append(sentence)
        else:
            before.append(sentence)
    if len(articles) < 2:
        return _listed(sentences, ",")
    return Parts(" ".join(before), tuple(" ".join(parts) for parts in articles))


def _begins(sentence: str, *, is_first: bool) -> bool:
    if _STARTS.match(sentence):
        return True
    if is_first or _GOES_ON.match(sentence):
        return False
    return _NEW_WISH.search(sentence) is not None


def _listed(sentences: list[str], separator: str) -> Parts:
    """Cut the sentences that list articles; one without a wish or a comparison speaks of none."""
    before: list[str] = []
    articles: list[str] = []
    for sentence in sentences:
        body = sentence.partition(": ")[2] or sentence
        pieces = re.split(r";\s*(?:and\s+)?", body) if separator == ";" else _LIST_ITEM.split(body)
        if len(pieces) > 1:
            articles += [piece.strip() for piece in pieces if piece.strip()]
        elif articles or _NEW_WISH.search(sentence) is None:
            before.append(sentence)
        else:
            articles.append(sentence)
    return Parts(" ".join(before), tuple(articles))
