"""What a table says to who looks at it: hands in words, and one sentence about what is going on or what to do."""

from collections.abc import Iterable, Sequence

from croupier.cards import Card
from croupier.hands.hand import Hand
from croupier.house.log.events import FELT
from croupier.house.log.house_table import HouseTable
from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.dealing import Option
from croupier.server.accounts.guest_names import called
from croupier.server.wire.messages import SeatOffers
from croupier.table.narration.sentences import wager_title
from croupier.table.procedure.dealing import due_of
from croupier.table.procedure.player_decisions import describe
from croupier.table.procedure.wagering import box_problem
from croupier.table.settlement.terms import terms_of
from croupier.table.values.state import Round

FEWEST_CARDS = {"three_card": 3, "four_card": 5, "five_card": 5}  # that a hand of each ranking is made from
DURING = {
    "dealing": "The cards are dealt.",
    "reveal": "The dealer turns up the cards.",
    "settling": "The wagers are settled.",
}


def hand_made(rules: GameRules, cards: Sequence[Card | None], community: Sequence[Card | None] = ()) -> Hand | None:
    """What the cards make, None while one of them is hidden or they are too few; community cards count once seen."""
    seen = tuple([card for card in cards if card is not None])
    if not seen or len(seen) < len(cards):
        return None
    made_from = (*seen, *[card for card in community if card is not None])
    if len(made_from) < FEWEST_CARDS[rules.rulebook.rankings.rankings[0].ranking]:
        return None
    return terms_of(rules).hand(made_from)


def dealer_qualifies(rules: GameRules, dealer: Sequence[Card | None], community: Sequence[Card | None]) -> bool | None:
    """Whether the dealer's hand competes; None where no rule asks, or where it is not all seen."""
    cards = tuple([card for card in (*dealer, *community) if card is not None])
    hidden = len(cards) < len(dealer) + len(community)
    if hidden or not dealer or rules.rulebook.settlement.dealer_qualifies is None:
        return None
    terms = terms_of(rules)
    return terms.qualifies(terms.hand(cards))


def prompt(
    rules: GameRules, table: HouseTable, mine: Sequence[int], may_sit: bool, offers: Sequence[SeatOffers] = ()
) -> str:
    """What is going on, or what whoever sits in the seats `mine`, with these offers, is to do: one sentence."""
    round_ = table.state.round
    if table.closed:
        return "This table is closed; choose another."
    if round_ is None or round_.phase in ("closed", "void"):
        return _between(table, mine, may_sit)
    if round_.pending:
        return f"{_whose(table, round_.pending.line.seat, mine)} award is being validated."
    if round_.phase == "wagering":
        return _wagering(rules, table, round_, mine, may_sit)
    if round_.phase == "decisions" and round_.to_ask:
        return _deciding(rules, table, round_, mine, offers)
    return DURING.get(round_.phase, "")


def _between(table: HouseTable, mine: Sequence[int], may_sit: bool) -> str:
    if not mine and may_sit:
        return "Sit down to play."
    if not table.state.players:
        return "Nobody plays here now."
    if table.chip_source == FELT:
        return "Between two rounds; patrons play here with chips on the felt."
    return "This table is being opened: cards are shuffled."


def _deciding(
    rules: GameRules, table: HouseTable, round_: Round, mine: Sequence[int], offers: Sequence[SeatOffers]
) -> str:
    due, asked = due_of(rules, table.state), round_.to_ask[0]
    own = asked in mine and table.own_box(asked) is not None
    if round_.called_for and not own:
        return f"The floor rules on seat {asked}, who has not answered."
    if not own or due is None or due.point is None:
        return f"Waiting for {_name(table, asked)}."
    offered = {action.action for one in offers if one.seat == asked for action in one.actions}
    options = [option for option in due.point.options if not offered or option.action in offered]
    answers = choices(options)
    sentence = f"{answers[:1].upper()}{answers[1:]}."
    if len(options) < len(due.point.options):
        sentence = f"Your chips do not reach for the least {wager_title(rules, 'play')}: {answers}."
    return f"Seat {asked}: {sentence}" if len(mine) > 1 else sentence


def _name(table: HouseTable, seat: int) -> str:
    """Whoever plays in a seat, by the name on the felt."""
    box = table.state.round.box(seat) if table.state.round else None
    player = box.player if box else table.state.player(seat)
    return called(player) if player else f"seat {seat}"


def _whose(table: HouseTable, seat: int, mine: Sequence[int]) -> str:
    return "Your" if seat in mine else f"{_name(table, seat)}'s"


def choices(options: Iterable[Option]) -> str:
    """The answers in words: `play 3x, 4x or check`."""
    return listed([part for option in options for part in describe(option).split(" or ")], "or")


def _wagering(rules: GameRules, table: HouseTable, round_: Round, mine: Sequence[int], may_sit: bool) -> str:
    if not mine:
        return "Sit down to play." if may_sit else "Wagers are being taken."
    boxes = [(seat, round_.box(seat)) for seat in mine]
    # Alone with a dealer that waits for nobody else, whoever is ready deals; the button says so too.
    deals = table.dealer == "virtual" and {seat for seat, _ in table.state.players} <= set(mine)
    if all(box is None for _, box in boxes):
        if set(mine) <= set(table.ready):
            return "You sit this round out."
        then = "deal" if deals else "press Ready"
        rest = ", or sit this round out" if round_.boxes else ""
        return f"Place your {main_wagers(rules)}, then {then}{rest}."
    for _, box in boxes:
        if box and (problem := box_problem(rules, dict(box.wagers))):
            return problem.sentence
    if not {seat for seat, box in boxes if box} <= set(table.ready):
        return f"{'Deal' if deals else 'Press Ready'} when you are ready, or wager more."
    others = [called(player) for seat, player in table.state.players if seat not in table.ready and seat not in mine]
    if table.dealer == "virtual" or others:
        return f"Waiting for {listed(others, 'and')}." if others else "Waiting for other players."
    return "Waiting for the dealer."


def main_wagers(rules: GameRules) -> str:
    """The wagers that a box plays with, in words: `Ante and Blind`."""
    main = rules.rulebook.wagers.main
    required = next(
        (v.required for v in rules.rulebook.wagers.versions if v.required and v.version == rules.elected("version")), ()
    )
    names = [wager_title(rules, wager) for wager in required or main.of]
    together = listed(names, "or" if not required and rules.value(main) == "any_of" else "and")
    alone = [wager_title(rules, wager) for wager in rules.rulebook.wagers.alone if wager in rules.offers]
    return f"{together}, or {listed(alone, 'or')} alone" if alone else together


def listed(names: Sequence[str], last: str) -> str:
    """`a, b or c`."""
    return f" {last} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
