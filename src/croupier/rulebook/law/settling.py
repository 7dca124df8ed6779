"""Reveal and settlement, progressive and envy, payout limit, irregularities, notices."""

from croupier.rulebook.law.base import ALWAYS, Condition, Fact, Ruled, Section, Step, Threshold
from croupier.rulebook.payout import Rounding


class Outcome(Ruled, frozen=True, kw_only=True):
    """What becomes of a wager in one case of the comparison with the dealer.

    `case` is dealer_not_qualified, lower, higher or tie; `is_` win, lose, push, compare or paytable.
    """

    case: str
    outcome: str


class Comparison(Ruled, frozen=True, kw_only=True):
    """How a wager fares against the dealer, case by case."""

    wager: str
    outcomes: tuple[Outcome, ...]


class Bonus(Ruled, frozen=True, kw_only=True):
    """A payment owed on top of a wager's own result."""

    bonus: str
    on: str
    owed: str


class Settlement(Section, frozen=True, kw_only=True):
    """Who is revealed when, in what order wagers are settled, and by what comparison.

    `odds_rounding` is what becomes of the part of a cent that odds such as 3 to 2 leave, where a table may have any.
    """

    dealer_qualifies: Fact[str] | None = None
    before: tuple[Step, ...]
    seats: Fact[str]
    one_seat_at_a_time: Fact[bool]
    each_seat: tuple[Step, ...]
    order: Fact[tuple[str, ...]]
    comparisons: tuple[Comparison, ...]
    bonuses: tuple[Bonus, ...] = ()
    highest_line_only: Fact[bool]
    odds_rounding: Fact[Rounding] | None = None
    last: tuple[Step, ...]


class Progressive(Section, frozen=True, kw_only=True):
    """The progressive wager's meters and how an award is verified and paid.

    `share_rounding` is what becomes of the part of a cent that a share of a meter leaves, where a table pays any.
    """

    stakes: Fact[tuple[int, ...]]
    contribution: Fact[str]
    award_reads: Fact[str]
    full_award: Fact[str]
    share_award: Fact[str]
    share_rounding: Fact[Rounding] | None = None
    pays_whatever_the_dealer_holds: Fact[bool]
    seed_scales_with_stake: Fact[bool] | None = None
    validation: tuple[Step, ...]
    full_award_source: Fact[str] | None = None

    @property
    def steps(self) -> dict[str, Step]:
        """The steps of an award's validation, by name."""
        return {step.step: step for step in self.validation}

    @property
    def refusal(self) -> Step:
        """The step by which an award is refused; in an earlier release's data, the one that the light belongs to."""
        return self.steps.get("refuse_unlit") or self.steps["verify_light"]


class Envy(Section, frozen=True, kw_only=True):
    """Who triggers an envy award and who collects it."""

    paid_by: Fact[str]
    own_hand: Fact[bool]
    dealer_hand: Fact[bool]
    each_hand: Fact[bool]
    same_table_only: Fact[bool]
    folded_holder: Fact[str]
    holder_must_wager: Fact[bool]
    schedule_follows_paytable: Fact[bool]
    paid_when: Fact[str]


class SixCardBonus(Section, frozen=True, kw_only=True):
    """The cards of the Six Card Bonus beyond the player's own, and how its fixed sums are paid."""

    box_cards: Fact[int]
    dealt: Fact[str]
    revealed: Fact[str]
    pays_whatever_the_dealer_holds: Fact[bool]
    fixed_award_returns_stake: Fact[bool]


class CoverAll(Section, frozen=True, kw_only=True):
    """A wager on the best hand at the table."""

    wins_with: Fact[str]
    column: Fact[str]
    royal_flush: Fact[str]
    folded_hands: Fact[str]
    steps: tuple[Step, ...]


class PayoutLimit(Section, frozen=True, kw_only=True):
    """The most that one hand may be paid, if the submission sets such a limit."""

    floor: Threshold
    floor_formula: Fact[str]
    covers: Fact[tuple[str, ...]]
    cut_order: Fact[tuple[str, ...]]
    counts: Fact[str]


class Remedy(Ruled, frozen=True, kw_only=True):
    """What the rules require after an irregularity.

    `round_is` goes_on or void; `returns` names the wagers handed back (`all`, or a list), `settles` those that
    are settled nevertheless; `deck` is unchanged, reshuffled or removed. `during` is when it can happen: `deal` while
    cards of the round are still to come, `dealing` also while the stub is put away, "" at any time after the first
    card. `until` is the moment after which a card is not seen too early any more: dealer_revealed or all_decided.
    """

    remedy: str
    kind: str
    when: Condition = ALWAYS
    case: str = ""
    round_is: str
    returns: tuple[str, ...] = ()
    settles: tuple[str, ...] = ()
    deck: str = "unchanged"
    during: str = ""
    until: str = "dealer_revealed"
    steps: tuple[Step, ...] = ()


class Irregularities(Section, frozen=True, kw_only=True):
    """What went wrong and what then happens; `device_out_of_order` is what must be done with a failed device."""

    remedies: tuple[Remedy, ...]
    device_out_of_order: tuple[Step, ...]
    correction: Fact[str] | None = None


class Notice(Ruled, frozen=True, kw_only=True):
    """A line that must be readable at the table; `text` may name values as {elected} placeholders."""

    notice: str
    text: str
    when: Condition = ALWAYS


class Signage(Section, frozen=True, kw_only=True):
    """What is posted."""

    odds_shown: Fact[str]
    notices: tuple[Notice, ...] = ()
