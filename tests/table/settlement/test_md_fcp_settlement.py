"""Settlement cases of Maryland Four Card Poker, one row a case: what each wager comes to, by which line and clause."""

import pytest

from croupier.table.values import commands as c
from croupier.table.values import events as e
from tests.table.md_fcp import NOTHING, played, rules_of, table
from tests.table.pit import Pit, cards

ANTE_PLAY = {"ante": 1000}
# Cards of a seat, of the dealer (the last of six is up), the Play multiple, what the Ante comes to, and the Ante Bonus.
LOSS, TIE, WIN = -1, 0, 1
CASES = [
    # a category beats the next, the dealer's six against the player's five
    ("quads beat a straight flush", "2s 2h 2d 2c 9d", "As Ks Qs Js 4d 7h", WIN, 25),
    ("straight flush beats trips", "3h 4h 5h 6h Kd", "As Ah Ad 2c 9d Jc", WIN, 20),
    ("trips beat a flush", "2s 2h 2d Jc Kd", "Ah Kh Th 8h 4d 5c", WIN, 2),
    ("flush beats a straight", "2h 5h 8h 9h Kd", "As Kh Qd Jc 4d 6c", WIN, 0),
    ("straight beats two pair", "As 2h 3d 4c 9d", "Ah Ad Kh Kc 5c 7s", WIN, 0),
    ("two pair beat a pair", "2s 2h 3d 3c 9d", "Ah Ad Kh Qc 5c 7s", WIN, 0),
    ("a pair beats high cards", "2s 2h 5d 7c 9d", "Ah Kd Qh Tc 5c 7s", WIN, 0),
    # the same from the other side, the bonus owed all the same
    ("straight flush loses to quads", "As Ks Qs Js 4d", "2s 2h 2d 2c 9d 7h", LOSS, 20),
    ("trips lose to a straight flush", "As Ah Ad 2c 9d", "3h 4h 5h 6h Kd Jc", LOSS, 2),
    ("trips lose to quads", "Ks Kh Kd 4c 9d", "2s 2h 2d 2c 8d 7h", LOSS, 2),
    ("quads lose to higher quads", "2s 2h 2d 2c 9d", "Ks Kh Kd Kc 8d 7h", LOSS, 25),
    ("a flush loses to trips", "Ah Kh Th 8h 4d", "2s 2h 2d Jc Kd 5c", LOSS, 0),
    ("high cards lose to a pair", "Ah Kd Qh Tc 5c", "2s 2h 5d 7c 9d Jh", LOSS, 0),
    # within a category
    ("higher trips", "3s 3h 3d 4c 6d", "2s 2h 2d Ac Kd Jc", WIN, 2),
    ("equal trips cannot be, so the kicker of a pair", "Ks Kh Ad 4c 6d", "Kd Kc Qd Jc 8h 2s", WIN, 0),
    ("the second kicker of a pair", "Ks Kh Ad 4c 6d", "Kd Kc As 7c 3h 2s", LOSS, 0),
    ("a straight flush from the ace", "As Ks Qs Js 4d", "Kh Qh Jh Th 8d 2c", WIN, 20),
    ("A-2-3-4 is the lowest straight", "As 2h 3d 4c 9d", "2s 3h 4d 5c Jd Kc", LOSS, 0),
    ("higher flush by its fourth card", "Ah Kh Th 8h 4d", "As Ks Ts 7s 4c 2d", WIN, 0),
    # a tie pays
    ("equal straights tie", "As Kh Qd Jc 2d", "Ah Kd Qc Js 3d 6c", TIE, 0),
    ("equal flushes tie", "Ah Kh Th 8h 4d", "As Ks Ts 8s 4c 2d", TIE, 0),
    ("equal straight flushes tie", "Ah Kh Qh Jh 4d", "As Ks Qs Js 4c 2d", TIE, 20),
    ("equal pairs and kickers tie", "Ks Kh Ad 9c 6d", "Kd Kc Ah 9s 5h 2s", TIE, 0),
    ("equal two pair tie", "Ks Kh 9d 9c 6d", "Kd Kc 9h 9s 5h 2s", TIE, 0),
    ("equal high cards tie, the fifth not counting", "As Kh Td 8c 2d", "Ah Kd Tc 8s 6d 3c", TIE, 0),
    # the dealer needs no qualifying hand
    ("a dealer of nothing is beaten by a higher nothing", "As Kh Td 8c 2d", "Kd Qc 9s 7d 4c 2h", WIN, 0),
    ("and beats a lower one", "Kd Qc 9s 7d 4c", "As Kh Td 8c 2d 3c", LOSS, 0),
    # the best four of six
    ("the dealer's sixth card makes the hand", "As Ah 9d 7c 4d", "2s 5h 8d Jc Kd Ks", WIN, 0),
    ("the dealer's six make trips", "As Ah 9d 7c 4d", "2s 5h 8d 2c Kd 2h", LOSS, 0),
]  # fmt: skip


