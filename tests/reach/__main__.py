"""`python -m tests.reach` writes beside the rulebooks how every act of theirs is done."""

from croupier.rulebook.load import rulebook_ids
from croupier.rulebook.register import DATA
from tests.reach.finding import table

for rulebook in rulebook_ids():
    DATA.joinpath(f"reached/{rulebook}.tsv").write_text(table(rulebook), "utf-8")  # type: ignore[attr-defined]
