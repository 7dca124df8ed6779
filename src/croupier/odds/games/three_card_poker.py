"""Three Card Poker with best play: ante, play, ante bonus, and pair plus riding with an ante.

The dealer plays with queen high or better. Otherwise the ante wins even money and the play wager is returned.
A tie returns both. The ante bonus is paid whenever the player plays. A fold loses the ante, and a pair plus
made with it.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

from croupier.odds.kernels.suits import families
from croupier.odds.kernels.three_card import CATEGORIES, category_of
from croupier.odds.kernels.three_card_poker import DEALER_HANDS, OUTCOMES, three_card_outcomes, three_card_showdowns
from croupier.odds.wagers.returns import Outcome, Pays, ReturnTable, odds_to_one

NET = {"unqualified": 1, "win": 2, "tie": 0, "lose": -2}  # ante and play together, in antes

Strategy = Callable[[int], bool]  # from a hand's strength: whether to play it
# From a hand's strength and how often it compares with the dealer's in each way: what it brings beside the game, if it
# is not folded.
Unfolded = Callable[[int, Sequence[int]], Fraction]


def solve_beside(
    ante_bonus: Pays, unfolded: Unfolded
) -> tuple[ReturnTable, dict[int, int], dict[int, tuple[int, ...]]]:
    """Every round's outcome in antes by best play with what hands bring beside.

    With it the hands folded, by strength, and of those played the deals that compare in each way.
    """
    bonus = odds_to_one(ante_bonus, CATEGORIES)
    strengths, counted = three_card_outcomes()
    plays: list[bool] = []
    folded: dict[int, int] = {}
    shown: dict[int, tuple[int, ...]] = {}
    rows = zip(strengths.tolist(), category_of(strengths).tolist(), counted.tolist(), strict=True)
    ways = zip(three_card_showdowns()[1].tolist(), families(3).weights.tolist(), strict=True)
    for (strength, category, row), (compared, weight) in zip(rows, ways, strict=True):
        value = sum(NET[result] * count for result, count in zip(OUTCOMES, row, strict=True))
        best = Fraction(value, DEALER_HANDS) + bonus[CATEGORIES[category]] + unfolded(strength, compared) > -1
        plays.append(best)
        if best:
            before = shown.get(strength, (0,) * len(compared))
            shown[strength] = tuple(many + weight * more for many, more in zip(before, compared, strict=True))
        else:
            folded[strength] = folded.get(strength, 0) + weight
    answers = iter(plays)  # hands of one strength may differ by their suits; they are asked about in the same order
    return solve(ante_bonus, strategy=lambda strength: next(answers)), folded, shown


def solve(
    ante_bonus: Pays,
    pair_plus: Pays | None = None,
    pair_plus_stake: Fraction = Fraction(0),
    strategy: Strategy | None = None,
) -> ReturnTable:
    """Every round's outcome in antes, with best play or a given strategy.

    With a pair plus of ``pair_plus_stake`` antes its result is part of each outcome and of the decision.
    """
    bonus = odds_to_one(ante_bonus, CATEGORIES)
    plus = odds_to_one(pair_plus or {}, CATEGORIES)
    strengths, counted = three_card_outcomes()
    weights = families(3).weights
    totals: dict[tuple[str, str, str], int] = {}
    for strength, category, row, weight in zip(
        strengths.tolist(), category_of(strengths).tolist(), counted.tolist(), weights.tolist(), strict=True
    ):
        line = CATEGORIES[category]
        side = _pair_plus_net(line, pair_plus, plus) * pair_plus_stake
        value = sum(NET[result] * count for result, count in zip(OUTCOMES, row, strict=True))
        best = Fraction(value, DEALER_HANDS) + bonus[line] + side > -1 - pair_plus_stake
        if strategy(strength) if strategy else best:
            for result, count in zip(OUTCOMES, row, strict=True):
                key = ("play:1", result, line)
                totals[key] = totals.get(key, 0) + weight * count
        else:
            key = ("fold", "fold", line)
            totals[key] = totals.get(key, 0) + weight * DEALER_HANDS
    outcomes = []
    for (decision, result, line), count in sorted(totals.items()):
        if decision == "fold":
            net, staked = -1 - pair_plus_stake, 1 + pair_plus_stake
        else:
            net = NET[result] + bonus[line] + _pair_plus_net(line, pair_plus, plus) * pair_plus_stake
            staked = 2 + pair_plus_stake
        outcomes.append(Outcome(decision=decision, result=result, line=line, net=net, staked=staked, count=count))
    return ReturnTable(tuple(outcomes))


def _pair_plus_net(line: str, pays: Pays | None, odds: dict[str, Fraction]) -> Fraction:
    return odds[line] if pays and line in pays else Fraction(-1)
