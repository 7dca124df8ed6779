"""`croupier serve`: the real command, from its first line to Ctrl-C; and what it says when it cannot start."""

import gzip
import os
import re
import signal
import socket
from collections.abc import Callable
from pathlib import Path

import httpx
import msgspec
import psutil  # type: ignore[import-untyped]
import pytest
import uvicorn

from croupier.cli.main import run
from croupier.house.audit.audit import audit
from croupier.house.database.database import Database
from croupier.house.keys import load_keys
from croupier.house.service.house import wall_clock
from croupier.rulebook.errors import BadInput
from croupier.server.accounts.users import Users
from croupier.server.app.running import origins_for
from tests.cli.command import assert_refused, here
from tests.house.floor import KEYS
from tests.house.log.first_version import KEPT
from tests.patience import PATIENCE_SECONDS
from tests.server.live import CHEAP
from tests.server.served import new_house, self_signed, served, until, well, workers


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, in which commands are run."""
    monkeypatch.chdir(tmp_path)
    for name in ("CROUPIER_HOUSE", "CROUPIER_KEYS"):
        monkeypatch.delenv(name, raising=False)

    def started(*_: object) -> None:
        raise AssertionError("it has started")

    monkeypatch.setattr(uvicorn.Server, "run", started)  # within this process it would never end
    return tmp_path


def test_the_demo_from_the_first_line_to_ctrl_c() -> None:
    with served("--demo") as (process, address, first):
        assert "play there as a guest" in first
        assert process.stdout is not None
        told = process.stdout.readline()
        names = "dealer dana, floor kim, cashier cass, surveillance sol, department tess or regulator rae"
        staff = re.search(rf"sign in as {names}, each by ((?:\w{{4}}-){{3}}\w{{4}})", told)
        password = re.search(r"one-time password ((?:\w{4}-){3}\w{4})", process.stdout.readline())
        assert staff
        assert password
        until(lambda: well(address))
        page = httpx.Client(base_url=address, headers={"origin": address}, verify=False, timeout=PATIENCE_SECONDS)
        assert len(page.get("/api/tables").json()) == 6
        page.headers["x-csrf-token"] = page.cookies["croupier-csrf"]
        assert page.post("/api/guest").json()["balance_cents"] == 100_000
        page.delete("/api/session")
        dealer = page.post("/api/session", json={"name": "dana", "password": staff[1]}).json()
        assert (dealer["role"], dealer["must_change"]) == ("dealer", False)
        page.delete("/api/session")
        admin = page.post("/api/session", json={"name": "admin", "password": password[1]}).json()
        assert (admin["role"], admin["must_change"]) == ("admin", True)
        page.close()
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=PATIENCE_SECONDS)
        assert (process.returncode, out, errors) == (0, "", "")
    with served("--demo") as (process, address, _):
        until(lambda: well(address))
        process.send_signal(signal.SIGINT)
        assert process.stdout is not None
        said = process.stdout.read().splitlines()
        assert [line.partition(" at ")[0] for line in said] == ["Deal real cards"], "the admin is made once"


def test_several_processes_and_one_that_is_killed(new_postgres_url: Callable[[str], str], folder: Path) -> None:
    url, keys = new_postgres_url("house_template"), folder / "keys"
    new_house(url, keys)
    with served("--house", url, "--keys", str(keys), "--processes", "2") as (process, address, _):
        until(lambda: well(address))

        until(lambda: len(workers(process)) == 2)
        before = workers(process)
        os.kill(min(before), signal.SIGKILL)
        until(lambda: len(workers(process)) == 2 and workers(process) != before)
        for _ in range(20):
            until(lambda: well(address))
        counts = httpx.get(f"{address}/metrics", verify=False, timeout=PATIENCE_SECONDS).text
        assert "croupier_requests_total" in counts
        assert "croupier_sockets 0.0" in counts
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE_SECONDS)
        assert process.returncode == 0
        for line in errors.splitlines():
            assert msgspec.json.decode(line)["level"] in ("info", "warning"), line


def test_the_description_of_the_api(capsys: pytest.CaptureFixture[str]) -> None:
    ran = here(capsys, "serve", "--schema")
    assert ran.code == 0
    described = msgspec.json.decode(ran.out)
    assert described["openapi"].startswith("3.1")
    assert {"TableSeen", "Goodbye", "MetersSeen", "LobbySeen", "Asked"} <= set(described["components"]["schemas"])
    assert not list(Path.cwd().iterdir()), "it makes no house"


def test_a_house_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert_refused(here(capsys, "serve", "--house", "nowhere.db"), "nowhere.db")


def test_a_house_of_an_older_version(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "house.db").write_bytes(gzip.decompress(KEPT.read_bytes()))
    load_keys(folder / "house.db.keys", create=True)
    assert_refused(here(capsys, "serve", "--port", "0"), "older version", "croupier house migrate")
    assert run(["house", "migrate"]) == 0
    with Database.open(folder / "house.db") as database:
        assert Users(database, CHEAP).first_admin(wall_clock()) is not None
        report = audit(database, KEYS)
        assert report.ok, report.problems


def test_a_house_without_its_keys(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["house", "init"]) == 0
    capsys.readouterr()
    (folder / "house.db.keys").unlink()
    assert_refused(here(capsys, "serve", "--port", "0"), "key file")


def test_a_port_that_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["house", "init"]) == 0
    capsys.readouterr()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert_refused(here(capsys, "serve", "--port", port), port, "--port")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("--port 70000", "0 to 65535"),
        ("--processes 2", "PostgreSQL"),
        ("--processes 0", "1 to 64"),
        ("--tls-cert missing.pem", "--tls-key"),
        ("--tls-cert missing.pem --tls-key missing.pem", "missing.pem"),
        ("--host 0.0.0.0", "--origin"),
        ("--host no.such.host.invalid", "cannot listen"),
        ("--origin http://floor.example", "in the clear"),
        ("--origin https://floor.example/", "is no origin"),
        ("--origin floor.example", "is no origin"),
        ("--origin https://me@floor.example", "is no origin"),
        ("--origin https://floor.example:port", "is no origin"),
        ("--demo --house other.db", "--demo"),
        ("--port eighty", "--port"),
    ],
)
def test_what_cannot_be_served(capsys: pytest.CaptureFixture[str], arguments: str, words: str) -> None:
    assert run(["house", "init"]) == 0
    capsys.readouterr()
    given = arguments.split() if "--port" in arguments else ["--port", "0", *arguments.split()]
    assert_refused(here(capsys, "serve", *given), words)


def test_a_certificate_that_is_none(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["house", "init"]) == 0
    capsys.readouterr()
    (folder / "junk.pem").write_text("junk", "utf-8")
    assert_refused(here(capsys, "serve", "--port", "0", "--tls-cert", "junk.pem", "--tls-key", "junk.pem"), "junk.pem")


def test_the_addresses_of_a_floor() -> None:
    assert origins_for("127.0.0.1", 8021, False, [])[0] == "http://127.0.0.1:8021"
    assert origins_for("::1", 8021, True, [])[0] == "https://127.0.0.1:8021"
    assert origins_for("0.0.0.0", 80, False, ["https://Floor.example"]) == ("https://floor.example",)
    assert origins_for("0.0.0.0", 80, False, ["http://localhost:5173"]) == ("http://localhost:5173",)
    with pytest.raises(BadInput):
        origins_for("10.0.0.1", 80, False, [])


def test_over_https_the_cookies_stay_there(folder: Path) -> None:
    assert run(["house", "init"]) == 0
    certificate, key = self_signed(folder)
    with served("--tls-cert", certificate, "--tls-key", key, "--guests") as (_, address, _first):
        assert address.startswith("https://127.0.0.1:")
        until(lambda: well(address))
        with httpx.Client(
            base_url=address, headers={"origin": address}, verify=False, timeout=PATIENCE_SECONDS
        ) as page:
            answer = page.get("/api/session")
            assert "strict-transport-security" in answer.headers
            page.headers["x-csrf-token"] = page.cookies["__Host-croupier-csrf"]
            entered = page.post("/api/guest")
            assert entered.status_code == 200
            (cookie,) = [one for one in entered.headers.get_list("set-cookie") if one.startswith("__Host-croupier=")]
            assert {"Secure", "HttpOnly", "Path=/", "SameSite=strict"} <= {part.strip() for part in cookie.split(";")}


def test_ctrl_c_does_not_wait_for_odds_that_nobody_will_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With nothing compiled yet, the odds of a demo's tables take minutes."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with served(str(tmp_path / "demo"), "--demo") as (process, address, _):
        until(lambda: well(address))
        until(lambda: psutil.Process(process.pid).children())
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE_SECONDS) == 0
    assert not [*tmp_path.glob("croupier/odds-*/four_card_poker-*")], "it was waited for"
