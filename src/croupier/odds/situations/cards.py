"""Checks on the cards of one situation."""


def distinct_cards(cards: tuple[int, ...], count: int) -> None:
    """Refuse anything but ``count`` different card numbers from 0 to 51."""
    if len(cards) != count:
        raise ValueError(f"{count} cards are needed here, not {len(cards)}")
    if len(set(cards)) != count:
        raise ValueError("a card is named twice; each of the 52 cards exists once")
    for card in cards:
        if not 0 <= card < 52:
            raise ValueError(f"{card} is no card; cards are numbers from 0 to 51")
