from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import pytest

from croupier.odds.cache import Shelf
from croupier.odds.games.base import solved
from croupier.odds.hands.classes import satisfied_by
from croupier.odds.hands.counts import counted
from croupier.odds.wagers.catalogue import AS_POSTED, Asked, entries, find, paytable_names, results, wager_names
from croupier.odds.wagers.results import Result
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.paytable import Paytable
from croupier.rulebook.load import load, rulebook_ids
from croupier.rulebook.payout import FixedSum, MeterShare

PART_OF_THE_GAME = ("ante", "play", "blind", "ante_bonus")


@pytest.fixture(scope="module")
def everything() -> dict[str, list[Result]]:
    """Every result of every rulebook."""
    shelf = Shelf()
    return {book: list(results(book, shelf=shelf)) for book in rulebook_ids()}


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_no_wager_and_no_paytable_of_the_rule_data_is_missing(
    rulebook: str, everything: Mapping[str, list[Result]]
) -> None:
    book = load(rulebook)
    due = set[tuple[str, str, str, int | None]]()
    for menu in book.paytables:
        for table in menu.tables:
            if menu.wager not in PART_OF_THE_GAME:
                due.add((menu.wager, table.id, table.status, table.stake_cents or None))
            elif menu.wager in ("blind", "ante_bonus"):
                due.add(("base", table.id, table.status, None))
    bound = {table.id for menu in book.paytables for table in menu.tables if table.stake_cents}
    found = {
        (
            result.wager,
            result.paytable,
            result.status,
            result.at["stake_cents"] if result.wager == "envy" and result.paytable in bound else None,
        )
        for result in everything[rulebook]
    }
    assert found == due
    paid = {wager.wager for wager in book.wagers.wagers if wager.wager not in PART_OF_THE_GAME}
    assert paid <= {result.wager for result in everything[rulebook]}


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_every_result_adds_up(rulebook: str, everything: Mapping[str, list[Result]]) -> None:
    for result in everything[rulebook]:
        counts = [line.count for line in result.lines]
        assert all(count > 0 for count in counts), result
        rest = result.total - sum(counts)
        free = result.wager in ("envy", "base")
        assert sum((line.contribution for line in result.lines), Fraction(0)) - (
            0 if free else Fraction(rest, result.total)
        ) == (result.ev)
        assert result.variance > 0
        assert 0 < result.hit_frequency < 1
        assert result.clause.startswith(("md-", "ma-"))


def test_superseded_tables_are_marked(everything: Mapping[str, list[Result]]) -> None:
    marks = {result.paytable: result.status for result in everything["md-tcp"] if result.wager == "six_card_bonus"}
    assert marks == {
        "A": "selectable",
        "B": "selectable",
        "A-legacy": "superseded",
        "B-struck": "struck",
        "C-struck": "struck",
        "D-struck": "struck",
    }


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_every_line_of_every_table_is_one_that_cards_can_make(rulebook: str) -> None:
    shelf = Shelf()
    for menu in load(rulebook).paytables:
        for table in menu.tables:
            fact = table.ranked_on or menu.ranked_on
            if fact is None or menu.wager in PART_OF_THE_GAME:
                continue
            for ranked_on in (fact.is_, *(case.is_ for case in fact.cases)):
                cards = counted(ranked_on, shelf, table.hands)
                assert {line.line for line in table.lines} <= set(satisfied_by(cards.counts, cards.means))


def _heard(rulebook: str, wager: str) -> list[str]:
    told: list[str] = []
    list(results(rulebook, wager, shelf=Shelf(fresh=True, tell=told.append)))
    return told


def test_one_side_wager_does_not_solve_the_game() -> None:
    assert _heard("md-uth", "trips") == ["counting hands"]
    assert _heard("md-fcp", "aces_up") == ["counting hands"]
    assert _heard("md-tcp", "six_card_bonus") == ["counting hands"]
    assert all(work.startswith("solving") for work in _heard("md-tcp", "base"))


def test_a_part_of_the_game_is_asked_for_as_the_game() -> None:
    book = load("md-uth")
    for wager in ("ante", "play", "blind", "base"):
        assert [entry.wager for entry in find(book, wager)] == ["base", "base"]


