"""`croupier settle`: when an irregularity happened, by what of the round is described."""

import pytest
from msgspec.structs import replace

from croupier.table.settlement.described import Irregularity, RoundDescribed
from croupier.table.values.showdown import Settlement
from tests.table.pit import cards
from tests.table.settlement.test_described import BOOKS, EXPOSED, boxed, refused, settled, whole_round

ONLY_BY_DEVICE = ("six_card_bonus", "cover_all")  # wagers that need the automated shoe or shuffler


class TestWhenFaceUpCardsWereFound:
    """In Hold 'Em Trips is settled once everybody has two cards, and goes back before."""

    UNSAID = replace(whole_round("md-uth"), irregularity=Irregularity(kind="face_up_cards", count=2))

    def trips(self, described: RoundDescribed) -> str:
        result = settled(described)
        assert isinstance(result, Settlement), result
        return next(line.outcome for line in result.lines if line.wager == "trips")

    @pytest.mark.parametrize("decisions", [("check",), ("play:4",), ("check", "play:2")])
    def test_answers_come_after_the_initial_deal(self, decisions: tuple[str, ...]) -> None:
        assert self.trips(boxed(self.UNSAID, decisions=decisions)) == "lose"

    @pytest.mark.parametrize(("dealer", "own"), [("", ""), ("Kc Kd", "As"), ("Kc", "As Ad"), ("", "As Ad")])
    def test_whoever_lacks_a_card_was_still_being_dealt_to(self, dealer: str, own: str) -> None:
        early = replace(boxed(self.UNSAID, decisions=(), cards=cards(own)), dealer=cards(dealer), community=())
        assert self.trips(early) == "void"

    def test_where_it_may_be_either_it_is_asked(self) -> None:
        whole = boxed(self.UNSAID, decisions=())
        refusal = refused(whole)
        assert (refusal.code, refusal.clause) == ("which_case", "md-uth:13C")
        assert "irregularity.after_initial_deal" in refusal.sentence
        for after, outcome in ((False, "void"), (True, "lose")):
            said = Irregularity(kind="face_up_cards", count=2, after_initial_deal=after)
            assert self.trips(replace(whole, irregularity=said)) == outcome


# Where the rules say that cards shuffled by hand are not dealt from the hand.
LOST = {"md-tcp": ".09A(1)", "md-fcp": ".09A(1)", "ma-fcp-1": "8(b)(1)", "ma-fcp-2": "8(b)(1)", "md-uth": "9A(1)"}


@pytest.mark.parametrize("rulebook", BOOKS)
def test_a_device_lost_before_the_first_card_leaves_no_card_to_describe(rulebook: str) -> None:
    lost = Irregularity(kind="device_lost")
    whole, by_hand = replace(whole_round(rulebook), irregularity=lost), {"dealing": "hand"}
    kept = {wager: cents for wager, cents in whole.seats[0].wagers_cents.items() if wager not in ONLY_BY_DEVICE}
    whole = boxed(replace(whole, bonus_cards=()), wagers_cents=kept)
    bare = boxed(replace(whole, dealer=(), community=()), cards=(), decisions=())
    result = settled(bare, by_hand)
    assert isinstance(result, Settlement), result
    assert {line.wager: line.returned_cents for line in result.lines} == kept
    for described in (
        whole,
        replace(bare, dealer=whole.dealer),
        boxed(bare, cards=whole.seats[0].cards),
        boxed(bare, decisions=whole.seats[0].decisions),
    ):
        refusal = refused(described, by_hand)
        assert refusal.code == "cards_out"
        assert refusal.clause.endswith(f":{LOST[rulebook]}")


@pytest.mark.parametrize("edition", ["ma-fcp-1", "ma-fcp-2"])
def test_a_device_that_only_cover_all_needs_is_lost_to_whoever_made_it(edition: str) -> None:
    lost = replace(whole_round(edition), dealer=(), irregularity=Irregularity(kind="device_lost"))
    made = boxed(lost, cards=(), decisions=(), wagers_cents={"ante": 500, "cover_all": 500})
    result = settled(made)
    assert isinstance(result, Settlement), result
    assert {line.wager: line.returned_cents for line in result.lines} == {"ante": 500, "cover_all": 500}
    refusal = refused(boxed(made, wagers_cents={"ante": 500}))
    assert (refusal.code, refusal.clause) == ("nothing_lost", "ma-fcp-1:12(d)")


def test_no_dealer_s_card_is_seen_while_they_wait_in_the_device() -> None:
    held = replace(whole_round("md-uth"), irregularity=EXPOSED)
    refusal = refused(held, {"dealer_cards": "held_in_device"})
    assert (refusal.code, refusal.clause) == ("held_in_device", "md-uth:10B(4)")
    kept = {wager: cents for wager, cents in held.seats[0].wagers_cents.items() if wager not in ONLY_BY_DEVICE}
    by_hand = boxed(replace(held, bonus_cards=()), wagers_cents=kept)
    lying = settled(by_hand, {"dealer_cards": "held_in_device", "dealing": "manual_shoe"})
    assert isinstance(lying, Settlement), "from a manual shoe they lie on the table"
