"""Shares: a total in whole parts, so that nothing is lost and nobody gets a part too many."""

from collections.abc import Sequence


def shares(total: int, weights: Sequence[float], least: int = 0) -> list[int]:
    """
    Share a total out by weights in whole numbers, each at least ``least``: the largest remainders go up.

    Examples
    --------
    >>> shares(10, [1.0, 1.0, 1.0]), shares(7, [0.0, 3.0], least=1)
    ([4, 3, 3], [1, 6])
    """
    free = total - least * len(weights)
    whole = sum(weights)
    exact = [free * weight / whole for weight in weights]
    counts = [least + int(share) for share in exact]
    order = sorted(range(len(weights)), key=lambda i: (int(exact[i]) - exact[i], i))
    for index in order[: total - sum(counts)]:
        counts[index] += 1
    return counts
