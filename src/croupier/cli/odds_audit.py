"""`croupier odds --audit`: every wager and paytable by two methods and by simulation, made anew."""

from rich.text import Text

from croupier.cli.output import console, write_json
from croupier.cli.progress import steps
from croupier.cli.tables import plain_table
from croupier.odds.audit.evidence import distance_words, second_words
from croupier.odds.cache import Shelf
from croupier.rulebook.errors import BadInput
from croupier.rulebook.load import load, rulebook_ids

ROUNDS = 100_000_000
MOST_ROUNDS = 10**12
TOLD_EVERY = 10_000_000


def audit_odds(only: str | None, rounds: int, seed: int, all_flops: bool, fresh: bool, as_json: bool) -> None:
    """Makes the audit and shows it."""
    if only is not None and load(only).rulebook not in rulebook_ids():
        raise BadInput(f"The audit is of the rulebooks that come with Croupier: {', '.join(rulebook_ids())}.")
    if not 1_000 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"--rounds of an audit is from 1,000 to {MOST_ROUNDS:,}, not {rounds:,}.")
    if not 0 <= seed < 1 << 63:
        raise BadInput(f"--seed is a whole number from 0 to {(1 << 63) - 1}, not {seed}.")
    with steps(1) as bar:
        bar.tell("loading the kernels")
        from croupier.odds.audit.make import make  # NumPy and Numba take a while to load

        played = 0

        def progress(more: int) -> None:
            nonlocal played
            if played // TOLD_EVERY != (played + more) // TOLD_EVERY:
                bar.tell(f"{(played + more) // 1_000_000:,} million rounds played")
            played += more

        audit = make(rounds, seed, Shelf(fresh=fresh), bar.tell, only, all_flops, progress)
    if as_json:
        write_json(audit)
        return
    out = console()
    for book in audit.rulebooks:
        table = plain_table("Wager", "Exact", "Second", "Simulated", "z")
        for row in book.rows:
            name = f"{row.title} {row.paytable}" + (f", {row.setting}" if row.setting else "")
            table.add_row(
                name, row.percent, second_words(audit, row), f"{row.played.mean * 100:+.4f} %", distance_words(row)
            )
        out.print(Text(book.title, style="bold"))
        out.print(table)
        for title in book.left_out:
            out.print(
                f"{title} is left out: it pays only as the showdown comes out, and the audit counts cards alone. "
                "croupier odds and simulate have it."
            )
    found = audit.summary
    distance = (
        f"the largest z of {found.measured} is {found.largest_z:.2f}, where {found.expected_z:.2f} is usual for "
        f"{found.counts} counts."
        if found.measured
        else "no z, for each row has a line that is not to be expected once in so few rounds."
    )
    out.print(
        f"{found.rows} rows; {found.agree} of {found.second} second methods agree to the last digit; "
        f"{found.figures_agree} of {found.figures} published figures agree; {distance}"
    )
