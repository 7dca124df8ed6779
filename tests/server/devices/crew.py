"""People at a table that a shoe reads for: a dealer and a floorperson at their screens, a player at hers."""

from collections.abc import Iterator
from contextlib import contextmanager

from croupier.house.handlers.duties import duty_at
from croupier.house.log.house_table import HouseTable
from croupier.house.service.house import TableTerms
from croupier.server.deal.schemas import DealSeen
from croupier.server.wire import messages as w
from croupier.server.wire.floor_requests import AnswerCall
from croupier.table.procedure.reading import card_due
from croupier.table.values import commands as c
from tests.house.floor import example
from tests.server.live import Live
from tests.server.seated import Seat, player_at
from tests.table.people import finds


class Crew:
    """A table dealt from a shoe: a dealer and a floorperson at their screens, a player at hers."""

    def __init__(self, live: Live, people: dict[str, Seat], player: Seat) -> None:
        self.live = live
        self.people = people
        self.player = player
        self.decided: list[c.Decide] = []

    @property
    def table(self) -> HouseTable:
        """The table as it stands."""
        return self.live.house.table("one")

    def step(self) -> bool:
        """Somebody does what is due; False where a card is, or the round is over."""
        table = self.table
        rules = self.live.house.rules_of(table)
        if card_due(rules, table.state) or table.last:
            return False
        duty = duty_at(rules, table, table.at_ms // 1000)
        if duty is None:
            self.player.until(lambda seen, version=table.version: seen.version >= version)  # type: ignore[misc]
            self.player.decide(self._plays)
            return True
        who = self.people[duty.by]
        who.until(lambda seen, version=table.version: seen.version >= version)  # type: ignore[misc]
        assert who.deal is not None
        assert who.deal.now.says == duty.says
        found = finds(rules, table.state, duty) if duty.blanks else {}
        who.do(w.DoDuty(says=duty.says, found=found))
        if isinstance(duty.command, c.OpenRound):
            self.player.until(lambda seen: bool(seen.round and seen.round.phase == "wagering"))
            self.player.bet()
        return True

    def _plays(self, offered: tuple[w.ActionOffer, ...]) -> w.ActionOffer:
        one = offered[0]
        self.decided.append(c.Decide(seat=self.player.seat, action=one.action, stake_cents=one.stake_cents))
        return one

    def until_a_card(self) -> None:
        """People do what is due until the shoe is waited for, or the round is over."""
        while self.step():
            pass

    @property
    def drawn(self) -> int:
        """How many cards have left in this round."""
        round_ = self.table.state.round
        assert round_ is not None
        return round_.drawn

    def dealer_sees(self) -> DealSeen:
        """The dealer's screen as the table stands now."""
        dealer, version = self.people["dealer"], self.table.version
        dealer.until(lambda seen: seen.version >= version)
        assert dealer.deal is not None
        return dealer.deal

    def revoke(self, device: str) -> None:
        """The floor ends a device's token."""
        path = f"/api/pit/one/devices/{device}/revocation"
        assert self.people["floor"].browser.post(path, json={"id": "idididid"}).status_code == 204

    def ruled(self) -> None:
        """The floor lets the round go on."""
        (call,) = self.table.calls
        self.people["floor"].do(AnswerCall(call=call.call, note="Goes on."))


@contextmanager
def crew(live: Live, rulebook: str = "md-tcp") -> Iterator[Crew]:
    """A crew at a new table that a shoe reads for."""
    terms = TableTerms(dealer="human", card_source="shoe", decision_seconds=0, betting_seconds=0)
    live.house.open_table("one", example(rulebook), terms)
    with (
        player_at(live, "one", 1) as ann,
        Seat(live.signed_in("floor"), "one", on_duty=True) as kim,
        Seat(live.signed_in("dealer"), "one", on_duty=True) as dealer,
    ):
        ann.do(w.TakeSeat(seat=1))
        ann.until(lambda seen: 1 in seen.players)
        yield Crew(live, {"dealer": dealer, "floor": kim}, ann)
