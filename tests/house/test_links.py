"""Links of meters: what may be filed, who may join, and tables of several games that move one link in one order."""

import re
from collections import Counter
from pathlib import Path
from shutil import copyfile

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from sqlalchemy import Connection, select, text

from croupier.house import schema as s
from croupier.house.accounts import HOUSE_WIN, awards, display, reserve, win
from croupier.house.database import Database
from croupier.house.link_audit import link_problem
from croupier.house.link_filing import LinkedMeter, checked
from croupier.house.links import LinkFiling, Moment, filing_for, join_problem, open_link, parse_link, read_link
from croupier.house.meters import NotConserved
from croupier.house.near_link import Entry, NearLink, meters_of, takes_back
from croupier.house.postings import Posting
from croupier.rulebook.errors import BadInput
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.dealer import next_duty
from croupier.table.opening import in_round
from croupier.table.script import script_of
from croupier.table.settling import next_unit
from tests.house.linked import (
    NOTHING,
    ON_LINK,
    ROYAL,
    STRAIGHT_FLUSH,
    Crash,
    LinkedTable,
    balance,
    keep_record,
    linked_rules,
    open_new_link,
    shown,
    sound,
)
from tests.soak import SOAKING, sized
from tests.table.pit import rules_with

LINK = "strip"
WHICH = st.integers(0, 4)
SETTINGS = settings(
    max_examples=sized(6, 300),
    stateful_step_count=sized(15, 40),
    deadline=None,
    database=None,
    derandomize=not SOAKING,
    phases=(Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
)
EVERY = [(number, *entry) for number, entries in ON_LINK.items() for entry in entries]


def one_level(ceiling_cents: int | None = None, reserve: str = "0 %") -> LinkFiling:
    meter = LinkedMeter(initial_cents=1_000_000, reset_cents=1_000_000, ceiling_cents=ceiling_cents, reserve=reserve)
    return LinkFiling(link=LINK, meters={"progressive": meter})


# What may be filed

FILED = """
link = "strip"
[meters.minor]
initial_cents = 25000
reset_cents = 25000
[meters.mega]
initial_cents = 2000000
reset_cents = 1000000
ceiling_cents = 3000000
reserve = "0.5 %"
"""


def test_a_filed_link_is_read_with_its_highest_level_first() -> None:
    mega, minor = checked(parse_link(FILED, "strip.toml"))
    assert (mega.meter, minor.meter) == ("mega", "minor")
    assert (mega.initial_cents, mega.reset_cents, mega.ceiling_cents) == (2_000_000, 1_000_000, 3_000_000)
    assert mega.reserve_percent * 2 == 1
    assert minor.ceiling_cents is None
    assert minor.reserve_percent == 0


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('link = "strip"', "", "'' cannot name a link"),
        ('"strip"', '"the strip"', "'the strip' cannot name a link; use a to z"),
        ('"strip"', '"a:b"', "cannot name a link"),
        ('"strip"', '"-"', "cannot name a link"),
        ("meters.mega", "meters.mgea", "has a meter 'mgea'; the nearest is mega"),
        ("meters.mega", "meters.progressive", "progressive beside other levels"),
        ("initial_cents = 25000", "initial_cents = 0", "meter minor: initial_cents is 0; write 1 to"),
        ("initial_cents = 25000\n", "", "meter minor: initial_cents is 0; write 1 to"),
        ("reset_cents = 25000", "reset_cents = 10000000001", "reset_cents is 10000000001; write 1 to 10000000000"),
        ("reset_cents = 25000", "reset_cents = -1", "meters.minor.reset_cents is -1; write an amount"),
        ("reset_cents = 25000", "reset_cents = 2.5", "meters.minor.reset_cents is 2.5; write an amount"),
        ("3000000", "1999999", "ceiling_cents is 1999999, and the meter starts or resets at 2000000"),
        ("3000000", "10000000001", "ceiling_cents is 10000000001"),
        ("0.5 %", "half", "reserve is 'half'; write a percentage"),
        ("0.5 %", "100.000001 %", "more than the whole stake"),
        ("0.5 %", "0.0000001 %", "write a percentage"),
        ("reserve =", "reserved =", "there is no key meters.mega.reserved; the nearest is reserve"),
        ("[meters.mega]", "[meters.mega", "is not TOML"),
    ],
)
def test_a_link_that_cannot_be_is_refused_in_a_sentence(old: str, new: str, said: str) -> None:
    assert old in FILED
    with pytest.raises(BadInput, match=re.escape(said)):
        checked(parse_link(FILED.replace(old, new), "strip.toml"))


