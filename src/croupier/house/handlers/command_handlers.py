"""What the house does when asked: money, seeds, time, the table itself. Each answers None, or why not."""

from collections.abc import Callable, Mapping
from typing import Any, get_args

from msgspec.structs import asdict, replace

from croupier.house.database.schema import CAGE
from croupier.house.handlers import commands as h
from croupier.house.handlers import devices, felt, filings, slips, staffing
from croupier.house.handlers import filing_commands as fc
from croupier.house.handlers.confirming import decline
from croupier.house.handlers.corrections import correct
from croupier.house.handlers.duties import does_it, duty_at, not_theirs, option_taken
from croupier.house.handlers.floor_calls import answer_call, make_call
from croupier.house.handlers.taking_back import take_back
from croupier.house.handlers.virtual_dealer import run_dealers
from croupier.house.handlers.waiting import extensions, waited_for
from croupier.house.handlers.watching import begin_audit, end_audit, note
from croupier.house.ledger.accounts import inventory
from croupier.house.ledger.ledger import checked_cents
from croupier.house.ledger.postings import close_out
from croupier.house.log import events as he
from croupier.house.log.house_table import HouseTable
from croupier.house.transaction.table_transaction import TableTransaction
from croupier.rulebook.elect import GameRules
from croupier.rulebook.errors import BadInput
from croupier.table.procedure.dealing import due_of
from croupier.table.procedure.decks import in_round
from croupier.table.procedure.devices import in_use
from croupier.table.procedure.reading import card_due
from croupier.table.procedure.silence import default_action, takes_default
from croupier.table.procedure.turning_up import source_problem
from croupier.table.procedure.wagering import box_problem, incomplete
from croupier.table.values import commands as c
from croupier.table.values.box import Wager
from croupier.table.values.duty import filled
from croupier.table.values.refusal import Refusal
from croupier.table.values.roles import ROLES, SYSTEM

LONGEST_SEED = 64
LONGEST_NAME = 40
MOST_EXTENSIONS = 10  # of one wait


def carry_out(transaction: TableTransaction, command: h.AnyRequestedCommand) -> Refusal | None:
    """Does what is asked, before the virtual dealer does what is due then; or says why not."""
    table, handler = transaction.table, _HANDLERS.get(type(command))
    at_cage = table.table_id == CAGE
    if table.closed:
        return Refusal("table_closed", f"Table {table.table_id} is closed; choose another.", "")
    if at_cage and type(command) not in _AT_CAGE:
        return Refusal("not_at_the_cage", "The cage sells chips and buys them back; ask a table for that.", "")
    if problem := devices.stopped_problem(table, command) or felt.chips_problem(table, command):
        return problem
    if table.link and transaction.house_transaction.is_lost(table.link) != table.link_lost:
        transaction.act("house", "link", ((he.LinkFound if table.link_lost else he.LinkLost)(link=table.link),))
    problem = handler(transaction, command) if handler else _table_command(transaction, command)  # type: ignore[arg-type]
    if problem is None and transaction.table.ready:
        _end_betting_when_ready(transaction)
    if problem is None and table.said:
        devices.compare(transaction, command)
    return problem


def _table_command(transaction: TableTransaction, command: c.AnyCommand) -> Refusal | None:
    if isinstance(command, c.PlaceWager) and (
        problem := link_problem(transaction.rules, transaction.table, command.wager)
    ):
        return problem
    if isinstance(command, c.Sit):
        problem = name_problem(command.player)
        problem = problem or felt.seat_problem(transaction.rules, transaction.table, command.seat, command.player)
        if problem:
            return problem
    return transaction.table_command(command)


def link_problem(rules: GameRules, table: HouseTable, wager: str) -> Refusal | None:
    """Why a wager cannot be made while the table's link is lost, or None."""
    if wager != "progressive" or not table.link_lost:
        return None
    sentence = "The progressive meter cannot be reached, so its wager is closed; every other wager is open."
    return Refusal("link_lost", sentence, rules.rulebook.progressive.award_reads.clause[0])


def name_problem(name: str) -> Refusal | None:
    """Why a player cannot be called that."""
    if name in ROLES:
        return Refusal("name", f"Records name whoever did something, and {name!r} is a role there; choose another.", "")
    if 0 < len(name) <= LONGEST_NAME and name.isprintable() and name == name.strip() and ":" not in name:
        return None
    return Refusal("name", f"A player's name is 1 to {LONGEST_NAME} printable characters without a colon.", "")


