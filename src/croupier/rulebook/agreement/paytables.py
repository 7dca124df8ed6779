"""The paytables: whose they are, what tells them apart, and what their lines look at and draw on."""

from collections.abc import Iterator, Mapping, Sequence

from croupier.rulebook.agreement.saying import Agreement, Problem, ask, listed
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.law.paytable import Paytable, PaytableMenu
from croupier.rulebook.law.words import HAND_LINES, HOLE_CARD_LINES, HOLE_CARDS, OWN
from croupier.rulebook.payout import For, MeterShare, To
from croupier.rulebook.strict import Path

# What a game's wagers may look at.
LOOKED_AT: Mapping[str, frozenset[str]] = {
    "three-card-poker": frozenset({"own_three_cards", "own_three_and_dealers_three", "other_players_three_cards"}),
    "four-card-poker": frozenset(
        {
            *("own_best_four_of_five", "own_five_cards", "own_five_and_box_card", "best_hand_at_the_table"),
            *("other_players_best_four_of_five", "other_players_five_cards"),
        }
    ),
    "ultimate-texas-holdem": frozenset(
        {
            *("own_two_cards", "own_two_and_dealers_two", "own_two_and_flop", "own_two_and_community_best_five"),
            *("own_two_and_four_box_cards", "community_cards", "losing_hand_of_either", "losing_hand_of_player"),
            *("other_players_two_and_flop", "other_players_two_and_community_best_five"),
        }
    ),
}
BY_STAKE = ("stake", "election_and_stake")


def _paytables(book: Rulebook) -> Iterator[Problem]:
    wagers = {wager.wager: wager for wager in book.wagers.wagers}
    paid = {menu.wager for menu in book.paytables}
    if paid != {*wagers, *(paid & {"ante_bonus"}), *({"envy"} if "progressive" in wagers else ())}:
        yield ("paytables",), f"every wager has its paytable, and envy too; write one for {listed(sorted(wagers))}"
    for index, menu in enumerate(book.paytables):
        at = ("paytables", index)
        needs = "progressive" if menu.wager == "envy" else menu.wager
        offered = needs in wagers and wagers[needs].offered == "if_filed"
        if offered is not (needs in menu.when.offered):
            yield (
                (*at, "when"),
                f"the table belongs where {needs} is offered; write that, or nothing where it always is",
            )
        stakes, hands = ({bool(getattr(table, name)) for table in menu.tables} for name in ("stake_cents", "hands"))
        if (True in hands) is not (menu.chosen_by == "hands") or (True in stakes and menu.chosen_by not in BY_STAKE):
            yield (*at, "chosen_by"), "tables that stakes or hands tell apart are chosen by these; write that"
        if menu.chosen_by in BY_STAKE and (True not in stakes or (not menu.elected and stakes != {True})):
            yield (*at, "chosen_by"), "tables that are chosen by the stake name their stakes"
        yield from _one_at_a_time(book, menu, at)
        yield from _stakes(book, menu, at)
        yield from _hands(book, menu, at)
        for place, table in enumerate(menu.tables):
            yield from _looks_at(book, menu, place, (*at, "tables", place))
            yield from _draws_on(table, (*at, "tables", place))


def _one_at_a_time(book: Rulebook, menu: PaytableMenu, at: Path) -> Iterator[Problem]:
    """A wager has one menu whatever is elected: only one, or two that an election and its contrary tell apart."""
    told = [
        [term for term in one.when.terms if term[0] != "offers"] for one in book.paytables if one.wager == menu.wager
    ]
    terms = [term for one in told for term in one]
    contrary = len(told) == len(terms) == 2 and terms[0] == (terms[1][0], not terms[1][1], terms[1][2])
    if told != [[]] and not contrary:
        yield (*at, "when"), f"{menu.wager} has one menu under every election; give one of two the other's contrary"


