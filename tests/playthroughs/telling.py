"""A table that writes down what happens at it: who does what, what follows, and the clause that says so."""

import random
from collections.abc import Callable, Mapping
from textwrap import wrap
from typing import Any, Self

from msgspec.structs import replace

from croupier.cards import DECK, Card
from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.base import money
from croupier.rulebook.phrases import words
from croupier.table.narration.names import people, place_name, written
from croupier.table.narration.narrate import narrate
from croupier.table.settlement.procedure import next_unit
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.refusal import Refusal
from croupier.table.values.roles import SYSTEM
from tests.table.pit import Pit

NAMES = {1: "Ana", 2: "Ben", 3: "Cleo", 4: "Dev", 5: "Eve", 6: "Finn", 7: "Gus"}
LEFT, RIGHT = 44, 88
UNITS = {
    "seat": "settle seat {}",
    "reveal": "turn up seat {}",
    "collect": "take seat {}'s losing wagers",
    "pay": "pay seat {}",
    "pick_up": "pick up seat {}'s cards",
    "cover_all": "settle seat {}'s Cover All",
}


def shuffled(seed: int) -> tuple[Card, ...]:
    """A deck order that is always the same for a seed."""
    return tuple(random.Random(seed).sample(DECK, len(DECK)))


class Told(Pit):
    """A table in play whose every command is written down, unless it is told to be quiet."""

    def __init__(self, rules: GameRules, title: str) -> None:
        super().__init__(rules)
        self.lines = [rules.rulebook.title, title, ""]
        self.quiet = False

    def sit(self, *seats: int) -> Self:
        """Seats a player in each."""
        for seat in seats:
            self.do(c.Sit(seat=seat, player=NAMES[seat]))
        return self

    def do(self, command: c.AnyCommand) -> tuple[e.AnyEvent, ...]:
        """Does a command that must be lawful, and writes down what follows."""
        if command.by == SYSTEM:  # people run these tables: what the system would do for the floor, Kim does
            command = replace(command, by="floor:kim")
        if isinstance(command, c.Shuffle) and command.order is None:
            command = replace(command, order=shuffled(1))
        wanted = self._wanted(command)
        answer = super().do(command)
        said = [text for event in answer for text in self._said(event)]
        self._write(command, wanted, said or ["Nothing to be done."])
        return answer

    def refused(self, command: c.AnyCommand) -> Refusal:
        """Writes down the refusal of a command that must not be lawful."""
        refusal = super().refused(command)
        self._write(command, wish(command), [f"Refused: {refusal.sentence} {self._cited(refusal.clause)}"])
        return refusal

    def _said(self, event: e.AnyEvent) -> list[str]:
        text, clause = narrate(self.rules, event)
        if not text:
            return []
        seen = self._seen(event)
        return [f"{text} {self._cited(clause)}".rstrip(), *([f"({seen})"] if seen else [])]

    def _cited(self, clause: str) -> str:
        if not clause:
            return ""
        return f"[{clause.removeprefix(f'{self.rules.rulebook.rulebook}:')}]"

    def _seen(self, event: e.AnyEvent) -> str:
        """The cards as the floor sees them in hindsight."""
        if isinstance(event, e.CardsDealt):
            hands: dict[str, list[Card]] = {}
            for place, card in event.places:
                hands.setdefault(place_name(place), []).append(card)
            return "; ".join(f"{place}: {written(held)}" for place, held in hands.items())
        if isinstance(event, e.CommunityTurned):
            return f"the community cards: {written(self.round.community[: event.up])}"
        if isinstance(event, e.DealerRevealed):
            return f"the dealer: {written(self.round.dealer)}"
        if isinstance(event, e.BonusRevealed):
            return f"the bonus box: {written(self.round.bonus_cards)}"
        if isinstance(event, e.SeatRevealed):
            box = self.round.box(event.seat)
            return f"seat {event.seat}: {written(box.cards)}" if box else ""
        return ""

    def _wanted(self, command: c.AnyCommand) -> str:
        """What the command wants done: settling names the seat whose turn it is."""
        unit = next_unit(self.rules, self.round) if isinstance(command, c.SettleNext) else None
        return UNITS[unit[0]].format(unit[1]) if unit else wish(command)

    def _write(self, command: c.AnyCommand, wanted: str, said: list[str]) -> None:
        if self.quiet:
            return
        left = wrapped(f"{self._who(command)}: {wanted}", LEFT - 2)
        right = [line for text in said for line in wrapped(text, RIGHT)]
        for number in range(max(len(left), len(right))):
            first = left[number] if number < len(left) else ""
            second = right[number] if number < len(right) else ""
            self.lines.append(f"{first:<{LEFT}}{second}".rstrip())

    def _who(self, command: c.AnyCommand) -> str:
        if isinstance(command, c.Sit):
            return command.player
        if isinstance(command, c.Leave | c.PlaceWager | c.WithdrawWager | c.Decide):
            box = self.round.box(command.seat) if self.state.round else None
            player = self.state.player(command.seat) or (box.player if box else "") or NAMES[command.seat]
            return f"{player}, seat {command.seat}"
        who = people(command.by).removeprefix("the ")
        return who[:1].upper() + who[1:]

    def heading(self, text: str) -> Self:
        """A heading over what follows."""
        if self.lines[-1]:
            self.lines.append("")
        self.lines += [text, "-" * len(text)]
        return self

    def ending(self) -> str:
        """The whole text, with the cards and the money of the last round."""
        if self.state.round is not None and self.round.boxes:
            self._cards()
            self._money()
        return "\n".join(self.lines) + "\n"

    def _cards(self) -> None:
        round_ = self.round
        places = [("dealer", round_.dealer), ("community", round_.community), ("bonus box", round_.bonus_cards)]
        places += [(f"seat {box.seat}", box.cards) for box in round_.boxes]
        places += [("set aside", round_.set_aside), ("burned", round_.burned)]
        if any(cards for _, cards in places):
            self.heading("The cards")
            self.lines += [f"{name:<12}{written(cards)}" for name, cards in places if cards]

    def _money(self) -> None:
        self.heading("The money")
        self.lines.append(f"{'':<12}{'wagered':>10}{'won':>12}{'back':>10}{'comes to':>17}")
        for box in self.round.boxes:
            lines = [line for line in self.round.lines if line.seat == box.seat]
            staked = sum(line.stake_cents for line in lines)
            paid = sum(line.paid_cents for line in lines)
            back = sum(line.returned_cents for line in lines)
            net = paid + back - staked
            ends = "even" if not net else f"{'up' if net > 0 else 'down'} {money(abs(net))}"
            name = f"{box.seat} {box.player}"
            self.lines.append(f"{name:<12}{money(staked):>10}{money(paid):>12}{money(back):>10}{ends:>17}")
        for meter in self.state.meters:
            self.lines.append(f"The {meter.meter} meter shows {money(meter.cents)}.")


