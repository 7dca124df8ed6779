"""What a browser asks of a table, put to the house: always for who is signed in, whatever the browser says."""

from msgspec import UNSET
from msgspec.structs import asdict, replace

from croupier.house.handlers import commands as h
from croupier.house.log.events import FELT
from croupier.house.log.house_table import HouseTable
from croupier.house.service.service import TableService
from croupier.rulebook.errors import BadInput
from croupier.server.accounts.users import User
from croupier.server.tables.corrections import correction_asked
from croupier.server.wire import floor_requests as f
from croupier.server.wire import messages as w
from croupier.server.wire import patron_requests as p
from croupier.table.values import commands as c
from croupier.table.values.box import wagers_of
from croupier.table.values.refusal import Refusal
from croupier.table.values.roles import ON_DUTY, SUPERVISORS

FAILED = "The house cannot answer just now, and what became of this is not known yet; ask the same again."
NOT_FOR_YOU = {
    "player": Refusal("not_a_dealer", "The dealer of this table does that.", ""),
    "dealer": Refusal("not_a_player", "You deal here; sign in as a player to play.", ""),
    **dict.fromkeys(SUPERVISORS, Refusal("not_a_player", "You are of the floor; sign in as a player to play.", "")),
}
# What those on duty request, and no player does; and what they enter for patrons whose chips lie on the felt.
IN_PERSON = (
    w.DoDuty, f.OrderCards, f.CallFloor, f.MakeCall, f.AnswerCall, f.TakeBack, w.TakeOption, w.TapIn, w.TapOut,
    p.SeatPatron, p.RateSeat, p.SellChips, p.CorrectBuyIn, f.CorrectRound, f.Decline,
)  # fmt: skip
ENTERED = (w.GiveUpSeat, w.SetWagers, w.TakeDecision)


async def answer_to(
    service: TableService, user: User, table: HouseTable, asked: w.Asked, screen: str = ""
) -> w.Answered:
    """What became of a request. The same id of the same user is answered the same, and done once.

    `screen` is whose screen it was asked on, where that is not their own.
    """
    request = request_for(user, table, asked)
    if isinstance(request, Refusal):
        return answered(asked.id, request)
    try:
        answer = await service.send(replace(request, screen=screen) if screen else request)
    except BadInput:
        return w.Answered(asked.id, "failed", "unavailable", FAILED)
    return answered(asked.id, answer) if isinstance(answer, Refusal) else w.Answered(asked.id, "done")


def answered(asked_id: str, refusal: Refusal) -> w.Answered:
    """A refusal as a browser is told it."""
    outcome = "stale" if refusal.code == "stale" else "refused"
    return w.Answered(asked_id, outcome, refusal.code, refusal.sentence, refusal.clause)  # type: ignore[arg-type]


def request_for(user: User, table: HouseTable, asked: w.Asked) -> h.Request | Refusal:
    """The request that a request comes to, or why there is none."""
    request, name, on_duty = asked.wish, user.name, user.role in ON_DUTY
    entered = on_duty and table.chip_source == FELT and isinstance(request, ENTERED)
    if isinstance(request, IN_PERSON) != on_duty and not entered:
        return NOT_FOR_YOU[user.role]
    by = f"{user.role}:{name}" if on_duty else name
    command = correction_asked(request, by) if isinstance(request, f.CorrectRound) else _command(request, by)
    if isinstance(command, Refusal):
        return command
    return h.Request(
        table.table_id,
        command,
        f"{name}:{asked.id}",
        version=asked.version if isinstance(request, w.TakeDecision | w.TakeSeat | w.TakeOption) else None,
        round=getattr(request, "round", None),
        point=getattr(request, "point", None),
        player=name if hasattr(request, "seat") and not isinstance(request, w.TakeSeat) and not on_duty else None,
    )


def _command(request: w.AnyTableRequest, name: str) -> h.AnyRequestedCommand:
    """The command of whoever asks, a player by name, and one on duty by role and name."""
    if isinstance(request, w.TakeSeat):
        return c.Sit(seat=request.seat, player=name, by=name)
    if isinstance(request, w.GiveUpSeat):
        return c.Leave(seat=request.seat, by=name)
    if isinstance(request, w.SetWagers):
        stakes = wagers_of(request.stakes_cents)
        made_in = h.MadeIn(**asdict(request.made_in)) if request.made_in else UNSET
        return h.SetWagers(seat=request.seat, stakes=stakes, ready=request.ready, made_in=made_in, by=name)
    if isinstance(request, w.SayReady):
        return h.Ready(seat=request.seat, by=name)
    if isinstance(request, w.TakeDecision):
        return c.Decide(seat=request.seat, action=request.action, stake_cents=request.stake_cents, by=name)
    if isinstance(request, w.AskTime):
        return h.AskTime(seat=request.seat, by=name)
    if isinstance(request, w.OfferOwnSeed):
        return h.OfferSeed(player=name, seed=request.seed, by=name)
    if isinstance(request, f.OrderCards):
        order = c.OrderShuffle if request.order == "shuffle" else c.OrderRecut
        return order(deck=request.deck, reason=request.reason, by=name)
    if isinstance(request, f.CallFloor):
        return c.CallFloor(seat=request.seat, by=name)
    if isinstance(request, f.MakeCall):
        return h.MakeCall(reason=request.reason, seat=request.to_seat, note=request.note, by=name)
    if isinstance(request, f.AnswerCall):
        return h.AnswerCall(call=request.call, note=request.note, by=name)
    if isinstance(request, f.Decline):
        return h.Decline(what=request.what, reason=request.reason, by=name)
    if isinstance(request, f.TakeBack):
        return h.TakeBack(record=request.record, by=name)
    if isinstance(request, w.TakeOption):
        return h.TakeOption(option=request.option, found=tuple(request.found.items()), by=name)
    if isinstance(request, w.TapIn | w.TapOut):
        return (h.TapIn if isinstance(request, w.TapIn) else h.TapOut)(by=name)
    if isinstance(request, p.SeatPatron):
        return h.SeatPatron(seat=request.seat, beside=request.beside, card=request.card, by=name)
    if isinstance(request, p.RateSeat):
        return h.RateSeat(seat=request.seat, card=request.card, by=name)
    if isinstance(request, p.SellChips):
        return h.SellChips(seat=request.seat, cents=request.cents, by=name)
    if isinstance(request, p.CorrectBuyIn):
        return h.CorrectBuyIn(record=request.record, cents=request.cents, reason=request.reason, by=name)
    assert isinstance(request, w.DoDuty)
    return h.DoDuty(says=request.says, found=tuple(request.found.items()), by=name)
