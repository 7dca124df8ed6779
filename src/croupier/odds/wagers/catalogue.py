"""Every wager and paytable of a rulebook, each worked out only when asked for."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import lcm
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from croupier.odds.cache import Shelf
from croupier.odds.games.base import game_of, solved, solved_with_pair_plus
from croupier.odds.hands.classes import line_counts
from croupier.odds.hands.counts import counted
from croupier.odds.wagers.beside import DEALT_FURTHER, folded_lines, won_lines
from croupier.odds.wagers.results import Folding, Result, Stakes, base_result, side_result
from croupier.odds.wagers.showdown import hangs_on_showdown, with_pushes
from croupier.rulebook.errors import BadInput
from croupier.rulebook.formulas import seed_bounds
from croupier.rulebook.law.base import Fact, Scalar
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.law.paytable import MeterRule, Paytable, PaytableMenu
from croupier.rulebook.law.words import OWN
from croupier.rulebook.load import load
from croupier.rulebook.payout import FixedSum, MeterShare

BASE = "base"
STAKE_CENTS = 100
FORFEITS = "forfeits it"
SHOWDOWN, IF_WON = "showdown", "pays only if it is won"
WITH_ANTE = "forfeits it together with an equal ante"


class Asked(Struct, frozen=True, kw_only=True):
    """What a person may ask for instead of the posted table, the usual stake and the least the meters may show."""

    table: Paytable | None = None
    stake_cents: int | None = None
    meters_cents: Mapping[str, int] = {}


AS_POSTED = Asked()


class Entry(Struct, frozen=True, kw_only=True):
    """One result there is to work out: a wager under a paytable and, in `at`, an election or a stake."""

    wager: str
    menu: PaytableMenu
    table: Paytable
    at: Mapping[str, Any]
    work_out: Callable[[Shelf, Asked], Result]


def entries(book: Rulebook) -> list[Entry]:
    """All there is, the game against the dealer first; of several elections the usual one first."""
    decided_by = game_of(book).decided_by
    found: list[Entry] = []
    for menu in book.paytables:
        for table in menu.tables:
            if menu.wager == decided_by:
                if not _twin(found, table):
                    found.append(_base(book, menu, table))
            elif menu.wager not in _with_base(book):
                found += _sides(book, menu, table)
    return sorted(found, key=lambda entry: entry.wager != BASE)


def wager_names(book: Rulebook) -> tuple[str, ...]:
    """The wagers that have results of their own."""
    return tuple(dict.fromkeys(entry.wager for entry in entries(book)))


def paytable_names(book: Rulebook, wager: str) -> tuple[str, ...]:
    """The ids of a wager's paytables."""
    return tuple(dict.fromkeys(entry.table.id for entry in entries(book) if entry.wager == wager))


def find(book: Rulebook, wager: str | None = None, paytable: str | None = None) -> list[Entry]:
    """The entries of a wager and a paytable, or all; what does not exist is refused with what does."""
    found = entries(book)
    if wager is not None:
        # Ante, play and what pays on top of them are one game: there is no result of the ante alone.
        name = BASE if wager in _with_base(book) else wager
        found = [entry for entry in found if entry.wager == name]
        if not found:
            raise BadInput(f"{book.rulebook} has no wager {wager!r}; there are {', '.join(wager_names(book))}.")
    if paytable is not None:
        chosen = [entry for entry in found if entry.table.id == paytable]
        if not chosen:
            ids = ", ".join(dict.fromkeys(entry.table.id for entry in found))
            whose = found[0].menu.title if wager is not None else book.rulebook
            raise BadInput(f"{whose} has no paytable {paytable!r}; there are {ids}.")
        found = chosen
    return found


def results(
    rulebook: str, wager: str | None = None, paytable: str | None = None, shelf: Shelf | None = None
) -> Iterator[Result]:
    """The exact results of a rulebook, of one wager of it, or of one paytable, one by one."""
    shelf = shelf or Shelf()
    for entry in find(load(rulebook), wager, paytable):
        yield entry.work_out(shelf, AS_POSTED)


def _with_base(book: Rulebook) -> tuple[str, ...]:
    """The wagers whose result is that of the game: those against the dealer, and what decides best play."""
    return (*(wager.wager for wager in book.wagers.wagers if wager.against == "dealer"), game_of(book).decided_by)


def _twin(found: list[Entry], table: Paytable) -> bool:
    """Whether the same lines stand under the same id already: two versions of a game may share their tables."""
    return any(
        entry.wager == BASE and (entry.table.id, entry.table.lines) == (table.id, table.lines) for entry in found
    )