def test_a_link_needs_a_meter() -> None:
    with pytest.raises(BadInput, match="has no meter"):
        checked(LinkFiling(link=LINK))


@pytest.mark.parametrize("ceiling", [1_000_000, 10**10])
def test_a_ceiling_may_be_what_the_meter_starts_with(ceiling: int) -> None:
    assert checked(one_level(ceiling))[0].ceiling_cents == ceiling


# Who may join


@pytest.mark.parametrize(("levels", "rulebook", "paytable"), EVERY)
def test_tables_of_every_game_join_a_link_of_their_levels_and_no_other(
    levels: int, rulebook: str, paytable: str
) -> None:
    rules = linked_rules(rulebook, paytable)
    for number, entries in ON_LINK.items():
        link = checked(filing_for(LINK, linked_rules(*entries[-1])))
        problem = join_problem(link, rules)
        if number == levels:
            assert problem is None
        else:
            assert problem is not None
            assert problem.code == "other_meters"
            assert problem.clause.startswith((f"{rulebook}:", "ma-fcp-1:"))
            assert "elect a paytable of the same levels" in problem.sentence


@pytest.mark.clause("md-tcp:.12E(3)(b)", "ma-fcp-1:13(a)(3)#2")
@pytest.mark.parametrize("amount", ["initial_cents", "reset_cents"])
@pytest.mark.parametrize(("more", "joins"), [(-1, False), (0, True), (1, False)])
@pytest.mark.parametrize("rulebook", ["md-tcp", "ma-fcp-1"])
def test_a_table_joins_only_at_the_amounts_it_has_filed(rulebook: str, amount: str, more: int, joins: bool) -> None:
    rules = linked_rules(rulebook, "A", changed={amount: 1_000_000 + more})
    problem = join_problem(checked(one_level()), rules)
    if joins:
        assert problem is None
    else:
        assert problem is not None
        assert problem.code == f"other_{amount.removesuffix('_cents')}"
        assert "Link strip has $10,000 as the" in problem.sentence
        assert "file $10,000, or join another link" in problem.sentence


def test_a_table_without_a_progressive_wager_joins_none() -> None:
    rules = rules_with("md-tcp", ("ante", "play", "pair_plus"))
    problem = join_problem(checked(one_level()), rules)
    assert problem is not None
    assert problem.code == "no_meter"


@pytest.mark.parametrize(("reserve", "joins"), [("79.999999 %", True), ("80 %", True), ("80.000001 %", False)])
def test_rates_and_reserve_together_take_no_more_than_the_stake(reserve: str, joins: bool) -> None:
    problem = join_problem(checked(one_level(reserve=reserve)), linked_rules("md-tcp", "A"))  # at 20 %
    assert (problem is None) == joins
    assert problem is None or problem.code == "over_the_stake"


# A link in the database


def entries(database: Database) -> list[Entry]:
    with database.read() as connection:
        return [Entry(*row) for row in connection.execute(select(s.movements).order_by(s.movements.c.move))]


def test_a_new_link_shows_its_initial_amounts_at_the_houses_cost(database: Database) -> None:
    open_new_link(database, parse_link(FILED, "strip.toml"))
    assert shown(database, LINK) == {"mega": 2_000_000, "minor": 25_000}
    assert balance(database, HOUSE_WIN) == -2_025_000
    assert balance(database, display(LINK, "mega")) == 2_000_000
    assert [(entry.move, entry.meter, entry.kind, entry.gain) for entry in entries(database)] == [
        (1, "mega", "start", 2_000_000 * 10**8),
        (2, "minor", "start", 25_000 * 10**8),
    ]
    sound(database, LINK)


