"""The whole bet: wagers that a fold loses are part of the decision, and every figure is exact."""

import json
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from croupier.cards import parse_cards
from croupier.odds.advice.advice import advise, number_of, pays_of
from croupier.odds.cache import Shelf
from croupier.odds.games import hold_em
from croupier.odds.kernels.five_card_ladder import CATEGORIES, STRENGTHS
from croupier.odds.kernels.hold_em_play import PAIR_HIGH, PAIR_LOW
from croupier.odds.kernels.suits import families, place
from croupier.odds.simulation.simulate import prepare
from croupier.odds.studies.meter import terms_of
from croupier.odds.wagers.beside import ON_FLOP, class_of, play_beside
from croupier.odds.wagers.catalogue import results
from croupier.odds.wagers.whole import WholeBet, wagers_beside, whole_bet
from croupier.rulebook.elect import GameRules, elect
from croupier.rulebook.errors import BadInput
from tests.cli.command import assert_refused, here
from tests.odds.slow import best_five, five_card

DEALS_TO_THE_END = 28_094_757_600  # flop, the player's two cards, and the last two
PROGRESSIVE = {"ante": 500, "blind": 500, "progressive": 100}


def solved(
    rulebook: str, stakes: dict[str, int], meters: dict[str, int] | None = None, **elections: object
) -> WholeBet:
    return whole_bet(elect(rulebook, elections), stakes, meters or {}, Shelf())  # type: ignore[arg-type]


# What odds and the meter study say where a fold forfeits


def test_odds_and_the_meter_study_agree_where_a_fold_forfeits() -> None:
    (forfeits, kept) = list(results("md-uth", "progressive", "A"))[:2]
    rules = elect("md-uth")
    terms = terms_of(prepare(rules, 1, stakes=PROGRESSIVE).engine, Shelf())
    assert forfeits.meters is not None
    assert forfeits.meters.break_even_cents == {"progressive": terms.break_even_cents("progressive")}
    assert forfeits.meters.break_even_cents == {"progressive": 15_220_311}
    at_reset = 1 + (terms.constant_cents + terms.slopes["progressive"] * 1_000_000) / terms.stake_cents
    assert 1 + forfeits.ev == at_reset
    assert f"{float(at_reset):.3%}" == "58.416%"
    assert f"{float(kept.house_edge):.3%}" == "41.149%"
    lost = {one.line: other.count * 10_810 - one.count for one, other in zip(forfeits.lines, kept.lines, strict=True)}
    assert lost == {**dict.fromkeys(lost, 0), "three_of_a_kind": 12_214_848}
    assert forfeits.total == DEALS_TO_THE_END
    assert forfeits.at["fold"].endswith("folds 12,214,848 of 28,094,757,600 deals with a paying hand")


@pytest.mark.parametrize("rulebook", ["md-tcp", "md-fcp", "ma-fcp-1", "ma-fcp-2"])
def test_no_other_game_folds_a_hand_that_its_progressive_pays(rulebook: str) -> None:
    for result in results(rulebook, "progressive"):
        forfeits = result.at.get("fold_forfeits_progressive", True)
        assert result.at.get("fold", "") == (
            "forfeits it; best play of the game folds no paying hand" if forfeits else ""
        )


# The joint solution


def test_a_progressive_worth_more_than_the_ante_is_never_folded() -> None:
    """Three of a kind brings ten dollars, two antes: more than the one ante that staying can lose."""
    bet = solved("md-uth", PROGRESSIVE)
    unforfeited = list(results("md-uth", "progressive", "A"))[1]
    base, progressive = bet.wagers
    assert progressive.ev_cents == unforfeited.ev * 100
    assert progressive.ev_alone_cents == next(results("md-uth", "progressive", "A")).ev * 100
    assert base.ev_alone_cents == next(results("md-uth", "base")).ev * 500
    assert bet.ignoring_costs_cents == bet.ev_cents - base.ev_alone_cents - progressive.ev_alone_cents > 0
    assert float(bet.ignoring_costs_cents) == pytest.approx(0.338576, abs=1e-6)
    extra = bet.decisions_alone["fold"] - bet.decisions["fold"]
    assert extra == Fraction(12_214_848, DEALS_TO_THE_END)


