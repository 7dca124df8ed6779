"""The coach at a practice table: what each answer that a player may give now is worth, exactly."""

import asyncio
from fractions import Fraction
from typing import Annotated

from litestar import get
from litestar.params import FromPath, QueryParameter

from croupier.house.desk import Desk
from croupier.rulebook.law.base import money
from croupier.server.calculating import Apart, Kept
from croupier.server.errors import Problem
from croupier.server.finding import filed_text, found_desk
from croupier.server.given import GivenHouse, SignedInUser
from croupier.server.mathematics import Situation, advice_in, made_ready
from croupier.server.pages import ActionValue, Coaching
from croupier.table.views import BoxView, RoundView, SeenCards, Viewer, view_for

_APART = Apart()
_READY = Kept[None](_APART)


@get("/tables/{table:str}/coach", operation_id="coach", summary="What each answer is worth", tags=["tables"])
async def coach(
    house: GivenHouse, me: SignedInUser, table: FromPath[str], seat: Annotated[int, QueryParameter(ge=1, le=12)]
) -> Coaching:
    """The exact value of each answer that one's own box may give now, at a practice table."""
    desk = await asyncio.to_thread(found_desk, house, table)
    round_, box = asked_box(desk, me.name, seat)
    text = await asyncio.to_thread(filed_text, house, desk)
    values = await _APART.ask(advice_in, situation_of(text, round_, box))
    return coaching(round_, box, values)


def get_ready(desk: Desk, submission: str) -> None:
    """Has the coach of a practice table ready before anybody asks: the first answer takes the longest."""
    if desk.practice:
        _READY.begin(desk.digest, made_ready, submission)


def asked_box(desk: Desk, player: str, seat: int) -> tuple[RoundView, BoxView]:
    """The player's own box, which is being asked, and its round, both as the player sees them."""
    if not desk.practice:
        sentence = f"Table {desk.table_id} is no practice table, and by its rules nobody is coached there."
        raise Problem(403, "no_coach", sentence)
    round_ = view_for(desk.state, Viewer("player", player)).round
    box = next((box for box in round_.boxes if box.seat == seat), None) if round_ else None
    if desk.state.player(seat) != player or (box and box.player != player):
        raise Problem(403, "not_your_seat", f"Seat {seat} is not yours; the coach helps you at your own.")
    if round_ is None or box is None or seat not in round_.to_ask:
        raise Problem(409, "not_asked", f"Seat {seat} is not being asked now; the coach helps you when you decide.")
    return round_, box


def situation_of(submission: str, round_: RoundView, box: BoxView) -> Situation:
    """What the player sees, as far as it bears on the answer."""
    return Situation(submission, _seen(box.cards), _seen(round_.community), _seen(round_.dealer))


def _seen(cards: SeenCards) -> str:
    return " ".join(str(card) for card in cards if card is not None)


def coaching(round_: RoundView, box: BoxView, values: list[tuple[str, str, str]]) -> Coaching:
    """The values as the page shows them."""
    ante = dict(box.wagers)["ante"]
    return Coaching(
        seat=box.seat,
        round=round_.number,
        point=round_.point,
        best=values[0][0],
        actions=tuple(_value(action, Fraction(int(num), int(den)), ante) for action, num, den in values),
    )


def _value(action: str, value: Fraction, ante_cents: int) -> ActionValue:
    verb, _, times = action.partition(":")
    stake = f" {times}x {money(int(Fraction(times) * ante_cents))}" if times else ""
    return ActionValue(
        action=verb,
        times=times,
        label=f"{verb.capitalize()}{stake}",
        ev_num=str(value.numerator),
        ev_den=str(value.denominator),
        ev=float(value),
        ev_cents=float(value * ante_cents),
    )


ROUTES = (coach,)
