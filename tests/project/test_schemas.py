"""The published schemas are what the code says, take what is good and refuse what is not."""

import json
import tomllib
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from croupier.cli.schema import FILES, schema_text
from croupier.rulebook.load import rulebook_ids
from croupier.rulebook.shelf import OWN, example_text
from croupier.rulebook.strict import read
from tests.cli.command import assert_refused, here
from tests.project.reference import SCHEMAS


def takes(name: str, data: Any) -> bool:
    return jsonschema_rs.validator_for(json.loads(schema_text(name))).is_valid(data)


@pytest.mark.parametrize("name", FILES)
def test_every_schema_is_published_as_the_code_says(name: str) -> None:
    assert (SCHEMAS / f"{name}.schema.json").read_text("utf-8") == schema_text(name), "make reference writes it"


def test_our_own_files_fit_and_name_their_schema() -> None:
    for rulebook in rulebook_ids():
        assert takes("rulebook", read(OWN.text(f"{rulebook}.yaml"), rulebook).data), rulebook
        assert takes("submission", tomllib.loads(example_text(rulebook))), rulebook
        assert example_text(rulebook).startswith("#:schema submission.schema.json\n")
    assert takes("readings", read(OWN.text("readings.yaml"), "readings.yaml").data)


def test_what_commands_refuse_does_not_fit() -> None:
    document = read(OWN.text("md-tcp.yaml"), "md-tcp.yaml").data
    bad: dict[str, Any]
    for bad in ({"game": "whist"}, {"seats": 1}, {"wagers": {}}, {"amends": {"document": "x"}}):
        assert not takes("rulebook", document | bad), bad
    filed = tomllib.loads(example_text("md-tcp"))
    for bad in ({"rules": 3}, {"offer": []}, {"table": {"seats": 2.5}}, {"limits": {"ante": {"least": 1}}}):
        assert not takes("submission", filed | bad), bad
    assert takes("paytable", {"flush": "3 to 1"})
    assert takes("paytable", {"lines": {"flush": "3 to 1"}, "stake_cents": 500})
    assert not takes("paytable", {"flesh": "3 to 1"})
    assert not takes("paytable", {"lines": {"flush": 3}})


def test_a_round_that_is_told_fits() -> None:
    page = (SCHEMAS.parent / "commands.md").read_text("utf-8")
    told = json.loads(page.split("```json\n")[1].split("```")[0])
    assert takes("round", told)
    for key, value in (("rules", 7), ("seats", [{"seat": "one"}]), ("meters_cents", {"progressive": 1.5}), ("card", 1)):
        assert not takes("round", {**told, key: value}), key


def test_new_files_begin_with_the_line_for_the_editor(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert here(capsys, "rules", "new", str(tmp_path / "isle"), "--from", "md-tcp").code == 0
    first = "# yaml-language-server: $schema=schemas/rulebook.schema.json"
    for name, line in (
        ("isle-tcp.yaml", first),
        ("readings.yaml", first.replace("rulebook", "readings")),
        ("examples/isle-tcp.toml", "#:schema ../schemas/submission.schema.json"),
    ):
        file = tmp_path / "isle" / name
        assert file.read_text("utf-8").splitlines()[0] == line
        assert (file.parent / line.rpartition("=")[2].rpartition(" ")[2]).is_file()
    document = read((tmp_path / "isle/isle-tcp.yaml").read_text("utf-8"), "isle-tcp.yaml").data
    assert takes("rulebook", document)
    assert not takes("rulebook", {**document, "changes": [{"change": "mend", "at": "status"}]})


def test_an_unknown_schema_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert_refused(here(capsys, "schema", "submision"), "no schema 'submision'", "submission")


def test_the_command_prints_what_is_published(capsys: pytest.CaptureFixture[str]) -> None:
    assert here(capsys, "schema", "paytable").out == (SCHEMAS / "paytable.schema.json").read_text("utf-8")
