"""A correction as a browser asks for it: cards as text, read before anything is done."""

from croupier.cards import CardError, parse_cards
from croupier.house.handlers.commands import CorrectSettlement
from croupier.server.wire.floor_requests import CorrectRound
from croupier.table.values.refusal import Refusal


def correction_asked(asked: CorrectRound, by: str) -> CorrectSettlement | Refusal:
    """The command that it comes to, or why its cards cannot be read."""
    try:
        told = tuple([(place, parse_cards(cards)) for place, cards in asked.told.items()])
    except CardError as error:
        return Refusal("not_found", str(error), "")
    return CorrectSettlement(
        round=asked.of_round,
        told=told,
        seat=asked.at_seat,
        wager=asked.wager,
        cents=asked.cents,
        reason=asked.reason,
        by=by,
    )
