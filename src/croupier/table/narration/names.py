"""What cards, places for them and people are called."""

from collections.abc import Sequence

from croupier.cards import Card
from croupier.rulebook.phrases import words
from croupier.table.values.roles import DEVICE, PATRON, ROLES, SYSTEM, is_patron

PLACES = {
    "dealer": "the dealer",
    "dealer_up": "the dealer, face up",
    "community": "the community area",
    "bonus_box": "the bonus box",
    "burn": "the discard rack, unseen",
}


def written(cards: Sequence[Card]) -> str:
    """Cards as people write them."""
    return " ".join(str(card) for card in cards)


def place_name(place: str) -> str:
    """What a place for cards is called: `seat 3`, `the dealer`."""
    return PLACES.get(place, f"seat {place}")


def player_name(player: str) -> str:
    """What a player is called: `patron:7` is `Patron 7`."""
    return f"Patron {player.removeprefix(PATRON)}" if is_patron(player) else player


def people(by: str) -> str:
    """Who spoke, by role and name: `floor:kim` is `the floor (Kim)`; a player, who has no role, by name alone."""
    if by == SYSTEM:
        return "the house's system"
    role, _, name = by.partition(":")
    if not name and role not in ROLES:
        return by
    called = name if role == DEVICE else name.title()
    return f"the {words(role)}" + (f" ({called})" if name else "")
