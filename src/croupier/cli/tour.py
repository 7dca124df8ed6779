"""What `make run` shows: a submission checked and signed, rounds dealt, the odds, and a house that proves itself."""

import contextlib
import tempfile
from pathlib import Path

import typer
from rich.text import Text

from croupier.cli.check import check, example_text
from croupier.cli.deal import deal
from croupier.cli.main import run
from croupier.cli.odds import odds
from croupier.cli.output import console
from croupier.cli.rules import list_rulebooks, show
from croupier.cli.sign import sign
from croupier.rulebook.load import rulebook_ids

MISTAKES = {
    "seats = 7 ": "seats = 8 ",
    'pair_plus = "C"': 'pair_plus = "E"',
    "reset_cents = 200000": "reset_cents = 99999",
}
SEED = 2014
HOUSE = (
    ("A house that keeps every round for good", "house init"),
    ("A table in it", "house open hold-em --example md-uth"),
    ("Demo players, every command committed before it is answered", "house play 10 --seats 2"),
    ("What the table won", "house report"),
    ("All of it checked, from the first record to the last cent", "audit"),
    ("One of its rounds, rebuilt from its records", "replay hold-em 3 --proof round.json"),
    ("The shuffle of that round, checked as a stranger would", "verify round.json"),
)


def main() -> None:
    """Walks through what there is."""
    text = example_text("md-tcp")
    broken = text
    for right, wrong in MISTAKES.items():
        assert right in broken
        broken = broken.replace(right, wrong, 1)
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        good, bad = Path("submission.toml"), Path("broken.toml")
        good.write_text(text, "utf-8")
        bad.write_text(broken, "utf-8")
        _say("The rule documents", "croupier rules list")
        list_rulebooks()
        _say("Their paytables, clause by clause", "croupier rules show md-tcp --section paytables")
        show("md-tcp", section="paytables")
        _say(
            "An operator's submission",
            "croupier check --example md-tcp > submission.toml; croupier check submission.toml",
        )
        _check(good)
        _say("The same with three mistakes in it", "croupier check broken.toml")
        _check(bad)
        _say("What must hang at that table", "croupier sign submission.toml --pdf sign.pdf")
        sign(str(good))
    for rulebook in rulebook_ids():
        _say(f"A round of {rulebook}", f"croupier deal {rulebook} --seed {SEED} --seats 2")
        deal(rulebook, seed=SEED, seats=2)
    _say("Exact odds", "croupier odds md-tcp")
    odds("md-tcp")
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for title, words in HOUSE:
            _say(title, f"croupier {words}")
            run(words.split())
    _say(
        "More",
        "croupier simulate, croupier study, croupier best, croupier settle, croupier rules show | clauses | diff,"
        " croupier --help",
    )


def _check(path: Path) -> None:
    """Checks for the words; the exit code is for scripts."""
    with contextlib.suppress(typer.Exit):
        check([str(path)])


def _say(title: str, command: str) -> None:
    out = console()
    out.print()
    out.rule(Text(title, style="bold"), align="left")
    out.print(Text(f"$ {command}\n", style="dim"))


if __name__ == "__main__":
    main()
