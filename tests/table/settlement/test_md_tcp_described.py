"""Three Card Poker, Maryland: what `croupier settle` refuses, and rounds that an irregularity ends."""

from typing import Any

import pytest

from croupier.rulebook.elect import elect
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.base import Scalar
from croupier.table.settlement.described import Irregularity, SeatDescribed
from croupier.table.values.refusal import Refusal
from croupier.table.values.showdown import Settlement
from tests.table.pit import cards
from tests.table.three_card import described, seat, told

DEALER, OWN = "9d 9c 2s", "Ah Kc 7d"


@pytest.mark.parametrize(
    ("dealer", "seats", "code", "clause"),
    [
        pytest.param(DEALER, (seat(1, "Ah Kc 9d", "play", ante=1000),), "card_twice", ".03A(1)", id="a card twice"),
        pytest.param("9d 9c", (seat(1, OWN, "play", ante=1000),), "card_count", ".13D", id="dealer one short"),
        pytest.param(DEALER, (seat(1, "Ah Kc 7d 6d", "play", ante=1000),), "card_count", ".13D", id="one too many"),
        pytest.param(DEALER, (seat(8, OWN, "play", ante=1000),), "no_seat", ".02A", id="an eighth seat"),
        pytest.param(
            DEALER, (seat(1, OWN, "play", ante=1000), seat(1, "3h 4c 6d", "play", ante=1000)), "no_seat", ".07C",
            id="a seat twice",
        ),
        pytest.param(DEALER, (), "no_seats", ".07E(1)", id="nobody"),
        pytest.param(DEALER, (seat(1, OWN, ante=1000),), "undecided", ".11B", id="no answer"),
        pytest.param(DEALER, (seat(1, OWN, "play", pair_plus=500),), "not_asked", ".11B", id="pair plus is not asked"),
        pytest.param(DEALER, (seat(1, OWN, "fold", pair_plus=500),), "not_asked", ".11B", id="and cannot fold"),
        pytest.param(DEALER, (seat(1, OWN, "check", ante=1000),), "no_such_answer", ".11B", id="there is no check"),
        pytest.param(DEALER, (seat(1, OWN, "play:2", ante=1000),), "play_amount", ".11B", id="play is the ante"),
        pytest.param(DEALER, (seat(1, OWN, "play:0.5", ante=1000),), "play_amount", ".11B", id="and no less"),
        pytest.param(DEALER, (seat(1, OWN, "play", ante=1000, play=1000),), "play_wager", ".11B", id="a decision"),
        pytest.param(DEALER, (seat(1, OWN, progressive=100),), "main_wager", ".07E(1)", id="progressive alone"),
        pytest.param(DEALER, (seat(1, OWN, six_card_bonus=500),), "main_wager", ".07E(1)", id="six card bonus alone"),
        pytest.param(
            DEALER, (seat(1, OWN, "play", ante=1000, progressive=200),), "wrong_stake", ".12E(5)",
            id="there is an envy award for $1 and $5 only",
        ),
        pytest.param(DEALER, (seat(1, OWN, "play", ante=0),), "no_stake", ".07E(1)", id="no stake"),
        pytest.param(DEALER, (seat(1, OWN, "play", ante=1000, blind=1000),), "not_offered", ".07E(1)", id="no blind"),
    ],
)  # fmt: skip
def test_a_round_that_cannot_be_is_refused(
    dealer: str, seats: tuple[SeatDescribed, ...], code: str, clause: str
) -> None:
    refusal = described(dealer, *seats)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.clause) == (code, f"md-tcp:{clause}")


@pytest.mark.parametrize(
    "fields", [{"community": cards("3h")}, {"bonus_cards": cards("3h")}], ids=["community card", "bonus box"]
)
def test_cards_in_a_place_this_game_does_not_have_are_refused(fields: dict[str, Any]) -> None:
    refusal = described(DEALER, seat(1, OWN, "play", ante=1000), **fields)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "card_count"


@pytest.mark.parametrize(
    ("precondition", "stakes", "allowed"),
    [
        ("any", {"ante": 1000}, True),
        ("any", {"pair_plus": 500}, True),
        ("any", {"ante": 1000, "pair_plus": 500}, True),
        ("both", {"ante": 1000}, False),
        ("both", {"pair_plus": 500}, False),
        ("both", {"ante": 1000, "pair_plus": 500}, True),
    ],
)
def test_six_card_bonus_precondition(precondition: str, stakes: dict[str, int], allowed: bool) -> None:
    answer = "play" if "ante" in stakes else ""
    result = described(
        DEALER,
        seat(1, OWN, answer, **stakes, six_card_bonus=500),
        elections={"six_card_precondition": precondition},
    )
    assert isinstance(result, Settlement) is allowed
    if isinstance(result, Refusal):
        assert (result.code, result.clause) == ("precondition", "md-tcp:.07E(5)(b)")


