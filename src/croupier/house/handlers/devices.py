"""Devices at a table: what they say is written down with their name, and never decides anything.

Where a device and the table disagree, it calls the floor; until the floor has answered, nothing goes on there.
"""

import re

from croupier.cards import DECK
from croupier.house.handlers import commands as h
from croupier.house.log import device_events as de
from croupier.house.log import events as he
from croupier.house.log.house_table import HouseTable
from croupier.house.transaction.table_transaction import TableTransaction
from croupier.table.procedure.decks import in_round
from croupier.table.procedure.devices import in_use
from croupier.table.procedure.reading import card_due
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.refusal import Refusal
from croupier.table.values.roles import DEVICE, SUPERVISORS, role
from croupier.table.values.state import FROM_SHOE

MOST_DEVICES = 8  # at one table
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_KEY = re.compile(r"[0-9a-f]{64}")
# What each kind of device may say.
_SAYS: dict[de.DeviceKind, frozenset[type]] = {
    "shoe": frozenset({de.CardRead, de.CountFound, de.Jam, de.Cover}),
    "shuffler": frozenset({de.CountFound, de.Jam, de.Cover}),
    "progressive": frozenset({de.Button, de.Light}),
}
# What happens beside the game, and so goes on while it stands still.
_GOES_ON = frozenset(
    {
        h.DeviceSays, h.AddDevice, h.RevokeDevice, h.MakeCall, h.AnswerCall, h.TapIn, h.TapOut, h.AssignSupervisor,
        h.BuyIn, h.CashOut, h.SellChips, h.RateSeat, h.Fill, h.Credit, h.AskSlip, h.ApproveSlip, h.ConfirmSlip,
        h.RefuseSlip, h.Note, h.GoOn, c.Sit, c.Leave, h.SeatPatron,
    }
)  # fmt: skip


def stopped_problem(table: HouseTable, command: h.AnyRequestedCommand) -> Refusal | None:
    """Why something is not done: a device called the floor. What the floor itself does is done."""
    call = table.stopped
    if call is None or type(command) in _GOES_ON or role(command.by) in SUPERVISORS:
        return None
    return Refusal("stopped", f"The table stands still until the floor has ruled: {call.note}", "")


def add_device(transaction: TableTransaction, command: h.AddDevice) -> Refusal | None:
    """A device may speak at the table from now on."""
    table, device = transaction.table, command.device
    if not _NAME.fullmatch(device):
        return Refusal("device_name", "A device's name is 1 to 40 of a to z, 0 to 9 and hyphens.", "")
    if not _KEY.fullmatch(command.key):
        return Refusal("device_key", "A device's key is the SHA-256 of its token, in hexadecimal.", "")
    if device_at(table, device):
        sentence = f"There is a device {device} at table {table.table_id} already; revoke it first, or name another."
        return Refusal("device_present", sentence, "")
    if len(table.devices) >= MOST_DEVICES:
        return Refusal("too_many_devices", f"A table has at most {MOST_DEVICES} devices; revoke one first.", "")
    if command.kind == FROM_SHOE and table.card_source != FROM_SHOE:
        sentence = f"No shoe reads the cards of table {table.table_id}: that is chosen when a table is opened."
        return Refusal("no_shoe", sentence, "")
    if command.kind == FROM_SHOE and any(one.kind == FROM_SHOE for one in table.devices):
        return Refusal("device_present", "There is a shoe at this table already, and cards leave only one.", "")
    added = de.DeviceAdded(device=device, kind=command.kind, key=command.key, by=command.by, at_ms=transaction.at_ms)
    return transaction.act(command.by, "AddDevice", (added,))


def revoke_device(transaction: TableTransaction, command: h.RevokeDevice) -> Refusal | None:
    """A device's token is good no more: whatever comes by it from now on is refused."""
    table = transaction.table
    if device_at(table, command.device) is None:
        return Refusal("no_device", f"There is no device {command.device!r} at table {table.table_id}.", "")
    return transaction.act(command.by, "RevokeDevice", (de.DeviceRevoked(device=command.device, by=command.by),))


def device_at(table: HouseTable, name: str, key: str = "") -> de.DeviceAdded | None:
    """The device of that name, and of that key where one is given."""
    for device in table.devices:
        if device.device == name and key in ("", device.key):
            return device
    return None


def device_says(transaction: TableTransaction, command: h.DeviceSays) -> Refusal | None:
    """What a device said, written down; a card that the shoe read is dealt to the place that is due it."""
    table, said = transaction.table, command.said
    device = device_at(table, command.by.partition(":")[2], command.key)
    if role(command.by) != DEVICE or device is None or not command.key:
        return Refusal("revoked", "This token is good no more; the floor adds the device anew.", "")
    if type(said) not in _SAYS[device.kind]:
        return Refusal("not_this_device", f"A device of kind {device.kind} does not say that.", "")
    if isinstance(said, de.CardRead):
        return _card_read(transaction, command, device, said)
    if isinstance(said, de.Light) and not 1 <= said.seat <= transaction.rules.seats:
        return Refusal("no_seat", f"This table has seats 1 to {transaction.rules.seats}.", "")
    if isinstance(said, de.CountFound) and not 0 <= said.cards <= 8 * len(DECK):
        return Refusal("count", f"{said.cards} cards cannot be.", "")
    return _written(transaction, device, said, _contradicts(table, device, said))


