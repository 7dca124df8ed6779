"""Any round ever played, rebuilt from its records, told step by step and verified."""

from collections.abc import Iterator, Sequence
from functools import reduce

from msgspec import Struct
from sqlalchemy import Connection, select

from croupier.house.database import schema as s
from croupier.house.ledger.postings import Posting
from croupier.house.log import events as he
from croupier.house.log import store
from croupier.house.log.chain import Record, chained, decoded, genesis
from croupier.house.log.corrections import corrected
from croupier.house.log.opened_log import opened_act
from croupier.house.replay.proving import prove_round
from croupier.house.replay.resettle import money_check, settled_again
from croupier.house.replay.sentences import cards_shown, timed_out_in, told
from croupier.house.shuffles.proof import Check, Published, RoundProof, verify_round
from croupier.rulebook.elect import GameRules, filed_as
from croupier.rulebook.errors import BadInput
from croupier.rulebook.submission import parse_submission
from croupier.table.values import events as e
from croupier.table.values.showdown import SettlementLine
from croupier.table.values.state import SEEN, CardSource, Round


class Step(Struct, frozen=True):
    """One thing that happened: a sentence, its clause, and the cards that it put somewhere."""

    event: str
    sentence: str
    clause: str
    cards: tuple[tuple[str, str], ...] = ()


class ToldAct(Struct, frozen=True):
    """What one command brought about, and whose it was."""

    by: str
    command: str
    steps: tuple[Step, ...]


class ToldRecord(Struct, frozen=True):
    """A record of the round: when it was, what it tells, and the money it moved."""

    number: int
    at_ms: int
    acts: tuple[ToldAct, ...]
    money: tuple[Posting, ...]


