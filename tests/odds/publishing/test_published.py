"""Published figures, each with where it was published and how exactly."""

import pytest

from croupier.odds.audit.figures import Figure, figures
from croupier.odds.wagers.catalogue import results


@pytest.mark.parametrize("figure", figures(), ids=lambda one: f"{one.rules}-{one.wager}-{one.paytable}-{one.what}")
def test_published_figures(figure: Figure) -> None:
    assert figure.agrees(next(results(figure.rules, figure.wager, figure.paytable))), figure.source


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