def test_a_link_says_what_its_accounts_hold_and_who_may_join(database: Database) -> None:
    open_new_link(database, one_level())
    with database.write() as connection:
        link = read_link(connection, LINK)
        assert link.balances() == {display(LINK, "progressive"): 1_000_000, reserve(LINK, "progressive"): 0}
        assert link.join_problem(linked_rules("md-tcp", "A")) is None
        assert link.join_problem(linked_rules("md-uth", "B")) is not None
        assert not link.lost


def test_the_fact_of_a_new_link_says_all_that_was_filed(database: Database) -> None:
    with database.write() as connection:
        fact, _ = open_link(database, connection, parse_link(FILED, "strip.toml"), Moment("cage", 1, 5))
    assert fact.meters == (("mega", 2_000_000, 1_000_000, 3_000_000, "1/2"), ("minor", 25_000, 25_000, 0, "0"))


def test_a_link_has_a_name_of_its_own(database: Database) -> None:
    open_new_link(database, one_level())
    with pytest.raises(BadInput, match="There is a link 'strip' already"):
        open_new_link(database, one_level())
    with pytest.raises(BadInput, match="There is no link 'lane'"), database.write() as connection:
        read_link(connection, "lane")


@pytest.mark.parametrize(("levels", "rulebook", "paytable"), EVERY)
def test_a_round_of_every_game_feeds_the_link_and_wins_it(
    database: Database, levels: int, rulebook: str, paytable: str
) -> None:
    rules = linked_rules(rulebook, paytable)
    open_new_link(database, filing_for(LINK, rules))
    top = rules.meters[0]
    fed = int(2 * top.rate_percent)
    table = LinkedTable(database, "t1", LINK, rules).begin().finish()
    assert shown(database, LINK)[top.meter] == top.initial_cents + fed
    table.begin(ROYAL).finish()
    (line,) = [line for line in table.round.lines if line.meter]
    assert (line.seat, line.paid_cents) == (1, top.initial_cents + 2 * fed)
    assert shown(database, LINK)[top.meter] == top.reset_cents
    assert balance(database, awards("t1")) == line.paid_cents
    hits = [entry for entry in entries(database) if entry.kind in ("hit", "reseed")]
    assert [entry.gain for entry in hits] == [-line.paid_cents * 10**8, top.reset_cents * 10**8]
    sound(database, LINK)


def pair(database: Database, filing: LinkFiling | None = None) -> tuple[LinkedTable, LinkedTable]:
    """A Three Card Poker and an Ultimate Texas Hold 'Em table on one link of one level."""
    open_new_link(database, filing or one_level())
    one = LinkedTable(database, "t1", LINK, linked_rules("md-tcp", "A"))  # feeds 20 %
    two = LinkedTable(database, "t2", LINK, linked_rules("md-uth", "A"))  # feeds 5 %, pays 10 % for a straight flush
    return one, two


def settle_award(table: LinkedTable) -> None:
    """Settles until an award waits to be validated."""
    table.to_settle()
    while not table.round.pending:
        table.do(c.SettleNext())


@pytest.mark.clause("md-tcp:.12E(4)", "md-uth:12D(4)")
def test_an_award_is_what_all_tables_have_made_of_the_meter_when_the_seats_turn_comes(database: Database) -> None:
    one, two = pair(database)
    one.begin(ROYAL).to_settle()
    two.begin(STRAIGHT_FLUSH).to_settle()
    settle_award(two)
    assert two.round.pending
    assert two.round.pending.line.paid_cents == 100_005  # a tenth of $10,000.50
    settle_award(one)
    assert one.round.pending
    assert one.round.pending.line.paid_cents == 1_000_050 - 100_005
    two.finish()
    one.finish()
    assert shown(database, LINK) == {"progressive": 1_000_000}
    sound(database, LINK)