def _stakes(book: Rulebook, menu: PaytableMenu, at: Path) -> Iterator[Problem]:
    """Tables that the stake tells apart: one for each stake that may be filed, under each choice and condition."""
    stakes = sorted(book.progressive.stakes.is_)
    found: dict[tuple[str, str], list[int]] = {}
    for table in menu.selectable():
        if table.stake_cents:
            found.setdefault((table.id if menu.elected else "", table.when.text), []).append(table.stake_cents)
    for (name, _), told in found.items():
        if sorted(told) != stakes:
            whose = f"{menu.wager} {name}".rstrip()
            yield (*at, "tables"), f"{whose} has one table for each stake; write stake_cents {listed_cents(stakes)}"


def listed_cents(stakes: Sequence[int]) -> str:
    """Stakes one after the other."""
    return listed([str(cents) for cents in stakes])


def _hands(book: Rulebook, menu: PaytableMenu, at: Path) -> Iterator[Problem]:
    """Tables that the number of hands tells apart: one player's and the dealer's, up to as many as may be dealt in."""
    if menu.chosen_by != "hands":
        return
    asked = ask(book.cover_all.requirements, "table.seats") if book.cover_all else []
    most = [rule.at_most for rule in asked if rule.at_most is not None]
    told = {table.id: table.hands for table in menu.selectable()}
    wanted = {str(hands): hands for hands in range(most[0] + 1, 1, -1)} if most else {}
    if told != wanted:
        yield (*at, "tables"), f"there is a table for each number of hands, called so; write {listed(list(wanted))}"


def _draws_on(table: Paytable, at: Path) -> Iterator[Problem]:
    """A share is of a meter that the table has, and a meter is there because a line pays a share of it."""
    shared = {line.pays.meter for line in table.lines if isinstance(line.pays, MeterShare)}
    kept = [meter.meter for meter in table.meters]
    for name in sorted(shared - set(kept)):
        yield (*at, "lines"), f"table {table.id} has no meter {name!r}; write one of {listed(kept) or 'its own meters'}"
    for name in sorted(set(kept) - shared):
        yield (*at, "meters"), f"no line of table {table.id} pays from the meter {name!r}; take it out, or add a line"


def _looks_at(book: Rulebook, menu: PaytableMenu, place: int, at: Path) -> Iterator[Problem]:
    table = menu.tables[place]
    fact = table.ranked_on or menu.ranked_on
    names = {line.line for line in table.lines}
    if (fact is None) is not (names == {"win"}):
        yield at, "a table that ranks hands says on which cards; write ranked_on, or the line win"
    if fact is None:
        return
    for ranked_on in (fact.is_, *(case.is_ for case in fact.cases)):
        if ranked_on not in LOOKED_AT[book.game] or (ranked_on in OWN) is not (menu.wager == "envy"):
            yield (*at, "ranked_on"), f"{menu.wager} of this game does not look at {ranked_on}; write other cards"
        if (ranked_on == "best_hand_at_the_table") is not (menu.wager == "cover_all"):
            yield (
                (*at, "ranked_on"),
                "cover_all alone is on the best_hand_at_the_table; write other cards",
            )
        known = HOLE_CARD_LINES if ranked_on in HOLE_CARDS else HAND_LINES
        for name in sorted(names - known):
            yield (*at, "lines"), f"there is no line {name!r}; write {listed(sorted(known))}"


def _rounding(book: Rulebook) -> Iterator[Problem]:
    """What becomes of a part of a cent is said where odds or shares of a meter may leave one, and there only."""
    pays = [line.pays for menu in book.paytables for table in menu.selectable() for line in table.lines]
    raised = any(menu.odds == "minimum" for menu in book.paytables)
    parts = raised or any(isinstance(odds, To | For) and odds.per > 1 for odds in pays)
    if (book.settlement.odds_rounding is not None) is not parts:
        yield ("settlement",), "odds_rounding stands where odds may leave a part of a cent; write it there only"
    shares = any(isinstance(odds, MeterShare) and odds.percent < 100 for odds in pays)
    if (book.progressive.share_rounding is not None) is not shares:
        yield ("progressive",), "share_rounding stands where a line pays part of a meter; write it there only"


AGREEMENTS: tuple[Agreement, ...] = (_paytables, _rounding)
