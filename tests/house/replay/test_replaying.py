"""Any round is rebuilt from its records and verified, and its dispute file can be judged by a stranger."""

import hashlib
import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from croupier.house.database import schema as s
from croupier.house.database.database import Database
from croupier.house.handlers import commands as h
from croupier.house.log import events as he
from croupier.house.log.chain import encoded, read_body
from croupier.house.replay.dispute import Dispute, dispute
from croupier.house.replay.replaying import Replayed, replayed
from croupier.house.shuffles.proof import RoundProof, verify_round
from croupier.house.shuffles.shuffle import seal_key
from croupier.rulebook.elect import resolve
from croupier.rulebook.errors import BadInput
from croupier.rulebook.submission import parse_submission
from croupier.table.values import events as e
from tests.house.audit.vandal import vandal
from tests.house.floor import KEYS, Clock
from tests.house.played import Evening, eventful, play_many

DAY_MS = 24 * 60 * 60 * 1000


@pytest.fixture
def evening(evening_url: str) -> Iterator[Evening]:
    """A short evening, and the house the day after."""
    with Database.open(evening_url) as database:
        yield Evening(database, Clock(Clock().at_ms + DAY_MS))


def again(floor: Evening, table: str, number: int) -> Replayed:
    """A round of the evening."""
    with floor.database.read() as connection:
        return replayed(connection, table, number)


def test_every_round_of_an_eventful_evening_is_rebuilt_and_verified(database: Database) -> None:
    floor = Evening(database)
    tables = eventful(floor)
    seen = set[str]()
    for table in tables:
        house_table = floor.table(table)
        for number in range(1, house_table.state.rounds + 1):
            round_ = again(floor, table, number)
            assert round_.ok, (table, number, [check for check in round_.checks if not check.passed])
            assert [record.number for record in round_.records] == sorted(record.number for record in round_.records)
            seen |= {
                round_.outcome,
                *(step.event for record in round_.records for a in record.acts for step in a.steps),
            }
        last = house_table.state.round
        assert last is not None
        assert again(floor, table, house_table.state.rounds).final.boxes == last.boxes
    assert {"closed", "void", "open", "AwardPaid", "LineReversed", "SeedOffered", "SystemDecided"} <= seen


def test_a_round_tells_who_did_what_when_with_cards_money_and_clauses(evening: Evening) -> None:
    round_ = again(evening, "tcp", 2)
    steps = [step for record in round_.records for act in record.acts for step in act.steps]
    assert any(step.cards and step.cards[0][0] == "seat 1" for step in steps)
    assert all(step.sentence.endswith(".") for step in steps)
    assert sum(bool(step.clause) for step in steps) > 20
    assert {act.by for record in round_.records for act in record.acts} >= {"dealer"}
    assert all(record.at_ms > 10**12 for record in round_.records)
    money = [posting for record in round_.records for posting in record.money]
    staked = sum(line.stake_cents for line in round_.lines)
    assert sum(posting.cents for posting in money if posting.reason == "placed") == staked > 0
    assert round_.outcome == "closed"
    assert [len(box.cards) for box in round_.final.boxes] == [3, 3]


def test_a_round_under_way_shows_no_card_and_has_no_proof(evening: Evening) -> None:
    number = evening.table("tcp").state.rounds
    round_ = again(evening, "tcp", number)
    assert (round_.outcome, round_.proof) == ("open", None)
    assert round_.ok
    evening.do("tcp", h.EndBetting())
    round_ = again(evening, "tcp", number)
    assert [check.name for check in round_.checks] == ["chain", "rules"]
    assert not [box.cards for box in round_.final.boxes if box.cards]
    told = [step for record in round_.records for act in record.acts for step in act.steps]
    assert not [step for step in told if step.cards]
    assert [step for step in told if "sealed" in step.sentence]


def test_rounds_and_tables_that_there_are_not(evening: Evening) -> None:
    for table, number, words in (
        ("tcp", 99, "has not played round 99"),
        ("tcp", -1, "has not played"),
        ("x", 1, "no table"),
    ):
        with pytest.raises(BadInput, match=words):
            again(evening, table, number)
    with pytest.raises(BadInput, match="no table"):
        again(evening, "cage", 1)


def change(floor: Evening, url: str, table: str, number: int, old: bytes, new: bytes) -> None:
    """Writes something else into the last record of a round, wherever it stands: a line behind an award comes twice."""
    c = s.records.c
    with floor.database.read() as connection:
        rows = connection.execute(
            s.records.select().where(c.table_id == table, c.round == number).order_by(c.number)
        ).all()
    body = rows[-1].body
    assert old in body
    with vandal(url) as hand:
        hand.run(
            "UPDATE records SET body = %s WHERE table_id = %s AND number = %s",
            body.replace(old, new), table, rows[-1].number,
        )  # fmt: skip


