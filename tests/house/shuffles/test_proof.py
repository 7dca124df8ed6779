"""Proofs of rounds and of cards: true ones hold for anyone, and nothing in one can be changed unseen."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.cards import DECK
from croupier.house.log import events as he
from croupier.house.replay.proving import prove_round
from croupier.house.shuffles.proof import CardProof, Cut, RoundProof, prove_card, verify_card, verify_round
from croupier.house.shuffles.shuffle import PlayerSeeds, order_from
from croupier.rulebook.errors import BadInput
from croupier.rulebook.load import rulebook_ids
from croupier.table.values import commands as c
from croupier.table.values import events as e
from tests.house.shuffles import stranger
from tests.house.shuffles.proved import (
    PLAYERS,
    ProvedPit,
    demo_proof,
    failing,
    finished,
    hand_shuffled,
    resealed,
    seed_of,
    staked,
)
from tests.table.pit import rules_dealt_by

FLOOR, SUPERVISOR = "floor:kim", "casino_supervisor:lee"


def as_text(proof: RoundProof | CardProof) -> str:
    return msgspec.json.encode(proof).decode()


def assert_proved(proof: RoundProof) -> None:
    assert failing(proof) == []
    assert msgspec.json.decode(as_text(proof), type=RoundProof) == proof
    assert stranger.round_holds(as_text(proof))


@pytest.mark.parametrize("player_seeds", [(), PLAYERS], ids=["house", "open"])
@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_a_round_of_every_game_is_proved_to_anyone(rulebook: str, player_seeds: PlayerSeeds) -> None:
    proof = demo_proof(rulebook, player_seeds)
    assert_proved(proof)
    assert (proof.round, proof.outcome, proof.dealt_from) == (1, "closed", 1)
    assert {dealt.place for dealt in proof.dealt} >= {"1", "2", "3", "dealer"}
    assert proof.shuffles[0].mode == ("open" if player_seeds else "house")
    assert proof.shuffles[0].player_seeds == player_seeds


def test_cuts_are_followed_one_after_another() -> None:
    pit = staked(hand_shuffled())
    deck = pit.round.deck
    for depth in (15, 40):
        pit.do(c.OrderRecut(deck=deck, reason="a packet dropped", by=SUPERVISOR))
        pit.do(c.CutDeck(deck=deck, depth=depth))
    proof = finished(pit).proof()
    assert [cut.depth for cut in proof.shuffles[0].cuts] == [26, 15, 40]
    assert_proved(proof)
    assert proof.dealt[0].card is order_from(seed_of(1))[(26 + 15 + 40) % 52]


def test_a_cut_of_somebodys_choice_after_bets_closed_proves_nothing() -> None:
    pit = staked(hand_shuffled())
    pit.until("deal")
    pit.do(c.OrderRecut(deck=pit.round.deck, reason="a packet dropped", by=SUPERVISOR))
    pit.do(c.CutDeck(deck=pit.round.deck, depth=15))
    proof = finished(pit).proof()
    assert failing(proof) == ["cuts"]
    assert not stranger.round_holds(as_text(proof))


def test_the_fixed_cut_leaves_no_choice_whenever_it_is_made() -> None:
    pit = staked(hand_shuffled())
    pit.until("deal")
    pit.do(c.OrderRecut(deck=pit.round.deck, reason="a packet dropped", by=SUPERVISOR))
    proof = finished(pit).proof()
    assert [cut.depth for cut in proof.shuffles[0].cuts] == [26, 26]
    assert_proved(proof)


def test_a_card_set_aside_counts_where_the_round_goes_on() -> None:
    pit = staked(hand_shuffled())
    pit.until("deal")
    pit.do(c.DealCard(card=pit.next_card(), face_up=True))
    proof = finished(pit).proof()
    assert proof.dealt[0].place == "set_aside"
    assert proof.outcome == "closed"
    assert_proved(proof)


def test_a_void_round_is_opened_too() -> None:
    pit = staked(hand_shuffled())
    pit.until("deal")
    for _ in range(2):
        pit.do(c.DealCard(card=pit.next_card(), face_up=True))
    proof = pit.proof()
    assert (proof.outcome, [dealt.place for dealt in proof.dealt]) == ("void", ["set_aside"] * 2)
    assert_proved(proof)


def test_a_round_void_before_its_first_card_opens_its_shuffle() -> None:
    pit = staked(ProvedPit(rules_dealt_by("md-tcp", "automated_shoe")))
    pit.do(c.Report(kind="dealing_shoe_jam", by=FLOOR))
    proof = pit.proof()
    assert (proof.outcome, proof.bets_closed, proof.dealt, proof.dealt_from) == ("void", None, (), None)
    assert len(proof.shuffles) == 1
    assert failing(proof) == []
    assert "No card was dealt." in [check.sentence for check in verify_round(proof)]


def test_a_shuffle_that_was_not_dealt_is_opened_beside_the_one_that_was() -> None:
    pit = staked(hand_shuffled())
    pit.do(c.OrderShuffle(deck=pit.round.deck, reason="a player asked", by=FLOOR))
    proof = finished(pit).proof()
    assert ([shuffle.shuffle for shuffle in proof.shuffles], proof.dealt_from) == ([1, 2], 2)
    assert_proved(proof)
    said = next(check for check in verify_round(proof) if check.name == "undealt shuffles")
    assert "shuffle 1;" in said.sentence
    assert failing(resealed(replace(proof, dealt_from=1))) == ["commitment", "cards"]


def test_the_second_round_has_its_own_shuffle() -> None:
    pit = staked(hand_shuffled())
    finished(pit)
    pit.ready(None).wager(1, ante=1500).on().answer("play:1")
    first, second = pit.proof(1), pit.proof(2)
    assert (first.dealt_from, second.dealt_from) == (1, 2)
    for proof in (first, second):
        assert_proved(proof)
        assert len(proof.shuffles) == 1


def test_two_decks_take_turns() -> None:
    pit = ProvedPit(rules_dealt_by("md-tcp", "automated_shoe"))
    finished(staked(pit))
    for _ in range(2):
        pit.ready(None).wager(1, ante=1500).on().answer("play:1")
    proofs = [pit.proof(number) for number in (1, 2, 3)]
    assert [proof.shuffles[0].deck for proof in proofs] == ["red-1", "blue-1", "red-1"]
    for proof in proofs:
        assert_proved(proof)


def test_a_deck_whose_order_nobody_knows_has_no_shuffle_to_prove_and_the_verifier_says_so() -> None:
    pit = staked(hand_shuffled(knows=False))
    pit.until("deal")
    for card in DECK[:9]:
        pit.do(c.DealCard(card=card))
    proof = finished(pit).proof()
    assert (proof.shuffles, proof.dealt_from, len(proof.dealt)) == ((), None, 9)
    assert failing(proof) == []
    assert "no shuffle is proved" in verify_round(proof)[-1].sentence
    twice = replace(proof, dealt=(*proof.dealt, proof.dealt[0]))
    assert failing(resealed(twice)) == ["cards"]


def test_a_known_deck_does_not_become_an_unknown_one() -> None:
    proof = demo_proof()
    assert failing(resealed(replace(proof, dealt_from=None))) == ["cards"]
    assert failing(resealed(replace(proof, dealt_from=9))) == ["cards"]


def test_a_round_is_proved_once_it_is_over_and_open() -> None:
    pit = staked(hand_shuffled())
    with pytest.raises(BadInput, match="Round 1 of table pit-7 is not over"):
        pit.proof()
    finished(pit)
    closed = [
        (published, [one for one in events if not isinstance(one, he.ShuffleOpened)])
        for published, events in pit.records()
    ]
    with pytest.raises(BadInput, match="Shuffle 1 of table pit-7 is not open yet"):
        prove_round("pit-7", "house", 1, closed)
    with pytest.raises(BadInput, match="Round 2 of table pit-7 is not over"):
        pit.proof(2)


@pytest.mark.parametrize("event", [e.TableIdled(face_up=True, reopen_from=()), e.DeckShuffled], ids=["idle", "hand"])
def test_an_order_that_was_lost_is_not_claimed(event: Any) -> None:
    """After the cards were spread or shuffled by hand, what is dealt comes from no published shuffle."""
    pit = staked(hand_shuffled())
    finished(pit)
    records = pit.records()
    if event is e.DeckShuffled:
        event = e.DeckShuffled(deck=pit.round.deck, method="manual", order=None)
    at = next(n for n, (_, told) in enumerate(records) if any(isinstance(one, e.RoundOpened) for one in told))
    records.insert(at, (records[at][0], (event,)))
    proof = prove_round("pit-7", "house", 1, records)
    assert proof.dealt_from is None
    assert failing(proof) == ["cards"]


# One card at a time, while the round is on.

CUTS = (Cut(depth=26, record=30), Cut(depth=15, record=31))


@pytest.mark.parametrize("drawn", range(52))
def test_a_dealt_card_is_proved_before_the_shuffle_is_opened(drawn: int) -> None:
    proof = prove_card("pit-7", 4, seed_of(4), PLAYERS, CUTS, drawn)
    order = order_from(seed_of(4), PLAYERS)
    assert proof.card is (order[41:] + order[:41])[drawn]
    (check,) = verify_card(proof)
    assert (check.name, check.passed) == ("root", True)
    assert f"card {drawn + 1} of shuffle 4" in check.sentence
    assert stranger.card_holds(as_text(proof))
    assert msgspec.json.decode(as_text(proof), type=CardProof) == proof


def test_a_cards_proof_has_the_root_that_the_round_published() -> None:
    whole = demo_proof("md-uth", PLAYERS)
    for drawn, dealt in enumerate(whole.dealt):
        card = prove_card("pit-7", 1, seed_of(1), PLAYERS, whole.shuffles[0].cuts, drawn)
        assert (card.card, card.root) == (dealt.card, whole.shuffles[0].root)


def test_a_cards_proof_shows_no_seed_and_no_other_card() -> None:
    text = as_text(prove_card("pit-7", 4, seed_of(4), (), CUTS, 7))
    assert seed_of(4).hex() not in text
    assert sum(f'"{card}"' in text for card in DECK) == 1


@given(st.integers(0, 51), st.sampled_from(["root", "cuts", "drawn", "card", "salt", "path"]), st.data())
def test_a_card_proves_nothing_once_anything_of_it_is_changed(drawn: int, field: str, data: st.DataObject) -> None:
    proof = prove_card("pit-7", 4, seed_of(4), PLAYERS, CUTS, drawn)
    digits = st.text("0123456789abcdef", min_size=64, max_size=64)
    elsewhere: dict[str, st.SearchStrategy[Any]] = {
        "root": digits,
        "cuts": st.integers(1, 51).map(lambda depth: (Cut(depth=depth, record=30),)),
        "drawn": st.integers(0, 51),
        "card": st.sampled_from(DECK),
        "salt": digits.map(lambda text: text[:32]),
        "path": st.lists(digits, max_size=9).map(tuple) | st.permutations(proof.path).map(tuple),
    }
    changed = replace(proof, **{field: data.draw(elsewhere[field])})
    alike = (changed.drawn + sum(cut.depth for cut in changed.cuts)) % 52 == (drawn + 41) % 52
    if changed == proof or (field in ("cuts", "drawn") and alike):
        return
    (check,) = verify_card(changed)
    assert not check.passed
    assert "does not lead to root" in check.sentence
    assert not stranger.card_holds(as_text(changed))
