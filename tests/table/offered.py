"""Everything that somebody could do at a table now, as commands: what the screens' options come to, and the staff's."""

from collections.abc import Iterator

from croupier.cards import DECK
from croupier.rulebook.elect import GameRules
from croupier.table.options import options, why_not
from croupier.table.procedure.dealer import next_duty
from croupier.table.procedure.decks import in_round
from croupier.table.procedure.devices import shuffler_now
from croupier.table.values import commands as c
from croupier.table.values.state import State


def offered_commands(rules: GameRules, state: State, at: int = 0) -> tuple[c.AnyCommand, ...]:
    """What players, dealer and floor may do now; wagers with the least stake that would be taken."""
    seats = range(1, rules.seats + 1)
    players = (command for seat in seats for command in seat_commands(rules, state, seat, f"player {seat}", at))
    return tuple(dict.fromkeys((*players, *staff_commands(rules, state, at))))


def seat_commands(rules: GameRules, state: State, seat: int, player: str, at: int = 0) -> Iterator[c.AnyCommand]:
    """Every open way of a seat as the command that takes it, a wager with the least stake."""
    for command in (c.Sit(seat=seat, player=player, at=at), c.Leave(seat=seat, at=at)):
        if why_not(rules, state, command) is None:
            yield command
    if not state.player(seat) and not (state.round and state.round.box(seat)):  # a box may outlast its player
        return
    found = options(rules, state, seat)
    for spot in found.spots:
        if spot.closed is None:
            yield c.PlaceWager(seat=seat, wager=spot.wager, stake_cents=spot.minimum_cents, at=at)
        withdrawal = c.WithdrawWager(seat=seat, wager=spot.wager, at=at)
        if spot.staked_cents and why_not(rules, state, withdrawal) is None:
            yield withdrawal
    for answer in found.answers:
        yield c.Decide(seat=seat, action=answer.action, stake_cents=answer.stake_cents, at=at)


def staff_commands(rules: GameRules, state: State, at: int = 0) -> Iterator[c.AnyCommand]:
    """What dealer and floor may do now: what is due, orders about the cards, and what may have gone wrong."""
    duty = next_duty(rules, state, at)
    due = (duty.command,) if duty else ()
    for command in (*due, *_about_decks(rules, state, at), *_about_the_round(rules, state, at)):
        if why_not(rules, state, command) is None:
            yield command


def _about_decks(rules: GameRules, state: State, at: int) -> Iterator[c.AnyCommand]:
    yield c.SpreadIdle(at=at)
    method = "manual" if shuffler_now(rules, state) == "manual" else "automated"
    for deck in state.decks:
        yield c.Shuffle(deck=deck.deck, method=method, order=DECK, at=at)
        yield c.RemoveDeck(deck=deck.deck, reason="worn", at=at)
        yield c.OrderShuffle(deck=deck.deck, reason="order", by="floor", at=at)
        yield c.OrderRecut(deck=deck.deck, reason="improper", by=rules.rulebook.shuffle.recut.by, at=at)


def _about_the_round(rules: GameRules, state: State, at: int) -> Iterator[c.AnyCommand]:
    if not in_round(state) or state.round is None:
        return
    for seat in state.round.undocumented:
        yield c.DocumentAward(seat=seat, document="paper 1", at=at)
    for remedy in rules.rulebook.irregularities.remedies:
        ruled = any(step.by != "dealer" for step in remedy.steps)
        yield c.Report(kind=remedy.kind, case=remedy.case, by="floor" if ruled else "dealer", at=at)