def test_a_changed_settlement_fails_by_chain_rules_and_money(evening: Evening, evening_url: str) -> None:
    line = next(line for line in again(evening, "tcp", 2).lines if line.outcome in ("lose", "forfeit"))
    written = msgspec.json.encode(line)
    paid = written.replace(b'"paid_cents":0', b'"paid_cents":100')
    change(evening, evening_url, "tcp", 2, written, paid)
    round_ = again(evening, "tcp", 2)
    assert not round_.ok
    assert {check.name for check in round_.checks if not check.passed} == {"chain", "rules", "money"}


def test_changed_money_fails(evening: Evening, evening_url: str) -> None:
    with vandal(evening_url) as hand:
        hand.run("UPDATE transfers SET cents = cents + 5 WHERE table_id = 'tcp' AND round = 2 AND reason = 'taken'")
        hand.run("UPDATE transfers SET cents = cents + 5 WHERE table_id = 'tcp' AND round = 2 AND reason = 'placed'")
    assert [check.name for check in again(evening, "tcp", 2).checks if not check.passed] == ["money"]


# The dispute file, judged by a stranger who has nothing else


def file_of(floor: Evening, table: str, number: int) -> dict[str, Any]:
    """The dispute file of a round, as it is written."""
    with floor.database.read() as connection:
        written = msgspec.json.encode(dispute(connection, table, number, KEYS))
    found: dict[str, Any] = json.loads(written)
    assert msgspec.json.decode(written, type=Dispute).round == number
    return found


def judge(file: dict[str, Any]) -> None:
    """What `how_to_check` says, done by the letter."""
    before = bytes.fromhex(file["before"])
    for record in file["records"]:
        place = b"".join(record[name].to_bytes(8, "big") for name in ("number", "round", "at_ms"))
        before = hashlib.sha256(before + place + record["body"].encode()).digest()
        assert before.hex() == record["hash"]
    signed = file["signed"]
    assert signed["hash"] == file["records"][-1]["hash"]
    statement = b"croupier checkpoint 1\0" + file["table"].encode() + b"\0"
    statement += (
        signed["number"].to_bytes(8, "big") + signed["at_ms"].to_bytes(8, "big") + bytes.fromhex(signed["hash"])
    )
    Ed25519PublicKey.from_public_bytes(bytes.fromhex(file["public_key"])).verify(
        bytes.fromhex(signed["signature"]), statement
    )
    rules = resolve(parse_submission(file["rules"]["submission"], "the submission"))
    assert rules.digest == file["rules"]["digest"]
    if file["proof"]:
        proof = msgspec.convert(file["proof"], RoundProof)
        assert all(check.passed for check in verify_round(proof))
        assert proof.rules == rules.digest


def test_a_dispute_file_stands_by_itself(evening: Evening) -> None:
    play_many(evening, ["tcp"], 3)  # as far as the next checkpoint
    made = set()
    for table, number in (("tcp", 1), ("tcp", 4), ("hand", 1)):
        file = file_of(evening, table, number)
        judge(file)
        made.add(file["signed"]["made"])
        assert file["format"] == "croupier/dispute/1"
        assert len(file["how_to_check"]) >= 5
        assert file["lines"]
        assert file["transfers"]
        assert file["told"]
    assert made == {"checkpoint", "now"}


def test_a_dispute_file_without_the_keys_says_so_by_an_empty_signature(evening: Evening) -> None:
    with evening.database.read() as connection:
        found = dispute(connection, "tcp", evening.table("tcp").state.rounds - 1)
    assert found.public_key == ""
    assert found.signed is None or found.signed.made == "checkpoint"


def test_what_a_body_seals_opens_with_the_seed_in_the_file(evening: Evening) -> None:
    file = file_of(evening, "tcp", 2)
    seeds = {shuffle["shuffle"]: bytes.fromhex(shuffle["seed"]) for shuffle in file["proof"]["shuffles"]}
    opened = []
    for record in file["records"]:
        body = read_body(record["body"].encode())
        acts = body.acts
        assert encoded(acts, body.command_id or "", body.asked) == record["body"].encode()
        for one in (one for act in acts for one in act.events):
            if isinstance(one, he.Sealed) and one.shuffle in seeds:
                cipher = AESGCM(seal_key(seeds[one.shuffle]))
                opened.append(
                    json.loads(cipher.decrypt(one.data[:12], one.data[12:], f"cards {one.shuffle} tcp".encode()))
                )
    assert {e.CardsDealt.__name__, e.DeckShuffled.__name__} <= {event["event"] for event in opened}
