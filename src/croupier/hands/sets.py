"""Cards and ranks as sets held in one integer, which is what makes the evaluators quick.

A set of cards has sixteen bits for each suit (`Card.bit`). A set of ranks has bit n for rank n, 2 to 14; of
two sets of equally many ranks, the greater integer is the one holding the highest rank that the other lacks.
Functions of ranks alone keep their answers: there are only 8,192 sets of ranks.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations

from croupier.cards import ACE, DECK, Card

_SUIT = 0xFFFF
_SPADES, _HEARTS, _DIAMONDS, _CLUBS = (_SUIT << shift for shift in (0, 16, 32, 48))
_RANK_IN_EVERY_SUIT = 1 << 48 | 1 << 32 | 1 << 16 | 1

_CARDS_OF_ONE_RANK = {
    sum(card.bit for card in cards): cards
    for rank in range(2, ACE + 1)
    for count in range(1, 5)
    for cards in combinations([card for card in DECK if card.rank == rank], count)
}


def card_set(cards: Sequence[Card], fewest: int, most: int) -> int:
    """The set of the cards; a ValueError unless they are `fewest` to `most` different ones."""
    held = 0
    for card in cards:
        held |= card.bit
    count = len(cards)
    if not fewest <= count <= most:
        wanted = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        raise ValueError(f"A hand is made from {wanted} cards, but {count} came: pass {wanted}.")
    if held.bit_count() != count:
        raise ValueError("The same card came twice: pass different cards of one deck.")
    return held


def ranks_by_count(held: int) -> tuple[int, int, int, int]:
    """The ranks held at least once, at least twice, at least three times, and four times."""
    spades, hearts = held & _SUIT, held >> 16 & _SUIT
    diamonds, clubs = held >> 32 & _SUIT, held >> 48
    major, both_major = spades | hearts, spades & hearts
    minor, both_minor = diamonds | clubs, diamonds & clubs
    return (
        major | minor,
        both_major | both_minor | major & minor,
        both_major & minor | both_minor & major,
        both_major & both_minor,
    )


def suited(held: int, count: int) -> int:
    """The cards of the suit that is held at least `count` times, or the empty set.

    `count` must be more than half of the cards, so that no two suits can reach it.
    """
    longest = max(held & _SPADES, held & _HEARTS, held & _DIAMONDS, held & _CLUBS, key=int.bit_count)
    return longest if longest.bit_count() >= count else 0


def ranks_of(held: int) -> int:
    """The ranks held in any suit."""
    return (held | held >> 16 | held >> 32 | held >> 48) & _SUIT


@cache
def run_top(ranks: int, length: int) -> int:
    """The top rank of the highest run of `length` ranks, or 0 if there is none.

    The ace also stands below the 2, as rank 1, and a run ends there: none goes round from the 2 to the king.
    """
    run = ranks | ranks >> ACE << 1
    for _ in range(length - 1):
        run &= run >> 1
    return run.bit_length() + length - 2 if run else 0


@cache
def highest(ranks: int, count: int) -> int:
    """The `count` highest of the ranks, or all of them if they are fewer."""
    for _ in range(ranks.bit_count() - count):
        ranks &= ranks - 1
    return ranks


@cache
def _columns(ranks: int) -> tuple[int, ...]:
    """For each of the ranks, from the highest down, the set of its four cards."""
    return tuple(_RANK_IN_EVERY_SUIT << rank for rank in range(ACE, 1, -1) if ranks >> rank & 1)


def cards_by_rank(held: int, ranks: int) -> list[Card]:
    """The held cards of `ranks`, all of them held ranks: highest rank first, suits in the order of a deck."""
    cards: list[Card] = []
    for column in _columns(ranks):
        cards += _CARDS_OF_ONE_RANK[held & column]
    return cards
