"""Marks and notes are kept with who and when, never at a table; a bundle of rounds is checked without the house."""

import io
import zipfile
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.house.audit.audit import audit
from croupier.house.database.schema import CAGE
from croupier.house.replay.dispute import Dispute
from tests.cli.command import here
from tests.house.floor import KEYS
from tests.server.felt import floor_of
from tests.server.live import Browser, Live


def make(browser: Browser, table: str, round_: int, note: str = "", **given: Any) -> Any:
    body = {"id": f"note-{table}-{round_}-{len(note)}", "note": note, **given}
    return browser.post(f"/api/watch/rounds/{table}/{round_}/notes", json=body)


def test_a_note_is_kept_with_who_and_when_and_shown_beside_what_it_is_about(live_server: Live) -> None:
    floor = floor_of(live_server.house)
    floor.open("oak", "md-tcp", ("ann",))
    floor.play("oak", 2)
    before = floor.table("oak")
    watcher = live_server.signed_in("surveillance", "sam")
    events = watcher.get("/api/watch/timeline", params={"table": "oak", "least_cents": 1}).json()["entries"]
    event = next(one for one in events if one["round"] == 2)
    assert make(watcher, "oak", 2, "look at seat 1 again", record=event["record"]).status_code == 200
    answer = make(live_server.signed_in("regulator", "rita"), "oak", 1)
    assert [(one["note"], one["by"], one["record"]) for one in answer.json()["notes"]] == [
        ("", "the regulator (Rita)", 0)
    ]
    assert floor.table("oak") == before
    shown = watcher.get("/api/watch/timeline", params={"table": "oak", "least_cents": 1}).json()["entries"]
    for one in shown:
        noted = [note["note"] for note in one["notes"]]
        about = (one["round"], one["record"]) == (2, event["record"])
        assert noted == (["look at seat 1 again"] if about else [""] if one["round"] == 1 else []), one
    (last, first) = watcher.get("/api/watch/timeline", params={"group": "note"}).json()["entries"]
    assert first["about"] == {"table": "oak", "round": 2, "record": event["record"]}
    assert "look at seat 1 again" in first["sentence"]
    assert (last["by"], last["table"]) == ("the regulator (Rita)", CAGE)
    assert watcher.get("/api/watch/rounds/oak/2/notes").json()["notes"][0]["by"] == "the surveillance (Sam)"
    assert audit(live_server.house.database, KEYS).ok


def test_a_note_sent_again_is_kept_once_and_a_bad_one_refused(live_server: Live) -> None:
    floor = floor_of(live_server.house)
    floor.open("oak", "md-tcp", ("ann",))
    floor.play("oak", 1)
    watcher = live_server.signed_in("surveillance")
    for _ in range(2):
        assert make(watcher, "oak", 1, "twice").status_code == 200
    assert len(watcher.get("/api/watch/rounds/oak/1/notes").json()["notes"]) == 1
    assert make(watcher, "oak", 9).status_code == 404
    assert make(watcher, "elm", 1).status_code == 404
    refused = make(watcher, "oak", 1, "two\nlines")
    assert (refused.status_code, refused.json()["code"]) == (409, "note")
    assert make(watcher, "oak", 1, "x" * 5000).status_code == 400
    assert len(watcher.get("/api/watch/rounds/oak/1/notes").json()["notes"]) == 1


def test_a_bundle_is_checked_elsewhere_by_croupier_verify(
    live_server: Live, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    floor = floor_of(live_server.house)
    floor.open("oak", "md-tcp", ("ann",))
    floor.open("elm", "md-uth", ("bob",))
    floor.play("oak", 2)
    floor.play("elm", 1)
    watcher = live_server.signed_in("regulator")
    make(watcher, "oak", 2, "for the file")
    answer = watcher.get("/api/watch/bundle", params={"rounds": "oak.2,elm.1,oak.2"})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-disposition"] == 'attachment; filename="oak-2-and-1.zip"'
    with zipfile.ZipFile(io.BytesIO(answer.content)) as bundled:
        assert sorted(bundled.namelist()) == [
            "README.txt",
            *(f"elm-1/{name}" for name in ("dispute.json", "proof.json", "told.txt")),
            *(f"oak-2/{name}" for name in ("dispute.json", "notes.json", "proof.json", "told.txt")),
        ]
        assert b"for the file" in bundled.read("oak-2/notes.json")
        bundled.extractall(tmp_path)
    told = (tmp_path / "oak-2" / "told.txt").read_text()
    assert told.startswith("Round 2 of table oak, md-tcp, closed\n")
    assert "md-tcp:" in told
    for name in ("oak-2/proof.json", "oak-2/dispute.json", "elm-1/dispute.json"):
        assert here(capsys, "verify", str(tmp_path / name)).code == 0, name
    whole = tmp_path / "bundle.zip"
    whole.write_bytes(answer.content)
    assert here(capsys, "verify", str(whole)).code == 0
    disputed = msgspec.json.decode((tmp_path / "oak-2" / "dispute.json").read_bytes(), type=Dispute)
    assert disputed.signed is not None


def test_a_bundle_that_was_changed_does_not_verify(
    live_server: Live, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    floor = floor_of(live_server.house)
    floor.open("oak", "md-tcp", ("ann",))
    floor.play("oak", 1)
    watcher = live_server.signed_in("regulator")
    file = watcher.get("/api/watch/bundle", params={"rounds": "oak.1"}).content
    with zipfile.ZipFile(io.BytesIO(file)) as bundled:
        parts = {name: bundled.read(name) for name in bundled.namelist()}
    disputed = msgspec.json.decode(parts["oak-1/dispute.json"], type=Dispute)
    (signed,) = [disputed.signed]
    assert signed is not None
    changes = {
        "a record": (disputed.records[0].body, disputed.records[0].body.replace("house", "mouse")),
        "the signature": (signed.signature, signed.signature[::-1]),
        "the order of what was dealt": ('"round": 1', '"round": 2'),
    }
    for what, (was, now) in changes.items():
        text = parts["oak-1/dispute.json"].decode()
        plain, changed = msgspec.json.encode(was).decode()[1:-1], msgspec.json.encode(now).decode()[1:-1]
        if what.startswith("the order"):
            plain, changed = was, now
        assert plain in text, what
        path = tmp_path / "bundle.zip"
        with zipfile.ZipFile(path, "w") as bundled:
            for name, content in {**parts, "oak-1/dispute.json": text.replace(plain, changed, 1).encode()}.items():
                bundled.writestr(name, content)
        assert here(capsys, "verify", str(path)).code == 1, what


@pytest.mark.parametrize(
    ("rounds", "status"), [("oak.2", 409), ("oak.3", 404), ("elm.1", 404), ("oak", 400), ("oak.1,", 400)]
)
def test_what_cannot_be_exported_is_refused(live_server: Live, rounds: str, status: int) -> None:
    floor = floor_of(live_server.house)
    floor.open("oak", "md-tcp", ("ann",))
    floor.play("oak", 1)
    floor.bet("oak")
    answer = live_server.signed_in("regulator").get("/api/watch/bundle", params={"rounds": rounds})
    assert answer.status_code == status, answer.text
    assert answer.json()["sentence"].endswith(".")
