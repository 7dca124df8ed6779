"""Whatever happens at a table, the books are kept: in every round that is written down, made up or found void."""

from collections import Counter

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule, run_state_machine_as_test

from croupier.house.ledger.accounts import awards, drop, inventory, player_account, wagers
from croupier.house.ledger.postings import UNCOLLECTED, close_out
from croupier.house.log import events as he
from croupier.rulebook.load import rulebook_ids
from croupier.table.procedure.decks import in_round
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.refusal import Refusal
from tests.house.ledger.books import FLOOR, OPENING_CENTS, STAKED_CENTS, TABLE, Books, with_four_aces
from tests.playthroughs.play import playthroughs
from tests.soak import SOAKING, sized
from tests.table.pit import Pit
from tests.table.test_machine import ENOUGH, TableMachine

PLAYS = playthroughs()


@pytest.mark.parametrize("name", PLAYS)
def test_every_round_that_is_written_down_keeps_the_books(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    books, do = Books(), Pit.do

    def booked(pit: Pit, command: c.AnyCommand) -> tuple[e.AnyEvent, ...]:
        before = pit.state
        answer = do(pit, command)
        books.happens(before, *answer)
        return answer

    monkeypatch.setattr(Pit, "do", booked)
    table = PLAYS[name]()
    if table.state.round and table.round.lines:
        assert {posting.wager for posting in books.posted} >= {line.wager for line in table.round.lines}


class BookedMachine(TableMachine):
    """A table at which people do whatever they can think of, and meanwhile take chips away or bring some."""

    seen: Counter[str]

    def __init__(self) -> None:
        super().__init__()
        self.books = Books()

    def tries(self, command: c.AnyCommand) -> tuple[e.AnyEvent, ...] | Refusal:
        before = self.state
        answer = super().tries(command)
        if not isinstance(answer, Refusal):
            moved = self.books.happens(before, *answer)
            self.seen.update(posting.reason for posting in moved)
        return answer

    @precondition(lambda self: self.books.accounts)
    @rule(pick=st.integers(0, 100), part=st.integers(1, 3))
    def a_player_takes_chips_away(self, pick: int, part: int) -> None:
        players = sorted(name for name in self.books.accounts if name.startswith("player:"))
        if players and (cents := self.books.of(players[pick % len(players)]) // part):
            gone = he.CashedOut(player=players[pick % len(players)].removeprefix("player:"), cents=cents)
            self.books.happens(self.state, gone)

    @rule(units=st.integers(1, 6), gone=st.booleans())
    def a_settlement_is_found_wrong(self, units: int, gone: bool) -> None:
        for _ in range(ENOUGH):
            if self.due("settle"):
                break
            self.next_step()
        for _ in range(units):
            if self.due("settle"):
                self.next_step()
        for pick in range(8 if gone else 0):
            self.a_player_takes_chips_away(pick, 1)
        if in_round(self.state):
            self.tries(c.Report(kind="wrong_number_of_cards", by=FLOOR, at=self.now))

    @rule(part=st.integers(1, 3))
    def chips_go_to_the_cage(self, part: int) -> None:
        if cents := self.books.of(inventory(TABLE)) // part:
            self.books.happens(self.state, he.Credited(cents=cents, by=FLOOR))

    @rule(cents=st.sampled_from([1, 20_000, 3_000_000]))
    def a_player_buys_in_at_the_table(self, cents: int) -> None:
        self.books.happens(self.state, he.BoughtIn(player="player 1", cents=cents))

    def teardown(self) -> None:
        """When the last round is over the table can be closed out, and only what players hold is left."""
        super().teardown()
        if hasattr(self, "state"):
            self.books.happens(self.state, close_out(TABLE, self.books.of))
            assert [self.books.of(account(TABLE)) for account in (inventory, drop, wagers, awards)] == [0, 0, 0, 0]
            assert self.books.of("cage:t1") == 0


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_any_sequence_of_commands_keeps_the_books(rulebook: str) -> None:
    seen: Counter[str] = Counter()
    machine = type("Machine", (BookedMachine,), {"rulebook": rulebook, "seen": seen})
    config = settings(
        max_examples=sized(25, 1_000),
        stateful_step_count=sized(30, 60),
        deadline=None,
        database=None,
        derandomize=not SOAKING,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(machine, settings=config)
    assert {"placed", "taken", "returned", "void", "paid", "reversed", "uncollected"} <= set(seen), seen


# A round found void when it has been settled in part


@pytest.mark.parametrize(
    ("gone", "left", "uncollected"),
    [
        (0, STAKED_CENTS, 0),
        (STAKED_CENTS - 1, 1, 0),
        (STAKED_CENTS, 0, 0),
        (STAKED_CENTS + 1, 0, 1),
        (400_000, 0, 400_000 - STAKED_CENTS),
    ],
)
def test_winnings_taken_back_are_set_off_against_the_stakes_that_return(gone: int, left: int, uncollected: int) -> None:
    pit = with_four_aces()
    pit.do(c.ValidateAward(seat=2, light_on=True, validated_by=FLOOR))
    winner, books = player_account("player 2"), pit.books
    assert books.of(winner) > 500_000, "the meter and more"
    if gone:
        books.happens(pit.state, he.CashedOut(player="player 2", cents=gone))
    inventory_before = books.of(inventory(TABLE))
    pit.do(c.Report(kind="wrong_number_of_cards", by=FLOOR))
    assert books.of(winner) == left
    assert [(p.taker, p.cents) for p in books.posted if p.reason == UNCOLLECTED] == (
        [(winner, uncollected)] if uncollected else []
    )
    assert books.of(inventory(TABLE)) > inventory_before, "the house has all of its chips back"
    assert books.of(inventory(TABLE)) - books.filled == OPENING_CENTS


def test_an_award_that_waited_goes_back_to_the_meter_when_the_round_is_void() -> None:
    pit = with_four_aces()
    assert pit.books.of(awards(TABLE)) > 500_000
    pit.do(c.Report(kind="wrong_number_of_cards", by=FLOOR))
    assert pit.books.of(awards(TABLE)) == 0
    assert [pit.books.of(player_account(f"player {seat}")) for seat in (1, 2)] == [STAKED_CENTS] * 2
