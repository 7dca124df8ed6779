"""Three Card Poker, Maryland: which wagers are taken, until when, and what becomes of a player who leaves."""

import pytest

from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.base import Scalar
from croupier.table.decide import decide
from croupier.table.procedure.script import standing_steps
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.refusal import Refusal
from croupier.table.views import Viewer, view_for
from tests.table.pit import Pit, rules_with, stacked
from tests.table.three_card import METHODS, dealt_by, table

RULES = dealt_by("automated_shoe")
FLOOR = "floor:kim"


def open_table(**elections: Scalar) -> Pit:
    """A table with an open round and players in boxes 1 and 2."""
    return Pit(dealt_by("automated_shoe", **elections)).sit(1, 2).ready()


def put(seat: int, wager: str, stake: int, instrument: str = "value_chip") -> c.PlaceWager:
    """A wager."""
    return c.PlaceWager(seat=seat, wager=wager, stake_cents=stake, instrument=instrument)


def close(pit: Pit) -> Pit:
    """No more bets."""
    return pit.until("lock")


@pytest.mark.clause("md-tcp:.07A")
@pytest.mark.parametrize("instrument", ["value_chip", "plaque"])
def test_approved_instruments_are_taken_on_the_area_named(instrument: str) -> None:
    pit = open_table()
    pit.do(put(1, "ante", 1500, instrument))
    assert pit.round.boxes[0].wagers == (("ante", 1500),)
    assert pit.refused(put(1, "elsewhere", 1500, instrument)).code == "not_offered"
    assert pit.refused(put(1, "pair_plus", 1500, "promotional_coupon")).clause == "md-tcp:.07A"


@pytest.mark.clause("md-tcp:.07B")
@pytest.mark.parametrize("instrument", ["spoken", "cash"])
def test_a_spoken_wager_backed_by_cash_is_not_taken(instrument: str) -> None:
    refusal = open_table().refused(put(1, "ante", 1500, instrument))
    assert (refusal.code, refusal.clause) == ("instrument", "md-tcp:.07B")


@pytest.mark.clause("md-tcp:.07C")
def test_only_seated_players_wager() -> None:
    pit = open_table()
    refusal = pit.refused(put(3, "ante", 1500))
    assert (refusal.code, refusal.clause) == ("not_seated", "md-tcp:.07C")
    pit.sit(3)
    pit.do(put(3, "ante", 1500))


@pytest.mark.clause("md-tcp:.07C(1)")
def test_leaving_a_live_round_is_on_record() -> None:
    pit = open_table().wager(1, ante=1500)
    assert pit.refused(c.Leave(seat=1)).clause == "md-tcp:.07C(1)"
    close(pit)
    assert pit.do(c.Leave(seat=1)) == (e.PlayerLeft(seat=1, during_round=True),)
    assert pit.do(c.Leave(seat=2)) == (e.PlayerLeft(seat=2, during_round=False),)
    assert pit.round.boxes[0].left


@pytest.mark.clause("md-tcp:.07C(2)")
def test_the_floor_may_declare_the_wagers_of_who_left_abandoned() -> None:
    hands: dict[int | str, str] = {1: "As Ks Qs", 2: "2c 5d 8h", "dealer": "9d 9c 3s"}
    pit = table(RULES, hands).wager(1, ante=1500, pair_plus=500, progressive=100, six_card_bonus=500)
    pit.wager(2, ante=1500, progressive=100)
    ruling = c.Abandon(seat=1, lost=True, reason="left the table", by=FLOOR)
    assert pit.refused(ruling).clause == "md-tcp:.07C(2)"
    pit.until("ask")
    pit.do(c.Leave(seat=1))
    assert pit.refused(c.Abandon(seat=1, lost=True, reason="left", by="dealer")).clause == "md-tcp:.07C(2)"
    assert pit.refused(c.Abandon(seat=1, lost=True, reason=" ", by=FLOOR)).clause == "md-tcp:.07C(2)"
    declared = pit.do(ruling)
    assert declared[0] == e.WagersAbandoned(seat=1, lost=True, by=FLOOR, reason="left the table")
    assert pit.round.to_ask == (2,)
    pit.answer("play:1")
    assert {(line.wager, line.outcome, line.clause) for line in pit.round.lines if line.seat == 1} == {
        (wager, "lose", "md-tcp:.07C(2)") for wager in ("ante", "pair_plus", "progressive", "six_card_bonus")
    }
    assert pit.refused(ruling).code == "not_in_round"


