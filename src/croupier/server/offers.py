"""What one's own box may do now, and nothing else: every candidate is put to the table's own `decide`."""

from collections.abc import Iterator
from fractions import Fraction

from croupier.house.desk import Desk
from croupier.house.wishes import link_problem
from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.base import money
from croupier.rulebook.law.dealing import Option
from croupier.rulebook.law.wagering import Wager
from croupier.server.spots import STEP_CENTS, bounds_of, equals_of
from croupier.server.wire import ActionOffer, SeatOffers, SpotOffer
from croupier.table import commands as c
from croupier.table.dealing import due_of
from croupier.table.decide import decide
from croupier.table.opening import in_round
from croupier.table.refusal import Refusal
from croupier.table.sentences import line_words, wager_title
from croupier.table.settle import settle_seat
from croupier.table.showdown import SeatShowdown, Showdown
from croupier.table.state import Box, Round
from croupier.table.terms import terms_of
from croupier.table.wagering import box_problem

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

    def of(self, rules: GameRules, desk: Desk, seat: int, balance_cents: int) -> Spots:
        """The spots that a seat is offered now."""
        why = _depends_on(rules, desk, seat, balance_cents)
        kept = self._kept.get(seat)
        if kept is None or kept[0] != why:
            kept = self._kept[seat] = (why, spots_of_seat(rules, desk, seat, balance_cents))
        return kept[1]


def _depends_on(rules: GameRules, desk: Desk, seat: int, balance_cents: int) -> object:
    """What a seat's spots depend on: a tuple that is another when they may be others."""
    state, round_ = desk.state, desk.state.round
    player = state.player(seat)
    boxes = tuple([box for box in round_.boxes if box.player == player or box.seat == seat]) if round_ else ()
    place = (round_.number, round_.phase, round_.digest) if round_ else ()
    own = tuple([(box.seat, box.wagers) for box in boxes])
    return rules.digest, place, player, own, desk.link_lost, balance_cents, state.rack_deck


def spots_of_seat(rules: GameRules, desk: Desk, seat: int, balance_cents: int) -> Spots:
    """The spots of a seat, whoever else moves the table."""
    round_ = desk.state.round
    return tuple(_spots(rules, desk, seat, round_.box(seat) if round_ else None, balance_cents))


def seat_offers(
    rules: GameRules, desk: Desk, seat: int, balance_cents: int, kept: SpotsKept | None = None
) -> SeatOffers:
    """All that may be done for a seat, by whoever sits there with so many chips in hand."""
    box = desk.own_box(seat)
    return SeatOffers(
        seat=seat,
        spots=(kept or SpotsKept()).of(rules, desk, seat, balance_cents),
        actions=tuple(actions_of(rules, desk, seat, balance_cents)),
        may_say_ready=_may_say_ready(rules, desk, seat),
        may_leave=box is None or not in_round(desk.state),
    )


def _spots(rules: GameRules, desk: Desk, seat: int, box: Box | None, balance_cents: int) -> Iterator[SpotOffer]:
    for name in rules.offers:
        wager = rules.rulebook.wager(name)
        assert wager is not None, "only wagers of the rulebook are on offer"
        low, high = bounds_now(rules, wager, box)
        held = balance_cents + (box.stake(name) if box else 0)
        problem = _spot_problem(rules, desk, c.PlaceWager(seat=seat, wager=name, stake_cents=low), held)
        yield SpotOffer(
            wager=name,
            open=problem is None,
            minimum_cents=low,
            maximum_cents=max(min(high, held), low),
            equals=equals_of(wager),
            why=problem.sentence if problem else "",
            clause=problem.clause if problem else "",
        )


def _spot_problem(rules: GameRules, desk: Desk, wish: c.PlaceWager, held_cents: int) -> Refusal | None:
    """Why not even the smallest stake may be put on a spot now, or None."""
    answer = decide(rules, desk.state, wish)
    if isinstance(answer, Refusal):
        return answer
    if problem := link_problem(rules, desk, wish.wager):
        return problem
    if wish.stake_cents <= held_cents:
        return None
    title, least = wager_title(rules, wish.wager), money(wish.stake_cents)
    return Refusal("not_enough_chips", f"{title} takes at least {least}, and you have {money(held_cents)}.", "")


