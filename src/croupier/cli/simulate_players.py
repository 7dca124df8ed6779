"""Players of one's own: a function in a Python file, named on the command line."""

from pathlib import Path
from typing import Any

from croupier.rulebook.errors import BadInput


def read_player(text: str) -> Any:
    """A strategy's name as it is, or the function that `FILE.py:FUNCTION` names."""
    file, colon, name = text.rpartition(":")
    if not colon or not file.endswith(".py"):
        return text
    try:
        source = Path(file).read_text("utf-8")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise BadInput(f"--strategy: {file} cannot be read ({reason}); name a Python file.") from None
    space: dict[str, Any] = {"__name__": Path(file).stem, "__file__": file}
    try:
        exec(compile(source, file, "exec"), space)
    except Exception as error:
        raise BadInput(f"--strategy: {file} does not run ({type(error).__name__}: {error}); mend it first.") from None
    found = space.get(name)
    if not callable(found):
        raise BadInput(f"--strategy: {file} has no function {name!r}; define it there.")
    return _Asked(found, text)


class _Asked:
    """The function, its own errors told in a sentence."""

    def __init__(self, function: Any, text: str) -> None:
        self.function, self.__name__ = function, text

    def __call__(self, *cards: Any) -> Any:
        try:
            return self.function(*cards)
        except Exception as error:
            held = " ".join(str(card) for card in cards[0])
            raise BadInput(
                f"--strategy {self.__name__} failed with {held} ({type(error).__name__}: {error}); mend the function."
            ) from None
