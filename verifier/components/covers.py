"""
Covers: the sets of options that serve every wish, for the certificate checker.

An option costs something and serves some wishes, given as bits. A cover holds the forced options, serves
all wishes and could spare none of the others; where nothing is forced or wished, it is any one option.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from planassay.verifier.components.model import Work

Cover = tuple[int, ...]
"""Positions of options, ascending."""


@dataclass(frozen=True)
class Menu:
    """Options, the number of wishes, and the options that are forced."""

    costs: tuple[int, ...]
    serves: tuple[int, ...]
    wishes: int
    forced: Cover

    @cached_property
    def unserved(self) -> int:
        """The wishes that the forced options leave, as bits."""
        return self._left((1 << self.wishes) - 1, self.forced)

    def _left(self, wanted: int, options: Sequence[int]) -> int:
        for option in options:
            wanted &= ~self.serves[option]
        return wanted

    @cached_property
    def _cheapest(self) -> tuple[int | None, ...]:
        """For each set of wishes the least that serving it costs, None if nothing does."""
        least: list[int | None] = [0]
        for mask in range(1, self.unserved + 1):
            ways = [
                cost + rest
                for cost, bits in zip(self.costs, self.serves, strict=True)
                if bits & mask and (rest := least[mask & ~bits]) is not None
            ]
            least.append(min(ways, default=None))
        return tuple(least)

    @cached_property
    def least(self) -> int | None:
        """The cost of the cheapest cover, None if there is none."""
        if not self.forced and not self.unserved:
            return min(self.costs, default=None)
        rest = self._cheapest[self.unserved]
        return None if rest is None else rest + sum(self.costs[option] for option in self.forced)

    def covers(self, limit: int, work: Work) -> list[tuple[int, Cover]]:
        """Return every cover that costs at most ``limit``, as (cost, cover), cheapest first."""
        paid = sum(self.costs[option] for option in self.forced)
        if not self.forced and not self.unserved:
            found: set[Cover] = {(option,) for option, cost in enumerate(self.costs) if cost <= limit}
        else:
            chosen = self._extend((), self.unserved, limit - paid, work)
            found = {tuple(sorted(self.forced + extra)) for extra in chosen if self._is_lean(extra)}
        return sorted((sum(self.costs[option] for option in cover), cover) for cover in found)

    def _extend(self, chosen: Cover, left: int, limit: int, work: Work) -> Iterator[Cover]:
        work.step()
        rest = self._cheapest[left]
        if rest is None or rest > limit:
            return
        if not left:
            yield chosen
            return
        first = left & -left
        for option, bits in enumerate(self.serves):
            if bits & first and option not in self.forced:
                yield from self._extend((*chosen, option), left & ~bits, limit - self.costs[option], work)

    def _is_lean(self, extra: Cover) -> bool:
        return all(self._left(self.unserved, [o for o in extra if o != spare]) for spare in extra)
