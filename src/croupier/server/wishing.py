"""What a browser wishes of a table, put to the house: always for who is signed in, whatever the browser says."""

import asyncio
from collections.abc import Sequence

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
    requests = requests_for(service.house, user, desk, asked)
    if isinstance(requests, Refusal):
        return answered(asked.id, requests)
    try:
        answers = await asyncio.gather(*[service.send(request) for request in requests])  # in one commit, in order
    except BadInput:
        return w.Answered(asked.id, "failed", "unavailable", FAILED)
    refusal = next((answer for answer in answers if isinstance(answer, Refusal)), None)
    return answered(asked.id, refusal) if refusal else w.Answered(asked.id, "done")


def answered(asked_id: str, refusal: Refusal) -> w.Answered:
    """A refusal as a browser is told it."""
    outcome = "stale" if refusal.code == "stale" else "refused"
    return w.Answered(asked_id, outcome, refusal.code, refusal.sentence, refusal.clause)  # type: ignore[arg-type]


def requests_for(house: House, user: User, desk: Desk, asked: w.Asked) -> Sequence[h.Request] | Refusal:
    """The requests that a wish comes to, in order, each under an id of its own; or why there are none."""
    wish, name = asked.wish, user.name
    if isinstance(wish, w.DoDuty) != (user.role == "dealer"):
        return NOT_FOR_YOU[user.role]
    if isinstance(wish, w.TakeSeat) and (problem := seat_problem(house.rules_of(desk), desk, name, wish.seat)):
        return problem
    commands = _commands(wish, desk, name)
    return [
        h.Request(
            desk.table_id,
            command,
            f"{name}:{asked.id}.{number}",
            version=asked.version if isinstance(wish, w.TakeDecision | w.TakeSeat) else None,
            round=getattr(wish, "round", None),
            point=getattr(wish, "point", None),
            player=name if hasattr(wish, "seat") and not isinstance(wish, w.TakeSeat) else None,
        )
        for number, command in commands.items()
    ]


def _commands(wish: w.AnyWish, desk: Desk, name: str) -> dict[int, h.AnyWish]:
    """What a wish comes to, each by its number: sent again, a part of the wish has the same one."""
    if isinstance(wish, w.SetWagers):
        return _wagers(wish, desk, name)
    return {1: _command(wish, name)}


def _command(wish: w.AnyWish, name: str) -> h.AnyWish:
    if isinstance(wish, w.TakeSeat):
        return c.Sit(seat=wish.seat, player=name, by=name)
    if isinstance(wish, w.GiveUpSeat):
        return c.Leave(seat=wish.seat, by=name)
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


def _wagers(wish: w.SetWagers, desk: Desk, name: str) -> dict[int, h.AnyWish]:
    """What makes the box's spots as they are wished; in one's own box, in this round, those that are so are left alone.

    Of another's box, or of a round that is over, everything is put to the house, which says why not.
    """
    round_ = desk.state.round
    own = round_ and round_.number == wish.round and desk.state.player(wish.seat) == name
    box = round_.box(wish.seat) if round_ and own else None
    commands: dict[int, h.AnyWish] = {}
    for number, (wager, stake) in enumerate(wish.stakes_cents.items(), 1):
        if own and stake == (box.stake(wager) if box else 0):
            continue
        if stake:
            commands[number] = c.PlaceWager(seat=wish.seat, wager=wager, stake_cents=stake, by=name)
        else:
            commands[number] = c.WithdrawWager(seat=wish.seat, wager=wager, by=name)
    return commands


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
