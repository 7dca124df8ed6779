"""The vocabularies of the law: every word that a rule document may use where a word decides something.

A word that is not here is refused when a document is loaded. Where only one word is listed, the law has said nothing
else so far, and nothing else is supported.
"""

from collections.abc import Mapping
from typing import Literal

Game = Literal["three-card-poker", "four-card-poker", "ultimate-texas-holdem"]
Role = Literal["dealer", "floor", "casino_supervisor", "player", "shuffler"]
Method = Literal["automated_shoe", "manual_shoe", "hand"]
ShuffleMethod = Literal["manual", "automated"]
Shuffled = Literal["manual", "automated", "pre_shuffled"]
Unit = Literal["seats", "boxes", "cards", "hours", "rounds", "seconds", "cents", "percent"]
Severity = Literal["violation", "warning"]
Formula = Literal["limits", "meters", "envy_schedule", "raised_odds", "payout_floor", "version_limits"]

WagerName = Literal[
    "ante", "play", "blind", "pair_plus", "aces_up", "trips", "progressive", "six_card_bonus", "cover_all",
    "ultimate_pairs", "bad_beat", "play_the_board", "showdown_bonus",
]  # fmt: skip
# What is settled in its turn: wagers, and the awards that hang on one.
Settled = Literal[
    "ante", "play", "blind", "pair_plus", "aces_up", "trips", "progressive", "six_card_bonus", "cover_all",
    "ultimate_pairs", "bad_beat", "play_the_board", "showdown_bonus", "ante_bonus", "envy",
]  # fmt: skip
Returned = Literal[
    "all", "ante", "play", "blind", "pair_plus", "aces_up", "trips", "progressive", "six_card_bonus", "cover_all",
    "ultimate_pairs", "bad_beat", "play_the_board", "showdown_bonus",
]  # fmt: skip
# Whoever takes part in a round has put down one of these first; a house finds a player's rounds by them.
MAIN_WAGERS: tuple[WagerName, ...] = ("ante", "pair_plus", "aces_up")
# Wagers beside them that a law may let somebody make alone: a house finds such rounds by these.
ALONE: tuple[WagerName, ...] = (
    *("trips", "progressive", "six_card_bonus", "cover_all"),
    *("ultimate_pairs", "bad_beat", "play_the_board"),
)
# What decides a wager: the comparison with the dealer; its paytable; or its paytable, as far as the comparison lets it.
Against = Literal["dealer", "paytable", "dealer_and_paytable"]
Instrument = Literal["value_chip", "plaque", "match_play_coupon", "other_approved"]
Leaving = Literal["floor_is_asked_and_wagers_are_settled", "floor_may_declare_abandoned"]
AmountKind = Literal["equal_to", "filed_stake", "as_decided", "one_to_three_times"]
Joined = Literal["all_of", "any_of"]
Electronic = Literal[
    "offered_if_filed", "dealer_receives_two_cards", "five_community_cards", "no_card_handling_prompts"
]

OtherDeck = Literal["being_shuffled_in_the_shuffler", "shuffled_and_held_in_shuffler"]
DeckArrives = Literal["pre_inspected", "pre_shuffled"]
TriggerName = Literal["before_play", "after_each_round", "on_order"]
CoverCardEnds = Literal["in_the_discard_rack", "under_the_stack"]
IdleSpread = Literal["either_way_turned_up_on_arrival", "face_down_unless_asked"]
DeviceName = Literal["shuffler_feeding_shoe", "counting_shuffler", "self_reshuffling_device"]
SwitchedOff = Literal["load_shoe", "stub_count", "cut", "recut", "idle_spread"]

