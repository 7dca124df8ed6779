"""What happened, told as one sentence: the table's events by the table itself, the house's own events here."""

from collections.abc import Callable, Container, Iterable, Mapping
from typing import Any

from croupier.house.handlers.floor_calls import CALL_REASONS
from croupier.house.log import correction_events as ce
from croupier.house.log import device_events as de
from croupier.house.log import events as he
from croupier.house.log import filing_events as fe
from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.base import money
from croupier.rulebook.phrases import words
from croupier.table.narration.names import people, place_name, player_name, written
from croupier.table.narration.narrate import narrate
from croupier.table.procedure.turning_up import words_of
from croupier.table.values import events as e


def told(rules: GameRules | None, event: he.LoggedEvent, timed_out: Container[int] = ()) -> tuple[str, str]:
    """The event in a sentence, "" where there is nothing to tell, and the clause that it follows.

    Only a table's events need the rules; the cage has none. The hands of seats that `timed_out` were folded for their
    players.
    """
    if isinstance(event, e.Event):
        assert rules is not None
        return narrate(rules, event, timed_out)
    return _FACTS[type(event)](event), getattr(event, "clause", "")


def timed_out_in(acts: Iterable[he.Act]) -> frozenset[int]:
    """The seats whose hands were folded for them in these acts, for their time ran out."""
    decided = (one for act in acts for one in act.events if isinstance(one, he.SystemDecided))
    return frozenset(one.seat for one in decided if one.action == "fold")


def cards_shown(event: he.LoggedEvent) -> tuple[tuple[str, str], ...]:
    """The cards that an event puts somewhere, place by place: for who may see them all."""
    if isinstance(event, de.DeviceSaid) and isinstance(event.said, de.CardRead):
        return ((f"device {event.device}", written((event.said.card,))),)
    if not isinstance(event, e.CardsDealt):
        return ()
    places: dict[str, list[Any]] = {}
    for place, card in event.places:
        places.setdefault(place, []).append(card)
    return tuple((place_name(place), written(cards)) for place, cards in places.items())


def _opened(event: he.TableOpened) -> str:
    link = f" on link {event.link}" if event.link else ""
    name = f" as {event.title}" if event.title else ""
    chips = f"with {money(event.inventory_cents)} in its inventory"
    felt = "; patrons bet chips on its felt" if event.chip_source == he.FELT else ""
    return f"The table opens{name}{link} {chips}{felt}, under rules {event.digest[:12]}."


def _rules_changed(event: he.RulesChanged) -> str:
    name = f" as {event.title}" if event.title else ""
    return f"From the next round on the table is run{name} by rules {event.digest[:12]}."


def _committed(event: he.ShuffleCommitted) -> str:
    seeds = f", with the seeds of {', '.join(name for name, _ in event.player_seeds)}" if event.player_seeds else ""
    root = f"root {event.root[:12]} commits to its order" if event.root else "nobody knows its order"
    return f"Shuffle {event.shuffle} is of deck {event.deck}{seeds}: {root}."


def _link_opened(event: he.LinkOpened) -> str:
    meters = ", ".join(f"{meter} at {money(cents)}" for meter, cents, *_ in event.meters)
    return f"Link {event.link} opens: {meters}."


def _call_made(event: he.CallMade) -> str:
    where = f" to seat {event.seat}" if event.seat else ""
    said = f": {event.note.rstrip('.')}" if event.note else ""
    return f"The floor is called{where} for {CALL_REASONS[event.reason]}, by {people(event.by)}{said}."


def _device_said(event: de.DeviceSaid) -> str:
    match event.said:
        case de.CardRead():  # which one is shown to whoever may see them all
            said = "a card that could not be the next"
        case de.CountFound(cards=cards):
            said = f"{cards} cards are in it"
        case de.Jam():
            said = "cards are stuck"
        case de.Cover(open=open_):
            said = f"its cover is {'open' if open_ else 'closed'}"
        case de.Button():
            said = "its button was pressed"
        case de.Light(seat=seat, on=on):
            said = f"the light of seat {seat} is {'on' if on else 'off'}"
    return f"Device {event.device}: {said}."


def _noted(event: he.Noted) -> str:
    about = f"round {event.round} of table {event.table}" + (f", record {event.record}" if event.record else "")
    said = f": {event.note.rstrip('.')}" if event.note else ""
    return f"{people(event.by).capitalize()} marks {about}{said}."


