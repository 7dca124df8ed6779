"""What the Progressive takes: one amount or two, the amount placed deciding the envy; elections that money hangs on."""

from typing import Any

import msgspec
import pytest

from croupier.rulebook.elect import elect, resolve
from croupier.rulebook.errors import BadInput
from croupier.table.settlement.described import RoundDescribed, elected_rules, settle_described
from croupier.table.values import commands as c
from croupier.table.values.refusal import Refusal
from croupier.table.values.showdown import Settlement
from tests.rulebook.filing import example, filed, found, with_changes
from tests.table.pit import Pit

LINKS = ("PTMGL01", "PTMGL02", "PTMGL04", "PTMGLML01", "PTMGLML02", "PTMGLML03")
TOP_METER = {"PTMGL01": ("progressive", 10_000), "PTMGL02": ("progressive", 10_000), "PTMGL04": ("progressive", 1_000),
             "PTMGLML01": ("major", 10_000), "PTMGLML02": ("mega", 10_000), "PTMGLML03": ("mega", 10_000)}  # fmt: skip
ROYAL, LOW = ["As", "Ks", "Qs", "Js", "Ts"], ["2h", "3h", "5d", "7c", "9h"]


def settled(described: dict[str, Any]) -> Settlement | Refusal:
    round_ = msgspec.convert(described, RoundDescribed)
    return settle_described(elected_rules(round_), round_)


def done(described: dict[str, Any]) -> Settlement:
    result = settled(described)
    assert isinstance(result, Settlement), result
    return result


def four_card(rules: str, elections: dict[str, Any], first: int, second: int, **more: Any) -> dict[str, Any]:
    """A royal against nothing, each with a progressive wager."""
    seats = [
        {"seat": seat, "cards": cards, "decisions": ["play:1"], "wagers_cents": {"ante": 1000, "progressive": stake}}
        for seat, cards, stake in ((1, ROYAL, first), (2, LOW, second))
    ]
    dealer = ["Kd", "Qd", "8c", "6c", "4d", "2c"]
    return {"rules": rules, "elections": elections, "dealer": dealer, "seats": seats, **more}


@pytest.mark.parametrize("stake_cents", [100, 200, 500])
@pytest.mark.parametrize("table", LINKS)
@pytest.mark.clause("ma-fcp-2:13(b)/seed-scaling")
def test_a_link_round_is_settled_at_any_one_stake_and_its_seed_follows(table: str, stake_cents: int) -> None:
    result = done(four_card("ma-fcp-2", {"progressive": table}, stake_cents, stake_cents))
    meter, dollars = TOP_METER[table]
    won = next(line for line in result.lines if line.seat == 1 and line.wager == "progressive")
    assert (won.stake_cents, won.paid_cents) == (stake_cents, dollars * stake_cents)
    assert dict(result.meters)[meter] == dollars * stake_cents


@pytest.mark.clause("ma-fcp-2:13(b)/PTMGL02/envy")
@pytest.mark.parametrize(("table", "envy_cents"), [("PTMGL01", 100_000), ("PTMGL02", 500_000)])
def test_link_envy_is_as_printed_at_every_stake(table: str, envy_cents: int) -> None:
    for stake_cents in (100, 500):
        result = done(four_card("ma-fcp-2", {"progressive": table}, stake_cents, stake_cents))
        assert [(line.seat, line.paid_cents) for line in result.lines if line.wager == "envy"] == [(2, envy_cents)]


@pytest.mark.clause("ma-fcp-2:13(b)/seed-scaling")
def test_a_link_table_takes_one_stake_since_its_seed_follows_it() -> None:
    refusal = settled(four_card("ma-fcp-2", {"progressive": "PTMGL01"}, 100, 500))
    assert isinstance(refusal, Refusal)
    assert refusal.code == "wrong_stake"
    among = found("ma-fcp-2", {"progressive.stake_cents": [100, 500]})
    assert [finding.severity for finding in among if finding.field == "progressive.stake_cents"] == ["violation"]


FOUR_ACES, JACKS = ["As", "Ah", "Ad", "Ac", "2c"], ["Js", "9d", "7h", "5c", "3s"]


@pytest.mark.parametrize(
    ("rules", "letter", "one", "five"),
    [
        pytest.param("md-fcp", "A", 10_000, 50_000, marks=pytest.mark.clause("md-fcp:.12E(1) md-fcp:.12F(1)")),
        pytest.param("md-fcp", "B", 10_000, 50_000, marks=pytest.mark.clause("md-fcp:.12E(2) md-fcp:.12F(2)")),
        pytest.param("md-fcp", "C", 100_000, 500_000, marks=pytest.mark.clause("md-fcp:.12E(3) md-fcp:.12F(3)")),
        pytest.param("ma-fcp-1", "A", 10_000, 50_000, marks=pytest.mark.clause("ma-fcp-1:13(a)(5)")),
        pytest.param("ma-fcp-2", "B", 10_000, 50_000, marks=pytest.mark.clause("ma-fcp-1:13(a)(5)")),
    ],
)
@pytest.mark.clause("md-fcp:.12D[2nd](1)")
def test_envy_goes_by_the_amount_placed_where_a_table_takes_both(rules: str, letter: str, one: int, five: int) -> None:
    seats = [
        {"seat": seat, "cards": cards, "decisions": ["play:1"], "wagers_cents": {"ante": 1000, "progressive": stake}}
        for seat, cards, stake in ((1, FOUR_ACES, 500), (2, JACKS, 100), (3, ["Jh", "9c", "7s", "5d", "3d"], 500))
    ]
    dealer = ["Kd", "Qd", "8c", "6c", "4d", "2h"]
    result = done({"rules": rules, "elections": {"progressive": letter}, "dealer": dealer, "seats": seats})
    envy = {line.seat: line.paid_cents for line in result.lines if line.wager == "envy"}
    assert envy == {2: one, 3: five}


