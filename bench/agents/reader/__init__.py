"""
Reader: from a request in words to its structure, by rule and the same every time.

``sheet`` keeps what of a text was understood; ``names``, ``amounts``, ``route`` and ``personas`` each read
one kind of thing, and ``request`` puts them together. A reader of requests in general: it knows no template
and asks no model, and says what it could not read.
"""

from planassay.bench.agents.reader.request import Reading, UnreadError, read_request

__all__ = ["Reading", "UnreadError", "read_request"]
