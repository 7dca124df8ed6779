"""A round that was settled wrongly is put right by the floor: by its cards or by a ruling, and its money too."""

import pytest
from msgspec.structs import replace
from sqlalchemy import select

from croupier.cards import parse_cards
from croupier.house.audit.audit import audit
from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.house.handlers import commands as h
from croupier.house.handlers.corrections import clause_of
from croupier.house.handlers.idempotency import Done
from croupier.house.ledger.accounts import inventory, player_account
from croupier.house.ledger.postings import REVERSED
from croupier.house.log import events as he
from croupier.house.replay.replaying import replayed
from croupier.house.reports.reports import table_days
from croupier.house.service.house import House
from croupier.house.transaction import table_cache
from croupier.rulebook.errors import BadInput
from croupier.rulebook.load import rulebook_ids
from croupier.rulebook.submission import LARGEST_CENTS
from croupier.table.settlement.procedure import showdown_of
from croupier.table.settlement.settle import settle
from croupier.table.values import commands as c
from croupier.table.values.showdown import SettlementLine
from tests.house.audit.forger import forge
from tests.house.audit.sabotage import sabotaged
from tests.house.audit.vandal import vandal
from tests.house.floor import KEYS, Floor
from tests.house.handlers.test_cards_seen import done, due
from tests.house.handlers.test_taking_back import SEEN, answer

FLOOR = "floor:kim"
# The dealer's cards, then ann's: she wins with them, and would not have with the dealer's as they were.
TOLD = ("2c 3d 5h", "Ah Kd 9s")
RIGHT = parse_cards("As Ac 5h")


def played(floor: Floor, told: tuple[str, ...] = TOLD, rulebook: str = "md-tcp") -> tuple[SettlementLine, ...]:
    """A round of real cards at table one, in which ann plays; its lines."""
    floor.open("one", rulebook, players=("ann",), **SEEN)
    cards = iter(told)
    while floor.table("one").last is None:
        duty = due(floor)
        if duty is None:
            answer(floor)
        else:
            done(floor, duty, next(cards) if isinstance(duty.command, c.TurnUp) else "")
    return floor.table("one").last.lines  # type: ignore[union-attr]


def by_cards(**given: object) -> h.CorrectSettlement:
    """The dealer's cards were others."""
    known = {"round": 1, "told": (("dealer", RIGHT),), "reason": "an ace was read as a two", "by": FLOOR, **given}
    return h.CorrectSettlement(**known)  # type: ignore[arg-type]


def whole(floor: Floor) -> None:
    """The audit has nothing to say, the round replays, and who reads the log afresh knows the same."""
    report = audit(floor.database, KEYS)
    assert report.ok, report.problems
    with floor.database.read() as connection:
        again = replayed(connection, "one", 1)
    assert again.ok, again.checks
    assert House(floor.database, KEYS).table("one") == floor.table("one")