@pytest.mark.parametrize(
    "elections",
    [
        {"ante_bonus": "D"}, {"pair_plus": "E"}, {"progressive": "C"}, {"six_card_bonus": "A-legacy"},
        {"six_card_bonus": "B-struck"}, {"six_card_bonus": "E"}, {"version": "F4"}, {"dealing": "shuffler"},
        {"blind": "A"}, {"envy_holder_must_wager": "no"},
    ],
)  # fmt: skip
def test_an_election_that_does_not_exist_is_refused(elections: dict[str, Scalar]) -> None:
    with pytest.raises(BadInput):
        elect("md-tcp", elections)


FULL = {"ante": 1000, "pair_plus": 500, "progressive": 100, "six_card_bonus": 500}


@pytest.mark.parametrize(
    ("irregularity", "clause"),
    [
        (Irregularity(kind="face_up_cards", count=2), ".13B"),
        (Irregularity(kind="face_up_cards", count=3), ".13B"),
        (Irregularity(kind="wrong_number_of_cards"), ".13D"),
        (Irregularity(kind="dealer_card_exposed"), ".13E"),
        (Irregularity(kind="dealing_shoe_jam"), ".13G"),
        (Irregularity(kind="stub_count", total=52, misdeal=True), ".10F"),
        (Irregularity(kind="stub_count", total=51, misdeal=False), ".10G"),
        (Irregularity(kind="stub_count", total=53, misdeal=True), ".10G"),
    ],
    ids=lambda value: f"{value.kind} {value.count} {value.total}" if isinstance(value, Irregularity) else value,
)
def test_a_void_round_returns_every_wager_and_leaves_the_meter_alone(irregularity: Irregularity, clause: str) -> None:
    dealing = irregularity.kind in ("face_up_cards", "dealing_shoe_jam")  # before anybody answers
    answers = () if dealing else ("play",)
    result = described(
        DEALER, seat(1, OWN, *answers, **FULL), seat(2, "As Ks Qs", pair_plus=500, progressive=100),
        irregularity=irregularity,
    )  # fmt: skip
    assert isinstance(result, Settlement)
    assert told(result) == [
        f"2 pair_plus void 0 500 - {clause}",
        f"2 progressive void 0 100 - {clause}",
        f"1 ante void 0 1000 - {clause}",
        f"1 pair_plus void 0 500 - {clause}",
        f"1 progressive void 0 100 - {clause}",
        f"1 six_card_bonus void 0 500 - {clause}",
        *(f"1 play void 0 1000 - {clause}" for _ in answers),
    ]
    assert dict(result.meters) == {"progressive": 1_234_567}
    assert (result.net_cents(1), result.net_cents(2)) == (0, 0)


@pytest.mark.parametrize(
    "irregularity",
    [
        Irregularity(kind="face_up_cards", count=1),
        Irregularity(kind="card_drawn_in_error"),
        Irregularity(kind="shuffler_jam"),
        Irregularity(kind="stub_count", total=52, misdeal=False),
    ],
    ids=lambda value: value.kind,
)
def test_a_round_that_goes_on_is_settled_as_if_nothing_had_happened(irregularity: Irregularity) -> None:
    box = seat(1, OWN, "play", **FULL)
    assert described(DEALER, box, irregularity=irregularity) == described(DEALER, box)


@pytest.mark.parametrize("method", ["manual_shoe", "hand"])
@pytest.mark.parametrize(("total", "misdeal"), [(52, True), (51, False)])
def test_the_stub_clause_is_that_of_the_dealing_method(method: str, total: int, misdeal: bool) -> None:
    clauses = {("manual_shoe", True): ".08H(1)", ("manual_shoe", False): ".08H(2)", ("hand", True): ".09G"}
    wrong = Irregularity(kind="stub_count", total=total, misdeal=misdeal)
    result = described(DEALER, seat(1, OWN, "play", ante=1000), elections={"dealing": method}, irregularity=wrong)
    assert isinstance(result, Settlement)
    assert {line.clause for line in result.lines} == {f"md-tcp:{clauses.get((method, misdeal), '.09H')}"}