def _card_read(
    transaction: TableTransaction, command: h.DeviceSays, device: de.DeviceAdded, said: de.CardRead
) -> Refusal | None:
    """A card left the shoe: for the place that is due it, or else nobody knows where it lies, and the floor rules."""
    table = transaction.table
    state = table.state
    if FROM_SHOE in (*state.failed, *state.out_of_use) or state.cards_told:
        return Refusal("shoe_out_of_use", "The shoe is out of use; the dealer tells the cards that are turned up.", "")
    problem = stopped_problem(table, c.Deal(by=command.by))
    if problem is None and card_due(in_use(transaction.rules, state), state) is None:
        problem = Refusal("no_card_due", "A card left the shoe, and none was due.", "")
    if problem is None:
        problem = transaction.table_command(c.DealCard(card=said.card, by=command.by))
    if problem is None:
        return None
    why = "A card left the shoe that is out already." if problem.code == "card_twice" else problem.sentence
    stops = problem.code != "stopped"
    failed = _written(transaction, device, said, why if stops else "")
    # The answer names no card: the shoe knows what it said, and nobody else is told.
    return failed or Refusal(problem.code, f"{why} The floor rules on it." if stops else why, problem.clause)


def _written(
    transaction: TableTransaction, device: de.DeviceAdded, said: de.AnySaying, contradicts: str
) -> Refusal | None:
    """What was said in the log, and where it contradicts something the call for the floor behind it."""
    table = transaction.table
    round_ = table.state.round if in_round(table.state) else None
    deck = ""
    if isinstance(said, de.CardRead):
        deck = round_.deck if round_ else table.shuffled[-1][0] if table.shuffled else ""
    event = de.DeviceSaid(
        device=device.device, said=said, round=round_.number if round_ else 0, at_ms=transaction.at_ms, deck=deck
    )
    problem = transaction.act(f"{DEVICE}:{device.device}", "DeviceSays", (event,))
    if problem is None and contradicts:
        problem = _stop(transaction, device.device, contradicts)
    return problem


def _stop(transaction: TableTransaction, device: str, note: str) -> Refusal | None:
    """The floor is called, once while it has not come; until it has ruled nothing goes on."""
    table, by = transaction.table, f"{DEVICE}:{device}"
    if any(call.by == by for call in table.calls):
        return None
    made = he.CallMade(call=table.calls_made + 1, reason="device", seat=0, note=note, by=by, at_ms=transaction.at_ms)
    return transaction.act(by, "MakeCall", (made,))


def _contradicts(table: HouseTable, device: de.DeviceAdded, said: de.AnySaying) -> str:
    """In what a device contradicts the table or its dealer, "" where it does not."""
    round_ = table.state.round if in_round(table.state) else None
    drawn = round_.drawn if round_ else 0
    match said:
        case de.Jam():
            return f"The {device.kind} is jammed."
        case de.Cover(open=True) if drawn and device.kind == FROM_SHOE:
            return "The cover of the shoe is open while the round is dealt."
        case de.CountFound(cards=cards):
            due = len(DECK) - (drawn if device.kind == FROM_SHOE else 0)
            if cards != due:
                return f"The {device.kind} counts {cards} cards, and {due} should be there."
            if round_ and device.kind == FROM_SHOE and round_.stub_found is not None:
                return f"The shoe counts {cards} cards in the stub, and the dealer {round_.stub_found}."
        case de.Light(seat=seat, on=on) if round_ and round_.pending and round_.pending.line.seat == seat:
            if (round_.pending.verified_by and not on) or (round_.pending.unlit_by and on):
                return _lights(seat, on)
    return ""


def _lights(seat: int, on: bool) -> str:
    shows, found = ("on", "off") if on else ("off", "on")
    return f"The light of seat {seat} is {shows} by the device, and {found} by whoever looked."


def compare(transaction: TableTransaction, command: h.AnyRequestedCommand) -> None:
    """Calls the floor where what a person found is not what a device said of it in this round."""
    table = transaction.table
    round_ = table.state.round
    if role(command.by) == DEVICE or round_ is None:
        return
    said = [one for one in table.said if one.round == round_.number]
    for event in [one for act in transaction.acts for one in act.events]:
        for one in said:
            if sentence := _differs(event, one.said, len(DECK) - round_.drawn):
                _stop(transaction, one.device, sentence)


def _differs(event: he.LoggedEvent, said: de.AnySaying, stub: int) -> str:
    """In what a person's finding differs from what a device said, "" where it does not."""
    match event, said:
        case e.StubMiscounted(), de.CountFound(cards=cards) if cards == stub:
            return f"The dealer counts {event.count} cards in the stub, and the shoe {cards}."
        case e.AwardVerified() | e.AwardUnlit(), de.Light(seat=seat, on=on) if seat == event.seat:
            return _lights(seat, on) if on is isinstance(event, e.AwardUnlit) else ""
    return ""
