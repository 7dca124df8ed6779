"""A slip of the fingers: what a dealer entered last is taken back, and nothing is as if it had never been written."""

import pytest
from msgspec.structs import replace
from sqlalchemy import select

from croupier.cards import DECK
from croupier.cli.demo import demo_wagers
from croupier.house.audit.audit import audit
from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.house.handlers import commands as h
from croupier.house.handlers.idempotency import Done
from croupier.house.handlers.taking_back import last_entry
from croupier.house.ledger.accounts import cage_at, inventory, player_account
from croupier.house.log import events as he
from croupier.house.log.entries import MOST_ENTRIES, Entry
from croupier.house.replay.replaying import replayed
from croupier.house.service.house import House
from croupier.rulebook.errors import BadInput
from croupier.rulebook.load import rulebook_ids
from croupier.table.options import options
from croupier.table.procedure.script import standing_steps
from croupier.table.values import commands as c
from croupier.table.values import events as e
from croupier.table.values.duty import Duty
from croupier.table.values.state import State
from tests.house.audit.forger import forge
from tests.house.audit.sabotage import sabotaged
from tests.house.audit.vandal import vandal
from tests.house.floor import KEYS, Floor
from tests.house.handlers.test_cards_seen import done, due, until_turned_up
from tests.house.reports.test_exports import rows_of

SEEN = {"dealer": "human", "card_source": "seen"}


def balances(floor: Floor) -> dict[str, int]:
    """What every account holds; chips that the cage has filled since lie in the tray, and stay there."""
    with floor.database.read() as connection:
        held = {row.account: row.balance_cents for row in connection.execute(select(s.accounts))}
    held["tray and cage"] = held.pop(inventory("one")) + held.pop(cage_at("one"))
    return held


def taken_back(floor: Floor, by: str = "dealer:deana") -> None:
    """The last entry is taken back."""
    entry = last_entry(floor.table("one"))
    assert entry
    floor.do("one", h.TakeBack(record=entry.record, by=by))


def whole(floor: Floor, rounds: int = 1) -> None:
    """The audit has nothing to say, every round replays, and who reads the log afresh knows the same."""
    report = audit(floor.database, KEYS)
    assert report.ok, report.problems
    with floor.database.read() as connection:
        for number in range(1, rounds + 1):
            again = replayed(connection, "one", number)
            assert again.ok, again.checks
    assert House(floor.database, KEYS).table("one") == floor.table("one")


def answer(floor: Floor) -> None:
    """Players wager while wagers are taken; then seat 1 gives the first answer that is offered, others the last."""
    table = floor.table("one")
    round_ = table.state.round
    assert round_ is not None
    if round_.phase == "wagering":
        floor.bet("one")
        return
    seat = round_.to_ask[0]
    offered = options(floor.house.rules_of(table), table.state, seat).answers
    given = offered[0] if seat == 1 else offered[-1]
    floor.do("one", c.Decide(seat=seat, action=given.action, stake_cents=given.stake_cents))


def enter(floor: Floor, duty: Duty, told: str) -> bool:
    """Whoever it is for does it, takes it back where that may be, and does it again; whether it was taken back."""
    before, held = floor.table("one").state, balances(floor)
    done(floor, duty, told)
    after, entry = floor.table("one").state, last_entry(floor.table("one"))
    if entry is None:
        return False
    taken_back(floor)
    assert floor.table("one").state == before
    assert balances(floor) == held
    done(floor, duty, told)
    assert floor.table("one").state == replace(after, decks=floor.table("one").state.decks)
    return True


def dealt(floor: Floor, deck: list[str]) -> set[str]:
    """A round to its end, every entry of the dealer's taken back and entered again; the commands that were."""
    cards, taken = iter(deck), set[str]()
    number = floor.table("one").last_number + 1
    while floor.table("one").last_number < number:
        duty = due(floor)
        if duty is None:
            answer(floor)
            continue
        told = " ".join(next(cards) for _ in range(duty.blanks[0].most)) if isinstance(duty.command, c.TurnUp) else ""
        if enter(floor, duty, told):
            taken.add(type(duty.command).__name__)
    return taken


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_every_entry_of_a_round_of_real_cards_is_taken_back_and_the_round_ends_the_same(
    floor: Floor, rulebook: str
) -> None:
    floor.open("one", rulebook, players=("ann", "bob"), **SEEN)
    deck = [str(card) for card in DECK[7:]]
    taken = dealt(floor, deck)
    assert {"TurnUp", "SettleNext", "Perform", "PrepareDeck", "Deal"} <= taken
    lines, held = floor.table("one").last.lines, balances(floor)  # type: ignore[union-attr]
    whole(floor)
    slips = [one for one in floor.events("one") if isinstance(one, he.EntryTakenBack)]
    assert any(one.lines and one.moved for one in slips)
    assert {one.by for one in slips} == {"dealer:deana"}
    assert sum(held.values()) == 0
    settled = [one.line for one in floor.events("one") if isinstance(one, e.WagerSettled | e.AwardPaid)]
    undone = [line for one in slips for line in one.lines]
    assert len(settled) - len(undone) == len(lines)


