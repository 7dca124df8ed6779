"""Every table at a glance: what it waits for, whose that is, and what it calls the floor for."""

from collections.abc import Mapping
from typing import cast

from croupier.house.handlers.duties import duty_at
from croupier.house.log.house_table import HouseTable
from croupier.rulebook.elect import GameRules
from croupier.server.deal.console import calls_seen
from croupier.server.deal.procedure import now
from croupier.server.deal.schemas import CallSeen
from croupier.server.pit.schemas import AwaitedSeen, PitTable, Whose
from croupier.server.tables.live_views import ViewCache
from croupier.server.tables.lobby import on_duty_seen
from croupier.server.wire.schemas import TableCard
from croupier.table.procedure.decks import in_round
from croupier.table.procedure.devices import in_use
from croupier.table.procedure.reading import card_due
from croupier.table.values.duty import Duty


class Glance:
    """The tables as they were seen last: a call keeps the moment at which it was first seen."""

    def __init__(self, view_cache: ViewCache) -> None:
        self._view_cache = view_cache
        self._seen: dict[str, tuple[HouseTable, PitTable]] = {}

    async def look(self, cards: Mapping[str, TableCard]) -> dict[str, PitTable]:
        """Every table as it is now, by name; `cards` are the lobby's."""
        found: dict[str, PitTable] = {}
        for name, card in sorted(cards.items()):
            table = self._view_cache.house.known(name)
            assert table is not None, "the lobby has read it"
            before = self._seen.get(name)
            if before is None or before[0] is not table or before[1].card != card:
                rules = await self._view_cache.rules_at(table)
                self._seen[name] = before = (table, pit_table(rules, table, card, before[1].calls if before else ()))
            found[name] = before[1]
        return found


def pit_table(
    rules: GameRules, table: HouseTable, card: TableCard, calls_before: tuple[CallSeen, ...] = ()
) -> PitTable:
    """A table as the floor sees it from afar; what it called for already, it has called for since then."""
    round_, duty = table.state.round, duty_at(rules, table, table.at_ms // 1000)
    return PitTable(
        card=card,
        round=round_.number if round_ and in_round(table.state) else 0,
        dealing=on_duty_seen(table.dealing),
        supervising=on_duty_seen(table.supervising),
        awaited=_awaited(rules, table, duty),
        slips_open=sum(one.open for one in table.slips),
        calls=_calls(calls_seen(rules, table), calls_before),
    )


def _awaited(rules: GameRules, table: HouseTable, duty: Duty | None) -> AwaitedSeen:
    step = now(rules, table, duty)
    if duty:
        return AwaitedSeen(step.says, step.clause, cast(Whose, duty.by))
    if table.closed:
        return AwaitedSeen(step.says, step.clause, "house")
    draws = card_due(in_use(rules, table.state), table.state)  # the dealer, and the shoe says what
    return AwaitedSeen(step.says, step.clause, "floor" if table.stopped else "dealer" if draws else "players")


def _calls(now: tuple[CallSeen, ...], before: tuple[CallSeen, ...]) -> tuple[CallSeen, ...]:
    """The calls with their age: what waits for the floor has waited since it was first seen to."""
    known = {(one.call, one.says): one for one in before}
    return tuple([known.get((one.call, one.says), one) for one in now])
