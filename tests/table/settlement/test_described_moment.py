"""`croupier settle`: when an irregularity happened, by what of the round is described."""

import pytest
from msgspec.structs import replace

from croupier.table.settlement.described import Irregularity, RoundDescribed, elected_rules, settle_described
from croupier.table.values.refusal import Refusal
from croupier.table.values.showdown import Settlement
from tests.table.pit import cards
from tests.table.settlement.test_described import BOOKS, EXPOSED, FACED, boxed, refused, settled, stopped, whole_round

ONLY_BY_DEVICE = ("six_card_bonus", "cover_all")  # wagers that need the automated shoe or shuffler


def without_devices(described: RoundDescribed) -> RoundDescribed:
    """The round with the wagers that can be made where no device deals."""
    kept = {wager: cents for wager, cents in described.seats[0].wagers_cents.items() if wager not in ONLY_BY_DEVICE}
    return boxed(replace(described, bonus_cards=()), wagers_cents=kept)


class TestWhenFaceUpCardsWereFound:
    """In Hold 'Em Trips is settled once everybody has two cards, and goes back before."""

    UNSAID = replace(whole_round("md-uth"), irregularity=Irregularity(kind="face_up_cards", count=2))

    def trips(self, described: RoundDescribed, dealing: str = "automated_shoe") -> str:
        result = settled(described, {"dealing": dealing})
        assert isinstance(result, Settlement), result
        return next(line.outcome for line in result.lines if line.wager == "trips")

    @pytest.mark.parametrize("decisions", [("check",), ("play:4",), ("check", "play:2")])
    @pytest.mark.parametrize("dealing", ["manual_shoe", "hand"])
    def test_answers_come_after_the_initial_deal(self, decisions: tuple[str, ...], dealing: str) -> None:
        """Where the board is dealt between the answers; a device has dealt it all by then."""
        assert self.trips(boxed(without_devices(self.UNSAID), decisions=decisions), dealing) == "lose"

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
    whole = without_devices(whole)
    kept = whole.seats[0].wagers_cents
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


SHUFFLER_JAM = {"md-tcp": ".13F", "md-fcp": ".13F", "ma-fcp-1": "14(e)", "ma-fcp-2": "14(e)", "md-uth": "13H"}


@pytest.mark.parametrize("rulebook", BOOKS)
def test_cards_shuffled_by_hand_were_in_no_shuffler_that_jammed(rulebook: str) -> None:
    jam = Irregularity(kind="shuffler_jam", case="device_holds_cards_needed" if rulebook == "md-uth" else "")
    whole = replace(without_devices(whole_round(rulebook)), irregularity=jam, elections={"dealing": "manual_shoe"})
    by_hand = replace(whole, shuffler="manual")
    refusal = settle_described(elected_rules(by_hand), by_hand)
    law = "ma-fcp-1" if rulebook == "ma-fcp-2" else rulebook
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.clause) == ("no_device", f"{law}:{SHUFFLER_JAM[rulebook]}")
    assert isinstance(settle_described(elected_rules(whole), whole), Settlement), "a shuffler's own jam may have been"


def test_no_dealer_s_card_is_seen_while_they_wait_in_the_device() -> None:
    held = replace(whole_round("md-uth"), irregularity=EXPOSED)
    refusal = refused(held, {"dealer_cards": "held_in_device"})
    assert (refusal.code, refusal.clause) == ("held_in_device", "md-uth:10B(4)")
    by_hand = stopped(without_devices(held), EXPOSED)
    lying = settled(by_hand, {"dealer_cards": "held_in_device", "dealing": "manual_shoe"})
    assert isinstance(lying, Settlement), "from a manual shoe they lie on the table"


@pytest.mark.parametrize("wrong", [FACED, EXPOSED], ids=lambda wrong: wrong.kind)
class TestTripsOfAVoidRound:
    @pytest.mark.parametrize("dealer", ["", "Kc", "Kc Kd", "Kc Kd 3d 4d 5h 6c"])
    @pytest.mark.parametrize(
        ("board", "outcome", "paid"), [("2c 7d 9h Js Qc", "lose", 0), ("2c Ac 9h Js Qc", "win", 3)]
    )
    def test_are_settled_on_the_player_s_own_hand(
        self, wrong: Irregularity, dealer: str, board: str, outcome: str, paid: int
    ) -> None:
        described = stopped(replace(whole_round("md-uth"), dealer=cards(dealer), community=cards(board)), wrong)
        result = settled(described if dealer else boxed(described, decisions=()))
        assert isinstance(result, Settlement)
        (trips,) = [line for line in result.lines if line.wager == "trips"]
        assert (trips.outcome, trips.paid_cents) == (outcome, paid * 1000)
        assert (result.dealer is not None) == (dealer == "Kc Kd")

    def test_need_the_whole_board(self, wrong: Irregularity) -> None:
        refusal = refused(stopped(replace(whole_round("md-uth"), community=cards("2c 7d 9h Js")), wrong))
        assert refusal.code == "board_incomplete"
        assert "give 5 community cards" in refusal.sentence

    @pytest.mark.parametrize("own", ["As", "As Ad Ac"])
    def test_need_the_player_s_cards(self, wrong: Irregularity, own: str) -> None:
        refusal = refused(boxed(stopped(whole_round("md-uth"), wrong), cards=cards(own)))
        assert refusal.code == "card_count"
        assert "Seat 1 needs its 2 cards" in refusal.sentence

    def test_ask_nothing_of_a_box_without_them(self, wrong: Irregularity) -> None:
        described = stopped(replace(whole_round("md-uth"), community=cards("2c 7d 9h")), wrong)
        result = settled(boxed(described, wagers_cents={"ante": 1000, "blind": 1000}, cards=cards("As")))
        assert isinstance(result, Settlement)
        assert {(line.wager, line.outcome) for line in result.lines} == {("ante", "void"), ("blind", "void")}
