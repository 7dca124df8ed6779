"""`croupier settle`: answers that are described say what can no longer have gone wrong (reading D-04)."""

import pytest
from msgspec.structs import replace

from croupier.table.settlement.described import Irregularity, RoundDescribed, SeatDescribed
from croupier.table.values.showdown import Settlement
from tests.table.pit import cards
from tests.table.settlement.test_described import BOOKS, EXPOSED, FACED, boxed, refused, settled, whole_round
from tests.table.settlement.test_described_moment import without_devices

SHOE_JAM = Irregularity(kind="dealing_shoe_jam")
CARDS_HELD = Irregularity(kind="shuffler_jam", case="device_holds_cards_needed")
# The clauses that undo a round while it is dealt.
FACE_UP = {"md-tcp": ".13B", "md-fcp": ".13B", "ma-fcp-1": "14(a)#2", "ma-fcp-2": "14(a)#2", "md-uth": "13B"}
JAMMED = {"md-tcp": ".13G", "md-fcp": ".13G#1", "ma-fcp-1": "14(f)#1", "ma-fcp-2": "14(f)#1", "md-uth": "13I"}
ONE_MORE = SeatDescribed(seat=2, cards=cards("3h 4h"), wagers_cents={"ante": 1000, "blind": 1000})


def cited(rulebook: str, clause: str) -> str:
    """The clause in full; the later Massachusetts edition adopts the earlier one's."""
    return f"{'ma-fcp-1' if rulebook == 'ma-fcp-2' else rulebook}:{clause}"


@pytest.mark.parametrize("rulebook", BOOKS)
class TestWhatTheDealWouldHaveUndone:
    @pytest.mark.parametrize("method", ["automated_shoe", "manual_shoe", "hand"])
    @pytest.mark.parametrize("answers", ["play", "fold"])
    def test_face_up_cards_come_before_the_answers_of_a_round_that_is_dealt(
        self, rulebook: str, method: str, answers: str
    ) -> None:
        """In Hold 'Em dealt without a device, the last answers come after the stub has left the table."""
        play, fold = ("check", "check", "play:1"), ("check", "check", "fold")
        given = {"play": play, "fold": fold} if rulebook == "md-uth" else {"play": ("play:1",), "fold": ("fold",)}
        described = whole_round(rulebook)
        described = described if method == "automated_shoe" else without_devices(described)
        described = boxed(replace(described, irregularity=FACED), decisions=given[answers])
        refusal = refused(described, {"dealing": method})
        assert (refusal.code, refusal.clause) == ("all_dealt", cited(rulebook, FACE_UP[rulebook]))
        assert "leave the irregularity out, or leave out the answers" in refusal.sentence
        assert isinstance(settled(replace(described, irregularity=None), {"dealing": method}), Settlement)
        assert isinstance(settled(boxed(described, decisions=()), {"dealing": method}), Settlement)

    def test_a_shoe_that_fails_does_so_before_the_answers(self, rulebook: str) -> None:
        described = replace(whole_round(rulebook), irregularity=SHOE_JAM)
        refusal = refused(described)
        assert (refusal.code, refusal.clause) == ("all_dealt", cited(rulebook, JAMMED[rulebook]))
        assert "Seat 1 has answered after the" in refusal.sentence
        assert isinstance(settled(boxed(described, decisions=())), Settlement)

    def test_a_wrong_number_a_wrong_count_and_an_unlisted_exposure_may_come_later(self, rulebook: str) -> None:
        for wrong in (
            Irregularity(kind="wrong_number_of_cards"),
            Irregularity(kind="stub_count", total=51),
            Irregularity(kind="unlisted_exposure", case="void"),
        ):
            result = settled(replace(whole_round(rulebook), irregularity=wrong))
            assert isinstance(result, Settlement)
            assert {line.outcome for line in result.lines} == {"void"}


@pytest.mark.parametrize("rulebook", [book for book in BOOKS if book != "md-uth"])
def test_a_dealer_s_card_is_seen_too_early_until_the_dealer_reveals_it(rulebook: str) -> None:
    """All have answered, and the dealer has not turned the hand up yet."""
    result = settled(replace(whole_round(rulebook), irregularity=EXPOSED))
    assert isinstance(result, Settlement)
    assert {line.outcome for line in result.lines} == {"void"}


