"""An audit passes a house as it was written, and finds whatever was changed in it, on both databases."""

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest
from msgspec.structs import replace

from croupier.house.audit.audit import audit
from croupier.house.audit.report import AuditReport, Problem
from croupier.house.database.database import Database
from croupier.house.database.schema import CAGE
from croupier.house.handlers import commands as h
from croupier.house.keys import Keys
from croupier.house.ledger.accounts import wagers
from croupier.house.log.chain import CHECKPOINT_EVERY, chained
from croupier.house.service.house import House
from croupier.house.transaction.table_cache import snapshot_purpose
from croupier.table.values import commands as c
from croupier.table.values.refusal import Refusal
from tests.house.audit.vandal import Row, Vandal, columns, flipped, other, vandal
from tests.house.floor import KEYS
from tests.house.played import Evening, eventful

TABLE = "hand"
CAN_BE_ANYTHING = {"links": {"link_id"}, "meters": {"link_id"}}  # a name alone says nothing of what it names


@pytest.fixture
def evening(evening_url: str) -> Iterator[Database]:
    """A house after a short evening."""
    with Database.open(evening_url) as database:
        yield database


@pytest.fixture
def hand(evening_url: str, evening: Database) -> Iterator[Vandal]:
    """Somebody who writes that house's database."""
    with vandal(evening_url) as found:
        yield found


def first(database: Database) -> Problem:
    """The first problem, for there must be one."""
    found = audit(database, KEYS).first
    assert found is not None, "nothing was found"
    return found


def place_of(database: Database) -> tuple[str, int]:
    """The table and the record that the first problem names."""
    found = first(database)
    return found.table, found.record


# As it was written


def test_an_eventful_evening_is_found_as_it_was_written(database: Database) -> None:
    eventful(Evening(database))
    report = audit(database, KEYS)
    assert report.problems == ()
    tally = report.tally
    assert tally.tables == 9
    assert tally.rounds >= 30
    assert tally.shuffles > tally.rounds
    assert tally.transfers > tally.records > 600
    assert tally.movements > 40
    assert tally.checkpoints >= 5
    unchecked = [sentence for sentence in report.unchecked if "amcheck" not in sentence]
    assert unchecked == ["Whether logs were cut short at their ends, for there is no witness."]
    assert unkeyed(database).tally.sealed > tally.sealed == 0


def unkeyed(database: Database) -> AuditReport:
    """What is found without the key file: nothing wrong, and less of it looked at."""
    report = audit(database, KEYS.signing.public_key())
    assert report.ok
    assert [sentence for sentence in report.unchecked if "sealed" in sentence]
    assert not [sentence for sentence in report.unchecked if "Signatures" in sentence]
    assert [sentence for sentence in audit(database).unchecked if "Signatures" in sentence]
    return report


def test_another_houses_keys_fit_nothing_here(evening: Database) -> None:
    said = [problem.sentence for problem in audit(evening, Keys.new()).problems]
    assert [sentence for sentence in said if "does not open" in sentence]
    assert [sentence for sentence in said if "not signed by this house" in sentence]
    found = audit(evening, Keys.new().signing.public_key()).first
    assert found is not None
    assert "not signed by this house" in found.sentence


def test_an_empty_house(database: Database) -> None:
    assert audit(database, KEYS).ok
    Evening(database).house.open_cage()
    report = audit(database, KEYS)
    assert report.ok
    assert report.tally.tables == 1


def test_a_house_at_play_is_looked_at_in_one_moment(database: Database) -> None:
    floor = Evening(database)
    floor.open("tcp", players=("ann", "bob"))
    with ThreadPoolExecutor(1) as others:
        playing = others.submit(floor.play, "tcp", 8)
        reports = [audit(database, KEYS)]
        while not playing.done():
            reports.append(audit(database, KEYS))
        playing.result()
    assert [report.problems for report in reports] == [()] * len(reports)
    assert len({report.tally.records for report in reports}) > 1


# Records


def log(hand: Vandal) -> list[Row]:
    """The records of one table."""
    return [row for row in hand.rows("records") if row[0] == TABLE]


@pytest.mark.parametrize("column", ["round", "at_ms", "body", "hash"])
def test_a_changed_record_is_named(evening: Database, hand: Vandal, column: str) -> None:
    rows, place = log(hand), columns("records").index(column)
    for row in (rows[0], rows[1], rows[63], rows[64], rows[-1]):
        changed = (*row[:place], other(row[place], 99), *row[place + 1 :])
        hand.put("records", row, changed)
        assert place_of(evening) == (TABLE, row[1])
        hand.put("records", changed, row)