def bounds_now(rules: GameRules, wager: Wager, box: Box | None) -> tuple[int, int]:
    """The least and the most that may lie on a spot beside the box's other wagers."""
    name, equals = wager.wager, equals_of(wager)
    low, high = bounds_of(rules, name)
    if box is None:
        return low, high
    if equals and box.stake(equals):
        return box.stake(equals), box.stake(equals)
    for version in rules.rulebook.wagers.versions:
        for bound in version.bounds if version.version == rules.elected("version") else ():
            if bound.wager == name and (of := box.stake(bound.of)):
                high = min(high, bound.at_most_times * of)
            if bound.of == name and (staked := box.stake(bound.wager)):
                low = max(low, -(-staked // bound.at_most_times))
    return low, high


def _may_say_ready(rules: GameRules, desk: Desk, seat: int) -> bool:
    round_ = desk.state.round
    if desk.closed or round_ is None or round_.phase != "wagering" or not round_.boxes or seat in desk.ready:
        return False
    box = round_.box(seat)
    return box is None or box_problem(rules, dict(box.wagers)) is None


def actions_of(rules: GameRules, desk: Desk, seat: int, balance_cents: int) -> Iterator[ActionOffer]:
    """The answers that a seat which is asked may give."""
    due, round_ = due_of(rules, desk.state), desk.state.round
    if desk.closed or due is None or due.point is None or round_ is None or round_.to_ask[:1] != (seat,):
        return
    box = desk.own_box(seat)
    if box is None:
        return
    warning = fold_warning(rules, desk, box)
    for option in due.point.options:
        for times in _multiples(rules, option, box.stake("ante")):
            stake = int(times * box.stake("ante"))
            wish = c.Decide(seat=seat, action=option.action, stake_cents=stake)
            if stake <= balance_cents and not isinstance(decide(rules, desk.state, wish), Refusal):
                yield _action(option, times, stake, warning)


def _action(option: Option, times: Fraction, stake_cents: int, warning: str) -> ActionOffer:
    if option.action == "play":
        written = str(times) if times.denominator == 1 else f"{int(times)}.5"
        return ActionOffer("play", written, stake_cents, f"Play {written}x {money(stake_cents)}", "")
    if option.action == "check":
        return ActionOffer("check", "", 0, "Check", "")
    return ActionOffer("fold", "", 0, "Fold", warning)


def _multiples(rules: GameRules, option: Option, ante_cents: int) -> Iterator[Fraction]:
    """The multiples of the ante that an answer may be: halves too where they are allowed and chips can make them."""
    if option.action != "play":
        yield Fraction(0)
    elif option.times:
        yield from sorted(map(Fraction, option.times))
    else:
        whole = rules.rulebook.decisions.whole_multiples_only
        halves = whole is not None and not rules.value(whole) and ante_cents % (2 * STEP_CENTS) == 0
        step = Fraction(1, 2) if halves else Fraction(1)
        times = Fraction(option.at_least_times)
        while times <= option.at_most_times:
            yield times
            times += step


def fold_warning(rules: GameRules, desk: Desk, box: Box) -> str:
    """What a fold would throw away although it wins already (readings T-04 and U-04), "" where it is nothing."""
    round_ = desk.state.round
    assert round_ is not None
    thrown_away = _certain(rules, round_, box)
    if not thrown_away:
        return ""
    seat = SeatShowdown(box.seat, box.player, box.cards, thrown_away)
    meters = tuple((meter.meter, meter.cents) for meter in desk.state.meters)
    showdown = Showdown((), round_.community[: round_.community_up], (), (seat,), meters)
    lines, _ = settle_seat(rules, showdown, box.seat)
    won = [line for line in lines if line.outcome == "win" and line.stake_cents]
    told = [
        f"{wager_title(rules, line.wager)}, which pays {money(line.paid_cents)} with {line_words(line.line or '')}"
        for line in won
    ]
    return f"A fold gives up your winning {' and your winning '.join(told)}." if told else ""


def _certain(rules: GameRules, round_: Round, box: Box) -> tuple[tuple[str, int], ...]:
    """The box's wagers that a fold loses and whose own paytable has decided already."""
    terms = terms_of(rules)
    return tuple(
        (wager, stake)
        for wager, stake in box.wagers
        if wager in terms.tables
        and wager not in terms.outcomes
        and wager in terms.folds
        and terms.folds[wager].lost
        and round_.community_up >= CERTAIN_WITH.get(terms.ranked_on.get(wager, ""), 99)
    )
