"""A wager that pays only if the showdown is won: beside a slow twin, in best play of all wagers, and in simulation."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from croupier.cards import parse_cards
from croupier.odds.advice.advice import advise, number_of
from croupier.odds.cache import Shelf
from croupier.odds.design.asked import Wanted
from croupier.odds.design.design import design
from croupier.odds.simulation.engine import Engine
from croupier.odds.simulation.exact import Exactly
from croupier.odds.simulation.simulate import prepare
from croupier.odds.simulation.strategies import BEST, Strategy
from croupier.odds.studies.law import round_law
from croupier.odds.wagers.catalogue import AS_POSTED, entries
from croupier.odds.wagers.showdown import PUSHED
from croupier.odds.wagers.whole import whole_bet
from croupier.rulebook import shelf
from croupier.rulebook.elect import GameRules, digest, elect
from croupier.rulebook.errors import BadInput
from croupier.rulebook.shelf import example_text
from croupier.server.odds.expecting import Made, expected_under
from croupier.server.odds.mathematics import rules_under
from tests.odds.slow import three_card
from tests.simulation.tables import given_engine
from tests.simulation.test_agreement import disagreements

FOLDER = Path(__file__).parents[3] / "docs/atlantis"
WAGER, DEALERS = "showdown_bonus", 18_424
HANDS = tuple(combinations(range(52), 3))
NAMES = ("", "pair", "flush", "straight", "three_of_a_kind", "straight_flush")  # by the twin's number of a category
PAYS = {"straight_flush": 40, "three_of_a_kind": 25, "straight": 7, "flush": 5, "pair": 1}
BONUS = {"straight_flush": 5, "three_of_a_kind": 4, "straight": 1}
# By the words of the law: a dealer who does not qualify, a tie. A lower hand always loses, a higher one is always paid.
OUTCOMES = [
    ("compare", "push"),
    ("compare", "lose"),
    ("compare", "paytable"),
    ("push", "push"),
    ("lose", "push"),
    ("paytable", "lose"),
]
Ways = Mapping[tuple[str, bool], int]  # by lower, tie or higher, and whether the dealer qualifies: dealer's hands


@pytest.fixture(autouse=True)
def atlantis() -> Iterator[None]:
    """The sample state's rules can be named."""
    shelf.use([str(FOLDER)])
    yield
    shelf.use([])


def rules_with(unqualified: str, tie: str) -> GameRules:
    """Atlantis's rules with other words for these two cases."""
    rules = elect("atlantis-tcp")
    said = {"dealer_not_qualified": unqualified, "tie": tie}
    law = rules.rulebook.settlement
    comparisons = tuple(
        replace(one, outcomes=tuple(replace(o, outcome=said.get(o.case, o.outcome)) for o in one.outcomes))
        if one.wager == WAGER
        else one
        for one in law.comparisons
    )
    book = replace(rules.rulebook, settlement=replace(law, comparisons=comparisons))
    changed = replace(rules, rulebook=book, digest="")
    return replace(changed, digest=digest(changed))


# The slow twin: every hand of the player's beside every hand of the dealer's, by rules that are spelled out


@cache
def compared() -> tuple[Ways, ...]:
    """For each of the player's hands, how the dealer's compare with it."""
    scores = [three_card(hand) for hand in HANDS]
    order = {score: place for place, score in enumerate(sorted(set(scores)))}
    strength = np.array([order[score] for score in scores])
    qualifies = np.array([score[0] > 0 or score[1] >= 10 for score in scores])
    bits = np.array([sum(1 << card for card in hand) for hand in HANDS])
    found = []
    for own, cards in zip(strength, bits, strict=True):
        apart = bits & cards == 0
        cases = {"lower": strength > own, "tie": strength == own, "higher": strength < own}
        found.append(
            {
                (case, qualified): int((apart & there & (qualifies == qualified)).sum())
                for case, there in cases.items()
                for qualified in (False, True)
            }
        )
    return tuple(found)


def line_of(hand: tuple[int, ...]) -> str:
    return NAMES[three_card(hand)[0]]


