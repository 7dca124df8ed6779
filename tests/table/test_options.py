"""What a screen offers: everything that may be done now, with the smallest stake that would be taken."""

from typing import TypeVar

import pytest

from croupier.cards import DECK
from croupier.rulebook.elect import elect
from croupier.rulebook.load import rulebook_ids
from croupier.table.decide import decide
from croupier.table.values import commands as c
from croupier.table.values.refusal import Refusal

from .offered import offered_commands
from .pit import Pit, example, rules_with

BOOKS = rulebook_ids()
C = TypeVar("C", bound=c.Command)
MAIN = {"md-tcp": ("ante",), "md-uth": ("ante", "blind")}


def offered(pit: Pit, kind: type[C]) -> list[C]:
    """The commands of one kind that the table offers, each lawful and none twice."""
    commands = offered_commands(pit.rules, pit.state)
    assert len(set(commands)) == len(commands)
    assert not [command for command in commands if isinstance(decide(pit.rules, pit.state, command), Refusal)]
    return [command for command in commands if isinstance(command, kind)]


def main_wagers(pit: Pit, *seats: int) -> Pit:
    """The least stake on what a box plays with."""
    least = example(pit.rules.rulebook.rulebook).limits["ante"].minimum_cents
    assert least is not None
    for seat in seats:
        pit.wager(seat, **dict.fromkeys(MAIN.get(pit.rules.rulebook.rulebook, ("ante",)), least))
    return pit


@pytest.mark.parametrize("rulebook", BOOKS)
def test_a_bare_table_offers_every_seat_and_the_next_duty(rulebook: str) -> None:
    pit = Pit(rules_with(rulebook))
    assert [command.deck for command in offered(pit, c.ReceiveDeck)] == ["red-1"]
    assert len(offered(pit, c.Sit)) == pit.rules.seats
    for kind in (c.Leave, c.PlaceWager, c.WithdrawWager, c.Decide, c.Shuffle, c.RemoveDeck, c.Report, c.DocumentAward):
        assert not offered(pit, kind)


@pytest.mark.parametrize("rulebook", BOOKS)
def test_a_taken_seat_is_given_up_not_taken_again(rulebook: str) -> None:
    pit = Pit(rules_with(rulebook)).sit(2)
    assert offered(pit, c.Leave) == [c.Leave(seat=2)]
    assert not [sit for sit in offered(pit, c.Sit) if sit.seat == 2]


@pytest.mark.parametrize("rulebook", BOOKS)
def test_wagers_are_offered_to_who_sits_there_each_once_it_may_stand(rulebook: str) -> None:
    """A side wager is offered once the wager that it needs is down; what is down may be taken back."""
    pit = Pit(rules_with(rulebook)).sit(2).ready()
    first = {(command.seat, command.wager) for command in offered(pit, c.PlaceWager)}
    assert (2, "ante") in first
    assert {seat for seat, _ in first} == {2}
    assert not {wager for _, wager in first} & {"play", "progressive", "six_card_bonus"}
    assert not offered(pit, c.WithdrawWager)
    main_wagers(pit, 2)
    then = {command.wager: command.stake_cents for command in offered(pit, c.PlaceWager)}
    assert then["progressive"] == pit.rules.progressive_stake_cents
    limits = {limit.wager: limit.minimum_cents for limit in pit.rules.limits}
    assert {wager: cents for wager, cents in then.items() if wager in limits and wager != "blind"} == {
        wager: limits[wager] for wager in then if wager in limits and wager != "blind"
    }
    taken_back = [command.wager for command in offered(pit, c.WithdrawWager)]
    assert taken_back == list(MAIN.get(rulebook, ("ante",)))


def test_a_wager_that_equals_another_is_offered_at_its_stake() -> None:
    pit = Pit(rules_with("md-uth")).sit(1).ready().wager(1, ante=2500)
    blind = c.PlaceWager(seat=1, wager="blind", stake_cents=2500)
    assert blind in offered(pit, c.PlaceWager)


def test_without_posted_limits_the_least_stake_is_a_dollar() -> None:
    pit = Pit(elect("md-tcp", {})).sit(1).ready()
    assert c.PlaceWager(seat=1, wager="ante", stake_cents=100) in offered(pit, c.PlaceWager)


@pytest.mark.parametrize(
    ("rulebook", "before", "answers"),
    [
        ("md-tcp", (), {"play:1", "fold"}),
        ("md-fcp", (), {"play:1", "play:2", "play:3", "fold"}),
        ("ma-fcp-1", (), {"play:1", "play:2", "play:3", "fold"}),
        ("ma-fcp-2", (), {"play:1", "play:2", "play:3", "fold"}),
        ("md-uth", (), {"play:3", "play:4", "check"}),
        ("md-uth", ("check", "check"), {"play:2", "check"}),
        ("md-uth", ("check", "check", "check", "check"), {"play:1", "fold"}),
    ],
)
def test_answers_are_offered_for_the_seat_that_is_asked(
    rulebook: str, before: tuple[str, ...], answers: set[str]
) -> None:
    pit = main_wagers(Pit(rules_with(rulebook)).sit(1, 3).ready(), 1, 3).on().answer(*before)
    ante = pit.round.boxes[0].stake("ante")
    told = offered(pit, c.Decide)
    assert {command.seat for command in told} == {1}
    assert {
        f"play:{command.stake_cents // ante}" if command.stake_cents else command.action for command in told
    } == answers


@pytest.mark.parametrize("rulebook", BOOKS)
def test_what_may_be_reported_is_offered_to_whom_it_is_for(rulebook: str) -> None:
    pit = main_wagers(Pit(rules_with(rulebook)).sit(1).ready(), 1).until("deal")
    pit.do(c.DealCard(card=DECK[0]))
    by = {(command.kind, command.case): command.by for command in offered(pit, c.Report)}
    assert by["wrong_number_of_cards", ""] == "dealer"
    remedies = pit.rules.rulebook.irregularities.remedies
    ruled = {(remedy.kind, remedy.case) for remedy in remedies if any(step.by == "floor" for step in remedy.steps)}
    assert {report for report, who in by.items() if who == "floor"} == ruled


@pytest.mark.parametrize("rulebook", BOOKS)
def test_decks_are_shuffled_and_removed_when_no_round_uses_them(rulebook: str) -> None:
    pit = main_wagers(Pit(rules_with(rulebook, filed={"cards.decks": 1})).sit(1).ready(), 1).on()
    for kind in (c.Shuffle, c.RemoveDeck, c.SpreadIdle):
        assert not offered(pit, kind)
    pit.do(c.Report(kind="wrong_number_of_cards"))
    assert [command.deck for command in offered(pit, c.RemoveDeck)] == ["red-1"]
    assert {command.deck for command in offered(pit, c.Shuffle)} == {"red-1"}
    assert offered(pit, c.SpreadIdle)
