"""The Pareto front: the points that no other point beats in one number without losing in another.

>>> front([(1, 9, 5), (2, 3, 5), (2, 4, 5), (3, 3, 4), (2, 3, 5)])
(0, 1, 3, 4)
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

Point = tuple[int, int, int]
"""Three numbers, of each the less the better."""


def front(points: Sequence[Point]) -> tuple[int, ...]:
    """The positions of the points that nothing dominates, ascending. Points equal in all three stand or fall together.

    A point is dominated by one that is no more in any number and less in at least one. Time grows as n log n: points
    are taken in order, so that whatever dominates one has been seen before it, and of those seen only the least third
    number for each second number matters.
    """
    kept: list[int] = []
    seconds: list[int] = []
    thirds: list[int] = []  # strictly falling while `seconds` rise
    before: Point | None = None
    stands = False
    for position in sorted(range(len(points)), key=lambda i: points[i]):
        point = points[position]
        if point != before:
            before = point
            _, second, third = point
            at = bisect_right(seconds, second)
            stands = not (at and thirds[at - 1] <= third)
            if stands:
                first = last = bisect_left(seconds, second)
                while last < len(thirds) and thirds[last] >= third:
                    last += 1
                seconds[first:last], thirds[first:last] = [second], [third]
        if stands:
            kept.append(position)
    return tuple(sorted(kept))
