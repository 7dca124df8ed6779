"""Acts that no event of a round names by itself: of what other act they are a part, by where their clause stands.

A clause's place is that of its value in the rule document. The longest beginning of it that stands here counts. What
it is mapped to is an act of `playing` by its step or command, or in several words a screen and what is pressed or seen
there.
"""

from collections.abc import Mapping

Parts = Mapping[str, str]

DEALER: Parts = {
    "cards.decks_alternate": "OpenRound",  # the house names the deck whose turn it is
    "cards.rack_holds_one_deck": "collect_cards",
    "opening": "inspect",
    "opening.steps.shuffle": "Shuffle",
    "opening.skipped_for": "ReceiveDeck",
    "shuffle": "Shuffle",
    "shuffle.cut": "CutDeck",
    "shuffle.recut": "CutDeck",
    "shuffle.idle": "SpreadIdle",
    "shuffle.idle.reopen": "offer_first_look",
    "shuffle.no_cut_after": "OpenRound",
    "shuffle.devices": "OpenRound",
    "shuffle.wrong_device_count": "RemoveDeck",
    "dealing": "Deal",
    "dealing.automated_shoe.stub_count": "CountStub",
    "dealing.manual_shoe.stub_count": "CountStub",
    "dealing.hand.stub_count": "CountStub",
    "decisions.between": "turn_up_flop",
    "decisions.between.deal_final_two": "turn_up_final_two",
    "decisions.folded_cards_stay_for": "SettleNext",
    "folding": "SettleNext",
    "settlement": "SettleNext",
    "settlement.last": "collect_cards",
    "menus.settlement_method": "SettleNext",
    "paytables": "SettleNext",
    "rankings": "SettleNext",
    "envy": "SettleNext",
    "cover_all": "SettleNext",
    "progressive": "SettleNext",
    "progressive.validation": "ValidateAward",
    "progressive.full_award_source": "DocumentAward",
    "irregularities.remedies": "Report",
    "wagers.wagers": "SettleNext",
    "wagers.spoken_with_cash": "no_more_bets",
    "wagers.requirements.table.electronic": "no_more_bets",
}
FLOOR: Parts = {
    "cards.change_after": "RemoveDeck",
    "opening.each_deck_apart": "verify_inspection",
    "opening.skipped_for": "ReceiveDeck",
    "shuffle.recut": '/deal/TABLE: "Order deck ... cut again", with a reason',
    "shuffle.triggers.on_order": '/deal/TABLE: "Order deck ... shuffled", with a reason',
    "shuffle.devices": '/deal/TABLE: "Order deck ... cut again" is not offered',
    "wagers.leaving": "Abandon",
    "progressive.validation": "DocumentAward",
    "irregularities.remedies": "Report",
}
# What a table is furnished with stands in its submission, which is checked before the table opens.
CHECKED = '/pit/tables/new: "Check it" says what of it the submission lacks, with its clause'
HOUSE: Parts = {
    "cards": CHECKED,
    "cards.change_after": "RemoveDeck",
    "table": CHECKED,
    "shuffle": CHECKED,
    "dealing": CHECKED,
    "progressive": CHECKED,
}
PLAYER: Parts = {
    "opening": "/tables/TABLE: Sit down",
    "table.requirements": "/tables/TABLE: Sit down",
    "shuffle.idle": "/tables/TABLE: Sit down",
    "wagers": "/tables/TABLE: chips on the spot",
    "wagers.seated_only": "/tables/TABLE: Sit down",
    "wagers.after_close": "/tables/TABLE: the spot, closed from then on",
    "wagers.requirements.table.adjacent_boxes": "/tables/TABLE: Sit down",
    "wagers.wagers.play": "/tables/TABLE: Play",
    "wagers.wagers.progressive.procedure": "/tables/TABLE: the light of the Progressive spot",
    "progressive": "/tables/TABLE: the light of the Progressive spot",
    "decisions": "/tables/TABLE: Play",
    "decisions.points.before_flop.options.check": "/tables/TABLE: Check",
    "decisions.points.after_flop.options.check": "/tables/TABLE: Check",
    "decisions.afterwards": "/tables/TABLE: Fold",
    "decisions.folded_cards_stay_for": "/tables/TABLE: Fold",
    "folding": "/tables/TABLE: Fold",
}
