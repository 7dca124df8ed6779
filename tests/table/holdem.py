"""Ultimate Texas Hold 'Em rounds for the tests of its rulebook: a showdown in one line, a table in one call."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from croupier.rulebook.elect import GameRules, elect
from croupier.rulebook.law.base import Scalar
from croupier.table.settlement.settle import settle
from croupier.table.values.box import Box, wagers_of
from croupier.table.values.showdown import Settlement, Showdown

from .pit import Pit, cards, rules_with, stacked

MAIN = ("ante", "blind", "play", "trips")
NO_BOX = (*MAIN, "progressive", "ultimate_pairs", "bad_beat", "play_the_board")
SHOE = {"equipment.shoe.location_approval": "Approval 7"}
BY_HAND = {"equipment.shuffler.kind": "manual", "equipment.shuffler.counts_cards": False, "cards.decks": 1}
ONE_DECK = {"cards.decks": 1, "cards.back_colours": ("red",)}
UNCOUNTED = {"equipment.shuffler.counts_cards": False, **ONE_DECK}

# Seat 1 has three nines, seat 2 a pair of kings, the dealer a pair of queens.
BOARD = "9h 7d 2c Js Qc"
HANDS: dict[int | str, str] = {1: "9c 9d", 2: "Ks Kd", "dealer": "Qh 3d", "community": BOARD}
BASE = {"ante": 1000, "blind": 1000}
SIDES = {"trips": 500, "progressive": 100, "ultimate_pairs": 500, "bad_beat": 500, "play_the_board": 500}
FLOOR = "floor:kim"

Stakes = Mapping[str, int]


def seat(number: int, own: str, /, **stakes: int) -> Box:
    """A box when decisions are over."""
    return Box(number, f"player {number}", wagers_of(stakes), cards(own))


def fold(box: Box, folded: bool = True) -> Box:
    """The box after its player folded, if so."""
    return replace(box, folded=folded)


def settled(
    rules: GameRules,
    dealer: str,
    board: str,
    *seats: Box,
    box: str = "",
    meters: Stakes | None = None,
) -> Settlement:
    """The settlement of these seats."""
    shown = tuple((meters or {meter.meter: meter.initial_cents for meter in rules.meters}).items())
    return settle(rules, Showdown(cards(dealer), cards(board), cards(box), seats, shown))


def net(settlement: Settlement, number: int) -> dict[str, int]:
    """What each wager of a seat came to."""
    return {line.wager: line.net_cents for line in settlement.lines if line.seat == number}


def law(**elections: Scalar) -> GameRules:
    """The rulebook's own terms with these elections, no posted limits."""
    return elect("md-uth", elections)


def by_method(method: str, filed: Mapping[str, Any] | None = None, **elections: Scalar) -> GameRules:
    """A table that deals so, one deck, and offers all that it then may."""
    needed = {"manual_shoe": SHOE}.get(method, {})
    offers = None if method == "automated_shoe" else NO_BOX
    return rules_with("md-uth", offers, {**ONE_DECK, **needed, **(filed or {})}, dealing=method, **elections)


def table(rules: GameRules, hands: Mapping[int | str, str], **stakes: int) -> Pit:
    """A table with an open round and, in each box named, these wagers beside $10 on Ante and on Blind."""
    seats = [place for place in hands if isinstance(place, int)]
    pit = Pit(rules).sit(*seats).ready(stacked(rules, hands))
    for number in seats:
        pit.wager(number, ante=1000, blind=1000, **stakes)
    return pit


def returned(pit: Pit, number: int) -> dict[str, int]:
    """The stakes that went back to a seat in a void round."""
    return {line.wager: line.returned_cents for line in pit.round.lines if line.seat == number and line.case == "void"}


def meters(pit: Pit) -> dict[str, int]:
    """What each meter shows."""
    return {meter.meter: meter.cents for meter in pit.state.meters}
