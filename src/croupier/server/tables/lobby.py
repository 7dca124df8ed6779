"""A table as the lobby shows it."""

from msgspec import Struct
from msgspec.structs import asdict

from croupier.house.log.house_table import HouseTable, OnDuty
from croupier.rulebook.elect import GameRules
from croupier.rulebook.law.base import money
from croupier.rulebook.sign import game_title
from croupier.server.wire.messages import MeterSeen
from croupier.server.wire.schemas import OnDutySeen, TableCard, TableNamed


class LobbySeen(Struct, frozen=True, tag_field="type", tag="lobby"):
    """Tables that have changed, or all of them to begin with; each stands in place of what was shown of it before."""

    tables: tuple[TableCard, ...]


def table_named(rules: GameRules, table: HouseTable, title: str) -> TableNamed:
    """What the table is."""
    book = rules.rulebook
    return TableNamed(
        table=table.table_id,
        title=title,
        game=book.game,
        game_title=game_title(rules),
        jurisdiction=book.jurisdiction,
        rulebook=book.rulebook,
        seats=rules.seats,
        link=table.link,
        practice=table.practice,
        dealer="human" if table.dealer == "human" else "virtual",
        card_source=table.card_source,
        chip_source=table.chip_source,
        denominations_cents=table.denominations_cents,
    )


def table_card(
    rules: GameRules, table: HouseTable, title: str, meters: tuple[MeterSeen, ...], dealer_here: bool
) -> TableCard:
    """The table's card."""
    round_ = table.state.round
    return TableCard(
        **asdict(table_named(rules, table, title)),
        limits=limits_of(rules),
        players=dict(table.state.players),
        meters=meters,
        phase=round_.phase if round_ else "",
        closed=table.closed,
        dealer_here=dealer_here,
    )


def on_duty_seen(on_duty: OnDuty | None) -> OnDutySeen | None:
    """Somebody of the staff as screens show them."""
    return OnDutySeen(on_duty.name, on_duty.since_ms) if on_duty else None


def limits_of(rules: GameRules) -> str:
    """The bounds of the first wager, as they are posted: `$15 to $500`."""
    first = rules.rulebook.wagers.main.of[0]
    found = next((limit for limit in rules.limits if limit.wager == first), None)
    return f"{money(found.minimum_cents)} to {money(found.maximum_cents)}" if found else ""
