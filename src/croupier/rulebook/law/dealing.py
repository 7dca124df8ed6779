"""The three dealing methods, step by step, the stub, and the decisions."""

from croupier.rulebook.law.base import Fact, Ruled, Section, Step, Threshold

# How cards are dealt while the elected method's device is out of use, in this order (reading D-02): from the hand, the
# shuffler that is left stays in use.
FALL_BACK_ON = ("hand", "manual_shoe")


class Deal(Step, frozen=True, kw_only=True):
    """A step that may move cards.

    `to` is players_and_dealer, first_player, other_players, dealer, community, bonus_box, extra_stack or burn;
    `cards` is how many each receives; `pass_by_pass` deals one card to each in turn, the dealer last, instead of
    whole stacks; `face_up` counts the cards at the stack's bottom that are turned up at once.
    """

    to: str = ""
    cards: int = 0
    pass_by_pass: bool = False
    face_up: int = 0


class StubCase(Ruled, frozen=True, kw_only=True):
    """What follows from a stub count: `total` is right or wrong, `misdeal` yes, no or any."""

    stub_case: str
    total: str
    misdeal: str
    round_is: str
    deck: str


class StubCount(Ruled, frozen=True, kw_only=True):
    """How often the stub is counted, what frees the table of it, and what each result brings."""

    every: Threshold | None = None
    not_with: str = ""
    checks: tuple[Step, ...] = ()
    cases: tuple[StubCase, ...]


class Dealing(Section, frozen=True, kw_only=True):
    """One dealing method. `shuffler` names the only kind of shuffling it may follow, if there is one."""

    method: str
    title: str
    steps: tuple[Deal, ...]
    stub_count: StubCount
    notes: tuple[Fact[str], ...] = ()


class Option(Ruled, frozen=True, kw_only=True):
    """One answer at a decision point; a play names the multiples of the ante, or the range, that it may be."""

    action: str
    times: tuple[int, ...] = ()
    at_least_times: int = 0
    at_most_times: int = 0


class DecisionPoint(Ruled, frozen=True, kw_only=True):
    """A moment at which players are asked: who, and between what."""

    point: str
    asks: str
    options: tuple[Option, ...]


class CardsToTable(Deal, frozen=True, kw_only=True):
    """Community cards turned up or dealt between two decision points."""

    after: str


class Decisions(Section, frozen=True, kw_only=True):
    """How players look, in what order they are asked, and what they may answer."""

    conduct: tuple[Step, ...]
    order: Fact[str]
    silent_player: Fact[str] | None = None
    whole_multiples_only: Fact[bool] | None = None
    points: tuple[DecisionPoint, ...]
    between: tuple[CardsToTable, ...] = ()
    afterwards: tuple[Step, ...] = ()
    folded_cards_stay_for: Fact[tuple[str, ...]] | None = None


class Fold(Fact[str], frozen=True, kw_only=True):
    """What a fold does to one wager: `lost` or `kept`."""

    wager: str