def _audited(event: he.AuditEnded) -> str:
    if event.ok:
        return f"The audit finds all as it was written: {event.records:,} records in {event.took_ms / 1000:.1f} s."
    return f"The audit finds {event.problems} faults; the first: {event.first.rstrip('.')}."


def _put_right(event: he.SettlementCorrected) -> str:
    cards = [f"{words_of(place)} were {written(so)}, told as {written(was)}" for place, was, so in event.told]
    seats = list(dict.fromkeys((line.seat, line.wager) for line in (*event.undone, *event.lines)))
    nets = [f"seat {seat}'s {words(wager)} {_net(event, seat, wager)}" for seat, wager in seats]
    why = event.reason.rstrip(".")
    return f"{people(event.by).capitalize()} puts round {event.round} right ({why}): {'; '.join([*cards, *nets])}."


def _net(event: he.SettlementCorrected, seat: int, wager: str) -> str:
    was, so = (
        sum(line.net_cents for line in lines if (line.seat, line.wager) == (seat, wager))
        for lines in (event.undone, event.lines)
    )
    return f"{_signed(so)} instead of {_signed(was)}"


def _signed(cents: int) -> str:
    return f"{'−' if cents < 0 else '+'}{money(abs(cents))}"


def _pieces(event: he.SlipAsked) -> str:
    return ", ".join(f"{count} x {money(worth)}" for worth, count in event.pieces)


def _filing_made(event: fe.FilingMade) -> str:
    follows = f" to replace filing {event.follows}" if event.follows else ""
    return f"Filing {event.filing} is begun by {people(event.by)}{follows}."


def _filing_edited(event: fe.FilingEdited) -> str:
    about = ", ".join(event.fields[:6]) + (" and more" if event.fields[6:] else "")
    return f"Filing {event.filing} is changed by {people(event.by)}: {about or 'its comments'}."


def _filing_approved(event: fe.FilingApproved) -> str:
    until = f" until {event.until_day}" if event.until_day else ""
    conditions = f", on {len(event.conditions)} conditions" if event.conditions else ""
    return f"Filing {event.filing} is approved by {people(event.by)} from {event.from_day}{until}{conditions}."


def _filing_remarked(event: fe.FilingRemarked) -> str:
    return f"{people(event.by).capitalize()} remarks on {event.field or 'all'} of filing {event.filing}: {event.note}."