def test_an_abandoned_box_that_was_the_last_to_answer_holds_nobody_up() -> None:
    pit = table(RULES, {1: "As Ks Qs", "dealer": "9d 9c 3s"}).wager(1, ante=1500).until("ask")
    pit.do(c.Leave(seat=1))
    pit.do(c.Abandon(seat=1, lost=True, reason="left", by=FLOOR))
    pit.on()
    assert (pit.round.phase, pit.net(1)) == ("closed", -1500)


def test_who_left_is_settled_unless_the_floor_rules_otherwise() -> None:
    pit = table(RULES, {1: "7h 7c 4d", "dealer": "9d 9c 3s"}).wager(1, pair_plus=500).until("settle")
    pit.do(c.Leave(seat=1))
    pit.on()
    assert pit.line(1, "pair_plus").outcome == "win"


@pytest.mark.clause("md-tcp:.07C#2", "md-tcp:.07D")
@pytest.mark.parametrize("method", METHODS)
def test_after_no_more_bets_nothing_changes_but_play(method: str) -> None:
    pit = Pit(dealt_by(method)).sit(1, 2).ready().wager(1, ante=1500, pair_plus=500)
    pit.wager(1, ante=2500)
    assert pit.round.boxes[0].stake("ante") == 2500
    close(pit)
    for phase in ("lock", "deal", "ask"):
        pit.until(phase)
        for seat, wager in ((1, "ante"), (1, "pair_plus"), (1, "progressive"), (2, "six_card_bonus"), (2, "ante")):
            refusal = pit.refused(put(seat, wager, 1500))
            assert (refusal.code, refusal.clause) == ("bets_closed", "md-tcp:.07D")
        assert pit.refused(c.WithdrawWager(seat=1, wager="pair_plus")).clause == "md-tcp:.07D"
    pit.do(c.Decide(seat=1, action="play", stake_cents=2500))
    assert pit.round.boxes[0].stake("play") == 2500


@pytest.mark.clause("md-tcp:.01B(5)")
def test_play_is_not_made_before_the_deal() -> None:
    pit = open_table().wager(1, ante=1500)
    assert pit.refused(put(1, "play", 1500)).code == "too_early"
    assert pit.refused(c.Decide(seat=1, action="play", stake_cents=1500)).code == "out_of_order"


@pytest.mark.clause("md-tcp:.07E(1)")
@pytest.mark.parametrize("stake", [0, 1, 1499, 1501, 3000])
def test_ante_alone_is_played_for_the_same_amount(stake: int) -> None:
    pit = open_table().wager(1, ante=1500).until("ask")
    assert pit.refused(c.Decide(seat=1, action="play", stake_cents=stake)).code == "play_amount"
    pit.do(c.Decide(seat=1, action="play", stake_cents=1500))


@pytest.mark.clause("md-tcp:.07E(2)")
def test_pair_plus_alone_is_dealt_in_never_asked_and_settled() -> None:
    pit = table(RULES, {1: "7h 7c 4d", 2: "2c 5d 8h", "dealer": "9d 9c 3s"})
    pit.wager(1, pair_plus=500).wager(2, ante=1500).until("ask")
    assert len(pit.round.boxes[0].cards) == 3
    assert pit.round.to_ask == (2,)
    assert pit.refused(c.Decide(seat=1, action="fold")).code == "not_asked"
    pit.answer("fold")
    assert (pit.line(1, "pair_plus").outcome, pit.net(1)) == ("win", 500)


@pytest.mark.clause("md-tcp:.07E(4)(a)")
@pytest.mark.parametrize(
    ("stakes", "allowed"),
    [({}, False), ({"ante": 1500}, True), ({"pair_plus": 500}, True), ({"ante": 1500, "pair_plus": 500}, True)],
)
def test_progressive_follows_an_ante_or_a_pair_plus(stakes: dict[str, int], allowed: bool) -> None:
    pit = open_table().wager(1, **stakes)
    if allowed:
        pit.do(put(1, "progressive", 100))
        return
    refusal = pit.refused(put(1, "progressive", 100))
    assert (refusal.code, refusal.clause) == ("precondition", "md-tcp:.07E(4)(a)")


