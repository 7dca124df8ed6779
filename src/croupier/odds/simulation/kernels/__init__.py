"""Compiled simulation.

Cards are numbered as in ``croupier.odds.kernels``. A round's cards lie in one row: the dealer's, the community's,
each seat's in turn, and last those of the bonus box. What a round comes to is written as small numbers: for each seat
a *base code* (decision, comparison with the dealer, line of the bonus or blind table) and, for each kind of cards that
side wagers look at, a *class*.
"""
