"""A table as somebody sees it: all of its rounds through `view_for`, with the words that go with them."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from croupier.cards import Card
from croupier.hands.hand import Hand, in_a_sentence
from croupier.house.handlers.duties import does_it, duty_at
from croupier.house.log.events import FELT
from croupier.house.log.house_table import HouseTable
from croupier.rulebook.elect import GameRules
from croupier.rulebook.phrases import words
from croupier.rulebook.sign import line_title
from croupier.server.tables.offers import SpotsKept, seat_offers
from croupier.server.tables.words import dealer_qualifies, hand_made, prompt
from croupier.server.wire.messages import (
    BlankSeen,
    BoxSeen,
    DutySeen,
    HandCards,
    MeterSeen,
    OrderSeen,
    ResultLine,
    RoundSeen,
    SeenCards,
    TableSeen,
    Waiting,
)
from croupier.table.decide import decide
from croupier.table.narration.sentences import sentence, wager_title
from croupier.table.procedure.electronic import deck_named
from croupier.table.values import commands as c
from croupier.table.values.duty import Duty
from croupier.table.values.refusal import Refusal
from croupier.table.values.roles import ON_DUTY, SUPERVISORS
from croupier.table.values.showdown import SettlementLine
from croupier.table.values.state import State
from croupier.table.views import STAFF, BoxView, DeckView, RoundView, Viewer, view_for

MOST_SNAPSHOTS = 100
PUBLIC = Viewer("public")


def viewer_of(name: str, role: str) -> Viewer:
    """How `view_for` knows a user: a player by name, staff by role, anybody else as the public."""
    if role == "player":
        return Viewer("player", name)
    return Viewer(role) if role in STAFF else PUBLIC


class TableSnapshot:
    """A table at one version. What all viewers see alike is made once, when the first of them looks, and what one of
    them sees once, however often they look.

    `last_rules` are those of the round that ended last, where it was played by others; `spots` are the spots of the
    version before.
    """

    def __init__(
        self, table: HouseTable, rules: GameRules, last_rules: GameRules, spots: SpotsKept | None = None
    ) -> None:
        self.table = table
        self.rules = rules
        self.spots = spots or SpotsKept()
        self._last_rules = last_rules
        self._last_state = replace(table.state, round=table.last)
        self._snapshots: dict[tuple[Viewer, int | None, bool], ViewerSnapshot] = {}

    def viewer_snapshot(self, viewer: Viewer, balance_cents: int | None = None, told_last: int = 0) -> "ViewerSnapshot":
        """The table for one viewer, while nothing moves: one object for all who are the same viewer.

        `balance_cents` is what a player has in chips, None for anybody else; `told_last` is the number of the round
        that they were shown as the last one before.
        """
        as_before = told_last > 0 and told_last == self.table.last_number
        key = (viewer, balance_cents, as_before)
        if key not in self._snapshots:
            if len(self._snapshots) >= MOST_SNAPSHOTS:  # many may look, one after another, where nobody plays
                self._snapshots.clear()
            self._snapshots[key] = ViewerSnapshot(self._looked(viewer, balance_cents, as_before))
        return self._snapshots[key]

    def _looked(self, viewer: Viewer, balance_cents: int | None, as_before: bool) -> TableSeen:
        table, rules = self.table, self.rules
        own = viewer.player if viewer.role == "player" else ""
        mine = [seat for seat, player in table.state.players if own and player == own]
        open_to_players = not table.closed and table.chip_source != FELT
        may_sit = bool(own and self._free and open_to_players and len(mine) < rules.adjacent_boxes)
        offers = tuple([seat_offers(rules, table, seat, balance_cents or 0, self.spots) for seat in mine])
        return TableSeen(
            table=table.table_id,
            version=table.version,
            digest=table.digest,
            closed=table.closed,
            link_lost=table.link_lost,
            players=dict(table.state.players),
            seats_free=self._free,
            may_sit=may_sit,
            meters=(),
            round=self._round(table.state, self._public, viewer),
            last=None if as_before else self._round(self._last_state, self._last_public, viewer),
            last_as_before=as_before,
            waiting=None,
            dealer_here=True,
            offers=offers,
            prompt=prompt(rules, table, mine, may_sit, offers),
            balance_cents=balance_cents,
            commitment=table.commitment if table.card_source == "house" else "",  # else it seals, and shuffles nothing
            duty=self._duty_of(viewer.role) if viewer.role in ON_DUTY else None,
            orders=orders_of(self.rules, self.table, viewer.role) if viewer.role in SUPERVISORS else (),
            call_floor_to=self._call_to(viewer.role) if viewer.role in ON_DUTY else 0,
            decks=tuple(map(_deck_words, view_for(table.state, viewer).decks)) if viewer.role in STAFF else (),
        )

    @cached_property
    def _free(self) -> tuple[int, ...]:
        taken = {seat for seat, _ in self.table.state.players}
        return tuple([seat for seat in range(1, self.rules.seats + 1) if seat not in taken])

    @cached_property
    def _public(self) -> RoundSeen | None:
        return round_seen(self.rules, self.table.state, PUBLIC, self.table.ready, self._timed_out(self.table.state))

    @cached_property
    def _last_public(self) -> RoundSeen | None:
        return round_seen(self._last_rules, self._last_state, PUBLIC, timed_out=self._timed_out(self._last_state))

    def _timed_out(self, state: State) -> dict[int, str]:
        return self.table.timed_out(state.round.number) if state.round else {}

    @cached_property
    def _duty(self) -> Duty | None:
        return duty_at(self.rules, self.table, self.table.at_ms // 1000)

    def _duty_of(self, role: str) -> DutySeen | None:
        """What is due in person, as somebody in this role sees it."""
        duty = self._duty
        if duty is None:
            return None
        blanks = tuple([BlankSeen(one.field, one.asks, one.kind, one.choices, one.most) for one in duty.blanks])
        return DutySeen(duty.says, duty.clause, duty.by, does_it(self.table, duty, role), blanks)

    def _call_to(self, role: str) -> int:
        """The seat that is asked and does not answer, where somebody in this role may call the floor to it."""
        round_ = self.table.state.round
        seat = round_.to_ask[0] if round_ and round_.to_ask and not self.table.closed else 0
        called = c.CallFloor(seat=seat, by=role)
        return seat if seat and not isinstance(decide(self.rules, self.table.state, called), Refusal) else 0

    def _round(self, state: State, public: RoundSeen | None, viewer: Viewer) -> RoundSeen | None:
        """The round as the public sees it, with the boxes and lines as this viewer does where one of them is theirs."""
        holds = viewer.role == "player" and state.round and any(b.player == viewer.player for b in state.round.boxes)
        if public is None or not holds:
            return public
        seen = view_for(state, viewer).round
        assert seen is not None
        rules = self._last_rules if state is self._last_state else self.rules
        ready = () if state is self._last_state else self.table.ready
        return replace(
            public,
            boxes=_boxes(rules, seen, viewer, ready, self._timed_out(state), public.boxes),
            lines=_lines(rules, seen, viewer, self._timed_out(state), public.lines),
        )


class Moving(NamedTuple):
    """What moves at a table by itself: its meters, its clock, and whether somebody is there to deal."""

    meters: tuple[MeterSeen, ...]
    waiting: Waiting | None
    dealer_here: bool


class ViewerSnapshot:
    """A table as one viewer sees it but for what moves by itself: `seen` has nothing of that."""

    def __init__(self, seen: TableSeen) -> None:
        self.seen = seen
        self._with: Moving | None = None
        self._text = ""

    def moving(self, now: Moving) -> TableSeen:
        """The table with what moves, as it is now."""
        return replace(self.seen, **now._asdict())

    def text(self, now: Moving) -> str:
        """The same as it is sent: written once for all who look while nothing moves."""
        if self._with != now:
            self._with, self._text = now, msgspec.json.encode(self.moving(now)).decode()
        return self._text


def round_seen(
    rules: GameRules, state: State, viewer: Viewer, ready: Sequence[int] = (), timed_out: Mapping[int, str] = {}
) -> RoundSeen | None:
    """The round of a state for one viewer, None where there is none; `timed_out` are the seats whose time ran out, each
    with the answer that was given for it.
    """
    seen = view_for(state, viewer).round
    if seen is None or state.round is None:
        return None
    deck, dealer_made = state.deck(seen.deck), hand_made(rules, seen.dealer, seen.community)
    return RoundSeen(
        number=seen.number,
        phase=seen.phase,
        deck_back=deck.back if deck else "",
        boxes=_boxes(rules, seen, viewer, ready, timed_out),
        dealer=_written(seen.dealer),
        dealer_hand=in_a_sentence(dealer_made.description) if dealer_made else "",
        dealer_made=_cards_of(dealer_made),
        dealer_qualifies=dealer_qualifies(rules, seen.dealer, seen.community),
        community=_written(seen.community),
        bonus_cards=_written(seen.bonus_cards),
        cards_out=seen.cards_out,
        point=seen.point,
        to_ask=seen.to_ask,
        lines=_lines(rules, seen, viewer, timed_out),
        award_pending=seen.award_pending,
        remedy=state.round.remedy,
    )


def _boxes(
    rules: GameRules,
    seen: RoundView,
    viewer: Viewer,
    ready: Sequence[int],
    timed_out: Mapping[int, str],
    public: Sequence[BoxSeen] = (),
) -> tuple[BoxSeen, ...]:
    """The boxes; those that are not this viewer's own are as they are in `public`."""
    own = viewer.player if viewer.role == "player" else None
    return tuple(
        [
            public[number]
            if public and box.player != own
            else _box(rules, box, seen, box.player == own, ready, timed_out.get(box.seat, ""))
            for number, box in enumerate(seen.boxes)
        ]
    )