def test_taking_the_main_wager_back_leaves_a_box_that_may_not_play() -> None:
    pit = open_table().wager(1, ante=1500, progressive=100).wager(2, ante=1500)
    pit.do(c.WithdrawWager(seat=1, wager="ante"))
    pit.do(c.Perform(step="load_device"))
    assert pit.refused(c.Perform(step="no_more_bets")).code == "main_wager"
    pit.do(c.WithdrawWager(seat=1, wager="progressive"))
    pit.do(c.Perform(step="no_more_bets"))


@pytest.mark.clause("md-tcp:.07E(4)(b)")
def test_a_player_sees_whether_the_progressive_was_accepted_before_betting_closes() -> None:
    pit = open_table().wager(1, ante=1500)
    refused = pit.refused(c.PlaceWager(seat=1, wager="progressive", stake_cents=100, accepted=False))
    assert refused.code == "not_accepted"
    me = Viewer("player", "player 1")

    def shown() -> tuple[tuple[str, int], ...]:
        seen = view_for(pit.state, me).round
        assert seen is not None
        return seen.boxes[0].wagers

    assert shown() == (("ante", 1500),)
    (accepted,) = pit.do(put(1, "progressive", 100))
    assert accepted == e.WagerPlaced(seat=1, player="player 1", wager="progressive", stake_cents=100)
    assert shown() == (("ante", 1500), ("progressive", 100))
    rule = pit.rules.rulebook.wager("progressive")
    assert rule is not None
    assert [step.clause for step in rule.procedure] == [("md-tcp:.07E(4)(b)",)]


@pytest.mark.clause("md-tcp:.07E(5)(b)")
@pytest.mark.parametrize(
    ("precondition", "stakes", "allowed"),
    [
        ("any", {}, False),
        ("any", {"ante": 1500}, True),
        ("any", {"pair_plus": 500}, True),
        ("both", {"ante": 1500}, False),
        ("both", {"pair_plus": 500}, False),
        ("both", {"ante": 1500, "pair_plus": 500}, True),
    ],
)
def test_six_card_bonus_follows_what_the_submission_says(
    precondition: str, stakes: dict[str, int], allowed: bool
) -> None:
    pit = open_table(six_card_precondition=precondition).wager(1, **stakes)
    if allowed:
        pit.do(put(1, "six_card_bonus", 500))
        close(pit)
        assert pit.refused(put(2, "six_card_bonus", 500)).code == "bets_closed"
        return
    refusal = pit.refused(put(1, "six_card_bonus", 500))
    assert (refusal.code, refusal.clause) == ("precondition", "md-tcp:.07E(5)(b)")


VERSIONS = [
    # version, ante, pair plus, allowed
    ("base", 0, 2000, True),
    ("base", 1500, 20000, True),
    ("F1", 1500, 0, True),
    ("F1", 0, 1500, False),
    ("F1", 1500, 1499, True),
    ("F1", 1500, 1500, True),
    ("F1", 1500, 1501, False),
    ("F2", 1500, 0, True),
    ("F2", 0, 3000, False),
    ("F2", 1500, 2999, True),
    ("F2", 1500, 3000, True),
    ("F2", 1500, 3001, False),
    ("F2", 1501, 3001, True),
    ("F3", 1500, 0, False),
    ("F3", 0, 1500, False),
    ("F3", 1500, 7500, True),
    ("F3", 1500, 7501, False),
    ("F3", 2500, 500, True),
    ("F3", 2501, 500, False),
]
VERSION_CLAUSES = {"base": ".07F", "F1": ".07F(1)", "F2": ".07F(2)", "F3": ".07F(3)"}


@pytest.mark.parametrize(
    ("version", "ante", "pair_plus", "allowed"),
    [
        pytest.param(
            *row,
            id=f"{row[0]}: ante {row[1]} and pair plus {row[2]}",
            marks=pytest.mark.clause(f"md-tcp:{VERSION_CLAUSES[row[0]]}"),
        )
        for row in VERSIONS
    ],
)
@pytest.mark.parametrize("ante_first", [True, False])
def test_the_restricted_versions(version: str, ante: int, pair_plus: int, allowed: bool, ante_first: bool) -> None:
    pit = open_table(version=version)
    wagers = [put(1, name, stake) for name, stake in (("ante", ante), ("pair_plus", pair_plus)) if stake]
    refusal = None
    if version in ("F1", "F2") and ante and not ante_first:
        refusal = pit.refused(put(1, "pair_plus", pair_plus or 500))
        assert refusal.clause == f"md-tcp:{VERSION_CLAUSES[version]}"
        return
    for wager in wagers if ante_first else wagers[::-1]:
        refusal = refusal or _problem(pit, wager)
    if refusal is None:
        pit.do(c.Perform(step="load_device"))
        refusal = _problem(pit, c.Perform(step="no_more_bets"))
    assert (refusal is None) is allowed
    if refusal:
        assert refusal.clause == f"md-tcp:{VERSION_CLAUSES[version]}"


