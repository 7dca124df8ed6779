"""`croupier house issue` and `redeem`: chips of patrons without an account, over the cage's counter."""

from typing import Annotated

import typer

from croupier.cli.house_place import DEFAULT, HouseOption, JsonOption, KeysOption, opened
from croupier.cli.output import console, write_json
from croupier.house.database.schema import CAGE
from croupier.house.handlers import commands as h
from croupier.house.handlers.felt import PATRON_AT_CAGE
from croupier.house.ledger.accounts import CIRCULATION
from croupier.house.ledger.balances import all_balances
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.base import money
from croupier.table.values.refusal import Refusal

CentsArgument = Annotated[int, typer.Argument(metavar="CENTS", help="How much, in cents: 2500 for $25.")]


def issue(
    cents: CentsArgument, house: HouseOption = DEFAULT, keys: KeysOption = None, as_json: JsonOption = False
) -> None:
    """Sell chips for cash at the cage, to a patron without an account."""
    _serve(h.BuyIn(player=PATRON_AT_CAGE, cents=cents), "issued", house, keys, as_json)


def redeem(
    cents: CentsArgument, house: HouseOption = DEFAULT, keys: KeysOption = None, as_json: JsonOption = False
) -> None:
    """Take chips back for cash at the cage, from a patron without an account."""
    _serve(h.CashOut(player=PATRON_AT_CAGE, cents=cents), "redeemed", house, keys, as_json)


def _serve(command: h.BuyIn | h.CashOut, done: str, house: HouseOption, keys: KeysOption, as_json: bool) -> None:
    with opened(house, keys) as found:
        found.house.open_cage()
        answer = found.house.ask(h.Request(CAGE, command))
        if isinstance(answer, Refusal):
            raise BadInput(answer.sentence, answer.clause)
        with found.database.read() as connection:
            held = all_balances(connection)[CIRCULATION]
    if as_json:
        write_json({f"{done}_cents": command.cents, "circulation_cents": held})
    else:
        console().print(f"{money(command.cents)} of chips {done}; patrons hold {money(held)} now.")
