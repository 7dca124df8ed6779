"""A round that was settled wrongly, put right by the floor: by the cards as they were, or by a ruling on one wager.

The wrong results are reversed and the right ones paid and taken in their place, by reading C-04; an award of the
Progressive is not touched, for a meter, a light and a document hang on it.
"""

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from croupier.cards import Card
from croupier.house.handlers import commands as h
from croupier.house.ledger.accounts import player_account
from croupier.house.ledger.postings import BalanceOf
from croupier.house.log import events as he
from croupier.house.log.corrections import cards_at, gained, with_cards
from croupier.house.log.house_table import HouseTable
from croupier.house.transaction.table_transaction import TableTransaction
from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.base import money
from croupier.rulebook.submission import LARGEST_CENTS
from croupier.table.narration.sentences import wager_title
from croupier.table.procedure.dealing import out_of_deck
from croupier.table.procedure.turning_up import words_of
from croupier.table.settlement.procedure import showdown_of
from croupier.table.settlement.settle import settle
from croupier.table.values.duty import LONGEST_TEXT
from croupier.table.values.refusal import Refusal
from croupier.table.values.roles import SUPERVISORS, is_patron, role
from croupier.table.values.showdown import OutcomeName, SettlementLine
from croupier.table.values.state import Round

PROGRESSIVE = "progressive"
RULED = "ruled"  # the case of a line that the floor ruled on


def clause_of(rules: GameRules) -> str:
    """The clause by which a settlement is put right."""
    law = rules.rulebook.irregularities.correction
    return law.clause[0] if law else ""


def correct(transaction: TableTransaction, command: h.CorrectSettlement) -> Refusal | None:
    """The last round is put right, and its money with it."""
    table = transaction.table
    rules = transaction.house_transaction.rules(table.last.digest) if table.last else transaction.rules
    event = correction(rules, table, command)
    if isinstance(event, Refusal):
        return event
    event = with_borne(table, event, transaction.house_transaction.balance)
    return transaction.act(command.by, "CorrectSettlement", (event,))


def correction(rules: GameRules, table: HouseTable, command: h.CorrectSettlement) -> he.SettlementCorrected | Refusal:
    """The event that puts the last round right, `rules` being those it was played by; or why there is none."""
    round_, clause = table.last, clause_of(rules)
    if round_ is None or round_.number != command.round:
        sentence = "Only the round that ended last is put right at the table; for an earlier one make a dispute file."
        return Refusal("not_the_last", sentence, clause)
    if problem := why_not(rules, round_, command.by):
        return problem
    reason = command.reason.strip()
    if not 0 < len(reason) <= LONGEST_TEXT or not reason.isprintable():
        return Refusal("no_reason", "Say in a sentence why it was wrong.", clause)
    found = _by_cards(rules, table, round_, command) if command.told else _by_ruling(rules, round_, command)
    if isinstance(found, Refusal):
        return found
    undone, lines = found
    if not undone and not lines:
        return Refusal("nothing_changes", "No wager ends otherwise by that; there is nothing to put right.", clause)
    seats = {line.seat for line in (*undone, *lines)}
    return he.SettlementCorrected(
        round=round_.number,
        told=tuple([(place, cards_at(round_, place), cards) for place, cards in command.told]),
        undone=undone,
        lines=lines,
        players=tuple([(box.seat, box.player) for box in round_.boxes if box.seat in seats]),
        reason=reason,
        clause=clause,
        by=command.by,
    )


def why_not(rules: GameRules, round_: Round, by: str) -> Refusal | None:
    """Why this one does not put a round right, whatever was wrong with it."""
    clause = clause_of(rules)
    if role(by) not in SUPERVISORS:
        return Refusal("needs_floor", "A floorperson puts a settlement right; call the floor.", clause)
    if round_.phase != "closed":
        return Refusal("round_void", "That round was void: every wager went back, as its remedy says.", clause)
    return None


def with_borne(table: HouseTable, event: he.SettlementCorrected, balance_of: BalanceOf) -> he.SettlementCorrected:
    """The correction with what of it the house bears: what players no longer have, all that patrons who left took away.

    Of what an earlier correction of the round left it to bear, the house keeps what this one would pay the player.
    """
    gains, here = gained(event), {player for _, player in table.state.players}
    borne = _had_back(table, event)
    there = {player_account(player): balance_of(player_account(player)) for player in gains}
    for player, cents in gains.items():
        there[player_account(player)] += max(0, cents) + borne.get(player, 0)
    for player, cents in gains.items():
        if cents < 0:
            has = 0 if is_patron(player) and player not in here else there[player_account(player)]
            given = max(0, min(-cents, has))
            there[player_account(player)] -= given
            borne[player] = -cents - given
    return replace(event, borne=tuple([(player, cents) for player, cents in borne.items() if cents]))


def may_bear(table: HouseTable, event: he.SettlementCorrected) -> bool:
    """Whether the house may bear what a correction says: no more than is taken, and all back that it can have back."""
    gains, borne = gained(event), dict(event.borne)
    taken = {player: cents for player, cents in borne.items() if cents > 0}
    back = {player: cents for player, cents in borne.items() if cents <= 0}
    within = all(cents <= -gains.get(player, 0) for player, cents in taken.items())
    return within and back == _had_back(table, event) and len(borne) == len(event.borne)