def test_what_does_not_exist_is_refused_with_what_does() -> None:
    book = load("md-uth")
    with pytest.raises(BadInput, match=r"no wager 'pair_plus'; there are base, trips, progressive, envy"):
        find(book, "pair_plus")
    with pytest.raises(BadInput, match=r"Trips has no paytable 'F'; there are A, B, C, D, E\."):
        find(book, "trips", "F")
    with pytest.raises(BadInput, match="md-uth has no paytable 'Z'"):
        find(book, None, "Z")
    with pytest.raises(BadInput, match="no rulebook 'md-uht'; the nearest is md-uth"):
        next(results("md-uht"))


def test_names() -> None:
    assert wager_names(load("ma-fcp-1")) == ("base", "aces_up", "cover_all", "progressive", "envy")
    assert paytable_names(load("ma-fcp-1"), "aces_up") == ("I", "II", "III", "IV", "V", "VI", "VII")


# Pair plus


def test_pair_plus_with_an_ante_says_that_a_fold_forfeits_it() -> None:
    alone, with_ante = results("md-tcp", "pair_plus", "C")
    assert alone.at == {"made": "alone"}
    assert with_ante.at["made"] == "with an ante"
    assert "forfeits" in with_ante.at["fold"]
    # No paying hand is ever worth folding, so the forfeit costs nothing.
    assert (alone.ev, alone.total) == (with_ante.ev, 22_100)
    assert with_ante.total == 407_170_400


@pytest.mark.parametrize(
    ("rulebook", "paying"),
    [
        ("md-tcp", ("straight", "three_of_a_kind", "straight_flush", "pair", "flush")),
        ("md-fcp", ("three_of_a_kind", "straight_flush", "four_of_a_kind")),
    ],
)
def test_best_play_never_folds_a_hand_that_a_side_wager_pays(rulebook: str, paying: tuple[str, ...]) -> None:
    # So the results of wagers that a fold forfeits hold under best play as they stand.
    book = load(rulebook)
    table = find(book, "base")[0].table
    folded = {outcome.line for outcome in solved(book, table, Shelf()).outcomes if outcome.decision == "fold"}
    assert folded
    assert not folded & set(paying)


# Money that depends on the stake, the meters, the players


@pytest.mark.parametrize("rulebook", ["md-tcp", "md-fcp", "md-uth"])
def test_six_card_bonus_as_a_function_of_the_stake(rulebook: str) -> None:
    for entry in find(load(rulebook), "six_card_bonus"):
        at_one = entry.work_out(Shelf(), AS_POSTED)
        if not any(isinstance(line.pays, FixedSum) for line in entry.table.lines):
            assert at_one.by_stake is None
            assert "stake_cents" not in at_one.at
            continue
        assert at_one.at["stake_cents"] == 100
        assert at_one.by_stake is not None
        for stake in (1, 250, 10_000):
            there = entry.work_out(Shelf(), Asked(stake_cents=stake))
            assert there.ev == at_one.by_stake.constant + at_one.by_stake.over_stake / stake
            assert there.at["stake_cents"] == stake


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_progressives_are_linear_in_each_meter(rulebook: str) -> None:
    for entry in find(load(rulebook), "progressive"):
        result = entry.work_out(Shelf(), AS_POSTED)
        assert result.meters is not None
        assert set(result.meters.per_cent) == {
            line.pays.meter for line in entry.table.lines if isinstance(line.pays, MeterShare)
        }
        shown: dict[str, int] = dict(result.at["meters_cents"])
        for meter, slope in result.meters.per_cent.items():
            for cents in (1, 123_457, 99_999_999):
                moved = entry.work_out(Shelf(), Asked(meters_cents={meter: cents}))
                assert moved.ev == result.ev + slope * (cents - shown[meter])
            even = result.meters.break_even_cents[meter]
            assert even is not None
            assert _ev_at(entry.work_out, {meter: max(even, 1)}) >= 0
            if even > 1:
                assert _ev_at(entry.work_out, {meter: even - 1}) < 0
        value = result.meters.constant + sum(slope * shown[m] for m, slope in result.meters.per_cent.items())
        assert value == result.ev


def _ev_at(work_out: Any, meters: dict[str, int]) -> Fraction:
    result: Result = work_out(Shelf(), Asked(meters_cents=meters))
    return result.ev


