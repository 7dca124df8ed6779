"""`croupier study`: what people ask of many rounds, each with a table and, if you like, a picture."""

from fractions import Fraction
from typing import Annotated

import typer
from msgspec.structs import replace

from croupier.cli import study_options as asked
from croupier.cli import study_tables as tables
from croupier.cli.best import read_elections
from croupier.cli.elsewhere import Cluster, elsewhere
from croupier.cli.output import ask_for_command, console
from croupier.cli.simulate import bar, read_cores, read_rules
from croupier.cli.study_options import check_plot, prepared, write_study
from croupier.odds.pieces import on_cores
from croupier.rulebook.elect import GameRules, digest, elect
from croupier.rulebook.errors import BadInput

study = typer.Typer(
    help="Risk of ruin, meters, dealers' errors, comparisons and volatility.",
    callback=ask_for_command,
    invoke_without_command=True,
)


@study.command()
def ruin(
    rulebook: asked.Rulebook,
    units: Annotated[int, typer.Option(help="The bankroll in units of the ante, or of the first stake.")] = 50,
    bankroll: Annotated[int | None, typer.Option(help="The bankroll in cents, instead of --units.")] = None,
    hands: Annotated[int, typer.Option(help="Hands in a session.")] = 500,
    win_goal: Annotated[int, typer.Option(help="Stop when so many cents ahead; 0 never.")] = 0,
    loss_limit: Annotated[int, typer.Option(help="Stop when so many cents behind; 0 never.")] = 0,
    rounds: asked.Rounds = 10_000_000,
    seed: asked.Seed = 1,
    strategy: asked.Strategy = "best",
    stake: asked.Stakes = None,
    submission: asked.Submission = None,
    elections: asked.Elections = "",
    cores: asked.Cores = 0,
    cluster: Cluster = None,
    csv: asked.Csv = None,
    parquet: asked.Parquet = None,
    plot: asked.Plot = None,
    as_json: asked.Json = False,
) -> None:
    """How likely a bankroll is ruined, and what sessions win or lose.

    A player is ruined who can no longer cover the most that a hand may need: the stakes and the largest play wager.
    """
    check_plot(plot)
    rules = read_rules(rulebook, submission, elections)
    run = prepared(rules, rounds, seed, stake, strategy)
    from croupier.odds.studies.bankroll import Bankroll, check
    from croupier.odds.studies.ruin import least_cents, study_ruin

    stakes = run.engine.plan.stakes[0]
    money = Bankroll(
        bankroll_cents=units * stakes.get("ante", next(iter(stakes.values()))) if bankroll is None else bankroll,
        hands=hands,
        least_cents=least_cents(run),
        win_goal_cents=win_goal,
        loss_limit_cents=loss_limit,
    )
    check(money)
    with elsewhere(cluster) as there, bar(rounds) as progress:
        found = study_ruin(run, money, there or on_cores(read_cores(cores)), progress)
    write_study(found, csv, parquet, plot, as_json)
    if not as_json:
        tables.print_ruin(console(), rules, found)


@study.command()
def meter(
    rulebook: asked.Rulebook,
    table: Annotated[
        list[int] | None, typer.Option(help="Seats that make the wager at a linked table, once for each table.")
    ] = None,
    hands_per_hour: Annotated[int, typer.Option(help="Hands an hour at each table.")] = 50,
    rate: Annotated[
        str, typer.Option(help="Percent of each stake that feeds each meter; needed where no submission says it.")
    ] = "",
    reset: Annotated[int | None, typer.Option(help="Cents that each meter restarts from, if not as elected.")] = None,
    awards: Annotated[int, typer.Option(help="How many awards to follow the meters through.")] = 200_000,
    seed: asked.Seed = 1,
    strategy: asked.Strategy = "best",
    stake: asked.Stakes = None,
    submission: asked.Submission = None,
    elections: asked.Elections = "",
    csv: asked.Csv = None,
    parquet: asked.Parquet = None,
    plot: asked.Plot = None,
    as_json: asked.Json = False,
) -> None:
    """How often a meter reaches break-even, its long-run return, and how linked tables share it."""
    check_plot(plot)
    rules = _with_meters(read_rules(rulebook, submission, elections), rate, reset)
    run = prepared(rules, 1, seed, stake, strategy)
    from croupier.odds.studies.meter import study_meter, terms_of
    from croupier.odds.studies.run import made_from

    made = replace(made_from(run), rounds=0)
    found = study_meter(made, terms_of(run.engine, run.shelf), table or [6], hands_per_hour, awards)
    write_study(found, csv, parquet, plot, as_json)
    if not as_json:
        tables.print_meter(console(), rules, found)


