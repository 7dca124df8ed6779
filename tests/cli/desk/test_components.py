"""`croupier house components` and `croupier verify --components`: what runs in the field against what was approved."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from croupier.cli.main import run
from croupier.house.components.installed import PACKAGE
from croupier.rulebook.witnesses import CHECKOUT
from tests.cli.command import Ran, assert_refused, here, squeezed
from tests.cli.test_house import go_to
from tests.patience import PATIENCE_SECONDS

ATLANTIS = str(Path(__file__).parents[3] / "docs/atlantis")
Capture = pytest.CaptureFixture[str]
Say = Callable[..., Ran]


@pytest.fixture(scope="module")
def field(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a house and its list, field.json."""
    made = tmp_path_factory.mktemp("field")
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(StringIO()):
        go_to(made, patch)
        for words in ("init", "open oak-1 --example md-tcp", "components --out field.json"):
            assert run(["house", *words.split()]) == 0
    return made


@pytest.fixture
def say(field: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Say:
    """Runs the command in the house's folder."""
    go_to(field, monkeypatch)
    return lambda *words: here(capsys, *words)


def written(path: Path, name: str, change: Callable[[Any], None]) -> str:
    """A copy of the list in which something is changed."""
    told = json.loads((path / "field.json").read_text("utf-8"))
    change(told)
    (path / name).write_text(json.dumps(told), "utf-8")
    return name


def test_a_list_holds_on_the_installation_that_made_it(say: Say) -> None:
    ran = say("verify", "--components", "field.json")
    assert ran.code == 0, ran
    assert "is as it was signed, and the same here." in squeezed(ran.out)
    told = json.loads(say("verify", "--components", "field.json", "--json").out)
    assert told["ok"] is True
    assert {one["verdict"] for one in told["components"]} == {"same"}
    groups = {one["group"] for one in told["components"]}
    assert groups == {"program", "rule_data", "rulebooks", "kernels", "pages", "dependencies"}


def test_the_list_is_written_to_the_screen_too(say: Say, field: Path) -> None:
    shown, filed = json.loads(say("house", "components").out), json.loads((field / "field.json").read_text("utf-8"))
    assert shown["components"]["groups"] == filed["components"]["groups"]
    assert shown["public_key"] == filed["public_key"]
    assert shown["components"]["by"] == "admin"
    told = json.loads(say("house", "components", "--out", "again.json", "--json").out)
    assert (told["file"], told["installation"]) == ("again.json", filed["components"]["installation"])


@pytest.mark.parametrize(
    ("file", "named"),
    [
        ("rulebook/data/md-fcp.yaml", ("rule_data", "rulebook/data/md-fcp.yaml")),
        ("server/static/index.html", ("pages", "index.html")),
        ("table/decide.py", ("program", "table/decide.py")),
    ],
)
def test_an_installation_with_one_byte_more_is_told_from_the_one_in_the_field(
    file: str, named: tuple[str, str], field: Path, tmp_path: Path
) -> None:
    copy = Path(shutil.copytree(PACKAGE, tmp_path / "elsewhere/croupier", ignore=shutil.ignore_patterns("__pycache__")))
    rounds = copy / "rulebook/data/rounds"  # as a wheel has them
    shutil.copytree(CHECKOUT, rounds, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    verified = ["-m", "croupier.cli.main", "verify", "--components", str(field / "field.json"), "--json"]
    told = []
    for content in (b"", b"\n"):
        with open(copy / file, "ab") as changed:
            changed.write(content)
        ran = subprocess.run(
            [sys.executable, *verified],
            capture_output=True,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(copy.parent)},
            timeout=PATIENCE_SECONDS,
            check=False,
        )
        assert not ran.stderr
        answer = json.loads(ran.stdout)
        different = [(one["group"], one["name"], one["verdict"]) for one in answer["components"]]
        told.append((ran.returncode, answer["ok"], [one for one in different if one[2] != "same"]))
    assert told == [(0, True, []), (1, False, [(*named, "another")])]


def test_a_changed_list_with_its_old_signature_is_refused(say: Say, field: Path) -> None:
    def change(told: Any) -> None:
        told["components"]["groups"][0]["components"][0]["digest"] = "0" * 64

    ran = say("verify", "--components", written(field, "forged.json", change))
    assert ran.code == 1
    out = squeezed(ran.out)
    assert "list NO The list was changed" in out
    assert "signature NO The signature is not of this list" in out
    assert "program __init__.py another: 0000000000000000 listed" in out
    assert "does not hold" in out


def test_the_key_that_is_posted_is_held_against_the_list(say: Say, field: Path) -> None:
    posted = json.loads((field / "field.json").read_text("utf-8"))["public_key"]
    assert say("verify", "--components", "field.json", "--public-key", posted.upper()).code == 0
    ran = say("verify", "--components", "field.json", "--public-key", "ab" * 32)
    assert ran.code == 1
    assert "not by the key that was given" in squeezed(ran.out)


def test_a_laboratorys_list_against_the_fields(
    say: Say, field: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_to(tmp_path, monkeypatch)
    assert say("house", "init").code == 0
    assert say("house", "components", "--out", str(field / "approved.json"), "--rulebooks", ATLANTIS).code == 0
    monkeypatch.chdir(field)
    ran = say("verify", "--components", "field.json", "--against", "approved.json")
    assert ran.code == 1
    out = squeezed(ran.out)
    assert "submissions table-oak-1/rules missing in approved.json" in out
    assert "rulebooks atlantis-tcp only in approved.json" in out
    groups = json.loads((field / "approved.json").read_text("utf-8"))["components"]["groups"]
    (files,) = [len(group["components"]) for group in groups if group["group"] == "program"]
    assert f"program {files} the same" in out
    only = ("--only", "program", "--only", "pages", "--only", "dependencies")
    assert say("verify", "--components", "field.json", "--against", "approved.json", *only).code == 0
    assert say("verify", "--components", "approved.json", "--only", "rulebooks").code == 1
    assert say("verify", "--components", "approved.json", "--rulebooks", ATLANTIS).code == 0
    assert say("verify", "--components", "field.json", "--rulebooks", ATLANTIS).code == 1


BAD: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "is not JSON"),
    "binary": (bytes(range(256)), "is not JSON"),
    "prose": (b"Dear laboratory", "is not JSON"),
    "half": (b'{"format": "croupier/components/1", "components": {', "is not JSON"),
    "deep": (b"[" * 100_000, "is no"),
    "a list": (b"[]", "is no component list"),
    "another format": (b'{"format": "croupier/round/1"}', "croupier/components/1"),
    "no format": (b"{}", "croupier/components/1"),
    "nothing in it": (b'{"format": "croupier/components/1"}', "components"),
}