def test_long_run_return_by_hand() -> None:
    # Three Card Poker, progressive A: fixed lines, 14 percent of stakes, and $1,000 at each ace-king-queen of spades.
    result = next(results("md-tcp", "progressive", "A"))
    assert result.meters is not None
    fixed = Fraction(3 * 500 + 44 * 70 + 52 * 60 + 720 * 6, 22_100)
    assert result.meters.long_run_return == fixed + Fraction(14, 100) + Fraction(1000, 22_100)
    assert result.at["rates_percent"] == {"progressive": 14.0}
    assert result.at["resets_cents"] == {"progressive": 100_000}
    # A share of the meter adds nothing in the long run: it only takes what was put in.
    shared = next(results("md-fcp", "progressive", "C"))
    assert shared.meters is not None
    lines = {line.line: line.count for line in shared.lines}
    fixed = sum(
        (Fraction(pays * lines[line], 2_598_960) for line, pays in
         {"four_of_a_kind": 300, "full_house": 50, "flush": 40, "straight": 30, "three_of_a_kind": 9}.items()),
        Fraction(0),
    )  # fmt: skip
    assert shared.meters.long_run_return == fixed + Fraction(4 * 10_000, 2_598_960)


def test_envy_is_worth_its_sums_per_other_player() -> None:
    one, five = (result for result in results("md-tcp", "envy"))
    assert one.ev == five.ev == Fraction(100 + 3 * 25, 22_100)
    assert (one.at["stake_cents"], five.at["stake_cents"]) == (100, 500)
    assert one.at["other_players"] == 1


def test_cover_all_has_a_result_for_each_number_of_hands() -> None:
    found = list(results("ma-fcp-1", "cover_all"))
    assert [result.at["hands"] for result in found] == [7, 6, 5, 4, 3, 2]
    assert [result.at["players"] for result in found] == [6, 5, 4, 3, 2, 1]


def test_elections_that_change_what_is_ranked_have_results_of_their_own() -> None:
    assert [result.at["bad_beat_rule"] for result in results("md-uth", "bad_beat", "B")] == ["either", "player"]
    either, player = results("md-uth", "bad_beat", "B")
    assert either.hit_frequency == 2 * player.hit_frequency
    flop, flop_kept, seven, seven_kept = results("md-uth", "progressive", "A")
    assert (flop.at["fold_forfeits_progressive"], flop_kept.at["fold_forfeits_progressive"]) == (True, False)
    assert (flop_kept.total, seven_kept.total) == (2_598_960, 133_784_560)
    assert (flop.total, seven.total) == (2_598_960 * 10 * 1_081, 133_784_560 * 21 * 10)
    hands = [result.at["envy_c_hands"] for result in results("md-fcp", "envy", "C")]
    assert hands == ["four_aces", "four_aces", "royal_flush", "royal_flush"]


def test_ultimate_pairs_by_hand() -> None:
    pays = {"pair_of_aces": 30, "ace_king_suited": 25, "ace_queen_or_jack_suited": 20, "ace_king_offsuit": 15}
    pays |= {"pair_jacks_queens_kings": 10, "ace_queen_or_jack_offsuit": 5, "pair_tens_or_less": 3}
    hands = (6, 4, 8, 12, 18, 24, 54)
    ev = Fraction(sum(p * n for p, n in zip(pays.values(), hands, strict=True)) - (1326 - sum(hands)), 1326)
    without, with_dealer = (next(results("md-uth", "ultimate_pairs", table)) for table in "AB")
    assert (without.ev, without.total) == (ev, 1326)
    # Six deals of 1,326 x 1,225 pay 1,000 instead of 30.
    assert with_dealer.ev == ev + Fraction(6 * (1000 - 30), 1326 * 1225)


def test_a_table_that_ranks_what_odds_do_not_know_is_refused() -> None:
    with pytest.raises(BadInput, match="Odds cannot count 'seven_twos'"):
        counted("seven_twos", Shelf())


def test_tables_shared_by_two_versions_stand_once() -> None:
    tables: list[Paytable] = [entry.table for entry in entries(load("md-tcp")) if entry.wager == "base"]
    assert [table.id for table in tables] == ["A", "B", "C"]


def test_a_small_game_is_solved_elsewhere_as_one_piece() -> None:
    """Where there is an elsewhere it is used, and what comes back is what would have been found here."""
    book, pieces = load("md-tcp"), list[tuple[Any, ...]]()

    def run(work: Callable[..., Any], given: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
        for piece in given:
            pieces.append(piece)
            yield work(*piece)

    table = find(book, "base")[0].table
    assert solved(book, table, Shelf(fresh=True, run=run)) == solved(book, table, Shelf(fresh=True))
    assert [module for module, _ in pieces] == ["three_card_poker"]