def _base(book: Rulebook, menu: PaytableMenu, table: Paytable) -> Entry:
    title = f"{game_of(book).name}, {menu.title}"

    def work_out(shelf: Shelf, asked: Asked) -> Result:
        used = asked.table or table
        return base_result(title, used, solved(book, used, shelf))

    return Entry(wager=BASE, menu=menu, table=table, at={}, work_out=work_out)


def _sides(book: Rulebook, menu: PaytableMenu, table: Paytable) -> Iterator[Entry]:
    """A side wager's entries: one per election that changes what is ranked, and one with an ante if a fold matters."""
    fact = table.ranked_on or menu.ranked_on
    if fact is None:
        raise BadInput(f"{menu.title} {table.id} does not say what it ranks; add ranked_on to the rule data.")
    at = {**_conditions(table), **_circumstances(menu, table)}
    if hangs_on_showdown(book, menu.wager):
        yield from (_if_won(book, menu, table, own, {**at, **chosen}) for chosen, own in _readings(book, fact))
        return
    # What a fold does to a wager on the best hand at the table hangs on all hands, and is not worked out.
    fold = next((fold for fold in book.folding if fold.wager == menu.wager and not table.hands), None)
    for chosen, ranked_on in _readings(book, fact):
        for elected, folding in _readings(book, fold) if fold else [({}, "kept")]:
            lost = folding == "lost" and menu.wager != "pair_plus"  # which has its own with an ante
            under = {**at, **chosen, **elected}
            if lost and menu.wager in book.wagers.alone:  # who makes nothing else is never asked, and folds nothing
                yield _side(book, menu, table, ranked_on, {**under, "made": "alone"}, lost=False)
                under["made"] = "with an ante"
            yield _side(book, menu, table, ranked_on, under, lost)
    if menu.wager == "pair_plus":
        yield _with_ante(book, menu, table)


def _readings(book: Rulebook, fact: Fact[str]) -> Iterator[tuple[dict[str, Scalar], str]]:
    """What is ranked by default and under each other election, with the election that makes it so."""
    if not fact.cases:
        yield {}, fact.is_
        return
    yield {fact.menu: next(menu.default for menu in book.menus if menu.menu == fact.menu)}, fact.is_
    for case in fact.cases:
        yield {fact.menu: case.elected}, case.is_


def _conditions(table: Paytable) -> dict[str, Scalar]:
    """The elections that a table belongs to."""
    return {name.partition(".")[2]: value for name, wanted, value in table.when.terms if wanted and name != "offers"}


def _circumstances(menu: PaytableMenu, table: Paytable) -> dict[str, Any]:
    if menu.wager == "pair_plus":
        return {"made": "alone"}
    if menu.wager == "envy":
        return {"other_players": 1}
    return {"hands": table.hands, "players": table.hands - 1} if table.hands else {}


def _side(
    book: Rulebook, menu: PaytableMenu, table: Paytable, ranked_on: str, at: Mapping[str, Any], lost: bool
) -> Entry:
    """A wager that its cards alone decide, or with `lost` a fold too: then it is played as is best for the ante."""

    def work_out(shelf: Shelf, asked: Asked) -> Result:
        used = asked.table or table
        cards = counted(ranked_on, shelf, table.hands)
        stakes, stated = stakes_at(book, menu, used, asked)
        counts = line_counts(used, cards.counts, cards.means)
        total = cards.total
        folds, folding = dict[str, str](), None
        if lost or menu.wager == "envy" or table.hands:
            made, total, folding, words = _unfolded(book, used, ranked_on, counts, total, shelf, lost)
            counts, folds = made if lost else counts, {"fold": words}
        result = side_result(menu.wager, menu.title, used, counts, total, stakes)
        return replace(result, at={**stated, **at, **folds}, folding=folding)

    if table.stake_cents:
        at = {"stake_cents": table.stake_cents, **at}
    return Entry(wager=menu.wager, menu=menu, table=table, at=at, work_out=work_out)


def _if_won(book: Rulebook, menu: PaytableMenu, table: Paytable, ranked_on: str, at: Mapping[str, Any]) -> Entry:
    """A wager that pays only if the showdown is won, played as is best for the ante, which a fold loses it with."""

    def work_out(shelf: Shelf, asked: Asked) -> Result:
        used = asked.table or table
        stakes, stated = stakes_at(book, menu, used, asked)
        total = solved(book, _usual_table(book), shelf).total
        won = won_lines(book, used, menu.wager, ranked_on, shelf)
        gone = sum(folded_lines(book, used, ranked_on, shelf).values(), Fraction(0)) * total
        counts = {line: int(share * total) for line, share in won.items()}
        shown = with_pushes(book, menu.wager, used)
        result = side_result(menu.wager, menu.title, shown, counts, total, stakes)
        folds = f"best play of the game folds {int(gone):,} of {total:,} deals with a paying hand"
        if not gone:
            folds = "best play of the game folds no paying hand"
        told = {**stated, **at, SHOWDOWN: IF_WON, "fold": f"{FORFEITS}; {folds}"}
        return replace(result, at=told, folding=Folding(loses=True, paying_deals=int(gone)))

    return Entry(wager=menu.wager, menu=menu, table=table, at=at, work_out=work_out)


