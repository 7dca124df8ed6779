"""Pictures in files, drawn by Matplotlib (the extra `croupier[plot]`)."""

from pathlib import Path
from typing import TYPE_CHECKING

from croupier.rulebook.errors import BadInput

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMATS = (".svg", ".png", ".pdf")


def writable(file: str | Path) -> Path:
    """The path, if a picture can be written under that name."""
    path = Path(file)
    if path.suffix.lower() not in FORMATS:
        raise BadInput(f"{path} does not end in {', '.join(FORMATS)}; name it so, such as plot.svg.")
    return path


def new_figure(width: float, height: float) -> "Figure":
    """An empty figure of so many inches."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise BadInput("Pictures need Matplotlib; install croupier[plot].") from None
    return Figure(figsize=(width, height), layout="constrained")


def save(figure: "Figure", file: str | Path) -> Path:
    """Write it, as the file's name ends."""
    path = writable(file)
    try:
        figure.savefig(path)
    except OSError as error:
        raise BadInput(f"{path} cannot be written ({error.strerror}); name another file.") from None
    return path