def _with_meters(rules: GameRules, rate: str, reset: int | None) -> GameRules:
    """The rules with other rates and reset amounts, whatever the law allows: a study may ask what if."""
    if not rate and rules.meters and not any(one.rate_percent for one in rules.meters):
        raise BadInput(
            "How much of each stake feeds the meter is the operator's choice, and without it the meter only sinks; "
            "give --rate, such as --rate 15 for 15 percent, or the --submission that says it."
        )
    if not rate and reset is None:
        return rules
    try:
        percent = Fraction(rate) if rate else None
    except (ValueError, ZeroDivisionError):
        percent = Fraction(-1)
    if percent is not None and not 0 <= percent <= 100:
        raise BadInput(f"--rate {rate} is no rate; write percent such as 14.5, from 0 to 100.")
    if reset is not None and reset < 0:
        raise BadInput(f"--reset {reset} is no sum of money; write cents such as 100000.")
    meters = tuple(
        replace(
            one,
            rate_percent=one.rate_percent if percent is None else percent,
            reset_cents=one.reset_cents if reset is None else reset,
            initial_cents=one.initial_cents if reset is None else reset,
        )
        for one in rules.meters
    )
    changed = replace(rules, meters=meters)
    return replace(changed, digest=digest(changed))


@study.command()
def errors(
    rulebook: asked.Rulebook,
    rate: Annotated[float, typer.Option(help="In what share of the chances for an error the dealer errs.")] = 0.01,
    rounds: asked.Rounds = 10_000_000,
    seed: asked.Seed = 1,
    strategy: asked.Strategy = "best",
    stake: asked.Stakes = None,
    submission: asked.Submission = None,
    elections: asked.Elections = "",
    cores: asked.Cores = 0,
    cluster: Cluster = None,
    csv: asked.Csv = None,
    parquet: asked.Parquet = None,
    plot: asked.Plot = None,
    as_json: asked.Json = False,
) -> None:
    """What a dealer's errors cost, kind by kind."""
    check_plot(plot)
    rules = read_rules(rulebook, submission, elections)
    run = prepared(rules, rounds, seed, stake, strategy)
    from croupier.odds.studies.errors import study_errors

    with elsewhere(cluster) as there, bar(rounds) as progress:
        found = study_errors(run, rate, cores=read_cores(cores), run=there, progress=progress)
    write_study(found, csv, parquet, plot, as_json)
    if not as_json:
        tables.print_errors(console(), rules, found)


@study.command()
def compare(
    rulebook: asked.Rulebook,
    other: Annotated[str | None, typer.Argument(metavar="[ID]", help="Another rulebook of the same game.")] = None,
    paytable: Annotated[list[str] | None, typer.Option(help="WAGER=PAYTABLE of the first table.")] = None,
    against: Annotated[list[str] | None, typer.Option(help="WAGER=PAYTABLE of the second table.")] = None,
    rounds: asked.Rounds = 10_000_000,
    seed: asked.Seed = 1,
    strategy: asked.Strategy = "best",
    stake: asked.Stakes = None,
    elections: Annotated[str, typer.Option(help='Elections of both tables, such as "ante_bonus=B".')] = "",
    cores: asked.Cores = 0,
    cluster: Cluster = None,
    csv: asked.Csv = None,
    parquet: asked.Parquet = None,
    plot: asked.Plot = None,
    as_json: asked.Json = False,
) -> None:
    """Two paytables or rulebooks on the same cards: what the second gives the player more than the first."""
    check_plot(plot)
    if other is None and not against:
        raise BadInput("Compare with what? Name a second rulebook, or a paytable such as --against pair_plus=D.")
    both = read_elections(elections)
    first = elect(rulebook, {**both, **read_elections(" ".join(paytable or []))})
    second = elect(other or rulebook, {**both, **read_elections(" ".join(against or paytable or []))})
    if first.rulebook.game != second.rulebook.game:
        raise BadInput(
            f"{rulebook} and {other} are different games, which no cards are the same for; "
            "compare two rulebooks of one game."
        )
    staked = stake or _common_stakes(first, second)
    one, two = (prepared(rules, rounds, seed, staked, strategy) for rules in (first, second))
    from croupier.odds.studies.compare import study_compare

    with elsewhere(cluster) as there, bar(rounds) as progress:
        found = study_compare(one, two, there or on_cores(read_cores(cores)), progress)
    write_study(found, csv, parquet, plot, as_json)
    if not as_json:
        tables.print_compare(console(), first, second, found)


def _common_stakes(first: GameRules, second: GameRules) -> dict[str, int]:
    from croupier.odds.simulation.stakes import usual_stakes

    there = usual_stakes(second)
    return {wager: max(cents, there[wager]) for wager, cents in usual_stakes(first).items() if wager in there}


@study.command()
def volatility(
    rulebook: asked.Rulebook,
    rounds: asked.Rounds = 10_000_000,
    seed: asked.Seed = 1,
    strategy: asked.Strategy = "best",
    stake: asked.Stakes = None,
    submission: asked.Submission = None,
    elections: asked.Elections = "",
    cores: asked.Cores = 0,
    cluster: Cluster = None,
    csv: asked.Csv = None,
    parquet: asked.Parquet = None,
    plot: asked.Plot = None,
    as_json: asked.Json = False,
) -> None:
    """How far results spread over 100, 1,000 and 10,000 hands, and after how many the edge shows."""
    check_plot(plot)
    rules = read_rules(rulebook, submission, elections)
    run = prepared(rules, rounds, seed, stake, strategy)
    from croupier.odds.studies.volatility import study_volatility

    with elsewhere(cluster) as there, bar(rounds) as progress:
        found = study_volatility(run, there or on_cores(read_cores(cores)), progress)
    write_study(found, csv, parquet, plot, as_json)
    if not as_json:
        tables.print_volatility(console(), rules, found)
