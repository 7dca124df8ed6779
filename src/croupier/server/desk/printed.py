"""The desk's papers as PDF: a table's sign, and the regulator's decision letter."""

from datetime import UTC, datetime

import msgspec

from croupier.house.log.filings import Filing
from croupier.rulebook.elect import GameRules
from croupier.rulebook.errors import BadInput
from croupier.rulebook.load import load
from croupier.rulebook.sign import Posting
from croupier.rulebook.submission import parse_submission
from croupier.typesetting import typeset

FELTS = {"three-card-poker": "#5a1620", "four-card-poker": "#0f4a33", "ultimate-texas-holdem": "#14284b"}
DECISIONS = {"returned": "Returned for changes", "approved": "Approved"}


def sign_pdf(content: Posting, rules: GameRules) -> bytes:
    """The sign of a table as a page to hang."""
    data = msgspec.to_builtins(content) | {"colour": FELTS[rules.rulebook.game]}
    return typeset("croupier.server.desk", "sign", {"sign": msgspec.json.encode(data).decode()})


def letter_pdf(filing: Filing) -> bytes:
    """The last decision on a filing as a letter; days and times are of UTC."""
    decided = next((one for one in reversed(filing.changes) if one.kind in DECISIONS), None)
    if decided is None:
        raise BadInput(f"Nothing is decided on filing {filing.filing} yet; it has a letter once that is.")
    filed = parse_submission(filing.text, "the submission")
    handed_in = next(one for one in reversed(filing.changes) if one.kind == "filed" and one.at_ms <= decided.at_ms)
    remarks = [[one.fields[0] or "the whole", one.note] for one in filing.changes if one.kind == "remarked"]
    approved = decided.kind == "approved"
    data = {
        "decision": DECISIONS[decided.kind],
        "number": f"{filing.filing:06d}",
        "operator": filed.operator.name or "",
        "table": filed.table.name or "",
        "rulebook": load(filed.rules).title,
        "digest": filing.digest,
        "filed": _moment(handed_in.at_ms),
        "filed_by": _name(handed_in.by),
        "note": decided.note,
        "from": filing.from_day if approved else "",
        "until": filing.until_day if approved else "",
        "conditions": list(filing.conditions) if approved else [],
        "remarks": [] if approved else remarks,
        "by": _name(decided.by),
        "at": _moment(decided.at_ms),
        "replaces": f"{filing.follows:06d}" if filing.follows else "",
    }
    return typeset("croupier.server.desk", "letter", {"letter": msgspec.json.encode(data).decode()})


def _name(by: str) -> str:
    return by.partition(":")[2] or by


def _moment(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
