"""Published figures, each with where it was published and how exactly."""

from typing import NamedTuple

import pytest

from croupier.odds.wagers.catalogue import results
from croupier.odds.wagers.results import Result

WIZARD = "Wizard of Odds"
DISCOUNT = "Discount Gambling"


class Figure(NamedTuple):
    """A figure as published; `within` is half a unit of its last printed digit, a little more where rounded oddly."""

    rules: str
    wager: str
    paytable: str
    what: str
    value: float
    within: float
    source: str


FIGURES = [
    Figure("md-tcp", "base", "A", "house_edge", 0.0337, 5e-5, f"{WIZARD}, Three Card Poker, ante bonus 5-4-1"),
    Figure("md-tcp", "base", "A", "element_of_risk", 0.0201, 6e-5, f"{WIZARD}, Three Card Poker, ante bonus 5-4-1"),
    Figure("md-tcp", "base", "A", "sd", 1.64, 5e-3, f"{WIZARD}, Three Card Poker, ante bonus 5-4-1"),
    Figure("md-tcp", "base", "B", "house_edge", 0.0361, 5e-5, f"{WIZARD}, Three Card Poker, ante bonus 5-3-1"),
    Figure("md-tcp", "base", "C", "house_edge", 0.0383, 5e-5, f"{WIZARD}, Three Card Poker, ante bonus 4-3-1"),
    Figure("md-tcp", "pair_plus", "A", "house_edge", 0.0557, 5e-5, f"{WIZARD}, Pair Plus 40-30-5-4-1"),
    Figure("md-tcp", "pair_plus", "B", "house_edge", 0.0728, 5e-5, f"{WIZARD}, Pair Plus 40-30-6-3-1"),
    Figure("md-tcp", "pair_plus", "C", "house_edge", 0.0232, 5e-5, f"{WIZARD}, Pair Plus 40-30-6-4-1"),
    Figure("md-tcp", "pair_plus", "D", "house_edge", 0.0349, 5e-5, f"{WIZARD}, Pair Plus 40-25-6-4-1"),
    Figure("md-fcp", "base", "A", "house_edge", 0.0279, 5e-5, f"{WIZARD}, Four Card Poker"),
    Figure("md-fcp", "base", "A", "element_of_risk", 0.0130, 5e-5, f"{WIZARD}, Four Card Poker"),
    Figure("ma-fcp-1", "base", "A", "house_edge", 0.0279, 5e-5, f"{WIZARD}, Four Card Poker"),
    Figure("ma-fcp-2", "base", "A", "house_edge", 0.0279, 5e-5, f"{WIZARD}, Four Card Poker"),
    Figure("md-uth", "base", "A", "house_edge", 0.02185, 5e-6, f"{WIZARD}, Ultimate Texas Hold 'Em"),
    Figure("md-uth", "base", "A", "element_of_risk", 0.00526, 5e-6, f"{WIZARD}, Ultimate Texas Hold 'Em"),
    Figure("md-uth", "base", "A", "sd", 4.94, 5e-3, f"{WIZARD}, Ultimate Texas Hold 'Em"),
    Figure("md-uth", "base", "A", "play:4", 0.377, 5e-4, f"{WIZARD}, Ultimate Texas Hold 'Em"),
    Figure("md-uth", "trips", "A", "house_edge", 0.0090, 5e-5, f"{WIZARD}, Trips 50-40-30-9-7-4-3"),
    Figure("md-uth", "trips", "C", "house_edge", 0.0350, 5e-5, f"{WIZARD}, Trips 50-40-30-8-7-4-3"),
    Figure("md-uth", "bad_beat", "B", "house_edge", 0.1479, 5e-5, f"{DISCOUNT}, bad beat 7500-500-50-30-20-9"),
]


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: "-".join(figure[:4]))
def test_published_figures(figure: Figure) -> None:
    result = next(results(figure.rules, figure.wager, figure.paytable))
    assert _figure(result, figure.what) == pytest.approx(figure.value, abs=figure.within), figure.source


def _figure(result: Result, what: str) -> float:
    return float(result.decisions[what] if ":" in what else getattr(result, what))


@pytest.mark.parametrize(
    ("rules", "total"),
    [
        ("md-tcp", 407_170_400),
        ("md-fcp", 6 * 27_906_522_724_080),  # times the choice of the dealer's face-up card
        ("md-uth", 27_813_810_024_000),
    ],
)
def test_every_deal_is_counted_once(rules: str, total: int) -> None:
    result = next(results(rules, "base"))
    assert result.total == total
    assert sum(line.count for line in result.lines) == total
    assert sum(line.contribution for line in result.lines) == result.ev
    assert sum(result.decisions.values()) == 1


def test_the_designs_example_to_the_last_digit() -> None:
    from croupier.odds.publishing.published import publish

    form = publish(next(results("md-uth", "trips", "A")))
    assert form["ev"] == {"num": "-1206516", "den": "133784560"}
    assert form["total"] == "133784560"
    assert form["lines"][0] == {"line": "royal_flush", "count": "4324", "pays": "50 to 1"}
    assert (round(form["house_edge"], 6), round(form["sd"], 3), round(form["hit_frequency"], 4)) == (
        0.009018,
        2.765,
        0.1527,
    )


def test_beaten_hands_as_published_to_the_last_deal() -> None:
    # Discount Gambling, "UTH 2-Way Bad Beat Bonus", 8 June 2012.
    result = next(results("md-uth", "bad_beat", "B"))
    assert {line.line: line.count for line in result.lines} == {
        "straight_flush": 10_300_592,
        "four_of_a_kind": 471_040_512,
        "full_house": 8_435_225_376,
        "flush": 19_434_208_592,
        "straight": 18_271_076_976,
        "three_of_a_kind": 64_049_759_448,
    }
    assert result.total == 2_781_381_002_400
