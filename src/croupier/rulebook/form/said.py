"""What stands in a field of the form, in words."""

from decimal import Decimal

from croupier.rulebook.form.form import Question

AMOUNTS = ("money", "amounts")
YES_NO = {"true": "yes", "false": "no"}


def said(question: Question) -> str:
    """What is filed there as people read it; "" where nothing is."""
    titles = {choice.value: choice.title for choice in question.choices}
    shown = (f"${Decimal(one):,}" if question.kind in AMOUNTS else titles.get(one, one) for one in question.value)
    text = ", ".join(shown)
    return YES_NO.get(text, text)