@pytest.mark.parametrize(("own", "dealer", "result", "bonus"), [pytest.param(*row[1:], id=row[0]) for row in CASES])
@pytest.mark.parametrize("times", [1, 2, 3])
@pytest.mark.clause("md-fcp:.11D(4)(c)(i)", "md-fcp:.11D(4)(c)(ii)", "md-fcp:.12B#1")
def test_ante_play_and_ante_bonus(own: str, dealer: str, result: int, bonus: int, times: int) -> None:
    pit = played(rules_of(), {1: own, "dealer": dealer}, {1: ANTE_PLAY}, f"play:{times}")
    found = {line.wager: line for line in pit.round.lines}
    for wager, stake in (("ante", 1000), ("play", 1000 * times)):
        line = found[wager]
        if result == LOSS:
            assert (line.outcome, line.paid_cents, line.returned_cents) == ("lose", 0, 0)
            assert line.clause == "md-fcp:.11D(4)(c)(i)"
        else:
            assert (line.outcome, line.paid_cents, line.returned_cents) == ("win", stake, stake)
            assert (line.clause, line.case) == ("md-fcp:.12A", "tie" if result == TIE else "higher")
    assert ("ante_bonus" in found) is (bonus > 0)
    if bonus:
        assert (found["ante_bonus"].paid_cents, found["ante_bonus"].stake_cents) == (bonus * 1000, 0)
        assert found["ante_bonus"].clause == "md-fcp:.12B(1)-(3)"
    sign = -1 if result == LOSS else 1
    assert pit.net(1) == sign * (1000 + 1000 * times) + bonus * 1000


@pytest.mark.clause("md-fcp:.12B#1")
@pytest.mark.parametrize(
    ("stakes", "answers", "bonus"),
    [({"ante": 1000}, ("play:1",), 2000), ({"ante": 1000}, ("fold",), 0), ({"aces_up": 500}, (), 0)],
)
def test_the_ante_bonus_is_owed_to_whoever_has_ante_and_play(
    stakes: dict[str, int], answers: tuple[str, ...], bonus: int
) -> None:
    pit = played(rules_of(), {1: "Ks Kh Kd 4c 9d", "dealer": "2s 2h 2d 2c 8d 7h"}, {1: stakes}, *answers)
    assert sum(line.paid_cents for line in pit.round.lines if line.wager == "ante_bonus") == bonus


