"""Practice without a table: situations dealt by chance under a table's rules, with the exact value of each answer."""

import asyncio
import secrets
from fractions import Fraction
from typing import Annotated

from litestar import get
from litestar.params import FromPath, FromQuery, QueryParameter
from msgspec.structs import asdict

from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.words import answer_parts
from croupier.server.dependencies import GivenHouse
from croupier.server.odds.calculation_pool import Worker
from croupier.server.odds.exercises import CLOSE, Exercised, exercise_under
from croupier.server.tables.finding import filed_text, found_table
from croupier.server.wire.schemas import ActionValue, Exercise, UsualSaid

LARGEST_SEED = 2**31 - 1
_APART = Worker()


@get("/tables/{table:str}/practice", operation_id="practise", summary="A situation to practise on", tags=["tables"])
async def practise(
    house: GivenHouse,
    table: FromPath[str],
    close: FromQuery[bool] = False,
    seed: Annotated[int | None, QueryParameter(ge=0, le=LARGEST_SEED)] = None,
) -> Exercise:
    """A situation under the table's rules, dealt by chance and by no table, with what each answer is worth.

    With `close`, one whose two best answers are within a tenth of an ante. The same seed deals the same again.
    """
    house_table = await asyncio.to_thread(found_table, house, table)
    text = await asyncio.to_thread(filed_text, house, house_table)
    rules = await asyncio.to_thread(house.rules_of, house_table)
    number = secrets.randbelow(LARGEST_SEED + 1) if seed is None else seed
    dealt = await _APART.ask(exercise_under, text, number, close)
    return exercise(rules, table, number, dealt)


def exercise(rules: GameRules, table: str, seed: int, dealt: Exercised) -> Exercise:
    """A situation as the page shows it, values in cents at the least ante of the table."""
    ante = next(limit.minimum_cents for limit in rules.limits if limit.wager == "ante")
    return Exercise(
        table=table,
        seed=seed,
        cards=tuple(dealt.situation.cards.split()),
        community=tuple(dealt.situation.community.split()),
        dealer_up=tuple(dealt.situation.dealer_up.split()),
        ante_cents=ante,
        close=dealt.gap <= CLOSE,
        best=dealt.values[0][0],
        actions=tuple([_value(name, Fraction(int(num), int(den)), ante) for name, num, den in dealt.values]),
        usual=UsualSaid(**asdict(dealt.usual)),
    )


def _value(name: str, value: Fraction, ante_cents: int) -> ActionValue:
    action, times = answer_parts(name)
    return ActionValue(
        action=action,
        times=times,
        label=f"Play {times}x" if times else action.capitalize(),
        ev_num=str(value.numerator),
        ev_den=str(value.denominator),
        ev=float(value),
        ev_cents=float(value * ante_cents),
    )


ROUTES = (practise,)