def test_a_void_round_is_taken_off_the_meter_and_other_tables_keep_what_they_fed(database: Database) -> None:
    one, two = pair(database)
    one.begin().lock()
    two.begin().finish()
    one.void()
    assert shown(database, LINK) == {"progressive": 1_000_010}
    assert balance(database, win("t1")) == 0
    contribution, reversal = [entry for entry in entries(database) if entry.table_id == "t1"]
    assert (reversal.kind, reversal.reverses, reversal.gain) == ("reversal", contribution.move, -contribution.gain)
    sound(database, LINK)


def test_a_void_round_takes_nothing_off_a_seed_that_came_after_it(database: Database) -> None:
    one, two = pair(database)
    one.begin().lock()
    two.begin(ROYAL).finish()  # and takes what the first table fed along
    assert two.line(1, "progressive").paid_cents == 1_000_050
    one.void()
    assert shown(database, LINK) == {"progressive": 1_000_000}  # the filed reset amount, and not less
    assert balance(database, win("t1")) == -40  # borne by the table's win
    sound(database, LINK)


def test_a_void_round_is_taken_off_after_a_share_was_won(database: Database) -> None:
    one, two = pair(database)
    one.begin().lock()
    two.begin(STRAIGHT_FLUSH).finish()
    one.void()
    assert shown(database, LINK) == {"progressive": 1_000_050 - 100_005 - 40}
    sound(database, LINK)


def test_a_void_round_is_taken_off_where_the_win_that_took_it_along_is_void_too(database: Database) -> None:
    one, two = pair(database)
    one.begin().lock()
    two.begin(ROYAL)
    settle_award(two)
    two.void()
    one.void()
    assert shown(database, LINK) == {"progressive": 1_000_000}
    assert balance(database, win("t1")) == balance(database, win("t2")) == 0
    sound(database, LINK)


@pytest.mark.parametrize("wanted", [ROYAL, STRAIGHT_FLUSH])
@pytest.mark.parametrize("validated", [False, True])
def test_an_award_of_a_void_round_goes_back_on_the_meter(database: Database, wanted: str, validated: bool) -> None:
    one, two = pair(database)
    two.begin(wanted)
    settle_award(two)
    if validated:
        two.do(c.ValidateAward(seat=1, light_on=True, validated_by="floor:kim"))
    one.begin().finish()
    events = two.void()
    assert shown(database, LINK) == {"progressive": 1_000_040}
    # What is recorded is what the link shows before the contributions go, not what the table knew.
    (moved,) = [event for event in events if isinstance(event, e.MeterMoved)]
    assert moved.cents == 1_000_050
    assert balance(database, awards("t2")) == balance(database, win("t2")) == 0
    sound(database, LINK)


def test_an_award_of_a_void_round_goes_back_after_another_table_has_won_the_seed(database: Database) -> None:
    one, two = pair(database)
    two.begin(ROYAL)
    settle_award(two)  # $10,000.10, and a seed of $10,000
    one.begin(ROYAL).finish()
    assert one.line(1, "progressive").paid_cents == 1_000_040
    two.void()
    # One seed is on the meter beside what is not the winner's: the award that came back less the seed that went.
    assert shown(database, LINK) == {"progressive": 1_000_010 - 10}
    assert balance(database, win("t2")) == 0
    assert balance(database, win("t1")) == -40 - 1_000_000
    sound(database, LINK)


# Ceiling and reserve

CEILING = 1_000_100


@pytest.mark.parametrize(("rounds", "above"), [(2, 0), (3, 20), (4, 60)])
def test_a_meter_stops_at_its_ceiling_and_the_reserve_pays_for_the_next_seed(
    database: Database, rounds: int, above: int
) -> None:
    one, two = pair(database, one_level(CEILING))
    for _ in range(rounds):
        one.begin().finish()
    assert shown(database, LINK)["progressive"] == min(CEILING, 1_000_000 + 40 * rounds)
    assert balance(database, reserve(LINK, "progressive")) == above
    two.begin(ROYAL).finish()
    assert two.line(1, "progressive").paid_cents == min(CEILING, 1_000_010 + 40 * rounds)
    over = max(0, 40 * rounds + 10 - 100)
    assert balance(database, reserve(LINK, "progressive")) == 0
    assert balance(database, win("t2")) == -1_000_000 + over - 10
    sound(database, LINK)


