"""Every value that was asked for is there and right."""

from collections.abc import Iterator
from itertools import islice

from planassay.verifier.official.lifeplanner.attributes import accuracy, misses
from planassay.verifier.report import Violation
from planassay.verifier.rules.lifeplanner.reply import MAX_TOLD, Reply, shown


def violations(reply: Reply) -> Iterator[Violation]:
    """Yield the values that are missing or wrong, against the equally good set that is met best."""
    if accuracy(reply.case, reply.answer) >= 1:
        return
    pointers = {mention.key(reply.case.city): mention.pointer for mention in reply.answer.mentions()}
    for wanted, stated in islice(misses(reply.case, reply.answer), MAX_TOLD):
        yield Violation(
            rule="values/missing" if stated is None else "values/wrong",
            pointer=f"{pointers.get(wanted.of, '')}/{wanted.key}",
            found="nothing" if stated is None else shown(stated),
            required=shown(wanted.value),
            records=(f"place:{wanted.of}",) if wanted.of else (),
        )
