"""What a table says to who looks at it: hands in words, and one sentence about what is going on or what to do."""

from collections.abc import Iterable, Sequence

from croupier.cards import Card
from croupier.house.desk import Desk
from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.dealing import Option
from croupier.table.dealing import due_of
from croupier.table.deciding import describe
from croupier.table.sentences import wager_title
from croupier.table.state import Round
from croupier.table.terms import terms_of
from croupier.table.wagering import box_problem

FEWEST_CARDS = {"three_card": 3, "four_card": 5, "five_card": 5}  # that a hand of each ranking is made from
DURING = {
    "dealing": "The cards are dealt.",
    "reveal": "The dealer turns up the cards.",
    "settling": "The wagers are settled.",
}


def hand_words(rules: GameRules, cards: Sequence[Card | None], community: Sequence[Card | None] = ()) -> str:
    """What the cards make, "" while one of them is hidden or they are too few; community cards count once seen."""
    seen = tuple([card for card in cards if card is not None])
    if not seen or len(seen) < len(cards):
        return ""
    made_from = (*seen, *[card for card in community if card is not None])
    if len(made_from) < FEWEST_CARDS[rules.rulebook.rankings.rankings[0].ranking]:
        return ""
    return terms_of(rules).hand(made_from).description


def dealer_qualifies(rules: GameRules, dealer: Sequence[Card | None], community: Sequence[Card | None]) -> bool | None:
    """Whether the dealer's hand competes; None where no rule asks, or where it is not all seen."""
    cards = tuple([card for card in (*dealer, *community) if card is not None])
    hidden = len(cards) < len(dealer) + len(community)
    if hidden or not dealer or rules.rulebook.settlement.dealer_qualifies is None:
        return None
    terms = terms_of(rules)
    return terms.qualifies(terms.hand(cards))


def prompt(rules: GameRules, desk: Desk, mine: Sequence[int], may_sit: bool) -> str:
    """What is going on, or what whoever sits in the seats `mine` is to do: one sentence."""
    round_ = desk.state.round
    if desk.closed:
        return "This table is closed; choose another."
    if round_ is None or round_.phase in ("closed", "void"):
        return _between(desk, mine, may_sit)
    if round_.pending:
        return f"Seat {round_.pending.line.seat}'s award is being validated."
    if round_.phase == "wagering":
        return _wagering(rules, desk, round_, mine, may_sit)
    if round_.phase == "decisions" and round_.to_ask:
        return _deciding(rules, desk, round_, mine)
    return DURING.get(round_.phase, "")


def _between(desk: Desk, mine: Sequence[int], may_sit: bool) -> str:
    if not mine and may_sit:
        return "Sit down to play."
    if not desk.state.players:
        return "Nobody plays here now."
    return "This table is being opened: cards are shuffled."


def _deciding(rules: GameRules, desk: Desk, round_: Round, mine: Sequence[int]) -> str:
    due, asked = due_of(rules, desk.state), round_.to_ask[0]
    if asked not in mine or due is None or due.point is None:
        return f"Waiting for seat {asked}."
    answers = choices(due.point.options)
    sentence = f"{answers[:1].upper()}{answers[1:]}."
    return f"Seat {asked}: {sentence}" if len(mine) > 1 else sentence


def choices(options: Iterable[Option]) -> str:
    """The answers in words: `play 3x, 4x or check`."""
    return listed([part for option in options for part in describe(option).split(" or ")], "or")


def _wagering(rules: GameRules, desk: Desk, round_: Round, mine: Sequence[int], may_sit: bool) -> str:
    if not mine:
        return "Sit down to play." if may_sit else "Wagers are being taken."
    boxes = [(seat, round_.box(seat)) for seat in mine]
    if all(box is None for _, box in boxes):
        if set(mine) <= set(desk.ready):
            return "You sit this round out."
        then = "deal" if desk.dealer == "virtual" else "say that you are ready"
        return f"Place your {main_wagers(rules)}, then {then}."
    for _, box in boxes:
        if box and (problem := box_problem(rules, dict(box.wagers))):
            return problem.sentence
    if not {seat for seat, box in boxes if box} <= set(desk.ready):
        return f"{'Deal' if desk.dealer == 'virtual' else 'Say so'} when you are ready, or wager more."
    return "Waiting for other players." if desk.dealer == "virtual" else "Waiting for the dealer."


def main_wagers(rules: GameRules) -> str:
    """The wagers that a box plays with, in words: `Ante and Blind`."""
    main = rules.rulebook.wagers.main
    required = next(
        (v.required for v in rules.rulebook.wagers.versions if v.required and v.version == rules.elected("version")), ()
    )
    names = [wager_title(rules, wager) for wager in required or main.of]
    return listed(names, "or" if not required and rules.value(main) == "any_of" else "and")


def listed(names: Sequence[str], last: str) -> str:
    """`a, b or c`."""
    return f" {last} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
