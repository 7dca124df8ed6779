"""A bundle: rounds with all that proves them, as a zip that anybody checks elsewhere, without the house."""

import io
import zipfile
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from croupier.house.database.database import Connection
from croupier.house.keys import Keys
from croupier.house.replay.dispute import HOW_TO_CHECK, Dispute, dispute
from croupier.house.replay.replaying import ToldRecord
from croupier.house.reports.watch_log import KeptNote
from croupier.rulebook.errors import BadInput
from croupier.table.narration.names import people

MOST_ROUNDS = 50
_ABOUT = (
    "Each folder is a round: dispute.json has its records, rules, money and signature; told.txt tells it in words;"
    " proof.json, where the house shuffled the cards, is for croupier verify; notes.json has the notes on it.",
    "croupier verify on this zip checks all of them: that records follow one from another up to a signed one, that the"
    " proof holds and is of these records.",
)


def bundle(
    connection: Connection, rounds: Sequence[tuple[str, int]], keys: Keys, notes: Sequence[Sequence[KeptNote]]
) -> bytes:
    """The zip of these rounds, each with the notes on it; a round that is not over is refused."""
    if not 0 < len(rounds) <= MOST_ROUNDS:
        raise BadInput(f"A bundle has 1 to {MOST_ROUNDS} rounds; choose fewer, or some.")
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as into:
        into.writestr("README.txt", "\n\n".join((*_ABOUT, *HOW_TO_CHECK)) + "\n")
        for (table, number), noted in zip(rounds, notes, strict=True):
            told = dispute(connection, table, number, keys)
            if told.outcome == "open":
                raise BadInput(f"Round {number} of table {table} is not over; it can be exported when it is.")
            folder = f"{table}-{number}"
            into.writestr(f"{folder}/dispute.json", _json(told))
            into.writestr(f"{folder}/told.txt", _told(told))
            if told.proof is not None:
                into.writestr(f"{folder}/proof.json", _json(told.proof))
            if noted:
                into.writestr(f"{folder}/notes.json", _json(noted))
    return file.getvalue()


def _json(value: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"


def _told(told: Dispute) -> str:
    head = f"Round {told.round} of table {told.table}, {told.rules.rulebook}, {told.outcome}"
    return "\n".join([head, "", *[line for record in told.told for line in _lines(record)]]) + "\n"


def _lines(record: ToldRecord) -> list[str]:
    """When, who, what, by which clause: a line for each step of a record."""
    at = datetime.fromtimestamp(record.at_ms // 1000, UTC)
    when = f"{at:%Y-%m-%d %H:%M:%S}.{record.at_ms % 1000:03d}"
    return [
        f"{when}  {people(act.by)}: {step.sentence}"
        + "".join(f" {place}: {held}." for place, held in step.cards)
        + (f" [{step.clause}]" if step.clause else "")
        for act in record.acts
        for step in act.steps
    ]
