"""`croupier house`, `audit`, `replay` and `export`: a house from its setting-up to a dispute, by the command alone."""

import csv
import json
import os
import shutil
import sqlite3
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import pyarrow.parquet as pq  # type: ignore[import-untyped]
import pytest

from croupier.cli.main import run
from croupier.house.replay.dispute import Dispute
from tests.cli.command import Ran, assert_refused, here, really, squeezed

LINK = """link = "strip"

[meters.progressive]
initial_cents = 500000
reset_cents = 200000
reserve = "0.5 %"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, in which commands are run."""
    go_to(tmp_path, monkeypatch)
    return tmp_path


def go_to(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Goes to a folder whose own house is meant where none is named."""
    patch.chdir(folder)
    for name in ("CROUPIER_HOUSE", "CROUPIER_KEYS"):
        patch.delenv(name, raising=False)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a house with two tables of which some rounds have been played: copy it, do not open it."""
    made = tmp_path_factory.mktemp("evening")
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(StringIO()):
        go_to(made, patch)
        for words in ("init", "open tcp-1 --example md-tcp", "open uth-1 --example md-uth --mode open", "play 2"):
            assert run(["house", *words.split()]) == 0
    return made


@pytest.fixture
def played(folder: Path, evening: Path) -> Path:
    """A house with two tables of which some rounds have been played."""
    return Path(shutil.copytree(evening, folder, dirs_exist_ok=True))


def answered(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    """What a command answers as JSON."""
    ran = here(capsys, *words, "--json")
    assert ran.code == 0, ran
    return json.loads(ran.out)


def test_chips_of_patrons_are_issued_and_redeemed_at_the_cage(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert here(capsys, "house", "init").code == 0
    opening = ("house", "open", "felt-1", "--example", "md-tcp", "--dealer", "human", "--cards", "seen")
    for wrong in ("1,five", "", "0,5", "5,5", "1.001"):
        assert_refused(here(capsys, *opening, "--chips", "felt", "--chips-of", wrong))
    assert_refused(here(capsys, *opening, "--chips", "cash"), "A table's chips are accounts or felt, not 'cash'.")
    assert here(capsys, *opening, "--chips", "felt", "--chips-of", "0.50,5,25").code == 0
    assert answered(capsys, "house", "issue", "5000") == {"issued_cents": 5000, "circulation_cents": 5000}
    assert_refused(here(capsys, "house", "redeem", "5001"), "Patrons hold $50 of chips by the house's books")
    assert "$12 of chips redeemed; patrons hold $38 now." in here(capsys, "house", "redeem", "1200").out
    assert here(capsys, "audit", "house.db").code == 0


def test_a_house_is_set_up_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = answered(capsys, "house", "init")
    assert len(bytes.fromhex(made["public_key"])) == 32
    assert (folder / "house.db.keys").stat().st_mode & 0o777 == 0o600
    assert_refused(here(capsys, "house", "init"), "already")
    os.rename(folder / "house.db.keys", folder / "elsewhere")
    assert_refused(here(capsys, "house", "init"), "not empty")
    assert "No table is open" in here(capsys, "house", "tables", "--keys", "elsewhere").out
    ran = here(capsys, "house", "init", "--house", "other.db", "--keys", "other.keys")
    assert "Keep a copy of that file elsewhere" in squeezed(ran.out)
    assert (folder / "other.db").exists()


def test_tables_links_and_what_they_won(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["house", "init"]) == 0
    (folder / "strip.toml").write_text(LINK, "utf-8")
    capsys.readouterr()
    assert answered(capsys, "house", "link", "strip.toml")["link"] == "strip"
    assert_refused(here(capsys, "house", "link", "strip.toml"), "already")
    for name in ("tcp-1", "tcp-2"):
        assert answered(capsys, "house", "open", name, "--example", "md-tcp", "--link", "strip")["link"] == "strip"
    assert_refused(here(capsys, "house", "open", "uth-1", "--example", "md-uth", "--link", "strip"), "strip")
    assert answered(capsys, "house", "play", "2", "--seats", "2")["rounds"] == 4
    tables = answered(capsys, "house", "tables")
    assert [(row["table"], row["round"], row["players"], row["link"]) for row in tables] == [
        ("tcp-1", 2, [], "strip"),
        ("tcp-2", 2, [], "strip"),
    ]
    report = answered(capsys, "house", "report")
    for row in report["tables"]:
        wagers = [line for line in report["wagers"] if line["table"] == row["table"]]
        assert sum(line["win_cents"] for line in wagers) == row["win_cents"]
        assert sum(line["handle_cents"] for line in wagers) == row["handle_cents"] > 0
        assert row["rounds"] == 2
    assert answered(capsys, "house", "report", "--table", "tcp-2")["tables"] == report["tables"][1:]
    assert answered(capsys, "house", "report", "--to", "2001-01-01") == {"tables": [], "wagers": []}
    text = squeezed(here(capsys, "house", "report").out)
    assert "Hold of handle" in text
    assert "pair plus" in text
    assert "No money" in here(capsys, "house", "report", "--to", "2001-01-01").out
    assert "tcp-2 md-tcp 2 idle nobody strip virtual house" in squeezed(here(capsys, "house", "tables").out)


def test_what_a_table_won_beside_what_its_wagers_should_give(
    folder: Path, evening: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(evening, folder, dirs_exist_ok=True)
    told = answered(capsys, "house", "result", "tcp-1")
    report = answered(capsys, "house", "report", "--table", "tcp-1")
    assert told["win_cents"] == sum(row["win_cents"] for row in report["tables"])
    assert told["handle_cents"] == sum(row["handle_cents"] for row in report["tables"])
    assert told["rounds"] == 2
    assert told["deviations"] == pytest.approx((told["won_cents"] - told["expected_cents"]) / told["sd_cents"])
    text = squeezed(here(capsys, "house", "result", "tcp-1").out)
    assert told["sentence"] in text
    assert "Pair Plus" in text
    assert answered(capsys, "house", "result", "tcp-1", "--until", "2001-01-01T18:00")["hands"] == 0
    (shift,) = answered(capsys, "house", "result", "tcp-1", "--shift-hours", "24")["shifts"]
    assert (shift["rounds"], shift["win_cents"]) == (2, told["win_cents"])
    assert "Shift from" in here(capsys, "house", "result", "tcp-1", "--shift-hours", "24").out
    assert_refused(here(capsys, "house", "result", "tcp-9"), "tcp-9")
    assert_refused(here(capsys, "house", "result", "tcp-1", "--since", "yesterday"), "yesterday")


def test_a_table_by_a_submission_of_ones_own(
    folder: Path, submissions: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["house", "init"]) == 0
    capsys.readouterr()
    path = submissions["md-fcp"]
    assert answered(capsys, "house", "open", "fcp", str(path), "--dealer", "human")["table"] == "fcp"
    broken = path.read_text("utf-8").replace("seats = ", "seats = 9", 1)
    path.write_text(broken, "utf-8")
    assert_refused(here(capsys, "house", "open", "fcp-2", str(path)))
    assert_refused(here(capsys, "house", "open", "fcp-2"), "FILE")
    assert_refused(here(capsys, "house", "open", "fcp-2", "none.toml"), "none.toml")
    assert_refused(here(capsys, "house", "open", "fcp-2", "--example", "md-tcp", "--mode", "none"), "mode")
    assert_refused(here(capsys, "house", "play"), "deals by itself")


def test_an_audit_says_yes_and_no(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = answered(capsys, "audit", "house.db")
    assert found["ok"]
    assert found["unchecked"] == []
    assert found["looked_at"]["rounds"] == 4
    text = squeezed(here(capsys, "audit").out)
    assert "house.db is as it was written, from the first record on" in text
    with sqlite3.connect("house.db") as driver:
        driver.execute("DROP TRIGGER records_update")
        driver.execute("UPDATE records SET at_ms = at_ms + 1 WHERE table_id = 'tcp-1' AND number = 5")
    driver.close()
    ran = here(capsys, "audit", "house.db", "--json")
    assert ran.code == 1
    first, second = json.loads(ran.out)["problems"]
    assert (first["table"], first["record"]) == ("tcp-1", 5)
    assert second["sentence"] == "In the schema, trigger records_update on records is missing."
    ran = here(capsys, "audit")
    assert ran.code == 1
    assert "tcp-1, record 5" in squeezed(ran.out)


def test_an_audit_by_who_has_only_the_public_key(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keys = json.loads((played / "house.db.keys").read_text())
    assert keys.keys() == {"sealing", "signing"}
    public = answered(capsys, "house", "init", "--house", "other.db")["public_key"]
    ran = here(capsys, "audit", "--public-key", public, "--json")
    assert ran.code == 1
    assert "not signed by this house" in json.loads(ran.out)["problems"][0]["sentence"]
    os.rename("house.db.keys", "away.keys")
    found = answered(capsys, "audit")
    assert len(found["unchecked"]) == 2
    assert "Not checked" in here(capsys, "audit").out
    assert_refused(here(capsys, "audit", "--keys", "none"), "none")
    assert_refused(here(capsys, "audit", "--public-key", "abc"), "64 hexadecimal digits")
    assert_refused(here(capsys, "audit", "--witness", "none"), "none")
    assert answered(capsys, "audit", "--keys", "away.keys", "--witness", "house.db.keys.witness")["unchecked"] == []


def test_a_round_is_replayed_proved_and_disputed(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = answered(capsys, "replay", "tcp-1", "2", "--bundle", "dispute.json", "--proof", "ROUND.json")
    assert found["ok"]
    assert found["outcome"] == "closed"
    assert found["cards"].keys() == {"dealer", "1"}
    assert sum(line["stake_cents"] for line in found["lines"]) > 0
    assert found["net_cents"].keys() == {"1"}
    assert all(check["passed"] for check in found["checks"])
    bundle = msgspec.json.decode((played / "dispute.json").read_bytes(), type=Dispute)
    assert bundle.proof is not None
    assert bundle.public_key
    assert here(capsys, "verify", "ROUND.json").code == 0
    text = squeezed(here(capsys, "replay", "tcp-1", "2").out)
    for words in (
        "Round 2 of table tcp-1",
        "player:demo tcp-1 1",
        "No more bets.",
        "The cards",
        "The money",
        "Verified",
    ):
        assert words in text
    assert_refused(here(capsys, "replay", "tcp-1", "3", "--proof", "x.json"), "not over")
    assert_refused(here(capsys, "replay", "tcp-1", "2", "--proof", "none/x.json"), "cannot be written")
    assert_refused(here(capsys, "replay", "tcp-1", "9"), "has not played round 9")
    with sqlite3.connect("house.db") as driver:
        driver.execute("DROP TRIGGER transfers_update")
        driver.execute(
            "UPDATE transfers SET cents = cents + 1 WHERE table_id = 'tcp-1' AND round = 2 AND reason = 'placed'"
        )
    driver.close()
    ran = here(capsys, "replay", "tcp-1", "2")
    assert ran.code == 1
    assert "money NO" in squeezed(ran.out)


def test_exports(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for what in ("rounds", "settlements", "events", "meters"):
        rows = answered(capsys, "export", "house.db", "--what", what, "--csv", "out.csv")["rows"]
        with open("out.csv", encoding="utf-8", newline="") as file:
            assert len(list(csv.DictReader(file))) == rows > 0
        assert f"{rows} rows of {what}" in squeezed(
            here(capsys, "export", "--what", what, "--parquet", "out.parquet").out
        )
        assert pq.read_table("out.parquet").num_rows == rows
    assert_refused(here(capsys, "export", "--what", "round", "--csv", "x.csv"), "the nearest is rounds")
    assert_refused(here(capsys, "export"), "--csv FILE or --parquet FILE")
    assert_refused(here(capsys, "export", "--csv", "a", "--parquet", "b"), "one file")
    assert_refused(here(capsys, "export", "--csv", "."), "folder")
    assert_refused(here(capsys, "export", "--csv", "none/x.csv"), "cannot be written")


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("house tables --house none.db", "none.db"),
        ("house play --house none.db", "none.db"),
        ("house report --house none.db", "none.db"),
        ("house migrate --house none.db", "none.db"),
        ("audit none.db", "none.db"),
        ("replay tcp-1 1 --house none.db", "none.db"),
        ("export none.db --csv x.csv", "none.db"),
        ("house tables --house postgresql://localhost/x", "CROUPIER_KEYS"),
        ("house init --house mysql://localhost/x", "mysql"),
        ("house report --from yesterday", "2027-01-31"),
        ("house report --table none", "none"),
        ("house play 0", "0"),
        ("house play 1 --seats 0", "free seats"),
        ("house link strip.toml", "strip.toml"),
        ("house migrate --house house.db.keys", "not a database"),
        ("replay none 1", "none"),
        ("replay tcp-1 one", "ROUND"),
    ],
)
def test_what_cannot_be_used_gets_a_sentence(
    played: Path, capsys: pytest.CaptureFixture[str], words: str, named: str
) -> None:
    assert_refused(here(capsys, *words.split()), named)


def test_migrating_what_is_up_to_date_changes_nothing(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = answered(capsys, "house", "migrate")
    assert found["before"] == found["after"]
    assert "already" in here(capsys, "house", "migrate").out
    assert answered(capsys, "audit")["ok"]


def test_the_place_of_the_house_from_the_environment(
    played: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    os.rename("house.db", "moved.db")
    os.rename("house.db.keys", "moved.keys")
    assert_refused(here(capsys, "house", "tables"), "house.db")
    monkeypatch.setenv("CROUPIER_HOUSE", "moved.db")
    monkeypatch.setenv("CROUPIER_KEYS", "moved.keys")
    assert len(answered(capsys, "house", "tables")) == 2
    assert answered(capsys, "audit")["ok"]
    assert answered(capsys, "replay", "uth-1", "1")["ok"]


def test_the_real_command_audits_and_asks_for_a_command(played: Path) -> None:
    ran: Ran = really("audit", str(played / "house.db"))
    assert (ran.code, ran.err) == (0, "")
    asked = really("house")
    assert asked.code == 2
    assert "Name one of the commands" in asked.err
