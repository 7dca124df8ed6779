"""Three Card Poker rounds for the tests of its rulebook: described in a few words, or dealt at a table."""

from collections.abc import Mapping
from typing import Any

from croupier.rulebook.elect import GameRules, elect
from croupier.rulebook.law.base import Scalar
from croupier.table.settlement.described import RoundDescribed, SeatDescribed, settle_described
from croupier.table.values.refusal import Refusal
from croupier.table.values.showdown import Settlement

from .pit import Pit, cards, rules_dealt_by, stacked

METER_CENTS = 1_234_567
ONE_DECK = {"cards.decks": 1, "cards.back_colours": ("red",)}
UNCOUNTED = {"equipment.shuffler.counts_cards": False, **ONE_DECK}
BY_HAND = {"equipment.shuffler.kind": "manual", **UNCOUNTED}
METHODS = ("automated_shoe", "manual_shoe", "hand")


def seat(number: int, own: str, answer: str = "", player: str = "", /, **stakes: int) -> SeatDescribed:
    """A box described: `answer` is play or fold, "" for a player who is not asked."""
    decisions = {"": (), "play": ("play:1",)}.get(answer, (answer,))
    return SeatDescribed(seat=number, player=player, cards=cards(own), wagers_cents=stakes, decisions=decisions)


def described(
    dealer: str, *seats: SeatDescribed, elections: Mapping[str, Scalar] | None = None, **fields: Any
) -> Settlement | Refusal:
    """The described round settled, or refused."""
    rules = elect("md-tcp", elections)
    told = RoundDescribed(
        rules="md-tcp",
        elections=dict(elections or {}),
        meters_cents={"progressive": METER_CENTS},
        dealer=cards(dealer),
        seats=seats,
        **fields,
    )
    return settle_described(rules, told)


def settled(dealer: str, *seats: SeatDescribed, **elections: Scalar) -> Settlement:
    """The described round settled."""
    result = described(dealer, *seats, elections=elections)
    assert isinstance(result, Settlement), result
    return result


def told(settlement: Settlement) -> list[str]:
    """The lines in order, each `SEAT WAGER OUTCOME PAID RETURNED LINE CLAUSE`, the clause without the document's id."""
    return [
        f"{line.seat} {line.wager} {line.outcome} {line.paid_cents} {line.returned_cents} "
        f"{line.line or '-'} {line.clause.removeprefix('md-tcp:')}"
        for line in settlement.lines
    ]


def lines(text: str) -> list[str]:
    """The rows of a small table, with their spaces evened out."""
    return [" ".join(row.split()) for row in text.strip().splitlines()]


def dealt_by(method: str, filed: Mapping[str, Any] | None = None, /, **elections: Scalar) -> GameRules:
    """A one-deck table that deals so."""
    return rules_dealt_by("md-tcp", method, {**ONE_DECK, **(filed or {})}, **elections)


def table(rules: GameRules, hands: Mapping[int | str, str]) -> Pit:
    """A table with an open round, its deck stacked for these hands, a player in each seat named."""
    seats = [place for place in hands if isinstance(place, int)]
    return Pit(rules).sit(*seats).ready(stacked(rules, hands))
