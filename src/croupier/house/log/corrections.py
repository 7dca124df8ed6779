"""A round that was settled wrongly as it stands once it was put right: the record of it stays as it was written."""

from msgspec.structs import replace

from croupier.cards import Card
from croupier.house.log import events as he
from croupier.table.values.state import Round


def cards_at(round_: Round, place: str) -> tuple[Card, ...]:
    """The cards that lay at a place: dealer, community, bonus_box, or a seat by its number."""
    if place in ("dealer", "community"):
        return round_.dealer if place == "dealer" else round_.community
    box = round_.box(int(place)) if place.isdecimal() else None
    return box.cards if box else round_.bonus_cards if place == "bonus_box" else ()


def with_cards(round_: Round, place: str, cards: tuple[Card, ...]) -> Round:
    """The round with other cards at a place; where the dealer has one face up, it is the last."""
    if place == "dealer":
        return replace(round_, dealer=cards, dealer_up=cards[-1:] if round_.dealer_up else ())
    if place == "community":
        return replace(round_, community=cards)
    if place == "bonus_box":
        return replace(round_, bonus_cards=cards)
    boxes = [replace(box, cards=cards) if str(box.seat) == place else box for box in round_.boxes]
    return replace(round_, boxes=tuple(boxes))


def gained(event: he.SettlementCorrected) -> dict[str, int]:
    """What each player gets more by a correction than before it, below zero what is taken from them."""
    players = dict(event.players)
    gains = dict.fromkeys(players.values(), 0)
    for lines, sign in ((event.lines, 1), (event.undone, -1)):
        for line in lines:
            gains[players[line.seat]] += sign * (line.paid_cents + line.returned_cents)
    return gains


def corrected(round_: Round, event: he.SettlementCorrected) -> Round:
    """The round after a correction: with the right cards, and the right lines in place of those that were undone."""
    for place, _, cards in event.told:
        round_ = with_cards(round_, place, cards)
    kept = [line for line in round_.lines if line not in event.undone]
    return replace(round_, lines=(*kept, *event.lines))
