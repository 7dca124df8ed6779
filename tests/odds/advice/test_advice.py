"""Best play in one situation, through the real command's own function."""

from fractions import Fraction

import pytest

from croupier.cards import Card, parse_cards
from croupier.odds.advice.advice import advise
from croupier.rulebook.elect import elect
from croupier.rulebook.errors import BadInput


def cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_cards(text))


@pytest.mark.parametrize(
    ("own", "best"),
    [("Qs 6d 4c", "play:1"), ("Qs 6d 3c", "fold"), ("2s 2d 3c", "play:1"), ("Js Td 8c", "fold")],
)
def test_three_card_turns_at_queen_six_four(own: str, best: str) -> None:
    assert next(iter(advise(elect("md-tcp"), cards(own)))) == best


def test_three_card_value_by_counting_every_dealer() -> None:
    values = advise(elect("md-tcp"), cards("Qs 6d 4c"))
    assert values == {"play:1": Fraction(-9151, 9212), "fold": Fraction(-1)}


@pytest.mark.parametrize(
    ("own", "up", "best"),
    [
        ("As Ad 4c 5h 9s", "Kd", "play:3"),
        ("Qs Qd 4c 5h 9s", "Kd", "play:1"),
        ("2s 2d 4c 5h 9s", "Kd", "fold"),
        ("9s 9d 4c 6h Js", "2d", "play:3"),
    ],
)
def test_four_card_looks_at_the_dealers_card(own: str, up: str, best: str) -> None:
    assert next(iter(advise(elect("md-fcp"), cards(own), dealer_up=cards(up)))) == best


@pytest.mark.parametrize(
    ("own", "community", "best"),
    [
        ("Kd 7c", "2c 7d 9h", "play:2"),
        ("Kd 5c", "2c 7d 9h", "check"),
        ("Kd 5c", "2c 7d 9h Js Kh", "play:1"),
        ("3d 2c", "Ac Kd Qh 9s 7s", "fold"),
    ],
)
def test_hold_em_after_the_flop(own: str, community: str, best: str) -> None:
    assert next(iter(advise(elect("md-uth"), cards(own), cards(community)))) == best


@pytest.mark.parametrize(
    ("rulebook", "own", "community", "up", "says"),
    [
        ("md-tcp", "As Ad", "", "", "--cards is 3 cards, not 2"),
        ("md-tcp", "As Ad Ac", "2c 3c 4c", "", "--community is no cards, not 3"),
        ("md-fcp", "As Ad Ac Ks Kd", "", "", "--dealer-up is 1 card, not 0"),
        ("md-fcp", "As Ad Ac Ks Kd", "", "As", "ace of spades is there twice"),
        ("md-uth", "As Ad", "2c 3c 4c 5c", "", "--community is 0 or 3 or 5 cards, not 4"),
        ("md-uth", "As Ad", "", "Kd", "--dealer-up is no cards, not 1"),
    ],
)
def test_impossible_cards_are_refused_in_a_sentence(
    rulebook: str, own: str, community: str, up: str, says: str
) -> None:
    with pytest.raises(BadInput, match=says):
        advise(elect(rulebook), cards(own), cards(community) if community else (), cards(up) if up else ())