def test_an_export_counts_what_stands_and_names_what_was_taken_back(floor: Floor, tmp_path: object) -> None:
    floor.open("one", "md-tcp", players=("ann", "bob"), **SEEN)
    dealt(floor, [str(card) for card in DECK[7:]])
    lines = floor.table("one").last.lines  # type: ignore[union-attr]
    (row,) = rows_of(floor.database, "rounds", tmp_path)  # type: ignore[arg-type]
    assert int(row["staked_cents"]) == sum(line.stake_cents for line in lines)
    assert int(row["paid_cents"]) == sum(line.paid_cents for line in lines)
    names = [event["event"] for event in rows_of(floor.database, "events", tmp_path)]  # type: ignore[arg-type]
    assert "EntryTakenBack" in names


def at_the_first_hand(floor: Floor, rulebook: str = "md-tcp") -> Duty:
    """A table of real cards where the first cards must be told."""
    floor.open("one", rulebook, players=("ann", "bob"), **SEEN)
    duty = until_turned_up(floor, 1)
    assert duty
    return duty


@pytest.mark.databases("any")
def test_entries_go_back_one_by_one_as_far_as_nobody_acted_on_them(floor: Floor) -> None:
    told = at_the_first_hand(floor)
    states: list[State] = [floor.table("one").state]
    done(floor, told, "As Kd 2c")
    while len(states) < MOST_ENTRIES and (duty := due(floor)) and not isinstance(duty.command, c.TurnUp):
        states.append(floor.table("one").state)
        done(floor, duty)
    for state in reversed(states):
        taken_back(floor)
        assert floor.table("one").state == state
    whole(floor, 0)


@pytest.mark.databases("any")
@pytest.mark.parametrize(
    ("meanwhile", "stands"),
    [
        (h.MakeCall(reason="dispute", by="dealer:deana"), True),
        (h.BuyIn(player="ann", cents=100, by="ann"), True),
        (c.Sit(seat=3, player="cat"), False),
        (c.NoteConduct(seat=0, step="", note="late", by="floor:kim"), False),
    ],
)
def test_once_somebody_acted_on_it_an_entry_stays(floor: Floor, meanwhile: h.AnyRequestedCommand, stands: bool) -> None:
    done(floor, at_the_first_hand(floor), "As Kd 2c")
    entry = last_entry(floor.table("one"))
    assert entry
    if isinstance(meanwhile, c.NoteConduct):
        meanwhile = replace(meanwhile, step=standing_steps(floor.house.rules_of(floor.table("one")))[0].step)
    floor.do("one", meanwhile)
    if stands:
        taken_back(floor)
    else:
        refusal = floor.refused("one", h.TakeBack(record=entry.record, by="dealer:deana"))
        assert refusal.code == "nothing_entered"
        assert "floor" in refusal.sentence
    whole(floor, 0)


@pytest.mark.databases("any")
def test_who_takes_back_and_what_they_saw(floor: Floor) -> None:
    done(floor, at_the_first_hand(floor), "As Kd 2c")
    record = last_entry(floor.table("one")).record  # type: ignore[union-attr]
    for nobody in ("ann", "system:house", "surveillance:sue"):
        assert floor.refused("one", h.TakeBack(record=record, by=nobody)).code == "needs_dealer"
    assert floor.refused("one", h.TakeBack(record=record - 1, by="dealer:deana")).code == "stale"
    floor.do("one", h.TakeBack(record=record, by="floor:kim"))
    event = floor.events("one")[-1]
    assert isinstance(event, he.EntryTakenBack)
    assert (event.record, event.entered_by, event.by) == (record, "dealer:deana", "floor:kim")


