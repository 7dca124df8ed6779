"""What a browser wishes of a table, put to the house: always for who is signed in, whatever the browser says."""

from msgspec import UNSET
from msgspec.structs import asdict

from croupier.house.handlers import commands as h
from croupier.house.log.desk import Desk
from croupier.house.service.service import TableService
from croupier.rulebook.errors import BadInput
from croupier.server.accounts.users import User
from croupier.server.wire import wire as w
from croupier.table.values import commands as c
from croupier.table.values.refusal import Refusal
from croupier.table.values.roles import SUPERVISORS

FAILED = "The house cannot answer just now, and what became of this is not known yet; ask the same again."
NOT_FOR_YOU = {
    "player": Refusal("not_a_dealer", "The dealer of this table does that.", ""),
    "dealer": Refusal("not_a_player", "You deal here; sign in as a player to play.", ""),
    **dict.fromkeys(SUPERVISORS, Refusal("not_a_player", "You are of the floor; sign in as a player to play.", "")),
}
ON_DUTY = ("dealer", *SUPERVISORS)
IN_PERSON = (w.DoDuty, w.OrderCards, w.CallFloor)  # what those on duty wish, and no player does


async def answer_to(service: TableService, user: User, desk: Desk, asked: w.Asked) -> w.Answered:
    """What became of a wish. The same id of the same user is answered the same, and done once."""
    request = request_for(user, desk, asked)
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


def request_for(user: User, desk: Desk, asked: w.Asked) -> h.Request | Refusal:
    """The request that a wish comes to, or why there is none."""
    wish, name = asked.wish, user.name
    if isinstance(wish, IN_PERSON) != (user.role in ON_DUTY):
        return NOT_FOR_YOU[user.role]
    return h.Request(
        desk.table_id,
        _command(wish, user),
        f"{name}:{asked.id}",
        version=asked.version if isinstance(wish, w.TakeDecision | w.TakeSeat) else None,
        round=getattr(wish, "round", None),
        point=getattr(wish, "point", None),
        player=name if hasattr(wish, "seat") and not isinstance(wish, w.TakeSeat | w.CallFloor) else None,
    )


def _command(wish: w.AnyWish, user: User) -> h.AnyWish:
    name = user.name
    if isinstance(wish, w.TakeSeat):
        return c.Sit(seat=wish.seat, player=name, by=name)
    if isinstance(wish, w.GiveUpSeat):
        return c.Leave(seat=wish.seat, by=name)
    if isinstance(wish, w.SetWagers):
        stakes = tuple(wish.stakes_cents.items())
        made_in = h.MadeIn(**asdict(wish.made_in)) if wish.made_in else UNSET
        return h.SetWagers(seat=wish.seat, stakes=stakes, ready=wish.ready, made_in=made_in, by=name)
    if isinstance(wish, w.SayReady):
        return h.Ready(seat=wish.seat, by=name)
    if isinstance(wish, w.TakeDecision):
        return c.Decide(seat=wish.seat, action=wish.action, stake_cents=wish.stake_cents, by=name)
    if isinstance(wish, w.AskTime):
        return h.AskTime(seat=wish.seat, by=name)
    if isinstance(wish, w.OfferOwnSeed):
        return h.OfferSeed(player=name, seed=wish.seed, by=name)
    if isinstance(wish, w.OrderCards):
        order = c.OrderShuffle if wish.order == "shuffle" else c.OrderRecut
        return order(deck=wish.deck, reason=wish.reason, by=f"{user.role}:{name}")
    if isinstance(wish, w.CallFloor):
        return c.CallFloor(seat=wish.seat, by=f"{user.role}:{name}")
    assert isinstance(wish, w.DoDuty)
    return h.DoDuty(says=wish.says, found=tuple(wish.found.items()), by=f"{user.role}:{name}")
