"""Pictures, drawn by Matplotlib (the extra `croupier[plot]`)."""

from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.notebook.shown import Designs, Prices, Simulated, Values
from croupier.odds.design.published import draw_front
from croupier.odds.publishing.pictures import new_figure, save
from croupier.rulebook.errors import BadInput

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INCHES_A_BAR = 0.3


class Plot:
    """A picture: a notebook shows it, `save` writes it, `figure` is Matplotlib's own."""

    def __init__(self, figure: "Figure") -> None:
        self.figure = figure

    def save(self, file: str | Path) -> Path:
        """Write it, as the file's name ends."""
        return save(self.figure, file)

    def _repr_svg_(self) -> str:
        out = StringIO()
        self.figure.savefig(out, format="svg")
        return out.getvalue()


def drawn(shown: Any) -> Plot:
    """The picture that fits what is shown."""
    if isinstance(shown, Prices):
        return Plot(_prices(shown))
    if isinstance(shown, Values):
        return Plot(_values(shown))
    if isinstance(shown, Simulated):
        return Plot(_simulated(shown))
    if isinstance(shown, Designs):
        return Plot(draw_front(shown))
    raise BadInput(f"{type(shown).__name__} has no picture; give what c.price, c.best, c.simulate or c.design returns.")


def _bars(axes: "Axes", names: list[str], values: list[float], label: str) -> None:
    places = range(len(names))
    axes.barh(places, values)
    axes.set_yticks(places, names)
    axes.invert_yaxis()
    axes.axvline(0, color="black", linewidth=0.8)
    axes.set_xlabel(label)


def _prices(shown: Prices) -> "Figure":
    figure = new_figure(8, 1 + INCHES_A_BAR * len(shown))
    names = [f"{found.wager} {found.paytable}".strip() for found in shown]
    _bars(figure.subplots(), names, [100 * float(found.house_edge) for found in shown], "house edge, percent")
    return figure


def _values(shown: Values) -> "Figure":
    figure = new_figure(8, 1 + INCHES_A_BAR * len(shown))
    _bars(figure.subplots(), list(shown), [float(value) for value in shown.values()], "value in antes")
    return figure


def _simulated(shown: Simulated) -> "Figure":
    """Each wager's mean with two standard errors beside its exact EV, and the paths of the meters."""
    meters = [meter for meter in shown.meters if meter.path]
    figure = new_figure(8, 1 + INCHES_A_BAR * len(shown.results) + 2.5 * len(meters))
    wagers, *paths = figure.subplots(1 + len(meters), squeeze=False)[:, 0]
    places = range(len(shown.results))
    means = [found.mean for found in shown.results]
    errors = [2 * found.standard_error for found in shown.results]
    wagers.errorbar(means, places, xerr=errors, fmt="o", capsize=3, label="mean, two standard errors")
    known = [(float(found.ev), place) for place, found in enumerate(shown.results) if found.ev is not None]
    if known:
        wagers.plot(*zip(*known, strict=True), "kx", label="exact")
    wagers.set_yticks(places, [f"seat {found.seat} {found.wager} {found.paytable}".strip() for found in shown.results])
    wagers.invert_yaxis()
    wagers.set_xlabel("result per unit staked")
    wagers.legend()
    for axes, meter in zip(paths, meters, strict=True):
        axes.plot([at for at, _ in meter.path], [cents / 100 for _, cents in meter.path])
        axes.set(xlabel="round", ylabel="dollars", title=f"{meter.meter} meter")
    return figure