def test_any_byte_of_any_record_turned_is_found_at_that_record(evening: Database, hand: Vandal) -> None:
    chance = random.Random(5)
    for row in chance.sample(hand.rows("records"), 15):
        changed = (*row[:4], flipped(row[4], chance.randrange(len(row[4])), chance.randrange(8)), row[5])
        hand.put("records", row, changed)
        assert place_of(evening) == row[:2]
        hand.put("records", changed, row)
    assert audit(evening, KEYS).ok


def test_a_dropped_record_is_named(evening: Database, hand: Vandal) -> None:
    rows = log(hand)
    for number in (1, 30, 64, len(rows) - 1):
        hand.put("records", rows[number - 1], None)
        assert place_of(evening) == (TABLE, number)
        hand.put("records", None, rows[number - 1])


def test_records_that_changed_places_are_found_at_the_first(evening: Database, hand: Vandal) -> None:
    rows = log(hand)
    for old, new in ((rows[39], rows[40]), (rows[40], rows[39])):
        hand.put("records", old, (*old[:2], *new[2:]))
    assert place_of(evening) == (TABLE, 40)


def test_an_inserted_record_is_named(evening: Database, hand: Vandal) -> None:
    rows = log(hand)
    for row in reversed(rows[49:]):
        hand.put("records", row, (TABLE, row[1] + 1, *row[2:]))
    hand.put("records", None, (TABLE, 50, *rows[20][2:]))
    assert place_of(evening) == (TABLE, 50)


def test_a_log_cut_short_is_found(evening: Database, hand: Vandal) -> None:
    last = len(log(hand))
    for left in (last - 1, last - 2, 60, 0):
        hand.run("DELETE FROM records WHERE table_id = %s AND number > %s", TABLE, left)
        assert first(evening).table == TABLE


def rechained(hand: Vandal, start: int) -> None:
    """Chains every record from that one on anew, as anybody can, and lets the table's row agree."""
    rows = log(hand)
    before = rows[start - 2][5]
    for row in rows[start - 1 :]:
        before = chained(before, *row[1:5])
        hand.put("records", row, (*row[:5], before))
    hand.run("UPDATE tables SET hash = %s, version = %s WHERE table_id = %s", before, rows[-1][1], TABLE)


def test_a_history_written_anew_is_found_at_the_next_checkpoint(evening: Database, hand: Vandal) -> None:
    # A name that nothing else hangs on, so that only the signature tells.
    row = next(row for row in log(hand)[20:] if b'"by":"dealer"' in row[4])
    number = row[1]
    hand.put("records", row, (*row[:4], row[4].replace(b'"by":"dealer"', b'"by":"sealer"'), row[5]))
    assert place_of(evening) == (TABLE, number)
    rechained(hand, number)
    assert place_of(evening) == (TABLE, CHECKPOINT_EVERY)
    assert "signed for" in first(evening).sentence
    hand.run("DELETE FROM checkpoints WHERE table_id = %s", TABLE)
    assert place_of(evening) == (TABLE, CHECKPOINT_EVERY)
    assert "missing" in first(evening).sentence


def test_a_record_that_cannot_follow_is_named_though_its_chain_holds(evening: Database, hand: Vandal) -> None:
    rows = log(hand)
    number, last = len(rows) + 1, rows[-1]
    hand.put("records", None, (TABLE, number, *last[2:4], rows[3][4], b""))
    rechained(hand, number)
    assert place_of(evening) == (TABLE, number)


# What belongs to a record