@pytest.mark.parametrize(
    ("ante", "hand"), [(2_500, "hole_and_flop"), (10_000, "hole_and_flop"), (10_000, "best_of_seven")]
)
def test_what_decisions_promise_is_what_their_outcomes_come_to(ante: int, hand: str) -> None:
    """Values are spread from boards to starting hands; outcomes are counted again by the decisions."""
    rules = elect("md-uth", {"progressive_hand": hand})
    stakes = {"ante": ante, "blind": ante, "progressive": 100}
    (side,) = wagers_beside(rules, stakes, {"progressive": 3_000_000})
    played = play_beside(rules, [side.unfolded(ante)])
    bet = whole_bet(rules, stakes, {"progressive": 3_000_000}, Shelf())
    promised = Fraction(0)
    for values, weight in zip(played.starting, families(2).weights.tolist(), strict=True):
        promised += weight * max(values.values())
    assert (promised / 1_326 - Fraction(100, ante)) * ante == bet.ev_cents
    assert bet.ignoring_costs_cents > 0
    assert bet.decisions["fold"] < bet.decisions_alone["fold"]


def test_a_richer_bet_is_worth_no_less_than_playing_it_any_other_way() -> None:
    """Best for this ante is at least as good here as what is best for another ante, and as never thinking of it."""
    rules = elect("md-uth")
    values = {}
    for ante in (500, 2_500, 10_000):
        stakes = {"ante": ante, "blind": ante, "progressive": 100}
        values[ante] = whole_bet(rules, stakes, {}, Shelf())
    for ante, bet in values.items():
        for other in values.values():
            base, progressive = other.wagers
            assert base.ev_cents / base.stake_cents * ante + progressive.ev_cents <= bet.ev_cents
    costs = [bet.ignoring_costs_cents for bet in values.values()]
    assert costs == sorted(costs, reverse=True)


def test_where_a_fold_loses_nothing_beside_nothing_is_changed() -> None:
    bet = solved("md-uth", PROGRESSIVE, fold_forfeits_progressive=False)
    assert bet.ignoring_costs_cents == 0
    assert bet.decisions == bet.decisions_alone
    assert [wager.fold_loses for wager in bet.wagers] == [True, False]


@pytest.mark.parametrize(
    ("rulebook", "stakes"),
    [
        ("md-tcp", {"ante": 500, "pair_plus": 2_500, "progressive": 100, "six_card_bonus": 100}),
        ("md-fcp", {"ante": 500, "aces_up": 500, "progressive": 500}),
        ("ma-fcp-2", {"ante": 500, "aces_up": 500, "progressive": 100}),
    ],
)
def test_three_and_four_card_play_for_the_ante_is_best_for_all(rulebook: str, stakes: dict[str, int]) -> None:
    bet = solved(rulebook, stakes)
    assert bet.ignoring_costs_cents == 0
    for wager in bet.wagers[1:]:
        found = next(
            r for r in results(rulebook, wager.wager, wager.paytable) if r.at.get("stake_cents") in (None, 100)
        )
        at_the_stake = found.ev if found.meters is None else None
        assert at_the_stake is None or wager.ev_cents == at_the_stake * wager.stake_cents


# One situation


def _by_hand(rules: GameRules, own: str, board: str, bring: Fraction) -> dict[str, Fraction]:
    """Play and fold at the end against each of the dealer's hands, spelled out, with what the flop brings."""
    blind = pays_of(rules.table("blind"))
    cards, community = (tuple(number_of(card) for card in parse_cards(text)) for text in (own, board))
    mine = best_five(cards + community)
    line = CATEGORIES[mine[0]]
    paid = Fraction(*blind[line]) if line in blind else Fraction(0)
    net, hands = Fraction(0), 0
    for dealer in combinations([card for card in range(52) if card not in cards + community], 2):
        theirs = best_five(dealer + community)
        ante = 1 if theirs[0] >= 1 else 0
        net += 1 + ante + paid if mine > theirs else -1 - ante - 1 if mine < theirs else 0
        hands += 1
    return {"play:1": net / hands + bring, "fold": Fraction(-2)}


@pytest.mark.parametrize(
    ("own", "board", "ante", "best"),
    [
        ("2c 3d", "Kh Ks Kd 9s 5c", 500, "play:1"),
        ("2c 3d", "Kh Ks Kd 9s 5c", 5_000, "fold"),
        ("2c 3d", "Kh Ks 9d Kd 5c", 500, "fold"),  # three of a kind only after the flop
        ("9c 8c", "7c 6d 5h Th Jh", 5_000, "play:1"),
    ],
)
def test_the_end_is_worth_what_meeting_every_dealer_says(own: str, board: str, ante: int, best: str) -> None:
    rules = elect("md-uth")
    flop = tuple(number_of(card) for card in parse_cards(f"{own} {' '.join(board.split()[:3])}"))
    pays = {3: 10, 4: 31}.get(five_card(flop)[0], 0)
    values = advise(
        rules, parse_cards(own), parse_cards(board), stakes_cents={"ante": ante, "blind": ante, "progressive": 100}
    )
    by_hand = _by_hand(rules, own, board, Fraction(100 * pays, ante))
    assert values == {action: value - Fraction(100, ante) for action, value in by_hand.items()}
    assert next(iter(values)) == best


