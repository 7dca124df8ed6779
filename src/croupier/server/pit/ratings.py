"""Players rated: how long they played, what they put down on a hand, and what that costs by the exact odds."""

import asyncio
from fractions import Fraction
from itertools import pairwise
from typing import Annotated

from litestar import get
from litestar.params import FromPath, QueryParameter

from croupier.server.dependencies import GivenHouse
from croupier.server.history.figures import Boxed
from croupier.server.odds.expecting import Expected
from croupier.server.pit.result import FOREVER_MS, Played, expected_apart, found_played
from croupier.server.pit.schemas import Rating

BREAK_MS = 900_000  # between two hands of a player: whoever stays away longer has not played meanwhile


@get("/pit/{table:str}/ratings", operation_id="rate_players", summary="Players rated", tags=["pit"])
async def rate_players(
    table: FromPath[str],
    house: GivenHouse,
    since_ms: Annotated[int, QueryParameter(ge=0, le=FOREVER_MS)] = 0,
    until_ms: Annotated[int, QueryParameter(ge=0, le=FOREVER_MS)] = FOREVER_MS,
) -> list[Rating]:
    """How long each with an account, or a card, played there, their average wager and what it costs on average."""
    played = await asyncio.to_thread(found_played, house, table, since_ms, until_ms)
    return ratings(played, await expected_apart(played))


def ratings(played: Played, boxes: list[tuple[Boxed, Expected]]) -> list[Rating]:
    """The players of these hands, who should lose most first."""
    theirs: dict[str, list[tuple[Boxed, Expected]]] = {}
    for hand, expected in boxes:
        if player := played.whose.get((hand.round, hand.seat)):
            theirs.setdefault(player, []).append((hand, expected))
    rated = [_rating(player, hands) for player, hands in theirs.items()]
    return sorted(rated, key=lambda one: (-one.expected_loss_cents, one.player))


def _rating(player: str, hands: list[tuple[Boxed, Expected]]) -> Rating:
    moments = sorted(hand.at_ms for hand, _ in hands)
    gaps = [after - before for before, after in pairwise(moments)]
    staked = sum(sum(hand.made.stakes_cents.values()) for hand, _ in hands)
    means = sum((sum(expected.means_cents.values(), Fraction(0)) for _, expected in hands), Fraction(0))
    return Rating(
        player=player,
        hands=len(hands),
        played_ms=sum(gap for gap in gaps if gap <= BREAK_MS),
        staked_cents=staked,
        average_cents=round(Fraction(staked, len(hands))),
        expected_loss_cents=0.0 - float(means),
        lost_cents=-sum(sum(hand.net_cents.values()) for hand, _ in hands),
    )


ROUTES = (rate_players,)
