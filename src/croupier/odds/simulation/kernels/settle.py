"""Base codes, and the money of many rounds added up."""

import numpy as np
from numpy.typing import NDArray

from croupier.odds.simulation.kernels.compiled import compiled
from croupier.odds.simulation.kernels.setup import Setup, Tally


@compiled()
def base_codes(
    own: NDArray[np.int16], dealer: NDArray[np.int16], times: NDArray[np.uint8], setup: Setup, out: NDArray[np.int16]
) -> None:
    """Fill in what became of the game against the dealer."""
    for i in range(out.shape[0]):
        mine, theirs = min(int(own[i]), setup.top), min(int(dealer[i]), setup.top)
        case = 1 + int(mine > theirs) - int(mine < theirs)
        qualified = int(theirs >= setup.qualifying)
        code = ((np.int64(times[i]) * 2 + qualified) * 3 + case) * setup.lines + setup.line[own[i]]
        out[i] = code if times[i] else 0


@compiled()
def _add_square(squares: NDArray[np.uint64], row: int, value: np.int64) -> None:
    """Add the square of a number below 2 to the 32nd, with the carry."""
    square = np.uint64(value * value)
    squares[row, 0] += square
    if squares[row, 0] < square:
        squares[row, 1] += np.uint64(1)


@compiled()
def tally(
    first: np.uint64,
    start: int,
    count: int,
    session: int,
    base: NDArray[np.int16],
    classes: NDArray[np.int16],
    setup: Setup,
    out: Tally,
    found: int,
) -> int:
    """Add up the ``count`` first rounds of a chunk.

    Comes back with how many rounds of the block are to be settled by themselves. ``first`` is the number of the
    block's first round and ``start`` the chunk's place in the block.
    """
    seats = base.shape[0]
    nets = np.zeros(seats, np.int64)
    begun = first // np.uint64(session)
    number = first + np.uint64(start)
    at = np.int64(number // np.uint64(session) - begun)
    left = np.int64(session) - np.int64(number % np.uint64(session))
    for i in range(count):
        if left == 0:
            at += 1
            left = np.int64(session)
        left -= 1
        apart = False
        for seat in range(seats):
            code = int(base[seat, i])
            net, limited = np.int64(0), np.int64(0)
            if code >= 0:
                net, limited = setup.base_net[seat, code], setup.base_limited[seat, code]
                out.base[seat, code] += 1
            for j in range(setup.side_count[seat]):
                side = setup.sides[seat, j]
                line = setup.side_line[side, classes[setup.source[side], seat, i]]
                if code == 0 and setup.lost[side]:
                    line = setup.forfeit
                elif code > 0 and setup.ended[side, code] >= 0:
                    line = setup.ended[side, code]
                out.side[seat, side, line] += 1
                net += setup.side_net[seat, side, line]
                limited += setup.side_limited[seat, side, line]
                apart = apart or bool(setup.side_meter[side, line])
            apart = apart or bool(limited > setup.limit)
            if setup.envied[seat]:
                apart = apart or bool(setup.envy_class[classes[setup.envy_source, seat, i]])
            nets[seat] = net
        if apart:
            out.apart[found] = start + i
            for seat in range(seats):
                out.apart_base[found, seat] = base[seat, i]
                for source in range(classes.shape[0]):
                    out.apart_class[found, source, seat] = classes[source, seat, i]
            found += 1
            continue
        whole = np.int64(0)
        for seat in range(seats):
            net = nets[seat]
            whole += net
            out.sums[seat] += net
            _add_square(out.squares, seat, net)
            out.sessions[seat, at] += net
            if out.nets.shape[1]:
                out.nets[seat, start + i] = net
        out.sums[seats] += whole
        _add_square(out.squares, seats, whole)
    return found