def test_the_flop_is_decided_as_the_whole_game_is_solved() -> None:
    """On flops with three of a kind, each hand's choice there beside the one that the solved game makes."""
    rules, ante = elect("md-uth"), 2_500
    stakes = {"ante": ante, "blind": ante, "progressive": 100}
    (side,) = wagers_beside(rules, stakes, {})
    brings = side.unfolded(ante).brings
    by_strength = tuple(brings.get(class_of("five_card", strength)) for strength in range(STRENGTHS))
    solution = hold_em.solve_beside(pays_of(rules.table("blind")), by_strength, (None,) * STRENGTHS)
    random, flops = np.random.default_rng(4), families(3)
    made = hold_em.flop_strengths()
    listed = np.argwhere((made >= 4_995) & (made < hold_em.NOT_DEALT))
    for flop, pair in listed[random.integers(0, len(listed), 12)].tolist():
        own, up = (PAIR_HIGH[pair], PAIR_LOW[pair]), flops.sets[flop].tolist()
        cards, community = (parse_cards([_card(number) for number in given]) for given in (own, up))
        values = advise(rules, cards, community, stakes_cents=stakes)
        assert (values["play:2"] > values["check"]) == solution.counts.flop_raise[flop, pair]


def _card(number: int) -> str:
    return "23456789TJQKA"[number // 4] + "cdhs"[number % 4]


def test_before_the_flop_a_forfeited_progressive_counts_too() -> None:
    rules = elect("md-uth")
    cards = parse_cards("Kd 5c")
    alone, whole = advise(rules, cards), advise(rules, cards, stakes_cents=PROGRESSIVE)
    # Raised, the progressive is never folded: it adds the same whatever the raise.
    assert whole["play:4"] - alone["play:4"] == whole["play:3"] - alone["play:3"]
    assert whole["check"] - alone["check"] <= whole["play:4"] - alone["play:4"]


@pytest.mark.parametrize(("ante", "hand"), [(2_500, "hole_and_flop"), (10_000, "best_of_seven")])
def test_before_the_flop_one_solved_game_answers_for_every_meter(ante: int, hand: str) -> None:
    rules, shelf = elect("md-uth", {"progressive_hand": hand}), Shelf()
    stakes = {"ante": ante, "blind": ante, "progressive": 100}
    advise(rules, parse_cards("Kd 5c"), shelf=shelf, stakes_cents=stakes)
    kept = {name for name in shelf.made if name.startswith("hold_em-starting")}
    meters = {"progressive": 3_000_000}
    (side,) = wagers_beside(rules, stakes, meters)
    by_family = play_beside(rules, [side.unfolded(ante)]).starting  # the game solved anew for this meter
    for cards in map(parse_cards, ("Kd 5c", "3d 2c", "9s 8s", "7d 7c", "As Ks")):
        values = advise(rules, cards, shelf=shelf, stakes_cents=stakes, meters_cents=meters)
        family = families(2).family[place(tuple(map(number_of, cards)))]
        assert values == {action: value - Fraction(100, ante) for action, value in by_family[family].items()}
    assert {name for name in shelf.made if name.startswith("hold_em-starting")} == kept


def test_a_wager_that_no_answer_touches_is_no_obstacle() -> None:
    """Cover All depends on every hand dealt; where it survives a fold, nobody has to leave it out."""
    rules, own, up = elect("ma-fcp-1"), parse_cards("Qs Qd 4c 5h 9s"), parse_cards("Kd")
    stakes = {"ante": 1000, "cover_all": 100}
    assert advise(rules, own, dealer_up=up, stakes_cents=stakes) == advise(rules, own, dealer_up=up)
    forfeits = elect("ma-fcp-1", {"cover_all_fold_rule": "fold_forfeits"})
    with pytest.raises(BadInput, match="cover_all depends on how many hands are dealt"):
        advise(forfeits, own, dealer_up=up, stakes_cents=stakes)


@pytest.mark.parametrize(
    ("rulebook", "cards", "stakes", "more"),
    [
        # A pair plays: pair plus pays 1 to 1, so its stake comes back twice; the progressive is lost.
        ("md-tcp", "2c 2d 7h", {"ante": 500, "pair_plus": 250, "progressive": 100}, Fraction(250 - 100, 500)),
        ("md-tcp", "Qs 6d 4c", {"ante": 500, "pair_plus": 250}, Fraction(-250, 500)),
        (
            "md-tcp",
            "As Ks Qs",
            {"ante": 500, "progressive": 100},
            Fraction(100_000 - 100, 500),
        ),  # the whole meter, $1,000, and no stake back
    ],
)
def test_three_card_values_have_the_forfeited_wagers_in_them(
    rulebook: str, cards: str, stakes: dict[str, int], more: Fraction
) -> None:
    rules, own = elect(rulebook), parse_cards(cards)
    alone, whole = advise(rules, own), advise(rules, own, stakes_cents=stakes)
    assert whole["play:1"] - alone["play:1"] == more
    lost = sum(cents for wager, cents in stakes.items() if wager != "ante")
    assert whole["fold"] == -1 - Fraction(lost, 500)


# As people ask


def test_the_command_says_what_ignoring_it_costs(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("odds", "md-uth", "--stake", "ante=500", "--stake", "blind=500", "--stake", "progressive=100")
    told = here(capsys, *asked)
    assert told.code == 0, told.err
    assert "To play as is best for the ante alone costs 0.338576 cents a round more" in told.out
    found = json.loads(here(capsys, *asked, "--json").out)
    whole = Fraction(int(found["ev_cents"]["num"]), int(found["ev_cents"]["den"]))
    assert whole == solved("md-uth", PROGRESSIVE).ev_cents
    richer = here(capsys, *asked, "--meter", "progressive=50000000", "--json")
    assert json.loads(richer.out)["meters_cents"] == {"progressive": 50_000_000}


@pytest.mark.parametrize(
    ("stakes", "meters", "words"),
    [
        ({"progressive": 100}, {}, "a seat plays with ante and blind"),
        ({**PROGRESSIVE, "trip": 5}, {}, "there is no wager 'trip'"),
        (PROGRESSIVE, {"mega": 5}, "There is no meter 'mega'"),
        (PROGRESSIVE, {"progressive": 0}, "cannot show 0 cents"),
    ],
)
def test_a_bet_that_cannot_be_is_refused_in_a_sentence(
    stakes: dict[str, int], meters: dict[str, int], words: str
) -> None:
    with pytest.raises(BadInput) as refused:
        solved("md-uth", stakes, meters)
    assert words in str(refused.value)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("odds", "md-uth", "--stake", "ante"), "--stake 'ante' is no sum; write NAME=CENTS"),
        (("odds", "md-uth", "--stake", "ante=5", "--stake", "ante=6"), "--stake ante stands there twice"),
        (("odds", "md-uth", "--stake", "ante=500", "--wager", "trips"), "leave --wager"),
        (("odds", "md-uth", "--meter", "progressive=5"), "add what is staked"),
        (("odds", "md-tcp", "--stake", "pair_plus=500"), "Without an ante there is nothing to decide"),
        (("best", "md-uth", "--cards", "As Kd", "--meter", "progressive=5"), "--meter matters to what is staked"),
        (("best", "md-tcp", "--cards", "As Kd 2c", "--stake", "ante=x"), "--stake 'ante=x' is no sum"),
        (("best", "md-uth", "--cards", "As Kd", "--stake", "ante=500"), "a seat plays with ante and blind"),
        (("odds", "md-tcp", "--date", "2026-11-30"), "--date is the day on a PAR sheet"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_sentence(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], words: str
) -> None:
    assert_refused(here(capsys, *arguments), words)


def test_a_wager_that_hangs_on_all_hands_is_refused() -> None:
    with pytest.raises(BadInput, match="cover_all depends on how many hands are dealt"):
        solved("ma-fcp-1", {"ante": 500, "cover_all": 500})


def test_the_flop_brings_what_its_line_pays() -> None:
    (side,) = wagers_beside(elect("md-uth"), PROGRESSIVE, {})
    unfolded = side.unfolded(500)
    assert unfolded.ranked_on == ON_FLOP
    assert unfolded.brings["three_of_a_kind"] == Fraction(1_000, 500)
    assert unfolded.brings["royal_flush"] == Fraction(1_000_000, 500)
    assert "pair" not in unfolded.brings
