"""What somebody on duty may do beside what is due, in plain words, and what it would bring about."""

from collections.abc import Mapping

from croupier.house.handlers.commands import TakeOption
from croupier.house.handlers.duties import option_taken
from croupier.house.log.house_table import HouseTable
from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.settling import Remedy
from croupier.rulebook.law.words import IrregularityCase, IrregularityKind
from croupier.rulebook.phrases import words
from croupier.server.accounts.users import User
from croupier.server.deal.schemas import Consequence, MoneyBack, OptionSeen, Step
from croupier.server.wire.messages import BlankSeen
from croupier.table.decide import decide
from croupier.table.irregularities.remedies import remedy_of
from croupier.table.narration.sentences import wager_title
from croupier.table.procedure.devices import in_use
from croupier.table.staff_options import StaffOption, staff_options
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.refusal import Refusal
from croupier.table.values.roles import SUPERVISORS

# What went wrong, as a dealer would say it, and the question that tells its cases apart.
WENT_WRONG: Mapping[IrregularityKind, tuple[str, str]] = {
    "face_up_cards": ("A card lay face up in the deck", "How many, and when?"),
    "card_drawn_in_error": ("A card was drawn by mistake", "Was it seen?"),
    "unlisted_exposure": ("Another card was seen", "What does the floor decide?"),
    "wrong_number_of_cards": ("Somebody has a wrong number of cards", ""),
    "dealer_card_exposed": ("A card of the dealer's was seen too early", ""),
    "shuffler_jam": ("The shuffler jams", "Which cards does it hold?"),
    "dealing_shoe_jam": ("The dealing shoe fails", ""),
    "device_lost": ("A device that this round needs is out of use", ""),
}
CASES: Mapping[IrregularityCase, str] = {
    "": "",
    "one": "One card",
    "several": "Two or more",
    "several_before_initial_deal": "Two or more, before everybody has a first hand",
    "several_after_initial_deal": "Two or more, after everybody has a first hand",
    "unseen": "No, nobody saw it",
    "goes_on": "It changes nothing: the round goes on",
    "void": "It is unfair: the round is void",
    "device_holds_cards_needed": "Cards that this round needs",
    "other_deck": "Only the other deck",
}
# What there is one of, and so asks nothing more.
ALONE: Mapping[type, str] = {c.CountStub: "count", c.ReceiveDeck: "prepared", c.SpreadIdle: "idle"}
# Whoever of the floor comes: what is looked at in this name is not done in it.
SOMEBODY_OF_THE_FLOOR = f"{SUPERVISORS[-1]}:"
SORTS = {
    "count": "Count the stub",
    "prepared": "A deck comes prepared",
    "idle": "Spread the cards face up",
    "device": "Treat the {device}",
    "deck": "Take a deck away",
    "conduct": "Note conduct",
}


def options_seen(rules: GameRules, table: HouseTable, user: User) -> tuple[OptionSeen, ...]:
    """The options of somebody on duty, as their screen shows them; on a dealer's also what the floor may do there."""
    if table.closed:
        return ()
    found = staff_options(rules, table.state, f"{user.role}:{user.name}")
    floors = set[str]()
    if user.role == "dealer":
        floors = {one.option for one in staff_options(rules, table.state, SOMEBODY_OF_THE_FLOOR) if one.closed is None}
    return tuple(_seen(one, one.closed is not None and one.option in floors) for one in found)


def _seen(one: StaffOption, floors: bool) -> OptionSeen:
    title, question, answer = option_words(one)
    return OptionSeen(
        option=one.option,
        sort=one.sort,
        title=title,
        question=question,
        answer=answer,
        says=one.duty.says,
        clause=one.duty.clause,
        blanks=tuple([BlankSeen(gap.field, gap.asks, gap.kind, gap.choices, gap.most) for gap in one.duty.blanks]),
        open=one.closed is None,
        why=one.closed.sentence if one.closed else "",
        why_clause=one.closed.clause if one.closed else "",
        floors=floors,
    )


def option_words(one: StaffOption) -> tuple[str, str, str]:
    """The title of an option, the question that narrows it, and which answer it is."""
    command = one.duty.command
    if isinstance(command, c.Report):
        title, question = WENT_WRONG[command.kind]  # type: ignore[index]
        return title, question, CASES[command.case]  # type: ignore[index]
    if isinstance(command, c.TreatDevice):
        return SORTS["device"].format(device=command.device), "What is done with it?", words(command.step).capitalize()
    if isinstance(command, c.CountStub | c.ReceiveDeck | c.SpreadIdle):
        return SORTS[ALONE[type(command)]], "", ""
    return SORTS[one.sort], "Which?" if one.sort == "deck" else "Which rule was not kept?", one.duty.says


def consequence(rules: GameRules, table: HouseTable, user: User, taken: TakeOption) -> Consequence | Refusal:
    """What an option would bring about: tried, not done, and told without any card that is not turned up."""
    command = option_taken(rules, table, taken)
    if isinstance(command, Refusal):
        return command
    events = decide(rules, table.state, command)
    if isinstance(events, Refusal):
        return events
    in_force = in_use(rules, table.state)
    remedy = remedy_of(in_force, command.kind, command.case) if isinstance(command, c.Report) else None
    settles = remedy.settles if isinstance(remedy, Remedy) else ()
    lines = [event.line for event in events if isinstance(event, e.WagerSettled)]
    undone = [event.line for event in events if isinstance(event, e.LineReversed)]
    seen = next(one for one in options_seen(rules, table, user) if one.option == taken.option)

    def back(seat: int, wager: str, cents: int) -> MoneyBack:
        return MoneyBack(seat, wager_title(in_force, wager), cents)

    return Consequence(
        version=table.version,
        says=seen.says,
        clause=seen.clause,
        void=any(isinstance(event, e.RoundVoided) for event in events),
        steps=tuple(Step(step.says, step.clause[0]) for step in remedy.steps) if isinstance(remedy, Remedy) else (),
        returned=tuple(back(one.seat, one.wager, one.returned_cents) for one in lines if one.wager not in settles),
        taken_back=tuple(back(one.seat, one.wager, -one.net_cents) for one in undone),
        # What these come to would tell the hand; the stakes are everybody's to see.
        settled=tuple(back(one.seat, one.wager, one.stake_cents) for one in lines if one.wager in settles),
    )
