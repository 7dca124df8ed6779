"""A study as a picture."""

from typing import TYPE_CHECKING

from croupier.odds.publishing.pictures import new_figure
from croupier.odds.studies.compare import CompareStudy
from croupier.odds.studies.errors import ErrorStudy
from croupier.odds.studies.meter import MeterStudy
from croupier.odds.studies.published import Study
from croupier.odds.studies.ruin import RuinStudy
from croupier.odds.studies.volatility import NINETY_PERCENT, VolatilityStudy

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.ticker import Locator

INK, HOUSE, PLAYER, FAINT = "#222222", "#b5483a", "#2f6f8f", "#c9ccd1"
INCHES_A_BAR = 0.27


def draw(study: Study) -> "Figure":
    """The picture of a study."""
    if isinstance(study, RuinStudy):
        return _ruin(study)
    if isinstance(study, MeterStudy):
        return _meter(study)
    if isinstance(study, ErrorStudy):
        return _errors(study)
    if isinstance(study, CompareStudy):
        return _compare(study)
    return _volatility(study)


def _plain(axes: "Axes", title: str, across: str, up: str) -> None:
    axes.set_title(title, loc="left", fontsize=11, color=INK)
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    axes.grid(color=FAINT, linewidth=0.5)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)


def _whole(value: float, _: object = None) -> str:
    return f"{value:,.0f}"


def _few() -> "Locator":
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(5)


def _ruin(study: RuinStudy) -> "Figure":
    figure = new_figure(10, 4)
    over_time, results = figure.subplots(1, 2)
    hands = [hand for hand, _ in study.ruined_by_hand]
    shares = [100 * share for _, share in study.ruined_by_hand]
    over_time.plot(hands, shares, color=HOUSE)
    over_time.fill_between(hands, shares, color=HOUSE, alpha=0.12)
    over_time.set_ylim(0, max(5.0, min(100.0, 1.15 * max(shares))))
    over_time.set_xlim(0, study.rules.hands)
    bottom = study.endings[0]
    label = f"{bottom.share if bottom.exact is None else bottom.exact:.1%}"
    over_time.annotate(label, (hands[-1], shares[-1]), xytext=(-6, -26), textcoords="offset points", ha="right")
    title = f"{bottom.end.capitalize()} with {study.rules.bankroll_cents / 100:,.0f} dollars"
    _plain(over_time, title, "hands played", "percent of sessions")
    quantiles = study.exact_quantiles_cents or study.quantiles_cents
    dollars = [cents / 100 for cents in quantiles.values()]
    places = range(len(dollars))
    results.barh(places, dollars, color=[PLAYER if value > 0 else HOUSE for value in dollars], height=0.6)
    results.set_yticks(places, [f"{percent}%" for percent in quantiles])
    results.axvline(0, color=INK, linewidth=0.8)
    reach = max(abs(value) for value in dollars) or 1.0
    for place, value in zip(places, dollars, strict=True):
        results.text(
            value + (0.02 if value >= 0 else -0.02) * reach, place, f"{value:+,.0f}", va="center",
            ha="left" if value >= 0 else "right", fontsize=9,
        )  # fmt: skip
    results.margins(x=0.18)
    _plain(results, "Quantiles of session results", "dollars won or lost", "sessions with no more")
    return figure


def _volatility(study: VolatilityStudy) -> "Figure":
    figure = new_figure(8, 4.5)
    axes = figure.subplots()
    hands = [10 ** (place / 20) for place in range(20, 101)]
    mean, sd = study.mean_cents / study.staked_cents * 100, study.sd_cents / study.staked_cents * 100
    for times, label, depth in ((NINETY_PERCENT, "90 sessions in 100", 0.18), (1.0, "one standard deviation", 0.35)):
        low = [mean - times * sd / count**0.5 for count in hands]
        high = [mean + times * sd / count**0.5 for count in hands]
        axes.fill_between(hands, low, high, color=PLAYER, alpha=depth, linewidth=0, label=label)
    axes.axhline(mean, color=HOUSE, label=f"mean, {mean:+.2f}%")
    axes.axhline(0, color=INK, linewidth=0.8)
    axes.set_xscale("log")
    axes.set_xlim(hands[0], hands[-1])
    axes.xaxis.set_major_formatter(_whole)
    if study.n0_hands and hands[0] < study.n0_hands < hands[-1]:
        axes.axvline(study.n0_hands, color=INK, linestyle=":", linewidth=1)
        axes.annotate(
            f"N0 = {study.n0_hands:,.0f} hands", (study.n0_hands, 0.95), xycoords=("data", "axes fraction"),
            xytext=(5, 0), textcoords="offset points", va="top",
        )  # fmt: skip
    _plain(axes, f"{study.made.rules}: where results lie", "hands played", "won or lost, percent of all staked")
    axes.legend(frameon=False, loc="lower right")
    return figure