def test_the_reserves_share_is_taken_back_with_a_void_round(database: Database) -> None:
    one, _ = pair(database, one_level(1_000_020, "0.25 %"))
    one.begin().lock()
    with database.read() as connection:
        (meter,) = meters_of(connection, LINK).values()
    assert (meter.shown_cents, meter.reserve_cents, meter.reserve_carry) == (1_000_020, 20, 5 * 10**7)
    one.void()
    with database.read() as connection:
        (meter,) = meters_of(connection, LINK).values()
    assert (meter.shown_cents, meter.carry, meter.reserve_cents, meter.reserve_carry) == (1_000_000, 0, 0, 0)
    assert balance(database, win("t1")) == 0
    sound(database, LINK)


# Transactions


def test_many_rounds_move_the_link_in_one_transaction(database: Database) -> None:
    one, two = pair(database)
    for table in (one, two):
        table.begin()
        while table.round.script != _lock_place(table):
            table._step()
    with database.write() as connection:
        link = read_link(connection, LINK)
        for table in (one, two):
            duty = next_duty(table.rules, table.state)
            assert duty is not None
            table._happened(_done(table.in_transaction(connection, link, duty.command)))
    assert [entry.move for entry in entries(database)] == [1, 2, 3]
    assert shown(database, LINK) == {"progressive": 1_000_050}
    sound(database, LINK)


def _done(answer: object) -> tuple[e.AnyEvent, ...]:
    assert isinstance(answer, tuple)
    return answer


def _lock_place(table: LinkedTable) -> int:
    return next(place for place, due in enumerate(script_of(table.rules)) if due.kind == "lock")


def test_a_round_void_in_the_transaction_it_fed_in_leaves_nothing(database: Database) -> None:
    one, _ = pair(database)
    state = one.begin().state
    with database.write() as connection:
        link = read_link(connection, LINK)
        assert isinstance(link, NearLink)
        moment = Moment("t1", 1, 1_000)
        locked = e.ProgressiveLocked(clause="", script=0, phase="", gains=(("progressive", 77),))
        link.move(moment, one.rules, state, locked)
        assert link.values["progressive"].carry == 77
        link.move(moment, one.rules, state, e.RoundVoided(clause="", reversed_gains=(), deck=""))
        assert link.values["progressive"].carry == 0
        link.write(database, connection)
    sound(database, LINK)


def test_what_is_undone_is_not_written(database: Database) -> None:
    one, _ = pair(database)
    one.begin()
    locked = e.ProgressiveLocked(clause="", script=0, phase="", gains=(("progressive", 77),))
    moment = Moment("t1", 1, 1_000)
    with database.write() as connection:
        link = read_link(connection, LINK)
        link.move(moment, one.rules, one.state, locked)
        mark = link.mark()
        link.move(moment, one.rules, one.state, locked)
        link.undo(mark)
        link.write(database, connection)
    assert [entry.gain for entry in entries(database)] == [1_000_000 * 10**8, 77]
    with database.read() as connection:
        assert meters_of(connection, LINK)["progressive"].carry == 77


@pytest.mark.parametrize("paid_cents", [-1, -1_000_000])
def test_what_a_round_has_not_won_is_not_taken_back(database: Database, paid_cents: int) -> None:
    one, _ = pair(database)
    one.begin().lock()
    moved = e.MeterMoved(meter="progressive", paid_cents=paid_cents, cents=1_000_000)
    with database.write() as connection, pytest.raises(NotConserved):
        read_link(connection, LINK).move(Moment("t1", 1, 1_000), one.rules, one.state, moved)