def _problem(pit: Pit, command: c.AnyCommand) -> Refusal | None:
    answer = decide(pit.rules, pit.state, command)
    if isinstance(answer, Refusal):
        return answer
    pit.do(command)
    return None


@pytest.mark.parametrize(
    ("wager", "stake", "allowed"),
    [
        ("ante", 1499, False), ("ante", 1500, True), ("ante", 50_000, True), ("ante", 50_001, False),
        ("pair_plus", 499, False), ("pair_plus", 500, True), ("pair_plus", 20_000, True), ("pair_plus", 20_001, False),
        ("progressive", 99, False), ("progressive", 100, True), ("progressive", 101, False),
        ("progressive", 500, False),
    ],
)  # fmt: skip
def test_stakes_keep_to_the_posted_limits(wager: str, stake: int, allowed: bool) -> None:
    pit = open_table()
    if wager == "progressive":
        pit.wager(1, ante=1500)
    if allowed:
        pit.do(put(1, wager, stake))
    else:
        assert pit.refused(put(1, wager, stake)).code in ("outside_limits", "wrong_stake")


@pytest.mark.clause("md-tcp:.07G")
def test_one_player_wagers_at_the_filed_number_of_adjacent_boxes() -> None:
    pit = Pit(RULES)
    for seat in (1, 2, 3, 5):
        pit.do(c.Sit(seat=seat, player="ann"))
    pit.ready().wager(2, ante=1500)
    refusal = pit.refused(put(5, "ante", 1500))
    assert (refusal.code, refusal.clause) == ("not_adjacent", "md-tcp:.07G")
    pit.wager(3, ante=1500)
    refusal = pit.refused(put(1, "ante", 1500))
    assert (refusal.code, refusal.clause) == ("too_many_boxes", "md-tcp:.07G")


@pytest.mark.parametrize("offers", [("ante", "play", "pair_plus")])
def test_a_wager_that_is_not_filed_is_not_offered(offers: tuple[str, ...]) -> None:
    pit = Pit(rules_with("md-tcp", offers)).sit(1).ready().wager(1, ante=1500)
    assert pit.refused(put(1, "progressive", 100)).code == "not_offered"
    assert pit.refused(put(1, "six_card_bonus", 500)).code == "not_offered"
    with pytest.raises(BadInput):
        rules_with("md-tcp", ("ante", "play"))


@pytest.mark.clause("md-tcp:.11A(1)")
def test_each_player_answers_for_the_own_hand() -> None:
    said = {step.step: step for step in standing_steps(RULES)}
    assert said["own_hand"].clause == ("md-tcp:.11A(1)",)
    assert said["own_hand"].by == "player"
    pit = open_table().wager(1, ante=1500).wager(2, ante=1500).until("ask")
    pit.do(c.Decide(seat=1, action="fold", by="player 1"))
    for correction in ("play", "fold"):
        refusal = pit.refused(c.Decide(seat=1, action=correction, stake_cents=1500, by="dealer"))
        assert refusal.code == "not_asked"
    assert pit.round.boxes[0].folded


@pytest.mark.parametrize(
    "step",
    [
        pytest.param("nobody_else_touches", marks=pytest.mark.clause("md-tcp:.11A(2)")),
        pytest.param("cards_in_view", marks=pytest.mark.clause("md-tcp:.11A(3)")),
    ],
)
def test_what_players_did_with_their_cards_is_noted_against_the_seat(step: str) -> None:
    clause = {"nobody_else_touches": "md-tcp:.11A(2)", "cards_in_view": "md-tcp:.11A(3)"}[step]
    assert clause in [text for said in standing_steps(RULES) for text in said.clause]
    pit = Pit(RULES).sit(1).ready(stacked(RULES, {1: "7h 7c 4d"})).wager(1, ante=1500).until("ask")
    (noted,) = pit.do(c.NoteConduct(seat=1, step=step, note="seen by the dealer"))
    assert noted == e.ConductNoted(seat=1, step=step, note="seen by the dealer", by="dealer", clause=clause)
    assert pit.refused(c.NoteConduct(seat=2, step=step, note="an empty box")).code == "not_in_round"
