"""The places that an answer names exist, are called so, and are named once."""

from collections.abc import Iterator
from itertools import islice

from planassay.kb.formats.lifeplanner import plain
from planassay.verifier.report import Violation
from planassay.verifier.rules.lifeplanner.reply import MAX_TOLD, Reply, cited, shown


def violations(reply: Reply) -> Iterator[Violation]:
    """Yield places that are not there, bear another name, or come twice; the ends of a route may."""
    yield from islice(_all(reply), MAX_TOLD)


def _all(reply: Reply) -> Iterator[Violation]:
    city = reply.case.city
    for mention in reply.answer.mentions():
        place = mention.place(city)
        if place is None:
            found = shown(mention.place_id or mention.name or "no place")
            wanted = "a place of the city, by its identifier or a name of its own"
            yield Violation(rule="places/unknown", pointer=mention.pointer, found=found, required=wanted)
        elif mention.name and plain(mention.name) not in {plain(n) for n in (place.name, *place.aliases)}:
            yield Violation(
                rule="places/name",
                pointer=f"{mention.pointer}/name",
                found=shown(mention.name),
                required=place.name,
                records=cited(place),
            )
    seen: set[str] = set()
    for stop in reply.answer.stops:
        key = stop.key(city)
        if key in seen and not key.startswith("?"):
            yield Violation(rule="places/twice", pointer=stop.pointer, found=key, required="each place once")
        seen.add(key)
