"""The engine broken by hand, for clauses whose value can only be what it is: loading refuses any other.

There is nothing in the rule data to be changed, so the engine is made to act as if the text said otherwise.
"""

import sys
from collections.abc import Callable, Mapping
from typing import Any

from croupier.rulebook.law.paytable import PaytableLine
from croupier.table.settlement.turn import Turn, line_made


def _in_place_of(function: Callable[..., Any], other: Callable[..., Any]) -> None:
    """Every module that has imported the function has the other from now on."""
    for name, module in list(sys.modules.items()):
        if name.startswith("croupier."):
            for variable, value in list(vars(module).items()):
                if value is function:
                    setattr(module, variable, other)


def _only_hands_that_beat_the_dealers(*wagers: str) -> Callable[[], None]:
    """These wagers pay no hand that loses to the dealer's."""

    def made(turn: Turn, wager: str) -> PaytableLine | None:
        beaten = turn.dealer is not None and turn.hand.strength <= turn.dealer.strength
        return None if wager in wagers and beaten else line_made(turn, wager)

    return lambda: _in_place_of(line_made, made)


BROKEN: Mapping[str, Callable[[], None]] = {
    "md-fcp:.11D(9)": _only_hands_that_beat_the_dealers("progressive"),
}