@pytest.mark.parametrize("rulebook", ["md-tcp", "md-fcp", "ma-fcp-1", "md-uth"])
def test_a_submission_may_take_a_dollar_and_five_and_the_table_then_takes_either(rulebook: str) -> None:
    changes = {"progressive.stake_cents": [500, 100]}
    assert not [one for one in found(rulebook, changes) if one.field == "progressive.stake_cents"]
    rules = resolve(filed(with_changes(example(rulebook), changes)))
    assert rules.progressive_stakes_cents == (100, 500)
    main = dict.fromkeys(rules.rulebook.wagers.main.of, 1500)
    pit = Pit(rules).sit(1, 2).ready().wager(1, **main, progressive=100).wager(2, **main, progressive=500)
    assert [box.stake("progressive") for box in pit.round.boxes] == [100, 500]
    refusal = pit.refused(c.PlaceWager(seat=1, wager="progressive", stake_cents=300))
    assert "$1 or $5" in refusal.sentence


@pytest.mark.parametrize("rulebook", ["md-tcp", "md-fcp", "ma-fcp-1", "md-uth"])
def test_another_amount_beside_them_is_refused(rulebook: str) -> None:
    among = found(rulebook, {"progressive.stake_cents": [100, 200]})
    assert [one.severity for one in among if one.field == "progressive.stake_cents"] == ["violation"]


@pytest.mark.parametrize(
    ("rules", "elections", "clause"),
    [
        ("md-fcp", {"progressive": "A", "envy": "B"}, "md-fcp:.12D[2nd](2)"),
        ("ma-fcp-1", {"progressive": "A", "envy": "B"}, "ma-fcp-1:13(a)(5)(i)"),
        ("ma-fcp-1", {"progressive": "B", "envy": "A"}, "ma-fcp-1:13(a)(5)(ii)"),
        ("ma-fcp-2", {"progressive": "PTMGL01", "envy": "PTMGL02"}, "ma-fcp-2:13(b)"),
        ("md-uth", {"progressive": "A", "envy": "C"}, "md-uth:12D(5)(b)"),
    ],
)
def test_an_envy_schedule_of_another_letter_is_refused_as_check_refuses_it(
    rules: str, elections: dict[str, Any], clause: str
) -> None:
    with pytest.raises(BadInput) as refused:
        elect(rules, elections)
    assert clause in str(refused.value)
    assert elect(rules, {"envy": elections["envy"]}).elected("progressive") == elections["envy"]


def hold_em(**elections: Any) -> dict[str, Any]:
    """Seat 1 makes a royal with the flop and has no progressive wager; seat 2 has one."""
    seats = [
        {"seat": 1, "cards": ["As", "Ks"], "decisions": ["play:4"], "wagers_cents": {"ante": 1000, "blind": 1000}},
        {"seat": 2, "cards": ["7c", "2d"], "decisions": ["check", "check", "play:1"],
         "wagers_cents": {"ante": 1000, "blind": 1000, "progressive": 100}},
    ]  # fmt: skip
    board = ["Qs", "Js", "Ts", "3d", "8h"]
    return {"rules": "md-uth", "elections": elections, "dealer": ["9c", "9d"], "community": board, "seats": seats}


@pytest.mark.clause("md-uth:11J(2)(e)(ii)")
def test_whether_an_envy_holder_must_have_wagered_is_never_assumed_where_money_hangs_on_it() -> None:
    refusal = settled(hold_em())
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.clause) == ("election_missing", "md-uth:11J(2)(e)(ii)")
    assert "envy_holder_must_wager" in refusal.sentence
    for must, envy in ((True, []), (False, [2])):
        result = done(hold_em(envy_holder_must_wager=must))
        assert [line.seat for line in result.lines if line.wager == "envy"] == envy


@pytest.mark.clause("md-uth:11J(2)(e)(ii)")
def test_a_round_that_is_paid_the_same_either_way_need_not_say_it() -> None:
    described = hold_em()
    described["seats"][0]["wagers_cents"]["progressive"] = 100
    assert done(described)


@pytest.mark.clause("ma-fcp-1:11(a)(2)#2")
def test_the_raised_odds_of_the_shipped_example_are_settled_and_played() -> None:
    odds = example("ma-fcp-2")["odds"]
    assert odds == {"ante_bonus": {"four_of_a_kind": "30 to 1"}}
    described = four_card("ma-fcp-2", {}, 100, 100, odds=odds)
    described["seats"][0]["cards"] = ["Ts", "Th", "Td", "Tc", "Ac"]
    bonus = [line for line in done(described).lines if line.wager == "ante_bonus"]
    assert [(line.seat, line.line, line.paid_cents) for line in bonus] == [(1, "four_of_a_kind", 30_000)]
    rules = resolve(filed(example("ma-fcp-2")))
    table = rules.table("ante_bonus")
    assert table is not None
    assert str(table.pays("four_of_a_kind")) == "30 to 1"


@pytest.mark.parametrize(
    ("rules", "odds"),
    [
        ("ma-fcp-1", {"ante_bonus": {"four_of_a_kind": "24 to 1"}}),
        ("ma-fcp-1", {"cover_all": {"four_aces": "1,000 to 1"}}),
        ("md-fcp", {"ante_bonus": {"four_of_a_kind": "30 to 1"}}),
        ("md-tcp", {"ante_bonus": {"straight_flush": "30 to 1"}}),
        ("md-uth", {"trips": {"royal_flush": "500 to 1"}}),
    ],
)
def test_odds_below_the_posted_ones_or_where_they_are_exact_are_refused(rules: str, odds: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        elect(rules, {}, odds)