def _box(rules: GameRules, box: BoxView, seen: RoundView, mine: bool, ready: Sequence[int], timed_out: str) -> BoxSeen:
    made = hand_made(rules, box.cards, seen.community)
    return BoxSeen(
        seat=box.seat,
        player=box.player,
        mine=mine,
        wagers_cents=dict(box.wagers),
        cards=_written(box.cards),
        hand=made.description if made else "",
        made=_cards_of(made),
        folded=box.folded,
        racked=box.racked,
        ready=box.seat in ready,
        timed_out=timed_out,  # type: ignore[arg-type]
    )


def _lines(
    rules: GameRules,
    seen: RoundView,
    viewer: Viewer,
    timed_out: Mapping[int, str],
    public: Sequence[ResultLine] = (),
) -> tuple[ResultLine, ...]:
    """What became of the wagers, this viewer's own told to them; those of others are as they are told in `public`."""
    own = {box.seat for box in seen.boxes if viewer.role == "player" and box.player == viewer.player}
    return tuple(
        [
            public[number]
            if public and line.seat not in own
            else result_line(rules, line, line.seat in own, timed_out.get(line.seat) == "fold")
            for number, line in enumerate(seen.lines)
        ]
    )


def result_line(rules: GameRules, line: SettlementLine, own: bool, timed_out: bool) -> ResultLine:
    """What became of a wager, in figures and in words: for who made it, or where it is not their `own` for others.

    Where the hand `timed_out` it was folded for its player.
    """
    return ResultLine(
        seat=line.seat,
        wager=line.wager,
        title=wager_title(rules, line.wager),
        outcome=line.outcome,
        stake_cents=line.stake_cents,
        paid_cents=line.paid_cents,
        returned_cents=line.returned_cents,
        net_cents=line.net_cents,
        hand=line_title(line.line) if line.line else "",
        odds=line.odds,
        sentence=sentence(rules, line, own, timed_out),
        clause=line.clause,
    )


