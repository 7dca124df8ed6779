"""A submission that is still being written: the rules that it makes so far, and what of it cannot be taken yet."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from croupier.rulebook.check import check
from croupier.rulebook.elect import GameRules, unchecked
from croupier.rulebook.errors import BadInput
from croupier.rulebook.finding import Finding
from croupier.rulebook.form.toml_text import put
from croupier.rulebook.payout import parse_odds
from croupier.rulebook.submission import Submission, parse_rate

ALWAYS_FILED = ("rules", "offers")
METERS = ("", "mega.", "major.", "minor.")


class Draft(Struct, frozen=True):
    """The rules of a draft; where a field breaks them or is missing, what holds by default stands in its place.

    `filed` is the submission without those fields, `aside` says of each what is wrong with it.
    """

    rules: GameRules
    filed: Submission
    aside: tuple[Finding, ...]

    def why_not(self, wager: str) -> str:
        """Why a wager's paytable is not known: what was found of its election or of its odds; "" where it is."""
        fields = {f"elections.{wager}", *(["progressive.stake_cents"] if wager == "progressive" else ())}
        for used in self.rules.tables:
            if used.wager == wager:
                fields |= {f"odds.{wager}.{line.line}" for line in used.table.lines}
        return next((finding.message for finding in self.aside if finding.field in fields), "")


def so_far(filed: Submission) -> Draft:
    """What a submission comes to as it stands; of a clean one, its rules. Refused where nothing can be said of it."""
    unread = tuple(_unread(filed))
    rest = _without(filed, unread)
    found = tuple(finding for finding in check(rest) if finding.severity == "violation")
    fields = {finding.field for finding in unread}
    kept = _without(rest, found)
    return Draft(unchecked(kept), kept, (*unread, *(finding for finding in found if finding.field not in fields)))


def _unread(filed: Submission) -> Iterator[Finding]:
    """Texts that are no odds or no rate yet: half typed, they are their own field's trouble alone."""
    rates = {f"progressive.{meter}rate": filed.look(f"progressive.{meter}rate") for meter in METERS}
    odds = {f"odds.{wager}.{line}": text for wager, lines in filed.odds.items() for line, text in lines.items()}
    for field, text in {**rates, **odds}.items():
        try:
            if field in odds:
                parse_odds(text)
            elif text is not None:
                parse_rate(text, field)
        except BadInput as error:
            sentence = f"{field}: {error.sentence}" if field in odds else error.sentence
            yield Finding("violation", field, error.clause, sentence)


def _without(filed: Submission, aside: Iterable[Finding]) -> Submission:
    plain: dict[str, Any] = msgspec.to_builtins(filed)
    for finding in aside:
        if finding.field not in ALWAYS_FILED:
            put(plain, finding.field, None)
    return msgspec.convert(plain, Submission)