def _had_back(table: HouseTable, event: he.SettlementCorrected) -> dict[str, int]:
    """What the house has back of what it bore when the same round was put right before, below zero for each player."""
    bears = Counter[str]()
    for round_, player, cents in table.borne:
        bears[player] += cents if round_ == event.round else 0
    back = {player: min(cents, bears[player]) for player, cents in gained(event).items()}
    return {player: -cents for player, cents in back.items() if cents > 0}


Lines = tuple[SettlementLine, ...]


def as_asked(event: he.SettlementCorrected) -> h.CorrectSettlement:
    """The command that a correction carried out."""
    told = tuple([(place, cards) for place, _, cards in event.told])
    ruled = event.lines[0] if event.lines and not told else None
    return h.CorrectSettlement(
        round=event.round,
        told=told,
        seat=ruled.seat if ruled else 0,
        wager=ruled.wager if ruled else "",
        cents=ruled.paid_cents + ruled.returned_cents if ruled else None,
        reason=event.reason,
        by=event.by,
    )


def _by_cards(
    rules: GameRules, table: HouseTable, round_: Round, command: h.CorrectSettlement
) -> tuple[Lines, Lines] | Refusal:
    """The lines that end otherwise with the cards as they were, and how."""
    law = rules.rulebook.cards.cards_in_deck.clause[0]
    if table.card_source == "house":
        return Refusal("cards_known", "The house knows its own cards here; they were what they were.", law)
    right = round_
    for place, cards in command.told:
        was = cards_at(right, place)
        if not was:
            return Refusal("cards_unseen", f"Nobody has told {words_of(place)}; they decided nothing.", law)
        if len(cards) != len(was):
            return Refusal("card_count", f"{words_of(place).capitalize()} were {len(was)}; tell as many.", law)
        right = with_cards(right, place, cards)
    if twice := _twice(right):
        return Refusal("card_twice", f"The {twice.words} would be out twice; look at the cards again.", law)
    readings = tuple((meter.meter, meter.reset_cents) for meter in rules.meters)
    due = settle(rules, showdown_of(right, readings)).lines
    undone, lines = list[SettlementLine](), list[SettlementLine]()
    for seat, wager in dict.fromkeys((line.seat, line.wager) for line in (*round_.lines, *due)):
        old, new = (_of(some, seat, wager) for some in (round_.lines, due))
        if Counter(map(_without_meter, old)) == Counter(map(_without_meter, new)):
            continue
        if problem := _award_problem(rules, seat, (*old, *new)):
            return problem
        undone, lines = [*undone, *old], [*lines, *new]
    return tuple(undone), tuple(lines)


def _by_ruling(rules: GameRules, round_: Round, command: h.CorrectSettlement) -> tuple[Lines, Lines] | Refusal:
    """The line of the wager that the floor ruled on, and what it should have been by that."""
    clause, title = clause_of(rules), wager_title(rules, command.wager)
    old = _of(round_.lines, command.seat, command.wager)
    if len(old) != 1:
        return Refusal("no_wager", f"Seat {command.seat} had no {title} that was settled in that round.", clause)
    (was,) = old
    if problem := _award_problem(rules, command.seat, old):
        return problem
    cents, stake = command.cents, was.stake_cents
    if cents is None or cents < 0 or 0 < cents < stake:
        sentence = "Say what the seat should have got back with that wager: nothing, its stake, or more."
        return Refusal("amount", sentence, clause)
    if cents > LARGEST_CENTS:
        return Refusal("amount", f"No wager pays that much; say at most {money(LARGEST_CENTS)}.", clause)
    outcome: OutcomeName = "win" if cents > stake else "push" if cents else "lose"
    so = replace(
        was, outcome=outcome, paid_cents=max(0, cents - stake), returned_cents=min(cents, stake), line=None, odds="",
        case=RULED, clause=clause or was.clause, cut_cents=0,
    )  # fmt: skip
    same = (was.paid_cents, was.returned_cents) == (so.paid_cents, so.returned_cents)
    return ((), ()) if same else ((was,), (so,))


def _award_problem(rules: GameRules, seat: int, lines: Sequence[SettlementLine]) -> Refusal | None:
    if all(line.wager != PROGRESSIVE and not line.meter for line in lines):
        return None
    sentence = (
        f"The Progressive of seat {seat} hangs on that: a meter, a light and a document go with its award, so it is not"
        " put right here. Note it, and settle it by the award's own papers."
    )
    return Refusal("award_stands", sentence, rules.rulebook.progressive.award_reads.clause[0])


def _of(lines: Sequence[SettlementLine], seat: int, wager: str) -> Lines:
    return tuple([line for line in lines if (line.seat, line.wager) == (seat, wager)])


def _without_meter(line: SettlementLine) -> SettlementLine:
    return replace(line, paid_cents=0) if line.meter else line


def _twice(round_: Round) -> Card | None:
    """A card that would be out more than once."""
    counted = Counter(out_of_deck(replace(round_, rack=())))
    return next((card for card, times in counted.items() if times > 1), None)
