"""
Inputs: texts drawn from a seed, from plans with one wrong hour to bytes that mean nothing.

Input ``n`` of a seed depends on nothing else: not on the inputs before it, the process or the machine. So
``seed`` and ``n`` name an input for good, and any range of them can be drawn anywhere.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from random import Random

from planassay.bench.speed.damage import Document, damaged
from planassay.bench.speed.journeys import Journey
from planassay.kb.task import Task


@dataclass(frozen=True, slots=True)
class Input:
    """A text, and the task that it is taken for an answer to."""

    kind: str
    text: bytes
    task: Task


Kind = Callable[[Random, Sequence[Document]], bytes]


def draw_input(seed: int, number: int, drawn: Sequence[Journey]) -> Input:
    """Return an input of a seed, over some journeys, of which there must be two or more."""
    draw = Random(f"{seed}:{number}")
    journey = draw.choice(drawn)
    others = [journey.answer, *(draw.choice(drawn).answer for _ in range(2))]
    kind = draw.choices(tuple(KINDS), tuple(_WEIGHTS))[0]
    return Input(kind, KINDS[kind](draw, others), journey.task)


# ------------------------------------------------------------------------------------------- kinds of inputs


def _damaged(draw: Random, answers: Sequence[Document]) -> bytes:
    """Return an answer with a few things wrong, as models make them."""
    return _written(draw, damaged(answers[0], answers[1:], draw))


def _grafted(draw: Random, answers: Sequence[Document]) -> bytes:
    """Return an answer with values in it that belong nowhere."""
    answer = deepcopy(answers[0])
    for _ in range(draw.choice((1, 1, 2, 4))):
        _graft(draw, answer)
    return _written(draw, answer)


def _bitten(draw: Random, answers: Sequence[Document]) -> bytes:
    """Return the text of an answer with bytes changed, dropped, doubled or cut off."""
    text = bytearray(_written(draw, answers[0]))
    for _ in range(draw.choice((1, 1, 2, 5, 20))):
        draw.choice(_BITES)(draw, text)
    return bytes(text)


def _spliced(draw: Random, answers: Sequence[Document]) -> bytes:
    """Return the head of one answer and the tail of another, often with keys twice."""
    head, tail = (_written(draw, answer) for answer in draw.sample(list(answers), 2))
    if draw.random() < 0.5:
        return head[: draw.randint(0, len(head))] + tail[draw.randint(0, len(tail)) :]
    doubled = head.rstrip()[:-1] + b"," + tail.lstrip()[1:]
    return doubled.replace(b'"day2"', b'"day1"', draw.randint(0, 2))


def _wrapped(draw: Random, answers: Sequence[Document]) -> bytes:
    """Return answers in prose, fences, tags and thoughts, well formed or not."""
    parts: list[bytes] = []
    for _ in range(draw.randint(1, 6)):
        parts.append(draw.choice(_WRAPPINGS))
        if draw.random() < 0.5:
            parts.append(draw.choice((_damaged, _grafted, _bitten, _refusal))(draw, answers))
    return b"".join(parts)


def _refusal(draw: Random, answers: Sequence[Document]) -> bytes:
    """Return a refusal, for reasons of all kinds."""
    del answers
    words = [draw.choice(_REASONS) for _ in range(draw.randint(0, 12))]
    reason: object = draw.choice((" ", ", ", ". ", "\n")).join(words)
    if draw.random() < 0.1:
        reason = _odd(draw)
    answer: Document = {"is_feasible": draw.choice((False, False, "no", 0, None)), "refusal_reason": reason}
    if draw.random() < 0.7:
        answer["plan"] = draw.choice(({}, [], None, "-", {"day1": {}}))
    return _written(draw, answer)


def _grown(draw: Random, answers: Sequence[Document]) -> bytes:
    """Return an answer that is far too large somewhere: entries, days, keys, letters or levels."""
    answer = deepcopy(answers[0])
    size = int(10 ** draw.uniform(2, 4.3))
    _put(draw, answer, draw.choice(_GROWTHS)(draw, size))
    return _written(draw, answer)


def _nested(draw: Random, answers: Sequence[Document]) -> bytes:
    """Return levels inside levels, closed or not, with an answer at the bottom or not."""
    depth = int(10 ** draw.uniform(0.5, 4.7))
    opening, closing = draw.choice(
        ((b"[", b"]"), (b'{"plan":', b"}"), (b'{"day1":[', b"]}"), (b'{"a":', b"}"))
    )
    inner = _written(draw, answers[0]) if draw.random() < 0.5 else b"1"
    return opening * depth + inner + (closing * depth if draw.random() < 0.7 else b"")


def _lettered(draw: Random, answers: Sequence[Document]) -> bytes:
    """Return a text of the letters that JSON is made of, or of words of an answer."""
    del answers
    letters = draw.choice((_JSON_LETTERS, _JSON_WORDS))
    return b"".join(draw.choices(letters, k=int(10 ** draw.uniform(0, 3.5))))


def _raw(draw: Random, answers: Sequence[Document]) -> bytes:
    """Return bytes that mean nothing."""
    del answers
    return draw.randbytes(int(10 ** draw.uniform(0, 3.5)) - 1)


# ----------------------------------------------------------------------------------------------- what is odd

_NUMBERS = (
    0,
    -0.0,
    -1,
    1e308,
    5e-324,
    2**53 + 1,
    -(2**63),
    10**30,
    10**400,
    0.1,
    1e16,
    float("nan"),
    float("inf"),
)
_TEXTS = (
    "",
    " ",
    "-",
    "\x00",
    "null",
    "true",
    "NaN",
    "24:00",
    "25:61",
    "99:99",
    "-1:30",
    "\uff11\uff10:\uff10\uff10",
    "8:5",
    "09:00-",
    "day0",
    "day-1",
    "Day \u0665",
    "day" + "9" * 50,
    "9" * 5000,
    "$1,234.50",
    "1e999",
    "\ud800",
    "\udfff\ud800",
    "\u202etxt",
    "e\u0301" * 40,
    "\U0001f9ed" * 3,
    "\u0130\u0131\u1e9e\ufb01",
    "<script>alert(1)</script>",
    "a to b to c -> d",
    "to " * 300,
    "from " + "x" * 3000,
    "\n" * 100,
    "~0/~1/",
    "../../etc",
    "A" * 1001,
)
_KEYS = (
    "plan",
    "is_feasible",
    "refusal_reason",
    "submitted",
    "error",
    "tool_call_count",
    "token_usage",
    "elapsed_sec",
    "day1",
    "day01",
    "Day 1",
    "1",
    "2025-08-01",
    "2025-02-30",
    "current_city",
    "city",
    "flights",
    "Flights",
    "hotel",
    "hotels",
    "attractions",
    "car",
    "name",
    "price",
    "price_per_night",
    "price_per_day",
    "car_type",
    "car_id",
    "flight_number",
    "departure_city",
    "arrival_city",
    "departure_time",
    "arrival_time",
    "visit_start",
    "visit_end",
    "check_in",
    "check_out",
    *_TEXTS,
)


def _odd(draw: Random, depth: int = 0) -> object:
    """Return a value that fits nowhere, or everywhere."""
    shape = draw.random()
    if shape < 0.3:
        return draw.choice(_NUMBERS)
    if shape < 0.7:
        return draw.choice(_TEXTS)
    if shape < 0.8 or depth > 3:
        return draw.choice((None, True, False))
    if shape < 0.9:
        return [_odd(draw, depth + 1) for _ in range(draw.randint(0, 4))]
    return {draw.choice(_KEYS): _odd(draw, depth + 1) for _ in range(draw.randint(0, 4))}


def _holders(answer: object) -> list[Document | list[object]]:
    """Return every object and list of a document, itself first."""
    found: list[Document | list[object]] = []
    waiting = [answer]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            found.append(value)
            waiting += value.values()
        elif isinstance(value, list):
            found.append(value)
            waiting += value
    return found


def _graft(draw: Random, answer: Document) -> None:
    """Put something odd into an answer: in the place of a value, beside one, or as a key."""
    _put(draw, answer, _odd(draw))


def _put(draw: Random, answer: Document, value: object) -> None:
    holder = draw.choice(_holders(answer))
    if isinstance(holder, list):
        place = draw.randint(0, len(holder))
        holder[place : place + draw.randint(0, 1)] = [value]
    elif holder and draw.random() < 0.7:
        holder[draw.choice(list(holder))] = value
    else:
        holder[draw.choice(_KEYS)] = value


_GROWTHS: tuple[Callable[[Random, int], object], ...] = (
    lambda _, size: [{"name": "x", "city": "y"}] * size,
    lambda _, size: [
        {"flight_number": f"F{n}", "departure_city": "A", "arrival_city": "B"} for n in range(size)
    ],
    lambda _, size: [
        {"name": f"place {n}", "visit_start": "09:00", "visit_end": "10:00"} for n in range(size)
    ],
    lambda _, size: {f"day{n}": {"current_city": f"city {n}"} for n in range(size)},
    lambda _, size: {f"key{n}": n for n in range(size)},
    lambda _, size: "x" * 20 * size,
    lambda _, size: " to ".join(f"c{n}" for n in range(size)),
    lambda _, size: "->" * size,
    lambda _, size: [[]] * size,
    lambda draw, size: "".join(draw.choices("abc \u00e9\u4e2d\U0001f600", k=size)),
    lambda _, size: 10 ** min(size, 4000),
)


# ------------------------------------------------------------------------------------------ how it is written


def _written(draw: Random, answer: object) -> bytes:
    """Return a document as some program would write it, which need not be good JSON."""
    shape: Mapping[str, object] = draw.choice(_SHAPES)
    text = json.dumps(answer, **shape)  # type: ignore[arg-type]
    if shape.get("ensure_ascii", True):
        return text.encode()
    coding = draw.choices(("utf-8", "latin-1", "utf-16", "utf-8-sig"), (94, 2, 2, 2))[0]
    return text.encode(coding, "surrogatepass" if coding.startswith("utf") else "replace")


_SHAPES: tuple[Mapping[str, object], ...] = (
    {},
    {"ensure_ascii": False},
    {"ensure_ascii": False, "separators": (",", ":")},
    {"indent": 2},
    {"sort_keys": True},
)


def _flip(draw: Random, text: bytearray) -> None:
    if text:
        text[draw.randrange(len(text))] = draw.randrange(256)


def _insert(draw: Random, text: bytearray) -> None:
    place = draw.randint(0, len(text))
    text[place:place] = draw.choice(_JSON_LETTERS) * draw.choice((1, 1, 3))


def _delete(draw: Random, text: bytearray) -> None:
    place = draw.randint(0, len(text))
    del text[place : place + draw.choice((1, 1, 2, 30))]


def _double(draw: Random, text: bytearray) -> None:
    place = draw.randint(0, len(text))
    text[place:place] = text[place : place + draw.choice((1, 10, 200))]


def _cut(draw: Random, text: bytearray) -> None:
    del text[draw.randint(0, len(text)) :]


_BITES = (_flip, _flip, _insert, _delete, _double, _cut)
_LETTERS = b'{}[]",:\\ \n0123456789.-+eEtruefalsn/u\xff\x00'
_JSON_LETTERS = tuple(bytes([letter]) for letter in _LETTERS)
_SIGNS = (
    *(b"{", b"}", b":", b",") * 2,
    b"[",
    b"]",
    b":",
    b"1",
    b"1e5",
    b"-",
    b"NaN",
    b"null",
    b"true",
    b"\\u",
)
_JSON_WORDS = (*(json.dumps(key).encode() for key in _KEYS), *_SIGNS)
_WRAPPINGS = (
    b"",
    b"Here is the plan:\n",
    b"```json\n",
    b"```\n",
    b"\n```",
    b"<think>",
    b"</think>",
    b"<thinking>\n",
    b"</THINKING>",
    b"<answer>",
    b"</answer>",
    b"<plan>",
    b"</Plan>",
    b'{"name": "search", "arguments": {}}',
    b"{",
    b'{"',
    b"}",
    b'{"plan":',
    b"{ x }",
    b"\xc3\x28",
    b"<answer" * 5,
    b'{"a":[' * 60,
)
_REASONS = (
    "no flight",
    "no direct route from",
    "the budget is too small",
    "$",
    "does not exist",
    "hotel",
    "attraction",
    "not found in the database",
    "insufficient funds",
    "exceeds",
    "unreachable",
    "because",
    "don\u2019t",
    "isn't available",
    "\u4e0d",
    "x" * 500,
    "cheapest",
    "fictional",
    "(((",
    "cannot " * 20,
)

KINDS: Mapping[str, Kind] = {
    "damaged": _damaged,
    "grafted": _grafted,
    "bitten": _bitten,
    "spliced": _spliced,
    "wrapped": _wrapped,
    "refusal": _refusal,
    "grown": _grown,
    "nested": _nested,
    "lettered": _lettered,
    "raw": _raw,
}
"""How inputs are made, by name."""
_WEIGHTS = (30, 20, 12, 6, 8, 6, 1, 1, 8, 8)
