"""Cards: the deck, reading and writing."""

import msgspec
import pytest

from croupier.cards import DECK, Card, CardError, Suit, format_cards, parse_card, parse_cards, rank_plural


def test_a_deck_is_52_different_cards_thirteen_of_each_suit() -> None:
    assert len(DECK) == len(set(DECK)) == len({card.bit for card in DECK}) == 52
    for suit in Suit:
        assert [card.rank for card in DECK if card.suit is suit] == [
            14,
            13,
            12,
            11,
            10,
            9,
            8,
            7,
            6,
            5,
            4,
            3,
            2,
        ]


@pytest.mark.clause("md-tcp:.06A", "md-fcp:.06A", "ma-fcp-1:3(a)#1", "md-uth:6A")
def test_ranks_run_from_the_ace_down_to_the_two() -> None:
    shuffled = parse_cards("7s 2s Ts As 9s 3s Ks 5s Js 8s 4s Qs 6s")
    by_rank = sorted(shuffled, key=lambda card: card.rank, reverse=True)
    assert format_cards(by_rank) == "As Ks Qs Js Ts 9s 8s 7s 6s 5s 4s 3s 2s"


@pytest.mark.parametrize(
    ("text", "words", "suit"),
    [
        ("As", "ace of spades", Suit.SPADES),
        ("Td", "ten of diamonds", Suit.DIAMONDS),
        ("6h", "six of hearts", Suit.HEARTS),
        ("2c", "two of clubs", Suit.CLUBS),
    ],
)
def test_a_card_has_a_name_in_words(text: str, words: str, suit: Suit) -> None:
    card = parse_card(text)
    assert card.words == words
    assert card.suit is suit
    assert card.name == words.upper().replace(" ", "_")


def test_every_card_is_named_by_its_member_name_and_reads_back() -> None:
    for card in DECK:
        assert card.words.upper().replace(" ", "_") == card.name
        assert parse_card(str(card)) is card


def test_cards_read_from_one_text_or_from_a_list_of_texts() -> None:
    expected = (Card.ACE_OF_SPADES, Card.TEN_OF_DIAMONDS, Card.TWO_OF_CLUBS)
    assert parse_cards("As Td 2c") == expected
    assert parse_cards("  As\tTd  2c\n") == expected
    assert parse_cards(["As", "Td", "2c"]) == expected
    assert parse_cards("") == ()
    assert format_cards(expected) == "As Td 2c"


@pytest.mark.parametrize("text", ["1s", "10d", "as", "AS", "sA", "A", "", "Asd", "Zx", "A♠"])
def test_what_is_no_card_is_refused_with_what_to_write(text: str) -> None:
    with pytest.raises(CardError) as refusal:
        parse_cards(["Kd", text])
    assert str(refusal.value) == (
        f"{text!r} is not a card: write one rank of AKQJT98765432 and then one suit of shdc, for example As, Td or 2c."
    )


def test_a_card_given_twice_is_refused_with_its_place() -> None:
    with pytest.raises(CardError) as refusal:
        parse_cards("As Td 2c Td")
    assert str(refusal.value) == (
        "Td (the ten of diamonds) is given twice, the second time as card 4:"
        " one deck has it once, so write another card there or leave it out."
    )


def test_cards_travel_as_their_text_in_json() -> None:
    cards = parse_cards("As Td 2c")
    assert msgspec.json.encode(cards) == b'["As","Td","2c"]'
    assert msgspec.json.decode(b'["As","Td","2c"]', type=tuple[Card, ...]) == cards
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'["Xs"]', type=tuple[Card, ...])


def test_several_of_a_rank_in_words() -> None:
    assert [rank_plural(rank) for rank in (14, 10, 6, 2)] == ["aces", "tens", "sixes", "twos"]
