"""Chips on the felt: patrons without an account, seated by the dealer, who enters what they bet and answer."""

from croupier.house.handlers import commands as h
from croupier.house.ledger.ledger import checked_cents
from croupier.house.log import correction_events as ce
from croupier.house.log import events as he
from croupier.house.log.events import FELT
from croupier.house.log.house_table import HouseTable
from croupier.house.transaction.table_transaction import TableTransaction
from croupier.rulebook.elect import GameRules
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.base import money
from croupier.rulebook.submission import LARGEST_CENTS
from croupier.table.values import commands as c
from croupier.table.values.duty import LONGEST_TEXT
from croupier.table.values.refusal import Refusal
from croupier.table.values.roles import ON_DUTY, PATRON, SUPERVISORS, is_patron, role

PATRON_AT_CAGE = f"{PATRON}cage"  # whoever brings or wants chips there
LONGEST_CARD = 40
ENTERED = (c.Leave, c.PlaceWager, c.WithdrawWager, c.Decide, h.SetWagers)  # by whoever deals, for who sits there
OF_ACCOUNTS = (c.Sit, h.BuyIn, h.Ready, h.AskTime, h.OfferSeed)  # what players with a screen do
OF_PATRONS = (h.SeatPatron, h.RateSeat, h.SellChips, h.CorrectBuyIn)
AT_FELT = Refusal(
    "felt_table",
    "Chips are bet on the felt here, and the dealer seats whoever plays and enters what they bet and answer;"
    " watch this table, or play at another.",
    "",
)
AT_ACCOUNTS = Refusal(
    "accounts_table",
    "Players have accounts here and bet on their own screens; a table opened with --chips felt takes patrons.",
    "",
)
BOX_GONE = (
    "That buy-in is not put right here any more: its box has gone to the cage, or many have followed. What was wrong"
    " shows where the box and the tray are counted."
)
CHIPS_GONE = (
    "By the books patrons do not hold so many chips any more, so they came back as true ones; put less of it right, and"
    " have box and tray counted."
)
ENTERS = Refusal("not_a_dealer", "The dealer of this table, or the floor, enters that.", "")


def chips_problem(table: HouseTable, command: h.AnyRequestedCommand) -> Refusal | None:
    """Why a command does not go with where this table's chips come from, or None."""
    kind = type(command)
    if kind in OF_PATRONS:
        if table.chip_source != FELT:
            return AT_ACCOUNTS
        return None if role(command.by) in ON_DUTY else ENTERS
    if table.chip_source != FELT:
        return None
    return AT_FELT if kind in OF_ACCOUNTS or (kind in ENTERED and role(command.by) not in ON_DUTY) else None


def seat_problem(rules: GameRules, table: HouseTable, seat: int, player: str) -> Refusal | None:
    """Why a player may not sit there beside where they sit already, or None."""
    own = [number for number, other in table.state.players if other == player]
    clause = rules.rulebook.wagers.adjacent_boxes.clause[0]
    they, their = ("they", "their") if is_patron(player) else ("you", "your")
    if len(own) >= rules.adjacent_boxes:
        most = "one box" if rules.adjacent_boxes == 1 else f"{rules.adjacent_boxes} adjacent boxes"
        return Refusal("too_many_boxes", f"One player may have {most} here, and {they} have.", clause)
    if own and all(abs(seat - other) != 1 for other in own):
        sentence = f"Seat {seat} is not next to {their} seat {own[0]}; choose an adjacent one."
        return Refusal("not_adjacent", sentence, clause)
    return None


def seat_patron(transaction: TableTransaction, command: h.SeatPatron) -> Refusal | None:
    """Somebody without an account sits down, or takes a box beside the one that they have."""
    table, rules = transaction.table, transaction.rules
    number = table.patrons + 1
    if command.beside:
        beside = table.state.player(command.beside)
        if not beside:
            return _nobody(rules, command.beside)
        number = int(beside.removeprefix(PATRON))
    player = f"{PATRON}{number}"
    problem = seat_problem(rules, table, command.seat, player) or _card_problem(command.card)
    problem = problem or transaction.table_command(c.Sit(seat=command.seat, player=player, by=command.by))
    if problem:
        return problem
    told: list[he.LoggedEvent] = [he.PatronSeated(seat=command.seat, patron=number)]
    if command.card:
        told.append(he.SeatRated(seat=command.seat, player=player, card=command.card))
    return transaction.act(command.by, "SeatPatron", told)


def rate_seat(transaction: TableTransaction, command: h.RateSeat) -> Refusal | None:
    """Whoever sits there is rated under a card from now on, or no longer."""
    player = transaction.table.state.player(command.seat)
    if not player:
        return _nobody(transaction.rules, command.seat)
    if problem := _card_problem(command.card):
        return problem
    return transaction.act(command.by, "RateSeat", (he.SeatRated(seat=command.seat, player=player, card=command.card),))


def sell_chips(transaction: TableTransaction, command: h.SellChips) -> Refusal | None:
    """A patron's cash goes into the drop box, and chips from the tray to the patron."""
    player = transaction.table.state.player(command.seat)
    if not player:
        return _nobody(transaction.rules, command.seat)
    try:
        cents = checked_cents(command.cents)
    except BadInput as error:
        return Refusal("amount", str(error), "")
    return transaction.act(command.by, "SellChips", (he.BoughtIn(player=player, cents=cents),))


def correct_buy_in(transaction: TableTransaction, command: h.CorrectBuyIn) -> Refusal | None:
    """What was sold is put right by the floor: cash in the box and chips in circulation, by the difference."""
    found = next((one for one in transaction.table.buy_ins if one.record == command.record), None)
    if role(command.by) not in SUPERVISORS:
        return Refusal("needs_floor", "A floorperson puts a buy-in right; call the floor.", "")
    if found is None:
        return Refusal("no_buy_in", BOX_GONE, "")
    reason = command.reason.strip()
    if not 0 < len(reason) <= LONGEST_TEXT or not reason.isprintable():
        return Refusal("no_reason", "Say in a sentence why it was wrong.", "")
    if not 0 <= command.cents <= LARGEST_CENTS:
        return Refusal("amount", f"Say what was bought: nothing, or up to {money(LARGEST_CENTS)}.", "")
    if command.cents == found.cents:
        return Refusal("nothing_changes", f"It was entered as {money(found.cents)}; there is nothing to put right.", "")
    event = ce.BuyInCorrected(
        record=found.record, player=found.player, was_cents=found.cents, cents=command.cents, reason=reason,
        by=command.by,
    )  # fmt: skip
    problem = transaction.act(command.by, "CorrectBuyIn", (event,))
    return Refusal(problem.code, CHIPS_GONE, "") if problem and problem.code == "not_enough_chips" else problem


def _nobody(rules: GameRules, seat: int) -> Refusal:
    clause = rules.rulebook.wagers.seated_only.clause[0]
    return Refusal("not_seated", f"Nobody sits in seat {seat}; seat a patron there first.", clause)


def _card_problem(card: str) -> Refusal | None:
    if not card or (len(card) <= LONGEST_CARD and card.isascii() and card.replace("-", "").isalnum()):
        return None
    return Refusal("card_number", f"A card's number is up to {LONGEST_CARD} letters, digits and hyphens.", "")
