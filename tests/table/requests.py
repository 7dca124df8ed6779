"""Commands of every kind, sensible and not, for machines that try whatever people might."""

from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

from croupier.cards import DECK
from croupier.rulebook.elect import GameRules
from croupier.table.procedure.script import script_of, standing_steps
from croupier.table.values import commands as c

Words = Mapping[type[c.AnyCommand], Mapping[str, Sequence[Any]]]

WHO = ("dealer", "floor:kim", "casino_supervisor:lee", "surveillance", "player 1", "")
SEATS = range(-1, 10)
DECKS = ("red-1", "blue-1", "red-2", "blue-2", "green", "")
BACKS = ("red", "blue", "green")
REASONS = ("worn", "unfair cut", " ", "")
CENTS = (-100, 0, 1, 99, 100, 500, 501, 1000, 1500, 2000, 3000, 4500, 10_000, 30_000, 50_001, 10**12)
COUNTS = (None, *range(-1, 61))
ORDERS = (None, DECK, DECK[::-1], DECK[:51], DECK[1:] + DECK[1:2], DECK[26:] + DECK[:26])
SOME_CARDS = ((), DECK[:1], DECK[20:22], DECK[:2], DECK[1:6], DECK[5:6] * 2)
HANDS = ((), ((0, 3), (1, 3)), ((0, 6), (1, 5), (2, 5)), ((0, 2), (1, 2)), ((0, -1), (9, 7)))
METERS = (
    *(None, (), (("gas", 5),), (("progressive", -1),), (("progressive", 10**7),)),
    *((("mega", 5), ("major", 6), ("minor", 7)), (("major", 6), ("minor", 7)), (("minor", 7), ("minor", 8))),
)


def words(rules: GameRules) -> Words:
    """What each command may say in each of its fields: words of these rules, and some from nowhere."""
    book = rules.rulebook
    remedies = book.irregularities.remedies
    yes_or_no = (False, True)
    wagers = [*(wager.wager for wager in book.wagers.wagers), "insurance"]
    treatments = [step.step for step in book.irregularities.device_out_of_order]
    emptying = [step.step for remedy in remedies for step in remedy.steps]
    return {
        c.ReceiveDeck: {
            "deck": DECKS,
            "back": BACKS,
            "order": ORDERS,
            "pre_inspected": yes_or_no,
            "pre_shuffled": yes_or_no,
        },
        c.PrepareDeck: {"deck": DECKS, "step": [*(step.step for step in book.opening.steps), "sing"]},
        c.Shuffle: {
            "deck": DECKS,
            "order": ORDERS,
            "count": COUNTS,
            "method": ["manual", "automated", "pre_shuffled", "thrown"],
        },
        c.CutDeck: {"deck": DECKS, "depth": range(-1, 54)},
        c.OrderRecut: {"deck": DECKS, "reason": REASONS},
        c.OrderShuffle: {"deck": DECKS, "reason": REASONS},
        c.RemoveDeck: {"deck": DECKS, "reason": REASONS},
        c.SpreadIdle: {"face_up_requested": yes_or_no},
        c.TreatDevice: {
            "device": ["shuffler", "shoe", "toaster"],
            "step": [*treatments, *emptying, "back_in_use", "kick"],
        },
        c.Sit: {"seat": SEATS, "player": ["player 1", "player 2", "Ann", " ", ""]},
        c.Leave: {"seat": SEATS},
        c.OpenRound: {},
        c.PlaceWager: {
            "seat": SEATS,
            "wager": wagers,
            "stake_cents": CENTS,
            "accepted": yes_or_no,
            "instrument": ["value_chip", "plaque", "cash", "match_play_coupon", "other_approved"],
            "reference": ["", "approval 7"],
            "coupon": ["", "MP 12"],
        },
        c.WithdrawWager: {"seat": SEATS, "wager": wagers},
        c.Perform: {
            "step": [*(due.step for due in script_of(rules)), "sing"],
            "count": COUNTS,
            "hand": [None, "left", "right", "third"],
        },
        c.Deal: {},
        c.DealCard: {"card": DECK, "face_up": yes_or_no},
        c.CountStub: {"count": range(-1, 111)},
        c.CheckHands: {"hands": HANDS},
        c.Decide: {"seat": SEATS, "action": ["play", "fold", "check", "raise"], "stake_cents": CENTS},
        c.SettleNext: {"meters": METERS},
        c.VerifyAward: {"seat": SEATS, "light_on": yes_or_no, "hand_wins": yes_or_no},
        c.ValidateAward: {
            "seat": SEATS,
            "light_on": yes_or_no,
            "hand_wins": yes_or_no,
            "validated_by": WHO,
            "source": ["", "table_inventory", "off_table", "pocket"],
        },
        c.RefuseAward: {"seat": SEATS, "reason": REASONS},
        c.DocumentAward: {"seat": SEATS, "document": REASONS},
        c.Report: {
            "kind": [*(remedy.kind for remedy in remedies), "fire"],
            "case": [*(remedy.case for remedy in remedies), "", "odd"],
            "device": ["shuffler", ""],
            "cards": SOME_CARDS,
            "exposed": SOME_CARDS,
        },
        c.Abandon: {"seat": SEATS, "lost": yes_or_no, "reason": REASONS},
        c.NoteConduct: {
            "step": [*(step.step for step in standing_steps(rules)), "sing"],
            "seat": SEATS,
            "note": REASONS,
        },
    }


def any_wish(rules: GameRules) -> st.SearchStrategy[c.AnyCommand]:
    """Any command of any kind."""
    said = words(rules)
    return st.one_of(
        [
            st.builds(kind, by=st.sampled_from(WHO), **{name: st.sampled_from(held) for name, held in fields.items()})
            for kind, fields in said.items()
        ]
    )
