"""What a browser wishes of a table, put to the house: always for who is signed in, whatever the browser says."""

from croupier.house import commands as h
from croupier.house.desk import Desk
from croupier.house.house import House
from croupier.house.service import TableService
from croupier.rulebook.elect import GameRules
from croupier.rulebook.errors import BadInput
from croupier.server import wire as w
from croupier.server.users import User
from croupier.table import commands as c
from croupier.table.refusal import Refusal

FAILED = "The house cannot answer just now, and what became of this is not known yet; ask the same again."
NOT_FOR_YOU = {
    "player": Refusal("not_a_dealer", "The dealer of this table does that.", ""),
    "dealer": Refusal("not_a_player", "You deal here; sign in as a player to play.", ""),
}


async def answer_to(service: TableService, user: User, desk: Desk, asked: w.Asked) -> w.Answered:
    """What became of a wish. The same id of the same user is answered the same, and done once."""
    request = request_for(service.house, user, desk, asked)
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


def request_for(house: House, user: User, desk: Desk, asked: w.Asked) -> h.Request | Refusal:
    """The request that a wish comes to, or why there is none."""
    wish, name = asked.wish, user.name
    if isinstance(wish, w.DoDuty) != (user.role == "dealer"):
        return NOT_FOR_YOU[user.role]
    if isinstance(wish, w.TakeSeat) and (problem := seat_problem(house.rules_of(desk), desk, name, wish.seat)):
        return problem
    return h.Request(
        desk.table_id,
        _command(wish, name),
        f"{name}:{asked.id}",
        version=asked.version if isinstance(wish, w.TakeDecision | w.TakeSeat) else None,
        round=getattr(wish, "round", None),
        point=getattr(wish, "point", None),
        player=name if hasattr(wish, "seat") and not isinstance(wish, w.TakeSeat) else None,
    )


def _command(wish: w.AnyWish, name: str) -> h.AnyWish:
    if isinstance(wish, w.TakeSeat):
        return c.Sit(seat=wish.seat, player=name, by=name)
    if isinstance(wish, w.GiveUpSeat):
        return c.Leave(seat=wish.seat, by=name)
    if isinstance(wish, w.SetWagers):
        stakes = tuple(wish.stakes_cents.items())
        return h.SetWagers(seat=wish.seat, stakes=stakes, ready=wish.ready, by=name)
    if isinstance(wish, w.SayReady):
        return h.Ready(seat=wish.seat, by=name)
    if isinstance(wish, w.TakeDecision):
        return c.Decide(seat=wish.seat, action=wish.action, stake_cents=wish.stake_cents, by=name)
    if isinstance(wish, w.AskTime):
        return h.AskTime(seat=wish.seat, by=name)
    if isinstance(wish, w.OfferOwnSeed):
        return h.OfferSeed(player=name, seed=wish.seed, by=name)
    assert isinstance(wish, w.DoDuty)
    return h.DoDuty(says=wish.says, by=f"dealer:{name}")


def seat_problem(rules: GameRules, desk: Desk, name: str, seat: int) -> Refusal | None:
    """Why a player may not sit there beside where they sit already, or None."""
    own = [number for number, player in desk.state.players if player == name]
    clause = rules.rulebook.wagers.adjacent_boxes.clause[0]
    if len(own) >= rules.adjacent_boxes:
        most = "one box" if rules.adjacent_boxes == 1 else f"{rules.adjacent_boxes} adjacent boxes"
        return Refusal("too_many_boxes", f"One player may have {most} here, and you have.", clause)
    if own and all(abs(seat - other) != 1 for other in own):
        return Refusal(
            "not_adjacent", f"Seat {seat} is not next to your seat {own[0]}; choose an adjacent one.", clause
        )
    return None