# What a seat holds, the box card, and what Aces Up (table A), Six Card Bonus (table A) and Progressive (table A) return
# on top of a lost stake of 500, 500 and 100: `to 1` keeps the stake, `for 1` does not.
SIDES = [
    ("nothing", "2h 5s 8d Tc Ks", "Jh", -500, -500, -100),
    ("pair of kings", "Ks Kh 4d 7c 9d", "2h", -500, -500, -100),
    ("pair of aces", "As Ah 4d 7c 9d", "2h", 500, -500, -100),
    ("pair of aces, the box card a third", "As Ah 4d 7c 9d", "Ad", 500, 2500, -100),
    ("two pair", "3s 3h 2d 2c 9h", "Kh", 1000, -500, -100),
    ("two pair and the box card", "3s 3h 2d 2c 9h", "2h", 1000, 10_000, -100),
    ("straight of four", "As 2h 3d 4c 9h", "Kh", 2000, -500, -100),
    ("straight of four, five with the box card", "As 2h 3d 4c 9h", "5h", 2000, 5000, -100),
    ("straight of five", "5s 6h 7d 8c 9h", "Kh", 2000, 5000, -100),
    ("flush of four", "2h 5h 8h Jh Kd", "3s", 3000, -500, -100),
    ("flush of four, five with the box card", "2h 5h 8h Jh Kd", "Qh", 3000, 7500, -100),
    ("trips", "8s 8h 8d 5c Qd", "2h", 4500, 2500, 800),
    ("full house", "8s 8h 8d 5c 5d", "2h", 4500, 10_000, 800),
    ("straight flush of four", "3h 4h 5h 6h Kd", "Js", 15_000, -500, 9900),
    ("straight flush of four, five with the box card", "3h 4h 5h 6h Kd", "7h", 15_000, 100_000, 9900),
    ("royal flush of four, five with the box card", "Ah Kh Qh Jh 2d", "Th", 15_000, 500_000, 9900),
    ("quads", "6s 6h 6d 6c Kd", "2h", 25_000, 25_000, 29_900),
    ("four aces", "As Ah Ad Ac Kd", "2h", 25_000, 25_000, 1_000_020 - 100),
    ("super royal of hearts", "Ah Kh Qh Jh Th", "9h", 15_000, 10_000_000, 9900),
    ("super royal of diamonds", "Ad Kd Qd Jd Td", "9d", 15_000, 100_000_000, 9900),
]  # fmt: skip
# Dealers that beat every case but higher quads, and dealers that beat nearly none; each case meets those it can.
STRONG = ("7s 7h 7d 7c 4s 3c", "Js Jd Jh Jc 4s 3c", "9s 9c 9h 9d 4s 3c")
WEAK = ("Qc Ts 8c 7s 4d 2s", "Jc Ts 9s 7h 6c 4s")


@pytest.mark.parametrize(
    ("own", "box_card", "aces_up", "six_card", "progressive"), [pytest.param(*row[1:], id=row[0]) for row in SIDES]
)
@pytest.mark.parametrize("dealers", [STRONG, WEAK], ids=["beaten", "winning"])
@pytest.mark.clause("md-fcp:.11D(6)", "md-fcp:.11D(7)", "md-fcp:.12D[1st](2)")
def test_side_wagers_whatever_the_dealer_holds(
    own: str, box_card: str, aces_up: int, six_card: int, progressive: int, dealers: tuple[str, ...]
) -> None:
    taken = {*cards(own), *cards(box_card)}
    dealer = next(held for held in dealers if not taken & set(cards(held)))
    stakes = {"ante": 1000, "aces_up": 500, "six_card_bonus": 500, "progressive": 100}
    pit = played(rules_of(), {1: own, "dealer": dealer, "bonus_box": box_card}, {1: stakes}, "play:1")
    nets = tuple(pit.line(1, wager).net_cents for wager in ("aces_up", "six_card_bonus", "progressive"))
    assert nets == (aces_up, six_card, progressive)
    if dealers is STRONG and "four" not in (pit.line(1, "aces_up").line or ""):
        assert pit.line(1, "ante").outcome == pit.line(1, "play").outcome == "lose"


@pytest.mark.clause("md-fcp:.11D(9)")
@pytest.mark.parametrize(("dealer", "against"), [(STRONG[0], "lose"), (WEAK[0], "win")], ids=["beaten", "winning"])
def test_the_progressive_pays_trips_whatever_the_dealer_holds(dealer: str, against: str) -> None:
    stakes = {"ante": 1000, "progressive": 100}
    pit = played(rules_of(), {1: "8s 8h 8d 5c Qd", "dealer": dealer}, {1: stakes}, "play:1")
    assert pit.line(1, "play").outcome == against
    assert (pit.line(1, "progressive").outcome, pit.line(1, "progressive").net_cents) == ("win", 800)


