"""Commands of every kind, sensible or not, that a witness tries after each step of a round."""

from functools import cache
from typing import get_args

from croupier.cards import DECK
from croupier.rulebook.law import words
from croupier.rulebook.load import load
from croupier.table.values import commands as c

PEOPLE = ("dealer", "floor:kim", "casino_supervisor:lee")
STAKES = (100, 500, 1000, 2000)
STANDING = (
    *(get_args(words.ConductStep)),
    *get_args(words.DealStep),
    *get_args(words.AfterDecisions),
    *get_args(words.RevealStep),
)


@cache
def tries(rulebook: str) -> tuple[c.AnyCommand, ...]:
    """What is tried at a table of this rulebook."""
    book = load(rulebook)
    wagers = [wager.wager for wager in book.wagers.wagers]
    placed = [c.PlaceWager(seat=1, wager=wager, stake_cents=stake) for wager in wagers for stake in STAKES]
    alone = [c.PlaceWager(seat=7, wager=wager, stake_cents=500) for wager in wagers]
    instruments = [
        c.PlaceWager(seat=1, wager="ante", stake_cents=1000, instrument=instrument, reference=reference, coupon=coupon)
        for instrument in (*get_args(words.Instrument), "spoken", "cash")
        for reference in ("", "approval 7")
        for coupon in ("", "coupon 7")
    ]
    reports = [
        c.Report(kind=remedy.kind, case=case, by=by)
        for remedy in book.irregularities.remedies
        for case in dict.fromkeys((remedy.case, ""))
        for by in PEOPLE[:2]
    ]
    decks = [
        c.ReceiveDeck(deck="new", back="green", pre_inspected=inspected, pre_shuffled=shuffled, order=DECK)
        for inspected in (True, False)
        for shuffled in (True, False)
    ]
    cuts = [c.CutDeck(deck="red-1", depth=depth) for depth in (None, 9, 10, 51, 52)]
    orders = [c.OrderRecut(deck="red-1", by=by, reason="unfair") for by in PEOPLE]
    orders_shuffle = [c.OrderShuffle(deck=deck, by=by, reason="asked") for deck in ("red-1", "blue-1") for by in PEOPLE]
    shuffles = [
        c.Shuffle(deck=deck, method=method, order=DECK, count=count)
        for deck in ("red-1", "blue-1")
        for method in get_args(words.ShuffleMethod)
        for count in (None, 51)
    ]
    return (
        *placed, *alone, *instruments, *reports, *decks, *cuts, *orders, *orders_shuffle, *shuffles,
        *(c.NoteConduct(seat=1, step=step, note="seen") for step in STANDING),
        *(c.TreatDevice(device="shuffler", step=step) for step in get_args(words.TreatmentStep)),
        *(c.Abandon(seat=1, lost=lost, by=PEOPLE[1], reason="gone") for lost in (True, False)),
        *(c.Decide(seat=1, action=action) for action in get_args(words.Action)), c.Perform(step="no_more_bets"),
        *(c.Decide(seat=1, action="play", stake_cents=cents) for cents in (1000, 1500, 2000, 3000, 4000, 5000)),
        *(c.OpenRound(at=hours * 3600) for hours in (3, 4, 5, 7, 8, 9)),
        *(c.CountStub(count=count) for count in (None, 0, 30)),
        c.SpreadIdle(), c.SpreadIdle(face_up_requested=True), c.Leave(seat=1), c.Sit(seat=7, player="x"),
        c.Sit(seat=8, player="x"), c.SettleNext(), c.CallFloor(seat=1),
    )  # fmt: skip
