"""Pages made with Typst: a template and its data in, a PDF out."""

from importlib.resources import as_file, files
from pathlib import Path

import typst

from croupier.rulebook.errors import BadInput

SUSPECTS = b"/Suspects false"


def typeset(template: str, inputs: dict[str, str]) -> bytes:
    """The PDF of a template, which reads `inputs` as text."""
    with as_file(files("croupier.cli") / f"templates/{template}.typ") as source:
        pdf = typst.compile(str(source), sys_inputs=inputs)
    assert isinstance(pdf, bytes)
    # The mark says what its absence says, and some checkers take it for an error. As long a blank moves nothing.
    return pdf.replace(SUSPECTS, b" " * len(SUSPECTS))


def write_pdf(path: str, pdf: bytes) -> None:
    """Writes a PDF, or says in a sentence why it could not."""
    try:
        Path(path).write_bytes(pdf)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        name = path or '""'
        raise BadInput(f"{name} cannot be written ({reason}); give another path with --pdf.") from None