_FACTS: Mapping[type, Callable[[Any], str]] = {
    he.TableOpened: _opened,
    he.RulesChanged: _rules_changed,
    he.TableClosed: lambda house_event: (
        f"The table is closed out with {money(house_event.inventory_cents)} in its inventory"
        f" and {money(house_event.drop_cents)} in its box."
    ),
    he.SeedCommitted: lambda house_event: f"The house commits to its seed for shuffle {house_event.shuffle}.",
    he.SeedOffered: lambda house_event: f"{house_event.player} offers a seed for the next shuffle.",
    he.ShuffleCommitted: _committed,
    he.ShuffleOpened: lambda house_event: f"The seed of shuffle {house_event.shuffle} is public.",
    he.BoughtIn: lambda house_event: f"{player_name(house_event.player)} buys chips for {money(house_event.cents)}.",
    he.CashedOut: lambda house_event: (
        f"{player_name(house_event.player)} gives back chips for {money(house_event.cents)}."
    ),
    he.PatronSeated: lambda house_event: (
        f"Patron {house_event.patron}, who has no account, plays in seat {house_event.seat}."
    ),
    he.SeatRated: lambda house_event: (
        f"{player_name(house_event.player)} is {'' if house_event.card else 'not '}rated under a card."
    ),
    he.Filled: lambda house_event: (
        f"{money(house_event.cents)} of chips come from the cage, by {people(house_event.by)}."
    ),
    he.Credited: lambda house_event: (
        f"{money(house_event.cents)} of chips go back to the cage, by {people(house_event.by)}."
    ),
    he.LinkOpened: _link_opened,
    he.LinkServed: lambda house_event: (
        f"Link {house_event.link} does what house {house_event.house} told it ({len(house_event.messages)} messages)."
    ),
    he.LinkLost: lambda house_event: f"Link {house_event.link} cannot be reached; the progressive wager is closed.",
    he.LinkFound: lambda house_event: f"Link {house_event.link} answers again; the progressive wager is open.",
    he.PlayerReady: lambda house_event: f"Seat {house_event.seat} is ready.",
    he.TimeExtended: lambda house_event: (
        f"Seat {house_event.seat} is given more time." if house_event.seat else "More time is given for wagers."
    ),
    he.SystemDecided: lambda house_event: (
        f"Time ran out for seat {house_event.seat}: {house_event.action}ed, as the table's page says."
    ),
    he.CallMade: _call_made,
    he.CallAnswered: lambda house_event: (
        f"Call {house_event.call} is answered by {people(house_event.by)}: {house_event.note.rstrip('.')}."
    ),
    he.FloorConfirmed: lambda house_event: (
        f"Confirmed by {people(house_event.by)} with their PIN, on the screen of {people(house_event.screen)}."
    ),
    he.FloorDeclined: lambda house_event: (
        f"Not confirmed by {people(house_event.by)}: {house_event.what.rstrip('.')}."
        f" The reason: {house_event.reason.rstrip('.')}."
    ),
    he.DealerTappedIn: lambda house_event: f"{house_event.dealer} taps in and deals here from now on.",
    he.DealerTappedOut: lambda house_event: f"{house_event.dealer} taps out.",
    he.SupervisorAssigned: lambda house_event: (
        f"{house_event.supervisor or 'Nobody'} of the floor looks after this table from now on."
    ),
    he.EntryTakenBack: lambda house_event: (
        f"Taken back by {people(house_event.by)}: record {house_event.record}, which"
        f" {people(house_event.entered_by)} entered by mistake."
    ),
    he.Noted: _noted,
    he.AuditBegun: lambda house_event: f"{people(house_event.by).capitalize()} has the whole house audited.",
    he.AuditEnded: _audited,
    he.SettlementCorrected: _put_right,
    ce.BuyInCorrected: lambda house_event: (
        f"{people(house_event.by).capitalize()} puts a buy-in of {player_name(house_event.player)} right"
        f" ({house_event.reason.rstrip('.')}): {money(house_event.cents)} instead of {money(house_event.was_cents)}."
    ),
    he.SlipAsked: lambda house_event: (
        f"Slip {house_event.slip}, {house_event.kind}: {_pieces(house_event)}, asked by {people(house_event.by)}."
    ),
    he.SlipApproved: lambda house_event: f"Slip {house_event.slip} is approved by {people(house_event.by)}.",
    he.SlipRefused: lambda house_event: (
        f"Slip {house_event.slip} is refused by {people(house_event.by)}: {house_event.note.rstrip('.')}."
    ),
    he.SlipDone: lambda house_event: f"Slip {house_event.slip} is carried out by {people(house_event.by)}.",
    he.DropTaken: lambda house_event: (
        f"The box goes to the cage, by {people(house_event.by)}; by the books it holds {money(house_event.cents)}."
    ),
    fe.FilingMade: _filing_made,
    fe.FilingEdited: _filing_edited,
    fe.FilingSubmitted: lambda house_event: f"Filing {house_event.filing} is filed by {people(house_event.by)}.",
    fe.FilingRemarked: _filing_remarked,
    fe.FilingReturned: lambda house_event: (
        f"Filing {house_event.filing} is returned by {people(house_event.by)}: {house_event.note.rstrip('.')}."
    ),
    fe.FilingApproved: _filing_approved,
    fe.FilingWithdrawn: lambda house_event: (
        f"Filing {house_event.filing} is withdrawn by {people(house_event.by)}: {house_event.note.rstrip('.')}."
    ),
    fe.ApprovalRequired: lambda house_event: (
        f"Tables open {'only' if house_event.required else 'not only'} under an approved submission from now on,"
        f" by {people(house_event.by)}."
    ),
    de.DeviceAdded: lambda house_event: (
        f"Device {house_event.device}, a {house_event.kind}, may speak here, by {people(house_event.by)}."
    ),
    de.DeviceRevoked: lambda house_event: (
        f"The token of device {house_event.device} is good no more, by {people(house_event.by)}."
    ),
    de.DeviceSaid: _device_said,
    he.ClockStepped: lambda house_event: (
        f"The clock stood {house_event.behind_ms} ms behind the last record; that time was kept."
    ),
    he.Sealed: lambda house_event: f"Cards, sealed until shuffle {house_event.shuffle} is opened.",
}