def _usual_table(book: Rulebook) -> Paytable:
    """The ante bonus or blind table that is posted unless another is elected."""
    menu = next(menu for menu in book.paytables if menu.wager == game_of(book).decided_by)
    posted = menu.table(menu.default)
    assert posted is not None
    return posted


def _unfolded(
    book: Rulebook, table: Paytable, ranked_on: str, counts: Mapping[str, int], total: int, shelf: Shelf, lost: bool
) -> tuple[dict[str, int], int, Folding, str]:
    """How often each line is made and not folded by who plays best for the ante, of how many deals, what is folded."""
    own = {**OWN, "best_hand_at_the_table": "own_best_four_of_five"}.get(ranked_on, ranked_on)
    folded = folded_lines(book, table, own, shelf)
    finer = lcm(DEALT_FURTHER.get(own, 1), *((share * total).denominator for share in folded.values()))
    dealt = {line: count * finer for line, count in counts.items()}
    made = {line: count - int(folded[line] * total * finer) for line, count in dealt.items()}
    gone = sum(dealt.values()) - sum(made.values())
    if not gone:
        words = "best play of the game folds no paying hand"
        return dict(counts), total, Folding(loses=lost), f"{FORFEITS}; {words}" if lost else words
    words = f"best play of the game folds {gone:,} of {total * finer:,} deals with a paying hand"
    folding = Folding(loses=lost, paying_deals=gone)
    if not lost:
        return made, total, folding, f"{words}, which are counted"
    return made, total * finer, folding, f"{FORFEITS}; {words}"


def stakes_at(book: Rulebook, menu: PaytableMenu, table: Paytable, asked: Asked) -> tuple[Stakes, dict[str, Any]]:
    """The money a result assumes, and how its `at` says so: the least stake and the least the meters may show."""
    stake = asked.stake_cents or table.stake_cents or STAKE_CENTS
    if menu.wager == "envy":
        return Stakes(stake_cents=stake, free=True), {"stake_cents": stake}
    if any(isinstance(line.pays, MeterShare) for line in table.lines):
        least: dict[str, int] = {meter.meter: seed_bounds(meter, stake).bounds()[0][1] for meter in table.meters}
        stakes = Stakes(
            stake_cents=stake,
            meters_cents={**least, **asked.meters_cents},
            resets_cents=least,
            rates_percent={meter.meter: _least_rate(meter) for meter in table.meters},
        )
        return stakes, {
            "stake_cents": stake,
            "meters_cents": stakes.meters_cents,
            "resets_cents": stakes.resets_cents,
            "rates_percent": {meter: float(rate) for meter, rate in stakes.rates_percent.items()},
        }
    if any(isinstance(line.pays, FixedSum) for line in table.lines):
        law = book.six_card_bonus
        returns = law is None or law.fixed_award_returns_stake.is_
        stated = {"stake_cents": stake, "fixed_award_returns_stake": returns}
        return Stakes(stake_cents=stake, fixed_sum_returns_stake=returns), stated
    return Stakes(stake_cents=stake), {}


def _least_rate(meter: MeterRule) -> Fraction:
    return Fraction(meter.rate.at_least or meter.rate.exactly or 0)


def _with_ante(book: Rulebook, menu: PaytableMenu, table: Paytable) -> Entry:
    """Pair plus beside an equal ante: a fold forfeits it, so it wins only with hands that best play does not fold."""
    posted = _usual_table(book)
    at = {"made": "with an ante", "fold": WITH_ANTE, "ante_bonus": posted.id}

    def work_out(shelf: Shelf, asked: Asked) -> Result:
        used = asked.table or table
        returns = solved_with_pair_plus(book, posted, used, shelf)
        counts = dict.fromkeys((line.line for line in used.lines), 0)
        for outcome in returns.outcomes:
            if outcome.decision != "fold" and outcome.line in counts:
                counts[outcome.line] += outcome.count
        result = side_result(menu.wager, menu.title, used, counts, returns.total, Stakes())
        return replace(result, at=at, folding=Folding(loses=True))

    return Entry(wager=menu.wager, menu=menu, table=table, at=at, work_out=work_out)
