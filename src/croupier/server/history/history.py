"""Rounds that were played: who lists which, each told step by step, and its proof for anybody to check."""

from typing import Annotated

import msgspec
from litestar import Response, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, PathParameter, QueryParameter

from croupier.house.handlers.command_handlers import name_problem
from croupier.house.replay.replaying import replayed
from croupier.house.shuffles.proof import RoundProof
from croupier.rulebook.errors import BadInput
from croupier.server.accounts.dependencies import SignedInUser
from croupier.server.accounts.users import User
from croupier.server.dependencies import GivenHouse
from croupier.server.history.frames import round_told
from croupier.server.history.played import everybodys_rounds, place_of, rounds_of
from croupier.server.tables.finding import found_table
from croupier.server.wire.errors import Problem
from croupier.server.wire.schemas import PlayedRounds, RoundTold
from croupier.table.values.state import SEEN

READS_ALL = ("surveillance", "regulator")
RoundNumber = Annotated[int, PathParameter(ge=1, le=2**53)]


@get("/history", operation_id="list_rounds", summary="Rounds played", tags=["history"], sync_to_thread=True)
def list_rounds(
    house: GivenHouse,
    me: SignedInUser,
    player: Annotated[str | None, QueryParameter(max_length=80)] = None,
    table: Annotated[str | None, QueryParameter(max_length=80)] = None,
    before: Annotated[str | None, QueryParameter(max_length=120)] = None,
) -> PlayedRounds:
    """Rounds, the latest first: one's own, and for surveillance and regulators those of a player or of everybody."""
    whose = whose_rounds(me, player)
    tables = [found_table(house, table).table_id] if table else house.tables()
    place = place_of(before) if before else None
    return rounds_of(house, whose, tables, place) if whose else everybodys_rounds(house, tables, place)


def whose_rounds(me: User, player: str | None) -> str:
    """Whose rounds may be listed: "" for everybody's."""
    if player is not None and name_problem(player):
        raise Problem(400, "malformed", "player is not the name of a player; leave it out or mend it.")
    if me.role in READS_ALL:
        return player or ""
    if player not in (None, me.name):
        sentence = "You may list your own rounds; those of others are for surveillance and regulators."
        raise Problem(403, "not_yours", sentence)
    return me.name


@get(
    "/history/{table:str}/{number:int}", operation_id="tell_round", summary="A round, step by step", tags=["history"],
    sync_to_thread=True,
)  # fmt: skip
def tell_round(house: GivenHouse, me: SignedInUser, table: FromPath[str], number: RoundNumber) -> RoundTold:
    """A round from its records, each step with the felt as you might have seen it then, and the checks of it all.

    Players are told the rounds that they played.
    """
    house_table = found_table(house, table)
    _played(house_table.state.rounds, table, number)
    return round_told(house, house_table, number, me)


@get(
    "/history/{table:str}/{number:int}/proof", operation_id="prove_round", summary="A round's proof", tags=["history"],
    media_type="application/json", sync_to_thread=True,
    responses={200: ResponseSpec(RoundProof, description="The proof", generate_examples=False)},
)  # fmt: skip
def prove_round(house: GivenHouse, table: FromPath[str], number: RoundNumber) -> Response[bytes]:
    """The proof of a round that is over, as `croupier verify` and the page check it."""
    house_table = found_table(house, table)
    _played(house_table.state.rounds, table, number)
    with house.database.read() as connection:
        proof = replayed(connection, table, number).proof
    if house_table.card_source != "house":
        cards = "a deck in the hand" if house_table.card_source == SEEN else "a shoe that reads its cards"
        sentence = f"Table {table} is dealt from {cards}: there is no shuffle of the house's to prove."
        raise Problem(409, "no_shuffle", sentence)
    if proof is None:
        raise Problem(409, "not_over", f"Round {number} of table {table} is not over; it can be proved when it is.")
    file = msgspec.json.format(msgspec.json.encode(proof), indent=1) + b"\n"
    name = f'attachment; filename="{table}-{number}.json"'
    return Response(file, media_type="application/json", headers={"Content-Disposition": name})


def _played(rounds: int, table: str, number: int) -> None:
    if number > rounds:
        played = f"it has played 1 to {rounds}" if rounds else "it has played none yet"
        sentence = f"Table {table} has not played round {number}; {played}."
        raise Problem(404, "no_round", str(BadInput(sentence)))


ROUTES = (list_rounds, tell_round, prove_round)
