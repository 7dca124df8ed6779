"""Massachusetts Four Card Poker tables to test with."""

from collections.abc import Mapping
from typing import Any

from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.base import Scalar
from croupier.table.values import commands as c
from croupier.table.values import events as e

from .pit import Pit, rules_with, stacked

EDITIONS = ("ma-fcp-1", "ma-fcp-2")
METHODS = ("automated_shoe", "manual_shoe", "hand")
GAME = ("ante", "play", "aces_up")
SUPERVISOR = "casino_supervisor:lee"
# Hands that hold nothing: no pair, no run of four, no four of a suit.
NOTHING = ("2s 4h 6d 8c Ts", "3s 5h 7d 9c Js", "2h 4d 6c 8s Th", "3h 5d 7c 9s Jh", "2d 4c 6s 8h Td", "3d 5c 7s 9h Jd")
BY_HAND: Mapping[str, Any] = {
    "cards.decks": 1,
    "equipment.shuffler.kind": "manual",
    "equipment.shuffler.counts_cards": False,
    "equipment.shuffler.feeds_shoe": False,
}
ONE_DECK: Mapping[str, Any] = {"cards.decks": 1}
NO_COUNTER: Mapping[str, Any] = {"equipment.shuffler.counts_cards": False}


def rules_of(
    edition: str = "ma-fcp-1",
    dealing: str = "automated_shoe",
    *extras: str,
    filed: Mapping[str, Any] | None = None,
    **elections: Scalar,
) -> GameRules:
    """The example's rules with these extra wagers, dealt this way."""
    shoe = {"equipment.shoe.conformity": "205 CMR 146.51"}
    return rules_with(edition, (*GAME, *extras), {**shoe, **(filed or {})}, dealing=dealing, **elections)


def table(rules: GameRules, hands: Mapping[Any, str], **wagers: int) -> Pit:
    """A table where these hands are about to be dealt, the same wagers in every box."""
    seats = sorted(seat for seat in hands if isinstance(seat, int))
    pit = Pit(rules).sit(*seats).ready(stacked(rules, hands))
    for seat in seats:
        pit.wager(seat, **(wagers or {"ante": 1000}))
    return pit


def play_round(pit: Pit, *answers: str) -> Pit:
    """A whole round: the house does its part, the players answer in turn."""
    return pit.on().answer(*answers).on()


def kinds(events: list[e.AnyEvent] | tuple[e.AnyEvent, ...]) -> list[str]:
    """The names of the events."""
    return [type(event).__name__ for event in events]


def of_kind(pit: Pit, kind: type) -> list[Any]:
    """Every event of a kind, in order."""
    return [event for event in pit.events if isinstance(event, kind)]


def receive_prepared(pit: Pit, deck: str, back: str = "red") -> Pit:
    """A deck received and taken through its opening steps, up to the shuffle."""
    pit.do(c.ReceiveDeck(deck=deck, back=back))
    for step in pit.rules.rulebook.opening.steps:
        if step.step != "shuffle":
            by = "floor:kim" if step.by == "floor" else "dealer"
            pit.do(c.PrepareDeck(deck=deck, step=step.step, by=by))
    return pit
