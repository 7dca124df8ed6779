"""The table to learn at: it leaves out nothing that matters, and shows nothing before its moment."""

from collections.abc import Iterator
from random import Random

import pytest

from croupier.cards import DECK, Card, parse_cards
from croupier.learning import felt
from croupier.learning.options import practice_of
from croupier.learning.practice import PracticeTable, player, table_before_the_deal, with_order
from croupier.odds.simulation.stakes import usual_stakes
from croupier.rulebook.elect import GameRules, elect
from croupier.rulebook.errors import BadInput
from croupier.rulebook.load import rulebook_ids
from croupier.table.decide import decide
from croupier.table.evolve import replay
from croupier.table.procedure.dealer import next_duty, with_chance
from croupier.table.procedure.dealing import due_of
from croupier.table.values import commands as c
from croupier.table.values.state import State
from tests.table.pit import variants


def done(rules: GameRules, state: State, command: c.AnyCommand) -> State:
    answer = decide(rules, state, command)
    assert isinstance(answer, tuple), answer
    return replay(answer, state)


def opened_with(rules: GameRules, seats: int, stakes: dict[str, int], order: tuple[Card, ...]) -> State:
    """A table from its first deck to the moment before the deal, nothing left out."""
    state = State()
    for seat in range(1, seats + 1):
        state = done(rules, state, c.Sit(seat=seat, player=player(seat)))
    while not ((due := due_of(rules, state)) and due.kind == "deal"):
        duty = next_duty(rules, state, betting_over=bool(state.round and state.round.boxes))
        if duty:
            state = done(rules, state, with_chance(duty, lambda: order))
            continue
        for seat in range(1, seats + 1):
            for wager, cents in stakes.items():
                state = done(rules, state, c.PlaceWager(seat=seat, wager=wager, stake_cents=cents))
    return state


def all_wagers(rulebook: str) -> dict[str, int]:
    return usual_stakes(elect(rulebook))


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_the_deck_s_order_is_all_that_differs_before_the_deal(rulebook: str) -> None:
    chance = Random(rulebook)
    for rules in variants(rulebook):
        stakes = usual_stakes(rules)
        for seats in (1, rules.seats):
            expected = opened_with(rules, seats, stakes, tuple(chance.sample(DECK, 52)))
            assert expected.round is not None
            deck = expected.deck(expected.round.deck)
            assert deck is not None
            assert deck.order is not None
            kept = table_before_the_deal(rules, seats, tuple(stakes.items()))
            found = with_order(kept, deck.order)
            others = [d for d in found.decks if d.deck != deck.deck]
            assert [d.deck for d in others] == [d.deck for d in expected.decks if d.deck != deck.deck]
            assert found.round == expected.round
            assert found.deck(deck.deck) == deck
            assert (found.players, found.meters) == (expected.players, expected.meters)


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_every_wager_of_every_rulebook_is_settled(rulebook: str) -> None:
    chance, wagers = Random(rulebook), all_wagers(rulebook)
    table = PracticeTable(practice_of(rulebook, wagers=wagers))
    for _ in range(100):
        table.deal(chance.sample(range(52), 52))
        while table.asked:
            table.answer(chance.choice(table._lawful_answers()))
        round_ = table.state.round
        assert round_ is not None
        assert {line.wager for line in round_.lines} >= set(wagers)
        state = table.state  # the clearing up, which an episode does without, changes no line
        while state.round and state.round.phase != "closed":
            duty = next_duty(table.rules, state)
            assert duty is not None
            state = done(table.rules, state, duty.command)
        assert state.round
        assert state.round.lines == round_.lines


def order_with(table: PracticeTable, own: str, community: str) -> list[int]:
    """A deck from which seat 1 is dealt these cards, and the community those."""
    table.deal(list(range(52)))
    round_ = table.state.round
    assert round_ is not None
    places = [DECK.index(card) for card in (*round_.boxes[0].cards, *round_.community)]
    wanted = [DECK.index(card) for card in parse_cards(f"{own} {community}")]
    others = iter([number for number in range(52) if number not in wanted])
    return [wanted[places.index(place)] if place in places else next(others) for place in range(52)]


def test_an_award_that_the_floor_must_validate_is_paid_within_the_episode() -> None:
    table = PracticeTable(practice_of("md-uth", wagers={"progressive": 100}))
    jackpot = dict(table.view(1).meters)["progressive"]
    table.deal(order_with(table, "As Ks", "Qs Js Ts 3h 4h"))
    table.answer("play:4")
    round_ = table.state.round
    assert round_ is not None
    (line,) = [line for line in round_.lines if line.wager == "progressive"]
    assert line.paid_cents == jackpot
    assert table.net_cents(1) == sum(line.net_cents for line in round_.lines)


def moments(table: PracticeTable, order: list[int], answers: list[str]) -> Iterator[bytes]:
    """All that a player sees in a round, decision by decision."""
    table.deal(order)
    yield felt.read(table, 1).tobytes()
    for answer in answers:
        table.answer(answer)
        yield felt.read(table, 1).tobytes()


@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_no_observation_depends_on_a_card_that_is_hidden(rulebook: str, seats: int) -> None:
    chance = Random(f"{rulebook} {seats}")
    table = PracticeTable(practice_of(rulebook), seats)
    differing = 0
    for _ in range(60):
        order, answers, seen = chance.sample(range(52), 52), list[str](), list[set[int]]()
        table.deal(order)
        while table.asked:
            seen.append({column for row in felt.read(table, 1)[: felt.SEATS] for column in row.nonzero()[0].tolist()})
            answers.append(chance.choice(table._lawful_answers()))
            table.answer(answers[-1])
        before = list(moments(table, order, answers))
        for at, known in enumerate(seen):
            hidden = [place for place, number in enumerate(order) if number not in known]
            mixed = list(order)
            for place, other in zip(hidden, chance.sample(hidden, len(hidden)), strict=True):
                mixed[place] = order[other]
            after = list(moments(table, mixed, answers))
            assert after[: at + 1] == before[: at + 1]
            differing += after[-1] != before[-1]
    assert differing > 40  # with the other cards it would have ended otherwise


def test_rows_of_the_other_seats_show_what_everybody_saw() -> None:
    table = PracticeTable(practice_of("md-uth"), 3)
    table.deal(list(range(52)))
    table.answer("play:3")
    table.answer("check")
    second = felt.read(table, 2)[felt.SEATS :, :5].tolist()
    assert second == [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 1, 0]]
    for answer in ("play:4", "check", "fold"):
        assert felt.read(table, 2)[felt.OTHERS].sum() == 0
        table.answer(answer)
    assert table.asked == 0
    second = felt.read(table, 2)[felt.SEATS :, :5].tolist()
    assert second == [[1, 0, 0, 0, 0], [0, 0, 0, 0, 1], [0, 0, 0, 1, 0]]
    assert felt.read(table, 2)[felt.OTHERS].sum() == 4


@pytest.mark.parametrize("seats", [0, 8, 99])
def test_a_table_has_no_more_seats_than_its_rules_give_it(seats: int) -> None:
    with pytest.raises(BadInput, match=rf"^This table has 1 to \d seats, not {seats}\.$"):
        PracticeTable(practice_of("md-tcp"), seats)
