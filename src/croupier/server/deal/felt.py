"""What the dealer may enter for patrons whose chips lie on the felt: seat by seat, and for what is closed why."""

from collections.abc import Iterator

from croupier.house.handlers.command_handlers import link_problem
from croupier.house.handlers.felt import seat_problem
from croupier.house.log.events import FELT
from croupier.house.log.house_table import HouseTable
from croupier.rulebook.elect import GameRules
from croupier.server.deal.schemas import BuyInSeen, FeltSeat, FeltSeen
from croupier.server.tables.offers import action_offer
from croupier.server.wire.messages import ActionOffer, SpotOffer
from croupier.table.narration.names import player_name
from croupier.table.options import options, why_not
from croupier.table.values import commands as c


def felt_seen(rules: GameRules, table: HouseTable) -> FeltSeen | None:
    """The seats of a felt table, as its dealer enters what is done there; None where players do that themselves."""
    if table.chip_source != FELT or table.closed:
        return None
    seats = tuple(_seat(rules, table, seat) for seat in range(1, rules.seats + 1))
    bought = tuple([BuyInSeen(one.record, player_name(one.player), one.cents) for one in reversed(table.buy_ins)])
    return FeltSeen(seats, table.denominations_cents, bought)


def _seat(rules: GameRules, table: HouseTable, seat: int) -> FeltSeat:
    player = table.state.player(seat)
    if not player:
        beside = tuple(other for other in (seat - 1, seat + 1) if _may_be_of(rules, table, seat, other))
        # Who got up in the middle of a round left their cards: what is asked of them is still to be entered.
        return FeltSeat(seat=seat, player="", card="", beside=beside, actions=_answers(rules, table, seat))
    leaves = why_not(rules, table.state, c.Leave(seat=seat))
    before = table.last.box(seat) if table.last else None
    return FeltSeat(
        seat=seat,
        player=player,
        card=dict(table.rated).get(player, ""),
        spots=tuple(_spots(rules, table, seat)),
        actions=_answers(rules, table, seat),
        last_cents=_before_the_deal(dict(before.wagers)) if before and before.player == player else {},
        leaves=leaves is None,
        why_stays=leaves.sentence if leaves else "",
        why_clause=leaves.clause if leaves else "",
    )


def _answers(rules: GameRules, table: HouseTable, seat: int) -> tuple[ActionOffer, ...]:
    """The answers of the box there that is asked."""
    round_ = table.state.round
    if round_ is None or round_.box(seat) is None:
        return ()
    return tuple(action_offer(answer) for answer in options(rules, table.state, seat).answers)


def _may_be_of(rules: GameRules, table: HouseTable, seat: int, other: int) -> bool:
    """Whether who sits in another seat may have this box too."""
    player = table.state.player(other)
    return bool(player) and seat_problem(rules, table, seat, player) is None


def _spots(rules: GameRules, table: HouseTable, seat: int) -> Iterator[SpotOffer]:
    for spot in options(rules, table.state, seat).spots:
        closed = spot.closed or link_problem(rules, table, spot.wager)
        yield SpotOffer(
            wager=spot.wager,
            open=closed is None,
            minimum_cents=spot.minimum_cents,
            maximum_cents=spot.maximum_cents,
            equals=spot.equals,
            why=closed.sentence if closed else "",
            clause=closed.clause if closed else "",
        )


def _before_the_deal(wagers: dict[str, int]) -> dict[str, int]:
    return {name: cents for name, cents in wagers.items() if name != "play"}
