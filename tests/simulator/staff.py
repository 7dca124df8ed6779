"""People who deal in person: a dealer and a floorperson at one table, who do what its page says is theirs to do."""

from typing import Any

from croupier.house.handlers.duties import duty_at
from croupier.server.wire import messages as w
from croupier.table.values.duty import Blank
from tests.simulator.players import Guest
from tests.simulator.server import Server
from tests.table.people import finds

ABSENT = 0.1  # how often somebody looks away though something is for them to do
MEDDLING = 0.04  # how often somebody does what is for the other to do
MISCOUNTED = 0.03  # how often somebody counts one too many, or judges the other way round


class Staff(Guest):
    """Somebody on duty at one table. They leave a round that somebody has wagered in only once it is over."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._meddled: set[str] = set()  # what was for the other to do

    def _answered(self, told: w.Answered) -> None:
        super()._answered(told)
        request = next(one.asked.wish for one in reversed(self._notes.wishes) if one.asked.id == told.id)
        if told.outcome == "done" and isinstance(request, w.DoDuty) and request.says in self._meddled:
            raise self._notes.broken("a duty is done by whose it is", f"{self.name}: {request.says}")

    @property
    def _has_to_stay(self) -> bool:
        return self._pending is not None or self._town.in_play(self.house, self._table)

    def _may_ask(self) -> bool:
        return self._seen is not None and (not self._town.closing or self._has_to_stay)

    def _wish(self, seen: w.TableSeen) -> w.AnyTableRequest | None:
        duty = seen.duty
        if duty is None or self._chance.random() < ABSENT or not (duty.yours or self._chance.random() < MEDDLING):
            return None
        if not duty.yours:
            self._meddled.add(duty.says)
        found = self._found(duty) if duty.blanks else {}
        return None if found is None else w.DoDuty(says=duty.says, found=found)

    def _found(self, due: w.DutySeen) -> dict[str, str] | None:
        """What somebody finds who looks at cards and chips; nothing where the table has gone on meanwhile."""
        assert self._wire is not None
        server = self._wire.process
        assert isinstance(server, Server)
        table = server.kept.known(self._table) if server.kept and server.up else None
        if server.kept is None or table is None:
            return None
        rules = server.kept.rules_of(table)
        duty = duty_at(rules, table, table.at_ms // 1000)
        if duty is None or duty.says != due.says:
            return None
        found = finds(rules, table.state, duty)
        return {blank.field: self._as_found(blank, found[blank.field]) for blank in duty.blanks}

    def _as_found(self, blank: Blank, truly: str) -> str:
        """What is so, as a rule; what is for somebody to rule on is ruled as they please, at night's end to an end."""
        if not truly and blank.choices:
            return blank.choices[-1] if self._town.closing else self._chance.choice(blank.choices)
        if self._chance.random() >= MISCOUNTED:
            return truly
        if blank.kind == "number":
            return str(int(truly) + 1)
        return self._chance.choice(blank.choices) if blank.choices else truly
