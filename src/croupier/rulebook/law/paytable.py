"""Paytables: the posted lines of every wager, table by table."""

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from croupier.rulebook.errors import BadInput
from croupier.rulebook.law import words as w
from croupier.rulebook.law.base import Condition, Fact, Ruled, Scalar, Threshold, always
from croupier.rulebook.payout import Odds, parse_odds


class PaytableLine(Struct, frozen=True):
    """One posted line: the hand and what it pays."""

    line: str
    pays: Odds


class Lines(tuple[PaytableLine, ...]):
    """The lines of a paytable, best first, written in rule data as a mapping of line to odds."""

    @classmethod
    def read(cls, data: object) -> "Lines":
        """The lines that `data` maps; a line that does not parse is named."""
        if not isinstance(data, dict) or not data:
            raise BadInput("lines map each hand to its odds, such as 'straight: 1 to 1'.")
        lines = []
        for name, text in data.items():
            if not isinstance(text, str):
                raise BadInput(f"line {name}: {text!r} is not odds; write it as text, such as '1 to 1'.")
            try:
                lines.append(PaytableLine(name, parse_odds(text)))
            except BadInput as error:
                raise BadInput(f"line {name}: {error}") from None
        return cls(lines)


class MeterRule(Ruled, frozen=True, kw_only=True):
    """What the law asks of one meter of a paytable."""

    meter: w.MeterName
    seed: Threshold
    rate: Threshold
    scales_with_stake: bool = False


class Paytable(Ruled, frozen=True, kw_only=True):
    """One table. `stake_cents` binds it to a stake, `hands` to the number of hands dealt, `when` to an election.

    `footnote` is what the document prints beneath it, to be posted in those words.
    """

    id: str
    lines: Lines
    status: w.PaytableStatus = "selectable"
    ranked_on: Fact[w.RankedOn] | None = None
    meters: tuple[MeterRule, ...] = ()
    stake_cents: int = 0
    hands: int = 0
    when: Condition = msgspec.field(default_factory=always)
    footnote: str = ""

    def pays(self, line: str) -> Odds | None:
        """What `line` pays, or None where the table has no such line."""
        return next((entry.pays for entry in self.lines if entry.line == line), None)


class PaytableMenu(Ruled, frozen=True, kw_only=True):
    """The tables of one wager.

    `chosen_by` is `election` (the submission elects one), `election_and_stake`, `stake`, `hands`, or `law`;
    `odds` is `exact` or `minimum`, the latter letting a submission pay more, line by line.
    """

    wager: w.Settled
    title: str
    chosen_by: w.ChosenBy
    odds: w.OddsAre
    ranked_on: Fact[w.RankedOn] | None = None
    default: str
    when: Condition = msgspec.field(default_factory=always)
    tables: tuple[Paytable, ...]

    def __post_init__(self) -> None:
        if self.default not in [table.id for table in self.selectable()]:
            raise ValueError(f"default of {self.wager}: it must be the id of a selectable table")

    @property
    def elected(self) -> bool:
        """Whether the submission elects one of the tables."""
        return self.chosen_by in ("election", "election_and_stake")

    def selectable(self) -> Iterator[Paytable]:
        """The tables that are in force."""
        return (table for table in self.tables if table.status == "selectable")

    def table(self, name: Scalar) -> Paytable | None:
        """The selectable table of that id."""
        return next((table for table in self.selectable() if table.id == name), None)
