"""A meter's life: against what is known exactly, and against the meters of simulated rounds."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.odds.cache import Shelf
from croupier.odds.simulation.simulate import Simulation, prepare
from croupier.odds.studies.meter import MeterStudy, Terms, _Life, study_meter, terms_of
from croupier.odds.studies.run import made_from
from croupier.odds.wagers.catalogue import AS_POSTED, find
from croupier.rulebook.elect import MeterTerms, elect
from croupier.rulebook.errors import BadInput
from croupier.rulebook.load import load
from croupier.rulebook.payout import Rounding
from tests.simulation.tables import growing
from tests.soak import sized

AWARDS = sized(40_000, 2_000_000)


def table(rulebook: str = "md-tcp", **elections: Any) -> Simulation:
    return prepare(growing(elect(rulebook, elections), "14"), 1, 5, stakes={"ante": 100, "progressive": 100})


def study(run: Simulation, seats: tuple[int, ...] = (6,), awards: int = AWARDS) -> MeterStudy:
    return study_meter(made_from(run), terms_of(run.engine, Shelf()), seats, 50, awards)


def own(
    awards: tuple[tuple[Fraction, str, int], ...], rate: str = "20", rounding: Rounding = "down_to_the_cent"
) -> Terms:
    slopes: dict[str, Fraction] = {}
    for chance, meter, percent in awards:
        slopes[meter] = slopes.get(meter, Fraction(0)) + chance * Fraction(percent, 100)
    meters = {name: MeterTerms(name, Fraction(rate), 10_000, 10_000) for name in slopes}
    return Terms(100, Fraction(-100), slopes, awards, meters, rounding)


@pytest.mark.parametrize(("rounding", "paid"), [("down_to_the_cent", 2_502), ("up_to_the_cent", 2_503)])
def test_a_share_of_a_meter_is_rounded_as_the_law_says(rounding: Rounding, paid: int) -> None:
    """A quarter of $100.10, which every wager wins before it has put anything in."""
    terms = own(((Fraction(1), "progressive", 25),), rate="0", rounding=rounding)
    meters = {"progressive": MeterTerms("progressive", Fraction(0), 10_010, 10_010)}
    life = _Life(replace(terms, meters=meters), seed=1)
    life.live(1)
    assert life.paid == paid
    assert terms_of(table().engine, Shelf()).share_rounding == elect("md-tcp").share_rounding


def test_break_even_is_reached_as_often_as_it_should() -> None:
    (life,) = study(table()).meters
    assert life.break_even_cents == 1_008_000
    assert life.exact_reached is not None
    assert life.reached is not None
    assert life.reached_error is not None
    # No hit in the 64,857 wagers before the one that finds 10,080 dollars there, each won once in 22,100.
    assert life.exact_reached == pytest.approx((1 - 1 / 22_100) ** 64_857, rel=1e-9)
    assert abs(life.reached - life.exact_reached) < 4 * life.reached_error
    assert life.wagers_per_cycle == pytest.approx(22_100)
    assert life.hours_per_cycle == pytest.approx(22_100 / 300)
    assert life.hours_to_break_even == pytest.approx(64_858 / 300)
    # A memoryless hit: the wager that finds break-even is as likely as the life that sees it.
    assert life.above == pytest.approx(life.exact_reached, rel=0.15)
    assert life.average_cents == pytest.approx(100_000 + 14 * 22_100, rel=0.02)


@pytest.mark.parametrize("rulebook", ["md-tcp", "md-fcp", "md-uth"])
def test_the_wager_is_worth_what_exact_odds_say(rulebook: str) -> None:
    """By best play for the ante, which a fold takes the wager with; the long run with the least rate and reset."""
    rules = elect(rulebook)
    run = prepare(rules, 1, stakes={"progressive": 100, "ante": 100} | ({"blind": 100} if rulebook == "md-uth" else {}))
    terms = terms_of(run.engine, Shelf())
    entry = find(load(rulebook), "progressive", rules.table("progressive").id)[0]  # type: ignore[union-attr]
    posted = entry.work_out(Shelf(), AS_POSTED)
    assert posted.meters is not None
    assert {meter: slope * 100 for meter, slope in posted.meters.per_cent.items()} == terms.slopes
    assert posted.meters.constant * 100 == terms.constant_cents
    rates = {meter: Fraction(rate) for meter, rate in posted.at["rates_percent"].items()}
    assert terms.long_run_return(rates, posted.at["resets_cents"]) == posted.meters.long_run_return
    for meter, cents in posted.meters.break_even_cents.items():
        if len(posted.meters.per_cent) == 1 and posted.at["resets_cents"] == {meter: rules.meters[0].reset_cents}:
            assert terms.break_even_cents(meter) == cents


def test_what_is_put_in_is_paid_out() -> None:
    """Contributions and reset amounts leave as awards: exactly over all tables, in the long run."""
    awards = ((Fraction(1, 2_000), "mega", 100), (Fraction(1, 300), "mega", 10), (Fraction(1, 500), "minor", 100))
    terms = own(awards)
    found = study_meter(made_from(table()), terms, (5, 3, 2), 50, AWARDS)
    paid, put_in = (sum(getattr(one, name) for one in found.tables) for name in ("paid_cents", "contributed_cents"))
    seeded = 10 * 50 * 1_000 * float(Fraction(1, 2_000) + Fraction(1, 500)) * 10_000
    assert paid == pytest.approx(put_in + seeded, rel=0.05)
    assert [one.share for one in found.tables] == [0.5, 0.3, 0.2]
    assert found.tables[0].contributed_cents == pytest.approx(0.4 * 100 * 5 * 50 * 1_000)
    assert found.tables[2].hours_per_full_award == pytest.approx(1 / (0.0025 * 2 * 50))
    lives = {life.meter: life for life in found.meters}
    assert lives["mega"].exact_reached is None  # smaller shares take it back
    assert lives["minor"].exact_reached is not None


def test_linked_tables_bring_break_even_sooner() -> None:
    alone, linked = study(table(), (6,), 1_000), study(table(), (6, 6, 6), 1_000)
    assert alone.meters[0].hours_to_break_even == pytest.approx(3 * (linked.meters[0].hours_to_break_even or 0))
    assert alone.meters[0].reached == linked.meters[0].reached
    assert linked.tables[0].hours_per_full_award == alone.tables[0].hours_per_full_award


def test_a_meter_lives_as_in_simulated_rounds() -> None:
    rounds = sized(4_000_000, 100_000_000)
    rules = growing(elect("md-tcp"), "14")
    played = prepare(rules, rounds, 9, stakes={"ante": 100, "progressive": 100}).play(cores=2).meters[0]
    (life,) = study(table()).meters
    awards = rounds / 22_100
    assert abs(played.full_awards - awards) < 4 * awards**0.5
    # The average over so few lives is itself uncertain, by about one in the root of their number.
    assert played.average_cents == pytest.approx(life.average_cents, rel=4 * (2 / awards) ** 0.5)


def test_without_growth_nothing_is_reached() -> None:
    run = prepare(growing(elect("md-tcp"), "0"), 1, stakes={"ante": 100, "progressive": 100})
    (life,) = study(run, awards=100).meters
    assert (life.reached, life.above, life.hours_to_break_even, life.average_cents) == (0, 0, None, 100_000)


def test_a_table_without_the_wager_is_refused() -> None:
    with pytest.raises(BadInput, match="no progressive wager"):
        terms_of(prepare(elect("md-tcp"), 1, stakes={"ante": 100}).engine, Shelf())
    with pytest.raises(BadInput, match="at least one seat"):
        study(table(), (0,))