@pytest.mark.databases("any")
@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_a_card_of_the_houses_own_deck_that_was_seen_is_not_unseen(floor: Floor, rulebook: str) -> None:
    floor.open("one", rulebook, players=("ann",), dealer="human")
    taken = dealt(floor, [])
    assert {"Perform", "PrepareDeck"} <= taken
    assert not taken & {"Deal", "TurnUp", "SettleNext", "Shuffle", "OpenRound"}
    assert floor.refused("one", h.TakeBack(record=1, by="dealer:deana")).code == "nothing_entered"
    whole(floor)


@pytest.mark.databases("any")
def test_what_a_player_did_is_not_the_dealers_to_take_back(floor: Floor) -> None:
    floor.open("one", "md-uth", players=("ann",), **SEEN)
    while duty := due(floor):
        done(floor, duty)
    for wager, stake in demo_wagers(floor.house.rules_of(floor.table("one"))):
        floor.do("one", c.PlaceWager(seat=1, wager=wager, stake_cents=stake, by="ann"))
    assert last_entry(floor.table("one")) is None, "the wagers are hers"
    while duty := due(floor):
        done(floor, duty)
    assert last_entry(floor.table("one")), "cards were dealt"
    floor.do("one", c.Decide(seat=1, action="check", by="ann"))
    assert last_entry(floor.table("one")) is None, "and she has answered"


def settled_once(floor: Floor) -> Entry:
    """A table of real cards where a hand that wins was just settled, and the dealer may take that back."""
    floor.open("one", "md-tcp", players=("ann",), **SEEN)
    cards = iter(["2c 3d 5h", "Ah Kd 9s"])
    while (entry := last_entry(floor.table("one"))) is None or entry.command != "SettleNext":
        duty = due(floor)
        if duty is None:
            answer(floor)
        else:
            done(floor, duty, next(cards) if isinstance(duty.command, c.TurnUp) else "")
    return entry


def test_winnings_that_were_spent_elsewhere_are_the_floors_to_collect(floor: Floor) -> None:
    entry = settled_once(floor)
    account = player_account("ann")
    won = floor.balance(account)
    floor.do("cage", h.CashOut(player="ann", cents=won))
    refusal = floor.refused("one", h.TakeBack(record=entry.record, by="dealer:deana"))
    assert (refusal.code, "floor" in refusal.sentence) == ("not_enough_chips", True)
    floor.do("cage", h.BuyIn(player="ann", cents=won))
    taken_back(floor)
    assert floor.balance(account) < won
    whole(floor, 0)


@pytest.mark.parametrize(
    "lie",
    [{"moved": ()}, {"lines": ()}, {"record": 1}, {"entered_by": "dealer:dan"}],
    ids=["its money", "its results", "another record", "somebody else's"],
)
def test_the_audit_finds_a_taking_back_that_is_not_of_the_last_entry_as_it_was(
    floor: Floor, database_url: str, lie: dict[str, object]
) -> None:
    settled_once(floor)
    taken_back(floor)

    def lied(one: he.LoggedEvent) -> tuple[he.LoggedEvent, ...] | None:
        return (replace(one, **lie),) if isinstance(one, he.EntryTakenBack) else None

    with vandal(database_url) as hand:
        forge(hand, "one", lied)
    assert not audit(floor.database, KEYS).ok


def test_a_storage_that_fails_while_an_entry_is_taken_back_leaves_it_taken_back_or_not(database: Database) -> None:
    floor = Floor(database)
    entry = settled_once(floor)
    account, won = player_account("ann"), floor.balance(player_account("ann"))
    command, place, lost = h.TakeBack(record=entry.record, by="dealer:deana"), 0, 0
    with sabotaged(database) as saboteur:
        while True:
            place += 1
            saboteur.arm("once", place)
            try:
                answer = floor.ask("one", command, "slip-of-deana")
            except BadInput:
                lost += 1
                saboteur.disarm()
                assert floor.balance(account) == won
                assert audit(database, KEYS).ok
                continue
            break
        saboteur.disarm()
    assert isinstance(answer, Done)
    assert lost > 3, "it failed at one write after the other"
    assert floor.balance(account) < won
    assert floor.ask("one", command, "slip-of-deana") == Done(answer.record, again=True)
    whole(floor, 0)
