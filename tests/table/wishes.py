"""Commands of every kind, sensible and not, for machines that try whatever people might."""

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from croupier.cards import DECK
from croupier.rulebook.elect import GameRules
from croupier.table import commands as c
from croupier.table.script import script_of, standing_steps

WHO = st.sampled_from(["dealer", "floor:kim", "casino_supervisor:lee", "surveillance", "player 1", ""])
SEATS = st.integers(-1, 9)
NAMES = st.sampled_from(["player 1", "player 2", "Ann", " ", ""])
DECKS = st.sampled_from(["red-1", "blue-1", "red-2", "blue-2", "green", ""])
BACKS = st.sampled_from(["red", "blue", "green"])
REASONS = st.sampled_from(["worn", "unfair cut", " ", ""])
CENTS = st.sampled_from([-100, 0, 1, 99, 100, 500, 501, 1000, 1500, 2000, 3000, 4500, 30_000, 50_001, 10**12])
COUNTS = st.none() | st.integers(-1, 60)
CARDS = st.sampled_from(DECK)
ORDERS = st.sampled_from([None, DECK, DECK[::-1], DECK[:51], DECK[1:] + DECK[1:2], DECK[26:] + DECK[:26]])
DEVICES = st.sampled_from(["shuffler", "shoe", "toaster"])
METHODS = st.sampled_from(["manual", "automated", "pre_shuffled", "thrown"])
METERS = st.none() | st.lists(
    st.tuples(st.sampled_from(["progressive", "mega", "major", "minor", "gas"]), st.integers(-1, 10**7)), max_size=3
).map(tuple)


def any_wish(rules: GameRules, seconds: Callable[[], int]) -> st.SearchStrategy[c.AnyCommand]:
    """Any command of any kind, its words taken from these rules or from nowhere."""
    book = rules.rulebook
    wagers = st.sampled_from([*(wager.wager for wager in book.wagers.wagers), "insurance"])
    opening = st.sampled_from([*(step.step for step in book.opening.steps), "sing"])
    steps = st.sampled_from([*dict.fromkeys(due.step for due in script_of(rules)), "sing"])
    conduct = st.sampled_from([*dict.fromkeys(step.step for step in standing_steps(rules)), "sing"])
    treatments = [step.step for step in book.irregularities.device_out_of_order]
    emptied = [step.step for remedy in book.irregularities.remedies for step in remedy.steps]
    treating = st.sampled_from([*dict.fromkeys([*treatments, *emptied]), "kick"])
    kinds = st.sampled_from([*dict.fromkeys(remedy.kind for remedy in book.irregularities.remedies), "fire"])
    cases = st.sampled_from([*dict.fromkeys(remedy.case for remedy in book.irregularities.remedies), "", "odd"])
    actions = st.sampled_from(["play", "fold", "check", "raise"])
    instruments = st.sampled_from(["value_chip", "plaque", "cash", "match_play_coupon"])
    some_cards = st.lists(CARDS, max_size=5).map(tuple)
    hands = st.lists(st.tuples(SEATS, st.integers(-1, 7)), max_size=4).map(tuple)

    def of(wish: type[c.AnyCommand], /, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[c.AnyCommand]:
        return st.builds(lambda **chosen: wish(at=seconds(), **chosen), by=WHO, **fields)

    return st.one_of(
        of(
            c.ReceiveDeck, deck=DECKS, back=BACKS, pre_inspected=st.booleans(), pre_shuffled=st.booleans(), order=ORDERS
        ),
        of(c.PrepareDeck, deck=DECKS, step=opening),
        of(c.Shuffle, deck=DECKS, method=METHODS, order=ORDERS, count=COUNTS),
        of(c.CutDeck, deck=DECKS, depth=st.integers(-1, 53)),
        of(c.OrderRecut, deck=DECKS, reason=REASONS),
        of(c.OrderShuffle, deck=DECKS, reason=REASONS),
        of(c.RemoveDeck, deck=DECKS, reason=REASONS),
        of(c.SpreadIdle, face_up_requested=st.booleans()),
        of(c.TreatDevice, device=DEVICES, step=treating),
        of(c.Sit, seat=SEATS, player=NAMES),
        of(c.Leave, seat=SEATS),
        of(c.OpenRound),
        of(c.PlaceWager, seat=SEATS, wager=wagers, stake_cents=CENTS, instrument=instruments, accepted=st.booleans()),
        of(c.WithdrawWager, seat=SEATS, wager=wagers),
        of(c.Perform, step=steps, count=COUNTS, hand=st.sampled_from([None, "left", "right", "third"])),
        of(c.Deal),
        of(c.DealCard, card=CARDS, face_up=st.booleans()),
        of(c.CountStub, count=st.integers(-1, 110)),
        of(c.CheckHands, hands=hands),
        of(c.Decide, seat=SEATS, action=actions, stake_cents=CENTS),
        of(c.SettleNext, meters=METERS),
        of(c.ValidateAward, seat=SEATS, light_on=st.booleans(), validated_by=WHO, hand_wins=st.booleans()),
        of(c.DocumentAward, seat=SEATS),
        of(c.Report, kind=kinds, case=cases, device=DEVICES, cards=some_cards, exposed=some_cards),
        of(c.Abandon, seat=SEATS, lost=st.booleans(), reason=REASONS),
        of(c.NoteConduct, seat=SEATS, step=conduct, note=REASONS),
    )
