"""What is running where over HTTP: who may see it, and that what is taken away is what was signed."""

import shutil
from pathlib import Path

import httpx
import msgspec
import pytest

from croupier.house.components.signed import SignedComponents, verify_components
from croupier.house.database.database import Database
from croupier.house.service.house import TableTerms, wall_clock
from croupier.server.accounts.users import Users
from croupier.server.wire.schemas import Role
from tests.house.floor import example
from tests.patience import PATIENCE_SECONDS
from tests.server.live import CHEAP, PASSWORD, Live, named
from tests.server.served import new_house, served

SEES: tuple[Role, ...] = ("regulator", "surveillance", "admin", "floor", "casino_supervisor")
OTHERS: tuple[Role, ...] = ("player", "dealer", "cashier", "department")


@pytest.mark.parametrize("role", SEES)
def test_whoever_looks_is_named_in_a_list_that_holds(crew_server: Live, role: Role) -> None:
    browser = crew_server.browser()
    browser.sign_in(named(role))
    answer = browser.get("/api/desk/components")
    assert answer.status_code == 200
    assert answer.headers["content-disposition"].startswith('attachment; filename="components-')
    made = msgspec.json.decode(answer.content, type=SignedComponents)
    assert made.components.by == f"{role}:{named(role)}"
    assert all(check.passed for check in verify_components(made)), verify_components(made)


@pytest.mark.parametrize("role", OTHERS)
def test_for_others_it_is_not(crew_server: Live, role: Role) -> None:
    browser = crew_server.browser()
    browser.sign_in(named(role))
    answer = browser.get("/api/desk/components")
    assert (answer.status_code, answer.json()["code"]) == (403, "not_your_role")


def test_nobody_sees_it_unasked(crew_server: Live) -> None:
    assert crew_server.browser().get("/api/desk/components").status_code == 401


def test_a_table_that_opens_is_in_the_next_list(lite_server: Live) -> None:
    rae = lite_server.signed_in("regulator", "rae")
    before = rae.get("/api/desk/components").json()
    lite_server.house.open_table("oak-1", example("md-tcp"), TableTerms())
    after = rae.get("/api/desk/components").json()
    assert [one["table"] for one in before["components"]["tables"]] == []
    assert [one["table"] for one in after["components"]["tables"]] == ["oak-1"]
    assert before["components"]["installation"] == after["components"]["installation"]
    assert before["digest"] != after["digest"]


def test_a_server_says_which_files_have_changed_since_it_began(tmp_path: Path) -> None:
    law = Path(shutil.copytree(Path(__file__).parents[3] / "docs/atlantis", tmp_path / "law"))
    file = tmp_path / "house.db"
    Database.open(file, create=True).close()
    new_house(str(file), Path(f"{file}.keys"))
    with Database.open(file) as database:
        users = Users(database, CHEAP)
        rae, once = users.add("rae", "regulator", wall_clock())
        users.change_password(rae, once, PASSWORD, wall_clock())
    running = served("--house", str(file), "--rulebooks", str(law))
    with running as (_, url, _), httpx.Client(base_url=url, timeout=PATIENCE_SECONDS) as page:
        page.headers["origin"] = url
        page.get("/api/session")
        page.headers["x-csrf-token"] = page.cookies["croupier-csrf"]
        assert page.post("/api/session", json={"name": "rae", "password": PASSWORD}).status_code == 200
        document = law / "atlantis-tcp.yaml"
        document.write_text("# Changed behind its back.\n" + document.read_text("utf-8"), "utf-8")
        made = msgspec.json.decode(page.get("/api/desk/components").content, type=SignedComponents)
    assert made.components.restart_due == ("rule_data folder-1/atlantis-tcp.yaml",)
    assert [check.name for check in verify_components(made) if not check.passed] == ["running"]
