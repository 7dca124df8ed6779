"""The last round as the floor may put it right, and what a correction would bring about before it is done."""

from collections import Counter
from collections.abc import Sequence
from operator import itemgetter

from msgspec.structs import replace

from croupier.house.handlers.corrections import PROGRESSIVE, correction, why_not, with_borne
from croupier.house.ledger.accounts import player_account
from croupier.house.ledger.balances import balances_of
from croupier.house.log import events as he
from croupier.house.log.corrections import cards_at
from croupier.house.log.house_table import HouseTable
from croupier.house.service.house import House
from croupier.rulebook.elect import GameRules
from croupier.server.accounts.users import User
from croupier.server.deal.options import SOMEBODY_OF_THE_FLOOR
from croupier.server.deal.schemas import CardsTold, CorrectionSeen, LastRound, ResultChanged, WagerEnded
from croupier.server.tables.corrections import correction_asked
from croupier.server.wire.floor_requests import CorrectRound
from croupier.table.narration.names import written
from croupier.table.narration.sentences import wager_title
from croupier.table.procedure.turning_up import words_of
from croupier.table.values.refusal import Refusal
from croupier.table.values.showdown import SettlementLine
from croupier.table.values.state import Round


def last_round(rules: GameRules, table: HouseTable, user: User) -> LastRound | None:
    """What of the last round may be put right, or why not by this user; nothing where no round has ended."""
    round_ = table.last
    if round_ is None or table.closed:
        return None
    problem = why_not(rules, round_, f"{user.role}:{user.name}")
    if problem and (user.role != "dealer" or why_not(rules, round_, SOMEBODY_OF_THE_FLOOR)):
        return LastRound(round_.number, problem.sentence, problem.clause, told=(), wagers=())
    told = _told(round_) if table.card_source != "house" else ()
    why, clause = (problem.sentence, problem.clause) if problem else ("", "")
    return LastRound(round_.number, why, clause, told, _ended(rules, round_), floors=problem is not None)


def _told(round_: Round) -> tuple[CardsTold, ...]:
    """The cards that were turned up, place by place: as somebody told them, or as the shoe read them."""
    up = (
        ("dealer", round_.dealer_revealed),
        ("community", len(round_.community) <= round_.community_up),
        ("bonus_box", round_.bonus_revealed),
        *[(str(box.seat), box.revealed) for box in round_.boxes],
    )
    places = [place for place, turned_up in up if turned_up]
    told = [(place, cards_at(round_, place)) for place in places]
    return tuple(
        [CardsTold(place, words_of(place).capitalize(), written(cards), len(cards)) for place, cards in told if cards]
    )


def _ended(rules: GameRules, round_: Round) -> tuple[WagerEnded, ...]:
    """The wagers that a ruling may be on: no award of a meter, nor what came of several hands, as an envy bonus may."""
    times = Counter((line.seat, line.wager) for line in round_.lines)
    return tuple(
        WagerEnded(
            line.seat, line.wager, wager_title(rules, line.wager), line.stake_cents,
            line.paid_cents + line.returned_cents,
        )
        for line in round_.lines
        if line.wager != PROGRESSIVE and not line.meter and times[line.seat, line.wager] == 1
    )  # fmt: skip


def correction_seen(house: House, table: HouseTable, user: User, asked: CorrectRound) -> CorrectionSeen | Refusal:
    """What a correction would change, seat by seat, by the rules that the last round was played by."""
    rules = house.rules_of(replace(table, digest=table.last.digest) if table.last else table)
    by = SOMEBODY_OF_THE_FLOOR if user.role == "dealer" else f"{user.role}:{user.name}"
    command = correction_asked(asked, by)
    event = correction(rules, table, command) if not isinstance(command, Refusal) else command
    if isinstance(event, Refusal):
        return event
    changed = dict.fromkeys((line.seat, line.wager) for line in (*event.undone, *event.lines))

    def net(lines: Sequence[SettlementLine], seat: int, wager: str) -> int:
        return sum(line.net_cents for line in lines if (line.seat, line.wager) == (seat, wager))

    borne = _borne(house, table, event)
    return CorrectionSeen(
        clause=event.clause,
        changes=tuple(
            ResultChanged(
                seat, wager_title(rules, wager), net(event.undone, seat, wager), net(event.lines, seat, wager)
            )
            for seat, wager in sorted(changed, key=itemgetter(0))
        ),
        borne_cents=sum(cents for cents in borne if cents > 0),
        kept_cents=-sum(cents for cents in borne if cents < 0),
    )


def _borne(house: House, table: HouseTable, event: he.SettlementCorrected) -> list[int]:
    """What the house would bear for each player, below zero what it would have back of what it bore before."""
    with house.database.read() as connection:
        held = balances_of(connection, [player for _, player in event.players])
    by_account = {player_account(player): cents for player, cents in held.items()}
    return [cents for _, cents in with_borne(table, event, by_account.__getitem__).borne]