def test_the_audit_knows_a_round_as_it_was_put_right_while_it_still_lies_there(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(floor)
    monkeypatch.setattr(table_cache, "SNAPSHOT_EVERY", 1)
    floor.do("one", by_cards())
    round_ = floor.table("one").state.round
    assert round_
    assert round_.number == 1, "no other round has been opened"
    whole(floor)


def test_a_round_is_settled_again_with_the_cards_as_they_were(floor: Floor) -> None:
    lines = played(floor)
    won = {line.wager: line.paid_cents for line in lines}
    assert won["ante"], "the dealer did not qualify"
    account, before = player_account("ann"), floor.balance(player_account("ann"))
    floor.do("one", by_cards())
    last = floor.table("one").last
    assert last
    assert last.dealer == RIGHT
    rules = floor.house.rules_of(floor.table("one"))
    due_lines = settle(rules, showdown_of(last, ())).lines
    assert sorted(last.lines, key=str) == sorted(due_lines, key=str), "as if it had been told rightly"
    net = sum(line.net_cents for line in last.lines) - sum(line.net_cents for line in lines)
    assert net < 0
    assert floor.balance(account) == before + net
    whole(floor)
    with floor.database.read() as connection:
        again = replayed(connection, "one", 1)
        reasons = set(connection.execute(select(s.transfers.c.reason).where(s.transfers.c.seat == 0)).scalars())
    assert again.lines == lines, "the round replays as it was"
    assert again.lines_now == last.lines, "and as it was put right"
    assert REVERSED in reasons
    (told,) = [step.sentence for record in again.records for act in record.acts for step in act.steps
               if step.event == "SettlementCorrected"]  # fmt: skip
    assert "round 1" in told
    assert "an ace was read as a two" in told


def test_the_next_round_is_not_touched_by_what_is_put_right_of_the_last(floor: Floor) -> None:
    played(floor)
    while (duty := due(floor)) and floor.table("one").state.round.phase != "wagering":  # type: ignore[union-attr]
        done(floor, duty)
    floor.bet("one")
    floor.do("one", by_cards())
    cards = iter(("2c 3d 5h", "Ah Kd 9s"))
    while floor.table("one").last_number < 2:
        duty = due(floor)
        if duty is None:
            answer(floor)
        else:
            done(floor, duty, next(cards) if isinstance(duty.command, c.TurnUp) else "")
    whole(floor)
    with floor.database.read() as connection:
        again = replayed(connection, "one", 2)
    assert again.ok, again.checks


def test_a_day_reports_what_stands(floor: Floor) -> None:
    played(floor)
    floor.do("one", by_cards())
    last = floor.table("one").last
    assert last
    with floor.database.read() as connection:
        (day,) = table_days(connection, "one")
    assert day.paid_cents == sum(line.paid_cents for line in last.lines)


@pytest.mark.parametrize(("times", "outcome"), [(0, "lose"), (1, "push"), (3, "win")])
def test_the_floor_rules_on_one_wager(floor: Floor, times: int, outcome: str) -> None:
    lines = played(floor)
    (ante,) = [line for line in lines if line.wager == "ante"]
    cents = times * ante.stake_cents
    before = floor.balance(player_account("ann"))
    ruling = h.CorrectSettlement(round=1, seat=1, wager="ante", cents=cents, reason="a hand was fouled", by=FLOOR)
    floor.do("one", ruling)
    (now,) = [line for line in floor.table("one").last.lines if line.wager == "ante"]  # type: ignore[union-attr]
    assert (now.outcome, now.paid_cents + now.returned_cents, now.case) == (outcome, cents, "ruled")
    assert floor.balance(player_account("ann")) - before == cents - ante.paid_cents - ante.returned_cents
    whole(floor)
    assert floor.refused("one", ruling).code == "nothing_changes"


@pytest.mark.databases("any")
@pytest.mark.parametrize(
    ("command", "code"),
    [
        (by_cards(by="dealer:deana"), "needs_floor"),
        (by_cards(by="ann"), "needs_floor"),
        (by_cards(round=2), "not_the_last"),
        (by_cards(reason=" "), "no_reason"),
        (by_cards(told=(("dealer", RIGHT[:2]),)), "card_count"),
        (by_cards(told=(("community", RIGHT),)), "cards_unseen"),
        (by_cards(told=(("dealer", parse_cards("Ah Kd 9s")),)), "card_twice"),
        (by_cards(told=(("dealer", parse_cards("2d 3c 5s")),)), "nothing_changes"),
        (by_cards(told=(("1", parse_cards("As Ks Qs")),)), "award_stands"),
        (by_cards(told=(), seat=1, wager="progressive", cents=0), "award_stands"),
        (by_cards(told=(), seat=2, wager="ante", cents=0), "no_wager"),
        (by_cards(told=(), seat=1, wager="ante", cents=999), "amount"),
        (by_cards(told=(), seat=1, wager="ante"), "amount"),
    ],
)
def test_what_is_not_put_right(floor: Floor, command: h.CorrectSettlement, code: str) -> None:
    played(floor)
    refusal = floor.refused("one", command)
    assert refusal.code == code
    assert refusal.clause, "it says by which clause"


@pytest.mark.databases("any")
def test_the_cards_of_the_houses_own_deck_were_what_they_were(floor: Floor) -> None:
    floor.open("one", "md-tcp", players=("ann",))
    floor.play("one")
    assert floor.refused("one", by_cards()).code == "cards_known"


@pytest.mark.databases("any")
@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_a_ruling_moves_money_under_every_rulebook(floor: Floor, rulebook: str) -> None:
    floor.open("one", rulebook, players=("ann",))
    floor.play("one")
    (line,) = [one for one in floor.table("one").last.lines if one.wager == "ante"]  # type: ignore[union-attr]
    cents = line.stake_cents if line.paid_cents + line.returned_cents != line.stake_cents else 0
    floor.do("one", h.CorrectSettlement(round=1, seat=1, wager="ante", cents=cents, reason="a dispute", by=FLOOR))
    event = floor.events("one")[-1]
    assert isinstance(event, he.SettlementCorrected)
    assert event.clause == clause_of(floor.house.rules_of(floor.table("one")))
    assert event.clause
    whole(floor)


@pytest.mark.parametrize("stays", [True, False])
def test_what_a_player_no_longer_has_the_house_bears(floor: Floor, stays: bool) -> None:
    played(floor)
    account = player_account("ann")
    if not stays:
        floor.do("one", c.Leave(seat=1))
        floor.do("cage", h.BuyIn(player="bob", cents=100_000))
        floor.do("one", c.Sit(seat=1, player="bob"))
        while (duty := due(floor)) and floor.table("one").state.rounds < 2:
            done(floor, duty)
    floor.do("cage", h.CashOut(player="ann", cents=floor.balance(account) - 100))
    floor.do("one", by_cards())
    assert floor.balance(account) == 0
    whole(floor)


def ruled(cents: int) -> h.CorrectSettlement:
    """What ann's Ante should have got back by a ruling."""
    return h.CorrectSettlement(round=1, seat=1, wager="ante", cents=cents, reason="a ruling", by=FLOOR)


def test_what_the_house_bore_it_keeps_when_the_same_round_pays_that_player_after_all(floor: Floor) -> None:
    (ante,) = [line for line in played(floor) if line.wager == "ante"]
    account, due_cents = player_account("ann"), ante.paid_cents + ante.returned_cents
    for _ in range(3):
        if floor.balance(account):
            floor.do("cage", h.CashOut(player="ann", cents=floor.balance(account)))
        floor.do("one", ruled(0))
        floor.do("one", ruled(due_cents))
        assert floor.balance(account) == 0, "she cashed out what the wager had paid her"
    floor.do("one", ruled(2 * due_cents))
    assert floor.balance(account) == due_cents
    whole(floor)
    with floor.database.read() as connection:
        (day,) = table_days(connection, "one")
    assert day.uncollected_cents == 0


@pytest.mark.databases("any")
@pytest.mark.parametrize("borne", [(("ann", -100),), (("ann", 1), ("ann", 1)), (("bob", 1),), (("ann", 10**9),)])
def test_the_audit_finds_what_the_house_does_not_bear(
    floor: Floor, database_url: str, borne: tuple[tuple[str, int], ...]
) -> None:
    played(floor)
    floor.do("one", by_cards())

    def lied(one: he.LoggedEvent) -> tuple[he.LoggedEvent, ...] | None:
        return (replace(one, borne=borne),) if isinstance(one, he.SettlementCorrected) else None

    with vandal(database_url) as hand:
        forge(hand, "one", lied)
    assert not audit(floor.database, KEYS).ok


@pytest.mark.databases("any")
@pytest.mark.parametrize("cents", [-1, 1, LARGEST_CENTS + 1, 10**12, 2**63, 10**30])
def test_a_ruling_is_an_amount_that_can_be(floor: Floor, cents: int) -> None:
    played(floor)
    assert floor.refused("one", ruled(cents)).code == "amount"


@pytest.mark.parametrize(
    "lie",
    [{"undone": ()}, {"lines": ()}, {"players": ((1, "bob"),)}, {"round": 3}],
    ids=["undone", "lines", "who", "when"],
)
def test_the_audit_finds_a_correction_that_was_changed(floor: Floor, database_url: str, lie: dict[str, object]) -> None:
    played(floor)
    floor.do("one", by_cards())

    def lied(one: he.LoggedEvent) -> tuple[he.LoggedEvent, ...] | None:
        return (replace(one, **lie),) if isinstance(one, he.SettlementCorrected) else None

    with vandal(database_url) as hand:
        forge(hand, "one", lied)
    assert not audit(floor.database, KEYS).ok


def test_a_storage_that_fails_while_a_round_is_put_right_leaves_it_right_or_as_it_was(database: Database) -> None:
    floor = Floor(database)
    lines = played(floor)
    tray, place, lost = floor.balance(inventory("one")), 0, 0
    with sabotaged(database) as saboteur:
        while True:
            place += 1
            saboteur.arm("once", place)
            try:
                answered = floor.ask("one", by_cards(), "correction-of-kim")
            except BadInput:
                lost += 1
                saboteur.disarm()
                assert floor.balance(inventory("one")) == tray
                assert floor.table("one").last.lines == lines  # type: ignore[union-attr]
                assert audit(database, KEYS).ok
                continue
            break
        saboteur.disarm()
    assert isinstance(answered, Done)
    assert lost > 3, "it failed at one write after the other"
    assert floor.ask("one", by_cards(), "correction-of-kim") == Done(answered.record, again=True)
    whole(floor)