ORDER = ["ante", "play", "ante_bonus", "aces_up", "six_card_bonus", "progressive", "envy"]


@pytest.mark.clause("md-fcp:.11D(4)", "md-fcp:.11D(5)", "md-fcp:.11D(8)", "md-fcp:.11D(10)(e)")
def test_seats_are_settled_one_by_one_from_the_dealers_right_each_wager_in_its_turn() -> None:
    stakes = {"progressive": 100, "six_card_bonus": 500, "aces_up": 500, "ante": 1000}
    hands: dict[int | str, str] = {1: "6s 6h 6d 6c Kd", 3: "2h 5s 8d Tc Ks", 5: "8s 8h 8c 5c 5d", "dealer": NOTHING}
    wagers = {seat: dict(sorted(stakes.items())) for seat in (1, 3, 5)}
    pit = played(rules_of(), hands, wagers, *["play:1"] * 3)
    units = [event.seat for event in pit.events if isinstance(event, e.UnitSettled)]
    assert units == [5, 3, 1]
    own = [line.wager for line in pit.round.lines if line.seat == 5 and line.wager != "envy"]
    assert own == ORDER[:-1]
    turns = [(line.seat, line.wager) for line in pit.round.lines]
    assert turns.index((1, "progressive")) < turns.index((5, "envy")) < turns.index((3, "envy"))
    assert [seat for seat, wager in turns if wager == "ante"] == [5, 3, 1]


@pytest.mark.clause("md-fcp:.11D(4)(a)")
def test_a_seats_cards_are_turned_up_before_it_is_settled() -> None:
    pit = played(rules_of(), {}, {1: ANTE_PLAY, 2: ANTE_PLAY}, "play:1", "play:1")
    for seat in (1, 2):
        shown = next(
            i for i, event in enumerate(pit.events) if isinstance(event, e.SeatRevealed) and event.seat == seat
        )
        first = next(
            i for i, event in enumerate(pit.events) if isinstance(event, e.WagerSettled) and event.line.seat == seat
        )
        assert shown < first
        event = pit.events[shown]
        assert isinstance(event, e.SeatRevealed)
        assert event.clause == "md-fcp:.11D(4)(a)"


@pytest.mark.clause("md-fcp:.11D(11)(a)")
def test_a_seats_cards_go_once_all_its_wagers_are_settled() -> None:
    stakes = {"ante": 1000, "aces_up": 500, "six_card_bonus": 500, "progressive": 100}
    pit = played(rules_of(), {1: "6s 6h 6d 6c Kd", "dealer": NOTHING}, {1: stakes, 2: stakes}, "play:1", "play:1")
    for seat in (1, 2):
        gone = next(
            i for i, event in enumerate(pit.events) if isinstance(event, e.CardsCollected) and event.seat == seat
        )
        before = pit.events[:gone]
        ended = {event.line.wager for event in before if isinstance(event, e.WagerSettled | e.AwardPaid)
                 and event.line.seat == seat}  # fmt: skip
        assert {*stakes, "play"} <= ended


@pytest.mark.clause("md-fcp:.11D(11)(b)")
def test_every_hand_can_be_rebuilt_from_the_rack() -> None:
    wagers = {1: {"ante": 1000}, 2: {"ante": 1000}, 3: {"ante": 1000, "aces_up": 500}, 4: {"aces_up": 500}}
    pit = played(rules_of(), {}, wagers, "fold", "play:1", "fold")
    rack = dict(pit.round.rack)
    assert {seat: rack[seat] for seat in wagers} == {box.seat: box.cards for box in pit.round.boxes}
    assert rack[0] == pit.round.dealer + pit.round.bonus_cards
    assert [seat for seat, _ in pit.round.rack] == [1, 4, 3, 2, 0]


def test_settlement_waits_for_the_reveal() -> None:
    pit = Pit(rules_of()).sit(1).ready().wager(1, ante=1000)
    assert pit.refused(c.SettleNext()).code == "out_of_order"
    pit = table(rules_of(), {}, {1: ANTE_PLAY}).on()
    assert pit.refused(c.SettleNext()).code == "out_of_order"
