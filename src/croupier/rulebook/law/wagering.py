"""The wagers: what may be staked, when, and on what condition."""

from typing import Literal

import msgspec

from croupier.rulebook.law import words as w
from croupier.rulebook.law.base import Always, Condition, Fact, Never, Ruled, Scalar, Section, Threshold, always


class Needs(Fact[w.Joined], frozen=True, kw_only=True):
    """The wagers that must be down first: `all_of` them or `any_of` them."""

    of: tuple[w.WagerName, ...]


class Amount(Ruled, frozen=True, kw_only=True):
    """What a stake may be: within posted limits, equal to another wager, or a filed stake."""

    amount: w.AmountKind
    of: Literal["", "ante"] = ""


class Wager(Ruled, frozen=True, kw_only=True):
    """Money at risk. `offered` is `always` or `if_filed`; `placed` is `before_the_deal` or `when_deciding`.

    One that may be made `alone` needs no main wager beside it. One against `dealer_and_paytable` is paid by its
    paytable where its comparison says so, and only there: it pays if the showdown is won.
    """

    wager: w.WagerName
    title: str
    offered: Literal["always", "if_filed"]
    placed: Literal["before_the_deal", "when_deciding"]
    against: w.Against
    needs: Needs | None = None
    alone: Always | None = None
    amount: Amount | None = None
    procedure: tuple[Fact[Literal["player_checks_acceptance"]], ...] = ()


class Bound(Ruled, frozen=True, kw_only=True):
    """Under a version, `wager` is at most `at_most_times` the wager `of`."""

    wager: w.WagerName
    at_most_times: int
    of: w.WagerName


class Version(Ruled, frozen=True, kw_only=True):
    """A restricted way of taking the main wagers, in place of the free choice."""

    version: str
    required: tuple[w.WagerName, ...] = ()
    bounds: tuple[Bound, ...] = ()


class Wagers(Section, frozen=True, kw_only=True):
    """All wagers, and what holds for every one of them.

    Of the `instruments`, those `beside_chips` are no wager by themselves, and those `by_reference` name their approval.
    """

    instruments: Fact[tuple[w.Instrument, ...]]
    beside_chips: Fact[tuple[w.Instrument, ...]] | None = None
    by_reference: Fact[tuple[w.Instrument, ...]] | None = None
    spoken_with_cash: Never | None = None
    posted_limits: Always | None = None
    seated_only: Always
    stay_seated: Always
    leaving: Fact[w.Leaving]
    closed_by: Fact[Literal["no_more_bets"]]
    after_close: Fact[Literal["nothing_changes_but_play"]]
    adjacent_boxes: Fact[Literal["licensees_choice", "filed"]]
    most_boxes: Threshold | None = None
    main: Needs
    wagers: tuple[Wager, ...]
    versions: tuple[Version, ...] = ()
    electronic: tuple[Fact[w.Electronic], ...] = ()

    @property
    def alone(self) -> tuple[str, ...]:
        """The wagers beside the main ones that somebody may make without them."""
        return tuple(wager.wager for wager in self.wagers if wager.alone is not None)


class Choice(Ruled, frozen=True, kw_only=True):
    """One choice of a menu; `warn` is printed when a submission makes it, `record` names what must be filed."""

    choice: Scalar
    title: str
    warn: str = ""
    record: str = ""


class Menu(Ruled, frozen=True, kw_only=True):
    """A choice that the law or a reading leaves to the submission. `required` menus must be answered.

    Where a default is not to be `assumed`, money never hangs on it: who describes a round has to say what was filed.
    """

    menu: str
    title: str
    default: Scalar
    required: bool
    assumed: bool = True
    choices: tuple[Choice, ...]
    when: Condition = msgspec.field(default_factory=always)

    def __post_init__(self) -> None:
        names = [choice.choice for choice in self.choices]
        if self.default not in names or len(set(names)) != len(names):
            raise ValueError(f"menu {self.menu}: the default must be one of its choices, each named once")
