"""`croupier rules conformance`: where a game has to be entered, and that no other place names one."""

import ast
import json
from pathlib import Path
from typing import get_args

import pytest

import croupier
from croupier.cli.conformance import all_places
from croupier.rulebook.agreement.paytables import LOOKED_AT
from croupier.rulebook.errors import BadInput
from croupier.rulebook.law.words import Game
from croupier.rulebook.load import parse, source_of
from tests.cli.command import here

SOURCES = Path(croupier.__file__).parent
GAMES = get_args(Game)
# Files that name a game without being a place where the next one has to be entered.
NAMED_ELSEWHERE = {
    "odds/advice/advice_beside.py": "hold 'em alone has cards to come after an answer, so its play is solved anew",
    "odds/audit/again.py": "the second method of each game, by its letter in odds/audit/methods.py",
    "rulebook/agreement/showdown.py": "where exact odds of a wager that hangs on the showdown are known; else refused",
}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_is_played_lacks_nothing(capsys: pytest.CaptureFixture[str], game: str) -> None:
    ran = here(capsys, "rules", "conformance", game, "--json")
    assert [row for row in json.loads(ran.out) if not row["there"]] == []
    assert ran.code == 0


def test_a_game_that_nobody_has_entered_lacks_everything(capsys: pytest.CaptureFixture[str]) -> None:
    ran = here(capsys, "rules", "conformance", "casino-war")
    assert ran.code == 1
    assert ran.out.count("missing") == len(list(all_places()))
    assert "rulebook/data/ID.yaml" in ran.out


def test_a_document_of_a_game_that_is_not_entered_is_refused_with_where_to_look(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(LOOKED_AT, "three-card-poker")
    with pytest.raises(BadInput, match=r"line 4, game: .* croupier rules conformance three-card-poker says where"):
        parse(source_of("md-tcp"))
    ran = here(capsys, "rules", "conformance", "three-card-poker", "--json")
    missing = {row["where"] for row in json.loads(ran.out) if not row["there"] and row["room"] == "rulebook"}
    assert missing == {"rulebook/agreement/paytables.py, LOOKED_AT"}


def test_every_room_has_its_places() -> None:
    rooms = {room for room, _ in all_places()}
    assert rooms == {"rulebook", "table", "odds", "learning", "house", "server", "web"}


def test_every_place_is_a_file() -> None:
    for room, place in all_places():
        root = SOURCES.parents[1] if room == "web" else SOURCES
        name = place.where.partition(",")[0]
        assert (root / name.replace("ID", "md-tcp")).is_file(), place


def test_no_file_names_a_game_that_is_not_listed_as_a_place() -> None:
    naming = set()
    for path in SOURCES.rglob("*.py"):
        text = path.read_text("utf-8")
        if not any(game in text for game in GAMES):
            continue
        spoken = {node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)}
        if spoken & set(GAMES):
            naming.add(path.relative_to(SOURCES).as_posix())
    listed = {place.where.partition(",")[0] for _, place in all_places()}
    assert naming - listed == NAMED_ELSEWHERE.keys()
