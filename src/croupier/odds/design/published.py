"""Designed paytables as JSON, as files that `croupier odds --paytable-file` takes, and as a picture of the front."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.odds.design.asked import moved_words
from croupier.odds.design.found import Design, Designed
from croupier.odds.publishing.published import exactly, over
from croupier.rulebook.errors import BadInput

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INK, FAINT, GOLD = "#222222", "#b9bcc2", "#a8781c"


def publish_designed(designed: Designed) -> dict[str, Any]:
    """The published form: what was asked, how many candidates there are, and every paytable that satisfies."""
    wanted, preferred = designed.wanted, designed.preferred
    return {
        "rules": designed.rulebook,
        "wager": designed.wager,
        "paytable": designed.instead_of,
        "at": dict(designed.at),
        "asked": {
            "edge": wanted.edge.words(percent=True),
            "hits": wanted.hits.words(percent=True),
            "deviation": wanted.deviation.words(),
            "ladder": wanted.ladder,
            "cap": None if wanted.cap is None else float(wanted.cap),
            "moves": moved_words(designed.moves),
            "prefer": {"edge": preferred.edge, "deviation": preferred.deviation, "hits": preferred.hits},
        },
        "candidates": str(designed.candidates),
        "solved": designed.solved,
        "found": len(designed.found),
        "paytables": [publish_design(designed, design) for design in designed.found],
    }


def publish_design(designed: Designed, design: Design) -> dict[str, Any]:
    """One paytable with its exact figures."""
    return {
        "lines": {line: str(odds) for line, odds in design.lines},
        "ev": over(design.ev, designed.total) if designed.total else exactly(design.ev),
        "variance": exactly(design.variance),
        "house_edge": float(design.house_edge),
        "sd": design.sd,
        "hit_frequency": float(design.hit_frequency),
        "front": design.on_front,
    }


def paytable_file(designed: Designed, design: Design) -> str:
    """The paytable as TOML, with a line of what it is; lines that were posted and are gone pay none."""
    edge, hits = f"{float(design.house_edge):.4%}", f"{float(design.hit_frequency):.4%}"
    gone = [line for line in designed.moves if line not in dict(design.lines)]
    return "".join(
        [
            f"# {designed.title} of {designed.rulebook}, in place of {designed.instead_of}: "
            f"house edge {edge}, deviation {design.sd:.4f}, hits {hits}.\n",
            f"# croupier odds {designed.rulebook} --wager {designed.wager} --paytable {designed.instead_of} "
            "--paytable-file THIS\n",
            "[lines]\n",
            *(f'{line} = "{odds}"\n' for line, odds in design.lines),
            *(f'{line} = "none"\n' for line in gone),
        ]
    )


def write_paytable(file: Path, text: str) -> None:
    """Writes the file; a place that cannot be written is refused."""
    try:
        file.write_text(text, "utf-8")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "its name is none"
        raise BadInput(f"{file} cannot be written ({why}); name another file.") from None


def draw_front(designed: Designed) -> "Figure":
    """Edge against deviation of everything found, the front marked; colour says how often it hits."""
    from croupier.odds.publishing.pictures import new_figure

    figure = new_figure(8, 5)
    axes = figure.subplots()
    rest = [design for design in designed.found if not design.on_front]
    front = designed.front
    axes.scatter([100 * float(d.house_edge) for d in rest], [d.sd for d in rest], s=9, color=FAINT, label="satisfies")
    marks = axes.scatter(
        [100 * float(d.house_edge) for d in front],
        [d.sd for d in front],
        c=[100 * float(d.hit_frequency) for d in front],
        cmap="viridis",
        edgecolors=INK,
        linewidths=0.6,
        s=42,
        label="on the front",
    )
    if len({d.hit_frequency for d in front}) > 1:
        figure.colorbar(marks, ax=axes, label="hits, percent of rounds")
    title = f"{designed.title}: {len(designed.found):,} of {designed.candidates:,} candidates satisfy"
    axes.set_title(title, loc="left", fontsize=11, color=INK)
    axes.set_xlabel("house edge, percent")
    axes.set_ylabel("deviation, units staked")
    axes.grid(color="#e4e5e8", linewidth=0.5)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False)
    return figure
