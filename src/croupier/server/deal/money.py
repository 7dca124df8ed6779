"""What the dealer's hands do with chips now: the wagers that were settled last, to take, to pay or to leave."""

from collections.abc import Iterator, Sequence

from croupier.hands.hand import in_a_sentence
from croupier.house.log.chips import Pieces, fewest_chips
from croupier.house.log.house_table import HouseTable
from croupier.rulebook.elect import GameRules
from croupier.rulebook.sign import line_title
from croupier.server.deal.schemas import ChipMove, ChipsSeen, MoneySeen
from croupier.server.deal.trays import paid_of_tray
from croupier.server.tables.words import hand_made
from croupier.table.narration.sentences import sentence, wager_title
from croupier.table.values.showdown import SettlementLine
from croupier.table.values.state import Round
from croupier.table.views import RoundView, Viewer, view_for

IN_THE_TRAY = "progressive"  # its chips were collected before the deal


def money_now(rules: GameRules, table: HouseTable, viewer: Viewer) -> MoneySeen | None:
    """The seat whose wagers were settled last, or all that a void round gives back; nothing before anything is."""
    round_, seen = table.state.round, view_for(table.state, viewer).round
    if round_ is None or seen is None:
        return None
    seat, lines = _latest(round_, seen.lines)
    if not lines:
        return None
    return MoneySeen(
        seat=seat,
        hand=_hand(rules, seen, seat),
        aloud=_aloud(rules, seen, seat),
        moves=tuple(move for line in lines for move in _moves(rules, table, line, round_.paid_off_table)),
    )


def _latest(round_: Round, lines: Sequence[SettlementLine]) -> tuple[int, list[SettlementLine]]:
    """The seat and its lines that the dealer deals with now; seat 0 where they are of several."""
    if round_.remedy and round_.phase in ("closed", "void"):
        return 0, list(lines)
    if round_.phase == "closed":
        return 0, []
    if round_.pending:
        seat = round_.pending.line.seat
        return seat, [line for line in lines if line.seat == seat and line.outcome != "forfeit"]
    if not round_.settled:
        return 0, [line for line in lines if line.outcome == "forfeit"]
    unit, seat = round_.settled[-1]
    own = [line for line in lines if line.seat == seat and line.outcome != "forfeit"]
    if unit in ("collect", "pay"):
        own = [line for line in own if (line.paid_cents + line.returned_cents > 0) == (unit == "pay")]
    return seat, own if unit not in ("reveal", "pick_up") else []


def _hand(rules: GameRules, seen: RoundView, seat: int) -> str:
    box = next((box for box in seen.boxes if box.seat == seat), None)
    made = hand_made(rules, box.cards, seen.community) if box else None
    return made.description if made else ""


def _aloud(rules: GameRules, seen: RoundView, seat: int) -> str:
    """A seat's hand as it is called out, where the rules ask for that."""
    called = any(step.step == "announce_hand" for step in rules.rulebook.settlement.each_seat)
    hand = _hand(rules, seen, seat)
    return f"Seat {seat} has {in_a_sentence(hand)}." if called and hand else ""


def _moves(rules: GameRules, table: HouseTable, line: SettlementLine, off_table: Sequence[int]) -> Iterator[ChipMove]:
    """What is done with the chips of one wager: a stake that is kept and a payment are two moves."""
    banked = line.wager == IN_THE_TRAY
    if line.paid_cents and banked and line.seat in off_table:
        yield _move(rules, line, "off_table", line.paid_cents)
    elif line.paid_cents:
        paid = paid_of_tray(table, line)
        told, rest = fewest_chips(line.paid_cents, table.denominations_cents)
        pieces, note = paid or (told, "")
        yield _move(rules, line, "pay", line.paid_cents, pieces, rest, note)
    if line.outcome == "void":
        told, rest = fewest_chips(line.returned_cents, table.denominations_cents) if banked else ((), 0)
        yield _move(rules, line, "give_back", line.returned_cents, told, rest)
    elif line.outcome == "push":
        yield _move(rules, line, "push", line.returned_cents)
    elif line.stake_cents and not line.returned_cents:
        yield _move(rules, line, "in_the_tray" if banked else "take", line.stake_cents)


def _move(
    rules: GameRules, line: SettlementLine, way: str, cents: int, pieces: Pieces = (), rest: int = 0, note: str = ""
) -> ChipMove:
    """A move, counted out in pieces where there are any, with what no chip makes up."""
    return ChipMove(
        seat=line.seat,
        title=wager_title(rules, line.wager),
        way=way,  # type: ignore[arg-type]
        cents=cents,
        chips=tuple(ChipsSeen(chip, count) for chip, count in pieces),
        rest_cents=rest,
        hand=line_title(line.line) if line.line else "",
        odds=line.odds,
        sentence=sentence(rules, line, False, False),
        clause=line.clause,
        note=note,
    )
