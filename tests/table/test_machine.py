"""Whatever people do at a table, in whatever order: nothing breaks, no cent is lost, and the events say it all."""

from collections import Counter
from random import Random

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test
from msgspec.structs import replace

from croupier.cards import DECK, Card
from croupier.rulebook.load import rulebook_ids
from croupier.rulebook.register import all_clauses
from croupier.table.decide import decide
from croupier.table.evolve import evolve, replay
from croupier.table.options import options, why_not
from croupier.table.procedure.dealer import next_duty, with_chance
from croupier.table.procedure.dealing import due_of, out_of_deck
from croupier.table.procedure.decks import in_round
from croupier.table.procedure.stub import hands_due
from croupier.table.procedure.wagering import incomplete
from croupier.table.settlement.procedure import showdown_of
from croupier.table.settlement.settle import settle
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.refusal import Refusal
from croupier.table.values.showdown import SettlementLine
from croupier.table.values.state import Meter, Round, State
from tests.soak import SOAKING, sized
from tests.table.requests import any_wish

from .offered import offered_commands
from .pit import stacked, variants

SETTINGS = settings(
    max_examples=sized(60, 2_000),
    stateful_step_count=sized(40, 80),
    deadline=None,
    database=None,
    derandomize=not SOAKING,
    phases=(Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
)
ENCODE = msgspec.json.encode
EVENT = msgspec.json.Decoder(e.AnyEvent)
COMMAND = msgspec.json.Decoder(c.AnyCommand)
ANSWERED_BY_PLAYERS = (c.Sit, c.Leave, c.PlaceWager, c.WithdrawWager, c.Decide)
ENOUGH = 300
Numbers = st.integers(0, 10_000)


def in_play(round_: Round | None) -> int:
    """The cents on the layout: accepted wagers that have no final line."""
    if round_ is None:
        return 0
    ended = {(line.seat, line.wager) for line in round_.lines}
    return sum(cents for box in round_.boxes for wager, cents in box.wagers if (box.seat, wager) not in ended)


class TableMachine(RuleBasedStateMachine):
    """One table, and beside it the chips that players and house have won and lost."""

    rulebook = ""

    @initialize(variant=Numbers, seed=Numbers, duties=st.sampled_from([0, 0, 20, 26, 32, 38, 44]))
    def opens(self, variant: int, seed: int, duties: int) -> None:
        choices = variants(self.rulebook)
        self.law = choices[variant % len(choices)]
        self.wishes = any_wish(self.law)
        self.chance = Random(seed)
        self.now = 0
        self.state = State()
        self.events: list[e.AnyEvent] = []
        self.players = 0
        self.house = 0
        self.before: tuple[Meter, ...] = ()
        self.read_elsewhere = False
        self.house_goes_on(duties)

    # What people do

    @rule(duties=st.integers(1, 12))
    def house_goes_on(self, duties: int) -> None:
        for _ in range(duties):
            self.next_step()

    @rule(pick=Numbers)
    def somebody_does_what_the_screen_offers(self, pick: int) -> None:
        offered = offered_commands(self.law, self.state, self.now)
        assert offered, "there is always something to do"
        self.does(offered[pick % len(offered)])

    @precondition(lambda self: bool(self.state.players))
    @rule(pick=Numbers)
    def the_bounds_of_a_spot_are_those_of_the_table(self, pick: int) -> None:
        """A box's screen says how much may lie on each spot: that much and no more is taken, and no less."""
        seat = self.state.players[pick % len(self.state.players)][0]
        for spot in options(self.law, self.state, seat).spots:
            least = c.PlaceWager(seat=seat, wager=spot.wager, stake_cents=spot.minimum_cents, at=self.now)
            outside = (spot.minimum_cents - 1, spot.maximum_cents + 1)
            assert why_not(self.law, self.state, least) == spot.closed, spot
            if spot.closed is None:
                assert why_not(self.law, self.state, replace(least, stake_cents=spot.maximum_cents)) is None, spot
            for cents in outside:
                assert why_not(self.law, self.state, replace(least, stake_cents=cents)), spot

    @rule(data=st.data(), wishes=st.integers(1, 6))
    def somebody_tries_something(self, data: st.DataObject, wishes: int) -> None:
        for _ in range(wishes):
            command = replace(data.draw(self.wishes), at=self.now)
            answer = self.tries(command)
            if not isinstance(answer, Refusal) and isinstance(command, ANSWERED_BY_PLAYERS):
                offered = [_choice(legal) for legal in offered_commands(self.law, self.before_it, self.now)]
                assert _choice(command) in offered, f"{command} is lawful and not offered"

    @precondition(lambda self: in_round(self.state))
    @rule(pick=Numbers, by=st.sampled_from(["dealer", "floor:kim", "casino_supervisor:lee"]))
    def something_goes_wrong(self, pick: int, by: str) -> None:
        remedies = self.law.rulebook.irregularities.remedies
        remedy = remedies[pick % len(remedies)]
        missing = tuple(self.undealt()[: 5 - len(self.round.community)])
        self.tries(c.Report(kind=remedy.kind, case=remedy.case, by=by, cards=missing, at=self.now))

    @precondition(lambda self: self.due("deal"))
    @rule(face_up=st.booleans())
    def a_card_comes_out(self, face_up: bool) -> None:
        deck = self.state.deck(self.round.deck)
        known = deck.order[self.round.drawn :] if deck and deck.order else ()
        card = known[0] if known else self.chance.choice(self.undealt())
        self.tries(c.DealCard(card=card, face_up=face_up, at=self.now))

    @precondition(lambda self: self.due("stub"))
    @rule(off=st.sampled_from([-1, 0, 1]), wrong=st.sampled_from([-1, 0, 1]))
    def the_stub_is_counted(self, off: int, wrong: int) -> None:
        self.tries(c.CountStub(count=52 - self.round.drawn + off, at=self.now))
        (dealer, cards), *hands = hands_due(self.law, self.round)[0]
        self.tries(c.CheckHands(hands=((dealer, cards + wrong), *hands), at=self.now))

    @precondition(lambda self: in_round(self.state) and bool(self.round.boxes))
    @rule(pick=Numbers, lost=st.booleans(), ruled=st.booleans())
    def a_player_goes_away(self, pick: int, lost: bool, ruled: bool) -> None:
        seat = self.round.boxes[pick % len(self.round.boxes)].seat
        self.tries(c.Leave(seat=seat, at=self.now))
        if ruled:
            self.tries(c.Abandon(seat=seat, lost=lost, reason="went home", by="floor:kim", at=self.now))

    @precondition(lambda self: self.state.round is not None and self.state.round.phase == "wagering")
    @rule(seats=st.sets(st.integers(1, 7), min_size=1, max_size=3), times=st.integers(1, 3), sides=Numbers)
    def players_wager(self, seats: set[int], times: int, sides: int) -> None:
        for seat in seats:
            self.tries(c.Sit(seat=seat, player=f"player {seat}", at=self.now))
            for place, wager in enumerate(self.law.offers):
                if sides >> place & 1 or wager in self.law.rulebook.wagers.main.of:
                    stake = 100 if wager == "progressive" else 1500 * times
                    self.tries(c.PlaceWager(seat=seat, wager=wager, stake_cents=stake, at=self.now))

    @rule(hours=st.integers(0, 5))
    def time_passes(self, hours: int) -> None:
        self.now += 3600 * hours + 40

    @property
    def round(self) -> Round:
        """The round under way, or the last one."""
        assert self.state.round is not None
        return self.state.round

    def due(self, kind: str) -> bool:
        """Whether something of this kind is due now."""
        due = due_of(self.law, self.state)
        return due is not None and due.kind == kind

    def undealt(self) -> list[Card]:
        """The cards that are still in the deck."""
        out = set(out_of_deck(self.round))
        return [card for card in DECK if card not in out]

    # How it is done and checked

    def tries(self, command: c.AnyCommand) -> tuple[e.AnyEvent, ...] | Refusal:
        assert COMMAND.decode(ENCODE(command)) == command
        answer = decide(self.law, self.state, command)
        assert decide(self.law, self.state, command) == answer
        if isinstance(answer, Refusal):
            assert answer.code.isidentifier(), answer
            assert answer.sentence.strip(), answer
            assert answer.clause in all_clauses(), answer
            return answer
        assert answer, f"{command} was taken and nothing happened"
        self.read_elsewhere |= isinstance(command, c.SettleNext) and command.meters is not None
        self.before_it = self.state
        for event in answer:
            self.happens(event)
        return answer

    def does(self, command: c.AnyCommand) -> None:
        answer = self.tries(command)
        assert not isinstance(answer, Refusal), f"{command} -> {answer}"

    def happens(self, event: e.AnyEvent) -> None:
        assert EVENT.decode(ENCODE(event)) == event
        self.state = evolve(self.state, event)
        self.events.append(event)
        if isinstance(event, e.WagerPlaced):
            self.players -= event.stake_cents
        elif isinstance(event, e.WagerWithdrawn):
            self.players += event.stake_cents
        elif isinstance(event, e.Decided):
            self.players -= event.stake_cents
        elif isinstance(event, e.WagerSettled | e.AwardPaid):
            self.ends(event.line, 1)
        elif isinstance(event, e.LineReversed):
            self.ends(event.line, -1)
        elif isinstance(event, e.RoundOpened):
            self.before = self.state.meters
            self.read_elsewhere = False
        elif isinstance(event, e.RoundClosed):
            self.round_is_over()
        assert self.players + self.house + in_play(self.state.round) == 0, f"a cent went astray at {event}"

    def ends(self, line: SettlementLine, sign: int) -> None:
        box = self.round.box(line.seat)
        assert box is not None
        assert line.stake_cents == (0 if line.wager in ("envy", "ante_bonus") else box.stake(line.wager)), line
        assert line.paid_cents >= 0, line
        assert 0 <= line.returned_cents <= line.stake_cents, line
        assert line.clause in all_clauses(), line
        self.players += sign * (line.paid_cents + line.returned_cents)
        self.house += sign * (line.stake_cents - line.paid_cents - line.returned_cents)

    def round_is_over(self) -> None:
        round_ = self.round
        made = Counter((box.seat, wager) for box in round_.boxes for wager, _ in box.wagers)
        ended = Counter((line.seat, line.wager) for line in round_.lines if line.stake_cents)
        assert ended == made, "each wager ends exactly once"
        assert not round_.pending
        if round_.phase == "void":
            assert self.read_elsewhere or self.state.meters == self.before, "a void round leaves no trace on the meters"
        elif not self.read_elsewhere:
            self.settled_as_a_whole(round_)

    def settled_as_a_whole(self, round_: Round) -> None:
        """The lines, taken seat by seat as people did, are those of the whole round at once."""
        locked = replay([event for event in self.events if isinstance(event, e.RoundOpened)][-1:])
        fed = [event for event in self.this_round() if isinstance(event, e.ProgressiveLocked)]
        shown = replay(fed, locked).meters if fed else locked.meters
        at_once = settle(self.law, showdown_of(round_, tuple((meter.meter, meter.cents) for meter in shown)))
        assert Counter(at_once.lines) == Counter(round_.lines)
        assert dict(at_once.meters) == {meter.meter: meter.cents for meter in self.state.meters}

    def this_round(self) -> list[e.AnyEvent]:
        start = max(place for place, event in enumerate(self.events) if isinstance(event, e.RoundOpened))
        return self.events[start:]

    # The house's part, with chance

    def next_step(self) -> None:
        """What the house does next, or a player's answer that it waits for."""
        duty = next_duty(self.law, self.state, self.now)
        if duty is None:
            self.player_answers()
            return
        command = duty.command
        if isinstance(command, c.Shuffle) and self.chance.random() < 0.8:
            command = with_chance(duty, self.shuffled)
        answer = self.tries(command)
        if isinstance(answer, Refusal):
            self.helps(command, answer)

    def shuffled(self) -> tuple[Card, ...]:
        """A deck well shuffled, or hardly: then runs and fours come out, from stacks or dealt in turn to some hands."""
        if self.chance.random() < 0.3:
            return tuple(self.chance.sample(DECK, 52))
        if "blind" in self.law.offers and self.chance.random() < 0.3:
            return stacked(self.law, {1: "As Ks", 2: "9s 8s", "community": "Qs Js Ts 2d 3d"})
        order = DECK if self.chance.random() < 0.5 else tuple(sorted(DECK, key=lambda card: -card.rank))
        start = self.chance.choice([0, 13, 26, 39, self.chance.randrange(52)])
        order = order[start:] + order[:start]
        hands, size = self.chance.randint(1, 4), self.chance.choice([2, 3, 5])
        stacks = [order[place * size : (place + 1) * size] for place in range(hands)]
        return tuple(card for turn in zip(*stacks, strict=True) for card in turn) + order[hands * size :]

    def helps(self, command: c.AnyCommand, refusal: Refusal) -> None:
        """The house cannot go on: cards must be read one by one, or a box takes back wagers that may not stand."""
        if isinstance(command, c.Deal) and refusal.code == "order_unknown":
            self.does(c.DealCard(card=self.chance.choice(self.undealt()), at=self.now))
            return
        assert isinstance(command, c.Perform), f"the house is stuck: {command} -> {refusal}"
        assert command.step == "no_more_bets", f"the house is stuck: {command} -> {refusal}"
        found = incomplete(self.law, self.round)
        assert found is not None, refusal
        for wager, _ in found[0].wagers:
            self.does(c.WithdrawWager(seat=found[0].seat, wager=wager, at=self.now))

    def player_answers(self) -> None:
        if not in_round(self.state):  # the cards lie there for the first player to see
            self.does(c.Sit(seat=1, player="player 1", at=self.now))
            return
        if not self.round.to_ask:
            assert self.round.phase == "wagering", "the house waits for nobody"
            self.players_wager({1, 2}, 1, self.chance.randrange(1024))
            return
        options = [command for command in offered_commands(self.law, self.state) if isinstance(command, c.Decide)]
        assert options, "whoever is asked has an answer"
        self.does(self.chance.choice(options))

    def teardown(self) -> None:
        """Any round can be brought to its end and another one opened; the events alone rebuild the table."""
        if not hasattr(self, "state"):
            return
        for _ in range(ENOUGH):
            if not in_round(self.state):
                break
            self.next_step()
        assert not in_round(self.state), "the round never ends"
        assert in_play(self.state.round) == 0
        for _ in range(ENOUGH):
            if in_round(self.state):
                break
            self.next_step()
        assert in_round(self.state), "no other round can be opened"
        assert replay(self.events) == self.state
        assert replay([EVENT.decode(ENCODE(event)) for event in self.events]) == self.state


def _choice(command: c.AnyCommand) -> tuple[object, ...]:
    """What a command is a choice of: a seat, a wager, an action; not the stake, nor who says it when."""
    fields = ("seat", "wager", "action")
    return (type(command), *(getattr(command, field, None) for field in fields))


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_any_sequence_of_commands(rulebook: str) -> None:
    machine = type(f"Machine_{rulebook.replace('-', '_')}", (TableMachine,), {"rulebook": rulebook})
    run_state_machine_as_test(machine, settings=SETTINGS)