def test_transfers_that_are_not_the_records_are_named(evening: Database, hand: Vandal) -> None:
    rows = [row for row in hand.rows("transfers") if row[0] == TABLE]
    row = rows[len(rows) // 2]
    for place, name in list(enumerate(columns("transfers")))[1:]:
        changed = (*row[:place], 99 if name == "place" else other(row[place], 3), *row[place + 1 :])
        hand.put("transfers", row, changed)
        assert place_of(evening) in ((TABLE, row[1]), (TABLE, changed[1])), name
        hand.put("transfers", changed, row)
    for old, new in ((row, None), (None, (*row[:2], 99, *row[3:]))):
        hand.put("transfers", old, new)
        assert place_of(evening) == (TABLE, row[1])
        hand.put("transfers", new, old)
    assert audit(evening, KEYS).ok


def test_money_moved_so_that_the_books_still_balance_is_found(evening: Database, hand: Vandal) -> None:
    """One player's stake is another's, in transfers and balances alike."""
    staked = [row for row in hand.rows("transfers") if row[6] == "placed" and row[3] == "player:guest"]
    row = staked[len(staked) // 2]
    hand.put("transfers", row, (*row[:3], "player:guest of tcp", *row[4:]))
    hand.run("UPDATE accounts SET balance_cents = balance_cents + %s WHERE account = %s", row[5], "player:guest")
    hand.run("UPDATE accounts SET balance_cents = balance_cents - %s WHERE account = %s", row[5], "player:guest of tcp")
    assert [(problem.table, problem.record) for problem in audit(evening, KEYS).problems] == [row[:2]]


def test_a_transfer_of_a_table_that_there_is_not_is_found(evening: Database, hand: Vandal) -> None:
    hand.put("transfers", None, ("nowhere", 1, 1, *hand.rows("transfers")[0][3:]))
    assert [problem for problem in audit(evening, KEYS).problems if "nowhere" in problem.sentence]


def test_what_the_house_forgave_is_no_more_than_it_asked_back(evening: Database, hand: Vandal) -> None:
    (row,) = [row for row in hand.rows("transfers") if row[6] == "uncollected"]
    hand.put("transfers", row, (*row[:5], row[5] + 10**9, *row[6:]))
    assert place_of(evening) == row[:2]
    assert "forgives" in first(evening).sentence


def test_balances_and_accounts(evening: Database, hand: Vandal) -> None:
    def give(account: str, cents: int) -> None:
        hand.run("UPDATE accounts SET balance_cents = balance_cents + %s WHERE account = %s", cents, account)

    give(wagers(TABLE), 100)
    assert [problem.sentence.split()[0] for problem in audit(evening, KEYS).problems] == ["Account", "All"]
    give(CAGE, -100)
    assert [problem.sentence.split()[0] for problem in audit(evening, KEYS).problems] == ["Account", "Account"]
    give(wagers(TABLE), -100)
    give(CAGE, 100)
    hand.run("UPDATE accounts SET kind = 'win' WHERE account = 'player:bob'")
    assert "kind" in first(evening).sentence
    hand.run("DELETE FROM accounts WHERE account = 'player:bob'")
    assert "no account player:bob" in first(evening).sentence


# Everything else


@pytest.mark.parametrize("table", ["movements", "meters", "links", "checkpoints", "seeds", "tables", "rules"])
def test_whatever_else_is_changed_is_found(evening: Database, hand: Vandal, table: str) -> None:
    rows, chance = hand.rows(table), random.Random(table)
    for place, name in enumerate(columns(table)):
        if name in CAN_BE_ANYTHING.get(table, ()):
            continue
        row = chance.choice(rows)
        value = 10**7 if name == "ceiling_cents" else other(row[place], 5 + 2 * place)
        changed = (*row[:place], value, *row[place + 1 :])
        hand.put(table, row, changed)
        assert audit(evening, KEYS).problems, (name, row, changed)
        hand.put(table, changed, row)
    gone = chance.choice(rows)
    hand.put(table, gone, None)
    assert audit(evening, KEYS).problems, gone
    hand.put(table, None, gone)
    assert audit(evening, KEYS).ok


def test_answers_that_name_no_record_or_anothers(evening: Database, hand: Vandal) -> None:
    one, two = hand.rows("answers")[:2]
    for record in (0, 10**6, two[3]):
        hand.put("answers", one, (*one[:3], record))
        assert audit(evening, KEYS).problems, record
        hand.put("answers", one, one)
    for changed in (("other", one[1]), (one[1] + "x", one[2]), (one[1], bytes(32))):
        hand.put("answers", one, (one[0], *changed, one[3]) if changed[0] != "other" else None)
        assert place_of(evening) == (one[0], one[3]), changed
        hand.put("answers", (one[0], changed[0]), one)
    hand.put("answers", None, (one[0], "somebody's", one[2], one[3]))
    assert place_of(evening) == (one[0], one[3])


def test_answers_without_a_record_bear_the_houses_mark(evening: Database, hand: Vandal) -> None:
    house = House(evening, KEYS)
    assert isinstance(house.ask(h.Request(TABLE, c.Decide(seat=1, action="sing"), "never")), Refusal)
    assert audit(evening, KEYS).ok
    (kept,) = [row for row in hand.rows("unrecorded") if row[1] == "never"]
    for place, column in enumerate(columns("unrecorded")):
        changed = (*kept[:place], other(kept[place], 3), *kept[place + 1 :])
        hand.put("unrecorded", kept, changed)
        assert audit(evening, KEYS).problems, column
        hand.put("unrecorded", changed, kept)
    assert audit(evening, KEYS).ok


def test_a_snapshot_that_says_other_than_the_log_is_found(evening: Database, hand: Vandal) -> None:
    table = House(evening, KEYS).table(TABLE)

    def kept(wanted: object, number: int) -> Row:
        return (TABLE, number, KEYS.sealing.close(msgspec.json.encode(wanted), snapshot_purpose(TABLE)))

    right = kept(table, table.version)
    hand.put("snapshots", None, right)
    assert audit(evening, KEYS).ok
    wrong = [
        kept(replace(table, inventory_cents=1), table.version),
        kept(table, table.version - 1),
        (*right[:2], flipped(right[2], 40)),
    ]
    for row in wrong:
        hand.put("snapshots", right, row)
        assert "snapshot" in first(evening).sentence
