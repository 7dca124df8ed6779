"""Reveal and settlement, progressive and envy, payout limit, irregularities, notices."""

from typing import Literal

import msgspec

from croupier.rulebook.law import words as w
from croupier.rulebook.law.base import Always, Condition, Fact, Never, Ruled, Section, Step, Threshold, always
from croupier.rulebook.payout import Rounding


class Outcome(Ruled, frozen=True, kw_only=True):
    """What becomes of a wager in one case of the comparison with the dealer.

    `case` is dealer_not_qualified, lower, higher or tie; `is_` win, lose, push, compare or paytable.
    """

    case: w.ComparisonCase
    outcome: w.ComparisonOutcome


class Comparison(Ruled, frozen=True, kw_only=True):
    """How a wager fares against the dealer, case by case."""

    wager: w.WagerName
    outcomes: tuple[Outcome, ...]


class Bonus(Ruled, frozen=True, kw_only=True):
    """A payment owed on top of a wager's own result."""

    bonus: Literal["ante_bonus"]
    on: Literal["ante"]
    owed: Literal["whenever_ante_and_play_are_down"]


class Settlement(Section, frozen=True, kw_only=True):
    """Who is revealed when, in what order wagers are settled, and by what comparison.

    `odds_rounding` is what becomes of the part of a cent that odds such as 3 to 2 leave, where a table may have any.
    """

    dealer_qualifies: Fact[w.Qualifier] | None = None
    before: tuple[Step[w.RevealStep], ...]
    seats: Fact[Literal["counter_clockwise_from_dealers_right"]]
    one_seat_at_a_time: Fact[bool]
    each_seat: tuple[Step[w.SeatStep], ...]
    order: Fact[tuple[w.Settled, ...]]
    comparisons: tuple[Comparison, ...]
    bonuses: tuple[Bonus, ...] = ()
    highest_line_only: Always
    odds_rounding: Fact[Rounding] | None = None
    last: tuple[Step[w.LastStep], ...]


class Progressive(Section, frozen=True, kw_only=True):
    """The progressive wager's meters and how an award is verified and paid.

    `share_rounding` is what becomes of the part of a cent that a share of a meter leaves, where a table pays any.
    """

    stakes: Fact[tuple[int, ...]]
    contribution: Fact[Literal["rate_times_accepted_stakes_at_lock_out"]]
    award_reads: Fact[Literal["meter_when_the_seats_turn_comes"]]
    full_award: Fact[Literal["meter_goes_to_reset_amount"]]
    share_award: Fact[Literal["meter_falls_by_the_amount_paid"]]
    share_rounding: Fact[Rounding] | None = None
    pays_whatever_the_dealer_holds: Always
    seed_scales_with_stake: Fact[bool] | None = None
    validation: tuple[Step[w.AwardStep], ...]
    full_award_source: Fact[Literal["not_table_inventory"]] | None = None

    @property
    def steps(self) -> dict[str, Step[w.AwardStep]]:
        """The steps of an award's validation, by name."""
        return {step.step: step for step in self.validation}

    @property
    def refusal(self) -> Step[w.AwardStep]:
        """The step by which an award is refused; in an earlier release's data, the one that the light belongs to."""
        return self.steps.get("refuse_unlit") or self.steps["verify_light"]


class Envy(Section, frozen=True, kw_only=True):
    """Who triggers an envy award and who collects it."""

    paid_by: Fact[w.EnvyPaidBy]
    own_hand: Fact[bool]
    dealer_hand: Never
    each_hand: Always
    same_table_only: Always
    folded_holder: Fact[w.FoldedHolder]
    holder_must_wager: Fact[bool]
    schedule_follows_paytable: Fact[bool]
    paid_when: Fact[Literal["when_the_qualifying_hand_is_verified"]]


class SixCardBonus(Section, frozen=True, kw_only=True):
    """The cards of the Six Card Bonus beyond the player's own, and how its fixed sums are paid."""

    box_cards: Fact[int]
    dealt: Fact[w.BonusDealt]
    revealed: Fact[w.BonusRevealed]
    pays_whatever_the_dealer_holds: Always
    fixed_award_returns_stake: Fact[bool]


class CoverAll(Section, frozen=True, kw_only=True):
    """A wager on the best hand at the table."""

    wins_with: Fact[Literal["three_of_a_kind_or_better"]]
    column: Fact[Literal["dealt_positions_plus_the_dealer"]]
    royal_flush: Fact[Literal["suited_a_k_q_j_above_four_of_a_kind"]]
    folded_hands: Fact[w.FoldedHands]
    steps: tuple[Step[w.CoverAllStep], ...]


class PayoutLimit(Section, frozen=True, kw_only=True):
    """The most that one hand may be paid, if the submission sets such a limit."""

    floor: Threshold
    floor_formula: Fact[Literal["most_one_hand_can_win_at_minimum_wagers"]]
    covers: Fact[tuple[w.WagerName, ...]]
    cut_order: Fact[tuple[w.WagerName, ...]]
    counts: Fact[Literal["winnings_of_one_hand"]]


class Remedy(Ruled, frozen=True, kw_only=True):
    """What the rules require after an irregularity.

    `round_is` goes_on or void; `returns` names the wagers handed back (`all`, or a list), `settles` those that
    are settled nevertheless; `deck` is unchanged, reshuffled or removed. `during` is when it can happen: `deal` while
    cards of the round are still to come, `dealing` also while the stub is put away, "" at any time after the first
    card. `until` is the moment after which a card is not seen too early any more: dealer_revealed or all_decided.
    """

    remedy: str
    kind: w.IrregularityKind
    when: Condition = msgspec.field(default_factory=always)
    case: w.IrregularityCase = ""
    round_is: w.RoundIs
    returns: tuple[w.Returned, ...] = ()
    settles: tuple[w.WagerName, ...] = ()
    deck: w.RemedyDeck = "unchanged"
    during: w.During = ""
    until: w.Until = "dealer_revealed"
    steps: tuple[Step[w.RemedyStep], ...] = ()


class Irregularities(Section, frozen=True, kw_only=True):
    """What went wrong and what then happens; `device_out_of_order` is what must be done with a failed device."""

    remedies: tuple[Remedy, ...]
    device_out_of_order: tuple[Step[w.TreatmentStep], ...]
    correction: Fact[Literal["reversing_entries_by_a_supervisor"]] | None = None


class Notice(Ruled, frozen=True, kw_only=True):
    """A line that must be readable at the table; `text` may name values as {elected} placeholders."""

    notice: w.NoticeName
    text: str
    when: Condition = msgspec.field(default_factory=always)


class Signage(Section, frozen=True, kw_only=True):
    """What is posted."""

    odds_shown: Fact[w.OddsShown]
    notices: tuple[Notice, ...] = ()