@pytest.mark.parametrize(("raw", "words"), BAD.values(), ids=BAD)
def test_a_file_that_is_no_list_gets_one_sentence(raw: bytes, words: str, say: Say, field: Path) -> None:
    (field / "bad.json").write_bytes(raw)
    assert_refused(say("verify", "--components", "bad.json"), "bad.json", words)
    assert_refused(say("verify", "--components", "field.json", "--against", "bad.json"), "bad.json", words)


@pytest.mark.parametrize(
    "change",
    [
        lambda told: told.update(more=1),
        lambda told: told["components"].update(house="no digits"),
        lambda told: told["components"].update(at_ms=-1),
        lambda told: told.update(signature="short"),
        lambda told: told["components"]["groups"][0].update(group="luck"),
        lambda told: told["components"]["groups"][0]["components"][0].update(name="\x1b[31mred"),
        lambda told: told["components"]["tables"][0].update(rules=7),
    ],
)
def test_a_list_that_is_not_as_lists_are_gets_one_sentence(change: Any, say: Say, field: Path) -> None:
    assert_refused(say("verify", "--components", written(field, "odd.json", change)), "odd.json is no component list")


def test_words_that_do_not_fit_get_one_sentence(say: Say, field: Path) -> None:
    assert_refused(say("verify", "--components", "nowhere.json"), "There is no file nowhere.json")
    assert_refused(say("verify", "--components", "."), "cannot be read")
    assert_refused(say("verify", "--components", "field.json", "--only", "pagse"), "nearest is pages")
    assert_refused(say("verify", "--components", "field.json", "--only", "submissions"), "--against FILE")
    assert_refused(say("verify", "--components", "field.json", "--public-key", "xyz"), "64 hexadecimal digits")
    assert_refused(say("verify", "field.json", "--against", "field.json"), "say --components too")
    assert_refused(say("verify", "field.json"), "with --components croupier/components/1")
    assert_refused(say("house", "components", "--out", "nowhere/list.json"), "cannot be written")
    assert_refused(say("house", "components", "--house", "nowhere.db"), "nowhere.db")