class TestHoldEm:
    @pytest.mark.clause("md-uth:13F")
    @pytest.mark.parametrize("last", [("check", "play:2"), ("check", "check", "fold"), ("play:4",)])
    def test_no_card_of_the_dealer_s_is_seen_too_early_once_everybody_has_folded_or_played(
        self, last: tuple[str, ...]
    ) -> None:
        exposed = boxed(replace(whole_round("md-uth"), irregularity=EXPOSED), decisions=last)
        refusal = refused(exposed)
        assert (refusal.code, refusal.clause) == ("already_revealed", "md-uth:13F")
        assert "Everybody has answered" in refusal.sentence
        waiting = replace(exposed, seats=(replace(exposed.seats[0], decisions=("play:4",)), ONE_MORE))
        result = settled(waiting)
        assert isinstance(result, Settlement), "seat 2 has neither folded nor played"
        assert next(line for line in result.lines if line.wager == "trips").outcome == "lose"

    @pytest.mark.parametrize("dealing", ["manual_shoe", "hand"])
    @pytest.mark.parametrize("answers", [("check",), ("check", "check"), ("play:3",)])
    def test_without_a_device_the_board_is_dealt_between_the_answers(
        self, dealing: str, answers: tuple[str, ...]
    ) -> None:
        """Cards are still to come, so they may be found face up, or stay in the jammed shuffler."""
        described = boxed(without_devices(whole_round("md-uth")), decisions=answers)
        for wrong in (FACED, CARDS_HELD):
            assert isinstance(settled(replace(described, irregularity=wrong), {"dealing": dealing}), Settlement)

    def test_a_jammed_shuffler_holds_nothing_that_a_dealt_round_needs(self) -> None:
        jammed = replace(whole_round("md-uth"), irregularity=CARDS_HELD)
        refusal = refused(jammed)
        assert (refusal.code, refusal.clause) == ("all_dealt", "md-uth:13H")
        by_hand = boxed(without_devices(jammed), decisions=("check", "check", "play:1"))
        assert refused(by_hand, {"dealing": "hand"}).code == "all_dealt"

    def test_whoever_has_answered_has_their_initial_cards(self) -> None:
        before = Irregularity(kind="face_up_cards", count=2, after_initial_deal=False)
        described = boxed(without_devices(whole_round("md-uth")), decisions=("check",))
        for wrong in (before, Irregularity(kind="face_up_cards", case="several_before_initial_deal", count=2)):
            refusal = refused(replace(described, irregularity=wrong), {"dealing": "hand"})
            assert (refusal.code, refusal.clause) == ("which_case", "md-uth:13B")
            assert "irregularity.after_initial_deal as true" in refusal.sentence

    def test_cards_that_wait_in_the_device_may_jam_there_to_the_end(self) -> None:
        jammed = replace(whole_round("md-uth"), irregularity=SHOE_JAM)
        result = settled(jammed, {"dealer_cards": "held_in_device"})
        assert isinstance(result, Settlement)
        assert {line.outcome for line in result.lines} == {"void"}


def answers_of(first: tuple[str, ...], second: tuple[str, ...]) -> RoundDescribed:
    """A round of Hold 'Em in which somebody had a wrong number of cards, with the answers of two seats."""
    described = boxed(whole_round("md-uth"), decisions=first)
    wrong = Irregularity(kind="wrong_number_of_cards")
    return replace(described, irregularity=wrong, seats=(*described.seats, replace(ONE_MORE, decisions=second)))


@pytest.mark.parametrize(
    ("first", "second"),
    [((), ("check",)), (("check", "check"), ()), (("check",), ("check", "check")), ((), ("play:4",))],
)
def test_nobody_answers_before_those_whose_turn_it_is(first: tuple[str, ...], second: tuple[str, ...]) -> None:
    refusal = refused(answers_of(first, second))
    assert refusal.code == "not_your_turn"
    assert "give that seat's answer" in refusal.sentence


@pytest.mark.parametrize(
    ("first", "second"), [((), ()), (("check",), ()), (("check", "play:2"), ("check",)), (("play:4",), ("check",))]
)
def test_a_round_that_ended_early_has_the_answers_up_to_there(first: tuple[str, ...], second: tuple[str, ...]) -> None:
    assert isinstance(settled(answers_of(first, second)), Settlement)