def bring(hand: tuple[int, ...], ways: Ways, unqualified: str, tie: str) -> dict[str, int]:
    """For how many of the dealer's hands one that is played is paid its line, and for how many the stake goes back."""
    told = {"lower": "lose", "tie": tie, "higher": "paytable"}
    found = {"paytable": 0, "push": 0, "lose": 0}
    for (case, qualified), count in ways.items():
        found[told[case] if qualified or unqualified == "compare" else unqualified] += count
    return found


def game(hand: tuple[int, ...], ways: Ways) -> int:
    """What ante and play together with the ante bonus win, in antes, over all the dealer's hands."""
    won = sum(ways[case, False] for case in ("lower", "tie", "higher"))
    won += 2 * ways["higher", True] - 2 * ways["lower", True]
    return won + BONUS.get(line_of(hand), 0) * DEALERS


class Played:
    """All hands, played as is best with so much of the wager beside an ante of one."""

    def __init__(self, stake: Fraction, unqualified: str, tie: str, thinks: bool = True) -> None:
        self.game, self.side, self.folds = 0, Fraction(0), 0
        self.lines = dict.fromkeys((*PAYS, PUSHED), 0)
        for hand, ways in zip(HANDS, compared(), strict=True):
            won, line = bring(hand, ways, unqualified, tie), line_of(hand)
            base, back = game(hand, ways), (1 + PAYS.get(line, -1)) * won["paytable"] + won["push"]
            if base + (stake * back if thinks else 0) <= -DEALERS:
                self.folds += 1
                self.game -= DEALERS
                continue
            self.game += base
            self.side += stake * back
            self.lines[PUSHED] += won["push"]
            if line:
                self.lines[line] += won["paytable"]
        self.deals = len(HANDS) * DEALERS
        self.side -= stake * self.deals


@pytest.mark.parametrize(("unqualified", "tie"), OUTCOMES)
def test_every_deal_counted_again_comes_to_the_same(unqualified: str, tie: str) -> None:
    played = Played(Fraction(1), unqualified, tie, thinks=False)
    (entry,) = [
        one for one in entries(rules_with(unqualified, tie).rulebook) if (one.wager, one.table.id) == (WAGER, "A")
    ]
    result = entry.work_out(Shelf(), AS_POSTED)
    made = {line.line: line.count for line in result.lines}
    assert made == {line: count for line, count in played.lines.items() if line in made}
    assert (PUSHED in made) is ("push" in (unqualified, tie))
    assert (result.total, result.ev) == (played.deals, played.side / played.deals)


@pytest.mark.parametrize("stake_cents", [500, 10_000])
@pytest.mark.parametrize(("unqualified", "tie"), OUTCOMES)
def test_best_play_of_all_wagers_is_the_twins(unqualified: str, tie: str, stake_cents: int) -> None:
    stakes = {"ante": 1_500, WAGER: stake_cents}
    bet = whole_bet(rules_with(unqualified, tie), stakes, {}, Shelf())
    share = Fraction(stake_cents, 1_500)
    for thinks, which in ((True, "ev_cents"), (False, "ev_alone_cents")):
        played = Played(share, unqualified, tie, thinks)
        worth = [Fraction(played.game, played.deals) * 1_500, played.side / played.deals * 1_500]
        assert [getattr(wager, which) for wager in bet.wagers] == worth
        decisions = bet.decisions if thinks else bet.decisions_alone
        assert decisions.get("fold", Fraction(0)) == Fraction(played.folds, len(HANDS))


def test_a_wager_that_comes_back_where_the_dealer_does_not_qualify_is_folded_less() -> None:
    """Who folds loses it for certain, so with a large one hardly any hand is folded; alone it changes nothing."""
    dear = whole_bet(rules_with("push", "push"), {"ante": 1_500, WAGER: 10_000}, {}, Shelf())
    assert dear.decisions.get("fold", Fraction(0)) < dear.decisions_alone["fold"]
    assert dear.ignoring_costs_cents > 0
    law = whole_bet(elect("atlantis-tcp"), {"ante": 1_500, WAGER: 500}, {}, Shelf())
    assert [wager.fold_loses for wager in law.wagers] == [True, True]


