"""Every choice of odds whose average, hits and spread are in range, by a search that leaves out only what cannot be.

Lines stand rarest first, the choices of each in ascending order. A branch is left where even the least or the most
that the lines still to come can add does not bring the sum into its range, or where a line would pay more than a
rarer one.
"""

import numpy as np
from numpy.typing import NDArray

from croupier.odds.kernels.compiled import compiled

Whole = NDArray[np.int64]


@compiled()
def search(
    nets: Whole,
    sizes: Whole,
    counts: Whole,
    group: Whole,
    ladder: bool,
    start: int,
    start_squares: float,
    sums_in: Whole,
    hits_in: Whole,
    spread_in: NDArray[np.float64],
    total: int,
    found: NDArray[np.int32],
) -> int:
    """How many choices there are; as many of them as there is room for are written to ``found``, a row each.

    ``nets[line, choice]`` is what a line adds, ``group[line]`` the first line that is as rare. The sum of net times
    count, with ``start`` for what is lost, and the hits lie in their ranges exactly; the variance in a range of floats.
    """
    lines = len(sizes)
    rest_low, rest_high = np.zeros(lines + 1, np.int64), np.zeros(lines + 1, np.int64)
    for line in range(lines - 1, -1, -1):
        rest_low[line] = rest_low[line + 1] + nets[line, 0] * counts[line]
        rest_high[line] = rest_high[line + 1] + nets[line, sizes[line] - 1] * counts[line]
    chosen = np.zeros(lines, np.int64)
    sums, hits = np.zeros(lines + 1, np.int64), np.zeros(lines + 1, np.int64)
    squares = np.zeros(lines + 1, np.float64)
    least = np.full(lines + 1, np.iinfo(np.int64).max)  # of what the lines before pay
    sums[0], squares[0] = start, start_squares
    level, number = 0, 0
    while True:
        if chosen[level] == sizes[level]:
            if level == 0:
                return number
            level -= 1
            chosen[level] += 1
            continue
        net, count = nets[level, chosen[level]], counts[level]
        reached = sums[level] + net * count
        if (ladder and net > least[group[level]]) or reached + rest_low[level + 1] > sums_in[1]:
            chosen[level] = sizes[level]
            continue
        if reached + rest_high[level + 1] < sums_in[0]:
            chosen[level] += 1
            continue
        sums[level + 1] = reached
        hits[level + 1] = hits[level] + (count if net > 0 else 0)
        squares[level + 1] = squares[level] + float(net) * float(net) * float(count)
        least[level + 1] = min(least[level], net)
        if level < lines - 1:
            level += 1
            chosen[level] = 0
            continue
        mean = reached / total
        spread = squares[lines] / total - mean * mean
        if hits_in[0] <= hits[lines] <= hits_in[1] and spread_in[0] <= spread <= spread_in[1]:
            if number < len(found):
                for line in range(lines):
                    found[number, line] = chosen[line]
            number += 1
        chosen[level] += 1