OpeningStep = Literal[
    "inspect", "verify_inspection", "spread_face_up", "offer_first_look", "turn_face_down", "wash", "stack", "shuffle"
]
CutStep = Literal[
    "insert_cover_card", "move_packet_under", "load_shoe", "lay_cover_card", "place_packet_on_cover_card",
    "place_rest_on_packet", "remove_cover_card", "go_on_to_the_deal",
]  # fmt: skip
IdleStep = Literal["clear_shoe_and_rack", "spread_face_down", "spread_either_way", "turn_up_on_arrival", "reopen"]
DealStep = Literal[
    "load_device", "load_shoe", "take_stack", "no_more_bets", "lock_progressive", "collect_progressive",
    "count_progressive", "bank_progressive", "hand_rule", "keep_hand", "hold_over_inventory", "deal_bonus_box",
    "deal_community", "deal_hands", "deal_first_player", "deal_other_players", "deal_dealer", "deal_dealer_up_card",
    "deal_extra_stack", "burn_extra_cards", "hold_dealer_cards", "remove_stub", "burn_before_flop", "deal_flop",
    "turn_up_flop", "burn_before_final_two", "deal_final_two", "turn_up_final_two", "discard_stub",
]  # fmt: skip
Place = Literal[
    "", "players_and_dealer", "first_player", "other_players", "dealer", "community", "bonus_box", "extra_stack", "burn"
]
StubCheck = Literal["count_face_down", "decide_misdeal"]
StubTotal = Literal["right", "wrong"]
StubMisdeal = Literal["yes", "no", "any"]
StubCaseName = Literal["all_there", "misdealt", "wrong_deck"]
StubDeck = Literal["stays", "removed"]
RoundIs = Literal["goes_on", "void"]
DealingNote = Literal["no_leftover_cards", "dealer_before_players"]

Point = Literal["after_deal", "before_flop", "after_flop", "after_river"]
Asks = Literal["ante", "ante_without_play"]
Action = Literal["play", "check", "fold"]
Silence = Literal["disclosed_default", "floor_rules"]
ConductStep = Literal["look_at_cards", "own_hand", "nobody_else_touches", "cards_in_view", "cards_face_down"]
AfterDecisions = Literal[
    "collect_folds", "keep_cards_under_trips", "keep_cards_under_six_card_bonus", "discard_folded_cards"
]
FoldedIs = Literal["lost", "kept"]

Qualifier = Literal["queen_high", "pair"]
RevealStep = Literal["reveal_dealer", "remove_stub", "form_dealer_hand", "announce_dealer_hand", "reveal_bonus_box"]
SeatStep = Literal[
    "reveal_player", "form_hand", "announce_hand", "collect_losing_wagers", "pay_winning_wagers",
    "settle_against_dealer", "settle_pair_plus", "settle_aces_up", "settle_trips", "pay_trips",
    "settle_six_card_bonus", "form_six_card_hand", "pay_six_card_bonus", "settle_ultimate_pairs", "settle_bad_beat",
    "settle_play_the_board", "settle_showdown_bonus", "settle_progressive", "settle_envy", "collect_player_cards",
]  # fmt: skip
LastStep = Literal["settle_cover_all", "collect_dealer_cards", "collect_cards"]
ComparisonCase = Literal["dealer_not_qualified", "lower", "higher", "tie"]
ComparisonOutcome = Literal["win", "lose", "push", "compare", "paytable"]

PaytableStatus = Literal["selectable", "struck", "superseded"]
ChosenBy = Literal["election", "election_and_stake", "stake", "hands", "law"]
OddsAre = Literal["exact", "minimum"]
RankedOn = Literal[
    "own_two_cards", "own_three_cards", "own_five_cards", "own_best_four_of_five", "own_five_and_box_card",
    "own_three_and_dealers_three", "own_two_and_dealers_two", "own_two_and_flop", "own_two_and_community_best_five",
    "own_two_and_four_box_cards", "community_cards", "losing_hand_of_either", "losing_hand_of_player",
    "best_hand_at_the_table", "other_players_three_cards", "other_players_five_cards",
    "other_players_best_four_of_five", "other_players_two_and_flop", "other_players_two_and_community_best_five",
]  # fmt: skip
# What is ranked of another player, by the name that it has as one's own.
OWN: Mapping[str, RankedOn] = {
    "other_players_three_cards": "own_three_cards",
    "other_players_five_cards": "own_five_cards",
    "other_players_best_four_of_five": "own_best_four_of_five",
    "other_players_two_and_flop": "own_two_and_flop",
    "other_players_two_and_community_best_five": "own_two_and_community_best_five",
}
BEATEN_HANDS = frozenset[str]({"losing_hand_of_either", "losing_hand_of_player"})
HOLE_CARDS = frozenset[str]({"own_two_cards", "own_two_and_dealers_two"})
# The lines of paytables: on two cards of one's own, and on hands.
HOLE_CARD_LINES = frozenset(
    {
        *("player_aces_and_dealer_aces", "player_aces_hearts_and_diamonds", "pair_of_aces", "ace_king_suited"),
        *("ace_queen_or_jack_suited", "ace_king_offsuit", "pair_jacks_queens_kings", "ace_queen_or_jack_offsuit"),
        "pair_tens_or_less",
    }
)
HAND_LINES = frozenset(
    {
        *("super_royal_diamonds", "super_royal_hearts_spades_clubs", "super_royal_any_suit", "royal_flush"),
        *("akq_spades", "akq_hearts_diamonds_clubs", "straight_flush", "four_aces", "four_of_a_kind", "full_house"),
        *("flush", "straight", "three_of_a_kind", "two_pair", "pair", "pair_of_aces", "pair_tens_or_better"),
        *("less_than_straight", "less_than_flush"),
    }
)
# Lines of a paytable: those that all six cards make, and those that hands below every other line fall into.
SUPER_ROYALS = frozenset({"super_royal_diamonds", "super_royal_hearts_spades_clubs", "super_royal_any_suit"})
PUSHES_BELOW = frozenset({"less_than_straight", "less_than_flush"})
MeterName = Literal["progressive", "mega", "major", "minor"]