@pytest.mark.parametrize("cards", ["Ah Kh Qh", "9s 9h 4d", "Qs 6h 4d", "7c 5d 2h", "Js 9s 2s"])
@pytest.mark.parametrize(("unqualified", "tie"), OUTCOMES[:4])
def test_one_hand_is_advised_with_what_its_showdowns_bring(cards: str, unqualified: str, tie: str) -> None:
    held = parse_cards(cards)
    values = advise(
        rules_with(unqualified, tie), tuple(held), shelf=Shelf(), stakes_cents={"ante": 1_500, WAGER: 3_000}
    )
    hand = tuple(sorted(number_of(card) for card in held))
    ways = compared()[HANDS.index(hand)]
    won = bring(hand, ways, unqualified, tie)
    back = (1 + PAYS.get(line_of(hand), -1)) * won["paytable"] + won["push"]
    assert values == {"play:1": Fraction(game(hand, ways) + 2 * back, DEALERS) - 2, "fold": Fraction(-3)}


@pytest.mark.parametrize(("unqualified", "tie"), OUTCOMES)
def test_simulator_and_table_settle_it_alike(unqualified: str, tie: str) -> None:
    """Where the cards are drawn by lot hands seldom tie, so dealer and players are dealt from few ranks as well."""
    chance = np.random.default_rng(7)
    engine = given_engine(rules_with(unqualified, tie), 2)
    decks = engine.decks(7, 0, 150)
    low = np.array([card for card in range(52) if card // 4 in (0, 2, 5, 9)], np.uint8)
    few = np.stack([chance.permutation(low)[: engine.plan.cards] for _ in range(300)], axis=1)
    for dealt in (decks, few):
        assert disagreements(engine, dealt, chance) == []


def test_a_simulation_is_as_exact_odds_say_and_a_rounds_law_has_the_same_mean() -> None:
    for unqualified, tie in (("compare", "push"), ("push", "lose")):
        rules = rules_with(unqualified, tie)
        stakes = {"ante": 1_500, WAGER: 500}
        made = prepare(rules, 400_000, 11, stakes=stakes, shelf=Shelf())
        found = made.play().wager(WAGER)
        twin = Played(Fraction(1), unqualified, tie, thinks=False)
        assert found.ev == twin.side / twin.deals
        assert found.distance is not None
        assert abs(found.distance) < 4
        (side,) = made.engine.plan.sides
        chances = Exactly(made.engine, Shelf()).chances(0, side)
        assert chances == [Fraction(twin.lines[line.line], twin.deals) for line in side.table.lines]
        assert found.hits[PUSHED] > 0
        law = round_law(Engine(rules, (stakes,), (Strategy(BEST),), Shelf()), Shelf())
        assert law is not None
        assert law.mean == 1_500 * Fraction(twin.game, twin.deals) + 500 * twin.side / twin.deals


def test_paytables_are_searched_with_the_stakes_that_go_back_counted() -> None:
    """What a search says of a table is what the odds say of it; a push is no line that a ladder could order."""
    book = elect("atlantis-tcp").rulebook
    asked = design(book, WAGER, "A", {"straight_flush": "40..60 by 10"}, Wanted(), shelf=Shelf())
    (posted,) = [one for one in asked.found if str(dict(one.lines)["straight_flush"]) == "40 to 1"]
    (entry,) = [one for one in entries(book) if (one.wager, one.table.id) == (WAGER, "A")]
    result = entry.work_out(Shelf(), AS_POSTED)
    assert (posted.ev, posted.variance) == (result.ev, result.variance)
    with pytest.raises(BadInput, match="leave the ladder out"):
        design(book, WAGER, "A", {"pair": "1..2"}, Wanted(ladder=True), shelf=Shelf())


def test_what_a_house_expects_of_it_is_the_law_of_its_rounds() -> None:
    """Ante and Play win where it wins, so the spread of all is more than that of each by itself."""
    text, stakes = example_text("atlantis-tcp"), {"ante": 1_500, WAGER: 500}
    (found,) = expected_under(text, [Made(stakes)])
    law = round_law(Engine(rules_under(text), (stakes,), (Strategy(BEST),), Shelf()), Shelf())
    assert law is not None
    assert (sum(found.means_cents.values()), found.variance) == (law.mean, law.variance)
    assert found.variance > sum(found.variances.values())
    assert (found.left_out, found.by_themselves) == ((), ())
