"""All about a table that does not change during a round: its layout, deal, paytables, ranking and rules."""

from collections.abc import Iterator

from litestar import get
from litestar.params import FromPath
from msgspec.structs import asdict

from croupier.house.log.house_table import HouseTable
from croupier.rulebook.elect import GameRules
from croupier.rulebook.sign import line_title, posting, silence, told_apart
from croupier.rulebook.submission import Submission, parse_submission
from croupier.server.dependencies import GivenHouse
from croupier.server.odds.coach import get_ready
from croupier.server.rules.plain import plain_rules, qualifying
from croupier.server.rules.ranked import ranking_of
from croupier.server.tables.finding import filed_text, found_table
from croupier.server.tables.lobby import table_named
from croupier.server.tables.spots import spots_of
from croupier.server.wire.schemas import DealStep, Payout, PaytableSeen, PlainRule, RevealStep, TableInfo
from croupier.table.narration.sentences import wager_title
from croupier.table.procedure.script import script_of

HEADING = "Posted at the table"


@get(
    "/tables/{table:str}", operation_id="table_info", summary="All about a table", tags=["tables"], sync_to_thread=True
)
def table_info(house: GivenHouse, table: FromPath[str]) -> TableInfo:
    """A table's layout, deal, paytables, ranking of hands and rules: all that does not change during a round."""
    house_table = found_table(house, table)
    text = filed_text(house, house_table)
    get_ready(house_table, text)
    filed = parse_submission(text, "the filed submission")
    return information(house.rules_of(house_table), filed, house_table, house.title_of(house_table))


def information(rules: GameRules, filed: Submission, table: HouseTable, title: str) -> TableInfo:
    """What the pages beside the felt tell of a table."""
    deal = tuple(deal_of(rules))
    silent = silence(rules, table.decision_seconds, table.dealer)
    asked = silence(rules, table.decision_seconds, table.dealer, connected=True)
    if table.practice and table.decision_seconds:
        silent = (f"{silent[0]}; whoever practises here alone has all the time there is", silent[1])
    posted = (*posting(rules, filed).notices, *([silent] if silent[0] else ()))
    return TableInfo(
        **asdict(table_named(rules, table, title)),
        digest=rules.digest,
        spots=spots_of(rules, filed),
        cards_each=_cards_to(deal, "players_and_dealer", "first_player"),
        dealer_cards=_cards_to(deal, "players_and_dealer", "dealer") + _up(deal, "extra_stack"),
        dealer_up=_up(deal, "dealer", "extra_stack"),
        community_cards=_cards_to(deal, "community"),
        bonus_cards=_cards_to(deal, "bonus_box"),
        deal=deal,
        reveal=tuple(reveal_of(rules)),
        qualifies=qualifying(rules),
        paytables=tuple(paytables_of(rules)),
        ranking=ranking_of(rules),
        rules=plain_rules(rules),
        notices=tuple(PlainRule(HEADING, f"{text}.", clauses) for text, clauses in posted),
        silence=f"{asked[0]}." if asked[0] else "",
        mode="open" if table.mode == "open" else "house",
        decision_seconds=table.decision_seconds,
        betting_seconds=table.betting_seconds,
    )


def deal_of(rules: GameRules) -> Iterator[DealStep]:
    """The order in which cards go out and are turned up, from the first stack to the last community card."""
    for due in script_of(rules):
        if due.deal:
            yield DealStep(due.deal.to, due.deal.cards, due.deal.pass_by_pass, due.deal.face_up)


def reveal_of(rules: GameRules) -> Iterator[RevealStep]:
    """The order in which cards that nobody has seen are turned up; the players' own come as they are settled."""
    for due in script_of(rules):
        if due.deal and due.deal.to == "community" and due.deal.face_up:
            yield RevealStep("community", due.deal.face_up)
        elif due.kind == "reveal_dealer":
            yield RevealStep("dealer", 0)
        elif due.kind == "reveal_bonus":
            yield RevealStep("bonus", 0)
    yield RevealStep("players", 0)


def _cards_to(deal: tuple[DealStep, ...], *places: str) -> int:
    return sum(step.cards for step in deal if step.to in places)


def _up(deal: tuple[DealStep, ...], *places: str) -> int:
    return sum(step.face_up for step in deal if step.to in places)


def paytables_of(rules: GameRules) -> Iterator[PaytableSeen]:
    """The tables in force: each offered wager's, and those of bonuses and awards, at the stakes that are taken."""
    known = {wager.wager for wager in rules.rulebook.wagers.wagers}
    for entry in rules.tables:
        table = entry.table
        offered = entry.wager in rules.offers or entry.wager not in known
        if not offered or table.stake_cents not in (0, *rules.progressive_stakes_cents):
            continue
        yield PaytableSeen(
            wager=entry.wager,
            title=wager_title(rules, entry.wager) + told_apart(rules, table),
            paytable="" if table.hands or table.id == "even" else table.id,
            lines=tuple(Payout(line.line, line_title(line.line), str(line.pays)) for line in table.lines),
            clause=table.clause[0],
        )


ROUTES = (table_info,)
