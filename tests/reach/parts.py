"""What is done of the law beside the steps that somebody is asked for, by where its clause stands, for each person.

A clause's place is that of its value in the rule document; the longest beginning of it that stands here counts. What it
is mapped to is an act of `playing`: one that is asked, `!` and one that is offered, or `h:` and a rule of handling; of
several with `|` between them the first that the rulebook's rounds know. With a space in it, it is a page's own words.
"""

from collections.abc import Mapping

from tests.reach import pages

Parts = Mapping[str, str]

TURNED_UP, TAKEN = "SettleNext:reveal|SettleNext:seat", "SettleNext:collect|SettleNext:seat"
PAID, PICKED_UP = "SettleNext:pay|SettleNext:seat", "SettleNext:pick_up|SettleNext:seat"

DEALER: Parts = {
    "cards.cards_in_deck": "ReceiveDeck",
    "cards.decks_alternate": "OpenRound",  # the house names the deck whose turn it is
    "cards.other_deck_is": "out_of_rack",
    "cards.rack_holds_one_deck": "out_of_rack",
    "opening.each_deck_apart": "inspect",  # asked for of one deck after the other
    "opening.skipped_for": "!receive_prepared",
    "opening.steps.shuffle": "Shuffle",
    "shuffle": "Shuffle",
    "shuffle.cut": "CutDeck",
    "shuffle.cut_after": "CutDeck",
    "shuffle.recut": "CutDeck",
    "shuffle.idle_spread": "SpreadIdle",
    "shuffle.idle.reopen": "offer_first_look",
    "shuffle.reopens_from": "offer_first_look",
    "shuffle.no_cut_after": "OpenRound",
    "shuffle.devices.self_reshuffling_device": "OpenRound",
    "shuffle.devices.counting_shuffler": "manual_shoe.remove_stub",  # which says: unless a count is due
    "shuffle.wrong_device_count": "!remove_deck",
    "wagers.spoken_with_cash": pages.NO_SPOKEN,
    "dealing.automated_shoe.notes.dealer_before_players": "automated_shoe.deal_dealer",
    "dealing.automated_shoe.stub_count": "CountStub",
    "dealing.manual_shoe.stub_count": "CountStub",
    "dealing.hand.stub_count": "CountStub",
    **{
        f"dealing.{method}.stub_count.{place}": act
        for method in ("automated_shoe", "manual_shoe", "hand")
        for place, act in {
            "checks.decide_misdeal": "CheckHands",
            "cases.misdealt": "CheckHands",
            "cases.wrong_deck": "CheckHands",
        }.items()
    },
    "decisions.order": pages.IS_ASKED,
    "decisions.points": pages.IS_ASKED,
    "decisions.folded_cards_stay_for": "collect_folds|h:collect_folds",
    "folding": "collect_folds|h:collect_folds",
    "folding.envy": PAID,
    "settlement": PAID,
    "settlement.seats": TURNED_UP,
    "settlement.each_seat.reveal_player": TURNED_UP,
    "settlement.each_seat.form_hand": TURNED_UP,
    "settlement.each_seat.announce_hand": TURNED_UP,
    "settlement.each_seat.collect_losing_wagers": TAKEN,
    "settlement.each_seat.collect_player_cards": PICKED_UP,
    "settlement.comparisons.ante.outcomes.lower": TAKEN,
    "settlement.last": PICKED_UP,
    "menus.settlement_method": TURNED_UP,
    "paytables": PAID,
    "payout_limit": PAID,
    "envy": PAID,
    "cover_all.steps.leave_hand_exposed": PICKED_UP,
    "cover_all.steps.replace_exposed_hand": PICKED_UP,
    "cover_all": "SettleNext:cover_all",
    "progressive": PAID,
    "progressive.validation.verify_hand": "VerifyAward",
    "progressive.validation.verify_light": "VerifyAward",
    "progressive.validation.validate": pages.WAITS,  # verified, the award waits for the floor by itself
    "progressive.validation.pay": pages.PAY,
    "progressive.validation.keep_cards_until_documented": "DocumentAward",
    "progressive.full_award_source": pages.PAID_ELSEWHERE,
    "wagers.electronic": "automated_shoe.no_more_bets",
    "six_card_bonus": PAID,
}
FLOOR: Parts = {
    "cards.change_after": "RemoveDeck",
    "opening.each_deck_apart": "verify_inspection",  # asked for of one deck after the other
    "opening.skipped_for": "!receive_prepared",
    "shuffle.recut": pages.ORDER_CUT,
    "shuffle.triggers.on_order": pages.ORDER_SHUFFLE,
    "shuffle.devices": pages.NO_RECUT,
    "wagers.leaving": "Abandon",
    "decisions.conduct": "!conduct:nobody_else_touches",
    "progressive.validation.validate": "ValidateAward",
    "progressive.validation.keep_cards_until_documented": "DocumentAward",
    "irregularities.device_out_of_order.treat_failed_device": "!cover_device|!remove_device",
}
HOUSE: Parts = {
    "cards.change_after": "RemoveDeck",
    "irregularities.device_out_of_order.treat_failed_device": "!cover_device",
}
SHOWN: Parts = {"wagers.electronic": "/rules"}  # nobody's key: the document's page says it
DEVICE: Parts = {
    "cards.other_deck_is": "out_of_rack",
    "shuffle.devices.self_reshuffling_device": "Shuffle",
    "shuffle.wrong_device_count": pages.COUNTS,
    "shuffle.devices.counting_shuffler": pages.COUNTS,
    "irregularities.remedies": "Shuffle",
    "dealing.automated_shoe.requirements.equipment.shoe.stack_cards": pages.CHECKED,
    "progressive.requirements.equipment.progressive_system.acceptance_device_per_seat": pages.LIGHT,
    "progressive.requirements.equipment.progressive_system.lock_out": pages.SPOT_CLOSED,
    "progressive.award_reads": pages.METER,
    "progressive.full_award": pages.METERS,
    "progressive.share_award": pages.METERS,
    "progressive.validation.verify_light": "VerifyAward",
    "paytables": pages.METERS,
}
PLAYER: Parts = {
    "opening": pages.SIT,  # whoever comes first is given the look before the dealer's screen goes on
    "table.requirements": pages.SIT,
    "shuffle.idle": "!spread_face_up",  # asked for aloud, for nobody sits there yet
    "shuffle.idle_spread": "!spread_face_up",
    "shuffle.idle.reopen": pages.SIT,
    "shuffle.reopens_from": pages.SIT,
    "wagers": pages.SPOT,
    "wagers.seated_only": pages.SIT,
    "wagers.stay_seated": pages.LEAVE,
    "wagers.after_close": pages.SPOT_CLOSED,
    "wagers.adjacent_boxes": pages.SIT,
    "wagers.most_boxes": pages.SIT,
    "wagers.wagers.play": pages.PLAY,
    "wagers.wagers.progressive.procedure": pages.LIGHT,
    "decisions": pages.PLAY,
    "decisions.conduct.look_at_cards": pages.OWN_CARDS,
    "decisions.conduct.own_hand": pages.OWN_ANSWER,
    "decisions.conduct.nobody_else_touches": "!conduct:nobody_else_touches",  # where somebody does it all the same
    "decisions.conduct.cards_in_view": "!conduct:cards_in_view",
    "decisions.conduct.cards_face_down": "!conduct:cards_face_down",
    "decisions.points.before_flop.options.check": pages.CHECK,
    "decisions.points.after_flop.options.check": pages.CHECK,
    "decisions.points.after_deal.options.fold": pages.FOLD,
    "decisions.points.after_river.options.fold": pages.FOLD,
    "decisions.folded_cards_stay_for": pages.FOLD,
    "folding": pages.FOLD,
}