def wrapped(text: str, width: int) -> list[str]:
    """The text in lines; a clause is never broken at a hyphen."""
    return wrap(text, width, subsequent_indent="  ", break_on_hyphens=False)


def wish(command: c.AnyCommand) -> str:
    """What somebody wants to do, in a few words."""
    put = _WISHES.get(type(command))
    return put(command) if put else words(type(command).__name__).lower()


def _report(command: c.Report) -> str:
    return f"report {words(command.kind)}" + (f", {words(command.case)}" if command.case else "")


_WISHES: Mapping[type, Callable[[Any], str]] = {
    c.ReceiveDeck: lambda cmd: f"receive deck {cmd.deck}" + (", pre-shuffled" if cmd.pre_shuffled else ""),
    c.PrepareDeck: lambda cmd: f"{words(cmd.step)}, deck {cmd.deck}",
    c.Shuffle: lambda cmd: f"shuffle deck {cmd.deck}",
    c.CutDeck: lambda cmd: f"cut deck {cmd.deck}, {cmd.depth} cards deep",
    c.OrderRecut: lambda cmd: f"order another cut of deck {cmd.deck}",
    c.OrderShuffle: lambda cmd: f"order a shuffle of deck {cmd.deck}",
    c.RemoveDeck: lambda cmd: f"take deck {cmd.deck} away",
    c.SpreadIdle: lambda cmd: "spread the cards, nobody plays",
    c.TreatDevice: lambda cmd: f"{words(cmd.step)}, the {cmd.device}",
    c.Sit: lambda cmd: f"sit down in seat {cmd.seat}",
    c.Leave: lambda cmd: "leave",
    c.OpenRound: lambda cmd: "open the round",
    c.PlaceWager: lambda cmd: f"{money(cmd.stake_cents)} on {words(cmd.wager)}",
    c.WithdrawWager: lambda cmd: f"take {words(cmd.wager)} back",
    c.Perform: lambda cmd: words(cmd.step) + (f", {cmd.count}" if cmd.count is not None else ""),
    c.Deal: lambda cmd: "deal",
    c.DealCard: lambda cmd: f"deal {cmd.card}" + (", face up in the stack" if cmd.face_up else ""),
    c.CountStub: lambda cmd: f"count the stub, {cmd.count} cards",
    c.CheckHands: lambda cmd: "count every hand",
    c.Decide: lambda cmd: cmd.action + (f" {money(cmd.stake_cents)}" if cmd.stake_cents else ""),
    c.SettleNext: lambda cmd: "settle",
    c.VerifyAward: lambda cmd: f"verify seat {cmd.seat}'s hand and light",
    c.ValidateAward: lambda cmd: f"validate seat {cmd.seat}'s award",
    c.RefuseAward: lambda cmd: f"refuse seat {cmd.seat}'s award",
    c.DocumentAward: lambda cmd: f"finish the paperwork, seat {cmd.seat}",
    c.Report: _report,
    c.Abandon: lambda cmd: f"rule on seat {cmd.seat}, {'lost' if cmd.lost else 'settled'}",
}
