"""A Maryland Four Card Poker table for tests."""

from collections.abc import Mapping
from typing import Any

from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.base import Scalar
from croupier.table.values import commands as c
from croupier.table.values import events as e

from .pit import Pit, rules_dealt_by, stacked

METHODS = ("manual_shoe", "hand", "automated_shoe")
ONE_DECK: Mapping[str, Any] = {"cards.decks": 1, "cards.back_colours": ("red",)}
BY_HAND: Mapping[str, Any] = {**ONE_DECK, "equipment.shuffler.kind": "manual"}
UNCOUNTED: Mapping[str, Any] = {"equipment.shuffler.counts_cards": False}
SELF_RESHUFFLING: Mapping[str, Any] = {
    "equipment.shuffler.kind": "self_reshuffling",
    "equipment.shuffler.approval": "Approval on file",
}
PAYTABLE_C: Mapping[str, Any] = {"progressive.reset_cents": 1_000_000}
OPENING = ("inspect", "verify_inspection", "spread_face_up", "offer_first_look", "turn_face_down", "wash", "stack")

NOTHING = "2d 4c 7c 9s Jd 3c"  # six cards that make no pair, no run and no flush: a dealer whom nearly all beat


def rules_of(method: str = "automated_shoe", filed: Mapping[str, Any] | None = None, **elections: Scalar) -> GameRules:
    """The example's rules, dealt by this method."""
    return rules_dealt_by("md-fcp", method, filed, **elections)


def table(rules: GameRules, hands: Mapping[int | str, str], wagers: Mapping[int, Mapping[str, int]]) -> Pit:
    """A table where these hands are about to be dealt to these wagers."""
    pit = Pit(rules).sit(*wagers).ready(stacked(rules, {**dict.fromkeys(wagers, ""), **hands}))
    for seat, stakes in wagers.items():
        pit.wager(seat, **stakes)
    return pit


def played(
    rules: GameRules, hands: Mapping[int | str, str], wagers: Mapping[int, Mapping[str, int]], *answers: str
) -> Pit:
    """The same, dealt, answered and settled."""
    return table(rules, hands, wagers).on().answer(*answers)


def prepared(pit: Pit, deck: str, back: str = "red", at: int = 0) -> Pit:
    """Receives a deck and takes it through the opening steps up to the shuffle."""
    pit.do(c.ReceiveDeck(deck=deck, back=back, at=at))
    for step in OPENING:
        by = "floor:kim" if step == "verify_inspection" else "dealer:lee"
        pit.do(c.PrepareDeck(deck=deck, step=step, by=by, at=at))
    return pit


def steps_done(events: list[e.AnyEvent]) -> list[str]:
    """The events' names, a plain step's own name in its place."""
    return [event.step if isinstance(event, e.StepDone) else type(event).__name__ for event in events]