def _end_betting(transaction: TableTransaction, command: h.EndBetting) -> Refusal | None:
    rules = transaction.rules
    round_, due = transaction.table.state.round, due_of(rules, transaction.table.state)
    if round_ is None or due is None or due.kind != "close_bets" or command.round not in (0, round_.number):
        return _no_betting(rules)
    by = SYSTEM if transaction.table.dealer == "virtual" else command.by
    while command.time_is_up and (found := incomplete(rules, transaction.table.state.round)):  # type: ignore[arg-type]
        for wager, _ in reversed(found[0].wagers):
            transaction.table_command(c.WithdrawWager(seat=found[0].seat, wager=wager, by=by))
    if transaction.acts and not transaction.table.state.round.boxes:  # type: ignore[union-attr]
        return None  # nothing but incomplete wagers, which went back
    return transaction.table_command(c.Perform(step=due.step, by=by))


def _no_betting(rules: GameRules) -> Refusal:
    clause = rules.rulebook.wagers.closed_by.clause[0]
    return Refusal("no_betting", "No wagers are being taken now; wait for the next round.", clause)


def _set_wagers(transaction: TableTransaction, command: h.SetWagers) -> Refusal | None:
    mark = transaction.mark()
    problem = next(filter(None, (_set_wager(transaction, command, wager) for wager in command.stakes)), None)
    if command.ready and problem is None:
        problem = _ready(transaction, command)
    if problem:
        transaction.undo(mark)
    return problem


def _set_wager(transaction: TableTransaction, command: h.SetWagers, wager: Wager) -> Refusal | None:
    seat, state = command.seat, transaction.table.state
    round_ = state.round
    if round_ and round_.phase == "wagering" and state.player(seat):
        box = round_.box(seat)
        if wager.stake_cents == (box.stake(wager.name) if box else 0):  # another tab may have done it
            return None
    if wager.stake_cents:
        made_in = asdict(command.made_in) if isinstance(command.made_in, h.MadeIn) else {}
        placed = c.PlaceWager(seat=seat, wager=wager.name, stake_cents=wager.stake_cents, by=command.by, **made_in)
        return _table_command(transaction, placed)
    return transaction.table_command(c.WithdrawWager(seat=seat, wager=wager.name, by=command.by))


def _ready(transaction: TableTransaction, command: h.Ready | h.SetWagers) -> Refusal | None:
    table, rules = transaction.table, transaction.rules
    round_, wagers = table.state.round, rules.rulebook.wagers
    if round_ is None or round_.phase != "wagering":
        return _no_betting(rules)
    if not table.state.player(command.seat):
        return Refusal("not_seated", f"Nobody sits in seat {command.seat}.", wagers.seated_only.clause[0])
    if command.seat in table.ready:
        return Refusal("ready_already", "You are ready already; the table waits for the others.", "")
    if not round_.boxes:
        return Refusal("no_wagers", "Nobody has wagered; put a wager down first.", wagers.main.clause[0])
    box = round_.box(command.seat)
    if box and (problem := box_problem(rules, dict(box.wagers))):
        return problem
    return transaction.act(command.by, "Ready", (he.PlayerReady(seat=command.seat, round=round_.number),))


def _end_betting_when_ready(transaction: TableTransaction) -> None:
    """No more bets once everybody is ready; wagers that are not complete keep them open."""
    table = transaction.table
    if table.dealer == "virtual" and {seat for seat, _ in table.state.players} <= set(table.ready):
        _end_betting(transaction, h.EndBetting())


def _ask_time(transaction: TableTransaction, command: h.AskTime) -> Refusal | None:
    table = transaction.table
    waited = waited_for(table)
    if waited is None or waited.seat not in (0, command.seat) or not table.state.player(command.seat):
        return Refusal("not_waiting", f"Seat {command.seat} is not being waited for.", "")
    if len(extensions(table, waited)) >= MOST_EXTENSIONS:
        return Refusal("no_more_time", f"More time was given {MOST_EXTENSIONS} times already; answer now.", "")
    event = he.TimeExtended(round=waited.round, point=waited.point, seat=waited.seat, at_ms=transaction.at_ms)
    return transaction.act(command.by, "AskTime", (event,))


def _end_waiting(transaction: TableTransaction, command: h.EndWaiting) -> Refusal | None:
    rules = transaction.rules
    round_, due = transaction.table.state.round, due_of(rules, transaction.table.state)
    asked = round_ is not None and round_.to_ask[:1] == (command.seat,) and command.round in (0, round_.number)
    if not asked or due is None or due.point is None or round_ is None or round_.point != command.point:
        return Refusal("not_waiting", f"Seat {command.seat} is not being waited for.", "")
    if not takes_default(transaction.rules, transaction.table.state):
        return transaction.table_command(c.CallFloor(seat=command.seat, by=SYSTEM))
    action = default_action(due.point)
    problem = transaction.table_command(c.Decide(seat=command.seat, action=action, by=SYSTEM))
    return problem or transaction.act(
        SYSTEM, "EndWaiting", (he.SystemDecided(seat=command.seat, action=action, round=round_.number),)
    )


