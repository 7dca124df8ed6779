"""What may be done now: candidates that `decide` does not refuse."""

from collections.abc import Iterator

from croupier.cards import DECK
from croupier.rulebook.elect import GameRules
from croupier.table import commands as c
from croupier.table.dealer import next_duty
from croupier.table.dealing import due_of
from croupier.table.decide import decide
from croupier.table.devices import shuffler_now
from croupier.table.opening import in_round
from croupier.table.refusal import Refusal
from croupier.table.state import State


def legal_commands(rules: GameRules, state: State, at: int = 0) -> tuple[c.AnyCommand, ...]:
    """The commands a screen may offer, each with the smallest lawful stake where it needs one."""
    found = (
        command for command in _candidates(rules, state, at) if not isinstance(decide(rules, state, command), Refusal)
    )
    return tuple(dict.fromkeys(found))


def _candidates(rules: GameRules, state: State, at: int) -> Iterator[c.AnyCommand]:
    duty = next_duty(rules, state, at)
    if duty:
        yield duty.command
    for seat in range(1, rules.seats + 1):
        yield c.Sit(seat=seat, player=f"player {seat}", at=at)
        yield c.Leave(seat=seat, at=at)
        yield c.DocumentAward(seat=seat, document="paper 1", at=at)
        for wager in rules.offers:
            yield c.PlaceWager(seat=seat, wager=wager, stake_cents=_stake(rules, state, seat, wager), at=at)
            yield c.WithdrawWager(seat=seat, wager=wager, at=at)
    yield from _decisions(rules, state, at)
    yield c.SpreadIdle(at=at)
    for deck in state.decks:
        yield c.Shuffle(
            deck=deck.deck,
            method="manual" if shuffler_now(rules, state) == "manual" else "automated",
            order=DECK,
            at=at,
        )
        yield c.RemoveDeck(deck=deck.deck, reason="worn", at=at)
        yield c.OrderShuffle(deck=deck.deck, reason="order", by="floor", at=at)
        yield c.OrderRecut(deck=deck.deck, reason="improper", by=rules.rulebook.shuffle.recut.by, at=at)
    if in_round(state):
        for remedy in rules.rulebook.irregularities.remedies:
            ruled = any(step.by != "dealer" for step in remedy.steps)
            yield c.Report(kind=remedy.kind, case=remedy.case, by="floor" if ruled else "dealer", at=at)


def _stake(rules: GameRules, state: State, seat: int, wager: str) -> int:
    """The smallest stake that fits the table's limits and the box's other wagers."""
    limits = {limit.wager: limit.minimum_cents for limit in rules.limits}
    rule = rules.rulebook.wager(wager)
    box = state.round.box(seat) if state.round else None
    if rule and rule.amount and rule.amount.amount == "equal_to" and box and box.stake(rule.amount.of):
        return box.stake(rule.amount.of)
    if rule and rule.amount and rule.amount.amount == "filed_stake":
        return rules.progressive_stake_cents
    bounds = [b for v in rules.rulebook.wagers.versions if v.version == rules.elected("version") for b in v.bounds]
    enough = [-(-box.stake(b.wager) // b.at_most_times) for b in bounds if box and b.of == wager]
    return max([limits.get(wager, limits.get("ante", 100)), *enough])


def _decisions(rules: GameRules, state: State, at: int) -> Iterator[c.AnyCommand]:
    due = due_of(rules, state)
    if due is None or due.point is None or state.round is None or not state.round.to_ask:
        return
    box = state.round.box(state.round.to_ask[0])
    assert box is not None
    ante = box.stake("ante")
    for option in due.point.options:
        multiples = option.times or tuple(range(option.at_least_times, option.at_most_times + 1))
        if option.action != "play":
            yield c.Decide(seat=box.seat, action=option.action, at=at)
        for times in multiples if option.action == "play" else ():
            yield c.Decide(seat=box.seat, action="play", stake_cents=times * ante, at=at)
