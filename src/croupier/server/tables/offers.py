"""What one's own box may do now: the table's options, less what the player's chips or a lost link close."""

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.house.handlers.command_handlers import link_problem
from croupier.house.log.house_table import HouseTable
from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.base import money
from croupier.server.wire.messages import ActionOffer, SeatOffers, SpotOffer
from croupier.table.narration.sentences import line_words, wager_title
from croupier.table.options import AnswerOption, SpotOption, answer_options, spot_options
from croupier.table.procedure.decks import in_round
from croupier.table.procedure.wagering import box_problem
from croupier.table.settlement.settle import settle_seat
from croupier.table.settlement.terms import terms_of
from croupier.table.values.box import Box, Wagers
from croupier.table.values.refusal import Refusal
from croupier.table.values.showdown import Showdown
from croupier.table.values.state import Round

# How many community cards must lie open before a wager's hand is certain; other wagers wait for the dealer's cards.
CERTAIN_WITH = {
    "own_three_cards": 0,
    "own_best_four_of_five": 0,
    "own_five_cards": 0,
    "own_two_and_flop": 3,
    "own_two_and_community_best_five": 5,
}


Spots = tuple[SpotOffer, ...]


class SpotsKept:
    """The spots of a table's seats as they were offered last, with all that they depend on: others may move the table,
    and a seat's own spots stay as they are.
    """

    def __init__(self) -> None:
        self._kept: dict[int, tuple[object, Spots]] = {}

    def of(self, rules: GameRules, table: HouseTable, seat: int, balance_cents: int) -> Spots:
        """The spots that a seat is offered now."""
        why = _depends_on(rules, table, seat, balance_cents)
        kept = self._kept.get(seat)
        if kept is None or kept[0] != why:
            kept = self._kept[seat] = (why, spots_of_seat(rules, table, seat, balance_cents))
        return kept[1]


def _depends_on(rules: GameRules, table: HouseTable, seat: int, balance_cents: int) -> object:
    """What a seat's spots depend on: a tuple that is another when they may be others."""
    state, round_ = table.state, table.state.round
    player = state.player(seat)
    boxes = tuple([box for box in round_.boxes if box.player == player or box.seat == seat]) if round_ else ()
    place = (round_.number, round_.phase, round_.digest) if round_ else ()
    own = tuple([(box.seat, box.wagers) for box in boxes])
    return rules.digest, place, player, own, table.link_lost, balance_cents, state.rack_deck


def spots_of_seat(rules: GameRules, table: HouseTable, seat: int, balance_cents: int) -> Spots:
    """The spots of a seat, whoever else moves the table."""
    return tuple(_spots(rules, table, seat, balance_cents))


def seat_offers(
    rules: GameRules, table: HouseTable, seat: int, balance_cents: int, kept: SpotsKept | None = None
) -> SeatOffers:
    """All that may be done for a seat, by whoever sits there with so many chips in hand."""
    box = table.own_box(seat)
    return SeatOffers(
        seat=seat,
        spots=(kept or SpotsKept()).of(rules, table, seat, balance_cents),
        actions=tuple(actions_of(rules, table, seat, balance_cents)),
        may_say_ready=_may_say_ready(rules, table, seat),
        may_leave=box is None or not in_round(table.state),
    )


def _spots(rules: GameRules, table: HouseTable, seat: int, balance_cents: int) -> Iterator[SpotOffer]:
    for spot in spot_options(rules, table.state, seat):
        held = balance_cents + spot.staked_cents
        closed = spot.closed or link_problem(rules, table, spot.wager) or _chips_problem(rules, spot, held)
        yield SpotOffer(
            wager=spot.wager,
            open=closed is None,
            minimum_cents=spot.minimum_cents,
            maximum_cents=max(min(spot.maximum_cents, held), spot.minimum_cents),
            equals=spot.equals,
            why=closed.sentence if closed else "",
            clause=closed.clause if closed else "",
        )


def _chips_problem(rules: GameRules, spot: SpotOption, held_cents: int) -> Refusal | None:
    """Why a player with so many chips cannot put the least stake there, or None."""
    if spot.minimum_cents <= held_cents:
        return None
    title, least = wager_title(rules, spot.wager), money(spot.minimum_cents)
    return Refusal("not_enough_chips", f"{title} takes at least {least}, and you have {money(held_cents)}.", "")


def _may_say_ready(rules: GameRules, table: HouseTable, seat: int) -> bool:
    round_ = table.state.round
    if table.closed or round_ is None or round_.phase != "wagering" or not round_.boxes or seat in table.ready:
        return False
    box = round_.box(seat)
    return box is None or box_problem(rules, dict(box.wagers)) is None


def actions_of(rules: GameRules, table: HouseTable, seat: int, balance_cents: int) -> Iterator[ActionOffer]:
    """The answers that a seat which is asked may give."""
    box = None if table.closed else table.own_box(seat)
    if box is None:
        return
    warning = ""
    for answer in answer_options(rules, table.state, seat):
        if answer.action == "fold":
            warning = fold_warning(rules, table, box)
        if answer.stake_cents <= balance_cents:
            yield action_offer(answer, warning)


def action_offer(answer: AnswerOption, warning: str = "") -> ActionOffer:
    """An answer as its button says it."""
    if answer.action == "play":
        times = answer.times
        written = str(times) if times.denominator == 1 else f"{int(times)}.5"
        return ActionOffer("play", written, answer.stake_cents, f"Play {written}x {money(answer.stake_cents)}", "")
    if answer.action == "check":
        return ActionOffer("check", "", 0, "Check", "")
    return ActionOffer("fold", "", 0, "Fold", warning)


def fold_warning(rules: GameRules, table: HouseTable, box: Box) -> str:
    """What a fold would throw away although it wins already (readings T-04 and U-04), "" where it is nothing.

    Of cards that only their player has seen nothing can be said.
    """
    round_ = table.state.round
    assert round_ is not None
    thrown_away = _certain(rules, round_, box)
    if not thrown_away or not box.cards:
        return ""
    seat = replace(box, wagers=thrown_away)
    meters = tuple((meter.meter, meter.cents) for meter in table.state.meters)
    showdown = Showdown((), round_.community[: round_.community_up], (), (seat,), meters)
    lines = settle_seat(rules, showdown, box.seat)
    won = [line for line in lines if line.outcome == "win" and line.stake_cents]
    told = [
        f"{wager_title(rules, line.wager)}, which pays {money(line.paid_cents)} with {line_words(line.line or '')}"
        for line in won
    ]
    return f"A fold gives up your winning {' and your winning '.join(told)}." if told else ""


def _certain(rules: GameRules, round_: Round, box: Box) -> Wagers:
    """The box's wagers that a fold loses and whose own paytable has decided already."""
    terms = terms_of(rules)
    return tuple(
        wager
        for wager in box.wagers
        if wager.name in terms.tables
        and wager.name not in terms.outcomes
        and wager.name in terms.folds
        and terms.folds[wager.name].lost
        and round_.community_up >= CERTAIN_WITH.get(terms.ranked_on.get(wager.name, ""), 99)
    )