def _offer_seed(transaction: TableTransaction, command: h.OfferSeed) -> Refusal | None:
    table = transaction.table
    if table.mode != "open":
        return Refusal(
            "house_seeds", "This table is shuffled from the house's seed alone; an open table takes yours.", ""
        )
    if command.player not in {player for _, player in table.state.players}:
        return Refusal("not_seated", "Sit down first: a seed is offered by who plays.", "")
    if not (0 < len(command.seed) <= LONGEST_SEED and command.seed.isprintable()):
        return Refusal("seed", f"A seed is 1 to {LONGEST_SEED} printable characters.", "")
    return transaction.act(command.by, "OfferSeed", (he.SeedOffered(player=command.player, seed=command.seed),))


def _buy_in(transaction: TableTransaction, command: h.BuyIn) -> Refusal | None:
    return _buyer_problem(transaction, command.player) or _money(transaction, command, he.BoughtIn)


def _cash_out(transaction: TableTransaction, command: h.CashOut) -> Refusal | None:
    if transaction.table.table_id != CAGE:
        return Refusal("at_the_cage", "Chips are cashed at the cage.", "")
    return _buyer_problem(transaction, command.player) or _money(transaction, command, he.CashedOut)


def _buyer_problem(transaction: TableTransaction, name: str) -> Refusal | None:
    """Why nobody of that name buys or gives back chips; the cage serves patrons too, who have none."""
    at_cage = transaction.table.table_id == CAGE
    return None if at_cage and name == felt.PATRON_AT_CAGE else name_problem(name)


def _money(transaction: TableTransaction, command: h.BuyIn | h.CashOut, event: Any) -> Refusal | None:
    try:
        cents = checked_cents(command.cents)
    except BadInput as error:
        return Refusal("amount", str(error), "")
    return transaction.act(command.by, type(command).__name__, (event(player=command.player, cents=cents),))


def _fill(transaction: TableTransaction, command: h.Fill | h.Credit) -> Refusal | None:
    try:
        cents = checked_cents(command.cents)
    except BadInput as error:
        return Refusal("amount", str(error), "")
    there = transaction.house_transaction.balance(inventory(transaction.table.table_id))
    if isinstance(command, h.Credit) and cents > there:
        return Refusal("inventory", "There are not so many chips in the inventory; credit less.", "")
    event = he.Credited if isinstance(command, h.Credit) else he.Filled
    return transaction.act(command.by, type(command).__name__, (event(cents=cents, by=command.by),))


def _change_rules(transaction: TableTransaction, command: h.ChangeRules) -> Refusal | None:
    try:
        rules, title, filed = transaction.house_transaction.file_rules(command.submission)
    except BadInput as error:
        return Refusal("submission", error.sentence, error.clause)
    if problem := source_problem(rules, transaction.table.card_source):
        return problem
    if rules.rulebook.rulebook != transaction.rules.rulebook.rulebook:
        return Refusal("other_game", "A table keeps its game; open another table for another rulebook.", "")
    if taken := [seat for seat, _ in transaction.table.state.players if seat > rules.seats]:
        sentence = f"Seat {taken[0]} is taken, and these rules have {rules.seats}; let who sits there move first."
        return Refusal("seat_taken", sentence, rules.rulebook.wagers.seated_only.clause[0])
    if 0 < transaction.table.decision_seconds < rules.decision_seconds:
        sentence = f"These rules give players {rules.decision_seconds} seconds to answer, and this table gives fewer."
        return Refusal("decision_seconds", f"{sentence} Open another table for them.", "")
    if transaction.table.link and (
        problem := transaction.house_transaction.link(transaction.table.link).join_problem(rules)
    ):
        return problem
    filing = transaction.house_transaction.approved_filing(command.submission)
    if isinstance(filing, Refusal):
        return filing
    changed = he.RulesChanged(digest=rules.digest, title=title, filed=filed, filing=filing)
    return transaction.act(command.by, "ChangeRules", (changed,))