@pytest.mark.parametrize(
    ("paid_cents", "cents", "shown_cents", "undoes"),
    [
        (-1, 101, 100, True),
        (0, 100, 100, False),  # a tenth of a few cents
        (0, 100, 0, False),  # the whole of an empty meter, which goes to its reset amount
        (0, 0, 100, True),
        (1, 99, 100, False),
    ],
)
def test_an_award_of_nothing_is_told_from_one_taken_back(
    paid_cents: int, cents: int, shown_cents: int, undoes: bool
) -> None:
    assert takes_back(e.MeterMoved(meter="minor", paid_cents=paid_cents, cents=cents), shown_cents) == undoes


def test_a_link_that_moved_although_it_was_locked_is_not_written(database: Database) -> None:
    one, _ = pair(database)
    one.begin()
    locked = e.ProgressiveLocked(clause="", script=0, phase="", gains=(("progressive", 77),))
    refused = pytest.raises(BadInput, match="was moved by another although it was locked")
    with refused, database.write() as connection:
        link = read_link(connection, LINK)
        connection.execute(text("UPDATE links SET moves = 7"))
        link.move(Moment("t1", 1, 1_000), one.rules, one.state, locked)
        link.write(database, connection)
    assert [entry.kind for entry in entries(database)] == ["start"]


def test_a_transaction_that_fails_leaves_the_link_as_it_was(database: Database) -> None:
    one, _ = pair(database)
    one.begin()
    one.crash = True
    with pytest.raises(Crash):
        one.lock()
    assert shown(database, LINK) == {"progressive": 1_000_000}
    one.crash = False
    one.lock()
    assert shown(database, LINK) == {"progressive": 1_000_040}
    sound(database, LINK)


# The audit: one start, the contribution, hit and seed of a round, the contribution of another and its reversal

TAMPERED = [
    ("UPDATE meters SET shown_cents = shown_cents + 1", "Meter progressive of link strip holds other"),
    ("UPDATE meters SET reserve_carry = 1", "Meter progressive of link strip holds other"),
    ("UPDATE links SET moves = 7", "Link strip counts other than the 6 movements"),
    ("UPDATE movements SET gain = gain + 1 WHERE move = 3", "Movement 3 of link strip does not lead"),
    ("UPDATE movements SET gain = gain + 1, carry = 1 WHERE move = 6", "Meter progressive of link strip holds other"),
    ("UPDATE movements SET shown_cents = 7 WHERE move = 2", "Movement 2 of link strip does not lead"),
    ("UPDATE movements SET reserve_gain = 1 WHERE move = 2", "Movement 2 of link strip does not lead"),
    ("UPDATE movements SET kind = 'hit' WHERE move = 2", "Movement 2 of link strip is a hit of"),
    ("UPDATE movements SET kind = 'gift' WHERE move = 2", "Movement 2 of link strip is a gift of"),
    ("UPDATE movements SET reverses = 9 WHERE move = 6", "Movement 6 of link strip takes back movement 9"),
    ("UPDATE movements SET reverses = NULL WHERE move = 6", "Movement 6 of link strip takes back movement None"),
    ("DELETE FROM movements WHERE move = 2", "Movement 3 of link strip stands where movement 2 should"),
    ("DELETE FROM movements WHERE move = 6", "Link strip counts other than the 5 movements"),
]


@pytest.mark.parametrize(("statement", "found"), TAMPERED)
def test_an_audit_names_the_first_movement_that_is_wrong(database: Database, statement: str, found: str) -> None:
    one, two = pair(database)
    two.begin(ROYAL).finish()
    one.begin().lock()
    one.void()
    kinds = [entry.kind for entry in entries(database)]
    assert kinds == ["start", "contribution", "hit", "reseed", "contribution", "reversal"]
    with database.write() as connection:
        _lift_guards(connection)
        connection.execute(text(statement))
        problem = link_problem(connection, LINK)
    assert problem is not None
    assert problem.startswith(found)


def _lift_guards(connection: Connection) -> None:
    """As an administrator could."""
    if connection.dialect.name == "sqlite":
        connection.execute(text("DROP TRIGGER movements_update"))
        connection.execute(text("DROP TRIGGER movements_delete"))
    else:
        connection.execute(text("DROP TRIGGER movements_append_only ON movements"))


