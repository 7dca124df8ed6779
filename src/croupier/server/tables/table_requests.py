"""What a browser asks of a table, put to the house: always for who is signed in, whatever the browser says."""

from msgspec import UNSET
from msgspec.structs import asdict

from croupier.house.handlers import commands as h
from croupier.house.log.house_table import HouseTable
from croupier.house.service.service import TableService
from croupier.rulebook.errors import BadInput
from croupier.server.accounts.users import User
from croupier.server.wire import messages as w
from croupier.table.values import commands as c
from croupier.table.values.box import wagers_of
from croupier.table.values.refusal import Refusal
from croupier.table.values.roles import SUPERVISORS

FAILED = "The house cannot answer just now, and what became of this is not known yet; ask the same again."
NOT_FOR_YOU = {
    "player": Refusal("not_a_dealer", "The dealer of this table does that.", ""),
    "dealer": Refusal("not_a_player", "You deal here; sign in as a player to play.", ""),
    **dict.fromkeys(SUPERVISORS, Refusal("not_a_player", "You are of the floor; sign in as a player to play.", "")),
}
ON_DUTY = ("dealer", *SUPERVISORS)
IN_PERSON = (w.DoDuty, w.OrderCards, w.CallFloor, w.TakeOption)  # what those on duty request, and no player does


async def answer_to(service: TableService, user: User, table: HouseTable, asked: w.Asked) -> w.Answered:
    """What became of a request. The same id of the same user is answered the same, and done once."""
    request = request_for(user, table, asked)
    if isinstance(request, Refusal):
        return answered(asked.id, request)
    try:
        answer = await service.send(request)
    except BadInput:
        return w.Answered(asked.id, "failed", "unavailable", FAILED)
    return answered(asked.id, answer) if isinstance(answer, Refusal) else w.Answered(asked.id, "done")


def answered(asked_id: str, refusal: Refusal) -> w.Answered:
    """A refusal as a browser is told it."""
    outcome = "stale" if refusal.code == "stale" else "refused"
    return w.Answered(asked_id, outcome, refusal.code, refusal.sentence, refusal.clause)  # type: ignore[arg-type]


def request_for(user: User, table: HouseTable, asked: w.Asked) -> h.Request | Refusal:
    """The request that a request comes to, or why there is none."""
    request, name = asked.wish, user.name
    if isinstance(request, IN_PERSON) != (user.role in ON_DUTY):
        return NOT_FOR_YOU[user.role]
    return h.Request(
        table.table_id,
        _command(request, user),
        f"{name}:{asked.id}",
        version=asked.version if isinstance(request, w.TakeDecision | w.TakeSeat | w.TakeOption) else None,
        round=getattr(request, "round", None),
        point=getattr(request, "point", None),
        player=name if hasattr(request, "seat") and not isinstance(request, w.TakeSeat | w.CallFloor) else None,
    )


def _command(request: w.AnyTableRequest, user: User) -> h.AnyRequestedCommand:
    name = user.name
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
    if isinstance(request, w.OrderCards):
        order = c.OrderShuffle if request.order == "shuffle" else c.OrderRecut
        return order(deck=request.deck, reason=request.reason, by=f"{user.role}:{name}")
    if isinstance(request, w.CallFloor):
        return c.CallFloor(seat=request.seat, by=f"{user.role}:{name}")
    if isinstance(request, w.TakeOption):
        return h.TakeOption(option=request.option, found=tuple(request.found.items()), by=f"{user.role}:{name}")
    assert isinstance(request, w.DoDuty)
    return h.DoDuty(says=request.says, found=tuple(request.found.items()), by=f"{user.role}:{name}")
