"""A link in another database: told once, claimed once, lost and found again; the other database is a real one."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import select, update

from croupier.house import schema as s
from croupier.house.accounts import awards, win
from croupier.house.database import Database
from croupier.house.elsewhere import LinkUnreachable, queued
from croupier.house.link_filing import LinkedMeter
from croupier.house.links import Elsewhere, LinkFiling, Moment, join_elsewhere, read_link
from croupier.house.near_link import Entry
from croupier.house.wide_area import Fed, Won, owed_to
from croupier.rulebook.errors import BadInput
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.decide import decide
from croupier.table.refusal import Refusal
from tests.house.linked import (
    FLOOR,
    ROYAL,
    STRAIGHT_FLUSH,
    Crash,
    LinkedTable,
    balance,
    keep_served,
    linked_rules,
    open_new_link,
    shown,
    sound,
)
from tests.house.postgres import throw_away

LINK, HOUSE = "coast", "north"
ACCOUNT = owed_to(LINK, HOUSE)
FILING = LinkFiling(
    link=LINK,
    meters={"progressive": LinkedMeter(initial_cents=1_000_000, reset_cents=1_000_000, reserve="0.25 %")},
)


class Coast:
    """A link in a database of its own, and tables of other databases on it."""

    def __init__(self, far: Database, address: str) -> None:
        self.far = far
        self.address = address
        open_new_link(far, FILING)

    def elsewhere(self, house: str = HOUSE) -> Elsewhere:
        """The link's database as a house sees it."""
        return Elsewhere("coastal", self.address, house, keep_served)

    def table(self, near: Database, elsewhere: Elsewhere, table: str = "t1", rulebook: str = "md-tcp") -> LinkedTable:
        """A table in the house's database, on the link."""
        with near.write() as connection:
            if not connection.execute(select(s.links)).first():
                join_elsewhere(connection, elsewhere, LINK, 1_000)
        rules = linked_rules(rulebook, "A")
        return LinkedTable(near, table, LINK, rules, {"coastal": elsewhere})

    def shows(self) -> int:
        """What the link itself shows."""
        return shown(self.far, LINK)["progressive"]


@pytest.fixture
def coast(database_url: str, database: Database) -> Coast:
    """A link on SQLite and on PostgreSQL in turn."""
    return Coast(database, database_url)


@pytest.fixture
def near(request: pytest.FixtureRequest, house_file: Path, tmp_path: Path) -> Iterator[Database]:
    """The house's own database, of the same kind as the link's where that comes in turn."""
    address = str(tmp_path / "north.db")
    if "coast" in request.fixturenames and request.getfixturevalue("coast").far.dialect == "postgresql":
        address = request.getfixturevalue("new_postgres_url")("house_template")
    else:
        Path(address).write_bytes(house_file.read_bytes())
    with Database.open(address) as opened:
        yield opened


@pytest.fixture
def elsewhere(coast: Coast) -> Iterator[Elsewhere]:
    """The link's database as the house sees it."""
    found = coast.elsewhere()
    yield found
    found.close()


def waiting(near: Database) -> list[str]:
    """What the link has still to hear."""
    with near.read() as connection:
        return [type(message).__name__ for message in queued(connection, LINK)[1]]


def moves(coast: Coast, *kinds: str) -> list[Entry]:
    """The link's movements of these kinds."""
    with coast.far.read() as connection:
        entries = [Entry(*row) for row in connection.execute(select(s.movements).order_by(s.movements.c.move))]
    return [entry for entry in entries if entry.kind in kinds]


def even(coast: Coast, *houses: tuple[Database, str]) -> None:
    """Both databases are sound, and what each house owes the link is what the link is owed."""
    sound(coast.far, LINK)
    for near, house in houses:
        account = owed_to(LINK, house)
        assert balance(near, account) == -balance(coast.far, account)


# Contributions


def test_what_feeds_the_meters_is_queued_with_the_round_and_told_afterwards(
    coast: Coast, near: Database, elsewhere: Elsewhere
) -> None:
    table = coast.table(near, elsewhere).begin().lock()
    assert waiting(near) == ["Fed"]
    assert coast.shows() == 1_000_000
    # Two stakes of $1 at 20 % and 0.25 %: 40.5 cents, of which half a cent is not whole yet.
    assert balance(near, win("t1")) == -40
    assert balance(near, ACCOUNT) == 40
    assert elsewhere.tend(near, LINK, 2_000)
    assert waiting(near) == []
    assert coast.shows() == 1_000_040
    assert shown(near, LINK) == {"progressive": 1_000_040}
    table.finish()
    assert waiting(near) == ["Ended"]
    table.begin().finish()
    assert elsewhere.tend(near, LINK, 3_000)
    assert balance(near, ACCOUNT) == 81
    assert [(entry.table_id, entry.round) for entry in moves(coast, "contribution")] == [
        ("north/t1", 1),
        ("north/t1", 2),
    ]
    even(coast, (near, HOUSE))