AwardStep = Literal["verify_hand", "verify_light", "refuse_unlit", "validate", "pay", "keep_cards_until_documented"]
EnvyPaidBy = Literal["receivers_own_stake", "printed_schedule"]
FoldedHolder = Literal["does_not_trigger", "triggers_if_turned_up_in_settlement"]
BonusDealt = Literal["automated_shoe", "any_method"]
BonusRevealed = Literal["with_the_dealers_hand", "after_the_dealers_hand"]
CoverAllStep = Literal[
    "count_hands", "display_payouts", "leave_hand_exposed", "replace_exposed_hand", "settle_cover_all",
    "pay_highest_hand",
]  # fmt: skip
FoldedHands = Literal["count", "do_not_count", "count_if_exposed_in_settlement"]

IrregularityKind = Literal[
    "face_up_cards", "card_drawn_in_error", "unlisted_exposure", "wrong_number_of_cards", "dealer_card_exposed",
    "shuffler_jam", "dealing_shoe_jam", "device_lost",
]  # fmt: skip
IrregularityCase = Literal[
    "", "one", "several", "several_before_initial_deal", "several_after_initial_deal", "unseen", "goes_on", "void",
    "device_holds_cards_needed", "other_deck",
]  # fmt: skip
# Of the cases of several face-up cards: whether they are found before everybody has a first hand, and whether after.
SEVERAL: Mapping[str, tuple[bool, bool]] = {
    "several": (True, True),
    "several_before_initial_deal": (True, False),
    "several_after_initial_deal": (False, True),
}
RemedyDeck = Literal["unchanged", "reshuffled"]
During = Literal["", "deal", "dealing"]
Until = Literal["dealer_revealed", "all_decided"]
RemedyStep = Literal[
    "rule_on_exposure", "rule_on_jam", "return_wagers", "empty_device", "reshuffle", "follow_approved_procedures",
    "complete_community", "settle_trips",
]  # fmt: skip
TreatmentStep = Literal["treat_failed_device", "cover_device", "post_out_of_order_sign", "remove_device"]

OddsShown = Literal["posted", "layout_or_sign"]
NoticeName = Literal["ante_push", "blind_push", "play_multiples", "payout_limit", "queen_high", "cover_all_payouts"]
RankingName = Literal["three_card", "four_card", "five_card", "six_card_bonus", "cover_all"]
CategoryName = Literal[
    "super_royal", "royal_flush", "straight_flush", "four_aces", "four_of_a_kind", "full_house", "flush", "straight",
    "three_of_a_kind", "two_pair", "pair",
]  # fmt: skip
AceLow = Literal["A-2-3", "A-2-3-4", "A-2-3-4-5"]


def answer_parts(answer: str) -> tuple[str, str]:
    """The action of an answer, and of a play how many antes it is: `play:1.5` is play and 1.5, fold only itself."""
    action, _, times = answer.partition(":")
    return action, times
