"""PDFs of the command line: its own templates, and where they are written."""

from pathlib import Path

from croupier import typesetting
from croupier.rulebook.errors import BadInput


def typeset(template: str, inputs: dict[str, str]) -> bytes:
    """The PDF of a template, which reads `inputs` as text."""
    return typesetting.typeset("croupier.cli", template, inputs)


def write_pdf(path: str, pdf: bytes) -> None:
    """Writes a PDF, or says in a sentence why it could not."""
    try:
        Path(path).write_bytes(pdf)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        name = path or '""'
        raise BadInput(f"{name} cannot be written ({reason}); give another path with --pdf.") from None