def test_a_round_without_a_progressive_wager_tells_the_link_nothing(
    coast: Coast, near: Database, elsewhere: Elsewhere
) -> None:
    coast.table(near, elsewhere).begin(stake_cents=0).finish()
    assert waiting(near) == []


def test_who_is_cut_off_after_telling_tells_it_again_and_once_is_all_that_counts(
    coast: Coast, near: Database, elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    coast.table(near, elsewhere).begin().finish()
    with monkeypatch.context() as cut_off:
        cut_off.setattr(near, "transact", _dies)
        with pytest.raises(Crash):
            elsewhere.tend(near, LINK, 2_000)
    assert waiting(near) == ["Fed", "Ended"]
    assert coast.shows() == 1_000_040
    assert elsewhere.tend(near, LINK, 3_000)
    assert waiting(near) == []
    assert coast.shows() == 1_000_040
    assert len(moves(coast, "contribution")) == 1
    even(coast, (near, HOUSE))


def _dies(function: Callable[..., object]) -> object:
    raise Crash


def test_a_long_queue_is_told_in_parts(
    coast: Coast, near: Database, elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.house.elsewhere.AT_ONCE", 2)
    table = coast.table(near, elsewhere)
    for _ in range(3):
        table.begin().finish()
    assert elsewhere.tend(near, LINK, 2_000)
    assert waiting(near) == []
    assert [entry.round for entry in moves(coast, "contribution")] == [1, 2, 3]
    even(coast, (near, HOUSE))


def test_the_same_key_with_another_message_is_refused(coast: Coast, elsewhere: Elsewhere) -> None:
    fed = Fed("t1", 1, (("progressive", 100),), 100, 1)
    elsewhere.ask(LINK, 1_000, lambda clearing: clearing.tell(fed))
    elsewhere.ask(LINK, 1_000, lambda clearing: clearing.tell(fed))
    with pytest.raises(BadInput, match="a second time and differently; give each house a name of its own"):
        elsewhere.ask(LINK, 1_000, lambda clearing: clearing.tell(replace(fed, owed_cents=2)))
    elsewhere_south = coast.elsewhere("south")
    elsewhere_south.ask(LINK, 1_000, lambda clearing: clearing.tell(replace(fed, owed_cents=2)))
    elsewhere_south.close()
    assert [entry.table_id for entry in moves(coast, "contribution")] == ["north/t1", "south/t1"]


def test_a_void_round_is_taken_back_at_the_link(coast: Coast, near: Database, elsewhere: Elsewhere) -> None:
    table = coast.table(near, elsewhere).begin().lock()
    table.void()
    assert waiting(near) == ["Fed", "Ended"]
    assert balance(near, win("t1")) == balance(near, ACCOUNT) == 0
    assert elsewhere.tend(near, LINK, 2_000)
    assert coast.shows() == 1_000_000
    even(coast, (near, HOUSE))


# Hits


def claim(table: LinkedTable) -> tuple[e.AnyEvent, ...] | Refusal:
    """Settles until an award waits to be validated, or somebody says no."""
    table.to_settle()
    while not table.round.pending:
        answer = table.attempt(c.SettleNext())
        if isinstance(answer, Refusal):
            return answer
    return answer


def test_a_hit_takes_what_the_link_itself_shows_at_the_seats_turn(
    coast: Coast, near: Database, elsewhere: Elsewhere
) -> None:
    table = coast.table(near, elsewhere).begin(ROYAL).to_settle()
    other = LinkedTable(coast.far, "f1", LINK, linked_rules("md-uth", "A"))  # in the link's own database
    other.begin().finish()
    claim(table)
    assert table.round.pending
    assert table.round.pending.line.paid_cents == 1_000_000 + 40 + 10  # this round's own stakes are in the reading
    assert waiting(near) == []
    assert coast.shows() == 1_000_000
    assert balance(near, awards("t1")) == 1_000_050
    table.finish()
    assert elsewhere.tend(near, LINK, 2_000)
    even(coast, (near, HOUSE))
    assert [entry.kind for entry in moves(coast, "hit", "reseed", "reversal")] == ["hit", "reseed"]


@pytest.mark.parametrize("wanted", [ROYAL, STRAIGHT_FLUSH])
def test_a_crash_between_the_claim_and_the_commit_gives_the_same_award_again(
    coast: Coast, near: Database, elsewhere: Elsewhere, wanted: str
) -> None:
    table = coast.table(near, elsewhere, rulebook="md-uth").begin(wanted).to_settle()
    _crash_with_a_claim(table)
    (hit,) = moves(coast, "hit")
    other = LinkedTable(coast.far, "f1", LINK, linked_rules("md-uth", "A"))
    other.begin().finish()  # what it feeds meanwhile does not count
    again = Elsewhere("coastal", coast.address, HOUSE, keep_served)  # the process that comes after
    table.elsewhere = {"coastal": again}
    claim(table)
    assert table.round.pending
    assert table.round.pending.line.paid_cents == -hit.gain // 10**8
    assert moves(coast, "hit") == [hit]
    table.finish()
    assert again.tend(near, LINK, 2_000)
    even(coast, (near, HOUSE))
    again.close()


def _crash_with_a_claim(table: LinkedTable) -> None:
    """Settles until an award is claimed of the link, and dies before the table's own transaction commits."""
    while not table.round.pending:
        before = table.state
        table.crash = _hits(table)
        if table.crash:
            with pytest.raises(Crash):
                table.attempt(c.SettleNext())
            table.crash = False
            assert table.state == before
            return
        table.do(c.SettleNext())


def _hits(table: LinkedTable) -> bool:
    """Whether the next thing to be settled wins a meter."""
    answer = decide(table.rules, table.state, c.SettleNext())
    return not isinstance(answer, Refusal) and any(isinstance(event, e.MeterMoved) for event in answer)


def test_a_claim_that_was_never_paid_is_given_back_when_the_round_turns_out_void(
    coast: Coast, near: Database, elsewhere: Elsewhere
) -> None:
    table = coast.table(near, elsewhere).begin(ROYAL).to_settle()
    _crash_with_a_claim(table)
    assert len(moves(coast, "hit")) == 1
    table.void()
    assert elsewhere.tend(near, LINK, 2_000)
    assert coast.shows() == 1_000_000
    assert balance(near, ACCOUNT) == 0
    even(coast, (near, HOUSE))


def test_a_claim_that_was_never_paid_is_given_back_when_the_seat_is_ruled_to_have_lost(
    coast: Coast, near: Database, elsewhere: Elsewhere
) -> None:
    table = coast.table(near, elsewhere).begin(ROYAL).to_settle()
    _crash_with_a_claim(table)
    table.do(c.Leave(seat=1))
    table.do(c.Abandon(seat=1, lost=True, by=FLOOR, reason="left before the settlement"))
    table.finish()
    assert table.line(1, "progressive").outcome == "lose"
    assert elsewhere.tend(near, LINK, 2_000)
    assert coast.shows() == 1_000_040
    even(coast, (near, HOUSE))


@pytest.mark.parametrize("validated", [False, True])
def test_an_award_of_a_void_round_goes_back_to_the_link(
    coast: Coast, near: Database, elsewhere: Elsewhere, validated: bool
) -> None:
    table = coast.table(near, elsewhere).begin(ROYAL)
    claim(table)
    if validated:
        table.do(c.ValidateAward(seat=1, light_on=True, validated_by=FLOOR))
    table.void()
    assert balance(near, awards("t1")) == balance(near, win("t1")) == 0
    assert elsewhere.tend(near, LINK, 2_000)
    assert coast.shows() == 1_000_000
    even(coast, (near, HOUSE))


def test_an_award_waits_until_the_rounds_own_wagers_are_kept(
    coast: Coast, near: Database, elsewhere: Elsewhere
) -> None:
    table = coast.table(near, elsewhere).begin(ROYAL).to_settle()
    while not _hits(table):
        table.do(c.SettleNext())
    with near.write() as connection:
        link = read_link(connection, LINK, table.elsewhere)
        # As if the wagers had been locked in this very transaction.
        locked = next(event for event in table.events if isinstance(event, e.ProgressiveLocked))
        link.move(Moment("t1", 9, 9), table.rules, table.state, locked)
        refusal = table.in_transaction(connection, link, c.SettleNext())
        assert isinstance(refusal, Refusal)
        assert refusal.code == "link_waits"
        assert "settle seat 1 again" in refusal.sentence
        link.undo((0, 0))
    assert moves(coast, "hit") == []


def test_what_is_undone_is_not_told(coast: Coast, near: Database, elsewhere: Elsewhere) -> None:
    table = coast.table(near, elsewhere).begin()
    locked = e.ProgressiveLocked(clause="", script=0, phase="", gains=(("progressive", 77),))
    with near.write() as connection:
        link = read_link(connection, LINK, table.elsewhere)
        mark = link.mark()
        link.move(Moment("t1", 1, 1_000), table.rules, table.state, locked)
        link.undo(mark)
        link.write(near, connection)
    assert waiting(near) == []
    with near.read() as connection:
        assert connection.execute(select(s.links.c.owed_carry)).scalar() == 0


# Two houses


def test_two_houses_share_a_link_and_each_owes_its_own_part(
    coast: Coast, near: Database, elsewhere: Elsewhere, house_file: Path, tmp_path: Path
) -> None:
    path = tmp_path / "south.db"
    path.write_bytes(house_file.read_bytes())
    south = coast.elsewhere("south")
    with Database.open(path) as southern:
        one = coast.table(near, elsewhere)
        two = coast.table(southern, south, rulebook="md-uth")
        for _ in range(3):
            one.begin().finish()
            two.begin().finish()
            assert elsewhere.tend(near, LINK, 2_000)
            assert south.tend(southern, LINK, 2_000)
        two.begin(ROYAL).finish()
        assert two.line(1, "progressive").paid_cents == 1_000_000 + 3 * 40 + 4 * 10
        one.begin(ROYAL).finish()
        assert one.line(1, "progressive").paid_cents == 1_000_040
        for house, database in ((elsewhere, near), (south, southern)):
            assert house.tend(database, LINK, 3_000)
        even(coast, (near, "north"), (southern, "south"))
        assert balance(near, ACCOUNT) == 4 * 40 + 2 - 1_000_040
    south.close()


# Lost and found


@contextmanager
def own_server(near: Database) -> Iterator[tuple[Coast, Callable[[], None], Callable[[], None]]]:
    """A link on a server of its own, with what kills the server and what starts it again."""
    with throw_away() as server:
        address = server.url()
        with Database.open(address, create=True) as far:
            yield Coast(far, address), server.kill, server.start


def test_a_link_whose_server_dies_is_lost_and_found_and_the_table_plays_on(near: Database) -> None:
    with own_server(near) as (coast, kill, start):
        elsewhere = coast.elsewhere()
        table = coast.table(near, elsewhere).begin(ROYAL).to_settle()
        kill()
        assert not elsewhere.tend(near, LINK, 2_000)
        refusal = claim(table)
        assert isinstance(refusal, Refusal)
        assert refusal.code == "link_lost"
        assert refusal.sentence == (
            "Link coast cannot be reached, so seat 1's award waits; settle it when the link answers."
        )
        assert refusal.clause == "md-tcp:.12E(4)"
        with near.read() as connection:
            assert read_link(connection, LINK, table.elsewhere).lost
        # Another table of the house plays whole rounds meanwhile; what they feed waits.
        other = coast.table(near, elsewhere, "t2")
        for _ in range(3):
            other.begin().finish()
        assert waiting(near) == ["Fed"] + ["Fed", "Ended"] * 3
        assert not elsewhere.tend(near, LINK, 2_500)
        start()
        assert elsewhere.tend(near, LINK, 3_000)
        assert not elsewhere.lost
        assert waiting(near) == []
        claim(table)
        assert table.round.pending
        assert table.round.pending.line.paid_cents == 1_000_000 + 4 * 40
        table.finish()
        assert elsewhere.tend(near, LINK, 4_000)
        even(coast, (near, HOUSE))
        elsewhere.close()


def test_a_hit_that_finds_the_server_dead_waits_and_closes_the_wager(near: Database) -> None:
    with own_server(near) as (coast, kill, start):
        elsewhere = coast.elsewhere()
        table = coast.table(near, elsewhere).begin(ROYAL).to_settle()
        kill()
        assert not elsewhere.lost  # nobody has asked since
        refusal = claim(table)
        assert isinstance(refusal, Refusal)
        assert refusal.code == "link_lost"
        assert elsewhere.lost
        start()
        elsewhere.tend(near, LINK, 3_000)
        claim(table)
        assert table.round.pending
        assert len(moves(coast, "hit")) == 1
        elsewhere.close()


def test_a_server_that_dies_while_it_commits_a_claim_gives_one_award(near: Database) -> None:
    with own_server(near) as (coast, kill, start):

        def keep_and_die(database: Database, connection: object, served: object) -> None:
            keep_served(database, connection, served)  # type: ignore[arg-type]
            kill()

        dying = Elsewhere("coastal", coast.address, HOUSE, keep_and_die)
        elsewhere = coast.elsewhere()
        table = coast.table(near, elsewhere).begin(ROYAL).to_settle()
        table.elsewhere = {"coastal": dying}
        refusal = claim(table)
        assert isinstance(refusal, Refusal)
        assert refusal.code == "link_lost"
        start()
        table.elsewhere = {"coastal": elsewhere}
        claim(table)
        assert table.round.pending
        assert table.round.pending.line.paid_cents == 1_000_040
        assert len(moves(coast, "hit")) == 1
        table.finish()
        assert elsewhere.tend(near, LINK, 3_000)
        even(coast, (near, HOUSE))
        elsewhere.close()
        dying.close()


def test_a_house_starts_and_plays_while_the_link_is_away(near: Database) -> None:
    with own_server(near) as (coast, kill, start):
        first = coast.elsewhere()
        coast.table(near, first)
        first.close()
        kill()
        elsewhere = coast.elsewhere()  # a process that starts now
        table = LinkedTable(near, "t2", LINK, linked_rules("md-tcp", "A"), {"coastal": elsewhere})
        table.begin().finish()
        assert not elsewhere.tend(near, LINK, 2_000)
        with pytest.raises(LinkUnreachable, match="Link coast cannot be reached"):
            elsewhere.ask(LINK, 2_000, lambda clearing: None)
        start()
        assert elsewhere.tend(near, LINK, 3_000)
        assert coast.shows() == 1_000_040
        elsewhere.close()


def test_a_link_in_a_file_that_is_gone_is_lost_until_it_is_back(
    near: Database, house_file: Path, tmp_path: Path
) -> None:
    path, away = tmp_path / "coast.db", tmp_path / "away.db"
    path.write_bytes(house_file.read_bytes())
    with Database.open(path) as far:
        coast = Coast(far, str(path))
        first = coast.elsewhere()
        table = coast.table(near, first).begin().lock()
        first.close()
    path.rename(away)
    elsewhere = coast.elsewhere()
    assert not elsewhere.tend(near, LINK, 2_000)
    assert not path.exists()
    away.rename(path)
    assert elsewhere.tend(near, LINK, 3_000)
    elsewhere.close()
    table.elsewhere = {"coastal": elsewhere}
    table.finish()


# What cannot be


def test_an_award_that_the_link_knows_otherwise_waits_and_says_why(
    coast: Coast, near: Database, elsewhere: Elsewhere
) -> None:
    table = coast.table(near, elsewhere).begin(ROYAL).to_settle()
    other = Won("t1", 1, 1, "progressive", 5, 999_995)  # a house of the same name, at a table of the same name
    elsewhere.ask(LINK, 1_000, lambda clearing: clearing.tell(other))
    refusal = claim(table)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "link_trouble"
    assert "give each house a name of its own" in refusal.sentence


def test_a_link_must_be_known_where_it_is_said_to_be(coast: Coast, near: Database, elsewhere: Elsewhere) -> None:
    table = coast.table(near, elsewhere)
    unknown = pytest.raises(BadInput, match="kept at coastal, and the house does not know where that is")
    with unknown, near.write() as connection:
        read_link(connection, LINK)
    with pytest.raises(BadInput, match="There is no link 'lane'"):
        elsewhere.ask("lane", 1_000, lambda clearing: None)
    with coast.far.write() as connection:
        connection.execute(update(s.links).values(kept_at="further"))
    with pytest.raises(BadInput, match="Link coast is not kept here but at further"):
        elsewhere.ask(LINK, 1_000, lambda clearing: None)
    assert table.link == LINK


def test_a_table_joins_a_link_elsewhere_only_at_its_amounts(coast: Coast, near: Database, elsewhere: Elsewhere) -> None:
    table = coast.table(near, elsewhere)
    with near.write() as connection:
        link = read_link(connection, LINK, table.elsewhere)
        assert link.join_problem(table.rules) is None
        problem = link.join_problem(linked_rules("md-tcp", "A", changed={"reset_cents": 1_000_001}))
        assert problem is not None
        assert problem.code == "other_reset"
        assert link.balances() == {}