def meter_seen(meter: str, cents: int) -> MeterSeen:
    """A meter as it is shown."""
    return MeterSeen(meter, words(meter).title(), cents)


def _cards_of(hand: Hand | None) -> HandCards:
    if hand is None:
        return HandCards((), ())
    return HandCards(tuple(map(str, hand.naming_cards)), tuple(map(str, hand.cards)))


def _written(cards: Sequence[Card | None]) -> SeenCards:
    return tuple([None if card is None else str(card) for card in cards])


def _deck_words(deck: DeckView) -> str:
    if deck.removed:
        return f"{deck.deck}: removed"
    return f"{deck.deck}: {words(deck.shuffled) or 'not shuffled'}{', cut' if deck.cut else ''}"


def orders_of(rules: GameRules, table: HouseTable, by: str) -> tuple[OrderSeen, ...]:
    """What somebody of this rank may order done with the cards now: as the table's own `decide` has it."""
    found = []
    for deck in table.state.decks if not table.closed else ():
        orders = (
            (c.OrderShuffle(deck=deck.deck, reason="asked", by=by), "shuffle", "shuffled"),
            (c.OrderRecut(deck=deck.deck, reason="asked", by=by), "recut", "cut again"),
        )
        for command, order, done in orders:
            if not isinstance(decide(rules, table.state, command), Refusal):
                named = deck_named(rules, deck.deck) if order == "shuffle" else f"deck {deck.deck}"
                found.append(OrderSeen(order, deck.deck, f"Order {named} {done}"))  # type: ignore[arg-type]
    return tuple(found)
