"""The coach at a practice table: what each answer that a player may give now is worth, exactly."""

import asyncio
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated

from litestar import get
from litestar.params import FromPath, QueryParameter
from msgspec.structs import asdict, replace

from croupier.house.log.house_table import HouseTable
from croupier.house.service.house import House
from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.base import money
from croupier.server.accounts.chips import balance_of
from croupier.server.accounts.dependencies import SignedInUser
from croupier.server.dependencies import GivenHouse
from croupier.server.odds.calculation_pool import Memo, Worker
from croupier.server.odds.exercises import usual_in
from croupier.server.odds.mathematics import Situation, advice_in, is_quick, made_ready, stakes_touched
from croupier.server.tables.finding import filed_text, found_table
from croupier.server.tables.live_views import cents_shown
from croupier.server.tables.offers import actions_of
from croupier.server.tables.words import listed
from croupier.server.wire.errors import Problem
from croupier.server.wire.messages import ActionOffer
from croupier.server.wire.schemas import ActionValue, Coaching, UsualSaid
from croupier.table.narration.sentences import wager_title
from croupier.table.views import BoxView, RoundView, SeenCards, Viewer, view_for

_APART = Worker()
_READY = Memo[None](_APART)
_SOLVING = Worker()  # hold 'em at a stake that nobody had yet: others who ask do not wait for it


@get("/tables/{table:str}/coach", operation_id="coach", summary="What each answer is worth", tags=["tables"])
async def coach(
    house: GivenHouse, me: SignedInUser, table: FromPath[str], seat: Annotated[int, QueryParameter(ge=1, le=12)]
) -> Coaching:
    """The exact value of each answer that one's own box may give now, at a practice table."""
    house_table = await asyncio.to_thread(found_table, house, table)
    round_, box = asked_box(house_table, me.name, seat)
    text = await asyncio.to_thread(filed_text, house, house_table)
    offers = await asyncio.to_thread(_offered, house, house_table, me.name, seat)
    meters = await asyncio.to_thread(cents_shown, house, house_table)
    situation = situation_of(text, round_, box, offers, meters)
    quick = await _APART.ask(is_quick, situation)
    values = await (_APART if quick else _SOLVING).ask(advice_in, situation)
    alone = await _APART.ask(advice_in, replace(situation, stakes_cents=()))
    usual = await _APART.ask(usual_in, situation)
    told = coaching(round_, box, offers, values)
    return replace(
        told,
        usual=UsualSaid(**asdict(usual)),
        counts=what_counts(house.rules_of(house_table), dict(situation.stakes_cents), told, alone[0][0]),
    )


def _offered(house: House, table: HouseTable, player: str, seat: int) -> Sequence[ActionOffer]:
    """The answers that the table offers to the seat, with as many chips as the player has."""
    return tuple(actions_of(house.rules_of(table), table, seat, balance_of(house, player)))


def get_ready(table: HouseTable, submission: str) -> None:
    """Has the coach of a practice table ready before anybody asks: the first answer takes the longest."""
    if table.practice:
        _READY.begin(table.digest, made_ready, submission)


def asked_box(table: HouseTable, player: str, seat: int) -> tuple[RoundView, BoxView]:
    """The player's own box, which is being asked, and its round, both as the player sees them."""
    if not table.practice:
        sentence = f"Table {table.table_id} is no practice table, and by its rules nobody is coached there."
        raise Problem(403, "no_coach", sentence)
    round_ = view_for(table.state, Viewer("player", player)).round
    box = next((box for box in round_.boxes if box.seat == seat), None) if round_ else None
    if table.state.player(seat) != player or (box and box.player != player):
        raise Problem(403, "not_your_seat", f"Seat {seat} is not yours; the coach helps you at your own.")
    if round_ is None or box is None or round_.to_ask[:1] != (seat,):
        raise Problem(409, "not_asked", f"Seat {seat} is not being asked now; the coach helps you when you decide.")
    return round_, box


def situation_of(
    submission: str,
    round_: RoundView,
    box: BoxView,
    offers: Sequence[ActionOffer],
    meters_cents: Mapping[str, int] = {},
) -> Situation:
    """What the player sees, as far as it bears on the answer, has down since before the deal, and may answer."""
    return Situation(
        submission,
        _seen(box.cards),
        _seen(round_.community),
        _seen(round_.dealer),
        plays=tuple([offer.times for offer in offers if offer.action == "play"]),
        stakes_cents=tuple([(wager, cents) for wager, cents in box.wagers if wager != "play"]),
        meters_cents=tuple(meters_cents.items()),
    )


def _seen(cards: SeenCards) -> str:
    return " ".join(str(card) for card in cards if card is not None)


def coaching(
    round_: RoundView, box: BoxView, offers: Sequence[ActionOffer], values: list[tuple[str, str, str]]
) -> Coaching:
    """The values of what is offered, as the page shows them."""
    ante, offered = dict(box.wagers)["ante"], {_name(offer): offer for offer in offers}
    return Coaching(
        seat=box.seat,
        round=round_.number,
        point=round_.point,
        best=values[0][0],
        actions=tuple([_value(offered[action], Fraction(int(num), int(den)), ante) for action, num, den in values]),
    )


def what_counts(rules: GameRules, stakes_cents: Mapping[str, int], told: Coaching, best_alone: str) -> str:
    """What is in the values and what is not, and what it would cost to think of the main game alone."""
    touched = stakes_touched(rules, stakes_cents)
    counted, left_out = (_titles(rules, names) for names in (touched.counted, touched.left_out))
    sentences = [
        f"Values are exact and count the main game with your {counted}, which a fold loses."
        if counted
        else "Values are exact and count the main game; wagers that no answer changes are not in them."
    ]
    if left_out:
        sentences.append(f"Your {left_out} is left out: a fold loses it, but it depends on everybody’s cards.")
    alone = next(one for one in told.actions if f"{one.action}:{one.times}".strip(":") == best_alone)
    if cost := told.actions[0].ev_cents - alone.ev_cents:
        price = money(round(cost)) if cost >= 1 else "less than a cent"
        sentences.append(f"For the main game alone {alone.label} would be best; here it costs {price} on average.")
    return " ".join(sentences)


def _titles(rules: GameRules, wagers: Sequence[str]) -> str:
    return listed([wager_title(rules, wager) for wager in wagers], "and")


def _name(offer: ActionOffer) -> str:
    """An answer as the odds call it."""
    return f"{offer.action}:{offer.times}" if offer.times else offer.action


def _value(offer: ActionOffer, value: Fraction, ante_cents: int) -> ActionValue:
    return ActionValue(
        action=offer.action,
        times=offer.times,
        label=offer.label,
        ev_num=str(value.numerator),
        ev_den=str(value.denominator),
        ev=float(value),
        ev_cents=float(value * ante_cents),
    )


ROUTES = (coach,)
