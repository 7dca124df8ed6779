"""Progressive awards of a table that were paid, numbered as they were, and each as its slip says it."""

from collections.abc import Iterator

from msgspec import Struct
from sqlalchemy import Connection, select

from croupier.cards import Card
from croupier.house.database import schema as s
from croupier.house.ledger.postings import AWARD, PAID
from croupier.house.log import events as he
from croupier.house.replay.replaying import story_of
from croupier.house.replay.resettle import settled_again
from croupier.rulebook.elect import GameRules
from croupier.table.values import events as e
from croupier.table.values.showdown import SettlementLine


class PaidAward(Struct, frozen=True):
    """An award that was paid: its number at the table, the record, the round and the seat, how much and when."""

    award: int
    record: int
    round: int
    seat: int
    cents: int
    at_ms: int


class Signed(Struct, frozen=True):
    """What somebody did of an award's validation, by which clause; nobody yet, or nobody has to, where `by` is ""."""

    by: str = ""
    at_ms: int = 0
    clause: str = ""


class AwardSlip(Struct, frozen=True):
    """An award as its slip says it.

    `cards` and `community` are the winner's, once the round is over; `meter` is the one that paid, "" for a fixed sum,
    and `meter_cents` what it showed afterwards. `document` is the number of the paperwork, "" where there is none yet
    or none is asked for.
    """

    award: PaidAward
    rules: GameRules
    player: str
    line: SettlementLine
    cards: tuple[Card, ...]
    community: tuple[Card, ...]
    meter_cents: int
    source: str
    document: str
    verified: Signed
    validated: Signed
    documented: Signed


def awards_paid(connection: Connection, table: str) -> list[PaidAward]:
    """The awards of a table, the first first: a number, once given, stays."""
    c = s.transfers.c
    query = (
        select(c.record, c.round, c.seat, c.cents, c.at_ms)
        .where(c.table_id == table, c.wager == "progressive", c.reason.in_((AWARD, PAID)), c.seat > 0)
        .order_by(c.record, c.place)
    )
    return [PaidAward(number, *row) for number, row in enumerate(map(tuple, connection.execute(query)), 1)]


def award_slip(connection: Connection, table: str, number: int) -> AwardSlip | None:
    """The slip of an award by its number."""
    award = next((one for one in awards_paid(connection, table) if one.award == number), None)
    if award is None:
        return None
    story = story_of(connection, table, award.round)
    told = [
        (record.number, record.at_ms, one) for record, acts in story.of_round() for act in acts for one in act.events
    ]
    (line, source, validated), shown = _payment(told, award), 0
    verified, documented, document = Signed(), Signed(), ""
    for record, at_ms, one in told:
        if isinstance(one, e.MeterHit) and record <= award.record and one.meter == line.meter:
            shown = one.cents
        elif isinstance(one, e.AwardVerified) and one.seat == award.seat and record <= award.record:
            verified = Signed(one.by, at_ms, one.clause)
        elif isinstance(one, e.AwardDocumented) and one.seat == award.seat:
            document, documented = one.document, Signed(one.by, at_ms)
    steps = story.rules.rulebook.progressive.steps
    paperwork = steps.get("keep_cards_until_documented")
    _, final = settled_again(story.rules, story.of_round())
    over = final.phase in ("closed", "void")
    box = final.box(award.seat)
    assert box is not None, "only a box with wagers is paid"
    return AwardSlip(
        award=award,
        rules=story.rules,
        player=box.player,
        line=line,
        cards=box.cards if over else (),
        community=final.community if over else (),
        meter_cents=shown,
        source=source,
        document=document,
        verified=verified,
        validated=Signed(validated, award.at_ms, steps["validate"].clause[0]),
        documented=Signed(documented.by, documented.at_ms, paperwork.clause[0] if paperwork else ""),
    )


def _payment(told: list[tuple[int, int, he.LoggedEvent]], award: PaidAward) -> tuple[SettlementLine, str, str]:
    """The result that was paid, from where, and validated by whom."""
    paid: Iterator[e.AwardPaid] = (
        one for record, _, one in told if record == award.record and isinstance(one, e.AwardPaid)
    )
    found = next(one for one in paid if one.line.seat == award.seat)
    return found.line, found.source, found.validated_by
