"""The one error that people see."""


class BadInput(Exception):  # noqa: N818 - it names what happened, not a failure of the program
    """Something given to Croupier cannot be used; the message is one sentence saying what to change."""
