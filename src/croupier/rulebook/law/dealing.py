"""The three dealing methods, step by step, the stub, and the decisions."""

from typing import Literal

from croupier.rulebook.law import words as w
from croupier.rulebook.law.base import Fact, Ruled, Section, Step, Threshold

# How cards are dealt while the elected method's device is out of use, in this order (reading D-02): from the hand, the
# shuffler that is left stays in use.
FALL_BACK_ON: tuple[w.Method, ...] = ("hand", "manual_shoe")


class Deal(Step[w.DealStep], frozen=True, kw_only=True):
    """A step that may move cards.

    `to` is players_and_dealer, first_player, other_players, dealer, community, bonus_box, extra_stack or burn;
    `cards` is how many each receives; `pass_by_pass` deals one card to each in turn, the dealer last, instead of
    whole stacks; `face_up` counts the cards at the stack's bottom that are turned up at once.
    """

    to: w.Place = ""
    cards: int = 0
    pass_by_pass: bool = False
    face_up: int = 0

    def __post_init__(self) -> None:
        if self.pass_by_pass is not (self.to == "players_and_dealer"):
            raise ValueError("pass_by_pass: cards go round one at a time to players_and_dealer, and nowhere else")
        if not self.to and (self.cards or self.face_up):
            raise ValueError("to: a step that moves cards says where to")
        if self.cards and self.face_up > self.cards:
            raise ValueError("face_up: no more cards are turned up than there are")


class StubCase(Ruled, frozen=True, kw_only=True):
    """What follows from a stub count: `total` is right or wrong, `misdeal` yes, no or any."""

    stub_case: w.StubCaseName
    total: w.StubTotal
    misdeal: w.StubMisdeal
    round_is: w.RoundIs
    deck: w.StubDeck


class StubCount(Ruled, frozen=True, kw_only=True):
    """How often the stub is counted, what frees the table of it, and what each result brings."""

    every: Threshold | None = None
    not_with: Literal["", "counting_shuffler"] = ""
    checks: tuple[Step[w.StubCheck], ...] = ()
    cases: tuple[StubCase, ...]


class Dealing(Section, frozen=True, kw_only=True):
    """One dealing method. `shuffler` names the only kind of shuffling it may follow, if there is one."""

    method: w.Method
    title: str
    steps: tuple[Deal, ...]
    stub_count: StubCount
    notes: tuple[Fact[w.DealingNote], ...] = ()


class Option(Ruled, frozen=True, kw_only=True):
    """One answer at a decision point; a play names the multiples of the ante, or the range, that it may be."""

    action: w.Action
    times: tuple[int, ...] = ()
    at_least_times: int = 0
    at_most_times: int = 0


class DecisionPoint(Ruled, frozen=True, kw_only=True):
    """A moment at which players are asked: who, and between what."""

    point: w.Point
    asks: w.Asks
    options: tuple[Option, ...]


class CardsToTable(Deal, frozen=True, kw_only=True):
    """Community cards turned up or dealt between two decision points."""

    after: w.Point


class Decisions(Section, frozen=True, kw_only=True):
    """How players look, in what order they are asked, and what they may answer."""

    conduct: tuple[Step[w.ConductStep], ...]
    order: Fact[Literal["clockwise_from_dealers_left"]]
    silent_player: Fact[w.Silence] | None = None
    whole_multiples_only: Fact[bool] | None = None
    points: tuple[DecisionPoint, ...]
    between: tuple[CardsToTable, ...] = ()
    afterwards: tuple[Step[w.AfterDecisions], ...] = ()
    folded_cards_stay_for: Fact[tuple[w.WagerName, ...]] | None = None


class Fold(Fact[w.FoldedIs], frozen=True, kw_only=True):
    """What a fold does to one wager: `lost` or `kept`."""

    wager: w.Settled