def _errors(study: ErrorStudy) -> "Figure":
    figure = new_figure(9, 1.2 + INCHES_A_BAR * len(study.errors))
    axes = figure.subplots()
    places = range(len(study.errors))
    costs = [error.cost_cents / 100 for error in study.errors]
    widths = [2 * error.standard_error_cents / 100 for error in study.errors]
    axes.barh(places, costs, xerr=widths, color=[HOUSE if cost > 0 else PLAYER for cost in costs], height=0.65,
              error_kw={"elinewidth": 0.8, "ecolor": INK})  # fmt: skip
    axes.set_yticks(places, [f"{error.wager.replace('_', ' ')}: {error.error}" for error in study.errors])
    axes.invert_yaxis()
    axes.axvline(0, color=INK, linewidth=0.8)
    title = f"{study.made.rules}: errors in {study.rate:.3g} of the chances for them"
    _plain(axes, title, "dollars that 1,000 hands cost the house (to the left: the player)", "")
    axes.grid(visible=False, axis="y")
    axes.margins(y=0.02)
    return figure


def _compare(study: CompareStudy) -> "Figure":
    figure = new_figure(8, 4.5)
    axes = figure.subplots()
    rounds = [at for at, _, _ in study.path]
    means = [mean for _, mean, _ in study.path]
    low = [mean - 2 * error for _, mean, error in study.path]
    high = [mean + 2 * error for _, mean, error in study.path]
    last = study.path[-1][0]
    apart = [2 * study.independent_error_cents * (last / at) ** 0.5 for at in rounds]
    wide = [mean - half for mean, half in zip(means, apart, strict=True)]
    tall = [mean + half for mean, half in zip(means, apart, strict=True)]
    axes.fill_between(rounds, wide, tall, color=FAINT, alpha=0.45, linewidth=0, label="two errors, cards of their own")
    axes.fill_between(rounds, low, high, color=PLAYER, alpha=0.35, linewidth=0, label="two errors, the same cards")
    axes.plot(rounds, means, color=PLAYER, label="difference so far")
    if study.exact_cents is not None:
        axes.axhline(study.exact_cents, color=HOUSE, linestyle="--", linewidth=1, label="exact")
    axes.axhline(0, color=INK, linewidth=0.8)
    axes.set_xlim(rounds[0] if len(rounds) > 1 else 0, last)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value / 1e6:g} M" if value >= 1e5 else f"{value:,.0f}")
    _plain(axes, "What the second table gives the player more than the first", "rounds", "cents a round")
    axes.legend(frameon=False)
    return figure


def _meter(study: MeterStudy) -> "Figure":
    figure = new_figure(10, 4)
    values, returns = figure.subplots(1, 2)
    for number, meter in enumerate(study.meters):
        colour = (PLAYER, "#7a5c99", "#5f8f4f")[number % 3]
        count = len(meter.shown_cents)
        share = [100 * (1 - place / count) for place in range(count)]
        values.plot([cents / 100 for cents in meter.shown_cents], share, color=colour, label=meter.meter)
        if meter.break_even_cents is not None and meter.break_even_cents <= 1.5 * meter.shown_cents[-1]:
            values.axvline(meter.break_even_cents / 100, color=colour, linestyle=":", linewidth=1)
            values.annotate(
                f"break-even\n{meter.break_even_cents / 100:,.0f}",
                (meter.break_even_cents / 100, 0.85 - 0.15 * number),
                xycoords=("data", "axes fraction"), xytext=(5, 0), textcoords="offset points", va="top",
                color=colour,
            )  # fmt: skip
    if len(study.meters) > 1:
        values.set_xscale("log")
    else:
        values.xaxis.set_major_locator(_few())
    values.xaxis.set_major_formatter(_whole)
    _plain(values, "How high the meter stands", "dollars shown", "percent of wagers made at that or more")
    if len(study.meters) > 1:
        values.legend(frameon=False)
    for times, line in ((1, "-"), (2, "--"), (5, ":")):
        chosen = [(rate, 100 * back) for rate, multiple, back in study.returns if multiple == times]
        label = "reset as filed" if times == 1 else f"{times} times the reset"
        returns.plot(*zip(*chosen, strict=True), color=HOUSE, linestyle=line, label=label)
    rate = sum(meter.rate_percent for meter in study.meters)
    returns.plot([rate], [100 * study.long_run_return], "o", color=INK)
    returns.axhline(100, color=INK, linewidth=0.8)
    _plain(returns, "What comes back in the long run", "percent of each stake that feeds the meter", "percent returned")
    returns.legend(frameon=False)
    return figure