def test_an_audit_finds_money_that_the_meter_does_not_know_of(database: Database) -> None:
    pair(database)
    with database.write() as connection:
        keep_record(database, connection, "t1", [Posting(display(LINK, "progressive"), win("t1"), 1, "theft")])
        problem = link_problem(connection, LINK)
    assert problem == "Account display:strip:progressive holds 999999 cents, and the meter says 1000000."


# Whatever happens


class LinkMachine(RuleBasedStateMachine):
    """Tables of several rulebooks on one link, each anywhere in its round, in whatever order."""

    levels = 1
    empty: Path
    folder: Path
    count = 0

    @initialize(ceiling=st.sampled_from([None, 0, 30, 1_000_000]), reserve=st.sampled_from(["0 %", "0.333333 %"]))
    def opens(self, ceiling: int | None, reserve: str) -> None:
        LinkMachine.count += 1
        path = self.folder / f"{self.levels}-{LinkMachine.count}.db"
        copyfile(self.empty, path)
        self.database = Database.open(path)
        laws = [linked_rules(*entry, rate="3.141593 %") for entry in ON_LINK[self.levels]]
        meters = {
            terms.meter: LinkedMeter(
                initial_cents=terms.initial_cents,
                reset_cents=terms.reset_cents,
                ceiling_cents=None if ceiling is None else terms.initial_cents + ceiling,
                reserve=reserve,
            )
            for terms in laws[0].meters
        }
        open_new_link(self.database, LinkFiling(link=LINK, meters=meters))
        self.tables = [LinkedTable(self.database, f"t{number}", LINK, rules) for number, rules in enumerate(laws)]
        self.won = Counter[str]()

    def teardown(self) -> None:
        if hasattr(self, "database"):
            self.database.close()

    def table(self, which: int) -> LinkedTable:
        return self.tables[which % len(self.tables)]

    @rule(which=WHICH, wanted=st.sampled_from([ROYAL, STRAIGHT_FLUSH, NOTHING]), seats=st.sampled_from([(1,), (1, 2)]))
    def begins(self, which: int, wanted: str, seats: tuple[int, ...]) -> None:
        table = self.table(which)
        if not in_round(table.state):
            table.begin(wanted, seats=seats).lock()

    @rule(which=WHICH)
    def settles_an_award(self, which: int) -> None:
        table = self.table(which)
        if not in_round(table.state):
            return
        table.to_settle()
        while table.round.phase == "settling" and not table.round.pending:
            if next_unit(table.rules, table.round) is None:
                return
            before = shown(self.database, LINK)
            table.do(c.SettleNext())
            if table.round.pending and (line := table.round.pending.line).meter:
                percent = int(line.odds.split()[0])
                assert line.paid_cents == before[line.meter] * percent // 100

    @rule(which=WHICH)
    def finishes(self, which: int) -> None:
        table = self.table(which)
        if in_round(table.state):
            table.finish()
            self.won[table.table] += sum(line.paid_cents for line in table.round.lines if line.meter)

    @rule(which=WHICH)
    def turns_out_void(self, which: int) -> None:
        table = self.table(which)
        if in_round(table.state):
            table.void()

    @invariant()
    def movements_meters_and_money_agree(self) -> None:
        if hasattr(self, "database"):
            sound(self.database, LINK)
            for table in self.tables:
                round_ = table.state.round if in_round(table.state) else None
                waiting = (round_.pending.line,) if round_ and round_.pending else ()
                lines = (*round_.lines, *waiting) if round_ else ()
                locked = sum(line.paid_cents for line in lines if line.meter)
                assert balance(self.database, awards(table.table)) == self.won[table.table] + locked


@pytest.mark.parametrize("levels", ON_LINK)
def test_whatever_tables_do_nothing_is_lost(levels: int, house_file: Path, tmp_path: Path) -> None:
    machine = type("Machine", (LinkMachine,), {"levels": levels, "empty": house_file, "folder": tmp_path})
    run_state_machine_as_test(machine, settings=SETTINGS)