class Replayed(Struct, frozen=True):
    """A round, rebuilt. `outcome` is closed, void or open; once it is over, the proof of a shuffle of the house's."""

    table: str
    round: int
    rulebook: str
    digest: str
    outcome: str
    records: tuple[ToldRecord, ...]
    final: Round
    checks: tuple[Check, ...]
    proof: RoundProof | None
    corrections: tuple[he.SettlementCorrected, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether every check holds."""
        return all(check.passed for check in self.checks)

    @property
    def lines(self) -> tuple[SettlementLine, ...]:
        """What became of every wager."""
        return self.final.lines

    @property
    def lines_now(self) -> tuple[SettlementLine, ...]:
        """The same as it stands now, with whatever was put right afterwards."""
        return reduce(corrected, self.corrections, self.final).lines


class Story(Struct, frozen=True):
    """The records that a round needs, in order, and what each tells, unsealed as far as its seeds are public.

    They begin where the last round with the same deck ended, and where the seeds were committed to.
    """

    table: str
    number: int
    mode: str
    card_source: CardSource
    submission: str
    rules: GameRules
    before: bytes  # the hash in front of the first
    records: tuple[Record, ...]
    acts: tuple[tuple[he.Act, ...], ...]
    later: tuple[tuple[Record, he.Act], ...] = ()  # what put this round right while the next was played

    @property
    def corrections(self) -> tuple[he.SettlementCorrected, ...]:
        """What put the round right, in order."""
        return tuple([one for _, act in self.later for one in act.events if isinstance(one, he.SettlementCorrected)])

    def of_round(self) -> Iterator[tuple[Record, tuple[he.Act, ...]]]:
        """The records of the round itself."""
        return (pair for pair in zip(self.records, self.acts, strict=True) if pair[0].round == self.number)


def replayed(connection: Connection, table: str, number: int) -> Replayed:
    """A round of a table as its records tell it, verified."""
    story = story_of(connection, table, number)
    resettled, final = settled_again(story.rules, story.of_round())
    over = final.phase in ("closed", "void")
    proof = proof_of(story) if over and story.card_source == "house" else None
    kept = transfers_of(connection, table, number)
    checks = [chain_check(story), *(verify_round(proof) if proof else ()), resettled]
    if over:
        checks.append(money_check(final, [posting for _, posting in kept]))
    return Replayed(
        table=table,
        round=number,
        rulebook=story.rules.rulebook.rulebook,
        digest=story.rules.digest,
        outcome=final.phase if over else "open",
        records=tuple(_told(story, kept)),
        final=final,
        checks=tuple(checks),
        proof=proof,
        corrections=story.corrections,
    )


def proof_of(story: Story) -> RoundProof:
    """The proof of the round, where the house shuffled its cards."""
    if story.card_source != "house":
        cards = "a deck in the hand" if story.card_source == SEEN else "a shoe that reads its cards"
        raise BadInput(f"Table {story.table} is dealt from {cards}, which nobody shuffled by a seed.")
    told_at = [
        (Published(record=record.number, at_ms=record.at_ms), [one for act in acts for one in act.events])
        for record, acts in zip(story.records, story.acts, strict=True)
    ]
    return prove_round(story.table, story.mode, story.number, told_at)


def story_of(connection: Connection, table: str, number: int) -> Story:
    """The records that a round needs."""
    if not store.table_rows(connection, [table]) or table == s.CAGE:
        raise BadInput(f"There is no table {table!r}; croupier house tables lists them.")
    own = store.round_records(connection, table, number)
    logged = [decoded(record.body) for record in own]
    opened = None
    for one in _happenings(logged):  # a round that was called off before anybody wagered is opened a second time
        opened = one if isinstance(one, e.RoundOpened) else opened
    if opened is None:
        raise BadInput(f"Table {table} has not played round {number}; it has played {_rounds(connection, table)}.")
    records = _needed(connection, table, own, logged, opened)
    logged = [decoded(record.body) for record in records]
    seeds = {one.shuffle: one.seed for one in _happenings(logged) if isinstance(one, he.ShuffleOpened)}
    text = store.submission(connection, opened.digest)
    rules = filed_as(parse_submission(text, "the filed submission"), opened.digest)
    opening = _opening(connection, table)
    return Story(
        table=table,
        number=number,
        mode=opening.mode,
        card_source=opening.card_source,
        submission=text,
        rules=rules,
        before=_hash_before(connection, records[0]),
        records=tuple(records),
        acts=tuple([tuple([opened_act(table, act, seeds) for act in acts]) for acts in logged]),
        later=tuple(_put_right(connection, table, number)),
    )


def _put_right(connection: Connection, table: str, number: int) -> Iterator[tuple[Record, he.Act]]:
    """The acts that put a round right: only the last round is, so they are among the records of the next."""
    for record in store.round_records(connection, table, number + 1):
        for act in decoded(record.body):
            if any(isinstance(one, he.SettlementCorrected) and one.round == number for one in act.events):
                yield record, act


def _needed(
    connection: Connection, table: str, own: Sequence[Record], logged: Sequence[Sequence[he.Act]], opened: e.RoundOpened
) -> list[Record]:
    """The round's records and those of as many rounds before it as its deck and its seeds take."""
    records, number, fresh = list(own), opened.number, False
    shuffles, commitments = set[int](), set[int]()
    while True:
        for one in _happenings(logged):
            if isinstance(one, he.ShuffleCommitted) and one.deck == opened.deck:
                shuffles.add(one.shuffle)
            elif isinstance(one, he.SeedCommitted):
                commitments.add(one.shuffle)
            elif isinstance(one, e.RoundOpened) and one.deck == opened.deck and one.number < opened.number:
                fresh = True  # the deck was used up then, and shuffled since
        number -= 1
        if number < 1 or (fresh and shuffles <= commitments):
            return records
        earlier = store.round_records(connection, table, number)
        records, logged = [*earlier, *records], [decoded(record.body) for record in earlier]


def _happenings(logged: Sequence[Sequence[he.Act]]) -> Iterator[he.LoggedEvent]:
    return (one for acts in logged for act in acts for one in act.events)


def _rounds(connection: Connection, table: str) -> str:
    query = select(s.records.c.round).where(s.records.c.table_id == table).order_by(s.records.c.number.desc()).limit(1)
    last = connection.execute(query).scalar() or 1
    return f"1 to {last}" if last > 1 else "none yet, or its first is not open"


def _opening(connection: Connection, table: str) -> he.TableOpened:
    first = next(iter(store.records_after(connection, table, 0, 1)))
    return next(one for one in _happenings([decoded(first.body)]) if isinstance(one, he.TableOpened))


def _hash_before(connection: Connection, record: Record) -> bytes:
    if record.number == 1:
        return genesis(record.table_id)
    c = s.records.c
    query = select(c.hash).where(c.table_id == record.table_id, c.number == record.number - 1)
    found: bytes = connection.execute(query).scalar_one()
    return found


def chain_check(story: Story) -> Check:
    """Whether each record follows from the one before it."""
    before, number = story.before, story.records[0].number
    for record in story.records:
        if record.number != number or chained(before, number, record.round, record.at_ms, record.body) != record.hash:
            return Check("chain", False, f"Record {number} does not follow from the one before it.")
        before, number = record.hash, number + 1
    first, last = story.records[0].number, story.records[-1].number
    return Check("chain", True, f"Records {first} to {last} follow one from another.")


def transfers_of(connection: Connection, table: str, number: int) -> list[tuple[int, Posting]]:
    """The money that a round moved, each with its record."""
    c = s.transfers.c
    columns = (c.record, c.giver, c.taker, c.cents, c.reason, c.seat, c.wager)
    query = select(*columns).where(c.table_id == table, c.round == number).order_by(c.record, c.place)
    return [(record, Posting(*rest)) for record, *rest in connection.execute(query)]


def _told(story: Story, kept: Sequence[tuple[int, Posting]]) -> Iterator[ToldRecord]:
    logged = list(story.of_round())
    timed_out = timed_out_in(act for _, acts in logged for act in acts)
    for record, acts in logged:
        money = tuple([posting for number, posting in kept if number == record.number])
        steps = tuple([_told_act(story.rules, act, timed_out) for act in acts])
        yield ToldRecord(record.number, record.at_ms, steps, money)
    for record, act in story.later:
        yield ToldRecord(record.number, record.at_ms, (_told_act(story.rules, act, timed_out),), ())


def _told_act(rules: GameRules, act: he.Act, timed_out: frozenset[int]) -> ToldAct:
    steps = []
    for one in act.events:
        sentence, clause = told(rules, one, timed_out)
        if sentence:
            steps.append(Step(type(one).__name__, sentence, clause, cards_shown(one)))
    return ToldAct(act.by, act.command, tuple(steps))
