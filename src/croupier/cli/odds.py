"""`croupier odds`: the exact odds of every wager under every paytable."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.best import read_amounts, read_elections
from croupier.cli.elsewhere import Cluster, elsewhere
from croupier.cli.odds_audit import ROUNDS, audit_odds
from croupier.cli.odds_tables import print_all, print_results, print_statistics, print_strategies, print_whole
from croupier.cli.output import console, write_json
from croupier.cli.par import par_kind, write_par
from croupier.cli.progress import steps
from croupier.odds.cache import Shelf
from croupier.odds.publishing.par import par as par_sheet
from croupier.odds.publishing.published import publish, publish_statistics, publish_strategy, publish_whole, published
from croupier.odds.wagers.catalogue import AS_POSTED, find
from croupier.odds.wagers.custom_paytable import OwnTable, own_results, read_own
from croupier.odds.wagers.results import Result
from croupier.odds.wagers.statistics import SESSION_ROUNDS, permission_of
from croupier.odds.wagers.statistics import statistics as worked_out
from croupier.rulebook.elect import GameRules, elect
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.document import Rulebook
from croupier.rulebook.load import load


def odds(
    rulebook: Annotated[str | None, typer.Argument(metavar="ID", help="A rulebook, such as md-uth.")] = None,
    wager: Annotated[str | None, typer.Option(help="One wager only, such as trips; base is the game itself.")] = None,
    paytable: Annotated[str | None, typer.Option(help="One paytable only, such as A.")] = None,
    paytable_file: Annotated[
        Path | None, typer.Option(help="A paytable of your own in TOML or JSON: each line and its odds.")
    ] = None,
    stake: Annotated[
        list[str] | None, typer.Option(help="WAGER=CENTS, once for each: the whole bet solved, all wagers together.")
    ] = None,
    meter: Annotated[list[str] | None, typer.Option(help="METER=CENTS, for the whole bet: what a meter shows.")] = None,
    elections: Annotated[str, typer.Option(help='Elections of the whole bet, such as "blind=B".')] = "",
    par: Annotated[
        str | None, typer.Option(help="Write a PAR sheet of the rulebook: .pdf, .html or .json.", metavar="FILE")
    ] = None,
    date: Annotated[str, typer.Option(help="The day on the PAR sheet, if not today's.", metavar="YYYY-MM-DD")] = "",
    strategy: Annotated[bool, typer.Option("--strategy", help="How to play, in words, and what that costs.")] = False,
    statistics: Annotated[
        bool, typer.Option("--statistics", help="Skewness, droughts, sessions, return by line, what the rules permit.")
    ] = False,
    session: Annotated[int, typer.Option(help="Rounds in a session, for --statistics.")] = SESSION_ROUNDS,
    fresh: Annotated[bool, typer.Option("--fresh", help="Work everything out anew, whatever was kept.")] = False,
    audit: Annotated[
        bool,
        typer.Option("--audit", help="Every wager by two methods and by simulation; without ID, of all rulebooks."),
    ] = False,
    rounds: Annotated[int, typer.Option(help="Rounds in each run of the audit.")] = ROUNDS,
    seed: Annotated[int, typer.Option(help="Seed of the audit's first run; each that follows has the next.")] = 1,
    all_flops: Annotated[
        bool, typer.Option("--all-flops", help="In the audit also Hold 'Em a second time, which takes half an hour.")
    ] = False,
    cluster: Cluster = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON.")] = False,
) -> None:
    """Exact odds of every wager and paytable."""
    if audit:
        if any((wager, paytable, paytable_file, stake, meter, elections, par, strategy, statistics, cluster)):
            raise BadInput("--audit is of every wager and paytable; leave all but ID, --rounds and --seed out.")
        audit_odds(rulebook, rounds, seed, all_flops, fresh, as_json)
        return
    if rounds != ROUNDS or seed != 1 or all_flops:
        raise BadInput("--rounds, --seed and --all-flops are of the audit; add --audit.")
    if rulebook is None:
        raise BadInput("Name a rulebook, such as md-uth; croupier rules list says which there are.")
    if stake:
        if wager or paytable or paytable_file or par or strategy:
            raise BadInput("--stake is of the whole bet; leave --wager, --paytable, --par and --strategy out.")
        _whole_bet(elect(rulebook, read_elections(elections)), stake, meter or [], Shelf(fresh=fresh), as_json)
        return
    if meter or elections:
        raise BadInput("--meter and --elections are of a whole bet; add what is staked, such as --stake ante=500.")
    with elsewhere(cluster) as run:
        shelf = Shelf(fresh=fresh, run=run)
        _odds(
            load(rulebook),
            wager,
            paytable,
            paytable_file,
            par,
            date,
            strategy,
            shelf,
            as_json,
            session if statistics else 0,
        )


def _odds(
    book: Rulebook, wager: str | None, paytable: str | None, paytable_file: Path | None, par: str | None,
    date: str, strategy: bool, shelf: Shelf, as_json: bool, session: int,
) -> None:  # fmt: skip
    if par is not None and wager and paytable_file and not strategy:
        write_own_par(book, wager, paytable, read_own(paytable_file), par, date, shelf)
        if not as_json:
            console().print(f"The PAR sheet of {book.title} with {paytable_file} is in {par}.")
        return
    if par is not None or strategy:
        if wager or paytable or paytable_file:
            raise BadInput(
                "--par and --strategy are of the whole rulebook; leave --wager and --paytable out, or "
                "give --wager and --paytable-file for the PAR sheet of a paytable of your own."
            )
        _whole(book, par, date, strategy, shelf, as_json)
        return
    if date:
        raise BadInput("--date is the day on a PAR sheet; add --par FILE, or leave it out.")
    if session and wager is None:
        raise BadInput("--statistics is of one wager; name it with --wager.")
    found = (
        _own(book, wager, paytable, paytable_file, shelf) if paytable_file else _posted(book, wager, paytable, shelf)
    )
    if session and wager is not None:
        _statistics(book, wager, found, session, as_json)
    elif as_json:
        write_json(published(book.rulebook, found))
    elif wager is None and paytable is None:
        print_all(console(), book, found)
    else:
        print_results(console(), book, found)


def _statistics(book: Rulebook, wager: str, found: list[Result], session: int, as_json: bool) -> None:
    """The results with their further figures, and what the rules say of their paytables."""
    further = [(result, worked_out(book, result, session), permission_of(book, wager, result)) for result in found]
    if as_json:
        forms = [
            publish(one) | {"statistics": publish_statistics(one, more, allowed)} for one, more, allowed in further
        ]
        write_json({"rules": book.rulebook, "results": forms})
        return
    for result, more, allowed in further:
        print_results(console(), book, [result])
        print_statistics(console(), result, more, allowed)


def _day(text: str) -> str:
    """The day that a sheet carries: the one given, or today."""
    if not text:
        return datetime.now(UTC).date().isoformat()
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).date().isoformat()
    except ValueError:
        raise BadInput(f"--date {text!r} is no day; write it as 2026-11-30.") from None


def _whole_bet(rules: GameRules, stake: list[str], meter: list[str], shelf: Shelf, as_json: bool) -> None:
    from croupier.odds.wagers.whole import whole_bet

    staked, meters = read_amounts("--stake", stake), read_amounts("--meter", meter)
    with steps(1) as progress:
        shelf.tell = progress.tell
        found = whole_bet(rules, staked, meters, shelf)
    if as_json:
        write_json(publish_whole(found))
    else:
        print_whole(console(), rules, found)


def _posted(book: Rulebook, wager: str | None, paytable: str | None, shelf: Shelf) -> list[Result]:
    chosen = find(book, wager, paytable)
    found = []
    with steps(len(chosen)) as progress:
        shelf.tell = progress.tell
        for entry in chosen:
            found.append(entry.work_out(shelf, AS_POSTED))
            progress.advance(entry.wager)
    return found


def _own(book: Rulebook, wager: str | None, paytable: str | None, file: Path, shelf: Shelf) -> list[Result]:
    if wager is None:
        raise BadInput("--paytable-file needs --wager: name the wager that the paytable is for.")
    own = read_own(file)
    with steps(1) as progress:
        shelf.tell = progress.tell
        return list(own_results(book, wager, paytable, own, shelf))


def write_own_par(
    book: Rulebook,
    wager: str,
    paytable: str | None,
    own: OwnTable,
    file: str,
    date: str = "",
    shelf: Shelf | None = None,
) -> None:
    """The PAR sheet of a paytable of one's own."""
    par_kind(file)
    made_on = _day(date)
    with steps(1) as progress:
        shelf = shelf or Shelf()
        shelf.tell = progress.tell
        results = list(own_results(book, wager, paytable, own, shelf))
    write_par(file, par_sheet(elect(book.rulebook), results, (), made_on))


def _whole(book: Rulebook, par_file: str | None, date: str, strategy: bool, shelf: Shelf, as_json: bool) -> None:
    """A PAR sheet, the strategies in words, or both."""
    if par_file:
        par_kind(par_file)
    made_on = _day(date)
    results = _posted(book, None, None, shelf) if par_file else []
    with steps(1) as progress:
        progress.tell("working out how to play, and what each way costs")
        from croupier.odds.advice.rules_of_play import rules_of_play  # NumPy and Numba take a while to load

        rules = elect(book.rulebook)
        strategies = rules_of_play(rules)
    if par_file:
        write_par(par_file, par_sheet(rules, results, strategies, made_on))
    if as_json and strategy:
        write_json({"rules": book.rulebook, "strategies": [publish_strategy(found) for found in strategies]})
    elif strategy:
        print_strategies(console(), book, strategies)
    elif not as_json:
        console().print(f"The PAR sheet of {book.title} is in {par_file}.")