def _close_table(transaction: TableTransaction, command: h.CloseTable) -> Refusal | None:
    table, round_ = transaction.table, transaction.table.state.round
    if in_round(table.state) and round_ and (round_.boxes or round_.phase != "wagering"):
        return Refusal("round_open", "A round is under way; finish it, then close the table.", "")
    if waiting := next((slip for slip in table.slips if slip.open), None):
        sentence = f"Slip {waiting.slip} is open here; have it carried out or refused, then close the table."
        return Refusal("slips", sentence, "")
    counted = close_out(table.table_id, transaction.house_transaction.balance)
    return transaction.act(command.by, "CloseTable", (*transaction.open_all(), counted))


def _go_on(transaction: TableTransaction, command: h.GoOn) -> Refusal | None:
    before = (transaction.table.version, len(transaction.acts))
    run_dealers([transaction])
    went_on = (transaction.table.version, len(transaction.acts)) > before
    return None if went_on else Refusal("nothing_due", "The house has nothing to do here now.", "")


def _do_duty(transaction: TableTransaction, command: h.DoDuty) -> Refusal | None:
    table = transaction.table
    duty = duty_at(transaction.rules, table, transaction.seconds)
    if duty is None and table.dealer == "virtual":
        return Refusal("dealt_by_itself", "The house deals here by itself.", "")
    if awaited := card_due(in_use(transaction.rules, table.state), table.state):
        return awaited.by_shoe()
    if duty is None:
        return Refusal("nothing_due", "The table waits for its players now.", "")
    if command.says and command.says != duty.says:
        return Refusal("stale", "Something else is due now; look again.", "")
    if not does_it(table, duty, command.by):
        return not_theirs(duty)
    done = filled(duty, dict(command.found))
    if isinstance(done, Refusal):
        return done
    done = replace(done, by=command.by, at=transaction.seconds)
    due = due_of(transaction.rules, table.state)
    if due is not None and due.kind == "close_bets" and isinstance(done, c.Perform):
        # Whoever left wagers incomplete holds up no table: where a dealer calls it, their time is up.
        return _end_betting(transaction, h.EndBetting(time_is_up=True, by=command.by))
    if isinstance(done, c.Shuffle) and table.card_source == "house":
        return transaction.shuffle(done)
    return transaction.table_command(done)


def _take_option(transaction: TableTransaction, command: h.TakeOption) -> Refusal | None:
    done = option_taken(transaction.rules, transaction.table, command)
    if isinstance(done, Refusal):
        return done
    return transaction.table_command(replace(done, at=transaction.seconds))


_HANDLERS: Mapping[type, Callable[[TableTransaction, Any], Refusal | None]] = {
    h.EndBetting: _end_betting,
    h.EndWaiting: _end_waiting,
    h.SetWagers: _set_wagers,
    h.Ready: _ready,
    h.AskTime: _ask_time,
    h.OfferSeed: _offer_seed,
    h.BuyIn: _buy_in,
    h.CashOut: _cash_out,
    h.Fill: _fill,
    h.Credit: _fill,
    h.ChangeRules: _change_rules,
    h.CloseTable: _close_table,
    h.GoOn: _go_on,
    h.DoDuty: _do_duty,
    h.TakeOption: _take_option,
    h.MakeCall: make_call,
    h.AnswerCall: answer_call,
    h.TapIn: staffing.tap_in,
    h.TapOut: staffing.tap_out,
    h.AssignSupervisor: staffing.assign_supervisor,
    h.SeatPatron: felt.seat_patron,
    h.RateSeat: felt.rate_seat,
    h.SellChips: felt.sell_chips,
    h.CorrectBuyIn: felt.correct_buy_in,
    h.TakeBack: take_back,
    h.Note: note,
    h.BeginAudit: begin_audit,
    h.EndAudit: end_audit,
    h.CorrectSettlement: correct,
    h.AskSlip: slips.ask_slip,
    h.ApproveSlip: slips.approve_slip,
    h.ConfirmSlip: slips.confirm_slip,
    h.RefuseSlip: slips.refuse_slip,
    h.AddDevice: devices.add_device,
    h.RevokeDevice: devices.revoke_device,
    h.DeviceSays: devices.device_says,
    fc.MakeFiling: filings.make_filing,
    fc.EditFiling: filings.edit_filing,
    fc.SubmitFiling: filings.submit_filing,
    fc.RemarkFiling: filings.remark_filing,
    fc.ReturnFiling: filings.return_filing,
    fc.ApproveFiling: filings.approve_filing,
    fc.WithdrawFiling: filings.withdraw_filing,
    fc.RequireApproval: filings.require_approval,
    h.Decline: decline,
}
_AT_CAGE = frozenset({h.BuyIn, h.CashOut, h.Note, h.BeginAudit, h.EndAudit, *get_args(fc.AnyFilingCommand)})
