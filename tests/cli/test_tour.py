"""What `make run` shows works from beginning to end."""

import os

import pytest

from croupier.cli.tour import main
from croupier.rulebook.load import rulebook_ids


def test_the_tour_shows_everything_and_leaves_nothing_behind(capsys: pytest.CaptureFixture[str]) -> None:
    before, folder = os.listdir(), os.getcwd()
    main()
    told = capsys.readouterr().out
    assert "complies with Three Card Poker" in told
    assert "does not comply" in told
    assert "3 violations" in told
    assert "Dealer Plays with Queen High or Better" in told
    assert all(f"Deal it again: croupier deal {rulebook} --seed 2014" in told for rulebook in rulebook_ids())
    assert "The house edge is what the house keeps" in told
    assert "house.db is as it was written" in told
    assert "Round 3 of table hold-em is proved" in told
    assert (os.listdir(), os.getcwd()) == (before, folder)
