"""Results that show themselves: a table of text at a prompt, an HTML table in a notebook."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import escape
from typing import Any, Protocol

from croupier.hands.hand import in_a_sentence
from croupier.odds.design.found import Designed
from croupier.odds.simulation.results import SimulationResult
from croupier.odds.wagers.results import Result
from croupier.rulebook.finding import Finding
from croupier.rulebook.law.base import money
from croupier.table.values.showdown import Settlement

Rows = Iterable[Sequence[str]]
# Of what a result depends on, that which tells it from others of the same paytable; `at` has all of it.
BRIEFLY = (
    *("made", "hands", "stake_cents", "progressive_hand", "fold_forfeits_progressive", "bad_beat_rule", "envy_c_hands"),
)


class Tabled(Protocol):
    """Something with a title, headings and rows."""

    def _title(self) -> str: ...
    def _headings(self) -> Sequence[str]: ...
    def _rows(self) -> Rows: ...


def as_text(shown: Tabled) -> str:
    """The table as text, its columns aligned."""
    rows = [shown._headings(), *shown._rows()]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join([shown._title(), *(lines if len(rows) > 1 else [])])


def as_html(shown: Tabled) -> str:
    """The table as HTML."""
    head = "".join(f"<th>{escape(cell)}</th>" for cell in shown._headings())
    rows = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in shown._rows())
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    caption = f"<caption>{escape(shown._title())}</caption>"
    return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


class Prices(tuple[Result, ...]):
    """Exact results, one for each wager, paytable and circumstance asked for."""

    __slots__ = ()

    def _title(self) -> str:
        return f"{len(self)} exact result{'' if len(self) == 1 else 's'}"

    def _headings(self) -> Sequence[str]:
        return ("wager", "paytable", "EV", "house edge", "deviation", "hits", "at")

    def _rows(self) -> Rows:
        for found in self:
            at = ", ".join(f"{name}={value}" for name, value in found.at.items() if name in BRIEFLY)
            edge, hits = f"{float(found.house_edge):.4%}", f"{float(found.hit_frequency):.4%}"
            yield (found.wager, found.paytable, f"{float(found.ev):+.6f}", edge, f"{found.sd:.4f}", hits, at)

    __repr__ = as_text
    _repr_html_ = as_html


class Designs(Designed, frozen=True, kw_only=True):
    """All paytables that satisfy, the lowest edge first; at most ten are shown, `found` has them all."""

    def _title(self) -> str:
        return f"{len(self.found):,} of {self.candidates:,} candidates satisfy, {len(self.front):,} on the front"

    def _headings(self) -> Sequence[str]:
        return ("house edge", "deviation", "hits", "front", *self.moves)

    def _rows(self) -> Rows:
        for found in self.found[:10]:
            figures = (f"{float(found.house_edge):.4%}", f"{found.sd:.4f}", f"{float(found.hit_frequency):.4%}")
            pays = dict(found.lines)
            odds = (str(pays[line]) if line in pays else "none" for line in self.moves)
            yield (*figures, "front" if found.on_front else "", *odds)

    __repr__ = as_text
    _repr_html_ = as_html


class Values(dict[str, Fraction]):
    """Each lawful action's exact value in antes, best first."""

    @property
    def best(self) -> str:
        """The best action."""
        return next(iter(self))

    def _title(self) -> str:
        return f"{self.best} is best"

    def _headings(self) -> Sequence[str]:
        return ("action", "antes", "costs", "exactly")

    def _rows(self) -> Rows:
        top = self[self.best]
        for action, value in self.items():
            yield (action, f"{float(value):+.6f}", f"{float(top - value):.6f}" if value != top else "", str(value))

    __repr__ = as_text
    _repr_html_ = as_html


class Findings(tuple[Finding, ...]):
    """What a check found; `ok` if no rule is broken."""

    __slots__ = ()

    @property
    def ok(self) -> bool:
        """Whether the submission complies."""
        return not any(finding.severity == "violation" for finding in self)

    def _title(self) -> str:
        violations = sum(finding.severity == "violation" for finding in self)
        verdict = "The submission complies" if self.ok else "The submission does not comply"
        return f"{verdict}: violations {violations}, warnings {len(self) - violations}."

    def _headings(self) -> Sequence[str]:
        return ("severity", "field", "clause", "message")

    def _rows(self) -> Rows:
        yield from ((found.severity, found.field, found.clause, found.message) for found in self)

    __repr__ = as_text
    _repr_html_ = as_html


class Settled(Settlement, frozen=True):
    """A settlement, line by line, each with its clause."""

    def _title(self) -> str:
        dealer = ""
        if self.dealer:
            competes = "qualifies" if self.dealer.qualifies else "does not qualify"
            dealer = f"The dealer has {in_a_sentence(self.dealer.hand)} and {competes}. "
        nets = (f"seat {seat} {_signed(self.net_cents(seat))}" for seat in sorted(self.order))
        return f"{dealer}Net: {', '.join(nets)}."

    def _headings(self) -> Sequence[str]:
        return ("seat", "wager", "outcome", "stake", "paid", "returned", "line", "clause")

    def _rows(self) -> Rows:
        for line in self.lines:
            sums = (money(cents) for cents in (line.stake_cents, line.paid_cents, line.returned_cents))
            yield (str(line.seat), line.wager, line.outcome, *sums, line.line or "", line.clause)

    __repr__ = as_text
    _repr_html_ = as_html


def _signed(cents: int) -> str:
    return f"{'-' if cents < 0 else '+'}{money(abs(cents))}"


class Simulated(SimulationResult, frozen=True):
    """A run of the simulator, wager by wager, beside what is exactly so."""

    def _title(self) -> str:
        done = "" if self.complete else f" of {self.rounds_asked:,} asked for"
        return f"{self.rules}: {self.rounds:,} rounds{done}, seed {self.seed}"

    def _headings(self) -> Sequence[str]:
        return ("seat", "wager", "paytable", "mean", "standard error", "exact EV", "errors apart")

    def _rows(self) -> Rows:
        for found in self.results:
            ev = "" if found.ev is None else f"{float(found.ev):+.6f}"
            apart = "" if found.distance is None else f"{found.distance:+.2f}"
            apart = "a line too rare" if found.rare else apart
            figures = (f"{found.mean:+.6f}", f"{found.standard_error:.6f}", ev, apart)
            yield (str(found.seat), found.wager, found.paytable, *figures)

    __repr__ = as_text
    _repr_html_ = as_html


def fields_of(struct: Any) -> dict[str, Any]:
    """A struct's fields, to make a shown one of."""
    return {name: getattr(struct, name) for name in struct.__struct_fields__}
